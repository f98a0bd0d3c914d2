"""`shokha watch`: bots against each other, many times, with an honest summary.

What is printed on stdout depends on the seed alone; progress and timing go to stderr.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from shokha import bots
from shokha.bots.playing import play_deal
from shokha.clean import clean
from shokha.errors import ShokhaError
from shokha.game import deal_next, new_match
from shokha.lab.chance import chance
from shokha.lab.processes import processors, spread
from shokha.profile import RuleProfile
from shokha.terminal.console import terminal_console
from shokha.terminal.options import add_rules, chosen_rules
from shokha.terminal.progress import progress
from shokha.terminal.tally import Unit, play_unit, summary
from shokha.words import Teller, Words

EXAMPLES = """\
examples:
  shokha watch                                   a hundred matches of rule bots against random ones
  shokha watch --rules pairs --matches 1000 --bots rule,random,rule,random --seed 1
  shokha watch --rules money --players-count 3 --bots rule,random,random
  shokha watch --rules svoi --deals 2000 --bots random
  shokha watch --bots rule --matches 10 --records played     a record of each, for `verify`, `replay`, `analyse`
  shokha watch --show --matches 1                one match, told in words with the bots' reasons
Partners sit opposite: in pairs the first and the third bot play together. From match to match all
move on by one seat, so no bot owes its result to its chair.
"""


def register(commands: Any) -> None:
    """Add `watch` to the command line."""
    parser = commands.add_parser(
        "watch",
        help="bots play against each other",
        description="Bots play many matches; the table tells who won, by how much, and how sure that is (95 % "
        "intervals). The same seed gives the same table, compiled or not.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument("--players-count", type=_count, metavar="N", help="how many play, short for --set players=N")
    parser.add_argument("--matches", type=_count, default=None, metavar="N", help="whole matches (default: 100)")
    parser.add_argument("--deals", type=_count, default=None, metavar="N", help="single deals instead of matches")
    parser.add_argument(
        "--bots", default="", metavar="A,B,...", help="one bot a seat (default: rule and random in turn)"
    )
    parser.add_argument("--seed", default="1", help="the same seed gives the same output (default: 1)")
    parser.add_argument("--jobs", type=_count, default=processors(), metavar="N", help="processes (default: all)")
    parser.add_argument("--show", action="store_true", help="tell the play in words, with the bots' reasons")
    parser.add_argument("--records", type=Path, metavar="FOLDER", help="write a record of each into a new folder")
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of 1 or more")
    return number


def run(options: argparse.Namespace) -> int:
    """Play and print; 130 after Ctrl-C, with the table of what was played."""
    changes = [f"players={options.players_count}"] if options.players_count is not None else []
    profile = chosen_rules(options, changes)
    names, seed = _bot_names(options.bots, profile), clean(options.seed, 64)
    whole, total = _amount(options, profile)
    if options.records is not None:
        if options.show:
            raise ShokhaError("Say either --show or --records.")
        _make_empty(options.records)
    if options.show:
        return _show(profile, names, seed, whole, total)
    units: list[Unit] = []
    began, stopped = time.monotonic(), False
    try:
        with progress("matches" if whole else "deals", total) as step:
            for unit in spread(
                partial(play_unit, profile, names, seed, whole, records=options.records), range(total), options.jobs
            ):
                units.append(unit)
                step(1)
    except KeyboardInterrupt:
        stopped = True
    seconds = time.monotonic() - began
    if units:
        out = terminal_console()
        for line in summary(profile, names, seed, units, whole):
            out.put(line)
        moves = sum(unit.moves for unit in units)
        print(f"{moves} moves in {seconds:.1f} s, {moves / seconds:,.0f} a second", file=sys.stderr)
    if stopped:
        print(f"Interrupted after {len(units)} of {total}.", file=sys.stderr)
    return 130 if stopped else 0


def _make_empty(folder: Path) -> None:
    """A folder for records: nothing that lies there already is written over."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = next(folder.iterdir(), None)
    except OSError as error:
        raise ShokhaError(f"Records cannot be kept in {clean(str(folder), 200)}: {error.strerror}.") from error
    if taken is not None:
        raise ShokhaError(f"{clean(str(folder), 200)} is not empty; records go into a folder of their own.")


def _amount(options: argparse.Namespace, profile: RuleProfile) -> tuple[bool, int]:
    """Whole matches or single deals, and how many."""
    endless = profile.game == "svoi" and not (profile.settings.losses_target or profile.settings.deals)
    if options.matches and options.deals:
        raise ShokhaError("Say either --matches or --deals.")
    if options.matches and endless:
        raise ShokhaError("A session of Svoi Kozyri has no end of its own: say --deals, or --set losses_target=5.")
    return not (options.deals or endless), options.matches or options.deals or 100


def _bot_names(text: str, profile: RuleProfile) -> tuple[str, ...]:
    known, n = bots.names(profile.game), profile.players
    best = "rule" if "rule" in known else known[-1]
    names = (
        tuple(name.strip() for name in text.split(",")) if text else tuple([best, "random"][i % 2] for i in range(n))
    )
    names = names * n if len(names) == 1 else names
    for name in names:
        bots.make(name, profile.game)
    if len(names) != n:
        raise ShokhaError(f"{clean(profile.id, 60)} has {n} seats, so name {n} bots, not {len(names)}.")
    return names


def _show(profile: RuleProfile, names: tuple[str, ...], seed: str, whole: bool, total: int) -> int:
    """Matches or deals in words; the bots' reasons in brackets before what they do."""
    out = terminal_console()
    players = [bots.make(name, profile.game) for name in names]
    for index in range(total):
        match = new_match(profile, f"{seed} {index}")
        words = Words(
            profile, [f"{name} {seat + 1}" for seat, name in enumerate(names)], sides=match.sides, glyphs=out.glyphs
        )
        teller = Teller(words)
        for line in teller.tell(match.events):
            out.say(line)
        while not match.is_over:
            deal, told = deal_next(match, f"{seed} {index}"), 0

            def hear(seat: int, choice: Any, deal: Any = deal, words: Words = words, teller: Teller = teller) -> None:
                nonlocal told
                for line in teller.tell(deal.events[told:]):
                    out.say(line)
                told = len(deal.events)
                out.say(f"  ({words.name(seat)}: {words.reason(choice.reason)})")

            play_deal(deal, players, chance(seed, index, match.number), told=hear)
            for line in teller.tell([*deal.events[told:], *match.finish_deal()]):
                out.say(line)
            if not whole:
                break
    return 0
