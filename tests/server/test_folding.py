"""What a table folds as it goes equals what was seen, folded anew: at every step of matches of every version."""

from __future__ import annotations

import random

import pytest

from shokha import events as ev
from shokha.game import game_of
from shokha.profile import available, load
from shokha.server import present
from shokha.table import Command, Stage, Table, TableOptions


def of_this_deal(table: Table, seat: int | None) -> list[ev.Event]:
    seen = table.stream(seat)
    return seen[max(i for i, e in enumerate(seen) if isinstance(e, ev.DealStarted | ev.PackDealt)) :]


def check(table: Table) -> None:
    for seat in (None, *range(table.profile.players)):
        anew = game_of(table.profile).fold(table.profile, seat, of_this_deal(table, seat))
        anew.legal = tuple(table.legal(seat))
        assert table.view(seat) == anew
        assert present.view(table, seat) == present.shown(table, seat, anew)
        assert present.shared(table, anew) == present.shared(table, table.view(None)), "not alike for all"


@pytest.mark.parametrize("window", [None, 1.0])
@pytest.mark.parametrize("name", available())
def test_views_are_folded_as_they_go(name: str, window: float | None) -> None:
    table = Table(load(name), f"folding {name}", TableOptions(window=window, last_trick=True, own_discards=True))
    rng, now = random.Random(name), 0.0
    for seat in range(table.profile.players):
        table.receive(Command("sit", seat, f"P{seat}"), now)
    assert table.receive(Command("start", 0), now).ok
    for _ in range(150):
        now += 2
        if table.stage is Stage.COUNTING:
            check(table)
            for seat in range(table.profile.players):
                table.receive(Command("ready", seat), now)
        elif table.stage is Stage.OVER:
            assert table.receive(Command("rematch", 0), now).ok
        else:
            table.tick(now)
            seats = table.to_decide()
            if seats:
                action = rng.choice(table.legal(seats[0]))
                assert table.receive(Command("play", seats[0], str(action)), now).ok
                check(table)
