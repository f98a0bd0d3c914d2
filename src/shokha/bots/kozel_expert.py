"""The best-informed bot for Kozel: `ismcts`, and in endings worlds that fit how people play, and exact play.

What lies face down is not spread evenly: nobody throws an ace to the enemy who has a seven, and who
held a trump rarely threw it away. `kozel_sampling.HABITS` knows how much, and once the stock is empty the
worlds are drawn by it. (Before, it predicts the cards better too, and yet the bot played worse by 0.09 ± 0.09
penalty points a deal.) Then half of the effort goes into exact play (`kozel_endings`). Exact play takes
everybody to see all cards, the playouts take nobody to see further than the policy; the truth lies
between. Every world counts alike, solved or played out, so that a few solved ones decide nothing.
"""

from __future__ import annotations

from shokha.bots.base import Choice, Reason
from shokha.bots.kozel_endings import Endings, is_ending
from shokha.bots.kozel_ismcts import by_tree, default_iterations
from shokha.bots.kozel_mc import NOISE, opinions, tempered
from shokha.bots.kozel_sampling import HABITS, Layouts, judge_of
from shokha.bots.kozel_words import Estimate, verdict
from shokha.kozel.view import KozelView
from shokha.search.kozel_policy import Policy
from shokha.search.kozel_rollouts import Rollouts

NODES = 15
"""Nodes of exact play for one playout of the budget: about the time of half a playout."""


class KozelExpertBot:
    """Tree search, inference and exact endings. The budget is the number of playouts of one decision."""

    name = "expert"

    def choose(self, view: KozelView, seed: int, budget: float | None = None) -> Choice:
        legal, simulations = view.legal, int(budget or default_iterations())
        if len(legal) == 1:
            return Choice(legal[0], Reason("There is nothing else to play."))
        policy, layouts = Policy(noise=NOISE, seed=seed), Layouts(view, seed)
        if is_ending(view):
            best, second = _ending(view, layouts, policy, simulations)
        else:
            worlds = layouts.worlds(None if view.stock else HABITS)
            best, second = by_tree(view, worlds, policy, simulations, opinions(legal, layouts, policy))
        return Choice(best.action, verdict(view, best, second))


def _ending(view: KozelView, layouts: Layouts, policy: Policy, simulations: int) -> tuple[Estimate, Estimate]:
    """The best and the second best action, half by playouts, half by exact play."""
    legal = view.legal
    rollouts = Rollouts(layouts.worlds(HABITS), policy, judge_of(view), legal)
    exact = Endings(view, layouts.worlds(HABITS), legal)
    exact.run(NODES * simulations)
    played = max(1, simulations // (2 * len(legal)))
    rollouts.run(played, range(len(legal)))
    share = exact.visits / (exact.visits + played)
    found = [_between(_of(view, rollouts, i), _of(view, exact, i), share) for i in range(len(legal))]
    thought = opinions(legal, layouts, policy)
    values = tempered([each.value for each in found], exact.visits + played, thought)
    found = [each._replace(value=value) for each, value in zip(found, values, strict=True)]
    best, second = sorted(found, key=_by_value, reverse=True)[:2]
    return best, second


def _of(view: KozelView, search: Rollouts | Endings, index: int) -> Estimate:
    return Estimate(view.legal[index], search.mean(index), search.chance(index))


def _between(played: Estimate, solved: Estimate, share: float) -> Estimate:
    """Both together; `share` is that of the solved worlds."""
    return Estimate(
        played.action,
        (1 - share) * played.value + share * solved.value,
        (1 - share) * played.chance + share * solved.chance,
    )


def _by_value(estimate: Estimate) -> float:
    return estimate.value
