"""What one seat knows of a deal of Svoi Kozyri: a fold over its observations, and nothing else.

Only the deal is hidden here: once the sixes have moved, every card travels in sight of all, so a view
that remembers perfectly knows ever more. What people may look at is a table rule (C9, QC12) that
screens apply with `look`; bots may remember.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from shokha import actions
from shokha import events as ev
from shokha.actions import Action
from shokha.cards import PACK, Card, CardSet
from shokha.profile import RuleProfile
from shokha.svoi.state import beating, taken_by_rule


class Move(NamedTuple):
    """One turn. `taken` are the cards picked up, 0 for other actions."""

    seat: int
    action: Action
    taken: CardSet


@dataclass(slots=True)
class SvoiView:
    """Everything one seat may know. `seat` is None for the public.

    Lists run over the seats. `known[s]` are cards that are certainly in the hand of `s`, `dealt[s]`
    cards that the deal certainly brought him, before the sixes moved.
    """

    profile: RuleProfile
    seat: int | None
    number: int = 0
    dealer: int = 0
    seats: int = 0
    standing: tuple[int, ...] = ()
    """Lost deals by seat before this one."""
    trumps: list[int] = field(default_factory=list)
    """Each seat's own suit; -1 while it has not picked one (QC2)."""
    leader: int = 0
    turn: int | None = None
    free: bool = False
    """The player in turn leads: the table is empty (C8), or a free lead is due (C12)."""
    hand: CardSet = 0
    counts: list[int] = field(default_factory=list)
    known: list[CardSet] = field(default_factory=list)
    dealt: list[CardSet] = field(default_factory=list)
    sixes: list[tuple[int, int, Card]] = field(default_factory=list)
    """The exchange of the sixes (C4): giver, owner, card."""
    pile: list[Card] = field(default_factory=list)
    """The pile as remembered, bottom first."""
    moves: list[Move] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    """Who went out, in order (C11)."""
    loser: int | None = None
    reason: str = ""
    is_over: bool = False
    legal: tuple[Action, ...] = ()
    """What this seat may do now; filled in by whoever runs the deal, a function of what it knows."""
    covering: Card | None = None
    """A cover whose lead has not been told yet."""

    @classmethod
    def fold(cls, profile: RuleProfile, seat: int | None, observations: Iterable[ev.Event]) -> SvoiView:
        """The view that some observations of one deal add up to."""
        view = cls(profile, seat)
        for seen in observations:
            view.see(seen)
        return view

    # -- reading ---------------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        """What this seat may do now; empty when it is not its turn."""
        return list(self.legal)

    @property
    def top(self) -> Card | None:
        """The top of the pile, which everybody sees."""
        return self.pile[-1] if self.pile else None

    @property
    def is_picking(self) -> bool:
        """Are the trump suits still being picked (QC2)?"""
        return -1 in self.trumps

    @property
    def unseen(self) -> CardSet:
        """Cards that may be in more than one hand as far as this viewer has seen."""
        placed = self.hand
        for cards in self.known:
            placed |= cards
        for card in self.pile:
            placed |= 1 << card
        return PACK & ~placed

    def hidden(self, seat: int) -> int:
        """How many cards of a hand this viewer cannot name."""
        return self.counts[seat] - self.known[seat].bit_count()

    def take_count(self) -> int:
        """How many cards the player in turn would pick up (C10); 0 when he leads."""
        if self.turn is None or self.free or self.is_picking or not self.pile:
            return 0
        return taken_by_rule(self.profile.settings, self.trumps[self.turn], self.pile)

    def look(self) -> list[Card]:
        """The part of the pile that this viewer may look at now, top first (C9, QC12, X25).

        The player who must decide sees what he would pick up and one card more. Everybody sees the
        top, and beneath a lead the cover it was played with. With `open_pile` everybody sees all.
        """
        if self.profile.settings.open_pile:
            return self.pile[::-1]
        if self.seat is not None and self.seat == self.turn:
            return self.pile[::-1][: self.take_count() + 1] if not self.free else []
        return self.pile[::-1][: 2 if self._is_covered() else 1]

    def beats(self, seat: int, card: Card) -> bool:
        """Would this card beat the top in a seat's turn (C7)?"""
        return self.top is not None and bool(beating(self.trumps[seat], self.top) >> card & 1)

    def _is_covered(self) -> bool:
        """Was the top led together with the cover beneath it?"""
        if not self.moves or self.moves[-1].action.kind is not actions.ActionKind.COVER:
            return False
        return self.moves[-1].action.lead_after is not None

    # -- folding ---------------------------------------------------------------------------------

    def see(self, e: ev.Event) -> None:
        """Add one observation."""
        match e:
            case ev.PackDealt():
                self._start(e)
            case ev.TrumpPicked():
                self.trumps[e.seat] = e.suit
            case ev.CardsDealt():
                self._deal(e)
            case ev.SixGiven():
                self._give_six(e)
            case ev.PileTurnBegan():
                self.turn, self.free = e.seat, e.free
            case ev.CardCovered():
                self._play(e.seat, e.card)
                self.covering = e.card
                if not self.counts[e.seat]:
                    self._move(e.seat, actions.cover(e.card, None))
            case ev.CardLed():
                self._play(e.seat, e.card)
                covering, self.covering = self.covering, None
                self._move(e.seat, actions.lead(1 << e.card) if covering is None else actions.cover(covering, e.card))
            case ev.CardsPickedUp():
                self._pick_up(e)
            case ev.WentOut():
                self.out.append(e.seat)
            case ev.PileDealEnded():
                self.loser, self.reason = None if e.loser < 0 else e.loser, e.reason
                self.is_over, self.turn, self.free = True, None, False
            case _:
                pass

    def _start(self, e: ev.PackDealt) -> None:
        n = self.profile.players
        self.number, self.dealer, self.leader, self.seats = e.number, e.dealer, e.leader, e.seats
        self.standing, self.trumps = e.standing, list(e.trumps)
        self.counts, self.known, self.dealt = [0] * n, [0] * n, [0] * n

    def _deal(self, e: ev.CardsDealt) -> None:
        self.counts[e.seat] = e.count
        if e.seat == self.seat:
            self.hand |= e.cards
            self.known[e.seat] |= e.cards
            self.dealt[e.seat] |= e.cards
        if self.profile.settings.exchange_sixes:  # where it was dealt is told in a moment, if elsewhere
            self.known[e.seat] |= self._six(e.seat)
            self.dealt[e.seat] |= self._six(e.seat)

    def _six(self, seat: int) -> CardSet:
        return 1 << 9 * self.trumps[seat]

    def _give_six(self, e: ev.SixGiven) -> None:
        six = 1 << e.card
        self.sixes.append((e.giver, e.receiver, e.card))
        self.counts[e.giver] -= 1
        self.counts[e.receiver] += 1
        self.known[e.giver] &= ~six
        self.dealt[e.receiver] &= ~six
        self.dealt[e.giver] |= six
        if e.giver == self.seat:
            self.hand &= ~six
        if e.receiver == self.seat:
            self.hand |= six

    def _play(self, seat: int, card: Card) -> None:
        """A card goes from a hand onto the pile."""
        bit = 1 << card
        if not self.known[seat] & bit:
            self.dealt[seat] |= bit  # it never moved before
        self.known[seat] &= ~bit
        self.counts[seat] -= 1
        self.pile.append(card)
        if seat == self.seat:
            self.hand &= ~bit

    def _pick_up(self, e: ev.CardsPickedUp) -> None:
        self._move(e.seat, actions.PICK_UP, e.cards)
        del self.pile[e.rest :]
        self.counts[e.seat] += e.cards.bit_count()
        self.known[e.seat] |= e.cards
        if e.seat == self.seat:
            self.hand |= e.cards

    def _move(self, seat: int, action: Action, taken: CardSet = 0) -> None:
        self.covering = None
        self.moves.append(Move(seat, action, taken))
