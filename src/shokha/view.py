"""The one door through which information leaves the table.

`redact(event, seat)` *constructs* what a seat may see of an event; an event class without an entry
here is shown to nobody. `None` as seat is the public: spectators, logs, the room. Nothing else in the
package may turn events into output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

from shokha import events as ev

E = TypeVar("E", bound=ev.Event)
_RULES: dict[type[ev.Event], Callable[..., ev.Event | None]] = {}


def redact(event: ev.Event, seat: int | None) -> ev.Event | None:
    """What `seat` (None for the public) sees of an event; None when it sees nothing at all."""
    rule = _RULES.get(type(event))
    return rule(event, seat) if rule else None


def observations(events: Iterable[ev.Event], seat: int | None) -> list[ev.Event]:
    """All that `seat` saw of some events, in order."""
    return [seen for event in events if (seen := redact(event, seat)) is not None]


def knows(kind: type[E]) -> Callable[[Callable[[E, int | None], ev.Event | None]], None]:
    """Register how one class of event is redacted."""

    def register(rule: Callable[[E, int | None], ev.Event | None]) -> None:
        _RULES[kind] = rule

    return register


def _public(event: ev.Event, seat: int | None) -> ev.Event:
    return event


for _kind in (
    ev.TrumpTurned, ev.DealVoided, ev.TurnBegan, ev.Declared, ev.CardsLed, ev.CardsBeat, ev.TrickTaken, ev.PotTaken,
    ev.DealCounted, ev.MatchStarted, ev.DealScored, ev.PotSettled, ev.SidesEliminated, ev.MatchEnded,
    ev.TrumpPicked, ev.SixGiven, ev.PileTurnBegan, ev.CardCovered, ev.CardLed, ev.CardsPickedUp, ev.WentOut,
    ev.PileDealEnded, ev.WindowOpened, ev.WindowClosed,
):  # fmt: skip
    _RULES[_kind] = _public


@cache
def _hidden(kind: Any, *fields: int | None) -> ev.Event:
    """What is seen of cards that are not: one object for every table, as there are few to tell apart."""
    made: ev.Event = kind(*fields)
    return made


@knows(ev.DealStarted)
def _(e: ev.DealStarted, seat: int | None) -> ev.Event:
    return ev.DealStarted(
        e.number, e.dealer, e.leader, e.seats, e.stock, e.standing, e.factor, e.pot, deck=None, peek=None
    )


@knows(ev.PackDealt)
def _(e: ev.PackDealt, seat: int | None) -> ev.Event:
    return ev.PackDealt(e.number, e.dealer, e.leader, e.seats, e.trumps, e.standing, deck=None)


@knows(ev.CardsDealt)
def _(e: ev.CardsDealt, seat: int | None) -> ev.Event:
    return e if e.seat == seat or e.open else _hidden(ev.CardsDealt, e.seat, e.count, 0, False)


@knows(ev.Asked)
def _(e: ev.Asked, seat: int | None) -> ev.Event | None:
    return e if e.seat == seat else None


@knows(ev.Passed)
def _(e: ev.Passed, seat: int | None) -> ev.Event | None:
    return e if e.seat == seat else None


@knows(ev.CardsReturned)
def _(e: ev.CardsReturned, seat: int | None) -> ev.Event:
    return ev.CardsReturned(e.seat, e.count, e.face_up, e.cards if e.face_up or e.seat == seat else 0)


@knows(ev.CardsDiscarded)
def _(e: ev.CardsDiscarded, seat: int | None) -> ev.Event:
    return e if e.seat == seat else _hidden(ev.CardsDiscarded, e.seat, e.count, 0)


@knows(ev.CardDrawn)
def _(e: ev.CardDrawn, seat: int | None) -> ev.Event:
    return e if e.open or e.seat == seat else _hidden(ev.CardDrawn, e.seat, None, False)
