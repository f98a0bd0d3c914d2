"""The narrator of Svoi Kozyri: one deal, its kernel state, and the events that tell its story.

Where the trump suits are picked (`trump_choice=choice`), the first deal of a session begins with that:
each player in turn declares a suit that is still free, from the dealer's left on, and only then are
cards dealt (C1, QC2). Until then there is no kernel state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shokha import events as ev
from shokha.actions import Action, ActionKind, Combination, declare, parse_action
from shokha.cards import Card
from shokha.errors import RuleViolation, TableError
from shokha.profile import RuleProfile
from shokha.svoi import refusals
from shokha.svoi.dealing import dealt_hands, sixes_given
from shokha.svoi.phases import Phase
from shokha.svoi.state import State
from shokha.svoi.view import SvoiView
from shokha.view import observations

SUITS = (Combination.SPADES, Combination.HEARTS, Combination.DIAMONDS, Combination.CLUBS)
"""What declares each suit, by the suit's number."""


@dataclass(frozen=True, slots=True)
class SvoiResult:
    """The end of one deal. `loser` is None for a draw; `out` lists who went out, in order."""

    loser: int | None
    reason: str
    """last_card, draw (C13), repetition or cap (QC15)."""
    out: tuple[int, ...]
    turns: int


class SvoiDeal:
    """One deal from the shuffle to the end.

    `deck` is the pack in dealing order: chance comes in from outside. `trumps` names each seat's suit;
    without it they are picked first. `standing` is the match's and only told on to the players.
    """

    def __init__(
        self,
        profile: RuleProfile,
        deck: Sequence[Card],
        *,
        dealer: int = 0,
        trumps: Sequence[int] | None = None,
        number: int = 1,
        standing: tuple[int, ...] = (),
    ) -> None:
        self.profile = profile
        self.deck = tuple(deck)
        self.peek = 0
        self.dealer = dealer
        self.number = number
        self.players = profile.players
        self.trumps = list(trumps) if trumps is not None else [-1] * self.players
        self.state: State | None = None
        self.events: list[ev.Event] = []
        self.actions: list[Action] = []
        self._order = [(dealer + i) % self.players for i in range(1, self.players + 1)]
        self._tell(
            ev.PackDealt(
                number,
                dealer,
                self._order[0],
                (1 << self.players) - 1,
                tuple(self.trumps),
                standing or (0,) * self.players,
                self.deck,
            )
        )
        if trumps is None:
            self._tell_turn()
        else:
            self._start()

    # -- reading ---------------------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """The seat in turn; None when the deal is over."""
        if self.state is None:
            return next(seat for seat in self._order if self.trumps[seat] < 0)
        return None if self.state.actor < 0 else self.state.actor

    @property
    def turn(self) -> int | None:
        """The seat whose turn everybody sees: always the actor."""
        return self.actor

    @property
    def is_over(self) -> bool:
        return self.state is not None and self.state.is_over

    @property
    def result(self) -> SvoiResult | None:
        """How the deal ended; None while it is running."""
        if self.state is None or not self.state.is_over:
            return None
        loser = None if self.state.loser < 0 else self.state.loser
        return SvoiResult(loser, self.state.reason, tuple(self.state.out_order()), self.state.turns)

    def legal_actions(self) -> list[Action]:
        """What `actor` may do, in a fixed order."""
        if self.state is None:
            return [declare(SUITS[suit]) for suit in range(4) if suit not in self.trumps]
        return [Action(a) for a in self.state.legal_actions()]

    def legal_for(self, seat: int | None) -> list[Action]:
        """What a seat may do now."""
        return self.legal_actions() if seat is not None and seat == self.actor else []

    @property
    def window_possible(self) -> bool:
        """Nobody ever declares out of turn here."""
        return False

    def asked(self) -> list[tuple[int, int]]:
        """Seats that could claim something out of turn: none."""
        return []

    def moves(self) -> list[Action]:
        """What the player in turn may do."""
        return self.legal_actions()

    def check(self, action: int) -> None:
        """Raise `RuleViolation` if the player in turn may not do this."""
        if self.state is None:
            if action not in self.legal_actions():
                raise self._no_pick(action)
        elif not self.state.is_legal(action):
            raise refusals.explain(self.state, action)

    def view(self, seat: int | None) -> SvoiView:
        """What a seat knows (None: the public), folded from its observations alone."""
        view = SvoiView.fold(self.profile, seat, observations(self.events, seat))
        view.legal = tuple(self.legal_for(seat))
        return view

    # -- playing ---------------------------------------------------------------------------------

    def play(self, action: int | str, seat: int | None = None) -> list[ev.Event]:
        """Play an action of `actor`, given as an int or as text; returns what happened.

        Raises `NotationError` (unreadable), `RuleViolation` (forbidden) or `TableError` (`seat` is
        given and it is not that seat's turn). Nothing changes then.
        """
        actor = self.actor
        if seat is not None and seat != actor:
            raise TableError("not_your_turn", "It is not your turn.")
        move = parse_action(action) if isinstance(action, str) else Action(action)
        self.check(move)
        before = len(self.events)
        self.actions.append(move)
        assert actor is not None
        if self.state is None:
            self._pick(actor, SUITS.index(move.combination))
        else:
            self._turn(self.state, actor, move)
        return self.events[before:]

    def _pick(self, seat: int, suit: int) -> None:
        self.trumps[seat] = suit
        self._tell(ev.TrumpPicked(seat, suit))
        if -1 in self.trumps:
            self._tell_turn()
        else:
            self._start()

    def _turn(self, state: State, seat: int, move: Action) -> None:
        pile = state.pile_cards()
        state.play(move)
        match move.kind:
            case ActionKind.LEAD:
                self._tell(ev.CardLed(seat, move.payload.bit_length() - 1))
            case ActionKind.COVER:
                self._tell(ev.CardCovered(seat, move.cover))
                if move.lead_after is not None:
                    self._tell(ev.CardLed(seat, move.lead_after))
            case _:
                self._tell(ev.CardsPickedUp(seat, sum(1 << card for card in pile[state.size :]), state.size))
        if not state.count_of(seat):
            self._tell(ev.WentOut(seat))
        self._tell_turn()

    # -- telling ---------------------------------------------------------------------------------

    def _tell(self, event: ev.Event) -> None:
        self.events.append(event)

    def _start(self) -> None:
        """Deal, give the sixes to their owners (C4), and let the dealer's left begin (C5)."""
        settings = self.profile.settings
        self.state = State(settings, self.deck, self.dealer, self.trumps)
        hands = dealt_hands(settings, self.deck, self.dealer, self.trumps)
        for seat in self._order:
            self._tell(ev.CardsDealt(seat, hands[seat].bit_count(), hands[seat], False))
        if settings.exchange_sixes:
            for giver, owner, six in sixes_given(hands, self.trumps):
                self._tell(ev.SixGiven(giver, owner, six))
        self._tell_turn()

    def _tell_turn(self) -> None:
        if self.actor is not None:
            self._tell(ev.PileTurnBegan(self.actor, self.state is not None and self.state.phase == Phase.LEAD))
        elif self.state is not None:
            self._tell(ev.PileDealEnded(-1, self.state.loser, self.state.reason))

    def _no_pick(self, action: int) -> RuleViolation:
        if Action(action).kind is ActionKind.DECLARE and action & 255 in SUITS:
            return RuleViolation("suit_taken", "C1", "Somebody has that suit already: pick another one.")
        names = ", ".join(str(a) for a in self.legal_actions())
        return RuleViolation("pick_first", "C1 QC2", f"First pick your trump suit: {names}.")
