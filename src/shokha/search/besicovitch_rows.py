# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The kernel of the Besicovitch solver: values of all positions of a pack, a layer at a time.

Three observations make the game small.

1. Only a player who is *about to lead* needs a stored value. Facing a card, a player either covers with one of a few
   cards and is then about to lead, or takes the pile; so the value of facing a card is the best of a few stored ones.
   A lead position is (X's hand, Y's hand), the pile is what is left: 3**n of them instead of n·3**(n-1).
2. X and Y are exchanged by the mirror, so each position is stored once: with p cards in the pile X is about to lead
   when p & 2 is 0, and Y otherwise. A lead and the reply add two cards to the pile, so the turn changes as it should.
3. Taking the pile always leads to an empty table, where the hands fill the pack: only 2**n positions. All cycles pass
   through them. Given their values (`leads`), everything else follows in one pass from full piles to empty ones, which
   then gives better values of `leads`; repeating this until nothing changes is the solution (`Rows`: one *sweep*).

A *row* holds the lead positions of one hand of X, indexed by Y's hand squeezed to the cards that X has not: bit j is
the j-th such card. The row of a hand needs the rows of the hands with one card less, so two layers (hands of one size)
are all the memory. Within a row all work is on runs of neighbours: C compilers turn it into vector instructions.

Values are shorts, seen by the player to move: 32768 - d for a win in d actions, the negative for a loss, 0 for neither
(yet). Larger is better, so choosing is max; `_answer` changes sides and counts the action.

