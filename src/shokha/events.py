"""Events: what happened, in the past tense, with the whole truth; and, redacted, what a seat saw.

One set of classes serves both. An `Event` made by a narrator has every field filled; the observation
that `view.redact` constructs from it has hidden cards replaced by 0 (a set) or None (a card), while
`count` still tells how many there were. Card sets are ints (`shokha.cards`); seats are 0-based.
"""

from __future__ import annotations

from dataclasses import dataclass

from shokha.actions import Combination
from shokha.cards import Card, CardSet


@dataclass(frozen=True, slots=True)
class Event:
    """Base of everything that can happen."""


# -- a deal of Kozel ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealStarted(Event):
    """The pack is shuffled. `deck` and `peek` are chance's input and never leave the table."""

    number: int
    dealer: int
    leader: int
    seats: int
    """Bit mask of the seats in play."""
    stock: int
    """Cards left after dealing, the turn-up included."""
    standing: tuple[int, ...]
    """Penalties by side before this deal, or chips by seat."""
    factor: int
    """2 after eggs with `double_next` (X15), otherwise 1."""
    pot: int
    """Chips to be won, antes of this deal included; 0 without a pot."""
    deck: tuple[Card, ...] | None
    peek: int | None


@dataclass(frozen=True, slots=True)
class CardsDealt(Event):
    """A seat received its first cards; `open` in Besicovitch's game, where nothing is hidden."""

    seat: int
    count: int
    cards: CardSet
    open: bool


@dataclass(frozen=True, slots=True)
class TrumpTurned(Event):
    """The trump card was turned up under the stock (A7), or shown from its middle (B3)."""

    card: Card
    trump: int
    """Suit, or -1 for none (X8)."""
    drawn_last: bool


@dataclass(frozen=True, slots=True)
class DealVoided(Event):
    """The shokha was turned up and the version deals again (X8)."""


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """Everybody sees whose turn it is. `owes` is the number of cards to answer with, 0 on lead."""

    seat: int
    owes: int


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A holder may declare. Nobody else may notice (QA5, X27)."""

    seat: int
    combination: Combination


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A holder did not declare. Nobody else may notice."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A complete hand was shown (A23)."""

    seat: int
    combination: Combination
    cards: CardSet


@dataclass(frozen=True, slots=True)
class CardsReturned(Event):
    """An out-of-turn Molodka sent played cards back to their owner (B8, QB7)."""

    seat: int
    count: int
    face_up: bool
    cards: CardSet


@dataclass(frozen=True, slots=True)
class CardsLed(Event):
    """A trick was opened (A10). `wins` when nobody may beat it (D9, D10)."""

    seat: int
    cards: CardSet
    wins: bool


@dataclass(frozen=True, slots=True)
class CardsBeat(Event):
    """A complete overtake (A14)."""

    seat: int
    cards: CardSet


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Event):
    """Cards laid face down (A15, A16)."""

    seat: int
    count: int
    cards: CardSet


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """A trick went to its winner (A17). Tricks are numbered from 1."""

    seat: int
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """One card from the stock (A19). The turn-up is drawn in sight of all."""

    seat: int
    card: Card | None
    open: bool
    """The turn-up, which everybody knows."""


@dataclass(frozen=True, slots=True)
class PotTaken(Event):
    """Bura or four aces ended the deal (QM4, QM5)."""

    seat: int
    combination: Combination
    cards: CardSet


@dataclass(frozen=True, slots=True)
class DealCounted(Event):
    """The captures are turned over and counted (A28). Tuples run over the sides."""

    points: tuple[int, ...]
    tricks: tuple[int, ...]
    piles: tuple[CardSet, ...]


@dataclass(frozen=True, slots=True)
class WindowOpened(Event):
    """Declarations may be made for `seconds`; everybody sees the same, whatever they hold."""

    seconds: float


@dataclass(frozen=True, slots=True)
class WindowClosed(Event):
    """The window is over."""


# -- a match -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    """The table sat down to a version. `lot` holds the cards drawn for the deal, round by round, if any (D4)."""

    profile: str
    fingerprint: str
    dealer: int
    lot: tuple[tuple[tuple[int, Card], ...], ...]


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """Penalties of one deal and the new totals by side (A28, A29); `eggs` for 60–60."""

    number: int
    penalties: tuple[int, ...]
    totals: tuple[int, ...]
    eggs: bool


@dataclass(frozen=True, slots=True)
class PotSettled(Event):
    """Chips by seat after a deal for money, what stays in the pot, and who may claim it (QM7, X19)."""

    number: int
    winners: tuple[int, ...]
    chips: tuple[int, ...]
    carried: int
    claimants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SidesEliminated(Event):
    """Sides that left the match: at the target (D3, QD11), or unable to pay the ante (QM10)."""

    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The match is over. `goats_with_eggs` is the title of X16."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    goats_with_eggs: bool


# -- Svoi Kozyri and Besicovitch's game ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PackDealt(Event):
    """A deal of Svoi Kozyri or Besicovitch's game began. `trumps` holds each seat's own suit (C1)."""

    number: int
    dealer: int
    leader: int
    seats: int
    trumps: tuple[int, ...]
    standing: tuple[int, ...]
    deck: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class TrumpPicked(Event):
    """A player of Svoi Kozyri picked the suit that is trump in his turns (C1, QC2)."""

    seat: int
    suit: int


@dataclass(frozen=True, slots=True)
class SixGiven(Event):
    """Before play a six went to the owner of its suit (C4), in sight of all."""

    giver: int
    receiver: int
    card: Card


@dataclass(frozen=True, slots=True)
class PileTurnBegan(Event):
    """Whose turn it is; `free` when the top need not be beaten (C12) or the pile is empty."""

    seat: int
    free: bool


@dataclass(frozen=True, slots=True)
class CardCovered(Event):
    """The top of the pile was beaten (C6, C7)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardLed(Event):
    """A card was led onto the pile or onto the empty table (C6, C8, C12)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardsPickedUp(Event):
    """The top cards were taken instead of beating (C10); `rest` cards stay in the pile."""

    seat: int
    cards: CardSet
    rest: int


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """A hand became empty (C11)."""

    seat: int


@dataclass(frozen=True, slots=True)
class PileDealEnded(Event):
    """The deal is over: `winner` and `loser` are seats or -1; `reason` is last_card, draw, repetition or cap."""

    winner: int
    loser: int
    reason: str
