"""T22: longer words fit, plural forms are the language's own, letters on cards are a setting apart, no font is fetched.

https://github.com/benjamintd/codegame.cards/pull/42, https://github.com/bstnfrmry/hanabi/pull/176,
https://github.com/OWASP/cornucopia/pull/1122, https://github.com/pychess/pychess/issues/415
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest
from tests.locale.catalogues import page_texts, rule_texts
from tests.server.live import Server
from tests.web.table import COVERED, new_page, start_alone

from shokha.languages import translation

pytestmark = pytest.mark.browser


def longer(text: str) -> str:
    """The text, at least 40 % longer, in letters that ASCII fonts lack; placeholders stay."""
    accented = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
    parts = text.replace("{", "\x00{").replace("}", "}\x00").split("\x00")
    done = "".join(p if p.startswith("{") else p.translate(accented) for p in parts)
    return done + " " + "ẃörd " * max(1, round(len(text) * 0.4 / 5))


def pseudo() -> dict[str, Any]:
    single, plural = page_texts()
    messages: dict[str, Any] = {text: longer(text) for text in single | rule_texts()}
    messages |= {text: [longer(text), longer(text)] for text in plural}
    return {"language": "en", "forms": ["one", "other"], "messages": messages}


@pytest.mark.parametrize(("width", "height"), [(320, 568), (740, 360)])
def test_words_forty_percent_longer(quick: Server, browser: Any, width: int, height: int) -> None:
    page = new_page(browser, width, height)
    page.route(
        "**/api/words/*", lambda route: route.fulfill(body=json.dumps(pseudo()), content_type="application/json")
    )
    page.goto(quick.base)
    page.wait_for_selector("[data-key=alone]")
    assert "ẃörd" in page.inner_text("[data-key=alone]")
    assert page.evaluate(COVERED) == []
    page.click(".lobby > header button")
    assert page.evaluate(COVERED) == []
    page.keyboard.press("Escape")
    start_alone(page, quick.base, "pairs")
    page.wait_for_selector(".banner.mine")
    page.locator(".hand-card").first.click()
    assert page.evaluate(COVERED) == []
    page.context.close()


def test_letters_and_plurals(quick: Server, browser: Any) -> None:
    page = new_page(browser, language="ru")
    start_alone(page, quick.base, "svoi")
    counts = page.evaluate("import('/static/i18n.js').then((m) => [1, 2, 5, 21, 112].map((n) => "
                           "m.tn('{n} card', '{n} cards', n)))")  # fmt: skip
    ru = translation("ru")
    assert counts == [ru.ngettext("{n} card", "{n} cards", n).format(n=n) for n in (1, 2, 5, 21, 112)]
    letters = """import("/static/prefs.js").then(async (p) => {
      const c = await import("/static/cards.js");
      const queen = (l) => { p.setPref("letters", l); return c.letterOf("Qh") + c.letterOf("10h"); };
      return ["", "en", "fr"].map(queen); })"""
    assert page.evaluate(letters) == ["Д10", "Q10", "D10"]
    fonts = page.evaluate("[...document.fonts].length")
    css = (resources.files("shokha") / "web" / "style.css").read_text("utf-8")
    assert fonts == 0 and "@font-face" not in css and "url(" not in css
    page.context.close()
