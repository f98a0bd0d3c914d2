"""T26: who watches has no commands, sees the public view and the hands whose owners allow it, and stays for a rematch.

https://github.com/mtgred/netrunner/issues/571, https://github.com/Cockatrice/Cockatrice/issues/1678,
https://github.com/Hanabi-Live/hanabi-live/issues/3050
Spectators could act; a second browser watched the own opponent's cards; spectators were lost on a rematch.
(That watchers have no commands is in test_T07.)
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.server.live import Browser, Client, Server, new_room, people, run
from tests.web.frames import seated
from tests.web.table import new_page

from shokha import events as ev
from shokha.game import game_of
from shokha.server import present, protocol, watching
from shokha.table import Command, Stage, Table, TableOptions


def played(table: Table, moves: int, seed: int = 1) -> None:
    """Some random moves of the present deal."""
    chance = random.Random(seed)
    for _ in range(moves):
        if table.stage is not Stage.PLAYING:
            return
        seat = table.to_decide()[0]
        table.receive(Command("play", seat, str(chance.choice(table.legal(seat)))))


def allow(table: Table, *how: str) -> None:
    for seat, text in enumerate(how):
        assert table.receive(Command("show", seat, text)).ok


def test_nobody_is_shown_without_the_owner() -> None:
    table = seated("pairs", 3)
    played(table, 9)
    assert watching.open_hands(table) == {}
    allow(table, "", "now", "late", "")
    hands = watching.open_hands(table)
    assert hands[1] == present.card_list(table.view(1).hand) and set(hands) <= {1, 2}
    allow(table, "", "", "", "")
    assert watching.open_hands(table) == {}
    assert table.receive(Command("show", 0, "always")).code == "unreadable"


@pytest.mark.parametrize("profile", ["pairs", "yard", "svoi"])
def test_what_watchers_are_shown_follows_from_what_its_owner_was_told(profile: str) -> None:
    """The leak test: a hand that is shown is a function of its owner's own observations, and nothing else is shown."""
    for seed in range(12):
        table = seated(profile, seed)
        played(table, seed)
        allow(table, "", "now")
        told = [e for e in table.stream(1) if isinstance(e, ev.Event)]
        own = game_of(table.profile).fold(table.profile, 1, told[_begin(told) :])
        assert protocol.encode({"open": watching.open_hands(table)}) == protocol.encode(
            {"open": {1: present.card_list(own.hand)} if own.hand else {}}
        )
        allow(table, "", "")
        assert watching.open_hands(table) == {}


def _begin(stream: list[Any]) -> int:
    return max(i for i, e in enumerate(stream) if isinstance(e, ev.DealStarted | ev.PackDealt))


def test_late_is_a_whole_trick_late() -> None:
    table, chance, seen = seated("pairs", 5), random.Random(2), 0
    allow(table, "late", "late", "late", "late")
    at_lead: list[list[list[str]]] = []  # the hands with which each trick began
    while table.stage is Stage.PLAYING:
        view = table.view(None)
        if not view.trick and len(view.tricks) == len(at_lead) and view.turn is not None and not table.deal.asked():
            at_lead.append([present.card_list(table.view(seat).hand) for seat in range(4)])
        taken, hands = len(view.tricks), watching.open_hands(table)
        if not taken:
            assert hands == {}
        else:
            assert hands == dict(enumerate(at_lead[taken - 1]))
            seen += 1
        seat = table.to_decide()[0]
        table.receive(Command("play", seat, str(chance.choice(table.legal(seat)))))
    assert seen > 10 and watching.open_hands(table) == {}


def test_late_is_a_turn_late_where_there_are_no_tricks() -> None:
    """Svoi Kozyri: the hand before the owner's last turn that is over; until then, none."""
    table, chance, seen = seated("svoi", 5), random.Random(2), 0
    allow(table, "late", "late", "late", "late")
    before: dict[int, list[str]] = {}
    while table.stage is Stage.PLAYING and seen < 60:
        assert watching.open_hands(table) == {s: hand for s, hand in before.items() if hand}
        seat = table.to_decide()[0]
        hand = present.card_list(table.view(seat).hand)
        table.receive(Command("play", seat, str(chance.choice(table.legal(seat)))))
        before[seat] = hand
        seen += 1
    assert seen > 20


