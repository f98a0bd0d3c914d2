"""Whole deals of Kozel played at random, at the kernel's own speed.

The measure of the engine (`shokha bench engine`) and of its exactness: the hash over every action and
result is the same compiled and plain, before and after a change of the kernel.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

if cython.compiled:
    from cython.cimports.shokha.cbits import ctz, draw, step
    from cython.cimports.shokha.kozel.state import State
else:
    from shokha.bits import ctz, draw, step
    from shokha.kozel.state import State

# FNV-1a over 64-bit words. WORD keeps the plain run inside 64 bits.
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
FNV_BASIS = cython.declare(cython.ulonglong, 14695981039346656037)
FNV_PRIME = cython.declare(cython.ulonglong, 1099511628211)
ONE = cython.declare(cython.ulonglong, 1)

if not cython.compiled:
    WORTH = [0] * 9
for _rank, _points in enumerate((0, 0, 0, 0, 2, 3, 4, 10, 11)):
    WORTH[_rank] = _points


class Playouts:
    """A table where everybody plays at random.

    Counts `deals`, `actions`, `tricks`, `void` deals and the first leader's card `points`; `hash`
    covers every action and result when `hashed` (playing is slower then).
    """

    def __init__(self, settings: Any, seed: int, hashed: bool = False) -> None:
        without_6c = settings.remove_6c and settings.players in (3, 5)
        deck = [card for card in range(36) if not (without_6c and card == 27)]
        self.state = State(settings, deck, 0)
        # A zero state would stay zero for ever; an odd one is none.
        self.rng = (seed * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF) | 1
        self.hash = FNV_BASIS
        self.hashed = hashed
        self.deals = self.actions = self.tricks = self.void = self.points = 0

    def run(self, deals: int) -> None:
        """Play so many deals to the end."""
        self._many(deals)

    def _below(self, n: cython.ulonglong) -> cython.ulonglong:
        """A number from 0 to n - 1; even enough for n far below 2**32."""
        self.rng = step(self.rng)
        return draw(self.rng) * n >> 32

    def _deal(self) -> None:
        """Shuffle the pack and deal it."""
        state: State = self.state
        i: cython.int = state.n_cards - 1
        j: cython.int
        card: cython.int
        peek: cython.int = 0
        while i > 0:
            j = self._below(i + 1)
            card = state.deck[i]
            state.deck[i] = state.deck[j]
            state.deck[j] = card
            i -= 1
        if state.peek_mode:
            peek = self._below(state.stock_len)
        state.leader = state.nxt[state.dealer]
        state._start(peek)

    def _one(self) -> None:
        """Play one deal."""
        state: State = self.state
        out: cython.ulonglong[32]
        action: cython.ulonglong
        n: cython.int
        if not cython.compiled:
            out = [0] * 32
        self._deal()
        while True:
            n = state._legal(out)
            if n == 0:
                break
            action = out[self._below(n)]
            self.actions += 1
            if self.hashed:
                self._mix(action)
            state._apply(action)
        self._finish()

    def _finish(self) -> None:
        """Count the deal just played."""
        state: State = self.state
        cards: cython.ulonglong = state.taken[state.nxt[state.dealer]]
        seat: cython.int
        other: cython.int = state.nxt[state.nxt[state.nxt[state.dealer]]]
        if state.pairs:
            cards |= state.taken[other]
        while cards:
            self.points += WORTH[ctz(cards) % 9]
            cards &= cards - 1
        self.deals += 1
        self.tricks += state.trick_no
        self.void += state.is_void
        if self.hashed:
            for seat in range(state.n_seats):
                self._mix(state.taken[seat])
            self._mix(state.last_winner + 1)
            if state.pot_winner >= 0:
                self._mix(state.pot_winner)

    def _mix(self, word: cython.ulonglong) -> None:
        self.hash = ((self.hash ^ word) * FNV_PRIME) & WORD

    def _many(self, deals: cython.longlong) -> None:
        while deals > 0:
            self._one()
            deals -= 1
