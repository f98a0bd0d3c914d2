"""Law 3: `replay(record)` equals the state it came from, whole or broken off anywhere, for every version."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.record.play import KOZEL, assert_same, assert_same_deals, go_on, play, play_stacked, profile
from tests.strategies import settings as kozel_settings

import shokha
from shokha import events as ev
from shokha.kozel.match import KozelMatch
from shokha.profile import load
from shokha.record import Record, RecordWriter, replay, verify
from shokha.recording import in_order
from shokha.table import Command, Stage, Table
from shokha.view import observations


@pytest.mark.parametrize("id", KOZEL)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_match_comes_back(id: str, seed: int) -> None:
    played = play(id, seed)
    record = Record.of(played.match, played.deals, players=["Anna", "Boris"], seed=seed, date="2026-03-01")
    text = record.dumps()
    again = Record.loads(text)
    assert again == record and again.dumps() == text
    replayed = replay(again)
    assert_same(replayed.match, played.match)
    assert_same_deals(replayed.deals, played.deals)
    found = verify(again)
    assert (found.deals, found.is_over, found.decks_from_seed) == (len(played.deals), played.match.is_over, True)


@settings(max_examples=60)
@given(kozel_settings(), st.integers(0, 2**32))
def test_random_rules_broken_off_anywhere_come_back(rules: object, seed: int) -> None:
    rng = random.Random(seed)
    own = replace(load("pairs"), id="own", settings=rules)
    played = play_stacked(own, rng, 5, rng.randrange(150))
    record = Record.loads(Record.of(played.match, played.deals).dumps())
    again = replay(record)
    assert again.profile.fingerprint == own.fingerprint
    events = again.match.events
    assert events[1:] == played.match.events[1:]
    assert_same_deals(again.deals, played.deals)
    for viewpoint in ("public", rng.randrange(own.players)):
        assert_redacted_comes_back(played, viewpoint)


@pytest.mark.parametrize("id", ["pairs", "yard", "money", "trio"])
def test_a_match_broken_off_at_any_action_goes_on_as_if_it_had_not_been(id: str) -> None:
    for stop in range(0, 90, 7):
        first = play(id, 5, stop, random.Random(stop))
        again = replay(Record.loads(Record.of(first.match, first.deals).dumps()))
        assert again.match.deal is again.deals[-1]
        assert_same(again.match, first.match)
        go_on(first, 5, 40, random.Random(7))
        other = type(first)(again.match, again.deals)
        go_on(other, 5, 40, random.Random(7))
        assert_same(other.match, first.match)
        assert_same_deals(other.deals, first.deals)


def test_passes_are_written_only_where_they_would_be_missed() -> None:
    """A deal that stops inside a window keeps who has passed; everywhere else silence is a pass."""
    rng, inside = random.Random(3), 0
    rules = profile("yard", moskva_effect="lead_only")
    for _ in range(120):
        whole = play_stacked(rules, rng, 1, 10**6)
        match = KozelMatch(rules, whole.deals[0].state.dealer)
        deal = match.start_deal(whole.deals[0].deck, whole.deals[0].peek)
        for action in whole.deals[0].actions:
            deal.play(action)
            if not (action == 0 or rng.random() < 0.1):
                continue
            record = Record.of(match, [deal])
            passes = [token for line in record.lines for token in line.args[2:] if token.endswith("-")]
            assert bool(passes) == (action == 0)
            assert_same_deals(replay(Record.loads(record.dumps())).deals, [deal])
            inside += bool(passes) and bool(deal.asked())
    assert inside > 5


def test_four_aces_kept_quiet_in_the_window_and_claimed_on_lead() -> None:
    """The one place inside a deal where a pass has to be written (QM5, X17)."""
    rules = profile("money", bura_any_time="on", players=2)
    aces = [8, 17, 26, 35]
    rest = [c for c in range(36) if c not in aces]
    deck = [card for pair in zip(aces, rest[:4], strict=True) for card in pair] + rest[4:]
    match = shokha.match(rules, 1)
    match.dealer = 1
    match.events[0] = ev.MatchStarted(rules.name, rules.fingerprint, 1, ())
    deal = match.start_deal(deck)
    for action in ("-", "-", "!aces"):  # the other holds four spades, a Bura, and keeps quiet too
        deal.play(action)
    match.finish_deal()
    record = Record.of(match, [deal])
    assert any(line.args[2:4] == ("1-", "1!aces(AsAhAdAc)") for line in record.lines)
    assert_same_deals(replay(Record.loads(record.dumps())).deals, [deal])


def test_void_deals_and_lots_come_back() -> None:
    rules = profile("quartet", shokha_turnup="redeal", dealer_lot="highest")
    voids = 0
    for seed in range(12):
        played = play(rules, seed)
        voids += sum(deal.result.is_void for deal in played.deals)
        again = replay(Record.loads(Record.of(played.match, played.deals, seed=seed).dumps()))
        assert_same(again.match, played.match)
        assert_same_deals(again.deals, played.deals)
    assert voids


def test_a_rematch_in_the_yard_keeps_the_lead() -> None:
    first = play("yard", 3)
    match = first.match.rematch()
    match.leader = (match.dealer + 3) % 4
    deal = shokha.deal_next(match, "3 1")
    again = replay(Record.loads(Record.of(match, [deal]).dumps()))
    assert again.deals[0].state.dump() == deal.state.dump()


# -- what one audience saw -------------------------------------------------------------------------------


def assert_redacted_comes_back(played: object, viewpoint: object) -> None:
    record = Record.of(played.match, played.deals, viewpoint=viewpoint, seed=5)
    text = record.dumps()
    again = replay(Record.loads(text))
    seat = None if viewpoint == "public" else viewpoint
    for mine, theirs in zip(played.deals, again.deals, strict=True):
        asked = (ev.Asked, ev.Passed)
        assert [e for e in observations(mine.events, seat) if not isinstance(e, asked)] == [
            e for e in theirs.events if not isinstance(e, asked)
        ]
        one, other = mine.view(seat), theirs.view(seat)
        one.legal = ()
        assert one.profile.fingerprint == other.profile.fingerprint
        other.profile = one.profile
        assert one == other
    assert again.match.events[1:] == played.match.events[1:]
    assert Record.of(again.match, again.deals, viewpoint=viewpoint).dumps() == text


@pytest.mark.parametrize("id", KOZEL)
def test_what_a_seat_saw_comes_back(id: str) -> None:
    rng = random.Random(id)
    for stop in (rng.randrange(120), 10**6):
        played = play(id, 8, stop)
        for viewpoint in ("public", *range(played.match.profile.players)):
            assert_redacted_comes_back(played, viewpoint)


def test_redacting_a_record_is_the_same_as_recording_what_was_seen() -> None:
    played = play("yard", 4, 70)
    whole = Record.of(played.match, played.deals, seed=4, players=["A", "B", "C", "D"])
    for seat in (None, 0, 3):
        seen = Record.of(
            played.match, played.deals, viewpoint="public" if seat is None else seat, players=["A", "B", "C", "D"]
        )
        assert whole.redacted(seat) == seen


# -- from a table ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["yard", "money"])
def test_a_table_is_recorded_from_its_log_and_from_its_streams(id: str) -> None:
    """Whole from the log, and for an audience from nothing but what it was sent; also over a rematch."""
    table, rng = Table(load(id), 11), random.Random(1)
    writer = RecordWriter(table.profile, players=["A"], date="2026-03-01")
    for seat in range(table.profile.players):
        assert table.receive(Command("sit", seat, f"P{seat}")).ok
    assert table.receive(Command("start")).ok
    told = 0
    for _ in range(2):
        while table.stage is not Stage.OVER:
            if table.stage is Stage.COUNTING:
                table.go_on()
            else:
                seat = table.to_decide()[0]
                assert table.receive(Command("play", seat, str(rng.choice(table.legal(seat))))).ok
        writer.see(table.log[told:])
        told = len(table.log)
        record = writer.record()
        assert record.dumps() == Record.of(table.match, table.deals, players=["A"], date="2026-03-01").dumps()
        assert verify(record.dumps()).is_over
        for seat in (None, 1):
            viewpoint = "public" if seat is None else seat
            seen = Record.from_events(table.profile, table.stream(seat), viewpoint=viewpoint)
            assert seen == Record.of(table.match, table.deals, viewpoint=viewpoint)
            assert verify(seen).is_over
        assert table.receive(Command("rematch")).ok


def test_events_of_a_match_are_told_in_the_order_in_which_they_happened() -> None:
    played = play("trio", 3)
    told = in_order(played.match, played.deals)
    assert [e for e in told if e in played.match.events] == played.match.events
    kinds = [type(e) for e in told if isinstance(e, ev.DealStarted | ev.DealScored)]
    assert all(one is not other for one, other in pairwise(kinds))
