"""The judgement of the searching bots for Kozel in a sentence."""

from __future__ import annotations

from typing import NamedTuple

from shokha.actions import Action, ActionKind
from shokha.bots.base import Reason
from shokha.kozel.settings import Scoring
from shokha.kozel.view import KozelView


class Estimate(NamedTuple):
    """What a search found out about an action."""

    action: Action
    value: float
    """What it plays for, from 0 to 1."""
    chance: float
    """To get most card points, or the pot."""


# By kind of action: better than the next best; as good in points, but better for the match; as good either way.
_TEMPLATES = {
    ActionKind.LEAD: (
        "Leading {cards} wins the deal in {chance} of what may be, the next best lead in {other_chance}.",
        "Leading {cards} wins the deal in {chance} of what may be, and costs least in the others.",
        "Leading {cards} wins the deal in {chance} of what may be, other leads hardly less often.",
    ),
    ActionKind.BEAT: (
        "Beating with {cards} wins the deal in {chance} of what may be, the next best play in {other_chance}.",
        "Beating with {cards} wins the deal in {chance} of what may be, and costs least in the others.",
        "Beating with {cards} wins the deal in {chance} of what may be, other plays hardly less often.",
    ),
    ActionKind.DISCARD: (
        "Throwing {cards} wins the deal in {chance} of what may be, the next best play in {other_chance}.",
        "Throwing {cards} wins the deal in {chance} of what may be, and costs least in the others.",
        "Throwing {cards} wins the deal in {chance} of what may be, other plays hardly less often.",
    ),
    ActionKind.DECLARE: (
        "Declaring {what} wins the deal in {chance} of what may be, keeping still in {other_chance}.",
        "Declaring {what} wins the deal in {chance} of what may be, and costs least in the others.",
        "Declaring {what} wins the deal in {chance} of what may be, keeping still hardly less often.",
    ),
    ActionKind.PASS: (
        "Keeping still wins the deal in {chance} of what may be, declaring in {other_chance}.",
        "Keeping still wins the deal in {chance} of what may be, and costs least in the others.",
        "Keeping still wins the deal in {chance} of what may be, declaring hardly less often.",
    ),
}
_HARDLY = 0.015


def verdict(view: KozelView, best: Estimate, other: Estimate) -> Reason:
    """Why the best action is played and not the other."""
    kind = best.action.kind
    facts: dict[str, object] = {"chance": best.chance, "other_chance": other.chance}
    if kind is ActionKind.DECLARE:
        facts["what"] = best.action.combination.name.capitalize()
    elif kind is not ActionKind.PASS:
        facts["cards"] = best.action.payload
    better, worse = best.chance > other.chance + _HARDLY, best.chance < other.chance - _HARDLY
    careful = worse and view.profile.settings.scoring is not Scoring.POT
    return Reason(_TEMPLATES[kind][0 if better else 1 if careful else 2], facts)
