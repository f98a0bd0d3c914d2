"""The console: wrapping, colours by marks, and nothing from outside that a terminal would obey."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st
from tests.terminal.person import CONTROLS

from shokha.terminal.console import Console, harmless, paint
from shokha.terminal.progress import progress


def console(**options: object) -> tuple[Console, list[str]]:
    out: list[str] = []
    return Console(out.append, lambda prompt: "", **options), out  # type: ignore[arg-type]


@given(st.text(max_size=300))
def test_no_text_makes_a_control_byte(text: str) -> None:
    for palette in ("none", "four"):
        it, out = console(palette=palette, glyphs=True)
        it.say(harmless(text).translate(dict.fromkeys(range(0xE000, 0xE010))))
        assert not CONTROLS.search("".join(out)), text
        it, out = console(palette="none", glyphs=False)
        it.say(text)
        assert not CONTROLS.search("".join(out)), text


@given(st.lists(st.text("abcdefgh♠ж", min_size=1, max_size=12), max_size=40), st.integers(24, 90), st.integers(0, 6))
def test_wrapping_keeps_every_word_and_the_width(words: list[str], width: int, indent: int) -> None:
    it, out = console(width=lambda: width)
    it.say(" " * indent + " ".join(words))
    lines = "".join(out).splitlines()
    assert all(len(line) <= width for line in lines)
    assert " ".join(" ".join(lines).split()) == " ".join(words)


def test_colour_takes_no_room() -> None:
    plain, one = console(width=lambda: 24)
    bright, two = console(width=lambda: 24, palette="four")
    text = " ".join(paint(card, "Q♥") for card in range(10, 25))
    plain.say(text)
    bright.say(text)
    shown = "".join(two).replace("\033[31m", "").replace("\033[94m", "").replace("\033[0m", "")
    assert shown == "".join(one)


def test_letters_for_suits_where_there_are_no_signs() -> None:
    it, out = console(glyphs=False, encoding="ascii")
    it.say("Q♥ on 60–60 … Вера")
    assert "".join(out) == "Qh on 60-60 ... ????\n"


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_with_and_without_rich(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    import builtins
    import sys

    out = Tty()
    with progress("deals", 3, out) as step:
        for _ in range(3):
            step(1)
    real = builtins.__import__

    def without_rich(name: str, *rest: object, **more: object):  # type: ignore[no-untyped-def]
        if name.startswith("rich"):
            raise ImportError(name)
        return real(name, *rest, **more)

    for name in [name for name in sys.modules if name.partition(".")[0] == "rich"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without_rich)
    monkeypatch.setattr("time.monotonic", iter(range(0, 1000, 40)).__next__)
    plain = Tty()
    with progress("deals", 2, plain) as step:
        step(1)
        step(1)
    assert "[##########          ] deals 1/2, about 40 s left" in plain.getvalue()
    assert plain.getvalue().endswith("\r")
    piped = io.StringIO()
    with progress("deals", 2, piped) as step:
        step(1)
    assert piped.getvalue() == "deals 1/2, about 40 s left\n"
