"""One socket in a room, as the room sees it: a queue of frames to send, and a last word."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from shokha.server import protocol

QUEUE_FRAMES = 256


@dataclass(eq=False, slots=True)
class Connection:
    """One socket in a room: a seat, or the public."""

    seat: int | None
    browser: str
    have: int = 0
    frames: int = 0
    """How many frames were sent; each carries its number, so that a client notices a lost or misplaced one (T8)."""
    out: asyncio.Queue[str | tuple[int, str]] = field(default_factory=lambda: asyncio.Queue(QUEUE_FRAMES))
    is_open: bool = True

    def send(self, frame: dict[str, Any]) -> None:
        """Queue a frame; a client that does not read is cut off."""
        self.send_text(protocol.encode(frame))

    def send_text(self, text: str) -> None:
        """Queue an encoded frame, numbered."""
        if not self.is_open:
            return
        if self.out.full():
            while not self.out.empty():
                self.out.get_nowait()
            self.close(1013, "too slow")
        else:
            self.frames += 1
            self.out.put_nowait(f'{text[:-1]},"n":{self.frames}}}')

    def close(self, code: int, reason: str) -> None:
        if self.is_open:
            self.is_open = False
            if self.out.full():
                self.out.get_nowait()
            self.out.put_nowait((code, reason))
