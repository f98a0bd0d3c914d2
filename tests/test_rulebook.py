"""The rule book: every number that anything names is in it, in every language, and the page can show it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import shokha
from shokha import profile, rulebook, setting
from shokha.server import pages

SOURCES = Path(str(shokha.__file__)).parent
REFUSED = re.compile(r'RuleViolation\(\s*"[a-z_]+",\s*"([A-Z0-9 ]+)"')


def named() -> set[str]:
    """Numbers that settings and refusals name."""
    versions = profile.in_order()
    ids = {rule for p in versions for name in p.values() for rule in setting.rule_ids(type(p.settings), name).split()}
    for file in SOURCES.rglob("*.py"):
        ids |= {rule for m in REFUSED.finditer(file.read_text("utf-8")) for rule in m[1].split()}
    return ids


@pytest.mark.parametrize("language", rulebook.available())
def test_every_number_leads_somewhere(language: str) -> None:
    told = rulebook.rules(language)
    assert len(named()) > 80 and sorted(named() - told.keys()) == []
    for p in profile.in_order():  # a version names a whole chapter by its letter
        assert all(rule in told or f"{rule}1" in told for rule in p.rules.split()), p.id


def test_languages_say_the_same_rules() -> None:
    assert {"en", "ru"} <= set(rulebook.available())
    chapters = [[list(found) for _, found in rulebook.sections(language)] for language in rulebook.available()]
    assert all(chapter == chapters[0] for chapter in chapters)
    numbers = [number for found in chapters[0] for number in found]
    assert len(numbers) == len(set(numbers)), "no rule stands there twice"
    for number, text in rulebook.rules("ru").items():
        assert re.search("[а-я]", text), number
        assert re.findall(r"\b\d+\b", text) or not re.findall(r"\b\d\d+\b", rulebook.rules("en")[number]), number


def test_references_inside_the_book_are_good() -> None:
    for language in rulebook.available():
        told = rulebook.rules(language)
        for text in told.values():
            assert set(re.findall(r"\b[A-DXZ]\d+\b", text)) <= told.keys()


def test_an_unknown_language_is_english() -> None:
    assert rulebook.rules("xx") == rulebook.rules("en")
    assert pages._rulebook("../..")[0] == pages._rulebook("en")[0]
    assert b"<em>shokha</em>" in pages._rulebook("en")[0]
