"""The weakest player: any legal action, all equally likely, in every game."""

from __future__ import annotations

from random import Random
from typing import Any

from shokha.bots.base import Choice, Reason


class RandomBot:
    """Picks blindly; the yardstick for everybody else."""

    name = "random"

    def choose(self, view: Any, seed: int, budget: float | None = None) -> Choice:
        legal = view.legal
        return Choice(legal[Random(seed).randrange(len(legal))], Reason("I pick blindly among my legal moves."))
