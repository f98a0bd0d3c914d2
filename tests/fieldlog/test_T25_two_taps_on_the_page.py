"""T25: on the page, too, nothing is given away by one slip, and nothing is taken back to peek.

https://github.com/TricksterCards/TricksterBots/issues/44, https://github.com/SWU-Petranaki/SWUOnline/issues/304
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.live import Browser as Api
from tests.server.live import Server, new_room
from tests.web.frames import frames
from tests.web.table import new_page

from shokha.server.room import CLIENT_COMMANDS

pytestmark = pytest.mark.browser

DISCARD = """async ([frame, cards, ask]) => {
  const kozel = await import("/static/kozel.js"), p = await import("/static/prefs.js");
  p.setPref("confirmHide", ask);
  const did = [], state = { ...frame, picked: new Set(cards), order: cards, confirming: false, early: false,
    who: (s) => `P${s}`, hasShokha: frame.table.has_shokha };
  const act = { play: (text) => did.push(text), declare: () => {},
    confirm: () => { did.push("asked"); state.confirming = true; } };
  for (let tap = 0; tap < 2; tap++) {
    const b = [...kozel.buttons(state, act).querySelectorAll("button")].find((x) => x.dataset.key === "discard");
    b.onclick();
    did.push(b.textContent);
  }
  return did;
}"""


def test_hiding_a_winner_takes_two_taps(quick: Server, browser: Any) -> None:
    page = new_page(browser)
    page.goto(quick.base)
    winner, loser = None, None
    for told in frames("pairs", 150):
        moves = {m["text"]: m for m in told["view"]["moves"]}
        beats = [m for m in moves.values() if m["kind"] == "beat"]
        if beats and winner is None:
            winner = (told, beats[0]["cards"])
        weak = [m for m in moves.values() if m["kind"] == "discard" and f"^{m['text'][1:]}" not in moves]
        if weak and loser is None:
            loser = (told, weak[0]["cards"])
        if winner and loser:
            break
    assert winner and loser
    told, cards = winner
    first, _, second, text = page.evaluate(DISCARD, [told, cards, True])
    assert (first, text) == ("asked", "Really hide it?") and second.startswith("_")
    assert page.evaluate(DISCARD, [told, cards, False])[0].startswith("_"), "it can be switched off"
    told, cards = loser
    assert page.evaluate(DISCARD, [told, cards, True])[0].startswith("_"), "what cannot win is not asked about"
    page.context.close()


def test_a_seat_is_given_up_by_two_taps(quick: Server, browser: Any) -> None:
    """Somebody who watches takes a bot's seat in the middle of a match, and gives it up again."""
    room, _ = new_room(Api(quick.base), "pairs", ["me", "rule", "rule", "rule"])
    page = new_page(browser, language="ru")
    page.goto(f"{quick.base}/r/{room}")
    page.click("[data-key=sit2]")
    page.wait_for_selector(".hand-card")
    page.click("[data-key=settings]")
    page.click("[data-key=stand]")
    assert page.evaluate("app.screen.frame.seat") == 2
    page.click("[data-key=stand]")
    page.wait_for_selector("[data-key=sit2]")
    assert page.evaluate("app.screen.frame.seat") is None and "#" not in page.url
    page.reload()
    page.wait_for_selector("[data-key=sit2]")
    assert not page.troubles  # type: ignore[attr-defined]
    page.context.close()


def test_nothing_gives_up_or_takes_back() -> None:
    assert not CLIENT_COMMANDS & {"resign", "concede", "undo", "back", "claim", "give_up"}
    assert "give_back" in CLIENT_COMMANDS  # the bot's seat to the person, and nothing else
