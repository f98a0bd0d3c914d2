"""The narrator: what is told, in which order, and what is refused."""

from __future__ import annotations

import random

import pytest
from tests.svoi.deals import PROFILES, finished, positions, random_start
from tests.svoi.tables import KernelTable

from shokha import events as ev
from shokha.actions import PICK_UP, Action, cover, lead, parse_action
from shokha.cards import PACK, parse_card_list
from shokha.errors import RuleViolation, TableError
from shokha.game import new_deal
from shokha.profile import load
from shokha.svoi.deal import SvoiDeal
from shokha.svoi.phases import NEXT, Phase
from shokha.svoi.settings import SvoiSettings

# Dealer is the fourth seat; seats own ♣ ♦ ♥ ♠. Every six but one was dealt to a stranger.
DECK = parse_card_list(
    """
    8h 6s 6c 6h   9c Qs 7c 8c   Kc Kd 9d 7s   10c Jd Kh 8s   Jc Qd Qh 9s
    Qc 7d 8d 10d  Ac 10s Ah Ks  7h As 9h Jh   6d 10h Js Ad
    """
)


def example() -> SvoiDeal:
    return SvoiDeal(load("svoi"), DECK, dealer=3, trumps=(3, 2, 1, 0))


def test_beginning_is_told_in_order() -> None:
    deal = example()
    kinds = [type(e).__name__ for e in deal.events]
    assert kinds == ["PackDealt", *["CardsDealt"] * 4, *["SixGiven"] * 4, "PileTurnBegan"]
    assert [e.seat for e in deal.events if isinstance(e, ev.CardsDealt)] == [0, 1, 2, 3]
    assert all(e.count == 9 for e in deal.events if isinstance(e, ev.CardsDealt))
    given = [(e.giver, e.receiver, e.card) for e in deal.events if isinstance(e, ev.SixGiven)]
    assert given == [(1, 3, 0), (3, 2, 9), (0, 1, 18), (2, 0, 27)]
    assert deal.events[-1] == ev.PileTurnBegan(0, True)
    assert deal.turn == deal.actor == 0


def test_the_seeds_chain_is_told() -> None:
    """Seed 003: A leads 8♥, B beats it with 6♦ and leads Q♠, C beats that with 6♥ and leads 9♦, D picks up."""
    deal = example()
    assert deal.play("8h") == [ev.CardLed(0, 11), ev.PileTurnBegan(1, False)]
    assert deal.play("6d/Qs") == [ev.CardCovered(1, 18), ev.CardLed(1, 5), ev.PileTurnBegan(2, False)]
    assert deal.play("6h/9d") == [ev.CardCovered(2, 9), ev.CardLed(2, 21), ev.PileTurnBegan(3, False)]
    taken = 1 << 21 | 1 << 9 | 1 << 5
    assert deal.play("+") == [ev.CardsPickedUp(3, taken, 2), ev.PileTurnBegan(0, False)]
    assert cover(30, 35) in deal.legal_actions()  # A's 9♣ beats 6♦, then any further card


def test_it_is_nobody_elses_turn() -> None:
    """S-09: D has picked up and may not play on."""
    deal = example()
    for move in ("8h", "6d/Qs", "6h/9d", "+"):
        deal.play(move)
    with pytest.raises(TableError) as error:
        deal.play("7s", seat=3)
    assert error.value.code == "not_your_turn"
    assert deal.legal_for(3) == [] and deal.legal_for(None) == [] and deal.legal_for(0) == deal.legal_actions()


@pytest.mark.parametrize(
    ("played", "move", "code", "rule"),
    [
        ("", "+", "must_lead", "C8 QC3"),
        ("", "-", "no_pass", "C6 QC3"),
        ("", "9c/Kc", "nothing_to_cover", "C8 C12"),
        ("", "9cKc", "one_card", "C5"),
        ("", "^9c", "unknown_action", "C6"),
        ("", "!moskva", "unknown_action", "C6"),
        ("", "As", "not_in_hand", "C6"),
        ("8h", "6d", "must_cover", "C6"),
        ("8h", "6d.", "must_lead_on", "C6"),
        ("8h", "6d/6d", "same_card", "C6"),
        ("8h", "6d/Kc", "not_in_hand", "C6"),
        ("8h", "Qs/6d", "does_not_beat", "C7"),
        ("8h 6d/Qs", "9d/6h", "does_not_beat", "C7"),
    ],
)
def test_refusals(played: str, move: str, code: str, rule: str) -> None:
    deal = example()
    for text in played.split():
        deal.play(text)
    before = deal.state.__reduce__(), len(deal.events), len(deal.actions)
    with pytest.raises(RuleViolation) as refusal:
        deal.play(move)
    assert (refusal.value.code, refusal.value.rule) == (code, rule)
    assert refusal.value.message.endswith(".")
    assert (deal.state.__reduce__(), len(deal.events), len(deal.actions)) == before
    with pytest.raises(RuleViolation):
        deal.check(parse_action(move))


