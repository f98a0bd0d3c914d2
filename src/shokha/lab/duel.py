"""Two players against each other on duplicate boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import exp, log, log10, sqrt
from statistics import fmean, stdev
from typing import Any

from shokha.equity import Chances, chances
from shokha.errors import ShokhaError
from shokha.kozel.deal import KozelResult
from shokha.kozel.match import KozelMatch
from shokha.kozel.scoring import penalties
from shokha.lab.board import Board, BotSpec, Played, play, seatings, swing
from shokha.lab.conditions import code, version
from shokha.lab.experiment import Experiment
from shokha.lab.intervals import Z95, mean_interval
from shokha.lab.sprt import Sprt
from shokha.profile import RuleProfile

MEASURED = ("kozel", "svoi")
"""Games that are measured by boards; Besicovitch's has no hidden cards, and `shokha solve` knows more of it."""
FAR = 1e-4
"""A chance to win a match nearer to 0 or 1 cannot be told from them by a few hundred boards."""
GROUPS = 60
"""Into how many groups boards are put for the interval of a chance to win a match."""


def head_of(kind: str, profile: RuleProfile, seed: str, scores: str, **more: Any) -> dict[str, Any]:
    """What is measured, as far as all experiments have it in common. Raises `ShokhaError` for other games."""
    if profile.game not in MEASURED:
        raise ShokhaError(f"The laboratory measures {' and '.join(MEASURED)}, not {profile.game}.")
    return {
        "kind": kind,
        "version": version(),
        "code": code(),
        "game": profile.game,
        "rules": profile.name,
        "settings": profile.values(),
        "fingerprint": profile.fingerprint,
        "seed": seed,
        "scores": scores,
        **more,
    }


def experiment(
    profile: RuleProfile, specs: Sequence[BotSpec], seed: str, scores: str = "zero", sprt: Sprt | None = None
) -> Experiment:
    """The duel of two players; its items are the numbers of the boards."""
    test = {"sprt": [sprt.h0, sprt.h1, sprt.alpha, sprt.beta, sprt.least]} if sprt else {}
    head = head_of("duel", profile, seed, scores, bots=[str(spec) for spec in specs], **test)
    return Experiment(head, partial(play_board, profile, tuple(specs), seed, scores))


def play_board(profile: RuleProfile, specs: Sequence[BotSpec], seed: str, scores: str, number: int) -> list[list[Any]]:
    """One board in all its seatings."""
    board = Board(profile, seed, number, scores)
    return [play(board, specs, seating).to_row() for seating in seatings(profile)]


@dataclass(slots=True)
class Duel:
    """What the boards played so far say. Fill it with `add`, in the order of the boards."""

    profile: RuleProfile
    swings: list[float] = field(default_factory=list)
    boards: list[list[Played]] = field(default_factory=list)

    def add(self, rows: Sequence[Sequence[Any]]) -> float:
        """Count one board; its swing."""
        played = [Played.from_row(row) for row in rows]
        self.boards.append(played)
        self.swings.append(swing(played))
        return self.swings[-1]

    @property
    def lead(self) -> tuple[float, float]:
        """By how much the first player is ahead per deal, and half the 95 % interval, from board to board."""
        return mean_interval(self.swings)

    @property
    def spread(self) -> float:
        """Standard deviation of a board's swing."""
        return stdev(self.swings) if len(self.swings) > 1 else 0.0

    @property
    def equity_lead(self) -> tuple[float, float] | None:
        """By how much a deal brings the first player nearer to winning the match, in chances; None without chances."""
        gains = [_equity_swing(board) for board in self.boards if board[0].equity]
        return mean_interval(gains) if gains else None

    @property
    def won(self) -> tuple[float, int]:
        """Deals in which the first player came out better (half of equal ones), and deals in all."""
        scores = [score(p) for board in self.boards for p in board]
        return sum(scores), len(scores)

    def time(self) -> tuple[tuple[float, int], tuple[float, int]]:
        """Milliseconds a move and number of moves of both players."""
        told = []
        for who in (0, 1):
            moves = sum(m for b in self.boards for p in b for m, w in zip(p.moves, p.seating, strict=True) if w == who)
            ms = sum(m for b in self.boards for p in b for m, w in zip(p.ms, p.seating, strict=True) if w == who)
            told.append((ms / max(1, moves), moves))
        return told[0], told[1]

    def match_chance(self) -> tuple[float, float, float] | None:
        """The first player's chance to win a match, and its 95 % interval (jackknife over groups of boards).

        The match engine is run over the deals that were played: what each score leads to is exact, and
        only how deals go is estimated. None where there are more than two sides, or pots.
        """
        known = chances(self.profile) if self.profile.game == "kozel" else None
        boards = [deals_by_leader(self.profile, board) for board in self.boards]
        if known is None or len(KozelMatch(self.profile).sides) != 2 or not boards:
            return None
        if not known.is_within_reach(KozelMatch(self.profile)):
            return None
        return _with_interval(self.profile, boards)


def elo(chance: float) -> float:
    """The rating difference that an expected score means; ± infinity at 1 and 0."""
    if chance <= 0:
        return float("-inf")
    return float("inf") if chance >= 1 else -400 * log10(1 / chance - 1)


