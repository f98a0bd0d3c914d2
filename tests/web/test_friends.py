"""Two browsers and two bots at one table by link, through everything that happens to phones and servers."""

from __future__ import annotations

import json
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.server.chaos import Mischief, bad_line
from tests.server.live import as_sent, free_port, start
from tests.web.table import LOOK_AND_TAP, new_page

from shokha.record import verify
from shokha.server import present
from shokha.server.hub import profile_of
from shokha.server.protocol import encode
from shokha.store import Store
from shokha.table import Stage, Table, TableOptions

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PACE = ("--bot-seconds", "0.05", "--window-seconds", "0.3")

# Everything that a page is told, in order, over reloads and other browsers.
LISTEN = """() => {
  window.told = [];
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    set onmessage(f) {
      super.onmessage = (m) => {
        const frame = JSON.parse(m.data);
        if (frame.t === "state") window.told.push(frame);
        f(m);
      };
    }
  };
}"""


def play(pages: list[Page], dice: random.Random, enough: Callable[[], bool], seconds: float = 120) -> None:
    """Look at each page in turn and tap, until it is enough or the match is over."""
    until = time.monotonic() + seconds
    while not enough():
        assert time.monotonic() < until, [page.inner_text("main") for page in pages]
        done = [page.evaluate(LOOK_AND_TAP, dice.random()) for page in pages]
        if done == ["over"] * len(pages):
            return
        pages[0].wait_for_timeout(40)


def seq(page: Page) -> int:
    return int(page.evaluate("document.getElementById('app').screen.frame.seq"))


def test_a_table_that_nothing_loses(browser: Browser, tmp_path: Path) -> None:
    url, port = f"sqlite:///{tmp_path / 'tables.db'}", free_port()
    base, dice = f"http://127.0.0.1:{port}", random.Random(5)
    server = start(url, port, *PACE)
    try:
        with bad_line(base) as air:  # the telephone's line
            # Vera makes a table on her laptop; a bot on either side; Gleb comes by the link on his telephone.
            vera = new_page(browser, 1280, 800)
            vera.add_init_script(f"({LISTEN})()")
            vera.goto(base)
            vera.fill("[data-key=name]", "Vera")
            vera.click("[data-key=house] > summary")
            vera.fill("[data-key=h-target]", "4")
            vera.press("[data-key=h-target]", "Tab")
            vera.click("[data-key=friends]")
            vera.click("[data-key=bot1]")
            vera.click("[data-key=bot3]")
            link = vera.inner_text(".link code")
            room = link[-6:]
            gleb = new_page(browser, 390, 844, has_touch=True, is_mobile=True)
            gleb.add_init_script(f"({LISTEN})()")
            gleb.goto(link)
            gleb.fill("[data-key=name]", "Gleb")
            gleb.click("[data-key=sit2]")
            gleb.wait_for_function("() => location.hash.startsWith('#s=')")
            seat_link = gleb.url.replace(base, air.base)
            vera.click("[data-key=start]:enabled")
            vera.wait_for_selector(".hand-card")
            pages = [vera, gleb]
            play(pages, dice, lambda: seq(vera) > 45)

            # He reloads the page.
            before = seq(gleb)
            gleb.reload()
            gleb.wait_for_selector(".hand-card, .count-panel")
            assert seq(gleb) >= before
            play(pages, dice, lambda: seq(vera) > 60)

            # No network for half a minute; then the page is back by itself, and has missed nothing.
            gleb.goto(seat_link)
            gleb.wait_for_selector(".hand-card, .count-panel")
            gleb.context.set_offline(True)
            air.mischief = Mischief(dead=True)
            gleb.wait_for_selector(".banner.broken", timeout=6000)
            offline = time.monotonic()
            play([vera], dice, lambda: time.monotonic() > offline + 30)
            air.mischief = Mischief()
            gleb.context.set_offline(False)
            gleb.wait_for_selector(".banner:not(.broken)", timeout=10_000)
            play(pages, dice, lambda: seq(vera) > 80)

            # Another browser, by the link of his seat; the old page steps back.
            again = new_page(browser, 390, 844, "ru")
            again.add_init_script(f"({LISTEN})()")
            again.goto(seat_link.replace(air.base, base))
            again.wait_for_selector(".hand-card, .count-panel")
            gleb.wait_for_selector(".banner.broken button")
            assert again.evaluate("document.getElementById('app').screen.frame.seat") == 2
            pages = [vera, again]
            play(pages, dice, lambda: seq(vera) > 95)

            # The server is killed in the middle, and started again.
            server.send_signal(signal.SIGKILL)
            server.wait(10)
            vera.wait_for_selector(".banner.broken")
            server = start(url, port, *PACE)
            for page in pages:
                page.wait_for_selector(".banner:not(.broken)", timeout=20_000)
            play(pages, dice, lambda: False)
            check(url, room, pages)
            for page in [*pages, gleb]:
                assert not page.troubles, page.troubles  # type: ignore[attr-defined]
                page.context.close()
        server.send_signal(signal.SIGTERM)
        assert server.wait(15) in (0, -signal.SIGTERM)
    finally:
        if server.poll() is None:
            server.kill()
            server.wait(10)


def check(url: str, room: str, pages: list[Page]) -> None:
    """All four seats' views, and what the pages show, are those of the kept match; `verify` accepts its record."""
    record = pages[0].evaluate("(room) => fetch(`/api/rooms/${room}/record`).then((a) => a.text())", room)
    found = verify(record)
    assert found.is_over
    store = Store(url)
    kept = store.load(room)
    store.close()
    assert kept is not None and kept.row.finished
    table = Table.restore(profile_of(kept.row), kept.row.seed, TableOptions(**kept.row.options), kept.journal)
    assert table.stage is Stage.OVER and len(table.deals) == found.deals
    for page, seat in zip(pages, (0, 2), strict=True):
        told = page.evaluate("window.told")
        last = told[-1]
        assert last["seat"] == seat
        assert last["view"] == json.loads(encode({"v": present.view(table, seat)}))["v"]
        assert last["table"]["standing"] == list(table.match.standing)
        observed = [as_sent(e) for e in table.stream(seat)]
        for frame in told:  # each frame told a stretch of the same story
            assert frame["ev"] == observed[frame["seq"] - len(frame["ev"]) : frame["seq"]]
    for seat in (1, 3):  # the bots' seats end with the same count
        assert present.view(table, seat)["count"] == present.view(table, 0)["count"]  # type: ignore[index]
