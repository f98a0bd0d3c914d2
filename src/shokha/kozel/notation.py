"""Position strings of Kozel: any situation of any version in one line.

    kozel pairs#41f6b6e1c4a2 deal=3 score=4:6 dealer=4 leader=2 turnup=9h
        hands=AsKh7d6c/QcJs/.../... stock=7c8cQd9h taken=-/AhKs.../-/- won=0/1/0/0 last=2
        trick=2:Jh8h/3:^Qh6s now=reply:4

(one line; broken here.) Seats count from 1 and stand in order between slashes, ``x`` for a seat that
sits out. The stock is in drawing order, a turn-up last. In a trick ``^`` is face up and taking over,
``_`` face down. `now` is the phase and who acts: ``window``, ``lead``, ``interrupt``, ``reply``, or
``over``, ``void``, ``pot:2``. In an open window `ask` lists the holders in the order of asking, ``!``
for those still to answer, ``-`` for those who passed. Unknown cards are ``?`` and their number.
`past` is what no rule asks for any more, so that a state comes back exactly: the pack in dealing
order, who drew, where the last drawing began, who answered last.

`rebuild` has the checks that no impossible situation passes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from shokha import events as ev
from shokha.actions import Combination
from shokha.cards import card_set, format_card, format_cards, parse_card
from shokha.errors import NotationError
from shokha.kozel.phases import Phase
from shokha.kozel.position import Asked, Cards, Laid, Past, Position, check, position_of
from shokha.kozel.rebuild import state_of
from shokha.notation import Positions, format_row, quote, read_row
from shokha.profile import RuleProfile

# -- writing -------------------------------------------------------------------------------------------


def position_fields(what: Any, profile: RuleProfile, **context: Any) -> str:
    """The text behind ``kozel pairs#...`` of a kernel state, a deal or a `Position`.

    The context of a state is that of `position.position_of`; a deal knows its own.
    """
    if isinstance(what, Position):
        return _fields(what)
    for event in getattr(what, "events", ())[:1]:
        if isinstance(event, ev.DealStarted):
            own = {"number": event.number, "standing": event.standing, "factor": event.factor, "pot": event.pot}
            context = own | context
    return _fields(position_of(getattr(what, "state", what), profile, **context))


def _fields(p: Position) -> str:
    """The fields of a position; what has its usual value is left out."""
    everybody = p.seats == (1 << p.profile.players) - 1
    parts = [
        ("deal", str(p.number), p.number != 1),
        ("score", ":".join(map(str, p.standing)), bool(p.standing)),
        ("factor", str(p.factor), p.factor != 1),
        ("pot", str(p.pot), p.pot != 0),
        ("seats", "".join(str(s + 1) for s in p.playing), not everybody),
        ("dealer", str(p.dealer + 1), True),
        ("leader", str(p.leader + 1), True),
        ("turnup", "" if p.turn_up is None else format_card(p.turn_up), p.turn_up is not None),
        ("shown", "" if p.shown is None else format_card(p.shown), p.shown is not None),
        ("hands", _by_seat(p, p.hands), True),
        ("stock", format_row(p.stock), True),
        ("taken", _by_seat(p, p.taken), any(place.size for place in p.taken)),
        ("won", "/".join(map(str, p.won)), any(p.won)),
        ("last", str(p.last_winner + 1), p.last_winner >= 0),
        ("trick", "/".join(_format_laid(laid, i == 0) for i, laid in enumerate(p.trick)), bool(p.trick)),
        ("now", p.now if p.now in ("over", "void") else f"{p.now}:{p.actor + 1}", True),
        ("ask", ",".join(f"{s + 1}{'-' if past else '!'}{c.name.lower()}" for s, c, past in p.asked), bool(p.asked)),
        ("past", _format_past(p.past), p.past is not None),
    ]
    return " ".join(f"{key}={value}" for key, value, wanted in parts if wanted)


def _by_seat(p: Position, places: Sequence[Cards]) -> str:
    return "/".join(_format_cards(c) if p.seats >> s & 1 else "x" for s, c in enumerate(places))


def _format_cards(cards: Cards) -> str:
    text = format_cards(cards.known) + (f"?{cards.unknown}" if cards.unknown else "")
    return text or "-"


def _format_laid(laid: Laid, leads: bool) -> str:
    return f"{laid.seat + 1}:{'' if leads else '^' if laid.face_up else '_'}{_format_cards(laid.cards)}"


def _format_past(past: Past | None) -> str:
    if past is None:
        return ""
    drawers = "".join(str(s + 1) for s in past.drawers) or "-"
    return f"{format_row(past.deck)}/{drawers}/{past.drawn_from}/{past.resume + 1 or '-'}"


# -- reading -------------------------------------------------------------------------------------------

_KEYS = (
    "deal", "score", "factor", "pot", "seats", "dealer", "leader", "turnup", "shown", "hands", "stock", "taken", "won",
    "last", "trick", "now", "ask", "past",
)  # fmt: skip
_NEEDED = ("dealer", "leader", "hands", "stock", "now")
_NOW = (*(phase.name.lower() for phase in Phase), "void", "pot")


def parse(profile: RuleProfile, text: str) -> Position:
    """The position of the fields behind ``kozel pairs#...``. Raises `NotationError`."""
    values: dict[str, str] = {}
    for word in text.split():
        key, mark, value = word.partition("=")
        if not mark or key not in _KEYS:
            raise NotationError(f"{quote(word)} is no field of a position; there are {', '.join(_KEYS)}.")
        if key in values:
            raise NotationError(f"{key}= is written twice.")
        values[key] = value
    for key in _NEEDED:
        if key not in values:
            raise NotationError(f"{key}= is missing; a position needs {', '.join(_NEEDED)}.")
    position = _Reader(profile, values).position()
    check(position)
    if position.is_complete:
        position.built = state_of(position)
    return position


