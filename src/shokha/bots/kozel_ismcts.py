"""The tree search bot for Kozel: what everybody may do next, in the light of what this seat sees."""

from __future__ import annotations

from shokha._speed import speed
from shokha.bots.base import Choice, Reason
from shokha.bots.kozel_mc import NOISE, halving, opinions
from shokha.bots.kozel_sampling import Layouts, judge_of
from shokha.bots.kozel_words import verdict
from shokha.kozel.view import KozelView
from shokha.search.kozel_policy import Policy
from shokha.search.kozel_tree import Tree

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
        tree = Tree(layouts.worlds(), policy, judge_of(view), legal, iterations + SPARE)
        best, second = halving(tree, legal, iterations, opinions(legal, layouts, policy))
        return Choice(best.action, verdict(view, best, second))


def default_iterations() -> int:
    """Iterations of one decision when no budget is given."""
    return ITERATIONS if speed().name == "compiled" else PLAIN_ITERATIONS
