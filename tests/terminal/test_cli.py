"""The command line: help that teaches, one clear sentence for wrong input, leaving and coming back."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from shokha.__main__ import ROOMS, main

Inside = Callable[..., tuple[int, str]]
PLAIN_PYTHON = [sys.executable, "-W", "ignore", "-m", "shokha"]


def environment(**more: str) -> dict[str, str]:
    base = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LC_ALL", "LANG")}
    return {**base, "PYTHONIOENCODING": "utf-8", **more}


def shokha(*arguments: str, text: str | bytes = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    done = subprocess.run(
        [*PLAIN_PYTHON, *arguments],
        input=text if isinstance(text, bytes) else text.encode(),
        capture_output=True,
        timeout=300,
        env=environment(**more),
    )
    encoding = more.get("PYTHONIOENCODING", "utf-8")
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)
    )


@pytest.fixture
def inside(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inside:
    """The same in this process, which is quicker: `inside(arguments, lines, SHOKHA_DATA=…)` gives code and output."""

    def run(*arguments: str, text: str = "", **more: str) -> tuple[int, str]:
        with monkeypatch.context() as patched:
            for name, value in more.items():
                patched.setenv(name, value)
            patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
            code = main(list(arguments))
        streams = capsys.readouterr()
        return code, streams.out + streams.err

    return run


def hand(text: str) -> str:
    """The first numbered hand on the screen."""
    found = re.search(r"Your hand: ([^.]*)\.", " ".join(text.split()))
    assert found, text
    return found[1]


# -- help and wrong input ------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["", *(name for name in ROOMS if name not in ("solve", "verify", "replay"))])
def test_help_teaches(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*filter(None, [command]), "--help"])
    text = capsys.readouterr().out
    assert left.value.code == 0 and f"usage: shokha {command}".strip() in text
    if command in ("", "play", "watch", "rules", "web"):
        assert "examples:" in text and f"shokha {command}" in text.partition("examples:")[2]


def test_the_launchers_word(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["term", "--help"])
    assert "usage: shokha term" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "show", "nonsense"], "There is no profile 'nonsense'"),
        (["rules", "show", "pairs", "--set", "players=5"], "Pairs need four players"),
        (["rules", "show", "pairs", "--set", "sokha=off"], "There is no setting 'sokha'"),
        (["rules", "show", "pairs", "--set", "shokha=maybe"], "on or off"),
        (["rules", "show", "pairs", "--set", "shokha"], "name=value"),
        (["rules", "diff", "pairs", "svoi"], "they share no settings"),
        (["rules", "show", "missing.toml"], "missing.toml cannot be read"),
        (["watch", "--bots", "rule,rule"], "4 seats"),
        (["watch", "--bots", "rule,rule,rule,genius"], "no bot 'genius'"),
        (["watch", "--rules", "svoi", "--matches", "3"], "--deals"),
        (["watch", "--matches", "3", "--deals", "3"], "either"),
        (["play", "--new", "--seat", "7"], "seats 1 to 4"),
        (["play", "--new", "--players", "rule,rule,rule,rule"], "Nobody plays"),
        (["play", "--new", "--players", "me,rule"], "4 seats"),
        (["play", "--new", "--players", "me,rule,genius,rule"], "no bot 'genius'"),
        (["play", "--new", "--bot", "genius"], "no bot 'genius'"),
        (["play", "--new", "--rules", "nonsense"], "There is no profile"),
        (["play", "--rules", "nonsense"], "There is no profile"),  # also while an old match waits
        (["play", "--new", "--rules", "money", "--players-count", "9"], "between 2 and 5"),
        (["play", "--memory", "everything"], "--memory knows"),
        (["play", "--resume"], "No match is waiting"),
        (["play", "--resume", "missing.json"], "missing.json cannot be read"),
    ],
)
def test_wrong_input_is_one_sentence(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path))
    assert main(arguments) == 2
    streams = capsys.readouterr()
    assert sentence in streams.err and "Traceback" not in streams.err
    assert len(streams.err.strip().splitlines()) == 1
    assert not streams.out


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["play", "--nonsense"], ["watch", "--matches", "0"], ["watch", "--matches", "x"], ["rules"], []],
)
def test_wrong_arguments_end_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2 and "usage: shokha" in capsys.readouterr().err


def test_a_contradictory_file_is_refused(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('base = "pairs"\n[settings]\nbura = true\n')
    for command in (("rules", "show"), ("play", "--new", "--rules"), ("watch", "--rules")):
        done = shokha(*command, str(mine), SHOKHA_DATA=str(tmp_path))
        assert done.returncode == 2 and "Bura" in done.stderr and "Traceback" not in done.stderr
    mine.write_text("= nonsense")
    assert "not valid TOML" in shokha("rules", "show", str(mine)).stderr


def test_contradictions_are_told_in_the_language_that_was_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "--new", "--language", "ru", "--set", "target=11", "--set", "players=3"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("shokha play: Пара на пару играют вчетвером, а игроков 3") and "предел 11" in said
    assert main(["play", "--new", "--language", "ru", "--set", "target=x"]) == 2
    assert "нужно целое число, а не 'x'" in capsys.readouterr().err
    assert main(["play", "--new", "--set", "target=11"]) == 2
    assert "set an even target" in capsys.readouterr().err


def test_a_room_that_is_missing_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch, capsys) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setitem(ROOMS, "solve", "shokha.terminal.not_there")
    assert main(["rules", "list"]) == 0
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "watch" in capsys.readouterr().out


def test_a_command_imports_no_other_room() -> None:
    code = (
        "import sys; from shokha.__main__ import main; main(['rules', 'list']); "
        "print(sorted(m for m in sys.modules if m.startswith(('shokha.terminal.', 'shokha.server', 'shokha.bots'))))"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=60)
    loaded = done.stdout.splitlines()[-1]
    assert "terminal.rules" in loaded and not re.search(r"play|watch|server|bots", loaded), loaded


def test_a_closed_pipe_is_no_traceback() -> None:
    done = subprocess.run(
        f"{sys.executable} -W ignore -m shokha rules show pairs | head -1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "Traceback" not in done.stderr and "Error" not in done.stderr


# -- leaving and coming back ---------------------------------------------------------------------------------


def test_ctrl_d_loses_nothing(tmp_path: Path, inside: Inside) -> None:
    first = shokha("play", "--seed", "5", SHOKHA_DATA=str(tmp_path))
    assert first.returncode == 0 and first.stdout.endswith("Saved. `shokha play` goes on with this match.\n")
    cards = hand(first.stdout)
    code, second = inside("play", text="\n", SHOKHA_DATA=str(tmp_path))
    assert code == 0 and "This match waits for you:" in second and hand(second) == cards
    _, third = inside("play", text="n\n", SHOKHA_DATA=str(tmp_path))
    assert hand(third) != cards
    _, fourth = inside("play", text="x\n7\n2\n", SHOKHA_DATA=str(tmp_path))
    assert "These matches wait" in fourth and hand(fourth) == cards
    _, fifth = inside("play", "--resume", SHOKHA_DATA=str(tmp_path))
    assert hand(fifth) in (cards, hand(third))
    code, asked = inside("play", SHOKHA_DATA=str(tmp_path))  # Ctrl-D at the question
    assert code == 0 and "Your hand" not in asked
    assert len(list((tmp_path / "matches").iterdir())) == 2


def test_ctrl_c_and_kill_lose_nothing(tmp_path: Path) -> None:
    """Broken off at the prompt by an interrupt (exit code 130) and by a kill; the move before is kept."""
    for number, how in enumerate((signal.SIGINT, signal.SIGKILL, signal.SIGTERM)):
        folder = tmp_path / str(number)
        process = subprocess.Popen(
            [*PLAIN_PYTHON, "play", "--new", "--seed", "5"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(SHOKHA_DATA=str(folder)),
        )
        assert process.stdin and process.stdout
        process.stdin.write(b"discard 2 3 4\n")
        process.stdin.flush()
        seen = b""
        while seen.count(b"Your hand") < 2:
            assert select.select([process.stdout], [], [], 60)[0]
            seen += os.read(process.stdout.fileno(), 65536)
        time.sleep(0.2)
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
        assert b"Traceback" not in err
        if how == signal.SIGINT:
            assert process.returncode == 130 and b"Saved." in out
        again = shokha("play", "--resume", SHOKHA_DATA=str(folder))
        assert hand(again.stdout) == hand(seen.decode().rpartition("Deal 1 of")[2])


def test_the_same_seed_gives_the_same_screen(tmp_path: Path) -> None:
    one, two = (shokha("play", "--new", "--seed", "7", SHOKHA_DATA=str(tmp_path / n)).stdout for n in "ab")
    assert one == two
    assert shokha("play", "--new", "--seed", "8", SHOKHA_DATA=str(tmp_path / "c")).stdout != one
    pure = shokha("play", "--new", "--seed", "7", SHOKHA_DATA=str(tmp_path / "d"), SHOKHA_PURE="1")
    assert pure.stdout == one


def test_house_rules_seats_and_bots_on_the_command_line(tmp_path: Path, inside: Inside) -> None:
    def start(*arguments: str) -> str:
        code, text = inside("play", "--new", *arguments, SHOKHA_DATA=str(tmp_path))
        assert code == 0, text
        return " ".join(text.split())

    assert "1 Anna (rule), 2 Boris (rule), 3 Player, 4 Gleb (rule)" in start("--seat", "3")
    assert "2 Boris (random)" in start("--bot", "random")
    assert "pairs, house rules shokha=off, target=24" in start("--set", "shokha=off", "--set", "target=24")
    assert "1 Player, 2 Boris (rule), 3 Vera (rule)." in start("--rules", "money", "--players-count", "3")
    text = start("--players", "me:Vera,rule,me:Oleg,rule:Bolek")
    assert "1 Vera, 2 Boris (rule), 3 Oleg, 4 Bolek (rule)" in text and "Pass the keyboard to " in text
    assert "1 Vera 1, 2 Boris (random), 3 Vera 3" in start("--players", "me:Vera,random,me:Vera,rule")
    assert "1 Vera, 2 Boris (rule), 3 Vera 3 (rule)" in start("--players", "me:Vera,rule,rule,rule")


def test_the_command_to_come_back_is_the_one_that_was_typed(tmp_path: Path, inside: Inside) -> None:
    _, text = inside("term", "--new", SHOKHA_DATA=str(tmp_path))
    assert text.endswith("Saved. `python3 play.py term` goes on with this match.\n")


# -- what different terminals get ------------------------------------------------------------------------------


def test_plain_dumb_and_piped_output_has_no_escapes(tmp_path: Path, inside: Inside) -> None:
    lines = "help\nhint\nmoves\nrules\nd 2 3 4\n"
    cases: list[tuple[list[str], dict[str, str], bool]] = [
        (["--plain"], {}, False),
        ([], {"TERM": "dumb"}, False),
        ([], {"NO_COLOR": "1"}, True),
        (["--no-color", "--four-color"], {}, True),
    ]
    for arguments, more, signs in cases:
        _, text = inside("play", "--new", "--seed", "5", *arguments, text=lines, SHOKHA_DATA=str(tmp_path), **more)
        assert "\x1b" not in text
        assert ("♠" in text) is signs


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "koi8-r", "cp1251"])
def test_other_encodings_get_letters(encoding: str, tmp_path: Path) -> None:
    done = shokha(
        "play", "--new", "--seed", "5", "--players", "me:Вера,rule,rule,rule", "--letters", "ru",
        text=b"help\nhint\nd 2 3 4\n", SHOKHA_DATA=str(tmp_path), PYTHONIOENCODING=encoding,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    cyrillic = encoding in ("koi8-r", "cp1251")
    assert ("2 Кs" if cyrillic else "2 Ks") in hand(done.stdout)
    assert ("Вера" in done.stdout) is cyrillic


def on_a_terminal(arguments: list[str], lines: list[str], columns: int = 80, **more: str) -> str:
    """What a person sees on a real terminal line while typing some lines."""
    import fcntl
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [*PLAIN_PYTHON, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(TERM="xterm", **more),
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C arrives as a signal
    )
    os.close(slave)
    seen, typed = b"", 0
    while True:
        try:
            if not select.select([master], [], [], 60)[0]:
                process.kill()
                break
            chunk = os.read(master, 65536)
        except OSError:
            break
        if not chunk:
            break
        seen += chunk
        if typed < len(lines) and seen.count(b"> ") > typed and seen.rstrip().endswith(b">"):
            os.write(master, lines[typed].encode() + b"\n")
            typed += 1
    process.wait(timeout=60)
    os.close(master)
    return seen.decode()


def test_colours_on_a_terminal_and_none_where_they_are_not_wanted(tmp_path: Path) -> None:
    arguments = ["play", "--new", "--seed", "5"]
    text = on_a_terminal(arguments, ["discard 2 3 4", "quit"], SHOKHA_DATA=str(tmp_path / "1"))
    colours = set(re.findall(r"\x1b\[([0-9;]*)m", text))
    assert colours == {"31", "0"} and "\x1b[31m6♦\x1b[0m" in text
    four = on_a_terminal([*arguments, "--four-color"], ["quit"], SHOKHA_DATA=str(tmp_path / "2"))
    assert set(re.findall(r"\x1b\[([0-9;]*)m", four)) == {"31", "94", "32", "0"}
    for extra, more in ((["--no-color"], {}), (["--plain"], {}), ([], {"NO_COLOR": "1"})):
        plain = on_a_terminal([*arguments, *extra], ["quit"], SHOKHA_DATA=str(tmp_path / str(extra) / "x"), **more)
        assert not re.search(r"\x1b\[[0-9;]*m", plain)


def test_narrow_terminals_are_wrapped_to(tmp_path: Path) -> None:
    text = on_a_terminal(["play", "--new", "--seed", "5", "--plain"], ["help", "quit"], 40, SHOKHA_DATA=str(tmp_path))
    told = text.replace("\r", "").partition("help")[0]
    assert max(map(len, told.split("\n"))) <= 40


def test_ctrl_c_on_a_terminal(tmp_path: Path) -> None:
    text = on_a_terminal(["play", "--new", "--seed", "5"], ["\x03"], SHOKHA_DATA=str(tmp_path))
    assert "Saved. `shokha play` goes on with this match." in text and "Traceback" not in text
