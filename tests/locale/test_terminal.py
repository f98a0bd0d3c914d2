"""The catalogue of the terminal: every sentence of words, line mode and full screen, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from tests.locale.test_words import placeholders

from shokha import languages

ROOMS = ("words", "terminal", "tui")


def files(folder: Any) -> Iterator[Any]:
    for path in folder.iterdir():
        if path.is_dir():
            yield from files(path)
        elif path.name.endswith(".py"):
            yield path


def texts() -> dict[str, bool]:
    """Texts that the rooms give to `_` and `ngettext`, and whether they have plural forms."""
    found: dict[str, bool] = {}
    for room in ROOMS:
        for path in files(resources.files("shokha") / room):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                name = getattr(node.func, "attr", "") if isinstance(node, ast.Call) else ""
                if name in ("_", "ngettext") and isinstance(node.args[0], ast.Constant):
                    found[str(node.args[0].value)] = name == "ngettext"
    return found


@pytest.mark.parametrize("language", [name for name in languages.available() if name != "en"])
def test_every_sentence_is_translated(language: str) -> None:
    own, words = languages.catalogue(language, "terminal"), languages.translation(language)
    wanted = texts()
    assert len(wanted) > 200
    known = {**own, **languages.catalogue(language)}
    assert sorted(text for text in wanted if text not in known) == []
    assert sorted(text for text in own if text not in wanted) == []
    for text, is_plural in wanted.items():
        forms = known[text]
        if is_plural:
            assert isinstance(forms, list) and len(forms) == len(languages.PLURALS[language]), text
            assert all(placeholders(form) == placeholders(text) for form in forms), text
        else:
            assert placeholders(words.gettext(text)) == placeholders(text), text


def test_the_page_is_not_sent_them() -> None:
    assert "You take the trick." not in languages.for_page("ru")["messages"]
    assert languages.translation("ru").gettext("You take the trick.") == "Вы берёте взятку."
