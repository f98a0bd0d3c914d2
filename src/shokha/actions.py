"""Actions: what a seat does inside the rules, as ints that kernels take and return.

An action is ``kind << 56 | payload``; `Action` dresses the int for reading. The payload is a set of
cards for LEAD, BEAT and DISCARD, a `Combination` for DECLARE, ``card | (lead + 1) << 6`` for COVER
(zero in the upper part when the player goes out on the cover), nothing for PASS and PICK_UP.

Text: lead ``Jh8h``, beat ``^Qh6s``, discard ``_9c7d`` (``_2`` when the cards are hidden), declare
``!molodka``, pass ``-``; Svoi Kozyri: cover and lead ``6d/Qs``, cover and go out ``6d.``, pick up ``+``.

>>> parse_action("^Qh 6s").cards == parse_action("^6sQh").cards
True
>>> parse_action("6d/Qs")
<6d/Qs>
"""

from __future__ import annotations

from enum import IntEnum

from shokha.cards import CardSet, format_card, format_cards, parse_card, parse_cards
from shokha.errors import NotationError

KIND_SHIFT = 56
_PAYLOAD = (1 << KIND_SHIFT) - 1


class ActionKind(IntEnum):
    """What kind of action it is; the upper part of the int."""

    PASS = 0
    DECLARE = 1
    LEAD = 2
    BEAT = 3
    DISCARD = 4
    COVER = 5
    PICK_UP = 6


class Combination(IntEnum):
    """A declaration (A24, A25, M), or a suit picked in Svoi Kozyri (QC2). The value is the payload of DECLARE."""

    MOLODKA = 1
    MOSKVA = 2
    BURA = 3
    ACES = 4
    SPADES = 16
    HEARTS = 17
    DIAMONDS = 18
    CLUBS = 19


class Action(int):
    """An action int with readable parts. Equal to, and accepted wherever, the plain int is."""

    __slots__ = ()

    @property
    def kind(self) -> ActionKind:
        return ActionKind(self >> KIND_SHIFT)

    @property
    def payload(self) -> int:
        return self & _PAYLOAD

    @property
    def cards(self) -> CardSet:
        """The cards that leave the hand; 0 for a declaration, a pass or a pick-up."""
        if self.kind is ActionKind.COVER:
            lead = self.payload >> 6
            return 1 << (self & 63) | (1 << lead >> 1 if lead else 0)
        return self.payload if self.kind in (ActionKind.LEAD, ActionKind.BEAT, ActionKind.DISCARD) else 0

    @property
    def cover(self) -> int:
        """The covering card of a COVER."""
        return self & 63

    @property
    def lead_after(self) -> int | None:
        """The card led after covering; None when the player goes out on the cover (C11)."""
        lead = self.payload >> 6
        return lead - 1 if lead else None

    @property
    def combination(self) -> Combination:
        """What a DECLARE declares."""
        return Combination(self.payload)

    def __str__(self) -> str:
        return format_action(self)

    def __repr__(self) -> str:
        return f"<{format_action(self)}>"


PASS = Action(0)
PICK_UP = Action(ActionKind.PICK_UP << KIND_SHIFT)


def declare(combination: Combination) -> Action:
    """Show a combination in a declaration window, or claim the pot with it."""
    return Action(ActionKind.DECLARE << KIND_SHIFT | combination)


def lead(cards: CardSet) -> Action:
    """Open a trick, or lead onto the pile of Svoi Kozyri."""
    return Action(ActionKind.LEAD << KIND_SHIFT | cards)


def beat(cards: CardSet) -> Action:
    """Reply face up and take over (A15)."""
    return Action(ActionKind.BEAT << KIND_SHIFT | cards)


def discard(cards: CardSet) -> Action:
    """Reply face down (A15, A16)."""
    return Action(ActionKind.DISCARD << KIND_SHIFT | cards)


def cover(card: int, lead_after: int | None) -> Action:
    """Beat the top of the pile and lead a further card, or go out on the cover (C6, C11)."""
    return Action(ActionKind.COVER << KIND_SHIFT | card | (0 if lead_after is None else lead_after + 1) << 6)


def format_action(action: int) -> str:
    """Text of an action; `parse_action` reads it back."""
    a = Action(action)
    match a.kind:
        case ActionKind.PASS:
            return "-"
        case ActionKind.DECLARE:
            return "!" + a.combination.name.lower()
        case ActionKind.LEAD:
            return format_cards(a.payload)
        case ActionKind.BEAT:
            return "^" + format_cards(a.payload)
        case ActionKind.DISCARD:
            return "_" + format_cards(a.payload)
        case ActionKind.COVER:
            after = a.lead_after
            return format_card(a.cover) + ("." if after is None else "/" + format_card(after))
        case ActionKind.PICK_UP:
            return "+"


def parse_action(text: str) -> Action:
    """Read an action. Says nothing about legality. Raises `NotationError`."""
    text = text.strip()
    if text == "-":
        return PASS
    if text == "+":
        return PICK_UP
    if text.startswith("!"):
        try:
            return declare(Combination[text[1:].strip().upper()])
        except KeyError:
            known = ", ".join("!" + c.name.lower() for c in Combination)
            raise NotationError(f"{text!r} declares nothing known; there are {known}.") from None
    if text.endswith("."):
        return cover(parse_card(text[:-1]), None)
    if "/" in text:
        first, _, second = text.partition("/")
        return cover(parse_card(first), parse_card(second))
    make = {"^": beat, "_": discard}.get(text[:1], lead)
    cards = parse_cards(text.removeprefix("^").removeprefix("_") if make is not lead else text)
    if not cards:
        raise NotationError(f"{text!r} names no card.")
    return make(cards)
