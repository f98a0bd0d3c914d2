"""The Monte Carlo bot for Kozel: every action tried in many deals that fit what was seen.

In each deal everybody plays on as the quick policy would, and the ends are counted. Half of the actions
are dropped after each round (sequential halving), so most of the work goes into the close decisions.
"""

from __future__ import annotations

from shokha._speed import speed
from shokha.bots.base import Choice, Reason
from shokha.bots.kozel_sampling import judge_of, worlds_of
from shokha.bots.kozel_words import Estimate, verdict
from shokha.kozel.view import KozelView
from shokha.search.kozel_policy import Policy
from shokha.search.kozel_rollouts import Rollouts
from shokha.search.kozel_tree import Tree

SIMULATIONS, PLAIN_SIMULATIONS = 4000, 60
"""Playouts of one decision, some 20 ms compiled; the plain run, where one takes about 1 ms, does fewer."""
NOISE = 100
"""Everybody in the playouts sees a card point more or less, so that no line is taken for certain."""


class KozelMonteCarloBot:
    """Strong and quick. The budget is the number of playouts of one decision."""

    name = "mc"

    def choose(self, view: KozelView, seed: int, budget: float | None = None) -> Choice:
        legal = view.legal
        if len(legal) == 1:
            return Choice(legal[0], Reason("There is nothing else to play."))
        rollouts = Rollouts(worlds_of(view, seed), Policy(noise=NOISE, seed=seed), judge_of(view), legal)
        best, second = halving(rollouts, len(legal), int(budget or default_simulations()))
        estimates = [Estimate(legal[i], rollouts.mean(i), rollouts.chance(i)) for i in (best, second)]
        return Choice(legal[best], verdict(view, *estimates))


def default_simulations() -> int:
    """Playouts of one decision when no budget is given."""
    return SIMULATIONS if speed().name == "compiled" else PLAIN_SIMULATIONS


def halving(search: Rollouts | Tree, actions: int, simulations: int) -> tuple[int, int]:
    """Indices of the best and the second best action: after each round the weaker half is dropped."""
    left = list(range(actions))
    rounds = (actions - 1).bit_length()
    while True:
        search.run(max(1, simulations // (rounds * len(left))), left)
        left.sort(key=search.mean, reverse=True)
        if len(left) == 2:
            return left[0], left[1]
        left = left[: (len(left) + 1) // 2]
