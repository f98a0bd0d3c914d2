"""`shokha bench server`: many tables at once, beside a bare WebSocket echo server in the same run.

150 rooms of four people, every one of them a real socket, all playing at a steady total rate. What is
measured is the time from sending a command to the arrival of its answer, which the room gives after the
commit. The echo server answers frames of the same size at the same rate over as many sockets, to the same
client (`bench.wire`). Each server runs in a process of its own, and so does the load, which reads of a frame
what it needs: with the usual client it was as busy as the server, and answers waited for it. Before the clock
runs every table has played a different number of moves: in step, all tables would count and deal in the same
second, and one run would measure that second and the next would not.

**Where the time goes.** A move is a command, a commit, an answer and four frames; every fourth or fifth
makes a window close as well, and every deal adds four commands without a clock. Of the server's processor
time a fifth goes to the table and its rules, a sixth to the commits, a third to writing frames, a fifth to
sending them, little to receiving.

**What made answers late** was only in part that time. First it was waiting for the disk at every commit, for
whole garbage collections (`server.serving`), and for the commit that fills SQLite's log and copies it into the
database, 20 to 60 ms every second (`Store.sync`). Then it was handing things over: to the store's thread, under
one interpreter's lock (now a commit is made on the spot, `Store.append_at_once`), and between the queues and tasks
of an ASGI server, a room and a writer (now there are none, `server.line`). And last, answers stood in line
behind other tables' frames, which now are written after all answers (`server.telling`). What is left is one
interpreter: from some 70 % of a core on, moves queue.

So the processor time of a move is printed. It can be compared between machines that are not idle; percentiles
cannot, unless both processes go before everything else (`chrt -r 5 shokha bench server`).
"""

from __future__ import annotations

import asyncio
import gc
import json
import math
import multiprocessing
import os
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from shokha.bench.wire import Wire

PLAYERS = 4
ECHO_BYTES = 1500
DEAL_MOVES = 28
"""About as many as a deal of `pairs` has."""


def run(rooms: int, rate: float, seconds: float) -> int:
    """Measure and print; 0 when the 95th percentile is at most twice that of the echo server."""
    echo = _in_process(_echo_server, _echo_load, rooms * PLAYERS, rate, seconds)
    tables = _in_process(_table_server, _table_load, rooms, rate, seconds)
    for name, told in (("bare echo", echo), ("tables", tables)):
        p50, p95 = (1000 * x for x in (statistics.median(told["times"]), _percentile(told["times"], 0.95)))
        done = len(told["times"])
        print(f"{name:10} {done:6} answers, {done / told['seconds']:5.0f}/s  p50 {p50:6.1f} ms  p95 {p95:6.1f} ms")
    ratio = _percentile(tables["times"], 0.95) / _percentile(echo["times"], 0.95)
    print(f"p95 of a move: {ratio:.2f} x a bare echo (bar: 2.0)")
    print(f"processor: {1000 * tables['busy'] / len(tables['times']):.2f} ms of the server's a move")
    per_room = (tables["full"] - tables["empty"]) / rooms
    print(f"memory: {tables['empty'] / 2**20:.0f} MiB without rooms, {per_room / 1024:.0f} KiB a room with its sockets")
    return 0 if ratio <= 2.0 else 1


