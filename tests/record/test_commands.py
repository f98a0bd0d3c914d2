"""`shokha replay` and `shokha verify`: what they print, for whom, and their exit status."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import pytest
from tests.record.play import example, play

from shokha.errors import RecordError
from shokha.record import Record
from shokha.terminal import replay as command

TRIO, YARD = "trio-one-out-two-play-on", "yard-goats-with-eggs"


def run(*arguments: object) -> int:
    parser = argparse.ArgumentParser()
    command.register(parser.add_subparsers(required=True))
    options = parser.parse_args([str(a) for a in arguments])
    return int(options.run(options))


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name in (TRIO, YARD):
        (tmp_path / f"{name}.txt").write_text(example(name), "utf-8")
    (tmp_path / "tampered.txt").write_text(example(TRIO).replace("total=2:12:8", "total=2:10:8"), "utf-8")
    return tmp_path


def test_sound_records_are_confirmed(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", files / f"{TRIO}.txt", files / f"{YARD}.txt") == 0
    out = capsys.readouterr().out.splitlines()
    assert len(out) == 2
    assert out[0].endswith(": OK: trio, 6 deals, 148 plays; side 1 won, 2:12:12; the decks are those of its seed")
    assert "goats with eggs" in out[1]


def test_a_tampered_record_is_refused_with_its_place(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", files / "tampered.txt", files / f"{YARD}.txt", files / "none\x1b.txt") == 1
    seen = capsys.readouterr()
    assert seen.out.count("OK") == 1
    first, second = seen.err.splitlines()
    assert "tampered.txt: refused: deal 4, line 62: " in first and "2:10:8" in first
    assert "cannot be read" in second and second.isprintable()


def test_another_seed_is_noticed_without_a_refusal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.txt"
    path.write_text(example(TRIO).replace('[Seed "10"]', '[Seed "11"]'), "utf-8")
    assert run("verify", path) == 0
    assert "the decks are not those that its seed deals" in capsys.readouterr().out


def test_everything_at_once(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", files / f"{TRIO}.txt", "--all") == 0
    out = capsys.readouterr().out
    assert out.count("Deal ") >= 6
    assert "out of the match" in out and out.rstrip().splitlines()[-1].startswith("The match is over")


def test_eyes_see_only_what_they_saw(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = files / f"{TRIO}.txt"
    printed = {}
    for eyes in ("open", "public", "2"):
        assert run("replay", path, "--all", "--plain", "--seat", eyes) == 0
        printed[eyes] = capsys.readouterr().out
    first = "Vera deals"
    dealt = [line for line in printed["open"].splitlines() if "is dealt" in line][:3]
    assert first in printed["open"] and len(dealt) == 3
    assert "dealt" not in printed["public"].split("Deal 2.")[0]
    own = printed["2"].split("Deal 2.")[0]
    assert "You are dealt" in own and own.count("dealt") == 1


def test_stepping(files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nb\nd\nq\n"))
    assert run("replay", files / f"{YARD}.txt") == 0
    pages = [part for part in capsys.readouterr().out.split("-- ")[1:] if " of " in part]
    numbers = [int(page.split(" of ")[0]) for page in pages if page[0].isdigit()]
    assert numbers[:4] == [1, 2, 3, 2] and numbers[4] > 20
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run("replay", files / f"{YARD}.txt") == 0


def test_to_the_last_page_and_back(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("d\n" * 9 + "\n\n\n" * 30 + "b\n"))
    assert run("replay", files / f"{TRIO}.txt") == 0
    assert "The match is over" in capsys.readouterr().out


def test_a_seats_record_has_that_seats_eyes_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, played = tmp_path / "seen.txt", play("pairs", 3, 50)
    Record.of(played.match, played.deals, viewpoint=2).write(path)
    assert run("replay", path, "--all") == 0
    assert "You are dealt" in capsys.readouterr().out
    assert run("verify", path) == 0
    assert "as seat 3 saw it" in capsys.readouterr().out
    for eyes in ("open", "1", "public"):
        with pytest.raises(RecordError, match="cannot be seen with other eyes"):
            run("replay", path, "--seat", eyes)
    with pytest.raises(RecordError, match="open, public or a seat from 1 to 4"):
        run("replay", path, "--seat", "5")


def test_of_a_damaged_record_the_sound_part_is_shown(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = files / "cut.txt"
    path.write_text(example(YARD)[:1500], "utf-8")
    assert run("replay", path, "--all") == 1
    seen = capsys.readouterr()
    assert "Deal 2." in seen.out and "Deal 6." not in seen.out
    assert "sound part only" in seen.err and len(seen.err.splitlines()) == 1
