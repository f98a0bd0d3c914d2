"""T12, T13: killed at any journal entry, the table comes back identical and the match goes on.

https://github.com/terraforming-mars/terraforming-mars/issues/4044,
https://github.com/terraforming-mars/terraforming-mars/issues/3739, https://github.com/jkomoros/boardgame/issues/221
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from pathlib import Path

import pytest
from tests.server.live import Browser, Client, as_sent, free_port, new_room, run, serving, start

from shokha.record import verify
from shokha.server.hub import profile_of
from shokha.store import Store
from shokha.table import Table, TableOptions


def test_every_beginning_of_the_journal_is_a_table(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    with serving(url) as server:
        room, secret = new_room(Browser(server.base), "pairs", ["me", "random", "rule", "random"], set={"target": "2"})

        async def play() -> None:
            client = await Client(server.base, room, secret).open()
            await client.play_out(random.Random(3))
            await client.close()

        run(play())
        time.sleep(0.1)
        table = server.hub.rooms[room].table
        kept = server.store.load(room)
        assert kept is not None and kept.journal[: len(table.journal)] == table.journal[: len(kept.journal)]
        options = TableOptions(**kept.row.options)
        told = {seat: [as_sent(e) for e in table.stream(seat)] for seat in (None, 0, 1, 2, 3)}
        for length in range(0, len(kept.journal) + 1, 5):
            again = Table.restore(profile_of(kept.row), kept.row.seed, options, kept.journal[:length])
            for seat in (None, 0, 1, 2, 3):
                seen = [as_sent(e) for e in again.stream(seat)]
                assert seen == told[seat][: len(seen)], (length, seat)
            assert again.journal == kept.journal[:length]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_kill_9_in_the_middle_of_a_match(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url, port = f"sqlite:///{tmp_path / 'tables.db'}", free_port()
    if kind == "postgres":
        from tests.store.conftest import empty

        url = empty(request.getfixturevalue("postgres_url"))
    process = start(url, port)
    base = f"http://127.0.0.1:{port}"
    try:
        browser = Browser(base)
        room, secret = new_room(browser, "pairs", ["me", "", "", ""], set={"target": "2"})
        secrets = [secret]
        for seat in (1, 2, 3):
            sat = Browser(base).call(f"/api/rooms/{room}/seats", {"seat": seat, "name": f"P{seat}"})[1]
            secrets.append(sat["secret"])

        async def seated() -> list[Client]:
            return [await Client(base, room, s, have=have[i]).open() for i, s in enumerate(secrets)]

        have, observed = [0] * 4, [[], [], [], []]  # type: ignore[var-annotated]

        async def play(plays: int | None) -> list[Client]:
            clients = await seated()
            await clients[0].until(lambda c: c.state)
            if clients[0].state["table"]["stage"] == "seating":
                await clients[0].command("start")
            done = asyncio.gather(*(c.play_out(random.Random(i)) for i, c in enumerate(clients)))
            if plays is None:
                await done
                await asyncio.gather(*(c.until(lambda c: c.state["table"]["stage"] == "over") for c in clients))
            else:
                await clients[0].until(lambda c: c.have >= have[0] + plays, 60)
                process.send_signal(signal.SIGKILL)  # in the middle of whatever it was doing
                await asyncio.gather(done, return_exceptions=True)
            for i, c in enumerate(clients):
                have[i] = c.have
                observed[i] += c.observed
                await c.close()
            return clients

        for plays in (15, 25):
            run(play(plays))
            process.wait(10)
            assert process.returncode == -signal.SIGKILL
            process = start(url, port)
        run(play(None))
        text = browser.call(f"/api/rooms/{room}/record")[1]
        found = verify(text)
        assert found.is_over
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(15) in (0, -signal.SIGTERM)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(10)
    store = Store(url)
    kept = store.load(room)
    assert kept is not None and kept.row.finished
    table = Table.restore(profile_of(kept.row), kept.row.seed, TableOptions(**kept.row.options), kept.journal)
    for seat in range(4):  # nothing twice, nothing missing, over three lives of the server
        assert observed[seat] == [as_sent(e) for e in table.stream(seat)][: len(observed[seat])]
        assert len(observed[seat]) >= table.seq(seat) - 3
    store.close()
