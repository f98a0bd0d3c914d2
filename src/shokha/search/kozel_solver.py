"""Exact search of Kozel with all cards open, for every version with two sides.

The rules are the kernel's: the search branches a state, plays and looks again. What it adds is good
order, bounds and memory. A *value* is what the first side (the one of the lowest seat) still gets from
here on: card points, or tricks, or the other side's tricks counted below zero (`kind`). Taking a pot at
once (QM4, QM5) counts as `POT` of them. All searches are alpha-beta, fail-soft: a result at or below the
lower edge of its window is an upper bound, one at or above the upper edge a lower bound, between them
it is exact.

The transposition table holds trick starts only: drawing follows from who won, so little else recurs.
Its keys are exact, not hashed: all hands, who leads, and a number that stands for everything else that
can matter (settings, trump, seats, the stock in its order, what is counted). So one table may serve any
mixture of positions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
    from cython.cimports.shokha.cbits import ctz, popcount
    from cython.cimports.shokha.kozel.state import BEATS, SUITS, State
else:
    from shokha.bits import ctz, popcount
    from shokha.kozel.state import BEATS, SUITS, State

POINTS, TRICKS, THEIR_TRICKS = 0, 1, 2
POT = 200

WINDOW = cython.declare(cython.int, 0)
LEAD = cython.declare(cython.int, 1)
REPLY = cython.declare(cython.int, 3)
OVER = cython.declare(cython.int, 4)

C_POINTS = cython.declare(cython.int, 0)
C_TRICKS = cython.declare(cython.int, 1)
C_POT = cython.declare(cython.int, 200)
MOST = cython.declare(cython.int, 320)  # a pot and all card points
MANY = cython.declare(cython.int, 36)  # tricks
NEVER = cython.declare(cython.int, -(1 << 30))  # the score of a move already tried
FROM_MEMO = cython.declare(cython.int, 1000)
FROM_TABLE = cython.declare(cython.int, 1 << 20)

ONE = cython.declare(cython.ulonglong, 1)
KIND = cython.declare(cython.ulonglong, 255 << 56)
PAYLOAD = cython.declare(cython.ulonglong, (1 << 56) - 1)
K_LEAD = cython.declare(cython.ulonglong, 2 << 56)
K_BEAT = cython.declare(cython.ulonglong, 3 << 56)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
LOW28 = cython.declare(cython.ulonglong, (1 << 28) - 1)
MIX_0 = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX_1 = cython.declare(cython.ulonglong, 0xC2B2AE3D27D4EB4F)
MIX_2 = cython.declare(cython.ulonglong, 0x165667B19E3779F9)
MIX_3 = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)
POLL = cython.declare(cython.longlong, 1 << 14)

_CONTEXTS = 1 << 20

if not cython.compiled:
    WORTH = [0] * 512
for _cards in range(512):
    WORTH[_cards] = sum(w for r, w in enumerate((0, 0, 0, 0, 2, 3, 4, 10, 11)) if _cards >> r & 1)


def worth(cards: cython.ulonglong) -> cython.int:
    """Card points of a set (A4)."""
    return WORTH[cards & 511] + WORTH[cards >> 9 & 511] + WORTH[cards >> 18 & 511] + WORTH[cards >> 27 & 511]


def sides_of(state: State) -> tuple[int, int]:
    """The two sides as masks of seats, the one of the lowest seat first. Raises `ValueError` for more or fewer."""
    playing = [1 << seat for seat in range(state.n_seats) if state.seats >> seat & 1]
    if state.pairs and len(playing) == 4:
        return 0b0101, 0b1010
    if len(playing) == 2:
        return playing[0], playing[1]
    raise ValueError("only a deal between two sides can be solved")


class Frame:
    """What one ply of a search needs: its state, its moves and the next ply. `load`: the position it was made for."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.below: Any = None  # a Frame from the second time on
        self.load = -1
        if not cython.compiled:
            self.moves, self.scores = [0] * 32, [0] * 32


