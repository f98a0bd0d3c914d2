"""`shokha watch`: bots against each other, many times, with an honest summary.

Bots change seats from match to match, so a figure belongs to the bot and not to its chair. What is
printed on stdout depends on the seed alone; timing goes to stderr.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from shokha import bots
from shokha import events as ev
from shokha.bots.playing import play_deal
from shokha.errors import ShokhaError
from shokha.game import deal_next, new_match
from shokha.profile import RuleProfile
from shokha.terminal.options import add_rules, chosen_rules
from shokha.terminal.progress import Progress

EXAMPLES = """\
examples:
  shokha watch                                              a hundred matches of rule bots against random ones
  shokha watch --rules pairs --matches 1000 --bots rule,random,rule,random --seed 1
  shokha watch --rules svoi --deals 2000 --bots rule,rule,rule,random
  shokha watch --show --matches 1                           one match, told in words
Partners sit opposite: in pairs the first and the third bot play together.
"""


def register(commands: Any) -> None:
    """Add `watch` to the command line."""
    parser = commands.add_parser(
        "watch",
        help="bots play against each other",
        description="Bots play many matches; the table tells who won, by how much, and how sure that is.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument("--matches", type=_count, default=None, metavar="N", help="whole matches (default 100)")
    parser.add_argument("--deals", type=_count, default=None, metavar="N", help="single deals instead of matches")
    parser.add_argument("--bots", default="", metavar="A,B,…", help="one bot a seat (default: rule and random in turn)")
    parser.add_argument("--seed", default="1", help="the same seed gives the same output (default 1)")
    parser.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.add_argument("--show", action="store_true", help="tell the play in words, with the bots' reasons")
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    number = int(text) if text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of 1 or more")
    return number


# -- playing ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Unit:
    """What one match (or one deal of its own) brought. Tuples run over the bots, not over the seats."""

    deals: list[tuple[float, ...]] = field(default_factory=list)
    """Penalties, chips won or lost deals, by bot, for each deal."""
    points: list[tuple[int, ...]] = field(default_factory=list)
    tricks: list[tuple[int, ...]] = field(default_factory=list)
    winners: tuple[int, ...] = ()
    ends: Counter[str] = field(default_factory=Counter)
    moves: int = 0


def play_unit(rules: tuple[str, tuple[str, ...]], names: tuple[str, ...], seed: str, whole: bool, index: int) -> Unit:
    """One match, or one deal, number `index`; a function of its arguments alone."""
    profile = _profile(rules)
    n, unit = profile.players, Unit()
    turn = index % n
    bot_of = [(seat + turn) % n for seat in range(n)]  # which bot sits where
    players = [bots.make(names[bot], profile.game) for bot in bot_of]
    match_seed = f"{seed} {index}"
    match = new_match(profile, match_seed)
    while not match.is_over:
        deal, before = deal_next(match, match_seed), match.standing
        play_deal(deal, players, index * 1009 + match.number)
        unit.moves += len(deal.actions)
        happened = match.finish_deal()
        _count_deal(unit, deal, match, happened, before, bot_of)
        if not whole and unit.deals:
            break
    if whole:
        unit.winners = tuple(sorted(bot_of[seat] for side in match.winners for seat in _seats(match.sides[side])))
    return unit


def _profile(rules: tuple[str, tuple[str, ...]]) -> RuleProfile:
    from shokha.profile import load
    from shokha.terminal.options import with_house_rules

    return with_house_rules(load(rules[0]), list(rules[1]))


def _seats(mask: int) -> Iterator[int]:
    return (seat for seat in range(8) if mask >> seat & 1)


def _count_deal(
    unit: Unit, deal: Any, match: Any, happened: list[ev.Event], before: tuple[int, ...], bot_of: list[int]
) -> None:
    def by_bot(values: Any) -> tuple[Any, ...]:
        told = [0] * len(bot_of)
        for side, value in enumerate(values):
            for seat in _seats(match.sides[side]):
                told[bot_of[seat]] = value
        return tuple(told)

    for event in [*deal.events, *happened]:
        match event:
            case ev.DealScored():
                unit.deals.append(by_bot(event.penalties))
                unit.ends["60–60"] += event.eggs
            case ev.PotSettled():
                unit.deals.append(by_bot([now - then for now, then in zip(event.chips, before, strict=True)]))
                unit.ends["carried pots"] += event.carried > 0
            case ev.PotTaken():
                unit.ends["pots taken by a combination"] += 1
            case ev.DealCounted():
                unit.points.append(by_bot(event.points))
                unit.tricks.append(by_bot(event.tricks))
            case ev.Declared():
                unit.ends["declarations"] += 1
            case ev.PileDealEnded():
                unit.ends[f"ended by {event.reason}"] += 1
            case _:
                pass


def _units(options: argparse.Namespace, work: Any, total: int) -> Iterator[Unit]:
    if options.jobs == 1 or total == 1:
        yield from map(work, range(total))
        return
    with multiprocessing.get_context("spawn").Pool(min(options.jobs, total)) as pool:
        yield from pool.imap(work, range(total), chunksize=max(1, min(16, total // (options.jobs * 4) or 1)))


# -- the command ----------------------------------------------------------------------------------------


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    profile = chosen_rules(options)
    names = _bot_names(options.bots, profile)
    endless = profile.game == "svoi" and not (profile.settings.losses_target or profile.settings.deals)
    if options.matches and options.deals:
        raise ShokhaError("Say either --matches or --deals.")
    if options.matches and endless:
        raise ShokhaError("A session of Svoi Kozyri has no end of its own: say --deals, or --set losses_target=5.")
    whole = not (options.deals or endless)
    total = options.matches or options.deals or 100
    if options.show:
        return _show(profile, names, options.seed, total)
    rules = (options.rules, tuple(options.set))
    work = partial(play_unit, rules, names, str(options.seed), whole)
    units: list[Unit] = []
    began, stopped = time.monotonic(), False
    try:
        with Progress("matches" if whole else "deals", total) as progress:
            for unit in islice(_units(options, work, total), total):
                units.append(unit)
                progress.step()
    except KeyboardInterrupt:
        stopped = True
    if not units:
        return 130
    print(summary(profile, names, str(options.seed), units, whole))
    moves, seconds = sum(u.moves for u in units), time.monotonic() - began
    print(f"{moves} moves in {seconds:.1f} s, {moves / seconds:,.0f} a second", file=sys.stderr)
    if stopped:
        print(f"Interrupted after {len(units)} of {total}; the table tells of those.", file=sys.stderr)
    return 130 if stopped else 0


def _bot_names(text: str, profile: RuleProfile) -> tuple[str, ...]:
    known, n = bots.names(profile.game), profile.players
    better = "rule" if "rule" in known else known[-1]
    names = (
        tuple(name.strip() for name in text.split(",")) if text else tuple([better, "random"][i % 2] for i in range(n))
    )
    if len(names) == 1:
        names *= n
    for name in names:
        bots.make(name, profile.game)
    if len(names) != n:
        raise ShokhaError(f"{profile.id} has {n} seats, so name {n} bots, not {len(names)}.")
    return names


def _show(profile: RuleProfile, names: tuple[str, ...], seed: str, total: int) -> int:
    from shokha.terminal.words import Words, tell

    words = Words(profile, [f"{name} {i + 1}" for i, name in enumerate(names)])
    players = [bots.make(name, profile.game) for name in names]
    for index in range(total):
        match = new_match(profile, f"{seed} {index}")
        while not match.is_over:
            deal = deal_next(match, f"{seed} {index}")
            told = 0

            def hear(seat: int, choice: Any, deal: Any = deal) -> None:
                nonlocal told
                told = _print_events(deal.events, told, words, tell)
                if choice.reason:
                    print(f"    ({words.name(seat)}: {choice.reason})")

            play_deal(deal, players, index * 1009 + match.number, told=hear)
            _print_events(deal.events, told, words, tell)
            _print_events(match.finish_deal(), 0, words, tell)
            if profile.game == "svoi" and match.number >= total:
                return 0
    return 0


def _print_events(events: list[ev.Event], first: int, words: Any, tell: Any) -> int:
    for event in events[first:]:
        sentence = tell(event, words)
        if sentence:
            print(sentence)
    return len(events)


# -- the summary ----------------------------------------------------------------------------------------


def mean_interval(values: Iterable[float]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval."""
    list_ = list(values)
    return fmean(list_), 1.96 * stdev(list_) / sqrt(len(list_)) if len(list_) > 1 else float("inf")


