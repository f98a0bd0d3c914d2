"""Packs, the mirror and the mirror deal of Besicovitch's game.

A pack of n cards holds the n/4 highest ranks of each suit in plain order A K Q J 10 9 … 2 (QZ1). Seat 0 owns ♠ ♣ with
♠ as trump, seat 1 owns ♥ ♦ with ♥ as trump (Z2); the mirror exchanges ♠ with ♥ and ♣ with ♦.

>>> from shokha.cards import format_cards, parse_cards
>>> one, two = mirror_deal(parse_cards("KsQsJs Jc10c9c"), 24)
>>> format_cards(two)
'As10s9sKhQhJh10dJd9dAcKcQc'
"""

from __future__ import annotations

from collections.abc import Iterator

from shokha.cards import Card, CardSet, Rank, Suit, cards_of, format_cards, make_card, rank_of, suit_of

RANKS: tuple[Rank, ...] = (
    Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE, Rank.EIGHT, Rank.SEVEN, Rank.SIX, Rank.FIVE,
    Rank.FOUR, Rank.THREE, Rank.TWO,
)  # fmt: skip
"""Ranks in plain order, highest first."""

TRUMPS: tuple[Suit, Suit] = (Suit.SPADES, Suit.HEARTS)
"""Each seat's trump (Z2)."""

PLAIN_SUITS: tuple[Suit, Suit] = (Suit.CLUBS, Suit.DIAMONDS)
"""Each seat's other suit (Z2)."""

SIZES: tuple[int, ...] = tuple(range(8, 53, 4))
"""Packs that can be played with (QZ1)."""


def plain_rank(card: Card) -> int:
    """Place of a card in plain order within its suit: 0 for the ace, 12 for the two."""
    return RANKS.index(rank_of(card))


def pack_of(cards: int) -> CardSet:
    """The pack of so many cards: the top ranks of each suit (QZ1)."""
    return sum(1 << make_card(suit, rank) for suit in range(4) for rank in RANKS[: cards // 4])


def own_suits(seat: int, cards: int) -> CardSet:
    """The cards of a seat's two suits (Z2)."""
    mine = (TRUMPS[seat], PLAIN_SUITS[seat])
    return sum(1 << card for card in cards_of(pack_of(cards)) if suit_of(card) in mine)


def beaters(seat: int, card: Card) -> CardSet:
    """Cards with which a seat beats a card: higher ones of its suit, and the seat's trump unless it is one (Z4)."""
    suit, rank = suit_of(card), plain_rank(card)
    higher = sum(1 << make_card(suit, other) for other in RANKS[:rank])
    return higher if suit is TRUMPS[seat] else higher | sum(1 << make_card(TRUMPS[seat], other) for other in RANKS)


def mirror_card(card: Card) -> Card:
    """The card in the same place of the other player's suits: ♠↔♥, ♣↔♦."""
    return make_card((1, 0, 3, 2)[suit_of(card)], rank_of(card))


def mirror(cards: CardSet) -> CardSet:
    """`mirror_card` of every card of a set."""
    return sum(1 << mirror_card(card) for card in cards_of(cards))


def mirror_deal(half: CardSet, cards: int, drawer: int = 0) -> tuple[CardSet, CardSet]:
    """The hands of seats 0 and 1 when `drawer` is dealt `half` of the pack (Z3).

    The drawer keeps what is of his own suits and the other takes its mirror image; then each takes what is left of the
    other's suits. Cards of `half` that are not of the drawer's suits do not matter.
    """
    kept = half & own_suits(drawer, cards)
    image = mirror(kept)
    hand = kept | own_suits(1 - drawer, cards) & ~image
    other = pack_of(cards) & ~hand
    return (hand, other) if drawer == 0 else (other, hand)


def mirror_deals(cards: int) -> Iterator[tuple[CardSet, CardSet]]:
    """All 2**(cards/2) mirror deals as hands of seats 0 and 1; the first leads by convention."""
    own = list(cards_of(own_suits(0, cards)))
    for choice in range(1 << len(own)):
        yield mirror_deal(sum(1 << card for i, card in enumerate(own) if choice >> i & 1), cards)


def describe_deal(hands: tuple[CardSet, CardSet]) -> str:
    """Both hands as text, seat 1 (♠) first."""
    return " / ".join(format_cards(hand) for hand in hands)
