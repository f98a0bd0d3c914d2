"""The narrator of Besicovitch's game: one deal, its kernel state, and the events that tell its story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shokha import events as ev
from shokha.actions import Action, ActionKind, parse_action
from shokha.besicovitch.pack import TRUMPS, mirror_deal, pack_of
from shokha.besicovitch.phases import Ending, Phase
from shokha.besicovitch.state import State
from shokha.besicovitch.view import BesicovitchView
from shokha.cards import Card, card_set
from shokha.errors import TableError
from shokha.game import BaseDeal
from shokha.profile import RuleProfile
from shokha.view import observations


@dataclass(frozen=True, slots=True)
class BesicovitchResult:
    """The end of one deal. `winner` and `loser` are None for a draw."""

    winner: int | None
    loser: int | None
    reason: str
    """last_card, repetition or cap (Z5, QZ6)."""
    turns: int


class BesicovitchDeal(BaseDeal):
    """One deal from the shuffle to the end.

    `deck` is the shuffled pack: its first half goes to the dealer, who keeps what is of his suits; the rest follows by
    the mirror (Z3). Chance comes in from outside. `leader` starts (QZ2). `standing` is the match's and only told on.
    """

    state: State

    def __init__(
        self,
        profile: RuleProfile,
        deck: Sequence[Card],
        *,
        dealer: int = 0,
        leader: int = 0,
        number: int = 1,
        standing: tuple[int, ...] = (0, 0),
    ) -> None:
        cards = profile.settings.cards
        if card_set(deck) != pack_of(cards) or len(deck) != cards:
            raise ValueError(f"the deck must hold each of the {cards} cards once")
        if dealer not in (0, 1):
            raise ValueError("the dealer is seat 0 or seat 1")
        self.profile = profile
        self.deck = tuple(deck)
        self.peek = 0
        self.dealer = dealer
        self.number = number
        hands = mirror_deal(card_set(deck[: cards // 2]), cards, dealer)
        self.state = State(profile.settings, hands, leader)
        self.actions: list[Action] = []
        self.events: list[ev.Event] = [
            ev.PackDealt(number, dealer, leader, 0b11, tuple(map(int, TRUMPS)), standing, self.deck)
        ]
        for seat in (dealer, 1 - dealer):
            self._tell(ev.CardsDealt(seat, hands[seat].bit_count(), hands[seat], True))
        self._tell_turn()

    # -- reading ---------------------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """The seat in turn; None when the deal is over."""
        return None if self.state.actor < 0 else self.state.actor

    @property
    def turn(self) -> int | None:
        """The seat whose turn everybody sees: always the actor."""
        return self.actor

    @property
    def is_over(self) -> bool:
        return bool(self.state.is_over)

    @property
    def result(self) -> BesicovitchResult | None:
        """How the deal ended; None while it is running."""
        if not self.is_over:
            return None
        winner = None if self.state.winner < 0 else self.state.winner
        loser = None if winner is None else 1 - winner
        return BesicovitchResult(winner, loser, Ending(self.state.ending).name.lower(), self.state.turns)

    def legal_actions(self) -> list[Action]:
        """What `actor` may do, in a fixed order."""
        return self.moves()

    def legal_for(self, seat: int | None) -> list[Action]:
        """What a seat may do now."""
        return self.moves() if seat is not None and seat == self.actor else []

    def view(self, seat: int | None) -> BesicovitchView:
        """What a seat knows, which is everything (Z1), folded from its observations."""
        view = BesicovitchView.fold(self.profile, seat, observations(self.events, seat))
        view.legal = tuple(self.legal_for(seat))
        return view

    # -- playing ---------------------------------------------------------------------------------

    def play(self, action: int | str, seat: int | None = None) -> list[ev.Event]:
        """Play an action of `actor`, given as an int or as text; returns what happened.

        Raises `NotationError` (unreadable), `RuleViolation` (forbidden) or `TableError` (`seat` is
        given and it is not that seat's turn). Nothing changes then.
        """
        if seat is not None and seat != self.actor:
            raise TableError("not_your_turn", "It is not your turn.")
        move = parse_action(action) if isinstance(action, str) else Action(action)
        before, actor, pile = len(self.events), self.state.actor, self.state.pile
        self.state.play(move)
        self.actions.append(move)
        match move.kind:
            case ActionKind.LEAD:
                self._tell(ev.CardLed(actor, move.payload.bit_length() - 1))
            case ActionKind.COVER:
                self._tell(ev.CardCovered(actor, move.cover))
                if move.lead_after is not None:
                    self._tell(ev.CardLed(actor, move.lead_after))
            case _:
                self._tell(ev.CardsPickedUp(actor, pile, 0))
        if self.state.winner >= 0:
            self._tell(ev.WentOut(actor))
        self._tell_turn()
        return self.events[before:]

    # -- telling ---------------------------------------------------------------------------------

    def _tell(self, event: ev.Event) -> None:
        self.events.append(event)

    def _tell_turn(self) -> None:
        result = self.result
        if result is None:
            self._tell(ev.PileTurnBegan(self.state.actor, self.state.phase == Phase.LEAD))
        else:
            loser = -1 if result.loser is None else result.loser
            self._tell(ev.PileDealEnded(self.state.winner, loser, result.reason))
