"""What a person types, turned into an action. Says nothing about legality: the table does.

Cards are named by their numbers in the hand (``beat 2 4``) or in notation (``^Qh6s``, ``b Д♥ 6♠``). A
reply always says whether it beats or is discarded: the two are never guessed for one another (A16).
"""

from __future__ import annotations

import re
from typing import Any

from shokha.actions import PASS, PICK_UP, Action, ActionKind, Combination, cover, declare, discard, lead
from shokha.actions import beat as beat_with
from shokha.cards import Card, card_set, parse_card_list
from shokha.errors import NotationError
from shokha.kozel.view import KozelView
from shokha.words.base import in_order

# Every language's words are understood at any time.
BEAT = {"beat", "b", "^", "бить", "бью", "б"}
DISCARD = {"discard", "d", "_", "скинуть", "сбросить", "с"}
LEAD = {"lead", "l", "ход", "х"}
DECLARE = {"declare", "yes", "y", "!", "объявить", "да"}
NO = {"pass", "no", "n", "-", "пас", "нет"}
TAKE = {"+", "pick", "pickup", "take", "p", "взять"}
ALL = {"all", "все", "всё"}

_SUITS = {
    "spades": 0, "hearts": 1, "diamonds": 2, "clubs": 3, "s": 0, "h": 1, "d": 2, "c": 3, "♠": 0, "♥": 1, "♦": 2, "♣": 3,
    "пики": 0, "черви": 1, "бубны": 2, "трефы": 3, "крести": 3,
}  # fmt: skip


def hand_of(view: Any) -> list[Card]:
    """The own cards as they are numbered, from 1."""
    return in_order(view.hand, view.profile.game)


def read_action(text: str, view: Any) -> Action:
    """The action that a line means for the player of a view. Raises `NotationError` with a sentence."""
    line = " ".join(text.split())
    if line[:1] in ("^", "_", "!"):
        line = f"{line[0]} {line[1:]}"
    first, _, rest = line.partition(" ")
    word = first.lower()
    declares = [action for action in view.legal if action.kind is ActionKind.DECLARE]
    if word in NO and not rest:
        return PASS
    if declares and (word in DECLARE or not rest):
        found = _declaration(word, rest.lower().strip(), declares)
        if found is not None:
            return found
    if word in DECLARE:
        return _no_declaration(rest)
    if isinstance(view, KozelView):
        return _kozel(word, line, rest, view)
    return _pile(word, line, rest, view)


def typed(action: Action, view: Any) -> str:
    """What to type for an action, with the numbers of the hand; `read_action` reads it back."""
    order = {card: number for number, card in enumerate(hand_of(view), 1)}
    numbers = " ".join(str(number) for card, number in order.items() if action.cards >> card & 1)
    match action.kind:
        case ActionKind.BEAT:
            return f"beat {numbers}"
        case ActionKind.DISCARD:
            return f"discard {numbers}"
        case ActionKind.LEAD:
            return numbers
        case ActionKind.COVER:
            after = action.lead_after
            return str(order[action.cover]) + (f" {order[after]}" if after is not None else "")
        case ActionKind.PICK_UP:
            return "pick up"
        case ActionKind.DECLARE:
            return f"declare {action.combination.name.lower()}"
        case _:
            return "pass"


# -- declarations ----------------------------------------------------------------------------------------


def _declaration(word: str, rest: str, declares: list[Action]) -> Action | None:
    """``declare``, ``moskva``, ``! moskva``, and for own trumps ``hearts``, ``h`` or the number in the list."""
    name = rest if word in DECLARE else word
    if not name:
        return declares[0] if len(declares) == 1 else None
    for number, action in enumerate(declares, 1):
        what = action.combination
        if name == what.name.lower() or (what >= Combination.SPADES and _SUITS.get(name) == what - Combination.SPADES):
            return action
        if what >= Combination.SPADES and name == str(number):
            return action
    return None


def _no_declaration(rest: str) -> Action:
    """A declaration that is not offered: handed to the table, which knows why not."""
    name = rest.strip().upper()
    if name in Combination.__members__:
        return declare(Combination[name])
    if name.lower() in _SUITS:
        return declare(Combination(Combination.SPADES + _SUITS[name.lower()]))
    raise NotationError("There is nothing for you to declare now." if not name else f"{rest!r} is nothing to declare.")


# -- Kozel -----------------------------------------------------------------------------------------------


def _kozel(word: str, line: str, rest: str, view: KozelView) -> Action:
    for verbs, make in ((BEAT, beat_with), (DISCARD, discard), (LEAD, lead)):
        if word in verbs:
            return make(_group(rest, view))
    if word in TAKE:
        raise NotationError("There is no pile to pick up in Kozel: beat or discard.")
    cards = _group(line, view)
    if view.owes:
        raise NotationError(
            "Say which: `beat` lays cards face up to take the trick, `discard` hides them. Write for example `beat 1`."
        )
    return lead(cards)


def _group(text: str, view: Any) -> int:
    cards = _cards(text, view)
    if not cards:
        raise NotationError("Name at least one card, by its number or as in Qh.")
    mask = card_set(cards)
    if mask.bit_count() != len(cards):
        raise NotationError("The same card is named twice.")
    return mask


def _cards(text: str, view: Any) -> list[Card]:
    """Cards by number or in notation, in the order written."""
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    hand = hand_of(view)
    if len(words) == 1 and words[0].lower() in ALL:
        return hand
    if not words or not all(word.isdecimal() and word.isascii() for word in words):
        return parse_card_list(text)
    cards = []
    for word in words:
        if not 1 <= int(word[:9]) <= len(hand):
            raise NotationError(f"Your cards have the numbers 1 to {len(hand)}; there is no {word[:9]}.")
        cards.append(hand[int(word) - 1])
    return cards


# -- Svoi Kozyri and Besicovitch's game --------------------------------------------------------------------


def _pile(word: str, line: str, rest: str, view: Any) -> Action:
    if word in TAKE and (not rest or rest.lower() == "up"):
        return PICK_UP
    if word in DISCARD and rest:
        raise NotationError("Nothing is discarded in this game: beat the top card, or pick up.")
    cards = _cards((rest if word in BEAT | LEAD else line).replace("/", " ").rstrip("."), view)
    if word in LEAD or (word not in BEAT and any(action.kind is ActionKind.LEAD for action in view.legal)):
        if len(cards) != 1:
            raise NotationError("One card is led at a time.")
        return lead(1 << cards[0])
    if len(cards) == 2:
        return cover(cards[0], cards[1])
    if len(cards) == 1 and view.hand.bit_count() > 1:
        raise NotationError("Name two cards: the one that beats the top, and the one to lead after it. Or pick up.")
    if len(cards) != 1:
        raise NotationError("Name the card that beats the top and the card to lead after it, as in `2 5`.")
    return cover(cards[0], None)
