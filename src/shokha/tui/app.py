"""The application: a match is chosen, then played, then left; its result is what is said afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from shokha.errors import ShokhaError
from shokha.terminal.host import Host
from shokha.terminal.saves import Kept
from shokha.tui.choosing import Choosing
from shokha.tui.painting import Look
from shokha.tui.sitting import Sitting
from shokha.tui.table_screen import TableScreen


@dataclass(frozen=True, slots=True)
class Manner:
    """How a match is shown and kept, apart from what is played.

    `host(kept, say)` makes what runs a match; `pace` is how many seconds a bot takes over a move.
    """

    host: Callable[[Kept, Callable[[str], object]], Host]
    look: Look
    pace: float
    record: Path | None = None
    confirm_hide: bool = False


class TableApp(App[int | ShokhaError]):
    """Plays a kept match, or the one chosen on the first screen. Returns an exit code, or what went wrong."""

    CSS_PATH = "table.tcss"
    TITLE = "Shokha"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave(130)", show=False, priority=True),
        Binding("ctrl+q,ctrl+d", "leave(0)", show=False, priority=True),
    ]

    def __init__(self, manner: Manner, *, kept: Kept | None = None, choosing: Choosing | None = None) -> None:
        super().__init__(ansi_color=True)  # before NO_COLOR is looked at: it means other filters then
        self.theme = "ansi-dark"
        self.manner, self.kept = manner, kept
        self.sitting: Sitting | None = None
        self._choosing = choosing
        self.set_class(manner.look.ascii, "plain")

    def on_mount(self) -> None:
        if not self.is_headless:
            self._hear_signals()
        if self.kept is not None:
            self.sit_down(self.kept)
        elif self._choosing is not None:
            self.push_screen(self._choosing, self.sit_down)

    def _hear_signals(self) -> None:
        """Signals that ask to end give the terminal back as it was; Windows has no such handlers."""
        for name, code in (("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)):
            with contextlib.suppress(NotImplementedError, AttributeError):
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self.action_leave, code)

    def sit_down(self, kept: Kept | None) -> None:
        """Begin the sitting at a match."""
        if kept is None:
            return
        said: list[str] = []
        host, manner = self.manner.host(kept, said.append), self.manner
        self.kept = kept
        self.sitting = Sitting(host, manner.look, pace=manner.pace, record=manner.record)
        table = TableScreen(self.sitting, manner.look, confirm_hide=manner.confirm_hide)
        host.say = table.say
        self.push_screen(table)

    def action_leave(self, code: int) -> None:
        """Nothing is lost: every move has been written down. A match that is over and filed need not wait."""
        if self.sitting is not None and self.sitting.is_filed:
            self.sitting.host.kept.forget()
        self.exit(code)
