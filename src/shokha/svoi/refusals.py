"""Why an action is refused: the code, the rule and a sentence. Asked only after the kernel said no."""

from __future__ import annotations

from typing import Any

from shokha.actions import Action, ActionKind
from shokha.cards import PACK, Suit, format_card, format_cards, suit_of
from shokha.errors import RuleViolation
from shokha.svoi.phases import Phase


def explain(state: Any, action: int) -> RuleViolation:
    """The refusal of an action that `state.is_legal` has denied."""
    try:
        kind = ActionKind(action >> 56)
    except ValueError:
        return RuleViolation("unknown_action", "C6", "There is no such action in Svoi Kozyri.")
    phase, move = Phase(state.phase), Action(action)
    if phase is Phase.OVER:
        return RuleViolation("deal_over", "C13", "The deal is over.")
    if kind is ActionKind.PASS:
        return RuleViolation("no_pass", "C6 QC3", "Nobody may pass: lead, cover the top card, or pick up.")
    if kind not in (ActionKind.LEAD, ActionKind.COVER, ActionKind.PICK_UP):
        return RuleViolation("unknown_action", "C6", "In Svoi Kozyri one leads, covers or picks up.")
    if kind is ActionKind.PICK_UP:
        return _pick_up(state, move)
    if not move.cards or move.cards & ~PACK or (kind is ActionKind.COVER and move.payload >> 12):
        return RuleViolation("unknown_card", "C2", "The pack goes from the sixes to the aces.")
    missing = move.cards & ~state.hand(state.actor)
    if missing:
        return RuleViolation("not_in_hand", "C6", f"You do not hold {format_cards(missing, sep=' ')}.")
    if kind is ActionKind.LEAD:
        return _lead(state, move, phase)
    return _cover(state, move, phase)


def _pick_up(state: Any, move: Action) -> RuleViolation:
    if move.payload:
        return RuleViolation("unknown_action", "C10", "Picking up names no cards: the rules say how many are taken.")
    if state.free:
        return RuleViolation(
            "must_lead", "C12 QC3", "The player before you went out on a cover: you must lead freely, not pick up."
        )
    return RuleViolation("must_lead", "C8 QC3", "The table is empty: you must lead a card.")


def _lead(state: Any, move: Action, phase: Phase) -> RuleViolation:
    if phase is Phase.FACE:
        top = format_card(state.top)
        return RuleViolation(
            "must_cover", "C6", f"A card may only be led after {top} has been covered; write for example 9c/{move}."
        )
    return RuleViolation("one_card", "C5", f"One card is led at a time, and {move} is {move.cards.bit_count()}.")


def _cover(state: Any, move: Action, phase: Phase) -> RuleViolation:
    card, after = move.cover, move.lead_after
    if phase is Phase.LEAD:
        why = "the table is empty" if state.top < 0 else "the player before you went out on a cover"
        return RuleViolation("nothing_to_cover", "C8 C12", f"There is nothing to cover, {why}: lead one card.")
    if not state.beaters(state.actor, state.top) >> card & 1:
        return RuleViolation("does_not_beat", "C7", _weak(state, card))
    if after is None:
        return RuleViolation("must_lead_on", "C6", f"After covering with {format_card(card)} you must lead a card too.")
    return RuleViolation("same_card", "C6", f"{format_card(card)} cannot be both the cover and the lead.")


def _weak(state: Any, card: int) -> str:
    top, own = state.top, Suit(state.trump_of(state.actor))
    if suit_of(card) == suit_of(top):
        return f"{format_card(card)} is lower than {format_card(top)}."
    if suit_of(top) == own:
        return f"{format_card(top)} is of your own trump suit: only a higher card of {own.glyph} beats it."
    return f"{format_card(card)} does not beat {format_card(top)}: play a higher {suit_of(top).glyph} or a {own.glyph}."
