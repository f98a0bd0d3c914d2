"""What may be set in Besicovitch's game. Code branches on these values, never on a profile's name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shokha.errors import Sentence
from shokha.setting import setting


@dataclass(frozen=True, slots=True)
class BesicovitchSettings:
    """The rules of one version. Two players, open hands, trumps ♠ and ♥ (Z1, Z2)."""

    players: int = setting(2, "Z1", "How many sit at the table: always two.", low=2, high=2)
    cards: int = setting(36, "QZ1", "Size of the pack: the highest ranks of each suit, in fours.", low=8, high=52)
    taker_leads: bool = setting(
        False, "QZ3", "After a pick-up the taker leads to the empty table; otherwise the opponent does."
    )
    repetition: int = setting(
        3, "QZ6", "The deal is drawn when a position occurs for this time, the first included.", low=2, high=9
    )
    turn_cap: int = setting(0, "QZ6", "The deal is drawn after so many turns; 0 sets no limit.", low=0, high=10_000)

    def faults(self) -> Iterator[Sentence]:
        """Sentences about settings that contradict each other."""
        if self.cards % 4:
            yield Sentence(
                "A pack has as many cards of each suit: set cards={even}, not {cards} (QZ1).",
                even=self.cards // 4 * 4,
                cards=self.cards,
            )