class Solver:
    """Searches positions, one after another, with one table of 2**`bits` buckets of 64 bytes (0: without a table).

    `load` a position, then ask for its `value` or for the `value_of` an action. `watch`, called every
    few milliseconds, may end a search by returning True. `nodes` counts since `load`.
    """

    def __init__(self, bits: int = 14, watch: Callable[[], bool] | None = None) -> None:
        self.bits = bits
        self.shift = 64 - bits
        self.memo_bits = max(8, bits - 2)
        self.watch = watch
        self.error: BaseException | None = None
        self.root: Any = None  # a Frame once a position is loaded
        self.loads = 0
        self.nodes = 0
        self.stopped = False
        if not cython.compiled:
            self.context, self.seat_of = [0] * 37, [0] * 4
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.contexts: dict[object, int] = {}
        self.age = 0
        if cython.compiled:
            self.memory = bytearray(64 << self.bits)
            self.slots = cython.cast(cython.p_ulonglong, cython.cast(cython.p_char, self.memory))
            self.memo_memory = bytearray(8 << self.memo_bits)
            self.memos = cython.cast(cython.p_ulonglong, cython.cast(cython.p_char, self.memo_memory))
        else:
            self.slots = [0] * (8 << self.bits)
            self.memos = [0] * (1 << self.memo_bits)

    def load(self, state: State, kind: int = POINTS, limit: int = 0) -> None:
        """Take up a position.

        `limit` bounds the nodes of all questions about it together (0: no bound). Once it is reached, or
        `watch` said so, `stopped` is set and every answer means nothing. Raises `ValueError` unless two
        sides play.
        """
        i: cython.int
        cards: cython.ulonglong = 0
        self.first = sides_of(state)[0]
        if self.root is None:
            self.root = Frame(state.copy())
        else:
            state._copy_into(self.root.state)
        self.loads += 1
        for i in range(state.stock_pos, state.stock_len):
            cards |= ONE << state.stock[i]
        for i in range(5):
            cards |= state.hands[i] | state.table[i]
        self.total = worth(cards)
        self.kind = kind
        self.pots = state.bura or state.aces
        self.nodes = 0
        self.limit = limit
        self.stopped = False
        self.poll_at = POLL if limit == 0 else min(POLL, limit)
        self._number(state)

    def _number(self, state: State) -> None:
        """Give a number to everything that matters besides hands, leader and phase, as the stock will dwindle."""
        i: cython.int
        if len(self.contexts) > _CONTEXTS:
            self.clear()
        self.age = (self.age + 1) & 255
        rules = (
            self.kind, state.n_seats, state.seats, state.pairs, state.shokha, state.joker, state.sizes, state.cap_lead,
            state.declarations, state.on_initial, state.moskva, state.molodka, state.bura, state.bura_any, state.aces,
            state.trump,
        )  # fmt: skip
        stock = tuple(state.stock_cards())
        for i in range(len(stock) + 1):
            self.context[state.stock_pos + i] = self.contexts.setdefault((rules, stock[i:]), len(self.contexts) + 1)
        playing = [seat for seat in range(state.n_seats) if state.seats >> seat & 1]
        for i in range(4):
            self.seat_of[i] = playing[i % len(playing)]

    def value(self, low: int, high: int) -> int:
        """Value of the position, exact between `low` and `high`."""
        found: cython.int = self._search(self.root, self.total, low, high)
        self._raise()
        return found

    def value_of(self, action: int, low: int, high: int) -> int:
        """Value of the position when one of its legal actions is played; what the action wins is part of it."""
        found: cython.int = self._try(self.root, action, self.total, low, high)
        self._raise()
        return found

    def _raise(self) -> None:
        if self.error is not None:
            error, self.error = self.error, None
            raise error

    def _poll(self) -> None:
        """Is it time to stop?"""
        self.poll_at = self.nodes + POLL
        if self.limit:
            if self.nodes >= self.limit:
                self.stopped = True
                return
            if self.poll_at > self.limit:
                self.poll_at = self.limit
        try:
            if cython.compiled:
                PyErr_CheckSignals()
            if self.watch is not None and self.watch():
                self.stopped = True
        except BaseException as error:  # a C function cannot pass it on; `_raise` will
            self.error = error
            self.stopped = True

    # -- the search ------------------------------------------------------------------------------

    def _search(self, frame: Frame, rest: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """Value of a node. `rest`: card points not yet taken."""
        state: State = frame.state
        n: cython.int
        if self.stopped:
            return 0
        self.nodes += 1
        if self.nodes >= self.poll_at:
            self._poll()
        if state.phase == LEAD or (state.phase == WINDOW and state.queue_pos == 0):
            return self._trick(frame, rest, alpha, beta)
        if state.phase == OVER:
            if state.pot_winner < 0:
                return 0
            return C_POT if self.first >> state.pot_winner & 1 else -C_POT
        n = state._legal(frame.moves)
        self._order(frame, n)
        return self._moves(frame, n, rest, alpha, beta)

    def _trick(self, frame: Frame, rest: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """Value of a node where a trick begins: bounds, then the table, then the moves."""
        state: State = frame.state
        low: cython.int = 0
        high: cython.int = rest
        word_0: cython.ulonglong
        word_1: cython.ulonglong
        word_2: cython.ulonglong
        entry: cython.ulonglong
        at: cython.ulonglong
        slot: cython.ulonglong
        known_low: cython.int
        known_high: cython.int
        found: cython.int
        hint: cython.int = -1
        n: cython.int
        if self.pots:
            low = -MOST
            high = MOST
        elif self.kind == C_TRICKS:
            high = MANY
        elif self.kind != C_POINTS:
            low = -MANY
            high = 0
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        if self.bits == 0:
            n = state._legal(frame.moves)
            self._order(frame, n)
            return self._moves(frame, n, rest, alpha, beta)
        # The key: four hands of 36 bits, then who leads, the phase, and the number of everything else.
        word_2 = state.hands[self.seat_of[1]]
        word_0 = state.hands[self.seat_of[0]] | (word_2 & LOW28) << 36
        word_1 = word_2 >> 28 | state.hands[self.seat_of[2]] << 8 | self.context[state.stock_pos] << 44
        entry = state.leader | state.phase << 3 | (state.trick_no == 0 and state.on_initial == 0) << 5
        word_2 = state.hands[self.seat_of[3]] | entry << 36
        at = (word_0 * MIX_0 ^ word_1 * MIX_1 ^ word_2 * MIX_2) & WORD
        at = ((at ^ at >> 32) * MIX_3 & WORD) >> self.shift << 3
        slot = at
        if self.slots[slot] != word_0 or self.slots[slot + 1] != word_1 or self.slots[slot + 2] != word_2:
            slot += 4
        if self.slots[slot] == word_0 and self.slots[slot + 1] == word_1 and self.slots[slot + 2] == word_2:
            entry = self.slots[slot + 3]
            known_low = entry & 1023
            known_high = entry >> 10 & 1023
            hint = entry >> 20 & 63
            hint -= 1
            if known_low - 512 > low:
                low = known_low - 512
            if known_high - 512 < high:
                high = known_high - 512
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        n = state._legal(frame.moves)
        self._order(frame, n)
        if hint >= 0:
            frame.scores[hint] += FROM_TABLE
        if alpha < low:
            alpha = low
        if beta > high:
            beta = high
        found = self._moves(frame, n, rest, alpha, beta)
        if self.stopped:
            return 0
        if found > alpha:
            low = found
        if found < beta:
            high = found
        n = popcount(word_0) + popcount(word_1 & WORD >> 20) + popcount(word_2 & WORD >> 28)
        self._store(at, word_0, word_1, word_2, n + state.stock_len - state.stock_pos, low, high)
        return found

    def _store(
        self,
        at: cython.ulonglong,
        word_0: cython.ulonglong,
        word_1: cython.ulonglong,
        word_2: cython.ulonglong,
        cards: cython.int,
        low: cython.int,
        high: cython.int,
    ) -> None:
        """Remember bounds. The first place of a bucket prefers what took longer, the second takes anything."""
        entry: cython.ulonglong
        lower: cython.ulonglong = low + 512
        upper: cython.ulonglong = high + 512
        depth: cython.ulonglong = cards
        hint: cython.ulonglong = self.best_index + 1
        if self.slots[at] != word_0 or self.slots[at + 1] != word_1 or self.slots[at + 2] != word_2:
            entry = self.slots[at + 3]
            if entry >> 32 & 255 == self.age and entry >> 26 & 63 > depth:
                at += 4
        self.slots[at] = word_0
        self.slots[at + 1] = word_1
        self.slots[at + 2] = word_2
        self.slots[at + 3] = lower | upper << 10 | hint << 20 | depth << 26 | self.age << 32

    def _moves(self, frame: Frame, n: cython.int, rest: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """Value of a node by its moves, best score first; leaves the index of the best one in `best_index`."""
        first: cython.bint = self.first >> frame.state.actor & 1
        best: cython.int = -1000 if first else 1000
        best_index: cython.int = 0
        found: cython.int
        left: cython.int = n
        i: cython.int
        top: cython.int
        while left:  # not sorted: most nodes try one or two moves only
            top = 0
            for i in range(1, n):
                if frame.scores[i] > frame.scores[top]:
                    top = i
            frame.scores[top] = NEVER
            left -= 1
            if left < n - 1 and beta - alpha > 1:  # is it better than the best so far at all?
                found = self._scout(frame, frame.moves[top], rest, alpha, beta, first)
            else:
                found = self._try(frame, frame.moves[top], rest, alpha, beta)
            if first:
                if found > best:
                    best = found
                    best_index = top
                    if found > alpha:
                        alpha = found
            elif found < best:
                best = found
                best_index = top
                if found < beta:
                    beta = found
            if alpha >= beta:
                break
        if n > 1 and alpha >= beta and frame.moves[best_index] >= K_LEAD:
            self.memos[self._memo(frame.state)] = frame.moves[best_index]
        self.best_index = best_index
        return best

    def _scout(
        self,
        frame: Frame,
        move: cython.ulonglong,
        rest: cython.int,
        alpha: cython.int,
        beta: cython.int,
        first: cython.bint,
    ) -> cython.int:
        """As `_try`, for a move that is not expected to be the best: a null window first."""
        found: cython.int
        if first:
            found = self._try(frame, move, rest, alpha, alpha + 1)
            if alpha < found < beta:
                found = self._try(frame, move, rest, alpha, beta)
        else:
            found = self._try(frame, move, rest, beta - 1, beta)
            if alpha < found < beta:
                found = self._try(frame, move, rest, alpha, beta)
        return found

    def _memo(self, state: State) -> cython.ulonglong:
        """Where to look up which move was good last time with the same hand against the same group.

        The other hands and the past hardly matter for that, so it orders moves far better than any rule
        of thumb: whole deals take a tenth of the nodes.
        """
        x: cython.ulonglong = state.hands[state.actor] * MIX_0 & WORD
        if state.phase == REPLY:
            x ^= state.master_cards * MIX_1 & WORD
        return ((x ^ x >> 32) * MIX_3 & WORD) >> 64 - self.memo_bits

    def _try(
        self, frame: Frame, move: cython.ulonglong, rest: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """Value of a node when this move is made."""
        state: State = frame.state
        below: Frame | None = frame.below
        child: State
        gain: cython.int = 0
        winner: cython.int
        points: cython.int
        ours: cython.bint
        if below is None or below.load != self.loads:
            self._make_ready(frame)
            below = frame.below
        child = below.state
        state._branch(child)
        child._apply(move)
        if child.trick_no != state.trick_no:
            winner = child.last_winner
            points = worth(child.taken[winner] ^ state.taken[winner])
            rest -= points
            ours = self.first >> winner & 1
            if self.kind == C_POINTS:
                if ours:
                    gain = points
            elif self.kind == C_TRICKS:
                gain = ours
            else:
                gain = ours - 1
        return gain + self._search(below, rest, alpha - gain, beta - gain)

    def _make_ready(self, frame: Frame) -> None:
        """See to it that the ply below has a state of this deal."""
        if frame.below is None:
            frame.below = Frame(frame.state.copy())
        else:
            frame.state._copy_into(frame.below.state)
        frame.below.load = self.loads

    # -- order -----------------------------------------------------------------------------------
    # The weights come from a random climb over the nodes that 185 random positions of `pairs` with five to
    # seven cards each took; other positions and versions gain as much.

    def _order(self, frame: Frame, n: cython.int) -> None:
        """Score the moves of a node, the most promising highest."""
        state: State = frame.state
        memo: cython.ulonglong
        i: cython.int
        if n == 1:
            frame.scores[0] = 0
            return
        if state.phase == LEAD:
            self._order_leads(frame, n)
        elif state.phase == REPLY:
            self._order_replies(frame, n)
        else:  # in a window: declare, or pass
            frame.scores[0] = 0
            frame.scores[1] = 1
            return
        memo = self.memos[self._memo(state)]
        for i in range(n):
            if frame.moves[i] == memo:
                frame.scores[i] += FROM_MEMO

    def _order_leads(self, frame: Frame, n: cython.int) -> None:
        """Groups that no opponent can beat before others, large ones before small ones, trumps last."""
        state: State = frame.state
        opponents: cython.int = state.seats & ~self.first if self.first >> state.actor & 1 else self.first
        cards: cython.ulonglong
        size: cython.int
        i: cython.int
        for i in range(n):
            cards = frame.moves[i] & PAYLOAD
            if frame.moves[i] & KIND != K_LEAD:  # four aces
                frame.scores[i] = FROM_MEMO
                continue
            size = popcount(cards)
            frame.scores[i] = 50 * size + 4 * worth(cards) - self._price(state, cards)
            if not self._may_beat(state, opponents, cards, size):
                frame.scores[i] += 300

    def _order_replies(self, frame: Frame, n: cython.int) -> None:
        """Feed a partner's safe trick; take what the next opponent cannot take back; else keep what is dear."""
        state: State = frame.state
        own: cython.int = self.first if self.first >> state.actor & 1 else state.seats & ~self.first
        later: cython.int = state.seats & ~own & ~state.played
        cards: cython.ulonglong
        partner: cython.bint = own >> state.master & 1
        safe: cython.bint = partner and not self._may_beat(state, later, state.master_cards, state.size)
        i: cython.int
        score: cython.int
        for i in range(n):
            cards = frame.moves[i] & PAYLOAD
            if frame.moves[i] & KIND == K_BEAT:
                if safe:
                    score = -260 - 2 * worth(cards)
                elif self._may_beat(state, later, cards, state.size):
                    score = 160 + 8 * worth(cards)
                else:
                    score = 280
            elif safe:
                score = 390 + 2 * worth(cards)
            elif partner:
                score = -90
            else:
                score = 170 - 3 * worth(cards)
            frame.scores[i] = score - self._price(state, cards)

    def _may_beat(self, state: State, seats: cython.int, group: cython.ulonglong, size: cython.int) -> cython.bint:
        """Could one of these seats beat the group? Not quite exact for groups, and only used for order."""
        row: cython.int = (state.shokha * 5 + state.trump + 1) * 36
        seat: cython.int
        hand: cython.ulonglong
        rest: cython.ulonglong
        union: cython.ulonglong
        over: cython.ulonglong
        while seats:
            seat = ctz(seats)
            seats &= seats - 1
            hand = state.hands[seat]
            if size == 1:
                if hand & BEATS[row + ctz(group)]:
                    return True
                continue
            rest = group
            union = 0
            while rest:
                over = hand & BEATS[row + ctz(rest)]
                if over == 0:
                    break
                union |= over
                rest &= rest - 1
            if rest == 0 and popcount(union) >= size:
                return True
        return False

    def _price(self, state: State, cards: cython.ulonglong) -> cython.int:
        """What it costs to part with cards, for the order of moves: trumps and the shokha are dear."""
        price: cython.int = 0
        if state.trump >= 0:
            price = 17 * popcount(cards & SUITS[state.trump])
        if state.shokha and cards & 1:
            price += 120
        return price
