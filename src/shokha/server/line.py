"""One WebSocket: the handshake, frames in, frames out, the last word; no task and no queue of its own.

uvicorn hands the socket over when a request asks for a WebSocket. Its own implementations bring every frame to an
ASGI application through a queue and two tasks, and stop reading for each: half the time that a move took. Here a frame
is heard in the call in which its bytes arrived, and written in the call in which it is said. The `websockets`
library keeps the rules of the protocol, as it does there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from struct import pack
from typing import Any, Protocol, cast

from starlette.requests import HTTPConnection
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

PATH = "/ws"
CLOSE_SECONDS = 2.0
"""How long a last word may take to be confirmed."""
_MESSAGE = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
_LOG = logging.getLogger("shokha.line")


class Guest(Protocol):
    """Who listens to a line."""

    def hear(self, data: bytes) -> None:
        """A message arrived."""

    def go_on(self) -> None:
        """The line takes frames again."""

    def gone(self) -> None:
        """The line is no more."""


class Line(asyncio.Protocol):
    """One socket. `app.state.guest(line, request)` makes the guest, or is None for one that may not come in."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: object = None
    ) -> None:
        self._app: Any = config.app
        self._lines: set[Any] = server_state.connections
        self._wire = ServerProtocol(max_size=config.ws_max_size, logger=_LOG)
        self._transport: asyncio.Transport
        self._parts: list[bytes] = []
        self._guest: Guest | None = None
        self._end: asyncio.TimerHandle | None = None
        self.is_ready = True
        """Does the other side read what it is sent?"""

    # -- what the loop tells ---------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are no subclass
        self._lines.add(self)

    def data_received(self, data: bytes) -> None:
        self._wire.receive_data(data)
        for event in self._wire.events_received():
            if isinstance(event, Request):
                self._shake_hands(event)
            elif isinstance(event, Frame) and event.opcode in _MESSAGE:
                self._hear(event)
        self._send()

    def pause_writing(self) -> None:
        self.is_ready = False

    def resume_writing(self) -> None:
        self.is_ready = True
        if self._guest is not None:
            self._guest.go_on()

    def connection_lost(self, error: Exception | None) -> None:
        self._lines.discard(self)
        if self._end is not None:
            self._end.cancel()
        guest, self._guest = self._guest, None
        if guest is not None:
            guest.gone()

    def shutdown(self) -> None:
        """The server stops."""
        self.close(1012, "the server restarts")
        self._transport.close()

    # -- what its guest wants --------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Send a message."""
        if self._wire.state is OPEN:
            data = text.encode()
            self._transport.write(_head(len(data)) + data)

    def close(self, code: int, reason: str) -> None:
        """Send the last word."""
        if self._wire.state is OPEN:
            self._wire.send_close(code, reason)
            self._send()
            self._end = asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._transport.abort)

    def drop(self) -> None:
        """Give up a line on which nobody is any more."""
        self._transport.abort()

    # -- inside ----------------------------------------------------------------------------------

    def _shake_hands(self, request: Request) -> None:
        headers = [
            (name.lower().encode(), value.encode("latin-1", "replace")) for name, value in request.headers.raw_items()
        ]
        asked = HTTPConnection({"type": "websocket", "app": self._app, "headers": headers})
        make: Callable[[Line, HTTPConnection], Guest | None] = self._app.state.guest
        if request.path.partition("?")[0] != PATH:
            response = self._wire.reject(HTTPStatus.NOT_FOUND, "")
        elif (guest := make(self, asked)) is None:
            response = self._wire.reject(HTTPStatus.FORBIDDEN, "")
        else:
            response = self._wire.accept(request)
            self._guest = guest
        self._wire.send_response(response)

    def _hear(self, frame: Frame) -> None:
        data = bytes(frame.data)
        if not frame.fin or self._parts:
            self._parts.append(data)
            if not frame.fin:
                return
            data, self._parts = b"".join(self._parts), []
        if self._guest is not None and self._wire.state is OPEN:
            self._guest.hear(data)

    def _send(self) -> None:
        """Send what the protocol itself has to say; nothing is the end."""
        for data in self._wire.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()


def _head(length: int) -> bytes:
    """What comes before a message of so many bytes: whole, text, unmasked (RFC 6455, 5.2)."""
    if length < 126:
        return pack("!BB", 0x81, length)
    return pack("!BBH", 0x81, 126, length) if length < 1 << 16 else pack("!BBQ", 0x81, 127, length)
