"""F15: a running deal always waits for exactly one seat, and that seat has something to do.

https://github.com/Hanabi-Live/hanabi-live/issues/1735: an automatic discard left one part waiting for a
player whom another part refused. https://github.com/fedden/poker_ai/issues/95: the last player left was
still asked to act.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import KOZEL_PROFILES, Start, random_start, starts

from shokha import load_profile
from shokha.actions import Action, ActionKind
from shokha.errors import TableError
from shokha.kozel.deal import KozelDeal
from shokha.kozel.phases import Phase
from shokha.profile import RuleProfile


def play(start: Start, rng: random.Random) -> None:
    """A whole deal; in every state the product, its views and its phases name the same seat."""
    profile = RuleProfile("trial", "trial", "kozel", None, "", "", start.settings, frozenset())
    deal = KozelDeal(profile, start.deck, dealer=start.dealer, leader=start.leader, seats=start.seats, peek=start.peek)
    for _ in range(400):
        actor, legal = deal.actor, deal.legal_actions()
        assert deal.is_over == (actor is None) == (not legal) == (deal.result is not None)
        if actor is None:
            for seat in range(profile.players):
                assert deal.view(seat).is_over and not deal.view(seat).legal
            return
        assert start.seats >> actor & 1
        assert len(set(legal)) == len(legal)
        check_duty(deal, actor, legal)
        turns = {deal.view(seat).turn for seat in range(profile.players) if start.seats >> seat & 1}
        assert turns == {deal.turn}
        someone_else = next(s for s in range(profile.players) if s != actor)
        with pytest.raises(TableError):
            deal.play(legal[0], seat=someone_else)
        deal.play(rng.choice(legal), seat=actor)
    raise AssertionError("the deal does not end")


def check_duty(deal: KozelDeal, actor: int, legal: list[Action]) -> None:
    """Whoever is asked can answer the question."""
    kinds, hand = {a.kind for a in legal}, deal.state.hand(actor)
    match Phase(deal.state.phase):
        case Phase.WINDOW | Phase.INTERRUPT:
            assert kinds == {ActionKind.PASS, ActionKind.DECLARE}, "asked without holding anything"
        case Phase.LEAD:
            assert hand and actor == deal.turn and kinds <= {ActionKind.LEAD, ActionKind.DECLARE}
            assert ActionKind.LEAD in kinds
        case Phase.REPLY:
            assert hand and actor == deal.turn and not deal.state.on_table(actor)
            assert ActionKind.DISCARD in kinds and kinds <= {ActionKind.BEAT, ActionKind.DISCARD}
        case other:
            raise AssertionError(other)


@pytest.mark.parametrize("profile", KOZEL_PROFILES)
def test_profile(profile: str) -> None:
    rng = random.Random(profile)
    for _ in range(8):
        play(random_start(load_profile(profile).settings, rng), rng)


@settings(max_examples=60)
@given(starts(), st.integers(0, 2**32 - 1))
def test_random_rules(start: Start, seed: int) -> None:
    play(start, random.Random(seed))
