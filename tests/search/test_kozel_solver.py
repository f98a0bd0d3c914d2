"""The solver against plain minimax, against itself with other tables, and under limits."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import brute

from shokha import profile
from shokha._speed import speed
from shokha.kozel.state import State
from shokha.search.kozel_solver import POINTS, THEIR_TRICKS, TRICKS, Solver, sides_of

WIDE = (-1000, 1000)
KINDS = {"points": POINTS, "tricks": TRICKS, "theirs": THEIR_TRICKS}


def check_position(solver: Solver, state: State, kind: str) -> None:
    """Value, values of all moves, and a narrow window on either side."""
    first = sides_of(state)[0]
    expected = brute.values(state, first, kind)
    value = (max if first >> state.actor & 1 else min)(expected.values())
    solver.load(state, KINDS[kind])
    assert solver.value(*WIDE) == value
    assert {action: solver.value_of(action, *WIDE) for action in expected} == expected
    assert solver.value(value - 1, value) >= value > solver.value(value, value + 1) - 1
    assert not solver.stopped


def compare(positions: int, seed: int, sizes: list[int]) -> None:
    """Random positions of all versions in turn, with one shared table."""
    rng, solver = random.Random(seed), Solver(10)
    for number in range(positions):
        version = number % len(brute.VERSIONS)
        four = brute.VERSIONS[version][2] is None and brute.deal(version, rng).pairs
        cards = rng.choice(sizes) * (4 if four else 2)
        kind = rng.choice(["points", "points", "tricks", "theirs"])
        check_position(solver, brute.position(version, cards, rng), kind)


COMPILED = speed().name == "compiled"


def test_equals_plain_minimax() -> None:
    compare(500 if COMPILED else 90, seed=1, sizes=[1, 2])


def test_equals_plain_minimax_with_three_cards_each() -> None:
    compare(18 if COMPILED else 2, seed=2, sizes=[3])


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_equals_plain_minimax_on_ten_thousand_positions() -> None:
    compare(10_000, seed=3, sizes=[1, 2, 2, 2, 3])


def test_cards_in_the_stock_count() -> None:
    """Two players with cards still to draw: every version, and the same stock the other way round."""
    rng, solver = random.Random(5), Solver(10)
    pairs = [n for n in range(len(brute.VERSIONS)) if sides_of(brute.deal(n, rng)) != (0b0101, 0b1010)]
    changed = 0
    for version in pairs if COMPILED else pairs[1:2]:
        state = brute.position(version, 12, rng, anywhere=False)
        first = sides_of(state)[0]
        solver.load(state)
        before = solver.value(*WIDE)
        assert before == brute.remembering(state, first, {})
        state.place_stock(state.stock_cards()[::-1])
        solver.load(state)
        assert solver.value(*WIDE) == brute.remembering(state, first, {})
        changed += before != solver.value(*WIDE)
    assert changed or not COMPILED


def ways(state: State, plies: int = 6) -> int:
    """In how many ways a position can go on for so many plays."""
    if plies == 0 or state.actor < 0:
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.copy()
        after.play(action)
        total += ways(after, plies - 1)
    return total


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_cards_in_the_stock_count_for_four() -> None:
    """Four players with five cards each, one of them in the stock: the narrowest of many positions."""
    rng, solver = random.Random(0), Solver(14)
    found = (brute.position(0, 20, rng, anywhere=False) for _ in range(150))
    state = min((state for state in found if len(state.stock_cards()) == 4), key=ways)
    solver.load(state)
    assert solver.value(*WIDE) == brute.remembering(state, sides_of(state)[0], {})


@pytest.mark.slow
def test_f93_table_of_any_size_and_any_history() -> None:
    """The table changes nothing: off, tiny, middling, large, and shared in random order."""
    tables(2000)


def test_f93_tables_in_short() -> None:
    """As above, fewer positions."""
    tables(150 if COMPILED else 20)


def tables(positions: int) -> None:
    """https://github.com/fairy-stockfish/Fairy-Stockfish/issues/824."""
    rng = random.Random(93)
    states = [brute.position(n % len(brute.VERSIONS), 12, rng) for n in range(positions)]
    answers = []
    for bits in (0, 4, 12, 20):
        solver, order = Solver(bits), list(range(positions))
        rng.shuffle(order)
        found = {}
        for number in order:
            solver.load(states[number])
            found[number] = solver.value(*WIDE)
        answers.append([found[number] for number in range(positions)])
    assert answers[0] == answers[1] == answers[2] == answers[3]


