"""Whole histories behind a view: a deck and all hidden discards, every consistent pair equally likely.

This walks slot by slot and throws away what the facts contradict, where `fates` counts: slower, but it
yields the deck order, so a sampled world can be played again from the shuffle. `replay` does that in
the kernel, with nothing but the view to go by.
"""

from __future__ import annotations

from dataclasses import dataclass

from shokha.actions import Combination, beat, declare, discard, lead
from shokha.cards import Card, CardSet, cards_of
from shokha.kozel.phases import Phase
from shokha.kozel.state import State, expected_pack
from shokha.kozel.view import KozelView, Step
from shokha.rng import Rng

PASS = 0

_Slots = tuple[list[Card | None], list[list[int]]]
"""The cards of a seat's slots (None: without a fact) and the slots of each hidden discard."""


@dataclass(frozen=True, slots=True)
class History:
    """Chance's and the players' hidden part of a deal up to now.

    `discards[seat]` are the seat's hidden discards in order, without those that were returned (B8).
    """

    deck: tuple[Card, ...]
    peek: int
    discards: tuple[tuple[CardSet, ...], ...]


class Histories:
    """The histories consistent with one view of a running deal."""

    def __init__(self, view: KozelView) -> None:
        self.view = view
        n = view.profile.players
        self.order = [(view.dealer + i) % n for i in range(1, n + 1) if view.seats >> (view.dealer + i) % n & 1]
        self.pack = expected_pack(view.profile.settings, len(self.order))
        self.hidden = [seat for seat in self.order if seat != view.seat]
        self.logs = {seat: [*view.log[seat]] for seat in self.order}
        self.drawers = self._drawers()

    def sample(self, rng: Rng) -> History:
        """One of them at random."""
        while True:
            slots = {seat: self._slots(seat, rng) for seat in self.order}
            history = self._complete(slots, rng)
            if history is not None:
                return history

    def _drawers(self) -> list[int]:
        """Who drew each card of the stock, in order: public (A19)."""
        counts = dict.fromkeys(self.order, 4)
        stock = self.pack.bit_count() - 4 * len(self.order)
        drawers: list[int] = []
        for trick in self.view.tricks:
            for play in trick.plays:
                counts[play.seat] -= play.count
            at = self.order.index(trick.winner)
            while len(drawers) < stock and min(counts.values()) < 4:
                seat = self.order[at % len(self.order)]
                if counts[seat] < 4:
                    counts[seat] += 1
                    drawers.append(seat)
                at += 1
        return drawers

    # -- one seat --------------------------------------------------------------------------------

    def _slots(self, seat: int, rng: Rng) -> _Slots:
        if seat == self.view.seat:
            return self._own_slots(rng)
        while True:
            cards: list[Card | None] = []
            discards: list[list[int]] = []
            held: list[int] = []
            if all(self._follow(step, i, seat, cards, held, discards, rng) for i, step in enumerate(self.logs[seat])):
                return cards, discards

    def _own_slots(self, rng: Rng) -> _Slots:
        cards: list[Card | None] = []
        discards: list[list[int]] = []
        for step in self.logs[self.view.seat or 0]:
            if step.kind in ("draw", "got"):
                drawn = [*cards_of(step.cards)]
                rng.shuffle(drawn)
                cards += drawn
            elif step.kind == "down":
                discards.append([cards.index(card) for card in cards_of(step.cards)])
        return cards, discards

    def _follow(
        self,
        step: Step,
        number: int,
        seat: int,
        cards: list[Card | None],
        held: list[int],
        discards: list[list[int]],
        rng: Rng,
    ) -> bool:
        """Carry one step out at random; False when it contradicts what was chosen before.

        Slots that later facts need stay out of every choice. There are equally many of them in every
        consistent history, so this cuts failures and no history is favoured.
        """
        if step.kind in ("draw", "got"):
            held += range(len(cards), len(cards) + step.count)
            cards += [None] * step.count if step.kind == "draw" else [step.cards.bit_length() - 1]
            return True
        needed = [i for i in held if cards[i] is not None and self._is_needed(seat, cards[i], number)]
        if step.kind == "down":
            loose = [i for i in held if i not in needed]
            rng.shuffle(loose)
            gone = loose[: step.count]
            discards.append(gone)
            held[:] = [i for i in held if i not in gone]
            return len(gone) == step.count
        open_slots = [i for i in held if cards[i] is None or not (step.cards >> (cards[i] or 0) & 1 or i in needed)]
        rng.shuffle(open_slots)
        for card in cards_of(step.cards):
            if card in cards:
                if cards.index(card) not in held:
                    return False
            elif not open_slots or cards[open_slots[-1]] is not None:
                return False
            else:
                cards[open_slots.pop()] = card
        if step.kind == "up":
            held[:] = [i for i in held if not step.cards >> (cards[i] or 0) & 1 or cards[i] is None]
        return step.kind != "all" or all(cards[i] is not None and step.cards >> (cards[i] or 0) & 1 for i in held)

    def _is_needed(self, seat: int, card: Card | None, number: int) -> bool:
        """Must this pinned card still be in the hand at a later step?"""
        return any(
            step.kind not in ("draw", "got") and step.cards >> (card or 0) & 1 for step in self.logs[seat][number + 1 :]
        )

    # -- all together ------------------------------------------------------------------------------

    def _complete(self, slots: dict[int, _Slots], rng: Rng) -> History | None:
        """Fill the slots without a fact; None when the shown card fell into somebody's first four (X21)."""
        view = self.view
        placed = {card for cards, _ in slots.values() for card in cards if card is not None}
        if view.turn_up is not None:
            placed.add(view.turn_up)
        rest = [card for card in cards_of(self.pack) if card not in placed]
        rng.shuffle(rest)
        hands = {seat: [rest.pop() if c is None else c for c in cards] for seat, (cards, _) in slots.items()}
        first = [hands[seat][i] for i in range(4) for seat in self.order]
        at = dict.fromkeys(self.order, 4)
        stock = []
        for seat in self.drawers:
            stock.append(hands[seat][at[seat]])
            at[seat] += 1
        stock += rest
        if view.turn_up is not None:
            deck = [*first, view.turn_up, *(card for card in stock if card != view.turn_up)]
        elif view.shown in stock:
            deck = [*first, *stock]
        else:
            return None
        discards: list[tuple[CardSet, ...]] = [()] * view.profile.players
        for seat, (_, gone) in slots.items():
            discards[seat] = tuple(sum(1 << hands[seat][i] for i in group) for group in gone)
        return History(tuple(deck), 0 if view.shown is None else stock.index(view.shown), tuple(discards))


