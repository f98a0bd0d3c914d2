"""The least of a WebSocket client, for loads that must not be late themselves.

The client of the `websockets` library takes a tenth of a millisecond for a frame; with 1,700 frames a second the load
would be as busy as the server, and would measure itself.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from struct import pack, unpack_from

_HELLO = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: c2hva2hhJ3Mgb3duIGtleQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Protocol):
    """One line to a server on this machine. Every message goes to `hear` as it arrives, at the time `heard`."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.heard = 0.0
        self._buffer = b""
        self._transport: asyncio.Transport
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def to(cls, port: int, path: str, hear: Callable[[bytes], None]) -> Wire:
        """An open line."""
        made, wire = await asyncio.get_running_loop().create_connection(lambda: cls(hear), "127.0.0.1", port)
        wire._transport = made
        made.write(_HELLO.format(path=path, port=port).encode())
        await wire._open
        return wire

    def send(self, text: str) -> None:
        """Send a message, masked with nothing (RFC 6455, 5.3)."""
        data = text.encode()
        head = pack("!BB", 0x81, 0x80 | len(data)) if len(data) < 126 else pack("!BBH", 0x81, 0xFE, len(data))
        self._transport.write(head + b"\0\0\0\0" + data)

    def close(self) -> None:
        """Say good-bye, and go."""
        self._transport.write(b"\x88\x82\0\0\0\0" + pack("!H", 1000))
        self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if not self._open.done():
            self._open.set_exception(ConnectionError("no handshake"))

    def data_received(self, data: bytes) -> None:
        self.heard = time.perf_counter()
        self._buffer += data
        if not self._open.done():
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(head.decode("latin-1"))
            self._buffer = rest
            self._open.set_result(None)
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            length, begin = buffer[at + 1], at + 2
            if length == 126 and len(buffer) - at >= 4:
                length, begin = unpack_from("!H", buffer, at + 2)[0], at + 4
            elif length >= 126:
                break  # not there yet; longer messages than 64 KiB do not occur
            if len(buffer) < begin + length:
                break
            if buffer[at] & 0x0F == 1:
                self.hear(buffer[begin : begin + length])
            at = begin + length
        self._buffer = buffer[at:]
