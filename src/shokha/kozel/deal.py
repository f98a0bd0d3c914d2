"""The narrator of Kozel: one deal, its kernel state, and the events that tell its story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shokha import events as ev
from shokha.actions import Action, ActionKind, Combination, parse_action
from shokha.cards import Card, points_of
from shokha.errors import TableError
from shokha.game import BaseDeal
from shokha.kozel.phases import Phase
from shokha.kozel.scoring import sides
from shokha.kozel.state import State
from shokha.kozel.view import KozelView
from shokha.profile import RuleProfile
from shokha.view import observations


@dataclass(frozen=True, slots=True)
class KozelResult:
    """The end of one deal. Tuples run over the sides (`scoring.sides`)."""

    points: tuple[int, ...]
    tricks: tuple[int, ...]
    last_winner: int
    """Seat that won the last trick; -1 when none was played."""
    pot_winner: int | None
    """Seat that took the pot by Bura or four aces."""
    is_void: bool


class KozelDeal(BaseDeal):
    """One deal from the shuffle to the count.

    `deck` is the pack in dealing order and `peek` the place in the stock of the card shown from the
    middle: chance comes in from outside. `standing`, `factor` and `pot` are the match's and only
    told on to the players.
    """

    def __init__(
        self,
        profile: RuleProfile,
        deck: Sequence[Card],
        *,
        dealer: int = 0,
        leader: int | None = None,
        seats: int | None = None,
        peek: int = 0,
        number: int = 1,
        standing: tuple[int, ...] = (),
        factor: int = 1,
        pot: int = 0,
    ) -> None:
        self.profile = profile
        self.deck = tuple(deck)
        self.peek = peek if profile.settings.trump_mode == "peek_middle" else 0
        self.number = number
        self.state = State(profile.settings, deck, dealer, leader, seats, peek)
        self.sides = sides(profile.settings)
        self._captured = 0
        self.events: list[ev.Event] = []
        self.actions: list[Action] = []
        first = self.state.next_seat(dealer) if leader is None else leader
        self._tell(
            ev.DealStarted(
                number,
                dealer,
                first,
                self.state.seats,
                self.state.stock_len,
                standing,
                factor,
                pot,
                self.deck,
                self.peek,
            )
        )
        self._tell_deal(dealer)

    # -- reading ---------------------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """The seat that the rules ask now; None when the deal is over."""
        return None if self.state.actor < 0 else self.state.actor

    @property
    def turn(self) -> int | None:
        """The seat whose turn everybody sees (X27)."""
        return None if self.state.turn < 0 else self.state.turn

    @property
    def is_over(self) -> bool:
        return bool(self.state.is_over)

    @property
    def result(self) -> KozelResult | None:
        """How the deal ended; None while it is running."""
        if not self.is_over:
            return None
        return KozelResult(
            self._by_side([points_of(self.state.taken_by(s)) for s in range(self.profile.players)]),
            self._by_side([self.state.tricks_of(s) for s in range(self.profile.players)]),
            self.state.last_winner,
            None if self.state.pot_winner < 0 else self.state.pot_winner,
            bool(self.state.is_void),
        )

    def legal_actions(self) -> list[Action]:
        """What `actor` may do, in a fixed order."""
        return [Action(a) for a in self.state.legal_actions()]

    def legal_for(self, seat: int | None) -> list[Action]:
        """What a seat may do as far as it can know: the asking of somebody else is not its business."""
        if seat is not None and seat == self.actor:
            return self.legal_actions()
        if seat is not None and seat == self.turn:
            return self.moves()
        return []

    @property
    def window_possible(self) -> bool:
        return bool(self.state.window_possible)

    def asked(self) -> list[tuple[int, int]]:
        return list(self.state.asked())

    def moves(self) -> list[Action]:
        return [Action(a) for a in self.state.legal_of_turn()]

    def check(self, action: int) -> None:
        later = self.state.copy()
        while later.asked():
            later.play(0)
        later.play(action)

    def view(self, seat: int | None) -> KozelView:
        """What a seat knows (None: the public), folded from its observations alone."""
        view = KozelView.fold(self.profile, seat, observations(self.events, seat))
        view.legal = tuple(self.legal_for(seat))
        return view

    # -- playing ---------------------------------------------------------------------------------

    def play(self, action: int | str, seat: int | None = None) -> list[ev.Event]:
        """Play an action of `actor`, given as an int or as text; returns what happened.

        Raises `NotationError` (unreadable), `RuleViolation` (forbidden) or `TableError` (`seat` is
        given and it is not that seat's turn). Nothing changes then.
        """
        state = self.state
        if seat is not None and seat != self.actor:
            raise TableError("not_your_turn", "It is not your turn.")
        move = parse_action(action) if isinstance(action, str) else Action(action)
        before, actor, phase = len(self.events), state.actor, Phase(state.phase)
        hand = state.hand(actor) if actor >= 0 else 0
        table = [(s, state.on_table(s), state.is_face_up(s)) for s in self._clockwise(state.lead_seat)]
        tricks, wins = state.trick_no, state.is_auto(move.payload) if move.kind is ActionKind.LEAD else False
        state.play(move)
        self.actions.append(move)
        match move.kind:
            case ActionKind.PASS:
                self._tell(ev.Passed(actor))
            case ActionKind.DECLARE:
                self._tell_declared(actor, move.combination, hand, phase, table)
            case ActionKind.LEAD:
                self._tell_led(actor, move.payload, wins)
            case ActionKind.BEAT:
                self._tell(ev.CardsBeat(actor, move.payload))
            case _:
                self._tell(ev.CardsDiscarded(actor, move.payload.bit_count(), move.payload))
        if state.trick_no > tricks:
            self._tell_taken()
        if move.kind is not ActionKind.PASS:
            self._tell_turn()
        self._tell_asked()
        return self.events[before:]

    # -- telling ---------------------------------------------------------------------------------

    def _tell(self, event: ev.Event) -> None:
        self.events.append(event)

    def _clockwise(self, first: int) -> list[int]:
        order, seat = [first], self.state.next_seat(first)
        while seat != first:
            order.append(seat)
            seat = self.state.next_seat(seat)
        return order

    def _by_side(self, by_seat: list[int]) -> tuple[int, ...]:
        return tuple(sum(v for s, v in enumerate(by_seat) if side >> s & 1) for side in self.sides)

    def _tell_deal(self, dealer: int) -> None:
        state = self.state
        hands = dict.fromkeys(self._clockwise(state.next_seat(dealer)), 0)
        order = list(hands)
        for i in range(4 * len(order)):
            hands[order[i % len(order)]] |= 1 << self.deck[i]
        for seat, cards in hands.items():
            self._tell(ev.CardsDealt(seat, 4, cards, False))
        drawn_last = state.turn_up >= 0
        self._tell(ev.TrumpTurned(state.turn_up if drawn_last else state.shown, state.trump, drawn_last))
        self._tell_turn()
        self._tell_asked()

    def _tell_turn(self) -> None:
        state = self.state
        if not state.is_over:
            self._tell(ev.TurnBegan(state.turn, state.size))
        elif state.is_void:
            self._tell(ev.DealVoided())
        elif state.pot_winner < 0:
            result = self.result
            assert result is not None
            piles = self._by_side([state.taken_by(s) for s in range(self.profile.players)])
            self._tell(ev.DealCounted(result.points, result.tricks, piles))

    def _tell_asked(self) -> None:
        if self.state.phase in (Phase.WINDOW, Phase.INTERRUPT):
            seat, combination = self.state.asked()[0]
            self._tell(ev.Asked(seat, Combination(combination)))

    def _tell_declared(
        self, seat: int, combination: Combination, hand: int, phase: Phase, table: list[tuple[int, int, bool]]
    ) -> None:
        if combination in (Combination.BURA, Combination.ACES):
            self._tell_pot(seat, combination, hand)
            return
        self._tell(ev.Declared(seat, combination, hand))
        if phase is Phase.INTERRUPT:
            for owner, cards, face_up in table:
                if cards:
                    self._tell(ev.CardsReturned(owner, cards.bit_count(), face_up, cards))
        settings = self.profile.settings
        effect = settings.moskva_effect if combination is Combination.MOSKVA else settings.molodka_effect
        if effect != "lead_only":
            self._tell_led(seat, hand, effect == "auto_win")

    def _tell_led(self, seat: int, cards: int, wins: bool) -> None:
        self._tell(ev.CardsLed(seat, cards, wins))
        if self.state.pot_winner >= 0:
            self._tell_pot(seat, Combination.BURA, cards)

    def _tell_pot(self, seat: int, combination: Combination, cards: int) -> None:
        trumps = 0x1FF << 9 * self.state.trump if combination is Combination.BURA else cards
        self._tell(ev.PotTaken(seat, combination, cards & trumps))

    def _tell_taken(self) -> None:
        state = self.state
        captured = sum(state.taken_by(s).bit_count() for s in range(self.profile.players))
        self._tell(ev.TrickTaken(state.last_winner, state.trick_no, captured - self._captured))
        self._captured = captured
        for seat, card in state.drawn():
            self._tell(ev.CardDrawn(seat, card, card == state.turn_up))
