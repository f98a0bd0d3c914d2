"""Whatever arrives from outside is refused with a code, and the room is unharmed (issue 5; F58)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.live import Browser, Client, Server, new_room, people, run, serving
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from shokha.server import protocol
from shokha.server.identity import Limits


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("bad") / "tables.db"
    with serving(f"sqlite:///{path}") as started:
        yield started


async def closed_with(server: Server, *frames: str | bytes, hello: str = "") -> int:
    """The close code after some frames on a fresh socket."""
    url = server.base.replace("http", "ws", 1) + "/ws"
    async with connect(url, max_size=None) as socket:
        try:
            if hello:
                await socket.send(json.dumps({"t": "hello", "v": 1, "room": hello}))
            for frame in frames:
                await socket.send(frame)
            while True:
                await asyncio.wait_for(socket.recv(), 5)
        except ConnectionClosed:
            return socket.close_code or 0


MALFORMED: list[str | bytes] = [
    "", "{", "null", "[]", "5", '"hello"', "{}", '{"t":"hello"}', '{"t":"hello","v":"1","room":"A"}',
    '{"t":"nothing"}', '{"t":"cmd","id":1,"do":"play"}', '{"t":"hello","v":1,"room":"A","extra":1}', b"\xff\xfe\x00",
    '{"t":"hb","have":1e999}', "[" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("frame", MALFORMED)
def test_malformed_frames_close_the_socket_only(server: Server, frame: str | bytes) -> None:
    room, secret = new_room(Browser(server.base), "pairs", ["me", "random", "random", "random"])

    async def talk() -> None:
        client = await Client(server.base, room, secret).open()
        await client.until(lambda c: c.state)
        assert await closed_with(server, frame) == 4000
        assert await closed_with(server, frame, hello=room) == 4000
        assert (await client.command("say", text="still here"))["t"] == "ok"
        await client.close()

    run(talk())


def test_close_codes(server: Server) -> None:
    room, _ = new_room(Browser(server.base), "pairs", ["me", "random", "random", "random"])
    hello = json.dumps({"t": "hello", "v": 1, "room": room})
    assert run(closed_with(server, json.dumps({"t": "hello", "v": 2, "room": room}))) == 4004
    assert run(closed_with(server, json.dumps({"t": "hello", "v": 1, "room": "NOSUCH"}))) == 4002
    assert run(closed_with(server, '{"t":"hb","have":0}')) == 4000
    assert run(closed_with(server, hello, hello)) == 4000
    assert run(closed_with(server, "x" * 1_000_000)) in (1009, 4000)
    assert run(closed_with(server, "x" * 1_000_000, hello=room)) in (1009, 4000)


def test_a_foreign_origin_gets_nothing(server: Server) -> None:
    browser = Browser(server.base)
    foreign = {"Origin": "https://example.org"}
    status, answer = browser.call("/api/rooms", {"profile": "pairs"}, foreign)
    assert (status, answer["code"]) == (400, "foreign_origin")
    assert browser.call("/api/rooms", {"profile": "pairs"}, {"Origin": server.base})[0] == 201

    async def knock() -> None:
        with pytest.raises(InvalidStatus):
            await connect(server.base.replace("http", "ws", 1) + "/ws", origin="https://example.org")  # type: ignore[arg-type]

    run(knock())


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "unreadable"),
        (b"\xff", "unreadable"),
        (b"[1]", "unreadable"),
        (b'{"profile":"pairs","colour":1}', "unreadable"),
        (b'{"profile":' + b'"x' * 20_000, "too_large"),
        ({"profile": "nonsense"}, "refused"),
        ({"profile": "../../../etc/passwd"}, "refused"),
        ({"profile": "pairs", "set": {"target": "-5"}}, "refused"),
        ({"profile": "pairs", "set": {"nonsense": "1"}}, "refused"),
        ({"profile": "pairs", "options": {"window": 0}}, "refused"),
        ({"profile": "pairs", "seats": ["me"] * 9}, "refused"),
        ({"profile": "pairs", "seats": ["nobody's bot"]}, "unknown_bot"),
        ({"profile": "pairs", "seats": ["me"], "name": "\u202e\u200b"}, "no_name"),
    ],
)
def test_wishes_that_cannot_be_met(server: Server, body: object, code: str) -> None:
    status, answer = Browser(server.base).call("/api/rooms", body)
    assert (status, answer["code"]) == (400, code), answer


def test_a_megabyte_is_not_read(server: Server) -> None:
    """Whatever it is sent to, and the room goes on."""
    room, secret = new_room(Browser(server.base), "pairs", ["me", "random", "random", "random"])
    own = f"/api/rooms/{room}"
    for path in ("/api/rooms", f"{own}/seats", f"{own}/move-code", "/api/move", "/api/keeper", "/api/import"):
        status, answer = Browser(server.base).call(path, b'"' + b"x" * 1_000_000 + b'"')
        assert (status, answer["code"]) == (400, "too_large"), path
        assert Browser(server.base).call(path, b"{}", {"Origin": "https://example.org"})[1]["code"] == "foreign_origin"
    thief = Browser(server.base)
    assert thief.call(f"{own}/seats", {"seat": 0, "name": "Thief"})[1]["code"] == "seat_taken"
    assert thief.call(f"{own}/seats", {"seat": 7, "name": "Thief"})[1]["code"] == "no_such_seat"
    assert thief.call(f"{own}/move-code", {"secret": "made up"})[1]["code"] == "no_seat"

    async def go_on() -> None:
        client = await Client(server.base, room, secret).open()
        await client.until(lambda c: c.state and c.state["table"]["stage"] == "playing")
        assert (await client.command("say", text="still here"))["t"] == "ok"

    run(go_on())


def test_a_thousand_rooms_from_one_address(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", limits=Limits()) as server:
        browser = Browser(server.base)
        asked = [browser.call("/api/rooms", {"profile": "pairs"}) for _ in range(60)]
        assert [status for status, _ in asked].count(201) == 20
        assert {a["code"] for status, a in asked if status != 201} == {"too_many_rooms"}
        assert browser.call("/healthz")[1] == {"ok": True, "rooms": 20}


def test_too_many_commands(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", limits=Limits()) as server:
        room, secret = new_room(Browser(server.base), "pairs", ["me", "random", "random", "random"])

        async def flood() -> None:
            client = await Client(server.base, room, secret).open()
            await client.until(lambda c: c.state)
            for i in range(60):
                await client.send({"t": "cmd", "id": f"f{i}", "do": "say", "text": "hello"})
            await client.until(lambda c: len(c.answers) == 60)
            codes = [a.get("code", "ok") for a in client.answers.values()]
            assert codes.count("ok") == 5 and codes.count("too_fast") == 55
            await client.close()

        run(flood())


NASTY = ["<img src=x onerror=1>", "[/", "[b]x", "[link=x]", "\x1b[2J", "\x1b]8;;http://x\x07y", "\a", "%s", "{0}"]


def test_names_and_talk_are_text(server: Server) -> None:
    """F58: markup stays as it was written, control, bidi and zero-width characters are gone."""
    for nasty in [*NASTY, "a\u202eb\u200bc\u2066d"]:
        room, secrets = people(server, "pairs")

        async def talk(room: str = room, secret: str = secrets[0], nasty: str = nasty) -> None:
            client = await Client(server.base, room, secret).open()
            await client.until(lambda c: c.state)
            before = len(client.observed)
            answer = await client.command("say", text=nasty)
            if answer["t"] == "ok":
                await client.until(lambda c: len(c.observed) > before)
                said = client.observed[-1]["text"]
                assert said == "".join(ch for ch in nasty if ch.isprintable()).strip()
            else:
                assert answer["code"] == "nothing_said" and not any(ch.isprintable() for ch in nasty)
            assert "\\u001b" not in "".join(client.frames) and "\u202e" not in "".join(client.frames)
            await client.close()

        run(talk())


@given(st.text() | st.binary() | st.dictionaries(st.text(), st.integers() | st.text()).map(json.dumps))
def test_the_decoder_raises_one_kind_of_error(text: str | bytes) -> None:
    import msgspec

    try:
        protocol.decode(text)
    except msgspec.DecodeError:
        pass
