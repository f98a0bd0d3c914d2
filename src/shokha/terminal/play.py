"""`shokha play`: a match in the terminal, against bots, with friends at one keyboard, or both."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from pathlib import Path
from typing import Any

from shokha import bots, languages
from shokha.clean import clean
from shokha.errors import ShokhaError
from shokha.profile import RuleProfile
from shokha.table import NAME_LIMIT, Command, Table, TableOptions
from shokha.terminal import save
from shokha.terminal.options import add_rules, chosen_rules
from shokha.terminal.session import Quit, Session
from shokha.terminal.words import Words

EXAMPLES = """\
examples:
  shokha play                                      Kozel in pairs; you sit first, bots sit elsewhere
  shokha play --rules yard --letters ru            the yard version, Russian letters on the cards
  shokha play --players me:Vera,rule,me:Boris,rule two people at one keyboard, partners, against bots
  shokha play --rules trio --set target=4          a short match for three
  shokha play --rules svoi                         Svoi Kozyri
A match that was broken off goes on at the next start.
"""
MEMORY = ("last-trick", "own-discards", "own-points")


def register(commands: Any) -> None:
    """Add `play` to the command line."""
    parser = commands.add_parser(
        "play",
        help="play in the terminal",
        description="Play a match in sentences and numbered choices. Type help at the table.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument(
        "--players", default="", metavar="A,B,…", help="who sits where: me, me:NAME, or a bot (rule, random …)"
    )
    parser.add_argument(
        "--seat", type=int, default=1, metavar="N", help="your seat when --players is not given (default 1)"
    )
    parser.add_argument("--bot", default="", metavar="NAME", help="the bot for the other seats (default: rule)")
    parser.add_argument("--seed", default="", help="play the deals of this seed again (default: fresh chance)")
    parser.add_argument("--memory", default="", metavar="LIST", help=f"what may be looked back at: {', '.join(MEMORY)}")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the finished match there")
    parser.add_argument("--letters", choices=("en", "ru"), default="en", help="A K Q J, or Т К Д В")
    parser.add_argument("--language", choices=languages.available(), default="en", help="language of the sentences")
    parser.add_argument("--plain", action="store_true", help="suit letters instead of glyphs, no colours")
    parser.add_argument("--no-color", action="store_true", help="no colours (also: NO_COLOR=1)")
    parser.add_argument("--confirm-hide", action="store_true", help="ask before hiding cards that could win")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--resume", action="store_true", help="go on with the saved match without asking")
    group.add_argument("--new", action="store_true", help="begin a new match; a saved one is put aside")
    parser.add_argument("--save-file", type=Path, metavar="FILE", help="keep the running match there")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Set up or resume, then play. 0 when finished or left, 130 after Ctrl-C."""
    path = options.save_file or save.default_path()
    try:
        session = _resumed(options, path) or _new(options, path)
        session.run()
    except Quit:
        print(f"Saved. `shokha play` goes on with it ({path}).")
        return 0
    except EOFError:
        print(f"\nSaved. `shokha play` goes on with it ({path}).")
        return 0
    except KeyboardInterrupt:
        print(f"\nSaved. `shokha play` goes on with it ({path}).")
        return 130
    return 0


def _resumed(options: argparse.Namespace, path: Path) -> Session | None:
    """The saved match, when there is one and the person wants it."""
    try:
        kept = None if options.new else save.read(path)
    except save.SaveError as error:
        if "newer version" in str(error):
            raise ShokhaError(f"{error} Use --new to begin another; that file is put aside then.") from None
        print(f"{error} It is kept as {save.put_aside(path)}; a new match begins.")
        return None
    if options.new and path.exists():
        print(f"The saved match is kept as {save.put_aside(path)}.")
    if kept is None:
        if options.resume:
            raise ShokhaError(f"There is no saved match in {path}.")
        return None
    table = kept.table
    if not options.resume:
        question = (
            f"A match of {table.profile.name} is unfinished (deal {table.match.number + 1}). Go on with it? [Y/n] "
        )
        if input(question).strip().lower() in ("n", "no", "н", "нет"):
            print(f"It is kept as {save.put_aside(path)}.")
            return None
    names = [place.name for place in table.places]
    session = _session(options, table, names, path, kept.rules, kept.house)
    if session.words.profile.game == "kozel" and table.deals:
        _catch_up(session)
    return session