POSITIONS = Positions(position_fields, parse)


class _Reader:
    """Reads the fields of one position."""

    def __init__(self, profile: RuleProfile, values: dict[str, str]) -> None:
        self.profile, self.values, self.n = profile, values, profile.players

    def position(self) -> Position:
        v = self.values
        now, _, who = v["now"].partition(":")
        if now not in _NOW:
            raise NotationError(f"now= is one of {', '.join(_NOW)}, not {quote(now)}.")
        needs_seat = now not in ("over", "void")
        if bool(who) is not needs_seat:
            raise NotationError(f"now={now} {'says who acts, as in ' + now + ':1' if needs_seat else 'names no seat'}.")
        seats = self.seats()
        return Position(
            profile=self.profile,
            seats=seats,
            dealer=self.seat("dealer"),
            leader=self.seat("leader"),
            turn_up=parse_card(v["turnup"]) if "turnup" in v else None,
            shown=parse_card(v["shown"]) if "shown" in v else None,
            hands=self.places("hands", seats),
            stock=tuple(read_row(v["stock"])),
            taken=self.places("taken", seats) if "taken" in v else (Cards(),) * self.n,
            won=self.numbers("won", "/", self.n) if "won" in v else (0,) * self.n,
            trick=tuple(self.laid(part, i == 0) for i, part in enumerate(self.parts("trick", "/"))),
            now=now,
            actor=self.read_seat(who, "now") if who else -1,
            asked=tuple(self.asked(part) for part in self.parts("ask", ",")),
            last_winner=self.seat("last") if "last" in v else -1,
            past=self.past(v["past"]) if "past" in v else None,
            number=self.numbers("deal", ":", 1)[0] if "deal" in v else 1,
            standing=self.numbers("score", ":", None) if "score" in v else (),
            factor=self.numbers("factor", ":", 1)[0] if "factor" in v else 1,
            pot=self.numbers("pot", ":", 1)[0] if "pot" in v else 0,
        )

    def parts(self, key: str, mark: str) -> list[str]:
        return self.values[key].split(mark) if key in self.values else []

    def read_seat(self, text: str, key: str) -> int:
        if text not in [str(s + 1) for s in range(self.n)]:
            raise NotationError(f"{key}= names a seat from 1 to {self.n}, not {quote(text)}.")
        return int(text) - 1

    def seat(self, key: str) -> int:
        return self.read_seat(self.values[key], key)

    def seats(self) -> int:
        if "seats" not in self.values:
            return (1 << self.n) - 1
        seats = [self.read_seat(digit, "seats") for digit in self.values["seats"]]
        if seats != sorted(set(seats)) or not seats:
            raise NotationError("seats= lists the seats in play once each, in order, as in seats=13.")
        return sum(1 << s for s in seats)

    def numbers(self, key: str, mark: str, count: int | None) -> tuple[int, ...]:
        parts = self.values[key].split(mark)
        if not all(re.fullmatch(r"[0-9]{1,9}", part) for part in parts) or (count and len(parts) != count):
            wanted = f"{count} numbers" if count and count > 1 else "a number" if count else "numbers"
            raise NotationError(f"{key}= is {wanted}, not {quote(self.values[key])}.")
        return tuple(map(int, parts))

    def places(self, key: str, seats: int) -> tuple[Cards, ...]:
        parts = self.values[key].split("/")
        if len(parts) != self.n:
            raise NotationError(f"{key}= has {self.n} parts between slashes, one for each seat, not {len(parts)}.")
        for s, part in enumerate(parts):
            if (part == "x") is bool(seats >> s & 1):
                raise NotationError(f"{key}= writes x for seats that sit out, and for no other: look at seat {s + 1}.")
        return tuple(Cards() if part == "x" else self.cards(part) for part in parts)

    def cards(self, text: str) -> Cards:
        row = read_row(text)
        known = [card for card in row if card is not None]
        if len(set(known)) < len(known):
            twice = next(card for card in known if known.count(card) > 1)
            raise NotationError(f"{format_card(twice)} is written twice in {quote(text)}.")
        return Cards(card_set(known), len(row) - len(known))

    def laid(self, text: str, leads: bool) -> Laid:
        who, mark, rest = text.partition(":")
        way = "" if leads else rest[:1]
        if not mark or (not leads and way not in ("^", "_")):
            raise NotationError(f"{quote(text)} is no play of a trick; write 1:Jh8h, then 2:^Qh9h or 2:_7c6c.")
        cards = self.cards(rest.removeprefix(way))
        if not cards.size:
            raise NotationError(f"{quote(text)} names no card.")
        if way != "_" and cards.unknown:
            raise NotationError(f"{quote(text)} lies face up, so its cards are known.")
        return Laid(self.read_seat(who, "trick"), way != "_", cards)

    def asked(self, text: str) -> Asked:
        match = re.fullmatch(r"([0-9])([!-])(molodka|moskva|bura|aces)", text)
        if match is None:
            raise NotationError(f"{quote(text)} is nobody who may declare; write for example 1-moskva,3!molodka.")
        return Asked(self.read_seat(match[1], "ask"), Combination[match[3].upper()], match[2] == "-")

    def past(self, text: str) -> Past:
        parts = text.split("/")
        if len(parts) != 4 or not re.fullmatch(r"[0-9]{1,2}", parts[2]):
            raise NotationError("past= has four parts: the pack as dealt, who drew, where drawing last began, a seat.")
        deck = read_row(parts[0])
        drawers = [] if parts[1] == "-" else [self.read_seat(digit, "past") for digit in parts[1]]
        resume = -1 if parts[3] == "-" else self.read_seat(parts[3], "past")
        return Past(tuple(-1 if card is None else card for card in deck), tuple(drawers), int(parts[2]), resume)
