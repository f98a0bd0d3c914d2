"""What bots give away in endings, held against exact solutions.

Once the stock is empty Kozel can be solved with open cards. A bot is asked what it plays in real endings,
and its move is held against the best one twice: on the true layout, which no honest player can know, and on
the average over many layouts that its view allows, which is the fairer mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import fmean
from typing import Any

from shokha import bots
from shokha.bots.playing import play_deal
from shokha.equity import Standing, utility
from shokha.errors import ShokhaError
from shokha.game import deal_next
from shokha.kozel.settings import Scoring
from shokha.kozel.state import State
from shokha.lab.board import Board, BotSpec
from shokha.lab.chance import chance
from shokha.lab.duel import head_of
from shokha.lab.experiment import Experiment
from shokha.lab.intervals import mean_interval
from shokha.profile import RuleProfile
from shokha.search.kozel_ladder import Result
from shokha.search.kozel_solution import Exact, solve
from shokha.search.kozel_solver import Solver
from shokha.worlds import sampler

SOURCE = "rule"
"""The bot whose deals the endings are taken from."""
LEVELS = (4, 3, 2)
"""Cards in the hand of the mover; with one card there is nothing to choose."""


def regret(profile: RuleProfile, specs: Sequence[BotSpec], seed: str, worlds: int, scores: str = "zero") -> Experiment:
    """The experiment; its items are numbers of boards, each of which gives up to one ending for each of `LEVELS`.

    Raises `ShokhaError` for deals that cannot be solved.
    """
    settings = profile.settings
    two = profile.game == "kozel" and (settings.partnership == "pairs" or settings.players == 2)
    if not two or settings.scoring is not Scoring.PENALTIES:
        raise ShokhaError(f"Only deals of Kozel between two sides, for penalties, are solved; {profile.name} is none.")
    head = head_of(
        "regret", profile, seed, scores, bots=[str(spec) for spec in specs], worlds=worlds, source=SOURCE
    )  # fmt: skip
    return Experiment(head, partial(_measure, profile, tuple(specs), seed, worlds, scores))


def _measure(
    profile: RuleProfile, specs: Sequence[BotSpec], seed: str, worlds: int, scores: str, number: int
) -> list[Any]:
    """[cards in the mover's hand, moves to choose from, a row for each bot] for each ending of one board.

    A row holds what the bot gave away on the true layout and on the average: penalty points, match equity,
    and the same again.
    """
    board = Board(profile, seed, number, scores)
    standing, endings = _endings(board)
    worth = {Result(given[0], given[1]): v for given, v in utility(profile, standing).by_penalties().items()}
    solver = Solver(16)
    found = []
    for view, state in endings:
        rng = Random(f"worlds {board.label} {view.hand}")
        truth = _values(profile, state, worth, standing.factor, solver)
        draw = sampler(view)
        layouts = [_values(profile, draw.sample(rng), worth, standing.factor, solver) for _ in range(worlds)]
        mean = {a: tuple(fmean(each[a][k] for each in layouts) for k in (0, 1)) for a in truth}
        rows = []
        for spec in specs:
            bot = bots.make(spec.name, profile.game)
            action = int(bot.choose(view, chance("regret", board.label, view.hand), spec.budget).action)
            rows.append([round(_best(table, k) - table[action][k], 9) for table in (truth, mean) for k in (0, 1)])
        found.append([view.hand.bit_count(), len(truth), rows])
    return found


Values = dict[int, tuple[float, ...]]
"""By action: penalties of the others less one's own, and match equity."""


def _best(table: Values, k: int) -> float:
    return max(value[k] for value in table.values())


def _values(profile: RuleProfile, state: State, worth: Any, factor: int, solver: Solver) -> Values:
    """What every move leads to with open cards and perfect play, for the mover."""
    solution = solve(state, profile.settings, exact=Exact.NONE, solver=solver, factor=factor)
    first = solution.side & 1
    values: Values = {}
    for move in solution.moves:
        own, theirs = move.worst
        result = Result(own, theirs) if first else Result(theirs, own)
        values[move.action] = (theirs - own, worth[result][0 if first else 1])
    return values


def _endings(board: Board) -> tuple[Standing, list[tuple[Any, State]]]:
    """One decision with an empty stock for each number of cards in the hand, drawn from a deal of the source bot."""
    match = board.match()
    while True:
        deal = deal_next(match, board.label)
        standing = Standing.of_match(match)
        seen: dict[int, list[tuple[Any, State]]] = {}

        def look(seat: int, choice: Any, deal: Any = deal, seen: Any = seen) -> None:
            state = deal.state
            if not state.stock_cards() and len(state.legal_actions()) > 1 and not state.asked():
                seen.setdefault(state.hand(seat).bit_count(), []).append((deal.view(seat), state.copy()))

        players = [bots.make(SOURCE, "kozel")] * board.profile.players
        play_deal(deal, players, chance(board.label, match.attempt), told=look)
        result = deal.result
        match.finish_deal()
        if not result.is_void:
            break
    rng = Random(f"endings {board.label}")
    return standing, [rng.choice(seen[level]) for level in LEVELS if level in seen]


@dataclass(slots=True)
class Regret:
    """What the endings say; fill it with `add`."""

    names: list[str]
    rows: dict[int, list[list[list[float]]]] = field(default_factory=dict)
    """By cards in the mover's hand: for each ending a row for each bot."""

    def add(self, found: Sequence[Any]) -> None:
        """Count one board's endings."""
        for level, _, rows in found:
            self.rows.setdefault(level, []).append(rows)

    def mean(self, level: int, bot: int, kind: int) -> tuple[float, float]:
        """Mean and half the interval; `kind` 0 and 1 on the true layout, 2 and 3 on the average."""
        return mean_interval([rows[bot][kind] for rows in self.rows[level]])

    def zero(self, level: int, bot: int, kind: int) -> float:
        """Share of the endings in which nothing was given away."""
        rows = self.rows[level]
        return sum(each[bot][kind] < 1e-9 for each in rows) / len(rows)
