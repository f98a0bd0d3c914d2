"""Cards as small ints, sets of cards as bit masks, and their text.

A card is ``suit * 9 + rank`` with ranks in ace-ten order (6 7 8 9 J Q K 10 A), so 0 is the six of
spades, the *shokha*. The numbers 36–51 are the 2–5 of each suit; only Besicovitch's game in its
larger packs has them. A set of cards is an int with bit ``1 << card`` set.

>>> format_cards(parse_cards("Jh 8♥ ТП"))
'AsJh8h'
>>> format_card(parse_card("Д♥")), format_card(parse_card("Th"))
('Qh', '10h')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Literal, TypeAlias

from shokha.errors import NotationError

Card: TypeAlias = int
CardSet: TypeAlias = int


class Suit(IntEnum):
    """The four suits; the value is the card's number divided by nine."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        return "shdc"[self]

    @property
    def glyph(self) -> str:
        return "♠♥♦♣"[self]


class Rank(IntEnum):
    """Ranks in ace-ten order (A3), lowest first; TWO to FIVE only in Besicovitch's larger packs."""

    TWO = -4
    THREE = -3
    FOUR = -2
    FIVE = -1
    SIX = 0
    SEVEN = 1
    EIGHT = 2
    NINE = 3
    JACK = 4
    QUEEN = 5
    KING = 6
    TEN = 7
    ACE = 8


SHOKHA: Card = 0
"""The six of spades, above everything where the profile says so (A5)."""

PACK: CardSet = (1 << 36) - 1
"""The 36 cards from six to ace."""

POINTS: tuple[int, ...] = (0, 0, 0, 0, 2, 3, 4, 10, 11) * 4 + (0,) * 16
"""Card points by card (A4); the pack holds 120."""

SUIT_CARDS: tuple[CardSet, ...] = tuple(0x1FF << 9 * s | 0xF << 36 + 4 * s for s in range(4))
"""All cards of each suit, the low ones included."""

RankLetters = Literal["en", "ru"]

_RANKS = {"en": ("6", "7", "8", "9", "J", "Q", "K", "10", "A"), "ru": ("6", "7", "8", "9", "В", "Д", "К", "10", "Т")}
_READ_RANK: dict[str, int] = {
    **{t: i for i, t in enumerate(_RANKS["en"])}, **{t: i for i, t in enumerate(_RANKS["ru"])},
    "T": 7, "2": -4, "3": -3, "4": -2, "5": -1,
}  # fmt: skip
_READ_SUIT: dict[str, int] = {
    "S": 0, "H": 1, "D": 2, "C": 3, "♠": 0, "♥": 1, "♦": 2, "♣": 3, "♤": 0, "♡": 1, "♢": 2, "♧": 3,
    "П": 0, "Ч": 1, "Б": 2, "К": 3, "Т": 3,
}  # fmt: skip
# Cyrillic Т is the ace of a Russian pack while Latin T is the ten, so the two must not be folded together.
_CARD = re.compile(r"(10|[2-9JQKATВДКТ])([SHDC♠♥♦♣♤♡♢♧ПЧБКТ])\ufe0e?\ufe0f?")


# Asked for every card of every frame that a server sends, so they are looked up and not worked out.
_SUIT_OF = {card: Suit(card // 9 if card < 36 else (card - 36) // 4) for card in range(52)}
_RANK_OF = {card: Rank(card % 9 if card < 36 else (card - 36) % 4 - 4) for card in range(52)}
_PLACE = {card: i for i, card in enumerate(sorted(range(52), key=lambda c: (_SUIT_OF[c], -_RANK_OF[c])))}


def suit_of(card: Card) -> Suit:
    """The suit of a card."""
    return _SUIT_OF[card]


def rank_of(card: Card) -> Rank:
    """The rank of a card, in ace-ten order."""
    return _RANK_OF[card]


def make_card(suit: int, rank: int) -> Card:
    """The card of a suit and a rank (`Rank` value, negative for 2–5)."""
    return suit * 9 + rank if rank >= 0 else 36 + suit * 4 + rank + 4


def cards_of(cards: CardSet) -> Iterator[Card]:
    """The cards of a set, ascending."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def points_of(cards: CardSet) -> int:
    """Card points in a set (A4)."""
    return sum(POINTS[card] for card in cards_of(cards))


def hand_order(cards: CardSet) -> list[Card]:
    """The cards of a set as a hand is held: suits in the order ♠♥♦♣, high cards first."""
    return sorted(cards_of(cards), key=_PLACE.__getitem__)


def format_card(card: Card, *, glyphs: bool = False, letters: RankLetters = "en") -> str:
    """Text of one card: ``Qh``, with glyphs ``Q♥``, with Russian letters ``Д♥``."""
    return _NAMES[letters, glyphs][card]


def _name(card: Card, letters: str, glyphs: bool) -> str:
    rank, suit = _RANK_OF[card], _SUIT_OF[card]
    text = _RANKS[letters][rank] if rank >= 0 else str(rank + 6)
    return text + (suit.glyph if glyphs else suit.letter)


_NAMES = {(k, glyphs): {c: _name(c, k, glyphs) for c in range(52)} for k in _RANKS for glyphs in (False, True)}


def parse_card(text: str) -> Card:
    """Read one card: ``10h``, ``Th``, ``10♥``, ``Д♥``, ``ДЧ``, ``Qh``; case does not matter.

    Raises `NotationError`.
    """
    match = _CARD.fullmatch(text.strip().upper())
    if match is None:
        raise NotationError(f"{text.strip()!r} is not a card; write for example 10h, Qs, A♦ or Д♥.")
    return make_card(_READ_SUIT[match[2]], _READ_RANK[match[1]])


def format_cards(cards: CardSet, *, sep: str = "", glyphs: bool = False, letters: RankLetters = "en") -> str:
    """Text of a set: suits in the order ♠♥♦♣, high cards first."""
    names = _NAMES[letters, glyphs]
    return sep.join([names[card] for card in hand_order(cards)])


def parse_card_list(text: str) -> list[Card]:
    """Read cards in the order written, with or without spaces or commas between. Raises `NotationError`."""
    rest, cards = re.sub(r"[\s,]+", "", text).upper(), []
    while rest:
        match = _CARD.match(rest)
        if match is None:
            raise NotationError(f"{rest[:4]!r} in {text.strip()!r} is not a card; write for example 10h, Qs, A♦ or Д♥.")
        cards.append(make_card(_READ_SUIT[match[2]], _READ_RANK[match[1]]))
        rest = rest[match.end() :]
    return cards


def parse_cards(text: str) -> CardSet:
    """Read a set of cards; a card written twice is an error. Raises `NotationError`."""
    cards = parse_card_list(text)
    mask = card_set(cards)
    if mask.bit_count() != len(cards):
        twice = next(c for c in cards if cards.count(c) > 1)
        raise NotationError(f"{format_card(twice)} is written twice in {text.strip()!r}.")
    return mask
