"""The playout policy: legal, better than chance, and the same compiled and plain."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from shokha import profile
from shokha._speed import speed
from shokha.game import new_deal
from shokha.search.kozel_policy import Policy
from shokha.search.kozel_solver import worth

KOZEL = [name for name in profile.available() if profile.load(name).game == "kozel"]
DEALS = 150 if speed().name == "compiled" else 15


@pytest.mark.parametrize("name", KOZEL)
def test_plays_deals_to_their_end(name: str) -> None:
    policy = Policy(noise=300, seed=3)
    for seed in range(4):
        state = new_deal(name, seed).state
        while not state.is_over:
            assert {action for action, _ in policy.rate(state)} == set(state.legal_actions())
            state.play(policy.choose(state))


def test_far_better_than_chance() -> None:
    """Card points of two policy players against two random ones: some 100 of 120."""
    policy, chance, points = Policy(), random.Random(1), 0
    for seed in range(DEALS):
        state = new_deal("pairs", seed).state
        while not state.is_over:
            good = (state.actor + seed) % 2 == 0
            state.play(policy.choose(state) if good else chance.choice(state.legal_actions()))
        points += worth(state.taken_by(seed % 2) | state.taken_by(seed % 2 + 2))
    assert points > 90 * DEALS


def fingerprint() -> str:
    """All choices of some deals, with noise, as one number."""
    policy, mix = Policy(noise=400, seed=9), 0
    for name in KOZEL:
        for seed in range(3):
            state = new_deal(name, seed).state
            while not state.is_over:
                for action, value in policy.rate(state):
                    mix = (mix * 1_000_003 ^ action ^ value & 0xFFFF) % (1 << 61)
                state.play(policy.choose(state))
    return f"{mix:x}"


def test_compiled_and_plain_agree() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import test_kozel_policy as t; print(t.fingerprint())"
    run = subprocess.run(
        [sys.executable, "-c", code, str(Path(__file__).parent)],
        env=os.environ | {"SHOKHA_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == fingerprint()
