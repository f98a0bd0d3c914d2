"""Levels for people: easy, normal and hard, as names for players that see less or more far.

None of them plays nonsense on purpose. Easy plays card by card and remembers little; normal counts
the cards; hard thinks about what may be.
"""

from __future__ import annotations

from dataclasses import replace

from shokha.actions import Action, ActionKind, Combination
from shokha.bots.base import Bot, Choice, Reason
from shokha.bots.kozel_rule import KozelRuleBot
from shokha.kozel.view import KozelView


class Level:
    """Another bot under the name of a level, with a budget of its own."""

    def __init__(self, name: str, player: Bot, budget: float | None = None) -> None:
        self.name = name
        self._player = player
        self._budget = budget

    def choose(self, view: object, seed: int, budget: float | None = None) -> Choice:
        return self._player.choose(view, seed, self._budget if budget is None else budget)


class KozelEasyBot:
    """A beginner who makes no gross mistakes: the rule bot on a narrow view of the game.

    It leads one card at a time, declares only what does more than give the lead, and has forgotten
    every trick that is over. (Forgetting alone costs the rule bot nothing that could be measured.)
    """

    name = "easy"

    def __init__(self) -> None:
        self._player = KozelRuleBot()

    def choose(self, view: KozelView, seed: int, budget: float | None = None) -> Choice:
        if _asks_for_a_mere_lead(view):
            return Choice(view.legal[0], Reason("I lead card by card, so a declaration brings me nothing."))
        return self._player.choose(replace(forgetful(view), legal=simple(view)), seed, budget)


def simple(view: KozelView) -> tuple[Action, ...]:
    """The actions that a beginner thinks of: one-card leads, four aces for the pot, every reply and answer."""
    if view.owes or view.asked:
        return view.legal
    return tuple([action for action in view.legal if action.kind is not ActionKind.LEAD or _is_single(action)])


def _asks_for_a_mere_lead(view: KozelView) -> bool:
    settings = view.profile.settings
    effects = {Combination.MOSKVA: settings.moskva_effect, Combination.MOLODKA: settings.molodka_effect}
    return view.asked is not None and effects.get(view.asked) == "lead_only"


def _is_single(action: Action) -> bool:
    return action.payload & action.payload - 1 == 0


def forgetful(view: KozelView) -> KozelView:
    """What somebody still knows who looks at nothing but the own hand, the turn-up and the running trick."""
    at_hand = view.hand | sum(play.cards for play in view.trick)
    if view.turn_up is not None and view.stock:
        at_hand |= 1 << view.turn_up
    nothing = [0] * len(view.known)
    if view.seat is not None:
        nothing[view.seat] = view.hand
    return replace(view, seen=at_hand, known=nothing)
