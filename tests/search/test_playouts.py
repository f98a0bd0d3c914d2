"""Random playouts: the same in every engine, compiled and plain, and on every machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from shokha import profile
from shokha._speed import speed
from shokha.bench import engine
from shokha.search.playouts import Playouts

ROOT = Path(__file__).resolve().parents[2]

# Hash over every action and result of 300 random deals, by profile. A change of the kernel that is meant to
# change no rule must not change these.
GOLDEN = {
    "pairs": 4903826068682248816,
    "pairs-plain": 16305992990876320827,
    "pairs-no-shokha": 12306831033705853284,
    "yard": 8584792978960132730,
    "quartet": 13514218786478403607,
    "short": 13514218786478403607,
    "duel": 3874000236881543143,
    "trio": 876295012806469609,
    "trio-35": 16130406580510757312,
    "money": 8688840742509052518,
}

KOZEL = list(GOLDEN)


def told(name: str, deals: int = 300) -> int:
    table = Playouts(profile.load(name).settings, 12345, hashed=True)
    table.run(deals)
    assert table.deals == deals
    return table.hash


@pytest.mark.parametrize("name", KOZEL)
def test_trajectories_stay_what_they_are(name: str) -> None:
    assert told(name) == GOLDEN[name]


def test_compiled_and_plain_runs_are_the_same(absent: Callable[[str], NoReturn]) -> None:
    if speed().name != "compiled":
        absent("compiled kernels")
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_playouts import KOZEL, speed, told\n"
        "assert speed().name == 'plain'\n"
        "for name in KOZEL: print(name, told(name, 100))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"SHOKHA_PURE": "1"}, capture_output=True, text=True, check=True
    )
    assert plain.stdout.split("\n")[:-1] == [f"{name} {told(name, 100)}" for name in KOZEL]


def test_counts() -> None:
    table = Playouts(profile.load("pairs").settings, 7)
    table.run(2000)
    assert table.deals == 2000 and table.void == 0
    assert 29 < table.actions / table.deals < 30  # 7.4 tricks of four
    assert 65 < table.points / table.deals < 71  # the lead is worth about eight points
    assert table.hash == Playouts(profile.load("pairs").settings, 7).hash  # unhashed: untouched


def test_redealt_turn_ups_are_counted() -> None:
    table = Playouts(profile.load("pairs").with_settings({"shokha_turnup": "redeal"}).settings, 7)
    table.run(2000)
    assert 20 < table.void < 100  # one in 36


def test_the_yardstick_in_plain_ints_plays_the_same_game() -> None:
    script = ROOT / "bench" / "engine_plain.py"
    words = subprocess.run([sys.executable, script, "50", "3", "1"], capture_output=True, text=True, check=True).stdout
    assert int(words.split()[4]) == engine.play(50, 3).hash


def test_the_yardstick_in_cpp_plays_the_same_game(tmp_path: Path, absent: Callable[[str], NoReturn]) -> None:
    compiler = shutil.which("g++") or shutil.which("c++") or absent("a C++ compiler")
    program, source = tmp_path / "engine", ROOT / "bench" / "engine_minimal.cpp"
    subprocess.run([compiler, "-O1", "-Wall", "-Werror", "-o", program, source], check=True)
    words = subprocess.run([program, "300", "3", "1"], capture_output=True, text=True, check=True).stdout.split()
    assert int(words[4]) == engine.play(300, 3).hash


def test_the_bench_reports_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    engine.run(1, 200)
    shown = capsys.readouterr().out
    assert "same deals played by all engines" in shown
    assert "plain / plain ints" in shown
