"""The Kozel kernel: one deal as a few ints, every rule of every version.

Ordinary Python that Cython also compiles (C types in state.pxd); both runs give the same results.
`phases` has the map. Seats keep their table numbers: a seat that sits out is absent from `seats`.
Cards are sets (`shokha.cards`), actions are ints (`shokha.actions`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

from shokha.kozel import refusals

if cython.compiled:
    from cython.cimports.libc.string import memcpy
    from cython.cimports.shokha.cbits import ctz, popcount
else:
    from shokha.bits import ctz, popcount

WINDOW = cython.declare(cython.int, 0)
LEAD = cython.declare(cython.int, 1)
INTERRUPT = cython.declare(cython.int, 2)
REPLY = cython.declare(cython.int, 3)
OVER = cython.declare(cython.int, 4)

# Action kinds shifted into place, and the card part of an action (see shokha.actions).
K_DECLARE = cython.declare(cython.ulonglong, 1 << 56)
K_LEAD = cython.declare(cython.ulonglong, 2 << 56)
K_BEAT = cython.declare(cython.ulonglong, 3 << 56)
K_DISCARD = cython.declare(cython.ulonglong, 4 << 56)
PAYLOAD = cython.declare(cython.ulonglong, (1 << 56) - 1)
SHIFT = cython.declare(cython.int, 56)

TENS_ACES = cython.declare(cython.ulonglong, sum((1 << 7 | 1 << 8) << 9 * s for s in range(4)))
ACES = cython.declare(cython.ulonglong, sum(1 << 9 * s + 8 for s in range(4)))
ONE = cython.declare(cython.ulonglong, 1)

if not cython.compiled:
    BEATS, SUITS, SUBSETS, OF_SIZES = [0] * 360, [0] * 4, [0] * 16, [0] * 32


def _fill_tables() -> None:
    """The tables of the kernel.

    BEATS[(promoted * 5 + trump + 1) * 36 + card]: the cards that beat a card (A3, A5, A13, QA12).

    A *pattern* says which cards of a hand, lowest first, belong to a group: 0 to 15. Sets of patterns
    are 16-bit masks. SUBSETS[p]: the patterns within pattern p. OF_SIZES[m]: those whose size is a bit of m.
    """
    for suit in range(4):
        SUITS[suit] = 0x1FF << 9 * suit
    for promoted in range(2):
        for trump in range(-1, 4):
            for card in range(36):
                suit = card // 9
                mask = (0x1FF << 9 * suit) & ~((2 << card) - 1)
                if trump >= 0 and suit != trump:
                    mask |= 0x1FF << 9 * trump
                if promoted:
                    mask = 0 if card == 0 else mask | 1
                BEATS[(promoted * 5 + trump + 1) * 36 + card] = mask
    for pattern in range(16):
        SUBSETS[pattern] = sum(1 << p for p in range(16) if p & ~pattern == 0)
    for sizes in range(32):
        OF_SIZES[sizes] = sum(1 << p for p in range(1, 16) if sizes >> p.bit_count() & 1)


_fill_tables()

_EFFECTS = {"none": 0, "lead_only": 1, "lead_four": 2, "auto_win": 3}
_WHEN = {"none": 0, "between_tricks": 1, "any_time": 2}


def _split(hand: cython.ulonglong, low: cython.p_ulonglong, high: cython.p_ulonglong) -> None:
    """The groups of a hand by pattern: pattern p is low[p & 3] | high[p >> 2]."""
    low[0] = 0
    low[1] = hand & -hand
    hand ^= low[1]
    low[2] = hand & -hand
    hand ^= low[2]
    low[3] = low[1] | low[2]
    high[0] = 0
    high[1] = hand & -hand
    high[2] = hand ^ high[1]
    high[3] = hand


class State:
    """One deal in progress.

    `deck` lists the cards in dealing order (35 without 6♣ where X14 says so). `dealer` deals;
    `leader` leads the first trick and is left of the dealer unless given (A8, B10). `seats` is a bit
    mask of the seats in play. `peek` is the place in the stock of the card shown from the middle
    (B3, X21). Reading: `actor` (-1 when over), `phase`, `leader`, `trump` (-1 for none), `master`
    and `master_cards` (who holds the trick with what), `size` (cards a player owes), `trick_no`.
    """

    def __init__(
        self,
        settings: Any,
        deck: Sequence[int],
        dealer: int,
        leader: int | None = None,
        seats: int | None = None,
        peek: int = 0,
    ) -> None:
        if not cython.compiled:
            self._make_lists()
        self.n_seats = settings.players
        self.seats = (1 << settings.players) - 1 if seats is None else seats
        self.pairs = settings.partnership == "pairs"
        self.shokha = settings.shokha
        self.joker = settings.shokha and settings.shokha_lead_joker
        self.sizes = sum(1 << n for n in settings.lead_sizes)
        self.cap_lead = settings.uneven == "cap_lead"
        self.declarations = _WHEN[settings.declarations]
        self.on_initial = settings.declare_on_initial_deal
        self.moskva = _EFFECTS[settings.moskva_effect]
        self.molodka = _EFFECTS[settings.molodka_effect]
        self.bura = settings.bura
        self.aces = settings.four_aces
        self.bura_any = settings.bura_any_time
        self.peek_mode = settings.trump_mode == "peek_middle"
        self.redeal = settings.shokha and settings.shokha_turnup == "redeal"
        self.notrump = settings.shokha and settings.shokha_turnup == "notrump"
        playing = [s for s in range(settings.players) if self.seats >> s & 1]
        if dealer not in playing or (leader is not None and leader not in playing):
            raise ValueError("dealer and leader must be seats in play")
        for i, seat in enumerate(playing):
            self.nxt[seat] = playing[(i + 1) % len(playing)]
        self.pack = expected_pack(settings, len(playing))
        self._take_deck(deck)
        self.dealer = dealer
        self.leader = self.nxt[dealer] if leader is None else leader
        self._start(peek)

    def _take_deck(self, deck: Sequence[int]) -> None:
        """Note the dealing order. Raises `ValueError` unless it is the whole pack."""
        i: cython.int
        card: cython.int
        seen: cython.ulonglong = 0
        size: cython.int = popcount(self.pack)
        if len(deck) == size:
            for i in range(size):
                card = deck[i]
                if 0 <= card < 36:
                    self.deck[i] = card
                    seen |= ONE << card
        if seen != self.pack:
            raise ValueError(f"the deck must hold each of the {size} cards once")
        self.n_cards = size

    def _make_lists(self) -> None:
        """The plain run's stand-in for the C arrays."""
        self.nxt, self.count, self.won, self.up = [0] * 5, [0] * 5, [0] * 5, [0] * 5
        self.deck, self.stock, self.drawer = [0] * 36, [0] * 36, [0] * 36
        self.hands, self.taken, self.table = [0] * 5, [0] * 5, [0] * 5
        self.queue, self.queue_kind = [0] * 16, [0] * 16

    # -- dealing ---------------------------------------------------------------------------------

    def _start(self, peek: cython.int) -> None:
        """Deal from `self.deck` (A7, D4): four each one at a time, then the trump card."""
        i: cython.int
        seat: cython.int
        at: cython.int = 0
        for seat in range(5):
            self.hands[seat] = 0
            self.taken[seat] = 0
            self.table[seat] = 0
            self.count[seat] = 0
            self.won[seat] = 0
            self.up[seat] = 0
        seat = self.nxt[self.dealer]
        while self.count[seat] < 4:
            self.hands[seat] |= ONE << self.deck[at]
            self.count[seat] += 1
            at += 1
            seat = self.nxt[seat]
        self.stock_pos = 0
        for i in range(36):
            self.drawer[i] = 0
        self.stock_len = self.n_cards - at
        self.is_void = 0
        if self.peek_mode:
            for i in range(self.stock_len):
                self.stock[i] = self.deck[at + i]
            self.turn_up = -1
            self.shown = self.stock[peek]
            self.trump = self.shown // 9
        else:
            for i in range(self.stock_len - 1):
                self.stock[i] = self.deck[at + 1 + i]
            self.turn_up = self.deck[at]
            self.stock[self.stock_len - 1] = self.turn_up
            self.shown = -1
            self.trump = self.turn_up // 9
        if (self.turn_up == 0 or self.shown == 0) and (self.redeal or self.notrump):
            self.is_void = self.redeal
            self.trump = -1
        self.trick_no = 0
        self.played = 0
        self.master = self.leader
        self.master_cards = 0
        self.lead_seat = self.leader
        self.size = 0
        self.auto = 0
        self.closed = 0
        self.resume = -1
        self.last_winner = -1
        self.pot_winner = -1
        self.drawn_from = 0
        self.queue_len = 0
        self.queue_pos = 0
        if self.is_void:
            self.phase = OVER
            self.actor = -1
        else:
            self._before_lead()

    def _draw(self, first: cython.int) -> None:
        """Refill to four, one card at a time clockwise (A19, QA20)."""
        seat: cython.int = first
        idle: cython.int = 0
        card: cython.int
        self.drawn_from = self.stock_pos
        while self.stock_pos < self.stock_len and idle < 5:
            if self.count[seat] < 4:
                card = self.stock[self.stock_pos]
                self.drawer[self.stock_pos] = seat
                self.hands[seat] |= ONE << card
                self.count[seat] += 1
                self.stock_pos += 1
                idle = 0
            else:
                idle += 1
            seat = self.nxt[seat]

    # -- what is legal ---------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """All actions of `actor`, in a fixed order; empty when the deal is over."""
        out: cython.ulonglong[32]
        n: cython.int
        if not cython.compiled:
            out = [0] * 32
        n = self._legal(out)
        if not cython.compiled:
            return out[:n]
        return [out[i] for i in range(n)]  # pragma: no cover (compiled only)

    def _legal(self, out: cython.p_ulonglong) -> cython.int:
        if self.phase == REPLY:
            return self._replies(out)
        if self.phase == LEAD:
            return self._leads(out)
        if self.phase == OVER:
            return 0
        out[0] = 0
        out[1] = K_DECLARE | self.queue_kind[self.queue_pos]
        return 2

    def _leads(self, out: cython.p_ulonglong) -> cython.int:
        """Leads of the leader, pattern by pattern, then four aces (A10, QA11, QM1, QM5)."""
        hand: cython.ulonglong = self.hands[self.actor]
        rest: cython.ulonglong = hand
        low: cython.ulonglong[4]
        high: cython.ulonglong[4]
        at: cython.int = 0
        n: cython.int = self.count[self.actor]
        k: cython.int = 0
        i: cython.int
        run: cython.int
        joker: cython.int = 0
        legal: cython.int = 0
        todo: cython.int
        if not cython.compiled:
            low, high = [0] * 4, [0] * 4
        if self.joker and hand & 1:  # the shokha joins any suit
            joker = at = 1
            rest ^= 1
        for i in range(4):
            run = popcount(rest & SUITS[i])
            legal |= SUBSETS[((1 << run) - 1) << at | joker]
            at += run
        legal &= OF_SIZES[self.sizes & ((2 << self._cap()) - 1 if self.cap_lead else 31)]
        _split(hand, low, high)
        if n >= 3 and (self.bura or self.moskva == 3 or self.molodka == 3):
            todo = OF_SIZES[24] & SUBSETS[(1 << n) - 1] & ~legal
            while todo:
                i = ctz(todo)
                todo &= todo - 1
                if self._is_lead(low[i & 3] | high[i >> 2]):
                    legal |= 1 << i
        while legal:
            i = ctz(legal)
            legal &= legal - 1
            out[k] = K_LEAD | low[i & 3] | high[i >> 2]
            k += 1
        if self.aces and hand == ACES:
            out[k] = K_DECLARE | 4
            k += 1
        return k

    def _is_lead(self, cards: cython.ulonglong) -> cython.bint:
        """Is it a legal lead? The slow road: every exemption in one place."""
        size: cython.int = popcount(cards)
        suits: cython.int = 0
        s: cython.int
        plain: cython.ulonglong = cards & ~ONE if self.joker else cards
        trumps: cython.int = popcount(cards & SUITS[self.trump]) if self.trump >= 0 else 0
        if size == 0:
            return False
        if self._is_auto(cards):
            return True
        for s in range(4):
            suits += plain & SUITS[s] != 0
        if suits > 1:
            return False
        if self.bura and trumps == 3 and size == 3:  # X2, QM4
            return True
        if not self.sizes >> size & 1:
            return False
        return (self.bura and trumps >= 3) or not self.cap_lead or size <= self._cap()

    def _cap(self) -> cython.int:
        """The smallest hand among the others that hold cards (QD13); four when nobody does."""
        cap: cython.int = 4
        seat: cython.int = self.nxt[self.actor]
        while seat != self.actor:
            if 0 < self.count[seat] < cap:
                cap = self.count[seat]
            seat = self.nxt[seat]
        return cap

    def _replies(self, out: cython.p_ulonglong) -> cython.int:
        """Beat and discard for every pattern of the right size (A11, A14 to A16)."""
        hand: cython.ulonglong = self.hands[self.actor]
        rest: cython.ulonglong = hand
        cards: cython.ulonglong
        over: cython.ulonglong
        over_other: cython.ulonglong = 0
        low: cython.ulonglong[4]
        high: cython.ulonglong[4]
        row: cython.int = (self.shokha * 5 + self.trump + 1) * 36
        size: cython.int = self.size
        n: cython.int = self.count[self.actor]
        k: cython.int = 0
        i: cython.int
        todo: cython.int
        beats: cython.bint
        if self.auto or n < size:
            out[0] = K_DISCARD | hand
            return 1
        over = hand & BEATS[row + ctz(self.master_cards)]
        if size == 1:
            while rest:
                cards = rest & -rest
                if cards & over:
                    out[k] = K_BEAT | cards
                    k += 1
                out[k] = K_DISCARD | cards
                k += 1
                rest ^= cards
            return k
        if size == 2:
            over_other = hand & BEATS[row + ctz(self.master_cards & (self.master_cards - 1))]
        if not cython.compiled:
            low, high = [0] * 4, [0] * 4
        _split(hand, low, high)
        todo = OF_SIZES[1 << size] & SUBSETS[(1 << n) - 1]
        while todo:
            i = ctz(todo)
            todo &= todo - 1
            cards = low[i & 3] | high[i >> 2]
            if size == 2:  # two cards pair up when each of the master's has an answer and both answers are needed
                beats = cards & over and cards & over_other and cards & ~(over | over_other) == 0
            else:
                beats = cards & over and self._pairs_up(cards, self.master_cards)
            if beats:
                out[k] = K_BEAT | cards
                k += 1
            out[k] = K_DISCARD | cards
            k += 1
        return k

    def _pairs_up(self, reply: cython.ulonglong, master: cython.ulonglong) -> cython.bint:
        """Is there a complete pairing of `reply` against `master`, sets of equal size (A14)?

        Suit by suit, lowest against lowest. A plain reply that beats nothing of its suit has no
        partner at all, so the pairing fails; a trump left over serves any plain card; only the
        shokha can serve a trump left unbeaten. Counting is enough because the sizes are equal.
        """
        mine: cython.ulonglong
        theirs: cython.ulonglong
        low: cython.ulonglong
        other: cython.ulonglong
        s: cython.int
        jokers: cython.int = 0
        if self.shokha:
            if master & 1:
                return False
            if reply & 1:
                jokers = 1
                reply ^= 1
        for s in range(4):
            mine = reply & SUITS[s]
            theirs = master & SUITS[s]
            while mine and theirs:
                low = mine & -mine
                other = theirs & -theirs
                mine ^= low
                if low > other:
                    theirs ^= other
                elif s != self.trump:
                    return False
            if s == self.trump:
                if popcount(theirs) > jokers:
                    return False
            elif mine:
                return False
        return True

    def _is_moskva(self, cards: cython.ulonglong) -> cython.bint:
        """Four aces and tens, a real ace among them; the shokha may stand for a ten (A24)."""
        wide: cython.ulonglong = TENS_ACES | 1 if self.shokha else TENS_ACES
        return cards & ~wide == 0 and cards & ACES != 0 and popcount(cards) == 4

    def _is_molodka(self, cards: cython.ulonglong) -> cython.bint:
        """Four of a suit, or three of a suit and the shokha (A25)."""
        rest: cython.ulonglong = cards & ~ONE if self.shokha else cards
        s: cython.int
        if popcount(cards) != 4:
            return False
        for s in range(4):
            if rest & ~SUITS[s] == 0:
                return True
        return False

    def _is_auto(self, cards: cython.ulonglong) -> cython.bint:
        """Does this group win its trick by itself (D9, D10, X5, X6)?"""
        if not self.declarations:
            return False
        return (self.moskva == 3 and self._is_moskva(cards)) or (self.molodka == 3 and self._is_molodka(cards))

    def is_legal(self, action: int) -> bool:
        """Is this one of `legal_actions`?"""
        return 0 <= action >> 56 < 8 and self._is_legal(action)

    def _is_legal(self, action: cython.ulonglong) -> cython.bint:
        kind: cython.ulonglong = action & ~PAYLOAD
        cards: cython.ulonglong = action & PAYLOAD
        if self.phase == OVER:
            return False
        if self.phase == REPLY:
            if (kind != K_BEAT and kind != K_DISCARD) or cards & ~self.hands[self.actor]:
                return False
            if self.auto or self.count[self.actor] < self.size:
                return kind == K_DISCARD and cards == self.hands[self.actor]
            if popcount(cards) != self.size:
                return False
            return kind == K_DISCARD or self._pairs_up(cards, self.master_cards)
        if self.phase == LEAD:
            if kind == K_LEAD:
                return cards & ~self.hands[self.actor] == 0 and self._is_lead(cards)
            return kind == K_DECLARE and cards == 4 and self.aces and self.hands[self.actor] == ACES
        return action == 0 or action == (K_DECLARE | self.queue_kind[self.queue_pos])

    # -- play ------------------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Play a legal action of `actor`; raises `RuleViolation` and changes nothing otherwise."""
        if not (0 <= action >> 56 < 8 and self._is_legal(action)):
            raise refusals.explain(self, action)
        self._apply(action)

    def _apply(self, action: cython.ulonglong) -> None:
        """Play without asking whether it is legal."""
        kind: cython.ulonglong = action & ~PAYLOAD
        cards: cython.ulonglong = action & PAYLOAD
        if kind == K_DISCARD:
            self._put_reply(False, cards)
        elif kind == K_BEAT:
            self._put_reply(True, cards)
        elif kind == K_LEAD:
            self._put_lead(cards)
        elif kind == K_DECLARE:
            self._declare(cards)
        else:
            self._pass()

    def _put_lead(self, cards: cython.ulonglong) -> None:
        seat: cython.int = self.actor
        self.leader = seat
        self.lead_seat = seat
        self.master = seat
        self.master_cards = cards
        self.size = popcount(cards)
        self.played = 1 << seat
        self.hands[seat] ^= cards
        self.count[seat] -= self.size
        self.table[seat] = cards
        self.up[seat] = 1
        self.auto = self.size == 4 and self._is_auto(cards)
        self.closed = self.auto or (self.size == 4 and self._is_molodka(cards))  # X3; nobody contests QD18, D10
        if self.bura and self.trump >= 0 and popcount(cards & SUITS[self.trump]) >= 3:  # X18, X23
            self._take_pot(seat)
        else:
            self._after_play(seat)

    def _put_reply(self, face_up: cython.bint, cards: cython.ulonglong) -> None:
        seat: cython.int = self.actor
        self.played |= 1 << seat
        self.hands[seat] ^= cards
        self.count[seat] -= popcount(cards)
        self.table[seat] = cards
        self.up[seat] = face_up
        if face_up:
            self.master = seat
            self.master_cards = cards
        self._after_play(seat)

    def _after_play(self, seat: cython.int) -> None:
        """Ask for interrupts (B8), then the next player with cards, or take the trick."""
        nxt: cython.int = self.nxt[seat]
        while nxt != self.lead_seat and self.count[nxt] == 0:
            nxt = self.nxt[nxt]
        if nxt == self.lead_seat:
            self._take()
            return
        self.resume = nxt
        if self.declarations == 2 and not self.closed and (self.trick_no > 0 or self.on_initial):
            self.queue_len = 0
            self.queue_pos = 0
            self._ask(self.lead_seat, 1, True)
            if self.queue_len:
                self.phase = INTERRUPT
                self.actor = self.queue[0]
                return
        self.phase = REPLY
        self.actor = nxt

    def _take(self) -> None:
        """The last complete overtake wins the trick (A17); draw (A19); go on or finish (A21)."""
        winner: cython.int = self.master
        seat: cython.int = winner
        left: cython.int = 0
        while True:
            self.taken[winner] |= self.table[seat]
            self.table[seat] = 0
            self.up[seat] = 0
            seat = self.nxt[seat]
            if seat == winner:
                break
        self.won[winner] += 1
        self.last_winner = winner
        self.trick_no += 1
        self.played = 0
        self.master_cards = 0
        self.size = 0
        self.auto = 0
        self.closed = 0
        self._draw(winner)
        while self.count[seat] == 0 and left < 5:  # QD14: an empty winner passes the lead on
            seat = self.nxt[seat]
            left += 1
        self.leader = seat
        self.master = seat
        self.lead_seat = seat
        if self.count[seat] == 0:
            self.phase = OVER
            self.actor = -1
        else:
            self._before_lead()

    # -- combinations ----------------------------------------------------------------------------

    def _before_lead(self) -> None:
        """Open the declaration window, or let the leader lead (A23, A26, QA1, X17)."""
        self.queue_len = 0
        self.queue_pos = 0
        if self.bura_any:
            self._ask(self.leader, 3, False)
        if self.declarations and (self.trick_no > 0 or self.on_initial):
            if self.moskva:
                self._ask(self.leader, 2, False)
            if self.molodka:
                self._ask(self.leader, 1, False)
        if self.queue_len:
            self.phase = WINDOW
            self.actor = self.queue[0]
        else:
            self.phase = LEAD
            self.actor = self.leader

    def _ask(self, first: cython.int, combination: cython.int, mid_trick: cython.bint) -> None:
        """Queue all holders of a combination, clockwise from `first`; 3 stands for Bura and four aces."""
        seat: cython.int = first
        found: cython.int
        hand: cython.ulonglong
        while True:
            if not (mid_trick and self.played >> seat & 1):
                hand = self.hands[seat]
                found = 0
                if combination == 3:
                    if self.bura and self.trump >= 0 and popcount(hand & SUITS[self.trump]) >= 3:
                        found = 3
                    elif self.aces and hand == ACES:
                        found = 4
                elif self.count[seat] == 4:
                    if combination == 2 and self._is_moskva(hand):
                        found = 2
                    elif combination == 1 and self._is_molodka(hand):
                        found = 1
                if found:
                    self.queue[self.queue_len] = seat
                    self.queue_kind[self.queue_len] = found
                    self.queue_len += 1
            seat = self.nxt[seat]
            if seat == first:
                break

    def _declare(self, combination: cython.int) -> None:
        seat: cython.int = self.actor
        other: cython.int
        if combination >= 3:
            self._take_pot(seat)
            return
        if self.phase == INTERRUPT:  # B8: what lies on the table goes back
            for other in range(5):
                self.hands[other] |= self.table[other]
                self.count[other] += popcount(self.table[other])
                self.table[other] = 0
                self.up[other] = 0
        self.queue_len = 0
        self.queue_pos = 0
        if (self.moskva if combination == 2 else self.molodka) == 1:  # lead_only, A27
            self.leader = seat
            self.phase = LEAD
        else:
            self._put_lead(self.hands[seat])

    def _pass(self) -> None:
        self.queue_pos += 1
        if self.queue_pos < self.queue_len:
            self.actor = self.queue[self.queue_pos]
            return
        self.queue_len = 0
        self.queue_pos = 0
        if self.phase == INTERRUPT:
            self.phase = REPLY
            self.actor = self.resume
        else:
            self.phase = LEAD
            self.actor = self.leader

    def _take_pot(self, seat: cython.int) -> None:
        """Bura or four aces end the deal at once (QM4, QM5)."""
        self.pot_winner = seat
        self.phase = OVER
        self.actor = -1

    # -- reading ---------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    @property
    def window_possible(self) -> bool:
        """Could anybody hold a combination before this lead, as far as everybody can see (X5, X17, X27)?"""
        if self.phase != WINDOW and self.phase != LEAD:
            return False
        largest = max([self.count[i] for i in range(5)])
        declaring = self.declarations and largest == 4 and (self.trick_no > 0 or self.on_initial)
        return bool(declaring or (self.bura_any and largest >= 3))

    def hand(self, seat: int) -> int:
        """Cards in a hand."""
        return self.hands[seat]

    def taken_by(self, seat: int) -> int:
        """Cards captured by a seat so far."""
        return self.taken[seat]

    def tricks_of(self, seat: int) -> int:
        """Tricks won by a seat so far."""
        return self.won[seat]

    def on_table(self, seat: int) -> int:
        """Cards a seat has put into the running trick; 0 for none."""
        return self.table[seat]

    def is_face_up(self, seat: int) -> bool:
        """Do the seat's cards in the running trick lie face up?"""
        return self.up[seat] != 0

    def next_seat(self, seat: int) -> int:
        """The next seat in play, clockwise."""
        return self.nxt[seat]

    def stock_cards(self) -> list[int]:
        """Cards still in the stock, in drawing order."""
        return [self.stock[i] for i in range(self.stock_pos, self.stock_len)]

    def drawn(self) -> list[tuple[int, int]]:
        """Who drew which card after the last trick, in drawing order (A19)."""
        return [(self.drawer[i], self.stock[i]) for i in range(self.drawn_from, self.stock_pos)]

    def asked(self) -> list[tuple[int, int]]:
        """Seats still to be asked in the open window, each with its combination."""
        return [(self.queue[i], self.queue_kind[i]) for i in range(self.queue_pos, self.queue_len)]

    def is_moskva(self, cards: int) -> bool:
        """Would these cards be a Moskva (A24)?"""
        return self._is_moskva(cards)

    def is_molodka(self, cards: int) -> bool:
        """Would these cards be a Molodka (A25)?"""
        return self._is_molodka(cards)

    def is_auto(self, cards: int) -> bool:
        """Would this group win its trick by itself (D9, D10, X5, X6)?"""
        return self._is_auto(cards)

    def pairs_up(self, reply: int, master: int) -> bool:
        """Is there a complete pairing of `reply` against `master` (A14)? False for unequal sizes."""
        return popcount(reply) == popcount(master) and self._pairs_up(reply, master)

    def beaters(self, card: int) -> int:
        """The cards that beat a card here (A13)."""
        return BEATS[(self.shokha * 5 + self.trump + 1) * 36 + card]

    @property
    def turn(self) -> int:
        """Whose turn everybody sees: the asking in a window is not public (QA5, X27). -1 when over."""
        if self.phase == WINDOW:
            return self.leader
        return self.resume if self.phase == INTERRUPT else self.actor

    def legal_of_turn(self) -> list[int]:
        """What `turn` may do once the open window, if any, has passed."""
        if self.phase != WINDOW and self.phase != INTERRUPT:
            return self.legal_actions()
        later = self.copy()
        later._close_window()
        return later.legal_actions()

    def _close_window(self) -> None:
        self.queue_pos = self.queue_len
        self._pass()

    # -- copies ----------------------------------------------------------------------------------

    def copy(self) -> State:
        """An independent copy."""
        other = State.__new__(State)
        if not cython.compiled:
            other._make_lists()
        self._copy_into(other)
        return other

    def _copy_into(self, other: State) -> None:
        if cython.compiled:
            memcpy(
                cython.address(other.n_seats),
                cython.address(self.n_seats),
                cython.cast(cython.p_char, cython.address(self.queue_kind[16]))
                - cython.cast(cython.p_char, cython.address(self.n_seats)),
            )
        else:
            for name, value in self.__dict__.items():
                other.__dict__[name] = value[:] if isinstance(value, list) else value

    def _branch(self, other: State) -> None:
        """Make a state of the same deal equal to this one, for searches: only what play changes.

        `drawn` is not kept. `other` must be a copy of a state of this deal.
        """
        i: cython.int
        if cython.compiled:
            memcpy(
                cython.address(other.hands[0]),
                cython.address(self.hands[0]),
                cython.cast(cython.p_char, cython.address(self.queue[0]))
                - cython.cast(cython.p_char, cython.address(self.hands[0])),
            )
        else:
            for name in _CHANGING:
                other.__dict__[name] = self.__dict__[name]
            for name in _CHANGING_LISTS:
                other.__dict__[name][:] = self.__dict__[name]
        for i in range(self.queue_len):
            other.queue[i] = self.queue[i]
            other.queue_kind[i] = self.queue_kind[i]

    def place(self, seat: int, hand: int, taken: int, table: int) -> None:
        """Put other cards into a seat's hand, captures and place on the table (worlds, positions).

        The caller answers for the pack staying whole and for sizes that fit the phase.
        """
        self.hands[seat] = hand
        self.count[seat] = popcount(hand)
        self.taken[seat] = taken
        self.table[seat] = table

    def place_stock(self, cards: Sequence[int]) -> None:
        """Put other cards into the stock, in drawing order; the number must stay the same."""
        if len(cards) != self.stock_len - self.stock_pos:
            raise ValueError("the stock must keep its size")
        for i in range(len(cards)):
            self.stock[self.stock_pos + i] = cards[i]

    def ask_again(self, seat: int, combination: int) -> None:
        """Fill the queue of the open window anew after `place`; `seat` is the one being asked about `combination`."""
        if self.phase == INTERRUPT:
            self.queue_len = 0
            self._ask(self.lead_seat, 1, True)
        else:
            self._before_lead()
        for i in range(self.queue_len):
            if self.queue[i] == seat and self.queue_kind[i] == combination:
                self.queue_pos = i
                self.actor = seat
                return
        raise ValueError("this seat holds no such combination")

    def dump(self) -> dict[str, Any]:
        """All fields by name, lists for arrays: for pickling, comparing and position strings."""
        fields: dict[str, Any] = {name: int(getattr(self, name)) for name in _SCALARS}  # plain runs keep bools
        fields["nxt"] = [self.nxt[i] for i in range(5)]
        fields["count"] = [self.count[i] for i in range(5)]
        fields["won"] = [self.won[i] for i in range(5)]
        fields["up"] = [int(self.up[i]) for i in range(5)]
        fields["hands"] = [self.hands[i] for i in range(5)]
        fields["taken"] = [self.taken[i] for i in range(5)]
        fields["table"] = [self.table[i] for i in range(5)]
        fields["deck"] = [self.deck[i] for i in range(self.n_cards)]
        fields["stock"] = [self.stock[i] for i in range(self.stock_len)]
        fields["drawer"] = [self.drawer[i] for i in range(self.stock_len)]
        fields["asked"] = [(self.queue[i], self.queue_kind[i]) for i in range(self.queue_len)]
        return fields

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.dump(),)

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def _restore(self, f: dict[str, Any]) -> None:
        if not cython.compiled:
            self._make_lists()
        self.n_seats, self.seats, self.pairs = f["n_seats"], f["seats"], f["pairs"]
        self.shokha, self.joker, self.sizes = f["shokha"], f["joker"], f["sizes"]
        self.cap_lead, self.declarations, self.on_initial = f["cap_lead"], f["declarations"], f["on_initial"]
        self.moskva, self.molodka, self.bura = f["moskva"], f["molodka"], f["bura"]
        self.bura_any, self.aces = f["bura_any"], f["aces"]
        self.dealer, self.leader, self.actor, self.phase = f["dealer"], f["leader"], f["actor"], f["phase"]
        self.trump, self.turn_up, self.shown = f["trump"], f["turn_up"], f["shown"]
        self.stock_pos, self.stock_len, self.n_cards = f["stock_pos"], f["stock_len"], f["n_cards"]
        self.peek_mode, self.redeal, self.notrump = f["peek_mode"], f["redeal"], f["notrump"]
        self.trick_no, self.lead_seat, self.master = f["trick_no"], f["lead_seat"], f["master"]
        self.size, self.auto, self.closed = f["size"], f["auto"], f["closed"]
        self.played, self.resume, self.drawn_from = f["played"], f["resume"], f["drawn_from"]
        self.last_winner, self.pot_winner, self.is_void = f["last_winner"], f["pot_winner"], f["is_void"]
        self.master_cards, self.pack = f["master_cards"], f["pack"]
        self.queue_len, self.queue_pos = f["queue_len"], f["queue_pos"]
        for i in range(5):
            self.nxt[i], self.count[i], self.won[i], self.up[i] = f["nxt"][i], f["count"][i], f["won"][i], f["up"][i]
            self.hands[i], self.taken[i], self.table[i] = f["hands"][i], f["taken"][i], f["table"][i]
        for i, card in enumerate(f["deck"]):
            self.deck[i] = card
        for i, card in enumerate(f["stock"]):
            self.stock[i] = card
            self.drawer[i] = f["drawer"][i]
        for i, (seat, kind) in enumerate(f["asked"]):
            self.queue[i], self.queue_kind[i] = seat, kind


