"""Old rooms leave the store by themselves, as the host wants it, and never one that somebody looks at (F49)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.live import run
from tests.store.rows import DAY, room

from shokha.__main__ import make_parser
from shokha.server.hub import Hub, Keep
from shokha.store import Store

NOW = 1000 * DAY
AGES = {"DONE1": (1, True), "DONE9": (9, True), "OPEN1": (1, False), "OPEN9": (9, False), "LOOKED": (9, False)}


@pytest.mark.parametrize(
    ("keep", "gone"),
    [
        (Keep(), []),
        (Keep(-1, -1), []),
        (Keep(5, 400), ["DONE9"]),
        (Keep(400, 5), ["OPEN9"]),
        (Keep(0, 0), ["DONE1", "DONE9", "OPEN1", "OPEN9"]),
    ],
)
def test_the_hub_forgets(keep: Keep, gone: list[str], tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    for code, (age, done) in AGES.items():
        store.create(room(code, updated=NOW - age * DAY, finished=done, fingerprint="", settings={}))

    async def house() -> None:
        hub = Hub(store, clock=lambda: NOW, keep=keep)
        kept = store.load("LOOKED")
        assert kept is not None
        hub.rooms["LOOKED"] = None  # type: ignore[assignment] # somebody is there
        assert await hub.forget() == gone
        assert await hub.forget() == []
        del hub.rooms["LOOKED"]
        lock = hub._loading.setdefault("LOOKED", asyncio.Lock())  # or just coming
        async with lock:
            assert await hub.forget() == []
        assert sorted(code for code in AGES if store.load(code) is None) == gone
        await hub.close()

    run(house())


def test_the_host_decides() -> None:
    asked = make_parser("web").parse_args(["web", "--keep-finished", "30", "--keep-unfinished", "-1"])
    assert Keep(asked.keep_finished, asked.keep_unfinished) == Keep(30, -1)
    usual = make_parser("web").parse_args(["web"])
    assert Keep(usual.keep_finished, usual.keep_unfinished) == Keep()
