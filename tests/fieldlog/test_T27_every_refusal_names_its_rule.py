"""T27: rules are agreed on before the first card, stand beside the table, and every refusal names its rule.

https://github.com/arunpersaud/testing/issues/9, https://github.com/Oliboy50/coinche/issues/33,
https://github.com/hamvocke/doppelkopf/issues/45
Disputes about rules, a wrong winner of a trick, a bonus off by one.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from tests.server.live import Server, people
from tests.web.frames import seated
from tests.web.table import new_page

from shokha.table import Command

RULE = re.compile(r"(?:[A-Z]{1,2}\d+)(?: [A-Z]{1,2}\d+)*")
NOT_RULES = {"stale", "not_now", "not_your_turn", "unreadable"}  # of the table, not of the game


@pytest.mark.parametrize("profile", ["pairs", "yard", "money", "trio", "svoi", "besicovitch"])
def test_wrong_moves_of_every_kind(profile: str) -> None:
    chance, codes = random.Random(profile), set()
    table = seated(profile, 1, window=0.0 if profile != "money" else None)
    cards = [r + s for s in "shdc" for r in ("6", "7", "8", "9", "10", "J", "Q", "K", "A")]
    for _ in range(400):
        if table.stage != "playing":
            break
        table.tick(table.now + 1)
        turn = table.turn
        assert turn is not None
        text = "".join(chance.choice(["", "^", "_", "+", "!moskva", "-"]) for _ in range(1))
        text += "".join(chance.sample(cards, chance.randrange(0, 5))) + chance.choice(["", "/9c", ""])
        before = len(table.journal)
        answer = table.receive(Command("play", turn, text))
        if answer.ok:
            continue
        assert answer.message.endswith((".", "?")), answer
        if answer.code not in NOT_RULES:
            assert answer.message[0].isupper() or answer.message[0].isdigit() or not answer.message[0].isalpha(), answer
            assert RULE.fullmatch(answer.rule), answer
            codes.add(answer.code)
        assert len(table.journal) == before, "a refused move left a trace"
        if chance.random() < 0.2:
            table.receive(Command("play", turn, str(chance.choice(table.legal(turn)))))
    assert len(codes) >= 3, codes


@pytest.mark.browser
def test_the_page_shows_rules_first_and_refusals_with_their_rule(quick: Server, browser: Any) -> None:
    page = new_page(browser, language="ru")
    page.goto(quick.base)
    page.click("[data-key=v-yard]")
    assert page.locator(".about .rule-list li").count() > 3, "the differences are there before the first card"
    assert re.search(r"\b[A-Z]{1,2}\d+", page.inner_text(".about .rule-list"))
    room, secrets = people(quick, "duel", set={"target": "4"})
    page.goto(f"{quick.base}/r/{room}#s={secrets[0]}")
    page.wait_for_selector("[data-key=start]")
    page.evaluate("app.screen.line.command('start')")
    page.wait_for_selector(".hand-card")
    assert "duel" in page.inner_text(".version"), "which version is played stands beside the score"
    page.wait_for_timeout(1000)  # the window
    page.evaluate("app.screen.line.command('play', { text: '!moskva' })")
    page.wait_for_selector(".refusal")
    said = page.inner_text(".refusal")
    assert re.search("[а-я]", said) and not re.search("[a-z]{4}", said), "in the reader's language"
    said = page.evaluate("""() => {
      app.screen.answer({ t: "no", id: "x", code: "no_pairing", rule: "A14", message: "English", seq: 1 });
      return document.querySelector(".refusal").innerText;
    }""")
    assert "A14" in said and "English" not in said
    page.click(".refusal .rule-link")  # its number leads to the rule's own text
    page.wait_for_selector("[role=dialog] .asked")
    assert re.search(r"A14 .*[а-я]", page.inner_text(".asked"))
    assert page.evaluate("document.activeElement.id") == "rule-A14"
    page.keyboard.press("Escape")
    page.click("[data-key=rules-of]")
    page.wait_for_selector("[role=dialog] .rule-list li")
    assert len(set(re.findall(r"\b[A-Z]{1,2}\d+", page.inner_text("[role=dialog]")))) > 10
    first = page.locator("[role=dialog] .rule-list li").first.inner_text()
    assert " 4 " in first and "A29" in first, "house rules come first, with the values of this table"
    page.context.close()


@pytest.mark.browser
def test_rules_that_contradict_each_other_are_refused_in_the_readers_language(quick: Server, browser: Any) -> None:
    page = new_page(browser, language="ru")
    page.goto(quick.base)
    page.click("[data-key=house] > summary")
    page.fill("[data-key=h-target]", "11")
    page.press("[data-key=h-target]", "Tab")
    page.fill("[data-key=h-players]", "3")
    page.press("[data-key=h-players]", "Tab")
    page.click("[data-key=alone]")
    page.wait_for_selector(".refusal .rule-link")
    said = page.inner_text(".refusal")
    assert "предел 11" in said and "а игроков 3" in said and not re.search(r"[a-z]+ [a-z]+ [a-z]+", said), said
    assert page.locator(".refusal .rule-link").all_inner_texts() == ["A1", "A29"]
    page.fill("[data-key=h-target]", "many")
    page.press("[data-key=h-target]", "Tab")
    page.click("[data-key=alone]")
    page.wait_for_selector(".refusal:has-text('целое число')")
    page.click("[data-key=as-written]")
    assert page.input_value("[data-key=h-target]") == "12" and page.input_value("[data-key=h-players]") == "4"
    page.click("[data-key=play]")  # beside the rules that were read
    page.wait_for_selector(".hand-card")
    assert "(" not in page.inner_text(".version"), "no house rules are left"
    assert not page.troubles  # type: ignore[attr-defined]
    page.context.close()
