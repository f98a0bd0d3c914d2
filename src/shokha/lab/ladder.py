"""Everybody against everybody on the same boards, and every bot as everybody's partner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, combinations_with_replacement
from statistics import fmean
from typing import Any

from shokha.errors import ShokhaError
from shokha.lab.board import Board, BotSpec, Played, play, seatings, swing
from shokha.lab.duel import head_of, score
from shokha.lab.experiment import Experiment
from shokha.lab.intervals import mean_interval
from shokha.lab.rating import Score, rate
from shokha.profile import RuleProfile

# -- round robin -----------------------------------------------------------------------------------------------


def ladder(profile: RuleProfile, specs: Sequence[BotSpec], seed: str, scores: str = "zero") -> Experiment:
    """A round robin. Its items are `ladder_items`."""
    _differ(specs)
    head = head_of("ladder", profile, seed, scores, bots=[str(spec) for spec in specs])
    return Experiment(head, partial(_play_pair, profile, tuple(specs), seed, scores))


def ladder_items(bots: int, boards: int) -> list[list[int]]:
    """[board, first bot, second bot]: board by board, so that a run that is broken off has all pairs alike."""
    return [[board, a, b] for board in range(boards) for a, b in combinations(range(bots), 2)]


def _play_pair(
    profile: RuleProfile, specs: Sequence[BotSpec], seed: str, scores: str, item: Sequence[int]
) -> list[list[Any]]:
    number, a, b = item
    board = Board(profile, seed, number, scores)
    return [play(board, (specs[a], specs[b]), seating).to_row() for seating in seatings(profile)]


@dataclass(slots=True)
class Ladder:
    """What a round robin says; fill it with `add`."""

    names: list[str]
    swings: dict[tuple[int, int], list[float]] = field(default_factory=dict)
    boards: dict[int, dict[tuple[int, int], Score]] = field(default_factory=dict)

    def add(self, item: Sequence[int], rows: Sequence[Sequence[Any]]) -> None:
        """Count one pair's board."""
        number, a, b = item
        played = [Played.from_row(row) for row in rows]
        self.swings.setdefault((a, b), []).append(swing(played))
        self.boards.setdefault(number, {})[a, b] = (sum(score(p) for p in played), len(played))

    def payoff(self, a: int, b: int) -> tuple[float, float] | None:
        """By how much `a` is ahead of `b` per deal, with half the interval; None when they have not met."""
        if (a, b) in self.swings:
            return mean_interval(self.swings[a, b])
        if (b, a) in self.swings:
            mean, half = mean_interval(self.swings[b, a])
            return 0.0 - mean, half
        return None

    def ratings(self) -> list[tuple[float, float, float]]:
        """Each bot's rating by deals won, in Elo, with its interval. Mean 0."""
        return rate(len(self.names), [self.boards[number] for number in sorted(self.boards)])

    def order(self) -> list[int]:
        """The bots by the mean of their payoffs, best first."""
        everybody = range(len(self.names))

        def mean(a: int) -> float:
            met = [found[0] for b in everybody if (found := self.payoff(a, b)) is not None]
            return fmean(met) if met else 0.0

        return sorted(everybody, key=lambda a: (-mean(a), a))


# -- partners --------------------------------------------------------------------------------------------------


def partners(
    profile: RuleProfile, specs: Sequence[BotSpec], against: BotSpec, seed: str, scores: str = "zero"
) -> Experiment:
    """Every bot as every other's partner, against a pair of always the same bots. Its items are `partner_items`.

    Raises `ShokhaError` where nobody has a partner.
    """
    if getattr(profile.settings, "partnership", "") != "pairs":
        raise ShokhaError(f"In {profile.name} nobody has a partner.")
    _differ(specs)
    head = head_of("partners", profile, seed, scores, bots=[str(spec) for spec in specs], against=str(against))
    return Experiment(head, partial(_play_partners, profile, (*specs, against), seed, scores))


def partner_items(bots: int, boards: int) -> list[list[int]]:
    """[board, one partner, the other]."""
    pairs = list(combinations_with_replacement(range(bots), 2))
    return [[board, a, b] for board in range(boards) for a, b in pairs]


def _play_partners(
    profile: RuleProfile, specs: Sequence[BotSpec], seed: str, scores: str, item: Sequence[int]
) -> float:
    """By how much the pair is ahead of the fixed one on a board: on both sides, the partners both ways round."""
    number, a, b = item
    board, them = Board(profile, seed, number, scores), len(specs) - 1
    found = []
    for one, two in ((a, b), (b, a)) if a != b else ((a, b),):
        for seating in ((one, them, two, them), (them, one, them, two)):
            results = play(board, specs, seating).results
            found.append((results[0] - results[1]) * (1 if seating[0] == one else -1))
    return fmean(found)


@dataclass(slots=True)
class Partners:
    """What the partner matrix says; fill it with `add`."""

    names: list[str]
    leads: dict[tuple[int, int], list[float]] = field(default_factory=dict)

    def add(self, item: Sequence[int], lead: float) -> None:
        """Count one pair's board."""
        self.leads.setdefault((item[1], item[2]), []).append(lead)

    def lead(self, a: int, b: int) -> tuple[float, float] | None:
        """By how much `a` and `b` together are ahead per deal, with half the interval."""
        found = self.leads.get((min(a, b), max(a, b)))
        return mean_interval(found) if found else None


def _differ(specs: Sequence[BotSpec]) -> None:
    if len(set(specs)) < len(specs) or len(specs) < 2:
        raise ShokhaError("Name at least two bots, each once (one bot with two budgets counts as two: mc:50 mc:500).")
