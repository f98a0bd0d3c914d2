"""The Monte Carlo bot for Kozel: every action tried in many deals that fit what was seen.

In each deal everybody plays on as the quick policy would, and the ends are counted. Half of the actions
are dropped after each round (sequential halving), so most of the work goes into the close decisions.

Actions are worth nearly the same more often than not, and a few hundred deals cannot tell them apart. What the
policy thought of them beforehand can: it counts as much as `PRIOR` playouts. Without it 60 playouts a move lost
0.68 ± 0.10 penalty points a deal to the rule bot, with it they win 0.08 ± 0.13 (pairs).
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from shokha._speed import speed
from shokha.actions import Action
from shokha.bots.base import Choice, Reason
from shokha.bots.kozel_sampling import Layouts, judge_of
from shokha.bots.kozel_words import Estimate, verdict
from shokha.kozel.view import KozelView
from shokha.search.kozel_policy import Policy
from shokha.search.kozel_rollouts import Rollouts
from shokha.search.kozel_tree import Tree

SIMULATIONS, PLAIN_SIMULATIONS = 4000, 60
"""Playouts of one decision, some 20 ms compiled; the plain run, where one takes about 1 ms, does fewer."""
NOISE = 100
"""Everybody in the playouts sees a card point more or less, so that no line is taken for certain."""
PRIOR = 100
"""As many playouts as the policy's opinion of an action counts for."""
ASKED = 24
"""In how many worlds the policy is asked for it."""
STAKE = 2.2e-5
"""What a hundredth of a card point in the policy's ratings is worth of a match: the slope of results on ratings, over
millions of decisions in the versions with two pairs."""


class KozelMonteCarloBot:
    """Strong and quick. The budget is the number of playouts of one decision."""

    name = "mc"

    def choose(self, view: KozelView, seed: int, budget: float | None = None) -> Choice:
        legal = view.legal
        if len(legal) == 1:
            return Choice(legal[0], Reason("There is nothing else to play."))
        policy, layouts = Policy(noise=NOISE, seed=seed), Layouts(view, seed)
        rollouts = Rollouts(layouts.worlds(), policy, judge_of(view), legal)
        thought = opinions(legal, layouts, policy)
        best, second = halving(rollouts, legal, int(budget or default_simulations()), thought)
        return Choice(best.action, verdict(view, best, second))


def default_simulations() -> int:
    """Playouts of one decision when no budget is given."""
    return SIMULATIONS if speed().name == "compiled" else PLAIN_SIMULATIONS


def opinions(legal: Sequence[Action], layouts: Layouts, policy: Policy) -> list[float]:
    """What the policy thinks of each action before anything is tried, as values below that of its favourite."""
    worlds = layouts.worlds()
    ratings = [dict(policy.rate(worlds.sample())) for _ in range(ASKED)]
    means = [STAKE * fmean(rating[int(action)] for rating in ratings) for action in legal]
    best = max(means)
    return [max(mean - best, -1.0) for mean in means]


def tempered(means: Sequence[float], visits: float, thought: Sequence[float]) -> list[float]:
    """What actions are worth after so many playouts of each and what was thought of them before."""
    one, other = fmean(means), fmean(thought)
    weight = visits / (visits + PRIOR)
    return [one + weight * (m - one) + (1 - weight) * (t - other) for m, t in zip(means, thought, strict=True)]


def halving(
    search: Rollouts | Tree, legal: Sequence[Action], simulations: int, thought: Sequence[float]
) -> tuple[Estimate, Estimate]:
    """The best and the second best action: after each round the weaker half is dropped."""
    left = list(range(len(legal)))
    rounds, visits = (len(legal) - 1).bit_length(), 0
    while True:
        each = max(1, simulations // (rounds * len(left)))
        search.run(each, left)
        visits += each
        values = tempered([search.mean(i) for i in left], visits, [thought[i] for i in left])
        found = sorted(zip(values, left, strict=True), key=lambda pair: -pair[0])
        if len(left) == 2:
            best, second = (Estimate(legal[i], value, search.chance(i)) for value, i in found)
            return best, second
        left = [i for _, i in found[: (len(left) + 1) // 2]]
