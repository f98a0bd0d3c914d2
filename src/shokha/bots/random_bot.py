"""The weakest player: any legal action, each as likely as the other."""

from __future__ import annotations

from random import Random
from typing import Any

from shokha.bots.base import Budget, Choice, Reason


class RandomBot:
    """Plays every game."""

    name = "random"

    def choose(self, view: Any, seed: int, budget: Budget | None = None) -> Choice:
        return Choice(Random(seed).choice(view.legal), Reason("Any legal move will do."))
