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
  const top = document.querySelector(".pile .to-beat"); // the card to be beaten
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


SMALL = [(320, 568), (360, 640), (390, 664), (740, 360), (1024, 768), (1280, 800)]

# The largest trick, as the server would tell it: everybody has played as many cards, the last of them ourselves.
LAY = """(n) => {
  const s = app.screen, f = structuredClone(s.frame), v = f.view, seats = f.table.seats.length;
  clearInterval(s.line.timer);
  s.line.socket.onmessage = null;
  s.unsweep();
  f.ev = [];
  v.trick = Array.from({ length: seats }, (_, i) => ({ seat: (i + 1) % seats, n, up: i < 3, pairs: [],
    cards: i < 3 || i + 1 === seats ? ["A", "10", "K", "Q"].slice(0, n).map((r) => r + "hdcsh"[i]) : [] }));
  v.trick[2].pairs = v.trick[2].cards.map((c, i) => [c, v.trick[0].cards[i]]);
  v.holds = v.trick[2].seat;
  f.table.seats[1] = { ...f.table.seats[1], name: "Екатерина Вторая", bot: "", person: true, present: true };
  Object.assign(v, { turn: 0, owes: n, hand: ["Js", "Qs", "7s", "7h"].slice(0, n), turn_up: "10c", stock: 9 });
  v.moves = [{ text: "x", kind: "discard", cards: v.hand }];
  s.receive(f, false);
}"""

# Without scrolling: each card of the trick is on top at its index, or covered by the next one of its row alone.
TRICK = """() => {
  scrollTo(0, 0);
  const top = (x, y) => document.elementFromPoint(x, y);
  return [...document.querySelectorAll(".trick .card")].map((card) => {
    const box = card.getBoundingClientRect(), at = top(box.left + box.width / 4, box.bottom - 3);
    return at && card.parentNode.closest(".play").contains(at) ? "" : card.getAttribute("aria-label") || "back";
  }).filter(Boolean);
}"""


@pytest.mark.parametrize("profile", ["pairs", "money"])
def test_the_whole_trick_is_seen(quick: Server, browser: Any, profile: str) -> None:
    """Its last row lay under the hand on small telephones, and with five players on a laptop."""
    page = new_page(browser, language="ru", reduced_motion="reduce")
    start_alone(page, quick.base, profile)
    for cards in (1, 2, 4):
        page.evaluate(LAY, cards)
        for width, height in SMALL:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(60)
            assert page.evaluate(TRICK) == [], (cards, width, height)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (cards, width, height)
    page.context.close()


def test_the_turn_up_can_be_read(quick: Server, browser: Any) -> None:
    """It lies crosswise under the stock, and its rank and suit are upright where no card covers them."""
    page = new_page(browser)
    start_alone(page, quick.base, "pairs")
    page.evaluate(LAY, 1)
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        free = page.evaluate("""() => {
          const box = (selector) => document.querySelector(selector).getBoundingClientRect();
          const pack = box(".pack .small"), index = [box(".turn-up .rank"), box(".turn-up path")];
          return index.every((p) => p.right <= pack.left && p.height > 9) && box(".turn-up").width > pack.width;
        }""")
        assert free, (width, height)
    assert "ten of clubs" in (page.locator(".turn-up").get_attribute("aria-label") or "")
    page.context.close()


def test_a_large_pile_stays_on_the_screen(quick: Server, browser: Any) -> None:
    """Besicovitch's game: a pick-up of fourteen cards ran off the edge; open hands are cards, not text."""
    page = new_page(browser)
    start_alone(page, quick.base, "besicovitch")
    cards = page.evaluate("""() => {  // 36, or 35 when the other has led already
      const s = app.screen, f = structuredClone(s.frame), all = f.view.hands.flat();
      clearInterval(s.line.timer);
      s.line.socket.onmessage = null;
      f.ev = [];
      Object.assign(f.view, { pile: 14, top: all[0], look: all.slice(0, 14), takes: 14, hands: [[], all.slice(14)] });
      s.receive(f, false);
      return all.length;
    }""")
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
        edges = page.locator(".middle .card").evaluate_all("all => all.map((c) => c.getBoundingClientRect().right)")
        assert len(edges) == 1 + cards and max(edges) <= width, (width, max(edges))
    page.context.close()
