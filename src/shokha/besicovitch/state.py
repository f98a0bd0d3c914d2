"""The kernel of Besicovitch's game: two open hands, a pile of which only the top matters.

Ordinary Python that Cython also compiles (C types in state.pxd); both runs give the same results. `phases` has the
phase table and the rule ids. Cards are sets (`shokha.cards`), actions are ints (`shokha.actions`).
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

from shokha.besicovitch import refusals
from shokha.besicovitch.pack import beaters, pack_of

if cython.compiled:
    from cython.cimports.shokha.cbits import ctz, draw, popcount, step
else:
    from shokha.bits import ctz, draw, popcount, step

LEAD = cython.declare(cython.int, 0)
FACE = cython.declare(cython.int, 1)
OVER = cython.declare(cython.int, 2)

LAST_CARD = cython.declare(cython.int, 1)
REPETITION = cython.declare(cython.int, 2)
CAP = cython.declare(cython.int, 3)

K_LEAD = cython.declare(cython.ulonglong, 2 << 56)
K_COVER = cython.declare(cython.ulonglong, 5 << 56)
K_PICK_UP = cython.declare(cython.ulonglong, 6 << 56)
PAYLOAD = cython.declare(cython.ulonglong, (1 << 56) - 1)
SHIFT = cython.declare(cython.int, 56)
ONE = cython.declare(cython.ulonglong, 1)
NONE = cython.declare(cython.ulonglong, 0)

if not cython.compiled:
    BEATERS = [0] * 104


def _fill_tables() -> None:
    """BEATERS[seat * 52 + card]: the cards with which a seat beats a card (Z4)."""
    for seat in range(2):
        for card in range(52):
            BEATERS[seat * 52 + card] = beaters(seat, card)


_fill_tables()


class State:
    """One deal in progress.

    `hands` are the hands of seats 0 and 1 (`pack.mirror_deal`); what they lack of the pack lies in the pile with `top`
    (-1: no pile) uppermost; `turns` have been played. Reading: `actor` (-1 when over), `phase`, `winner` (-1 for none),
    `ending` (`phases.Ending`). A position is hands, top and turn; the first one counts as seen once (X24).
    """

    def __init__(self, settings: Any, hands: tuple[int, int], leader: int = 0, top: int = -1, turns: int = 0) -> None:
        if not cython.compiled:
            self.hands = [0, 0]
        self.cards = settings.cards
        self.taker_leads = settings.taker_leads
        self.repetition = settings.repetition
        self.turn_cap = settings.turn_cap
        self.pack = pack_of(settings.cards)
        _check(self.pack, hands, leader, top)
        self.hands[0], self.hands[1] = hands
        self.actor = leader
        self.top = top
        self.phase = LEAD if top < 0 else FACE
        self.winner = -1
        self.ending = 0
        self.turns = turns
        self.seen: dict[tuple[int, int, int], int] = {}
        self._remember()

    # -- reading ---------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    @property
    def pile(self) -> int:
        """All cards of the pile, `top` included."""
        return self.pack & ~(self.hands[0] | self.hands[1])

    @property
    def occurrences(self) -> int:
        """How often the present position has occurred, this time included."""
        return self.seen.get(self._key(), 0)

    def hand(self, seat: int) -> int:
        """The cards of a seat."""
        return self.hands[seat]

    def beaters_of(self, seat: int, card: int) -> int:
        """The cards with which a seat beats a card, wherever they are (Z4)."""
        return BEATERS[seat * 52 + card]

    def legal_actions(self) -> list[int]:
        """What `actor` may do: leads ascending; or covers ascending, each with its leads, then the pick-up."""
        out: list[int] = []
        if self.phase == OVER:
            return out
        hand: cython.ulonglong = self.hands[self.actor]
        covers: cython.ulonglong
        rest: cython.ulonglong
        cover: cython.int
        lead: cython.int
        code: cython.ulonglong
        if self.phase == LEAD:
            while hand:
                code = K_LEAD | (hand & (~hand + ONE))
                out.append(code)
                hand &= hand - ONE
            return out
        covers = hand & BEATERS[self.actor * 52 + self.top]
        while covers:
            cover = ctz(covers)
            covers &= covers - ONE
            rest = hand & ~(ONE << cover)
            if not rest:
                code = K_COVER | cover
                out.append(code)
            while rest:
                lead = ctz(rest)
                rest &= rest - ONE
                code = K_COVER | cover | (lead + ONE) << 6
                out.append(code)
        out.append(K_PICK_UP)
        return out

    def is_legal(self, action: int) -> bool:
        """May `actor` do this?"""
        return 0 <= action < 1 << 63 and self._is_legal(action)

    # -- playing ---------------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Play an action of `actor`. Raises `RuleViolation`; the state is then unchanged."""
        if not self.is_legal(action):
            raise refusals.explain(self, action)
        self._apply(action)
        if self.phase != OVER:
            self._remember()

    def play_out(self, rng: int) -> int:
        """Play uniformly random actions to the end; returns the advanced random state.

        `rng` is the state of an xorshift64* generator, any number from 1 to 2**64 - 1.
        """
        word: cython.ulonglong = rng
        while self.phase != OVER:
            word = step(word)
            self._apply(self._random(draw(word)))
            if self.phase != OVER:
                self._remember()
        return word

    def copy(self) -> State:
        """An independent state, the positions seen so far included."""
        other: State = State.__new__(State)
        if not cython.compiled:
            other.hands = [0, 0]
        other.cards = self.cards
        other.taker_leads = self.taker_leads
        other.repetition = self.repetition
        other.turn_cap = self.turn_cap
        other.pack = self.pack
        other.hands[0] = self.hands[0]
        other.hands[1] = self.hands[1]
        other.actor = self.actor
        other.top = self.top
        other.phase = self.phase
        other.winner = self.winner
        other.ending = self.ending
        other.turns = self.turns
        other.seen = self.seen.copy()
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._all() == other._all()

    __hash__ = None  # type: ignore[assignment]

    def _all(self) -> tuple[object, ...]:
        return (
            self.cards, self.taker_leads, self.repetition, self.turn_cap, self.hands[0], self.hands[1], self.actor,
            self.top, self.phase, self.winner, self.ending, self.turns, self.seen,
        )  # fmt: skip

    def _key(self) -> tuple[int, int, int]:
        """The position as a key: hands, top and turn say all (Z1)."""
        return self.hands[0], self.hands[1], self.top << 1 | self.actor

    def _remember(self) -> None:
        """Count the position; the third occurrence (or what is set) and the cap on turns end the deal (QZ6)."""
        key = self._key()
        times = self.seen.get(key, 0) + 1
        self.seen[key] = times
        if times >= self.repetition:
            self.ending = REPETITION
        elif self.turn_cap and self.turns >= self.turn_cap:
            self.ending = CAP
        else:
            return
        self.phase = OVER
        self.actor = -1

    def _random(self, dice: cython.ulonglong) -> cython.ulonglong:
        """One of the legal actions, all equally likely; `dice` is a number below 2**32."""
        hand: cython.ulonglong = self.hands[self.actor]
        covers: cython.ulonglong
        cover: cython.int
        leads: cython.ulonglong = popcount(hand)
        pick: cython.ulonglong
        if self.phase == LEAD:
            return K_LEAD | ONE << _nth(hand, dice * leads >> 32)
        covers = hand & BEATERS[self.actor * 52 + self.top]
        leads = leads - 1 if leads > 1 else ONE
        pick = dice * (leads * popcount(covers) + 1) >> 32
        if pick == leads * popcount(covers):
            return K_PICK_UP
        cover = _nth(covers, pick // leads)
        hand &= ~(ONE << cover)
        return K_COVER | cover | (_nth(hand, pick % leads) + 1 << 6 if hand else 0)

    def _is_legal(self, action: cython.ulonglong) -> bool:
        kind: cython.ulonglong = action & ~PAYLOAD
        payload: cython.ulonglong = action & PAYLOAD
        hand: cython.ulonglong
        cover: cython.ulonglong
        rest: cython.ulonglong
        lead: cython.ulonglong
        if self.phase == OVER:
            return False
        hand = self.hands[self.actor]
        if self.phase == LEAD:
            return kind == K_LEAD and payload != NONE and not payload & (payload - ONE) and (payload & ~hand) == NONE
        if kind == K_PICK_UP:
            return payload == NONE
        if kind != K_COVER or payload >> 12:
            return False
        cover = ONE << (payload & 63)
        if not (hand & BEATERS[self.actor * 52 + self.top] & cover):
            return False
        rest = hand & ~cover
        lead = payload >> 6
        if not lead:
            return rest == NONE
        return ((rest >> (lead - ONE)) & ONE) == ONE

    def _apply(self, action: cython.ulonglong) -> None:
        seat: cython.int = self.actor
        kind: cython.ulonglong = action & ~PAYLOAD
        payload: cython.ulonglong = action & PAYLOAD
        lead: cython.int
        self.turns += 1
        self.actor = 1 - seat
        if kind == K_PICK_UP:
            self.hands[seat] = self.pack & ~self.hands[1 - seat]
            self.top = -1
            self.phase = LEAD
            if self.taker_leads:
                self.actor = seat
        elif kind == K_LEAD:
            self.top = ctz(payload)
            self._put(seat, payload)
        else:
            lead = payload >> 6
            self.top = lead - 1 if lead else payload & 63
            self._put(seat, (ONE << (payload & 63)) | (ONE << self.top))

    def _put(self, seat: cython.int, cards: cython.ulonglong) -> None:
        """Cards of a seat go onto the pile; an empty hand wins at once (Z5, QZ4, QZ5)."""
        self.hands[seat] &= ~cards
        self.phase = FACE
        if not self.hands[seat]:
            self.phase = OVER
            self.ending = LAST_CARD
            self.winner = seat
            self.actor = -1


def _nth(cards: cython.ulonglong, n: cython.int) -> cython.int:
    """The card number `n` of a set, ascending from 0."""
    while n:
        cards &= cards - ONE
        n -= 1
    return ctz(cards)


def _check(pack: int, hands: tuple[int, int], leader: int, top: int) -> None:
    """ValueError unless these are two non-empty hands of the pack with a pile that has its top."""
    mine, other = hands
    pile = pack & ~(mine | other)
    if mine & other or (mine | other) & ~pack:
        raise ValueError("the hands must be disjoint parts of the pack")
    if not mine or not other:
        raise ValueError("each player holds at least one card")
    if leader not in (0, 1):
        raise ValueError("the turn is seat 0's or seat 1's")
    if (top < 0) != (not pile) or (pile and not pile >> top & 1):
        raise ValueError("the top is one of the cards of the pile, and -1 without a pile")
