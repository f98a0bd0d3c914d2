"""The golden sessions still go as they are on file (`golden` tells how to rewrite them), at either speed."""

from __future__ import annotations

import copy
import random
from hashlib import sha256

import pytest
from tests.svoi.deals import PROFILES
from tests.svoi.golden import FOLDER, TABLES, text
from tests.svoi.tables import KernelTable, OracleTable, random_deal

from shokha.profile import load
from shokha.svoi.state import State


def test_every_file_belongs_to_a_table() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(TABLES)


@pytest.mark.parametrize("table", TABLES)
def test_golden(table: str) -> None:
    assert text(table).splitlines() == (FOLDER / f"{table}.txt").read_text("utf-8").splitlines()


def test_compiled_and_plain_kernel_play_alike() -> None:
    """Law 6: random deals played inside the kernel end alike at both speeds; the hash was taken from both."""
    seen, rng = sha256(), random.Random(6)
    for name in PROFILES:
        settings, n = load(name).settings, load(name).players
        bits = 88172645463325252
        for _ in range(20):
            state = State(settings, rng.sample(range(36), 36), rng.randrange(n), rng.sample(range(4), n))
            bits = state.play_out(bits)
            hands = [state.hand(s) for s in range(4)]
            facts = (bits, state.turns, state.reason, state.loser, hands, state.pile_cards(), state.out_order())
            seen.update(repr((facts, state.past())).encode())
    assert seen.hexdigest()[:16] == "6ea19a82323828e4"


@pytest.mark.parametrize("name", PROFILES)
def test_perft(name: str) -> None:
    """Sequences of one and two actions from positions of a deal, by kernel and oracle."""
    rng, settings = random.Random(name), load(name).settings
    start = random_deal(rng, settings.players)
    kernel, oracle = KernelTable.deal(settings, *start), OracleTable.deal(settings, *start)
    for _ in range(6):
        legal = oracle.legal()
        assert len(kernel.legal()) == len(legal)
        after = [copy.deepcopy(oracle.oracle) for _ in legal]
        for at, move in zip(after, legal, strict=True):
            at.play(move)
        assert two_plies(kernel.state) == sum(len(at.legal()) for at in after)
        move = rng.choice(legal)
        kernel.play(move)
        oracle.play(move)


def two_plies(state: State) -> int:
    """Sequences of two actions."""
    total = 0
    for action in state.legal_actions():
        after = state.copy()
        after.play(action)
        total += len(after.legal_actions())
    return total


@pytest.mark.slow
@pytest.mark.parametrize("name", PROFILES)
def test_random_deals_end(name: str) -> None:
    """QC15: even careless play comes to an end, by rule, repetition or cap."""
    rng, settings, n, bits = random.Random(name), load(name).settings, load(name).players, 1
    ends: dict[str, int] = {}
    for _ in range(1000):
        state = State(settings, rng.sample(range(36), 36), rng.randrange(n), rng.sample(range(4), n))
        bits = state.play_out(bits)
        assert state.is_over and state.turns <= settings.turn_cap
        ends[state.reason] = ends.get(state.reason, 0) + 1
    assert set(ends) <= {"last_card", "draw", "repetition", "cap"} and ends["last_card"] > 200
