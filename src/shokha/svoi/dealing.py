"""Dealing Svoi Kozyri: who holds what before the first lead, and where the sixes go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def dealt_hands(
    settings: Any,
    deck: Sequence[int],
    dealer: int,
    trumps: Sequence[int] | Mapping[int, int],
    seats: int | None = None,
) -> list[int]:
    """The hands by seat as dealt, one card at a time from the dealer's left, before the sixes move (C3, X26)."""
    playing = [s for s in range(settings.players) if seats is None or seats >> s & 1]
    suits = [suit_of_seat(trumps, seat) for seat in playing]
    if sorted(deck) != list(range(36)):
        raise ValueError("the deck must hold each of the 36 cards once")
    if dealer not in playing or len(playing) < 2:
        raise ValueError("the dealer must be one of at least two seats in play")
    if len(set(suits)) < len(suits) or not all(0 <= suit < 4 for suit in suits):
        raise ValueError("every seat in play needs a trump suit of its own (C1)")
    if any(suit_of_seat(trumps, seat) >= 0 for seat in range(4) if seat not in playing):
        raise ValueError("a seat that does not play owns no suit")
    first = playing.index(dealer) + 1
    hands = [0] * 4
    for i, card in enumerate(deck):
        hands[playing[(first + i) % len(playing)]] |= 1 << card
    return hands


def sixes_given(hands: Sequence[int], trumps: Sequence[int] | Mapping[int, int]) -> list[tuple[int, int, int]]:
    """The exchange of the sixes as (giver, owner, card), in order of the suits (C4, QC14).

    A six without an owner stays where it was dealt (QC1).
    """
    given = []
    for suit in range(4):
        for owner in range(4):
            if suit_of_seat(trumps, owner) == suit:
                giver = next((s for s in range(4) if hands[s] >> 9 * suit & 1), owner)
                if giver != owner:
                    given.append((giver, owner, 9 * suit))
    return given


def suit_of_seat(trumps: Sequence[int] | Mapping[int, int], seat: int) -> int:
    """A seat's own suit; -1 when it has none."""
    if isinstance(trumps, Mapping):
        return trumps.get(seat, -1)
    return trumps[seat] if seat < len(trumps) else -1
