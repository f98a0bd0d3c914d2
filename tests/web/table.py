"""A page of the web table, driven as a person does: by looking at it and tapping, or by keys alone."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from shokha.server.room import Pace

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
QUICK = Pace(window=0.3, bot_move=0.02, count=0.5, gone=1.0, share=4.0)

READY = "[data-key=ready]:enabled, [data-key=rematch], .banner.mine"

# One look at the table and one tap. Cards that the page dims are left alone; nothing here knows the rules.
LOOK_AND_TAP = """(dice) => {
  const tap = (key) => {
    const b = document.querySelector(`[data-key="${key}"]`);
    if (!b || b.disabled) return "";
    b.click();
    return key;
  };
  if (document.querySelector("[data-key=rematch]")) return "over";
  if (tap("ready")) return "ready";
  if (tap("claim")) return "claim";
  if (!document.querySelector(".banner.mine")) return "wait";
  const hand = [...document.querySelectorAll(".hand-card")];
  const pressed = hand.filter((c) => c.getAttribute("aria-pressed") === "true");
  for (const key of ["beat", "lead", "go"]) if (tap(key)) return key;
  const open = hand.filter((c) => !c.classList.contains("dim") && c.getAttribute("aria-pressed") !== "true");
  if (pressed.length && tap("discard")) return "discard";
  if (open.length && pressed.length < 4) { open[Math.floor(dice * open.length)].click(); return "card"; }
  if (tap("up")) return "up";
  pressed.forEach((c) => c.click());
  return "clear";
}"""

# What is covered by something else, too small for a finger, or wider than the screen.
COVERED = """() => {
  const bad = [];
  for (const el of document.querySelectorAll("button, select, input, a, summary")) {
    if (!el.checkVisibility() || el.closest("details:not([open])") && el.tagName !== "SUMMARY") continue;
    if (document.querySelector("[role=dialog]") && !el.closest("[role=dialog]")) continue;
    el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = el.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const top = document.elementFromPoint(x, y);
    const mine = top && (el.contains(top) || top.contains(el) && top.tagName === "LABEL");
    if (!mine) bad.push([el.dataset.key || el.textContent, top && (top.dataset.key || top.className || top.tagName)]);
    if (box.width < 24 || box.height < 24) bad.push([el.dataset.key || el.textContent, "small", box.width, box.height]);
  }
  if (document.documentElement.scrollWidth > window.innerWidth) bad.push(["page", "wider than the screen"]);
  return bad;
}"""


@contextmanager
def chromium_at(path: str) -> Iterator[Browser]:
    """A real Chromium, without a window."""
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def new_page(browser: Browser, width: int = 390, height: int = 844, language: str = "en", **more: Any) -> Page:
    """A page in a browser context of its own, as on another device; errors of the page fail the test."""
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language, **more)
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.troubles = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.troubles.append(str(error)))  # type: ignore[attr-defined]
    return page


def start_alone(page: Page, base: str, profile: str, settings: dict[str, str] | None = None) -> None:
    """The lobby: choose a version, change house rules, play."""
    page.goto(base)
    page.click(f'[data-key="v-{profile}"]')
    if settings:
        page.click("[data-key=house] > summary")
        for name, value in settings.items():
            field = page.locator(f'[data-key="h-{name}"]')
            if field.evaluate("e => e.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
                field.press("Tab")
    page.click("[data-key=alone]")
    page.wait_for_selector(".hand-card")


def look_and_tap_to_the_end(page: Page, seed: int = 1, seconds: float = 300) -> dict[str, int]:
    """Play until the page offers another match; how often each thing was done."""
    chance, done = random.Random(seed), {"over": 0}
    deadline = time.monotonic() + seconds
    while not done["over"]:
        assert time.monotonic() < deadline, page.inner_text("main")
        what = page.evaluate(LOOK_AND_TAP, chance.random())
        done[what] = done.get(what, 0) + 1
        if what == "wait":
            page.wait_for_timeout(30)
        elif what not in ("card", "clear"):
            page.wait_for_timeout(60)
    assert not page.troubles, page.troubles  # type: ignore[attr-defined]
    return done
