"""Ladders of results, solutions of whole positions and their lines, against plain minimax over the count itself."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import brute

from shokha import profile
from shokha._speed import speed
from shokha.kozel.scoring import penalties, sides
from shokha.kozel.settings import KozelSettings, Scoring
from shokha.kozel.state import State
from shokha.search.kozel_ladder import Ladder, Result, Rung, ladder, still_needed
from shokha.search.kozel_solution import Exact, Solution, best_line, solve
from shokha.search.kozel_solver import POINTS, THEIR_TRICKS, TRICKS, Solver, sides_of

COMPILED = speed().name == "compiled"


def settings_of(version: int) -> KozelSettings:
    name, changes, _ = brute.VERSIONS[version]
    found = profile.load(name)
    return (found.with_settings(changes) if changes else found).settings


def counted(state: State, settings: KozelSettings) -> Result:
    """The result of a deal that is over, by the count of the rules."""
    if settings.scoring is Scoring.POT:
        first, second = (brute.worth(taken) for taken in takings(state))
        if state.pot_winner >= 0:
            first, second = (1, 0) if sides_of(state)[0] >> state.pot_winner & 1 else (0, 1)
        return Result(int(first < second), int(first > second))
    points = [
        sum(brute.worth(state.taken_by(s)) for s in range(settings.players) if m >> s & 1) for m in sides(settings)
    ]
    tricks = [sum(state.tricks_of(s) for s in range(settings.players) if m >> s & 1) for m in sides(settings)]
    playing = [i for i, mask in enumerate(sides(settings)) if mask & state.seats]
    given = penalties(settings, points, tricks, playing)
    return Result(given[playing[0]], given[playing[1]])


def takings(state: State) -> tuple[int, int]:
    """Cards taken by the two sides."""
    taken = [0, 0]
    for side, seats in enumerate(sides_of(state)):
        for seat in range(5):
            if seats >> seat & 1:
                taken[side] |= state.taken_by(seat)
    return taken[0], taken[1]


def best_result(state: State, settings: KozelSettings) -> Result:
    """Minimax over results: only the count matters."""
    if state.actor < 0:
        return counted(state, settings)
    results = []
    for action in state.legal_actions():
        after = state.copy()
        after.play(action)
        results.append(best_result(after, settings))
    is_first = sides_of(state)[0] >> state.actor & 1
    return (max if is_first else min)(results, key=lambda r: r.second - r.first)


def own(result: Result, state: State) -> Result:
    """From the mover's side."""
    return result if sides_of(state)[0] >> state.actor & 1 else Result(result.second, result.first)


def test_the_ladder_of_pairs() -> None:
    state = brute.deal(0, random.Random(1))
    assert ladder(settings_of(0), state) == Ladder(
        (
            Rung(TRICKS, 1),
            Rung(POINTS, 31),
            Rung(POINTS, 60),
            Rung(POINTS, 61),
            Rung(POINTS, 90),
            Rung(THEIR_TRICKS, 0),
        ),
        (Result(6, 0), Result(4, 0), Result(2, 0), Result(2, 2), Result(0, 2), Result(0, 4), Result(0, 6)),
    )
    assert ladder(settings_of(0), state, factor=2).results[1] == Result(8, 0)


def test_boundaries_follow_the_version() -> None:
    """QD3 and QD4: more than 31, and no points; D12 for two: 2 whatever the points."""
    quartet = brute.VERSIONS.index(("quartet", {}, None))
    duel = brute.VERSIONS.index(("duel", {}, None))
    rng = random.Random(1)
    assert [r.at for r in ladder(settings_of(quartet), brute.deal(quartet, rng)).rungs] == [1, 32, 60, 61, 89, 120]
    assert [r.at for r in ladder(settings_of(duel), brute.deal(duel, rng)).rungs] == [60, 61]
    assert {r.kind for r in ladder(settings_of(quartet), brute.deal(quartet, rng)).rungs} == {POINTS}


@pytest.mark.parametrize("version", range(len(brute.VERSIONS)))
def test_every_step_up_is_better(version: int) -> None:
    results = ladder(settings_of(version), brute.deal(version, random.Random(1))).results
    gains = [r.second - r.first for r in results]
    assert gains == sorted(set(gains)) and len(results) > 1


