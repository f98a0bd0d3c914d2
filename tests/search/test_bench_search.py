"""`shokha bench search`: whole decisions are timed, and both speeds decide the same views."""

from __future__ import annotations

import pytest

from shokha._speed import speed
from shokha.bench import search


def test_views_have_a_choice_and_come_again() -> None:
    seen = search.views(6)
    assert all(len(view.legal) > 1 for view in seen)
    assert seen == search.views(6)


def test_report(capsys: pytest.CaptureFixture[str]) -> None:
    search.run(1, 2, 60)
    out = capsys.readouterr().out
    assert all(name in out for name in search.SEARCHING)
    assert ("compiled" in out and "ratio" in out) or speed().name != "compiled"
