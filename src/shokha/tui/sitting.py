"""The loop that keeps a match going: bots move, people are waited for, counts are read.

It asks the table what is wanted next, as the line mode's session does. Everything that the table accepts is
written down at once (`Host`), so leaving is possible at any moment.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Protocol

from textual.screen import Screen

from shokha.actions import PASS
from shokha.kozel.view import KozelView, Trick
from shokha.table import Command, Stage
from shokha.terminal.host import Host
from shokha.tui.dialogs import Cover, Page
from shokha.tui.painting import Look


class Face(Protocol):
    """What the people look at."""

    notes: list[str]

    def update(self) -> None:
        """Show how things stand now."""

    async def ask(self, dialog: Screen[Any]) -> Any:
        """Open a dialog; what it was dismissed with."""


class Sitting:
    """One sitting at a kept match.

    `pace` is how many seconds a bot takes over a move; `record` is where the finished match is written down.
    """

    def __init__(self, host: Host, look: Look, *, pace: float, record: Path | None) -> None:
        self.host, self.table, self.look = host, host.table, look
        self.pace, self.record = pace, record
        self.acting: int | None = None
        """The person whose decision is awaited now."""
        self.front: int | None = None
        """Whose eyes are on the screen; None until somebody has taken the keyboard."""
        self.lying: Trick | None = None
        """A trick just taken, still to be seen for a moment."""
        self.is_filed = False
        """Is the match over, and its record written?"""
        self.go_on = asyncio.Event()
        self._moved = asyncio.Event()
        self._tricks = self._tricks_taken()
        self._leave_front()

    async def run(self, face: Face) -> None:
        """Play until the people have had enough. Raises `ShokhaError` when it cannot go on."""
        while await self._step(face):
            face.update()

    def moved(self) -> None:
        """The table has accepted a person's move."""
        self.acting = None
        self._moved.set()

    def file(self) -> bool:
        """Write the match down, or as much of it as has been played."""
        return self.host.write_record(self.record or self.host.place_for_record())

    async def _step(self, face: Face) -> bool:
        """Whatever the table wants next; does the sitting go on?"""
        match self.table.stage:
            case Stage.SEATING:
                self.host.must(Command("start", self.host.people[0]))
            case Stage.PLAYING:
                seat = self.table.to_decide()[0]
                bot = self.table.places[seat].played_by_bot
                await (self._bot_moves(seat, bot) if bot else self._person_moves(seat, face))
                await self._let_trick_lie(face)
            case Stage.COUNTING:
                return await self._between_deals(face)
            case Stage.OVER:
                return await self._after_the_match(face)
        return True

    # -- moves -----------------------------------------------------------------------------------

    async def _bot_moves(self, seat: int, name: str) -> None:
        """Bots think aside, so that the screen stays alive, and take their time over what everybody sees.

        Declining to declare takes none: a pause would tell that there was something to declare (X27).
        """
        choice = await asyncio.to_thread(self.host.choose, seat, name)
        if choice.action != PASS:
            await asyncio.sleep(self.pace)
        self.host.bot_plays(seat, choice)

    async def _person_moves(self, seat: int, face: Face) -> None:
        await self._hand_over(seat, face)
        self.acting = seat
        self._moved.clear()
        face.update()
        await self._moved.wait()

    async def _let_trick_lie(self, face: Face) -> None:
        """A trick is seen complete before its cards are gathered."""
        before, self._tricks = self._tricks, self._tricks_taken()
        if self.pace and self._tricks[1] and self._tricks > before:
            self.lying = self.table.view(None).tricks[-1]
            face.update()
            await asyncio.sleep(2 * self.pace)
            self.lying = None

    def _tricks_taken(self) -> tuple[int, int]:
        """Deals begun, and tricks taken in the last of them."""
        view = self.table.view(None)
        return len(self.table.deals), len(view.tricks) if isinstance(view, KozelView) else 0

    # -- several people at one keyboard ------------------------------------------------------------

    def _leave_front(self) -> None:
        self.front = self.host.people[0] if len(self.host.people) == 1 else None

    async def _hand_over(self, seat: int, face: Face) -> None:
        """Nobody sees another's hand: it is off the screen before the cover opens."""
        if self.front != seat:
            self.front, face.notes = None, []
            face.update()
            await face.ask(Cover(self.host.words, self.host.words.names[seat]))
            self.front = seat

    # -- between deals and matches -----------------------------------------------------------------

    async def _between_deals(self, face: Face) -> bool:
        """The count is read, then the next deal begins unless the people leave; do they stay?"""
        w = self.host.words
        buttons = [("go", w._("Next deal"), "enter"), ("why", w._("Why?"), "w,ц"), ("leave", w._("Leave"), "q,й")]
        if await self._read(w._("The deal is over"), self.host.ending(), buttons, face) == "leave":
            return False
        for seat in self.host.people:
            self.host.must(Command("ready", seat))
        return True

    async def _after_the_match(self, face: Face) -> bool:
        """Tell the seed, file the record, offer another match; is there one?"""
        w, told = self.host.words, self.host.ending()
        told.append(w._("The seed of this match was {seed}.").format(seed=self.host.match_seed()))
        face.notes = []
        self.is_filed = self.file()
        told += face.notes
        buttons = [("go", w._("Another match"), "y,н"), ("why", w._("Why?"), "w,ц"), ("leave", w._("Leave"), "q,й")]
        if await self._read(w._("The match is over"), told, buttons, face) == "leave":
            return False
        self.host.rematch()
        self.is_filed = False
        return True

    async def _read(self, title: str, told: list[str], buttons: list[tuple[str, str, str]], face: Face) -> str:
        """Show how it ended until the people go on or leave; reasons and the table may be looked at meanwhile."""
        self.acting, face.notes = None, []
        self._leave_front()  # everybody looks now, also at what a deal broken off has left in a hand
        face.update()
        while True:
            answer = str(await face.ask(Page(title, self.look.lines(told), buttons)))
            if answer in ("go", "leave"):
                return answer
            if answer == "why":
                await face.ask(why_page(self.host, self.look))
            else:
                self.go_on.clear()
                await self.go_on.wait()


def why_page(host: Host, look: Look) -> Page:
    """The reasons of the bots, as far as they may be told."""
    w = host.words
    return Page(w._("Why the bots played so"), look.lines(host.why()), [("close", w._("Back"), "enter")])
