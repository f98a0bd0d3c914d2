"""What a room tells its connections: the `state` frames of docs/protocol.md, when, and to whom.

Whoever has moved is answered first: frames are written in a later turn of the loop, one room in each, so that moves
that have arrived meanwhile are answered before. What changes before a frame is written needs no frame of its own.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

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
    """The frames of one room."""

    def __init__(self, code: str, shares: Shares, clock: Callable[[], float]) -> None:
        self._code, self._shares, self._clock = code, shares, clock

    def tell(
        self,
        table: Table,
        connections: Iterable[Connection],
        wanted: Callable[[Connection], bool],
        more: dict[str, Any],
    ) -> None:
        """Send to every connection that wants it what it has not had; one writing per audience.

        `more` is what the room adds to what the table says to everybody.
        """
        here = list(connections)
        made: dict[tuple[Audience, int], str] = {}
        shared: dict[int, dict[str, Any]] = {}
        common: msgspec.Raw | None = None
        for connection in here:
            if not wanted(connection):
                continue
            key = (connection.seat, connection.have)
            if key not in made:
                if common is None:  # what everybody may know is written once for all
                    seats = {c.seat for c in here if c.seat is not None}
                    watchers = sum(c.seat is None for c in here)
                    told = present.table_state(table, self._code, seats, watchers, self._fair(table)) | more
                    common = msgspec.Raw(protocol.encode(told).encode())
                made[key] = protocol.encode(self._state(table, *key, common, shared))
            connection.send_text(made[key])
            connection.have = table.seq(connection.seat)

    def _state(
        self, table: Table, seat: Audience, have: int, common: msgspec.Raw, shared: dict[int, dict[str, Any]]
    ) -> dict[str, Any]:
        """`shared` holds observations that were written for somebody else; most are one object for all."""
        now, closes = self._clock(), table.window_closes
        fresh = table.stream(seat, have)[-MOST_EVENTS:]
        for event in fresh:
            if id(event) not in shared:
                shared[id(event)] = present.observation(event)
        return {
            "t": "state",
            "seq": table.seq(seat),
            "from": have,
            "ev": [shared[id(event)] for event in fresh],
            "seat": seat,
            "table": common,
            "view": present.view(table, seat),
            "open": watching.open_hands(table) if seat is None else {},
            "clock": {
                "window": None if closes is None else round(max(0.0, closes - now), 3),
                "move": table.options.move_seconds or None,
                "left": None if table.move_ends is None else round(max(0.0, table.move_ends - now), 1),
            },
        }

    def _fair(self, table: Table) -> dict[str, Any]:
        view = table.view(None)
        is_counted = view is not None and table.stage is not Stage.PLAYING
        return self._shares.told(table.journal, view.number if is_counted else None)
