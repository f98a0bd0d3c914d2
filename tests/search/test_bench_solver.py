"""`shokha bench solver`: what it measures, and that its bars can be missed."""

from __future__ import annotations

import pytest

from shokha._speed import speed
from shokha.bench import solver


def test_endings_have_four_cards_each_and_no_stock() -> None:
    for state in solver.endings(5):
        assert not state.stock_cards()
        assert [state.hand(seat).bit_count() for seat in range(4)] == [4] * 4
    assert [s.dump() for s in solver.endings(3)] == [s.dump() for s in solver.endings(3)]


def test_report(capsys: pytest.CaptureFixture[str]) -> None:
    solver.run(2, 0)
    out = capsys.readouterr().out
    assert "win or loss, ms" in out and "exact points, ms" in out


def test_a_missed_bar_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert solver._line("x", [1.0, 3.0, 2.0], bar=2.0)
    missed = not solver._line("x", [1.0, 3.0, 2.0], bar=1.9)
    assert missed == (speed().name == "compiled")
    assert ("MISSED" in capsys.readouterr().out) == missed
