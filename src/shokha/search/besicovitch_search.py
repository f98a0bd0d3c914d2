# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Alpha-beta search for Besicovitch's game, for packs that nobody has solved.

As in the solver only positions in which somebody is *about to lead* are kept (`_lead`): facing a card one covers, and
is then about to lead, or takes the pile (`_face`). Depth counts leads.

Positions can come round again, and then the worth of a position depends on the way that led to it (the graph-history
interaction). Here it does not: the history that counts is that of the deal so far, which is the same for all of one
search. A position that would occur for the last time allowed is a draw wherever the tree meets it (`worn`); within the
tree nothing is cut off because it has been there before. So values are functions of position and depth and may be kept,
and wins are sound: play that comes nearer to the end with every action never meets a position twice. Loops run into the
depth. A draw that only the tree's own loops would bring is never claimed, only judged.

Values are seen by the player to move: `WIN` - n for a win in at most n actions, minus that for a loss, otherwise
hundredths of a logit of winning, by what each card is worth to its owner (`WORTHS`). Ordinary Python that Cython also
compiles (C types in besicovitch_search.pxd); both runs give the same results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

from shokha.besicovitch.pack import PLAIN_SUITS, RANKS, TRUMPS
from shokha.cards import make_card

if cython.compiled:
    from cython.cimports.shokha.besicovitch.state import BEATERS, State
    from cython.cimports.shokha.cbits import ctz
else:
    from shokha.besicovitch.state import BEATERS, State
    from shokha.bits import ctz

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
TOP_BIT = cython.declare(cython.ulonglong, 1 << 63)
MIX_A = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX_B = cython.declare(cython.ulonglong, 0xC2B2AE3D27D4EB4F)

WIN = cython.declare(cython.int, 30000)
PROVEN = cython.declare(cython.int, 25000)
DEEPEST = cython.declare(cython.int, 200)
EXACT = cython.declare(cython.int, 1)
LOWER = cython.declare(cython.int, 2)
UPPER = cython.declare(cython.int, 3)
TAKE = cython.declare(cython.int, 63)  # taking the pile, where otherwise the number of a covering card stands

# Logistic regression over 150,000 positions of the solved game of 16 cards, in which its sign is right in 86 of 100
# cases. Own trumps, trumps of the opponent, one's other suit, his other suit; the lowest card first, the ace last.
# Besides, every card in hand costs BURDEN: without that, good cards are hoarded. With 36 cards it wins three deals in
# four against a search without.
WORTHS: tuple[tuple[int, ...], ...] = ((67, 95, 131, 178), (1, 55, 93, 147), (-103, -62, -34, -4), (-103, -70, -34, 0))
BURDEN = 40
TEMPO = cython.declare(cython.int, 16)  # being about to lead
STOPS = cython.declare(cython.int, 150)  # for the order only: a lead that the other cannot beat


def worths(cards: int, seat: int) -> list[int]:
    """What holding each card is worth to a seat, in a pack of so many cards; between the ranks of `WORTHS` in line."""
    steps = cards // 4 - 1
    found = [0] * 52
    suits = TRUMPS[seat], TRUMPS[1 - seat], PLAIN_SUITS[seat], PLAIN_SUITS[1 - seat]
    for suit, row in zip(suits, WORTHS, strict=True):
        for place in range(steps + 1):
            at, part = divmod(3 * place, steps)
            low, high = row[at], row[min(at + 1, 3)]
            found[make_card(suit, RANKS[steps - place])] = low + (high - low) * part // steps - BURDEN
    return found


class Finding(NamedTuple):
    """What a search found: an action, what it is worth, and to which depth everything was looked at."""

    action: int
    value: int
    depth: int

    @property
    def outcome(self) -> int:
        """1 for a certain win, -1 for a certain loss, 0 for a judgement."""
        return 0 if abs(self.value) <= PROVEN else 1 if self.value > 0 else -1

    @property
    def actions(self) -> int:
        """The most actions that a certain win or loss takes."""
        return WIN - abs(self.value)


