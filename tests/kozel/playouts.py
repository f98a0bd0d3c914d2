"""Playing whole deals in tests: at random, or towards an outcome that seldom comes by itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from shokha.kozel.state import State

BEAT, DISCARD = 3, 4
Outcome = tuple[list[int], list[int]]
"""Points and tricks by seat."""


def outcome(state: State, players: int) -> Outcome:
    """Card points and tricks of every seat."""
    worth = (0, 0, 0, 0, 2, 3, 4, 10, 11)
    points = [sum(worth[c % 9] for c in range(36) if state.taken_by(s) >> c & 1) for s in range(players)]
    return points, [state.tricks_of(s) for s in range(players)]


def at_random(state: State, rng: random.Random, meek: Sequence[int] = ()) -> list[int]:
    """Play to the end and return the actions. Meek seats discard whenever they may, and then the others beat."""
    played = []
    while not state.is_over:
        legal = state.legal_actions()
        kind = DISCARD if state.actor in meek else BEAT
        wanted = [a for a in legal if a >> 56 == kind] if meek else []
        if state.actor in meek and not wanted:  # a pass, or one low card
            wanted = [min(legal, key=lambda a: (a >> 56, a.bit_count(), a))]
        played.append(rng.choice(wanted or legal))
        state.play(played[-1])
    return played


def towards(
    state: State,
    players: int,
    rng: random.Random,
    wish: Callable[[Outcome], bool],
    tries: int,
    meek: Sequence[int] = (),
) -> list[int]:
    """Actions of the first of `tries` playouts that ends as wished, otherwise of the last."""
    played: list[int] = []
    for _ in range(tries):
        trial = state.copy()
        played = at_random(trial, rng, meek)
        if trial.is_void or wish(outcome(trial, players)):
            break
    return played
