"""Whole matches over real sockets: everybody sees the same table, and nobody more than his own cards."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from tests.server.live import Browser, Client, as_sent, new_room, people, run, serving

from shokha.server import present


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.mark.parametrize("profile", ["pairs", "yard", "trio", "money"])
def test_alone_against_bots_to_the_end(url: str, profile: str) -> None:
    with serving(url) as server:
        more = {"set": {"deals": "1"}} if profile in ("yard", "money") else {"set": {"target": "4"}}
        room, secret = new_room(Browser(server.base), profile, ["me", "rule", "random", "rule", "random"], **more)

        async def play() -> Client:
            client = await Client(server.base, room, secret).open()
            await client.play_out(random.Random(1))
            await client.close()
            return client

        client = run(play())
        assert client.state["table"]["stage"] == "over"
        assert client.state["table"]["over"]["winners"]


@pytest.mark.parametrize(
    ("profile", "changes"), [("pairs", {"target": "2"}), ("svoi", {"deals": "1", "turn_cap": "150"})]
)
def test_people_by_link_see_one_table(url: str, profile: str, changes: dict[str, str]) -> None:
    with serving(url) as server:
        room, secrets = people(server, profile, set=changes)

        async def play() -> tuple[list[Client], Client]:
            clients = [await Client(server.base, room, s).open() for s in secrets]
            watcher = await Client(server.base, room).open()
            await clients[0].until(lambda c: c.state)
            assert (await clients[0].command("start"))["t"] == "ok"
            await asyncio.gather(*(c.play_out(random.Random(i)) for i, c in enumerate(clients)))
            await asyncio.gather(*(c.until(lambda c: c.state["table"]["stage"] == "over") for c in [*clients, watcher]))
            for c in [*clients, watcher]:
                await c.close()
            return clients, watcher

        clients, watcher = run(play())
        table = server.hub.rooms[room].table
        for seat, client in [*enumerate(clients), (None, watcher)]:
            assert client.observed == [as_sent(e) for e in table.stream(seat)]
            if profile == "pairs":
                assert client.state["view"]["count"] == clients[0].state["view"]["count"]
        assert watcher.state["seat"] is None and watcher.state["view"]["hand"] == []


def test_nothing_but_streams_and_views_is_sent() -> None:
    source = Path(present.__file__).read_text()
    for forbidden in ("table.deal", ".state", "table.log", ".deck", "legal_for", "table.seed", "journal"):
        assert forbidden not in source, forbidden
