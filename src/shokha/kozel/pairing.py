"""Which card beats which: one complete pairing, for people to see (A14)."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from shokha.cards import Card, CardSet, cards_of
from shokha.kozel.settings import KozelSettings
from shokha.kozel.state import card_beats


def pairing(settings: KozelSettings, trump: int, reply: CardSet, master: CardSet) -> list[tuple[Card, Card]]:
    """Pairs (beater, beaten) of a complete pairing; [] when there is none.

    Of several pairings the one that spends the least is shown: same suit before trump, shokha last.
    """
    return list(pairs(settings.shokha, trump, reply, master))


@lru_cache(maxsize=4096)  # shown to a whole table, at every change
def pairs(shokha: bool, trump: int, reply: CardSet, master: CardSet) -> tuple[tuple[Card, Card], ...]:
    """The same, where only the one setting is known that matters."""
    theirs = list(cards_of(master))
    for mine in permutations(sorted(cards_of(reply), key=lambda c: (c == 0, c // 9 == trump, c))):
        if len(mine) == len(theirs) and all(card_beats(shokha, trump, a, b) for a, b in zip(mine, theirs, strict=True)):
            return tuple(zip(mine, theirs, strict=True))
    return ()
