"""T20: suits are told apart by more than hue, and by hue also by colour-blind eyes; a selection is a lift and a ring.

https://github.com/rbtying/shengji/issues/218, https://github.com/mtgred/netrunner/issues/8724,
https://github.com/Hanabi-Live/hanabi-live/issues/975, https://github.com/mpereira/tty-solitaire/issues/32
The simulations are Machado, Oliveira and Fernandes 2009 (severity 1); differences are CIE 1976.
"""

from __future__ import annotations

import itertools
import re
from importlib import resources
from typing import Any

import pytest
from tests.server.live import Server
from tests.web.table import new_page, start_alone

CSS = (resources.files("shokha") / "web" / "style.css").read_text("utf-8")
SEEN_BY = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def palettes() -> dict[str, dict[str, str]]:
    """The variables of each palette, over those of the usual one."""
    usual = dict(re.findall(r"--([\w-]+): (#\w+)", re.search(r":root \{(.*?)\}", CSS, re.S)[1]))  # type: ignore[index]
    found = {"clear": usual}
    for name, body in re.findall(r'\[data-palette="(\w+)"\] \{(.*?)\}', CSS):
        found[name] = usual | dict(re.findall(r"--([\w-]+): (#\w+)", body))
    return found


def linear(colour: str) -> list[float]:
    digits = colour[1:] if len(colour) == 7 else "".join(c * 2 for c in colour[1:])
    values = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]


def lab(rgb: list[float]) -> tuple[float, float, float]:
    r, g, b = (min(1.0, max(0.0, v)) for v in rgb)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, other: str, eyes: str) -> float:
    seen = [[sum(m * v for m, v in zip(row, linear(c), strict=True)) for row in SEEN_BY[eyes]] for c in (one, other)]
    return sum((a - b) ** 2 for a, b in zip(*map(lab, seen), strict=True)) ** 0.5


def contrast(one: str, other: str) -> float:
    light = sorted(sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True)) for c in (one, other))
    return (light[1] + 0.05) / (light[0] + 0.05)


def test_the_measure_is_right() -> None:
    assert round(contrast("#000", "#fff"), 1) == 21.0 and difference("#123456", "#123456", "deutan") == 0
    assert 99 < difference("#000", "#fff", "all") < 101
    reds = [difference("#c1121f", "#0a6b3d", eyes) for eyes in SEEN_BY]
    assert reds[1] < 15 < reds[0], "a red and a green that protanopes cannot tell apart (web.md 5.2: 11)"


@pytest.mark.parametrize(("palette", "bar"), [("clear", 20), ("contrast", 20)])
def test_four_suits_for_every_eye(palette: str, bar: float) -> None:
    found = palettes()[palette]
    suits = [found[s] for s in "shdc"]
    worst = {eyes: min(difference(a, b, eyes) for a, b in itertools.combinations(suits, 2)) for eyes in SEEN_BY}
    assert min(worst.values()) >= bar, worst


def test_every_palette_stands_out_from_the_paper() -> None:
    assert set(palettes()) == {"clear", "classic", "poker", "contrast"}
    for name, found in palettes().items():
        assert min(contrast(found[s], found["paper"]) for s in "shdc") >= 3, name
        assert contrast(found["gold"], found["felt-2"]) >= 4.5 and contrast(found["ink"], found["felt"]) >= 7, name


@pytest.mark.browser
def test_selection_and_winner_are_shape_and_text(quick: Server, browser: Any) -> None:
    page = new_page(browser)
    start_alone(page, quick.base, "pairs")
    card = page.locator(".hand-card").first
    before = card.bounding_box()
    card.click()
    page.wait_for_timeout(250)
    after = card.bounding_box()
    assert before and after and before["y"] - after["y"] >= 10
    assert card.get_attribute("aria-pressed") == "true"
    ring = card.evaluate("e => getComputedStyle(e).boxShadow")
    assert re.search(r"0px 0px 0px [3-9]px", ring), ring
    page.evaluate(
        """() => {
          const s = document.getElementById("app").screen, view = s.frame.view;
          const trick = [{ seat: 1, n: 1, up: true, cards: ["9h"] }, { seat: 2, n: 1, up: false, cards: [] }];
          s.swept = null;
          s.frame = { ...s.frame, view: { ...view, trick, holds: 1, owes: 1, turn: 3, moves: [] } };
          s.render();
        }"""
    )
    assert "▲" in page.inner_text(".play.holds .who") and "holds" in page.inner_text(".play.holds .who")
    assert page.locator(".play:not(.holds)").count() == 1
    page.context.close()
