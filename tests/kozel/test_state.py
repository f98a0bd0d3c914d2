"""What a state answers beside its rules: combinations, pairings, windows, whose turn is seen, other cards put in."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle.kozel_oracle import Oracle, is_molodka, is_moskva
from tests.oracle.kozel_oracle import card as pair
from tests.strategies import KOZEL_PROFILES, Start, random_start, rules_of, starts
from tests.vectors.scene import Product, build, perform

from shokha import load_profile
from shokha.cards import parse_cards
from shokha.kozel.phases import Phase
from shokha.kozel.state import State, card_beats, restore


@pytest.mark.parametrize("profile", ["pairs", "quartet", "yard", "pairs-no-shokha", "pairs-plain"])
def test_combinations(profile: str) -> None:
    """All 58,905 hands: 121 Moskvas and 756 Molodkas with shokha, 504 Molodkas without (QD22, QD24)."""
    rules = rules_of(profile)
    state = State(rules, list(range(36)), 0)
    moskvas = molodkas = 0
    for hand in combinations(range(36), 4):
        cards, group = [pair(c) for c in hand], sum(1 << c for c in hand)
        moskva, molodka = is_moskva(cards, rules.shokha), is_molodka(cards, rules.shokha)
        assert bool(state.is_moskva(group)) == moskva and bool(state.is_molodka(group)) == molodka
        auto = rules.declarations != "none" and rules.moskva_effect == "auto_win" and (moskva or molodka)
        assert bool(state.is_auto(group)) == auto
        moskvas += moskva
        molodkas += molodka
    assert (moskvas, molodkas) == ((121, 756) if rules.shokha else (69, 504))
    for group in (0, 0b111, 0x1F, (1 << 36) - 1):
        assert not state.is_moskva(group) and not state.is_molodka(group) and not state.is_auto(group)


@settings(max_examples=100)
@given(starts(), st.integers(0, 2**32 - 1))
def test_pairings(start: Start, seed: int) -> None:
    """A card's beaters and a complete pairing are the oracle's (A13, A14)."""
    rng = random.Random(seed)
    oracle, state = Oracle(*start.arguments), State(*start.arguments)
    for card in range(36):
        for other in range(36):
            right = oracle.beats(pair(card), pair(other))
            assert bool(state.beaters(other) >> card & 1) == right
            assert card_beats(start.settings.shokha, state.trump, card, other) == right
    for _ in range(60):
        cards = rng.sample(range(36), 8)
        ours, theirs = cards[: rng.randrange(1, 5)], cards[4 : 4 + rng.randrange(1, 5)]
        right = len(ours) == len(theirs) and oracle.can_take_over([pair(c) for c in ours], [pair(c) for c in theirs])
        assert bool(state.pairs_up(sum(1 << c for c in ours), sum(1 << c for c in theirs))) == right


def could_be_asked(oracle: Oracle) -> bool:
    """Whether a table has to hold a window before this lead: what everybody can see (X5, X17, X27)."""
    rules, counts = oracle.rules, [len(hand) for hand in oracle.hands.values()]
    declaring = rules.declarations != "none" and max(counts) == 4
    if oracle.trick_number == 0 and not rules.declare_on_initial_deal:
        declaring = False
    return oracle.phase in ("window", "lead") and (declaring or (rules.bura_any_time and max(counts) >= 3))


@settings(max_examples=100)
@given(starts(), st.integers(0, 2**32 - 1))
def test_what_the_table_sees(start: Start, seed: int) -> None:
    """An open window is not public: the turn stays the leader's or the next replier's, and so do his actions."""
    rng = random.Random(seed)
    oracle, state = Oracle(*start.arguments), State(*start.arguments)
    while not oracle.is_over:
        if not (oracle.phase == "lead" and oracle.declared_lead):
            assert state.window_possible == could_be_asked(oracle)
        later = oracle.clone()
        while later.phase in ("window", "interrupt"):
            later.play(0)
        assert state.turn == later.actor
        assert state.legal_of_turn() == later.legal()
        assert state.asked() == oracle.asking
        action = rng.choice(oracle.legal())
        oracle.play(action)
        state.play(action)
    assert state.turn == -1 and state.legal_of_turn() == [] and not state.window_possible


@pytest.mark.parametrize("profile", KOZEL_PROFILES)
def test_other_cards_put_in(profile: str) -> None:
    """`place`, `place_stock` and `ask_again` turn one deal into another of the same shape."""
    rng = random.Random(profile)
    rules = load_profile(profile).settings
    for _ in range(10):
        one, two = (State(*random_start(rules, rng, everybody=True).arguments) for _ in range(2))
        if one.trump != two.trump or one.phase != Phase.LEAD or two.phase != Phase.LEAD:
            continue
        state = one.copy()
        for seat in range(rules.players):
            state.place(seat, two.hand(seat), 0, 0)
        state.place_stock(two.stock_cards())
        assert [state.hand(s) for s in range(rules.players)] == [two.hand(s) for s in range(rules.players)]
        assert state.stock_cards() == two.stock_cards()
        for seat in range(rules.players):
            state.place(seat, one.hand(seat), 0, 0)
        state.place_stock(one.stock_cards())
        assert state.dump() == one.dump()
    with pytest.raises(ValueError, match="keep its size"):
        State(*random_start(rules, rng).arguments).place_stock([1, 2, 3])


def test_asking_again() -> None:
    """A world has to open the window where the real deal has it open."""
    table = Product(build({"hands": {"P2": "7c8c9cKc", "P3": "AsAhAdAc"}}))
    state = table.deal.state.copy()
    assert state.asked() == [(2, 2), (1, 1)]
    state.ask_again(1, 1)
    assert state.actor == 1 and state.asked() == [(1, 1)]
    state.place(2, parse_cards("AsAhAdKd"), 0, 0)
    state.ask_again(1, 1)
    assert state.asked() == [(1, 1)]
    with pytest.raises(ValueError, match="no such combination"):
        state.ask_again(2, 2)
    yard = Product(build({"profile": "yard", "hands": {"P1": "9d", "P3": "7c8cQcAc", "P4": "7s8sQsAs"}}))
    perform(yard, ["P3 -", "P4 -", "P1 9d", "P3 -"])
    state = yard.deal.state.copy()
    assert state.asked() == [(3, 1)] and state.phase == Phase.INTERRUPT
    state.ask_again(3, 1)
    assert state.asked() == [(3, 1)] and state.actor == 3


def test_seats_out_of_play() -> None:
    rules = rules_of("trio")
    deck = list(range(36))
    state = State(rules, deck, 2, None, 0b101)
    assert [state.next_seat(s) for s in (0, 2)] == [2, 0]
    assert state.leader == 0 and state.hand(1) == 0
    for dealer, leader in ((1, None), (0, 1), (5, None)):
        with pytest.raises(ValueError, match="seats in play"):
            State(rules, deck, dealer, leader, 0b101)


def test_restored_from_fields() -> None:
    state = State(rules_of("pairs"), list(range(36)), 1)
    again = restore(state.dump())
    assert again.dump() == state.dump()
