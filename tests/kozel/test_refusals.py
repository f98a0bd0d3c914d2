"""Every refusal: its code, its rule, its sentence, and a table at which it is heard."""

from __future__ import annotations

import inspect
import random
import re
from typing import Any

import pytest
from tests.strategies import random_start, rules_of
from tests.vectors.scene import Product, build, perform

from shokha.actions import parse_action
from shokha.errors import RuleViolation
from shokha.kozel import refusals
from shokha.kozel.phases import Phase
from shokha.kozel.state import State

PAIRS: dict[str, Any] = {"hands": {"P1": "9d8d7c6s", "P2": "AdKd7h"}}
FULL: dict[str, Any] = {"hands": {"P1": "9d", "P2": "7c8cQcAc"}}
AUTO: dict[str, Any] = {"profile": "quartet", "hands": {"P1": "7c8cQcAc", "P2": "9d10hKh6h"}}
UNEVEN = {"lead_sizes": "1,2,3,4", "bura": "off"}
"""With 36 cards and five players hands are unequal at the end of every deal (QD12)."""

# (table, script, what is tried, code, rule, words of the sentence)
CASES: list[tuple[dict[str, Any], list[str], str, str, str, str]] = [
    (PAIRS, [], "-", "must_lead", "A20", "on lead"),
    (PAIRS, [], "^9d", "must_lead", "A20", "nothing to beat"),
    (PAIRS, [], "_9d", "must_lead", "A20", "nothing to beat"),
    (PAIRS, [], "Ah", "not_in_hand", "A10", "You do not hold Ah"),
    (PAIRS, [], "AhKh", "not_in_hand", "A10", "You do not hold Ah Kh"),
    (PAIRS, [], "2h", "not_in_hand", "A10", "You do not hold that card"),
    (PAIRS, [], "9d7c", "two_suits", "A10", "9d7c is not"),
    (PAIRS, [], "9d7c6s", "two_suits", "A10", "the shokha may join any suit"),
    ({"set": {"shokha_lead_joker": "off"}} | PAIRS, [], "9d6s", "two_suits", "A10", "A lead is of one suit, and"),
    ({"profile": "money", "hands": {"P1": "9d8d"}}, [], "9d8d", "lead_size", "A10 QM1", "You may lead 1, 3 cards"),
    (PAIRS, [], "+", "unknown_action", "A11", "Svoi Kozyri"),
    (PAIRS, [], "6d/Qs", "unknown_action", "A11", "Svoi Kozyri"),
    (PAIRS, [], "!molodka", "not_a_combination", "A24 A25", "Molodka cannot be declared now"),
    (PAIRS, [], "!bura", "no_claim", "QM5", "Bura cannot be claimed now"),
    (PAIRS, ["P1 9d8d"], "-", "must_play", "A11", "Nobody may pass a trick"),
    (PAIRS, ["P1 9d8d"], "AdKd", "say_beat_or_discard", "A15", "^ beats face up"),
    (PAIRS, ["P1 9d8d"], "^Ad", "wrong_count", "A11", "play exactly 2, not 1"),
    (PAIRS, ["P1 9d8d"], "_AdKd7h", "wrong_count", "A11", "play exactly 2, not 3"),
    (PAIRS, ["P1 9d8d"], "!moskva", "too_late", "A23", "the trick has begun"),
    (PAIRS, ["P1 9d6s"], "^AdKd", "shokha_unbeatable", "QA12", "cannot be beaten"),
    ({"hands": {"P1": "KdQd", "P2": "AdJd"}}, ["P1 KdQd"], "^AdJd", "no_pairing", "A14", "Jd beats none of them"),
    ({"hands": {"P1": "AdQd", "P2": "KdJc"}}, ["P1 AdQd"], "^KdJc", "no_pairing", "A14", "nothing of yours beats Ad"),
    (FULL, [], "7c", "window_open", "A23", "First answer"),
    (FULL, [], "!moskva", "not_a_combination", "A24 A25", "Moskva"),
    (AUTO, ["P1 -", "P1 7c8cQcAc"], "^9d10hKh6h", "auto_win", "QD18", "discard all your cards"),
    (AUTO, ["P1 -", "P1 7c8cQcAc"], "_9d", "auto_win", "QD18", "discard all your cards"),
]


