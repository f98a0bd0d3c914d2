"""`shokha solve`: the exact solution of Besicovitch's game, and what is in it; `solve_kozel` has Kozel's part."""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
import time
from pathlib import Path
from typing import Any, TextIO

from shokha.besicovitch.pack import RANKS, describe_deal, mirror_deals
from shokha.besicovitch.position import format_position, parse_position
from shokha.besicovitch.state import State
from shokha.bots.besicovitch_tables import table_path
from shokha.cards import format_card, make_card
from shokha.search.besicovitch_rows import IS_COMPILED
from shokha.search.besicovitch_table import Solver, Table, Verdict
from shokha.terminal import solve_kozel
from shokha.terminal.solving import amount, part_of, solve_besicovitch, unfinished_of

ABOUT = """\
Besicovitch's game has no hidden cards and no chance after the deal, so every position is a win, a loss or a draw for
the player to move. This works all of them out, for a pack of 8, 12, 16 or 20 cards, with the number of actions to the
end.

The method: positions with an empty table begin as unknown; one sweep derives all others from them, which gives better
values for the empty table; sweeps are repeated until nothing changes. Memory is stated before it starts. Stop it with
Ctrl-C whenever you like: the same command goes on from the last whole sweep.

Without --out the table goes where the bot `search` looks for one, to play perfectly: the folder that SHOKHA_TABLES
names, or `tables` in your data folder (`shokha doctor` says which that is).
"""
EXAMPLES = """\
examples:
  shokha solve besicovitch --cards 12                        a blink; bots find the table by themselves
  shokha solve besicovitch --cards 16 --taker-leads --out t  the other rule about who leads after a pick-up
  shokha solve stats t                                       results over all deals, draws, the longest forced win
  shokha solve stats t --deals                               and every deal by itself
  shokha solve probe t 'AsKsAcKc.../.../- 1'                 one position: its value and that of every move
  shokha solve deal --seed 7 --rules pairs                   a whole deal of Kozel with the cards open
  shokha solve 'kozel pairs ...'                             a position of Kozel: every move, and the best line
"""


