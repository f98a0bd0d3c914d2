"""Cards picked by hand and a button pressed, turned into an action. Says nothing about legality: the table does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shokha.actions import PASS, PICK_UP, Action, ActionKind, beat, cover, discard, lead
from shokha.cards import Card, card_set, cards_of
from shokha.errors import NotationError
from shokha.kozel.view import KozelView
from shokha.terminal.screen import leads
from shokha.words import Words, describe_action
from shokha.words.showing import pairs_of

VERBS = ("lead", "beat", "discard", "pickup", "pass")
"""What a button can mean, besides showing a combination."""


def verbs_for(view: Any) -> list[str]:
    """The buttons that make sense now. A reply has two for Kozel: neither is ever guessed for the other (A16)."""
    if not view.legal:
        return []
    kinds = {action.kind for action in view.legal}
    if kinds <= {ActionKind.DECLARE, ActionKind.PASS}:
        return ["pass"] if ActionKind.PASS in kinds else []
    if isinstance(view, KozelView):
        return ["beat", "discard"] if view.owes else ["lead"]
    return ["lead"] if leads(view) else ["beat", "pickup"]


def action_for(w: Words, verb: str, picked: Sequence[Card], view: Any) -> Action:
    """The action that a button means with the cards picked, in their order. Raises `NotationError` with a sentence."""
    if verb == "pass":
        return PASS
    if verb == "pickup":
        return PICK_UP
    if not picked:
        raise NotationError(w._("Choose cards first: by their numbers, or with the arrows and the space bar."))
    if isinstance(view, KozelView):
        return {"lead": lead, "beat": beat, "discard": discard}[verb](card_set(picked))
    if verb == "lead":
        if len(picked) > 1:
            raise NotationError(w._("One card is led at a time."))
        return lead(1 << picked[0])
    if len(picked) > 2 or (len(picked) == 1 and view.hand.bit_count() > 1):
        raise NotationError(w._("Choose two cards: first the one that beats the top, then the one to lead after it."))
    return cover(picked[0], picked[1] if len(picked) == 2 else None)


def meanings(w: Words, picked: Sequence[Card], view: Any) -> list[str]:
    """What the cards picked so far would be: a sentence for each legal use of exactly these."""
    if not picked:
        return []
    exact = [action for action in view.legal if _uses(action, picked)]
    told = []
    for action in exact:
        text = w.start(describe_action(w, action))
        if action.kind is ActionKind.BEAT and isinstance(view, KozelView):
            text = f"{text}: {pairs_of(w, view, action.cards)}"
        told.append(f"{text}.")
    if not exact and len(picked) == 1:
        covers = [action for action in view.legal if action.kind is ActionKind.COVER and action.cover == picked[0]]
        if covers:
            told.append(
                w._("{card} beats the top; now choose the card to lead after it.").format(card=w.card(picked[0]))
            )
    return told


def _uses(action: Action, picked: Sequence[Card]) -> bool:
    """Does an action play exactly these cards (a cover in this order)?"""
    if action.kind is ActionKind.COVER:
        return list(picked) == cards_of_action(action)
    return action.kind in (ActionKind.LEAD, ActionKind.BEAT, ActionKind.DISCARD) and action.cards == card_set(picked)


def cards_of_action(action: Action) -> list[Card]:
    """The cards of an action as they would be picked: a cover before the lead after it."""
    if action.kind is ActionKind.COVER:
        return [action.cover] if action.lead_after is None else [action.cover, action.lead_after]
    return list(cards_of(action.cards))
