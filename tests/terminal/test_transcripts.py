"""Whole matches word for word: every change of a sentence is seen by whoever reviews it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.transcripts import FOLDER, MATCHES, transcript


@pytest.mark.parametrize("name", sorted(MATCHES))
def test_transcript(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path))
    assert transcript(name) + "\n" == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_no_transcript_is_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(MATCHES)
