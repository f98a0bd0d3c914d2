"""`shokha analyse RECORD`: the coach goes through a finished match."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from shokha.coach import CannotAnalyse, Decision, Grade, Judgement, Summary, costliest, decisions, judge, summaries
from shokha.coach.judging import LEAST, usual_worlds
from shokha.kozel.scoring import sides
from shokha.lab.processes import processors, spread
from shokha.record import Record
from shokha.terminal.console import has_glyphs
from shokha.terminal.progress import progress
from shokha.words import Words, describe_action, situation

EXAMPLES = """\
examples:
  shokha analyse match.txt                  the costliest mistakes of everybody, and how each one played
  shokha analyse match.txt --seat 1         your own only
  shokha analyse match.txt --all            every decision
  shokha analyse match.txt --worlds 20000   slower, and surer
A record is written with `shokha play --record FILE`, and with `record FILE` at the table.
"""


def register(commands: Any) -> None:
    """Add `analyse` to the command line."""
    parser = commands.add_parser(
        "analyse",
        help="what each decision of a match cost, and what was better",
        description="Go through the record of a match of Kozel. Each decision is weighed over deals that fit what the "
        "player could know; its cost is the chance to win the match that it gave away. From "
        + ", ".join(f"{100 * least:.0f} % on it is {_a(grade)}" for grade, least in reversed(LEAST.items()))
        + ", if it is certain.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="RECORD", help="a complete record of Kozel")
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="this player only (default: all)")
    parser.add_argument("--most", type=int, default=5, metavar="N", help="how many mistakes to show (default: 5)")
    parser.add_argument("--all", action="store_true", help="every decision in its order, then the rest")
    parser.add_argument(
        "--worlds",
        type=int,
        default=usual_worlds(),
        metavar="N",
        help=f"deals in which each action is tried ({usual_worlds()})",
    )
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="processes (default: one a processor)")
    parser.add_argument("--plain", action="store_true", help="letters instead of suit signs")
    parser.set_defaults(run=run)


def _a(grade: Grade) -> str:
    return f"an {grade.value}" if grade is Grade.INACCURACY else f"a {grade.value}"


def run(options: argparse.Namespace) -> int:
    """Judge and print; 0, or 130 after Ctrl-C, which shows what was judged by then."""
    if options.worlds < 100:
        raise CannotAnalyse(f"--worlds is 100 or more, not {options.worlds}: fewer tell nothing.")
    if options.most < 0:
        raise CannotAnalyse(f"--most is a number of mistakes, not {options.most}.")
    if options.seat < 0:
        raise CannotAnalyse(f"--seat counts from 1, so it cannot be {options.seat}.")
    record = Record.read(options.file)
    made = decisions(record, [options.seat - 1] if options.seat else ())
    if not made:
        raise CannotAnalyse("Nobody had anything to decide in this record.")
    words = words_of(record, glyphs=not options.plain and has_glyphs())
    found, broken_off = _judged(made, options.worlds, options.jobs or processors())
    for line in report(words, found, options.most, everything=options.all):
        print(line)
    if broken_off:
        print(f"Broken off: {len(found)} of {len(made)} decisions were judged.", file=sys.stderr)
    return 130 if broken_off else 0


def lesson(record: Record, w: Words, seats: Collection[int]) -> Iterator[str]:
    """The report for the people at this keyboard, on their own decisions. Raises `ShokhaError`."""
    made = decisions(record, seats)
    found, broken_off = _judged(made, usual_worlds(), processors())
    if broken_off:
        yield f"Broken off: {len(found)} of {len(made)} decisions were judged."
    yield from report(w, found, 5)


def _judged(made: Sequence[Decision], worlds: int, jobs: int) -> tuple[list[Judgement], bool]:
    found: list[Judgement] = []
    try:
        with progress("decisions", len(made)) as step:
            for judgement in spread(partial(judge, worlds=worlds), made, jobs):
                found.append(judgement)
                step(1)
    except KeyboardInterrupt:
        return found, True
    return found, False


def words_of(record: Record, *, glyphs: bool = True) -> Words:
    """How the players of a record are called."""
    return Words(record.profile, record.names, sides=sides(record.profile.settings), glyphs=glyphs)


# -- the report --------------------------------------------------------------------------------------------


def report(w: Words, found: Sequence[Judgement], most: int, *, everything: bool = False) -> Iterator[str]:
    """The lines of a report."""
    yield f"{w.version()} {len(found)} decisions, judged by the chance to win the match."
    if everything:
        yield ""
        for each in found:
            yield _line(w, each)
    worst = costliest(found, most)
    yield ""
    yield "The costliest:" if worst else "No mistake is certain."
    for number, each in enumerate(worst, 1):
        yield from _mistake(w, number, each)
    yield ""
    yield from table(w, summaries(found, range(w.profile.players)))


def _line(w: Words, each: Judgement) -> str:
    made = each.decision
    told = f"deal {made.deal}, trick {made.trick}, {w.name(made.seat)}: {describe_action(w, made.played)}"
    if each.is_best:
        return told
    return f"{told}; {describe_action(w, each.best)} {_price(each)}"


def _price(each: Judgement) -> str:
    return f"+{100 * each.cost:.1f} % ± {100 * each.margin:.1f}"


def _mistake(w: Words, number: int, each: Judgement) -> Iterator[str]:
    made = each.decision
    yield f"{number:2}. Deal {made.deal}, trick {made.trick}: {each.grade.value} of {w.name(made.seat)}."
    hand = w.cards(made.view.hand)
    for line in [*situation(w, made.view), f"In hand: {hand}."]:
        yield f"    {line}"
    yield f"    Played: {describe_action(w, made.played)}. Better: {describe_action(w, each.best)}, {_price(each)}."
    yield f"    {each.reason.text(letters=w.letters)}"


def table(w: Words, rows: Iterable[Summary]) -> Iterator[str]:
    """How each player played."""
    names = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
    yield f"{'':24} {'decisions':>9} {'as coach':>8} {'given away':>10} {'inacc.':>6} {'mist.':>6} {'blund.':>6}"
    for row in rows:
        counts = " ".join(f"{row.grades[grade]:6}" for grade in names)
        share = f"{100 * row.best / row.decisions:.0f} %"
        yield f"{w.name(row.seat):24} {row.decisions:9} {share:>8} {100 * row.given_away:8.1f} % {counts}"
