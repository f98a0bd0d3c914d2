"""What one seat knows of a deal of Besicovitch's game: everything, for nothing is hidden (Z1).

Still it is a fold over observations like every view, so tables, bots and screens treat it alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from shokha import actions
from shokha import events as ev
from shokha.actions import Action
from shokha.besicovitch.state import State
from shokha.cards import Card, CardSet
from shokha.profile import RuleProfile


class Move(NamedTuple):
    """One turn. `taken` are the cards picked up, 0 for other actions."""

    seat: int
    action: Action
    taken: CardSet


@dataclass(slots=True)
class BesicovitchView:
    """Everything about a deal. `seat` is whose view it is, None for the public. Lists run over the seats."""

    profile: RuleProfile
    seat: int | None
    number: int = 0
    dealer: int = 0
    seats: int = 0b11
    standing: tuple[int, ...] = (0, 0)
    """Lost deals by seat before this one."""
    trumps: list[int] = field(default_factory=lambda: [0, 1])
    leader: int = 0
    turn: int | None = None
    free: bool = False
    """The table is empty and the player in turn leads."""
    dealt: list[CardSet] = field(default_factory=lambda: [0, 0])
    """The hands as they were dealt."""
    hands: list[CardSet] = field(default_factory=lambda: [0, 0])
    pile: list[Card] = field(default_factory=list)
    """Bottom first."""
    moves: list[Move] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    winner: int | None = None
    loser: int | None = None
    reason: str = ""
    is_over: bool = False
    legal: tuple[Action, ...] = ()
    """What this seat may do now; filled in by whoever runs the deal."""
    covering: Card | None = None
    """A cover whose lead has not been told yet."""

    @classmethod
    def fold(cls, profile: RuleProfile, seat: int | None, observations: Iterable[ev.Event]) -> BesicovitchView:
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
    def hand(self) -> CardSet:
        """The seat's own cards; 0 for the public."""
        return 0 if self.seat is None else self.hands[self.seat]

    @property
    def counts(self) -> list[int]:
        """How many cards each seat holds."""
        return [hand.bit_count() for hand in self.hands]

    @property
    def top(self) -> Card | None:
        """The top of the pile."""
        return self.pile[-1] if self.pile else None

    def take_count(self) -> int:
        """How many cards the player in turn would pick up: all (Z4)."""
        return 0 if self.turn is None else len(self.pile)

    def look(self) -> list[Card]:
        """The pile, top first; nothing of it is hidden."""
        return self.pile[::-1]

    def state(self) -> State:
        """The kernel state of the deal so far, with all positions that have occurred (QZ6)."""
        state = State(self.profile.settings, (self.dealt[0], self.dealt[1]), self.leader)
        for move in self.moves:
            state.play(move.action)
        return state

    # -- folding ---------------------------------------------------------------------------------

    def see(self, e: ev.Event) -> None:
        """Add one observation."""
        match e:
            case ev.PackDealt():
                self.number, self.dealer, self.leader, self.seats = e.number, e.dealer, e.leader, e.seats
                self.standing, self.trumps = e.standing, list(e.trumps)
            case ev.CardsDealt():
                self.dealt[e.seat] = self.hands[e.seat] = e.cards
            case ev.PileTurnBegan():
                self.turn, self.free = e.seat, e.free
            case ev.CardCovered():
                self._put(e.seat, e.card)
                self.covering = e.card
                if not self.hands[e.seat]:
                    self._move(e.seat, actions.cover(e.card, None))
            case ev.CardLed():
                self._put(e.seat, e.card)
                covering = self.covering
                self._move(e.seat, actions.lead(1 << e.card) if covering is None else actions.cover(covering, e.card))
            case ev.CardsPickedUp():
                self._move(e.seat, actions.PICK_UP, e.cards)
                self.hands[e.seat] |= e.cards
                self.pile.clear()
            case ev.WentOut():
                self.out.append(e.seat)
            case ev.PileDealEnded():
                self.winner = None if e.winner < 0 else e.winner
                self.loser = None if e.loser < 0 else e.loser
                self.reason, self.is_over, self.turn, self.free = e.reason, True, None, False
            case _:
                pass

    def _put(self, seat: int, card: Card) -> None:
        self.hands[seat] &= ~(1 << card)
        self.pile.append(card)

    def _move(self, seat: int, action: Action, taken: CardSet = 0) -> None:
        self.covering = None
        self.moves.append(Move(seat, action, taken))
