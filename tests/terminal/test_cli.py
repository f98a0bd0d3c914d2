"""The command line: help that teaches, one clear sentence for wrong input, the same output for the same seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from shokha.__main__ import main
from shokha.profile import available


def shokha(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "shokha", *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


def test_rules_list_names_every_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "list"]) == 0
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")}
    assert listed == set(available()) and len(listed) >= 8


def test_rules_show_tells_differences_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "yard"]) == 0
    text = capsys.readouterr().out
    assert text.index("eggs = none") < text.index("The rest:") < text.index("boundary31 = ge")
    assert "(A28 B13" in text


def test_rules_diff_pairs_quartet_is_what_the_seeds_differ_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "diff", "pairs", "quartet"]) == 0
    named = [line for line in capsys.readouterr().out.splitlines() if line and not line.startswith((" ", "*"))]
    assert named == ["moskva_effect", "molodka_effect", "boundary31", "zero_rule", "dealer_lot", "eggs"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "show", "nonsense"], "There is no profile 'nonsense'"),
        (["rules", "show", "pairs", "--set", "players=5"], "Pairs need four players"),
        (["rules", "show", "pairs", "--set", "sokha=off"], "There is no setting 'sokha'"),
        (["rules", "show", "pairs", "--set", "shokha"], "name=value"),
        (["rules", "diff", "pairs", "svoi"], "they share no settings"),
        (["rules", "show", "missing.toml"], "missing.toml cannot be read"),
        (["watch", "--bots", "rule,rule"], "4 seats"),
        (["watch", "--bots", "rule,rule,rule,genius"], "no bot 'genius'"),
        (["watch", "--rules", "svoi", "--matches", "3"], "--deals"),
        (["play", "--seat", "7"], "seats 1 to 4"),
        (["play", "--players", "rule,rule,rule,rule"], "Nobody plays"),
        (["play", "--memory", "everything"], "--memory knows"),
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


def test_a_contradictory_file_is_refused(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('base = "pairs"\n[settings]\nbura = true\n')
    done = shokha("rules", "show", str(mine))
    assert done.returncode == 2 and "Bura" in done.stderr and "Traceback" not in done.stderr
    mine.write_text("= nonsense")
    assert "not valid TOML" in shokha("rules", "show", str(mine)).stderr
    mine.write_text('base = "pairs"\ntitle = "Ours"\n[settings]\nshokha = false\n')
    assert "shokha = off" in shokha("rules", "show", str(mine)).stdout


def test_watch_is_the_same_twice_and_in_the_plain_core() -> None:
    command = ("watch", "--rules", "pairs", "--matches", "12", "--bots", "rule,random,rule,random", "--seed", "1")
    first = shokha(*command)
    assert first.returncode == 0, first.stderr
    assert "rule + rule is ahead of random + random by" in first.stdout
    assert shokha(*command, "--jobs", "1").stdout == first.stdout
    assert shokha(*command, SHOKHA_PURE="1").stdout == first.stdout


@pytest.mark.parametrize("profile", available())
def test_watch_runs_every_version(capsys: pytest.CaptureFixture[str], profile: str) -> None:
    assert main(["watch", "--rules", profile, "--deals", "4", "--bots", "random", "--jobs", "1"]) == 0
    assert "4 deals" in capsys.readouterr().out


def test_watch_show_tells_the_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--rules", "yard", "--matches", "1", "--show", "--set", "target=2"]) == 0
    text = capsys.readouterr().out
    assert "leads" in text and "The match is over. Winner:" in text and "I " in text


def test_play_broken_off_goes_on(tmp_path: Path) -> None:
    """Ctrl-D loses nothing: the next start shows the same hand."""
    first = shokha("play", "--seed", "5", "--plain", text="", SHOKHA_DATA=str(tmp_path))
    assert first.returncode == 0 and "Saved." in first.stdout
    second = shokha("play", "--plain", text="y\n", SHOKHA_DATA=str(tmp_path))
    hand = [line for line in first.stdout.splitlines() if line.startswith("Your hand:")]
    assert hand and hand[0] in second.stdout and "unfinished" in second.stdout
    assert "\x1b" not in first.stdout + second.stdout


def test_fresh_matches_differ_and_seeds_repeat(tmp_path: Path) -> None:
    """No two starts deal the same cards unless they are asked to (fieldlog F98)."""
    hands = set()
    for i in range(12):
        done = shokha("play", "--new", text="", SHOKHA_DATA=str(tmp_path / str(i)))
        hands.add(next(line for line in done.stdout.splitlines() if line.startswith("Your hand:")))
    assert len(hands) == 12


def test_names_cannot_carry_escapes(tmp_path: Path) -> None:
    """Fieldlog F58: a name is shown literally and never as control."""
    name = "me:\x1b[2J[/b]%s{0}\u202eX"
    done = shokha("play", "--new", "--players", f"{name},rule,rule,rule", text="score\n", SHOKHA_DATA=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout and "\u202e" not in done.stdout and "[2J[/b]%s{0}X" in done.stdout


def test_help_teaches() -> None:
    for command in ("", "play", "watch", "rules"):
        done = shokha(*filter(None, [command]), "--help")
        assert done.returncode == 0 and "examples:" in done.stdout


def test_a_closed_pipe_is_no_traceback() -> None:
    done = subprocess.run(
        f"{sys.executable} -W ignore -m shokha rules show pairs | head -1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
