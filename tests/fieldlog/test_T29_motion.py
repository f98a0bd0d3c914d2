"""T29: who wants no motion gets none, and the game never waits for an animation.

https://github.com/cozuya/secret-hitler/issues/1725, https://github.com/MozillaFoundation/foundation.mozilla.org/issues/16735
Motion slowed weak telephones down and made people dizzy.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest
from tests.server.live import Server
from tests.web.table import new_page, start_alone

pytestmark = pytest.mark.browser

MOVING = """() => [...document.querySelectorAll("*")].filter((e) => {
  const s = getComputedStyle(e);
  return s.animationName !== "none" || s.transitionDuration.split(",").some((d) => parseFloat(d) > 0);
}).map((e) => e.className)"""


@pytest.mark.parametrize("how", ["system", "page"])
def test_no_motion_at_all(quick: Server, browser: Any, how: str) -> None:
    page = new_page(browser, reduced_motion="reduce" if how == "system" else "no-preference")
    page.goto(quick.base)
    if how == "page":
        page.click(".lobby > header button")
        page.select_option("[data-key=p-motion]", "off")
        page.keyboard.press("Escape")
    start_alone(page, quick.base, "pairs")
    page.wait_for_selector(".banner.mine")
    page.locator(".hand-card").first.click()
    assert page.evaluate(MOVING) == []
    assert page.evaluate("document.getAnimations().length") == 0
    if how == "system":  # somebody who wants motion all the same
        page.locator(".top button").nth(2).click()
        page.select_option("[data-key=p-motion]", "on")
        assert page.evaluate(MOVING) != [], "the measure sees motion where there is some"
    page.context.close()


def test_nothing_waits_for_an_animation() -> None:
    web = resources.files("shokha") / "web"
    for file in web.iterdir():
        if file.name.endswith(".js"):
            source = file.read_text("utf-8")
            waits = re.findall(r"animationend|transitionend|await \w+\.finished\b|AnimationFrame|getAnimations", source)
            assert waits == [], file.name
