"""The catalogue of the terminal: every sentence of words, line mode and full screen, and nothing else."""

from __future__ import annotations

import pytest
from tests.locale.catalogues import is_reason, placeholders, terminal_texts, texts_of_bots

from shokha import bots, languages
from shokha.bots.base import Choice
from shokha.bots.playing import play_deal
from shokha.game import new_deal


@pytest.mark.parametrize("language", [name for name in languages.available() if name != "en"])
def test_every_sentence_is_translated(language: str) -> None:
    own, words = languages.catalogue(language, "terminal"), languages.translation(language)
    wanted = terminal_texts()
    assert len(wanted) > 200
    known = {**own, **languages.catalogue(language)}
    assert sorted(text for text in wanted if text not in known) == []
    reasons = texts_of_bots()
    assert sorted(text for text in own if text not in wanted and not is_reason(text, reasons)) == []
    for text, many in wanted.items():
        forms = known[text]
        if many:
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
