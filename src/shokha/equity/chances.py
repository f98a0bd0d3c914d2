"""P(win the match) for every score between deals, by dynamic programming over the outcomes of deals.

The rules of a match are not written here: a `KozelMatch` is set to a score and settles each outcome, and
what it makes of it is the next score. Scores that nothing can tell apart are one (`Chances._key`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from shokha.equity.outcomes import Outcome, Outcomes, outcomes_for
from shokha.kozel.deal import KozelResult
from shokha.kozel.match import KozelMatch
from shokha.kozel.scoring import is_eggs, penalties
from shokha.kozel.settings import KozelSettings, NextLeader, Partnership
from shokha.profile import RuleProfile

PRECISION = 1e-12
MOST_STATES = 6000
"""Above about so many scores a match is so long that its equity is all but a straight line; see `is_within_reach`."""


class _Key(NamedTuple):
    """A score between deals, as far as it matters for who wins."""

    totals: tuple[int, ...]
    alive: tuple[int, ...]
    dealer: int
    leader: int
    """-1: left of the dealer."""
    factor: int
    number: int


class Chances:
    """The chances of every score of one version, worked out as far as they are asked for."""

    def __init__(self, profile: RuleProfile, outcomes: Outcomes) -> None:
        self.profile = profile
        self.settings: KozelSettings = profile.settings
        self.outcomes = outcomes
        self._values: dict[_Key, tuple[float, ...]] = {}
        self._shares_of: dict[int, list[tuple[float, Outcome]]] = {}

    def of(self, match: KozelMatch) -> tuple[float, ...]:
        """Each side's chance to win a match, between deals; ties for the win count as equal shares.

        All players are taken to be equally strong. The chances add up to 1.
        """
        if match.is_over:
            return _shares(match)
        key = self._key(match)
        if key not in self._values:
            self._solve(key)
        return self._values[key]

    def is_within_reach(self, match: KozelMatch) -> bool:
        """Is the rest of the match short enough to be worked out in a second or so?"""
        sides, settings = len(match.alive), self.settings
        if settings.deals:
            left = settings.deals - match.number
            return left <= (40 if sides == 2 else 10)
        return int((settings.target // 2) ** sides) <= MOST_STATES

    # -- scores ------------------------------------------------------------------------------------

    def _key(self, match: KozelMatch) -> _Key:
        """Who is out has no score; only differences count where nothing but the difference is left to play for."""
        settings, least = self.settings, min(match.totals[side] for side in match.alive)
        off = least if settings.deals else max(0, least - settings.target)
        totals = tuple(total - off if side in match.alive else 0 for side, total in enumerate(match.totals))
        dealer, leader = match.dealer, -1 if match.leader is None else match.leader
        if settings.next_leader is NextLeader.LAST_TRICK_WINNER and leader >= 0:
            dealer = leader  # who deals no longer decides anything
        if settings.partnership is Partnership.PAIRS and leader in (-1, dealer):
            dealer, leader = dealer % 2, -1 if leader < 0 else leader % 2
        return _Key(totals, tuple(match.alive), dealer, leader, match.factor, match.number if settings.deals else 0)

    def _match(self, key: _Key) -> KozelMatch:
        match = KozelMatch(self.profile, key.dealer, (), None if key.leader < 0 else key.leader)
        match.totals, match.alive = list(key.totals), list(key.alive)
        match.factor, match.number = key.factor, key.number
        return match

    # -- chances -----------------------------------------------------------------------------------

    def _solve(self, start: _Key) -> None:
        """Work out all scores that can follow: find them, then sweep from the last to the first until nothing moves."""
        steps: dict[_Key, list[tuple[float, _Key | tuple[float, ...]]]] = {}
        todo = [start]
        while todo:
            key = todo.pop()
            if key in steps or key in self._values:
                continue
            steps[key] = list(self._steps(key))
            todo += [after for _, after in steps[key] if isinstance(after, _Key)]
        order = sorted(steps, key=lambda key: (-len(key.alive), key.number, sum(key.totals)), reverse=True)
        many = len(start.totals)
        values = self._values | dict.fromkeys(order, (0.0,) * many)
        moved = 1.0
        while moved > PRECISION:
            moved = 0.0
            for key in order:
                new = [0.0] * many
                for chance, after in steps[key]:
                    found = values[after] if isinstance(after, _Key) else after
                    for side in range(many):
                        new[side] += chance * found[side]
                moved = max(moved, *(abs(a - b) for a, b in zip(new, values[key], strict=True)))
                values[key] = tuple(new)
        self._values = values

    def _steps(self, key: _Key) -> Iterator[tuple[float, _Key | tuple[float, ...]]]:
        """What may come after the next deal, with its chance."""
        before = self._match(key)
        found: dict[_Key | tuple[float, ...], float] = {}
        for chance, result in self._results(before):
            match = before.fork()
            match.settle(result)
            after = _shares(match) if match.is_over else self._key(match)
            found[after] = found.get(after, 0.0) + chance
        for after, chance in found.items():
            yield chance, after

    def _results(self, match: KozelMatch) -> Iterator[tuple[float, KozelResult]]:
        """The measured outcomes as results of the next deal of this match."""
        seats = [seat for seat in range(self.profile.players) if match.seats >> seat & 1]
        at = seats.index(match.first)
        seats = seats[at:] + seats[:at]
        order = list(dict.fromkeys(match.side_of(seat) for seat in seats))
        for chance, outcome in self._outcomes(len(seats)):
            points, tricks = [0] * len(match.sides), [0] * len(match.sides)
            for place, side in enumerate(order):
                points[side], tricks[side] = outcome.points[place], outcome.tricks[place]
            yield chance, KozelResult(tuple(points), tuple(tricks), seats[outcome.last_winner], None, False)

    def _outcomes(self, seats: int) -> list[tuple[float, Outcome]]:
        """The outcomes among so many, with their chances; those that this version counts alike are one."""
        if seats not in self._shares_of:
            rows = self.outcomes.by_seats[seats]
            leads_on = self.settings.next_leader is NextLeader.LAST_TRICK_WINNER
            found: dict[object, tuple[int, Outcome]] = {}
            for row in rows:
                given = penalties(self.settings, row.points, row.tricks, range(len(row.points)))
                key = (given, is_eggs(row.points, range(len(row.points))), leads_on and row.last_winner)
                count, first = found.get(key, (0, row))
                found[key] = (count + row.count, first)
            total = sum(row.count for row in rows)
            self._shares_of[seats] = [(count / total, row) for count, row in found.values()]
        return self._shares_of[seats]


def _shares(match: KozelMatch) -> tuple[float, ...]:
    return tuple((side in match.winners) / len(match.winners) for side in range(len(match.sides)))


@lru_cache(maxsize=64)
def chances(profile: RuleProfile) -> Chances | None:
    """The chances of a version; None when nothing was measured that could serve it (`outcomes_for`)."""
    outcomes = outcomes_for(profile)
    return Chances(profile, outcomes) if outcomes else None
