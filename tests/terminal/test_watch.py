"""`shokha watch`: the same table for the same seed, honest intervals, every version."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.terminal.test_cli import PLAIN_PYTHON, environment, shokha

from shokha.__main__ import main
from shokha.profile import available, load
from shokha.record import Record, verify
from shokha.terminal.tally import mean_interval, play_unit, summary, wilson

BOTS = ("--rules", "pairs", "--bots", "rule,random,rule,random", "--seed", "1")


def test_same_table_twice_in_one_process_or_two_and_in_the_plain_core() -> None:
    command = ("watch", *BOTS, "--matches", "12")
    first = shokha(*command, "--jobs", "2")
    assert first.returncode == 0, first.stderr
    assert "rule + rule is ahead of random + random by" in first.stdout
    assert "a second" in first.stderr and "a second" not in first.stdout
    assert shokha(*command, "--jobs", "1").stdout == first.stdout
    assert shokha(*command, SHOKHA_PURE="1").stdout == first.stdout


def test_a_record_of_every_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "deep" / "played"
    command = ["watch", "--matches", "3", "--jobs", "2", "--records", str(folder)]
    assert main(command) == 0
    assert sorted(file.name for file in folder.iterdir()) == ["0001.txt", "0002.txt", "0003.txt"]
    for file in folder.iterdir():
        found = verify(file.read_bytes())
        assert found.decks_from_seed and found.is_over
    assert Record.read(folder / "0002.txt").names == ["random 2", "rule 3", "random 4", "rule 1"]
    before = {file: file.read_bytes() for file in folder.iterdir()}
    assert main(command) == 2 and "is not empty" in capsys.readouterr().err
    assert {file: file.read_bytes() for file in folder.iterdir()} == before
    (tmp_path / "file").write_text("")
    assert main([*command[:-1], str(tmp_path / "file")]) == 2
    assert "Records cannot be kept in" in capsys.readouterr().err


@pytest.mark.slow
def test_the_rule_bot_is_far_ahead() -> None:
    done = shokha("watch", *BOTS, "--matches", "120")
    found = re.search(r"rule \+ rule is ahead of random \+ random by ([0-9.]+) ± ([0-9.]+)", done.stdout)
    assert found and float(found[1]) - float(found[2]) > 2.3, done.stdout


@pytest.mark.parametrize("profile", available())
def test_every_version_and_figures_that_add_up(profile: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = load(profile)
    if rules.game == "svoi":
        rules = rules.with_settings({"turn_cap": 80})
    units = [play_unit(rules, ["random"] * rules.players, "s", False, index) for index in range(6)]
    deals = [deal for unit in units for deal in unit.deals]
    assert len(deals) == 6
    for unit in units:
        for points in unit.points:
            total = sum(points[bot] for bot in range(rules.players))
            assert total == (240 if len(set(points)) <= 2 and rules.players == 4 else 120)
    text = "\n".join(summary(rules, ["random"] * rules.players, "s", units, False))
    assert text.startswith(f"{rules.id}") and "6 deals" in text and rules.fingerprint in text
    arguments = ["--deals", "2", "--bots", "random", "--jobs", "1", "--rules", profile]
    more = ["--set", "turn_cap=80"] if rules.game == "svoi" else []
    assert main(["watch", *arguments, *more]) == 0
    assert "2 deals" in capsys.readouterr().out


def test_bots_change_seats_so_a_chair_wins_nothing() -> None:
    """The same bot in every chair: over n matches each bot has sat everywhere."""
    rules = load("trio").with_settings({"target": 2})
    seen = set()
    for index in range(3):
        unit = play_unit(rules, ["random", "random", "rule"], "x", True, index)
        seen.add(unit.winners)
        assert play_unit(rules, ["random", "random", "rule"], "x", True, index) == unit
    assert seen


def test_show_tells_the_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--rules", "yard", "--matches", "1", "--show", "--set", "target=2"]) == 0
    text = capsys.readouterr().out
    assert "leads" in text and "The match is over:" in text and "The count of deal 1:" in text
    assert re.search(r"^  \(rule 1: .+\)$", text, re.M)


def test_intervals() -> None:
    assert wilson(0, 10)[0] == 0 and 0.27 < wilson(0, 10)[1] < 0.28
    low, high = wilson(50, 100)
    assert 0.403 < low < 0.405 and 0.595 < high < 0.597
    mean, half = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert mean == 2.5 and 1.26 < half < 1.27
    assert mean_interval([2.0]) == (2.0, float("inf"))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_table_so_far(jobs: str) -> None:
    command = [*PLAIN_PYTHON, "watch", "--matches", "100000", "--bots", "random", "--jobs", jobs]
    for seconds in (3, 10, 30, 90):  # a busy machine needs longer until there is something to tell
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment(),
            start_new_session=True,
        )
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process in front
        out, err = process.communicate(timeout=60)
        if "Interrupted after" in err and out:
            assert process.returncode == 130 and "Traceback" not in err
            assert re.search(r"\d+ matches, \d+ deals", out), out
            return
    pytest.fail(err)
