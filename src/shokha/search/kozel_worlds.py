"""Worlds for a Kozel search: the sampler of `shokha.kozel.worlds`, drawn at the kernel's speed.

Everything that takes thought was done there and comes in as a `Spread` of plain numbers. A draw chooses
a fate for each hidden hand, shuffles the cards without a fact and deals them out over the free slots.
Without `weights` the worlds are the same and equally likely; tests compare the two.

With weights, what people do with their cards counts: a world is as likely as the product over all free
cards of ``weights[36 * kind + card]``, where the kind of a slot is HELD, FED (thrown on a trick that
one's own side takes), SAVED (thrown on one of the other side) or UNDRAWN. The shuffle is followed by
`SWEEPS` rounds of exchanges between slots, each accepted as Metropolis has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

if cython.compiled:
    from cython.cimports.shokha.cbits import draw, step
    from cython.cimports.shokha.kozel.state import State
else:
    from shokha.bits import draw, step

ONE = cython.declare(cython.ulonglong, 1)
WHOLE = cython.declare(cython.ulonglong, 1 << 32)

HELD, FED, SAVED, UNDRAWN = 0, 1, 2, 3
C_HELD = cython.declare(cython.int, 0)
C_FED = cython.declare(cython.int, 1)
C_SAVED = cython.declare(cython.int, 2)
C_UNDRAWN = cython.declare(cython.int, 3)
SWEEPS = cython.declare(cython.int, 4)


class Worlds:
    """Draws worlds into `world`, a state that belongs to this object.

    `spread` comes from `kozel.worlds.Sampler`; `me` is the viewer, `asked` the combination it is asked
    about or 0; `turn_up` the card under the stock or -1. `weights` are from 1 to 1023. `rng` is the
    state of xorshift64*.
    """

    def __init__(
        self, spread: Any, me: int, asked: int, turn_up: int, seed: int, weights: Sequence[int] | None = None
    ) -> None:
        if not cython.compiled:
            self.free, self.seats, self.first, self.taken_fate = [0] * 36, [0] * 5, [0] * 6, [0] * 5
            self.weights, self.kinds = [0] * 144, [0] * 36
            self.fixed_hand, self.fixed_table, self.fixed_pile = [0] * 5, [0] * 5, [0] * 5
        self.base = spread.template.copy()
        self.world = self.base.copy()
        self.weighted = weights is not None
        if weights is not None:
            for i in range(144):
                self.weights[i] = weights[i]
        self.me = me
        self.asked = asked
        self.turn_up = turn_up
        self.n_free = len(spread.free)
        for i, card in enumerate(spread.free):
            self.free[i] = card
        for seat in range(5):
            self.fixed_hand[seat] = spread.fixed[seat]
            self.fixed_table[seat] = spread.fixed[5 + seat]
            self.fixed_pile[seat] = spread.fixed[10 + seat]
        self.n_seats = len(spread.seats)
        n = sum(map(len, spread.fates))
        self.edges = memoryview(bytearray(8 * n)).cast("Q")
        self.pins = memoryview(bytearray(8 * 7 * n)).cast("Q")
        self.counts = memoryview(bytearray(4 * 7 * n)).cast("i")
        at = 0
        for i, seat in enumerate(spread.seats):
            self.seats[i] = seat
            self.first[i] = at
            ways, total = 0, sum(fate.ways for fate in spread.fates[i])
            for fate in spread.fates[i]:
                ways += fate.ways
                self.edges[at] = (ways << 32) // total
                for inner, (pins, count) in enumerate(zip(fate.pins, fate.free, strict=True)):
                    self.pins[7 * at + inner] = pins
                    self.counts[7 * at + inner] = count
                at += 1
        self.first[self.n_seats] = at
        self.shown = -1 if spread.shown is None else spread.shown
        self.n_spots = len(spread.spots)
        self.spot_edges = memoryview(bytearray(8 * self.n_spots or 8)).cast("Q")
        self.spots = memoryview(bytearray(12 * self.n_spots or 12)).cast("i")
        share = 0.0
        for i, (hand, fate_no, inner, part) in enumerate(spread.spots):
            share += part
            self.spot_edges[i] = int(share * 4294967296)
            self.spots[3 * i], self.spots[3 * i + 1], self.spots[3 * i + 2] = hand, fate_no, inner
        self.rng = (seed * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF) | 1

    def sample(self) -> State:
        """A copy of the next world."""
        self._draw()
        return self.world.copy()

    def _next(self) -> cython.ulonglong:
        """32 random bits."""
        self.rng = step(self.rng)
        return draw(self.rng)

    def _draw(self) -> None:
        """Put the next world into `world`."""
        world: State = self.world
        i: cython.int
        j: cython.int
        n: cython.int
        seat: cython.int
        fate: cython.int
        inner: cython.int
        at: cython.int = 0
        special: cython.int = -1
        special_inner: cython.int = -1
        cards: cython.ulonglong
        self.base._branch(world)
        self._shuffle()
        special = self._choose()
        if special >= 0:
            special_inner = self.spots[3 * self.spot + 2]
        if self.weighted:
            self._exchange(special, special_inner)
        for seat in range(world.n_seats):
            world.hands[seat] = self.fixed_hand[seat]
            world.table[seat] = self.fixed_table[seat]
            world.taken[seat] = self.fixed_pile[seat]
        for i in range(self.n_seats):
            seat = self.seats[i]
            fate = 7 * self.taken_fate[i]
            for inner in range(2 + world.n_seats):
                cards = self.pins[fate + inner]
                n = self.counts[fate + inner]
                if special == i and special_inner == inner:
                    cards |= ONE << self.shown
                    n -= 1
                while n > 0:
                    cards |= ONE << self.free[at]
                    at += 1
                    n -= 1
                if inner == 0:
                    world.hands[seat] |= cards
                elif inner == 1:
                    world.table[seat] |= cards
                else:
                    world.taken[inner - 2] |= cards
        n = world.stock_pos
        while at < self.n_free:
            world.stock[n] = self.free[at]
            n += 1
            at += 1
        if self.shown >= 0 and special < 0:  # in the stock: anywhere
            j = world.stock_pos + (self._next() * (n + 1 - world.stock_pos) >> 32)
            world.stock[n] = world.stock[j]
            world.stock[j] = self.shown
            n += 1
        if n < world.stock_len and self.turn_up >= 0:
            world.stock[n] = self.turn_up
        if self.asked:
            world.ask_again(self.me, self.asked)

    def _shuffle(self) -> None:
        """Bring the cards without a fact into any order."""
        i: cython.int
        j: cython.int
        card: cython.int
        for i in range(self.n_free - 1, 0, -1):
            j = self._next() * (i + 1) >> 32
            card = self.free[i]
            self.free[i] = self.free[j]
            self.free[j] = card

    def _choose(self) -> cython.int:
        """A fate for each hidden hand, in proportion to its ways; returns the hand that has the shown card, or -1."""
        i: cython.int
        low: cython.int
        x: cython.ulonglong
        special: cython.int = -1
        for i in range(self.n_seats):
            low = self.first[i]
            if low + 1 < self.first[i + 1]:
                x = self._next()
                while low + 1 < self.first[i + 1] and x >= self.edges[low]:
                    low += 1
            self.taken_fate[i] = low
        if self.shown >= 0:
            x = self._next()
            i = 0
            while i < self.n_spots - 1 and x >= self.spot_edges[i]:
                i += 1
            self.spot = i
            special = self.spots[3 * i]
            if special >= 0:
                self.taken_fate[special] = self.first[special] + self.spots[3 * i + 1]
        return special

    def _exchange(self, special: cython.int, special_inner: cython.int) -> None:
        """Let the free cards wander towards slots of the kind in which they are usually found."""
        i: cython.int
        j: cython.int
        n: cython.int
        _n: cython.int
        inner: cython.int
        seat: cython.int
        kind: cython.int
        card: cython.int
        at: cython.int = 0
        now: cython.ulonglong
        then: cython.ulonglong
        for i in range(self.n_seats):
            seat = self.seats[i]
            for inner in range(2 + self.base.n_seats):
                n = self.counts[7 * self.taken_fate[i] + inner]
                if special == i and special_inner == inner:
                    n -= 1
                if inner == 0:
                    kind = C_HELD
                else:
                    kind = C_FED if self._is_friend(seat, self.base.master if inner == 1 else inner - 2) else C_SAVED
                while n > 0:
                    self.kinds[at] = 36 * kind
                    at += 1
                    n -= 1
        while at < self.n_free:
            self.kinds[at] = 36 * C_UNDRAWN
            at += 1
        for _n in range(SWEEPS):
            for i in range(self.n_free):
                j = self._next() * self.n_free >> 32
                if self.kinds[i] == self.kinds[j]:
                    continue
                now = self.weights[self.kinds[i] + self.free[i]] * self.weights[self.kinds[j] + self.free[j]]
                then = self.weights[self.kinds[i] + self.free[j]] * self.weights[self.kinds[j] + self.free[i]]
                if then >= now or self._next() * now < then << 32:
                    card = self.free[i]
                    self.free[i] = self.free[j]
                    self.free[j] = card

    def _is_friend(self, seat: cython.int, other: cython.int) -> cython.bint:
        return seat == other or (self.base.pairs and (seat ^ other) & 1 == 0)
