"""Files of records: written whole (see also F89), and never over something that could not be read."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from tests.record.play import Played, example, go_on, play

from shokha.errors import RecordError
from shokha.files import read_bytes, write_atomic
from shokha.record import Record, RecordFile, read_part, replay


def record_of(played: Played) -> Record:
    return Record.of(played.match, played.deals, players=["Anna", "Boris"])


def names(folder: Path) -> list[str]:
    """Everything in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_a_record_is_written_and_read(tmp_path: Path) -> None:
    path, record = tmp_path / "match.txt", record_of(play("yard", 1, 30))
    record.write(path)
    assert Record.read(path) == record
    record.write(path)
    assert names(tmp_path) == ["match.txt"]


def test_a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    mask = os.umask(0o027)
    try:
        write_atomic(path, b"1")
        assert path.stat().st_mode & 0o777 == 0o640
        path.chmod(0o600)
        link.symlink_to(path)
        write_atomic(link, b"2")
    finally:
        os.umask(mask)
    assert (path.read_bytes(), link.is_symlink(), path.stat().st_mode & 0o777) == (b"2", True, 0o600)


def test_too_large_a_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x" * 101)
    with pytest.raises(OSError, match="larger"):
        read_bytes(path, 100)
    assert len(read_bytes(path, 101)) == 101


@pytest.mark.parametrize("where", ["missing/match.txt", "."])
def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path, where: str) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        record_of(play("duel", 1, 3)).write(tmp_path / where)
    assert names(tmp_path) == []


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(RecordError, match="cannot be read"):
            Record.read(path)


@pytest.mark.parametrize(
    "there",
    [
        b"my notes\n",
        b"",
        example("yard-goats-with-eggs").replace('[Shokha "1"]', '[Shokha "2"]').encode(),
        example("yard-goats-with-eggs").replace("score 0:2 ", "score 0:4 ", 1).encode(),
        example("yard-goats-with-eggs").encode()[:900],
    ],
    ids=["notes", "empty", "newer", "contradiction", "cut"],
)
def test_what_is_no_sound_record_is_never_overwritten(tmp_path: Path, there: bytes) -> None:
    path = tmp_path / "kept.txt"
    path.write_bytes(there)
    with pytest.raises(RecordError, match="It stays as it is: save under another name"):
        record_of(play("duel", 1, 3)).write(path)
    assert path.read_bytes() == there


def test_saving_again_and_again(tmp_path: Path) -> None:
    """The saves of a running match; somebody else's change in between is noticed."""
    path, played = tmp_path / "match.txt", play("yard", 2, 0)
    file = RecordFile(path)
    for _ in range(5):
        go_on(played, 2, 9, random.Random(1))
        file.save(record_of(played))
        assert replay(Record.read(path)).deals[-1].events == played.deals[-1].events
    other = path.read_bytes() + b"; seen by Vera\n"
    path.write_bytes(other)
    with pytest.raises(RecordError, match="changed by somebody else"):
        file.save(record_of(played))
    assert path.read_bytes() == other


def test_the_sound_part_of_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    text = example("yard-goats-with-eggs")
    path.write_text(text.replace(" 5. 2: 8d6d", " 5. 2: 8d7s"), "utf-8")
    part, again = read_part(path)
    assert part.fault is not None and "deal 1, trick 5" in part.fault.place
    assert again.match.deal.state.trick_no == 4
    with pytest.raises(RecordError, match="stays as it is"):
        part.write(path)
    part.write(tmp_path / "part.txt")
    kept = Record.read(tmp_path / "part.txt")
    assert "Incomplete" in kept.tags and replay(kept).deals[0].events == again.deals[0].events
