"""What a room tells its connections: the `state` frames of docs/protocol.md, when, and to whom.

Whoever has moved is answered first: frames are written in a later turn of the loop, one room in each, so that moves
that have arrived meanwhile are answered before. What changes before a frame is written needs no frame of its own.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from shokha.events import Event
from shokha.server import present, protocol, watching
from shokha.server.connection import Connection
from shokha.server.shares import Shares
from shokha.table import Audience, Stage, Table

MOST_EVENTS = 200
"""Observations in one frame; who has missed more sees where things stand all the same."""


class Turns:
    """Gives every turn of the loop to one of those who have something to do."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def soon(self, work: Callable[[], None]) -> None:
        """Do it in a later turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        self._waiting.append(work)

    def _next(self) -> None:
        work = self._waiting[0]
        try:
            work()
        finally:
            self._waiting.popleft()
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._next)


class Telling:
    """The frames of one room, as text.

    What all audiences are told alike is written once; what lasts for a deal is written once a deal.
    """

    def __init__(self, code: str, shares: Shares, clock: Callable[[], float]) -> None:
        self._code, self._shares, self._clock = code, shares, clock
        self._lasting: tuple[object, str] = (None, "")

    def tell(
        self,
        table: Table,
        connections: Iterable[Connection],
        wanted: Callable[[Connection], bool],
        more: dict[str, Any],
    ) -> None:
        """Send to every connection that wants it what it has not had.

        `more` is what the room adds to what the table says to everybody.
        """
        here = list(connections)
        listening = [connection for connection in here if wanted(connection)]
        if not listening:
            return
        public = table.seen(None)
        common = self._common(table, here, public, more)
        shown = None if public is None else protocol.encode(present.shared(table, public))
        clock = protocol.encode(self._clocks(table))
        made: dict[tuple[Audience, int], str] = {}
        events: dict[int, str] = {}
        for connection in listening:
            seat, have = connection.seat, connection.have
            seq = table.seq(seat)
            if (seat, have) not in made:
                told = _events(table.stream(seat, have)[-MOST_EVENTS:], events)
                view = "null" if shown is None else _joined(shown, present.own(table, seat, table.seen(seat)))
                open_hands = protocol.encode(watching.open_hands(table)) if seat is None else "{}"
                made[seat, have] = (
                    f'{{"t":"state","seq":{seq},"from":{have},"ev":[{told}],"seat":{"null" if seat is None else seat},'
                    f'"table":{common},"view":{view},"open":{open_hands},"clock":{clock}}}'
                )
            connection.send_text(made[seat, have])
            connection.have = seq

    def _common(self, table: Table, here: list[Connection], public: Any, more: dict[str, Any]) -> str:
        """What everybody may know of the table."""
        if self._lasting[0] is not table.counted:
            self._lasting = table.counted, protocol.encode(present.lasting(table))
        is_counted = public is not None and table.stage is not Stage.PLAYING
        fair = self._shares.told(table.journal, public.number if is_counted else None)
        seats = {connection.seat for connection in here if connection.seat is not None}
        watchers = sum(connection.seat is None for connection in here)
        return _joined(self._lasting[1], present.passing(table, self._code, seats, watchers, fair) | more)

    def _clocks(self, table: Table) -> dict[str, float | None]:
        now, closes, ends = self._clock(), table.window_closes, table.move_ends
        return {
            "window": None if closes is None else round(max(0.0, closes - now), 3),
            "move": table.options.move_seconds or None,
            "left": None if ends is None else round(max(0.0, ends - now), 1),
        }


def _joined(written: str, more: dict[str, Any]) -> str:
    """One object of the fields of both."""
    return f"{written[:-1]},{protocol.encode(more)[1:]}"


def _events(seen: list[Event], written: dict[int, str]) -> str:
    """`written` holds observations that were written for somebody else; most are one object for all."""
    for event in seen:
        if id(event) not in written:
            written[id(event)] = protocol.encode(present.observation(event))
    return ",".join([written[id(event)] for event in seen])
