"""The count: whose total moved, by how much and why, after the last trick has been seen; without motion as well."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tests.server.live import Server
from tests.web.table import new_page, start_alone

pytestmark = pytest.mark.browser

# The end of a deal as the server tells it: 0 and 4 penalties on top of 2 and 4.
COUNT = """(last) => {
  const s = app.screen, f = structuredClone(s.frame);
  clearInterval(s.line.timer);
  s.line.socket.onmessage = null;
  s.before = [2, 4];
  f.ev = [...last, { e: "DealScored", number: 1, penalties: [0, 4], totals: [2, 8], eggs: false }];
  Object.assign(f.table, { stage: "counting", waiting: [0], standing: [2, 8],
    last_deal: { number: 1, penalties: [0, 4], eggs: false, why: ["most", "lt31"], factor: 1 } });
  f.view = { ...f.view, over: true, moves: [], trick: [], turn: null,
    count: { points: [95, 25], tricks: [6, 2], piles: [], sums: null } };
  s.receive(f, false);
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_moved_is_seen(quick: Server, browser: Browser, motion: str) -> None:
    page = new_page(browser, 320, 568, reduced_motion=motion)
    start_alone(page, quick.base, "pairs")
    page.evaluate(COUNT, [])
    theirs = page.locator(".count-panel .rows li").nth(1)
    assert "+4" in theirs.inner_text() and "30 or fewer: 4" in theirs.inner_text() and "8" in theirs.inner_text()
    for place in (".count-panel", ".top"):
        assert page.locator(f"{place} .chips .new").count() == 2, "two chips of two points each"
        assert page.locator(f"{place} .moved").all_inner_texts() == ["+4"]
    button = page.locator("[data-key=ready]").bounding_box()
    assert button and button["y"] + button["height"] <= 568, "to go on needs no scrolling"
    moving = "document.getAnimations().filter((a) => a.animationName === 'land').length"
    assert bool(page.evaluate(moving)) is (motion != "reduce")
    assert "Penalties" in page.inner_text("#live"), "and it is said"
    page.context.close()


def test_the_last_trick_is_seen_first(quick: Server, browser: Browser) -> None:
    page = new_page(browser)
    start_alone(page, quick.base, "pairs")
    led, taken = {"e": "CardsLed", "seat": 1, "cards": ["9h"], "wins": False}, {"e": "TrickTaken", "seat": 1}
    page.evaluate(COUNT, [led, taken])
    assert page.locator(".swept .play").count() >= 1 and page.locator(".count-panel").count() == 0
    assert page.locator(".top .chips b").all_inner_texts() == ["2", "4"], "the score says nothing before the count does"
    page.keyboard.press("Escape")
    assert page.locator(".top .chips b").all_inner_texts() == ["2", "8"]
    assert page.locator("[data-key=ready]").is_enabled() and page.locator(".middle").count() == 0
    page.context.close()
