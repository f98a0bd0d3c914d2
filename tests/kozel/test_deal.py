"""The narrator: its events tell exactly what the kernel did, and its public surface keeps windows private."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import Start, starts
from tests.vectors.scene import Product, build, perform

import shokha
from shokha import events as ev
from shokha.actions import Action, ActionKind
from shokha.cards import cards_of, parse_cards, points_of
from shokha.errors import NotationError, RuleViolation, TableError
from shokha.kozel.deal import KozelDeal
from shokha.kozel.phases import Phase
from shokha.profile import RuleProfile, load


class Retold:
    """A deal followed by its events alone: what lies where."""

    def __init__(self, players: int) -> None:
        self.hands, self.taken, self.table = ([0] * players for _ in range(3))
        self.tricks, self.up = [0] * players, [False] * players
        self.asked: int | None = None
        self.turn: int | None = None

    def hear(self, e: ev.Event) -> None:
        match e:
            case ev.CardsDealt():
                self.hands[e.seat] = e.cards
            case ev.CardsLed(seat, cards) | ev.CardsBeat(seat, cards):
                self.put(seat, cards, True)
            case ev.CardsDiscarded(seat, count, cards):
                assert count == cards.bit_count()
                self.put(seat, cards, False)
            case ev.CardsReturned(seat, count, face_up, cards):
                assert (cards, face_up, count) == (self.table[seat], self.up[seat], cards.bit_count())
                self.hands[seat] |= cards
                self.table[seat] = 0
            case ev.Declared(seat, _, cards):
                assert cards == self.hands[seat]
            case ev.TrickTaken(seat, number, count):
                assert count == sum(cards.bit_count() for cards in self.table)
                self.taken[seat] |= sum(self.table)
                self.table = [0] * len(self.table)
                self.tricks[seat] += 1
                assert number == sum(self.tricks)
            case ev.CardDrawn(seat, card, _):
                assert card is not None
                self.hands[seat] |= 1 << card
            case ev.Asked(seat, _):
                self.asked = seat
            case ev.Passed(seat):
                assert seat == self.asked
            case ev.TurnBegan(seat, _):
                self.turn = seat
            case _:
                pass

    def put(self, seat: int, cards: int, face_up: bool) -> None:
        assert cards and cards & ~self.hands[seat] == 0
        self.hands[seat] &= ~cards
        self.table[seat], self.up[seat] = cards, face_up


@settings(max_examples=120)
@given(starts(), st.integers(0, 2**32 - 1))
def test_events_tell_what_happened(start: Start, seed: int) -> None:
    profile = RuleProfile("trial", "trial", "kozel", None, "", "", start.settings, frozenset())
    rng = random.Random(seed)
    deal = KozelDeal(profile, start.deck, dealer=start.dealer, leader=start.leader, seats=start.seats, peek=start.peek)
    told, seats, heard = Retold(profile.players), range(profile.players), 0
    while True:
        for event in deal.events[heard:]:
            told.hear(event)
        heard, state = len(deal.events), deal.state
        assert told.hands == [state.hand(s) for s in seats]
        assert told.taken == [state.taken_by(s) for s in seats]
        assert told.tricks == [state.tricks_of(s) for s in seats]
        if deal.is_over:
            break
        assert told.table == [state.on_table(s) for s in seats]
        assert told.turn == deal.turn
        if state.phase in (Phase.WINDOW, Phase.INTERRUPT):
            assert told.asked == deal.actor
        events = deal.play(rng.choice(deal.legal_actions()))
        assert events == deal.events[heard:]
    result = deal.result
    assert result is not None
    counted = [e for e in deal.events if isinstance(e, ev.DealCounted)]
    if result.is_void:
        assert isinstance(deal.events[-1], ev.DealVoided) and not counted
    elif result.pot_winner is not None:
        last = deal.events[-1]
        assert isinstance(last, ev.PotTaken) and last.seat == result.pot_winner and not counted
        held = told.hands[last.seat] | told.table[last.seat]
        assert last.cards and last.cards & ~held == 0
    else:
        assert (counted[0].points, counted[0].tricks) == (result.points, result.tricks)
        assert [points_of(p) for p in counted[0].piles] == list(result.points) and sum(result.points) == 120


def test_a_window_is_private() -> None:
    """QA5, X27: the asked seat may declare; the leader may choose his lead meanwhile; nobody else notices."""
    deal = Product(build({"hands": {"P1": "9d8d", "P3": "7c8cQcAc"}})).deal
    assert (deal.actor, deal.turn, deal.asked()) == (2, 0, [(2, 1)])
    assert deal.window_possible
    assert [str(a) for a in deal.legal_for(2)] == ["-", "!molodka"]
    assert {a.kind for a in deal.legal_for(0)} == {ActionKind.LEAD} and deal.legal_for(0) == deal.moves()
    assert deal.legal_for(1) == [] and deal.legal_for(None) == []
    deal.check(Action(2 << 56 | parse_cards("9d8d")))
    with pytest.raises(RuleViolation):
        deal.check(Action(2 << 56 | parse_cards("9dAh")))
    assert deal.view(2).asked is not None and deal.view(0).asked is None and deal.view(None).turn == 0
    with pytest.raises(TableError):
        deal.play("9d8d", seat=0)
    deal.play("-", seat=2)
    assert deal.legal_for(0) == deal.legal_actions() == deal.moves()
    deal.play("9d8d")
    assert not deal.window_possible


def test_unreadable_text_changes_nothing() -> None:
    deal = shokha.deal("pairs", seed=7)
    before = deal.state.dump()
    for text in ("", "Xx", "^", "!nothing", "AhAh", "6d/"):
        with pytest.raises(NotationError):
            deal.play(text)
    assert deal.state.dump() == before and not deal.actions


def test_returned_cards_seen_and_unseen() -> None:
    """QB7: cards that lay face up stay known to all, a face-down one stays its owner's secret."""
    table = Product(
        build({"profile": "yard", "hands": {"P1": "9d6h7s8s", "P2": "6d7h9sJs", "P3": "7c8cQcAc", "P4": "6c7d8d8h"}})
    )
    perform(table, ["P3 -", "P1 9d", "P3 -", "P2 _6d", "P3 !molodka"])
    deal = table.deal
    for viewer in (0, 1, 2, 3, None):
        view = deal.view(viewer)
        nine, six = parse_cards("9d"), parse_cards("6d")
        assert view.known[0] & nine, "the nine was seen"
        assert bool(view.known[1] & six) == (viewer == 1)
        assert view.counts == [4, 4, 0, 4]
        assert view.known[2] == 0 and view.master_cards == parse_cards("7c8cQcAc")


def test_the_result_of_a_match_by_sides() -> None:
    """Three players of whom one is out: the tuples keep a place for him."""
    profile = load("trio")
    deal = KozelDeal(profile, list(range(36)), dealer=0, seats=0b101)
    rng = random.Random(3)
    while not deal.is_over:
        deal.play(rng.choice(deal.legal_actions()))
    result = deal.result
    assert result is not None and result.points[1] == result.tricks[1] == 0 and sum(result.points) == 120
    assert sum(1 for _ in cards_of(deal.state.taken_by(0) | deal.state.taken_by(2))) == 36
