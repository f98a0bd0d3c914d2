"""The catalogue of the web page: every text of the page, of the versions and of their settings, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.locale.catalogues import HOME, merge, page_texts, placeholders, rule_texts

from shokha import languages


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


@pytest.mark.parametrize("language", ["fr", "es", "it"])
def test_a_language_is_begun_by_one_command(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place for every text; what is translated is said, the rest stays English, and nothing is lost later."""
    folder = tmp_path / language / "LC_MESSAGES"
    merge(language, folder)
    page = languages.read_po((folder / "shokha.po").read_text("utf-8"))
    single, plural = page_texts()
    assert set(page) == single | rule_texts() | set(plural)
    path = folder / "terminal.po"
    path.write_text(
        path.read_text("utf-8").replace('"You take the trick."\nmsgstr ""', '"You take the trick."\nmsgstr "*"')
    )
    merge(language, folder)  # a second time, as when texts have changed
    (tmp_path / language / "rulebook.md").write_text("")
    monkeypatch.setattr(languages, "LOCALE", tmp_path)
    languages.catalogue.cache_clear()
    try:
        words = languages.translation(language)
        assert languages.available() == ["en", language] and languages.for_page(language)["language"] == language
        assert (words.gettext("You take the trick."), words.gettext("Beat")) == ("*", "Beat")
        assert [words.ngettext("{n} trick", "{n} tricks", n) for n in (1, 2)] == ["{n} trick", "{n} tricks"]
    finally:
        languages.catalogue.cache_clear()


@pytest.mark.parametrize("language", [name for name in languages.available() if name != "en"])
def test_the_catalogues_are_as_the_command_writes_them(language: str, tmp_path: Path) -> None:
    merge(language, tmp_path)
    for part in ("shokha.po", "terminal.po"):
        own = (HOME / "locale" / language / "LC_MESSAGES" / part).read_text("utf-8")
        assert languages.read_po((tmp_path / part).read_text("utf-8")).keys() == languages.read_po(own).keys(), part


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


def test_the_first_language_that_has_words_is_taken() -> None:
    for wanted, told in {"fr,ru,en": "ru", "en,ru": "en", "ru": "ru", "fr,xx": "en", "": "en", ",,ru": "ru"}.items():
        assert languages.for_page(wanted)["language"] == told


def test_every_refusal_has_its_sentence() -> None:
    """Each code that rules, table or server refuse with can be told in the reader's language."""
    sources = [file for file in HOME.rglob("*.py") if "terminal" not in file.parts]
    call = r'(?:RuleViolation|TableError|Answer)\(\s*(?:(?:c|cmd|command)\.id, |[\w.]*, ?seq, |"", 0, )?"([a-z_]+)",'
    codes = {code for file in sources for code in re.findall(call, file.read_text("utf-8"))}
    codes |= {m[1] for file in sources for m in re.finditer(r'"code": "([a-z_]+)"', file.read_text("utf-8"))}
    known = set(re.findall(r"^  (\w+): ", (HOME / "web" / "refusals.js").read_text("utf-8"), re.M))
    assert len(codes) > 40 and {"no_pairing", "stale", "seat_taken", "too_many_rooms"} <= codes
    assert codes - known <= {"bad_journal", "elsewhere"}
