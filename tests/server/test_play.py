"""Whole matches over real sockets: everybody sees the same table, and nobody more than his own cards."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from shokha.server import present
from tests.server.live import Browser, Client, serving


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


def new_room(browser: Browser, profile: str, seats: list[str], **more: object) -> tuple[str, str]:
    status, made = browser.call("/api/rooms", {"profile": profile, "name": "Vera", "seats": seats, **more})
    assert status == 201, made
    return made["room"], made["secret"]


@pytest.mark.parametrize("profile", ["pairs", "yard", "trio", "svoi"])
def test_alone_against_bots_to_the_end(url: str, profile: str) -> None:
    with serving(url) as server:
        browser = Browser(server.base)
        players = {"trio": 3}.get(profile, 4)
        more = {"set": {"deals": "1"}} if profile in ("svoi", "yard") else {"set": {"target": "4"}}
        room, secret = new_room(browser, profile, ["me"] + ["random"] * (players - 1), **more)

        async def play() -> Client:
            client = await Client(server.base, room, secret).open()
            await client.play_out(random.Random(1))
            await client.close()
            return client

        client = asyncio.run(play())
        assert client.state["table"]["stage"] == "over"
        assert client.state["table"]["over"]["winners"]


def test_four_people_by_link_see_one_table(url: str) -> None:
    with serving(url) as server:
        first = Browser(server.base)
        room, secret = new_room(first, "pairs", ["me", "", "", ""], set={"target": "2"})
        secrets = [secret]
        for seat in (1, 2, 3):
            status, sat = Browser(server.base).call(f"/api/rooms/{room}/seats", {"seat": seat, "name": f"P{seat}"})
            assert status == 201
            secrets.append(sat["secret"])

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

        clients, watcher = asyncio.run(play())
        table = server.hub.rooms[room].table
        for seat, client in [*enumerate(clients), (None, watcher)]:
            assert client.observed == [_as_sent(e) for e in table.stream(seat)]
            assert client.state["view"]["count"] == clients[0].state["view"]["count"]
        assert watcher.state["seat"] is None and watcher.state["view"]["hand"] == []


def _as_sent(event: object) -> object:
    import json

    from shokha.server.protocol import encode

    return json.loads(encode(present.observation(event)))  # type: ignore[arg-type]


def test_nothing_but_streams_and_views_is_sent() -> None:
    source = Path(present.__file__).read_text()
    for forbidden in ("table.deal", ".state", "table.log", ".deck", "legal_for", "table.seed", "journal"):
        assert forbidden not in source, forbidden
