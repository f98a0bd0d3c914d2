"""Law 4: a sampled world looks to its viewer exactly like the deal it was sampled from."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import settings
from tests.worlds.retell import PROFILES, WINDOWS, lively, positions, profile_of, retell

from shokha import worlds
from shokha.kozel.deal import KozelDeal
from shokha.kozel.phases import Phase
from shokha.kozel.state import State
from shokha.kozel.view import KozelView
from shokha.kozel.worlds import Sampler, replay
from shokha.profile import load
from shokha.view import observations


def check_world(view: KozelView, world: State) -> None:
    """The world agrees with everything the view tells."""
    seats = range(view.profile.players)
    hands = [world.hand(s) for s in seats]
    assert [h.bit_count() for h in hands] == view.counts
    assert all(view.known[s] & ~hands[s] == 0 for s in seats)
    assert view.seat is None or hands[view.seat] == view.hand
    assert len(world.stock_cards()) == view.stock
    if view.turn_up is not None and view.stock:
        assert world.stock_cards()[-1] == view.turn_up
    for seat in seats:
        assert view.taken_up[seat] & ~world.taken_by(seat) == 0
        assert world.taken_by(seat).bit_count() == view.taken_up[seat].bit_count() + view.taken_down[seat]
        assert world.tricks_of(seat) == view.tricks_of(seat)
    own = sum(p.cards for t in view.tricks for p in t.plays if p.seat == view.seat)
    assert own & ~sum(world.taken_by(s) for s in seats) == 0
    for play in view.trick:
        assert world.on_table(play.seat).bit_count() == play.count
        assert world.is_face_up(play.seat) == play.face_up
        assert not play.cards or world.on_table(play.seat) == play.cards
    everything = hands + [world.taken_by(s) for s in seats] + [world.on_table(s) for s in seats]
    everything += [1 << card for card in world.stock_cards()]
    assert sum(everything) == world.pack, "each card is in exactly one place"
    assert (world.trump, world.turn) == (view.trump, view.turn)
    if view.trick:
        assert (world.master, world.master_cards, world.size) == (view.master, view.master_cards, view.owes)
    if view.asked is not None:
        assert (world.actor, world.asked()[0]) == (view.seat, (view.seat, view.asked))
    if view.legal:
        assert world.legal_actions() == list(view.legal)


def check_moment(deal: KozelDeal, seat: int | None, rng: random.Random) -> None:
    """A world, a history replayed from the view alone, and a history told again from the shuffle."""
    view, observed = deal.view(seat), observations(deal.events, seat)
    sampler = Sampler(view)
    for _ in range(2):
        check_world(view, sampler.sample(rng))
    history = sampler.history(rng)
    state = replay(view, history)
    check_world(view, state)
    again = retell(observed, view, history, rng)
    assert again.view(seat) == view
    fields, told = state.dump(), again.state.dump()
    for name in ("leader", "master", "lead_seat", "resume", "queue_len", "queue_pos", "played"):
        if not view.trick:  # between tricks these may keep what an undone declaration left there
            fields.pop(name), told.pop(name)
    fields.pop("asked"), told.pop("asked")
    if told["phase"] not in WINDOWS:
        fields.pop("queue_len", 0), told.pop("queue_len", 0), fields.pop("queue_pos", 0), told.pop("queue_pos", 0)
    assert fields == told
    playout(sampler.sample(rng), rng)


def playout(world: State, rng: random.Random) -> None:
    """A world can be played to its end."""
    while not world.is_over:
        world.play(rng.choice(world.legal_actions()))


@pytest.mark.parametrize("name", PROFILES)
def test_sampled_worlds_look_the_same(name: str) -> None:
    rng = random.Random(name)
    profile = load(name)
    for deal in positions(profile, rng, 6):
        if rng.random() < 0.6:
            check_moment(deal, rng.choice([None, *range(profile.players)]), rng)


@given(settings(), st.integers(0, 2**32))
def test_sampled_worlds_look_the_same_under_house_rules(rules: object, seed: int) -> None:
    rng = random.Random(seed)
    profile = profile_of(rules)  # type: ignore[arg-type]
    for deal in positions(profile, rng, 1):
        if rng.random() < 0.3:
            check_moment(deal, deal.actor, rng)


def test_every_kind_of_moment_is_met() -> None:
    """The positions of these tests include asked viewers, interrupts, returned cards and known hidden cards."""
    rng, met = random.Random(5), set()
    for name in ("yard", "pairs", "quartet"):
        for deal in positions(load(name), rng, 250 if name == "yard" else 30):
            view = deal.view(deal.actor)
            met |= {deal.state.phase, "shown hand" if view.declared else "", "interrupt" if deal.state.closed else ""}
            met |= {"returned" if type(e).__name__ == "CardsReturned" and not e.face_up else "" for e in deal.events}
            for seat, log in enumerate(view.log):
                facts = [i for i, step in enumerate(log) if step.kind in ("got", "has", "all")]
                later = [step for step in log[facts[0] :] if step.kind == "down"] if facts else []
                met.add("discard after a fact" if later and seat != view.seat else "")
    assert met >= {*(p for p in Phase if p is not Phase.OVER), "shown hand", "returned", "discard after a fact"}


def test_a_finished_deal_has_no_worlds() -> None:
    rng = random.Random(1)
    deal = next(positions(load("pairs"), rng, 1))
    while not deal.is_over:
        deal.play(lively(deal, rng))
    with pytest.raises(ValueError, match="over"):
        worlds.sample(deal.view(0), rng)


def test_same_generator_same_world() -> None:
    deal = next(positions(load("yard"), random.Random(3), 1))
    view = deal.view(deal.turn)
    first, second = (worlds.sampler(view).sample(random.Random(9)) for _ in range(2))
    assert first.dump() == second.dump()
