"""`shokha bench endings`: does random play always come to an end, and to which? Also steps a second of the pile games.

Careless play of Svoi Kozyri and Besicovitch's game can go round in circles for thousands of turns; what ends it then is
repetition or the cap (QC15, QZ6). Deals are played by the kernels alone.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from shokha import profile
from shokha._speed import speed
from shokha.besicovitch.pack import mirror_deal, pack_of
from shokha.besicovitch.phases import Ending
from shokha.besicovitch.state import State as BesicovitchState
from shokha.cards import cards_of
from shokha.profile import RuleProfile
from shokha.search.playouts import Playouts
from shokha.svoi.state import State as SvoiState

PART = 1000
"""Deals between two looks at Ctrl-C and the progress line."""

GOLDEN = 0x9E3779B97F4A7C15


@dataclass(slots=True)
class Played:
    """What some random deals came to. `turns` are steps of all of them, `seconds` processor time without shuffling."""

    deals: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    longest: int = 0
    seconds: float = 0.0

    @property
    def steps_per_second(self) -> float:
        """Random steps a second."""
        return self.turns / self.seconds


class Player:
    """Random deals of one version, in parts; the same ones for the same seed, compiled and plain."""

    def __init__(self, rules: RuleProfile, seed: int) -> None:
        self.rules, self.played = rules, Played()
        self.shuffling = random.Random(seed)
        self.rng = (seed * GOLDEN & (1 << 64) - 1) | 1
        self.kozel = Playouts(rules.settings, seed) if rules.game == "kozel" else None
        self.pack = list(cards_of(pack_of(rules.settings.cards))) if rules.game == "besicovitch" else []

    def play(self, deals: int) -> None:
        """Play so many more deals to the end."""
        if self.kozel is not None:
            self._kozel(self.kozel, deals)
            return
        one = self._besicovitch if self.rules.game == "besicovitch" else self._svoi
        for _ in range(deals):
            ending, turns = one()
            self.played.endings[ending] += 1
            self.played.turns += turns
            self.played.longest = max(self.played.longest, turns)
        self.played.deals += deals

    def _kozel(self, table: Playouts, deals: int) -> None:
        actions, void, begin = table.actions, table.void, time.process_time()
        table.run(deals)
        self.played.seconds += time.process_time() - begin
        self.played.turns += table.actions - actions
        self.played.endings["void"] += table.void - void
        self.played.endings["played out"] += deals - (table.void - void)
        self.played.deals += deals

    def _svoi(self) -> tuple[str, int]:
        n, rng = self.rules.players, self.shuffling
        deck, dealer, trumps = rng.sample(range(36), 36), rng.randrange(n), rng.sample(range(4), n)
        begin = time.process_time()
        state = SvoiState(self.rules.settings, deck, dealer, trumps)
        self.rng = state.play_out(self.rng)
        self.played.seconds += time.process_time() - begin
        return state.reason, state.turns

    def _besicovitch(self) -> tuple[str, int]:
        half = self.shuffling.sample(self.pack, len(self.pack) // 2)
        hands = mirror_deal(sum(1 << card for card in half), len(self.pack))
        leader = self.shuffling.randrange(2)
        begin = time.process_time()
        state = BesicovitchState(self.rules.settings, hands, leader)
        self.rng = state.play_out(self.rng)
        self.played.seconds += time.process_time() - begin
        return Ending(state.ending).name.lower(), state.turns


def play(rules: RuleProfile, deals: int, seed: int, tell: Callable[[int], None] = lambda done: None) -> Played:
    """Random deals of one version; `tell` hears now and then how many are done."""
    player = Player(rules, seed)
    while player.played.deals < deals:
        player.play(min(PART, deals - player.played.deals))
        tell(player.played.deals)
    return player.played


def plain_steps(name: str, deals: int, seed: int) -> float:
    """Random steps a second of the plain run, in a process of its own."""
    words = subprocess.run(
        [sys.executable, "-m", __name__, name, str(deals), str(seed)],
        env=os.environ | {"SHOKHA_PURE": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.split()
    return int(words[0]) / float(words[1])


def run(names: Sequence[str], deals: int, seed: int) -> int:
    """Play and print; 1 when a deal has not ended (it cannot be printed then: it would hang)."""
    print(f"{deals:,} random deals of each version, seed {seed}, {speed().name} kernels: how they ended")
    good = True
    for name in names or profile.available():
        rules = profile.load(name)
        played = play(rules, deals, seed, lambda done, name=name: _progress(f"{name}: {done:,} of {deals:,}"))  # type: ignore[misc]
        _progress("")
        ends = ", ".join(f"{what.replace('_', ' ')} {count:,}" for what, count in played.endings.most_common() if count)
        good &= played.endings.total() == deals and not played.endings["running"]
        longest = f", longest {played.longest:,}" if played.longest else ""
        print(f"  {name:16} {ends}; {played.turns / deals:,.0f} actions a deal{longest}")
    return 0 if good else 1


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":  # the plain run of `plain_steps`
    _told = play(profile.load(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    print(_told.turns, f"{_told.seconds:.6f}")
