"""T19: the whole game by lines of text, for screen readers and for terminals that can do nothing else.

https://github.com/lichess-org/lila/issues/7084 · https://github.com/lichess-org/lila/issues/6401
https://github.com/magefree/mage/issues/7660 · https://github.com/shlomif/PySolFC/issues/427
https://github.com/Textualize/textual/issues/2425
Blind players could not read cards; full-screen terminals cannot be read at all.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.terminal.person import Sitting, short

from shokha.profile import available, load

PROMPTS = re.compile(r"^(beat or discard|lead|declare or pass|beat and lead|pick|Enter for the next deal)> |\[y/N\] ")


@pytest.mark.parametrize("profile", available())
def test_a_plain_match_is_ascii_lines_that_stand_for_themselves(
    profile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path))
    players = load(profile).players
    sitting = Sitting(
        profile, ["me"] + ["random"] * (players - 1), 6, changes=short(profile), glyphs=False, encoding="ascii"
    )
    sitting.play(6)
    text = "".join(part for part in sitting.printed)
    assert text.isascii() and not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)  # nothing is ever overwritten
    decisions = 0
    for number, part in enumerate(sitting.printed):
        if PROMPTS.match(part) and ("beat" in part or "lead" in part or "pick" in part):
            before = " ".join("".join(sitting.printed[max(0, number - 14) : number]).split())
            # before every decision: the version and the score, whose turn it is, the hand with its numbers
            assert re.search(rf"Deal \d+ of {profile}", before), before
            assert "Your turn: " in before or "You may declare" in before, before
            assert re.search(r"(Your hand: |To choose from: )1 ", before), before
            decisions += 1
    assert decisions > 3


def test_what_a_screen_reader_hears_of_one_decision() -> None:
    text = Sitting("pairs", ["me", "rule", "rule", "rule"], 5, glyphs=False, encoding="ascii", width=100).type()
    assert text.endswith(
        "\n"
        "Deal 1 of pairs; score: you and Vera 0, Boris and Gleb 0.\n"
        "Trump diamonds, 9d turned up. 20 cards in the stock.\n"
        "On the table: Gleb 6s 8h 7h (holds the trick).\n"
        "Your turn: answer with 3 cards. Your hand: 1 10s, 2 Ks, 3 6d, 4 7c.\n"
        "beat or discard> "
    )
