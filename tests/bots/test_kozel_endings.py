"""Exact endings in worlds: the values are those of plain minimax."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "search"))

import brute

from shokha.bots.kozel_endings import Endings, is_ending
from shokha.bots.kozel_sampling import worlds_of
from shokha.equity import Standing, utility
from shokha.game import new_deal
from shokha.kozel.view import KozelView
from shokha.search.kozel_ladder import points_so_far
from shokha.search.kozel_solver import sides_of


def late_view(profile: str, seed: int, cards: int) -> KozelView | None:
    """A view of somebody with a choice when so few cards are left in all hands, both sides having a trick."""
    deal, chance = new_deal(profile, seed), random.Random(seed)
    while not deal.is_over:
        view = deal.view(deal.actor)
        both = all(any(view.tricks_of(s) for s in range(view.profile.players) if s % 2 == side) for side in (0, 1))
        if not view.stock and sum(view.counts) <= cards and len(view.legal) > 1 and both:
            return view
        deal.play(chance.choice(deal.legal_actions()))
    return None


@pytest.mark.parametrize(("profile", "cards"), [("pairs", 8), ("yard", 8), ("duel", 6)])
def test_equal_to_minimax(profile: str, cards: int) -> None:
    compared = 0
    for seed in range(12):
        view = late_view(profile, seed, cards)
        if view is None:
            continue
        assert is_ending(view)
        worlds = worlds_of(view, seed)
        world = worlds.sample()
        endings = Endings(view, worlds, view.legal)
        endings._solve(world)
        worth, mine = utility(view.profile, Standing.of(view)), (view.seat or 0) % 2
        for i, action in enumerate(view.legal):
            points = points_so_far(world) + brute.values(world, sides_of(world)[0], "points")[action]
            ends = (points, 120 - points)
            assert endings.mean(i) == pytest.approx(worth.of(mine, ends, (1, 1)))
            assert endings.chance(i) == (ends[mine] > 60)
            compared += 1
    assert compared > 10


def test_only_two_sides_with_penalties_and_no_stock() -> None:
    assert not is_ending(new_deal("pairs", 1).view(0))
    for profile in ("trio", "money"):
        deal, chance = new_deal(profile, 2), random.Random(2)
        while not deal.is_over and deal.state.stock_cards():
            deal.play(chance.choice(deal.legal_actions()))
        assert deal.is_over or not is_ending(deal.view(deal.actor))
