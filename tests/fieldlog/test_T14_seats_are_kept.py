"""T11, T14, T17: another tab, another browser, another device; a bot takes over and gives back.

https://github.com/lichess-org/lila/issues/1718, https://github.com/WandererXII/lishogi/issues/872,
https://github.com/wingedsheep/argentum-engine/pull/664, https://github.com/mtgred/netrunner/pull/3753,
https://github.com/hc-tcg/hc-tcg/issues/73, https://github.com/chesterbr/minitruco-android/issues/236
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.live import Browser, Client, Server, new_room, people, run, serving, started


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as started:
        yield started


def test_cookie_secret_and_code_lead_to_the_seat(server: Server) -> None:
    browser = Browser(server.base)
    room, secret = new_room(browser, "pairs", ["me", "random", "random", ""])
    assert browser.call(f"/api/rooms/{room}")[1]["yours"] == 0
    assert [r["room"] for r in browser.call("/api/mine")[1]["rooms"]] == [room]
    stranger = Browser(server.base)
    assert stranger.call(f"/api/rooms/{room}")[1]["yours"] is None
    assert stranger.call(f"/api/rooms/{room}/move-code", {"secret": "guess"})[1]["code"] == "no_seat"
    code = browser.call(f"/api/rooms/{room}/move-code", {"secret": secret})[1]["code"]
    wrong = f"{(int(code) + 1) % 10**6:06}"
    assert stranger.call("/api/move", {"code": wrong})[1]["code"] == "no_such_code"
    status, moved = stranger.call("/api/move", {"code": code})
    assert status == 200 and moved == {"room": room, "seat": 0, "secret": secret}
    assert Browser(server.base).call("/api/move", {"code": code})[1]["code"] == "no_such_code", "a code works once"
    assert [r["room"] for r in stranger.call("/api/mine")[1]["rooms"]] == [room]

    async def by_each() -> None:
        for secret_given, cookie, seat in ((secret, "", 0), ("", browser.cookie, 0), ("wrong", browser.cookie, None)):
            client = await Client(server.base, room, secret_given, cookie).open()
            await client.until(lambda c: c.state)
            assert client.state["seat"] == seat
            await client.close()

    run(by_each())


def test_the_newest_tab_plays(server: Server) -> None:
    room, secret = new_room(Browser(server.base), "pairs", ["me", "random", "random", "random"])

    async def tabs() -> None:
        old = await Client(server.base, room, secret).open()
        await old.until(lambda c: c.state)
        new = await Client(server.base, room, secret).open()
        await new.until(lambda c: c.state)
        await old.until(lambda c: c.closed is not None)
        assert old.closed == 4001 and '"elsewhere"' in old.frames[-1]
        assert (await new.command("say", text="here"))["t"] == "ok" and new.closed is None
        await new.close()

    run(tabs())


def test_who_stands_up_has_left(server: Server) -> None:
    """The seat's cards are no longer told, its secret is worth nothing, and somebody else may sit down."""
    room, secrets = people(server, "pairs")

    async def leave() -> None:
        clients = await started(server, room, secrets)
        await clients[2].until(lambda c: c.state["view"])
        assert (await clients[2].command("stand"))["t"] == "ok"
        await clients[2].until(lambda c: c.state["seat"] is None)
        assert clients[2].state["view"]["hand"] == []
        assert (await clients[2].command("say", text="still here"))["code"] == "watching"
        back = await Client(server.base, room, secrets[2]).open()
        await back.until(lambda c: c.state)
        assert back.state["seat"] is None
        other = Browser(server.base)
        assert other.call(f"/api/rooms/{room}/seats", {"seat": 2, "name": "Nadja"})[0] == 201
        await clients[0].until(lambda c: c.state["table"]["seats"][2]["name"] == "Nadja")
        assert other.call(f"/api/rooms/{room}")[1]["yours"] == 2

    run(leave())


def test_a_bot_takes_over_and_gives_back(server: Server) -> None:
    room, secrets = people(server, "pairs")

    async def away() -> None:
        clients = [await Client(server.base, room, s).open() for s in secrets]
        await clients[0].until(lambda c: c.state)
        await clients[0].command("start")
        assert (await clients[0].command("vote", target=3))["code"] == "not_now", "he is here and has time"
        await clients[3].close()
        await clients[0].until(lambda c: c.state["table"]["seats"][3]["overdue"])
        for voter in clients[:3]:
            assert (await voter.command("vote", target=3))["t"] == "ok"
        await clients[0].until(lambda c: c.state["table"]["seats"][3]["substitute"] == "rule")
        back = await Client(server.base, room, secrets[3]).open()
        await back.until(lambda c: c.state)
        assert back.state["table"]["seats"][3]["substitute"] == "rule", "nothing is taken from the bot unasked"
        assert (await back.command("give_back"))["t"] == "ok"
        await clients[0].until(lambda c: not c.state["table"]["seats"][3]["substitute"])
        told = [e["e"] for e in clients[0].observed]
        assert told.count("BotSubstituted") == 2 and told.count("VoteCast") == 3
        assert (await back.command("take_over"))["t"] == "ok"
        for c in [*clients[:3], back]:
            await c.close()

    run(away())
