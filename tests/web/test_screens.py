"""T18, T19 and the weight of the page: every screen at four sizes, clean for axe, with nothing in the way.

https://github.com/cuttle-cards/cuttle/issues/334, https://github.com/rbtying/shengji/issues/3,
https://github.com/lichess-org/lila/issues/7084
"""

from __future__ import annotations

import os
import random
from importlib import resources
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from tests.server.live import Browser as Api
from tests.server.live import Client, Server, new_room, run
from tests.web.table import COVERED, LOOK_AND_TAP, new_page, start_alone

pytestmark = pytest.mark.browser

SIZES = [(320, 568), (390, 844), (740, 360), (1280, 800)]


def look(page: Page, name: str) -> None:
    """Look at a screen: nothing covered, nothing for axe to complain about; a picture for people who ask for it."""
    folder = os.environ.get("SHOKHA_SCREENSHOTS")
    if folder:
        size = page.viewport_size or {"width": 0}
        page.screenshot(path=Path(folder) / f"{name}_{size['width']}.png")
    assert page.evaluate(COVERED) == [], name
    found = Axe().run(page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in found] == [], name


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_screen(quick: Server, browser: Browser, width: int, height: int, language: str) -> None:
    page = new_page(browser, width, height, language)
    spoken = ["fr", language]  # who reads French best gets what comes next
    page.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ value: {spoken} }})")
    page.goto(quick.base)
    page.wait_for_selector("[data-key=alone]")
    assert page.get_attribute("html", "lang") == language
    look(page, f"lobby_{language}")
    page.click("[data-key=house] > summary")
    look(page, f"house_{language}")
    page.click("[data-key=book]")
    page.wait_for_selector("[role=dialog] #rule-A1")
    if width in (320, 740):
        look(page, f"book_{language}")
    page.locator("[role=dialog] .main").click()
    page.click("[data-key=settings]")
    page.wait_for_selector("[role=dialog]")
    look(page, f"settings_{language}")
    page.locator("[role=dialog] .main").click()
    page.click("[data-key=friends]")
    page.wait_for_selector(".seats .qr")
    look(page, f"seats_{language}")
    start_alone(page, quick.base, "yard", {"deals": "1"})
    page.wait_for_selector(".banner.mine")
    told = "1 домашнее правило" if language == "ru" else "1 house rule"
    assert page.inner_text(".version span").split(" · ")[1] == told
    page.locator(".hand-card").first.click()
    look(page, f"table_{language}")
    page.click("[data-key=rules-of]")
    page.wait_for_selector("[role=dialog] .rule-list")
    look(page, f"rules_{language}")
    page.click("[data-key=to-book]")
    page.wait_for_selector("[role=dialog] #rule-B1")
    if width in (390, 1280):
        look(page, f"beside_{language}")
    page.locator("[role=dialog] .main").click()
    for turn in range(600):
        if page.evaluate(LOOK_AND_TAP, (turn * 0.37) % 1) == "over":
            break
        page.wait_for_timeout(40)
    look(page, f"count_{language}")
    start_alone(page, quick.base, "svoi")
    page.wait_for_selector(".banner.mine")
    look(page, f"svoi_{language}")
    assert not page.troubles, page.troubles  # type: ignore[attr-defined]
    page.context.close()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_screens_of_the_end_and_of_trouble(quick: Server, browser: Browser, language: str) -> None:
    """A finished match and its replay, a refusal, watching, a seat opened elsewhere, no such room, a bad record."""
    room, secret = finished(quick)
    page = new_page(browser, 390, 844, language)
    page.goto(f"{quick.base}/r/{room}#s={secret}")
    page.wait_for_selector("[data-key=rematch]")
    look(page, f"over_{language}")
    page.click("[data-key=look]")
    page.wait_for_selector("[data-key=r-step]")
    page.select_option("[data-key=r-as]", "all")
    page.keyboard.press("End")
    look(page, f"replay_{language}")
    page.click("[data-key=r-close]")
    again = new_page(browser, 390, 844, language)
    again.goto(f"{quick.base}/r/{room}#s={secret}")
    page.wait_for_selector(".banner.broken button")
    look(page, f"elsewhere_{language}")
    again.context.close()
    page.evaluate("localStorage.clear()")
    page.goto(f"{quick.base}/r/{room}")  # without a seat
    page.wait_for_selector(".count-panel")
    assert page.locator("[data-key=rematch]").count() == 0
    look(page, f"watching_{language}")
    page.goto(f"{quick.base}/r/NOSUCH")
    page.wait_for_selector("button.main")
    look(page, f"no_room_{language}")
    page.goto(quick.base)
    page.set_input_files("[data-key=record]", {"name": "x.txt", "mimeType": "text/plain", "buffer": b"nonsense"})
    page.wait_for_selector(".refusal")
    look(page, f"bad_record_{language}")
    record = page.evaluate("(room) => fetch(`/api/rooms/${room}/record`).then((a) => a.text())", room)
    page.set_input_files("[data-key=record]", {"name": "x.txt", "mimeType": "text/plain", "buffer": record.encode()})
    page.wait_for_selector("[data-key=rematch]")
    start_alone(page, quick.base, "besicovitch")
    page.wait_for_selector(".banner")
    page.evaluate("app.screen.answer({ t: 'no', id: '', code: 'not_your_turn', rule: 'A14', message: 'No.', seq: 0 })")
    look(page, f"besicovitch_{language}")
    assert not page.troubles, page.troubles  # type: ignore[attr-defined]
    page.context.close()


