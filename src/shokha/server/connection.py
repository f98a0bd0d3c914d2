"""One socket in a room, as the room sees it: frames that wait to be sent, and a last word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from shokha.server import protocol
from shokha.table import Answer

QUEUE_FRAMES = 256


@dataclass(eq=False, slots=True)
class Connection:
    """One socket in a room: a seat, or the public."""

    seat: int | None
    browser: str
    have: int = 0
    frames: int = 0
    """How many frames were sent; each carries its number, so that a client notices a lost or misplaced one (T8)."""
    is_open: bool = True
    waiting: list[str | tuple[int, str]] = field(default_factory=list)
    """Frames to be sent, the first one first; a code and a reason close the line."""
    wake: Callable[[], None] = lambda: None
    """Called when something waits, to send it, as far as the other side reads."""

    def send(self, frame: dict[str, Any]) -> None:
        """Queue a frame; a client that does not read is cut off."""
        self.send_text(protocol.encode(frame))

    def refuse(self, answer: Answer) -> None:
        """Queue the answer to a command that was not accepted."""
        told = {"code": answer.code, "rule": answer.rule, "message": answer.message, "seq": answer.seq}
        self.send({"t": "no", "id": answer.id, **told})

    def send_text(self, text: str) -> None:
        """Queue an encoded frame, numbered."""
        if not self.is_open:
            return
        if len(self.waiting) >= QUEUE_FRAMES:
            self.close(1013, "too slow")
        else:
            self.frames += 1
            self.waiting.append(f'{text[:-1]},"n":{self.frames}}}')
            self.wake()

    def close(self, code: int, reason: str) -> None:
        """Say a last word. A client that does not read is not told what it missed."""
        if self.is_open:
            self.is_open = False
            if len(self.waiting) >= QUEUE_FRAMES:
                self.waiting.clear()
            self.waiting.append((code, reason))
            self.wake()
