"""Position strings: every reachable situation comes back exactly, and no impossible one is let in."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import random_start
from tests.strategies import settings as kozel_settings

import shokha
from shokha.errors import NotationError
from shokha.kozel.position import Position, position_of
from shokha.kozel.state import State
from shokha.notation import format_position, parse_position
from shokha.profile import RuleProfile, load

KOZEL = ["pairs", "yard", "duel", "trio", "trio-35", "quartet", "money", "short", "pairs-no-shokha", "pairs-plain"]
OWN = load("pairs")


def profile_with(rules: object) -> RuleProfile:
    return replace(OWN, settings=rules, id="own", house=())


def walk(state: State, rng: random.Random) -> list[State]:
    """The states of one random deal. Declaring and beating are favoured, or they would be rare."""
    states = [state.copy()]
    while not state.is_over:
        legal = state.legal_actions()
        bold = [a for a in legal if a >> 56 in (1, 3)]
        state.play(rng.choice(bold if bold and rng.random() < 0.5 else legal))
        states.append(state.copy())
    return states


def assert_comes_back(state: State, profile: RuleProfile) -> None:
    text = format_position(state, profile)
    position = parse_position(text)
    assert position.profile.fingerprint == profile.fingerprint
    assert position.state.dump() == state.dump()
    assert format_position(position) == text
    short = parse_position(format_position(state, profile, past=False))
    assert short.state.legal_actions() == state.legal_actions()
    assert (short.state.phase, short.state.actor, short.state.turn) == (state.phase, state.actor, state.turn)
    assert short.state.asked() == state.asked()


@settings(max_examples=20)
@given(kozel_settings(), st.integers(0, 2**32))
def test_every_situation_of_random_rules_comes_back(rules: object, seed: int) -> None:
    rng = random.Random(seed)
    start = random_start(rules, rng)
    for state in walk(State(*start.arguments), rng):
        assert_comes_back(state, profile_with(rules))


@pytest.mark.parametrize("id", KOZEL)
def test_every_situation_of_every_profile_comes_back(id: str) -> None:
    rng = random.Random(id)
    for _ in range(2):
        rules = load(id).settings
        for state in walk(State(*random_start(rules, rng).arguments), rng):
            assert_comes_back(state, load(id))


@pytest.mark.parametrize(
    ("id", "changes"),
    [
        ("yard", {}),
        ("yard", {"moskva_effect": "lead_only", "shokha": "on"}),
        ("quartet", {"shokha_turnup": "redeal"}),
        ("pairs", {"shokha_turnup": "notrump"}),
        ("money", {"bura_any_time": "on", "declarations": "between_tricks", "moskva_effect": "lead_only"}),
        ("money", {"remove_6c": "on", "uneven": "short_response", "lead_sizes": "1,2,3,4"}),
    ],
)
def test_windows_interrupts_and_pots_come_back(id: str, changes: dict[str, object]) -> None:
    """Stacked packs, so that combinations abound; all phases of the version must have been seen."""
    profile, rng, seen = load(id).with_settings(changes), random.Random(id), set()
    for _ in range(40):
        for state in walk(State(*random_start(profile.settings, rng).arguments), rng):
            ended = state.is_void or state.pot_winner >= 0
            if (state.phase, state.actor) not in seen or state.asked() or ended:
                assert_comes_back(state, profile)
            seen |= {
                (state.phase, state.actor),
                "pot" if state.pot_winner >= 0 else "",
                "void" if state.is_void else "",
            }
    wanted = {"yard": {2}, "quartet": {0}, "pairs": {0}, "money": {3}}[id]
    assert wanted <= {key[0] for key in seen if isinstance(key, tuple)}
    assert "void" in seen or changes.get("shokha_turnup") != "redeal"
    assert "pot" in seen or id != "money"


def test_the_context_of_a_match_comes_back() -> None:
    match = shokha.match("money", 3)
    for _ in range(2):
        deal = shokha.deal_next(match, 3)
        if match.number == 0:
            while not deal.is_over:
                deal.play(deal.legal_actions()[0])
            match.finish_deal()
    text = format_position(deal)
    position = parse_position(text)
    assert (position.number, position.standing, position.pot) == (2, match.standing, match.pot)
    assert position.state.dump() == deal.state.dump()


def test_house_rules_and_own_versions_are_found_again() -> None:
    house = load("money").with_settings({"lead_sizes": "1,2,3", "pot": "split"})
    text = format_position(shokha.deal(house, 1))
    assert "money{lead_sizes=1,2,3;pot=split}#" in text
    assert parse_position(text).profile == house
    own = replace(house, id="grandma's", house=("pot=split",))
    found = parse_position(format_position(shokha.deal(own, 1))).profile
    assert (found.fingerprint, found.id, found.name) == (
        own.fingerprint, "grandma_s", "grandma_s (house rules: pot=split)"
    )  # fmt: skip


def test_a_state_with_exchanged_cards_has_no_past_to_tell() -> None:
    state = shokha.deal("pairs", 5).state.copy()
    state.place(0, state.hand(1), 0, 0)
    state.place(1, shokha.deal("pairs", 5).state.hand(0), 0, 0)
    text = format_position(state, OWN)
    assert "past=" not in text
    assert parse_position(text).state.hand(0) == state.hand(0)
    assert format_position(parse_position(text)) == text


# -- partly unknown -----------------------------------------------------------------------------------


def test_a_partly_unknown_position_is_read_but_cannot_be_played_on() -> None:
    text = "kozel pairs dealer=4 leader=1 turnup=9h hands=AsKh7d6c/?4/??Qd?2/?4 stock=?19,9h now=lead:1"
    position = parse_position(text)
    assert not position.is_complete
    assert [hand.size for hand in position.hands] == [4, 4, 4, 4]
    assert position.stock[-1] is not None and position.stock[0] is None
    assert format_position(parse_position(format_position(position))) == format_position(position)
    with pytest.raises(NotationError, match="unknown"):
        _ = position.state


# -- what cannot be -----------------------------------------------------------------------------------

GOOD = (
    "kozel pairs#FP dealer=4 leader=1 turnup=9h "
    "hands=AsKh7d6c/KsQs7h8h/10sJs10h8d/Ah9d8c7c stock=QhJh7s8s9s6h6dJdQdKd10dAd9cJcQcKc10cAc6s9h now=lead:1"
).replace("#FP", f"#{OWN.fingerprint}")
MIDDLE = GOOD.replace("hands=AsKh7d6c/", "hands=Kh7d6c/").replace("now=lead:1", "trick=1:As now=reply:2")


def test_the_good_ones_are_good() -> None:
    assert len(parse_position(GOOD).state.legal_actions()) > 3
    assert parse_position(MIDDLE).state.master_cards == 1 << 8


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ("hands=AsKh7d6c/", "hands=AsKhKs7d6c/", "37: Ks is written twice (hand of seat 1 and hand of seat 2)"),
        ("AsKh7d6c/", "AsKh7dKs/", "Ks is written twice"),
        ("AsKh7d6c/", "AsKh7d/", "this position has 35: 6c missing"),
        ("AsKh7d6c/", "AsKh7d6c2c/", "2c is not in the pack of 36 cards"),
        ("AsKh7d6c/", "AsKh7d6cAs/", "As is written twice in"),
        ("kozel pairs", "kozel pears", "There is no profile 'pears'"),
        ("kozel pairs", "kozel ../../etc/pairs.toml", "names no version"),
        ("kozel pairs", "kozel own.toml", "There is no profile 'own.toml'"),
        ("kozel pairs", "kozel pairs{shokha=maybe}", "shokha is on or off"),
        ("kozel pairs", "kozel pairs{shokha}", "is no setting"),
        ("kozel pairs", "kozel pairs{colour=red}", "no setting 'colour'"),
        ("kozel", "whist", "'whist' has no position strings"),
        (OWN.fingerprint, "0123456789ab", "written under other rules"),
        ("dealer=4", "dealer=7", "dealer= names a seat from 1 to 4, not '7'"),
        ("dealer=4", "", "dealer= is missing"),
        ("dealer=4", "dealer=4 dealer=4", "dealer= is written twice"),
        ("dealer=4", "dealer=4 weather=fine", "'weather=fine' is no field"),
        ("dealer=4", "seats=134 dealer=4", "x for seats that sit out"),
        ("turnup=9h", "", "needs turnup= and no shown="),
        ("turnup=9h", "turnup=8h", "ends the stock"),
        ("turnup=9h", "shown=9h", "needs turnup= and no shown="),
        ("now=lead:1", "now=lead:2", "Seat 1 leads; seat 2 cannot have taken the lead"),
        ("now=lead:1", "now=lead", "now=lead says who acts"),
        ("now=lead:1", "now=over", "hands are all empty"),
        ("now=lead:1", "now=void", "A deal is void when the shokha is turned up"),
        ("now=lead:1", "now=dinner:1", "now= is one of"),
        ("now=lead:1", "now=reply:1", "needs a trick under way"),
        ("now=lead:1", "now=window:1", "ask= does not list those who are asked here, in their order: nobody"),
        ("now=lead:1", "now=lead:1 ask=1!molodka", "ask= belongs to an open window"),
        ("now=lead:1", "now=lead:1 ask=1?molodka", "is nobody who may declare"),
        ("now=lead:1", "now=lead:1 won=1/0/0/0", "Seat 1 cannot have captured 0 cards in 1 tricks"),
        ("now=lead:1", "now=lead:1 won=1/0/0", "won= is 4 numbers"),
        ("now=lead:1", "now=lead:1 last=2", "last= names who won the last trick"),
        ("now=lead:1", "now=lead:1 score=1:2:3", "score= has 3 numbers for 2 sides"),
        ("now=lead:1", "now=lead:1 score=1:x", "score= is numbers"),
        ("now=lead:1", "now=lead:1 factor=3", "factor= is 1 or 2"),
        ("now=lead:1", "now=lead:1 deal=0", "deal= counts from 1"),
        ("now=lead:1", "now=lead:1 trick=2:", "names no card"),
        ("now=lead:1", "now=pot:1", "shows neither a Bura nor four aces"),
        ("now=lead:1", "now=lead:1 past=AsKs/-/0/-", "past= does not begin with the whole pack"),
        ("now=lead:1", "now=lead:1 past=1", "past= has four parts"),
        ("/Ah9d8c7c stock=Qh", "/Ah9d8c stock=7cQh", "The stock never holds more than 20 cards"),
        ("stock=Qh", "stock=?99999", "holds more cards than any pack"),
        ("stock=Qh", "stock=?61", "holds more cards than any pack"),
        ("stock=Qh", "stock=Zz", "'Zz' is not a card"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_sentence(was: str, becomes: str, sentence: str) -> None:
    assert was in GOOD
    with pytest.raises(NotationError) as refusal:
        parse_position(GOOD.replace(was, becomes, 1))
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ("trick=1:As", "trick=1:^As", "is not a card"),
        ("trick=1:As", "trick=2:As", "Seat 1 cannot have 3 cards before a trick while there is a stock"),
        ("trick=1:As", "trick=1:As/2:Ks", "is no play of a trick"),
        ("7h8h/", "8h/", "missing"),
        ("now=reply:2", "now=reply:3", "now= says reply:3, but this trick stands at reply:2"),
        ("now=reply:2", "now=interrupt:2", "this trick stands at reply:2"),
        ("Kh7d6c/KsQs7h8h/", "Kh7d6c6s/KsQs7h8h/", "6s is written twice"),
        ("KsQs7h8h/10sJs10h8d/Ah9d8c7c", "KsQs7h/10sJs10h8d/Ah9d8c7c", "8h missing"),
        ("hands=Kh7d6c/KsQs7h8h", "hands=Kh7d6cKsQs7h8h/-", "Seat 1 cannot have 8 cards"),
    ],
)  # fmt: skip
def test_an_impossible_trick_is_refused(was: str, becomes: str, sentence: str) -> None:
    assert was in MIDDLE
    with pytest.raises(NotationError) as refusal:
        parse_position(MIDDLE.replace(was, becomes, 1))
    assert sentence in str(refusal.value)


def test_a_reply_that_does_not_beat_is_refused() -> None:
    lying = MIDDLE.replace("KsQs7h8h", "Qs7h8h").replace("trick=1:As", "trick=1:As/2:^Ks").replace("reply:2", "reply:3")
    with pytest.raises(NotationError, match="Seat 2 cannot have played that: Ks does not beat As"):
        parse_position(lying)
    assert parse_position(lying.replace("^", "_")).state.actor == 2


def test_a_lead_of_two_suits_is_refused() -> None:
    lying = MIDDLE.replace("Kh7d6c", "7d6c").replace("trick=1:As", "trick=1:AsKh")
    with pytest.raises(NotationError, match="A lead is of one suit"):
        parse_position(lying)


def test_an_altered_past_is_refused() -> None:
    """Whatever two cards of the past change places, something no longer fits, or the same hands come out."""
    deal, rng = shokha.deal("pairs", 9), random.Random(1)
    while len(deal.actions) < 12:
        deal.play(rng.choice(deal.legal_actions()))
    text = format_position(deal)
    head, past = text.split(" past=")
    deck = re.findall("10.|..", past.split("/")[0])
    refused = 0
    for _ in range(100):
        i, j = rng.sample(range(36), 2)
        other = [*deck]
        other[i], other[j] = other[j], other[i]
        try:
            state = parse_position(f"{head} past={''.join(other)}/{past.split('/', 1)[1]}").state
        except NotationError:
            refused += 1
        else:
            assert [state.hand(s) for s in range(4)] == [deal.state.hand(s) for s in range(4)]
    assert refused > 50


def test_views_of_a_position_are_copies() -> None:
    position = parse_position(GOOD)
    assert isinstance(position, Position)
    position.state.play(position.state.legal_actions()[0])
    assert position.state.trick_no == 0 and position.state.on_table(0) == 0
    assert position_of(position.state, OWN).trick == ()
