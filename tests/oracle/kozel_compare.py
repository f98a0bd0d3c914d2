"""The kernel beside the oracle: one action into both, then everything is compared."""

from __future__ import annotations

from typing import Any

from tests.oracle.kozel_oracle import Card, Oracle, number

from shokha.kozel.phases import Phase
from shokha.kozel.settings import KozelSettings
from shokha.kozel.state import State

_PHASES = {phase: phase.name.lower() for phase in Phase}


def mask(cards: list[Card]) -> int:
    """Cards as the engine's set."""
    return sum(2 ** number(c) for c in cards)


def picture(oracle: Oracle) -> dict[str, Any]:
    """All that can be compared, as the oracle sees it."""
    seats = range(oracle.rules.players)
    table = {seat: (mask(cards), face_up) for seat, cards, face_up in oracle.table}
    return {
        "phase": oracle.phase,
        "actor": oracle.actor,
        "legal": oracle.legal(),
        "trump": -1 if oracle.trump is None else "shdc".index(oracle.trump),
        "shown": number(oracle.shown),
        "hands": [mask(oracle.hands.get(s, [])) for s in seats],
        "taken": [mask(oracle.captures.get(s, [])) for s in seats],
        "tricks": [oracle.tricks.get(s, 0) for s in seats],
        "stock": [number(c) for c in oracle.stock],
        "table": [table.get(s, (0, False)) for s in seats] if not oracle.is_over else None,
        "draws": [(s, number(c)) for s, c in oracle.draws],
        "trick_no": oracle.trick_number,
        "last_winner": -1 if oracle.last_winner is None else oracle.last_winner,
        "pot_winner": -1 if oracle.pot_winner is None else oracle.pot_winner,
        "is_void": oracle.is_void,
        "is_over": oracle.is_over,
    }


def picture_of_state(state: State, settings: KozelSettings) -> dict[str, Any]:
    """The same as the kernel sees it."""
    seats = range(settings.players)
    return {
        "phase": _PHASES[Phase(state.phase)],
        "actor": state.actor,
        "legal": state.legal_actions(),
        "trump": state.trump,
        "shown": state.turn_up if state.turn_up >= 0 else state.shown,
        "hands": [state.hand(s) for s in seats],
        "taken": [state.taken_by(s) for s in seats],
        "tricks": [state.tricks_of(s) for s in seats],
        "stock": state.stock_cards(),
        "table": [(state.on_table(s), bool(state.on_table(s)) and bool(state.is_face_up(s))) for s in seats]
        if not state.is_over
        else None,
        "draws": state.drawn(),
        "trick_no": state.trick_no,
        "last_winner": state.last_winner,
        "pot_winner": state.pot_winner,
        "is_void": bool(state.is_void),
        "is_over": bool(state.is_over),
    }


def assert_same(oracle: Oracle, state: State) -> None:
    """Fails with the fields in which kernel and oracle differ."""
    right, have = picture(oracle), picture_of_state(state, oracle.rules)
    differing = {name: (have[name], right[name]) for name in right if have[name] != right[name]}
    assert not differing, f"kernel against oracle: {differing}"
