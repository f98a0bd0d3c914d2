"""`shokha play`: a match in the terminal, against bots, with friends at one keyboard, or both."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shokha import bots, languages
from shokha.clean import clean
from shokha.errors import ShokhaError
from shokha.game import new_match
from shokha.profile import RuleProfile
from shokha.table import NAME_LIMIT, Command, Table, TableOptions
from shokha.terminal import saves
from shokha.terminal.commands import Quit
from shokha.terminal.console import Console, paint, terminal_console
from shokha.terminal.options import add_rules, chosen_rules
from shokha.terminal.saves import Kept
from shokha.terminal.session import Session
from shokha.words import Words

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
MEMORY = ("last-trick", "own-discards", "own-points")
LISTED = 9
"""How many matches that wait are listed, the newest first."""
PEOPLE = ("Anna", "Boris", "Vera", "Gleb", "Dina")
"""Names of bots, in the order of the Russian alphabet, so that a name tells the seat."""


def register(commands: Any, name: str = "play") -> None:
    """Add `play` to the command line; `name` is what the launcher calls it."""
    parser = commands.add_parser(
        name,
        help="play in the terminal",
        description="Play a match in sentences and numbered choices, against bots or with friends at one keyboard.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument("--players-count", type=int, metavar="N", help="how many play, short for --set players=N")
    parser.add_argument(
        "--players", default="", metavar="A,B,...", help="who sits where: me, me:NAME, or a bot (rule …)"
    )
    parser.add_argument("--seat", type=int, default=1, metavar="N", help="your seat without --players (default: 1)")
    parser.add_argument("--bot", default="", metavar="NAME", help="the bot in the other seats (default: rule)")
    parser.add_argument("--seed", default="", help="play the deals of this seed (default: fresh chance)")
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="go on with the last match, or the one in a file"
    )
    group.add_argument("--new", action="store_true", help="begin a new match without asking; others stay")
    parser.add_argument("--record", type=Path, metavar="FILE", help="where the finished match is written down")
    parser.add_argument(
        "--memory",
        default="",
        metavar="LIST",
        help=f"what may be looked back at: {', '.join(MEMORY)} (default: nothing)",
    )
    parser.add_argument("--confirm-hide", action="store_true", help="ask before hiding cards that could win")
    parser.add_argument(
        "--letters", choices=("en", "ru"), default="en", help="Latin or Cyrillic letters on the cards (default: en)"
    )
    parser.add_argument("--language", choices=languages.available(), default="en", help="language of the sentences")
    parser.add_argument("--plain", action="store_true", help="letters for the suits, no colours (for screen readers)")
    parser.add_argument("--no-color", action="store_true", help="no colours (also: NO_COLOR=1)")
    parser.add_argument("--four-color", action="store_true", help="every suit in a colour of its own")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Resume or set up, then play: 0 when finished or left, 130 after Ctrl-C."""
    console = terminal_console(plain=options.plain, colour=not options.no_color, four=options.four_color)
    kept: Kept | None = None
    try:
        kept = _resumed(options, console) or _new(options)
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
    if kept is not None and kept.path is not None and kept.path.exists():
        console.say(f"Saved. `{_command(options)}` goes on with this match.")


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
    found = []
    for kept in saves.waiting():
        if isinstance(kept, str):
            console.say(kept)
        else:
            found.append(kept)
        if len(found) == LISTED:
            break
    if options.resume is not None:
        if not found:
            raise ShokhaError(f"No match is waiting in {saves.matches_folder()}.")
        return found[0]
    return _which(found, console) if found else None


def _which(found: list[Kept], console: Console) -> Kept | None:
    console.say("This match waits for you:" if len(found) == 1 else "These matches wait for you:")
    for number, kept in enumerate(found, 1):
        console.say(f"  {number}. {saves.describe(kept)}")
    choice = "Enter goes on with it" if len(found) == 1 else "Enter goes on with the first, a number with another"
    while True:
        line = console.ask(f"{choice}, n begins a new one> ").lower()
        if line in ("n", "no", "new", "н", "нет"):
            return None
        if line in ("", "y", "yes", "д", "да"):
            return found[0]
        if line.isdecimal() and 1 <= int(line) <= len(found):
            return found[int(line) - 1]