@pytest.mark.parametrize(
    ("top", "move", "sentence"),
    [
        ("10h", "8h/7c", "8h is lower than 10h. (C7)"),
        ("10h", "7s/7c", "7s does not beat 10h: play a higher ♥ or a ♦. (C7)"),
        ("10d", "8h/7c", "10d is of your own trump suit: only a higher card of ♦ beats it. (C7)"),
        ("10d", "9d/7c", "9d is lower than 10d. (C7)"),
    ],
)
def test_reasons_why_a_card_does_not_beat(top: str, move: str, sentence: str) -> None:
    table = KernelTable.at(SvoiSettings(), ["9c", "8h 7s 7c 9d", "9h", "9s"], top, 1)
    with pytest.raises(RuleViolation) as refusal:
        table.play(move)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("action", [7 << 56, 2 << 56, 2 << 56 | 1 << 40, 5 << 56 | 50, 6 << 56 | 1, 2 << 56 | 3, -1])
def test_foreign_numbers_are_refused(action: int) -> None:
    deal = example()
    for move in ("8h", "6d/Qs"):
        with pytest.raises((RuleViolation, ValueError)):
            deal.play(action)
        deal.play(move)


def test_phases_follow_the_table() -> None:
    """The machine moves along the edges of the phase table and uses all of them."""
    used: set[tuple[Phase, object, Phase]] = set()
    rng = random.Random(4)
    for name in PROFILES:
        profile = load(name).with_settings({"turn_cap": 60})
        for careless in (0.1, 0.8):
            for deal in positions(profile, rng, 120, careless):
                if not deal.actions or deal.state is None:
                    before = Phase.LEAD
                else:
                    kind, now = deal.actions[-1].kind, Phase(deal.state.phase)
                    assert now in NEXT[before][kind]
                    used.add((before, kind, now))
                    before = now
    assert used == {(p, k, n) for p, row in NEXT.items() for k, nexts in row.items() for n in nexts}


@pytest.mark.parametrize("name", PROFILES)
def test_cards_are_conserved_and_exactly_the_legal_actions_are_accepted(name: str) -> None:
    """Laws 1 and 2."""
    rng = random.Random(name)
    everything = [lead(1 << c) for c in range(36)] + [PICK_UP, Action(0)]
    for deal in positions(name, rng, 3):
        state = deal.state
        assert state is not None
        places = [state.hand(s) for s in range(state.n_seats)] + [1 << c for c in state.pile_cards()]
        assert sum(places) == PACK
        assert [state.hand(s).bit_count() for s in range(state.n_seats)] == [
            state.count_of(s) for s in range(state.n_seats)
        ]
        legal = deal.legal_actions()
        assert len(set(legal)) == len(legal)
        covers = [cover(c, d) for c in rng.sample(range(36), 6) for d in (*range(36), None)]
        for action in everything + covers:
            assert state.is_legal(action) == (action in legal), action
        assert all(state.is_legal(a) for a in legal)


def test_going_out_and_the_end_are_told() -> None:
    deal = finished("svoi", 2)
    out = [e.seat for e in deal.events if isinstance(e, ev.WentOut)]
    result = deal.result
    assert result is not None and list(result.out) == out
    assert deal.events[-1] == ev.PileDealEnded(-1, -1 if result.loser is None else result.loser, result.reason)
    assert deal.actor is None and deal.legal_actions() == [] and result.turns == len(deal.actions)
    with pytest.raises(RuleViolation, match="over"):
        deal.play("+")


def test_two_and_three_players() -> None:
    """X26, QC1: ownerless sixes stay where they were dealt."""
    rng = random.Random(1)
    for name, size in (("svoi-3", 12), ("svoi-2", 18)):
        for _ in range(20):
            deal = random_start(load(name), rng)
            assert [e.count for e in deal.events if isinstance(e, ev.CardsDealt)] == [size] * load(name).players
            dealt = {e.seat: e.cards for e in deal.events if isinstance(e, ev.CardsDealt)}
            assert deal.actor == (deal.dealer + 1) % deal.players
            for suit in range(4):
                six = 1 << 9 * suit
                held = next(s for s in dealt if dealt[s] & six)
                owner = deal.trumps.index(suit) if suit in deal.trumps else held
                assert deal.state is not None and deal.state.hand(owner) & six


def test_picking_the_suits() -> None:
    """QC2: in turn from the dealer's left, before any card is dealt; in later deals the suits stay."""
    profile = load("svoi-3").with_settings({"trump_choice": "choice"})
    deal = SvoiDeal(profile, DECK, dealer=0)
    assert deal.state is None and deal.result is None and not deal.is_over
    assert [str(a) for a in deal.legal_actions()] == ["!spades", "!hearts", "!diamonds", "!clubs"]
    assert deal.view(1).legal == tuple(deal.legal_actions()) and deal.view(2).legal == ()
    with pytest.raises(RuleViolation, match="First pick"):
        deal.play("9c")
    assert deal.play("!hearts") == [ev.TrumpPicked(1, 1), ev.PileTurnBegan(2, False)]
    with pytest.raises(RuleViolation, match="already"):
        deal.play("!hearts")
    deal.play("!clubs")
    assert deal.view(0).hand == 0 and deal.view(0).is_picking and deal.view(0).take_count() == 0
    happened = deal.play("!spades")
    assert happened[0] == ev.TrumpPicked(0, 0) and isinstance(happened[1], ev.CardsDealt)
    assert deal.trumps == [0, 1, 3] and deal.actor == 1 and deal.view(0).trumps == [0, 1, 3]
    assert deal.view(0).hand.bit_count() == deal.view(0).counts[0]


def test_dealt_again_from_the_same_seed() -> None:
    for name in PROFILES:
        assert new_deal(name, 7).events == new_deal(name, 7).events
        assert new_deal(name, 7).events != new_deal(name, 8).events