def test_bots_show_their_hands_when_all_people_do() -> None:
    table = Table(seated("pairs", 1).profile, "bots", TableOptions(None))
    for seat in range(4):
        table.receive(Command("sit" if seat < 2 else "bot", seat, "random"))
    table.receive(Command("start", 0))
    allow(table, "now")
    assert watching.allowed(table) == ["now", "", "", ""]
    table.receive(Command("show", 1, "late"))
    assert watching.allowed(table) == ["now", "late", "late", "late"]
    again = Table.restore(table.profile, table.seed, table.options, table.journal)
    assert watching.allowed(again) == watching.allowed(table), "it is kept"
    table.receive(Command("stand", 0, "random"))
    assert watching.allowed(table)[0] == "late", "a seat that changes hands forgets what it allowed"


def test_on_the_wire(quick: Server) -> None:
    """Watchers get what is allowed, players never do; watchers stay when another match begins."""
    room, secrets = people(quick, "pairs", set={"target": "2"})

    async def watch() -> None:
        players = [await Client(quick.base, room, secret).open() for secret in secrets]
        watcher = await Client(quick.base, room).open()
        for client in [*players, watcher]:
            await client.until(lambda c: c.state)
        assert (await watcher.command("show", text="now"))["code"] == "watching"
        await players[0].command("start")
        assert (await players[0].command("show", text="now"))["t"] == "ok"
        await watcher.until(lambda c: c.state["open"])
        assert watcher.state["open"] == {"0": players[0].state["view"]["hand"]}
        assert watcher.state["table"]["seats"][0]["shows"] == "now", "everybody sees that it is allowed"
        await players[1].until(lambda c: any(e["e"] == "HandShown" for e in c.observed))
        await players[0].command("show", text="")
        await watcher.until(lambda c: not c.state["open"])
        assert all(json.loads(frame).get("open", {}) == {} for client in players for frame in client.frames)
        assert watcher.state["view"]["hand"] == [] and watcher.state["seat"] is None

    run(watch())


def test_watchers_stay_for_a_rematch(quick: Server) -> None:
    room, secret = new_room(Browser(quick.base), "pairs", ["me", *["random"] * 3], set={"target": "2"})

    async def again() -> None:
        player, watcher = await Client(quick.base, room, secret).open(), await Client(quick.base, room).open()
        await player.play_out(random.Random(1))
        await watcher.until(lambda c: c.state["table"]["stage"] == "over")
        await player.command("rematch")
        await watcher.until(lambda c: c.state["table"]["stage"] == "playing" and c.state["table"]["watchers"] == 1)

    run(again())


def test_only_tables_that_want_it_are_listed(quick: Server) -> None:
    bots = ["me", *["random"] * 3]
    for listed in (False, True):
        room, secret = new_room(Browser(quick.base), "pairs", bots, options={"listed": listed})

        async def look(room: str = room, secret: str = secret, listed: bool = listed) -> None:
            client = await Client(quick.base, room, secret).open()
            await client.until(lambda c: c.state.get("view"))
            found = {told["room"]: told for told in Browser(quick.base).call("/api/watch")[1]["rooms"]}
            assert (room in found) is listed
            if listed:
                assert set(found[room]) == {"room", "profile", "stage", "seats"} and secret not in json.dumps(found)

        run(look())


@pytest.mark.browser
def test_on_the_page(quick: Server, browser: Any) -> None:
    room, secret = new_room(Browser(quick.base), "pairs", ["me", *["random"] * 3], options={"listed": True})
    page = new_page(browser)
    page.goto(f"{quick.base}/r/{room}#s={secret}")
    page.wait_for_selector(".hand-card")
    watcher = new_page(browser, language="ru")
    watcher.goto(quick.base)
    watcher.click(f"[data-key=w-{room}]")
    watcher.wait_for_selector(".others")
    assert watcher.locator(".shown-hands .card").count() == 0 and watcher.locator(".hand-card").count() == 0
    page.click("[data-key=settings]")
    page.select_option("[data-key=shows]", "now")
    watcher.wait_for_selector(".shown-hands .card")
    page.locator("[role=dialog] .main").click()
    assert "watch" in page.inner_text(".own"), "who shows the hand is reminded of it"
    for each in (page, watcher):
        assert not each.troubles  # type: ignore[attr-defined]
        each.context.close()


def test_the_public_stream_tells_no_hand() -> None:
    """Showing a hand adds no card to any stream: it is beside the game, and no record holds it."""
    table = seated("pairs", 8)
    allow(table, "now", "now", "now", "now")
    played(table, 12)
    shown = [e for e in table.stream(None) if isinstance(e, ev.CardsDealt)]
    assert shown and all(not e.cards for e in shown)
