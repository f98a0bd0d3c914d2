"""The tree search bot for Kozel: what everybody may do next, in the light of what this seat sees."""

from __future__ import annotations

from collections.abc import Sequence

from shokha._speed import speed
from shokha.bots.base import Choice, Reason
from shokha.bots.kozel_mc import NOISE, halving, opinions
from shokha.bots.kozel_sampling import Layouts, judge_of
from shokha.bots.kozel_words import Estimate, verdict
from shokha.kozel.view import KozelView
from shokha.search.kozel_policy import Policy
from shokha.search.kozel_tree import Tree
from shokha.search.kozel_worlds import Worlds

ITERATIONS, PLAIN_ITERATIONS = 8000, 60
"""Iterations of one decision, some 60 ms compiled; the plain run, where one takes 1 ms, does fewer."""
SPARE = 200
"""Nodes beyond the number of iterations: the root, its actions, and what rounding up adds."""


class KozelTreeBot:
    """Monte Carlo that goes on thinking below each action. The budget is the number of iterations of one decision."""

    name = "ismcts"

    def choose(self, view: KozelView, seed: int, budget: float | None = None) -> Choice:
        legal = view.legal
        if len(legal) == 1:
            return Choice(legal[0], Reason("There is nothing else to play."))
        iterations = int(budget or default_iterations())
        policy, layouts = Policy(noise=NOISE, seed=seed), Layouts(view, seed)
        best, second = by_tree(view, layouts.worlds(), policy, iterations, opinions(legal, layouts, policy))
        return Choice(best.action, verdict(view, best, second))


def by_tree(
    view: KozelView, worlds: Worlds, policy: Policy, iterations: int, thought: Sequence[float]
) -> tuple[Estimate, Estimate]:
    """The best and the second best action of a view, by a tree over worlds that agree with it."""
    tree = Tree(worlds, policy, judge_of(view), view.legal, iterations + SPARE)
    return halving(tree, view.legal, iterations, thought)


def default_iterations() -> int:
    """Iterations of one decision when no budget is given."""
    return ITERATIONS if speed().name == "compiled" else PLAIN_ITERATIONS
