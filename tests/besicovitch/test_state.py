"""The kernel against the oracle, its refusals, repetition, cap and copies."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from os import environ
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.besicovitch.tables import facts, kernel, names, oracle_facts, play
from tests.oracle.besicovitch_oracle import OWN, image
from tests.oracle.besicovitch_oracle import Table as OracleTable
from tests.oracle.besicovitch_oracle import deal as oracle_deal
from tests.oracle.besicovitch_oracle import pack as oracle_pack

from shokha._speed import speed
from shokha.actions import ActionKind, cover, lead, parse_action
from shokha.besicovitch.pack import SIZES, mirror, mirror_deal, mirror_deals, own_suits, pack_of
from shokha.besicovitch.phases import NEXT, Ending, Phase
from shokha.besicovitch.position import format_position, parse_position
from shokha.besicovitch.settings import BesicovitchSettings
from shokha.besicovitch.state import State
from shokha.cards import parse_card, parse_cards
from shokha.errors import NotationError, RuleViolation

SMALL = BesicovitchSettings(cards=8)


def random_table(rng: random.Random, settings: BesicovitchSettings) -> OracleTable:
    everything = sorted(oracle_pack(settings.cards))
    half = set(rng.sample(everything, settings.cards // 2))
    return OracleTable(
        oracle_deal(half, settings.cards, rng.randrange(2)),
        rng.randrange(2),
        taker_leads=settings.taker_leads,
        repetition=settings.repetition,
        cap=settings.turn_cap,
    )


@pytest.mark.parametrize("taker_leads", [False, True], ids=["opponent leads", "taker leads"])
@pytest.mark.parametrize("cards", [8, 12, 20, 36, 52])
def test_random_deals_agree_with_the_oracle(cards: int, taker_leads: bool) -> None:
    rng = random.Random(f"{cards} {taker_leads}")
    reasons = set()
    for i in range(40 if cards < 36 else 6):
        settings = BesicovitchSettings(
            cards=cards, taker_leads=taker_leads, repetition=rng.choice([2, 3]), turn_cap=rng.choice([0, 40]) or 250
        )
        oracle = random_table(rng, settings)
        state = kernel(oracle, settings)
        assert facts(state) == oracle_facts(oracle), i
        while not oracle.reason:
            move = rng.choice(sorted(oracle.legal()))
            play(state, move)
            oracle.play(move)
            assert facts(state) == oracle_facts(oracle), (i, move)
        reasons.add(oracle.reason)
    assert reasons >= ({"last_card"} if cards < 20 else {"cap"})
    assert "repetition" in reasons or cards > 8


@pytest.mark.parametrize("seed", range(4))
def test_play_accepts_exactly_the_legal_actions(seed: int) -> None:
    """Law 2: every action of the pack is tried; what is refused changes nothing."""
    rng = random.Random(seed)
    settings = BesicovitchSettings(cards=8, taker_leads=bool(seed % 2))
    state = State(settings, rng.choice(list(mirror_deals(8))), seed // 2)
    cards = [card for card in range(52) if pack_of(8) >> card & 1] + [0]
    tried = [lead(1 << card) for card in cards] + [
        lead(3 << 8),
        lead(0),
        0,
        1 << 56 | 1,
        4 << 56 | 1,
        6 << 56,
        6 << 56 | 1,
    ]
    tried += [cover(card, after) for card in cards for after in [None, *cards]] + [7 << 56, -1, 5 << 56 | 1 << 20]
    seen: set[tuple[Phase, ActionKind, Phase]] = set()
    for _ in range(60):
        legal = state.legal_actions()
        for action in tried:
            before = facts(state)
            if action in legal:
                assert state.is_legal(action)
            else:
                assert not state.is_legal(action)
                with pytest.raises(RuleViolation) as refused:
                    state.play(action)
                assert refused.value.code and refused.value.rule[0] in "ZQ"
                assert facts(state) == before
        if not legal:
            break
        phase, action = Phase(state.phase), rng.choice(legal)
        state.play(action)
        seen.add((phase, ActionKind(action >> 56), Phase(state.phase)))
    assert all(after in NEXT[phase][kind] for phase, kind, after in seen)


@pytest.mark.parametrize(
    "position, move, code",
    [
        ("AsKsAcKc/AhKhAdKd/- 1", "+", "no_pile"),
        ("AsKsAcKc/AhKhAdKd/- 1", "As/Ks", "must_lead"),
        ("AsKsAcKc/AhKhAdKd/- 1", "AsKs", "one_card"),
        ("AsKsAcKc/AhKhAdKd/- 1", "Ah", "not_in_hand"),
        ("AsKsAcKc/AhKhAdKd/- 1", "-", "unknown_action"),
        ("AsKsAc/AhKhAdKd/>Kc 1", "As", "must_beat"),
        ("AsKsAc/AhKhAdKd/>Kc 1", "As.", "must_lead_on"),
        ("AsKsAc/AhKhAdKd/>Kc 1", "As/As", "same_card"),
        ("AsKsAc/AhKhAdKd/>Kc 1", "Ah/As", "not_in_hand"),
        ("AsAcKc/AhKhAdKd/>Ks 1", "Ac/Kc", "does_not_beat"),
        ("KsAcKc/AhKhAdKd/>As 1", "Ks/Kc", "does_not_beat"),
    ],
)
def test_refusals_say_why(position: str, move: str, code: str) -> None:
    state = parse_position(position, SMALL)
    with pytest.raises(RuleViolation) as refused:
        state.play(parse_action(move))
    assert refused.value.code == code
    assert refused.value.message.endswith((".", "!"))


def test_after_the_end_nothing_is_legal() -> None:
    state = parse_position("Ks/KhAdKdAh/AsAc>Kc 1", SMALL)
    play(state, "Ks.")
    assert (state.is_over, state.winner, state.actor, state.legal_actions()) == (True, 0, -1, [])
    with pytest.raises(RuleViolation, match="over"):
        play(state, "+")


@pytest.mark.parametrize("times", [2, 3, 5])
def test_the_third_occurrence_draws_and_the_first_position_counts(times: int) -> None:
    """QZ6, X24: where the taker leads, a card can be handed to and fro for ever."""
    settings = BesicovitchSettings(cards=8, taker_leads=True, repetition=times)
    state = State(settings, (parse_cards("AsKsAcKc"), parse_cards("AhKhAdKd")))
    for turn in range(4 * (times - 1)):
        assert not state.is_over and state.occurrences == turn // 4 + 1
        play(state, ["Kc", "+"][turn % 2])
    assert (state.is_over, state.winner, state.ending, state.turns) == (True, -1, Ending.REPETITION, 4 * (times - 1))


def test_the_cap_draws_but_a_last_card_comes_first() -> None:
    """QZ6, X24."""
    capped = BesicovitchSettings(cards=8, turn_cap=1)
    state = parse_position("Ks/KhAdKdAh/AsAc>Kc 1", capped)
    drawn = state.copy()
    play(drawn, "+")
    assert (drawn.is_over, drawn.winner, drawn.turns) == (True, -1, 1)
    play(state, "Ks.")
    assert state.winner == 0


def test_copies_are_independent() -> None:
    rng = random.Random(5)
    state = State(SMALL, mirror_deal(parse_cards("AsKc"), 8))
    for _ in range(30):
        if state.is_over:
            break
        other = state.copy()
        assert other == state
        before = facts(state)
        other.play(rng.choice(other.legal_actions()))
        assert facts(state) == before and other != state
        state.play(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(
    "hands, leader, top",
    [
        ((0b1, 0b1), 0, -1),
        ((parse_cards("AsKs"), 0), 0, -1),
        ((parse_cards("AsKsAhKhAdKdAc"), parse_cards("Kc")), 2, -1),
        ((parse_cards("AsKsAhKhAdKd"), parse_cards("Kc")), 0, -1),
        ((parse_cards("AsKsAhKhAdKd"), parse_cards("Kc")), 0, parse_card("As")),
        ((parse_cards("AsKsAhKhAdKd"), parse_cards("KcAc")), 0, parse_card("Ac")),
        ((parse_cards("AsKsAhKhAdQd"), parse_cards("KcAc")), 0, -1),
    ],
)
def test_impossible_positions_are_refused(hands: tuple[int, int], leader: int, top: int) -> None:
    with pytest.raises(ValueError):
        State(SMALL, hands, leader, top)


# -- the mirror deal -----------------------------------------------------------------------------------


@given(st.sampled_from(SIZES), st.integers(0, 2**52 - 1), st.integers(0, 1))
def test_mirror_deals(cards: int, half: int, drawer: int) -> None:
    """Z3: hands are images of each other, equal in size, and the drawer keeps what he drew of his suits."""
    half &= pack_of(cards)
    hands = mirror_deal(half, cards, drawer)
    assert mirror(hands[0]) == hands[1]
    assert hands[0] | hands[1] == pack_of(cards) and not hands[0] & hands[1]
    assert hands[drawer] & own_suits(drawer, cards) == half & own_suits(drawer, cards)
    assert [names(hand) for hand in hands] == oracle_deal(names(half), cards, drawer)


@pytest.mark.parametrize("cards", [8, 12, 16])
def test_all_mirror_deals_are_different(cards: int) -> None:
    deals = list(mirror_deals(cards))
    assert len(set(deals)) == len(deals) == 2 ** (cards // 2)


def test_the_mirror_is_its_own_inverse() -> None:
    assert all(image(image(name)) == name and image(name)[-1] in OWN[name[-1] in OWN[0]] for name in oracle_pack(52))
    assert mirror(mirror(parse_cards("As7c2h"))) == parse_cards("As7c2h")


# -- positions as text ---------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [8, 36, 52])
def test_positions_round_trip(cards: int) -> None:
    rng = random.Random(cards)
    settings = BesicovitchSettings(cards=cards)
    state = State(settings, mirror_deal(rng.getrandbits(52) & pack_of(cards), cards), 1)
    for _ in range(80):
        if state.is_over:
            break
        text = format_position(state)
        again = parse_position(text, settings)
        assert format_position(again) == text
        assert facts(again) == facts(state)
        state.play(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "not a position"),
        ("AsKsAcKc/AhKhAdKd/-", "not a position"),
        ("AsKsAcKc/AhKhAdKd/- 3", "not a position"),
        ("AsKsAcKc/AhKhAdKd/Ac 1", "needs its top"),
        ("AsKsAcKc/AhKhAd/>Ac 1", "two places"),
        ("AsKsAcKc/AhKhAd/>Qd 1", "not in the pack"),
        ("AsKsAcKc/AhKhAd/- 1", "missing"),
        ("/AsKsAcKcAhKhAdKd/- 1", "already won"),
        ("AsKsAcKc/AhKh/Ad>Ad 1", "twice"),
        ("AsKsAcKx/AhKh/- 1", "not a card"),
    ],
)
def test_unreadable_positions(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse_position(text, SMALL)


def test_a_position_beyond_the_cap_cannot_be() -> None:
    with pytest.raises(NotationError, match="ends after"):
        parse_position("AsKsAcKc/AhKhAdKd/- 1 turns=10", BesicovitchSettings(cards=8, turn_cap=10))


def test_a_finished_deal_has_no_position() -> None:
    state = parse_position("Ks/KhAdKdAh/AsAc>Kc 1", SMALL)
    play(state, "Ks.")
    with pytest.raises(NotationError, match="over"):
        format_position(state)


# -- compiled and plain ----------------------------------------------------------------------------------


def story(cards: int, deals: int) -> int:
    """A number that depends on every legal action of some random deals."""
    rng, told = random.Random(cards), 0
    for _ in range(deals):
        settings = BesicovitchSettings(cards=cards, taker_leads=rng.random() < 0.5, turn_cap=300)
        state = State(settings, mirror_deal(rng.getrandbits(52) & pack_of(cards), cards), rng.randrange(2))
        while not state.is_over:
            legal = state.legal_actions()
            told = (told * 1_000_003 + sum(legal)) % (1 << 61)
            state.play(legal[rng.randrange(len(legal))])
        told += (state.winner + 2) * state.ending
    return told


def test_compiled_and_plain_kernels_are_the_same(absent: Callable[[str], NoReturn]) -> None:
    if speed().name != "compiled":
        absent("compiled kernels")
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
        "from tests.besicovitch.test_state import speed, story\n"
        "assert speed().name == 'plain'\n"
        "print(*(story(cards, 20) for cards in (8, 36, 52)))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", code], env=environ | {"SHOKHA_PURE": "1"}, capture_output=True, text=True, check=True
    )
    assert plain.stdout.split() == [str(story(cards, 20)) for cards in (8, 36, 52)]
