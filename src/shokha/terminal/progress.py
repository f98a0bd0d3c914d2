"""A progress bar on stderr: a bar on a terminal, a line now and then elsewhere, nothing when piped away quietly."""

from __future__ import annotations

import sys
import time
from typing import TextIO


class Progress:
    """Counts up to `total`. Use as a context manager; `step` after each unit of work."""

    def __init__(self, what: str, total: int, out: TextIO | None = None) -> None:
        self.what, self.total, self.done = what, max(1, total), 0
        self.out = out or sys.stderr
        self.is_live = self.out.isatty()
        self.began = self.shown = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *exc: object) -> None:
        if self.is_live and self.done:
            self.out.write("\r" + " " * 70 + "\r")
            self.out.flush()

    def step(self, n: int = 1) -> None:
        """Another `n` units are done."""
        self.done += n
        now = time.monotonic()
        if now - self.shown < (0.1 if self.is_live else 30.0):
            return
        self.shown = now
        share = self.done / self.total
        left = (now - self.began) * (1 - share) / share
        text = f"{self.what} {self.done}/{self.total} ({share:.0%}), about {_span(left)} left"
        if self.is_live:
            bar = "#" * round(24 * share)
            self.out.write(f"\r[{bar:24}] {text:44.44}")
        else:
            self.out.write(text + "\n")
        self.out.flush()


def _span(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