# -- a new match -------------------------------------------------------------------------------------------


def _new(options: argparse.Namespace) -> Kept:
    changes = [f"players={options.players_count}"] if options.players_count is not None else []
    profile = chosen_rules(options, changes)
    seats = _seats(options, profile)
    memory = _memory(options.memory)
    table = Table(profile, clean(options.seed, 64) or secrets.token_hex(16), memory)
    for seat, (bot, name) in enumerate(seats):
        answer = table.receive(Command("bot", seat, bot) if bot else Command("sit", seat, name))
        if not answer.ok:
            raise ShokhaError(answer.message)
    return Kept(table, [name for _, name in seats], saves.new_path())


def _seats(options: argparse.Namespace, profile: RuleProfile) -> list[tuple[str, str]]:
    """(bot, name) by seat; the bot is empty for a person at this keyboard."""
    known, n = bots.names(profile.game), profile.players
    bot = options.bot or ("rule" if "rule" in known else known[-1])
    if options.players:
        wanted = [part.strip() for part in options.players.split(",")]
    else:
        if not 1 <= options.seat <= n:
            raise ShokhaError(f"{clean(profile.id, 60)} has seats 1 to {n}, not {options.seat}.")
        wanted = [bot] * n
        wanted[options.seat - 1] = "me"
    if len(wanted) != n:
        raise ShokhaError(f"{clean(profile.id, 60)} has {n} seats, so name {n} players, not {len(wanted)}.")
    people = [part.partition(":")[0] == "me" for part in wanted]
    if not any(people):
        raise ShokhaError("Nobody plays at this keyboard: name one player me, or use `shokha watch --show`.")
    seats = []
    for seat, part in enumerate(wanted):
        kind, _, name = part.partition(":")
        if not people[seat]:
            bots.make(kind, profile.game)
        own = "Player" if sum(people) == 1 else f"Player {seat + 1}"
        told = clean(name, NAME_LIMIT) or (own if people[seat] else PEOPLE[seat])
        seats.append(("" if people[seat] else kind, told))
    return _distinct(seats)


def _distinct(seats: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Names that can be told apart: who shares a name gets the number of the seat; people keep theirs."""
    everybody = [name.casefold() for _, name in seats]
    people = [name.casefold() for bot, name in seats if not bot]
    told = []
    for seat, (bot, name) in enumerate(seats):
        rivals = everybody if bot else people
        shared = rivals.count(name.casefold()) > 1
        told.append((bot, f"{name[: NAME_LIMIT - 2]} {seat + 1}" if shared else name))
    return told


def _memory(text: str) -> TableOptions:
    wanted = [part.strip() for part in text.split(",") if part.strip()]
    unknown = [part for part in wanted if part not in MEMORY]
    if unknown:
        raise ShokhaError(f"--memory knows {', '.join(MEMORY)}, not {clean(', '.join(unknown), 60)!r}.")
    return TableOptions(**{part.replace("-", "_"): True for part in wanted})


# -- the sitting ---------------------------------------------------------------------------------------------


def _session(options: argparse.Namespace, kept: Kept, console: Console) -> Session:
    people = [seat for seat, place in enumerate(kept.table.places) if place.person]
    words = Words(
        kept.table.profile,
        kept.names,
        you=people[0] if len(people) == 1 else None,
        sides=sides_of(kept.table.profile),
        language=options.language,
        letters=options.letters if console.can_show("ТКДВ") else "en",
        glyphs=console.glyphs,
        paint=paint,
    )
    session = Session(kept, words, console, record=options.record, confirm_hide=options.confirm_hide)
    session.command = _command(options)
    session.new_seed = _seeds(options.seed, kept)
    return session


def sides_of(profile: RuleProfile) -> tuple[int, ...]:
    """The sides of a version as masks of seats."""
    return tuple(new_match(profile, 0).sides)


def _seeds(given: str, kept: Kept) -> Callable[[], str]:
    """Seeds for further matches at the table: fresh ones, since the first is told at the end of its match."""

    def seed() -> str:
        return f"{clean(given, 64)} {kept.table.matches_played + 1}" if given else secrets.token_hex(16)

    return seed
