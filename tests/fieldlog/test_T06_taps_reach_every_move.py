"""T6: what can be tapped is what the rules allow: every enabled selection is legal, every legal move can be tapped.

https://github.com/freeboardgames/FreeBoardGames.org/pull/2015, https://github.com/rbtying/shengji/issues/514
The page allowed an illegal card, or greyed out a legal play.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.live import Server
from tests.web.frames import frames
from tests.web.table import new_page

pytestmark = pytest.mark.browser

# For each frame: every set (or order) of cards that can be tapped one after another without touching a dimmed card,
# and what each enabled button would then send. The modules are the page's own; nothing here knows the rules.
TAP_EVERYTHING = """async (frames) => {
  const kozel = await import("/static/kozel.js"), pile = await import("/static/pile.js");
  return frames.map((frame) => {
    const game = frame.view.game === "kozel" ? kozel : pile;
    const can = new Set(), want = frame.view.moves.map((m) => m.text), wrong = [];
    const state = { ...frame, picked: new Set(), order: [], swept: null, confirming: false, early: false,
      who: (s) => `P${s}`, hasShokha: frame.table.has_shokha };
    const press = () => {
      for (const confirming of [false, true]) {
        state.confirming = confirming;
        const act = { play: (text) => can.add(text), declare: (what) => can.add(`!${what}`), confirm: () => {} };
        for (const b of game.buttons(state, act).querySelectorAll("button")) if (!b.disabled && b.onclick) b.onclick();
      }
      state.confirming = false;
    };
    const seen = new Set();
    const walk = () => {
      const at = frame.view.game === "kozel" ? [...state.picked].sort().join() : state.order.join();
      if (seen.has(at)) return;
      seen.add(at);
      press();
      const limit = frame.view.game === "kozel" ? frame.view.owes || 4 : frame.view.free ? 1 : 2;
      if (state.order.length >= limit) return;
      for (const b of game.hand(state, () => {}).querySelectorAll("button")) {
        const card = b.dataset.key;
        if (b.classList.contains("dim") || state.picked.has(card)) continue;
        state.picked.add(card); state.order.push(card);
        walk();
        state.picked.delete(card); state.order.pop();
      }
    };
    walk();
    for (const text of can) if (!want.includes(text)) wrong.push("illegal " + text);
    for (const text of want) if (!can.has(text)) wrong.push("out of reach " + text);
    return wrong.length ? [frame.view, wrong] : null;
  }).filter(Boolean);
}"""

PROFILES = ("pairs", "yard", "duel", "trio", "quartet", "money", "svoi", "svoi-2", "svoi-3", "besicovitch")


def test_taps_and_rules_agree(quick: Server, browser: Any) -> None:
    page = new_page(browser)
    page.goto(quick.base)
    for profile in PROFILES:
        told = list(frames(profile, 24))
        assert len({str(f["view"]["moves"]) for f in told}) > 12
        assert page.evaluate(TAP_EVERYTHING, told) == [], profile
    page.context.close()


def test_a_wrong_page_would_be_caught(quick: Server, browser: Any) -> None:
    """With a move more or fewer in the frame than the page is judged by, the same comparison complains."""
    page = new_page(browser)
    page.goto(quick.base)
    told = next(f for f in frames("pairs", 60) if len(f["view"]["moves"]) > 2 and f["view"]["owes"] == 1)
    spoilt = TAP_EVERYTHING.replace("view.moves.map((m) => m.text)", "view.moves.slice(1).map((m) => m.text)")
    (found,) = page.evaluate(spoilt, [told])
    assert found[1] == ["illegal " + told["view"]["moves"][0]["text"]]
    page.context.close()
