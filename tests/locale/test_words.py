"""The catalogue of the web page: every text of the page, of the versions and of their settings, and nothing else."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shokha import languages, profile, setting
from shokha.words.values import VALUES

TEXT = r'"((?:[^"\\]|\\.)*)"'
TABLES = ("BOTS", "COMBINATIONS", "REASONS", "REFUSALS", "SUIT_WORDS", "RANK_WORDS", "TROUBLES")


def page_texts() -> tuple[set[str], set[str]]:
    """Texts that the page gives to t(), with those it looks up in its tables; and those it gives to tn()."""
    single, plural = set(), set()
    web = resources.files("shokha") / "web"
    for file in web.iterdir():
        if not file.name.endswith(".js"):
            continue
        source = file.read_text("utf-8")
        plural |= {m[1] for m in re.finditer(r"\btn\(\s*" + TEXT, source)}
        single |= {m[1] for m in re.finditer(r"\bt\(\s*" + TEXT, source)}
        tables = {n: re.findall(r":\s*" + TEXT, m[1]) for n, m in _tables(source)}
        for name in ("BOTS", "COMBINATIONS", "REASONS", "REFUSALS", "SUIT_WORDS", "TROUBLES"):
            single |= set(tables.get(name, ()))
        if "RANK_WORDS" in tables:
            single |= {f"{rank} of {suit}" for rank in tables["RANK_WORDS"] for suit in tables["SUIT_WORDS"]}
    return single, plural


def _tables(source: str) -> list[tuple[str, re.Match[str]]]:
    found = [(name, re.search(rf"const {name} = \{{(.*?)\}};", source, re.S)) for name in TABLES]
    return [(name, match) for name, match in found if match]


def rule_texts() -> set[str]:
    """Titles and sources of the versions, what their settings mean, and the values of these in words."""
    versions = [profile.load(name) for name in profile.available()]
    meanings = {setting.meaning(type(p.settings), name) for p in versions for name in p.values()}
    return {p.title for p in versions} | {p.source for p in versions} | meanings | set(VALUES.values())


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_the_page_has_texts() -> None:
    single, plural = page_texts()
    assert len(single) > 200 and len(plural) > 10
    assert {"queen of hearts", "30 or fewer: 4", "Molodka", "Beat", "clubs"} <= single


@pytest.mark.parametrize("language", [name for name in languages.available() if name != "en"])
def test_every_text_is_translated(language: str) -> None:
    words, (single, plural) = languages.catalogue(language), page_texts()
    wanted = single | rule_texts()
    assert sorted(text for text in wanted if not isinstance(words.get(text), str) or not words[text]) == []
    for text in plural:
        forms = words.get(text)
        assert isinstance(forms, list) and len(forms) == len(languages.PLURALS[language]) and all(forms), text
        assert all(placeholders(form) == placeholders(text) for form in forms), text
    for text in wanted:
        assert placeholders(str(words[text])) == placeholders(text), text


def test_russian_is_here() -> None:
    assert "ru" in languages.available()
    words = languages.translation("ru")
    assert words.gettext("queen of hearts") == "дама червей"
    told = [words.ngettext("{n} trick", "{n} tricks", n).format(n=n) for n in (0, 1, 2, 5, 11, 21, 24, 112)]
    assert told == ["0 взяток", "1 взятка", "2 взятки", "5 взяток", "11 взяток", "21 взятка", "24 взятки", "112 взяток"]


@given(st.integers(0, 10**6))
def test_plural_forms_are_those_of_the_header(n: int) -> None:
    """The same as the Plural-Forms line of the catalogue, written again as Python."""
    wanted = 0 if n % 10 == 1 and n % 100 != 11 else 1 if 2 <= n % 10 <= 4 and (n % 100 < 12 or n % 100 > 14) else 2
    assert languages._plural_form("ru", n) == wanted


def test_an_unknown_language_is_english() -> None:
    told = languages.for_page("xx")
    assert (told["language"], told["forms"], told["messages"]) == ("en", ("one", "other"), {})
    assert told["available"] == languages.available()
    assert languages.for_page("../../etc")["language"] == "en"


def test_every_refusal_has_its_sentence() -> None:
    """Each code that rules, table or server refuse with can be told in the reader's language."""
    sources = [file for file in Path(str(resources.files("shokha"))).rglob("*.py") if "terminal" not in file.parts]
    call = r'(?:RuleViolation|TableError|Answer)\(\s*(?:(?:c|cmd|command)\.id, |[\w.]*, ?seq, |"", 0, )?"([a-z_]+)",'
    codes = {code for file in sources for code in re.findall(call, file.read_text("utf-8"))}
    codes |= {m[1] for file in sources for m in re.finditer(r'"code": "([a-z_]+)"', file.read_text("utf-8"))}
    known = set(re.findall(r"^  (\w+): ", (resources.files("shokha") / "web" / "refusals.js").read_text("utf-8"), re.M))
    assert len(codes) > 40 and {"no_pairing", "stale", "seat_taken", "too_many_rooms"} <= codes
    assert codes - known <= {"bad_journal", "elsewhere"}