def match_text(match: tuple[float, float, float]) -> tuple[str, str]:
    """A chance to win a match with its interval, in words: as a share, and as Elo. What is too far to tell is cut."""
    cut = [min(max(chance, FAR), 1 - FAR) for chance in match]
    shares = [f"{'<' if chance <= FAR else '>' if chance >= 1 - FAR else ''}{chance:.1%}" for chance in cut]
    shares = [share.replace(">100.0%", ">99.9%").replace("<0.0%", "<0.1%") for share in shares]
    ratings = [f"{round(elo(chance)):+d}" for chance in cut]
    return f"{shares[0]} ({shares[1]}–{shares[2]})", f"{ratings[0]} ({ratings[1]} to {ratings[2]})"


def score(p: Played) -> float:
    """1 when the first player came out better in a playing, 0 when worse, else a half."""
    mine = [r for r, who in zip(p.results, p.seating, strict=True) if who == 0]
    theirs = [r for r, who in zip(p.results, p.seating, strict=True) if who == 1]
    a, b = sum(mine) / len(mine), sum(theirs) / len(theirs)
    return 1.0 if a > b else 0.0 if a < b else 0.5


def _equity_swing(board: Sequence[Played]) -> float:
    """Chance to win the match of a side of the first player, less that of the second, halved: 0.5 is a whole match."""
    n = len(board[0].seating)
    total = 0.0
    for p in board:
        by_side = {0: [], 1: []}  # type: dict[int, list[float]]
        for side, value in enumerate(p.equity):
            by_side[p.seating[side % n]].append(value)
        total += sum(by_side[0]) / len(by_side[0]) - sum(by_side[1]) / len(by_side[1])
    return total / len(board) / 2


# -- matches between unequal players -----------------------------------------------------------------------

Dealt = tuple[bool, KozelResult]
"""Did the first player lead the deal? And its result, told with the first player as side 0."""


def deals_by_leader(profile: RuleProfile, board: Sequence[Played]) -> list[Dealt]:
    """The playings of a board between two sides, turned so that the first player is side 0."""
    found = []
    for p in board:
        turn = p.seating[0]  # the first player's side is 0 in the first seating, 1 in the second
        points, tricks = (p.points, p.tricks) if turn == 0 else (p.points[::-1], p.tricks[::-1])
        last = p.last if turn == 0 or p.last < 0 else (p.last + 1) % profile.players
        found.append((p.seating[p.leader] == 0, KozelResult(points, tricks, last, None, False)))
    return found


class _Between(Chances):
    """Chances of a match between two players of unequal strength; side 0 is the first player."""

    def __init__(self, profile: RuleProfile, deals: Sequence[Dealt]) -> None:
        known = chances(profile)
        assert known is not None
        super().__init__(profile, known.outcomes)
        self._by_leader = {mine: _merged(profile, [r for led, r in deals if led == mine]) for mine in (True, False)}

    def _results(self, match: KozelMatch) -> Any:
        return self._by_leader[match.side_of(match.first) == 0] or self._by_leader[match.side_of(match.first) != 0]


def _merged(profile: RuleProfile, results: Sequence[KozelResult]) -> list[tuple[float, KozelResult]]:
    """Results that count alike and hand the lead on alike, put together with their share."""
    found: dict[object, tuple[int, KozelResult]] = {}
    for result in results:
        key = (penalties(profile.settings, result.points, result.tricks, (0, 1)), result.last_winner % 2)
        n, first = found.get(key, (0, result))
        found[key] = (n + 1, first)
    return [(n / len(results), result) for n, result in found.values()]


def _match_chance(profile: RuleProfile, boards: Sequence[Sequence[Dealt]]) -> float:
    table = _Between(profile, [deal for board in boards for deal in board])
    starts = [KozelMatch(profile, dealer) for dealer in range(2)]
    return sum(table.of(match)[0] for match in starts) / 2


def _with_interval(profile: RuleProfile, boards: Sequence[Sequence[Dealt]]) -> tuple[float, float, float]:
    """The chance, and its interval by leaving out a group of boards at a time, in the measure of Elo."""
    found = _match_chance(profile, boards)
    groups = min(GROUPS, len(boards))
    if groups < 2:
        return found, 0.0, 1.0
    rest = [[board for i, board in enumerate(boards) if i % groups != out] for out in range(groups)]
    ratings = [_logit(_match_chance(profile, kept)) for kept in rest]
    middle = fmean(ratings)
    half = Z95 * sqrt((groups - 1) / groups * sum((r - middle) ** 2 for r in ratings))
    return found, _chance(_logit(found) - half), _chance(_logit(found) + half)


def _logit(chance: float) -> float:
    chance = min(max(chance, FAR), 1 - FAR)
    return log(chance / (1 - chance))


def _chance(logit: float) -> float:
    return 1 / (1 + exp(-logit))


def running_lead(swings: Sequence[float], points: int = 200) -> list[tuple[int, float, float]]:
    """(boards, lead, half of its interval) as a duel went on, at up to so many places."""
    n = len(swings)
    places = sorted({max(2, round(n * i / points)) for i in range(1, points + 1)}) if n > 1 else []
    found, total, squares = [], 0.0, 0.0
    for before, place in pairwise([0, *places]):
        total += sum(swings[before:place])
        squares += sum(x * x for x in swings[before:place])
        mean = total / place
        variance = max(0.0, (squares - place * mean * mean) / (place - 1))
        found.append((place, mean, Z95 * sqrt(variance / place)))
    return found
