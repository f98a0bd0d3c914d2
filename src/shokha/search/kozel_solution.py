"""A Kozel position with open cards, answered for people: what each move leads to, and how it would go on.

Every move gets the result it leads to when both sides play perfectly (`kozel_ladder`), and bounds for the
card points of the mover's side at the end, which may be closed to the exact number. A search that is
stopped (by a number of nodes, or by whoever watches) keeps all bounds that it has proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from shokha.kozel.scoring import PACK_POINTS
from shokha.kozel.settings import KozelSettings
from shokha.kozel.state import State
from shokha.search.kozel_ladder import Ladder, Result, Rung, ladder, points_so_far, still_needed
from shokha.search.kozel_solver import POINTS, POT, Solver, sides_of


class Exact(Enum):
    """Of which moves the exact card points are wanted, besides the results of all."""

    NONE = "none"
    BEST = "best"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move leads to. Results are (own, theirs), points those of the mover's side at the end of the deal.

    Who takes a pot at once has 200 points more, or less.
    """

    action: int
    worst: Result
    best: Result
    low: int
    high: int

    @property
    def result(self) -> Result | None:
        """The result, None when the search was stopped before it was known."""
        return self.worst if self.worst == self.best else None

    @property
    def points(self) -> int | None:
        """Card points, None when only bounds are known."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer: all moves in the kernel's order, `best` among them, and what it cost."""

    seat: int
    side: int
    moves: tuple[MoveValue, ...]
    best: MoveValue
    nodes: int
    is_complete: bool
    """Was everything found that was asked for?"""


class Stopped(Exception):
    """The search was stopped."""


@dataclass
class Searcher:
    """One solver, used for many questions about positions, with one budget of nodes (0: no bound)."""

    solver: Solver
    limit: int = 0
    nodes: int = 0
    _loaded: tuple[State, int] | None = field(default=None, repr=False)

    def value(self, state: State, action: int | None, kind: int, low: int, high: int) -> int:
        """Value of an action, or of the position, between `low` and `high`. Raises `Stopped`."""
        if self._loaded is None or self._loaded[0] is not state or self._loaded[1] != kind:
            if self.limit and self.nodes >= self.limit:
                raise Stopped
            self.solver.load(state, kind, self.limit - self.nodes if self.limit else 0)
            self._loaded = (state, kind)
        before = self.solver.nodes
        found = self.solver.value(low, high) if action is None else self.solver.value_of(action, low, high)
        self.nodes += self.solver.nodes - before
        if self.solver.stopped:
            raise Stopped
        return found

    def holds(self, state: State, action: int | None, rung: Rung) -> bool:
        """Does the first side reach the rung?"""
        need = still_needed(rung, state)
        return self.value(state, action, rung.kind, need - 1, need) >= need


@dataclass
class _Bounds:
    """What is known of one action, for the first side: indices of results, and final card points."""

    action: int
    worst: int
    best: int
    low: int
    high: int

    def learn_rung(self, rungs: tuple[Rung, ...], index: int, is_reached: bool) -> None:
        if is_reached:
            self.worst = index + 1
            if rungs[index].kind == POINTS:
                self.low = max(self.low, rungs[index].at)
        else:
            self.best = index
            if rungs[index].kind == POINTS:
                self.high = min(self.high, rungs[index].at - 1)


def solve(
    state: State,
    settings: KozelSettings,
    *,
    exact: Exact = Exact.ALL,
    limit: int = 0,
    solver: Solver | None = None,
    factor: int = 1,
    tell: Callable[[Solution], None] = lambda solution: None,
) -> Solution:
    """What every legal move of a position leads to.

    `limit` bounds the nodes searched. A `solver` of one's own may be watched and keeps its table; `tell`
    is handed what is known so far from time to time. Raises `ValueError` when the deal is over or has more
    than two sides.
    """
    first = sides_of(state)[0]
    if state.actor < 0:
        raise ValueError("the deal is over: there is nothing to solve")
    state = state.copy()
    steps = ladder(settings, state, factor)
    searcher = Searcher(solver or Solver(18), limit)
    searcher.solver.load(state)
    pot = POT if state.bura or state.aces else 0
    base = points_so_far(state)
    low, high = base - pot, base + searcher.solver.total + pot
    moves = [_Bounds(action, 0, len(steps.rungs), low, high) for action in state.legal_actions()]
    is_first = bool(first >> state.actor & 1)

    def told(is_complete: bool) -> Solution:
        return _solution(state, steps, moves, searcher.nodes, is_complete)

    try:
        for _ in _find_results(searcher, state, steps, moves):
            tell(told(False))
        if exact is not Exact.NONE:
            best = max(moves, key=lambda m: m.worst if is_first else -m.worst)
            wanted = [m for m in moves if exact is Exact.ALL or m.worst == best.worst]
            for _ in _find_points(searcher, state, wanted, base, is_first, exact):
                tell(told(False))
    except Stopped:
        return told(False)
    return told(True)


