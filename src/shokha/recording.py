"""The grammar of record files, and what a game adds to it. `record` reads and writes with it.

A record is a text: tags as in chess files, then lines of words.

    [Shokha "1"]
    [Profile "pairs"]

    deal 1 dealer=4 leader=1 seats=1234 score=0:0 turnup=9h
    deck 7sAhQd...
    1. 1: Jh8h ^Qh6s _9c7d _6d6c
    2. 2: 3!molodka(6c7c8cAc) ...
    count 76:44 tricks=6:3
    score 0:2 total=0:2
    end

A line is its word, then arguments, then ``name=value`` fields. A trick, or a round of a game with a
pile, is its number, the seat whose turn it was, and what was played, in order. Seats and sides count
from 1. What follows ``;`` at the beginning of a line is a remark. The last line is ``end`` when the
match is over and ``*`` when it is not: without either, something is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from shokha import events as ev
from shokha.cards import Card
from shokha.clean import clean
from shokha.errors import NotationError, RecordError
from shokha.notation import format_row, quote, read_row
from shokha.profile import RuleProfile

Viewpoint = int | Literal["complete", "public"]
"""Whose knowledge a record holds: everything, a seat's, or what everybody saw."""

PLAYS = "plays"
"""The word of a line of plays, which is written as its number."""

WORDS = ("deal", "deck", PLAYS, "void", "taken", "count", "over", "score", "chips", "out", "won", "end", "*")
TAG_LIMIT = 2000

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9]{0,31}) "((?:[^"\\]|\\["\\])*)"\]')
_FIELD = re.compile(r"([a-z]+)=(\S+)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line below the tags. `place` says where it was read: deal, trick and line of the file."""

    word: str
    args: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    place: str = field(default="", compare=False)

    def __str__(self) -> str:
        if self.word == PLAYS:
            return f"{self.args[0]:>2}. {self.args[1]}: {' '.join(self.args[2:])}"
        return " ".join((self.word, *self.args, *(f"{name}={value}" for name, value in self.fields.items())))

    def numbers(self, name: str = "") -> tuple[int, ...]:
        """The numbers of a field, or of the first argument, between colons. Raises `RecordError`."""
        text = self.fields.get(name, "") if name else "".join(self.args[:1])
        if not re.fullmatch(r"-?[0-9]{1,9}(:-?[0-9]{1,9})*", text):
            raise self.fault(f"{name or self.word} needs numbers such as 76:44, not {quote(text)}.")
        return tuple(map(int, text.split(":")))

    def fault(self, message: str) -> RecordError:
        """An error at this line."""
        return RecordError(message, self.place)


class Recorder(Protocol):
    """What a game adds to the grammar. A deal is the game's own, or one seen from a seat (`open`).

    It may have a `unit`, the word for what is numbered in its lines of plays; ``round`` otherwise.
    """

    def opening(self, events: Sequence[ev.Event]) -> dict[str, str]:
        """Tags that say what lots and agreement settled before the first card."""

    def start(self, profile: RuleProfile, tags: Mapping[str, str]) -> Any:
        """The match that `opening` describes. Raises `RecordError`."""

    def deal_lines(self, events: Sequence[ev.Event]) -> list[Line]:
        """The lines of one deal, from ``deal`` to ``count``, of the truth or of what a seat saw."""

    def open(
        self, match: Any, head: Line, row: list[Card | None], peek: int, viewpoint: Viewpoint, plays: Sequence[str]
    ) -> Any:
        """Start the match's next deal: the real one, or what a seat or the public saw of it.

        `plays` are the words of all its lines of plays, for a game that can find out from them what
        the deck does not tell.
        """

    def number(self, deal: Any) -> int:
        """Number of the line of plays that the next action belongs to."""

    def turn(self, deal: Any) -> int:
        """The seat that a line of plays beginning now names."""

    def play(self, deal: Any, token: str) -> None:
        """Play one word of a line of plays. Raises `ShokhaError`."""

    def close(self, deal: Any, line: Line) -> None:
        """A line after the plays is reached: a deal seen from a seat learns from it what was counted."""


_RECORDERS: dict[str, Recorder] = {}


def register_recorder(game: str, recorder: Recorder) -> None:
    """Make known how a game is recorded. Each game does this when it is imported."""
    _RECORDERS[game] = recorder


def recorder_of(game: str) -> Recorder:
    """How a game is recorded. Raises `RecordError`."""
    if game not in _RECORDERS:
        raise RecordError(f"There are no records of {quote(game)}; there are those of {', '.join(_RECORDERS)}.")
    return _RECORDERS[game]


def unit_of(game: str) -> str:
    """What a line of plays holds: a trick, a round."""
    return str(getattr(recorder_of(game), "unit", "round"))


# -- lines and tags --------------------------------------------------------------------------------------


def parse_line(text: str, place: str) -> Line:
    """One line below the tags. Raises `RecordError`."""
    words = text.split()
    match = re.fullmatch(r"([0-9]{1,4})\.", words[0])
    if match is not None:
        seat = re.fullmatch(r"([1-9]):", words[1]) if len(words) > 2 else None
        if seat is None:
            raise RecordError(f"{quote(text)} needs its number, the seat in turn and its plays: 1. 2: Jh8h.", place)
        return Line(PLAYS, (str(int(match[1])), seat[1], *words[2:]), {}, place)
    if words[0] not in WORDS or words[0] == PLAYS:
        raise RecordError(f"{quote(text)} is no line of a record.", place)
    fields: dict[str, str] = {}
    for word in words[1:]:
        if found := _FIELD.fullmatch(word):
            if found[1] in fields:
                raise RecordError(f"{found[1]}= is written twice.", place)
            fields[found[1]] = found[2]
    args = tuple(word for word in words[1:] if not _FIELD.fullmatch(word))
    return Line(words[0], args, fields, place)


def format_tag(name: str, value: str) -> str:
    """A tag line; the value is made harmless (F58). Raises `RecordError` for a name that is none."""
    if not re.fullmatch("[A-Za-z][A-Za-z0-9]{0,31}", name):
        raise RecordError(f"{quote(name)} cannot name a tag: letters and digits only.")
    text = clean(value, TAG_LIMIT).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text}"]'


