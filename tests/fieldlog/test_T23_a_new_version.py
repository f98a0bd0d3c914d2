"""T23: a page of an older release is told to reload, and the reload brings the new one; nothing is pinned for ever.

https://github.com/yell0wsuit/cuttherope-dx/pull/320, https://github.com/G-Research/bobbit/pull/423,
https://github.com/oskarrough/slaytheweb/issues/214
"""

from __future__ import annotations

import urllib.request
from typing import Any

import pytest
from tests.server.live import Browser, Server, new_room
from tests.web.table import new_page

from shokha.server import pages, protocol

pytestmark = pytest.mark.browser


def test_a_release_in_the_middle_of_a_match(quick: Server, browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    room, secret = new_room(Browser(quick.base), "pairs", ["me", "random", "random", "random"])
    page = new_page(browser)
    page.goto(f"{quick.base}/r/{room}#s={secret}")
    page.wait_for_selector(".hand-card")
    hand = page.evaluate("app.screen.frame.view.hand")
    found = pages._file

    def newer(path: str) -> tuple[bytes, str, str] | None:
        there = found(path)
        if path == "net.js" and there:
            return there[0].replace(b"const VERSION = 1;", b"const VERSION = 2;"), there[1], '"the new one"'
        return there

    monkeypatch.setattr(pages, "_file", newer)
    monkeypatch.setattr(protocol, "VERSION", 2)
    page.evaluate("app.screen.line.socket.close()")  # the server was stopped and started with the new release
    page.wait_for_selector(".banner.broken button")
    assert "new version" in page.inner_text(".banner")
    page.wait_for_timeout(1500)
    assert page.evaluate("app.screen.line.socket === null"), "it does not knock for ever"
    page.click(".banner button")
    page.wait_for_selector(".banner:not(.broken)")
    page.wait_for_selector(".hand-card")
    assert page.evaluate("app.screen.status") == "on"
    assert set(page.evaluate("app.screen.frame.view.hand")) <= set(hand)
    page.context.close()


def test_files_are_asked_for_again(quick: Server) -> None:
    with urllib.request.urlopen(f"{quick.base}/static/net.js") as answer:
        assert answer.headers["cache-control"] == "no-cache"
        etag = answer.headers["etag"]
    again = urllib.request.Request(f"{quick.base}/static/net.js", headers={"if-none-match": etag})
    with pytest.raises(urllib.error.HTTPError) as unchanged:
        urllib.request.urlopen(again)
    assert unchanged.value.code == 304
    unchanged.value.close()
