"""What happens on one socket: a hello, then frames for the room that it named (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import msgspec

from shokha.errors import ShokhaError
from shokha.server import identity, protocol
from shokha.server.connection import QUEUE_FRAMES, Connection
from shokha.server.hub import Hub
from shokha.server.line import CLOSE_SECONDS, Line
from shokha.server.room import Room
from shokha.table import Answer

log = logging.getLogger("shokha.visit")

HELLO_SECONDS = 10.0
SILENCE_SECONDS = 30.0


class Visit:
    """One socket's guest: who it is, what it may do, and its `Connection` once it is in a room."""

    def __init__(self, line: Line, hub: Hub, limits: identity.Limits, browser: str) -> None:
        self._line, self._hub, self._browser = line, hub, browser
        self._commands, self._talk = identity.Limiter(*limits.commands), identity.Limiter(*limits.talk)
        self._loop = asyncio.get_running_loop()
        self._room: Room | None = None
        self._connection: Connection | None = None
        self._entering: asyncio.Task[None] | None = None
        self._is_gone = False
        self._early: list[protocol.Frame] = []
        self._heard = self._loop.time()
        self._alarm = self._loop.call_later(HELLO_SECONDS, self._look)

    # -- what the line tells ---------------------------------------------------------------------

    def hear(self, data: bytes) -> None:
        """A message of the client."""
        try:
            frame = protocol.decode(data)
        except msgspec.DecodeError as error:
            return self._close(4000, f"unreadable frame: {error}"[:100])
        self._heard = self._loop.time()
        if self._connection is not None:
            self._take(self._connection, frame)
        elif self._entering is not None:
            self._early.append(frame)
            if len(self._early) > QUEUE_FRAMES:
                self._close(4003, "too fast")
        elif not isinstance(frame, protocol.Hello):
            self._close(4000, "hello first")
        elif frame.v != protocol.VERSION:
            self._close(4004, "another version of the protocol")
        else:
            self._entering = self._loop.create_task(self._enter(frame))

    def go_on(self) -> None:
        """Send what waits, as long as the other side reads."""
        connection = self._connection
        while connection is not None and connection.waiting and self._line.is_ready:
            what = connection.waiting.pop(0)
            if isinstance(what, str):
                self._line.say(what)
            else:
                self._line.close(*what)
        if connection is not None and connection.waiting and not connection.is_open:
            self._loop.call_later(CLOSE_SECONDS, self._line.drop)  # it does not even read the last word

    def gone(self) -> None:
        """The socket is no more."""
        self._alarm.cancel()
        self._is_gone = True
        if self._connection is not None and self._room is not None:
            self._connection.is_open = False
            self._room.ask(partial(self._room.leave, self._connection))

    # -- inside ----------------------------------------------------------------------------------

    async def _enter(self, hello: protocol.Hello) -> None:
        """Into the room that the client named, which may have to be found in the store."""
        try:
            room = await self._hub.find(hello.room.upper()[:12])
        except ShokhaError as error:
            log.error("room not readable: %s", error)
            return self._close(4002, "room not readable")
        if room is None:
            return self._close(4002, "no such room")
        if self._is_gone:
            return
        seat = self._hub.seat_of(room, hello.secret, self._browser)
        connection = Connection(seat, self._browser, hello.have, wake=self.go_on)
        self._room, self._connection = room, connection
        room.ask(partial(room.join, connection))
        if hello.salt:
            room.ask(partial(room.salt, connection, None, hello.salt))
        for frame in self._early:
            self._take(connection, frame)
        self._early.clear()

    def _take(self, connection: Connection, frame: protocol.Frame) -> None:
        """Answer a frame, or hand it to the room."""
        room, now = self._room, self._hub.clock()
        if room is None or not connection.is_open:
            return
        match frame:
            case protocol.Cmd():
                if self._commands.allows("", now) and (frame.do != "say" or self._talk.allows("", now)):
                    room.ask(partial(room.command, connection, frame))
                else:
                    connection.refuse(Answer(frame.id, -1, "too_fast", "", "Too fast."))
            case protocol.Beat():
                connection.send({"t": "hb", "seq": room.table.seq(connection.seat), "now": now})
            case protocol.Salt():
                room.ask(partial(room.salt, connection, frame.deal, frame.salt))
            case protocol.Hello():
                connection.close(4000, "only one hello")

    def _close(self, code: int, reason: str) -> None:
        if self._connection is not None:
            self._connection.close(code, reason)
        else:
            self._line.close(code, reason)

    def _look(self) -> None:
        """Is anybody there still? Looked at when the time of silence is over, and not put off at every frame."""
        if self._room is None:
            self._close(4000, "no hello")
        elif (left := self._heard + SILENCE_SECONDS - self._loop.time()) <= 0:
            self._line.drop()
        else:
            self._alarm = self._loop.call_later(left, self._look)
