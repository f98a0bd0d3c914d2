"""A room leaves as a record and comes back as a room: a finished match to look at, an interrupted one to go on with."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.server.live import Browser, Client, Server, new_room, run, serving

from shokha.bots import make
from shokha.bots.playing import play_deal
from shokha.game import deal_next, new_match
from shokha.profile import load
from shokha.record import Record, verify
from shokha.server.hub import profile_of
from shokha.table import Stage, Table, TableOptions


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('import') / 'tables.db'}") as started:
        yield started


def interrupted(profile: str, plays: int, seed: int = 1, **rules: str) -> str:
    """A match broken off in its second deal, as a complete record."""
    p = load(profile).with_settings(rules)
    match = new_match(p, seed)
    first = deal_next(match, seed)
    play_deal(first, [make("random", p.game)] * p.players, seed=seed)
    match.finish_deal()
    second = deal_next(match, seed)
    chance = random.Random(seed)
    for _ in range(plays):
        if second.is_over:
            break
        second.play(chance.choice(second.legal_actions()))
    return Record.of(match, [first, second], players=["Anna", "Boris", "Vera", "Gleb"][: p.players]).dumps()


def test_a_finished_match_goes_out_and_comes_back(server: Server) -> None:
    browser = Browser(server.base)
    room, secret = new_room(browser, "pairs", ["me", "random", "random", "random"], set={"target": "2"})

    async def play() -> None:
        client = await Client(server.base, room, secret).open()
        await client.play_out(random.Random(2))

    run(play())
    text = browser.call(f"/api/rooms/{room}/record")[1]
    other = Browser(server.base)
    status, made = other.call("/api/import?seat=2&name=Zoe", text.encode())
    assert status == 201 and made["seat"] == 2 and made["room"] != room
    assert [r["finished"] for r in other.call("/api/mine")[1]["rooms"]] == [True]
    again = other.call(f"/api/rooms/{made['room']}/record")[1]
    assert Record.loads(again).lines == Record.loads(text).lines

    async def look() -> None:
        client = await Client(server.base, made["room"], made["secret"]).open()
        await client.until(lambda c: c.state)
        assert client.state["table"]["stage"] == "over" and client.state["table"]["imported"] is True
        assert client.state["table"]["seats"][2]["name"] == "Zoe"
        assert (await client.command("rematch"))["t"] == "ok"  # and it can be gone on from
        await client.until(lambda c: c.state["table"]["stage"] == "playing")

    run(look())


@pytest.mark.parametrize("plays", [0, 3, 7, 13, 22])
def test_an_interrupted_match_goes_on(server: Server, plays: int) -> None:
    text = interrupted("pairs", plays, seed=plays + 1, target="8")
    status, made = Browser(server.base).call("/api/import", text.encode())
    assert status == 201, made

    async def play() -> Client:
        client = await Client(server.base, made["room"], made["secret"]).open()
        await client.play_out(random.Random(plays))
        return client

    client = run(play())
    assert client.state["table"]["stage"] == "over" and client.state["seat"] == 0
    record = Browser(server.base).call(f"/api/rooms/{made['room']}/record")[1]
    assert verify(record).is_over
    begun = Record.loads(text).lines
    whole = Record.loads(record).lines
    assert whole[: len(begun) - 2] == begun[:-2], "what was played before stands as it was"
    kept = server.store.load(made["room"])
    assert kept is not None  # and a restart finds the same table
    table = Table.restore(profile_of(kept.row), kept.row.seed, TableOptions(**kept.row.options), kept.journal)
    assert table.stage is Stage.OVER and table.seq(0) == client.have


@pytest.mark.parametrize("profile", ["yard", "trio", "svoi", "besicovitch"])
def test_every_game_can_be_gone_on_with(server: Server, profile: str) -> None:
    status, made = Browser(server.base).call("/api/import?seat=1", interrupted(profile, 6).encode())
    assert status == 201, made

    async def look() -> None:
        client = await Client(server.base, made["room"], made["secret"]).open()
        await client.until(lambda c: c.state and (c.state["view"]["moves"] or c.state["table"]["stage"] != "playing"))
        if client.state["view"]["moves"]:
            move = client.state["view"]["moves"][0]["text"]
            await client.until(lambda c: c.state["clock"]["window"] is None)
            assert (await client.command("play", text=move))["t"] == "ok"

    run(look())


def test_house_rules_come_along(server: Server) -> None:
    text = interrupted("pairs", 5, target="24", shokha="off")
    made = Browser(server.base).call("/api/import", text.encode())[1]
    table = server.hub.rooms[made["room"]].table
    assert table.profile.fingerprint == load("pairs").with_settings({"target": "24", "shokha": "off"}).fingerprint


def test_what_is_refused(server: Server) -> None:
    text, browser = interrupted("pairs", 9), Browser(server.base)
    record = Record.loads(text)
    rooms = len(server.hub.rooms)
    own = text.replace('[Profile "pairs"]', '[Profile "grandma"]\n[Base "pairs"]\n[Defined ""]')
    for body, code in [
        ("", "bad_record"),
        ("nonsense", "bad_record"),
        (text[: len(text) // 2], "bad_record"),
        (text.replace("1. ", "1. 1: 6s ", 1), "bad_record"),
        (record.redacted(1).dumps(), "incomplete_record"),
        (record.redacted(None).dumps(), "incomplete_record"),
        (text.replace(load("pairs").fingerprint, "0" * 12), "bad_record"),
        (own, "refused"),
        ("x" * 300_000, "too_large"),
    ]:
        status, answer = browser.call("/api/import", body.encode() or b" ")
        assert (status, answer["code"]) == (400, code), (body[:40], answer)
    for seat in ("4", "-1", "x", "٣", "9" * 50):
        assert (
            browser.call(f"/api/import?seat={seat.encode().hex() if not seat.isascii() else seat}", text.encode())[1][
                "code"
            ]
            == "no_such_seat"
        )
    foreign = {"Origin": "https://example.org"}
    assert browser.call("/api/import", text.encode(), foreign)[1]["code"] == "foreign_origin"
    assert browser.call("/api/import?name=%E2%80%AE", text.encode())[1]["code"] == "no_name"
    assert len(server.hub.rooms) == rooms, "a refused record left a room behind"
