"""A scripted person at the keyboard: answers prompts with numbered choices, like somebody who reads the screen."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from shokha.actions import Action, ActionKind
from shokha.profile import load
from shokha.table import Command, Table, TableOptions
from shokha.terminal.screen import hand_order
from shokha.terminal.session import Session
from shokha.terminal.words import Words

ESCAPES = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def seated(
    profile: str,
    seats: list[str],
    seed: int = 1,
    *,
    changes: dict[str, object] | None = None,
    options: TableOptions | None = None,
    path: Path | None = None,
    glyphs: bool = True,
) -> tuple[Session, list[str]]:
    """A session and the list into which it prints; "me" or "me:NAME" are people, other words bots."""
    rules = load(profile).with_settings(changes or {})
    table = Table(rules, seed, options)
    names = []
    for seat, who in enumerate(seats):
        kind, _, name = who.partition(":")
        names.append(name or f"{kind} {seat + 1}")
        assert table.receive(Command("sit" if kind == "me" else "bot", seat, names[-1] if kind == "me" else kind)).ok
    printed: list[str] = []
    house = [f"{k}={v}" for k, v in (changes or {}).items()]
    session = Session(
        table, Words(rules, names, glyphs=glyphs), path=path, rules=profile, house=house, say=printed.append
    )
    return session, printed


def line_for(action: Action, view: object, chance: random.Random) -> str:
    """How a person might type an action: by numbers, or in notation."""
    order = {card: i for i, card in enumerate(hand_order(view), 1)}

    def numbers(cards: int) -> str:
        return " ".join(str(order[c]) for c in order if cards >> c & 1)

    if chance.random() < 0.3:
        return str(action)
    match action.kind:
        case ActionKind.LEAD:
            return numbers(action.payload)
        case ActionKind.BEAT:
            return f"beat {numbers(action.payload)}"
        case ActionKind.DISCARD:
            return f"d {numbers(action.payload)}"
        case ActionKind.DECLARE:
            return "declare" if chance.random() < 0.5 and len(view.legal) == 2 else str(action)  # type: ignore[attr-defined]
        case ActionKind.COVER:
            after = action.lead_after
            return f"{order[action.cover]}" + (f" {order[after]}" if after is not None else "")
        case ActionKind.PICK_UP:
            return "pick up"
        case _:
            return "pass"


def person(session: Session, printed: list[str], chance: random.Random, again: str = "n") -> Callable[[str], str]:
    """An `ask` for a session that plays legal moves at random."""

    def ask(prompt: str) -> str:
        printed.append(prompt)
        if "Enter for the next deal" in prompt or "press Enter" in prompt:
            return ""
        if "Another match" in prompt:
            return again
        seat = session.table.to_decide()[0]
        view = session.table.view(seat)
        return line_for(chance.choice(view.legal), view, chance)

    return ask
