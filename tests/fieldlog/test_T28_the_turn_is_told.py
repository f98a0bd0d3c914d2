"""T28: one's turn is told by the title, a soft sound, a vibration; each can be switched off, nothing flashes.

https://github.com/Hanabi-Live/hanabi-live/issues/942, https://github.com/tobymao/18xx/issues/668
A missed turn; a flashing title that distracted.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.live import Server, people
from tests.web.table import new_page

pytestmark = pytest.mark.browser

COUNT = """
window.did = { tone: 0, vibrate: 0, title: 0 };
AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
  apply(f, context, args) { window.did.tone += 1; return Reflect.apply(f, context, args); } });
Object.defineProperty(navigator, "vibrate", { value: () => { window.did.vibrate += 1; return true; } });
"""

# The same frame with and without the turn, as the server tells of it.
TURN = """(mine) => {
  const s = app.screen, frame = s.frame, view = { ...frame.view };
  const move = { text: "_x", kind: "discard", cards: [view.hand[0]] };
  Object.assign(view, mine ? { turn: frame.seat, owes: 1, moves: [move] }
    : { turn: (frame.seat + 1) % 2, owes: 1, moves: [] });
  s.receive({ ...frame, ev: [], view }, false);
  return document.title;
}"""


def test_title_sound_and_vibration(quick: Server, browser: Any) -> None:
    room, secrets = people(quick, "duel")
    pages = []
    for secret in secrets:
        page = new_page(browser)
        page.add_init_script(COUNT)
        page.goto(f"{quick.base}/r/{room}#s={secret}")
        page.wait_for_selector("[data-key=seats]")
        pages.append(page)
    page = pages[0]
    page.click("[data-key=start]:enabled")
    page.wait_for_selector(".hand-card")
    page.wait_for_timeout(800)
    page.evaluate("clearInterval(app.screen.line.timer); app.screen.line.socket.onmessage = null")
    page.evaluate(TURN, False)
    assert page.evaluate("Object.values(window.did)") == [0, 0, 0], "silent until somebody wants it otherwise"
    for sound, vibrate in ((False, False), (True, False), (False, True), (True, True)):
        page.evaluate("""([sound, vibrate]) => import("/static/prefs.js").then((m) => {
          m.setPref("sound", sound); m.setPref("vibrate", vibrate); window.did = { tone: 0, vibrate: 0 }; })""",
                      [sound, vibrate])  # fmt: skip
        assert page.evaluate(TURN, True) == "● Shokha"
        assert page.evaluate("window.did") == {"tone": int(sound), "vibrate": int(vibrate)}
        page.evaluate(TURN, True)
        assert page.evaluate("window.did") == {"tone": int(sound), "vibrate": int(vibrate)}, "once a turn"
        titles = page.evaluate("""() => new Promise((done) => { const seen = new Set();
          const look = setInterval(() => seen.add(document.title), 20);
          setTimeout(() => { clearInterval(look); done([...seen]); }, 300); })""")
        assert titles == ["● Shokha"], "the title does not flash"
        assert page.evaluate(TURN, False) == "Shokha"
    page.click("[data-key=talk] > summary")
    for each in pages:
        assert not each.troubles
        each.context.close()


def test_each_has_its_switch(quick: Server, browser: Any) -> None:
    page = new_page(browser)
    page.goto(quick.base)
    page.click(".lobby > header button")
    for name in ("sound", "vibrate"):
        assert not page.is_checked(f"[data-key=p-{name}]")
        page.check(f"[data-key=p-{name}]")
    page.reload()
    page.click(".lobby > header button")
    assert page.is_checked("[data-key=p-sound]") and page.is_checked("[data-key=p-vibrate]"), "and it is kept"
    page.context.close()
