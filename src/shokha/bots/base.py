"""What a bot is: a function of (view, seed, budget) that says why it plays what it plays.

A bot keeps nothing between moves and sees a seat's view, never a deal, so it cannot know more than a
person in that seat, can take any seat over at any time, and plays the same again for the same input.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from shokha.actions import Action
from shokha.cards import RankLetters, format_cards


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence, kept as a template and its facts so that it can be told in any language.

    `template` is the English sentence and the key for translators. Facts whose name ends in ``cards``
    are card sets, in ``seat`` seat numbers, in ``chance`` probabilities; all others are shown as they are.

    >>> str(Reason("{cards} wins {points} points.", {"cards": 1 << 17, "points": 13}))
    'A♥ wins 13 points.'
    """

    template: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def text(self, template: str | None = None, letters: RankLetters = "en") -> str:
        """The sentence, from a translated template if given."""
        return (template or self.template).format_map({n: _show(n, v, letters) for n, v in self.facts.items()})

    def __str__(self) -> str:
        return self.text()


def _show(name: str, value: Any, letters: RankLetters) -> str:
    if name.endswith("cards"):
        return format_cards(value, sep=" ", glyphs=True, letters=letters)
    if name.endswith("seat"):
        return str(value + 1)
    return f"{100 * value:.0f} %" if name.endswith("chance") else str(value)


class Choice(NamedTuple):
    """What a bot plays, and why."""

    action: Action
    reason: Reason


class Bot(Protocol):
    """A player. `choose` is asked only when `view.legal` is not empty."""

    @property
    def name(self) -> str: ...

    def choose(self, view: Any, seed: int, budget: float | None = None) -> Choice:
        """The move for a view. `seed` settles whatever is left to chance; `budget` is in the bot's own measure."""
        ...
