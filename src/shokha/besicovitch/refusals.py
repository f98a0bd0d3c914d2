"""Why an action is refused: the code, the rule and a sentence. Asked only after the kernel said no."""

from __future__ import annotations

from typing import Any

from shokha.actions import Action, ActionKind
from shokha.besicovitch.pack import TRUMPS
from shokha.besicovitch.phases import Phase
from shokha.cards import cards_of, format_card, suit_of
from shokha.errors import RuleViolation


def explain(state: Any, action: int) -> RuleViolation:
    """The refusal of an action that `state.is_legal` has denied."""
    try:
        move = Action(action)
        kind = ActionKind(action >> 56)
    except ValueError:
        return RuleViolation("unknown_action", "Z4", "There is no such action in Besicovitch's game.")
    if state.phase == Phase.OVER:
        return RuleViolation("deal_over", "Z5", "The deal is over.")
    if kind not in (ActionKind.LEAD, ActionKind.COVER, ActionKind.PICK_UP):
        return RuleViolation("unknown_action", "Z4", "You may lead, cover or take the pile, and nothing else.")
    missing = [card for card in _cards(move, kind) if not state.hand(state.actor) >> card & 1]
    if missing:
        name = format_card(missing[0]) if missing[0] < 52 else "that card"
        return RuleViolation("not_in_hand", "Z4", f"You do not hold {name}.")
    return _lead(kind, move) if state.phase == Phase.LEAD else _face(state, kind, move)


def _cards(move: Action, kind: ActionKind) -> list[int]:
    if kind is ActionKind.LEAD:
        return list(cards_of(move.payload))
    if kind is ActionKind.COVER:
        lead = move.payload >> 6
        return [move.cover] if not lead else [move.cover, lead - 1]
    return []


def _lead(kind: ActionKind, move: Action) -> RuleViolation:
    if kind is ActionKind.PICK_UP:
        return RuleViolation("no_pile", "Z4", "The table is empty: there is nothing to take, so lead a card.")
    if kind is ActionKind.COVER:
        return RuleViolation("must_lead", "Z4", "The table is empty: there is nothing to cover, so lead a card.")
    return RuleViolation("one_card", "Z4", "Lead exactly one card.")


def _face(state: Any, kind: ActionKind, move: Action) -> RuleViolation:
    top = format_card(state.top)
    if kind is ActionKind.LEAD:
        return RuleViolation("must_beat", "Z4", f"First beat {top}, or take the pile with +.")
    if kind is ActionKind.PICK_UP:
        return RuleViolation("whole_pile", "Z4", "The whole pile is taken, nothing less: write +.")
    lead = move.payload >> 6
    if not state.beaters_of(state.actor, state.top) >> move.cover & 1:
        trump = TRUMPS[state.actor]
        how = "" if suit_of(state.top) is trump else f" or a {trump.glyph}"
        higher = f"a higher {suit_of(state.top).glyph}{how}"
        return RuleViolation(
            "does_not_beat", "Z4", f"{format_card(move.cover)} does not beat {top}: that takes {higher}."
        )
    if not lead:
        return RuleViolation("must_lead_on", "Z4", "You still hold cards: after covering lead one of them.")
    if lead - 1 == move.cover:
        return RuleViolation("same_card", "Z4", "The card that covers cannot be led as well.")
    return RuleViolation("unknown_action", "Z4", "There is no such action in Besicovitch's game.")
