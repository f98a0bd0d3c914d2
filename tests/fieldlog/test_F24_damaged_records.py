"""F24: reading stops at the first fault, nothing behind it is applied, and the file is never overwritten.

https://github.com/niklasf/python-chess/issues/365: after an illegal move the parser went on and appended
later moves that happened to be legal, a game that never existed.
https://github.com/daylen/stockfish-mac/pull/123: the autosave of a half-read file would have destroyed the rest.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from tests.record.play import Played, example, go_on, play

from shokha.errors import RecordError
from shokha.record import Record, RecordFile, read_part, replay, salvage, verify
from shokha.recording import in_order

YARD = "yard-goats-with-eggs"


def is_beginning(part: list[object], whole: list[object]) -> bool:
    return part == whole[: len(part)]


def test_a_record_cut_at_every_byte() -> None:
    """Whatever is missing: one sentence with its place, and the readable part is a true beginning of the match."""
    text = example(YARD)
    data, whole = text.encode(), replay(Record.loads(text))
    played = [deal.actions for deal in whole.deals]
    readable = -1
    for end in range(len(data) - 1):
        with pytest.raises(RecordError) as refusal:
            Record.loads(data[:end])
        assert refusal.value.place and "\n" not in str(refusal.value)
        if end % 29 and data[end - 1 : end + 1] != b"\n ":
            continue
        try:
            part, again = salvage(data[:end])
        except RecordError:
            assert b"\ndeal" not in data[:end]  # the head itself is cut
            continue
        assert part.fault is not None
        assert is_beginning(again.match.events, whole.match.events)
        for mine, theirs in zip(again.deals, played, strict=False):
            assert is_beginning(mine.actions, theirs)
        count = sum(len(deal.actions) for deal in again.deals)
        assert count >= readable
        readable = count
    assert readable == sum(map(len, played))
    assert verify(data[:-1]) == verify(data)  # only the last line end is gone


def broken_in_the_middle(text: str, rng: random.Random) -> tuple[str, int, int]:
    """One play of the middle made illegal; what follows stays. Also the deal and the trick of it."""
    lines = text.split("\n")
    deals = [i for i, line in enumerate(lines) if line.startswith("deal ")]
    tricks = [i for i in range(deals[1], deals[4]) if re.match(r" ?\d+\. ", lines[i])]
    at = rng.choice(tricks)
    words = lines[at].split()
    place = rng.randrange(2, len(words))
    other = lines[rng.choice([i for i in tricks if i != at])].split()[-1]
    words[place] = other.lstrip("^_") if place == 2 else "^" + other.lstrip("^_")
    lines[at] = " ".join(words)
    return "\n".join(lines), sum(d < at for d in deals), int(words[0].rstrip("."))


def test_one_illegal_play_in_the_middle_while_later_ones_stay_legal(tmp_path: Path) -> None:
    text, rng, seen = example(YARD), random.Random(4), 0
    for i in range(40):
        broken, deal, trick = broken_in_the_middle(text, rng)
        try:
            verify(broken)
        except RecordError as error:
            found = re.match(r"deal (\d+), trick (\d+), line \d+$", error.place)
        else:
            continue
        assert found is not None
        assert (int(found[1]), int(found[2])) >= (deal, trick)
        if (int(found[1]), int(found[2])) != (deal, trick):
            continue  # another card from the same hand: the contradiction shows later
        seen += 1
        path = tmp_path / f"{i}.txt"
        path.write_text(broken, "utf-8")
        part, again = read_part(path)
        assert len(again.deals) == deal and again.match.deal is again.deals[-1]
        assert again.match.deal.state.trick_no == trick - 1
        resume_autosave_and_export(path, part, Played(again.match, again.deals), rng)
        assert path.read_text("utf-8") == broken
    assert seen > 15


def resume_autosave_and_export(path: Path, part: Record, played: Played, rng: random.Random) -> None:
    """Go on with the sound part: the damaged file refuses to be saved over, another name takes it."""
    go_on(played, 69, 5, rng)
    for saved in (part, Record.of(played.match, played.deals)):
        with pytest.raises(RecordError, match="stays as it is"):
            RecordFile(path).save(saved)
    copy = path.with_suffix(".resumed.txt")
    RecordFile(copy).save(Record.of(played.match, played.deals))
    assert replay(Record.read(copy)).deals[-1].actions == played.deals[-1].actions
    assert verify(Record.read(copy).redacted(None)).deals == len(played.deals)


def test_a_damaged_record_of_what_a_seat_saw() -> None:
    """The same for redacted records: cut anywhere, the rest is a true beginning."""
    played = play("yard", 3, 60)
    text = Record.of(played.match, played.deals, viewpoint=2).dumps()
    whole = [e for deal in replay(Record.loads(text)).deals for e in deal.events]
    for end in range(text.index("\ndeal"), len(text) - 1, 5):
        part, again = salvage(text[:end])
        assert part.fault is not None
        deals = [e for deal in again.deals for e in deal.events]
        assert is_beginning(deals, whole)
        assert in_order(again.match, again.deals)
