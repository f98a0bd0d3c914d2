# cython: cdivision=True
"""The kernel of Svoi Kozyri: one deal as a few ints.

Ordinary Python that Cython also compiles (C types in state.pxd); both runs give the same results.
`phases` has the map. Hands are sets of cards (`shokha.cards`), the pile is a list with its bottom
first. Outside, actions are ints (`shokha.actions`); inside, a move is ``card | (lead + 1) << 6 |
kind << 12``, which fits the history's 16 bits.

Cards are numbered in ace-ten order but fight in plain order (C2): never compare card numbers, ask
`BEATS[suit * 36 + card]`, the cards with which the owner of a suit beats a card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

from shokha.svoi import refusals
from shokha.svoi.dealing import dealt_hands, sixes_given, suit_of_seat

if cython.compiled:
    from cython.cimports.shokha.cbits import ctz, draw, popcount, step
else:
    from shokha.bits import ctz, draw, popcount, step

LEAD = cython.declare(cython.int, 0)
FACE = cython.declare(cython.int, 1)
OVER = cython.declare(cython.int, 2)

# Kinds of a move, shifted into place, and of an action (see shokha.actions).
M_LEAD = cython.declare(cython.int, 0)
M_COVER = cython.declare(cython.int, 1 << 12)
M_PICK_UP = cython.declare(cython.int, 2 << 12)
K_LEAD = cython.declare(cython.ulonglong, 2 << 56)
K_COVER = cython.declare(cython.ulonglong, 5 << 56)
K_PICK_UP = cython.declare(cython.ulonglong, 6 << 56)
PAYLOAD = cython.declare(cython.ulonglong, (1 << 56) - 1)
ONE = cython.declare(cython.ulonglong, 1)

# How a deal ended; the order of REASONS.
RUNNING = cython.declare(cython.int, 0)
LAST_CARD = cython.declare(cython.int, 1)
DRAW = cython.declare(cython.int, 2)
REPETITION = cython.declare(cython.int, 3)
CAP = cython.declare(cython.int, 4)
REASONS = ("", "last_card", "draw", "repetition", "cap")

if not cython.compiled:
    BEATS, Z_HAND, Z_PILE, Z_TURN = [0] * 144, [0] * 144, [0] * 1296, [0] * 8

_STRENGTH = (0, 1, 2, 3, 5, 6, 7, 4, 8)  # plain order of 6 7 8 9 J Q K 10 A (C2)


def _fill_tables() -> None:
    """Who beats what (C7), and random bits that make equal positions have equal keys."""
    for trump in range(4):
        for card in range(36):
            suit = card // 9
            mask = sum(1 << 9 * suit + r for r in range(9) if _STRENGTH[r] > _STRENGTH[card % 9])
            BEATS[trump * 36 + card] = mask if suit == trump else mask | 0x1FF << 9 * trump
    # Each array by its own name: handed around, a C array would be copied to a list and stay empty itself.
    for i in range(144):
        Z_HAND[i] = _random_bits(i)
    for i in range(1296):
        Z_PILE[i] = _random_bits(144 + i)
    for i in range(8):
        Z_TURN[i] = _random_bits(1440 + i)


def _random_bits(n: int) -> int:
    """Number `n` of a fixed sequence of 64-bit numbers (splitmix64)."""
    z = (n + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    z = (z ^ z >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return z ^ z >> 31


_fill_tables()


class State:
    """One deal in progress.

    `deck` lists the 36 cards in dealing order, `trumps` names the suit of each seat (-1 for a seat
    that does not play), `seats` is a bit mask of the seats in play, all unless given. Dealing starts
    at the dealer's left (C3, X26); the sixes go home (C4) and the dealer's left leads (C5).
    Reading: `actor` (-1 when over), `phase`, `free` (C12), `size` of the pile, `turns` played, `left`
    (players with cards), `loser` (-1 for none), `reason` ("" while running) and, when it is over,
    `following`, who would have been in turn.
    """

    def __init__(
        self,
        settings: Any,
        deck: Sequence[int],
        dealer: int,
        trumps: Sequence[int] | Mapping[int, int],
        seats: int | None = None,
    ) -> None:
        hands = dealt_hands(settings, deck, dealer, trumps, seats)
        if settings.exchange_sixes:
            for giver, owner, six in sixes_given(hands, trumps):
                hands[giver] ^= 1 << six
                hands[owner] |= 1 << six
        self._set_up(settings, trumps, hands, (), 0, dealer)
        self.actor = self._next(dealer)
        self._begin()

    @classmethod
    def at(
        cls,
        settings: Any,
        trumps: Sequence[int] | Mapping[int, int],
        hands: Sequence[int],
        pile: Sequence[int],
        actor: int,
        free: bool = False,
        dealer: int = 0,
        turns: int = 0,
        out: Sequence[int] = (),
        reason: str = "",
    ) -> State:
        """A deal in any position, which counts as the first occurrence of itself (X24).

        `hands` runs over the seats, `pile` has its bottom first; cards may be missing from both. `out`
        lists who went out, in order. With a `reason` the deal is over.
        """
        state: State = State.__new__(State)
        state._set_up(settings, trumps, hands, pile, turns, dealer)
        for seat in out:
            state.out[state.n_out] = seat
            state.n_out += 1
        state.actor = actor
        if reason:
            state._rebase()
            state._stop(REASONS.index(reason))
            return state
        if state.left < 2 or not state.count_of(actor):
            raise ValueError("two players must hold cards, one of them the player in turn")
        if free and not pile:
            raise ValueError("an empty table needs no free lead")
        state.free = int(free)
        state._begin()
        return state

    def _set_up(
        self,
        settings: Any,
        trumps: Sequence[int] | Mapping[int, int],
        hands: Sequence[int],
        pile: Sequence[int],
        turns: int,
        dealer: int,
    ) -> None:
        if not cython.compiled:
            self._make_lists()
        self.n_seats = settings.players
        self.take_plain = settings.pick_up_plain
        self.take_trump = settings.pick_up_trump
        self.take_ace = settings.pick_up_ace
        self.times = settings.repetition
        self.cap = settings.turn_cap
        self.track = 1
        self.dealer = dealer
        self.turns = turns
        self.size = len(pile)
        self.loser = -1
        self.following = -1
        self.end = RUNNING
        self.free = 0
        self.key = 0
        self.seats = 0
        self.left = 0
        self.n_out = 0
        seen = 0
        for seat in range(4):
            self.own[seat] = suit_of_seat(trumps, seat)
            self.hands[seat] = hands[seat] if seat < len(hands) else 0
            self.count[seat] = popcount(self.hands[seat])
            self.left += self.count[seat] > 0
            if self.own[seat] >= 0:
                self.seats |= 1 << seat
            elif self.count[seat]:
                raise ValueError(f"seat {seat} holds cards but has no trump suit")
            if seen & self.hands[seat]:
                raise ValueError("two hands hold the same card")
            seen |= self.hands[seat]
        for i, card in enumerate(pile):
            if seen >> card & 1:
                raise ValueError("a card of the pile is somewhere else too")
            seen |= 1 << card
            self.pile[i] = card

    def _make_lists(self) -> None:
        """The plain run's stand-in for the C arrays."""
        self.own, self.count, self.out, self.hands = [0] * 4, [0] * 4, [0] * 4, [0] * 4
        self.pile, self.base_pile, self.base_hands = [0] * 36, [0] * 36, [0] * 4
        self.head, self.chain, self.moves, self.keys = [0] * 256, [0] * 2048, [0] * 2048, [0] * 2048

    def _begin(self) -> None:
        """The first position: its key from scratch, and its place in the history."""
        seat: cython.int
        card: cython.int
        self.key = 0
        for seat in range(4):
            for card in range(36):
                if self.hands[seat] >> card & 1:
                    self.key ^= Z_HAND[seat * 36 + card]
        for seat in range(self.size):
            self.key ^= Z_PILE[seat * 36 + self.pile[seat]]
        self.phase = FACE if self.size and not self.free else LEAD
        self._rebase()
        self._record()

    # -- what is legal ---------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """All actions of `actor`: leads ascending; or covers ascending, each with its leads ascending,
        then picking up. Empty when the deal is over.
        """
        moves: cython.int[640]
        n: cython.int
        if not cython.compiled:
            moves = [0] * 640
        n = self._legal(moves)
        return [_action(moves[i]) for i in range(n)]

    def _legal(self, out: cython.p_int) -> cython.int:
        """Write the legal moves and return their number, at most 579: 17 covers, 34 leads, picking up."""
        hand: cython.ulonglong
        covers: cython.ulonglong
        rest: cython.ulonglong
        n: cython.int = 0
        cover: cython.int
        if self.phase == OVER:
            return 0
        hand = self.hands[self.actor]
        if self.phase == LEAD:
            while hand:
                out[n] = M_LEAD | ctz(hand)
                n += 1
                hand &= hand - 1
            return n
        covers = hand & BEATS[self.own[self.actor] * 36 + self.pile[self.size - 1]]
        while covers:
            cover = ctz(covers)
            rest = hand ^ ONE << cover
            if not rest:
                out[n] = M_COVER | cover
                n += 1
            while rest:
                out[n] = M_COVER | cover | ctz(rest) + 1 << 6
                n += 1
                rest &= rest - 1
            covers &= covers - 1
        out[n] = M_PICK_UP
        return n + 1

    def is_legal(self, action: int) -> bool:
        """Is this one of `legal_actions`?"""
        move = _move(action)
        return move >= 0 and self._is_legal(move)

    def _is_legal(self, move: cython.int) -> cython.bint:
        kind: cython.int = move & 3 << 12
        card: cython.int = move & 63
        lead: cython.int = (move >> 6 & 63) - 1
        hand: cython.ulonglong
        if self.phase == OVER:
            return False
        hand = self.hands[self.actor]
        if kind == M_PICK_UP:
            return self.phase == FACE
        if not hand >> card & 1:
            return False
        if kind == M_LEAD:
            return self.phase == LEAD
        if self.phase != FACE or not BEATS[self.own[self.actor] * 36 + self.pile[self.size - 1]] >> card & 1:
            return False
        if lead < 0:
            return self.count[self.actor] == 1  # C6, C11: a further lead is due while cards are left
        return lead != card and hand >> lead & 1

    def _random(self, bits: cython.uint) -> cython.int:
        """The legal move that 32 random bits pick, all equally likely. Not when over."""
        hand: cython.ulonglong = self.hands[self.actor]
        covers: cython.ulonglong
        count: cython.int = self.count[self.actor]
        leads: cython.int
        index: cython.int
        card: cython.int
        wide: cython.ulonglong = bits
        if self.phase == LEAD:
            index = wide * count >> 32
            return M_LEAD | _nth(hand, index)
        covers = hand & BEATS[self.own[self.actor] * 36 + self.pile[self.size - 1]]
        if not covers:
            return M_PICK_UP
        leads = count - 1 if count > 1 else 1
        count = popcount(covers) * leads
        index = wide * (count + 1) >> 32
        if index == count:
            return M_PICK_UP
        card = _nth(covers, index // leads)
        hand ^= ONE << card
        return M_COVER | card | (_nth(hand, index % leads) + 1 << 6 if hand else 0)

    def _take_count(self) -> cython.int:
        """How many cards picking up takes (C10): three, five for one's own trump, all for its ace."""
        top: cython.int = self.pile[self.size - 1]
        k: cython.int = self.take_plain
        if top // 9 == self.own[self.actor]:
            k = self.take_ace if top % 9 == 8 else self.take_trump
        return k if k < self.size else self.size

    # -- play ------------------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Play a legal action of `actor`; raises `RuleViolation` and changes nothing otherwise."""
        move = _move(action)
        if move < 0 or not self._is_legal(move):
            raise refusals.explain(self, action)
        self._do(move)

    def _put(self, seat: cython.int, card: cython.int) -> None:
        """One card from a hand onto the pile."""
        self.hands[seat] ^= ONE << card
        self.count[seat] -= 1
        self.pile[self.size] = card
        self.key ^= Z_HAND[seat * 36 + card] ^ Z_PILE[self.size * 36 + card]
        self.size += 1

    def _move_cards(self, move: cython.int) -> None:
        """What a move of `actor` does to his hand and the pile."""
        seat: cython.int = self.actor
        card: cython.int
        k: cython.int
        if move & M_PICK_UP:
            k = self._take_count()
            self.count[seat] += k
            while k:
                k -= 1
                self.size -= 1
                card = self.pile[self.size]
                self.hands[seat] |= ONE << card
                self.key ^= Z_HAND[seat * 36 + card] ^ Z_PILE[self.size * 36 + card]
            return
        self._put(seat, move & 63)
        if move >> 6 & 63:
            self._put(seat, (move >> 6 & 63) - 1)

    def _do(self, move: cython.int) -> None:
        """Play without asking whether it is legal."""
        seat: cython.int = self.actor
        by_cover: cython.int = 1 if move & M_COVER and not move >> 6 & 63 else 0
        if self.track:
            self.moves[self.turns - self.first] = move
        self._move_cards(move)
        self.turns += 1
        self.actor = self._next(seat)
        self.free = 0
        if self.count[seat] == 0:
            self.out[self.n_out] = seat
            self.n_out += 1
            self.left -= 1
            if self.left == 1:
                self._finish(self.actor, not by_cover)
                return
            self.free = by_cover  # C12
            self._rebase()
        self.phase = FACE if self.size and not self.free else LEAD
        self._record()
        if self.phase != OVER and self.turns >= self.cap:
            self._stop(CAP)

    def play_out(self, rng: int) -> int:
        """Play uniformly random moves to the end; returns the advanced random state.

        `rng` is the state of an xorshift64* generator, any number from 1 to 2**64 - 1.
        """
        return self._play_out(rng)

    def _play_out(self, rng: cython.ulonglong) -> cython.ulonglong:
        while self.phase != OVER:
            rng = step(rng)
            self._do(self._random(draw(rng)))
        return rng

    def _next(self, seat: cython.int) -> cython.int:
        """The next player with cards, clockwise (C8, C11)."""
        seat = seat + 1 & 3
        while self.count[seat] == 0:
            seat = seat + 1 & 3
        return seat

    def _finish(self, seat: cython.int, by_lead: cython.bint) -> None:
        """One player is left: he loses, unless his only card beats the lead before him (C13, QC6 to QC9)."""
        if (
            by_lead
            and self.count[seat] == 1
            and self.hands[seat] & BEATS[self.own[seat] * 36 + self.pile[self.size - 1]]
        ):
            self._stop(DRAW)
        else:
            self._stop(LAST_CARD)

    def _stop(self, end: cython.int) -> None:
        """The deal is over; `following` is who would have been in turn."""
        self.end = end
        self.phase = OVER
        self.following = self.actor
        self.actor = -1
        if end == LAST_CARD:
            self.loser = self.following

    # -- repetition ------------------------------------------------------------------------------

    def _rebase(self) -> None:
        """Forget the history: a hand that became empty stays so, no earlier position can come back."""
        i: cython.int
        if not self.track:
            return
        self.first = self.turns
        self.base_size = self.size
        self.base_actor = self.actor
        self.base_free = self.free
        for i in range(self.size):
            self.base_pile[i] = self.pile[i]
        for i in range(4):
            self.base_hands[i] = self.hands[i]
        for i in range(256):
            self.head[i] = 0

    def _record(self) -> None:
        """Enter the position, and end the deal when it stands for the last time allowed (QC15, X24).

        Keys only find candidates. When they say that it is time, the positions themselves are
        compared, so that two positions of one key can never end a deal.
        """
        key: cython.ulonglong = self.key ^ Z_TURN[self.actor * 2 + self.free]
        at: cython.int = self.turns - self.first
        i: cython.int
        found: cython.int = 1
        if not self.track:
            return
        i = self.head[key & 255]
        while i:
            found += self.keys[i - 1] == key
            i = self.chain[i - 1]
        if found >= self.times:
            found = 1
            for i in range(at):
                found += self.keys[i] == key and self._is_position(i)
            if found >= self.times:
                self._stop(REPETITION)
                return
        self._enter(at, key)

    def _enter(self, at: cython.int, key: cython.ulonglong) -> None:
        """Chain a key to those before it with the same low bits."""
        self.keys[at] = key
        self.chain[at] = self.head[key & 255]
        self.head[key & 255] = at + 1

    def _is_position(self, i: cython.int) -> cython.bint:
        """Is the position `i` turns after the last going out the one of now? Plays those turns again."""
        other: State = State.__new__(State)
        j: cython.int
        wrong: cython.int
        if not cython.compiled:
            other._make_lists()
        self._copy_table(other)
        other.track = 0
        other.size = self.base_size
        other.actor = self.base_actor
        other.free = self.base_free
        for j in range(36):
            other.pile[j] = self.base_pile[j]
        for j in range(4):
            other.hands[j] = self.base_hands[j]
            other.count[j] = popcount(self.base_hands[j])
        for j in range(i):
            other._move_cards(self.moves[j])
            other.actor = other._next(other.actor)
            other.free = 0
        wrong = other.size != self.size or other.actor != self.actor or other.free != self.free
        for j in range(self.size):
            wrong += other.pile[j] != self.pile[j]
        for j in range(4):
            wrong += other.hands[j] != self.hands[j]
        return wrong == 0

    # -- reading ---------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    @property
    def reason(self) -> str:
        """How the deal ended: last_card, draw (C13), repetition or cap; "" while it is running."""
        return REASONS[self.end]

    @property
    def top(self) -> int:
        """The top card of the pile; -1 when the table is empty."""
        return self.pile[self.size - 1] if self.size else -1

    def hand(self, seat: int) -> int:
        """Cards in a hand."""
        return self.hands[seat]

    def count_of(self, seat: int) -> int:
        """Number of cards in a hand."""
        return self.count[seat]

    def trump_of(self, seat: int) -> int:
        """A seat's own trump suit; -1 for a seat that does not play."""
        return self.own[seat]

    def beaters(self, seat: int, card: int) -> int:
        """The cards with which a seat beats a card (C7)."""
        return BEATS[self.own[seat] * 36 + card]

    def next_seat(self, seat: int) -> int:
        """The next seat with cards, clockwise."""
        return self._next(seat)

    def pile_cards(self) -> list[int]:
        """The pile, bottom first."""
        return [self.pile[i] for i in range(self.size)]

    def out_order(self) -> list[int]:
        """The seats that went out, in order."""
        return [self.out[i] for i in range(self.n_out)]

    def take_count(self) -> int:
        """How many cards picking up would take now (C10); 0 when there is nothing to pick up."""
        return self._take_count() if self.phase == FACE else 0

    def look(self) -> list[int]:
        """The cards that `actor` may look at before deciding, top first: what picking up would take and
        the next one below (C9). Nothing on lead (X25).
        """
        n = min(self.take_count() + 1, self.size) if self.phase == FACE else 0
        return [self.pile[self.size - 1 - i] for i in range(n)]

    def rehide(self, hands: Sequence[int]) -> None:
        """Let other cards have been dealt: the same deal with `hands` as they would be now.

        Only cards that nobody has seen may change places. Such a card never moved, so the history stays
        true: positions were equal before exactly when they are equal now, and the old keys still tell.
        """
        for seat in range(4):
            cards = hands[seat] if seat < len(hands) else 0
            if popcount(cards) != self.count[seat]:
                raise ValueError("a hand must keep its size")
            self.base_hands[seat] ^= self.hands[seat] ^ cards
            self.hands[seat] = cards

    def past(self) -> list[int]:
        """The actions since somebody last went out, or since the deal: what the repetition rule looks at."""
        return [_action(self.moves[i]) for i in range(self.turns - self.first)]

    def beginning(self) -> State:
        """The position before `past`."""
        other: State = self.copy()
        other._to_base()
        return other

    def _to_base(self) -> None:
        for seat in range(4):
            if not self.count[seat] and self.base_hands[seat]:  # the last of them went out, which ended the deal
                self.n_out -= 1
            self.hands[seat] = self.base_hands[seat]
            self.count[seat] = popcount(self.base_hands[seat])
        self.left = sum([1 for seat in range(4) if self.count[seat]])
        self.size, self.actor, self.free = self.base_size, self.base_actor, self.base_free
        for i in range(self.base_size):
            self.pile[i] = self.base_pile[i]
        self.turns, self.end, self.loser, self.following = self.first, RUNNING, -1, -1
        self._begin()

    def occurrences(self) -> int:
        """How often the position of now has stood, itself included (QC15); 0 when over."""
        if self.phase == OVER:
            return 0
        return 1 + sum(self._is_position(i) for i in range(self.turns - self.first))

    # -- copies ----------------------------------------------------------------------------------

    def copy(self) -> State:
        """An independent deal in the same state, history included."""
        other: State = State.__new__(State)
        if not cython.compiled:
            other._make_lists()
        self._copy_table(other)
        self._copy_history(other)
        return other

    def _copy_table(self, other: State) -> None:
        """All but the history."""
        i: cython.int
        other.n_seats, other.seats, other.dealer = self.n_seats, self.seats, self.dealer
        other.actor, other.phase, other.free = self.actor, self.phase, self.free
        other.size, other.turns, other.left, other.n_out = self.size, self.turns, self.left, self.n_out
        other.take_plain, other.take_trump, other.take_ace = self.take_plain, self.take_trump, self.take_ace
        other.times, other.cap, other.track = self.times, self.cap, self.track
        other.loser, other.following, other.end, other.key = self.loser, self.following, self.end, self.key
        for i in range(4):
            other.own[i], other.count[i] = self.own[i], self.count[i]
            other.out[i], other.hands[i] = self.out[i], self.hands[i]
        for i in range(self.size):
            other.pile[i] = self.pile[i]

    def _copy_history(self, other: State) -> None:
        i: cython.int
        n: cython.int = self.turns - self.first + 1
        other.first, other.base_size = self.first, self.base_size
        other.base_actor, other.base_free = self.base_actor, self.base_free
        for i in range(36):
            other.base_pile[i] = self.base_pile[i]
        for i in range(4):
            other.base_hands[i] = self.base_hands[i]
        for i in range(256):
            other.head[i] = self.head[i]
        for i in range(n):
            other.chain[i], other.moves[i], other.keys[i] = self.chain[i], self.moves[i], self.keys[i]

    def __reduce__(self) -> tuple[Any, ...]:
        n = self.turns - self.first
        table = (
            self.n_seats, self.seats, self.dealer, self.actor, self.phase, self.free, self.turns, self.left,
            self.take_plain, self.take_trump, self.take_ace, self.times, self.cap, self.track, self.loser,
            self.end, self.following, self.key, self.first, self.base_actor, self.base_free,
        )  # fmt: skip
        arrays = (
            [self.own[i] for i in range(4)], [self.hands[i] for i in range(4)], self.out_order(), self.pile_cards(),
            [self.base_pile[i] for i in range(self.base_size)], [self.base_hands[i] for i in range(4)],
            [self.moves[i] for i in range(n)], [self.keys[i] for i in range(n)],
        )  # fmt: skip
        return _restore, (table, arrays)

    def _restore(self, table: tuple[int, ...], arrays: tuple[list[int], ...]) -> None:
        own, hands, out, pile, base_pile, base_hands, moves, keys = arrays
        (
            self.n_seats, self.seats, self.dealer, self.actor, self.phase, self.free, self.turns, self.left,
            self.take_plain, self.take_trump, self.take_ace, self.times, self.cap, self.track, self.loser,
            self.end, self.following, self.key, self.first, self.base_actor, self.base_free,
        ) = table  # fmt: skip
        self.size, self.base_size, self.n_out = len(pile), len(base_pile), len(out)
        for i in range(4):
            self.own[i], self.hands[i], self.base_hands[i] = own[i], hands[i], base_hands[i]
            self.count[i] = popcount(hands[i])
        for i, seat in enumerate(out):
            self.out[i] = seat
        for i, card in enumerate(pile):
            self.pile[i] = card
        for i, card in enumerate(base_pile):
            self.base_pile[i] = card
        for i in range(256):
            self.head[i] = 0
        for i, move in enumerate(moves):
            self.moves[i] = move
            self._enter(i, keys[i])
        if self.phase != OVER:
            self._enter(len(moves), self.key ^ Z_TURN[self.actor * 2 + self.free])


