"""What one seat knows of a Kozel deal: a fold over its observations, and nothing else.

A view remembers perfectly: face-up cards, its own discards, who was seen with what. What people may
look back at is a table rule (QA17) that screens apply; the view of a bot and of a person is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shokha import events as ev
from shokha.actions import Action, Combination
from shokha.cards import Card, CardSet, points_of
from shokha.kozel.text import describe
from shokha.profile import RuleProfile


class Play(NamedTuple):
    """Cards of one player in a trick; `cards` is 0 where they are hidden."""

    seat: int
    count: int  # type: ignore[assignment]  # shadows tuple.count, which nobody needs here
    face_up: bool
    cards: CardSet


class Trick(NamedTuple):
    """A finished trick, plays in order; the first is the lead."""

    winner: int
    plays: tuple[Play, ...]


class Step(NamedTuple):
    """One change of a hand, for working out which cards it can hold (`shokha.worlds`).

    kind: ``draw`` (count unknown cards), ``got`` (a card drawn in sight of all), ``up`` (played face
    up), ``down`` (discarded; cards are 0 unless own), ``has`` (shown to be in the hand), ``all``
    (the complete hand was shown).
    """

    kind: str
    count: int  # type: ignore[assignment]  # shadows tuple.count, which nobody needs here
    cards: CardSet


@dataclass(slots=True)
class KozelView:
    """Everything one seat may know. `seat` is None for the public.

    Lists run over the seats. `known[s]` are cards that are certainly in the hand of `s`;
    `seen` are all cards that this viewer can place for certain.
    """

    profile: RuleProfile
    seat: int | None
    number: int = 0
    dealer: int = 0
    seats: int = 0
    standing: tuple[int, ...] = ()
    factor: int = 1
    pot: int = 0
    trump: int = -1
    turn_up: Card | None = None
    shown: Card | None = None
    """The card shown from the middle (B3): in the stock at first, anywhere later."""
    stock: int = 0
    leader: int = 0
    turn: int | None = None
    owes: int = 0
    """Cards that `turn` must answer with; 0 when on lead."""
    asked: Combination | None = None
    """What this seat itself is asked to declare, now."""
    hand: CardSet = 0
    counts: list[int] = field(default_factory=list)
    known: list[CardSet] = field(default_factory=list)
    seen: CardSet = 0
    trick: list[Play] = field(default_factory=list)
    master: int | None = None
    master_cards: CardSet = 0
    wins: bool = False
    """The group led wins by itself (D9, D10)."""
    tricks: list[Trick] = field(default_factory=list)
    taken_up: list[CardSet] = field(default_factory=list)
    taken_down: list[int] = field(default_factory=list)
    own_down: CardSet = 0
    """Cards that this seat discarded face down."""
    log: list[list[Step]] = field(default_factory=list)
    declared: list[tuple[int, Combination, CardSet]] = field(default_factory=list)
    points: tuple[int, ...] | None = None
    piles: tuple[CardSet, ...] | None = None
    pot_winner: int | None = None
    is_over: bool = False
    legal: tuple[Action, ...] = ()
    """What this seat may do now; filled in by whoever runs the deal, a function of what it knows."""

    @classmethod
    def fold(cls, profile: RuleProfile, seat: int | None, observations: Iterable[ev.Event]) -> KozelView:
        """The view that some observations of one deal add up to."""
        view = cls(profile, seat)
        for seen in observations:
            view.see(seen)
        return view

    def __str__(self) -> str:
        return describe(self)

    def legal_actions(self) -> list[Action]:
        """What this seat may do now; empty when it is not its turn."""
        return list(self.legal)

    def tricks_of(self, seat: int) -> int:
        """Tricks a seat has won."""
        return sum(t.winner == seat for t in self.tricks)

    def own_points(self) -> int:
        """Card points of the viewer's own captures as far as it has seen them (QA17)."""
        own = [s for s in range(len(self.counts)) if self.is_partner(s)]
        return sum(points_of(self.taken_up[s]) for s in own)

    def is_partner(self, seat: int) -> bool:
        """Does this seat play on the viewer's side (the viewer included)?"""
        if self.seat is None:
            return False
        return seat == self.seat or (self.profile.settings.partnership == "pairs" and (seat - self.seat) % 2 == 0)

    def see(self, e: ev.Event) -> None:
        """Add one observation."""
        seen = _SEE.get(type(e))
        if seen is not None:
            seen(self, e)

    def _deal(self, e: ev.CardsDealt) -> None:
        self.counts[e.seat] = e.count
        self._gain(e.seat, e.count, e.cards)

    def _turn_up(self, e: ev.TrumpTurned) -> None:
        self.trump = e.trump
        if e.drawn_last:
            self.turn_up = e.card
            self.seen |= 1 << e.card
        else:
            self.shown = e.card

    def _begin_turn(self, e: ev.TurnBegan) -> None:
        self.turn, self.owes, self.asked = e.seat, e.owes, None
        if not e.owes:
            self.leader = e.seat

    def _ask(self, e: ev.Asked) -> None:
        self.asked = e.combination

    def _ask_no_more(self, e: ev.Passed | ev.WindowClosed) -> None:
        self.asked = None

    def _declare(self, e: ev.Declared) -> None:
        self.asked = None
        self.declared.append((e.seat, e.combination, e.cards))
        self._show(e.seat, "all", e.cards)

    def _lead(self, e: ev.CardsLed) -> None:
        self.leader, self.wins = e.seat, e.wins
        self._play(e.seat, e.cards.bit_count(), True, e.cards)

    def _beat(self, e: ev.CardsBeat) -> None:
        self._play(e.seat, e.cards.bit_count(), True, e.cards)

    def _discard(self, e: ev.CardsDiscarded) -> None:
        self._play(e.seat, e.count, False, e.cards)

    def _draw(self, e: ev.CardDrawn) -> None:
        self.stock -= 1
        self.counts[e.seat] += 1
        if e.open and e.card is not None:
            self.known[e.seat] |= 1 << e.card
            self._log(e.seat, "got", 1, 1 << e.card)
            if e.seat == self.seat:
                self.hand |= 1 << e.card
        else:
            self._gain(e.seat, 1, 0 if e.card is None else 1 << e.card)

    def _take_pot(self, e: ev.PotTaken) -> None:
        if not self.trick:
            self._show(e.seat, "has", e.cards)
        self.pot_winner, self.is_over, self.turn, self.asked = e.seat, True, None, None

    def _count(self, e: ev.DealCounted) -> None:
        self.points, self.piles, self.is_over, self.turn = e.points, e.piles, True, None

    def _void(self, e: ev.DealVoided) -> None:
        self.is_over, self.turn = True, None

    def _start(self, e: ev.DealStarted) -> None:
        n = self.profile.players
        self.number, self.dealer, self.leader, self.seats = e.number, e.dealer, e.leader, e.seats
        self.standing, self.factor, self.pot, self.stock = e.standing, e.factor, e.pot, e.stock
        self.counts, self.known, self.taken_up, self.taken_down = [0] * n, [0] * n, [0] * n, [0] * n
        self.log = [[] for _ in range(n)]

    def _log(self, seat: int, kind: str, count: int, cards: CardSet) -> None:
        self.log[seat].append(Step(kind, count, cards))

    def _gain(self, seat: int, count: int, cards: CardSet) -> None:
        self._log(seat, "draw", count, cards)
        if seat == self.seat:
            self.hand |= cards
            self.known[seat] |= cards
            self.seen |= cards

    def _show(self, seat: int, kind: str, cards: CardSet) -> None:
        self.known[seat] |= cards
        self.seen |= cards
        self._log(seat, kind, cards.bit_count(), cards)

    def _play(self, seat: int, count: int, face_up: bool, cards: CardSet) -> None:
        self.trick.append(Play(seat, count, face_up, cards))
        complete = self.known[seat].bit_count() == count == self.counts[seat]
        self.counts[seat] -= count
        self.asked = None
        if face_up:
            self.master, self.master_cards = seat, cards
            self.seen |= cards
        if cards:
            self.known[seat] &= ~cards
        elif complete:
            self.known[seat] = 0  # a wholly known hand went down: its cards stay placed
        elif self.known[seat]:
            # Any known card may be among the hidden ones, so none is certain any more.
            self.seen &= ~self.known[seat]
            self.known[seat] = 0
        if seat == self.seat:
            self.hand &= ~cards
            if not face_up:
                self.own_down |= cards
        self._log(seat, "up" if face_up else "down", count, cards)

    def _return(self, e: ev.CardsReturned) -> None:
        self.trick = [p for p in self.trick if p.seat != e.seat]
        self.counts[e.seat] += e.count
        self.log[e.seat].pop()  # the play: the cards never left the hand
        if e.seat == self.seat:
            self.hand |= e.cards
            self.own_down &= ~e.cards
            self.known[e.seat] |= e.cards
        elif e.face_up:
            self._show(e.seat, "has", e.cards)
        else:
            self._recall(e.seat)
        if not self.trick:
            self.master, self.master_cards, self.wins = None, 0, False

    def _recall(self, seat: int) -> None:
        """After a hidden discard came back, what was known before is known again."""
        known = 0
        for step in self.log[seat]:
            if step.kind in ("got", "has", "all"):
                known |= step.cards
            elif step.kind == "up":
                known &= ~step.cards
            elif step.kind == "down" and not step.cards:
                known = 0
        self.known[seat] |= known
        self.seen |= known

    def _take(self, e: ev.TrickTaken) -> None:
        winner = e.seat
        self.tricks.append(Trick(winner, tuple(self.trick)))
        for play in self.trick:
            if play.face_up:
                self.taken_up[winner] |= play.cards
            else:
                self.taken_down[winner] += play.count
        self.trick, self.master, self.master_cards, self.wins = [], None, 0, False
        self.leader = winner


_SEE: dict[type[ev.Event], Callable[[KozelView, Any], None]] = {
    ev.DealStarted: KozelView._start,
    ev.CardsDealt: KozelView._deal,
    ev.TrumpTurned: KozelView._turn_up,
    ev.TurnBegan: KozelView._begin_turn,
    ev.Asked: KozelView._ask,
    ev.Passed: KozelView._ask_no_more,
    ev.WindowClosed: KozelView._ask_no_more,
    ev.Declared: KozelView._declare,
    ev.CardsReturned: KozelView._return,
    ev.CardsLed: KozelView._lead,
    ev.CardsBeat: KozelView._beat,
    ev.CardsDiscarded: KozelView._discard,
    ev.TrickTaken: KozelView._take,
    ev.CardDrawn: KozelView._draw,
    ev.PotTaken: KozelView._take_pot,
    ev.DealCounted: KozelView._count,
    ev.DealVoided: KozelView._void,
}
"""What follows from an observation; all others change nothing."""
