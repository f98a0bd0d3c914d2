"""How deals end when equal players play them: measured distributions, kept in small files.

Only what the count can tell apart is kept: two results that get equal penalties under every scale of the
rule book are one outcome. So one file serves every version that is *played* alike, however it is counted
and however long its matches are.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib import resources
from itertools import product
from typing import Any, NamedTuple

from shokha.kozel.scoring import penalties
from shokha.kozel.settings import (
    Boundary31,
    Eggs,
    KozelSettings,
    Partnership,
    ThreePlayerScale,
    Tie3First,
    TwoPlayerScale,
    ZeroRule,
)
from shokha.profile import RuleProfile

SCALES: dict[str, Any] = {
    "boundary31": Boundary31,
    "zero_rule": ZeroRule,
    "two_player_scale": TwoPlayerScale,
    "three_player_scale": ThreePlayerScale,
    "tie3_first": Tie3First,
    "eggs": Eggs,
}
"""Settings that decide how a deal is counted."""

AFTER_THE_DEAL = (*SCALES, "target", "deals", "simul3", "next_leader", "dealer_lot", "ante", "chips", "pot")
"""Settings that do not matter before the last trick has been taken."""


FOLDER = "shokha/equity/data"
"""Where the package keeps what was measured."""


class Outcome(NamedTuple):
    """One way a deal ends. Sides and seats are counted clockwise from the first leader, absent ones left out."""

    points: tuple[int, ...]
    tricks: tuple[int, ...]
    last_winner: int
    count: int  # type: ignore[assignment]  # shadows tuple.count, which nobody needs here


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What was measured for one way to play.

    `by_seats[n]` are the outcomes of deals among `n` players; `play` are the settings that matter for the
    play; `bot`, `seed` and `deals` (for each `n`) say how they were measured.
    """

    profile: str
    play: dict[str, str]
    bot: str
    seed: str
    deals: dict[int, int]
    by_seats: dict[int, tuple[Outcome, ...]]

    @property
    def family(self) -> str:
        """Twelve hex digits over the settings that matter for the play."""
        return _family(self.play)

    def to_json(self) -> str:
        """The file's text: one line for each outcome."""
        head = {"profile": self.profile, "family": self.family, "bot": self.bot, "seed": self.seed}
        lines = [f"  {json.dumps(name)}: {json.dumps(value)}," for name, value in head.items()]
        lines.append(f'  "deals": {json.dumps({str(n): k for n, k in self.deals.items()})},')
        lines.append(f'  "play": {json.dumps(self.play)},')
        tables = []
        for n, found in self.by_seats.items():
            rows = ",\n".join(f"      {json.dumps([o.points, o.tricks, o.last_winner, o.count])}" for o in found)
            tables.append(f'    "{n}": [\n{rows}\n    ]')
        return "{\n" + "\n".join(lines) + '\n  "outcomes": {\n' + ",\n".join(tables) + "\n  }\n}\n"

    @classmethod
    def from_json(cls, text: str) -> Outcomes:
        """Read what `to_json` wrote. Raises ValueError or KeyError for anything else."""
        data = json.loads(text)
        by_seats = {
            int(n): tuple(Outcome(tuple(points), tuple(tricks), last, count) for points, tricks, last, count in rows)
            for n, rows in data["outcomes"].items()
        }
        deals = {int(n): int(number) for n, number in data["deals"].items()}
        return cls(data["profile"], data["play"], data["bot"], data["seed"], deals, by_seats)


def family_of(profile: RuleProfile) -> str:
    """The family of versions that are played alike (`Outcomes.family`)."""
    return _family(play_of(profile))


def play_of(profile: RuleProfile) -> dict[str, str]:
    """The settings of a profile that matter for the play of a deal, as text."""
    return {name: value for name, value in profile.values().items() if name not in AFTER_THE_DEAL}


def _family(play: dict[str, str]) -> str:
    return sha256("\n".join(f"{name}={value}" for name, value in play.items()).encode()).hexdigest()[:12]


def condense(settings: KozelSettings, seen: Iterable[tuple[tuple[int, ...], tuple[int, ...], int]]) -> list[Outcome]:
    """Count results (points, tricks, last winner), putting together what no scale can tell apart."""
    raw = Counter(seen)
    groups: dict[object, list[tuple[int, tuple[tuple[int, ...], tuple[int, ...], int]]]] = {}
    scales = list(_scales(settings))
    for result, count in raw.items():
        points, tricks, last = result
        playing = range(len(points))
        told = tuple(penalties(scale, points, tricks, playing) for scale in scales)
        groups.setdefault((told, last), []).append((count, result))
    found = [Outcome(*max(members)[1], sum(count for count, _ in members)) for members in groups.values()]
    return sorted(found, key=lambda o: (-o.count, o))


def _scales(settings: KozelSettings) -> Iterator[KozelSettings]:
    for values in product(*SCALES.values()):
        yield replace(settings, **dict(zip(SCALES, values, strict=True)))


@cache
def measured() -> tuple[Outcomes, ...]:
    """All distributions that come with the package."""
    folder = resources.files("shokha.equity") / "data"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".json")), key=lambda f: f.name)
    return tuple(Outcomes.from_json(file.read_text("utf-8")) for file in files)


def outcomes_for(profile: RuleProfile) -> Outcomes | None:
    """What was measured for a version, or for the one that is played most nearly alike.

    None when nothing was measured for so many players, or for pots, where nothing need be.
    """
    settings, play = profile.settings, play_of(profile)
    if profile.game != "kozel" or settings.scoring != "penalties":
        return None
    alike = [o for o in measured() if o.play["players"] == play["players"] and _partners(o) == settings.partnership]
    return min(alike, key=lambda o: sum(o.play.get(n) != v for n, v in play.items()), default=None)


def _partners(outcomes: Outcomes) -> Partnership:
    return Partnership(outcomes.play["partnership"])
