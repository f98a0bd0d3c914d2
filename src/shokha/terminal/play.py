"""`shokha play`: a match in the terminal, against bots, with friends at one keyboard, or both."""

from __future__ import annotations

import argparse
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from shokha import languages
from shokha.cards import RankLetters
from shokha.errors import ShokhaError
from shokha.terminal import saves
from shokha.terminal.commands import Quit
from shokha.terminal.console import Console, terminal_console
from shokha.terminal.saves import Kept
from shokha.terminal.seating import add_match, further_seeds, seat_players, words_for
from shokha.terminal.session import Session

EXAMPLES = """\
examples:
  shokha play                                    Kozel in pairs: you sit first, bots sit elsewhere
  shokha play --rules yard --letters ru          the yard's version, Russian letters on the cards
  shokha play --players me:Vera,rule,me:Oleg,rule  two people at one keyboard, partners, against bots
  shokha play --rules money --players-count 3    for chips, three at the table
  shokha play --set shokha=off --set target=24   house rules
  shokha play --rules svoi                       Svoi Kozyri
Type help at the table. A match that was broken off is offered again at the next start.
"""


def register(commands: Any, name: str = "play") -> None:
    """Add `play` to the command line; `name` is what the launcher calls it."""
    parser = commands.add_parser(
        name,
        help="play in the terminal",
        description="Play a match in sentences and numbered choices, against bots or with friends at one keyboard.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_match(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Resume or set up, then play: 0 when finished or left, 130 after Ctrl-C."""
    console = terminal_console(plain=options.plain, colour=not options.no_color, four=options.four_color)
    kept: Kept | None = None
    try:
        asked_for = seat_players(options)  # what is wrong with it is said before anything else is asked
        kept = _resumed(options, console) or asked_for
        return _session(options, kept, console).run()
    except Quit:
        _saved(options, console, kept)
        return 0
    except EOFError:
        console.say("")
        _saved(options, console, kept)
        return 0
    except KeyboardInterrupt:
        console.say("")
        _saved(options, console, kept)
        return 130


def _saved(options: argparse.Namespace, console: Console, kept: Kept | None) -> None:
    if told := saves.goes_on(kept, _command(options), options.language):
        console.say(told)


def _command(options: argparse.Namespace) -> str:
    """What the person typed to get here, and can type again."""
    return "shokha play" if options.command == "play" else "python3 play.py term"


# -- a match that waits ------------------------------------------------------------------------------------


def _resumed(options: argparse.Namespace, console: Console) -> Kept | None:
    """The saved match that the person wants to go on with, if any."""
    if options.new:
        return None
    if options.resume:
        return saves.read(Path(options.resume))
    words = languages.translation(options.language)
    found, notices = saves.newest()
    for notice in notices:
        console.say(notice)
    if options.resume is not None:
        if not found:
            raise ShokhaError(f"No match is waiting in {saves.matches_folder()}.")
        return found[0]
    return _which(found, console, words) if found else None


def _which(found: list[Kept], console: Console, words: NullTranslations) -> Kept | None:
    console.say(words.ngettext("This match waits for you:", "These matches wait for you:", len(found)))
    for number, kept in enumerate(found, 1):
        console.say(f"  {number}. {saves.describe(kept)}")
    if len(found) == 1:
        choice = words.gettext("Enter goes on with it, n begins a new one")
    else:
        choice = words.gettext("Enter goes on with the first, a number with another, n begins a new one")
    while True:
        line = console.ask(f"{choice}> ").lower()
        if line in ("n", "no", "new", "н", "нет"):
            return None
        if line in ("", "y", "yes", "д", "да"):
            return found[0]
        if line.isdecimal() and 1 <= int(line) <= len(found):
            return found[int(line) - 1]


# -- the sitting ---------------------------------------------------------------------------------------------


def _session(options: argparse.Namespace, kept: Kept, console: Console) -> Session:
    letters: RankLetters = options.letters if console.can_show("ТКДВ") else "en"
    words = words_for(kept, options.language, letters, glyphs=console.glyphs)
    session = Session(kept, words, console, record=options.record, confirm_hide=options.confirm_hide)
    session.command = _command(options)
    session.host.new_seed = further_seeds(options.seed, kept)
    return session
