"""The golden playthroughs still go as they are on file (`golden` tells how to rewrite them)."""

from __future__ import annotations

import pytest
from tests.kozel.golden import FOLDER, TABLES, text


def test_every_file_belongs_to_a_table() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(TABLES)


@pytest.mark.parametrize("table", TABLES)
def test_golden(table: str) -> None:
    assert text(table).splitlines() == (FOLDER / f"{table}.txt").read_text("utf-8").splitlines()