def _catch_up(session: Session) -> None:
    """The words need to know which sides are in the running deal."""
    from shokha.terminal.words import tell

    for event in session.table.stream(session.audience):
        tell(event, session.words)


def _new(options: argparse.Namespace, path: Path) -> Session:
    profile = chosen_rules(options)
    seats = _seats(options, profile)
    seed = options.seed or secrets.token_hex(8)
    table = Table(profile, seed, _memory(options.memory))
    for seat, (kind, name) in enumerate(seats):
        answer = table.receive(Command("sit" if kind == "me" else "bot", seat, name if kind == "me" else kind))
        if not answer.ok:
            raise ShokhaError(answer.message)
        if kind != "me":
            table.places[seat].name = name
    return _session(options, table, [name for _, name in seats], path, options.rules, list(options.set))


def _session(
    options: argparse.Namespace, table: Table, names: list[str], path: Path, rules: str, house: list[str]
) -> Session:
    encoding = (sys.stdout.encoding or "ascii").lower()
    dumb = options.plain or os.environ.get("TERM") == "dumb" or "utf" not in encoding
    colour = not (dumb or options.no_color or os.environ.get("NO_COLOR")) and sys.stdout.isatty()
    words = Words(
        table.profile,
        _distinct(names),
        letters="en" if dumb and options.letters == "ru" and "utf" not in encoding else options.letters,
        glyphs=not dumb,
        colour=colour,
        translation=languages.translation(options.language),
    )
    return Session(
        table,
        words,
        path=path,
        rules=rules,
        house=house,
        record=options.record,
        confirm_hide=options.confirm_hide,
    )


def _distinct(names: list[str]) -> list[str]:
    """Two of the same name get the number of their seat."""
    return [f"{name} {i + 1}" if names.count(name) > 1 else name for i, name in enumerate(names)]


def _seats(options: argparse.Namespace, profile: RuleProfile) -> list[tuple[str, str]]:
    """(kind, name) by seat; kind is "me" or a bot's name."""
    known, n = bots.names(profile.game), profile.players
    bot = options.bot or ("rule" if "rule" in known else known[-1])
    if options.players:
        wanted = [part.strip() for part in options.players.split(",")]
    else:
        if not 1 <= options.seat <= n:
            raise ShokhaError(f"{profile.id} has seats 1 to {n}, not {options.seat}.")
        wanted = [bot] * n
        wanted[options.seat - 1] = "me"
    if len(wanted) != n:
        raise ShokhaError(f"{profile.id} has {n} seats, so name {n} players, not {len(wanted)}.")
    if not any(part.partition(":")[0] == "me" for part in wanted):
        raise ShokhaError("Nobody plays at this keyboard: name one player me, or use `shokha watch`.")
    return [_seat(part, i, profile.game) for i, part in enumerate(wanted)]


def _seat(part: str, seat: int, game: str) -> tuple[str, str]:
    kind, _, name = part.partition(":")
    if kind == "me":
        return kind, clean(name, NAME_LIMIT) or "You"
    bots.make(kind, game)
    return kind, clean(name, NAME_LIMIT) or f"{kind.capitalize()} {seat + 1}"


def _memory(text: str) -> TableOptions:
    wanted = [part.strip() for part in text.split(",") if part.strip()]
    unknown = [part for part in wanted if part not in MEMORY]
    if unknown:
        raise ShokhaError(f"--memory knows {', '.join(MEMORY)}, not {', '.join(unknown)}.")
    return TableOptions(**{part.replace("-", "_"): True for part in wanted})
