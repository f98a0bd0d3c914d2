"""A quick player of Svoi Kozyri for the ends of search lines: what each card is worth, and one look ahead.

Every card in hand has a worth (`worth`, by stage, whose trump it is, and strength): what it would cost
to part with it. Covering and leading pay the worth of both cards, picking up pays a turn (`tempo`) and
earns the worth of what is taken. A lead that the next player cannot beat earns `stop`. The best sum is
played, give or take some `noise`. It looks at the next hand, so it belongs into sampled worlds only.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

from shokha.svoi.state import action_of

if cython.compiled:
    from cython.cimports.shokha.cbits import ctz, draw, step
    from cython.cimports.shokha.svoi.state import BEATS, State
else:
    from shokha.bits import ctz, draw, step
    from shokha.svoi.state import BEATS, State

ONE = cython.declare(cython.ulonglong, 1)
M_COVER = cython.declare(cython.int, 1 << 12)
M_PICK_UP = cython.declare(cython.int, 2 << 12)
LOW = cython.declare(cython.int, -1000000)

# Found by playing against itself; see `Policy` for the places.
WORTH: tuple[int, ...] = (
    656,
    745,
    828,
    906,
    978,
    1044,
    1105,
    1160,
    1210,
    -385,
    -271,
    -165,
    -68,
    21,
    101,
    173,
    236,
    291,
    -208,
    -132,
    -55,
    24,
    105,
    187,
    272,
    357,
    445,
    907,
    1024,
    1129,
    1222,
    1304,
    1374,
    1432,
    1479,
    1513,
    -363,
    -310,
    -258,
    -208,
    -159,
    -111,
    -65,
    -20,
    23,
    -87,
    -3,
    82,
    169,
    256,
    344,
    434,
    525,
    617,
)
STOP: tuple[int, ...] = (136, -4, -62, 545, -133, 505)
TEMPO: tuple[int, ...] = (4523, 4954)

if not cython.compiled:
    STRENGTH = [0] * 36
for _card in range(36):
    STRENGTH[_card] = (0, 1, 2, 3, 5, 6, 7, 4, 8)[_card % 9]  # plain order (C2)


def strength(card: int) -> int:
    """The place of a card in its suit, 0 for the six and 8 for the ace (C2)."""
    return STRENGTH[card]


def kind_of(card: int, own: int, after: int) -> int:
    """0 for one's own trump, 1 for a trump of the next player, 2 for any other card."""
    return 0 if card // 9 == own else 1 if card // 9 == after else 2


class Policy:
    """Weights in hundredths of a plain middling card; `rng` is the state of xorshift64*, never 0.

    `worth[27 * stage + 9 * kind + strength]`: stage 0 with three or more players left, 1 with two; kind
    0 own trump, 1 trump of the next player, 2 any other. `stop[3 * stage + what]`: the next player must
    take three, five, or all.
    """

    def __init__(
        self, worth: Sequence[int], stop: Sequence[int], tempo: Sequence[int], noise: int = 0, seed: int = 1
    ) -> None:
        if not cython.compiled:
            self.worth, self.stop, self.tempo = [0] * 54, [0] * 6, [0] * 2
        for i in range(54):
            self.worth[i] = worth[i]
        for i in range(6):
            self.stop[i] = stop[i]
        for i in range(2):
            self.tempo[i] = tempo[i]
        self.noise = noise
        self.rng = (seed * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF) | 1

    @classmethod
    def standard(cls, seed: int = 1, noise: int = 400) -> Policy:
        """With the weights of this file."""
        return cls(WORTH, STOP, TEMPO, noise, seed)

    def choose(self, state: State) -> int:
        """An action for the player in turn."""
        return action_of(self._choose(state))

    def play_out(self, state: State, most: int = 1000) -> None:
        """Play on until the deal is over, or `most` turns."""
        self._play_out(state, most)

    def _play_out(self, state: State, most: cython.int) -> None:
        while state.phase != 2 and most > 0:
            state._do(self._choose(state))
            most -= 1

    def _jitter(self) -> cython.int:
        """A number from 0 to `noise`."""
        wide: cython.ulonglong = self.noise
        if wide == 0:
            return 0
        self.rng = step(self.rng)
        return draw(self.rng) * (wide + 1) >> 32

    def _worth_of(
        self, state: State, stage: cython.int, seat: cython.int, after: cython.int, card: cython.int
    ) -> cython.int:
        suit: cython.int = card // 9
        kind: cython.int = 0 if suit == state.own[seat] else 1 if suit == state.own[after] else 2
        return self.worth[27 * stage + 9 * kind + STRENGTH[card]]

    def _lead(
        self, state: State, stage: cython.int, seat: cython.int, after: cython.int, card: cython.int
    ) -> cython.int:
        """What leading a card costs, and earns when the next player cannot beat it."""
        value: cython.int = -self._worth_of(state, stage, seat, after, card)
        if not state.hands[after] & BEATS[state.own[after] * 36 + card]:
            if card // 9 != state.own[after]:
                value += self.stop[3 * stage]
            else:
                value += self.stop[3 * stage + (2 if card % 9 == 8 else 1)]
        return value

    def _picked(self, state: State, stage: cython.int, seat: cython.int, after: cython.int) -> cython.int:
        """What picking up earns and costs."""
        k: cython.int = state._take_count()
        value: cython.int = -self.tempo[stage]
        while k:
            value += self._worth_of(state, stage, seat, after, state.pile[state.size - k])
            k -= 1
        return value

    def _choose(self, state: State) -> cython.int:
        """The move that promises most. Not when the deal is over."""
        seat: cython.int = state.actor
        after: cython.int = state._next(seat)
        stage: cython.int = 1 if state.left == 2 else 0
        hand: cython.ulonglong = state.hands[seat]
        rest: cython.ulonglong = hand
        covers: cython.ulonglong
        card: cython.int
        value: cython.int
        first: cython.int = -1
        second: cython.int = -1
        best_first: cython.int = LOW
        best_second: cython.int = LOW
        best: cython.int
        move: cython.int
        while rest:  # the two best leads
            card = ctz(rest)
            value = self._jitter() + self._lead(state, stage, seat, after, card)
            if value > best_first:
                second, best_second = first, best_first
                first, best_first = card, value
            elif value > best_second:
                second, best_second = card, value
            rest &= rest - 1
        if state.phase == 0:
            return first
        covers = hand & BEATS[state.own[seat] * 36 + state.pile[state.size - 1]]
        if covers and state.count[seat] <= 2:
            card = ctz(covers)  # going out
            rest = hand ^ ONE << card
            return M_COVER | card | (ctz(rest) + 1 << 6 if rest else 0)
        best = self._picked(state, stage, seat, after) + self._jitter()
        move = M_PICK_UP
        while covers:
            card = ctz(covers)
            value = self._jitter() - self._worth_of(state, stage, seat, after, card)
            value += best_second if card == first else best_first
            if value > best:
                best = value
                move = M_COVER | card | ((second if card == first else first) + 1 << 6)
            covers &= covers - 1
        return move
