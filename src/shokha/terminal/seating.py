"""Who plays what with whom: the options of a match at this machine, and the table they ask for.

The line mode (`shokha play`) and the full screen (`shokha tui`) take the same words and keep the same matches.
"""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable
from pathlib import Path

from shokha import bots, languages
from shokha.cards import RankLetters
from shokha.clean import clean
from shokha.errors import ShokhaError
from shokha.game import new_match
from shokha.profile import RuleProfile
from shokha.table import NAME_LIMIT, Command, Table, TableOptions
from shokha.terminal import saves
from shokha.terminal.console import paint
from shokha.terminal.options import add_rules, chosen_rules
from shokha.terminal.saves import Kept
from shokha.words import Words

MEMORY = ("last-trick", "own-discards", "own-points")
PEOPLE = {"en": ("Anna", "Boris", "Vera", "Gleb", "Dina"), "ru": ("Анна", "Борис", "Вера", "Глеб", "Дина")}
"""Names of bots, in the order of the Russian alphabet, so that a name tells the seat."""


def add_match(parser: argparse.ArgumentParser, rules: str = "pairs") -> None:
    """The options of a match, old or new, and how its cards and sentences are written; `rules` is the usual version."""
    add_rules(parser, rules)
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


def seat_players(options: argparse.Namespace) -> Kept:
    """A new match, everybody in place, not started and not yet kept. Raises `ShokhaError` with a sentence."""
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
    named = PEOPLE.get(options.language, PEOPLE["en"])
    player = languages.translation(options.language).gettext("Player")
    seats = []
    for seat, part in enumerate(wanted):
        kind, _, name = part.partition(":")
        if not people[seat]:
            bots.make(kind, profile.game)
        own = player if sum(people) == 1 else f"{player} {seat + 1}"
        told = clean(name, NAME_LIMIT) or (own if people[seat] else named[seat])
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


def sides_of(profile: RuleProfile) -> tuple[int, ...]:
    """The sides of a version as masks of seats."""
    return tuple(new_match(profile, 0).sides)


def further_seeds(given: str, kept: Kept) -> Callable[[], str]:
    """Seeds for further matches at the table: fresh ones, since the first is told at the end of its match."""

    def seed() -> str:
        return f"{clean(given, 64)} {kept.table.matches_played + 1}" if given else secrets.token_hex(16)

    return seed


def words_for(kept: Kept, language: str, letters: RankLetters, *, glyphs: bool) -> Words:
    """How this machine speaks: to the one person at it as "you", to several by their names."""
    people = [seat for seat, place in enumerate(kept.table.places) if place.person]
    return Words(
        kept.table.profile,
        kept.names,
        you=people[0] if len(people) == 1 else None,
        sides=sides_of(kept.table.profile),
        language=language,
        letters=letters,
        glyphs=glyphs,
        paint=paint,
    )