def test_what_is_still_needed_counts_what_was_taken() -> None:
    state = brute.position(0, 8, random.Random(4), anywhere=False)
    first = brute.worth(takings(state)[0])
    assert still_needed(Rung(POINTS, 61), state) == 61 - first
    assert still_needed(Rung(TRICKS, 1), state) == 1 - state.tricks_of(0) - state.tricks_of(2)
    assert still_needed(Rung(THEIR_TRICKS, 0), state) == state.tricks_of(1) + state.tricks_of(3)


def check_solution(state: State, settings: KozelSettings, solver: Solver) -> Solution:
    """All results and points against plain minimax; bounds of cheaper searches hold."""
    first, side = sides_of(state)[0], sides_of(state)[0] >> state.actor & 1
    points = brute.values(state, first)
    base = brute.worth(takings(state)[0])
    solution = solve(state, settings, solver=solver)
    assert solution.is_complete and [m.action for m in solution.moves] == state.legal_actions()
    for move in solution.moves:
        after = state.copy()
        after.play(move.action)
        assert move.result == own(best_result(after, settings), state)
        final = base + points[move.action]
        assert move.points == (final if side else 120 - final)
    best = max(solution.moves, key=lambda m: (m.worst.second - m.worst.first, m.low))
    assert (solution.best.result, solution.best.points) == (best.result, best.points)
    quick = solve(state, settings, exact=Exact.BEST, solver=solver)
    assert (quick.best.result, quick.best.points) == (best.result, best.points)
    assert [m.result for m in quick.moves] == [m.result for m in solution.moves]
    for a, b in zip(quick.moves, solution.moves, strict=True):
        assert a.low <= b.low == b.high <= a.high
    return solution


def test_solutions_equal_plain_minimax_over_the_count() -> None:
    rng, solver = random.Random(11), Solver(10)
    for number in range(180 if COMPILED else 36):
        version = number % len(brute.VERSIONS)
        four = len(sides_of(brute.deal(version, rng))) and brute.deal(version, rng).seats == 15
        state = brute.position(version, rng.choice([1, 2]) * (4 if four else 3), rng)
        check_solution(state, settings_of(version), solver)


def test_a_line_keeps_what_the_best_move_promised() -> None:
    rng, solver = random.Random(12), Solver(12)
    for number in range(72 if COMPILED else 18):
        version = number % len(brute.VERSIONS)
        settings = settings_of(version)
        state = brute.position(version, 12, rng)
        best = solve(state, settings, exact=Exact.BEST, solver=solver).best
        seat = state.actor
        side = sides_of(state)[0 if sides_of(state)[0] >> seat & 1 else 1]
        line = best_line(state, settings, best, solver=solver)
        assert line[0] == (seat, best.action)
        for seat, action in line:
            assert seat == state.actor
            state.play(action)
        assert state.actor < 0
        ours = takings(state)[0 if side == sides_of(state)[0] else 1]
        pot = 0 if state.pot_winner < 0 else 200 if side >> state.pot_winner & 1 else -200
        result = counted(state, settings)
        assert best.points == brute.worth(ours) + pot or (pot and abs(best.points or 0) > 80)
        assert best.result == (result if side == sides_of(state)[0] else Result(result.second, result.first))


def test_a_stopped_search_tells_what_it_proved() -> None:
    rng, solver = random.Random(13), Solver(12)
    unfinished = 0
    for limit in (1, 50, 300, 1000, 5000):
        state = brute.position(0, 12, rng, anywhere=False)
        full = solve(state, settings_of(0), solver=solver)
        solver.clear()
        part = solve(state, settings_of(0), limit=limit, solver=solver)
        assert part.nodes <= limit
        unfinished += not part.is_complete
        for a, b in zip(part.moves, full.moves, strict=True):
            assert a.low <= b.low == b.high <= a.high
            gains = [r.second - r.first for r in (a.worst, b.worst, a.best)]
            assert gains == sorted(gains)
    assert unfinished >= 2


def test_progress_is_told() -> None:
    told: list[Solution] = []
    state = brute.position(0, 12, random.Random(14), anywhere=False)
    solve(state, settings_of(0), tell=told.append)
    assert told and not told[0].is_complete


def test_a_deal_that_is_over_has_no_solution() -> None:
    state = brute.deal(0, random.Random(1))
    while state.actor >= 0:
        state.play(state.legal_actions()[0])
    with pytest.raises(ValueError, match="over"):
        solve(state, settings_of(0))
