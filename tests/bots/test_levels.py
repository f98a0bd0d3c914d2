"""The levels for people: an order of strength without nonsense."""

from __future__ import annotations

import random

import pytest

from shokha import bots
from shokha.actions import ActionKind, Combination
from shokha.bots.levels import forgetful, simple
from shokha.bots.playing import play_deal
from shokha.game import new_deal
from shokha.kozel.deal import KozelDeal
from shokha.kozel.scoring import penalties
from shokha.profile import available, load
from shokha.shuffle import deck

KOZEL = [name for name in available() if load(name).game == "kozel"]


@pytest.mark.parametrize("profile", KOZEL)
def test_easy_leads_one_card_and_says_why(profile: str) -> None:
    told = []
    for seed in range(3):
        deal = new_deal(profile, seed)
        play_deal(deal, [bots.make("easy")] * deal.profile.players, seed, told=lambda seat, choice: told.append(choice))
    assert all(str(choice.reason).endswith(".") for choice in told)
    leads = [choice.action for choice in told if choice.action.kind is ActionKind.LEAD]
    assert leads and all(lead.payload.bit_count() == 1 for lead in leads)


def test_easy_declares_nothing_that_only_gives_the_lead() -> None:
    """Molodka and Moskva of the pairs are kept back; what takes a pot is not."""
    asked = 0
    for seed in range(60):
        deal, chance = new_deal("pairs", seed), random.Random(seed)
        while not deal.is_over:
            view = deal.view(deal.actor)
            if view.asked in (Combination.MOSKVA, Combination.MOLODKA):
                asked += 1
                assert bots.make("easy").choose(view, 1).action.kind is ActionKind.PASS
            deal.play(chance.choice(deal.legal_actions()))
    assert asked > 5


def test_forgetting_leaves_what_is_in_sight() -> None:
    deal, chance = new_deal("pairs", 4), random.Random(4)
    for _ in range(17):
        deal.play(chance.choice(deal.legal_actions()))
    view = deal.view(deal.actor)
    narrow = forgetful(view)
    assert narrow.hand == view.hand and narrow.trick == view.trick and narrow.legal == view.legal
    assert narrow.seen & view.seen == narrow.seen != view.seen
    assert set(simple(view)) <= set(view.legal)


@pytest.mark.parametrize(("better", "worse", "bar"), [("easy", "random", 1.5), ("normal", "easy", 0.5)])
def test_each_level_beats_the_one_below(better: str, worse: str, bar: float) -> None:
    """Penalty points a deal ahead, on boards played from both places."""
    ahead, boards = 0, 60
    for board in range(boards):
        for swap in (0, 1):
            deal = KozelDeal(load("pairs"), deck("levels", board), dealer=board % 4)
            play_deal(deal, [bots.make(better if seat % 2 == swap else worse) for seat in range(4)], board)
            ahead += penalty(deal, 1 - swap) - penalty(deal, swap)
    assert ahead > 2 * boards * bar


def penalty(deal: KozelDeal, side: int) -> int:
    """Penalty points of a side in an ended deal of the pairs."""
    assert deal.result is not None
    return penalties(deal.profile.settings, deal.result.points, deal.result.tricks, (0, 1))[side]


def test_levels_have_their_names() -> None:
    for name in ("easy", "normal", "hard"):
        assert bots.make(name, "kozel").name == name
        assert name in bots.names("kozel")