def _restore(table: tuple[int, ...], arrays: tuple[list[int], ...]) -> State:
    """The deal of a pickle."""
    state: State = State.__new__(State)
    if not cython.compiled:
        state._make_lists()
    state._restore(table, arrays)
    return state


def beating(trump: int, card: int) -> int:
    """The cards with which the owner of a suit beats a card (C7)."""
    return BEATS[trump * 36 + card]


def taken_by_rule(settings: Any, trump: int, pile: Sequence[int]) -> int:
    """How many cards of a pile, bottom first, the owner of a suit picks up (C10, QC11)."""
    wanted = settings.pick_up_plain
    if pile[-1] // 9 == trump:
        wanted = settings.pick_up_ace if pile[-1] % 9 == 8 else settings.pick_up_trump
    return min(wanted, len(pile))


# -- moves and actions -----------------------------------------------------------------------------


def _nth(cards: cython.ulonglong, n: cython.int) -> cython.int:
    """The card number `n` of a set, ascending from 0."""
    while n:
        cards &= cards - 1
        n -= 1
    return ctz(cards)


def _action(move: cython.int) -> cython.ulonglong:
    """The action int of a move."""
    if move & M_PICK_UP:
        return K_PICK_UP
    if move & M_COVER:
        return K_COVER | move & 4095
    return K_LEAD | ONE << move


def action_of(move: int) -> int:
    """The action of a move, for other kernels."""
    return _action(move)


def _move(action: int) -> int:
    """The move of an action int; -1 when it can be none of this game."""
    kind, payload = action >> 56, action & (1 << 56) - 1
    if kind == 6:
        return -1 if payload else M_PICK_UP
    if kind == 5:
        lead = (payload >> 6) - 1
        return -1 if payload & 63 >= 36 or lead >= 36 else M_COVER | payload
    if kind == 2 and payload and payload & payload - 1 == 0 and payload < 1 << 36:
        return M_LEAD | payload.bit_length() - 1
    return -1
