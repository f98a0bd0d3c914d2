"""The laws that every game obeys, on whole matches: what seats see, records, positions, words that are not allowed."""

from __future__ import annotations

import random

import pytest
from tests.record.play import assert_same, assert_same_deals, go_on, play

from shokha import worlds
from shokha.besicovitch.pack import pack_of
from shokha.errors import NotationError, RecordError
from shokha.game import deal_next, new_match
from shokha.notation import format_position, parse_position
from shokha.profile import RuleProfile, load
from shokha.record import Record, replay, salvage, verify
from shokha.view import observations

HOUSES: list[dict[str, object]] = [{"cards": 8}, {"cards": 12, "taker_leads": True}, {"turn_cap": 90}]
house = pytest.mark.parametrize("changes", HOUSES, ids=["8 cards", "taker leads", "36 cards"])


def version(changes: dict[str, object]) -> RuleProfile:
    return load("besicovitch").with_settings(changes)


@house
def test_cards_are_conserved_and_everybody_sees_the_same(changes: dict[str, object]) -> None:
    """Laws 1, 4 and 5: nothing is hidden but the order of the pack, so any pack with the same hands tells the same."""
    profile, rng = version(changes), random.Random(str(changes))
    for seed in range(3):
        deal = deal_next(new_match(profile, seed), seed)
        half = profile.settings.cards // 2
        deck = [*rng.sample(deal.deck[:half], half), *rng.sample(deal.deck[half:], half)]
        match = new_match(profile, seed)
        again = match.start_deal(deck)
        while not deal.is_over:
            views = [deal.view(seat) for seat in (None, 0, 1)]
            for seat, view in zip((None, 0, 1), views, strict=True):
                assert view.hands[0] | view.hands[1] | sum(1 << c for c in view.pile) == pack_of(profile.settings.cards)
                assert view.hands == views[0].hands and view.pile == views[0].pile and view.moves == views[0].moves
                assert again.view(seat) == view and repr(again.view(seat)) == repr(view)
                assert observations(again.events, seat) == observations(deal.events, seat)
                assert view.state() == deal.state
                assert worlds.sampler(view).sample(rng) == deal.state
            action = rng.choice(deal.legal_actions())
            deal.play(action)
            again.play(action)


@house
def test_matches_come_back_from_their_records(changes: dict[str, object]) -> None:
    """Law 3, whole and as one seat or the public saw it."""
    profile = version(changes)
    for seed in (1, 2):
        played = play(profile, seed)
        text = Record.of(played.match, played.deals, players=["Anna", "Boris"], seed=seed).dumps()
        record = Record.loads(text)
        assert record.dumps() == text
        replayed = replay(record)
        assert_same(replayed.match, played.match)
        assert_same_deals(replayed.deals, played.deals)
        found = verify(record)
        assert (found.deals, found.is_over) == (2, True)


@house
def test_a_match_broken_off_goes_on_as_if_it_had_not_been(changes: dict[str, object]) -> None:
    profile = version(changes)
    for stop in range(0, 40, 7):
        first = play(profile, 5, stop, random.Random(stop))
        again = replay(Record.loads(Record.of(first.match, first.deals).dumps()))
        for each in (first, again):
            go_on(each, 5, 10**6, random.Random(9))
        assert_same(again.match, first.match)


@house
def test_damaged_records_are_refused_or_salvaged_in_words(changes: dict[str, object]) -> None:
    profile, rng = version(changes), random.Random(3)
    played = play(profile, 3)
    text = Record.of(played.match, played.deals).dumps()
    refused = 0
    for _ in range(150):
        at, to = sorted(rng.sample(range(len(text)), 2))
        spoilt = rng.choice([text[:at] + text[to:], text[:at] + rng.choice("+AKsh/.1 \n") + text[at + 1 :], text[:at]])
        try:
            replay(Record.loads(spoilt))
        except RecordError as error:
            refused += 1
            assert str(error) and "\n" not in str(error)
        try:
            salvage(spoilt)
        except RecordError as error:
            assert str(error)
    assert refused > 50


@house
def test_positions_come_back_and_spoilt_ones_are_refused(changes: dict[str, object]) -> None:
    profile, rng = version(changes), random.Random(4)
    deal = deal_next(new_match(profile, 4), 4)
    while not deal.is_over:
        text = format_position(deal)
        assert format_position(parse_position(text)) == text
        at = rng.randrange(len(text))
        try:
            parse_position(text[:at] + rng.choice("AKsx/>-9 ") + text[at + 1 :])
        except NotationError as error:
            assert str(error) and "\n" not in str(error)
        deal.play(rng.choice(deal.legal_actions()))
