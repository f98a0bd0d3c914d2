"""A fingerprint of how the kernel behaves, for comparing two runs of it in different processes.

`python -m tests.kozel.trajectories 200` prints the speed in use and one hash over that many deals of
every profile and of seeded random settings: every list of legal actions, every field, every refusal.
"""

from __future__ import annotations

import random
import sys
from hashlib import sha256

from tests.strategies import KOZEL_PROFILES, random_settings, random_start

from shokha import _speed
from shokha.errors import RuleViolation
from shokha.kozel.settings import KozelSettings
from shokha.kozel.state import State
from shokha.profile import load


def fingerprint(deals: int) -> str:
    """One hash over everything that the kernel answers in these deals."""
    seen, rng = sha256(), random.Random(6)
    tables: list[KozelSettings] = [load(name).settings for name in KOZEL_PROFILES]
    tables += [random_settings(rng) for _ in range(3 * len(tables))]
    for number in range(deals * len(tables)):
        start = random_start(tables[number % len(tables)], rng)
        state = State(*start.arguments)
        while True:
            legal = state.legal_actions()
            seen.update(repr((legal, sorted(state.dump().items()), state.turn)).encode())
            nonsense = rng.choice([rng.getrandbits(59), rng.randrange(5) << 56 | 1 << rng.randrange(36), -1])
            try:
                state.copy().play(nonsense)
            except RuleViolation as refusal:
                seen.update(str(refusal).encode())
            if not legal:
                break
            state.play(rng.choice(legal))
    return seen.hexdigest()


if __name__ == "__main__":
    print(_speed.speed().name, fingerprint(int(sys.argv[1])))
