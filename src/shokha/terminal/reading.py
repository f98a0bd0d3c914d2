"""What a person types, turned into an action. Says nothing about legality: the table does.

Cards are named by their numbers in the hand (``beat 2 4``) or in notation (``^Qh6s``, ``b Д♥ 6♠``). A
reply always says whether it beats or is discarded: the two are never guessed for one another (A16).
"""

from __future__ import annotations

import re
from collections.abc import Callable
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


def read_action(text: str, view: Any, say: Callable[[str], str] = str) -> Action:
    """The action that a line means for the player of a view. Raises `NotationError`; `say` translates its sentence."""
    return _Reader(view, say).read(text)


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


class _Reader:
    """Reads lines of the player of a view."""

    def __init__(self, view: Any, say: Callable[[str], str]) -> None:
        self.view = view
        self._ = say

    def read(self, text: str) -> Action:
        view = self.view
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
            return self.no_declaration(rest)
        if isinstance(view, KozelView):
            return self.kozel(word, line, rest)
        return self.pile(word, line, rest)

    def no_declaration(self, rest: str) -> Action:
        """A declaration that is not offered: handed to the table, which knows why not."""
        name = rest.strip().upper()
        if name in Combination.__members__:
            return declare(Combination[name])
        if name.lower() in _SUITS:
            return declare(Combination(Combination.SPADES + _SUITS[name.lower()]))
        if not name:
            raise NotationError(self._("There is nothing for you to declare now."))
        raise NotationError(self._("“{text}” is nothing to declare.").format(text=rest))

    def kozel(self, word: str, line: str, rest: str) -> Action:
        for verbs, make in ((BEAT, beat_with), (DISCARD, discard), (LEAD, lead)):
            if word in verbs:
                return make(self.group(rest))
        if word in TAKE:
            raise NotationError(self._("There is no pile to pick up in Kozel: beat or discard."))
        cards = self.group(line)
        if self.view.owes:
            raise NotationError(
                self._(
                    "Say which: `beat` lays cards face up to take the trick, `discard` hides them. "
                    "Write for example `beat 1`."
                )
            )
        return lead(cards)

    def group(self, text: str) -> int:
        """Cards played together."""
        cards = self.cards(text)
        if not cards:
            raise NotationError(self._("Name at least one card, by its number or as in Qh."))
        mask = card_set(cards)
        if mask.bit_count() != len(cards):
            raise NotationError(self._("The same card is named twice."))
        return mask

    def cards(self, text: str) -> list[Card]:
        """Cards by number or in notation, in the order written."""
        words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
        hand = hand_of(self.view)
        if len(words) == 1 and words[0].lower() in ALL:
            return hand
        cards: list[Card] = []
        for word in words:
            if not (word.isdecimal() and word.isascii()):
                cards += self.written(word)
            elif 1 <= int(word[:9]) <= len(hand):
                cards.append(hand[int(word) - 1])
            else:
                told = self._("Your cards have the numbers 1 to {most}; there is no {number}.")
                raise NotationError(told.format(most=len(hand), number=word[:9]))
        return cards

    def written(self, word: str) -> list[Card]:
        """Cards in notation."""
        try:
            return parse_card_list(word)
        except NotationError as error:
            told = self._("“{text}” is neither a card nor a word known here: `help` tells what may be said.")
            raise NotationError(told.format(text=word[:80])) from error

    def pile(self, word: str, line: str, rest: str) -> Action:
        """Svoi Kozyri and Besicovitch's game."""
        view = self.view
        if word in TAKE and (not rest or rest.lower() == "up"):
            return PICK_UP
        if word in DISCARD and rest:
            raise NotationError(self._("Nothing is discarded in this game: beat the top card, or pick up."))
        cards = self.cards((rest if word in BEAT | LEAD else line).replace("/", " ").rstrip("."))
        if word in LEAD or (word not in BEAT and any(action.kind is ActionKind.LEAD for action in view.legal)):
            if len(cards) != 1:
                raise NotationError(self._("One card is led at a time."))
            return lead(1 << cards[0])
        if len(cards) == 2:
            return cover(cards[0], cards[1])
        if len(cards) == 1 and view.hand.bit_count() > 1:
            raise NotationError(
                self._("Name two cards: the one that beats the top, and the one to lead after it. Or pick up.")
            )
        if len(cards) != 1:
            raise NotationError(self._("Name the card that beats the top and the card to lead after it, as in `2 5`."))
        return cover(cards[0], None)


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
