"""Situations that were real until one thing about them was changed: each is refused for the right reason."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.strategies import random_start

from shokha.actions import Combination
from shokha.errors import NotationError
from shokha.kozel.phases import Phase
from shokha.kozel.position import Asked, Cards, Laid, Position, position_of
from shokha.kozel.state import State
from shokha.notation import format_position, parse_position
from shokha.profile import RuleProfile, load

YARD = load("yard")
MONEY = load("money").with_settings({"bura_any_time": "on"})
UNEVEN = load("trio-35")


def situations(profile: RuleProfile, wanted: Callable[[State], bool], count: int = 3) -> Iterator[Position]:
    """Some situations of random deals of a kind."""
    rng = random.Random(profile.name)
    for _ in range(4000):
        state = State(*random_start(profile.settings, rng, everybody=True).arguments)
        while True:
            if wanted(state):
                yield position_of(state, profile)
                count -= 1
                if not count:
                    return
                break
            if state.is_over:
                break
            legal = state.legal_actions()
            calm = [a for a in legal if a >> 56 != 1] or legal
            state.play(rng.choice(legal if rng.random() < 0.3 else calm))
    raise AssertionError("no such situation")


def refuse(position: Position, sentence: str, **changes: Any) -> None:
    """The changed position is refused, as text too, with this sentence."""
    assert parse_position(format_position(position)).state is not None
    with pytest.raises(NotationError) as refusal:
        parse_position(format_position(replace(position, past=None, built=None, **changes)))
    assert sentence in str(refusal.value), str(refusal.value)


def in_phase(*phases: Phase) -> Callable[[State], bool]:
    return lambda state: state.phase in phases


def test_who_leads_and_who_acts() -> None:
    for p in situations(YARD, lambda s: s.phase == Phase.LEAD and s.trick_no > 2 and not s.stock_cards()):
        other = next(s for s in range(4) if s != p.leader)
        refuse(p, f"leader= must be seat {p.leader + 1}: who won the last trick leads", leader=other)
        refuse(p, f"Seat {p.leader + 1} leads; seat {other + 1} cannot have taken the lead", actor=other)
        refuse(p, "cards in 0 tricks", won=tuple(w if s != p.last_winner else 0 for s, w in enumerate(p.won)))
        refuse(p, "last= names who won the last trick", last_winner=-1)
        refuse(p, "now=reply needs a trick under way", now="reply")


def test_a_trick_under_way() -> None:
    two_replies = lambda s: s.phase == Phase.REPLY and sum(s.on_table(i) > 0 for i in range(4)) == 3  # noqa: E731
    for p in situations(YARD, two_replies):
        lead, first, second = p.trick
        refuse(p, f"leader= must be seat {lead.seat + 1}, who opened this trick", leader=second.seat)
        refuse(p, f"It is not seat {second.seat + 1}'s turn in this trick", trick=(lead, second, first))
        refuse(p, "now= says lead:", now="lead")
        hand, laid = p.hands[p.actor], p.trick[0].cards.size
        down = low_cards(hand.known, laid)
        hands = tuple(replace_cards(h, down if s == p.actor else 0) for s, h in enumerate(p.hands))
        more = (*p.trick, Laid(p.actor, False, Cards(down)))
        refuse(p, "Everybody has played to this trick", trick=more, hands=hands)
        refuse(p, "has played twice to the trick", trick=(*p.trick, Laid(first.seat, False, Cards(down))), hands=hands)


def low_cards(cards: int, count: int) -> int:
    """So many cards of a hand."""
    kept = 0
    for _ in range(count):
        kept |= cards & -cards & ~kept
        cards &= cards - 1
    return kept


def replace_cards(place: Cards, gone: int) -> Cards:
    return Cards(place.known & ~gone, place.unknown)


def test_open_windows() -> None:
    for p in situations(YARD, lambda s: s.phase == Phase.INTERRUPT):
        holder = p.asked[0].seat
        refuse(p, "ask= does not list those who are asked here", asked=())
        refuse(p, "ask= must have passes first", asked=tuple(a._replace(passed=True) for a in p.asked))
        refuse(p, "ask= must have passes first", actor=next(s for s in range(4) if s != holder))
        refuse(
            p,
            "does not list those who are asked here, in their order: ",
            asked=(Asked(holder, Combination.BURA, False),),
        )
        refuse(p, "ask= belongs to an open window", now="reply")
    for p in situations(YARD, in_phase(Phase.WINDOW), 1):
        refuse(p, "ask= belongs to an open window", now="lead", actor=p.leader)
    later = situations(YARD, lambda s: s.phase == Phase.INTERRUPT and s.dump()["queue_pos"] == 1, 1)
    assert next(later).asked[0].passed


def test_the_card_from_the_middle() -> None:
    for p in situations(YARD, lambda s: not s.trick_no and s.phase == Phase.LEAD):
        held = next(c for c in range(36) if p.hands[0].known >> c & 1)
        refuse(p, "Nobody has drawn, so the shown card", shown=held)


def test_pots() -> None:
    claimed = lambda s: s.pot_winner >= 0 and [k for _, k in s.asked()][:1] == [Combination.BURA]  # noqa: E731
    for p in situations(MONEY, claimed, 2):
        refuse(p, "shows neither a Bura nor four aces", asked=())
    mixed = MONEY.with_settings({"declarations": "between_tricks", "molodka_effect": "lead_only"})
    for p in situations(mixed, lambda s: s.phase == Phase.WINDOW and s.asked()[0][1] == Combination.MOLODKA, 2):
        refuse(p, "declared nothing that takes the pot", now="pot")
    aces = load("money").with_settings({"players": 2})
    for p in situations(aces, lambda s: s.phase == Phase.LEAD and s.legal_actions()[-1] >> 56 == 1, 1):
        other = 1 - p.actor
        swapped = (p.hands[1], p.hands[0])
        refuse(p, f"now=pot: seat {other + 1} was not on lead", now="pot", actor=other, hands=swapped)


def test_sizes_of_hands() -> None:
    for p in situations(UNEVEN, lambda s: s.phase == Phase.LEAD and not s.stock_cards() and s.actor >= 0):
        giver = max(range(3), key=lambda s: p.hands[s].size)
        taker = min(range(3), key=lambda s: (p.hands[s].size, s == giver))
        if giver == taker or p.hands[giver].size < 2:
            continue
        card = p.hands[giver].known & -p.hands[giver].known
        hands = list(p.taken)
        hands[p.last_winner] = Cards(hands[p.last_winner].known | p.hands[taker].known)
        emptied = tuple(Cards() if s == taker else h for s, h in enumerate(p.hands))
        refuse(p, "never occur together" if p.hands[giver].size > 1 else "", hands=emptied, taken=tuple(hands))
        assert card


def test_void_deals() -> None:
    redeal = load("quartet").with_settings({"shokha_turnup": "redeal"})
    for p in situations(redeal, lambda s: bool(s.is_void)):
        assert p.now == "void"
        refuse(p, "A deal is void when the shokha is turned up (X8), and here it is", now="lead", actor=p.leader)


def test_seats_that_sit_out() -> None:
    trio = load("trio")
    for p in situations(trio, in_phase(Phase.LEAD), 1):
        text = format_position(p)
        for becomes, sentence in [
            ("seats=1 dealer=", "x for seats that sit out"),
            ("seats=31 dealer=", "once each, in order"),
            ("seats= dealer=", "once each, in order"),
            ("seats=14 dealer=", "names a seat from 1 to 3"),
        ]:
            with pytest.raises(NotationError) as refusal:
                parse_position(text.replace("dealer=", becomes, 1))
            assert sentence in str(refusal.value)
        lonely = "kozel trio seats=1 dealer=1 leader=1 turnup=9h hands=?4/x/x stock=?31,9h now=lead:1"
        with pytest.raises(NotationError, match="1 seats cannot play trio"):
            parse_position(lonely)
    duo = State(trio.settings, random.Random(4).sample(range(36), 36), 0, None, 0b101)
    text = format_position(duo, trio)
    for was, becomes, sentence in [
        ("dealer=1", "dealer=2", "dealer= names seat 2, which sits out"),
        ("now=lead:3", "trick=2:?1 now=lead:3", "lies face up, so its cards are known"),
        ("now=lead:3", "trick=2:6s now=lead:3", "A seat that sits out has put cards into the trick"),
    ]:
        assert was in text
        with pytest.raises(NotationError) as refusal:
            parse_position(text.replace(was, becomes, 1))
        assert sentence in str(refusal.value)


def test_a_card_that_is_not_in_this_pack() -> None:
    for p in situations(UNEVEN, in_phase(Phase.LEAD), 1):
        turned = format_position(replace(p, past=None, stock=(*p.stock[:-1], None), turn_up=27))
        with pytest.raises(NotationError, match="6c is not in the pack of 35 cards"):
            parse_position(turned)


def test_a_past_that_does_not_fit() -> None:
    state = State(load("pairs").settings, list(range(36)), 0)
    while state.trick_no < 1:
        state.play(state.legal_actions()[-1])
    head, past = format_position(state, load("pairs")).split(" past=")
    deck, drawers, begun, last = past.split("/")
    for parts, sentence in [
        ((deck, drawers, "99", last), "past= does not fit the size of the stock"),
        ((deck, drawers[1:], begun, last), "past= does not fit the size of the stock"),
        ((deck, "-", begun, last), "past= does not fit the size of the stock"),
        ((deck, "7" + drawers[1:], begun, last), "names a seat from 1 to 4"),
        ((deck, drawers, begun, "9"), "names a seat from 1 to 4"),
        ((deck, drawers, "x", last), "past= has four parts"),
        ((deck, drawers[::-1], begun, last), "past= never gave"),
        ((deck.replace("6s", "??"), drawers, begun, last), "does not begin with the whole pack"),
    ]:
        with pytest.raises(NotationError) as refusal:
            parse_position(f"{head} past={'/'.join(parts)}")
        assert sentence in str(refusal.value), (parts, str(refusal.value))
    duo = State(load("trio").settings, list(range(36)), 0, None, 0b101)
    while duo.trick_no < 1:
        duo.play(duo.legal_actions()[-1])
    head, past = format_position(duo, load("trio")).split(" past=")
    deck, drawers, begun, last = past.split("/")
    for parts, sentence in [
        ((deck, "2" + drawers[1:], begun, last), "lets a seat draw that sits out"),
        ((deck, drawers, begun, "2"), "names a seat that sits out"),
    ]:
        with pytest.raises(NotationError, match=sentence):
            parse_position(f"{head} past={'/'.join(parts)}")
