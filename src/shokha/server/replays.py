"""A finished match step by step, as any seat or the public saw it, or with all hands open (T31).

Every step is a fold of what `redact` lets the viewpoint know, so switching the viewpoint can show no more than that
seat was shown; all hands together are the seats' own views side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shokha import events as ev
from shokha.errors import TableError
from shokha.game import game_of
from shokha.server import present
from shokha.table import Audience, Stage, Table
from shokha.view import redact

PLAYS = (
    ev.CardsLed, ev.CardsBeat, ev.CardsDiscarded, ev.Declared, ev.TrumpPicked, ev.CardCovered, ev.CardLed,
    ev.CardsPickedUp, ev.DealCounted, ev.PileDealEnded, ev.PotTaken,
)  # fmt: skip
"""Events that begin a step; what follows from them belongs to it."""


def replay(table: Table, number: int, viewpoint: str) -> dict[str, Any]:
    """Deal `number`, from 0, of the match that is over, for a seat ("0" …), "public" or "all". Raises `TableError`."""
    if table.stage is not Stage.OVER:
        raise TableError("not_now", "The match is still running.")
    deals = [deal for deal in table.deals if not getattr(deal.result, "is_void", False)]
    seats = range(table.profile.players)
    if viewpoint not in ("public", "all", *map(str, seats)):
        raise TableError("no_such_seat", "There is no such seat.")
    if not 0 <= number < len(deals):
        raise TableError("no_such_deal", "There is no such deal.")
    audience: Audience = int(viewpoint) if viewpoint.isdigit() else None
    watched: list[Audience] = [audience, *seats] if viewpoint == "all" else [audience]
    fold = game_of(table.profile).fold
    views = {who: fold(table.profile, who, ()) for who in watched}
    told = []
    for happened in _steps(deals[number].events):
        seen = []
        for event in happened:
            for who, view in views.items():
                observation = redact(event, who)
                if observation is not None:
                    view.see(observation)
                    if who == audience:
                        seen.append(present.observation(observation))
        step: dict[str, Any] = {"ev": seen, "view": present.shown(table, audience, views[audience])}
        if viewpoint == "all":
            step["open"] = [present.card_list(views[seat].hand) for seat in seats]
        told.append(step)
    return {"deals": len(deals), "deal": number, "as": viewpoint, "steps": told}


def _steps(events: list[ev.Event]) -> Iterator[list[ev.Event]]:
    step: list[ev.Event] = []
    for event in events:
        if isinstance(event, PLAYS) and step:
            yield step
            step = []
        step.append(event)
    yield step
