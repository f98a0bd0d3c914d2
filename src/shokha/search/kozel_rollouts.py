"""Flat Monte Carlo for Kozel: what becomes of each action in many worlds, played out by a policy.

All candidates meet the same worlds and the same chance in the playouts, so that their differences
depend little on luck. The result of a playout is judged once for each way a deal can end (`Judge`),
from outside: search knows nothing of match scores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

if cython.compiled:
    from cython.cimports.shokha.kozel.state import State
    from cython.cimports.shokha.search.kozel_policy import Policy
    from cython.cimports.shokha.search.kozel_solver import worth
    from cython.cimports.shokha.search.kozel_worlds import Worlds
else:
    from shokha.kozel.state import State
    from shokha.search.kozel_policy import Policy
    from shokha.search.kozel_solver import worth
    from shokha.search.kozel_worlds import Worlds

MILLION = 1_000_000
Verdict = tuple[float, ...]
"""By seat, what the end of a deal is worth: from 0 to 1 and a little beyond, more is better."""
Ending = Callable[[tuple[int, ...], tuple[int, ...], int], Verdict]
"""From card points by side, tricks by side (1 for any) and who took the pot at once (or -1)."""


class Judge:
    """Values of ended deals, by seat in millionths; each kind of ending is asked for once."""

    def __init__(self, ending: Ending, players: int, pairs: bool) -> None:
        if not cython.compiled:
            self.values, self.points, self.tricks = [0] * 5, [0] * 5, [0] * 5
        self.ending = ending
        self.n_seats = players
        self.n_sides = 2 if pairs else players
        self.known: dict[int, tuple[int, ...]] = {}

    def judge(self, state: State) -> list[int]:
        """Values of an ended deal by seat."""
        self._judge(state)
        return [self.values[seat] for seat in range(self.n_seats)]

    def _judge(self, state: State) -> None:
        """Fill `values` and `points` (by side)."""
        seat: cython.int
        side: cython.int
        key: cython.ulonglong = state.pot_winner + 1
        for side in range(self.n_sides):
            self.points[side] = 0
            self.tricks[side] = 0
        for seat in range(self.n_seats):
            side = seat & 1 if self.n_sides == 2 else seat
            self.points[side] += worth(state.taken[seat])
            if state.won[seat]:
                self.tricks[side] = 1
        for side in range(self.n_sides):
            key = key << 8 | self.points[side] << 1 | self.tricks[side]
        found = self.known.get(key)
        if found is None:
            found = self._ask(state.pot_winner)
            self.known[key] = found
        for seat in range(self.n_seats):
            self.values[seat] = found[seat]

    def _has_won(self, state: State, me: cython.int) -> cython.int:
        """After `_judge`: does the side of `me` have more card points than any other, or the pot?"""
        own: cython.int = me & 1 if self.n_sides == 2 else me
        side: cython.int
        if state.pot_winner >= 0:
            return 1 if state.pot_winner == me else 0
        for side in range(self.n_sides):
            if side != own and self.points[side] >= self.points[own]:
                return 0
        return 1

    def _ask(self, pot_winner: int) -> tuple[int, ...]:
        sides = range(self.n_sides)
        verdict = self.ending(
            tuple([self.points[side] for side in sides]), tuple([self.tricks[side] for side in sides]), pot_winner
        )
        return tuple([int(MILLION * value) for value in verdict])


class Rollouts:
    """Counts for each action of the player in turn. `sums` are in millionths; `wins`: most card points, or the pot."""

    def __init__(self, worlds: Worlds, policy: Policy, judge: Judge, actions: Sequence[int]) -> None:
        if not cython.compiled:
            self.actions, self.visits, self.sums, self.wins = [0] * 32, [0] * 32, [0] * 32, [0] * 32
        self.worlds = worlds
        self.policy = policy
        self.judge = judge
        self.spare = worlds.base.copy()
        self.n_actions = len(actions)
        for i, action in enumerate(actions):
            self.actions[i] = action
            self.visits[i] = 0
            self.sums[i] = 0
            self.wins[i] = 0

    def run(self, worlds: int, chosen: Sequence[int]) -> None:
        """Try the actions with these indices in so many further worlds."""
        which: cython.ulonglong = sum(1 << i for i in chosen)
        n: cython.int = worlds
        while n > 0:
            self._one(which)
            n -= 1

    def mean(self, index: int) -> float:
        """Mean value of an action, 0 before it was tried."""
        return self.sums[index] / self.visits[index] / MILLION if self.visits[index] else 0.0

    def chance(self, index: int) -> float:
        """How often the action's side had most card points in the end, or took the pot."""
        return self.wins[index] / self.visits[index] if self.visits[index] else 0.0

    def _one(self, which: cython.ulonglong) -> None:
        """One world for all chosen actions."""
        i: cython.int
        me: cython.int = self.worlds.me
        luck: cython.ulonglong
        world: State = self.worlds.world
        spare: State = self.spare
        self.worlds._draw()
        luck = self.worlds.rng
        world._copy_into(spare)  # the stock differs from world to world
        for i in range(self.n_actions):
            if which >> i & 1:
                world._branch(spare)
                self.policy.rng = luck
                spare._apply(self.actions[i])
                self.policy._play_out(spare)
                self.judge._judge(spare)
                self.visits[i] += 1
                self.sums[i] += self.judge.values[me]
                self.wins[i] += self.judge._has_won(spare, me)