def _percentile(times: list[float], part: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def _in_process(server: Callable[..., None], load: Callable[..., Awaitable[dict[str, Any]]], *arguments: Any) -> Any:
    """Run the server in a process of its own and the load in this one."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        process = context.Process(target=server, args=(there, folder), daemon=True)
        process.start()
        try:
            told: Any = asyncio.run(load(here.recv(), process.pid, *arguments))  # type: ignore[arg-type]
        finally:
            process.terminate()
            process.join(10)
    return told


def _processor(pid: int) -> float:
    """Seconds of processor time that a process has used; 0 where the system does not tell."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> int:
    """Bytes of memory that a process holds; 0 where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


# -- servers ------------------------------------------------------------------------------------------


def _echo_server(pipe: Any, folder: str) -> None:
    from websockets.asyncio.server import ServerConnection, serve

    async def echo(socket: ServerConnection) -> None:
        async for text in socket:
            await socket.send(text)

    async def main() -> None:
        async with serve(echo, "127.0.0.1", 0, compression=None) as server:
            pipe.send(next(iter(server.sockets)).getsockname()[1])
            await server.serve_forever()

    asyncio.run(main())


def _table_server(pipe: Any, folder: str) -> None:
    import socket

    from shokha.server.app import make_app
    from shokha.server.identity import Limits
    from shokha.server.room import Pace
    from shokha.server.serving import serve
    from shokha.store import Store

    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    limits = Limits(commands=(10_000, 1.0), rooms=(100_000, 1.0))
    app = make_app(Store(f"sqlite:///{folder}/tables.db"), pace=Pace(window=0.01), limits=limits)
    pipe.send(listener.getsockname()[1])
    serve(app, listener, log_level="error")


# -- load ---------------------------------------------------------------------------------------------


class _Beat:
    """Lets so many of its users go on a second, whatever their number."""

    def __init__(self, rate: float) -> None:
        self.step, self.next = 1 / rate, time.perf_counter()

    async def wait(self) -> None:
        self.next = max(self.next + self.step, time.perf_counter() - 0.1)
        await asyncio.sleep(max(0.0, self.next - time.perf_counter()))


class _Echo:
    """One line to the echo server."""

    def __init__(self) -> None:
        self.wire: Wire
        self.answer: asyncio.Future[bytes]

    def hear(self, data: bytes) -> None:
        self.answer.set_result(data)

    async def ask(self, text: str) -> float:
        """Seconds until a message came back."""
        self.answer = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.wire.send(text)
        await self.answer
        return self.wire.heard - began


async def _echo_load(port: int, pid: int, sockets: int, rate: float, seconds: float) -> dict[str, Any]:
    lines = [_Echo() for _ in range(sockets)]
    for line in lines:
        line.wire = await Wire.to(port, "/", line.hear)
    times: list[float] = []
    gc.freeze()  # nor may a pause of the load itself be measured
    beat, text = _Beat(rate), "x" * ECHO_BYTES
    until = time.perf_counter() + seconds

    async def use(own: list[_Echo]) -> None:
        while time.perf_counter() < until:
            for line in own:
                await beat.wait()
                times.append(await line.ask(text))

    await asyncio.gather(*(use(lines[i::64]) for i in range(64)))
    for line in lines:
        line.wire.close()
    return {"times": times, "seconds": seconds}


class _Move(msgspec.Struct):
    text: str


class _View(msgspec.Struct):
    moves: list[_Move]


class _Table(msgspec.Struct):
    stage: str


class _State(msgspec.Struct):
    """What the load reads of a `state`; its reader leaves out the rest unread."""

    seq: int
    table: _Table
    view: _View | None


class _Answer(msgspec.Struct):
    t: str
    seq: int


_READ_STATE, _READ_ANSWER = msgspec.json.Decoder(_State), msgspec.json.Decoder(_Answer)


class _Seat:
    """One player's socket. `news` is set at every frame for any player of the table."""

    def __init__(self, news: asyncio.Event) -> None:
        self.wire: Wire
        self.news = news
        self.seq, self.stage, self.moves = 0, "", list[_Move]()
        self.answer: asyncio.Future[tuple[_Answer, float]] = asyncio.get_running_loop().create_future()

    def hear(self, data: bytes) -> None:
        if data.startswith(b'{"t":"state"'):
            told = _READ_STATE.decode(data)
            self.seq, self.stage = told.seq, told.table.stage
            self.moves = told.view.moves if told.view else []
            self.news.set()
        elif not self.answer.done():
            self.answer.set_result((_READ_ANSWER.decode(data), self.wire.heard))

    async def do(self, what: str, **more: Any) -> float:
        """Send a command; seconds until it was accepted. Comes back when its player has seen what followed."""
        self.answer = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.wire.send(json.dumps({"t": "cmd", "id": f"{began}", "do": what, **more}))
        answer, heard = await self.answer
        if answer.t != "ok":
            raise AssertionError(f"{what} was refused")
        await self.until(lambda: self.seq >= answer.seq)
        return heard - began

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for frames until something is so."""
        while not condition():
            self.news.clear()
            await self.news.wait()


async def _table_load(port: int, pid: int, rooms: int, rate: float, seconds: float) -> dict[str, Any]:
    empty = _resident(pid)
    tables: list[list[_Seat]] = []
    for first in range(0, rooms, 10):
        tables += await asyncio.gather(*(_open_room(port) for _ in range(first, min(rooms, first + 10))))
    beat = _Beat(max(rate, 300.0))  # no line may be silent for half a minute
    await asyncio.gather(*(_play(seats, beat, [], moves=i % DEAL_MOVES) for i, seats in enumerate(tables)))
    times: list[float] = []
    gc.freeze()
    beat, busy = _Beat(rate), _processor(pid)
    until = time.perf_counter() + seconds
    await asyncio.gather(*(_play(seats, beat, times, until=until) for seats in tables))
    full, busy = _resident(pid), _processor(pid) - busy
    for seats in tables:
        for seat in seats:
            seat.wire.close()
    return {"times": times, "seconds": seconds, "busy": busy, "empty": empty, "full": full}


async def _open_room(port: int) -> list[_Seat]:
    made = await _post(port, "/api/rooms", {"profile": "pairs", "seats": ["me"], "name": "P1"})
    secrets = [made["secret"]]
    for number in range(1, PLAYERS):
        sat = await _post(port, f"/api/rooms/{made['room']}/seats", {"seat": number, "name": f"P{number + 1}"})
        secrets.append(sat["secret"])
    seats, news = [], asyncio.Event()
    for secret in secrets:
        seat = _Seat(news)
        seat.wire = await Wire.to(port, "/ws", seat.hear)
        seat.wire.send(json.dumps({"t": "hello", "v": 1, "room": made["room"], "secret": secret}))
        seats.append(seat)
    await seats[0].do("start")
    return seats


async def _post(port: int, path: str, body: dict[str, Any]) -> Any:
    """A small HTTP request without a library."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {len(data)}\r\n\r\n"
    writer.write(head.encode() + data)
    answer = await reader.read()
    writer.close()
    return json.loads(answer.partition(b"\r\n\r\n")[2])


async def _play(
    seats: list[_Seat], beat: _Beat, times: list[float], *, until: float = math.inf, moves: float = math.inf
) -> None:
    """Play at one table, move after move, match after match, until a time or for so many moves."""
    chance, first = random.Random(len(times)), seats[0]
    while time.perf_counter() < until and moves > 0:
        if first.stage == "counting":
            for seat in seats:
                await seat.do("ready")
            await first.until(lambda: first.stage != "counting")
        elif first.stage == "over":
            await first.do("rematch")
        await first.until(lambda: any(seat.moves for seat in seats) or first.stage != "playing")
        mover = next((seat for seat in seats if seat.moves), None)
        if mover is not None:
            await beat.wait()
            times.append(await mover.do("play", text=chance.choice(mover.moves).text))
            moves -= 1
