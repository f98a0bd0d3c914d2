"""Texts to begin with, and how they are damaged."""

from __future__ import annotations

import random
from pathlib import Path

from hypothesis import strategies as st

FOLDER = Path(__file__).parent / "corpus"
SPICE = [
    "", " ", "\n", "\0", "\x1b[2J", "\u202e", "\ud800", "♥", "Т", "10", "?", "?99", "=", "/", ":", "-", "_", "^", "!",
    "(", ")", "[", "]",
    '"', "\\", "1", "0", "9" * 30, "-1", "١", "é", "\ufeff", "x" * 3000, "{", "}", "#", ";", ",", ".",
]  # fmt: skip


def seeds(kind: str) -> list[str]:
    """The committed texts of one kind; a file of lines holds one text a line, any other file is one text."""
    files = sorted(FOLDER.glob(f"{kind}*"))
    texts = [file.read_text("utf-8") for file in files]
    return [line for text in texts for line in text.splitlines() if line] if len(files) == 1 else texts


def damaged(text: str, rng: random.Random) -> str:
    """A text with a few pieces cut out, doubled, exchanged, or spiced."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        i, j = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        if rng.random() < 0.7:
            j = min(j, i + rng.randrange(6))
        match rng.randrange(5):
            case 0:
                text = text[:i] + text[j:]
            case 1:
                text = text[:j] + text[i:]
            case 2:
                text = text[:i] + rng.choice(SPICE) + text[j:]
            case 3:
                text = text[:i] + text[i:j][::-1] + text[j:]
            case _:
                text = text[: i + 1] + chr(rng.choice([*range(32, 127), rng.randrange(0x3000)])) + text[j:]
    return text


def texts(kind: str) -> st.SearchStrategy[str]:
    """Damaged texts of one kind, and now and then anything at all."""
    near = st.builds(
        lambda text, seed: damaged(text, random.Random(seed)), st.sampled_from(seeds(kind)), st.integers(0, 2**40)
    )
    return near | near | near | st.text(max_size=60)
