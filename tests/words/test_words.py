"""The wording: a sentence for everything that can happen, in grammar, from one catalogue."""

from __future__ import annotations

import gettext
import random
import re
from itertools import product
from typing import Any

import pytest
from tests.strategies import random_settings

import shokha
from shokha import events as ev
from shokha import view as views
from shokha.actions import ActionKind, Combination, declare
from shokha.game import deal_next, new_match
from shokha.kozel.scoring import reasons, sides
from shokha.profile import available, load
from shokha.view import observations
from shokha.words import Teller, Words, describe_action, pairings, situation
from shokha.words.counting import _reason

NAMES = ["Anna", "Boris", "Vera", "Gleb", "Dina"]
# Verbs in the third person behind "you", and the bare form behind a name.
WRONG = re.compile(
    r"\b[Yy]ou (is|has|leads|beats|takes|draws|discards|deals|shows|wins|loses|sits|picks|goes)\b"
    r"|(?<!and )\b(Anna|Boris|Vera|Gleb|Dina) (are|have|lead|beat|take|draw|discard|deal|show|win|lose|pick|go)\b"
)
SILENT = {
    # Told by the prompt, by what follows, or by the count; or of no interest to a reader.
    ev.TurnBegan, ev.PileTurnBegan, ev.Asked, ev.Passed, ev.WindowOpened, ev.WindowClosed, ev.DealCounted,
}  # fmt: skip


def play(
    profile: str, seed: int, seat: int | None, words: Words, changes: dict[str, object] | None = None
) -> list[str]:
    """All sentences of a match of random moves for one audience."""
    rules = words.profile
    match, chance = new_match(rules, seed), random.Random(seed)
    teller = Teller(words)
    lines = teller.tell(observations(match.events, seat))
    for _ in range(3):
        if match.is_over:
            break
        deal, told = deal_next(match, seed), 0
        while not deal.is_over:
            lines += teller.tell(observations(deal.events[told:], seat))
            told = len(deal.events)
            view = deal.view(seat)
            lines += situation(words, view)
            if seat is not None and seat == deal.actor:
                lines += [describe_action(words, action) for action in view.legal[:20]]
                if rules.game == "kozel":
                    lines += pairings(words, view)
            deal.play(chance.choice(deal.legal_actions()))
        lines += teller.tell(observations([*deal.events[told:], *match.finish_deal()], seat))
    return lines


def short_rules(profile: str) -> Any:
    rules = load(profile)
    changes = {"svoi": {"turn_cap": 60, "deals": 2}, "besicovitch": {"cards": 12}}.get(rules.game, {})
    return rules.with_settings(changes)


@pytest.mark.parametrize("profile", available())
def test_sentences_are_in_grammar_for_every_reader(profile: str) -> None:
    rules = short_rules(profile)
    for seat in (None, 0, rules.players - 1):
        for seed in range(3):
            words = Words(rules, NAMES[: rules.players], you=seat, sides=new_match(rules, 0).sides)
            for line in play(profile, seed, seat, words):
                assert line and not WRONG.search(line), line
                assert "{" not in line and "}" not in line and "  " not in line.strip(), line


class Pseudo(gettext.NullTranslations):
    """A language in which every text is marked."""

    def gettext(self, message: str) -> str:
        return f"ž{message}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"ž{msgid1 if n == 1 else msgid2}"


@pytest.mark.parametrize("profile", available())
def test_every_sentence_can_be_translated(profile: str) -> None:
    """In the manner of a pseudo-locale (T22): no line is made without the catalogue."""
    rules = short_rules(profile)
    words = Words(rules, NAMES[: rules.players], you=0, sides=new_match(rules, 0).sides)
    words._translation = Pseudo()
    lines = play(profile, 1, 0, words)
    assert len(lines) > 10
    for line in lines:
        assert "ž" in line, line
        bare = re.sub(r"ž[^ž]*", "", line)
        assert not re.search(r"[A-Za-z]{3,}", bare), line


def test_names_with_braces_and_percents_are_only_names() -> None:
    rules = load("pairs")
    words = Words(rules, ["{name}", "%s", "{0}", "{cards!r}"], you=None, sides=(5, 10))
    text = " ".join(play("pairs", 2, None, words))
    assert "%s" in text and "{0}" in text and "{cards!r}" in text and "{name}" in text