def replay(view: KozelView, history: History) -> State:
    """The kernel's state at the view's moment if the hidden part was `history`.

    Windows count as passed up to the viewer's own question, if it is asked something: nobody else can
    tell. A Molodka out of turn (B8) is declared before the lead instead, which leads to the same.
    """
    leads = [trick.plays[0].seat for trick in view.tricks] + [play.seat for play in view.trick[:1]]
    leader = leads[0] if leads else view.leader
    state = State(view.profile.settings, history.deck, view.dealer, leader, view.seats, history.peek)
    hidden = [iter(groups) for groups in history.discards]
    for plays in (*(trick.plays for trick in view.tricks), view.trick):
        for i, play in enumerate(plays):
            if i == 0:
                _lead(state, play.seat, play.cards)
                continue
            _close(state)
            state.play(beat(play.cards) if play.face_up else discard(next(hidden[play.seat])))
    if not view.trick and view.turn is not None and state.turn != view.turn:
        _declare(state, view.turn)
    while state.phase in (Phase.WINDOW, Phase.INTERRUPT) and (view.asked is None or state.actor != view.seat):
        state.play(PASS)
    return state


def _close(state: State) -> None:
    while state.phase in (Phase.WINDOW, Phase.INTERRUPT):
        state.play(PASS)


def _lead(state: State, seat: int, cards: CardSet) -> None:
    """Lead, after a declaration where the lead would not be this seat's or not be legal without."""
    if state.phase == Phase.WINDOW and (state.leader != seat or lead(cards) not in state.legal_of_turn()):
        _declare(state, seat)
    _close(state)
    if state.phase == Phase.LEAD:
        state.play(lead(cards))


def _declare(state: State, seat: int) -> None:
    while state.actor != seat:
        state.play(PASS)
    state.play(declare(Combination(state.asked()[0][1])))
