"""T7, T15, T26, F48: double clicks, simultaneous commands, seats under concurrency, watchers without commands.

https://github.com/mtgred/netrunner/issues/468, https://github.com/mtgred/netrunner/issues/2930,
https://github.com/boardgameio/boardgame.io/issues/337, https://github.com/Thrillberg/imperial/issues/151,
https://github.com/ThePandemoniumInstitute/botc-release/issues/65, https://github.com/mtgred/netrunner/issues/571,
https://github.com/Lurkars/ghs-server/issues/43
"""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import Browser, Client, Server, new_room, people, run, serving


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as started:
        yield started


async def everybody(server: Server, room: str, secrets: list[str]) -> list[Client]:
    clients = [await Client(server.base, room, s).open() for s in secrets]
    for client in clients:
        await client.until(lambda c: c.state)
    return clients


def clicks(client: Client) -> list[dict[str, Any]]:
    return [json.loads(f) for f in client.frames if '"id":"click"' in f]


async def whoever_moves(clients: list[Client]) -> Client:
    """The client whose turn it is, when no window is open."""
    for _ in range(400):
        for client in clients:
            view = client.state["view"]
            if view and view["moves"] and client.state["clock"]["window"] is None:
                return client
        await asyncio.sleep(0.01)
    raise AssertionError("nobody may move")


def test_twenty_clicks_play_one_card(server: Server) -> None:
    room, secrets = people(server, "pairs")

    async def click() -> None:
        clients = await everybody(server, room, secrets)
        await clients[0].command("start")
        client = await whoever_moves(clients)
        before, move = client.have, client.state["view"]["moves"][0]["text"]
        for _ in range(20):  # the same click, again and again: one id
            await client.send({"t": "cmd", "id": "click", "do": "play", "text": move, "expect": before})
        await client.until(lambda c: len(clicks(c)) == 20)
        answers = clicks(client)
        assert len(answers) == 20 and {a["t"] for a in answers} == {"ok"} and len({a["seq"] for a in answers}) == 1
        kept = server.hub.rooms[room].table.journal
        assert sum(e["in"] == "do" and e["do"] == "play" for e in kept) == 1
        other = {"t": "cmd", "id": "late", "do": "play", "text": move, "expect": before}
        await client.send(other)  # another click that has not seen the first one's effect
        await client.until(lambda c: "late" in c.answers)
        assert client.answers["late"]["code"] == "stale"
        for c in clients:
            await c.close()

    run(click())


def test_wrong_seat_and_watchers(server: Server) -> None:
    room, secrets = people(server, "pairs")

    async def cheat() -> None:
        clients = await everybody(server, room, [*secrets, "", "no such secret"])
        assert (await clients[4].command("start"))["code"] == "watching"
        await clients[0].command("start")
        mover = await whoever_moves(clients[:4])
        move = mover.state["view"]["moves"][0]["text"]
        length = len(server.hub.rooms[room].table.journal)
        for client in clients:
            if client is not mover:
                answer = await client.command("play", text=move)
                assert answer["code"] == ("watching" if client in clients[4:] else "not_your_turn")
        for do in ("say", "ready", "rematch", "stand", "vote", "take_over", "bot", "give_back"):
            assert (await clients[4].command(do, text="x", target=1))["code"] == "watching"
        assert (await clients[1].command("sit", text="Thief"))["code"] == "unknown_command"
        assert (await clients[1].command("bot", text="random", target=0))["code"] == "seat_taken"
        assert (await clients[1].command("bot", text="random", target=9))["code"] == "no_such_seat"
        assert len(server.hub.rooms[room].table.journal) == length, "a refused command left a trace"
        assert clients[4].state["view"]["hand"] == [] and clients[5].state["seat"] is None
        for c in clients:
            await c.close()

    run(cheat())


def test_the_last_seat_is_given_once(server: Server) -> None:
    for _ in range(8):
        room, _ = new_room(Browser(server.base), "pairs", ["me", "random", "random", ""])
        with ThreadPoolExecutor(8) as crowd:
            crowd_of = [Browser(server.base) for _ in range(8)]
            wish = {"seat": 3, "name": "Me"}
            asked = list(crowd.map(lambda b, at=f"/api/rooms/{room}/seats", w=wish: b.call(at, w), crowd_of))
        assert sorted(status for status, _ in asked) == [201] + [409] * 7
        assert {a["code"] for status, a in asked if status == 409} == {"seat_taken"}
        assert server.hub.rooms[room].table.places[3].person


def test_names_are_labels_only(server: Server) -> None:
    room, _ = new_room(Browser(server.base), "pairs", ["me"])
    thief = Browser(server.base)
    assert thief.call(f"/api/rooms/{room}/seats", {"seat": 0, "name": "Vera"})[1]["code"] == "seat_taken"
    assert thief.call(f"/api/rooms/{room}/seats", {"seat": 1, "name": " \u202e "})[1]["code"] == "no_name"
    assert thief.call(f"/api/rooms/{room}/seats", {"seat": 1, "name": "Vera"})[0] == 201
    assert thief.call(f"/api/rooms/{room}")[1]["yours"] == 1
