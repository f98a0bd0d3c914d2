"""Progress on stderr: Rich's bar where it is installed, else a plain one; off a terminal a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def progress(what: str, total: int, out: TextIO | None = None) -> Iterator[Callable[[int], None]]:
    """Counts up to `total`; what it hands out is called with the number of units done since the last call."""
    out = out or sys.stderr
    if out.isatty():
        try:
            from rich.console import Console
            from rich.progress import Progress
        except ImportError:
            pass
        else:
            with Progress(console=Console(file=out), transient=True) as bar:
                task = bar.add_task(what, total=total)
                yield lambda n: bar.advance(task, n)
            return
    plain = _Plain(what, total, out)
    try:
        yield plain.step
    finally:
        plain.clear()


class _Plain:
    def __init__(self, what: str, total: int, out: TextIO) -> None:
        self.what, self.total, self.done = what, max(1, total), 0
        self.out, self.is_live = out, out.isatty()
        self.began = self.shown = time.monotonic()
        self.width = 0

    def step(self, n: int) -> None:
        self.done += n
        now = time.monotonic()
        if now - self.shown < (0.1 if self.is_live else 30.0):
            return
        self.shown = now
        share = self.done / self.total
        left = (now - self.began) * (1 - share) / share
        text = f"{self.what} {self.done}/{self.total}, about {_span(left)} left"
        if self.is_live:
            text = f"[{'#' * round(20 * share):20}] {text}"
            self.out.write(f"\r{text:{self.width}}")
            self.width = len(text)
        else:
            self.out.write(text + "\n")
        self.out.flush()

    def clear(self) -> None:
        if self.width:
            self.out.write("\r" + " " * self.width + "\r")
            self.out.flush()


def _span(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
