"""A quick player of Kozel for the ends of search lines: the rule bot's way of thinking at the kernel's speed.

Each legal action is worth what its trick should bring (the chance that one's side takes it, times the
points that will lie in it, less what the other side gets otherwise), less what the cards played would
have been worth later, plus what those kept may grow into. The player counts cards but looks into no
other hand: of all that was played he remembers everything, face-down cards included, which a person
could not. All sums are whole numbers, hundredths of a card point; chances run from 0 to 1024.

The weights (`WEIGHTS`) were found by playing versions of it against each other, both sides in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

if cython.compiled:
    from cython.cimports.shokha.cbits import ctz, draw, popcount, step
    from cython.cimports.shokha.kozel.state import BEATS, SUITS, State
    from cython.cimports.shokha.search.kozel_solver import worth
else:
    from shokha.bits import ctz, draw, popcount, step
    from shokha.kozel.state import BEATS, SUITS, State
    from shokha.search.kozel_solver import worth

LEAD = cython.declare(cython.int, 1)
REPLY = cython.declare(cython.int, 3)
OVER = cython.declare(cython.int, 4)

ONE = cython.declare(cython.ulonglong, 1)
PAYLOAD = cython.declare(cython.ulonglong, (1 << 56) - 1)
K_BEAT = cython.declare(cython.ulonglong, 3 << 56)
K_DISCARD = cython.declare(cython.ulonglong, 4 << 56)
ACES = cython.declare(cython.ulonglong, sum(1 << 9 * s + 8 for s in range(4)))
DECISIVE = cython.declare(cython.int, 1000000)
USUAL = cython.declare(cython.int, 400)  # what a card is worth that is drawn, where another might have come

# Places of the weights, the same in both stages.
W_SHOKHA = cython.declare(cython.int, 0)
W_TRUMP = cython.declare(cython.int, 1)
W_LOSS = cython.declare(cython.int, 2)
W_LEAST = cython.declare(cython.int, 3)
W_SHARE = cython.declare(cython.int, 4)
W_HIGH = cython.declare(cython.int, 5)
W_GROUP = cython.declare(cython.int, 5)  # + 1 to 3
W_ENEMY = cython.declare(cython.int, 8)  # + 1 to 4
W_FRIEND = cython.declare(cython.int, 12)  # + 1 to 4
W_WILLING = cython.declare(cython.int, 17)
W_PER_POINT = cython.declare(cython.int, 18)
W_RETAKE = cython.declare(cython.int, 19)
W_MARK = cython.declare(cython.int, 20)
W_LEAD = cython.declare(cython.int, 21)
W_LAST = cython.declare(cython.int, 22)
STAGE = cython.declare(cython.int, 23)

NAMES = (
    "shokha", "trump", "trump loss", "trump least", "trump share", "high", "group 1", "group 2", "group 3",
    "enemy adds 1", "enemy adds 2", "enemy adds 3", "enemy adds 4", "friend adds 1", "friend adds 2", "friend adds 3",
    "friend adds 4", "willing", "willing per point", "retake", "mark", "lead", "last draw",
)  # fmt: skip
WEIGHTS: tuple[int, ...] = (
    1800, 1000, 110, 300, 435, 100, 80, 300, 1100, 31, 220, 813, 1797, 600, 950, 1150, 1038, 516, 13, 350, 0, -264,
    1024,
    1800, 1189, 116, 417, 163, -17, -46, -66, -140, 50, 359, 755, 1848, 600, 950, 1150, 45, 295, 30, 484, 867, 167, 0,
)  # fmt: skip
"""First while there is a stock, then without.

