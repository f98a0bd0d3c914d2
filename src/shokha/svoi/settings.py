"""Every rule of Svoi Kozyri that differs between tables, as a field with a closed set of values.

Code branches on these values, never on a profile's name. The field's metadata carries the rule id
and the sentence that `shokha rules show` prints.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from shokha.errors import Sentence
from shokha.setting import setting


class TrumpChoice(StrEnum):
    """How the personal trump suits are given out (QC2)."""

    LOT = "lot"
    CHOICE = "choice"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class SvoiSettings:
    """The rules of one version of Svoi Kozyri. Defaults are those for four players (C)."""

    players: int = setting(4, "C1 QC1", "How many sit at the table, each for himself.", low=2, high=4)
    trump_choice: TrumpChoice = setting(
        TrumpChoice.LOT,
        "C1 QC2",
        "Own trump suits for the whole session: by lot, picked in turn, or always ♣ ♦ ♥ ♠ from the first seat on.",
    )
    exchange_sixes: bool = setting(True, "C4 QC1 QC14", "Before play every six goes to the owner of its suit, if any.")
    pick_up_plain: int = setting(
        3, "C10", "Cards to pick up when the top is not one's own trump; 36 takes the whole pile.", low=1, high=36
    )
    pick_up_trump: int = setting(
        5, "C10", "Cards to pick up when the top is one's own trump below the ace.", low=1, high=36
    )
    pick_up_ace: int = setting(
        36, "C10 QC11", "Cards to pick up when the top is one's own trump ace; 36 takes the whole pile.", low=1, high=36
    )
    open_pile: bool = setting(
        False, "C9 QC12", "The whole pile may be looked at, not only what one would pick up and the card below."
    )
    repetition: int = setting(
        3, "QC15 X24", "The deal is drawn when a position occurs for this time, the first included.", low=2, high=9
    )
    turn_cap: int = setting(1000, "QC15 X24", "The deal is drawn after so many turns.", low=50, high=2000)
    losses_target: int = setting(
        0, "C14 QC16", "Lost deals that end the session; 0 plays on without end.", low=0, high=99
    )
    deals: int = setting(0, "C14", "Length of a session in deals; 0 sets no length.", low=0, high=999)

    def faults(self) -> Iterator[Sentence]:
        """Sentences about settings that contradict each other."""
        if not self.pick_up_plain <= self.pick_up_trump <= self.pick_up_ace:
            yield Sentence(
                "Picking up one's own trump costs no less than a plain card, and its ace no less than that: keep pick_up_plain={plain} <= pick_up_trump={trump} <= pick_up_ace={ace} (C10).",  # noqa: E501
                plain=self.pick_up_plain,
                trump=self.pick_up_trump,
                ace=self.pick_up_ace,
            )
