"""Every rule of Kozel that differs between versions, as a field with a closed set of values.

Code branches on these values, never on a profile's name. The field's metadata carries the rule id
and the sentence that `shokha rules show` prints.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from shokha.errors import Sentence
from shokha.setting import setting


class Partnership(StrEnum):
    PAIRS = "pairs"
    SINGLES = "singles"


class ShokhaTurnup(StrEnum):
    SPADES = "spades"
    NOTRUMP = "notrump"
    REDEAL = "redeal"


class TrumpMode(StrEnum):
    TURNUP_BOTTOM = "turnup_bottom"
    PEEK_MIDDLE = "peek_middle"


class Declarations(StrEnum):
    NONE = "none"
    BETWEEN_TRICKS = "between_tricks"
    ANY_TIME = "any_time"


class MoskvaEffect(StrEnum):
    NONE = "none"
    LEAD_ONLY = "lead_only"
    AUTO_WIN = "auto_win"


class MolodkaEffect(StrEnum):
    NONE = "none"
    LEAD_ONLY = "lead_only"
    LEAD_FOUR = "lead_four"
    AUTO_WIN = "auto_win"


class Uneven(StrEnum):
    CAP_LEAD = "cap_lead"
    SHORT_RESPONSE = "short_response"


class Scoring(StrEnum):
    PENALTIES = "penalties"
    POT = "pot"


class Boundary31(StrEnum):
    GE = "ge"
    GT = "gt"


class ZeroRule(StrEnum):
    TRICKS = "tricks"
    POINTS = "points"


class TwoPlayerScale(StrEnum):
    FLAT = "flat"
    BY_POINTS = "246"


class ThreePlayerScale(StrEnum):
    RANK = "rank"
    THRESHOLD21 = "threshold21"


class Tie3First(StrEnum):
    TWO_EACH = "two_each"
    ZERO_EACH = "zero_each"


class Eggs(StrEnum):
    NONE = "none"
    TWO_EACH = "two_each"
    DOUBLE_NEXT = "double_next"


class NextLeader(StrEnum):
    LEFT_OF_DEALER = "left_of_dealer"
    LAST_TRICK_WINNER = "last_trick_winner"


class DealerLot(StrEnum):
    SEED = "seed"
    LOWEST = "lowest"
    HIGHEST = "highest"


class PotTie(StrEnum):
    CARRY = "carry"
    SPLIT = "split"
    PLAYOFF = "playoff"


@dataclass(frozen=True, slots=True)
class KozelSettings:
    """The rules of one version of Kozel. Defaults are those of pairs Kozel (A)."""

    players: int = setting(4, "A1 D1", "How many sit at the table.", low=2, high=5)
    partnership: Partnership = setting(Partnership.PAIRS, "A1 D1", "Fixed pairs facing each other, or everyone alone.")
    remove_6c: bool = setting(False, "D15 QD12 X14", "Play without 6♣ while three or five play.")
    shokha: bool = setting(True, "A5 QD24", "6♠ outranks every card, and is worth nothing.")
    shokha_lead_joker: bool = setting(True, "A10 QD2 X7", "The shokha may join a lead of any one suit.")
    shokha_turnup: ShokhaTurnup = setting(
        ShokhaTurnup.SPADES, "QA18 X8", "When 6♠ is turned up: spades are trump, there is no trump, or a new deal."
    )
    trump_mode: TrumpMode = setting(
        TrumpMode.TURNUP_BOTTOM,
        "A7 B3 QB2",
        "Trump is turned up under the stock and drawn last, or a card is shown from the middle and goes back.",
    )
    lead_sizes: tuple[int, ...] = setting((1, 2, 3, 4), "A10 QM1", "How many cards may be led.", low=1, high=4)
    uneven: Uneven = setting(
        Uneven.CAP_LEAD,
        "QD13",
        "With unequal hands: no lead larger than the smallest other hand, or a short hand plays all it has and loses.",
    )
    declarations: Declarations = setting(
        Declarations.BETWEEN_TRICKS,
        "A23 B8 D15",
        "Combinations: never, between tricks, or also out of turn in a trick.",
    )
    declare_on_initial_deal: bool = setting(True, "QA1 X5", "Combinations count before the first trick too.")
    moskva_effect: MoskvaEffect = setting(
        MoskvaEffect.LEAD_ONLY, "A27 D9 QD18", "Moskva: unknown, takes the lead, or wins its own trick."
    )
    molodka_effect: MolodkaEffect = setting(
        MolodkaEffect.LEAD_ONLY,
        "A27 B8 D10 X9",
        "Molodka: unknown, takes the lead, is led whole and may be beaten, or wins its own trick.",
    )
    bura: bool = setting(False, "M QM4", "Three trumps in one's own lead take the pot.")
    bura_any_time: bool = setting(False, "QM4 X17", "Bura and four aces count before every lead, not only one's own.")
    four_aces: bool = setting(False, "M QM5", "Four aces on one's own lead take the pot.")
    scoring: Scoring = setting(Scoring.PENALTIES, "A28 M", "Penalty points, or a pot of chips.")
    boundary31: Boundary31 = setting(
        Boundary31.GE, "A28 D12 QD3", "2 penalties with 31 or more (ge), or more than 31 (gt)."
    )
    zero_rule: ZeroRule = setting(ZeroRule.TRICKS, "A28 D12 QD4", "6 penalties without a trick, or without a point.")
    two_player_scale: TwoPlayerScale = setting(
        TwoPlayerScale.FLAT, "D12 QD5 X10", "Two players: the loser gets 2, or 2, 4, 6 by card points."
    )
    three_player_scale: ThreePlayerScale = setting(
        ThreePlayerScale.RANK, "D12 QD6 X11", "Three players: 0, 2, 4 by rank, or by 21 points."
    )
    tie3_first: Tie3First = setting(Tie3First.TWO_EACH, "QD7 X12", "Three players tied for first get 2 each, or 0.")
    eggs: Eggs = setting(
        Eggs.TWO_EACH,
        "A28 B13 QB16 X15",
        "60–60: 2 to each side, nothing (eggs), or nothing and the next deal doubled.",
    )
    target: int = setting(12, "A29 D13", "Penalty points that put a side out.", low=2, high=48)
    deals: int = setting(0, "D14 QD23", "Length of a short session in deals; 0 plays to the target.", low=0, high=999)
    simul3: bool = setting(
        False, "QD11 X13", "When all who remain reach the target together, only the highest total goes out."
    )
    next_leader: NextLeader = setting(
        NextLeader.LEFT_OF_DEALER, "A8 B10", "Who leads the next deal: left of the dealer, or the last trick's winner."
    )
    dealer_lot: DealerLot = setting(
        DealerLot.SEED, "A6 D4 QA25 X22", "The first dealer: by chance, or who draws the lowest or highest card."
    )
    ante: int = setting(10, "M", "Chips each player pays into the pot.", low=1, high=1000)
    chips: int = setting(100, "QM10", "Chips each player starts with.", low=1, high=1_000_000)
    pot: PotTie = setting(PotTie.CARRY, "QM7 X19", "A tie for most points: the pot is carried, split, or played off.")

    def faults(self) -> Iterator[Sentence]:
        """Sentences about settings that contradict each other."""
        pairs, pot = self.partnership is Partnership.PAIRS, self.scoring is Scoring.POT
        declared = self.declarations is not Declarations.NONE
        known = self.moskva_effect is not MoskvaEffect.NONE or self.molodka_effect is not MolodkaEffect.NONE
        if pairs and self.players != 4:
            yield Sentence(
                "Pairs need four players, not {players}: set partnership=singles or players=4 (A1).",
                players=self.players,
            )
        if pairs and pot:
            yield Sentence("A pot is played for singly: set partnership=singles or scoring=penalties (M).")
        if not pairs and not pot and self.players > 3:
            yield Sentence(
                "No source has a penalty scale for {players} single players: set scoring=pot, partnership=pairs or at most three players (D12).",  # noqa: E501
                players=self.players,
            )
        if (self.bura or self.four_aces) and not pot:
            yield Sentence(
                "Bura and four aces take a pot, and there is none: set scoring=pot, or bura=off and four_aces=off (M)."
            )
        if self.bura_any_time and not (self.bura or self.four_aces):
            yield Sentence("bura_any_time needs bura=on or four_aces=on (X17).")
        if declared and not known:
            yield Sentence(
                "Declarations are allowed but neither Moskva nor Molodka is known: set declarations=none (A24, A25)."
            )
        if self.declarations is Declarations.ANY_TIME and self.molodka_effect is not MolodkaEffect.LEAD_FOUR:
            yield Sentence(
                "An out-of-turn Molodka is led whole: declarations=any_time needs molodka_effect=lead_four (QB6, X9)."
            )
        if 1 not in self.lead_sizes:
            yield Sentence("lead_sizes must contain 1, or the last single cards could never be led (A21).")
        if self.remove_6c and self.players not in (3, 5):
            yield Sentence(
                "remove_6c changes nothing with {players} players: it is for three or five (X14).", players=self.players
            )
        if self.chips < self.ante and pot:
            yield Sentence(
                "With chips={chips} nobody can pay the ante of {ante} (QM10).", chips=self.chips, ante=self.ante
            )
        if self.target % 2 and not pot:
            yield Sentence(
                "Every penalty is even, so target={target} would act as {even}: set an even target (A29).",
                target=self.target,
                even=self.target + 1,
            )
