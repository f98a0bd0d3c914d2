"""The rule bot as a partner: what people complain about in other programs (rule book, section 4: 7, 8, 14, 15)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.worlds.retell import positions

from shokha import bots
from shokha.actions import Action, ActionKind
from shokha.bots.playing import play_deal
from shokha.cards import cards_of, parse_card_list, points_of
from shokha.game import new_deal
from shokha.kozel import KozelDeal
from shokha.kozel.view import KozelView
from shokha.profile import load

RULE = bots.make("rule", "kozel")


def deal_with(profile: str, hands: list[str], turn_up: str) -> KozelDeal:
    """A deal in pairs: seat 0 deals, seat 1 leads; hands are given from seat 1 on."""
    dealt = [parse_card_list(hand) for hand in hands]
    first = [dealt[seat][i] for i in range(4) for seat in range(4)]
    bottom = parse_card_list(turn_up)
    rest = [card for card in range(36) if card not in [*first, *bottom]]
    return KozelDeal(load(profile), [*first, *bottom, *rest], dealer=0)


def advice(deal: KozelDeal, *moves: str) -> tuple[str, str]:
    """What the bot plays after some moves, and why."""
    for move in moves:
        deal.play(move)
    choice = RULE.choose(deal.view(deal.actor), 1)
    return str(choice.action), str(choice.reason)


def test_feeds_the_partner_who_cannot_be_beaten() -> None:
    deal = deal_with("pairs", ["6s 9c 8d 7d", "Kc Qd 9d 8c", "10s 7c 6d Ah", "Js Qc 9s Jc"], "8h")
    assert advice(deal, "6s", "_8c") == ("_10s", "My partner holds the trick with 6♠: I throw 10♠ on it.")


def test_does_not_overtake_the_partner_who_cannot_be_beaten() -> None:
    deal = deal_with("pairs", ["Ah 9c 8d 7d", "Kc Qd 9d 8c", "6s 7c Js Kd", "Jd Qc 9s Jc"], "8h")
    move, reason = advice(deal, "Ah", "_8c")
    assert move == "_Kd"
    assert reason == "My partner holds the trick with A♥: I throw K♦ on it."


def test_gives_nothing_to_the_enemy() -> None:
    deal = deal_with("pairs", ["Kc 9c 8d 7d", "10s Ad 6d Qh", "6s 7c 6c Ah", "Js Qc 9s Jc"], "8h")
    assert advice(deal, "Kc")[0] in ("_6d", "^Qh")


def test_keeps_the_shokha_for_a_rich_trick() -> None:
    poor = deal_with("pairs", ["7c 9c 8d 7d", "6s 6d 9s Jd", "Kc 8c 6c Ah", "10s Qc Js Jc"], "8h")
    assert advice(poor, "7c")[0] in ("_6d", "_9s")
    rich = deal_with("pairs", ["Ac 10c 8d 7d", "9s 6d Js Qd", "Kc 8c 6c Kh", "6s 9h 9d 8s"], "8h")
    move, reason = advice(rich, "Ac10c", "_9s6d", "_KcKh")
    assert move == "^6s9h"
    assert reason.startswith("I play last: 6♠ 9♥ takes some")


def test_declares_what_wins_by_itself() -> None:
    deal = deal_with("quartet", ["Ac 9c 8d 7d", "6s 9s 8s 7s", "Kc 8c 6c Ah", "10s Qc 10d Jc"], "8h")
    move, reason = advice(deal)
    assert move == "!molodka"
    assert reason.startswith("Molodka wins its trick")


def test_a_bura_is_played_at_once() -> None:
    hands = ["6h 9h 8h 7d", "6s 9s 8s 7s", "Kc 8c 6c Ah", "10s Qc 10d Jc", "As Qd 9d Kd"]
    dealt = [parse_card_list(hand) for hand in hands]
    first = [dealt[seat][i] for i in range(4) for seat in range(5)]
    rest = [card for card in range(36) if card not in first and card != 16]
    deal = KozelDeal(load("money"), [*first, 16, *rest], dealer=0)
    move, reason = advice(deal)
    assert move == "9h8h6h"
    assert reason == "9♥ 8♥ 6♥ are a Bura: on lead they take the pot."


def moments(seeds: range) -> Iterator[tuple[KozelView, Action]]:
    """What four rule bots saw and played in some deals."""
    for seed in seeds:
        deal = new_deal("pairs", seed)
        seen: list[tuple[KozelView, Action]] = []

        def look(
            seat: int, choice: bots.Choice, deal: KozelDeal = deal, seen: list[tuple[KozelView, Action]] = seen
        ) -> None:
            seen.append((deal.view(seat), choice.action))

        play_deal(deal, [RULE] * 4, seed, told=look)
        yield from seen


def test_habits_over_many_deals() -> None:
    """Never over a partner nobody can beat; no ten or ace for an enemy's trick while a worthless card is at hand."""
    safe = thrown = 0
    for view, action in moments(range(60)):
        if view.owes != 1 or len(view.trick) != 3:
            continue
        assert view.master is not None
        if view.is_partner(view.master):
            safe += 1
            assert action.kind is ActionKind.DISCARD
        elif action.kind is ActionKind.DISCARD:
            thrown += 1
            worthless = [c for c in cards_of(view.hand) if not points_of(1 << c) and c // 9 != view.trump and c]
            assert points_of(action.cards) < 10 or not worthless
    assert safe > 30 and thrown > 30


def test_high_trumps_and_the_shokha_are_not_led_at_the_start() -> None:
    leads = early = 0
    for view, action in moments(range(60)):
        if action.kind is ActionKind.LEAD and len(view.tricks) < 2 and action.cards.bit_count() == 1:
            card = action.cards.bit_length() - 1
            others = [c for c in cards_of(view.hand) if c and c // 9 != view.trump]
            leads += 1
            early += bool(others) and (card == 0 or (card // 9 == view.trump and card % 9 >= 7))
    assert leads > 30 and early <= leads // 20


@pytest.mark.parametrize("profile", ["pairs", "yard", "quartet", "duel", "trio", "money"])
def test_every_reason_is_one_sentence_with_facts(profile: str) -> None:
    found = set()
    for deal in positions(load(profile), random.Random(profile), 8):
        choice = RULE.choose(deal.view(deal.actor), 1)
        text = str(choice.reason)
        assert text[-1] == "." and text.count(".") == 1 and "{" not in text
        found.add(choice.reason.template)
    assert len(found) >= 6
