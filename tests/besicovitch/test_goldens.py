"""Whole matches word for word: no change of the rules goes unseen."""

from __future__ import annotations

import pytest
from tests.besicovitch.golden import FOLDER, TABLES, golden


@pytest.mark.parametrize("table", TABLES)
def test_a_match_is_what_it_was(table: str) -> None:
    assert golden(table) == (FOLDER / f"{table}.txt").read_text("utf-8")


def test_the_goldens_show_every_ending() -> None:
    told = "".join((FOLDER / f"{table}.txt").read_text("utf-8") for table in TABLES)
    assert all(f"by {reason} after" in told for reason in ("last_card", "repetition", "cap"))
    assert {path.stem for path in FOLDER.iterdir()} == set(TABLES)
