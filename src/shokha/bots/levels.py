"""Levels for people: easy, normal and hard, as names for players that see less or more far.

None of them plays nonsense on purpose. Easy knows the game and remembers little; normal counts the
cards; hard thinks about what may be.
"""

from __future__ import annotations

from dataclasses import replace

from shokha.bots.base import Bot, Choice
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
    """The rule bot, but it has forgotten every trick that is over: all cards but those before it may still come."""

    name = "easy"

    def __init__(self) -> None:
        self._player = KozelRuleBot()

    def choose(self, view: KozelView, seed: int, budget: float | None = None) -> Choice:
        return self._player.choose(forgetful(view), seed, budget)


def forgetful(view: KozelView) -> KozelView:
    """What somebody still knows who looks at nothing but the own hand, the turn-up and the running trick."""
    at_hand = view.hand | sum(play.cards for play in view.trick)
    if view.turn_up is not None and view.stock:
        at_hand |= 1 << view.turn_up
    nothing = [0] * len(view.known)
    if view.seat is not None:
        nothing[view.seat] = view.hand
    return replace(view, seen=at_hand, known=nothing)
