"""Whole matches in Chromium, by looking at the page and tapping."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser
from tests.server.live import Server
from tests.web.table import look_and_tap_to_the_end, new_page, start_alone

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("profile", "settings"),
    [
        ("pairs", {}),
        ("yard", {"deals": "2"}),
        ("trio", {"target": "4"}),
        ("money", {"deals": "2"}),
        ("svoi", {"deals": "1", "turn_cap": "150"}),
        ("besicovitch", {"cards": "16", "turn_cap": "100"}),
    ],
)
def test_a_match_alone(quick: Server, browser: Browser, profile: str, settings: dict[str, str]) -> None:
    page = new_page(browser)
    start_alone(page, quick.base, profile, settings)
    done = look_and_tap_to_the_end(page)
    assert done["card"] > (10 if profile in ("pairs", "yard", "trio") else 3)
    assert "won the match" in page.inner_text(".count-panel")
    if profile == "pairs":
        assert done["beat"] and done["discard"] and done["lead"]
        page.wait_for_selector(".fair:not(.bad)")
        assert "✓" in page.inner_text(".fair"), "this browser had its share in the deal"
    page.context.close()


def test_a_match_by_keyboard_alone(quick: Server, browser: Browser) -> None:
    page = new_page(browser, 1280, 800)
    page.goto(quick.base)
    page.wait_for_selector("[data-key=alone]")
    for _ in range(60):  # the Tab key reaches the button
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key") == "alone":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".hand-card")
    for turn in range(4000):
        stage = page.evaluate(
            """() => document.querySelector("[data-key=rematch]") ? "over"
            : document.querySelector("[data-key=ready]:enabled") ? "ready"
            : document.querySelector("[data-key=claim]") ? "claim"
            : document.querySelector(".banner.mine") ? "mine" : "wait" """
        )
        if stage == "over":
            break
        if stage == "ready":
            page.keyboard.press("Enter")
        elif stage == "claim":
            page.keyboard.press("m")
        elif stage == "mine":
            page.keyboard.press("Escape")
            asked = re.search(r"\d+", page.inner_text(".banner p"))
            owes = int(asked[0]) if asked else 0
            held = page.locator(".hand-card").count()
            if not held:  # the last card is on its way
                continue
            first = turn % held
            for i in range(max(1, owes)):
                page.keyboard.press(str((first + i) % held + 1))
            page.keyboard.press("Enter")
            if owes:
                page.keyboard.press("b")
                page.keyboard.press("d")
                page.keyboard.press("d")
        page.wait_for_timeout(50)
    assert stage == "over"
    page.context.close()
