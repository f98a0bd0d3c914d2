"""Chance from a seed: decks, shown cards and lots that anybody can recompute.

HMAC-SHA256 over a counter with rejection, so every order is equally likely and the result depends on
nothing but the seed and the label: the same in every Python, compiled or plain, and in the browser.

>>> deck("7", 1)[:3] == deck(7, 1)[:3]
True
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256

from shokha.cards import PACK, Card, CardSet, cards_of, rank_of

Seed = int | str


def deck(seed: Seed, number: int, pack: CardSet = PACK, attempt: int = 0) -> list[Card]:
    """The pack in dealing order for deal `number`; `attempt` counts deals declared void (X8)."""
    return _shuffled(list(cards_of(pack)), seed, f"deck {number} {attempt}")


def peek(seed: Seed, number: int, stock: int, attempt: int = 0) -> int:
    """The place in a stock of `stock` cards of the card shown from the middle (X21)."""
    return next(_below(stock, seed, f"peek {number} {attempt}"))


def permutation(seed: Seed, label: str, items: int) -> list[int]:
    """0..items-1 in random order."""
    return _shuffled(list(range(items)), seed, label)


Lot = tuple[tuple[tuple[int, Card], ...], ...]


def dealer_by_lot(seed: Seed, players: int, ceremony: str = "seed", pack: CardSet = PACK) -> tuple[int, Lot]:
    """The first dealer, and the cards drawn for it, round by round (A6, D4, QA25, X22).

    `ceremony` is ``seed`` (no cards are drawn), ``lowest`` or ``highest``; who ties draws again.
    """
    if ceremony == "seed":
        return next(_below(players, seed, "dealer")), ()
    want = max if ceremony == "highest" else min
    cards = _shuffled(list(cards_of(pack)), seed, "lot")
    tied = list(range(players))
    rounds: list[tuple[tuple[int, Card], ...]] = []
    while len(tied) > 1:
        if len(cards) < len(tied):
            cards = _shuffled(list(cards_of(pack)), seed, f"lot {len(rounds)}")
        drawn = tuple((seat, cards.pop()) for seat in tied)
        rounds.append(drawn)
        extreme = want(rank_of(card) for _, card in drawn)
        tied = [seat for seat, card in drawn if rank_of(card) == extreme]
    return tied[0], tuple(rounds)


def _shuffled(items: list[int], seed: Seed, label: str) -> list[int]:
    """Fisher–Yates over one stream."""
    for i in range(len(items) - 1, 0, -1):
        j = next(_below(i + 1, seed, f"{label} {i}"))
        items[i], items[j] = items[j], items[i]
    return items


def _below(n: int, seed: Seed, label: str) -> Iterator[int]:
    """Uniform numbers below n, rejecting the uneven rest of 2**64."""
    limit, counter = (1 << 64) - (1 << 64) % n, 0
    while True:
        block = hmac.digest(str(seed).encode(), f"{label} {counter}".encode(), sha256)
        counter += 1
        for i in range(0, 32, 8):
            word = int.from_bytes(block[i : i + 8], "big")
            if word < limit:
                yield word % n


def split_evenly(chips: int, among: Sequence[int]) -> list[int]:
    """Equal shares of `chips`; odd ones go to the first of `among` (QM7)."""
    share, odd = divmod(chips, len(among))
    return [share + (i < odd) for i in range(len(among))]
