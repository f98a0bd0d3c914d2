"""Random playouts of every version come to an end, compiled and plain at the same one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from shokha import profile
from shokha._speed import speed
from shokha.bench import endings

PILE_GAMES = [name for name in profile.available() if profile.load(name).game != "kozel"]


@pytest.mark.parametrize("name", profile.available())
def test_every_random_deal_ends(name: str) -> None:
    rules = profile.load(name)
    played = endings.play(rules, 25, 3)
    assert played.deals == played.endings.total() == 25 and not played.endings["running"] + played.endings[""]
    cap = getattr(rules.settings, "turn_cap", 0)
    assert not cap or played.longest <= cap


@pytest.mark.parametrize("name", PILE_GAMES)
def test_compiled_and_plain_play_the_same(name: str) -> None:
    if speed().name != "compiled":
        pytest.skip("this is the plain run")
    told = subprocess.run(
        [sys.executable, "-m", "shokha.bench.endings", name, "10", "4"],
        env=os.environ | {"SHOKHA_PURE": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.split()
    assert int(told[0]) == endings.play(profile.load(name), 10, 4).turns


def test_random_actions_are_legal_and_all_come_up() -> None:
    """The playouts draw from exactly the legal actions: small packs meet every ending."""
    small = profile.load("besicovitch").with_settings({"cards": 8, "repetition": 2, "turn_cap": 12})
    played = endings.play(small, 400, 5)
    assert set(played.endings) == {"last_card", "repetition", "cap"}
    assert sum(played.endings.values()) == 400


def test_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert endings.run(["svoi-2", "duel"], 20, 1) == 0
    said = capsys.readouterr().out
    assert "svoi-2" in said and "last card" in said and "played out 20" in said
