"""T24: "the deal is rigged", "the bots cheat": every browser checks every deal, and a bot gets a view and nothing else.

https://cardgames.io/questions/, https://github.com/TricksterCards/TricksterBots/issues/223,
https://github.com/TricksterCards/TricksterBots/issues/335
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import Browser, Server, new_room, serving
from tests.web.table import LOOK_AND_TAP, new_page

from shokha import bots
from shokha.kozel.view import KozelView

pytestmark = pytest.mark.browser


# What the page would say if the server had told something else about the same deal.
JUDGE = """async (spoil) => {
  const fair = await import("/static/fair.js"), s = app.screen, told = { ...s.frame.table.fair.revealed };
  const promise = s.commitments.get(told.deal), zeros = "0".repeat(64), bytes = new TextEncoder();
  const hash = async (text) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.encode(text)))]
    .map((b) => b.toString(16).padStart(2, "0")).join("");
  if (spoil === "share") told.server = zeros; // another share than the promised one
  if (spoil === "promise") { // and a promise made up to fit
    told.server = zeros;
    told.commitment = await hash(`shokha-deal-1 ${s.code} ${told.deal} ${zeros}`);
  }
  if (spoil === "salt") told.salts = ["1".repeat(32), ...told.salts.slice(1)]; // dealt without this browser's share
  const first = spoil === "hand" ? [...s.firstHand.slice(1), "nothing"] : s.firstHand; // other cards than were dealt
  return fair.verify(s.code, told, promise, first, s.dealing(s.frame));
}"""


def test_one_deal(quick: Server, browser: Any) -> None:
    page = new_page(browser)
    room, secret = new_room(Browser(quick.base), "duel", ["me", "random"], set={"target": "2"})
    page.goto(f"{quick.base}/r/{room}#s={secret}")
    page.wait_for_selector(".hand-card")
    for turn in range(1500):
        if page.evaluate(LOOK_AND_TAP, (turn * 0.37) % 1) in ("over", "ready"):
            break
        page.wait_for_timeout(25)
    page.wait_for_selector(".fair")
    assert "✓" in page.inner_text(".fair")
    assert page.evaluate(JUDGE, "") == "shared"
    for spoil in ("share", "promise", "salt", "hand"):
        assert page.evaluate(JUDGE, spoil) is False, spoil
    page.evaluate("sessionStorage.clear()")  # a browser that had no share in it says so
    assert page.evaluate(JUDGE, "") == "fits"
    page.context.close()


def test_bots_of_the_server_get_views_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    honest = bots.make

    class Spy:
        def __init__(self, *names: str) -> None:
            self.bot = honest(*names)

        def choose(self, view: Any, seed: int) -> Any:
            seen.append(view)
            return self.bot.choose(view, seed)

    monkeypatch.setattr(bots, "make", Spy)
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        room, _ = new_room(Browser(server.base), "pairs", ["random"] * 4, set={"target": "2"})
        for _ in range(100):
            if server.hub.rooms[room].table.matches_played or str(server.hub.rooms[room].table.stage) == "over":
                break
            time.sleep(0.05)
    assert len(seen) > 20
    for view in seen:
        assert type(view) is KozelView
        assert not any(hasattr(view, name) for name in ("deal", "state", "deck", "hands", "table"))
