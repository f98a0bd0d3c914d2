"""What a bot is: a function of (view, seed, budget) that gives a choice with its reason (law 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from shokha.actions import Action


class Reason(NamedTuple):
    """Why, in one sentence: a text with places for arguments, so that it can be translated."""

    text: str
    args: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.text.format(**self.args)


class Choice(NamedTuple):
    """A legal action and the reason for it."""

    action: Action
    reason: Reason


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: search nodes (reproducible) or seconds (for people); None for its own default."""

    nodes: int | None = None
    seconds: float | None = None


class Bot(Protocol):
    """A player. It holds no state between moves and is given a view, never a deal."""

    name: str

    def choose(self, view: Any, seed: int, budget: Budget | None = None) -> Choice:
        """One of `view.legal`, which must not be empty."""
        ...
