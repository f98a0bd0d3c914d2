"""Sockets: messages in pieces, other paths, clients that do not read; and moves go before other tables' frames."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import Browser, new_room, run, serving
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from shokha.server import visit
from shokha.server.connection import QUEUE_FRAMES
from shokha.server.identity import Limits
from shokha.server.telling import Turns


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path: Path = tmp_path_factory.mktemp("line") / "tables.db"
    with serving(f"sqlite:///{path}") as started:
        yield started


def test_a_message_in_pieces(server: Any) -> None:
    room, secret = new_room(Browser(server.base), "pairs", ["me", "random", "random", "random"])
    hello = json.dumps({"t": "hello", "v": 1, "room": room, "secret": secret})

    async def talk() -> None:
        async with connect(server.base.replace("http", "ws", 1) + "/ws") as socket:
            await socket.send([hello[:10], hello[10:11], hello[11:]])
            assert json.loads(await socket.recv())["t"] == "state"
            await (await socket.ping())

    run(talk())


def test_there_is_one_path(server: Any) -> None:
    async def knock() -> None:
        with pytest.raises(InvalidStatus) as refused:
            await connect(server.base.replace("http", "ws", 1) + "/elsewhere")
        assert refused.value.response.status_code == 404

    run(knock())


class DeafLine:
    """A line whose other side reads nothing."""

    is_ready = False
    is_dropped = False

    def drop(self) -> None:
        self.is_dropped = True

    def close(self, code: int, reason: str) -> None:
        raise AssertionError("nothing can be said")


class Anywhere:
    """A room, and a hub that finds nothing else."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.ask = self.asked.append

    def join(self, connection: Any) -> None: ...

    leave = join

    async def find(self, code: str) -> Anywhere:
        return self

    def clock(self) -> float:
        return 0.0

    def seat_of(self, room: Any, secret: str, browser: str) -> int | None:
        return 0


def test_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "CLOSE_SECONDS", 0.01)

    async def talk() -> None:
        line, room = DeafLine(), Anywhere()
        guest = visit.Visit(line, room, Limits(), "")  # type: ignore[arg-type]
        guest.hear(b'{"t":"hello","v":1,"room":"A"}')
        await asyncio.sleep(0.01)
        connection = guest._connection
        assert connection is not None and len(room.asked) == 1
        for _ in range(QUEUE_FRAMES):
            connection.send({"t": "hb"})
        assert connection.is_open and not line.is_dropped
        connection.send({"t": "hb"})
        assert not connection.is_open and connection.waiting == [(1013, "too slow")]
        await asyncio.sleep(0.05)
        assert line.is_dropped
        guest.gone()
        assert len(room.asked) == 2

    asyncio.run(talk())


def test_one_in_each_turn_of_the_loop() -> None:
    done: list[str] = []

    def fail() -> None:
        raise ValueError("this one fails")

    async def turn() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: done.append("failed"))
        turns = Turns()
        for work in (lambda: done.append("first"), fail, lambda: done.append("last")):
            turns.soon(work)
        asyncio.get_running_loop().call_soon(lambda: done.append("a move"))
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run(turn())
    assert done == ["first", "a move", "failed", "last"]
