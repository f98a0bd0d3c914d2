"""Every parser accepts a text or raises its own error with one readable sentence, and nothing else happens."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.fuzz.corpus import damaged, seeds, texts

from shokha.actions import format_action, parse_action
from shokha.besicovitch.state import State as Besicovitch
from shokha.cards import cards_of, format_card, format_cards, parse_card, parse_card_list, parse_cards
from shokha.errors import NotationError, ProfileError, RecordError, ShokhaError
from shokha.kozel.state import State as Kozel
from shokha.notation import format_position, format_row, parse_position, parse_profile_name, read_row
from shokha.profile import load, parse_profile
from shokha.record import Record, replay, salvage, verify
from shokha.svoi.state import State as Svoi


def refused(parse: Callable[[str], object], text: str, *errors: type[ShokhaError]) -> bool:
    """Is the text refused? Only with these errors, and with something that may be printed."""
    try:
        parse(text)
    except errors as error:
        message = str(error)
        assert message and "\n" not in message and message.encode("utf-8", "surrogatepass") and "\x1b" not in message
        assert len(message) < 1500 + 2 * len(text)
        return True
    return False


@settings(max_examples=300)
@given(texts("cards"))
@example("Т♥️")
@example("10" * 5000)
def test_cards(text: str) -> None:
    if not refused(parse_card, text, NotationError):
        assert parse_card(format_card(parse_card(text))) == parse_card(text)
    if not refused(parse_cards, text, NotationError):
        assert parse_cards(format_cards(parse_cards(text))) == parse_cards(text)
    if not refused(parse_card_list, text, NotationError):
        assert all(0 <= card < 52 for card in parse_card_list(text))
    if not refused(read_row, text, NotationError):
        assert read_row(format_row(read_row(text))) == read_row(text)


@settings(max_examples=300)
@given(texts("actions"))
def test_actions(text: str) -> None:
    if not refused(parse_action, text, NotationError):
        action = parse_action(text)
        assert parse_action(format_action(action)) == action


@settings(max_examples=300)
@given(texts("positions"))
def test_positions(text: str) -> None:
    if not refused(parse_position, text, NotationError):
        position = parse_position(text)
        assert format_position(parse_position(format_position(position))) == format_position(position)
        if getattr(position, "is_complete", True):
            play_on(position.state)


@pytest.mark.parametrize("text", seeds("positions"))
def test_positions_of_the_corpus(text: str) -> None:
    position = parse_position(text)
    if getattr(position, "is_complete", True):
        play_on(position.state)


def play_on(state: Any) -> None:
    """No accepted position leads the kernel anywhere impossible: no card is lost or doubled up to the end."""
    rng, before = random.Random(1), places(state)
    assert len(before) == len(set(before))
    for _ in range(100_000):
        if state.is_over:
            break
        state.play(rng.choice(state.legal_actions()))
        assert places(state) == before
    assert state.is_over


def places(state: Any) -> list[int]:
    """Every card of a state, wherever it lies, in order; written down twice if it lies in two places."""
    seats = range(2 if isinstance(state, Besicovitch) else state.n_seats)
    cards = [card for seat in seats for card in cards_of(state.hand(seat))]
    match state:
        case Kozel():
            taken = [card for seat in seats for card in cards_of(state.taken_by(seat) | state.on_table(seat))]
            cards += taken + state.stock_cards()
        case Besicovitch():
            cards += cards_of(state.pile)
        case Svoi():
            cards += state.pile_cards()
    return sorted(cards)


@settings(max_examples=150)
@given(texts("records"))
def test_records(text: str) -> None:
    if not refused(verify, text, RecordError):
        record = Record.loads(text)
        assert Record.loads(record.dumps()) == record
        assert replay(record).match.is_over == (record.lines[-1].word == "end")
    if not refused(salvage, text, RecordError):
        part, again = salvage(text)
        assert verify(part.dumps()).deals == len(again.deals)


@settings(max_examples=100)
@given(st.sampled_from(seeds("records")), st.integers(0, 2**40))
def test_bytes_of_records(text: str, seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(text.encode())
    for _ in range(rng.choice([1, 2, 9])):
        data[rng.randrange(len(data))] = rng.randrange(256)
    refused(lambda raw: verify(raw), bytes(data), RecordError)


@settings(max_examples=200)
@given(texts("profiles"))
def test_profiles(text: str) -> None:
    if not refused(lambda source: parse_profile(source, "mine"), text, ProfileError):
        profile = parse_profile(text, "mine")
        assert profile.with_settings(profile.values()).fingerprint == profile.fingerprint


@settings(max_examples=200)
@given(texts("names"))
def test_names_of_versions(text: str) -> None:
    refused(parse_profile_name, text, ProfileError)


@settings(max_examples=200)
@given(st.sampled_from([*load("money").values().items()]), st.integers(0, 2**40))
def test_single_settings(item: tuple[str, str], seed: int) -> None:
    name, value = item
    other = damaged(value, random.Random(seed))
    refused(lambda given: load("money").with_settings({name: given}), other, ProfileError)


@pytest.mark.parametrize("kind", ["cards", "actions", "positions", "records", "profiles", "names"])
def test_the_corpus_itself_is_accepted(kind: str) -> None:
    parsers: dict[str, Callable[[str], object]] = {
        "cards": parse_card_list,
        "actions": parse_action,
        "positions": parse_position,
        "records": verify,
        "profiles": lambda text: parse_profile(text, "mine"),
        "names": parse_profile_name,
    }
    assert len(seeds(kind)) >= 4
    for text in seeds(kind):
        parsers[kind](text)
