"""Perft counts: the kernel against the file, the first depths against the oracle."""

from __future__ import annotations

import pytest
from tests.kozel.perft import DECKS, PLIES, TABLES, Fast, Slow, counts, key, perft, position, read


def test_the_file_is_complete() -> None:
    assert {t: set(c) for t, c in read().items()} == {t: {key(d, p) for d in DECKS for p in PLIES} for t in TABLES}


@pytest.mark.parametrize("table", TABLES)
def test_kernel(table: str) -> None:
    for seed in DECKS:
        for plies in PLIES:
            assert counts(position(Fast, table, seed, plies)) == read()[table][key(seed, plies)]


@pytest.mark.parametrize("table", TABLES)
def test_oracle(table: str) -> None:
    """Small trees in full, of the others what a slow program can count."""
    for seed in DECKS:
        for plies in PLIES:
            on_file, start = read()[table][key(seed, plies)], position(Slow, table, seed, plies)
            for depth, number in enumerate(on_file, 1):
                if number <= 600:
                    assert perft(start, depth) == number
