"""The search bot for Besicovitch's game: the solved table when there is one, `search.besicovitch_search` otherwise.

Tables are looked for where `shokha solve besicovitch` writes them (`besicovitch_tables`). With one the bot never lets a
won position slip: it wins as soon as possible, keeps a draw, and loses as late as possible; among moves that keep a
draw it takes the one that is most trying for the other player.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp

from shokha.actions import Action, ActionKind
from shokha.besicovitch.settings import BesicovitchSettings
from shokha.besicovitch.state import State
from shokha.besicovitch.view import BesicovitchView
from shokha.bots.base import Choice, Reason
from shokha.bots.besicovitch_tables import find_table
from shokha.search.besicovitch_search import Search
from shokha.search.besicovitch_table import Table

NODES = 100_000

_PUT = {
    "win": "{lead_cards} on top: I win within {count} moves, whatever you answer.",
    "loss": "{lead_cards} on top holds out longest, but with best play I lose within {count} moves.",
    "draw": "{lead_cards} on top: with best play nobody wins.",
    "judged": "{lead_cards} on top: as far as I can see I win with {chance}.",
}
_TAKE = {
    "win": "I take the pile and win within {count} moves, whatever you do.",
    "loss": "Taking the pile holds out longest, but with best play I lose within {count} moves.",
    "draw": "I take the pile: with best play nobody wins.",
    "judged": "I take the pile: as far as I can see I win with {chance}.",
}


class BesicovitchSearchBot:
    """Strong, perfect with a table. The budget is the number of nodes; compiled, four millions take about a second.

    `tables` finds the table for a version, or None; a bot that must depend on nothing else takes ``lambda _: None``.
    """

    name = "search"

    def __init__(self, tables: Callable[[BesicovitchSettings], Table | None] = find_table) -> None:
        self._tables = tables

    def choose(self, view: BesicovitchView, seed: int, budget: float | None = None) -> Choice:
        if len(view.legal) == 1:
            return Choice(view.legal[0], Reason("There is nothing else to play."))
        state, nodes = view.state(), max(1, int(budget or NODES))
        table = self._tables(view.profile.settings)
        return _look_up(table, state, nodes) if table else _search(state, nodes)


def _look_up(table: Table, state: State, nodes: int) -> Choice:
    """What the table says, save that a position may have stood too often by now (QZ6)."""
    rated = [(action, _outcome(state, action, found.outcome), found.distance) for action, found in table.moves(state)]
    action, outcome, distance = max(rated, key=lambda each: each[1])  # the first, so the soonest win or latest loss
    if outcome == 0:
        keeping = [each[0] for each in rated if each[1] == 0]
        action = Action(Search(state).find(nodes, among=keeping).action)
    return Choice(action, _reason(state, action, ("loss", "draw", "win")[outcome + 1], distance))


def _outcome(state: State, action: Action, outcome: int) -> int:
    """The table's verdict, or 0 when the action ends the deal as a draw."""
    after = state.copy()
    after.play(action)
    return 0 if after.is_over and after.winner < 0 else outcome


def _search(state: State, nodes: int) -> Choice:
    found = Search(state).find(nodes)
    kind = ("loss", "judged", "win")[found.outcome + 1]
    return Choice(Action(found.action), _reason(state, Action(found.action), kind, found.actions, found.value))


def _reason(state: State, action: Action, kind: str, count: int, value: int = 0) -> Reason:
    """The judgement in a sentence; `value` in hundredths of a logit."""
    after = state.copy()
    after.play(action)
    if after.winner >= 0:
        return Reason("That was my last card: I have won.")
    facts: dict[str, object] = {"chance": 1 / (1 + exp(-value / 100))} if kind == "judged" else {"count": count}
    if action.kind is ActionKind.PICK_UP:
        return Reason(_TAKE[kind], facts)
    return Reason(_PUT[kind], facts | {"lead_cards": 1 << after.top})
