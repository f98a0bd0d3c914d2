"""A bad line: a proxy between clients and a server that loses, delays, doubles and reorders frames, or falls silent.

It speaks WebSocket on both sides and passes GET requests on, so that a browser can load the page through it.
"""

from __future__ import annotations

import asyncio
import random
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response


@dataclass
class Mischief:
    """How bad the line is: chances of a frame, each way. May be changed at any time."""

    lose: float = 0.0
    double: float = 0.0
    delay: float = 0.0
    """Chance of coming up to 0.3 s late, which lets others overtake."""
    cut: float = 0.0
    """Chance that the connection breaks at a frame."""
    dead: bool = False
    """Half-open: connections stay, new ones hang, nothing comes through either way."""

    @classmethod
    def usual(cls) -> Mischief:
        """Everything at once."""
        return cls(lose=0.05, double=0.05, delay=0.15, cut=0.01)


class Line:
    """The proxy, in a thread of its own, in front of the server at `target` (http://…)."""

    def __init__(self, target: str, mischief: Mischief, seed: int = 0) -> None:
        self.target, self.mischief, self.chance = target, mischief, random.Random(seed)
        self.rewrite: Callable[[str], str] = lambda text: text
        """Changes what the server says."""
        self.done = {"lose": 0, "double": 0, "delay": 0, "cut": 0, "dead": 0, "passed": 0}
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._thread.start()
        self._ready.wait(10)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._end = asyncio.Event()
        async with serve(
            self._relay, "127.0.0.1", 0, process_request=self._page, compression=None, close_timeout=0.2
        ) as server:
            self.port = next(iter(server.sockets)).getsockname()[1]
            self._ready.set()
            await self._end.wait()

    async def _page(self, connection: ServerConnection, request: Request) -> Response | None:
        """A page or a file of the server; None lets a WebSocket begin."""
        while self.mischief.dead and not self._end.is_set():
            await asyncio.sleep(0.05)
        if request.path == "/ws":
            return None
        return await asyncio.to_thread(self._fetch, request.path)

    def _fetch(self, path: str) -> Response:
        try:
            with urllib.request.urlopen(self.target + path, timeout=10) as answer:
                status, headers, body = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            status, headers, body = error.code, error.headers, error.read()
        except OSError:
            status, headers, body = 502, {}, b""
        kept = [(name, value) for name, value in headers.items() if name.lower().startswith(("content-", "cross-"))]
        kept = [(name, value) for name, value in kept if name.lower() != "content-length"]
        return Response(status, "", Headers([*kept, ("Content-Length", str(len(body)))]), body)

    async def _relay(self, client: ServerConnection) -> None:
        url = self.target.replace("http", "ws", 1) + "/ws"
        cookie = client.request.headers.get("Cookie") if client.request else None
        try:
            server = await connect(url, additional_headers={"Cookie": cookie} if cookie else {}, compression=None)
        except OSError:
            return
        ways = [self._pass(client, server, lambda text: text), self._pass(server, client, self._say)]
        tasks = [asyncio.create_task(way) for way in ways]
        await asyncio.wait([*tasks, asyncio.create_task(self._end.wait())], return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        code = server.close_code or 1001
        await server.close()
        await client.close(code if code >= 3000 else 1001)

    def _say(self, text: str) -> str:
        return self.rewrite(text)

    async def _pass(self, source: Any, target: Any, change: Callable[[str], str]) -> None:
        late: set[asyncio.Task[None]] = set()
        try:
            async for text in source:
                for wait in self._fate():
                    if wait < 0:
                        return
                    if wait:
                        task = asyncio.create_task(self._send(target, change(text), wait))
                        late.add(task)
                        task.add_done_callback(late.discard)
                    else:
                        await target.send(change(text))
        except ConnectionClosed:
            pass
        finally:
            for task in late:
                task.cancel()

    def _fate(self) -> list[float]:
        """When copies of the next frame go out: none, one or two, now or later; a negative number breaks the line."""
        bad, dice = self.mischief, self.chance.random
        if bad.dead:
            self.done["dead"] += 1
            return []
        for name, chance in (("cut", bad.cut), ("lose", bad.lose)):
            if dice() < chance:
                self.done[name] += 1
                return [-1.0] if name == "cut" else []
        copies = 2 if dice() < bad.double else 1
        waits = [0.3 * dice() if dice() < bad.delay else 0.0 for _ in range(copies)]
        self.done["double"] += copies - 1
        self.done["delay"] += sum(w > 0 for w in waits)
        self.done["passed"] += 1
        return waits

    async def _send(self, target: Any, text: str, wait: float) -> None:
        await asyncio.sleep(wait)
        try:
            await target.send(text)
        except ConnectionClosed:
            pass


@contextmanager
def bad_line(target: str, mischief: Mischief | None = None, seed: int = 0) -> Iterator[Line]:
    """A proxy in front of a server."""
    line = Line(target, mischief or Mischief(), seed)
    line.start()
    try:
        yield line
    finally:
        line.stop()