_SCALARS = (
    "n_seats", "seats", "pairs", "shokha", "joker", "sizes", "cap_lead", "declarations", "on_initial", "moskva",
    "molodka", "bura", "bura_any", "aces", "dealer", "leader", "actor", "phase", "trump", "turn_up", "shown",
    "stock_pos", "stock_len", "n_cards", "peek_mode", "redeal", "notrump", "trick_no", "lead_seat", "master", "size",
    "auto", "closed", "played", "resume", "last_winner", "pot_winner", "is_void", "drawn_from", "master_cards", "pack",
    "queue_len", "queue_pos",
)  # fmt: skip


def card_beats(shokha: bool, trump: int, card: int, other: int) -> bool:
    """Does one card beat another (A13, QA12)? `trump` is a suit, or -1 for none."""
    return bool(BEATS[((1 if shokha else 0) * 5 + trump + 1) * 36 + other] >> card & 1)


_CHANGING = (
    "master_cards", "leader", "actor", "phase", "stock_pos", "trick_no", "lead_seat", "master", "size", "auto",
    "closed", "played", "resume", "last_winner", "pot_winner", "drawn_from", "queue_len", "queue_pos",
)  # fmt: skip
_CHANGING_LISTS = ("hands", "taken", "table", "count", "won", "up")


def restore(fields: dict[str, Any]) -> State:
    """The state that `State.dump` described."""
    state = State.__new__(State)
    state._restore(fields)
    return state


def expected_pack(settings: Any, playing: int) -> int:
    """The set of cards in the pack when so many play: 35 without 6♣ where X14 says so."""
    return (1 << 36) - 1 & ~(1 << 27 if settings.remove_6c and playing in (3, 5) else 0)
