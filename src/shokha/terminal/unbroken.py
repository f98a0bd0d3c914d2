"""A stretch of work that Ctrl-C does not break in two."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def unbroken() -> Iterator[None]:
    """Ctrl-C pressed inside takes effect at the end, so that nothing is accepted and then not written down."""
    pressed = False

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True

    try:
        before = signal.signal(signal.SIGINT, hear)
    except ValueError:  # not the main thread: Ctrl-C does not come here
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
