"""The person's side of the line: printing whole lines and reading them, on any terminal or none.

Colour travels through the sentences as private marks (`paint`), and `render` is the only place that
makes control bytes: text from outside has lost its own by then (fieldlog F58). Where the output knows
no suit signs or dashes, letters and hyphens are written instead.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Mapping
from typing import TextIO

from shokha.cards import Card, suit_of

INPUT_LIMIT = 400
MIN_WIDTH, MAX_WIDTH = 24, 100

# Private marks for the four suits and for the end of a colour; category Co, so `harmless` knows them from text.
_MARKS = "\ue000\ue001\ue002\ue003"
_END = "\ue00f"
# SGR colours by their sixteen names, so that a person's own theme decides: red, bright blue, green.
_TWO = {0: "", 1: "31", 2: "31", 3: ""}
_FOUR = {0: "", 1: "31", 2: "94", 3: "32"}
PALETTES: Mapping[str, Mapping[int, str]] = {"none": {}, "two": _TWO, "four": _FOUR}

_PAINTED = re.compile(f"([{_MARKS}])([^{_MARKS}{_END}]*){_END}")
_NO_MARKS = str.maketrans(dict.fromkeys(_MARKS + _END, "") | {"\u00a0": " "})
_PLAIN = str.maketrans(
    {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "–": "-", "—": "-", "…": "...", "’": "'", "“": '"', "”": '"'}
)


def paint(card: Card, text: str) -> str:
    """A card's text with the marks of its suit's colour."""
    return f"{_MARKS[suit_of(card)]}{text}{_END}"


def harmless(text: str, kept: str = "\n") -> str:
    """A text without control, format, private and unassigned characters but those in `kept`."""
    return "".join(ch for ch in text.replace("\t", " ") if ch in kept or unicodedata.category(ch)[0] != "C")


def has_glyphs() -> bool:
    """Can standard output show the signs of the suits?"""
    return can_show("♠", sys.stdout.encoding or "ascii")


def painted_parts(text: str) -> list[tuple[int | None, str]]:
    """A text made harmless, in pieces: (suit, text) where it was painted, (None, text) elsewhere."""
    parts: list[tuple[int | None, str]] = []
    at, text = 0, harmless(text, f"\n{_MARKS}{_END}")
    for found in _PAINTED.finditer(text):
        parts += [(None, text[at : found.start()]), (_MARKS.index(found[1]), found[2])]
        at = found.end()
    parts.append((None, text[at:]))
    return [(suit, piece.translate(_NO_MARKS)) for suit, piece in parts if piece]


class Console:
    """Writes lines and asks for them.

    `read(prompt)` returns a line, or raises EOFError or KeyboardInterrupt as `input` does. `glyphs` tells
    whether suit signs may be used; `width` wraps at that column.
    """

    def __init__(
        self,
        write: Callable[[str], object],
        read: Callable[[str], str],
        *,
        glyphs: bool = True,
        palette: str = "none",
        width: Callable[[], int] = lambda: 80,
        encoding: str = "utf-8",
    ) -> None:
        self._write, self._read = write, read
        self.glyphs = glyphs
        self._colours = PALETTES[palette]
        self._width = width
        self._encoding = encoding

    def say(self, text: str = "") -> None:
        """Print one or more lines, wrapped; a line's indentation goes on in what is wrapped."""
        for line in text.split("\n"):
            for piece in self._wrapped(line):
                self._write(self.render(piece) + "\n")

    def put(self, line: str) -> None:
        """Print one line as it is, for tables."""
        self._write(self.render(line) + "\n")

    def ask(self, prompt: str) -> str:
        """One line typed by the person, without spaces around it."""
        return self._read(self.render(prompt))[:INPUT_LIMIT].strip()

    def cover(self) -> None:
        """Move everything said so far out of sight, without cursor tricks."""
        self._write("\n" * max(60, shutil.get_terminal_size().lines + 10))

    def can_show(self, text: str) -> bool:
        """Can these characters be written here?"""
        return can_show(text, self._encoding)

    def render(self, text: str) -> str:
        """What goes to the terminal."""
        text = harmless(text, f"\n{_MARKS}{_END}")
        if not self.glyphs:
            text = text.translate(_PLAIN)
        text = _PAINTED.sub(self._colour, text).translate(_NO_MARKS)
        return text.encode(self._encoding, "replace").decode(self._encoding)

    def _colour(self, painted: re.Match[str]) -> str:
        code = self._colours.get(_MARKS.index(painted[1]), "")
        return f"\033[{code}m{painted[2]}\033[0m" if code else painted[2]

    def _wrapped(self, line: str) -> list[str]:
        body = line.lstrip(" ")
        indent = " " * (len(line) - len(body))
        width = min(MAX_WIDTH, max(MIN_WIDTH, self._width()))
        marks = sum(line.count(mark) for mark in _MARKS) + line.count(_END)
        if len(line) - marks <= width:
            return [line]
        return _fill(body, width, indent, indent + "  ")


def _fill(text: str, width: int, first: str, later: str) -> list[str]:
    """Greedy wrapping at spaces; colour marks take no room."""
    lines, line, used = [], first, len(first)
    empty = True
    for word in text.split(" "):
        size = sum(ch not in _MARKS and ch != _END for ch in word)
        if not empty and used + 1 + size > width:
            lines.append(line)
            line, used, empty = later, len(later), True
        line += word if empty else f" {word}"
        used += size + (not empty)
        empty = False
    return [*lines, line]


def terminal_console(
    *, plain: bool = False, colour: bool = True, four: bool = False, out: TextIO | None = None
) -> Console:
    """The console of this process, as far as its output can show things.

    No colours with `plain`, NO_COLOR, a dumb terminal or output that is none; letters instead of suit
    signs with `plain` and where the encoding has none.
    """
    out = out or sys.stdout
    encoding = out.encoding or "ascii"
    dumb = os.environ.get("TERM") == "dumb"
    coloured = colour and not plain and not dumb and out.isatty() and not os.environ.get("NO_COLOR")
    return Console(
        lambda text: _put(out, text),
        _read_line,
        glyphs=not plain and not dumb and can_show("♠♥♦♣–", encoding),
        palette=("four" if four else "two") if coloured else "none",
        width=lambda: shutil.get_terminal_size().columns,
        encoding=encoding,
    )


def can_show(text: str, encoding: str) -> bool:
    """Can an output of this encoding show a text?"""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _put(out: TextIO, text: str) -> None:
    out.write(text)
    out.flush()


def _read_line(prompt: str) -> str:
    """`input` on a terminal, with its editing and history; elsewhere a line that is repeated in the output."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - gives `input` editing and history where the system has it
        return input(prompt)
    _put(sys.stdout, prompt)
    line = sys.stdin.buffer.readline() if hasattr(sys.stdin, "buffer") else sys.stdin.readline().encode()
    if not line:
        raise EOFError
    text = harmless(line.decode(sys.stdin.encoding or "utf-8", "replace").rstrip("\r\n")[:INPUT_LIMIT])
    encoding = sys.stdout.encoding or "ascii"
    _put(sys.stdout, text.encode(encoding, "replace").decode(encoding) + "\n")
    return text
