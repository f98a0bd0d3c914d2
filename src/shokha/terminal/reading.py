"""What a person types, turned into an action in notation. Says nothing about legality: the table does."""

from __future__ import annotations

import re
from typing import Any

from shokha.actions import Action, ActionKind, cover, discard, format_action, lead, parse_action
from shokha.actions import beat as make_beat
from shokha.cards import Card, card_set, parse_card_list
from shokha.errors import NotationError
from shokha.kozel.view import KozelView
from shokha.terminal.screen import hand_order

_VERBS = {"b": "beat", "beat": "beat", "d": "discard", "discard": "discard", "l": "lead", "lead": "lead"}
_PICK_UP = {"+", "p", "pick", "pickup", "pick up", "take"}


def read_action(text: str, view: Any) -> Action:
    """The action that a line means: ``beat 1 2``, ``^Qh6s``, ``discard 3``, ``Jh 8h``, ``declare``, ``pick up``.

    Raises `NotationError`, also where beat and discard could be confused.
    """
    line = " ".join(text.split())
    low = line.lower()
    declares = [a for a in view.legal if a.kind is ActionKind.DECLARE]
    if low in ("pass", "no", "-"):
        return Action(0)
    if low in ("declare", "yes", "claim") and len(declares) == 1:
        return declares[0]
    if low.startswith("!") or (
        declares and low.rstrip("s") in {a.combination.name.lower().rstrip("s") for a in declares}
    ):
        name = low.lstrip("!")
        return parse_action(
            "!"
            + next(
                (a.combination.name for a in declares if a.combination.name.lower().startswith(name.rstrip("s"))), name
            )
        )
    if not isinstance(view, KozelView):
        return _pile(low, line, view)
    if line[:1] in ("^", "_"):
        return _group({"^": "beat", "_": "discard"}[line[0]], line[1:], view)
    word, _, rest = low.partition(" ")
    if word in _VERBS and rest:
        return _group(_VERBS[word], line[len(word) :], view)
    if view.owes:
        raise NotationError(
            "Say which: `beat` puts cards face up and takes over, `discard` hides them. For example: beat 1"
        )
    return _group("lead", line, view)


def _group(verb: str, text: str, view: Any) -> Action:
    cards = _cards(text, view)
    if not cards:
        raise NotationError("Name at least one card, by its number or as in Qh.")
    mask = card_set(cards)
    if mask.bit_count() != len(cards):
        raise NotationError("The same card stands there twice.")
    return {"beat": make_beat, "discard": discard, "lead": lead}[verb](mask)


def _cards(text: str, view: Any) -> list[Card]:
    """Cards by number in the hand or in notation, in the order written."""
    order = hand_order(view)
    words = re.split(r"[\s,]+", text.strip())
    if words and all(word.isdigit() for word in words if word):
        cards = []
        for word in filter(None, words):
            number = int(word)
            if not 1 <= number <= len(order):
                raise NotationError(f"You hold cards 1 to {len(order)}; there is no {word}.")
            cards.append(order[number - 1])
        return cards
    return parse_card_list(text)


def _pile(low: str, line: str, view: Any) -> Action:
    if low in _PICK_UP:
        return Action(ActionKind.PICK_UP << 56)
    word, _, rest = low.partition(" ")
    if word in ("beat", "b", "lead", "l") and rest:
        line = line[len(word) :]
    cards = _cards(line.replace("/", " ").rstrip("."), view)
    leads = view.free or any(a.kind is ActionKind.LEAD for a in view.legal)
    if leads:
        if len(cards) != 1:
            raise NotationError("Lead one card.")
        return lead(1 << cards[0])
    if not 1 <= len(cards) <= 2:
        raise NotationError("Name the card that beats the top and the card to lead after it, as in: 2 5")
    made = cover(cards[0], cards[1] if len(cards) == 2 else None)
    if len(cards) == 1 and view.hand.bit_count() > 1:
        raise NotationError(f"After beating with {format_action(made)[:-1]} you must lead a further card: name both.")
    return made
