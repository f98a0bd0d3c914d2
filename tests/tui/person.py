"""A person at the full screen: presses keys, reads what stands there, waits until something is asked."""

from __future__ import annotations

import asyncio
import html
import re
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from tests.terminal.person import seated
from textual import events
from textual.pilot import Pilot
from textual.widgets import Button, Static

from shokha.actions import Action, ActionKind
from shokha.cards import Card
from shokha.errors import ShokhaError
from shokha.table import Stage
from shokha.terminal.host import Host
from shokha.terminal.saves import Kept
from shokha.terminal.seating import words_for
from shokha.tui.app import Manner, TableApp
from shokha.tui.dialogs import Cover, Page
from shokha.tui.hand import Hand
from shokha.tui.painting import Look
from shokha.tui.picking import cards_of_action
from shokha.tui.table_screen import TableScreen

VERBS = {ActionKind.LEAD: "l", ActionKind.BEAT: "b", ActionKind.DISCARD: "d", ActionKind.COVER: "b"}


def app_for(
    kept: Kept, *, pace: float = 0, look: Look | None = None, language: str = "en", confirm_hide: bool = False
) -> TableApp:
    """The application at a kept match."""
    look = look or Look()

    def host(kept: Kept, say: Callable[[str], object]) -> Host:
        return Host(kept, words_for(kept, language, "en", glyphs=not look.ascii), say)

    return TableApp(Manner(host, look, pace, confirm_hide=confirm_hide), kept=kept)


class AtScreen:
    """Drives a running application."""

    def __init__(self, app: TableApp, pilot: Pilot[int | ShokhaError]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def table(self) -> Any:
        assert self.app.sitting is not None
        return self.app.sitting.table

    @property
    def acting(self) -> int | None:
        return self.app.sitting.acting if self.app.sitting else None

    @property
    def hand(self) -> Hand:
        return self.face.query_one(Hand)

    @property
    def face(self) -> TableScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    async def asked(self) -> str:
        """Wait until something is wanted of the person: "move", "cover", "page"; "left" when the screen is closed."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            top = self.app.screen
            if not self.app.is_running or self.app.return_value is not None:
                return "left"
            if isinstance(top, Cover | Page) and top.query(Button):
                await self.pilot.pause()
                return "cover" if isinstance(top, Cover) else "page"
            if self.acting is not None and isinstance(top, TableScreen):
                return "move"
            await asyncio.sleep(0.005)
        raise AssertionError(f"nothing is asked: {self.table.stage}\n{text_of(self.app)}")

    async def press(self, *keys: str) -> None:
        """Press keys and wait until they have had their effect."""
        self._press(keys)
        await self.pilot.pause()

    def _press(self, keys: Iterable[str]) -> None:
        """One key after the other, as fast as they are taken: the pilot's own `press` waits after each."""
        for key in keys:
            self.app.post_message(events.Key(key, key if len(key) == 1 else None))

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for what happens only when the screen is drawn anew."""
        end = time.monotonic() + 10
        while not condition():
            assert time.monotonic() < end, text_of(self.app)
            await asyncio.sleep(0.005)

    async def play(self, action: Action) -> None:
        """Make a move with keys only; the table has taken it when this returns."""
        before, end = len(self.table.journal), time.monotonic() + 10
        self._press(self.keys_for(action))
        while len(self.table.journal) == before:
            assert time.monotonic() < end, f"{action} is not taken\n{text_of(self.app)}"
            await asyncio.sleep(0.002)

    async def play_picked(self, key: str, action: str) -> None:
        """Press a button's key; the cards picked make this action."""
        before = len(self.table.journal)
        await self.press(key)
        assert self.table.journal[before]["text"] == action

    def keys_for(self, action: Action) -> list[str]:
        legal = self.table.view(self.acting).legal
        declares = [each for each in legal if each.kind is ActionKind.DECLARE]
        match action.kind:
            case ActionKind.PASS:
                return ["n"]
            case ActionKind.PICK_UP:
                return ["p"]
            case ActionKind.DECLARE:
                return ["y"] if len(declares) == 1 else [str(declares.index(action) + 1)]
            case kind:
                return [*self.picks(cards_of_action(action)), VERBS[kind]]

    def picks(self, cards: Iterable[Card]) -> list[str]:
        """Numbers where there are such keys, else arrows and the space bar."""
        keys: list[str] = []
        for card in cards:
            at = self.hand.cards.index(card)
            keys += [str((at + 1) % 10)] if at < 10 else ["home", *["right"] * at, "space"]
        return keys

    def told(self, name: str) -> str:
        """The text of a part of the table."""
        return str(self.face.query_one(f"#{name}", Static).content)

    def page(self) -> str:
        """The text of the page that is open."""
        return "\n".join(str(part.content) for part in self.app.screen.query(Static))


def run(
    app: TableApp, steps: Callable[[AtScreen], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> int | ShokhaError | None:
    """Start an application, take the steps, and close it; what it returned if it was left."""

    async def sitting() -> None:
        async with app.run_test(size=size) as pilot:
            await steps(AtScreen(app, pilot))
            await pilot.pause(0.1)  # dialogs that were closed last are gone before everything else goes

    asyncio.run(sitting())
    return app.return_value


def text_of(app: TableApp) -> str:
    """What stands on the screen, line by line."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for found in re.finditer(r'<text[^>]* x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>', app.export_screenshot()):
        rows.setdefault(float(found[2]), []).append((float(found[1]), html.unescape(found[3])))
    return "\n".join("".join(text for _, text in sorted(row)) for _, row in sorted(rows.items())).replace("\xa0", " ")


__all__ = ["AtScreen", "Stage", "app_for", "run", "seated", "text_of"]
