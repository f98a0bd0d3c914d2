"""Golden transcripts: whole matches as on the screen. `python -m tests.terminal.transcripts` writes them anew.

The bots pick at random and the person is scripted, so nothing but the rules and the words can change them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.terminal.person import Sitting

FOLDER = Path(__file__).parent / "transcripts"
MATCHES: dict[str, Callable[[], Sitting]] = {
    "pairs-plain": lambda: Sitting(
        "pairs", ["me", "random", "random", "random"], 10, changes={"target": 4}, glyphs=False, encoding="ascii"
    ),
    "yard-russian": lambda: Sitting(
        "yard", ["me", "random", "random", "random"], 19, changes={"target": 2}, letters="ru", palette="four"
    ),
    "quartet-lot": lambda: Sitting("quartet", ["random", "me:Vera", "random", "random"], 0, changes={"target": 2}),
    "trio-narrow": lambda: Sitting("trio", ["me", "random", "random"], 0, changes={"target": 2}, width=40),
    "money": lambda: Sitting("money", ["me", "random", "random"], 2, changes={"players": 3, "deals": 2}),
    "two-at-one-keyboard": lambda: Sitting("duel", ["me:Anna", "me:Boris"], 6, changes={"target": 2}),
    "svoi-four": lambda: Sitting("svoi", ["me", "random", "random", "random"], 8, changes={"deals": 1, "turn_cap": 50}),
    "besicovitch": lambda: Sitting("besicovitch", ["me", "random"], 4, changes={"cards": 12, "turn_cap": 30}),
    "svoi": lambda: Sitting("svoi-3", ["me", "random", "random"], 5, changes={"deals": 1, "turn_cap": 50}),
}


def transcript(name: str) -> str:
    """The screen of one match, with covers shortened."""
    sitting = MATCHES[name]()
    sitting.play(len(name))
    lines = sitting.text.replace("\n" * 60, "\n[sixty lines]\n").splitlines()
    return "\n".join(
        line.rstrip() for line in lines if "/records/" not in line and not line.startswith("The record is in")
    )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SHOKHA_DATA"] = folder
        for each in MATCHES:
            (FOLDER / f"{each}.txt").write_text(transcript(each) + "\n", "utf-8")
