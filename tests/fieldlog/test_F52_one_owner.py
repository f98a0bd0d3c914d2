"""F52: one process owns all tables, whatever the platform's variables say and however often somebody starts it.

https://github.com/benoitc/gunicorn/issues/1147
WEB_CONCURRENCY of a hosting platform started two workers silently and broke an application with sockets.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.live import Browser, Client, Server, free_port, new_room, run, start
from tests.store.conftest import store, url  # noqa: F401 - fixtures

from shokha.store import Owned, Store


def shokha_web(address: str, workers: str, *more: str) -> subprocess.CompletedProcess[str]:
    """`shokha web` on a database, with a browser that does nothing."""
    command = [sys.executable, "-m", "shokha", "web", "--quiet", "--database", address, *more]
    env = {**os.environ, "WEB_CONCURRENCY": workers, "BROWSER": f"{sys.executable} -c pass"}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=env)


@pytest.mark.slow
def test_one_process_whatever_the_platform_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", "4")
    address, port = f"sqlite:///{tmp_path / 'tables.db'}", free_port()
    process = start(address, port)
    try:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if children.exists():
            assert children.read_text().split() == []
        browser = Browser(f"http://127.0.0.1:{port}")
        new_room(browser, "pairs", ["me"])
        assert {browser.call("/healthz")[1]["rooms"] for _ in range(10)} == {1}
        second = shokha_web(address, "", "--no-browser")  # an empty value is no crash
        assert second.returncode == 1 and second.stdout == ""
        assert f"Another server is already using this database at http://127.0.0.1:{port}/" in second.stderr
        third = shokha_web(address, "0")  # somebody who only wants to play is taken to the open table
        assert third.returncode == 0, third.stderr
        assert f"already open at http://127.0.0.1:{port}/" in third.stdout
        assert browser.call("/healthz")[1] == {"ok": True, "rooms": 1}
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(10)
    again = Store(address)
    again.own("http://later/")  # the lock went with the process
    again.close()


def test_a_database_has_one_owner(url: str, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setattr("shokha.store.owner.PATIENCE", 0.3)
    first, second = Store(url), Store(url)
    first.own("http://one/")
    with pytest.raises(Owned, match="already using"):
        second.own("http://two/")
    assert second.load("NONE") is None  # it can still look
    first.close()
    second.own("http://two/")
    second.close()


def test_two_owners_by_force(tmp_path: Path) -> None:
    """Servers that did not ask: the journal stays one writer's at a time, and both end up with what is kept."""
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    first, second = Server(address), Server(address)
    try:
        room, secret = new_room(Browser(first.base), "pairs", ["me", "", "", ""])

        async def talk() -> None:
            one, two = [await Client(s.base, room, secret).open() for s in (first, second)]
            for client in (one, two):
                await client.until(lambda c: c.state)
            said = 0
            for turn in range(6):
                client = (one, two)[turn % 2]
                for _ in range(3):
                    answer = await client.command("say", text=f"line {turn}")
                    if answer["t"] == "ok":
                        said += 1
                        break
                    assert answer["code"] == "retry"
            assert said == 6

        run(talk())
        kept = first.store.load(room)
        assert kept is not None
        assert [e["text"] for e in kept.journal if e.get("do") == "say"] == [f"line {turn}" for turn in range(6)]
    finally:
        first.stop()
        second.stop()
