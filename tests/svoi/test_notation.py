"""Position strings: round trips of every kind of moment, and one sentence for whatever cannot be."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.svoi.deals import PROFILES, positions, random_start

from shokha.actions import format_action
from shokha.errors import NotationError
from shokha.notation import format_position, parse_position
from shokha.profile import load
from shokha.svoi.deal import SvoiDeal
from shokha.svoi.state import State


def facts(state: State) -> object:
    """A state without the key, which only has to agree with itself."""
    table, arrays = state.__reduce__()[1]
    return table[:17] + table[18:], arrays[:-1]


@pytest.mark.parametrize("name", PROFILES)
def test_round_trips(name: str) -> None:
    rng = random.Random(name)
    profile = load(name).with_settings({"repetition": 2, "turn_cap": 90})
    ends = set()
    for careless in (0.15, 0.9):
        for deal in positions(profile, rng, 40, careless):
            assert deal.state is not None
            if not deal.is_over and rng.random() < 0.9:
                continue
            text = format_position(deal)
            again = parse_position(text)
            assert facts(again.state) == facts(deal.state)
            assert format_position(again) == text
            ends.add(deal.state.reason)
            short = format_position(deal.state, profile, past=False)
            assert "past=" not in short
            brief = parse_position(short).state
            assert brief.legal_actions() == deal.state.legal_actions()
            assert (brief.reason, brief.loser, brief.turns) == (deal.state.reason, deal.state.loser, deal.state.turns)
            assert format_position(brief, profile) == short
    assert ends >= {"", "last_card", "cap", *(["repetition"] if name == "svoi-2" else [])}


def test_worlds_have_positions_too() -> None:
    from shokha import worlds

    rng = random.Random(2)
    for deal in positions("svoi", rng, 3):
        if not deal.is_over and len(deal.actions) > 5:
            world = worlds.sample(deal.view(0), rng)
            assert facts(parse_position(format_position(world, deal.profile)).state) == facts(world)


def test_unknown_cards() -> None:
    deal = random_start(load("svoi"), random.Random(1))
    text = format_position(deal)
    hands = text.split("hands=")[1].split()[0].split("/")
    counted = parse_position(text).hands[2].bit_count()
    part = text.replace(hands[2], f"?{counted}")
    position = parse_position(part)
    assert position.unknown[2] == counted and format_position(position) == part
    with pytest.raises(NotationError, match="unknown"):
        position.state  # noqa: B018


GOOD = (
    "svoi svoi dealer=4 trumps=cdhs hands=6c7c8c9c10cJcQcKcAc/6d7d8d9d10dJdQdKdAd/6h7h8h9h10hJhQhKhAh/"
    "6s7s8s9s10sJsQsKsAs pile=- now=lead:1"
)
LATE = (
    "svoi svoi dealer=4 trumps=cdhs hands=-/-/10h/- "
    "pile=6c7c8c9c10cJcQcKcAc6d7d8d9d10dJdQdKdAd6h7h8h9hJhQhKhAh6s7s8s9s10sJsQsKsAs "
    "now=over:3:last_card turns=60 out=124"
)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("dealer=4 ", "", "dealer= is missing; a position needs dealer, trumps, hands, pile, now."),
        ("dealer=4", "dealer=5", "dealer= names a seat from 1 to 4, not '5'."),
        ("dealer=4", "dealer=4 dealer=4", "dealer= is written twice."),
        ("dealer=4", "dealer=4 bet=3", "'bet=3' is no field of a position; there are"),
        ("trumps=cdhs", "trumps=cdhh", "trumps= names 4 different suits by seat, as in cdhs, not 'cdhh'."),
        ("trumps=cdhs", "trumps=cdh", "trumps= names 4 different suits"),
        ("6c7c", "6c6c7c", "6c is written twice in one hand."),
        ("6c7c", "6c6d7c", "this position has 37: 6d is written twice (hand of seat 1 and hand of seat 2)."),
        ("6c7c", "7c", "this position has 35: 6c missing."),
        ("pile=-", "pile=6d", "this position has 37: 6d is written twice (hand of seat 2 and pile)."),
        ("6c7c", "2c7c", "2c is not in the pack of 36 cards."),
        ("6c7c", "1c7c", "'1c' is not a card"),
        ("pile=-", "pile=?2", "Everybody saw the pile grow"),
        ("/6s7s", "6s7s", "hands= has 4 parts between slashes, one for each seat, not 3."),
        ("now=lead:1", "now=lead", "now= is lead:1, face:1 or over:1:REASON"),
        ("now=lead:1", "now=over:1:luck", "now= is lead:1, face:1 or over:1:REASON"),
        ("now=lead:1", "now=face:1", "The table is empty, so the player in turn leads: now=lead (C8)."),
        ("now=lead:1", "now=over:1:draw", "4 players hold cards, which does not fit now=over draw."),
        ("now=lead:1", "now=lead:1 out=2", "out= lists exactly the seats without cards, each once."),
        ("now=lead:1", "now=lead:1 turns=x", "turns= is a number, not 'x'."),
        ("now=lead:1", "now=lead:1 score=1:2", "score= is 4 numbers, not '1:2'."),
        ("now=lead:1", "now=lead:1 past=+", "past= tells of 1 turns, turns= of 0."),
        ("now=lead:1", "now=lead:1 turns=1 past=+7h", "past= does not fit the hands and the pile."),
        ("now=lead:1", "now=lead:1 turns=1 past=9c", "past= does not fit the hands and the pile."),
        ("now=lead:1", "now=lead:1 turns=1 past=^9c", "is no turn of Svoi Kozyri"),
        ("now=lead:1", "now=lead:1 turns=1000", "A deal ends after 1000 turns, and this one is in turn 1000."),
        ("svoi svoi", "svoi pairs", "pairs is a version of kozel, not of svoi."),
        ("svoi svoi", "svoi svoi-3", "trumps= names 3 different suits by seat"),
    ],
)
def test_what_cannot_be(old: str, new: str, sentence: str) -> None:
    assert old in GOOD and parse_position(GOOD).state.actor == 0
    with pytest.raises(NotationError) as error:
        parse_position(GOOD.replace(old, new, 1))
    assert sentence in str(error.value), str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("now=over:3", "now=over:2", "now= names seat 2, which has no cards."),
        ("last_card", "repetition", "1 players hold cards, which does not fit now=over repetition."),
        ("out=124", "out=123", "out= lists exactly the seats without cards"),
        ("6h7h8h9h", "7h8h9h", "this position has 35: 6h missing."),
        ("hands=-/-/10h/-", "hands=-/-/6h10h/-", "this position has 37: 6h is written twice"),
    ],
)
def test_what_cannot_be_at_the_end(old: str, new: str, sentence: str) -> None:
    assert parse_position(LATE).state.loser == 2
    with pytest.raises(NotationError) as error:
        parse_position(LATE.replace(old, new, 1))
    assert sentence in str(error.value), str(error.value)


def test_a_past_that_the_rules_contradict() -> None:
    deal = random_start(load("svoi"), random.Random(4))
    lead = deal.legal_actions()[0]
    deal.play(lead)
    deal.play("+")
    text = format_position(deal)
    assert f"past={format_action(lead)},+{format_action(lead)}" in text
    assert parse_position(text).state.occurrences() == 1
    with pytest.raises(NotationError, match="does not fit"):
        parse_position(text.replace(",+", ","))
    started = "svoi svoi dealer=4 trumps=cdhs hands=8c9c10cJcQcKcAc/6d7d8d9d10dJdQdKdAd/6h7h8h9h10hJhQhKhAh/"
    started += "6s7s8s9s10sJsQsKsAs pile=6c7c now=face:2 turns=1"
    assert parse_position(started).state.actor == 1
    with pytest.raises(NotationError, match="past= breaks the rules: There is nothing to cover"):
        parse_position(started + " past=6c/7c")


def test_no_position_while_suits_are_picked() -> None:
    deal = SvoiDeal(load("svoi").with_settings({"trump_choice": "choice"}), range(36))
    with pytest.raises(NotationError, match="picked"):
        format_position(deal)


@given(st.text("svoi=-/:+.,?6789JQKA10shdcTнпк0123 \n_%", max_size=60), st.integers(0, 300))
def test_nothing_but_a_sentence(noise: str, at: int) -> None:
    """Fuzz: accepted or NotationError."""
    text = GOOD[:at] + noise + GOOD[at + len(noise) // 2 :]
    try:
        parse_position(text)
    except NotationError as error:
        assert str(error).endswith(".") or "(" in str(error)
