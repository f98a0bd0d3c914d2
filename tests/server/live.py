"""A real server in a thread of its own, and a headless client that speaks the wire protocol."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from http.cookiejar import CookieJar
from typing import Any, TypeVar

import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from shokha.profile import load
from shokha.server import present
from shokha.server.app import make_app
from shokha.server.hub import Hub
from shokha.server.identity import Limits
from shokha.server.protocol import encode
from shokha.server.room import Pace
from shokha.server.serving import config as serving_config
from shokha.store import Store

T = TypeVar("T")

FAST = Pace(window=0.02, bot_move=0.0, count=0.05, gone=0.3, share=0.0)
PLENTY = Limits(commands=(10_000, 1.0), talk=(1000, 1.0), rooms=(100_000, 1.0))


class Server:
    """uvicorn on a free port of the loopback, over a store URL."""

    def __init__(self, url: str, pace: Pace = FAST, port: int = 0, limits: Limits = PLENTY) -> None:
        self.store = Store(url)
        self.hub = Hub(self.store, pace=pace)
        self.app = make_app(self.store, hub=self.hub, limits=limits)
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        self.uvicorn = uvicorn.Server(serving_config(self.app, log_level="warning", grace=1))
        self.thread = threading.Thread(target=lambda: self.uvicorn.run(sockets=[self.listener]), daemon=True)
        self.thread.start()
        while not self.uvicorn.started:
            time.sleep(0.01)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(10)
        self.listener.close()


@contextmanager
def serving(url: str, pace: Pace = FAST, limits: Limits = PLENTY) -> Any:
    server = Server(url, pace, limits=limits)
    try:
        yield server
    finally:
        server.stop()


def start(url: str, port: int, *more: str) -> subprocess.Popen[bytes]:
    """A server in a process of its own, as `shokha web` starts it; `more` are further words of the command."""
    command = [sys.executable, "-m", "shokha", "web", "--no-browser", "--quiet", "--port", str(port), "--database", url]
    process = subprocess.Popen([*command, *more], stdout=subprocess.DEVNULL)
    for _ in range(300):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
            return process
        except OSError:
            time.sleep(0.1)
    process.kill()
    process.wait(10)
    raise AssertionError("the server did not start")


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Browser:
    """HTTP with a cookie jar, as one browser has it."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def call(self, path: str, body: Any = None, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers or {})
        try:
            with self.opener.open(request, timeout=20) as answer:
                return answer.status, _parsed(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, _parsed(error.read())

    @property
    def cookie(self) -> str:
        return "; ".join(f"{c.name}={c.value}" for c in self.jar)


def new_room(browser: Browser, profile: str, seats: list[str], **more: object) -> tuple[str, str]:
    """A room made by a browser; `seats` beyond the version's are left out. Code and the maker's secret."""
    seats = seats[: load(profile).players]
    status, made = browser.call("/api/rooms", {"profile": profile, "name": "Vera", "seats": seats, **more})
    assert status == 201, made
    return made["room"], made["secret"]


def people(server: Server, profile: str, **more: object) -> tuple[str, list[str]]:
    """A room with a person in every seat, each with a browser of his own, before the start."""
    first = Browser(server.base)
    room, secret = new_room(first, profile, ["me"], **more)
    secrets = [secret]
    for seat in range(1, load(profile).players):
        status, sat = Browser(server.base).call(f"/api/rooms/{room}/seats", {"seat": seat, "name": f"P{seat}"})
        assert status == 201, sat
        secrets.append(sat["secret"])
    return room, secrets


def as_sent(event: Any) -> Any:
    """An observation as a client reads it off the wire."""
    return json.loads(encode(present.observation(event)))


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body.decode(errors="replace")


_opened: ContextVar[set[Client]] = ContextVar("opened")


def run(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` that closes every client opened meanwhile, also when the test fails.

    In a thread of its own: Playwright keeps a loop running in the main one.
    """

    async def main() -> T:
        opened: set[Client] = set()
        _opened.set(opened)
        try:
            return await work
        finally:
            await asyncio.gather(*(client.close() for client in opened), return_exceptions=True)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(main())).result()


class Client:
    """One socket of one seat. Keeps every frame it got, and the newest state."""

    ids = itertools.count()

    def __init__(self, base: str, room: str, secret: str = "", cookie: str = "", have: int = 0) -> None:
        self.url = base.replace("http", "ws", 1) + "/ws"
        self.room, self.secret, self.cookie, self.have = room, secret, cookie, have
        self.frames: list[str] = []
        self.state: dict[str, Any] = {}
        self.observed: list[Any] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.closed: int | None = None
        self._news = asyncio.Event()
        self.socket: Any = None
        self._reader: asyncio.Task[None] | None = None

    async def open(self) -> Client:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        _opened.get().add(self)
        self.socket = await connect(self.url, additional_headers=headers, max_size=None)
        await self.send({"t": "hello", "v": 1, "room": self.room, "secret": self.secret, "have": self.have})
        self._reader = asyncio.create_task(self._read())
        return self

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        if self._reader is not None:
            await asyncio.gather(self._reader, return_exceptions=True)

    async def send(self, frame: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(frame))

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                self.hear(text)
        except ConnectionClosed:
            pass
        self.closed = self.socket.close_code or 1006
        self._news.set()

    def hear(self, text: str) -> None:
        """Take one frame in; a frame seen before changes nothing, and a gap is never papered over."""
        self.frames.append(text)
        frame = json.loads(text)
        if frame["t"] == "state":
            fresh = frame["seq"] - self.have
            if fresh >= 0:
                if fresh:
                    assert len(frame["ev"]) >= min(fresh, 200), "a gap in what was told"
                    self.observed += frame["ev"][len(frame["ev"]) - fresh :] if fresh <= 200 else frame["ev"]
                self.have = frame["seq"]
                self.state = frame
        elif frame["t"] in ("ok", "no"):
            self.answers[frame["id"]] = frame
        self._news.set()

    async def until(self, condition: Any, seconds: float = 20.0) -> None:
        """Wait until a condition over this client holds."""
        deadline = time.monotonic() + seconds
        while not condition(self):
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"nothing came; last state {json.dumps(self.state)[:800]}")
            self._news.clear()
            if condition(self):
                return
            try:
                await asyncio.wait_for(self._news.wait(), min(left, 0.5))
            except TimeoutError:
                pass

    async def command(self, do: str, **more: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        frame = {"t": "cmd", "id": f"c{next(self.ids)}", "do": do, **more}
        await self.send(frame)
        await self.until(lambda c: frame["id"] in c.answers or c.closed is not None)
        return self.answers.get(frame["id"], {"t": "closed", "code": str(self.closed)})

    async def play_out(
        self, chance: random.Random, stages: tuple[str, ...] = ("over",), until_number: int = 10**6
    ) -> None:
        """Play legal moves until the match is at one of `stages` (or a deal of that number has begun)."""
        while True:
            await self.until(
                lambda c: _wants(c) or c.closed is not None or c.state.get("table", {}).get("stage") in stages
            )
            table = self.state["table"]
            if self.closed is not None or table["stage"] in stages or table["number"] >= until_number:
                return
            have = self.have
            if table["stage"] == "counting":
                await self.command("ready")
            else:
                moves = self.state["view"]["moves"]
                # Whoever picks up at random plays Svoi Kozyri for ever.
                move = chance.choice([m for m in moves if m["kind"] != "pick_up"] or moves)
                answer = await self.command("play", text=move["text"], expect=have)
                assert answer["t"] != "no" or answer["code"] in ("stale", "not_now", "retry"), answer
            await asyncio.sleep(0.005)


async def started(server: Server, room: str, secrets: list[str]) -> list[Client]:
    """Everybody's clients at a table that the first of them has just started."""
    clients = [await Client(server.base, room, secret).open() for secret in secrets]
    for client in clients:
        await client.until(lambda c: c.state)
    assert (await clients[0].command("start"))["t"] == "ok"
    return clients


def _wants(client: Client) -> bool:
    """Is something asked of this client now?"""
    state = client.state
    if not state or state["seat"] is None:
        return False
    if state["table"]["stage"] == "counting":
        return state["seat"] in state["table"]["waiting"]
    view = state["view"]
    return state["table"]["stage"] == "playing" and bool(view and view["moves"])
