"""F98: no two matches begin with the same cards, unless the seed is given; it is kept, and told afterwards.

https://github.com/magefree/mage/issues/2245 · https://github.com/PlayersCouncil/gemp-lotr/issues/160
After a change of generator every game began with the same hands.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.terminal.person import Sitting

from shokha.__main__ import make_parser
from shokha.record import Record
from shokha.shuffle import deck
from shokha.terminal import saves
from shokha.terminal.seating import seat_players


def first_deck(options: argparse.Namespace) -> tuple[int, ...]:
    """The first pack of a match that `shokha play` would begin now."""
    return tuple(deck(seat_players(options).table.seed, 1))


@pytest.fixture
def options() -> argparse.Namespace:
    return make_parser("play").parse_args(["play"])


def test_five_hundred_starts(options: argparse.Namespace) -> None:
    seeds = [str(seat_players(options).table.seed) for _ in range(500)]
    assert len(set(seeds)) == 500
    assert all(re.fullmatch("[0-9a-f]{32}", seed) for seed in seeds)  # 128 bits, from the system's own chance
    assert len({tuple(deck(seed, 1)) for seed in seeds}) == 500


def test_fifty_forks_of_one_process(options: argparse.Namespace) -> None:
    """A copied process must not deal what its twin deals."""
    decks = set()
    for _ in range(50):
        end, begin = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(begin, bytes(first_deck(options)))
            os._exit(0)
        os.close(begin)
        decks.add(os.read(end, 64))
        os.close(end)
        os.waitpid(child, 0)
    assert len(decks) == 50 and all(len(each) == 36 for each in decks)


@pytest.mark.slow
def test_fresh_processes_started_together(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "ignore", "-m", "shokha", "play", "--new"]
    hands = set()
    for batch in range(5):
        processes = [
            subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                env={**os.environ, "SHOKHA_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
            )
            for _ in range(4)
        ]
        for process in processes:
            out = process.communicate(timeout=300)[0].decode()
            hands.add(re.search(r"Trump is[^.]*\.|turned up[^.]*\.", " ".join(out.split()))[0] + out[-200:])  # type: ignore[index]
        assert len(hands) == 4 * (batch + 1)
    assert len(list((tmp_path / "matches").iterdir())) == 20  # side by side, none lost


def test_the_seed_is_kept_and_told_when_the_match_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path))
    path = tmp_path / "match.json"
    sitting = Sitting("pairs", ["me", "random", "random", "random"], "a5" * 16, changes={"target": 2}, path=path)
    sitting.type()
    assert saves.read(path).table.seed == "a5" * 16 and "a5a5" not in sitting.text
    sitting.play(1)
    assert f"The seed of this match was {'a5' * 16}." in sitting.flat
    (record,) = (tmp_path / "records").iterdir()
    assert Record.loads(record.read_bytes()).tags["Seed"] == "a5" * 16
