"""Moves of many rooms share a commit: none is told before it is kept, and a refused one takes no other with it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.store.rows import entries, room

from shokha.profile import load
from shokha.server.connection import Connection
from shokha.server.hub import Hub
from shokha.server.protocol import Cmd
from shokha.server.room import Pace, Room
from shokha.store import Busy, Kept, RoomRow, Store
from shokha.table import Command, Table


async def append(hub: Hub, code: str, first: int, count: int = 1) -> Exception | None:
    try:
        await hub.storage(hub.store.append, code, first, entries(first, count), 1.0, False)
    except Exception as error:
        return error
    return None


def kept(store: Store, code: str) -> int:
    found = store.load(code)
    assert found is not None
    return len(found.journal)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(f"sqlite:///{tmp_path / 'tables.db'}?timeout=0.2")
    for code in ("AAAA", "BBBB", "CCCC"):
        made.create(room(code))
    return made


def test_one_commit_for_all_that_wait(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    batches: list[int] = []
    honest = Store.append_all

    def counted(self: Store, additions: Any) -> None:
        batches.append(len(additions))
        honest(self, additions)

    monkeypatch.setattr(Store, "append_all", counted)

    async def run() -> None:
        hub = Hub(store)
        told = await asyncio.gather(*(append(hub, code, 0, 2) for code in ("AAAA", "BBBB", "CCCC")))
        assert told == [None] * 3
        assert [kept(store, code) for code in ("AAAA", "BBBB", "CCCC")] == [2, 2, 2]
        await hub.close()

    asyncio.run(run())
    assert sum(batches) == 3 and len(batches) < 3


def test_a_refused_room_takes_no_other_with_it(store: Store) -> None:
    store.append("BBBB", 0, entries(0, 1), 1.0, False)  # another server's

    async def run() -> None:
        hub = Hub(store)
        told = await asyncio.gather(*(append(hub, code, 0) for code in ("AAAA", "BBBB", "CCCC")))
        assert told[0] is None and told[2] is None and isinstance(told[1], ValueError)
        assert [kept(store, code) for code in ("AAAA", "BBBB", "CCCC")] == [1, 1, 1]
        await hub.close()

    asyncio.run(run())


def test_a_busy_database_refuses_all_and_keeps_nothing(store: Store) -> None:
    import sqlite3

    async def run() -> None:
        hub = Hub(store)
        lock = sqlite3.connect(str(store.engine.url.database), isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
        told = await asyncio.gather(*(append(hub, code, 0) for code in ("AAAA", "BBBB")))
        assert all(isinstance(error, Busy) for error in told)
        lock.execute("ROLLBACK")
        lock.close()
        assert kept(store, "AAAA") == kept(store, "BBBB") == 0
        assert await append(hub, "AAAA", 0) is None and kept(store, "AAAA") == 1
        await hub.close()

    asyncio.run(run())


def test_what_waits_for_its_commit_is_told_to_nobody() -> None:
    """A frame that was due from the move before is written when the store has all that it would tell."""

    class Slow:
        """A store that keeps at once or has to be waited for."""

        is_quick = True

        def append_at_once(self, *addition: Any) -> bool:
            return self.is_quick

        append = load = keep_secret_at_once = append_at_once

    async def run() -> None:
        store, is_free = Slow(), asyncio.Event()

        async def storage(function: Any, *arguments: Any) -> Any:
            await is_free.wait()
            return function(*arguments)

        table = Table(load("pairs"), 3)
        for seat in range(4):
            table.receive(Command("sit", seat, f"P{seat}"), 0.0)
        row = RoomRow("AAAA", "pairs", {}, table.profile.fingerprint, {}, 3, 0.0, 0.0)
        here = Room(Kept(row, [], []), table, store, storage, lambda: 0.0, Pace())
        lines = [Connection(seat, "") for seat in range(4)]
        here.connections = set(lines)
        here.ask(lambda: here.command(lines[0], Cmd("1", "say", text="first")))
        store.is_quick = False
        here.ask(lambda: here.command(lines[1], Cmd("2", "say", text="second")))
        for _ in range(5):
            await asyncio.sleep(0)
        assert not any("second" in str(line.waiting) for line in lines)
        is_free.set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert all("first" in str(line.waiting) and "second" in str(line.waiting) for line in lines)
        await here.close()

    asyncio.run(run())
