"""`shokha tui`: the table on the full screen of the terminal. Textual is imported when it is asked for."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shokha.errors import ShokhaError
from shokha.profile import RuleProfile, in_order, load
from shokha.terminal import saves
from shokha.terminal.console import can_show
from shokha.terminal.host import Host
from shokha.terminal.saves import Kept
from shokha.terminal.seating import add_match, further_seeds, seat_players, words_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from shokha.tui.app import TableApp

EXAMPLES = """\
examples:
  shokha tui                                     choose a version, or go on with a match that waits
  shokha tui --rules yard --letters ru           the yard's version, Russian letters on the cards
  shokha tui --rules pairs --players me:Vera,rule,me:Oleg,rule   two people at one keyboard
  shokha tui --rules svoi --pace 0.2             Svoi Kozyri, and the bots are quick
  shokha tui --resume                            go on with the last match at once
Keys are at the foot of the screen, ? explains them; the mouse works too. `shokha play` keeps the same matches, and
suits screen readers better.
"""
PACE = 0.7


def register(commands: Any) -> None:
    """Add `tui` to the command line."""
    parser = commands.add_parser(
        "tui",
        help="play on the full screen of the terminal",
        description="Play a match on the full screen, against bots or with friends at one keyboard. Needs Textual.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_match(parser, rules="")
    parser.add_argument(
        "--pace",
        type=float,
        default=PACE,
        metavar="SECONDS",
        help=f"how long a bot takes over a move (default: {PACE})",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Choose or resume, then play: 0 when finished or left, 130 after Ctrl-C."""
    if not 0 <= options.pace <= 60:
        raise ShokhaError(f"--pace is 0 to 60 seconds, not {options.pace:g}.")
    _check_textual()
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise ShokhaError("The full screen needs a terminal; `shokha play` plays in lines anywhere.")
    app = make_app(options)
    result = app.run()
    if isinstance(result, ShokhaError):
        raise result
    if told := saves.goes_on(app.kept, "shokha tui", options.language):
        print(told)
    return result or 0


def _check_textual() -> None:
    try:
        import textual  # noqa: F401
    except ImportError as error:
        text = f"The full screen needs more than plain Python ({error.name} is missing): pip install 'shokha[tui]'"
        raise ShokhaError(text) from None


def make_app(options: argparse.Namespace) -> TableApp:
    """The application for some options. Raises `ShokhaError` when they make no sense."""
    from shokha.tui.app import Manner, TableApp
    from shokha.tui.choosing import Choosing
    from shokha.tui.painting import Look

    # Textual looks there, and takes an empty one for a wish too.
    if options.no_color or options.plain or os.environ.get("NO_COLOR"):
        os.environ["NO_COLOR"] = "1"
    else:
        os.environ.pop("NO_COLOR", None)
    glyphs = not options.plain and can_show("♠♥♦♣┌░", sys.stdout.encoding or "ascii")
    manner = Manner(
        _hosts(options, glyphs),
        Look("four" if options.four_color else "two", ascii=not glyphs),
        options.pace,
        options.record,
        options.confirm_hide,
    )
    kept, found, notices = _match_at_once(options)
    if kept is not None:
        return TableApp(manner, kept=kept)
    versions = [load(options.rules)] if options.rules else in_order()

    def begin(profile: RuleProfile) -> Kept:
        return seat_players(argparse.Namespace(**{**vars(options), "rules": options.rules or profile.id}))

    return TableApp(manner, choosing=Choosing(found, versions, begin, notices, options.language))


def _hosts(options: argparse.Namespace, glyphs: bool) -> Callable[[Kept, Callable[[str], object]], Host]:
    def host(kept: Kept, say: Callable[[str], object]) -> Host:
        made = Host(kept, words_for(kept, options.language, options.letters, glyphs=glyphs), say)
        made.new_seed = further_seeds(options.seed, kept)
        return made

    return host


def _match_at_once(options: argparse.Namespace) -> tuple[Kept | None, list[Kept], list[str]]:
    """The match that the options ask for, if there is nothing to choose; else those that wait, and what to say."""
    if options.resume:
        return saves.read(Path(options.resume)), [], []
    found, notices = ([], []) if options.new else saves.newest()
    if options.resume is not None:
        if not found:
            raise ShokhaError(f"No match is waiting in {saves.matches_folder()}.")
        return found[0], [], []
    if options.rules and not found:
        return seat_players(options), [], []
    return None, found, notices
