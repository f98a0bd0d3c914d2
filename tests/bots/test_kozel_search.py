"""The searching bots for Kozel: legal, explained, blind to what is hidden, and the same again for the same input."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from tests.worlds.retell import retell

from shokha import bots
from shokha._speed import speed
from shokha.bots.playing import play_deal
from shokha.cards import cards_of, parse_card, parse_cards
from shokha.game import new_deal
from shokha.kozel.deal import KozelDeal
from shokha.kozel.view import KozelView
from shokha.kozel.worlds import Sampler
from shokha.profile import available, load
from shokha.view import observations

KOZEL = [name for name in available() if load(name).game == "kozel"]
SEARCHING = ["mc", "ismcts", "expert", "easy"]
TINY = 30


@pytest.mark.parametrize("bot", SEARCHING)
@pytest.mark.parametrize("profile", KOZEL)
def test_plays_whole_deals_and_says_why(profile: str, bot: str) -> None:
    told, deal = [], new_deal(profile, 5)
    player = bots.make(bot, "kozel")
    play_deal(deal, [player] * deal.profile.players, 5, budget=TINY, told=lambda seat, choice: told.append(choice))
    assert deal.is_over
    assert all(str(choice.reason).endswith(".") and "{" not in str(choice.reason) for choice in told)


def positions(profile: str, number: int) -> list[KozelDeal]:
    """Deals in which somebody has a choice, at all stages."""
    found: list[KozelDeal] = []
    seed = 0
    while len(found) < number:
        deal, chance = new_deal(profile, seed), random.Random(seed)
        for _ in range(chance.randrange(26)):
            if not deal.is_over:
                deal.play(chance.choice(deal.legal_actions()))
        seed += 1
        if not deal.is_over and len(deal.legal_actions()) > 1:
            found.append(deal)
    return found


@pytest.mark.parametrize("bot", SEARCHING)
def test_a_choice_is_a_function_of_view_seed_and_budget(bot: str) -> None:
    """Law 7: the same view out of a deal in which everything hidden is another, gives the same choice."""
    player = bots.make(bot, "kozel")
    for profile in ("pairs", "yard", "money"):
        for number, deal in enumerate(positions(profile, 6)):
            view, chance = deal.view(deal.actor), random.Random(number)
            first = player.choose(view, number, TINY)
            assert player.choose(view, number, TINY) == first
            seen = observations(deal.events, deal.actor)
            other = retell(seen, view, Sampler(view).history(chance), chance, until=view.asked is not None)
            if other.actor == deal.actor:
                assert other.deck != deal.deck
                assert player.choose(other.view(deal.actor), number, TINY) == first


def choices(bot: str) -> str:
    """Choices at all stages of deals, as text."""
    player, found = bots.make(bot, "kozel"), []
    for profile in ("pairs", "yard", "money", "trio"):
        for seed, deal in enumerate(positions(profile, 3)):
            choice = player.choose(deal.view(deal.actor), seed, TINY)
            found.append(f"{choice.action} {choice.reason}")
    return ";".join(found)


def test_compiled_and_plain_agree() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import test_kozel_search as t; print(t.all_choices())"
    run = subprocess.run(
        [sys.executable, "-c", code, str(Path(__file__).parent)],
        env=os.environ | {"SHOKHA_PURE": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == all_choices()


def all_choices() -> str:
    """`choices` of all bots."""
    return " | ".join(map(choices, SEARCHING))


# -- positions with one right answer -------------------------------------------------------------------

BUDGET = 1500 if speed().name == "compiled" else 150


def after(profile: str, hands: list[str], turn_up: str, plays: list[str]) -> KozelView:
    """The view of whoever is to move; `hands` from the dealer's left on, the dealer (seat 0) last."""
    held = [parse_cards(hand) for hand in hands]
    columns = zip(*(cards_of(cards) for cards in held), strict=True)
    top = parse_card(turn_up)
    deck = [card for column in columns for card in column] + [top]
    deck += [card for card in range(36) if card not in deck]
    deal = KozelDeal(load(profile), deck, dealer=0)
    for play in plays:
        deal.play(play)
    return deal.view(deal.actor)


LAST_WITH_A_TRUMP = after(
    "pairs", ["10h 7c Js 8s", "6h 9c Qc Ks", "Ah 8c 9d Jc", "7d 8h 9s Qs"], "Qd", ["10h", "_6h", "^Ah"]
)
PARTNER_IS_SAFE = after(
    "pairs", ["7h 7c Js 8s", "Ad 9c Qc 9h", "6h 8c Kc Jc", "10h Ah 8h 7s"], "6d", ["7h", "^Ad", "_6h"]
)
ENEMY_IS_SAFE = after(
    "pairs", ["Ad 7c Js 8s", "6h 9c Qc Ks", "Qh 8c 6s Jc", "Ah 10s 7h 9s"], "6d", ["Ad", "_6h", "_Qh"]
)
TACTICS = {
    "the last player takes 21 points with the lowest trump": (LAST_WITH_A_TRUMP, {"^7d"}),
    "a partner's certain trick gets points": (PARTNER_IS_SAFE, {"_10h", "_Ah"}),
    "an enemy's certain trick gets nothing": (ENEMY_IS_SAFE, {"_7h", "_9s"}),
    "three trumps in the lead take the pot": (
        after("money", ["Ad Kd 7d Js", "6h 9c Qc Ks", "Ah 8c 6s Jc", "8d 8h 9s Qs", "6c 7c 8s Kh"], "Qd", []),
        {"AdKd7d", "Ad Kd 7d"},
    ),
}


@pytest.mark.parametrize("bot", ["mc", "ismcts", "expert"])
@pytest.mark.parametrize("name", TACTICS)
def test_finds_the_right_move(name: str, bot: str) -> None:
    view, right = TACTICS[name]
    choice = bots.make(bot, "kozel").choose(view, 1, BUDGET)
    assert str(choice.action) in right, choice.reason
