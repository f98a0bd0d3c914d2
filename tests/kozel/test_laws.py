"""Laws of the kernel over random play: cards are conserved, compiled is plain, phases keep to their table."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import KOZEL_PROFILES, Start, pack_for, random_settings, random_start, starts

from shokha import load_profile
from shokha.actions import Action, ActionKind
from shokha.cards import points_of
from shokha.kozel.phases import NEXT, Phase
from shokha.kozel.state import State, expected_pack


def conserved(start: Start, rng: random.Random) -> None:
    """Law 1, and the invariants of the rule book's engine outline."""
    state = State(*start.arguments)
    playing = [s for s in range(start.settings.players) if start.seats >> s & 1]
    pack = sum(1 << c for c in start.deck)
    is_even = len(start.deck) == {2: 36, 3: 36, 4: 36, 5: 35}[len(playing)]
    while True:
        places = [state.hand(s) for s in playing] + [state.taken_by(s) for s in playing]
        places += [state.on_table(s) for s in playing] + [1 << c for c in state.stock_cards()]
        assert sum(places) == pack and sum(p.bit_count() for p in places) == len(start.deck)
        assert all(state.hand(s) == 0 for s in range(start.settings.players) if s not in playing)
        counts = {state.hand(s).bit_count() for s in playing}
        assert max(counts) <= 4
        if is_even and Phase(state.phase) in (Phase.WINDOW, Phase.LEAD):
            assert len(counts) == 1, "hands stay equal (QD12)"
        if Phase(state.phase) in (Phase.WINDOW, Phase.LEAD):
            assert max(counts) - min(counts) <= 1, "drawing one at a time"
        if state.is_over:
            break
        state.play(rng.choice(state.legal_actions()))
    if state.is_void or state.pot_winner >= 0:
        return
    assert sum(points_of(state.taken_by(s)) for s in playing) == 120
    assert not any(state.hand(s) or state.on_table(s) for s in playing) and not state.stock_cards()
    assert sum(state.tricks_of(s) for s in playing) == state.trick_no


@pytest.mark.parametrize("profile", KOZEL_PROFILES)
def test_cards_are_conserved(profile: str) -> None:
    rng = random.Random(profile)
    for _ in range(40):
        conserved(random_start(load_profile(profile).settings, rng), rng)


@settings(max_examples=150)
@given(starts(), st.integers(0, 2**32 - 1))
def test_cards_are_conserved_in_any_rules(start: Start, seed: int) -> None:
    conserved(start, random.Random(seed))


@pytest.mark.parametrize("profile", KOZEL_PROFILES)
def test_a_wrong_deck_is_refused(profile: str) -> None:
    rules = load_profile(profile).settings
    pack = pack_for(rules, rules.players)
    assert expected_pack(rules, rules.players) == sum(1 << c for c in pack)
    for deck in (pack[:-1], [*pack, 36], [*pack[1:], pack[1]], [], [*pack[1:], 40]):
        with pytest.raises(ValueError):
            State(rules, deck, 0)


def test_phases_keep_to_their_table() -> None:
    """Every step is an edge of the phase table, and every edge is used (the docstring of `phases` promises it)."""
    rng, used = random.Random(11), set()
    edges = {
        (phase, kind, after) for phase, kinds in NEXT.items() for kind, afters in kinds.items() for after in afters
    }
    for number in range(20_000):
        if number % 20 == 0:
            rules = random_settings(rng)
        state = State(*random_start(rules, rng).arguments)
        while not state.is_over:
            phase, action = Phase(state.phase), Action(rng.choice(state.legal_actions()))
            state.play(action)
            used.add((phase, action.kind, Phase(state.phase)))
        if number > 1000 and used == edges:
            break
    assert used <= edges, f"not in the table: {used - edges}"
    assert used == edges, f"never used: {edges - used}"
    assert set(NEXT) == set(Phase) and ActionKind.COVER not in {kind for kinds in NEXT.values() for kind in kinds}


def test_compiled_is_plain(absent: Callable[[str], NoReturn]) -> None:
    """Law 6: the same hash over every answer of the kernel, compiled and from source."""
    runs = {}
    for pure in ("", "1"):
        environment = os.environ | {"SHOKHA_PURE": pure, "PYTHONWARNINGS": "ignore", "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-m", "tests.kozel.trajectories", "12"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
        speed, runs[pure] = done.stdout.split()
        if speed != ("plain" if pure else "compiled"):
            absent("a fresh compiled kernel")
    assert runs[""] == runs["1"]