def parse_tag(text: str, place: str) -> tuple[str, str]:
    """Name and value of a tag line. Raises `RecordError`."""
    match = _TAG.fullmatch(text.strip())
    if match is None:
        raise RecordError(f'{quote(text)} is no tag; write [Name "value"].', place)
    return match[1], clean(re.sub(r"\\(.)", r"\1", match[2]), TAG_LIMIT)


def seat_list(seats: Iterable[int]) -> str:
    """Seats or sides as ``1,3``; ``-`` for none."""
    return ",".join(str(seat + 1) for seat in seats) or "-"


def colons(numbers: Iterable[int]) -> str:
    """Numbers as ``76:44``."""
    return ":".join(map(str, numbers))


def deck_line(row: Iterable[Card | None], peek: int | None) -> Line:
    """The pack in dealing order; unknown cards of a seat's record are counted."""
    return Line("deck", (format_row(row),), {"peek": str(peek)} if peek else {})


def read_deck(line: Line) -> tuple[list[Card | None], int]:
    """The pack of a ``deck`` line, and the place of the card shown from its middle. Raises `RecordError`."""
    try:
        row = read_row(line.args[0] if line.args else "-")
    except NotationError as error:
        raise line.fault(str(error)) from None
    peek = line.numbers("peek")[0] if "peek" in line.fields else 0
    known = [card for card in row if card is not None]
    if len(set(known)) < len(known):
        raise line.fault("A card is in the deck twice.")
    return row, peek


# -- parts of a match ------------------------------------------------------------------------------------


def in_order(match: Any, deals: Sequence[Any]) -> list[ev.Event]:
    """All events of a match and its deals, in the order in which they happened."""
    behind: dict[int, list[ev.Event]] = {}
    number = 0
    for e in match.events[1:]:
        number = getattr(e, "number", number)
        behind.setdefault(number, []).append(e)
    told = list(match.events[:1])
    for deal in deals:
        told += deal.events
        if deal.is_over and not getattr(deal.result, "is_void", False):
            told += behind.get(deal.number, [])
    return told


def chapters(events: Sequence[ev.Event]) -> list[tuple[list[ev.Event], list[ev.Event]]]:
    """For every deal its own events and those of the match behind it."""
    chapters: list[tuple[list[ev.Event], list[ev.Event]]] = []
    scoring = (ev.DealScored, ev.PotSettled, ev.SidesEliminated, ev.MatchEnded)
    for e in events:
        if isinstance(e, ev.DealStarted | ev.PackDealt):
            chapters.append(([], []))
        if chapters:
            chapters[-1][isinstance(e, scoring)].append(e)
    return chapters


# -- what every game's match tells -----------------------------------------------------------------------


def match_lines(events: Iterable[ev.Event]) -> Iterator[Line]:
    """The lines behind a deal: score, chips, who went out, who won."""
    for e in events:
        match e:
            case ev.DealScored():
                eggs = ("eggs",) if e.eggs else ()
                yield Line("score", (colons(e.penalties), *eggs), {"total": colons(e.totals)})
            case ev.PotSettled():
                claim = {"claim": seat_list(e.claimants)} if e.claimants else {}
                fields = {"winners": seat_list(e.winners), "pot": str(e.carried), **claim}
                yield Line("chips", (colons(e.chips),), fields)
            case ev.SidesEliminated():
                yield Line("out", (seat_list(e.sides),))
            case ev.MatchEnded():
                goats = ("goats-with-eggs",) if e.goats_with_eggs else ()
                yield Line("won", (seat_list(e.winners), *goats), {"lost": seat_list(e.losers)})
            case _:
                pass


def result_of(events: Iterable[ev.Event]) -> str:
    """The Result tag: who won with which score, or ``*``."""
    totals: tuple[int, ...] = ()
    for e in events:
        if isinstance(e, ev.DealScored):
            totals = e.totals
        elif isinstance(e, ev.PotSettled):
            totals = e.chips
        elif isinstance(e, ev.MatchEnded):
            goats = ", goats with eggs" if e.goats_with_eggs else ""
            who = f"side{'s' * (len(e.winners) > 1)} {seat_list(e.winners)} won" if e.winners else "nobody won"
            return f"{who}, {colons(totals)}{goats}"
    return "*"


def difference(line: Line, wanted: Line) -> str:
    """What a line says that the rules do not; empty when they agree."""
    if line.word != wanted.word:
        return f"here the rules want the line {str(wanted)!r}"
    if line.args != wanted.args:
        told = " ".join(wanted.args) or "nothing"
        return f"the line {line.word} says {quote(' '.join(line.args))}, the rules give {told}"
    for name in (*wanted.fields, *line.fields):
        mine, theirs = wanted.fields.get(name), line.fields.get(name)
        if mine != theirs:
            said = "nothing" if theirs is None else quote(theirs)
            return f"the line {line.word} says {name}={said}, the rules give {'nothing' if mine is None else mine}"
    return ""
