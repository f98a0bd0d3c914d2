"""Perft: how many sequences of actions there are from fixed positions, depth by depth.

`python -m tests.kozel.perft` counts anew with the kernel and writes `perft.toml`. The tests compare
that file with the kernel, and its first depths with the oracle. A changed number means changed rules.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Protocol

from tests.oracle.kozel_oracle import Oracle
from tests.strategies import KOZEL_PROFILES, rules_of

from shokha import load_profile
from shokha.kozel.state import State
from shokha.shuffle import deck

FILE = Path(__file__).parent / "perft.toml"
BUDGET = 2_000
"""The first count above this is the last that is kept."""

# Profiles, and the settings whose trees look different from theirs.
TABLES: dict[str, tuple[str, dict[str, object]]] = {name: (name, {}) for name in KOZEL_PROFILES} | {
    "pairs, no joker": ("pairs", {"shokha_lead_joker": "off"}),
    "trio-35, short responses": ("trio-35", {"uneven": "short_response"}),
    "money, 36 cards, leads 1-4, any time": (
        "money",
        {"lead_sizes": "1,2,3,4", "bura_any_time": "on", "uneven": "short_response"},
    ),
    "money for three without 6c": ("money", {"players": 3, "remove_6c": "on"}),
}
DECKS = ("perft 1", "perft 2", "perft 3")
PLIES = (0, 7, 15)
"""Where the counts start: so many actions after the deal."""


class Engine(Protocol):
    """What is asked of kernel and oracle."""

    def legal(self) -> list[int]: ...
    def after(self, action: int) -> Engine: ...


class Fast:
    """The kernel."""

    def __init__(self, state: State) -> None:
        self.state = state

    def legal(self) -> list[int]:
        return list(self.state.legal_actions())

    def after(self, action: int) -> Fast:
        state = self.state.copy()
        state.play(action)
        return Fast(state)


class Slow:
    """The oracle."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle

    def legal(self) -> list[int]:
        return self.oracle.legal()

    def after(self, action: int) -> Slow:
        oracle = self.oracle.clone()
        oracle.play(action)
        return Slow(oracle)


def position(kind: type[Fast] | type[Slow], table: str, seed: str, plies: int) -> Engine:
    """The position after so many actions; they are chosen by a fixed pattern."""
    rules = rules_of(TABLES[table][0], **TABLES[table][1])
    pack = sum(1 << c for c in range(36) if not (rules.remove_6c and c == 27))
    cards = deck(seed, 1, pack)
    at: Engine = Fast(State(rules, cards, 0, None, None, 5)) if kind is Fast else Slow(Oracle(rules, cards, 0, peek=5))
    for ply in range(plies):
        legal = at.legal()
        if len(legal) > 0:
            at = at.after(legal[(7 * ply + 3) % len(legal)])
    return at


def perft(at: Engine, depth: int) -> int:
    """Sequences of exactly `depth` actions; a deal that ends earlier counts once."""
    legal = at.legal()
    if depth == 0 or not legal:
        return 1
    if depth == 1:
        return len(legal)
    return sum(perft(at.after(action), depth - 1) for action in legal)


def counts(at: Engine, budget: int = BUDGET) -> list[int]:
    """Depth 1, 2, … as far as the budget reaches or the deal goes on."""
    found: list[int] = []
    while len(found) < 16:
        found.append(perft(at, len(found) + 1))
        if found[-1] > budget or found[-3:] == found[-1:] * 3:
            break
    return found


def read() -> dict[str, dict[str, list[int]]]:
    """The counts on file, by table and position."""
    return tomllib.loads(FILE.read_text("utf-8"))


def key(seed: str, plies: int) -> str:
    return f"{seed}, after {plies}"


def write() -> None:
    """Count everything anew."""
    lines = ["# Written by `python -m tests.kozel.perft`. Sequences of 1, 2, 3 … actions from fixed positions."]
    for table in TABLES:
        lines += ["", f'["{table}"]']
        for seed in DECKS:
            for plies in PLIES:
                lines.append(f'"{key(seed, plies)}" = {counts(position(Fast, table, seed, plies))}')
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    assert load_profile("pairs")
    sys.exit(write())
