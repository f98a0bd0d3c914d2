"""T16: only the server's clock counts; nothing that a client says about time or lag is even read.

https://github.com/lichess-org/lila/issues/10300, https://github.com/lichess-org/lichobile/pull/2014,
https://github.com/lichess-org/lichobile/issues/933
Forged lag; a clock that seemed to run on after the move; a clock running while offline against the machine.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import Server, people, run, serving, started
from tests.web.table import new_page

from shokha.server import protocol


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as started:
        yield started


def test_no_frame_has_room_for_a_time() -> None:
    for frame in (
        {"t": "cmd", "id": "a", "do": "ready", "lag": 0.4},
        {"t": "cmd", "id": "a", "do": "play", "text": "Ks", "now": 5},
        {"t": "hb", "have": 3, "rtt": 900},
        {"t": "hello", "v": 1, "room": "A", "now": 1.0},
    ):
        with pytest.raises(Exception, match="unknown field"):
            protocol.decode(json.dumps(frame))


def test_a_move_clock_by_the_server_alone(server: Server) -> None:
    """Overdue is who has had the time by the server's clock: not before, and whatever he was sending meanwhile."""
    room, secrets = people(server, "pairs", options={"move_seconds": 0.6})

    async def wait() -> None:
        clients = await started(server, room, secrets)
        await clients[0].until(lambda c: c.state["view"] and c.state["clock"]["window"] is None)
        turn = clients[0].state["view"]["turn"]
        other = clients[(turn + 1) % 4]
        began = server.hub.rooms[room].table.turn_since
        refused = 0
        while (answer := await other.command("vote", target=turn))["t"] == "no":
            assert answer["code"] == "not_now"
            refused += 1
            await clients[turn].send({"t": "hb", "have": clients[turn].have})  # signs of life gain no time
            await asyncio.sleep(0.05)
        assert server.hub.clock() - began >= 0.6 and refused > 1
        # his move still counts: nothing is forfeited, and with it his time begins anew
        move = clients[turn].state["view"]["moves"][0]["text"]
        assert (await clients[turn].command("play", text=move))["t"] == "ok"
        assert server.hub.rooms[room].table.turn_since > began + 0.6
        assert (await other.command("vote", target=turn))["code"] in ("not_now", "no_such_seat")

    run(wait())


@pytest.mark.browser
def test_a_page_whose_clock_is_wrong(quick: Server, browser: Any) -> None:
    """A telephone two years ahead sees the same windows, of the length that the server says."""
    room, secrets = people(quick, "duel")
    page = new_page(browser)
    page.clock.install(time=time.time() + 2 * 365 * 86400)
    page.goto(f"{quick.base}/r/{room}#s={secrets[0]}")
    page.wait_for_selector("[data-key=start]")
    other = new_page(browser)
    other.goto(f"{quick.base}/r/{room}#s={secrets[1]}")
    page.click("[data-key=start]:enabled")
    for each in (page, other):
        each.wait_for_selector(".hand-card")
        assert each.evaluate("document.getElementById('app').screen.status") == "on"
        left = each.evaluate("(s => s.windowEnds === null ? 0 : s.windowEnds - performance.now())(app.screen)")
        assert left <= 300
        each.context.close()