def wilson(hits: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson (1927)."""
    z, share = 1.96, hits / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def summary(profile: RuleProfile, names: tuple[str, ...], seed: str, units: list[Unit], whole: bool) -> str:
    """The table that `watch` prints."""
    deals = [deal for unit in units for deal in unit.deals]
    ends = sum((unit.ends for unit in units), Counter[str]())
    counted = f"{len(units)} matches, {len(deals)} deals" if whole else f"{len(deals)} deals"
    lines = [f"{profile.name} ({profile.fingerprint}), seed {seed}: {counted}", ""]
    sides = _sides(profile, names)
    unit = _unit_word(profile)
    head = f"{'bots':28} {'matches won':>22} {unit + ' a deal':>22} {'card points':>12} {'tricks':>8}"
    lines.append(head if whole else head.replace(f"{'matches won':>22}", f"{'':22}"))
    for label, first in sides:
        won = sum(first in u.winners for u in units)
        low, high = wilson(won, len(units))
        matches = f"{won / len(units):6.1%} ({low:.1%}–{high:.1%})" if whole else ""
        mean, half = mean_interval(deal[first] for deal in deals)
        points = [p[first] for u in units for p in u.points]
        tricks = [t[first] for u in units for t in u.tricks]
        share = f"{fmean(points):12.1f} {fmean(tricks):8.2f}" if points else ""
        value = f"{mean:8.3f} ± {half:.3f}"
        if unit == "lost":
            low, high = wilson(mean * len(deals), len(deals))
            value = f"{mean:6.1%} ({low:.1%}–{high:.1%})"
        lines.append(f"{label:28} {matches:>22} {value:>22} {share}".rstrip())
    if len(sides) == 2 and unit == "penalties":
        mean, half = mean_interval(deal[sides[1][1]] - deal[sides[0][1]] for deal in deals)
        ahead, behind = (sides[0][0], sides[1][0]) if mean >= 0 else (sides[1][0], sides[0][0])
        lines += ["", f"{ahead} is ahead of {behind} by {abs(mean):.3f} ± {half:.3f} penalty points per deal."]
    lines += [""] + [f"{name}: {n} ({n / len(deals):.1%} of deals)" for name, n in sorted(ends.items()) if n]
    return "\n".join(lines).rstrip()


def _sides(profile: RuleProfile, names: tuple[str, ...]) -> list[tuple[str, int]]:
    """Each side's label, and one of its bots."""
    if getattr(profile.settings, "partnership", "singles") == "pairs":
        return [(f"{names[0]} + {names[2]}", 0), (f"{names[1]} + {names[3]}", 1)]
    return [(f"{i + 1} {name}", i) for i, name in enumerate(names)]


def _unit_word(profile: RuleProfile) -> str:
    if profile.game != "kozel":
        return "lost"
    return "chips" if profile.settings.scoring == "pot" else "penalties"
