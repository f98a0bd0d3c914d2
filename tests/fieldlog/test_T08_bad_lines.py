"""T8: whatever a line loses, doubles, delays or reorders, every page ends up with the server's table.

https://github.com/boardgameio/boardgame.io/issues/713, https://github.com/freeboardgames/FreeBoardGames.org/issues/551,
https://github.com/lichess-org/lichobile/issues/185
Clients were out of step after a lost frame or a restart, and showed boards that never existed.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.server.chaos import Mischief, bad_line
from tests.server.live import Browser, Server, new_room, serving
from tests.web.table import LOOK_AND_TAP, QUICK, new_page

from shokha.events import CardsLed, DealStarted
from shokha.server import present
from shokha.server.protocol import encode

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", QUICK) as started:
        yield started


def what_it_shows(page: Page) -> tuple[Any, ...]:
    """The page's own state: its number, its view, and what everybody may know."""
    frame = page.evaluate("document.getElementById('app').screen.frame")
    mine = ("fair", "watchers", "starting", "bot", "imported")  # what the room adds to the table's own
    table = {k: v for k, v in frame["table"].items() if k not in mine}
    return frame["seq"], frame["view"], table


def what_is_so(server: Server, room: str, seat: int) -> tuple[Any, ...]:
    """The same from the server's table."""
    table = server.hub.rooms[room].table
    here = {c.seat for c in server.hub.rooms[room].connections if c.seat is not None}
    told = present.table_state(table, room, here, 0, None)
    told.pop("fair"), told.pop("watchers")
    return json.loads(encode({"all": [table.seq(seat), present.view(table, seat), told]}))["all"]


def test_two_pages_on_bad_lines(server: Server, browser: Any) -> None:
    first = Browser(server.base)
    room, secret = new_room(first, "pairs", ["me", "random", "", "random"], set={"target": "2"})
    sat = Browser(server.base).call(f"/api/rooms/{room}/seats", {"seat": 2, "name": "Gleb"})[1]
    with bad_line(server.base, Mischief.usual(), seed=8) as line:
        pages = [new_page(browser, 390, 844), new_page(browser, 740, 360)]
        for page, right in zip(pages, (secret, sat["secret"]), strict=True):
            page.goto(f"{line.base}/r/{room}#s={right}")
        pages[0].click("[data-key=start]")
        dice, until = random.Random(8), time.monotonic() + 60
        acted, calm = 0, 0
        while time.monotonic() < until:
            done = [page.evaluate(LOOK_AND_TAP, dice.random()) for page in pages]
            acted += sum(what in ("lead", "beat", "discard") for what in done)
            if done == ["over", "over"] or acted > 12:
                break
            pages[0].wait_for_timeout(25)
        assert acted > 5
        assert min(line.done[kind] for kind in ("lose", "double", "delay")) > 0, line.done
        line.mischief = Mischief()
        until = time.monotonic() + 20
        while calm < 2:  # twice in a row: bots may be playing still
            assert time.monotonic() < until, (what_it_shows(pages[0]), what_is_so(server, room, 0))
            pages[0].wait_for_timeout(300)
            same = all(
                list(what_it_shows(page)) == list(what_is_so(server, room, seat))
                for page, seat in zip(pages, (0, 2), strict=True)
            )
            calm = calm + 1 if same else 0
        journal = server.hub.rooms[room].table.journal
        plays = [(entry["seat"], entry["id"]) for entry in journal if entry["in"] == "do" and entry["id"]]
        assert len(plays) == len(set(plays)), "a command was carried out twice"
        for page, seat in zip(pages, (0, 2), strict=True):
            told = server.hub.rooms[room].table.stream(seat)
            begun = max(i for i, e in enumerate(told) if isinstance(e, DealStarted))
            leads = sum(isinstance(e, CardsLed) for e in told[begun:])
            log = page.evaluate("document.getElementById('app').screen.log.map((line) => line.text)")
            assert sum(" leads " in line for line in log) == leads, "something was told twice, or not at all"
            assert not page.troubles, page.troubles  # type: ignore[attr-defined]
            page.context.close()
