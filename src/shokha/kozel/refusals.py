"""Why an action is refused: the code, the rule and a sentence. Asked only after the kernel said no."""

from __future__ import annotations

from typing import Any

from shokha.actions import Action, ActionKind, Combination
from shokha.cards import PACK, cards_of, format_card, format_cards, suit_of
from shokha.errors import RuleViolation
from shokha.kozel.phases import Phase


def explain(state: Any, action: int) -> RuleViolation:
    """The refusal of an action that `state.is_legal` has denied."""
    try:
        kind = ActionKind(action >> 56)
    except ValueError:
        return RuleViolation("unknown_action", "A10", "There is no such action in Kozel.")
    phase, move = Phase(state.phase), Action(action)
    if phase is Phase.OVER:
        return RuleViolation("deal_over", "A21", "The deal is over.")
    if kind in (ActionKind.COVER, ActionKind.PICK_UP):
        return RuleViolation("unknown_action", "A11", "Covering and picking up belong to Svoi Kozyri, not to Kozel.")
    if kind is ActionKind.PASS:
        return _pass(phase)
    if kind is ActionKind.DECLARE:
        return _declare(state, phase, move)
    if phase in (Phase.WINDOW, Phase.INTERRUPT):
        return RuleViolation("window_open", "A23", "First answer: declare, or pass with -.")
    missing = move.payload & ~state.hand(state.actor)
    if missing:
        known = format_cards(missing & PACK, sep=" ") or "that card"
        return RuleViolation("not_in_hand", "A10", f"You do not hold {known}.")
    if not move.payload:
        return RuleViolation("no_cards", "A11", "Name at least one card.")
    return _lead(state, kind, move.payload) if phase is Phase.LEAD else _reply(state, kind, move.payload)


def _pass(phase: Phase) -> RuleViolation:
    if phase is Phase.LEAD:
        return RuleViolation("must_lead", "A20", "You are on lead: play at least one card.")
    return RuleViolation("must_play", "A11", "Nobody may pass a trick: beat it, or discard face down.")


def _declare(state: Any, phase: Phase, move: Action) -> RuleViolation:
    try:
        name = move.combination.name.capitalize()
    except ValueError:
        return RuleViolation("unknown_combination", "A24", "There is no such combination.")
    if phase is Phase.REPLY:
        return RuleViolation("too_late", "A23", f"{name} can no longer be declared: the trick has begun.")
    if move.payload in (Combination.BURA, Combination.ACES):
        return RuleViolation("no_claim", "QM5", f"{name} cannot be claimed now.")
    return RuleViolation("not_a_combination", "A24 A25", f"{name} cannot be declared now: no window is open for it.")


def _lead(state: Any, kind: ActionKind, cards: int) -> RuleViolation:
    if kind is not ActionKind.LEAD:
        return RuleViolation("must_lead", "A20", "You are on lead: there is nothing to beat or to discard to.")
    size = cards.bit_count()
    plain = cards & ~1 if state.joker else cards
    if len({suit_of(card) for card in cards_of(plain)}) > 1:
        joker = " (the shokha may join any suit)" if state.joker else ""
        return RuleViolation("two_suits", "A10", f"A lead is of one suit{joker}, and {format_cards(cards)} is not.")
    if not state.sizes >> size & 1:
        sizes = ", ".join(str(n) for n in range(1, 5) if state.sizes >> n & 1)
        return RuleViolation("lead_size", "A10 QM1", f"You may lead {sizes} cards here, not {size}.")
    return RuleViolation("lead_too_large", "QD13", f"Another player holds fewer than {size} cards.")


def _reply(state: Any, kind: ActionKind, cards: int) -> RuleViolation:
    if kind is ActionKind.LEAD:
        return RuleViolation("say_beat_or_discard", "A15", "Say which: ^ beats face up, _ discards face down.")
    hand, size = state.hand(state.actor), cards.bit_count()
    if state.auto:
        return RuleViolation("auto_win", "QD18", "This combination wins its trick: discard all your cards face down.")
    if hand.bit_count() < state.size:
        return RuleViolation("short_hand", "QD13", "You hold fewer cards than were led: discard all of them.")
    if size != state.size:
        return RuleViolation("wrong_count", "A11", f"{state.size} led, so play exactly {state.size}, not {size}.")
    if state.shokha and state.master_cards & 1:
        return RuleViolation("shokha_unbeatable", "QA12", "A group with the shokha cannot be beaten.")
    stuck = _unpaired(state, cards)
    return RuleViolation(
        "no_pairing", "A14", f"{format_cards(cards)} does not beat {format_cards(state.master_cards)}: {stuck}."
    )


def _unpaired(state: Any, cards: int) -> str:
    for card in cards_of(state.master_cards):
        if not state.beaters(card) & cards:
            return f"nothing of yours beats {format_card(card)}"
    for card in cards_of(cards):
        if not any(state.beaters(c) >> card & 1 for c in cards_of(state.master_cards)):
            return f"{format_card(card)} beats none of them"
    return "each card needs one of its own to beat, and two of yours beat only the same one"
