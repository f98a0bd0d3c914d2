"""Views: folded from observations, equal for deals that differ only in hidden cards, and what may be looked at."""

from __future__ import annotations

import random

import pytest
from tests.svoi.deals import PROFILES, finished, positions, random_start, thrifty

from shokha import worlds
from shokha.actions import PICK_UP
from shokha.cards import PACK, format_card
from shokha.game import game_of
from shokha.profile import load
from shokha.svoi.deal import SvoiDeal
from shokha.svoi.state import State
from shokha.svoi.view import SvoiView
from shokha.view import observations, redact


def check_view(deal: SvoiDeal, view: SvoiView) -> None:
    """Nothing in the view contradicts the truth, and all that is public is there."""
    state = deal.state
    assert isinstance(state, State)
    hands = [state.hand(s) for s in range(deal.players)]
    assert view.counts == [hand.bit_count() for hand in hands]
    assert all(known & ~hand == 0 for known, hand in zip(view.known, hands, strict=True))
    assert view.pile == state.pile_cards() and view.out == state.out_order()
    assert view.hand == (0 if view.seat is None else hands[view.seat])
    assert view.seat is None or view.known[view.seat] == view.hand
    assert (view.turn, view.trumps, view.is_over) == (deal.turn, deal.trumps, deal.is_over)
    assert [move.action for move in view.moves] == deal.actions
    assert view.take_count() == state.take_count()
    assert view.free == (not deal.is_over and state.take_count() == 0)
    assert sum(view.hidden(s) for s in range(deal.players)) == view.unseen.bit_count()
    if view.seat is not None and view.seat == view.turn:
        assert view.look() == state.look()
        beating = [c for c in range(36) if view.hand >> c & 1 and view.top is not None and view.beats(view.seat, c)]
        assert view.free or beating == sorted({a.cover for a in view.legal if a.kind == 5})


@pytest.mark.parametrize("name", PROFILES)
def test_views_tell_the_truth(name: str) -> None:
    rng = random.Random(name)
    for deal in positions(name, rng, 4, careless=0.3):
        for seat in (None, *range(deal.players)):
            if rng.random() < 0.3:
                check_view(deal, deal.view(seat))


@pytest.mark.parametrize("name", PROFILES)
def test_a_sampled_world_looks_the_same(name: str) -> None:
    """Laws 4 and 5: another deal of the hidden cards gives equal observations, views and legal actions."""
    rng = random.Random(name)
    different = 0
    for deal in positions(name, rng, 8, careless=0.2):
        seat = rng.choice([None, *range(deal.players)])
        if deal.is_over or rng.random() < 0.6:
            continue
        view = deal.view(seat)
        sampler = worlds.sampler(view)
        again = SvoiDeal(deal.profile, sampler.deck(rng), dealer=deal.dealer, trumps=deal.trumps)
        for action in deal.actions:
            again.play(action)
        different += again.deck != deal.deck
        assert observations(again.events, seat) == observations(deal.events, seat)
        assert again.view(seat) == view
        assert again.legal_for(seat) == deal.legal_for(seat)
        check_world(deal, view, sampler.sample(rng))
    assert different > 10


def check_world(deal: SvoiDeal, view: SvoiView, world: State) -> None:
    """A world is a state of the same table in which only unseen cards may lie elsewhere."""
    truth = deal.state
    assert isinstance(truth, State)
    hands = [world.hand(s) for s in range(deal.players)]
    assert sum(hands) + sum(1 << c for c in world.pile_cards()) == PACK
    assert [h.bit_count() for h in hands] == view.counts
    assert all(known & ~hand == 0 for known, hand in zip(view.known, hands, strict=True))
    assert world.pile_cards() == truth.pile_cards()
    assert (world.actor, world.phase, world.free, world.turns) == (truth.actor, truth.phase, truth.free, truth.turns)
    assert world.occurrences() == truth.occurrences()
    if view.legal:
        assert world.legal_actions() == list(view.legal)


