"""T30: a score sheet has a history, adds up after a correction, counts by the version, and doubts wrong sums.

https://github.com/khlebobul/board_buddy/issues/49, https://github.com/glaures/forestshuffle/issues/8,
https://github.com/nolanlawson/KeepScore/issues/89
Keepers without a history, wrong totals after a correction, no scoring of the game.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from tests.server.live import Browser, Server
from tests.web.frames import seated
from tests.web.table import COVERED, new_page

from shokha.errors import ShokhaError
from shokha.server.keeper import Counted, Sheet, count
from shokha.table import Command, Stage


def sheet(profile: str, *deals: list[int], bare: tuple[int, ...] = (), **rules: str) -> dict[str, Any]:
    return count(Sheet(profile, rules, [Counted(points, list(bare)) for points in deals]))


@pytest.mark.parametrize(
    ("profile", "points", "bare", "penalties"),
    [
        ("pairs", [89, 31], (), [0, 2]),
        ("pairs", [90, 30], (), [0, 4]),
        ("pairs", [120, 0], (), [0, 4]),
        ("pairs", [120, 0], (1,), [0, 6]),
        ("pairs", [60, 60], (), [2, 2]),
        ("quartet", [89, 31], (), [0, 4]),
        ("yard", [60, 60], (), [0, 0]),
        ("trio", [70, 30, 20], (), [0, 2, 4]),
        ("trio", [60, 30, 30], (), [0, 2, 2]),
        ("duel", [100, 20], (), [0, 2]),
    ],
)
def test_each_version_by_its_own_rules(profile: str, points: list[int], bare: tuple[int, ...], penalties: Any) -> None:
    told = sheet(profile, points, bare=bare)
    assert told["rows"][0]["penalties"] == penalties and not told["rows"][0]["trouble"]
    assert list(told["standing"]) == penalties


def test_a_correction_counts_everything_anew() -> None:
    wrong = sheet("pairs", [20, 100], [30, 90], [25, 95], [70, 50])
    assert wrong["over"]["winners"] == (1,) and wrong["rows"][3]["trouble"] == "match_over"
    right = sheet("pairs", [20, 100], [90, 30], [25, 95], [70, 50])
    assert right["over"] is None and right["standing"] == (8, 6)
    assert [row["standing"] for row in right["rows"]] == [(4, 0), (4, 4), (8, 4), (8, 6)]


def test_what_cannot_be_is_doubted_and_changes_nothing() -> None:
    told = sheet("pairs", [70, 50], [70, 40], [80, 40, 0], [-1, 121], [100, 20])
    assert [row["trouble"] for row in told["rows"]] == ["", "not_120", "bad_points", "bad_points", ""]
    assert told["standing"] == (0, 6)
    assert sheet("trio", *[[70, 50, 0]] * 3, [60, 0, 60], [60, 30, 30])["rows"][4]["trouble"] == "side_is_out"
    doubled = sheet("pairs", [60, 60], [100, 20], eggs="double_next")
    assert doubled["rows"][1]["factor"] == 2 and doubled["standing"] == (0, 8)
    for profile in ("svoi", "money", "nonsense", "../pairs"):
        with pytest.raises(ShokhaError):
            sheet(profile)


@pytest.mark.parametrize("profile", ["pairs", "yard", "trio"])
def test_the_same_as_at_our_own_table(profile: str) -> None:
    """A whole match, counted by the table, gives the same totals when only its counts are written down."""
    table, chance, counts = seated(profile, 4), random.Random(3), []
    while table.stage is not Stage.OVER:
        if table.stage is Stage.COUNTING:
            table.go_on()
        seat = table.to_decide()[0]
        table.receive(Command("play", seat, str(chance.choice(table.legal(seat)))))
        if table.stage is not Stage.PLAYING:
            result = table.deals[-1].result
            bare = [side for side, tricks in enumerate(result.tricks) if not tricks]
            counts.append(Counted(list(result.points), bare))
            assert count(Sheet(profile, {}, counts))["standing"] == table.match.standing
    told = count(Sheet(profile, {}, counts))
    assert told["over"]["winners"] == table.match.winners and told["over"]["losers"] == table.match.losers


def test_bad_sheets_are_refused(quick: Server) -> None:
    browser = Browser(quick.base)
    assert browser.call("/api/keeper", {"profile": "pairs", "deals": "none"})[1]["code"] == "unreadable"
    assert browser.call("/api/keeper", {"profile": "svoi"})[1]["code"] == "refused"
    assert browser.call("/api/keeper", {"profile": "pairs", "set": {"target": "-1"}})[0] == 400
    assert browser.call("/api/keeper", {"profile": "pairs", "deals": [{"points": []}]})[1]["rows"][0]["trouble"]


@pytest.mark.browser
def test_on_the_page(quick: Server, browser: Any) -> None:
    page = new_page(browser, 320, 568, "ru")
    page.goto(quick.base)
    page.click("[data-key=score]")
    for written, own in enumerate(("89", "90", "60")):
        page.fill("[data-key=points0]", own)
        assert page.input_value("[data-key=points1]") == str(120 - int(own)), "the rest is the other side's"
        page.click("[data-key=write]")
        page.wait_for_function("(n) => document.querySelectorAll('tbody tr').length > n", arg=written)
    total = "tfoot b"
    assert page.locator(total).all_inner_texts() == ["2", "8"]
    page.click("[data-key=edit1]")
    page.fill("[data-key=points0]", "9")
    page.click("[data-key=write]")
    page.wait_for_function("() => document.querySelector('tfoot b').textContent === '6'")
    page.fill("[data-key=points0]", "70")
    page.evaluate("document.querySelector('[data-key=points1]').value = '40'")
    page.click("[data-key=write]")
    page.wait_for_selector("tr.trouble .refusal")
    assert "120" in page.inner_text("tr.trouble")
    assert page.evaluate(COVERED) == []
    assert [v["id"] for v in Axe().run(page).response["violations"]] == []
    page.reload()
    page.wait_for_selector("tr.trouble")
    page.click("[data-key=undo]")
    page.wait_for_function("() => !document.querySelector('tr.trouble')")
    page.click("[data-key=strike0]")
    page.wait_for_function("() => document.querySelectorAll('tbody tr').length === 2")
    page.click("[data-key=undo]")
    page.wait_for_function("() => document.querySelectorAll('tbody tr').length === 3")
    assert page.locator(total).all_inner_texts() == ["6", "4"]
    page.evaluate("localStorage.setItem('shokha.sheet', '[1')")
    page.reload()
    page.wait_for_selector("[data-key=points0]")
    assert not page.troubles  # type: ignore[attr-defined]
    page.context.close()
