"""Text of a position: both hands, the pile and the turn, in one line.

``AsKc/AhKd/KsAdAc>Kh 1`` reads: seat 1 (♠) holds A♠ K♣, seat 2 (♥) holds A♥ K♦, in the pile lie K♠ A♦ A♣ and on top of
them K♥; seat 1 is to move. Without a pile the third part is ``-``. The order of the pile below its top never matters
(Z4). ``turns=12`` may follow where a cap on turns counts them. How often the position has occurred is not part of it:
read again, it counts as the first of its kind (X24). In files the version stands before it:

    besicovitch besicovitch{cards=8}#0123456789ab AsKc/AhKd/KsAdAc>Kh 1

>>> from shokha.besicovitch.settings import BesicovitchSettings
>>> text = "AsKc/AhKd/KsAdAc>Kh 1"
>>> format_position(parse_position(text, BesicovitchSettings(cards=8)))
'AsKc/AhKd/KsAdAc>Kh 1'
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from shokha.besicovitch.pack import pack_of
from shokha.besicovitch.state import State
from shokha.cards import format_card, format_cards, parse_card, parse_cards
from shokha.errors import NotationError
from shokha.notation import Positions, quote
from shokha.profile import RuleProfile

_EXAMPLE = "write for example AsKc/AhKd/KsAdAc>Kh 1, or AsKs/AhKh/- 2 with an empty table"


@dataclass(slots=True)
class Position:
    """A situation of Besicovitch's game."""

    profile: RuleProfile
    built: State = field(repr=False)

    @property
    def state(self) -> State:
        """A fresh kernel state."""
        return self.built.copy()


def format_position(state: Any) -> str:
    """One line of text; `parse_position` reads it back. Raises `NotationError` for a finished deal."""
    if state.is_over:
        raise NotationError("The deal is over: there is no position to play on from.")
    pile = "-" if state.top < 0 else f"{format_cards(state.pile & ~(1 << state.top))}>{format_card(state.top)}"
    turns = f" turns={state.turns}" if state.turns else ""
    return f"{format_cards(state.hand(0))}/{format_cards(state.hand(1))}/{pile} {state.actor + 1}{turns}"


def parse_position(text: str, settings: Any) -> State:
    """The position of a text as a state that has seen nothing else. Raises `NotationError`."""
    match = re.fullmatch(r"([^/]*)/([^/]*)/(\S*)\s+([12])(?:\s+turns=([0-9]{1,6}))?", text.strip())
    if match is None:
        raise NotationError(f"{quote(text.strip())} is not a position of Besicovitch's game: {_EXAMPLE}.")
    hands = parse_cards(match[1]), parse_cards(match[2])
    rest, top = _pile(match[3])
    cards = hands[0] | hands[1] | rest
    if foreign := cards & ~pack_of(settings.cards):
        raise NotationError(f"{format_cards(foreign)} is not in the pack of {settings.cards} cards.")
    if twice := hands[0] & hands[1] | (hands[0] | hands[1]) & rest:
        raise NotationError(f"{format_cards(twice)} stands in two places.")
    if missing := pack_of(settings.cards) & ~cards:
        raise NotationError(f"{format_cards(missing)} of the pack is missing.")
    if not hands[0] or not hands[1]:
        raise NotationError("An empty hand has already won (Z5): each player needs at least one card.")
    turns = int(match[5] or 0)
    if settings.turn_cap and turns >= settings.turn_cap:
        raise NotationError(f"A deal ends after {settings.turn_cap} turns, and this one has had {turns} (QZ6).")
    return State(settings, hands, int(match[4]) - 1, top, turns)


def _pile(text: str) -> tuple[int, int]:
    """All cards of the pile and its top."""
    if text == "-":
        return 0, -1
    below, mark, top = text.partition(">")
    if not mark:
        raise NotationError(f"The pile {quote(text)} needs its top after a >, as in AcKs>Kh.")
    card = parse_card(top)
    rest = parse_cards(below)
    if rest >> card & 1:
        raise NotationError(f"{format_card(card)} is written twice in the pile {quote(text)}.")
    return rest | 1 << card, card


def _fields(what: Any, profile: RuleProfile, **context: Any) -> str:
    """The text behind game and version, of a kernel state, a deal or a `Position`."""
    return format_position(getattr(what, "state", what))


def _parse(profile: RuleProfile, text: str) -> Position:
    return Position(profile, parse_position(text, profile.settings))


POSITIONS = Positions(_fields, _parse)
