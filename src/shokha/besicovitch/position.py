"""Text of a position: both hands, the pile and the turn, in one line.

``AsKc/AhKd/AcKsAd>Kh 1`` reads: seat 1 (♠) holds A♠ K♣, seat 2 (♥) holds A♥ K♦, in the pile lie A♣ K♠ A♦ and on top of
them K♥; seat 1 is to move. Without a pile the third part is ``-``. The order of the pile below its top never matters
(Z4). How often the position has occurred is not part of it.

>>> from shokha.besicovitch.settings import BesicovitchSettings
>>> text = "AsKc/AhKd/AcKsAd>Kh 1"
>>> format_position(parse_position(text, BesicovitchSettings(cards=8)))
'AsKc/AhKd/KsAdAc>Kh 1'
"""

from __future__ import annotations

import re
from typing import Any

from shokha.besicovitch.pack import pack_of
from shokha.besicovitch.state import State
from shokha.cards import format_card, format_cards, parse_card, parse_cards
from shokha.errors import NotationError

_EXAMPLE = "write for example AsKc/AhKd/AcKsAd>Kh 1, or AsKs/AhKh/- 2 with an empty table"


def format_position(state: Any) -> str:
    """One line of text; `parse_position` reads it back. A finished deal has turn 0."""
    pile = "-" if state.top < 0 else f"{format_cards(state.pile & ~(1 << state.top))}>{format_card(state.top)}"
    return f"{format_cards(state.hand(0))}/{format_cards(state.hand(1))}/{pile} {state.actor + 1}"


def parse_position(text: str, settings: Any) -> State:
    """The position of a text as a state that has seen nothing else. Raises `NotationError`."""
    match = re.fullmatch(r"([^/]*)/([^/]*)/([^/]*)\s([12])", text.strip())
    if match is None:
        raise NotationError(f"{text.strip()!r} is not a position of Besicovitch's game: {_EXAMPLE}.")
    hands = parse_cards(match[1]), parse_cards(match[2])
    rest, top = _pile(match[3].strip())
    cards = hands[0] | hands[1] | rest
    if foreign := cards & ~pack_of(settings.cards):
        raise NotationError(f"{format_cards(foreign)} is not in the pack of {settings.cards} cards.")
    if hands[0] & hands[1] or (hands[0] | hands[1]) & rest:
        raise NotationError(f"A card stands twice in {text.strip()!r}.")
    if missing := pack_of(settings.cards) & ~cards:
        raise NotationError(f"{format_cards(missing)} of the pack is missing in {text.strip()!r}.")
    if not hands[0] or not hands[1]:
        raise NotationError("An empty hand has already won: each player needs at least one card.")
    return State(settings, hands, int(match[4]) - 1, top)


def _pile(text: str) -> tuple[int, int]:
    """All cards of the pile and its top."""
    if text == "-":
        return 0, -1
    below, mark, top = text.partition(">")
    if not mark:
        raise NotationError(f"The pile {text!r} needs its top after a >, such as AcKs>Kh.")
    card = parse_card(top)
    rest = parse_cards(below)
    if rest >> card & 1:
        raise NotationError(f"{format_card(card)} is written twice in the pile {text!r}.")
    return rest | 1 << card, card
