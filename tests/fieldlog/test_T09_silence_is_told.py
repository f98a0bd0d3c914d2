"""T9, T10: a dead line is told within seconds, whatever the socket pretends, and comes back by itself for ever.

https://github.com/lichess-org/mobile/issues/3041 (a move missed in the background, no sign of being offline),
https://github.com/mrpg/uproot/issues/239, https://github.com/gbasin/agentboard/pull/65,
https://github.com/mholzi/beatify/issues/1122 (sockets killed on lock, zombie sockets, the screen sleeps)
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.server.chaos import Line, Mischief, bad_line
from tests.server.live import Browser, Server, new_room
from tests.web.table import new_page

pytestmark = pytest.mark.browser

DEAD = Mischief(dead=True)


@pytest.fixture
def air(quick: Server) -> Iterator[Line]:
    with bad_line(quick.base) as line:
        yield line


def seated(quick: Server, air: Line, page: Page) -> str:
    """A page at a running table, through the line."""
    room, secret = new_room(Browser(quick.base), "pairs", ["me", "random", "random", "random"])
    page.goto(f"{air.base}/r/{room}#s={secret}")
    page.wait_for_selector(".hand-card")
    return room


def status(page: Page) -> str:
    return str(page.evaluate("document.getElementById('app').screen.status"))


def test_silence_is_told_within_four_seconds(quick: Server, air: Line, browser: Any) -> None:
    page = new_page(browser)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    seated(quick, air, page)
    page.wait_for_timeout(300)
    assert status(page) == "on"
    before = len(sent)
    for event in ("visibilitychange", "pageshow", "online"):  # looked at again: ask at once, not at the next beat
        target = "document" if event == "visibilitychange" else "window"
        page.evaluate(f"{target}.dispatchEvent(new Event('{event}'))")
    page.wait_for_timeout(100)
    assert [text for text in sent[before:] if '"hb"' in text], "no sign of life was asked for"
    air.mischief = DEAD
    began = time.monotonic()
    page.wait_for_selector(".banner.broken[role], .banner.broken [role=alert]", timeout=9000)
    assert time.monotonic() - began < 4 + 1 + 3, "4 s, the clock's step, and a busy machine"
    assert page.evaluate("document.getElementById('app').screen.line.socket.readyState") == 1, "it pretends to be open"
    air.mischief = Mischief()
    page.wait_for_selector(".banner:not(.broken)", timeout=9000)
    assert not page.troubles  # type: ignore[attr-defined]
    page.context.close()


def test_zombie_sockets_and_a_laptop_that_slept(quick: Server, air: Line, browser: Any) -> None:
    page = new_page(browser)
    page.clock.install()
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    seated(quick, air, page)
    assert len(opened) == 1
    air.mischief = DEAD
    page.clock.fast_forward(60_000)  # the laptop slept
    page.clock.run_for(2000)
    page.wait_for_timeout(200)
    assert len(opened) == 2 and status(page) == "reconnecting", "the time that jumped was not noticed"
    for minute in range(3):  # sockets that hang while connecting are given up, again and again, without end
        page.clock.run_for(60_000)
        page.wait_for_timeout(50)
        assert len(opened) >= 4 + 4 * minute, opened
    air.mischief = Mischief()
    for _ in range(20):
        page.clock.run_for(2000)
        page.wait_for_timeout(100)
        if status(page) == "on":
            break
    assert status(page) == "on"
    page.context.close()


WAKE_LOCK = """
window.asked = 0;
const lock = new EventTarget();
lock.release = () => { window.asked -= 1; lock.dispatchEvent(new Event("release")); };
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => { window.asked += 1; return lock; } } });
"""


def test_the_screen_stays_on_while_one_sits(quick: Server, air: Line, browser: Any) -> None:
    page = new_page(browser)
    page.add_init_script(WAKE_LOCK)
    room = seated(quick, air, page)
    page.wait_for_function("() => window.asked === 1")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.asked") == 1, "asked once only"
    page.locator(".top button").first.click()  # to the lobby
    page.wait_for_function("() => window.asked === 0")
    page.evaluate("localStorage.clear()")  # the seat's secret: now the page can only watch
    page.goto(f"{air.base}/r/{room}")
    page.wait_for_selector(".others")
    assert page.evaluate("[window.asked, document.getElementById('app').screen.frame.seat]") == [0, None]
    page.context.close()
