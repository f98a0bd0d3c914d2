"""The strongest bot for Kozel: tree search over worlds in which people have played as people do.

What lies face down is not spread evenly: nobody throws an ace to the enemy who has a seven, and who
held a trump rarely threw it away. `kozel_sampling.HABITS` knows how much, and the worlds are drawn by
it. Once the stock is empty, half of the effort goes into exact play (`kozel_endings`). Exact play takes
everybody to see all cards, tree search takes nobody to see further than the policy; the truth lies
between, and so does the value that counts: their mean.
"""

from __future__ import annotations

from collections.abc import Sequence

from shokha.actions import Action
from shokha.bots.base import Choice
from shokha.bots.kozel_endings import Endings, is_ending
from shokha.bots.kozel_ismcts import SPARE, KozelTreeBot, default_iterations
from shokha.bots.kozel_mc import NOISE
from shokha.bots.kozel_sampling import HABITS, judge_of, worlds_of
from shokha.bots.kozel_words import Estimate, verdict
from shokha.kozel.view import KozelView
from shokha.search.kozel_policy import Policy
from shokha.search.kozel_tree import Tree

NODES = 15
"""Nodes of exact play for one iteration of the budget: about the same time as half an iteration."""


class KozelExpertBot(KozelTreeBot):
    """Tree search with inference and exact endings. The budget is the number of iterations of one decision."""

    name = "expert"
    habits = HABITS

    def choose(self, view: KozelView, seed: int, budget: float | None = None) -> Choice:
        if len(view.legal) == 1 or not is_ending(view):
            return super().choose(view, seed, budget)
        return _ending(view, view.legal, seed, int(budget or default_iterations()))


def _ending(view: KozelView, legal: Sequence[Action], seed: int, iterations: int) -> Choice:
    exact = Endings(view, worlds_of(view, seed, HABITS), legal)
    exact.run(NODES * iterations)
    policy = Policy(noise=NOISE, seed=seed)
    tree = Tree(worlds_of(view, seed, HABITS), policy, judge_of(view), legal, iterations + SPARE)
    tree.run(max(1, iterations // (2 * len(legal))), range(len(legal)))
    if not exact.visits:
        found = [Estimate(action, tree.mean(i), tree.chance(i)) for i, action in enumerate(legal)]
    else:
        found = [
            Estimate(action, (tree.mean(i) + exact.mean(i)) / 2, (tree.chance(i) + exact.chance(i)) / 2)
            for i, action in enumerate(legal)
        ]
    best, second = sorted(found, key=_by_value, reverse=True)[:2]
    return Choice(best.action, verdict(view, best, second))


def _by_value(estimate: Estimate) -> float:
    return estimate.value
