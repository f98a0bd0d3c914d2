"""Frames of random play, as the server would send them to the seat whose turn it is."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from shokha.actions import ActionKind
from shokha.profile import load
from shokha.server import present
from shokha.server.protocol import encode
from shokha.table import Command, Stage, Table, TableOptions


def frame(table: Table, seat: int | None) -> dict[str, Any]:
    """What `seat` is shown now, without what only a running room knows."""
    told = present.table_state(table, "ROOM", set(), 0, None) | {"starting": False, "bot": "rule", "imported": False}
    whole = {"t": "state", "seq": table.seq(seat), "from": 0, "ev": [], "seat": seat, "table": told}
    whole |= {"view": present.view(table, seat), "clock": {"window": None, "move": None}}
    read: dict[str, Any] = json.loads(encode(whole))
    return read


def seated(profile: str, seed: int, window: float | None = None, **rules: str) -> Table:
    """A table with people in all seats, just begun."""
    table = Table(load(profile).with_settings(rules), f"frames {seed}", TableOptions(window))
    for seat in range(table.profile.players):
        table.receive(Command("sit", seat, f"P{seat + 1}"))
    table.receive(Command("start", 0))
    return table


def frames(profile: str, many: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Frames for whoever is to move, over several matches of random play."""
    chance = random.Random(f"{profile} {seed}")
    table = seated(profile, seed)
    while many:
        if table.stage is Stage.COUNTING:
            table.go_on()
        elif table.stage is Stage.OVER:
            seed += 1
            table = seated(profile, seed)
        seats = table.to_decide()
        if not seats:
            continue
        legal = table.legal(seats[0])
        if chance.random() < 0.3 and any(a.kind not in (ActionKind.PASS, ActionKind.DECLARE) for a in legal):
            yield frame(table, seats[0])
            many -= 1
        table.receive(Command("play", seats[0], str(chance.choice(legal))))
