"""F58: text from outside is shown literally, and no escape byte reaches a terminal.

https://github.com/dr4fters/dr4ft/issues/1022 · https://github.com/cdot/Xanado/issues/14
https://github.com/pokerth/pokerth/pull/535 · https://github.com/Textualize/textual/issues/6155
Names and chat ran as HTML in other browsers or as rich text in the log. Here: the line mode.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.person import CONTROLS, Sitting

from shokha.__main__ import main
from shokha.clean import clean

EVIL = [
    "<img src=x onerror=1>",
    "[/",
    "[b]x",
    "[link=x]",
    "\x1b[2Jclear",
    "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\",
    "\x1b]52;c;eA==\x07",
    "bell\x07",
    "%s%n",
    "{0}{name}",
    "{cards",
    "a\u202eb\u200bc",
    "\x9b31mC1",
    "\ue000\ue001mark",
    "two\nlines\rand\tmore",
]


def harmless_and_shown(printed: str, text: str, limit: int) -> None:
    assert not CONTROLS.search(printed), repr(printed)
    assert clean(text, limit) in " ".join(printed.split())


@pytest.mark.parametrize("name", EVIL)
@pytest.mark.parametrize("palette", ["none", "four"])
def test_names_at_the_table(name: str, palette: str) -> None:
    sitting = Sitting("pairs", [f"me:{name}", "rule", f"me:Oleg{name}", "rule"], 5, palette=palette, width=100)
    text = sitting.type("", "score", "why", "rules", "hint")
    coloured = text.replace("\x1b[31m", "").replace("\x1b[94m", "").replace("\x1b[32m", "").replace("\x1b[0m", "")
    harmless_and_shown(coloured, name, 12)


@pytest.mark.parametrize("text", EVIL)
def test_what_is_typed_is_answered_without_control_bytes(text: str) -> None:
    sitting = Sitting("pairs", ["me", "rule", "rule", "rule"], 5)
    for line in (text, f"beat {text}", f"rules {text}", f"declare {text}", f"discard {text}"):
        before = len(sitting.printed)
        sitting.type(line.replace("\n", " "))
        said = [part for part in sitting.printed[before:] if part.strip() != line.replace("\n", " ").strip()]
        assert not CONTROLS.search("".join(said).replace(line.replace("\n", " ").strip(), "")), said


@pytest.mark.parametrize("text", EVIL)
def test_the_command_line_repeats_nothing_raw(
    text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path))
    for arguments in (
        ["rules", "show", text],
        ["rules", "show", f"{text}.toml"],
        ["rules", "show", "pairs", "--set", text],
        ["rules", "show", "pairs", "--set", f"eggs={text}"],
        ["rules", "diff", text, "pairs"],
        ["play", "--new", "--players", text],
        ["play", "--new", "--bot", text],
        ["play", "--memory", text],
        ["play", "--resume", f"{tmp_path}/{text}"],
        ["watch", "--bots", text],
        ["watch", "--matches", text],
        ["watch", f"--{text}"],
        [text],
    ):
        try:
            code = main(arguments)
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
        streams = capsys.readouterr()
        assert code == 2, arguments
        assert not CONTROLS.search(streams.out + streams.err), (arguments, streams)


@pytest.mark.parametrize("text", EVIL)
def test_titles_and_sources_of_own_versions(
    text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path))
    quoted = "".join(f"\\u{ord(ch):04x}" for ch in text)
    mine = tmp_path / "[b]{0}%s.toml"
    mine.write_text(f'base = "pairs"\ntitle = "T {quoted}"\nsource = "S {quoted}"\n[settings]\ntarget = 24\n')
    assert main(["rules", "show", str(mine)]) == 0
    shown = capsys.readouterr().out
    harmless_and_shown(shown.replace("\t", " "), text.replace("\t", " "), 200)
    assert main(["watch", "--rules", str(mine), "--bots", "random", "--deals", "1", "--jobs", "1"]) == 0
    assert not CONTROLS.search(capsys.readouterr().out)
