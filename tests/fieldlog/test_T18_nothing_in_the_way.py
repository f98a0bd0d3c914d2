"""T18: whose turn it is and one's own hand are there at every size, upright, on its side, and at twice the size.

https://github.com/cuttle-cards/cuttle/issues/334, https://github.com/phase-rs/phase/issues/8434,
https://github.com/rbtying/shengji/issues/3
The hand covered the text of the turn; the hand could only be reached after turning the phone.
(Every screen at the four sizes is in tests/web/test_screens.)
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.live import Server
from tests.web.table import COVERED, new_page, start_alone

pytestmark = pytest.mark.browser

SIZES = [(320, 568), (390, 844), (740, 360), (1280, 800), (640, 400)]  # the last is 1280 × 800 at 200 %

# Without scrolling: the banner is on top at its middle, and so is every card of the hand at its upper edge.
AT_ONCE = """() => {
  scrollTo(0, 0);
  const seen = (el, y) => {
    const box = el.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + (y ?? box.height / 2));
    return top && el.contains(top) ? "" : el.dataset.key || el.className;
  };
  const hand = [...document.querySelectorAll(".hand-card")];
  const top = document.querySelector(".pile .top"); // the card to be beaten
  const all = [seen(document.querySelector(".banner > p")), top ? seen(top) : "", ...hand.map((c) => seen(c, 6))];
  return all.filter(Boolean);
}"""


@pytest.mark.parametrize("profile", ["pairs", "svoi-2"])
def test_the_turn_and_the_hand_at_every_size(quick: Server, browser: Any, profile: str) -> None:
    page = new_page(browser, language="ru")
    start_alone(page, quick.base, profile)
    page.wait_for_selector(".banner.mine")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.evaluate(AT_ONCE) == [], (width, height)
        assert page.evaluate(COVERED) == [], (width, height)
    assert not page.troubles  # type: ignore[attr-defined]
    page.context.close()
