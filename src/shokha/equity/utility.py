"""What the result of a deal is worth to a side, from 0 to 1: the utility of every search.

With penalties it is the chance to win the match from the score that follows, in a pot the share of the pot.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from shokha.cards import PACK, points_of
from shokha.equity.chances import Chances, chances
from shokha.kozel.deal import KozelResult
from shokha.kozel.match import KozelMatch
from shokha.kozel.scoring import penalties, side_of
from shokha.kozel.settings import KozelSettings, NextLeader
from shokha.profile import RuleProfile

ALL_POINTS = points_of(PACK)
"""Card points of the pack: 120."""

CODES = ALL_POINTS + 2
"""Values of `code`."""


def code(points: int, tricks: int) -> int:
    """Points and tricks of a side in one number, as far as a count can ask: 0 without a trick, else points + 1."""
    return points + 1 if tricks else 0


@dataclass(frozen=True, slots=True)
class Standing:
    """The score while a deal is played, before it is counted. Everything in it is public.

    `totals` run over the sides: penalties, or chips after the ante. `alive` lists the sides in play, `number`
    counts finished deals, `factor` is 2 after eggs where these double, `pot` is what lies in the middle.
    """

    totals: tuple[int, ...]
    alive: tuple[int, ...]
    dealer: int = 0
    factor: int = 1
    number: int = 0
    pot: int = 0

    @classmethod
    def of(cls, view: Any) -> Standing:
        """The score that a `KozelView` has been told with the deal."""
        settings, players = view.profile.settings, range(view.profile.players)
        alive = tuple(sorted({side_of(settings, seat) for seat in players if view.seats >> seat & 1}))
        totals = view.standing or (0,) * (1 + max(side_of(settings, seat) for seat in players))
        return cls(totals, alive, view.dealer, view.factor, max(0, view.number - 1), view.pot)

    @classmethod
    def of_match(cls, match: KozelMatch) -> Standing:
        """The score of the deal that is running in a match, or of its next one."""
        pot = match.pot
        return cls(match.standing, tuple(match.playing), match.dealer, match.factor, match.number, pot)


class Utility:
    """What every result of one deal is worth to every side, given the score before it.

    `kind` says in which money: ``match`` (chance to win the match), ``pot`` (share of the pot) or
    ``penalties`` (0.5 plus or minus the difference of penalties, scaled to 0…1: where no chances are known).
    Values of all sides add up to 1, except with ``penalties`` among three.
    """

    def __init__(self, profile: RuleProfile, standing: Standing, known: Chances | None) -> None:
        self.profile = profile
        self.settings: KozelSettings = profile.settings
        self.standing = standing
        self._match = match = KozelMatch(profile, standing.dealer)
        match.totals, match.alive = list(standing.totals), list(standing.alive)
        match.factor, match.number, match.pot = standing.factor, standing.number, standing.pot
        self._known = known if known and known.is_within_reach(match) else None
        self.kind = "pot" if match.has_pot else "match" if self._known else "penalties"
        self._values: dict[tuple[int, ...], tuple[float, ...]] = {}

    def of(self, side: int, points: Sequence[int], tricks: Sequence[int], pot_winner: int | None = None) -> float:
        """Value for a side of a deal that ends so. `points` and `tricks` run over all sides, as in `KozelResult`.

        Who leads the next deal is left open: where the last trick's winner would, all are equally likely.
        """
        return self.values(points, tricks, pot_winner)[side]

    def values(self, points: Sequence[int], tricks: Sequence[int], pot_winner: int | None = None) -> tuple[float, ...]:
        """`of` for all sides at once."""
        alive = self.standing.alive
        if self.kind == "pot":
            most = max(points[side] for side in alive)
            best = [pot_winner] if pot_winner is not None else [side for side in alive if points[side] == most]
            return self._pot(tuple(best))
        given = penalties(self.settings, points, tricks, alive, self.standing.factor)
        if given not in self._values:
            result = KozelResult(tuple(points), tuple(tricks), -1, None, False)
            self._values[given] = self._of_penalties(given, result)
        return self._values[given]

    # -- tables for kernels ------------------------------------------------------------------------

    def by_points(self, side: int) -> array[float]:
        """For two sides with penalties, 123 numbers: the value when `side` ends with 0…120 points and both have
        a trick; then at 121 when `side` has no trick, at 122 when the other has none.

        >>> from shokha.profile import load
        >>> table = utility(load("pairs"), Standing((8, 8), (0, 1))).by_points(0)
        >>> table[121] == table[30] == 0.0 < table[31] < table[60] < table[61] < table[90] == 1.0
        True
        """
        table = array("d", (self.of(side, *self._end(side, points, 1, 1)) for points in range(ALL_POINTS + 1)))
        table.extend((self.of(side, *self._end(side, 0, 0, 1)), self.of(side, *self._end(side, ALL_POINTS, 1, 0))))
        return table

    def by_penalties(self) -> dict[tuple[int, ...], tuple[float, ...]]:
        """For two sides with penalties: the values of all sides by the penalties that the deal brings them."""
        self.by_points(self.standing.alive[0])
        return dict(self._values)

    def _end(self, side: int, points: int, tricks: int, their_tricks: int) -> tuple[list[int], list[int]]:
        """Points and tricks over all sides when `side` ends so and the other of two gets the rest."""
        other = sum(self.standing.alive) - side
        all_points, all_tricks = [0] * len(self._match.sides), [0] * len(self._match.sides)
        all_points[side], all_points[other] = points, ALL_POINTS - points
        all_tricks[side], all_tricks[other] = tricks, their_tricks
        return all_points, all_tricks

    def by_codes(self, side: int) -> array[float]:
        """For three sides a, b, c in play with penalties: the value for `side` at ``code(a) * CODES + code(b)``, and
        ``CODES ** 2`` further on when c has no trick. Places that no deal can reach hold 0.
        """
        a, b, c = self.standing.alive
        table = array("d", bytes(8 * 2 * CODES * CODES))
        points, tricks = [0] * len(self._match.sides), [0] * len(self._match.sides)
        for first in range(CODES):
            points[a], tricks[a] = max(0, first - 1), int(first > 0)
            for second in range(CODES - max(0, first - 1)):
                points[b], tricks[b] = max(0, second - 1), int(second > 0)
                rest = ALL_POINTS - points[a] - points[b]
                if rest < 0:
                    continue
                points[c], tricks[c] = rest, 1
                table[first * CODES + second] = self.of(side, points, tricks)
                if rest == 0:
                    tricks[c] = 0
                    table[CODES * CODES + first * CODES + second] = self.of(side, points, tricks)
        return table

    def by_best(self, side: int) -> array[float]:
        """For a pot: the value at the mask of the sides (seats) with most points, or of the one that took the pot.

        Masks that hold nobody in play have 0.
        """
        alive = self.standing.alive
        masks = range(1 << len(self._match.sides))
        sides = [tuple(s for s in alive if mask >> s & 1) for mask in masks]
        return array("d", (self._pot(best)[side] if best else 0.0 for best in sides))

    # -- how ---------------------------------------------------------------------------------------

    def _of_penalties(self, given: tuple[int, ...], result: KozelResult) -> tuple[float, ...]:
        if self._known is None:
            return self._by_difference(given)
        winners = [-1]
        if self.settings.next_leader is NextLeader.LAST_TRICK_WINNER:
            winners = [seat for seat in range(self.profile.players) if self._match.seats >> seat & 1]
        found = []
        for last in winners:
            match = self._match.fork()
            match.settle(KozelResult(result.points, result.tricks, last, None, False))
            found.append(self._known.of(match))
        return tuple(sum(values) / len(winners) for values in zip(*found, strict=True))

    def _by_difference(self, given: tuple[int, ...]) -> tuple[float, ...]:
        """6 penalties, times the factor, are the most that a deal can cost."""
        alive, most = self.standing.alive, 6 * self.standing.factor
        found = [0.0] * len(given)
        for side in alive:
            others = [given[other] for other in alive if other != side]
            found[side] = 0.5 + (sum(others) / len(others) - given[side]) / (2 * most)
        return tuple(found)

    def _pot(self, best: tuple[int, ...]) -> tuple[float, ...]:
        """Shares of the pot; a pot that is carried or played off is worth as much to each who plays for it."""
        if best not in self._values:
            match = self._match.fork()
            match.pot = pot = self.standing.pot or self.settings.ante * len(self.standing.alive)
            points = tuple(int(side in best) for side in range(len(match.sides)))
            match.settle(KozelResult(points, points, best[0], best[0] if len(best) == 1 else None, False))
            won = [now - then for now, then in zip(match.totals, self.standing.totals, strict=True)]
            for side in match.playing:
                won[side] += match.pot / len(match.playing)
            self._values[best] = tuple(chips / pot for chips in won)
        return self._values[best]


@lru_cache(maxsize=256)
def utility(profile: RuleProfile, standing: Standing) -> Utility:
    """What results are worth in a version of Kozel at a score; bots write ``utility(view.profile, Standing.of(view))``.

    Raises ValueError for other games.
    """
    if profile.game != "kozel":
        raise ValueError(f"match equity is known for Kozel, not for {profile.game}")
    return Utility(profile, standing, chances(profile))