def register(commands: Any) -> None:
    """Add `solve` to the command line."""
    parser = commands.add_parser(
        "solve",
        help="exact values: Kozel with open cards, Besicovitch's game for a small pack",
        description="Work out exact values: of Kozel with all cards open, and of every position of Besicovitch's game.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    subjects = parser.add_subparsers(dest="subject", required=True, metavar="SUBJECT")
    solve_kozel.register(subjects)
    _register_solving(subjects)
    stats = subjects.add_parser(
        "stats",
        help="what a table says: results over all mirror deals, draws, longest forced win",
        description="Print what a table says. Distances count actions: a lead, a cover with its lead, a pick-up.",
    )
    stats.add_argument("file", metavar="FILE", help="a table written by `shokha solve besicovitch`")
    stats.add_argument("--deals", action="store_true", help="list every mirror deal with its value for who starts")
    stats.set_defaults(run=_stats)
    probe = subjects.add_parser(
        "probe",
        help="value and moves of one position",
        description="Look one position up: what it is worth to the player to move, and every move, best first.",
        epilog="A position is seat 1's hand (♠ ♣), seat 2's hand (♥ ♦), the pile with its top behind >, and the turn:\n"
        "  AsKc/AhKd/KsAdAc>Kh 1      and with an empty table   AsKsAcKc/AhKhAdKd/- 2",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    probe.add_argument("file", metavar="FILE", help="a table written by `shokha solve besicovitch`")
    probe.add_argument("position", metavar="POSITION", help="as below, in quotes")
    probe.set_defaults(run=_probe)


def _register_solving(subjects: Any) -> None:
    solve = subjects.add_parser(
        "besicovitch",
        help="work a table out",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    solve.add_argument("--cards", type=int, required=True, metavar="N", help="size of the pack: 8, 12, 16, 20 …")
    solve.add_argument(
        "--taker-leads", action="store_true", help="after a pick-up the taker leads (else the opponent does)"
    )
    solve.add_argument(
        "--out", type=Path, metavar="FILE", help="where the table goes (default: where bots look for it)"
    )
    solve.add_argument("--threads", type=int, metavar="N", help="threads that work (default: one a processor)")
    solve.add_argument(
        "--fresh", action="store_true", help="begin anew, though a finished or unfinished table is there"
    )
    solve.set_defaults(run=_solve)


def _solve(options: argparse.Namespace) -> int:
    if options.cards not in range(8, 53, 4):
        print(f"A pack has 8, 12, 16 … 52 cards, a multiple of four, not {options.cards} (QZ1).", file=sys.stderr)
        return 2
    if options.threads is not None and not 1 <= options.threads <= 256:
        print("--threads is a number from 1 to 256.", file=sys.stderr)
        return 2
    out = options.out or table_path(options.cards, options.taker_leads)
    if out.exists() and not options.fresh:
        table = Table.open(str(out))
        if (table.cards, table.taker_leads) != (options.cards, options.taker_leads):
            print(f"{out} is the table of another pack or rule; choose another name, or --fresh.", file=sys.stderr)
            return 2
        print(f"{out} is solved already.")
        print(summary(table))
        return 0
    return _work(options, out)


def _work(options: argparse.Namespace, out: Path) -> int:
    threads = options.threads or os.cpu_count() or 1
    unfinished = None if options.fresh else unfinished_of(out)
    teller = _Teller(sys.stderr, unfinished.sweeps if unfinished else 0)
    teller.say(
        f"{options.cards} cards: {positions(options.cards):,} positions, "
        f"{amount(Solver.memory(options.cards, threads))} of memory."
        + (f" Going on after sweep {unfinished.sweeps}." if unfinished else "")
    )
    if options.cards > 12 and not IS_COMPILED:
        teller.say("Shokha runs uncompiled here, which takes hundreds of times longer: see `shokha doctor`.")
    began = time.monotonic()
    try:
        table = solve_besicovitch(
            options.cards, options.taker_leads, out, resume=not options.fresh, threads=threads, report=teller
        )
    except KeyboardInterrupt:
        teller.clear()
        if part_of(out).exists():
            teller.say(f"Kept in {part_of(out)}: the same command goes on from there.")
        raise
    teller.clear()
    seconds, done = time.monotonic() - began, table.sweeps - (unfinished.sweeps if unfinished else 0) + 1
    speed = done * positions(options.cards) / max(seconds, 0.001) / 1e6  # the last pass over them counts
    teller.say(f"Solved in {table.sweeps} sweeps, {seconds:.1f} s: {speed:.0f} million positions a second.")
    print(f"{out}\n{summary(table)}")
    return 0


class _Teller:
    """Tells how far the solver is: a bar on a terminal, a line a sweep and now and then elsewhere."""

    def __init__(self, out: TextIO, sweeps: int = 0) -> None:
        self.out = out
        self.is_live = out.isatty()
        self.shown = time.monotonic()
        self.sweeps = sweeps

    def __call__(self, solver: Solver) -> None:
        finished = solver.sweeps > self.sweeps
        self.sweeps = solver.sweeps
        known = f", {solver.changed:,} values still moved in the last" if solver.changed >= 0 else ""
        share = min(solver.share, 1.0)
        if self.is_live:
            bar = "#" * round(24 * share)
            self.out.write(f"\r[{bar:24}] sweep {solver.sweeps + 1}: {share:4.0%}{known}".ljust(79)[:79])
            self.out.flush()
        elif finished or time.monotonic() - self.shown > 30:
            self.shown = time.monotonic()
            what = f"sweep {solver.sweeps}: 100%" if finished else f"sweep {solver.sweeps + 1}: {share:.0%}"
            self.say(what + known)

    def say(self, text: str) -> None:
        self.out.write(text + "\n")
        self.out.flush()

    def clear(self) -> None:
        if self.is_live:
            self.out.write("\r" + " " * 79 + "\r")


# -- looking into tables -------------------------------------------------------------------------------


def positions(cards: int) -> int:
    """All positions of a pack for the player to move: facing a card, or with an empty table (nobody out of cards)."""
    facing: int = cards * 3 ** (cards - 1) - cards * 2**cards + cards
    return facing + (1 << cards) - 2


def stats(path: str, deals: bool = False) -> str:
    """What `shokha solve stats` prints."""
    table = Table.open(path)
    return summary(table) + (f"\n\n{_deal_list(table)}" if deals else f"\n\n{_longest(table)}")


def summary(table: Table) -> str:
    """Pack, rule and results in a few lines."""
    ranks = [format_card(make_card(0, rank))[:-1] for rank in RANKS[: table.cards // 4]]
    taker = "the taker" if table.taker_leads else "the opponent"
    won, lost, drawn = table.results()
    deals, census = won + lost + drawn, table.census
    assert census is not None
    return "\n".join(
        [
            f"Besicovitch's game with {table.cards} cards ({' '.join(ranks)}); after a pick-up {taker} leads.",
            f"{deals:,} mirror deals: who starts wins {won:,} ({won / deals:.1%}), "
            f"loses {lost:,} ({lost / deals:.1%}), draws {drawn:,} ({drawn / deals:.1%}).",
            f"{census.positions:,} positions: {census.wins:,} won by the player to move, {census.losses:,} lost, "
            f"{census.draws:,} drawn",
            f"({table.drawn_leads():,} of the drawn ones with an empty table).",
            f"Longest forced win: {census.longest} actions, from {census.example}",
        ]
    )


def _longest(table: Table) -> str:
    state = table.longest_deal()
    if state is None:
        return "Every deal is a draw."
    return _told(table, state, "The mirror deal that takes longest")


def _told(table: Table, state: State, what: str) -> str:
    line = " ".join(map(str, table.line(state)))
    head = f"{what}: {table.probe(state)} for who starts.\n{format_position(state)}"
    return f"{head}\n{textwrap.fill(line, 100, initial_indent='  ', subsequent_indent='  ')}"


def _deal_list(table: Table) -> str:
    rows = []
    for hands in mirror_deals(table.cards):
        found: Verdict = table.probe(State(table.settings, hands))
        rows.append(f"{found!s:12} {describe_deal(hands)}")
    return "\n".join(rows)


def _stats(options: argparse.Namespace) -> int:
    print(stats(options.file, options.deals))
    return 0


def _probe(options: argparse.Namespace) -> int:
    table = Table.open(options.file)
    state = parse_position(options.position, table.settings)
    print(f"{table.probe(state)} for seat {state.actor + 1}")
    for action, found in table.moves(state):
        print(f"  {action!s:8} {found}")
    return 0
