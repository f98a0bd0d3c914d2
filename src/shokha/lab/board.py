"""Boards: deals that can be played again with other players in the same chairs, and what comes of playing one.

A board is the order of the pack, who deals and the score before it, all made from a seed and a number. It
is played once for each seating, so that every player meets the same luck; what is left is play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

from shokha import bots
from shokha import events as ev
from shokha.bots.base import Bot, Choice
from shokha.bots.playing import play_deal
from shokha.equity import Standing, utility
from shokha.errors import ShokhaError
from shokha.game import deal_next, new_match
from shokha.lab.chance import chance
from shokha.profile import RuleProfile

SCORES = ("zero", "any")
"""Score before a board: nobody has anything, or every side something below the target, by the seed."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A player as it is named: ``mc`` or ``mc:200``, a bot with a budget in its own measure."""

    name: str
    budget: float | None = None

    @classmethod
    def parse(cls, text: str, game: str, default: float | None = None) -> BotSpec:
        """Read ``name`` or ``name:budget``. Raises `ShokhaError`."""
        name, colon, number = text.strip().partition(":")
        bots.make(name, game)
        if not colon:
            return cls(name, default)
        try:
            budget = float(number)
        except ValueError:
            budget = 0.0
        if not 0 < budget < 1e12:
            raise ShokhaError(f"A budget is a number above 0, as in {name}:200, not {number!r}.")
        return cls(name, budget)

    def __str__(self) -> str:
        return self.name if self.budget is None else f"{self.name}:{self.budget:g}"


@dataclass(frozen=True, slots=True)
class Board:
    """Deal `number` of a seed."""

    profile: RuleProfile
    seed: str
    number: int
    scores: str = "zero"

    @property
    def label(self) -> str:
        """What all chance of the board is made from."""
        return f"{self.seed} {self.number}"

    def match(self) -> Any:
        """A fresh match at the board's score; its next deal is the board."""
        match = new_match(self.profile, self.label)
        if self.scores == "any" and self.profile.game == "kozel" and not match.has_pot:
            rng, target = Random(f"scores {self.label}"), self.profile.settings.target
            match.totals = [2 * rng.randrange(target // 2) for _ in match.sides]
        return match


@dataclass(frozen=True, slots=True)
class Played:
    """What one playing of a board brought. `results` run over the seats and more is better: penalties or lost
    deals below zero, or chips won. The others run over the sides; `equity` is what the end is worth in the match.
    """

    seating: tuple[int, ...]
    results: tuple[float, ...]
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    leader: int
    last: int
    equity: tuple[float, ...]
    moves: tuple[int, ...]
    """Moves by seat."""
    ms: tuple[float, ...]
    """Milliseconds thought by seat; the only figures that another run need not find again."""

    def to_row(self) -> list[Any]:
        """The playing as a JSON list."""
        return [
            self.seating, self.results, self.points, self.tricks, self.leader, self.last,
            [round(value, 9) for value in self.equity], self.moves, [round(value, 1) for value in self.ms],
        ]  # fmt: skip

    @classmethod
    def from_row(cls, row: Sequence[Any]) -> Played:
        """Read what `to_row` made."""
        parts: Any = (tuple(part) if isinstance(part, list) else part for part in row)
        return cls(*parts)


class _Timed:
    """A player with its budget, and a clock beside it."""

    def __init__(self, spec: BotSpec, game: str) -> None:
        self._bot: Bot = bots.make(spec.name, game)
        self._budget = spec.budget
        self.name = self._bot.name
        self.moves, self.ms = 0, 0.0

    def choose(self, view: Any, seed: int, budget: float | None = None) -> Choice:
        began = perf_counter()
        choice = self._bot.choose(view, seed, self._budget)
        self.moves, self.ms = self.moves + 1, self.ms + 1000 * (perf_counter() - began)
        return choice


def play(board: Board, specs: Sequence[BotSpec], seating: Sequence[int]) -> Played:
    """Play a board with ``specs[seating[seat]]`` in each seat.

    All chance of the players depends on the board, the seat and the moves before, not on who they are.
    """
    profile, match = board.profile, board.match()
    while True:
        deal, before = deal_next(match, board.label), match.standing
        score = Standing.of_match(match) if profile.game == "kozel" else None
        players = [_Timed(specs[bot], profile.game) for bot in seating]
        leader = deal.events[0].leader
        play_deal(deal, players, chance(board.label, match.attempt))
        result = deal.result
        events = match.finish_deal()
        if not getattr(result, "is_void", False):
            break
    by_side, is_chips = _results(events, before)
    seats = range(profile.players)
    side_at = [next(i for i, side in enumerate(match.sides) if side >> seat & 1) for seat in seats]
    points, tricks = tuple(getattr(result, "points", ())), tuple(getattr(result, "tricks", ()))
    equity: tuple[float, ...] = ()
    if score is not None and not is_chips:
        equity = utility(profile, score).values(points, tricks)
    return Played(
        tuple(seating),
        tuple(by_side[side_at[seat]] for seat in seats),
        points,
        tricks,
        leader,
        int(getattr(result, "last_winner", -1)),
        equity,
        tuple(player.moves for player in players),
        tuple(player.ms for player in players),
    )


def _results(events: Sequence[ev.Event], before: Sequence[int]) -> tuple[tuple[float, ...], bool]:
    """By side, more is better; and whether these are chips."""
    for event in events:
        match event:
            case ev.DealScored():
                return tuple(-penalty for penalty in event.penalties), False
            case ev.PotSettled():
                return tuple(now - then for now, then in zip(event.chips, before, strict=True)), True
            case _:
                pass
    raise ShokhaError("This game keeps no score by deals that a board could be measured by.")


def unit(profile: RuleProfile) -> str:
    """What the results of boards are counted in."""
    if getattr(profile.settings, "scoring", "") == "pot":
        return "chips"
    return "penalty points" if profile.game == "kozel" else "lost deals"


def seatings(profile: RuleProfile) -> list[tuple[int, ...]]:
    """Who of two players (0 and 1) sits where, so that each has every chair against the other.

    Two sides exchange places. Where more play singly, each in turn sits alone among copies of the other.
    """
    sides = new_match(profile, 0).sides
    seats = range(profile.players)
    if len(sides) == 2:
        first = tuple(0 if sides[0] >> seat & 1 else 1 for seat in seats)
        return [first, tuple(1 - player for player in first)]
    return [tuple(alone if seat == at else 1 - alone for seat in seats) for alone in (0, 1) for at in seats]


def swing(played: Sequence[Played]) -> float:
    """By how much player 0 came out ahead of player 1 on a board, per deal: mean over its seatings."""
    return fmean(
        fmean(r for r, who in zip(p.results, p.seating, strict=True) if who == 0)
        - fmean(r for r, who in zip(p.results, p.seating, strict=True) if who == 1)
        for p in played
    )
