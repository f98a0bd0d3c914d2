# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Exact values of any position of Besicovitch's game from the values of the empty table alone.

A solver's table holds what leading to an empty table is worth. What lies between two pick-ups is a small tree: every
lead and every cover takes a card out of one of the two hands that there are now, so a position is a part of X's hand
and a part of Y's. `Exchange` walks that tree once and remembers (values and card numbers as in `besicovitch_rows`).
Ordinary Python that Cython also compiles (C types in besicovitch_probe.pxd); both runs give the same results.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

if cython.compiled:
    from cython.cimports.shokha.cbits import ctz
else:
    from shokha.bits import ctz

UNKNOWN = cython.declare(cython.short, -32768)
WIN = cython.declare(cython.short, 32767)
WORST = cython.declare(cython.short, -32767)
ONE = cython.declare(cython.uint, 1)


class Exchange:
    """All play from two hands to the next pick-up.

    `leads` are the values of the empty table by X's hand; `hand_x` and `hand_y` are sets of cards. What neither holds
    lies in the pile. `nodes` counts the lead positions worked out.
    """

    def __init__(self, leads: memoryview, cards: int, taker_leads: bool, hand_x: int, hand_y: int) -> None:
        suit = cards // 4
        block = (1 << suit) - 1
        even = block | block << 2 * suit
        full = (1 << cards) - 1
        own_x = [card for card in range(cards) if hand_x >> card & 1]
        own_y = [card for card in range(cards) if hand_y >> card & 1]
        if not cython.compiled:
            self.cards_x, self.cards_y, self.over_x, self.over_y = [0] * 32, [0] * 32, [0] * 32, [0] * 32
        self.nodes = 0
        self.n_x, self.n_y = len(own_x), len(own_y)
        for card in range(cards):
            higher = (block << card // suit * suit) & ~((2 << card) - 1)
            by_x = higher if card // suit == 2 else higher | block << 2 * suit
            by_y = higher if card // suit == 3 else higher | block << 3 * suit
            self.over_x[card] = sum(1 << i for i, mine in enumerate(own_x) if by_x >> mine & 1)
            self.over_y[card] = sum(1 << i for i, mine in enumerate(own_y) if by_y >> mine & 1)
        for i, card in enumerate(own_x):
            self.cards_x[i] = card
        for i, card in enumerate(own_y):
            self.cards_y[i] = card

        self.cards, self.suit, self.even, self.full = cards, suit, even, full
        self.leads, self.taker_leads = leads, taker_leads
        self.known = memoryview(bytearray(b"\x00\x80" * (1 << self.n_x + self.n_y))).cast("h")

    def lead(self, x: int, y: int, of_x: bool) -> int:
        """Value of being about to lead. `x` and `y` are parts of the hands (bit i: the i-th card)."""
        return self._lead(x, y, of_x)

    def face(self, x: int, y: int, top: int, of_x: bool) -> int:
        """Value of facing `top`, a card."""
        return self._face_x(x, y, top) if of_x else self._face_y(x, y, top)

    def pick_up(self, x: int, y: int, of_x: bool) -> int:
        """Value of taking the pile."""
        return self._pick_x(y) if of_x else self._pick_y(x)

    def _lead(self, x: cython.uint, y: cython.uint, of_x: cython.bint) -> cython.short:
        at: cython.uint = x << self.n_y | y
        value: cython.short = self.known[at]
        lead: cython.int
        left: cython.uint
        reply: cython.short
        if value != UNKNOWN:
            return value
        self.nodes += 1
        left = x if of_x else y
        if not left & (left - ONE):
            value = WIN  # covered with the last card, or leads it (QZ4, QZ5)
        else:
            value = WORST
            while left:
                lead = ctz(left)
                if of_x:
                    reply = self._face_y(x & ~(ONE << lead), y, self.cards_x[lead])
                else:
                    reply = self._face_x(x, y & ~(ONE << lead), self.cards_y[lead])
                reply = (reply > 0) - (reply < 0) - reply
                if reply > value:
                    value = reply
                left &= left - ONE
        self.known[at] = value
        return value

    def _face_x(self, x: cython.uint, y: cython.uint, top: cython.int) -> cython.short:
        best: cython.short = self._pick_x(y)
        value: cython.short
        covers: cython.uint = x & self.over_x[top]
        while covers:
            value = self._lead(x & ~(covers & (~covers + ONE)), y, True)
            if value > best:
                best = value
            covers &= covers - ONE
        return best

    def _face_y(self, x: cython.uint, y: cython.uint, top: cython.int) -> cython.short:
        best: cython.short = self._pick_y(x)
        value: cython.short
        covers: cython.uint = y & self.over_y[top]
        while covers:
            value = self._lead(x, y & ~(covers & (~covers + ONE)), False)
            if value > best:
                best = value
            covers &= covers - ONE
        return best

    def _pick_x(self, y: cython.uint) -> cython.short:
        """X takes the pile and Y keeps `y`: as if Y took it and X kept the mirror image."""
        kept: cython.uint = 0
        while y:
            kept |= ONE << self.cards_y[ctz(y)]
            y &= y - ONE
        return self._taken(self._mirror(kept))

    def _pick_y(self, x: cython.uint) -> cython.short:
        """Y takes the pile and X keeps `x`."""
        kept: cython.uint = 0
        while x:
            kept |= ONE << self.cards_x[ctz(x)]
            x &= x - ONE
        return self._taken(kept)

    def _taken(self, kept: cython.uint) -> cython.short:
        value: cython.short
        if self.taker_leads:
            value = self.leads[self._mirror(self.full & ~kept)]
            return value - (value > 0) + (value < 0)
        value = self.leads[kept]
        return (value > 0) - (value < 0) - value

    def _mirror(self, cards: cython.uint) -> cython.uint:
        return (cards & self.even) << self.suit | (cards >> self.suit) & self.even
