"""What can have become of the cards of one hidden hand: every way that the facts allow, counted.

A hand is a set of *slots*, one for each card its owner received. Nobody else knows which card sits in
which slot until a fact pins it: a card played face up, shown in a declaration or returned face up, and
the turn-up, which is drawn in sight of all. A hidden discard then removes any slots, pinned ones
included, as long as no later fact needs them.

One *way* is a choice of the slots for each pinned card and of the slots of each hidden discard. All
cards without a fact are exchangeable, so for a world it is enough to know how many of them lie where:
ways that agree in that are one `Fate`, and the walk below counts them exactly, step by step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb, perm
from typing import NamedTuple

from shokha.cards import CardSet
from shokha.kozel.view import Step

HAND, TABLE, TAKEN = 0, 1, 2
"""Places of a card: still in the hand, face down on the table, or TAKEN + the seat that captured it."""

Counts = tuple[int, ...]
_Key = tuple[tuple[CardSet, ...], Counts]


class Fate(NamedTuple):
    """One outcome by place, and in how many ways it comes about."""

    ways: int
    pins: tuple[CardSet, ...]
    """Cards with a fact."""
    free: Counts
    """Number of cards without any."""
    late: Counts
    """Summed over the ways: free cards that came from the stock, not from the deal."""


class _Live:
    """The fates so far; equal ones are added up."""

    def __init__(self) -> None:
        self.found: dict[_Key, tuple[int, Counts]] = {}

    def add(self, key: _Key, ways: int, late: Counts) -> None:
        if ways:
            before, mass = self.found.get(key, (0, (0,) * len(late)))
            self.found[key] = before + ways, tuple(map(sum, zip(mass, late, strict=True)))

    def __iter__(self) -> Iterator[tuple[_Key, int, Counts]]:
        return iter([(key, ways, late) for key, (ways, late) in self.found.items()])


def fates(steps: Iterable[Step], discards: Sequence[int], players: int, shown: CardSet = 0) -> list[Fate]:
    """All fates of a hand from its log. `discards` gives the place of each hidden discard, in order.

    `shown` is a card among those with facts that is known to have come from the stock (X21); 0 for none.
    """
    places = TAKEN + players
    live = _Live()
    live.add(((0,) * places, (0,) * places), 1, (0,) * places)
    targets = iter(discards)
    for i, step in enumerate(steps):
        before, live = live, _Live()
        if step.kind == "down":
            _discard(before, live, step.count, next(targets))
        elif step.kind == "draw":
            _draw(before, live, step.count, late=i > 0)
        else:
            _reveal(before, live, step, shown)
    return [Fate(ways, key[0], key[1], late) for key, ways, late in live]


def _draw(before: _Live, live: _Live, count: int, *, late: bool) -> None:
    for (pins, free), ways, mass in before:
        live.add((pins, _plus(free, HAND, count)), ways, _plus(mass, HAND, ways * count if late else 0))


def _discard(before: _Live, live: _Live, count: int, place: int) -> None:
    """Any slots of the hand go face down: some pinned cards and some free ones."""
    for (pins, free), ways, mass in before:
        held = free[HAND]
        for gone in _subsets(pins[HAND]):
            n = count - gone.bit_count()
            if 0 <= n <= held:
                moved = _plus(_plus(pins, HAND, -gone), place, gone)
                left = _plus(_plus(free, HAND, -n), place, n)
                # A given slot of the `held` stays in comb(held-1, n) of the choices and goes in the others.
                stay = mass[HAND] * comb(held - 1, n) if held else 0
                kept = [m * comb(held, n) for m in mass]
                kept[place] += kept[HAND] - stay
                kept[HAND] = stay
                live.add((moved, left), ways * comb(held, n), tuple(kept))


def _reveal(before: _Live, live: _Live, step: Step, shown: CardSet) -> None:
    """Cards turn out to be in the hand: those not pinned yet take free slots, in any order."""
    for (pins, free), ways, mass in before:
        held, known = free[HAND], pins[HAND]
        if step.kind == "got":
            live.add((_plus(pins, HAND, step.cards), free), ways, mass)
            continue
        fresh = step.cards & ~known
        n = fresh.bit_count()
        gone = sum(pins) - known
        if fresh & gone or n > held or (step.kind == "all" and (known & ~step.cards or n != held)):
            continue
        stays = 0 if step.kind == "up" else step.cards
        if fresh & shown:  # its slot is one of the late ones
            ways = mass[HAND] * perm(held - 1, n - 1)
            kept = mass
        else:
            kept = tuple(m * (perm(held - 1, n) if p == HAND and held else perm(held, n)) for p, m in enumerate(mass))
            ways *= perm(held, n)
        live.add((_plus(pins, HAND, (known & ~step.cards | stays) - known), _plus(free, HAND, -n)), ways, kept)


def _plus(values: Counts, at: int, change: int) -> Counts:
    return (*values[:at], values[at] + change, *values[at + 1 :]) if change else values


def _subsets(cards: CardSet) -> Iterator[CardSet]:
    sub = cards
    while True:
        yield sub
        if not sub:
            return
        sub = (sub - 1) & cards
