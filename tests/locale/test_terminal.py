"""The catalogue of the terminal: every sentence of words, line mode and full screen, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from tests.locale.test_words import placeholders

from shokha import bots, languages
from shokha.bots.base import Choice
from shokha.bots.playing import play_deal
from shokha.game import new_deal

ROOMS = ("words", "terminal", "tui")


def files(folder: Any) -> Iterator[Any]:
    for path in folder.iterdir():
        if path.is_dir():
            yield from files(path)
        elif path.name.endswith(".py"):
            yield path


def texts() -> dict[str, bool]:
    """Texts that the rooms give to `_`, `gettext` and `ngettext`, and whether they have plural forms."""
    found: dict[str, bool] = {}
    for room in ROOMS:
        for path in files(resources.files("shokha") / room):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                name = getattr(node.func, "attr", "") if isinstance(node, ast.Call) else ""
                if name in ("_", "gettext", "ngettext") and isinstance(node.args[0], ast.Constant):
                    found[str(node.args[0].value)] = name == "ngettext"
    return found


def texts_of_bots() -> set[str]:
    """All texts in the bots: the templates of their reasons are among them."""
    nodes = (
        node
        for path in files(resources.files("shokha") / "bots")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
    )
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def is_reason(text: str, texts: set[str]) -> bool:
    """Is it a text of the bots, or two of them put together?"""
    return text in texts or any(text.startswith(part) and text.removeprefix(part) in texts for part in texts if part)


@pytest.mark.parametrize("language", [name for name in languages.available() if name != "en"])
def test_every_sentence_is_translated(language: str) -> None:
    own, words = languages.catalogue(language, "terminal"), languages.translation(language)
    wanted = texts()
    assert len(wanted) > 200
    known = {**own, **languages.catalogue(language)}
    assert sorted(text for text in wanted if text not in known) == []
    reasons = texts_of_bots()
    assert sorted(text for text in own if text not in wanted and not is_reason(text, reasons)) == []
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


@pytest.mark.parametrize("language", [name for name in languages.available() if name != "en"])
@pytest.mark.parametrize("version", ["pairs", "yard", "money", "trio", "svoi", "besicovitch"])
def test_reasons_of_the_rule_bot_are_translated(version: str, language: str) -> None:
    """Every reason that comes up while the bots play has its translation, with the same facts in it."""
    words = languages.translation(language)
    seen: set[str] = set()

    def told(seat: int, choice: Choice) -> None:
        template = choice.reason.template
        seen.add(template)
        assert words.gettext(template) != template, template
        assert placeholders(words.gettext(template)) == placeholders(template), template

    for seed in range(3):
        deal = new_deal(version, seed)
        play_deal(deal, [bots.make("rule", deal.profile.game)] * deal.profile.players, seed, told=told)
    assert len(seen) >= 3
