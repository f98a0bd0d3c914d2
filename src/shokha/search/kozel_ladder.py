"""The results a deal can end with for one of two sides, and the yes-or-no questions that tell them apart.

A deal is not played for card points but for what they count (A28, B12, D12): with 61 the deal is won,
31 halve a loss, without a trick it is worst. Each step of the ladder is one null window for the solver,
far cheaper than exact points. The answers are nested, so a result is found by halving.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from shokha.kozel.scoring import PACK_POINTS, penalties, side_of
from shokha.kozel.settings import KozelSettings, Scoring
from shokha.kozel.state import State
from shokha.search.kozel_solver import POINTS, POT, THEIR_TRICKS, TRICKS, sides_of, worth


class Rung(NamedTuple):
    """What the first side must reach by the end of the deal: `at` least that much of `kind`.

    `kind` is one of the solver's: card points, tricks, or the other side's tricks below zero.
    """

    kind: int
    at: int


class Result(NamedTuple):
    """Penalty points of the first and the second side; of a pot, who loses his stake has 1."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """`rungs[i]` leads from `results[i]` up to `results[i + 1]`; better for the first side means higher."""

    rungs: tuple[Rung, ...]
    results: tuple[Result, ...]

    def climb(self, holds: Callable[[Rung], bool], low: int = 0, high: int | None = None) -> int:
        """Index of the result when `holds` answers whether a rung is reached; between `low` and `high`."""
        top = len(self.rungs) if high is None else high
        while low < top:
            middle = (low + top) // 2
            if holds(self.rungs[middle]):
                low = middle + 1
            else:
                top = middle
        return low


def ladder(settings: KozelSettings, state: State, factor: int = 1) -> Ladder:
    """The ladder of a deal between two sides; `factor` doubles it after eggs (X15)."""
    first, second = (side_of(settings, (seats & -seats).bit_length() - 1) for seats in sides_of(state))
    many = settings.players if settings.partnership == "singles" else 2

    def result(points: int, tricks: int, their_tricks: int) -> Result:
        if settings.scoring is Scoring.POT:
            return Result(int(points < 60), int(points > 60))
        all_points, all_tricks = [0] * many, [0] * many
        all_points[first], all_points[second] = points, PACK_POINTS - points
        all_tricks[first], all_tricks[second] = tricks, their_tricks
        given = penalties(settings, all_points, all_tricks, [first, second], factor)
        return Result(given[first], given[second])

    ends = [(Rung(TRICKS, 0), result(0, 0, 1))]
    ends += [(Rung(TRICKS, 1), result(0, 1, 1))]
    ends += [(Rung(POINTS, points), result(points, 1, 1)) for points in range(1, PACK_POINTS + 1)]
    ends += [(Rung(THEIR_TRICKS, 0), result(PACK_POINTS, 1, 0))]
    steps = [ends[0], *(b for a, b in pairwise(ends) if a[1] != b[1])]
    return Ladder(tuple(rung for rung, _ in steps[1:]), tuple(found for _, found in steps))


def still_needed(rung: Rung, state: State) -> int:
    """How much the first side must still get from here on to reach a rung: the upper edge of a null window."""
    seats = sides_of(state)
    if rung.kind == POINTS:
        return rung.at - points_so_far(state)
    if rung.kind == TRICKS:
        return rung.at - sum(state.tricks_of(seat) for seat in range(5) if seats[0] >> seat & 1)
    return rung.at + sum(state.tricks_of(seat) for seat in range(5) if seats[1] >> seat & 1)


def points_so_far(state: State) -> int:
    """Card points that the first side has taken, a pot included."""
    first = sides_of(state)[0]
    taken = sum(worth(state.taken_by(seat)) for seat in range(5) if first >> seat & 1)
    if state.pot_winner >= 0:
        taken += POT if first >> state.pot_winner & 1 else -POT
    return taken
