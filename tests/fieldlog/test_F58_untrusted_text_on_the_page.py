"""F58 on the page: names and talk are text, whatever they look like: at the table, in the log, in the title.

https://github.com/dr4fters/dr4ft/issues/1022, https://github.com/cdot/Xanado/issues/14,
https://github.com/pokerth/pokerth/pull/535
Chat and names ran as HTML in other people's browsers.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.live import Browser, Server, new_room
from tests.web.table import new_page

pytestmark = pytest.mark.browser

NAMES = ["<img src=x onerror=1>", "<b>Vera</b>{n}&lt;"]
LINES = ["<script>window.hit=1</script>", "<img src=x onerror='window.hit=1'>", "{name} %s [/b] javascript:1"]


def test_markup_is_shown_and_not_obeyed(quick: Server, browser: Any) -> None:
    room, secret = new_room(Browser(quick.base), "duel", ["me", ""], name=NAMES[0])
    other = Browser(quick.base).call(f"/api/rooms/{room}/seats", {"seat": 1, "name": NAMES[1]})[1]["secret"]
    pages = [new_page(browser), new_page(browser)]
    for page, right in zip(pages, (secret, other), strict=True):
        page.goto(f"{quick.base}/r/{room}#s={right}")
        page.wait_for_selector("[data-key=seats]")
    assert all(name[:24].strip() in pages[1].inner_text("[data-key=seats]") for name in NAMES)
    pages[0].click("[data-key=start]:enabled")
    for page in pages:
        page.wait_for_selector(".hand-card")
        page.click("[data-key=talk] > summary")
    for line in LINES:
        pages[0].fill("[data-key=say]", line)
        pages[0].press("[data-key=say]", "Enter")
        for page in pages:
            page.wait_for_function("(line) => document.querySelector('.log').innerText.includes(line)", arg=line)
    assert pages[1].inner_text(".bubble") == LINES[-1], "seen beside the name for a while, also with the log closed"
    for page in pages:
        assert NAMES[0][:24] in page.inner_text("main")
        assert page.locator("main img, main script, .log b").count() == 0
        assert page.evaluate("[window.hit ?? null, document.title.replace('● ', '')]") == [None, "Shokha"]
        assert not page.troubles
        page.context.close()