class Search:
    """What to play in a position that is not over. The table holds 2**`bits` positions (22 bytes each)."""

    def __init__(self, state: State, bits: int = 17) -> None:
        size = 1 << bits
        if not cython.compiled:
            self.filter, self.worth = [0] * 4096, [0] * 104
        self.state = state
        self.pack = state.pack
        self.taker_leads = state.taker_leads
        self.turns_left = state.turn_cap - state.turns if state.turn_cap else 1 << 20
        self.shift = 64 - bits
        self.key_mine = memoryview(bytearray(8 * size)).cast("Q")
        self.key_other = memoryview(bytearray(8 * size)).cast("Q")
        self.value = memoryview(bytearray(2 * size)).cast("h")
        self.draft, self.bound, self.best = (memoryview(bytearray(size)) for _ in range(3))
        self.nodes = self.limit = 0
        self.is_stopped = False
        self.worn: set[object] = set()
        self._wear(state)
        for seat in range(2):
            for card, worth in enumerate(worths(state.cards, seat)):
                self.worth[52 * seat + card] = worth

    def _wear(self, state: State) -> None:
        """Note the positions that end the deal when they occur once more (QZ6)."""
        first: cython.ulonglong
        second: cython.ulonglong
        turn: cython.int
        for key, times in state.seen.items():
            if times >= state.repetition - 1:
                first, second, turn = key
                self.filter[((first * MIX_A ^ second * MIX_B ^ turn + 2) & WORD) >> 52] = 1
                self.worn.add(key)

    # -- the root --------------------------------------------------------------------------------

    def find(self, nodes: int, deepest: int = 100, among: Sequence[int] = ()) -> Finding:
        """The best action after so many nodes, or `deepest` leads; sooner when the end is certain.

        `among` names the actions in question, all legal ones unless given.
        """
        order = list(among) or self.state.legal_actions()
        found = Finding(order[0], 0, 0)
        self.nodes, self.limit, self.is_stopped = 0, nodes, False
        for depth in range(1, min(deepest, DEEPEST - 1) + 1):
            if 2 * depth > self.turns_left:  # values depend on the turns left by now, so none is kept
                self._forget()
            values = self._values(order, depth)
            found = self._found(order, values, found, depth)
            if self.is_stopped or found.outcome or len(order) == 1:
                break
            order = [action for _, action in sorted(values, key=lambda each: -each[0])]
        return found

    def _found(self, order: list[int], values: list[tuple[int, int]], before: Finding, depth: int) -> Finding:
        """What an iteration has found. One that was stopped may have seen the first actions of `order` only."""
        if not values:
            return before
        value, action = max(values, key=lambda each: each[0])
        if not self.is_stopped:
            return Finding(action, value, depth)
        if value < -PROVEN:  # the next best of the iteration before may be none the worse
            return Finding(order[len(values)], before.value, before.depth)
        return Finding(action, value, before.depth)

    def _values(self, order: list[int], depth: int) -> list[tuple[int, int]]:
        """The actions with their values, which are exact for the best only; fewer when stopped."""
        values: list[tuple[int, int]] = []
        alpha = -WIN
        for action in order:
            value = self._after(action, depth, alpha)
            if self.is_stopped:
                break
            values.append((value, action))
            alpha = max(alpha, value)
        return values

    def _after(self, action: int, depth: int, alpha: int) -> int:
        """The value of an action at the root."""
        state = self.state
        who = state.actor
        mine, other = state.hand(who), state.hand(1 - who)
        kind, payload = action >> 56, action & (1 << 56) - 1
        if kind == 6:
            return self._take(mine, other, who, depth, alpha, WIN, 0)
        if kind == 2:
            top = payload.bit_length() - 1
            mine ^= payload
        else:
            top = (payload >> 6) - 1
            mine ^= 1 << (payload & 63)
            if not mine:
                return WIN - 1
            mine ^= 1 << top
        if not mine:
            return WIN - 1
        return -self._face(other, mine, 1 - who, top, depth, -WIN, -alpha, 1)

    def _forget(self) -> None:
        for i in range(len(self.bound)):
            self.bound[i] = 0

    # -- the tree --------------------------------------------------------------------------------

    def _lead(
        self, mine: cython.ulonglong, other: cython.ulonglong, who: cython.int, depth: cython.int, alpha: cython.int,
        beta: cython.int, ply: cython.int,
    ) -> cython.int:  # fmt: skip
        """Value of being about to lead; `ply` actions are complete by now."""
        order: cython.int[52]
        cards: cython.ulonglong = mine
        card: cython.int
        n: cython.int = 0
        i: cython.int
        score: cython.int
        value: cython.int
        best: cython.int = -WIN
        first: cython.int = TAKE
        chosen: cython.int = TAKE
        floor: cython.int = alpha
        slot: cython.int
        if not mine & (mine - ONE):
            return WIN - ply - 1  # covered with the last card, or leads it (QZ4, QZ5)
        if depth <= 0:
            return self._sum(mine, who) - self._sum(other, 1 - who) + TEMPO
        if WIN - ply - 2 <= alpha:
            return alpha
        self.nodes += 1
        if self.nodes > self.limit:
            self.is_stopped = True
            return 0
        slot = self._slot(mine | TOP_BIT if who else mine, other)
        if slot >= 0:
            first = self.best[slot]
            value = self.value[slot]
            if value > PROVEN:
                value -= ply
            elif value < -PROVEN:
                value += ply
            if self.draft[slot] >= depth and (-PROVEN <= value <= PROVEN or WIN - abs(value) <= self.turns_left):
                i = self.bound[slot]
                if i == EXACT or (i == LOWER and value >= beta) or (i == UPPER and value <= alpha):
                    return value
        if not cython.compiled:
            order = [0] * 52
        while cards:
            card = ctz(cards)
            cards &= cards - ONE
            score = -self.worth[52 * who + card]
            if card == first:
                score = 10000
            elif not BEATERS[52 * (1 - who) + card] & other:
                score += STOPS
            score = score << 6 | card
            i = n
            while i > 0 and order[i - 1] < score:
                order[i] = order[i - 1]
                i -= 1
            order[i] = score
            n += 1
        for i in range(n):
            card = order[i] & 63
            value = -self._face(other, mine ^ ONE << card, 1 - who, card, depth, -beta, -alpha, ply + 1)
            if self.is_stopped:
                return 0
            if value > best:
                best = value
                chosen = card
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        self._keep(
            mine | TOP_BIT if who else mine, other, depth, best,
            LOWER if best >= beta else EXACT if best > floor else UPPER, chosen, ply,
        )  # fmt: skip
        return best

    def _face(
        self, mine: cython.ulonglong, other: cython.ulonglong, who: cython.int, top: cython.int, depth: cython.int,
        alpha: cython.int, beta: cython.int, ply: cython.int,
    ) -> cython.int:  # fmt: skip
        """Value of facing `top` after `ply` actions."""
        order: cython.int[53]
        covers: cython.ulonglong = mine & BEATERS[52 * who + top]
        card: cython.int
        n: cython.int = 0
        i: cython.int
        score: cython.int
        value: cython.int
        best: cython.int = -WIN
        rest: cython.ulonglong
        if self._is_drawn(mine, other, who, top, ply):
            return 0
        rest = mine & (mine - ONE)
        if covers and not rest & (rest - ONE):
            return WIN - ply - 1  # covers, and leads the last card if there is one
        self.nodes += 1
        if not cython.compiled:
            order = [0] * 53
        order[n] = (self._sum(self.pack & ~(mine | other), who) + (0 if self.taker_leads else -2 * TEMPO)) << 6 | TAKE
        n = 1
        while covers:
            card = ctz(covers)
            covers &= covers - ONE
            score = -self.worth[52 * who + card] << 6 | card
            i = n
            while i > 0 and order[i - 1] < score:
                order[i] = order[i - 1]
                i -= 1
            order[i] = score
            n += 1
        for i in range(n):
            card = order[i] & 63
            if card == TAKE:
                value = self._take(mine, other, who, depth - 1, alpha, beta, ply)
            else:
                value = self._lead(mine ^ ONE << card, other, who, depth - 1, alpha, beta, ply)
            if self.is_stopped:
                return 0
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def _take(
        self, mine: cython.ulonglong, other: cython.ulonglong, who: cython.int, depth: cython.int, alpha: cython.int,
        beta: cython.int, ply: cython.int,
    ) -> cython.int:  # fmt: skip
        """Value of taking the pile."""
        mine = self.pack & ~other
        if self.taker_leads:
            if self._is_drawn(mine, other, who, -1, ply + 1):
                return 0
            return self._lead(mine, other, who, depth, alpha, beta, ply + 1)
        if self._is_drawn(other, mine, 1 - who, -1, ply + 1):
            return 0
        return -self._lead(other, mine, 1 - who, depth, -beta, -alpha, ply + 1)

    def _sum(self, cards: cython.ulonglong, who: cython.int) -> cython.int:
        """What cards are worth together to a player who holds them."""
        total: cython.int = 0
        while cards:
            total += self.worth[52 * who + ctz(cards)]
            cards &= cards - ONE
        return total

    def _is_drawn(
        self, mine: cython.ulonglong, other: cython.ulonglong, who: cython.int, top: cython.int, ply: cython.int
    ) -> cython.bint:
        """Does the deal end here, by the cap or because the position has stood too often (QZ6)?"""
        turn: cython.int = top << 1 | who
        first: cython.ulonglong = other if who else mine
        second: cython.ulonglong = mine if who else other
        if ply >= self.turns_left:
            return True
        if not self.filter[((first * MIX_A ^ second * MIX_B ^ turn + 2) & WORD) >> 52]:
            return False
        return (first, second, turn) in self.worn

    # -- the table -------------------------------------------------------------------------------

    def _index(self, mine: cython.ulonglong, other: cython.ulonglong) -> cython.int:
        return ((mine * MIX_A ^ other * MIX_B) & WORD) >> self.shift

    def _slot(self, mine: cython.ulonglong, other: cython.ulonglong) -> cython.int:
        """Where a position is kept, -1 for nowhere; two places are its own."""
        at: cython.int = self._index(mine, other)
        if self.bound[at] and self.key_mine[at] == mine and self.key_other[at] == other:
            return at
        at ^= 1
        if self.bound[at] and self.key_mine[at] == mine and self.key_other[at] == other:
            return at
        return -1

    def _keep(
        self, mine: cython.ulonglong, other: cython.ulonglong, depth: cython.int, value: cython.int, bound: cython.int,
        best: cython.int, ply: cython.int,
    ) -> None:  # fmt: skip
        """Keep a value; what is certain counts for every depth, what was looked at deepest stays longest."""
        at: cython.int = self._slot(mine, other)
        if at < 0:
            at = self._index(mine, other)
            if self.bound[at] and (not self.bound[at ^ 1] or self.draft[at ^ 1] <= self.draft[at]):
                at ^= 1
        if value > PROVEN:
            value += ply
            if bound != UPPER:
                depth = DEEPEST
        elif value < -PROVEN:
            value -= ply
            if bound != LOWER:
                depth = DEEPEST
        self.key_mine[at], self.key_other[at] = mine, other
        self.value[at], self.draft[at], self.bound[at], self.best[at] = value, depth, bound, best
