"""A deal as one audience saw it, put together again from its redacted record.

There is no kernel state behind it, for most cards are unknown. What everybody can see is checked:
whose turn it is, how many cards, one suit in a lead, a complete pairing, no card in two places, the
viewer's own hand, and that the count adds up.
"""

from __future__ import annotations

import re
from typing import Any

from shokha import events as ev
from shokha.actions import ActionKind, Combination, parse_action
from shokha.cards import Card, CardSet, format_cards, parse_cards, points_of, suit_of
from shokha.errors import NotationError
from shokha.kozel.deal import KozelResult
from shokha.kozel.scoring import side_of, sides
from shokha.kozel.view import KozelView
from shokha.profile import RuleProfile
from shokha.recording import Line

_SHOWN = re.compile(r"([1-5])!(molodka|moskva|bura|aces)\(([^()]+)\)")
_ASKED = re.compile(r"([1-5])\?(molodka|moskva|bura|aces)")
_HIDDEN = re.compile(r"_([1-4])")


class SeenDeal:
    """One deal out of observations. `seat` is the viewer, None for the public.

    `start` are the observations of the dealing, `state` a kernel that knows the rules and the trump
    but not the cards, `stock` the cards of the stock in drawing order as far as they were seen.
    """

    def __init__(
        self, profile: RuleProfile, seat: int | None, start: list[ev.Event], state: Any, stock: list[Card | None]
    ) -> None:
        self.profile = profile
        self.seat = seat
        self.rules = state
        self.events = list(start)
        self.number = next(e.number for e in start if isinstance(e, ev.DealStarted))
        self.view_of_start = self.view(seat)
        self.hand: CardSet = self.view_of_start.hand
        self.counts = list(self.view_of_start.counts)
        self.stock = stock
        self.drawn = 0
        self.leader = self.lead_seat = self.view_of_start.leader
        """Who leads, and whose lead it was before anybody declared."""
        self.turn: int | None = self.leader
        self.table: list[ev.CardsReturned] = []
        """The running trick, as the cards would be returned."""
        self.size = 0
        self.master, self.master_cards = self.leader, 0
        self.wins = self.closed = self.grabbed = False
        self.trick_no = 0
        self.won = [0] * profile.players
        self.captured = [0] * profile.players
        self.piles_up = [0] * profile.players
        self.own_down: list[tuple[CardSet, int]] = []
        self.gone: CardSet = 0
        """Cards that lie face up in captures or were discarded by the viewer."""
        self.pot_winner: int | None = None
        self.last_winner = -1
        self.counted: ev.DealCounted | None = None
        self.is_void = bool(state.is_void)

    # -- reading ---------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.is_void or self.pot_winner is not None or self.counted is not None

    @property
    def is_played(self) -> bool:
        """Are all hands empty, so that only the count is missing?"""
        return not any(self.counts) and not self.table

    @property
    def result(self) -> KozelResult | None:
        """How the deal ended, as a match wants it; None while it is running."""
        if not self.is_over:
            return None
        n = len(sides(self.profile.settings))
        points = self.counted.points if self.counted else (0,) * n
        tricks = self.counted.tricks if self.counted else (0,) * n
        return KozelResult(points, tricks, self.last_winner, self.pot_winner, self.is_void)

    def view(self, seat: int | None) -> KozelView:
        """What the viewer knew; nobody else's knowledge is in it."""
        if seat != self.seat:
            raise NotationError("This record was written for another seat.")
        return KozelView.fold(self.profile, seat, self.events)

    # -- playing ---------------------------------------------------------------------------------

    def play_token(self, token: str) -> None:
        """Add what one word of a trick's line says. Raises `NotationError`."""
        if self.is_over or self.is_played:
            raise NotationError("The deal is over.")
        if asked := _ASKED.fullmatch(token):
            seat = int(asked[1]) - 1
            self._need(seat == self.seat, f"Seat {seat + 1}'s being asked is nobody else's business.")
            self.events.append(ev.Asked(seat, Combination[asked[2].upper()]))
        elif shown := _SHOWN.fullmatch(token):
            self._declare(int(shown[1]) - 1, Combination[shown[2].upper()], parse_cards(shown[3]))
        else:
            self._play(token)

    def count(self, line: Line) -> None:
        """The count at the end, with the captures of each side face up. Raises `RecordError`."""
        if not self.is_played or self.is_over:
            raise line.fault("Nothing is counted before all cards are played.")
        piles = tuple(0 if part == "-" else parse_cards(part) for part in line.fields.get("piles", "").split("/"))
        n = len(sides(self.profile.settings))
        whole = 0
        for pile in piles:
            whole += pile
        if len(piles) != n or whole != self.rules.pack or sum(p.bit_count() for p in piles) != whole.bit_count():
            raise line.fault("piles= does not hold each card of the pack once.")
        for side in range(n):
            own = [s for s in range(self.profile.players) if side_of(self.profile.settings, s) == side]
            known = sum(self.piles_up[s] for s in own)
            known |= sum(cards for cards, winner in self.own_down if winner in own)
            if known & ~piles[side] or piles[side].bit_count() != sum(self.captured[s] for s in own):
                raise line.fault(f"piles= contradicts the tricks of side {side + 1}.")
        tricks = tuple(
            sum(self.won[s] for s in range(self.profile.players) if side_of(self.profile.settings, s) == side)
            for side in range(n)
        )
        self.counted = ev.DealCounted(tuple(points_of(pile) for pile in piles), tricks, piles)
        self.events.append(self.counted)
        self.turn = None

    def _need(self, condition: bool, message: str) -> None:
        if not condition:
            raise NotationError(message)

    def _next(self, seat: int) -> int:
        return int(self.rules.next_seat(seat))

    # -- declaring -------------------------------------------------------------------------------

    def _declare(self, seat: int, combination: Combination, cards: CardSet) -> None:
        name, settings = combination.name.lower(), self.profile.settings
        self._need(bool(self.rules.seats >> seat & 1), f"Seat {seat + 1} sits out.")
        self._show(seat, cards)
        if combination in (Combination.BURA, Combination.ACES):
            self._claim(seat, combination, cards)
            return
        rules = self.rules
        right = rules.is_moskva(cards) if combination is Combination.MOSKVA else rules.is_molodka(cards)
        effect = settings.moskva_effect if combination is Combination.MOSKVA else settings.molodka_effect
        known = rules.declarations and effect != "none" and (self.trick_no or rules.on_initial)
        self._need(bool(right and known), f"{format_cards(cards)} is no {name} here.")
        self._need(self.counts[seat] == 4, f"Seat {seat + 1} does not hold four cards.")
        self._need(not self.grabbed, "The lead has been taken by a declaration already.")
        if self.table:
            may = rules.declarations == 2 and not self.closed and combination is Combination.MOLODKA
            self._need(may, f"{name.capitalize()} can no longer be declared: the trick has begun (A23).")
        self.events.append(ev.Declared(seat, combination, cards))
        self._take_back()
        self.leader = seat
        if effect == "lead_only":
            self.grabbed, self.turn = True, seat
            self.events.append(ev.TurnBegan(seat, 0))
        else:
            self._lead(seat, cards, effect == "auto_win")

    def _claim(self, seat: int, combination: Combination, cards: CardSet) -> None:
        rules = self.rules
        if combination is Combination.ACES:
            right = rules.aces and cards == sum(1 << 9 * s + 8 for s in range(4))
        else:
            right = rules.bura and rules.bura_any and self._trumps(cards) == cards.bit_count() >= 3
        in_turn = seat == self.leader and combination is Combination.ACES
        self._need(bool(right and not self.table and (in_turn or rules.bura_any)), "This takes no pot here (QM4, QM5).")
        self.events.append(ev.PotTaken(seat, combination, cards))
        self.pot_winner, self.turn = seat, None

    def _take_back(self) -> None:
        """An out-of-turn Molodka sends the cards on the table back (B8)."""
        for returned in self.table:
            self.events.append(returned)
            self.counts[returned.seat] += returned.count
            if returned.seat == self.seat:
                self.hand |= returned.cards
                self.own_down = [entry for entry in self.own_down if entry[0] != returned.cards]
            self.gone &= ~returned.cards
        self.table = []

    def _trumps(self, cards: CardSet) -> int:
        return (cards & 0x1FF << 9 * self.rules.trump).bit_count() if self.rules.trump >= 0 else 0

    # -- the trick -------------------------------------------------------------------------------

    def _play(self, token: str) -> None:
        assert self.turn is not None
        seat = self.turn
        hidden = _HIDDEN.fullmatch(token)
        if hidden:
            self._need(seat != self.seat, f"Seat {seat + 1}'s own discards are known: {token}.")
            self._reply(seat, False, int(hidden[1]), 0)
            return
        move = parse_action(token)
        if move.kind is ActionKind.LEAD:
            self._need(not self.table, "Say which: ^ beats face up, _ discards face down (A15).")
            self._show(seat, move.cards)
            self._check_lead(seat, move.cards)
            self._lead(seat, move.cards, bool(self.rules.is_auto(move.cards)))
        elif move.kind in (ActionKind.BEAT, ActionKind.DISCARD):
            if move.kind is ActionKind.DISCARD:
                self._need(seat == self.seat, f"Nobody else sees what seat {seat + 1} discards.")
            self._show(seat, move.cards)
            self._reply(seat, move.kind is ActionKind.BEAT, move.cards.bit_count(), move.cards)
        else:
            raise NotationError(f"{token} is no play of a trick.")

    def _show(self, seat: int, cards: CardSet) -> None:
        """Could these cards be in this hand?"""
        own = self.hand if seat == self.seat else 0
        if seat == self.seat:
            self._need(not cards & ~own, f"You do not hold {format_cards(cards & ~own)} (A10).")
        turn_up = 1 << self.rules.turn_up if self.rules.turn_up >= 0 and self.drawn < len(self.stock) else 0
        away = self.gone | turn_up | (self.hand if seat != self.seat else 0) | ~self.rules.pack
        self._need(not cards & away, f"{format_cards(cards & away & (1 << 36) - 1)} is somewhere else.")

    def _check_lead(self, seat: int, cards: CardSet) -> None:
        rules, size = self.rules, cards.bit_count()
        plain = cards & ~1 if rules.joker else cards
        if rules.is_auto(cards) or (rules.bura and self._trumps(cards) == size == 3):
            return
        suits = {suit_of(card) for card in range(36) if plain >> card & 1}
        self._need(len(suits) <= 1, f"A lead is of one suit, and {format_cards(cards)} is not (A10).")
        self._need(bool(rules.sizes >> size & 1), f"{size} cards may not be led here (QM1).")
        others = [count for s, count in enumerate(self.counts) if s != seat and count]
        capped = rules.cap_lead and size > min(others, default=4) and not (rules.bura and self._trumps(cards) >= 3)
        self._need(not capped, f"Another player holds fewer than {size} cards (QD13).")

    def _lead(self, seat: int, cards: CardSet, wins: bool) -> None:
        rules = self.rules
        self.size, self.wins, self.lead_seat, self.leader = cards.bit_count(), wins, seat, seat
        self.closed = wins or (self.size == 4 and bool(rules.is_molodka(cards)))
        self.closed |= not (self.trick_no or rules.on_initial)
        self.grabbed = False
        self.events.append(ev.CardsLed(seat, cards, wins))
        self._put(seat, self.size, True, cards)
        if rules.bura and self._trumps(cards) >= 3:
            trumps = cards & 0x1FF << 9 * rules.trump
            self.events.append(ev.PotTaken(seat, Combination.BURA, trumps))
            self.pot_winner, self.turn = seat, None
        else:
            self._go_on(seat)

    def _reply(self, seat: int, face_up: bool, size: int, cards: CardSet) -> None:
        self._need(bool(self.table), "You are on lead: play at least one card (A20).")
        whole_hand = self.wins or self.counts[seat] < self.size
        owed = self.counts[seat] if whole_hand else self.size
        self._need(size == owed, f"Seat {seat + 1} must play {owed} cards here, not {size} (A11).")
        if face_up:
            beats = not whole_hand and self.rules.pairs_up(cards, self.master_cards)
            self._need(bool(beats), f"{format_cards(cards)} does not beat {format_cards(self.master_cards)} (A14).")
            self.events.append(ev.CardsBeat(seat, cards))
        else:
            self.events.append(ev.CardsDiscarded(seat, size, cards))
        self._put(seat, size, face_up, cards)
        self._go_on(seat)

    def _put(self, seat: int, size: int, face_up: bool, cards: CardSet) -> None:
        self._need(size <= self.counts[seat], f"Seat {seat + 1} does not hold {size} cards.")
        self.table.append(ev.CardsReturned(seat, size, face_up, cards))
        self.counts[seat] -= size
        self.gone |= cards
        if seat == self.seat:
            self.hand &= ~cards
        if face_up:
            self.master, self.master_cards = seat, cards

    def _go_on(self, seat: int) -> None:
        """The next player with cards answers, or the trick is taken (A17)."""
        following = self._next(seat)
        while following != self.lead_seat and not self.counts[following]:
            following = self._next(following)
        if following != self.lead_seat:
            self.turn = following
            self.events.append(ev.TurnBegan(following, self.size))
            return
        self._take()

    def _take(self) -> None:
        winner = self.master
        self.won[winner] += 1
        self.trick_no += 1
        self.last_winner = winner
        count = sum(play.count for play in self.table)
        self.captured[winner] += count
        for play in self.table:
            if play.face_up:
                self.piles_up[winner] |= play.cards
            elif play.seat == self.seat:
                self.own_down.append((play.cards, winner))
        self.events.append(ev.TrickTaken(winner, self.trick_no, count))
        self.table, self.size, self.master_cards, self.wins, self.closed = [], 0, 0, False, False
        self._draw(winner)
        seat = winner
        for _ in range(5):
            if self.counts[seat]:
                break
            seat = self._next(seat)
        self.leader = self.lead_seat = self.master = seat
        self.turn = seat
        if any(self.counts):
            self.events.append(ev.TurnBegan(seat, 0))

    def _draw(self, seat: int) -> None:
        """Refill one card at a time clockwise (A19)."""
        playing = [s for s in range(self.profile.players) if self.rules.seats >> s & 1]
        while self.drawn < len(self.stock) and any(self.counts[s] < 4 for s in playing):
            if self.counts[seat] < 4:
                card = self.stock[self.drawn]
                opened = self.rules.turn_up >= 0 and self.drawn == len(self.stock) - 1
                seen = card if opened or seat == self.seat else None
                if seat == self.seat:
                    self._need(card is not None, f"The deck does not tell which card seat {seat + 1} drew.")
                    self.hand |= 1 << (card or 0)
                self.events.append(ev.CardDrawn(seat, seen, opened))
                self.counts[seat] += 1
                self.drawn += 1
            seat = self._next(seat)