def test_worlds_repeat_positions_as_the_truth_does() -> None:
    """The history of a world ends it by repetition exactly when the deal itself would end."""
    rng = random.Random(3)
    profile = load("svoi-3").with_settings({"repetition": 2, "turn_cap": 300})
    met = 0
    for _ in range(150):
        deal = random_start(profile, rng)
        for _ in range(rng.randint(6, 30)):
            if not deal.is_over:
                deal.play(thrifty(deal, rng))
        if deal.is_over or deal.state is None:
            continue
        world, state = worlds.sample(deal.view(None), rng), deal.state.copy()
        while not state.is_over and not world.is_over:
            both = [a for a in world.legal_actions() if state.is_legal(a)]
            if not both:
                break
            action = rng.choice(both) if rng.random() < 0.2 else both[-1 if both[-1] == PICK_UP else 0]
            state.play(action)
            world.play(action)
            assert (state.reason == "repetition") == (world.reason == "repetition")
        met += state.reason == "repetition"
    assert met > 3


def test_worlds_are_uniform() -> None:
    """With two unseen cards a head, each of the six ways to share them is as likely."""
    rng = random.Random(9)
    profile = load("svoi-3")
    view = None
    for deal in positions(profile, rng, 200, careless=0.05):
        if not deal.is_over and deal.turn is not None:
            view = deal.view(deal.turn)
            if sorted(view.hidden(s) for s in range(3)) == [0, 2, 2]:
                break
    assert view is not None and sorted(view.hidden(s) for s in range(3)) == [0, 2, 2]
    sampler = worlds.sampler(view)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        world = sampler.sample(rng)
        hands = tuple(world.hand(s) for s in range(3))
        counts[hands] = counts.get(hands, 0) + 1
    assert len(counts) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5  # chi squared, 5 degrees, p = 0.001


def test_a_finished_deal_and_an_undealt_one_have_no_worlds() -> None:
    deal = finished("svoi", 1)
    with pytest.raises(ValueError, match="hidden"):
        worlds.sampler(deal.view(0))
    picking = SvoiDeal(load("svoi").with_settings({"trump_choice": "choice"}), deal.deck)
    with pytest.raises(ValueError, match="hidden"):
        worlds.sampler(picking.view(0))


def test_the_deck_never_leaves() -> None:
    deal = random_start(load("svoi"), random.Random(1))
    for seat in (None, 0, 1, 2, 3):
        seen = [redact(e, seat) for e in deal.events]
        assert seen[0].deck is None  # type: ignore[union-attr]
        shown = {e.seat for e in seen if type(e).__name__ == "CardsDealt" and e.cards}  # type: ignore[union-attr]
        assert shown == (set() if seat is None else {seat})


def test_what_may_be_looked_at() -> None:
    """C9, QC12, X25 and S-10: the player in turn, the others, and with an open pile."""
    for open_pile in (False, True):
        profile = load("svoi").with_settings({"open_pile": open_pile})
        deal = SvoiDeal(profile, random.Random(5).sample(range(36), 36), dealer=0, trumps=(3, 2, 1, 0))
        assert deal.view(deal.turn).look() == []
        rng = random.Random(2)
        checked = 0
        while not deal.is_over:
            deal.play(thrifty(deal, rng))
            if deal.turn is None or deal.state is None:
                break
            pile = deal.state.pile_cards()[::-1]
            own, other = deal.view(deal.turn), deal.view((deal.turn + 1) % 4)
            if open_pile:
                assert own.look() == other.look() == pile
                continue
            top_two = 2 if deal.actions[-1].kind == 5 and deal.actions[-1].lead_after is not None else 1
            assert other.look() == deal.view(None).look() == pile[:top_two]
            assert own.look() == (pile[: own.take_count() + 1] if not own.free else [])
            checked += len(pile) > 6
        assert open_pile or checked


def test_a_view_grows_with_the_observations() -> None:
    """Folding step by step is folding at once."""
    deal = finished("svoi", 8)
    fold = game_of(deal.profile).fold
    step = fold(deal.profile, 2, ())
    seen = observations(deal.events, 2)
    for e in seen:
        step.see(e)
    assert step == fold(deal.profile, 2, seen)
    assert format_card(step.pile[-1])
