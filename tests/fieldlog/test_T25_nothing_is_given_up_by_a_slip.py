"""T25: no slip of the finger gives a match up, and nothing can be taken back to peek.

https://github.com/TricksterCards/TricksterBots/issues/44 · https://github.com/SWU-Petranaki/SWUOnline/issues/304
In line mode leaving needs no question, because leaving loses nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.person import Sitting

from shokha.terminal import saves


@pytest.mark.parametrize("word", ["quit", "exit", "q", "QUIT", "выход"])
def test_leaving_keeps_the_match(word: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    sitting = Sitting("pairs", ["me", "rule", "rule", "rule"], 5, path=path)
    sitting.type("discard 2 3 4", word)
    again = saves.read(path)
    assert again.table.journal == sitting.table.journal
    assert again.table.view(0).hand == sitting.table.view(0).hand


@pytest.mark.parametrize("word", ["resign", "give up", "undo", "back", "new", "stop", "concede"])
def test_there_is_no_word_that_ends_or_takes_back(word: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    sitting = Sitting("pairs", ["me", "rule", "rule", "rule"], 5, path=path)
    sitting.type("discard 2 3 4")
    before = list(sitting.table.journal)
    sitting.type(word)
    assert sitting.table.journal == before and saves.read(path).table.journal == before


def test_nothing_typed_after_the_last_deal_begins_another_match_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path))
    sitting = Sitting("pairs", ["me", "random", "random", "random"], 3, changes={"target": 2})
    assert sitting.play(3) == 0  # Enter at the question leaves
    assert sitting.table.matches_played == 0
