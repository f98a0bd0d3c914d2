"""Moves of many rooms share a commit: none is told before it is kept, and a refused one takes no other with it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.store.rows import entries, room

from shokha.server.hub import Hub
from shokha.store import Busy, Store


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
