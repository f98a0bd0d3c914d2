"""T31: a replay from a seat shows what that seat was shown, step by step, and the viewpoint can be changed.

https://github.com/mtgred/netrunner/issues/5865, https://github.com/Hanabi-Live/hanabi-live/issues/615
"Replay from player X" still showed everything; the viewpoint could not be changed.
"""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from tests.server.live import Browser, Client, Server, new_room, run
from tests.web.frames import seated
from tests.web.table import new_page

from shokha.actions import ActionKind
from shokha.server import replays
from shokha.table import Command, Stage

CARD = re.compile(r"(?<![A-Za-z0-9])(?:10|[6-9JQKA])[shdc](?![A-Za-z0-9])")


def finished(server: Server, profile: str, **rules: str) -> tuple[str, str, Client]:
    """A finished match, and the client that played seat 0 and kept all it was sent."""
    room, secret = new_room(Browser(server.base), profile, ["me", *["random"] * 4], set=rules)

    async def play() -> Client:
        client = await Client(server.base, room, secret).open()
        await client.play_out(random.Random(7))
        return client

    return room, secret, run(play())


@pytest.fixture(scope="module")
def match(quick: Server) -> tuple[str, str, Client]:
    return finished(quick, "pairs", target="2")


def asked(server: Server, room: str, deal: int, viewpoint: str) -> Any:
    return Browser(server.base).call(f"/api/rooms/{room}/replay?deal={deal}&as={viewpoint}")[1]


def test_a_seat_sees_again_what_it_saw(quick: Server, match: tuple[str, str, Client]) -> None:
    room, _, client = match
    table = quick.hub.rooms[room].table
    assert table.stage is Stage.OVER
    deals = asked(quick, room, 0, "0")["deals"]
    lengths = set()
    for viewpoint in ("0", "1", "2", "3", "public", "all"):
        told = asked(quick, room, deals - 1, viewpoint)
        lengths.add(len(told["steps"]))
        assert told["as"] == viewpoint and told["steps"][-1]["view"]["count"]
    assert len(lengths) == 1, "a viewpoint can be changed in the middle"
    seen = asked(quick, room, deals - 1, "0")["steps"]
    again = [e for step in seen for e in step["ev"] if e["e"] not in ("Asked", "Passed")]
    live = [
        e for e in client.observed if e["e"] not in ("WindowOpened", "WindowClosed", "LeadChosen", "Asked", "Passed")
    ]
    begun = max(i for i, e in enumerate(live) if e["e"] == "DealStarted")
    assert [e for e in live[begun:] if e in again] == again, "the same story"
    # Before the count, no step names a card that seat 0 had not been shown by then.
    shown: set[str] = set()
    for step in seen[:-1]:
        shown |= set(CARD.findall(json.dumps(step["ev"])))
        assert set(CARD.findall(json.dumps(step["view"]))) <= shown
    everything = asked(quick, room, deals - 1, "all")["steps"]
    assert len({card for hand in everything[0]["open"] for card in hand}) == 16
    public = asked(quick, room, deals - 1, "public")["steps"]
    assert public[0]["view"]["hand"] == [] and "open" not in public[0]


def test_what_is_refused(quick: Server, match: tuple[str, str, Client]) -> None:
    room, _, _ = match
    for path, code in [
        (f"{room}/replay?deal=99", "no_such_deal"), (f"{room}/replay?deal=-1", "no_such_deal"),
        (f"{room}/replay?deal=x", "no_such_deal"), (f"{room}/replay?as=4", "no_such_seat"),
        (f"{room}/replay?as=None", "no_such_seat"), ("NOSUCH/replay", "no_such_room"),
    ]:  # fmt: skip
        assert Browser(quick.base).call(f"/api/rooms/{path}")[1]["code"] == code, path
    running, _ = new_room(Browser(quick.base), "pairs", ["me", "random", "random", ""])
    for viewpoint in ("0", "public", "all"):  # whoever asks: a running match is not looked at again
        assert asked(quick, running, 0, viewpoint)["code"] == "not_now"


@pytest.mark.parametrize(("profile", "rules"), [("svoi", {"deals": "1", "turn_cap": "60"}), ("money", {"deals": "1"})])
def test_other_games(quick: Server, profile: str, rules: dict[str, str]) -> None:
    room, _, _ = finished(quick, profile, **rules)
    table = quick.hub.rooms[room].table
    for seat in range(table.profile.players):
        steps = replays.replay(table, 0, str(seat))["steps"]
        assert len(steps) > 5 and steps[-1]["view"]["over"]
        known = set(CARD.findall(json.dumps(steps[0]["ev"])))
        assert set(steps[0]["view"]["hand"]) <= known


def test_a_deal_that_ends_with_the_whole_pile_picked_up() -> None:
    """Between the last card picked up and the end of a deal at its last turn, nobody has anything to take."""
    chance = random.Random(1)
    for seed in range(200):
        table = seated("svoi", seed, deals="1", turn_cap="50")
        while table.stage is Stage.PLAYING:
            turn = table.to_decide()[0]
            moves = table.legal(turn)
            picks = [m for m in moves if m.kind is ActionKind.PICK_UP]
            table.receive(Command("play", turn, str(chance.choice(picks or moves))))
        if not table.view(None).pile:
            break
    else:
        raise AssertionError("no such deal was found")
    for viewpoint in ("0", "1", "2", "3", "public", "all"):
        assert replays.replay(table, 0, viewpoint)["steps"][-1]["view"]["pile"] == 0


@pytest.mark.browser
def test_on_the_page(quick: Server, browser: Any, match: tuple[str, str, Client]) -> None:
    room, secret, _ = match
    page = new_page(browser)
    page.goto(f"{quick.base}/r/{room}#s={secret}")
    page.click("[data-key=look]")
    page.wait_for_selector("[data-key=r-step]")
    first = page.inner_text("[data-key=r-step]")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.inner_text("[data-key=r-step]") != first
    assert page.inner_text(".replay-steps span").startswith("4 /")
    hands = page.locator(".replay-hand")
    assert hands.count() == 1
    own = hands.first.inner_html()
    page.select_option("[data-key=r-as]", "2")
    page.wait_for_function("() => document.querySelector('.replay-hand').innerHTML.length > 0")
    page.wait_for_timeout(300)
    assert hands.first.inner_html() != own and page.inner_text(".replay-steps span").startswith("4 /")
    page.select_option("[data-key=r-as]", "all")
    page.wait_for_function("() => document.querySelectorAll('.replay-hand').length === 4")
    page.select_option("[data-key=r-as]", "public")
    page.wait_for_function("() => document.querySelectorAll('.replay-hand').length === 0")
    page.click("[data-key=r-last]")
    assert page.is_disabled("[data-key=r-on]")
    page.click("[data-key=r-close]")
    page.wait_for_selector("[data-key=rematch]")
    assert not page.troubles
    page.context.close()
