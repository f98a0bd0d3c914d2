"""Records of Svoi Kozyri: the same grammar, actions in order, and what a seat saw of a deal without hidden plays."""

from __future__ import annotations

import random
import re

import pytest
from tests.record.play import Played, assert_same, profile
from tests.svoi.deals import thrifty

import shokha
from shokha.cards import cards_of, format_card
from shokha.errors import RecordError
from shokha.profile import RuleProfile
from shokha.record import Record, replay, salvage, verify
from shokha.view import observations

VERSIONS = [
    profile("svoi"),
    profile("svoi-3"),
    profile("svoi-2"),
    profile("svoi", trump_choice="choice"),
    profile("svoi-3", exchange_sixes="off", losses_target=2),
]


def play(rules: RuleProfile, seed: int, stop: int = 10**6, deals: int = 3) -> Played:
    match, rng = shokha.match(rules, seed), random.Random(seed)
    played = Played(match, [])
    while not match.is_over and len(played.deals) < deals:
        deal = shokha.deal_next(match, seed)
        played.deals.append(deal)
        while not deal.is_over:
            if not stop:
                return played
            stop -= 1
            deal.play(rng.choice(deal.legal_actions()) if deal.state is None else thrifty(deal, rng))
        match.finish_deal()
    return played


@pytest.mark.parametrize("rules", VERSIONS, ids=lambda p: p.name)
def test_a_session_comes_back_whole_or_broken_off(rules: RuleProfile) -> None:
    for seed, stop in enumerate([0, 1, 2, 3, 5, 40, 90, 10**6]):
        played = play(rules, seed, stop)
        record = Record.loads(Record.of(played.match, played.deals, seed=seed).dumps())
        again = replay(record)
        assert_same(again.match, played.match)
        assert [deal.events for deal in again.deals] == [deal.events for deal in played.deals]
        assert [deal.legal_actions() for deal in again.deals] == [deal.legal_actions() for deal in played.deals]
        assert verify(record).decks_from_seed
        for viewpoint in ("public", *range(rules.players)):
            assert_redacted_comes_back(played, viewpoint)


def assert_redacted_comes_back(played: Played, viewpoint: object) -> None:
    text = Record.of(played.match, played.deals, viewpoint=viewpoint).dumps()
    again = replay(Record.loads(text))
    seat = None if viewpoint == "public" else viewpoint
    for mine, theirs in zip(played.deals, again.deals, strict=True):
        assert theirs.events == observations(mine.events, seat)
        one, other = mine.view(seat), theirs.view(seat)
        one.legal = ()
        assert one == other
    assert again.match.events == played.match.events
    assert Record.of(again.match, again.deals, viewpoint=viewpoint).dumps() == text


def test_no_card_that_was_never_seen_stands_in_a_running_deal() -> None:
    for seed in range(8):
        played = play(profile("svoi"), seed, 25, 1)
        for seat in (None, 0, 2):
            text = Record.of(played.match, played.deals, viewpoint="public" if seat is None else seat, seed=1).dumps()
            seen = 0
            for e in observations(played.deals[0].events, seat):
                card = getattr(e, "card", None)
                seen |= getattr(e, "cards", 0) | (0 if card is None else 1 << card)
            written = set(re.findall(r"(?:10|[6-9JQKA])[shdc]", text[text.index("\ndeal") :]))
            assert not written & {format_card(card) for card in cards_of((1 << 36) - 1 & ~seen)}


def test_lies_are_refused_with_their_place() -> None:
    played = play(profile("svoi"), 3)
    text = Record.of(played.match, played.deals).dumps()
    line = next(row for row in text.splitlines() if row.startswith(" 2. "))
    seat = line.split()[1]
    for was, becomes, place, sentence in [
        (line, f" 2. {seat} 6s/6s" + line[5:], "deal 1, row 2, line", "is refused"),
        ("over last_card", "over draw", "deal 1, line", "he line over says 'draw', the rules give last_card"),
        ("trumps=", "trumps=x", "deal 1, line", "he line deal says trumps="),
        ('[Trumps "', '[Trumps "s', "tags", "The tag Trumps has 4 different suits"),
        ('[Dealer "', '[Dealer "9', "tags", "The tag Dealer names a seat from 1 to 4"),
        ("deck ", "deck ??", "deal 1, line", "The deck has the 36 cards"),
    ]:
        assert was in text
        with pytest.raises(RecordError) as refusal:
            verify(text.replace(was, becomes, 1))
        assert place in refusal.value.place and sentence in str(refusal.value)


def test_a_seats_record_that_no_deck_fits_is_refused() -> None:
    played = play(profile("svoi"), 3)
    text = Record.of(played.match, played.deals, viewpoint=0).dumps()
    rows = text.splitlines()
    first = next(i for i, row in enumerate(rows) if row.startswith(" 1. "))
    rng, refused = random.Random(2), 0
    for _ in range(30):
        words = rows[first].split()
        words[rng.randrange(2, len(words))] = rng.choice(["+", "6s", "Ah/Kd", "9c.", "!hearts"])
        broken = "\n".join([*rows[:first], " ".join(words), *rows[first + 1 :], ""])
        try:
            verify(broken)
        except RecordError as error:
            refused += 1
            assert "deal 1" in error.place
    assert refused > 20


def test_a_cut_record_is_read_as_far_as_it_goes() -> None:
    text = Record.of(*(lambda p: (p.match, p.deals))(play(profile("svoi-2"), 5))).dumps()
    whole = [e for deal in replay(Record.loads(text)).deals for e in deal.events]
    for end in range(text.index("\ndeal"), len(text) - 1, 11):
        part, again = salvage(text[:end])
        assert part.fault is not None
        events = [e for deal in again.deals for e in deal.events]
        assert events == whole[: len(events)]
