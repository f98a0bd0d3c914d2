"""Counting a deal and keeping a match of Kozel, written from the rule book alone.

Sides are numbers: 0 and 1 in pairs, the seat where everybody plays alone. Everything is a dict by side.
"""

from __future__ import annotations

from dataclasses import dataclass

from shokha.kozel.settings import KozelSettings


def band(rules: KozelSettings, points: int, tricks: int) -> int:
    """The 2/4/6 scale (A28, B12, D12, QD3, QD4)."""
    nothing = points == 0 if rules.zero_rule == "points" else tricks == 0
    if nothing:
        return 6
    if rules.boundary31 == "gt":
        return 2 if points > 31 else 4
    return 2 if points >= 31 else 4


def penalties(rules: KozelSettings, points: dict[int, int], tricks: dict[int, int]) -> dict[int, int]:
    """Penalty points of one deal, before any doubling, by side still in the match."""
    sides = sorted(points, key=lambda side: -points[side])
    if len(sides) == 2:
        best, worst = sides
        if points[best] == points[worst]:
            return dict.fromkeys(sides, 2 if rules.eggs == "two_each" else 0)
        if rules.partnership == "singles" and rules.two_player_scale == "flat":
            return {best: 0, worst: 2}
        return {best: 0, worst: band(rules, points[worst], tricks[worst])}
    first, second, third = (points[side] for side in sides)
    shared = 2 if rules.tie3_first == "two_each" else 0
    if rules.three_player_scale == "threshold21":
        given = {}
        for side in sides:
            if points[side] == first:
                given[side] = 0 if first > second else shared
            elif points[side] >= 21:
                given[side] = 2
            elif tricks[side] > 0:
                given[side] = 4
            else:
                given[side] = 6
        return given
    if first == second == third:
        scale = [shared, shared, shared]
    elif first == second:
        scale = [shared, shared, 4]
    elif second == third:
        scale = [0, 2, 2]
    else:
        scale = [0, 2, 4]
    return dict(zip(sides, scale, strict=True))


def is_eggs(points: dict[int, int]) -> bool:
    """60–60 (B13)."""
    return sorted(points.values()) == [60, 60]


def goes_out(rules: KozelSettings, totals: dict[int, int]) -> list[int]:
    """Who of the sides still playing goes out with these totals (D3, A30, QD10, QD11, X13)."""
    over = [side for side in totals if totals[side] >= rules.target]
    if len(over) < len(totals):
        return over
    lowest, highest = min(totals.values()), max(totals.values())
    if lowest == highest:
        return []
    if rules.simul3:
        return [side for side in totals if totals[side] == highest]
    return [side for side in totals if totals[side] > lowest]


@dataclass
class Outcome:
    """How one deal ended, by side (all sides that played)."""

    points: dict[int, int]
    tricks: dict[int, int]
    last_winner: int | None = None
    pot_winner: int | None = None
    is_void: bool = False


class MatchOracle:
    """A match: feed it outcomes, read who deals, who leads, what everyone has and who is left."""

    def __init__(self, rules: KozelSettings, dealer: int) -> None:
        self.rules = rules
        self.dealer = dealer
        self.leader: int | None = None
        self.chips_game = rules.scoring == "pot"
        sides = range(2 if rules.partnership == "pairs" else rules.players)
        self.totals = dict.fromkeys(sides, rules.chips if self.chips_game else 0)
        self.left = list(sides)
        """Sides still in the match."""
        self.at_table = list(sides)
        """Sides that play the next deal: fewer than `left` in a playoff only."""
        self.deals = 0
        self.eggs_seen = False
        self.double = False
        self.pot = 0
        self.tied: list[int] = []
        self.paid = False
        self.playoff = False
        self.winners: list[int] = []

    @property
    def is_over(self) -> bool:
        return bool(self.winners)

    @property
    def seats(self) -> list[int]:
        """Seats that take part in the next deal."""
        n = self.rules.players
        return [s for s in range(n) if (s % 2 if self.rules.partnership == "pairs" else s) in self.at_table]

    def pay_antes(self) -> None:
        """Before a deal; not again after a void one (X8) nor in a playoff (X19)."""
        if self.chips_game and not self.paid and not self.playoff:
            for side in self.left:
                self.totals[side] -= self.rules.ante
                self.pot += self.rules.ante
        self.paid = True

    def finish(self, outcome: Outcome) -> None:
        """Settle a deal."""
        if outcome.is_void:  # same dealer, same leader, same number
            return
        self.paid = False
        self.deals += 1
        if self.chips_game:
            self.settle_pot(outcome)
        else:
            self.settle_penalties(outcome)
        everyone = list(range(self.rules.players))
        seats = everyone if self.is_over else self.seats
        if not self.is_over:
            self.dealer = self.next_of(self.dealer, seats)
        self.leader = None
        if self.rules.next_leader == "last_trick_winner" and outcome.last_winner is not None:  # B10, X20
            winner = outcome.last_winner
            self.leader = winner if winner in seats else self.next_of(winner, seats)

    def next_of(self, seat: int, seats: list[int]) -> int:
        later = [s for s in seats if s > seat]
        return min(later) if later else min(seats)

    def settle_penalties(self, outcome: Outcome) -> None:
        given = penalties(self.rules, outcome.points, outcome.tricks)
        eggs = is_eggs(outcome.points)
        for side, penalty in given.items():
            self.totals[side] += penalty * (2 if self.double else 1)
        if eggs:
            self.eggs_seen = True
            self.double = self.rules.eggs == "double_next"
        else:
            self.double = False
        if self.rules.deals:
            if self.deals == self.rules.deals:
                least = min(self.totals.values())
                self.winners = [side for side in self.left if self.totals[side] == least]
            return
        out = goes_out(self.rules, {side: self.totals[side] for side in self.left})
        self.left = [side for side in self.left if side not in out]
        self.at_table = list(self.left)
        if len(self.left) == 1:
            self.winners = list(self.left)

    @property
    def is_goats_with_eggs(self) -> bool:
        """The loser's title (B13, X16); 60–60 has its own penalty where eggs = two_each."""
        return self.is_over and not self.chips_game and self.eggs_seen and self.rules.eggs != "two_each"

    # -- the pot (M, QM7, QM10, X19) ---------------------------------------------------------------

    def settle_pot(self, outcome: Outcome) -> None:
        if outcome.pot_winner is not None:
            best = [outcome.pot_winner]
        else:
            most = max(outcome.points.values())
            best = [side for side in sorted(outcome.points) if outcome.points[side] == most]
        self.at_table = list(self.left)
        self.playoff = len(best) > 1 and self.rules.pot == "playoff"
        if self.playoff:
            self.tied = self.at_table = best
            return
        self.tied = []
        if len(best) == 1 or self.rules.pot == "split":
            self.share(best)
        else:
            self.tied = best
        solvent = [side for side in self.left if self.totals[side] >= self.rules.ante]
        if len(solvent) < 2 or (self.rules.deals and self.deals >= self.rules.deals):
            if self.tied:
                self.share(self.tied)
            most_chips = max(self.totals[side] for side in self.left)
            self.winners = [side for side in self.left if self.totals[side] == most_chips]
        else:
            self.left = solvent
            self.at_table = list(solvent)

    def share(self, best: list[int]) -> None:
        """Odd chips go clockwise from the dealer's left."""
        n = self.rules.players
        around = [s for s in [(self.dealer + step) % n for step in range(1, n + 1)] if s in best]
        while self.pot:
            for seat in around:
                if self.pot:
                    self.totals[seat] += 1
                    self.pot -= 1
