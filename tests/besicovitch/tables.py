"""The kernel and the oracle behind one face, and small tables solved once."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.oracle.besicovitch_oracle import Table as OracleTable

from shokha._speed import speed
from shokha.actions import format_action, parse_action
from shokha.besicovitch.phases import Ending
from shokha.besicovitch.settings import BesicovitchSettings
from shokha.besicovitch.state import State
from shokha.cards import cards_of, format_card, parse_card, parse_cards
from shokha.search.besicovitch_table import Solver, Table

LARGEST = 12 if speed().name == "compiled" else 8
"""The largest pack that is solved in a moment."""


@cache
def table(cards: int, taker_leads: bool) -> Table:
    """The solution of a small pack."""
    return Solver(cards, taker_leads).run()


def names(cards: int) -> set[str]:
    """A set of cards as texts."""
    return {format_card(card) for card in cards_of(cards)}


def kernel(oracle: OracleTable, settings: BesicovitchSettings) -> State:
    """The kernel's state of an oracle's beginning."""
    hands = [parse_cards("".join(hand)) for hand in oracle.hands]
    top = parse_card(oracle.pile[-1]) if oracle.pile else -1
    return State(settings, (hands[0], hands[1]), oracle.turn, top)


def facts(state: State) -> dict[str, Any]:
    """All that can be seen of a state, as `oracle_facts` says it."""
    return {
        "hands": [names(state.hand(0)), names(state.hand(1))],
        "pile": names(state.pile),
        "top": format_card(state.top) if state.top >= 0 else None,
        "turn": state.actor if not state.is_over else None,
        "legal": sorted(format_action(action) for action in state.legal_actions()),
        "winner": state.winner if state.winner >= 0 else None,
        "reason": Ending(state.ending).name.lower() if state.is_over else "",
        "turns": state.turns,
    }


def oracle_facts(oracle: OracleTable) -> dict[str, Any]:
    """The same of the oracle."""
    return {
        "hands": oracle.hands,
        "pile": set(oracle.pile),
        "top": oracle.pile[-1] if oracle.pile else None,
        "turn": None if oracle.reason else oracle.turn,
        "legal": sorted(oracle.legal()),
        "winner": oracle.winner,
        "reason": oracle.reason,
        "turns": oracle.turns,
    }


def play(state: State, move: str) -> None:
    """Play a text."""
    state.play(parse_action(move))
