"""Refusals are told in the reader's language, and each code means the same on the page."""

from __future__ import annotations

import random
import re
from importlib import resources

import pytest

from shokha import languages
from shokha.errors import RuleViolation
from shokha.game import new_deal
from shokha.table import Answer
from shokha.words import Words, refusal
from shokha.words.refusing import _GENERAL


def test_the_page_says_the_same() -> None:
    page = (resources.files("shokha") / "web" / "refusals.js").read_text("utf-8")
    assert _GENERAL.items() <= dict(re.findall(r'^  (\w+): "(.*)",$', page, re.M)).items()


def test_english_keeps_the_table_s_own_sentence() -> None:
    deal = new_deal("pairs", 7)
    answer = Answer("", 0, "wrong_count", "A11", "1 led, so play exactly 1, not 2.")
    words = Words(deal.profile, "abcd")
    assert refusal(words, answer) == "1 led, so play exactly 1, not 2. (A11)"
    russian = Words(deal.profile, "abcd", language="ru")
    assert re.fullmatch(r"[А-я ,:]+\. \(A11\)", refusal(russian, answer))
    unknown = Answer("", 0, "something_new", "", "Not so.")
    assert refusal(russian, unknown) == "Not so."


@pytest.mark.parametrize("language", [name for name in languages.available() if name != "en"])
@pytest.mark.parametrize("version", ["pairs", "yard", "money", "svoi", "besicovitch"])
def test_no_refusal_of_a_game_stays_english(version: str, language: str) -> None:
    """Actions of all sorts, tried at random: whatever is refused has its sentence."""
    chance, seen = random.Random(3), set()
    words = Words(new_deal(version, 1).profile, "abcde", language=language)
    for seed in range(6):
        deal = new_deal(version, seed)
        for _ in range(12):
            if deal.is_over:
                break
            for kind in range(7):
                tried = kind << 56 | chance.choice((0, 1, 5, 7, 3, chance.getrandbits(36), 1 << chance.randrange(36)))
                try:
                    deal.check(tried)
                except RuleViolation as error:
                    seen.add(error.code)
                    told = refusal(words, Answer("", 0, error.code, error.rule, error.message))
                    assert error.message not in told, error.code
            deal.play(chance.choice(deal.legal_actions()))
    assert len(seen) >= 3
