"""Chances that the rule bot reckons with, against worlds drawn at random."""

from __future__ import annotations

import random

import pytest
from tests.worlds.retell import positions

from shokha import worlds
from shokha.bots.sight import Sight, expected_gain, nested_chance, points_in
from shokha.cards import PACK, points_of
from shokha.profile import load


@pytest.mark.parametrize("profile", ["pairs", "yard", "trio"])
def test_can_beat_is_the_share_of_worlds(profile: str) -> None:
    """While nobody's cards have been shown; after that a glance knows less than the worlds do."""
    rng, compared = random.Random(profile), 0
    for deal in positions(load(profile), rng, 8):
        view = deal.view(deal.actor)
        facts = any(step.kind in ("got", "has", "all") for log in view.log for step in log)
        if not view.trick or view.asked is not None or not view.owes or facts:
            continue
        sight, sampler = Sight(view), worlds.sampler(view)
        for seat in sight.to_play[:1]:
            drawn = [sampler.sample(rng) for _ in range(250)]
            hits = 0
            for world in drawn:
                hand = [1 << c for c in range(36) if world.hand(seat) >> c & 1]
                groups = [sum(hand[i] for i in range(len(hand)) if p >> i & 1) for p in range(1 << len(hand))]
                hits += any(world.pairs_up(group, view.master_cards) for group in groups)
            assert sight.can_beat(seat, view.master_cards) == pytest.approx(hits / 250, abs=0.15)
            compared += 1
    assert compared > 10


def test_sums() -> None:
    assert nested_chance(10, 4, (2, 6), (0, 0)) == pytest.approx(
        sum((hand & 3) != 0 and (hand & 0b111111).bit_count() >= 2 for hand in range(1 << 10) if hand.bit_count() == 4)
        / 210
    )
    assert nested_chance(10, 4, (0, 0), (1, 2)) == 1.0
    assert expected_gain(10, 5, 1, 1, (0.0, 0.0, 8.0)) == pytest.approx(4.0)
    assert points_in(PACK) == points_of(PACK) == 120
