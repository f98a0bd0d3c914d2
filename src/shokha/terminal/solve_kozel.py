"""`shokha solve position` and `shokha solve deal`: Kozel with all cards open, solved exactly."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

from shokha.actions import Action
from shokha.errors import NotationError
from shokha.game import new_deal
from shokha.kozel.settings import Scoring
from shokha.kozel.state import State
from shokha.notation import format_position, parse_position
from shokha.profile import RuleProfile
from shokha.search.kozel_ladder import Result
from shokha.search.kozel_solution import Exact, MoveValue, Solution, best_line, solve
from shokha.search.kozel_solver import Solver, sides_of
from shokha.terminal.options import add_rules, chosen_rules

ABOUT = """\
Solve Kozel with all cards open, the stock in its order included: what every move leads to when everybody plays
perfectly. Results are penalty points (or the pot); points are the card points of the mover's side at the end of the
deal. It works for pairs and for two players.
"""
POINTS_HELP = "exact card points: of all moves, of the best, or none (results only); default: %(default)s"


def register(subjects: Any) -> None:
    """Add `position` and `deal` to `shokha solve`."""
    position = subjects.add_parser(
        "position",
        help="Kozel with open cards: the value of every move, and the best line",
        description=ABOUT,
        epilog="A position is the line that `format_position` and the terminal table print, in quotes.",
    )
    position.add_argument(
        "position", metavar="POSITION", help="a position string, kozel pairs#...; - reads it from stdin"
    )
    _add_limits(position, "all")
    position.set_defaults(run=_position)
    deal = subjects.add_parser(
        "deal", help="Kozel with open cards: a whole deal by its seed, from the first lead", description=ABOUT
    )
    deal.add_argument("--seed", required=True, help="any number or word; the first deal of `shokha play --seed` has it")
    add_rules(deal)
    _add_limits(deal, "best")
    deal.set_defaults(run=_deal)


def _add_limits(parser: argparse.ArgumentParser, points: str) -> None:
    parser.add_argument("--points", choices=[e.value for e in Exact], default=points, help=POINTS_HELP)
    parser.add_argument(
        "--nodes", type=int, default=0, metavar="N", help="stop after so many nodes (the same everywhere)"
    )
    parser.add_argument("--seconds", type=float, default=0.0, metavar="S", help="stop after so many seconds")


def _position(options: argparse.Namespace) -> int:
    text = sys.stdin.readline().strip() if options.position == "-" else options.position
    found = parse_position(text)
    if found.profile.game != "kozel":
        raise NotationError(f"This solves Kozel; for {found.profile.game} see `shokha solve --help`.")
    return _answer(found.state, found.profile, getattr(found, "factor", 1), options)


def _deal(options: argparse.Namespace) -> int:
    profile = chosen_rules(options)
    if profile.game != "kozel":
        raise NotationError(f"This solves Kozel, and {profile.id} is a version of {profile.game}.")
    state = new_deal(profile, options.seed).state
    print(format_position(state, profile, past=False))
    return _answer(state, profile, 1, options)


def _answer(state: State, profile: RuleProfile, factor: int, options: argparse.Namespace) -> int:
    """Solve and print; 1 when it was stopped before everything was known."""
    try:
        sides_of(state)
    except ValueError:
        raise NotationError(f"Only a deal between two sides can be solved, and {profile.name} has more here.") from None
    if state.actor < 0:
        raise NotationError("The deal is over: there is nothing to solve.")
    teller = _Teller(sys.stderr)
    began = time.monotonic()
    end = began + options.seconds if options.seconds > 0 else None
    solver = Solver(20, watch=lambda: teller.tick() or (end is not None and time.monotonic() > end))
    exact = Exact(options.points)
    try:
        solution = solve(
            state, profile.settings, exact=exact, limit=options.nodes, solver=solver, factor=factor, tell=teller.learn
        )
    except KeyboardInterrupt:
        if teller.latest is None:
            raise
        solution = teller.latest
    teller.clear()
    for text in lines_of(solution, state, profile):
        print(text)
    print(f"{solution.nodes:,} nodes, {time.monotonic() - began:.2f} s")
    if not solution.is_complete:
        print("Stopped before everything was known; what is printed is proved.")
        return 1
    line = best_line(state, profile.settings, solution.best, solver=solver, limit=options.nodes, factor=factor)
    print("Best line: " + format_line(state, line))
    return 0


def lines_of(solution: Solution, state: State, profile: RuleProfile) -> list[str]:
    """The answer as a table: every move with its result and points, the best one marked."""
    side = [seat + 1 for seat in range(profile.players) if solution.side >> seat & 1]
    who = f"seat {side[0]}" if len(side) == 1 else f"seats {side[0]} and {side[1]}"
    word = result_words(profile)
    rows = [
        (str(Action(m.action)), _points(m), _result(m, word), "<- best" if m is solution.best else "")
        for m in solution.moves
    ]
    wide = [max(len(row[i]) for row in rows) for i in range(3)]
    head = f"Seat {solution.seat + 1} moves ({profile.name}); points and results of {who}:"
    return [head, *(f"  {a:{wide[0]}}  {p:>{wide[1]}}  {r:{wide[2]}}  {mark}".rstrip() for a, p, r, mark in rows)]


def result_words(profile: RuleProfile) -> Callable[[Result], str]:
    """What a result (own, theirs) means, in words."""

    def penalties(result: Result) -> str:
        own, theirs = result
        if own == theirs:
            return f"tie, {own} each" if own else "tie, nothing"
        return f"wins, they get {theirs}" if own < theirs else f"loses, gets {own}"

    def pot(result: Result) -> str:
        return "tie" if result.first == result.second else "loses the pot" if result.first else "takes the pot"

    return pot if profile.settings.scoring is Scoring.POT else penalties


def _points(move: MoveValue) -> str:
    if move.points is not None:
        return "pot" if abs(move.points - 60) > 60 else str(move.points)
    return f"{max(0, move.low)}..{min(120, move.high)}"


def _result(move: MoveValue, word: Callable[[Result], str]) -> str:
    if move.result is not None:
        return word(move.result)
    return f"{word(move.worst)} .. {word(move.best)}"


def format_line(state: State, line: list[tuple[int, int]]) -> str:
    """A line trick by trick: ``2: Js _8s ^10s ^As (1)``, the leader before it, the winner behind it."""
    tricks, state, text = [], state.copy(), ""
    for seat, action in line:
        before = state.trick_no
        if not text:
            text = f"{seat + 1}:"
        text += f" {Action(action)}"
        state.play(action)
        if state.trick_no != before:
            tricks.append(f"{text} ({state.last_winner + 1})")
            text = ""
    return "; ".join([*tricks, text] if text else tricks)


class _Teller:
    """Keeps what is known so far, and tells on a terminal that work goes on."""

    def __init__(self, out: TextIO) -> None:
        self.out, self.is_live = out, out.isatty()
        self.began = self.shown = time.monotonic()
        self.latest: Solution | None = None

    def learn(self, solution: Solution) -> None:
        self.latest = solution
        self.tick()

    def tick(self) -> bool:
        """Show the state of things now and then; never stops the search."""
        now = time.monotonic()
        if self.is_live and now - self.shown > 0.2:
            self.shown = now
            known = sum(m.result is not None for m in self.latest.moves) if self.latest else 0
            many = f" of {len(self.latest.moves)}" if self.latest else ""
            self.out.write(f"\r\x1b[K{now - self.began:.0f} s, {known}{many} moves decided; Ctrl-C stops")
            self.out.flush()
        return False

    def clear(self) -> None:
        if self.is_live:
            self.out.write("\r\x1b[K")
            self.out.flush()
