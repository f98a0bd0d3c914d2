"""F68, T5: what one selects, and what one may not see, stays where it is: no frame, no step, nothing to turn over.

https://github.com/jeremylarner/keyteki/issues/140 (choosing a card showed it to the opponent before it was committed),
https://github.com/freeboardgames/FreeBoardGames.org/issues/768 (offline one could turn the cards over)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import Server, people, serving
from tests.web.table import QUICK, new_page

from shokha.cards import cards_of, format_card

pytestmark = pytest.mark.browser

CARD = re.compile(r"(?<![A-Za-z0-9])(?:10|[6-9JQKA])[shdc](?![A-Za-z0-9])")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", QUICK) as started:
        yield started


def test_selecting_is_nobodys_business(server: Server, browser: Any) -> None:
    room, secrets = people(server, "duel")
    pages, sent, heard = [], [[] for _ in secrets], [[] for _ in secrets]  # type: ignore[var-annotated]
    for seat, secret in enumerate(secrets):
        page = new_page(browser)

        def watch(socket: Any, seat: int = seat) -> None:
            socket.on("framesent", lambda text: sent[seat].append(str(text)))
            socket.on("framereceived", lambda text: heard[seat].append(str(text)))

        page.on("websocket", watch)
        page.goto(f"{server.base}/r/{room}#s={secret}")
        page.wait_for_selector("[data-key=seats]")
        pages.append(page)
    pages[0].click("[data-key=start]")
    for page in pages:
        page.wait_for_selector(".hand-card")
    pages[0].wait_for_timeout(1200)  # windows, presence, commitments: until the table is at rest
    turn = server.hub.rooms[room].table.turn
    assert turn is not None
    marks = [(len(sent[s]), len(heard[s])) for s in range(2)]
    lengths = [server.hub.rooms[room].table.seq(s) for s in range(2)]
    for seat in (turn, 1 - turn):  # the one to move, and one who prepares
        page = pages[seat]
        cards = page.locator(".hand-card")
        for i in (0, 1, 0, 2, 3, 1):
            cards.nth(i).click()
        page.keyboard.press("Escape")
        page.keyboard.press("2")
        page.click("[data-key=talk] > summary")
        page.locator(".top button").nth(2).click()
        page.select_option("[data-key=p-sort]", "rank")
        page.keyboard.press("Escape")
    pages[0].wait_for_timeout(300)
    for seat in range(2):
        assert [t for t in sent[seat][marks[seat][0] :] if '"t":"hb"' not in t] == []
        assert [t for t in heard[seat][marks[seat][1] :] if '"t":"hb"' not in t] == []
    assert lengths == [server.hub.rooms[room].table.seq(s) for s in range(2)]

    # Nothing that a page holds anywhere names a card that its seat was not shown.
    for seat, page in enumerate(pages):
        view = server.hub.rooms[room].table.view(seat)
        known = {format_card(c) for c in cards_of(view.hand)}
        known |= {format_card(c) for c in (view.turn_up, view.shown) if c is not None}
        known |= {format_card(c) for play in view.trick for c in cards_of(play.cards)}
        lots = [e.lot for e in server.hub.rooms[room].table.stream(seat) if getattr(e, "lot", ())]
        known |= {format_card(card) for lot in lots for drawn in lot for _, card in drawn}  # for the first dealer
        page.context.set_offline(True)
        held = page.evaluate(
            """() => [document.documentElement.outerHTML, JSON.stringify({ ...localStorage, ...sessionStorage }),
              JSON.stringify(document.getElementById("app").screen.frame)].join(" ")"""
        )
        assert set(CARD.findall(held)) <= known and known
        frames = [json.loads(text) for text in heard[seat] if text.startswith('{"t":"state"')]
        assert set(CARD.findall(json.dumps(frames))) <= known
        assert not page.troubles
        page.context.close()
