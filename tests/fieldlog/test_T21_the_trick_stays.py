"""T21: a finished trick stays for as long as one likes, also when the next lead is there already; a tap goes on.

https://github.com/Rescator7/Hearts/issues/3 (swept away too fast), https://github.com/hamvocke/doppelkopf/issues/44,
https://github.com/hamvocke/doppelkopf/issues/72 (a button press for each trick)
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.live import Server
from tests.web.table import new_page, start_alone

pytestmark = pytest.mark.browser

# Two frames as the server sends them: the last card of a trick, and at once the next player's lead.
TAKE_AND_LEAD = """() => {
  const s = document.getElementById("app").screen, frame = s.frame;
  s.trickWas = [];
  const lead = { e: "CardsLed", seat: 1, cards: ["9h"], wins: false };
  const last = { e: "CardsBeat", seat: 2, cards: ["Ah"] }, taken = { e: "TrickTaken", seat: 2 };
  const next = { e: "CardsLed", seat: 2, cards: ["Kc"], wins: false };
  const view = { ...frame.view, trick: [], won: [0, 0, 1, 0], turn: 2, owes: 0, moves: [], holds: 2 };
  s.receive({ ...frame, ev: [lead, last, taken], view }, false);
  const trick = [{ seat: 2, n: 1, up: true, cards: ["Kc"] }];
  s.receive({ ...frame, ev: [next], view: { ...view, trick, turn: 3, owes: 1 } }, false);
  const box = document.querySelector(".swept");
  return { at: performance.now(), plays: box.querySelectorAll(".play").length, html: box.innerHTML };
}"""
LOOK = "() => ({ at: performance.now(), there: Boolean(document.querySelector('.swept')) })"


def swept(page: Any) -> bool:
    return bool(page.locator(".swept").count())


def test_as_long_as_one_likes(quick: Server, browser: Any) -> None:
    page = new_page(browser)
    start_alone(page, quick.base, "pairs")
    page.wait_for_timeout(600)
    page.evaluate("clearInterval(app.screen.line.timer); app.screen.line.socket.onmessage = null")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)  # goes on only when it is told to

    def lasts(setting: str) -> tuple[float, float]:
        """Seconds until it was last seen, and first seen to be gone, by the page's clock."""
        page.evaluate("(sweep) => import('/static/prefs.js').then((m) => m.setPref('sweep', sweep))", setting)
        begun = page.evaluate(TAKE_AND_LEAD)
        assert "9" in begun["html"] and begun["plays"] == 2
        last = 0.0
        for _ in range(30):
            page.clock.run_for(250)
            look = page.evaluate(LOOK)
            passed = (look["at"] - begun["at"]) / 1000
            if not look["there"]:
                return last, passed
            last = passed
        return last, float("inf")

    for setting in ("0.5", "1.5", "5"):
        last, gone = lasts(setting)
        assert last <= float(setting) + 0.02 and gone >= float(setting) - 0.02
        assert page.locator(".trick .play").count() == 1, "then the new lead is seen"
    assert lasts("tap")[1] == float("inf")
    page.click("[data-key=sweep]")
    assert not swept(page)
    page.evaluate(TAKE_AND_LEAD)
    page.locator(".hand-card").first.click()  # to go on playing needs no extra tap
    assert not swept(page)
    page.evaluate(TAKE_AND_LEAD)
    page.keyboard.press("Escape")
    assert not swept(page)
    page.context.close()


def test_the_last_trick_is_shown_by_agreement_only(quick: Server, browser: Any) -> None:
    """A18, QA17: nobody looks back, unless the table says so."""
    page = new_page(browser)
    start_alone(page, quick.base, "pairs")
    assert page.evaluate("app.screen.frame.view.last") is None and page.locator("[data-key=last]").count() == 0
    agreed = """() => { const s = app.screen; s.frame = { ...s.frame, view: { ...s.frame.view,
      last: [{ seat: 0, n: 1, up: true, cards: ["Ah"] }] } }; s.render();
      return document.querySelectorAll("[data-key=last]").length; }"""
    assert page.evaluate(agreed) == 1
    page.context.close()
