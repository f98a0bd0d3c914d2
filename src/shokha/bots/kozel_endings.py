"""Endings by exact play: what each action is worth in many worlds, everybody seeing all cards from then on.

Once the stock is empty a world is solved in a millisecond (`search.kozel_solver`), and only the results
that a deal can end with are asked for (`search.kozel_ladder`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from shokha.equity import Standing, utility
from shokha.kozel.scoring import PACK_POINTS, side_of
from shokha.kozel.state import State
from shokha.kozel.view import KozelView
from shokha.search.kozel_ladder import Ladder, Rung, ladder, still_needed
from shokha.search.kozel_solver import POINTS, THEIR_TRICKS, Solver
from shokha.search.kozel_worlds import Worlds

_LIMIT = 200_000
"""Nodes for one world; one that takes more is left out."""


def is_ending(view: KozelView) -> bool:
    """Can worlds of this view be solved: two sides, penalties, an empty stock?"""
    standing = Standing.of(view)
    return not view.stock and len(standing.alive) == 2 and utility(view.profile, standing).kind != "pot"


def _end(rung: Rung) -> tuple[int, int, int]:
    """Points of the first side and whether either has a trick, at the least that reaches a rung."""
    if rung.kind == POINTS:
        return rung.at, 1, 1
    return (PACK_POINTS, 1, 0) if rung.kind == THEIR_TRICKS else (0, 1, 1)


class Endings:
    """Sums of exact values by action, for the side of the view."""

    def __init__(self, view: KozelView, worlds: Worlds, actions: Sequence[int]) -> None:
        self.view = view
        self.worlds = worlds
        self.actions = actions
        self.solver = Solver(12)
        """A table of 256 KiB: quick to make, and a world is small."""
        self.visits = 0
        self.nodes = 0
        self.sums = [0.0] * len(actions)
        self.wins = [0] * len(actions)
        self._values: list[tuple[float, bool]] = []
        self._ladder: Ladder | None = None

    def run(self, nodes: int) -> None:
        """Solve worlds until so many nodes were searched."""
        while self.nodes < nodes:
            self._solve(self.worlds.sample())

    def mean(self, index: int) -> float:
        """Mean value of an action."""
        return self.sums[index] / self.visits if self.visits else 0.0

    def chance(self, index: int) -> float:
        """How often the deal is won by it."""
        return self.wins[index] / self.visits if self.visits else 0.0

    def _solve(self, world: State) -> None:
        found = []
        if self._ladder is None:
            self._ladder = ladder(self.view.profile.settings, world, self.view.factor)
            self._values = self._worths(self._ladder)
        for action in self.actions:
            found.append(self._values[self._ladder.climb(partial(self._holds, world, action))])
            if self.solver.stopped:
                return
        self.visits += 1
        for i, (value, won) in enumerate(found):
            self.sums[i] += value
            self.wins[i] += won

    def _holds(self, world: State, action: int, rung: Rung) -> bool:
        """Does an action reach a rung for the first side?"""
        if self.solver.stopped:
            return False
        need = still_needed(rung, world)
        self.solver.load(world, rung.kind, _LIMIT)
        reached = self.solver.value_of(action, need - 1, need) >= need
        self.nodes += 20 + self.solver.nodes
        return bool(reached)

    def _worths(self, steps: Ladder) -> list[tuple[float, bool]]:
        """Value for the viewer's side and whether it wins, by result."""
        view = self.view
        assert view.seat is not None
        worth = utility(view.profile, Standing.of(view))
        settings = view.profile.settings
        one, two = worth.standing.alive
        mine = side_of(settings, view.seat)
        found = []
        for points, tricks, their_tricks in [(0, 0, 1), *map(_end, steps.rungs)]:
            all_points, all_tricks = [0] * (max(one, two) + 1), [0] * (max(one, two) + 1)
            all_points[one], all_points[two] = points, PACK_POINTS - points
            all_tricks[one], all_tricks[two] = tricks, their_tricks
            found.append((worth.of(mine, all_points, all_tricks), 2 * all_points[mine] > PACK_POINTS))
        return found
