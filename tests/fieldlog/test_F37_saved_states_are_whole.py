"""F37: a state that was copied, pickled or deep-copied at any moment goes on exactly as the original.

https://github.com/google-deepmind/open_spiel/issues/1277: a serialised state had lost whose turn it was.
https://github.com/datamllab/rlcard/issues/214: stepping back restored everything but the phase.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import KOZEL_PROFILES, Start, random_start, starts

from shokha import load_profile
from shokha.kozel.state import State

WAYS: dict[str, Callable[[State], State]] = {
    "copy": lambda state: state.copy(),
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "oldest pickle": lambda state: pickle.loads(pickle.dumps(state, 2)),
}


def snapshot(state: State) -> object:
    """Every field that says something: all that the kernel keeps, and all that it answers."""
    seats = range(state.n_seats)
    return (
        state.dump(),
        (state.actor, state.turn, state.phase, state.leader, state.master, state.master_cards, state.size),
        (state.trump, state.turn_up, state.shown, state.is_over, state.is_void, state.pot_winner, state.last_winner),
        [(state.hand(s), state.taken_by(s), state.tricks_of(s), state.on_table(s), state.is_face_up(s)) for s in seats],
        (state.stock_cards(), state.drawn(), state.asked(), state.legal_actions()),
    )


def play(start: Start, rng: random.Random) -> None:
    """Save in every way at every step; a saved state neither follows nor disturbs the one it came from."""
    state, saved = State(*start.arguments), []
    while True:
        now = snapshot(state)
        for name, way in WAYS.items():
            twin = way(state)
            assert type(twin) is State and twin is not state
            assert snapshot(twin) == now, name
            if len(saved) < 40 or rng.random() < 0.1:
                saved.append((twin, now))
        if state.is_over:
            break
        # one step played and, by a copy kept before it, undone
        action = rng.choice(state.legal_actions())
        before = state.copy()
        state.play(action)
        after = snapshot(state)
        assert snapshot(before) == now
        before.play(action)
        assert snapshot(before) == after
    for twin, then in saved:
        assert snapshot(twin) == then
    twin, _ = rng.choice(saved)
    continuation = random.Random(1)
    other = State.copy(twin)
    while not twin.is_over:
        action = continuation.choice(twin.legal_actions())
        twin.play(action)
        other.play(action)
        assert snapshot(twin) == snapshot(other)


@pytest.mark.parametrize("profile", KOZEL_PROFILES)
def test_profile(profile: str) -> None:
    rng = random.Random(profile)
    for _ in range(4):
        play(random_start(load_profile(profile).settings, rng), rng)


@settings(max_examples=25)
@given(starts(), st.integers(0, 2**32 - 1))
def test_random_rules(start: Start, seed: int) -> None:
    play(start, random.Random(seed))