Cards are numbered ♣ ♦ ♠ ♥ from the lowest of each suit; X has trump ♠, Y has trump ♥ (`shokha.besicovitch`).
Ordinary Python that Cython also compiles (C types in besicovitch_rows.pxd); both runs give the same results.
"""

from __future__ import annotations

from math import comb

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

if cython.compiled:
    from cython.cimports.shokha.cbits import ctz, popcount
else:
    from shokha.bits import ctz, popcount

WIN = cython.declare(cython.short, 32767)
LOSS = cython.declare(cython.short, -32768)
ONE = cython.declare(cython.uint, 1)
LONG = cython.declare(cython.longlong, 1)

IS_COMPILED: bool = bool(cython.compiled)


def bytes_needed(cards: int, workers: int) -> int:
    """Memory that `Rows` and one `Desk` a worker take for a pack."""
    layer = max(comb(cards, size) << cards - size for size in range(cards + 1))
    tables = (4 + 4 + 4 * 2 + 1) << cards
    desk = (6 * 2 + 4) << cards - 1
    return 2 * 2 * layer + tables + workers * (desk + 8 * 65536)


def _shorts(count: int) -> memoryview:
    return memoryview(bytearray(2 * count)).cast("h")


class Desk:
    """Working space of one thread, and what it has counted.

    With `counting`, `census[32768 + value]` counts the positions that face a card, by value; `longest` is the longest
    win among them (as a value; 0: none) and `example` that position, the lowest if there are several: X's hand |
    Y's hand << cards | top << 2 * cards | (1 if it is X's turn) << 2 * cards + 5.
    """

    def __init__(self, cards: int, counting: bool = False) -> None:
        half = 1 << cards - 1
        self.counting = counting
        self.census = memoryview(bytearray(8 * 65536)).cast("q")
        self.longest = 0
        self.example = 0
        self.narrowed = _shorts(half)  # per card of X: the row of his hand without it, for the hands of Y in question
        self.reply = _shorts(half)  # value of facing one card, for each hand of Y
        self.trumped = _shorts(half)  # value for X of picking up or covering with a trump
        self.low_x = _shorts(half)  # the worst that X, on lead, can leave to Y
        self.low_y = _shorts(half)  # the worst that Y, on lead, can leave to X
        self.picks = _shorts(half)  # value for X of picking up
        self.sets = memoryview(bytearray(4 * half)).cast("I")  # Y's hand as a set of cards
        if not cython.compiled:
            self.free = [0] * 32

    def _tally(
        self, ones: cython.uchar[::1], cards: cython.int, hand: cython.uint, out: cython.int, bit: cython.int,
        top: cython.int, of_x: cython.bint,
    ) -> None:  # fmt: skip
        """Count `reply`, the values of facing `top`: for X (`of_x`), or for Y.

        `hand` is X's, `out` the number of cards that were not X's before the lead, `bit` the place of `top` among them.
        """
        b: cython.longlong
        value: cython.short
        code: cython.ulonglong
        lead: cython.int = 1 if of_x else 0  # whether b leaves out a card of Y that is in the pile by now
        for b in range(1, LONG << out):
            if ((out - ones[b] - lead) & 2) != 2 * lead or (of_x and (b >> bit) & 1):
                continue
            value = self.reply[b]
            self.census[32768 + value] += 1
            if value > 0 and (self.longest == 0 or value <= self.longest):
                code = self.sets[b]
                code = hand | code << cards | (LONG * top) << 2 * cards | (LONG * lead) << (2 * cards + 5)
                if value != self.longest or code < self.example:
                    self.longest = value
                    self.example = code


class Rows:
    """All positions of a pack, two layers of them at a time.

    `leads[hand]` is the value for X of leading from `hand` to an empty table, Y holding the rest. A sweep is `begin()`,
    then for each layer `next_layer()`, `fill()` over its parts (from several threads if you like) and `settle()`.
    """

    def __init__(self, cards: int, taker_leads: bool) -> None:
        if not cython.compiled:
            self.beat_x, self.beat_y, self.starts = [0] * 32, [0] * 32, [0] * 34
        suit = cards // 4
        block = (1 << suit) - 1
        self.cards = cards
        self.taker_leads = taker_leads
        self.full = (1 << cards) - 1
        self.even = block | block << 2 * suit
        for card in range(cards):
            higher = (block << card // suit * suit) & ~((2 << card) - 1)
            self.beat_x[card] = higher if card // suit == 2 else higher | block << 2 * suit
            self.beat_y[card] = higher if card // suit == 3 else higher | block << 3 * suit
        for size in range(cards + 1):
            self.starts[size + 1] = self.starts[size] + comb(cards, size)
        largest = max(comb(cards, size) << cards - size for size in range(cards + 1))
        self.above, self.below = _shorts(largest), _shorts(largest)
        self.leads, self.fresh = _shorts(1 << cards), _shorts(1 << cards)
        self.pick_x, self.pick_y = _shorts(1 << cards), _shorts(1 << cards)
        self.order = memoryview(bytearray(4 << cards)).cast("I")
        self.place = memoryview(bytearray(4 << cards)).cast("I")
        self.ones = memoryview(bytearray(1 << cards))
        self.layer = 0
        self._number()

    def _number(self) -> None:
        """`order` lists the hands of X by size, `place` is a hand's place among those of its size."""
        count: cython.longlong[33]
        size: cython.int
        hand: cython.longlong
        if not cython.compiled:
            count = [0] * 33
        for size in range(33):
            count[size] = 0
        for hand in range(LONG << self.cards):
            size = popcount(hand)
            self.ones[hand] = size
            self.place[hand] = count[size]
            self.order[self.starts[size] + count[size]] = hand
            count[size] += 1

    # -- a sweep ---------------------------------------------------------------------------------

    def load(self, leads: memoryview) -> None:
        """Go on from the values of an earlier sweep."""
        hand: cython.longlong
        for hand in range(LONG << self.cards):
            self.leads[hand] = leads[hand]
            self._pick(hand)

    def begin(self) -> None:
        """The layer of the empty hand: X has just covered with his last card, and has won (QZ5)."""
        self.layer = 0
        _set(self.above, WIN, LONG << self.cards)

    def next_layer(self) -> int:
        """Go on to hands with one card more; returns how many there are."""
        self.above, self.below = self.below, self.above
        self.layer += 1
        return comb(self.cards, self.layer)

    def fill(self, first: int, last: int, desk: Desk) -> None:
        """Work out the rows of the hands `first` to `last` - 1 of the layer. Other threads may run meanwhile."""
        begin: cython.longlong = first
        end: cython.longlong = last
        with cython.nogil:
            self._fill(begin, end, desk)

    def settle(self) -> int:
        """Take over the layer's values for the empty table; returns how many have changed."""
        return self._settle()

    # -- rows ------------------------------------------------------------------------------------

    def _fill(self, first: cython.longlong, last: cython.longlong, desk: Desk) -> None:
        i: cython.longlong
        for i in range(first, last):
            self._row(self.order[self.starts[self.layer] + i], desk)

    def _row(self, hand: cython.uint, desk: Desk) -> None:
        out: cython.int = self.cards - self.layer
        self._spread(hand, out, desk)
        if self.layer > 1:
            self._leads_of_x(hand, out, desk)
        self._leads_of_y(hand, out, desk)
        self._write(hand, out, desk)

    def _spread(self, hand: cython.uint, out: cython.int, desk: Desk) -> None:
        """Lay out on the desk what both players' leads need."""
        cards: cython.uint = self.full & ~hand
        count: cython.longlong = LONG << out
        b: cython.longlong
        bit: cython.int
        i: cython.int = 0
        card: cython.int
        less: cython.uint
        for bit in range(out):
            desk.free[bit] = ctz(cards)
            cards &= cards - ONE
        desk.sets[0] = 0
        for bit in range(out):
            less = ONE << desk.free[bit]
            for b in range(LONG << bit):
                desk.sets[(LONG << bit) + b] = desk.sets[b] | less
        for b in range(count):
            desk.picks[b] = self.pick_x[desk.sets[b]]
        cards = hand
        while cards:
            card = ctz(cards)
            cards &= cards - ONE
            less = hand & ~(ONE << card)
            _narrow(self.below, LONG * self.place[less] << (out + 1), desk.narrowed, i * count, card - i, count)
            i += 1

    def _leads_of_x(self, hand: cython.uint, out: cython.int, desk: Desk) -> None:
        """X leads each of his cards; Y picks up, or covers and is about to lead."""
        count: cython.longlong = LONG << out
        cards: cython.uint = hand
        i: cython.int = 0
        bit: cython.int
        card: cython.int
        _set(desk.low_x, WIN, count)
        while cards:
            card = ctz(cards)
            cards &= cards - ONE
            _set(desk.reply, self.pick_y[hand & ~(ONE << card)], count)
            for bit in range(out):
                if (self.beat_y[card] >> desk.free[bit]) & ONE:
                    _raise_with(desk.reply, desk.narrowed, i * count, bit, count)
            _lower(desk.low_x, desk.reply, count)
            if desk.counting:
                desk._tally(self.ones, self.cards, hand & ~(ONE << card), out, 0, card, False)
            i += 1

    def _leads_of_y(self, hand: cython.uint, out: cython.int, desk: Desk) -> None:
        """Y leads each of his cards; X picks up, or covers and is about to lead."""
        count: cython.longlong = LONG << out
        bit: cython.int
        i: cython.int
        card: cython.int
        trumps: cython.uint = self.beat_x[0] & self.beat_x[self.cards // 4]
        cards: cython.uint
        _set(desk.low_y, WIN, count)
        _copy(desk.trumped, desk.picks, count)
        self._cover(hand, trumps, desk.trumped, desk, count)
        for bit in range(out):
            card = desk.free[bit]
            cards = self.beat_x[card]
            if cards & trumps == trumps and not (trumps >> card) & ONE:
                _copy(desk.reply, desk.trumped, count)
                cards &= ~trumps
            else:
                _copy(desk.reply, desk.picks, count)
            self._cover(hand, cards, desk.reply, desk, count)
            _lower_with(desk.low_y, desk.reply, bit, count)
            if desk.counting:
                desk._tally(self.ones, self.cards, hand, out, bit, card, True)

    def _cover(
        self, hand: cython.uint, by: cython.uint, target: cython.short[::1], desk: Desk, count: cython.longlong
    ) -> None:
        """X may cover with those of his cards that are in `by`."""
        i: cython.int = 0
        bit: cython.uint
        while hand:
            bit = hand & (~hand + ONE)
            hand &= hand - ONE
            if by & bit:
                _raise(target, desk.narrowed, i * count, count)
            i += 1

    def _write(self, hand: cython.uint, out: cython.int, desk: Desk) -> None:
        """The row from the player's point of view who is on lead there; a last card wins (QZ4, QZ5)."""
        count: cython.longlong = LONG << out
        at: cython.longlong = LONG * self.place[hand] << out
        b: cython.longlong
        bit: cython.int
        worst: cython.short
        last: cython.bint = self.layer == 1
        for b in range(count):
            if (out - self.ones[b]) & 2:
                worst = desk.low_y[b]
            else:
                worst = desk.low_x[b] if not last else LOSS
            self.above[at + b] = _answer(worst)
        if out & 2:
            self.above[at] = WIN
        if (out - 1) & 2:
            for bit in range(out):
                self.above[at + (LONG << bit)] = WIN
        self.fresh[hand] = self.above[at + count - 1]

    # -- the empty table -------------------------------------------------------------------------

    def _settle(self) -> cython.longlong:
        i: cython.longlong
        changed: cython.longlong = 0
        hand: cython.uint
        for i in range(self.starts[self.layer], self.starts[self.layer + 1]):
            hand = self.order[i]
            if self.leads[hand] != self.fresh[hand]:
                self.leads[hand] = self.fresh[hand]
                self._pick(hand)
                changed += 1
        return changed

    def _pick(self, hand: cython.uint) -> None:
        """Whoever picks up what lies there: the positions that come to X leading from `hand`, or to its mirror."""
        value: cython.short = self.leads[hand]
        if self.taker_leads:
            value = _nearer(value)
            self.pick_x[self.full & ~hand] = value
            self.pick_y[self.full & ~self._mirror(hand)] = value
        else:
            value = _answer(value)
            self.pick_y[hand] = value
            self.pick_x[self._mirror(hand)] = value

    def _mirror(self, cards: cython.uint) -> cython.uint:
        suit: cython.int = self.cards // 4
        return (cards & self.even) << suit | (cards >> suit) & self.even


# -- loops over rows: plain enough for a C compiler to make vector instructions of them -------------------------------


def _narrow(
    source: cython.short[::1], at: cython.longlong, target: cython.short[::1], to: cython.longlong, bit: cython.int,
    count: cython.longlong,
) -> None:  # fmt: skip
    """Copy the half of a row whose indices lack a bit."""
    block: cython.longlong = LONG << bit
    start: cython.longlong = 0
    i: cython.longlong
    while start < count:
        for i in range(block):
            target[to + start + i] = source[at + i]
        at += 2 * block
        start += block


def _set(target: cython.short[::1], value: cython.short, count: cython.longlong) -> None:
    i: cython.longlong
    for i in range(count):
        target[i] = value


def _copy(target: cython.short[::1], source: cython.short[::1], count: cython.longlong) -> None:
    i: cython.longlong
    for i in range(count):
        target[i] = source[i]


def _raise(target: cython.short[::1], source: cython.short[::1], at: cython.longlong, count: cython.longlong) -> None:
    """The larger of both."""
    i: cython.longlong
    for i in range(count):
        target[i] = _most(target[i], source[at + i])


def _raise_with(
    target: cython.short[::1], source: cython.short[::1], at: cython.longlong, bit: cython.int, count: cython.longlong
) -> None:
    """Where an index has the bit: the larger of what is there and the source without the bit."""
    block: cython.longlong = LONG << bit
    start: cython.longlong = 0
    i: cython.longlong
    while start < count:
        for i in range(start, start + block):
            target[i + block] = _most(target[i + block], source[at + i])
        start += 2 * block


def _lower(target: cython.short[::1], source: cython.short[::1], count: cython.longlong) -> None:
    """The smaller of both."""
    i: cython.longlong
    for i in range(count):
        target[i] = _least(target[i], source[i])


def _lower_with(target: cython.short[::1], source: cython.short[::1], bit: cython.int, count: cython.longlong) -> None:
    """Where an index has the bit: the smaller of what is there and the source without the bit."""
    block: cython.longlong = LONG << bit
    start: cython.longlong = 0
    i: cython.longlong
    while start < count:
        for i in range(start, start + block):
            target[i + block] = _least(target[i + block], source[i])
        start += 2 * block


def _most(a: cython.short, b: cython.short) -> cython.short:
    return a if a > b else b


def _least(a: cython.short, b: cython.short) -> cython.short:
    return a if a < b else b


def _answer(value: cython.short) -> cython.short:
    """The value for the other player, one action earlier."""
    return (value > 0) - (value < 0) - value


def _nearer(value: cython.short) -> cython.short:
    """The value for the same player, one action earlier."""
    return value - (value > 0) + (value < 0)