def test_f93_what_a_key_must_contain() -> None:
    """Pairs of positions with the same hands that differ in one thing only, one shared table.

    https://github.com/ddugovic/Stockfish/pull/99
    """
    rng, solver = random.Random(99), Solver(12)
    differing: dict[str, int] = dict.fromkeys(("trump", "leader", "points", "version", "kind", "stock"), 0)
    for number in range(150 if COMPILED else 40):
        state = brute.position(0, 8, rng, anywhere=False)
        if state.phase != 1:
            continue
        fields = state.dump()
        fields["asked"] = []
        twins = {
            "trump": fields | {"trump": (state.trump + 1) % 4},
            "leader": fields | dict.fromkeys(("leader", "actor", "lead_seat", "master"), (state.leader + 1) % 4),
            "points": fields | {"taken": [fields["taken"][i ^ 1] for i in range(5) if i < 4] + [0]},
            "version": fields | {"shokha": 1 - state.shokha, "joker": 1 - state.shokha},
            "kind": fields,
        }
        for what, twin in twins.items():
            other = state.copy()
            other._restore(twin)
            kind = "tricks" if what == "kind" else "points"
            solver.load(state)
            value = solver.value(*WIDE)
            solver.load(other, KINDS[kind])
            expected = brute.value(other, sides_of(other)[0], kind)
            assert solver.value(*WIDE) == expected, (number, what)
            differing[what] += value != expected
    assert differing["trump"] and differing["leader"] and differing["version"] and differing["kind"]
    assert differing["points"] == 0  # what was taken before changes nothing that is still to come


def test_a_limit_stops_at_the_same_node_everywhere() -> None:
    state = brute.position(0, 16, random.Random(4), anywhere=False)
    solver = Solver(10)
    solver.load(state, limit=1000)
    for action in state.legal_actions():
        solver.value_of(action, *WIDE)
    assert solver.stopped and solver.nodes == 1000
    solver.load(state)
    assert not solver.stopped
    assert solver.value(*WIDE) == solver.value(*WIDE)  # a broken search left nothing wrong behind
    fresh = Solver(14)
    fresh.load(state)
    assert fresh.value(*WIDE) == solver.value(*WIDE)


def test_watching_can_stop_a_search() -> None:
    calls = []
    solver = Solver(12, watch=lambda: bool(calls.append(1)) or len(calls) == 2)
    solver.load(brute.deal(0, random.Random(1)))
    solver.value(*WIDE)
    assert solver.stopped and len(calls) == 2


def test_an_interrupt_passes_through() -> None:
    def watch() -> bool:
        raise KeyboardInterrupt

    solver = Solver(12, watch)
    solver.load(brute.deal(0, random.Random(1)))
    with pytest.raises(KeyboardInterrupt):
        solver.value(*WIDE)


def test_more_than_two_sides_are_refused() -> None:
    state = State(profile.load("trio").settings, list(range(36)), 0)
    with pytest.raises(ValueError, match="two sides"):
        Solver(8).load(state)


def report(positions: int) -> list[tuple[int, int]]:
    """Values and nodes of some searches."""
    rng, solver, told = random.Random(8), Solver(6), []
    for number in range(positions):
        state = brute.position(number % len(brute.VERSIONS), 12, rng)
        solver.load(state, limit=3000)
        told.append((solver.value(*WIDE), solver.nodes))
    return told


def test_compiled_and_plain_search_the_same_nodes(absent: Callable[[str], NoReturn]) -> None:
    if speed().name != "compiled":
        absent("compiled kernels")
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_kozel_solver import report, speed\n"
        "assert speed().name == 'plain'\n"
        "print(report(54))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"SHOKHA_PURE": "1"}, capture_output=True, text=True, check=True
    )
    assert plain.stdout.strip() == str(report(54))
