"""T17: the time for a move is counted down before everybody, its end is told, and then the others may let a bot play.

https://github.com/hc-tcg/hc-tcg/issues/73, https://github.com/chesterbr/minitruco-android/issues/236,
https://github.com/ccarrster/kraplow/issues/172
One idle player blocked three; after a bot had taken over, the person could not get back.
(Somebody who has gone is in test_T14.)
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import Server, people, run, serving, started
from tests.web.table import new_page


def test_the_end_of_the_time_is_told_when_nothing_else_happens(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        room, secrets = people(server, "duel", options={"move_seconds": 0.5})

        async def wait() -> None:
            clients = await started(server, room, secrets)
            await clients[0].until(lambda c: c.state["view"] and c.state["clock"]["window"] is None)
            turn = clients[0].state["view"]["turn"]
            other, began = clients[1 - turn], time.monotonic()
            await other.until(lambda c: c.state["clock"]["left"] is not None)
            assert 0 <= other.state["clock"]["left"] <= 0.5
            await other.until(lambda c: c.state["table"]["seats"][turn]["overdue"], seconds=5)
            assert time.monotonic() - began < 3, "nobody had to do anything for it"
            assert other.state["clock"]["left"] == 0
            frames = len(other.frames)
            assert (await other.command("vote", target=turn))["t"] == "ok"
            await other.until(lambda c: c.state["table"]["seats"][turn]["substitute"])
            assert len(other.frames) > frames
            assert (await clients[turn].command("give_back"))["t"] == "ok", "the seat is one's own again at once"
            # the log says who played
            await other.until(lambda c: [e["e"] for e in c.observed].count("BotSubstituted") == 2)

        run(wait())


@pytest.mark.browser
def test_on_the_page(quick: Server, browser: Any) -> None:
    room, secrets = people(quick, "duel", options={"move_seconds": 2})
    pages = [new_page(browser), new_page(browser, language="ru")]
    for page, secret in zip(pages, secrets, strict=True):
        page.goto(f"{quick.base}/r/{room}#s={secret}")
        page.wait_for_selector("[data-key=start]")
    assert "2" in pages[1].inner_text("[data-key=memory]"), "the clock is known before the first card"
    pages[0].click("[data-key=start]:enabled")
    pages[0].wait_for_selector(".move-clock")
    turn = pages[0].evaluate("app.screen.frame.view.turn")
    idle, other = pages[turn], pages[1 - turn]
    assert idle.inner_text(".move-clock") and other.inner_text(".move-clock")
    other.wait_for_selector(".banner button")  # the vote, when the time is up
    other.click(".banner button")
    idle.wait_for_selector(".banner button")
    idle.click(".banner button")  # I am back
    other.wait_for_function("(seat) => !app.screen.frame.table.seats[seat].substitute", arg=turn)
    for page in pages:
        assert not page.troubles  # type: ignore[attr-defined]
        page.context.close()