def refusal(case: dict[str, Any], script: list[str], tried: str) -> RuleViolation:
    table = Product(build(case))
    perform(table, script)
    with pytest.raises(RuleViolation) as refused:
        table.deal.play(tried)
    assert table.refuses(tried)
    return refused.value


@pytest.mark.parametrize("case, script, tried, code, rule, words", CASES)
def test_refusal(case: dict[str, Any], script: list[str], tried: str, code: str, rule: str, words: str) -> None:
    heard = refusal(case, script, tried)
    assert (heard.code, heard.rule) == (code, rule)
    assert words in heard.message and heard.message.endswith(".") and str(heard).endswith(f"({rule})")


def heard_of(table: Product, action: int) -> str:
    with pytest.raises(RuleViolation) as refused:
        table.deal.state.play(action)
    return refused.value.code


def test_ints_that_are_no_actions() -> None:
    table = Product(build(PAIRS))
    for action in (7 << 56, 8 << 56, -1, 1 << 70):
        assert heard_of(table, action) == "unknown_action"
    assert heard_of(table, 2 << 56) == "no_cards"
    assert heard_of(table, 1 << 56 | 9) == "unknown_combination"
    assert heard_of(table, 1 << 56) == "unknown_combination"


def test_a_hand_too_short() -> None:
    """QD13: who holds fewer cards than were led lays down all of them."""
    rules, rng, codes = rules_of("money", uneven="short_response", **UNEVEN), random.Random(4), set()
    while len(codes) < 2:
        state = State(*random_start(rules, rng, everybody=True).arguments)
        while not state.is_over:
            hand = state.hand(state.actor)
            if state.phase == Phase.REPLY and hand.bit_count() < state.size:
                assert state.legal_actions() == [4 << 56 | hand]
                for wrong in (3 << 56 | hand, 4 << 56 | hand & -hand):
                    if wrong != 4 << 56 | hand:
                        with pytest.raises(RuleViolation) as refused:
                            state.play(wrong)
                        codes.add((refused.value.code, wrong >> 56))
            state.play(max(state.legal_actions(), key=lambda a: (a & (1 << 56) - 1).bit_count()))
    assert codes == {("short_hand", 3), ("short_hand", 4)}


def test_a_lead_too_large() -> None:
    """QD13 the other way: with the cap the same lead is refused."""
    rules, rng, codes = rules_of("money", **UNEVEN), random.Random(4), set()
    for _ in range(60):
        state = State(*random_start(rules, rng, everybody=True).arguments)
        while not state.is_over:
            for suit in range(4) if state.phase == Phase.LEAD else ():
                group = state.hand(state.actor) & 0x1FF << 9 * suit
                if group and not state.is_legal(2 << 56 | group):
                    with pytest.raises(RuleViolation) as refused:
                        state.play(2 << 56 | group)
                    codes.add(refused.value.code)
            state.play(rng.choice(state.legal_actions()))
    assert codes == {"lead_too_large"}


def test_a_deal_that_is_over() -> None:
    table = Product(build({"profile": "money", "hands": {"P1": "AsAhAdAc"}}))
    table.play("!aces")
    for text in ("-", "Ah", "^Ah", "!aces"):
        assert heard_of(table, parse_action(text)) == "deal_over"


def test_two_of_yours_beat_the_same_card() -> None:
    """Each card is good against one, but both against the same."""
    heard = refusal({"hands": {"P1": "9dKd", "P2": "10dAc"}, "trump": "h"}, ["P1 9dKd"], "^10dAc")
    assert heard.code == "no_pairing" and "Ac beats none" in heard.message
    heard = refusal({"hands": {"P1": "8dKdQd", "P2": "9dJd10d"}}, ["P1 8dKdQd"], "^9dJd10d")
    assert heard.code == "no_pairing" and "two of yours beat only the same one" in heard.message


def test_every_code_is_heard() -> None:
    """No refusal is written that nobody can meet."""
    written = set(re.findall(r'RuleViolation\(\s*"(\w+)"', inspect.getsource(refusals)))
    elsewhere = {
        "unknown_action", "no_cards", "unknown_combination", "short_hand", "lead_too_large", "deal_over",
    }  # fmt: skip
    assert written == {code for _, _, _, code, _, _ in CASES} | elsewhere
