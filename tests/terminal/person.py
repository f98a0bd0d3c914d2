"""A scripted person at the keyboard, who answers what the screen asks, and the console that notes everything."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from shokha.actions import Action
from shokha.game import new_match
from shokha.profile import load
from shokha.table import Command, Stage, Table, TableOptions
from shokha.terminal.commands import Quit
from shokha.terminal.console import Console, paint
from shokha.terminal.reading import typed
from shokha.terminal.saves import Kept
from shokha.terminal.session import Session
from shokha.words import Words

CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\ue000-\uf8ff]")
CARD = re.compile(r"(?:10|[6-9JQKAВДКТ])[♠♥♦♣]")
PEOPLE = ("Anna", "Boris", "Vera", "Gleb", "Dina")
SHORT: dict[str, dict[str, object]] = {
    "kozel": {"target": 2},
    "svoi": {"deals": 1, "turn_cap": 60},
    "besicovitch": {"cards": 12},
}


def short(profile: str) -> dict[str, object]:
    """House rules with which a match of a version is over soon."""
    rules = load(profile)
    if rules.game == "kozel" and (rules.settings.scoring == "pot" or rules.settings.deals):
        return {"deals": 2}
    return SHORT.get(rules.game, {})


class Sitting:
    """A session with a keyboard that is a function and a screen that is a list of texts."""

    def __init__(
        self,
        profile: str,
        seats: Iterable[str],
        seed: int | str = 1,
        *,
        changes: dict[str, object] | None = None,
        options: TableOptions | None = None,
        path: Path | None = None,
        glyphs: bool = True,
        palette: str = "none",
        width: int = 80,
        encoding: str = "utf-8",
        letters: Any = "en",
        confirm_hide: bool = False,
        kept: Kept | None = None,
    ) -> None:
        self.printed: list[str] = []
        self.keyboard: Callable[[str], str] = _nothing
        kept = kept or seated(profile, seats, seed, changes=changes, options=options, path=path)
        self.table = kept.table
        self.console = Console(
            self.printed.append, self._read, glyphs=glyphs, palette=palette, width=lambda: width, encoding=encoding
        )
        people = [seat for seat, place in enumerate(self.table.places) if place.person]
        words = Words(
            self.table.profile,
            kept.names,
            you=people[0] if len(people) == 1 else None,
            sides=new_match(self.table.profile, 0).sides,
            letters=letters,
            glyphs=glyphs,
            paint=paint,
        )
        self.session = Session(kept, words, self.console, confirm_hide=confirm_hide)

    def _read(self, prompt: str) -> str:
        self.printed.append(prompt)
        line = self.keyboard(prompt)
        self.printed.append(line + "\n")
        return line

    @property
    def text(self) -> str:
        return "".join(self.printed)

    @property
    def flat(self) -> str:
        """Everything printed on one line, however it was wrapped."""
        return " ".join(self.text.split())

    def offered(self) -> list[str]:
        """What `moves` offers to type."""
        before = len(self.printed)
        self.type("moves")
        lines = "".join(self.printed[before:]).partition("moves\n")[2].splitlines()
        return [line.partition(":")[0].strip() for line in lines if ":" in line]

    def type(self, *lines: str) -> str:
        """Type these lines, then leave; everything printed."""
        feed = iter(lines)

        def keyboard(prompt: str) -> str:
            try:
                return next(feed)
            except StopIteration:
                raise Quit from None

        self.keyboard = keyboard
        try:
            self.session.run()
        except Quit:
            pass
        return self.text

    def play(self, seed: int, again: int = 0) -> int:
        """Play legal moves at random to the end of the match, and `again` more matches; the exit code."""
        chance, left = random.Random(seed), again

        def keyboard(prompt: str) -> str:
            nonlocal left
            if self.table.stage is not Stage.PLAYING or "Pass the keyboard" in prompt:
                if "Another match" not in prompt:
                    return ""
                left -= 1
                return "y" if left >= 0 else ""
            return self.move(chance)

        self.keyboard = keyboard
        return self.session.run()

    def move(self, chance: random.Random) -> str:
        """A legal move, by numbers or in notation."""
        view = self.table.view(self.table.to_decide()[0])
        return line_for(chance.choice(view.legal), view, chance)


def line_for(action: Action, view: Any, chance: random.Random) -> str:
    """One of the ways in which a person might type an action."""
    line = typed(action, view)
    ways = [line, line.upper(), str(action), line.replace("beat", "b").replace("discard", "d"), f"  {line}  "]
    return chance.choice(ways)


def _nothing(prompt: str) -> str:
    raise Quit


def seated(
    profile: str,
    seats: Iterable[str],
    seed: int | str = 1,
    *,
    changes: dict[str, object] | None = None,
    options: TableOptions | None = None,
    path: Path | None = None,
) -> Kept:
    """A table with everybody in place: "me" or "me:NAME" are people, other words bots."""
    table = Table(load(profile).with_settings(changes or {}), seed, options)
    names = []
    for seat, who in enumerate(seats):
        kind, _, name = who.partition(":")
        names.append(name or PEOPLE[seat])
        assert table.receive(Command("sit" if kind == "me" else "bot", seat, names[-1] if kind == "me" else kind)).ok
    return Kept(table, names, path)
