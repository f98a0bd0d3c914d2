"""Sessions: who deals next, the suits, lost deals, and when it ends."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.svoi.deals import thrifty

from shokha import events as ev
from shokha.errors import ProfileError
from shokha.game import deal_next, new_match
from shokha.profile import load
from shokha.svoi.match import SvoiMatch


def play_out(match: SvoiMatch, rng: random.Random, seed: int, careless: float = 0.1) -> Any:
    """The next deal of a match, played to its end and counted; its result."""
    deal = deal_next(match, seed)
    while not deal.is_over:
        deal.play(deal.legal_actions()[0] if deal.state is None else thrifty(deal, rng, careless))
    match.finish_deal()
    return deal.result


def test_s_25_same_dealer_after_a_draw_and_the_loser_deals() -> None:
    """S-25, C14, C3."""
    draws = losses = 0
    for seed in range(12):
        match, rng = new_match("svoi", seed), random.Random(seed)
        for _ in range(8):
            dealer = match.dealer
            result = play_out(match, rng, seed)
            if result.loser is None:
                draws += 1
                assert match.dealer == dealer
                assert match.events[-1] == ev.DealScored(match.number, (0, 0, 0, 0), match.standing, False)
            else:
                losses += 1
                assert match.dealer == result.loser
        assert sum(match.totals) + match.draws == match.number == 8
    assert draws > 2 and losses > 50


def test_endless_unless_told_otherwise() -> None:
    match, rng = new_match("svoi-2", 1), random.Random(1)
    for _ in range(30):
        play_out(match, rng, 1)
    assert not match.is_over and match.number == 30


def test_first_to_so_many_losses() -> None:
    match, rng = new_match(load("svoi").with_settings({"losses_target": 3}), 4), random.Random(4)
    while not match.is_over:
        assert max(match.totals) < 3
        play_out(match, rng, 4)
    assert [s for s in range(4) if match.totals[s] == 3] == list(match.losers)
    assert sorted(match.winners + match.losers) == [0, 1, 2, 3] and len(match.losers) == 1
    assert match.events[-1] == ev.MatchEnded(match.winners, match.losers, False)
    with pytest.raises(ValueError, match="over"):
        deal_next(match, 4)
    again = match.rematch()
    assert (again.dealer, again.trumps, again.totals) == (match.losers[0], match.trumps, [0, 0, 0, 0])


def test_a_fixed_number_of_deals() -> None:
    match, rng = new_match(load("svoi-3").with_settings({"deals": 4}), 2), random.Random(2)
    for _ in range(4):
        assert not match.is_over
        play_out(match, rng, 2)
    assert match.is_over
    assert match.winners == tuple(s for s in range(3) if match.totals[s] == min(match.totals))


def test_suits_hold_for_the_session() -> None:
    """QC2: by lot, by choice or fixed, but always the same from deal to deal."""
    for choice in ("lot", "choice", "fixed"):
        match = new_match(load("svoi").with_settings({"trump_choice": choice}), 11)
        rng = random.Random(11)
        suits = set()
        for _ in range(3):
            play_out(match, rng, 11)
            suits.add(match.trumps)
        assert len(suits) == 1 and sorted(suits.pop()) == [0, 1, 2, 3]
    assert {new_match("svoi", seed).trumps for seed in range(300)} == {
        (a, b, c, d) for a in range(4) for b in range(4) for c in range(4) for d in range(4) if len({a, b, c, d}) == 4
    }
    assert {new_match("svoi", seed).dealer for seed in range(40)} == {0, 1, 2, 3}
    assert new_match(load("svoi-2").with_settings({"trump_choice": "fixed"}), 1).trumps == (3, 2)


def test_only_one_deal_at_a_time() -> None:
    match = new_match("svoi", 1)
    with pytest.raises(ValueError, match="ended"):
        match.finish_deal()
    deal_next(match, 1)
    with pytest.raises(ValueError, match="running"):
        deal_next(match, 1)
    with pytest.raises(ValueError, match="ended"):
        match.finish_deal()


def test_contradictory_settings_are_refused() -> None:
    with pytest.raises(ProfileError, match="pick_up_trump"):
        load("svoi").with_settings({"pick_up_trump": 2})
    with pytest.raises(ProfileError, match="between 2 and 4"):
        load("svoi").with_settings({"players": 5})
    assert load("svoi").with_settings({"open_pile": "on"}).fingerprint != load("svoi").fingerprint
