"""Law 8: the kernel and a brute-force Kozel agree on everything, step by step.

Random settings, tables, decks and players; the product's profiles one by one; and moves that are not
legal, which the kernel refuses without a trace.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle.kozel_compare import assert_same
from tests.oracle.kozel_oracle import Oracle
from tests.strategies import KOZEL_PROFILES, Start, random_start, starts

from shokha import load_profile
from shokha.errors import RuleViolation
from shokha.kozel.state import State


def compare(start: Start, rng: random.Random) -> Oracle:
    """Play a deal at random in both."""
    oracle, state = Oracle(*start.arguments), State(*start.arguments)
    assert_same(oracle, state)
    while not oracle.is_over:
        action = rng.choice(oracle.legal())
        oracle.play(action)
        state.play(action)
        assert_same(oracle, state)
    return oracle


@pytest.mark.parametrize("profile", KOZEL_PROFILES)
def test_profile(profile: str) -> None:
    rng = random.Random(profile)
    for _ in range(60):
        compare(random_start(load_profile(profile).settings, rng), rng)


@settings(max_examples=400, deadline=None)
@given(starts(), st.integers(0, 2**32 - 1))
def test_random_rules(start: Start, seed: int) -> None:
    compare(start, random.Random(seed))


def wrong_moves(state: State, rng: random.Random) -> list[int]:
    """Ints that somebody might send: every kind with random, own, foreign, too many and no cards, and nonsense."""
    own = [c for c in range(36) if state.hand(state.actor) >> c & 1] if state.actor >= 0 else []
    moves = [0, -1, 1 << 56, 6 << 56, 7 << 56, 8 << 56, 1 << 60, 1 << 63, 1 << 64, (1 << 64) + 1, -(1 << 56)]
    moves += [1 << 56 | n for n in range(1, 6)]
    moves += [2 << 56 | 1 << 40, 3 << 56 | 1 << 52, 4 << 56 | 1 << 36, 5 << 56 | 1 | 2 << 6]
    for kind in (2, 3, 4):
        moves.append(kind << 56)
        for size in (1, 1, 2, 2, 3, 4, 5):
            moves.append(kind << 56 | sum(1 << c for c in rng.sample(range(36), size)))
            if size <= len(own):
                moves.append(kind << 56 | sum(1 << c for c in rng.sample(own, size)))
            if len(own) > 1:
                foreign = rng.choice([c for c in range(36) if c not in own])
                moves.append(kind << 56 | 1 << foreign | sum(1 << c for c in rng.sample(own, min(size, len(own)) - 1)))
    return moves


@settings(max_examples=60, deadline=None)
@given(starts(), st.integers(0, 2**32 - 1))
def test_exactly_the_legal_actions_are_accepted(start: Start, seed: int) -> None:
    """Law 2. Whatever is not in the oracle's list is refused with a code, a rule and a sentence; nothing changes."""
    rng = random.Random(seed)
    oracle, state = Oracle(*start.arguments), State(*start.arguments)
    while True:
        legal, before = oracle.legal(), state.dump()
        for move in wrong_moves(state, rng):
            if move in legal:
                after = state.copy()
                after.play(move)
                assert after.dump() != before
                continue
            assert not state.is_legal(move)
            with pytest.raises(RuleViolation) as refusal:
                state.play(move)
            assert refusal.value.code and refusal.value.rule and refusal.value.message.endswith(".")
            assert state.dump() == before
        if oracle.is_over:
            break
        action = rng.choice(legal)
        oracle.play(action)
        state.play(action)
    with pytest.raises(RuleViolation, match="over"):
        state.play(0)