def test_every_event_has_a_sentence_or_a_reason_for_none() -> None:
    """A new event is not forgotten here."""
    sample: dict[type, ev.Event] = {}
    for profile in available():
        for seed in range(12):
            match = new_match(short_rules(profile), seed)
            deal, chance = deal_next(match, seed), random.Random(seed)
            while not deal.is_over:
                deal.play(chance.choice(deal.legal_actions()))
            for event in [*match.events, *deal.events, *match.finish_deal()]:
                sample.setdefault(type(event), event)
    sample |= {
        ev.DealVoided: ev.DealVoided(),
        ev.CardsReturned: ev.CardsReturned(1, 2, False, 0),
        ev.SidesEliminated: ev.SidesEliminated((1,)),
        ev.MatchEnded: ev.MatchEnded((0,), (1,), True),
        ev.TrumpPicked: ev.TrumpPicked(1, 2),
        ev.Declared: ev.Declared(0, Combination.MOSKVA, 1 << 8),
        ev.PotTaken: ev.PotTaken(0, Combination.ACES, 1 << 8 | 1 << 17 | 1 << 26 | 1 << 35),
    }
    known = {kind for kind in views._RULES if kind.__module__ == "shokha.events"}
    for kind in known - SILENT:
        event = sample[kind]
        words = Words(load("pairs"), NAMES[:4], sides=(5, 10))
        if isinstance(event, ev.PackDealt):
            words = Words(load("svoi-2"), NAMES[:2])
        elif isinstance(event, ev.PotSettled):
            words = Words(load("money"), NAMES)
        teller = Teller(words)
        if isinstance(event, ev.DealScored):
            teller.tell([sample[ev.DealStarted], sample[ev.DealCounted]])
        assert teller.tell([event]), kind
    for kind in SILENT & set(sample):
        assert Teller(Words(load("pairs"), NAMES[:4], sides=(5, 10))).tell([sample[kind]]) == []


def test_every_reason_of_the_count_has_a_sentence() -> None:
    """2, 4 and 6 are explained in every version (A28, D12)."""
    chance, seen = random.Random(1), set()
    for _ in range(150):
        settings = random_settings(chance)
        if settings.scoring == "pot":
            continue
        playing = list(range(len(sides(settings))))
        for points in (
            (120, 0, 0),
            (60, 60, 0),
            (89, 31, 0),
            (90, 30, 0),
            (88, 32, 0),
            (40, 40, 40),
            (60, 30, 30),
            (70, 40, 10),
        ):
            shown = list(points[: len(playing)])
            if sum(shown) != 120:
                continue
            for tricks in product((0, 3), repeat=len(playing)):
                rules = load("pairs")
                words = Words(rules, NAMES[:4], sides=(5, 10))
                object.__setattr__(words, "profile", _With(settings))
                for key in reasons(settings, shown, tricks, playing):
                    if key:
                        seen.add(key)
                        assert re.search(r"\w.*\.$", _reason(words, key)), key
    assert seen >= {
        "most", "eggs", "ge31", "gt31", "lt31", "le31", "no_trick", "no_points", "flat", "tied_first", "second", "last",
        "tied_last", "ge21", "lt21",
    }  # fmt: skip


class _With:
    """A profile as far as the count looks at it."""

    def __init__(self, settings: object) -> None:
        self.settings = settings


@pytest.mark.parametrize("letters", ["en", "ru"])
@pytest.mark.parametrize("glyphs", [True, False])
def test_actions_are_described(letters: Any, glyphs: bool) -> None:
    words = Words(load("pairs"), NAMES[:4], letters=letters, glyphs=glyphs)
    told = {
        describe_action(words, shokha.parse_action(text))
        for text in ("Jh8h", "^Qh6s", "_9c7d", "!molodka", "!moskva", "!bura", "!aces", "-", "6d/Qs", "6d.", "+")
    }
    assert len(told) == 11 and all(told)
    queen = {"en": "Q", "ru": "Д"}[letters] + ("♥" if glyphs else "h")
    assert any(queen in line for line in told)
    assert describe_action(words, declare(Combination.HEARTS)).startswith("declare hearts")
    assert ActionKind.PICK_UP and describe_action(words, shokha.parse_action("+"), 3) == "pick up 3 cards"


def test_goats() -> None:
    """B13, X16: the loser's title, with eggs where there were some; none for chips or lost deals."""

    def told(profile: str, sides_of: tuple[int, ...], you: int | None, event: ev.MatchEnded) -> str:
        rules = load(profile)
        return " ".join(Teller(Words(rules, NAMES[: rules.players], you=you, sides=sides_of)).tell([event]))

    pairs = (5, 10)
    assert told("yard", pairs, 0, ev.MatchEnded((0,), (1,), True)) == (
        "The match is over: you and Vera win. Boris and Gleb are goats with eggs."
    )
    assert told("yard", pairs, 1, ev.MatchEnded((0,), (1,), False)) == (
        "The match is over: Anna and Vera win. You and Gleb are the goats."
    )
    assert (
        told("duel", (1, 2), 1, ev.MatchEnded((0,), (1,), False)) == "The match is over: Anna wins. You are the goat."
    )
    assert told("duel", (1, 2), 0, ev.MatchEnded((0,), (1,), True)) == (
        "The match is over: you win! Boris is the goat with eggs."
    )
    assert "goat" not in told("money", (1, 2, 4, 8, 16), 0, ev.MatchEnded((0,), (1, 2, 3, 4), False))
    assert "goat" not in told("svoi", (1, 2, 4, 8), 0, ev.MatchEnded((0, 1, 2), (3,), False))
    assert told("short", pairs, None, ev.MatchEnded((0, 1), (), False)) == (
        "The match is over: Anna, Vera, Boris and Gleb share the win."
    )