def _find_results(searcher: Searcher, state: State, steps: Ladder, moves: list[_Bounds]) -> Iterator[None]:
    """Halve the ladder for every move in turn, so that an early end leaves every move about equally well known."""
    while True:
        open_moves = [m for m in moves if m.worst < m.best]
        if not open_moves:
            return
        for m in open_moves:
            index = (m.worst + m.best) // 2
            m.learn_rung(steps.rungs, index, searcher.holds(state, m.action, steps.rungs[index]))
            yield


def _find_points(
    searcher: Searcher, state: State, moves: list[_Bounds], base: int, is_first: bool, exact: Exact
) -> Iterator[None]:
    """Close the bounds of these moves; for `Exact.BEST` of those that are better than the ones before."""
    best: int | None = None
    for m in moves:
        low, high = m.low - 1, m.high + 1
        if exact is Exact.BEST and best is not None:
            low, high = (max(low, best), high) if is_first else (low, min(high, best))
        if m.low < m.high and high - low > 1:
            found = base + searcher.value(state, m.action, POINTS, low - base, high - base)
            if found > low:
                m.low = max(m.low, found)
            if found < high:
                m.high = min(m.high, found)
            yield
        if m.low == m.high and (best is None or (m.low > best if is_first else m.low < best)):
            best = m.low


def _solution(state: State, steps: Ladder, moves: list[_Bounds], nodes: int, is_complete: bool) -> Solution:
    """The bounds of the first side, told from the mover's."""
    first, second = sides_of(state)
    is_first = bool(first >> state.actor & 1)
    if is_first:
        values = [MoveValue(m.action, steps.results[m.worst], steps.results[m.best], m.low, m.high) for m in moves]
        best = max(range(len(moves)), key=lambda i: (moves[i].worst, moves[i].low, moves[i].best, -i))
    else:
        values = [
            MoveValue(
                m.action,
                Result(*reversed(steps.results[m.best])),
                Result(*reversed(steps.results[m.worst])),
                PACK_POINTS - m.high,
                PACK_POINTS - m.low,
            )
            for m in moves
        ]
        best = min(range(len(moves)), key=lambda i: (moves[i].best, moves[i].high, moves[i].worst, i))
    return Solution(state.actor, first if is_first else second, tuple(values), values[best], nodes, is_complete)


def best_line(
    state: State,
    settings: KozelSettings,
    best: MoveValue,
    *,
    solver: Solver | None = None,
    limit: int = 0,
    factor: int = 1,
) -> list[tuple[int, int]]:
    """How the deal goes on when both sides keep what `best`, the solution's move, has promised: (seat, action).

    Where several moves keep it, the first of them is taken. Shorter when `limit` nodes are used up.
    """
    first = sides_of(state)[0]
    steps = ladder(settings, state, factor)
    is_first = bool(first >> state.actor & 1)
    index = steps.results.index(best.worst if is_first else Result(*reversed(best.worst)))
    points = best.points
    if points is not None and not is_first:
        points = PACK_POINTS - points
    # Exact points say more than the result, except where only tricks tell results apart.
    floor = steps.rungs[index - 1] if index > 0 else None
    ceiling = steps.rungs[index] if index < len(steps.rungs) else None
    if points is not None and points != 0:
        floor = Rung(POINTS, points)
    if points is not None and points != PACK_POINTS:
        ceiling = Rung(POINTS, points + 1)
    searcher = Searcher(solver or Solver(18), limit)
    state = state.copy()
    line = []
    action = best.action
    try:
        while True:
            line.append((state.actor, action))
            state = state.copy()
            state.play(action)
            if state.actor < 0:
                return line
            action = _keeping(searcher, state, floor if first >> state.actor & 1 else ceiling, first)
    except Stopped:
        return line


def _keeping(searcher: Searcher, state: State, edge: Rung | None, first: int) -> int:
    """The first action with which the mover still reaches, or still denies, a rung."""
    legal = state.legal_actions()
    is_first = bool(first >> state.actor & 1)
    for action in legal[:-1]:
        if edge is None or searcher.holds(state, action, edge) == is_first:
            return action
    return legal[-1]
