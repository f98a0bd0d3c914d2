"""F59: nothing is applied or shown before the commit; "retry", then ok with the same id.

https://github.com/Arx-Game/arxcode/issues/36
"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import Browser, Client, new_room, run, serving
from tests.web.table import new_page


def test_another_process_holds_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with serving(f"sqlite:///{path}?timeout=0.2") as server:
        room, secret = new_room(Browser(server.base), "pairs", ["me", "random", "random", ""])

        async def talk() -> None:
            client = await Client(server.base, room, secret).open()
            await client.until(lambda c: c.state)
            await asyncio.sleep(0.2)
            watcher = await Client(server.base, room).open()
            await watcher.until(lambda c: c.state)
            seen, heard = client.have, watcher.have
            lock = sqlite3.connect(path, isolation_level=None)
            lock.execute("BEGIN EXCLUSIVE")
            await client.send({"t": "cmd", "id": "once", "do": "say", "text": "hello"})
            await client.until(lambda c: "once" in c.answers)
            assert client.answers.pop("once")["code"] == "retry"
            assert server.hub.rooms[room].table.seq(0) == seen and watcher.have == heard
            lock.execute("ROLLBACK")
            lock.close()
            for _ in range(2):  # the answer may be lost: asking again is the same
                await client.send({"t": "cmd", "id": "once", "do": "say", "text": "hello"})
                await client.until(lambda c: "once" in c.answers)
                assert client.answers.pop("once")["t"] == "ok"
            await watcher.until(lambda c: c.have == heard + 1)
            assert [e["text"] for e in client.observed if e["e"] == "Said"] == ["hello"]
            await client.close()
            await watcher.close()

        run(talk())
        kept = server.store.load(room)
        assert kept is not None and sum(e.get("do") == "say" for e in kept.journal) == 1


@pytest.mark.browser
def test_the_page_says_so_and_sends_it_again(tmp_path: Path, browser: Any) -> None:
    path = tmp_path / "tables.db"
    with serving(f"sqlite:///{path}?timeout=0.2") as server:
        room, secret = new_room(Browser(server.base), "pairs", ["me", "random", "random", ""])
        page = new_page(browser)
        page.goto(f"{server.base}/r/{room}#s={secret}")
        page.click("[data-key=talk] > summary")
        page.wait_for_timeout(300)
        lock = sqlite3.connect(path, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
        page.fill("[data-key=say]", "is it kept?")
        page.press("[data-key=say]", "Enter")
        page.wait_for_selector(".refusal")
        page.wait_for_function("() => document.querySelector('.banner').innerText.includes('Saving')")
        assert "tried again" in page.inner_text(".refusal") or "Try again" in page.inner_text(".refusal")
        assert "is it kept?" not in page.inner_text(".log")
        lock.execute("ROLLBACK")
        lock.close()
        page.wait_for_function("() => document.querySelector('.log').innerText.includes('is it kept?')")
        page.wait_for_function("() => !document.querySelector('.refusal')")
        page.context.close()
        kept = server.store.load(room)
        assert kept is not None and sum(e.get("do") == "say" for e in kept.journal) == 1
