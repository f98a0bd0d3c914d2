"""`shokha equity`: the chances to win a match from every score, and the measurement behind them."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shokha.clean import clean
from shokha.equity import Chances, chances
from shokha.equity import outcomes as own_outcomes
from shokha.errors import ShokhaError
from shokha.files import write_atomic
from shokha.kozel.match import KozelMatch
from shokha.kozel.scoring import penalties
from shokha.lab import outcomes
from shokha.lab.experiment import Means
from shokha.lab.experiment import run as run_experiment
from shokha.lab.results import default_path
from shokha.profile import RuleProfile, load
from shokha.terminal.console import terminal_console
from shokha.terminal.measuring import count
from shokha.terminal.options import add_house_rules, with_house_rules
from shokha.terminal.progress import progress

EXAMPLES = """\
examples:
  shokha equity                        pairs: what each score is worth
  shokha equity yard
  shokha equity trio
  shokha equity pairs --set target=20  a house rule about the score needs no new measurement
  shokha equity pairs --measure        how deals end, measured anew from bots' play (a few minutes)
Each number is the chance to win the match between equal players, the deal rotating. Bots that search
play for this, not for card points.
"""


def register(commands: Any) -> None:
    """Add `equity` to the command line."""
    parser = commands.add_parser(
        "equity",
        help="what every score is worth: the chance to win the match from there",
        description="The chance to win a match of Kozel from every score.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("version", nargs="?", default="pairs", metavar="VERSION", help="a version of Kozel (pairs)")
    add_house_rules(parser)
    parser.add_argument("--measure", action="store_true", help="play deals and write down how they end")
    parser.add_argument("--deals", type=count, default=4000, metavar="N", help="deals to measure (4000)")
    parser.add_argument("--bot", default="rule", metavar="BOT", help="who plays them (rule)")
    parser.add_argument("--seed", default="1", help="the same seed measures the same (1)")
    parser.add_argument("--jobs", type=count, default=0, metavar="N", help="processes (default: one a processor)")
    parser.add_argument("--file", default=None, metavar="FILE", help="where the measurement goes (VERSION.json)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the tables, or measure."""
    profile = with_house_rules(load(options.version), options.set)
    if options.measure:
        return _measure(profile, options)
    out = terminal_console()
    for line in tables(profile):
        out.put(line)
    return 0


def _measure(profile: RuleProfile, options: argparse.Namespace) -> int:
    path = Path(options.file or f"{Path(profile.id).name}.json")
    seed = clean(options.seed, 64)
    experiment = outcomes.outcomes(profile, options.bot, seed)
    items = outcomes.outcome_items(profile, options.deals)
    means, done = Means(options.jobs, default_path(experiment.head)), []
    with progress("deals", len(items)) as step:
        for each in run_experiment(experiment, items, means):
            done.append(each)
            step(1)
    found = outcomes.gather(profile, options.bot, seed, done)
    try:
        write_atomic(path, found.to_json().encode())
    except OSError as error:
        raise ShokhaError(f"{path} cannot be written: {error.strerror}.") from None
    print(f"Measured {len(items)} deals into {path}; the package keeps such files in {own_outcomes.FOLDER}.")
    return 0


def tables(profile: RuleProfile) -> Iterator[str]:
    """The lines that `shokha equity` prints. Raises `ShokhaError` where there is no score to win a match by."""
    known = chances(profile)
    if known is None:
        what = "is played for pots: a deal is worth the share of the pot" if _is_pot(profile) else "has no match equity"
        raise ShokhaError(f"{profile.name} {what}.")
    if not known.is_within_reach(KozelMatch(profile)):
        raise ShokhaError(f"A match of {profile.name} is too long for a table; bots count the difference in penalties.")
    yield from _heading(profile, known)
    sides = len(KozelMatch(profile).sides)
    if profile.settings.deals:
        yield from _session(profile, known) if sides == 2 else ()
    elif sides == 2:
        yield from _two(profile, known)
    else:
        yield from _three(profile, known)


def _is_pot(profile: RuleProfile) -> bool:
    return profile.game == "kozel" and profile.settings.scoring == "pot"


def _heading(profile: RuleProfile, known: Chances) -> Iterator[str]:
    source = known.outcomes
    yield f"{profile.name} ({profile.fingerprint})"
    for seats, rows in source.by_seats.items():
        yield (
            f"How deals of {seats} end, from {source.deals[seats]} deals between {source.bot} bots "
            f"of {source.profile} (seed {source.seed}):"
        )
        total = sum(row.count for row in rows)
        ends: Counter[tuple[int, ...]] = Counter()
        for row in rows:
            playing = range(len(row.points))
            ends[tuple(sorted(penalties(profile.settings, row.points, row.tricks, playing)))] += row.count
        yield "  " + ", ".join(f"{'–'.join(map(str, end))}: {n / total:.1%}" for end, n in ends.most_common())
    if source.family != own_outcomes.family_of(profile):
        yield "  (the nearest that was measured: these house rules change the play)"
    if len(KozelMatch(profile).sides) == 2 or profile.settings.deals:
        start = KozelMatch(profile, 0)
        first = start.side_of(start.first)
        yield f"The side that leads the first deal wins {known.of(start)[first]:.1%} of the matches."
    yield ""


def _mean(profile: RuleProfile, known: Chances, totals: list[int], number: int = 0) -> float:
    """The first side's chance, over all that may be dealing."""
    found = []
    for dealer in range(profile.players):
        match = KozelMatch(profile, dealer)
        match.totals, match.number = totals[:], number
        found.append(known.of(match)[0])
    return sum(found) / len(found)


def _two(profile: RuleProfile, known: Chances) -> Iterator[str]:
    scores = range(0, profile.settings.target, 2)
    yield "own \\ theirs" + "".join(f"{theirs:>7}" for theirs in scores)
    for own in scores:
        yield f"{own:>12}" + "".join(f"{_mean(profile, known, [own, theirs]):7.3f}" for theirs in scores)


def _session(profile: RuleProfile, known: Chances) -> Iterator[str]:
    ahead = range(-8, 9, 2)
    yield f"{'deals left':>12}" + "".join(f"{lead:>+7}" for lead in ahead) + "   (penalties ahead)"
    for left in range(profile.settings.deals, 0, -1):
        number = profile.settings.deals - left
        row = [_mean(profile, known, [max(0, -lead), max(0, lead)], number) for lead in ahead]
        yield f"{left:>12}" + "".join(f"{value:7.3f}" for value in row)


def _three(profile: RuleProfile, known: Chances) -> Iterator[str]:
    scores = range(0, profile.settings.target, 2)
    yield "The other two have:"
    pairs = [(a, b) for a in scores for b in scores if a <= b]
    for a, b in pairs:
        row = [_mean(profile, known, [own, a, b]) for own in scores]
        if (a, b) == pairs[0]:
            yield "        own" + "".join(f"{own:>7}" for own in scores)
        yield f"{a:>5} {b:>5}" + "".join(f"{value:7.3f}" for value in row)
