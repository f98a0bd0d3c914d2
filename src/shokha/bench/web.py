"""`shokha bench web`: how soon the table can be played at, in a real Chromium.

Cold is a browser that was never here: every file comes over the wire. Warm is a second visit. Measured are
the server's start, the first paint of the lobby, the lobby with its button, one tap to a hand of cards,
a reload in the middle of a deal, and the weight of everything loaded until then.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

BAR_WARM = 1.0
BAR_BYTES = 150_000
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
LOADED = "performance.getEntries().map((e) => e.transferSize || 0).reduce((a, b) => a + b, 0)"


def run(rounds: int) -> int:
    """Measure and print; 0 when a warm table is playable within a second and the page is light enough."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("This needs Playwright for Python: pip install playwright", file=sys.stderr)
        return 2
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        print("This needs Chromium. On Debian or Ubuntu: sudo apt install chromium", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        server, base, start = _server(Path(folder))
        try:
            browser = tools.chromium.launch(executable_path=chromium, args=FLAGS)
            visits: list[tuple[dict[str, float], dict[str, float]]] = []
            for _ in range(rounds + 1):  # the first round also warms the server, and does not count
                context = browser.new_context(viewport={"width": 390, "height": 844})
                visits.append((_visit(context, base), _visit(context, base)))
                context.close()
            browser.close()
        finally:
            server.terminate()
            server.wait(10)
    print(f"server      {1000 * start:7.0f} ms from start to its first answer")
    print(f"{'':12}{'cold':>9}{'warm':>9}   medians of {rounds} rounds")
    cold, warm = ({name: statistics.median(v[i][name] for v in visits[1:]) for name in visits[0][0]} for i in (0, 1))
    for name, unit in (("paint", "ms"), ("lobby", "ms"), ("playable", "ms"), ("reload", "ms"), ("bytes", "KB")):
        print(f"{name:12}{cold[name] / 1000 if unit == 'KB' else cold[name]:9.0f}", end="")
        print(f"{warm[name] / 1000 if unit == 'KB' else warm[name]:9.0f} {unit}")
    print(f"warm table playable in {warm['playable'] / 1000:.2f} s (bar: {BAR_WARM} s); ", end="")
    print(f"{cold['bytes'] / 1000:.0f} KB until then (bar: {BAR_BYTES // 1000} KB)")
    return 0 if warm["playable"] < 1000 * BAR_WARM and cold["bytes"] < BAR_BYTES else 1


def _server(folder: Path) -> tuple[subprocess.Popen[bytes], str, float]:
    """The server as people start it, in a process of its own; its address, and seconds until it answered."""
    command = [sys.executable, "-m", "shokha", "web", "--no-browser", "--quiet", "--database"]
    began = time.perf_counter()
    process = subprocess.Popen([*command, f"sqlite:///{folder / 'tables.db'}"], stdout=subprocess.PIPE)
    assert process.stdout is not None
    base = process.stdout.readline().decode().split()[-1].rstrip("/")
    while True:
        try:
            urllib.request.urlopen(f"{base}/healthz", timeout=5).close()
            return process, base, time.perf_counter() - began
        except OSError:
            time.sleep(0.01)


def _visit(context: Any, base: str) -> dict[str, float]:
    """One visit: from the address to a hand of cards with one tap. Milliseconds and bytes."""
    page = context.new_page()
    began = time.perf_counter()

    def took(action: Callable[[], Any]) -> float:
        action()
        return 1000 * (time.perf_counter() - began)

    page.goto(base, wait_until="commit")
    lobby = took(lambda: page.wait_for_selector("[data-key=alone]:enabled"))
    paint = page.evaluate(PAINT)
    page.click("[data-key=alone]")
    playable = took(lambda: page.wait_for_selector(".hand-card"))
    weight = page.evaluate(LOADED)
    began = time.perf_counter()
    page.reload(wait_until="commit")
    again = took(lambda: page.wait_for_selector(".hand-card"))
    page.close()
    return {"paint": paint or lobby, "lobby": lobby, "playable": playable, "reload": again, "bytes": weight}