# Something that depends on luck, shown to the page as the server would tell it.
TELL = "(change) => { const s = app.screen, f = structuredClone(s.frame); f.ev = []; change(f); s.receive(f, false); }"


def test_screens_of_rare_moments(quick: Server, browser: Browser, language: str = "ru") -> None:
    """A claim, a refusal, an overdue player, the count between deals, watching with open hands, lists of matches."""
    page = new_page(browser, 390, 844, language)
    page.goto(quick.base)
    page.click("[data-key=score]")
    page.fill("[data-key=points0]", "70")
    page.click("[data-key=write]")
    page.wait_for_selector("[data-key=row0]")
    look(page, f"sheet_{language}")
    page.goto(quick.base)
    page.click("[data-key=house] > summary")
    page.check("[data-key=listed]")
    page.check("[data-key=last_trick]")
    page.select_option("[data-key=move_seconds]", "180")
    page.click("[data-key=alone]")
    page.wait_for_selector(".banner.mine")
    page.keyboard.press("?")
    look(page, f"keys_{language}")
    page.keyboard.press("Escape")
    page.click("[data-key=settings]")
    page.select_option("[data-key=shows]", "now")
    page.locator(".report > summary").click()
    look(page, f"seat_settings_{language}")
    page.keyboard.press("Escape")
    change = """(f) => { f.view.claim = "moskva"; f.view.declared = [{ seat: 1, what: "molodka", cards: [] }];
      f.clock.window = 1; f.table.eggs = 1; f.table.standing = [12, 4]; f.table.seats[1].person = true;
      f.table.seats[1].overdue = true; }"""
    page.evaluate(f"({TELL})({change})")
    assert page.locator("[data-key=claim]").count() == 1 and page.locator(".goat").count() == 1
    page.evaluate("app.screen.answer({ t: 'no', id: '', code: 'no_pairing', rule: 'A14', message: 'No.', seq: 0 })")
    look(page, f"claim_{language}")
    watcher = new_page(browser, 390, 844, language)
    watcher.goto(quick.base)
    watcher.locator("[data-key^=w-]").first.wait_for()
    look(watcher, f"watch_list_{language}")
    watcher.locator("[data-key^=w-]").first.click()
    watcher.wait_for_selector(".shown-hands .card")
    look(watcher, f"open_hands_{language}")
    watcher.context.close()
    page.wait_for_function("() => app.screen.frame.table.watchers === 0")
    change = """(f) => { f.table.stage = "counting"; f.table.waiting = [0]; f.view.over = true; f.view.moves = [];
      f.view.count = { points: [70, 50], tricks: [5, 3], piles: [["As"], ["Ks"]], sums: [[11], [4]] };
      f.table.last_deal = { number: 1, penalties: [0, 2], eggs: false, why: ["most", "ge31"], factor: 1 }; }"""
    page.evaluate(f"({TELL})({change})")
    page.click("[data-key=piles] > summary")
    look(page, f"counting_{language}")
    page.goto(quick.base)
    page.wait_for_selector("[data-key=mine]")
    look(page, f"mine_{language}")
    assert not page.troubles  # type: ignore[attr-defined]
    page.context.close()


def finished(server: Server) -> tuple[str, str]:
    """A finished match on this server, and the secret of its first seat."""
    room, secret = new_room(Api(server.base), "pairs", ["me", "random", "random", "random"], set={"target": "2"})

    async def play() -> None:
        client = await Client(server.base, room, secret).open()
        await client.play_out(random.Random(1))

    run(play())
    return room, secret


def test_the_page_is_light_and_quick(quick: Server, browser: Browser) -> None:
    """Less than 150 KB until the table can be played at, with nothing from elsewhere."""
    page = new_page(browser)
    start_alone(page, quick.base, "pairs")
    loaded = dict(
        page.evaluate("""performance.getEntries().filter((e) => "transferSize" in e)
        .map((e) => [e.name, e.transferSize])""")
    )
    assert len(loaded) > 15 and min(loaded.values()) > 0
    assert sum(loaded.values()) < 150_000, loaded
    own = {file.name for file in (resources.files("shokha") / "web").iterdir() if file.name.endswith(".js")}
    announced = page.evaluate("[...document.querySelectorAll('link[rel=modulepreload]')].map((l) => l.href)")
    assert {url.rpartition("/")[2] for url in announced} == own - {"app.js"}, "every file is asked for at once"
    assert all(url.startswith(quick.base) for url in loaded)
    page.goto(quick.base)
    warm = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    assert warm < 3000
    page.context.close()