What it costs to part with the shokha; with a trump that nothing live beats; less for each live card
that beats it; but at least; and its share of points in 1/1024; with a plain card that only trumps beat.
What keeping one, two or three cards of a suit may bring. What a hand adds to a trick of one to four
cards of the other side, or of its own. How often one who can beat does so (of 1024), and more for each
point on the table; how often a trick changes hands again. What it is worth to pass 31 or 61 points, to
be on lead; the share, in 1/1024, of the turn-up's worth that counts when a trick decides who draws it.
"""

if not cython.compiled:
    AT_LEAST = [0] * 27380
_filled = False


def _fill() -> None:
    """AT_LEAST[((k - 1) * 37 + total) * 37 * 5 + good * 5 + drawn]: the chance of k good cards among those drawn."""
    global _filled
    if _filled:
        return
    _filled = True
    for total in range(37):
        for good in range(total + 1):
            for drawn in range(min(4, total) + 1):
                ways, sum_, k = comb(total, drawn), 0, drawn
                while k:
                    sum_ += comb(good, k) * comb(total - good, drawn - k)
                    AT_LEAST[((k - 1) * 37 + total) * 185 + good * 5 + drawn] = 1024 * sum_ // ways
                    k -= 1


class Policy:
    """Rates actions and plays deals out. `noise`: up to so much is added to each rating at random.

    `rng` is the state of xorshift64*, never 0. After `rate`, `moves` and `values` hold the actions.
    """

    def __init__(self, weights: Sequence[int] = WEIGHTS, noise: int = 0, seed: int = 1) -> None:
        _fill()
        if not cython.compiled:
            self.weights, self.moves, self.values, self.cost = [0] * 46, [0] * 32, [0] * 32, [0] * 36
        for i in range(46):
            self.weights[i] = weights[i]
        self.noise = noise
        self.rng = (seed * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF) | 1

    def rate(self, state: State) -> list[tuple[int, int]]:
        """All legal actions of the player in turn, each with its value in hundredths of a card point."""
        n = self._rate(state)
        return [(self.moves[i], self.values[i]) for i in range(n)]

    def choose(self, state: State) -> int:
        """An action for the player in turn."""
        return self._choose(state)

    def play_out(self, state: State) -> None:
        """Play on until the deal is over."""
        self._play_out(state)

    def _play_out(self, state: State) -> None:
        while state.phase != OVER:
            state._apply(self._choose(state))

    def _jitter(self) -> cython.int:
        """A number from 0 to `noise`."""
        wide: cython.ulonglong = self.noise
        if wide == 0:
            return 0
        self.rng = step(self.rng)
        return draw(self.rng) * (wide + 1) >> 32

    def _choose(self, state: State) -> cython.ulonglong:
        """The action that promises most. Not when the deal is over."""
        n: cython.int = self._rate(state)
        best: cython.int = 0
        i: cython.int
        top: cython.int = self.values[0] + self._jitter()
        value: cython.int
        for i in range(1, n):
            value = self.values[i] + self._jitter()
            if value > top:
                top = value
                best = i
        return self.moves[best]

    def _rate(self, state: State) -> cython.int:
        """Fill `moves` and `values`; returns how many there are."""
        n: cython.int = state._legal(self.moves)
        if n == 1:
            self.values[0] = 0
        elif state.phase == LEAD:
            self._look(state)
            self._leads(state, n)
        elif state.phase == REPLY:
            self._look(state)
            self._replies(state, n)
        else:
            self._answers(state)
        return n

    # -- what the player sees ----------------------------------------------------------------------

    def _look(self, state: State) -> None:
        """Count the live cards, and the cost of each card in hand."""
        me: cython.int = state.actor
        seat: cython.int
        card: cython.int
        hand: cython.ulonglong = state.hands[me]
        gone: cython.ulonglong = hand
        rest: cython.ulonglong = hand
        trumps: cython.ulonglong = 0
        own: cython.int = 0
        total: cython.int = 0
        price: cython.int
        row: cython.int = (state.shokha * 5 + state.trump + 1) * 36
        self.row = row
        self.friends = (5 << (me & 1) if state.pairs else 1 << me) & state.seats
        self.players = popcount(cython.cast(cython.ulonglong, state.seats))
        self.enemies = 1 if state.pairs else self.players - 1
        if self.enemies < 1:
            self.enemies = 1
        for seat in range(state.n_seats):
            gone |= state.taken[seat]
            if state.up[seat]:
                gone |= state.table[seat]
            price = worth(state.taken[seat])
            total += price
            if self.friends >> seat & 1:
                own += price
        self.ours = 100 * own
        self.theirs = 100 * (total - own)
        if state.turn_up >= 0 and state.stock_pos < state.stock_len:
            gone |= ONE << state.turn_up  # everybody knows where it is
        self.live = state.pack & ~gone
        self.total = popcount(self.live)
        self.scale = worth(self.live) * 307 // self.total if self.total else 0
        self.at = 0 if state.stock_pos < state.stock_len else STAGE
        if state.trump >= 0:
            trumps = SUITS[state.trump]
        while rest:
            card = ctz(rest)
            rest &= rest - 1
            self.cost[card] = self._price(state, card, trumps)
        self.last = 0
        if self.at == 0 and state.turn_up >= 0 and (state.pairs or self.players == 2):
            price = self._price(state, state.turn_up, trumps) - USUAL
            if price > 0:
                self.last = price * self.weights[W_LAST] >> 10

    def _price(self, state: State, card: cython.int, trumps: cython.ulonglong) -> cython.int:
        """What a card is worth in the hand."""
        price: cython.int
        if card == 0 and state.shokha:
            return self.weights[self.at + W_SHOKHA]
        if trumps >> card & 1:
            price = self.weights[self.at + W_TRUMP]
            price -= self.weights[self.at + W_LOSS] * popcount(self.live & BEATS[self.row + card])
            if price < self.weights[self.at + W_LEAST]:
                price = self.weights[self.at + W_LEAST]
            return price + (100 * worth(ONE << card) * self.weights[self.at + W_SHARE] >> 10)
        if self.live & BEATS[self.row + card] & ~trumps & ~ONE:
            return 0
        return self.weights[self.at + W_HIGH]

    def _keep(self, state: State, cards: cython.ulonglong) -> cython.int:
        """What playing cards costs later: their own worth, less what the rest may grow into."""
        hand: cython.ulonglong = state.hands[state.actor]
        rest: cython.ulonglong = hand & ~cards
        price: cython.int = 0
        best: cython.int = 0
        n: cython.int
        s: cython.int
        if rest == 0 and self.at:
            return 0
        while cards:
            price += self.cost[ctz(cards)]
            cards &= cards - 1
        for s in range(4):
            n = popcount(rest & (SUITS[s] | state.joker))
            if n > best:
                best = n
        if best:
            price -= self.weights[self.at + W_GROUP + (best if best < 4 else 3)]
        if self.at == 0 and state.bura and state.trump >= 0 and popcount(rest & SUITS[state.trump]) >= 2:
            price -= 2000 if popcount(rest & SUITS[state.trump]) == 2 else 6000
        if self.at == 0 and state.aces and popcount(rest & ACES) == 3:
            price -= 600
        return price

    def _beaters(self, cards: cython.ulonglong) -> None:
        """How many live cards beat the strongest and the weakest card of a group (`fewest`, `most`)."""
        n: cython.int
        self.fewest = 36
        self.most = 0
        while cards:
            n = popcount(self.live & BEATS[self.row + ctz(cards)])
            if n < self.fewest:
                self.fewest = n
            if n > self.most:
                self.most = n
            cards &= cards - 1

    def _can_beat(self, size: cython.int, held: cython.int) -> cython.int:
        """The chance that a hand of `held` cards beats a group of the present `fewest` and `most`."""
        found: cython.int
        missing: cython.int
        _i: cython.int
        if held < size or self.fewest == 0 or held > self.total:
            return 0
        found = AT_LEAST[((size - 1) * 37 + self.total) * 185 + self.most * 5 + held]
        if size > 1 and self.fewest < self.most:
            missing = 1024
            for _i in range(size):
                missing = missing * (self.most - self.fewest) // self.most
            found = found * (1024 - missing) >> 10
        return found

    def _worth_of_trick(
        self, state: State, ours: cython.bint, size: cython.int, points: cython.int, sure: cython.bint
    ) -> cython.int:
        """What the trick should bring when a group, ours or not, holds it; `sure`: nobody may take it any more."""
        seat: cython.int = state.nxt[state.actor]
        end: cython.int = state.lead_seat if state.phase == REPLY else state.actor
        held: cython.int = 1024
        won: cython.int = 0
        lost: cython.int = 0
        taken: cython.int
        willing: cython.int = self.weights[self.at + W_WILLING] + self.weights[self.at + W_PER_POINT] * points // 100
        retake: cython.int = self.weights[self.at + W_RETAKE]
        won_points: cython.int = points
        lost_points: cython.int = points
        n: cython.int
        friend: cython.bint
        value: cython.int
        if willing > 1024:
            willing = 1024
        while seat != end:
            n = state.count[seat]
            if n:
                friend = self.friends >> seat & 1
                taken = 0
                if not sure:
                    if friend != ours:
                        taken = held * (willing * self._can_beat(size, n) >> 10) >> 10
                    held -= taken
                    if friend:
                        n = retake * lost >> 10
                        won += taken + n
                        lost -= n
                    else:
                        n = retake * won >> 10
                        won -= n
                        lost += taken + n
                n = state.count[seat]
                if n <= size:
                    n = self.scale * n * 100 // 307
                    won_points += n
                    lost_points += n
                elif friend:
                    won_points += self.weights[self.at + W_FRIEND + size] * self.scale >> 10
                    lost_points += self.weights[self.at + W_ENEMY + size] * self.scale >> 10
                else:
                    won_points += self.weights[self.at + W_ENEMY + size] * self.scale >> 10
                    lost_points += self.weights[self.at + W_FRIEND + size] * self.scale >> 10
            seat = state.nxt[seat]
        if ours:
            won += held
        value = won * (won_points + self.weights[self.at + W_LEAD])
        value -= (1024 - won) * (lost_points // self.enemies)
        if self.at and self.enemies == 1:
            n = self.weights[self.at + W_MARK]
            if self.ours < 3100 <= self.ours + won_points or self.ours < 6100 <= self.ours + won_points:
                value += n * won
            if self.theirs < 3100 <= self.theirs + lost_points or self.theirs < 6100 <= self.theirs + lost_points:
                value -= n * (1024 - won)
        if self.last:
            n = state.stock_len - state.stock_pos
            if n <= size * self.players:  # who draws last gets the turn-up, and the winner draws first (A19)
                value += (self.last if n & 1 else -self.last) * (2 * won - 1024)
        return value >> 10

    # -- the moves ---------------------------------------------------------------------------------

    def _leads(self, state: State, n: cython.int) -> None:
        cards: cython.ulonglong
        size: cython.int
        sure: cython.bint
        i: cython.int
        for i in range(n):
            cards = self.moves[i] & PAYLOAD
            if self.moves[i] >> 56 != 2:  # four aces
                self.values[i] = DECISIVE
                continue
            if state.bura and state.trump >= 0 and popcount(cards & SUITS[state.trump]) >= 3:
                self.values[i] = DECISIVE
                continue
            size = popcount(cards)
            sure = size == 4 and state._is_auto(cards)
            self._beaters(cards)
            self.values[i] = self._worth_of_trick(state, True, size, 100 * worth(cards), sure)
            self.values[i] -= self._keep(state, cards)

    def _replies(self, state: State, n: cython.int) -> None:
        """Discards share what becomes of the group that holds the trick; each beat is looked at alone."""
        seat: cython.int
        points: cython.int = 0
        ours: cython.bint = self.friends >> state.master & 1
        cards: cython.ulonglong
        i: cython.int
        sure: cython.bint = state.auto
        for seat in range(state.n_seats):
            points += 100 * worth(state.table[seat])
        self._beaters(state.master_cards)
        for i in range(n):
            if self.moves[i] < K_DISCARD:
                continue
            cards = self.moves[i] & PAYLOAD
            self.values[i] = self._worth_of_trick(state, ours, state.size, points + 100 * worth(cards), sure)
            self.values[i] -= self._keep(state, cards)
        for i in range(n):
            if self.moves[i] >= K_DISCARD:
                continue
            cards = self.moves[i] & PAYLOAD
            self._beaters(cards)
            self.values[i] = self._worth_of_trick(state, True, state.size, points + 100 * worth(cards), False)
            self.values[i] -= self._keep(state, cards)

    def _answers(self, state: State) -> None:
        """Declare what wins by itself or is led whole; a mere lead, when an enemy would lead otherwise."""
        kind: cython.int = self.moves[1] & PAYLOAD
        effect: cython.int = 3
        friends: cython.int = 5 << (state.actor & 1) if state.pairs else 1 << state.actor
        if kind == 2:
            effect = state.moskva
        elif kind == 1:
            effect = state.molodka
        self.values[0] = 0
        self.values[1] = 500
        if effect == 1 and friends >> state.leader & 1:
            self.values[1] = -500
