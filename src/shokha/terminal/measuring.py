"""Options and lines that the commands of the laboratory share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from shokha.clean import clean
from shokha.errors import ShokhaError
from shokha.lab.board import SCORES, BotSpec, unit
from shokha.lab.experiment import Experiment, Means, run
from shokha.lab.results import default_path
from shokha.profile import RuleProfile
from shokha.terminal.console import terminal_console
from shokha.terminal.options import add_rules, chosen_rules
from shokha.terminal.progress import progress


def count(text: str) -> int:
    """A whole number of 1 or more, for argparse."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of 1 or more")
    return number


def add_means(parser: argparse.ArgumentParser, boards: int, what: str = "boards", rules: str = "pairs") -> None:
    """The options of every experiment."""
    add_rules(parser, rules)
    parser.add_argument(
        "--boards", type=count, default=boards, metavar="N", help=f"how many {what} (default: {boards})"
    )
    parser.add_argument("--seed", default="1", help="the same seed gives the same boards (default: 1)")
    parser.add_argument(
        "--budget", type=float, default=None, metavar="N", help="for every bot named without one of its own (mc:200)"
    )
    parser.add_argument("--jobs", type=count, default=0, metavar="N", help="processes (default: one a processor)")
    parser.add_argument(
        "--file", default=None, metavar="FILE", help="keep the results there (default: by themselves, so that the "
        "same command goes on where it was broken off)"
    )  # fmt: skip
    parser.add_argument("--nothing-kept", action="store_true", help="keep no file of results")
    parser.add_argument("--ray", default=None, metavar="ADDRESS", help="work on a Ray cluster, auto for this machine's")


def add_scores(parser: argparse.ArgumentParser) -> None:
    """Score before each board."""
    parser.add_argument(
        "--scores", choices=SCORES, default="zero", help="score before each board: nothing, or any by the seed (zero)"
    )


class Setting:
    """What the shared options mean."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.profile: RuleProfile = chosen_rules(options)
        self.seed = clean(options.seed, 64)
        self.boards: int = options.boards
        self.options = options

    def bots(self, names: Sequence[str]) -> list[BotSpec]:
        """The bots that are named. Raises `ShokhaError`."""
        budget = self.options.budget
        if budget is not None and not 0 < budget < 1e12:
            raise ShokhaError(f"A budget is a number above 0, not {budget:g}.")
        return [BotSpec.parse(name, self.profile.game, budget) for name in names]

    def means(self, experiment: Experiment) -> Means:
        """How and where the work is done."""
        options = self.options
        file = Path(options.file) if options.file else None if options.nothing_kept else default_path(experiment.head)
        return Means(options.jobs, file, options.ray)

    def run(self, experiment: Experiment, items: Sequence[Any], means: Means) -> Iterator[tuple[Any, Any]]:
        """The results in order, with a bar."""
        with progress("boards", len(items)) as step:
            for found in run(experiment, items, means):
                step(1)
                yield found

    @property
    def heading(self) -> str:
        """What is measured, for the first line."""
        return f"{self.profile.name} ({self.profile.fingerprint}), seed {self.seed}"

    @property
    def unit(self) -> str:
        """What results are counted in."""
        return unit(self.profile)


def until_stopped(
    setting: Setting, experiment: Experiment, items: Sequence[Any], means: Means, hear: Callable[[Any, Any], object]
) -> bool:
    """Do the work, each result handed to `hear` until that returns True; True when Ctrl-C ended it."""
    try:
        for item, done in setting.run(experiment, items, means):
            if hear(item, done) is True:
                break
    except KeyboardInterrupt:
        return True
    return False


def finish(lines: Sequence[str], means: Means, stopped: bool, done: int, wanted: int) -> int:
    """Print the lines and where the results are; the exit code."""
    out = terminal_console()
    for line in [*lines, *([f"Results: {means.file}"] if means.file else [])]:
        out.put(line)
    if stopped:
        again = "; the same command goes on from there" if means.file else ""
        print(f"Interrupted after {done} of {wanted}{again}.", file=sys.stderr)
    return 130 if stopped else 0
