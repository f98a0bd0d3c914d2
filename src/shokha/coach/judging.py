"""What a decision cost: every action tried in the same deals, all of which fit what the player had seen.

The best action is chosen in one half of the deals and compared with the one that was played in the other
half. Chosen and measured in the same deals, the best of several nearly equal actions would seem to be
better than it is, and everybody would be found to make mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from math import sqrt
from statistics import fmean, stdev

from shokha._speed import speed
from shokha.actions import Action
from shokha.bots.base import Reason
from shokha.bots.kozel_mc import NOISE
from shokha.bots.kozel_rule import KozelRuleBot
from shokha.bots.kozel_sampling import judge_of, worlds_of
from shokha.bots.kozel_words import Estimate, verdict
from shokha.coach.decisions import Decision
from shokha.lab.chance import chance
from shokha.search.kozel_policy import Policy
from shokha.search.kozel_rollouts import Rollouts

WORLDS, PLAIN_WORLDS = 2000, 120
"""Deals in which the actions of one decision are tried: some 20 ms compiled, a second where kernels run plain."""
PARTS = 40
"""Their results are noted in so many parts; the spread between these tells how far they can be trusted."""
STUDENT = 2.093
"""Half the width of a 95 % interval in standard errors, with 19 degrees of freedom (20 parts measure)."""


class Grade(Enum):
    """How bad, by the chance to win the match that was given away."""

    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LEAST = {Grade.BLUNDER: 0.06, Grade.MISTAKE: 0.03, Grade.INACCURACY: 0.01}
"""From which cost on."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision with its price. `worth` and `cost` are chances to win the match, or shares of a pot."""

    decision: Decision
    best: Action
    worth: float
    """Of the best action, as measured."""
    cost: float
    """What the action that was played is worth less; 0 when it is the best one, never negative."""
    margin: float
    """Half the width of the 95 % interval of `cost`."""
    reason: Reason
    """Why the best action is better, or why it is good."""

    @property
    def is_best(self) -> bool:
        """Did the player find the action that the coach would have played?"""
        return self.best == self.decision.played

    @property
    def grade(self) -> Grade:
        """Its name; what lies within its own margin is fine."""
        if self.cost <= self.margin:
            return Grade.FINE
        return next((grade for grade, least in LEAST.items() if self.cost >= least), Grade.FINE)


def usual_worlds() -> int:
    """How many deals are looked at unless somebody says otherwise."""
    return WORLDS if speed().name == "compiled" else PLAIN_WORLDS


def judge(decision: Decision, worlds: int, seed: str = "coach") -> Judgement:
    """Weigh a decision. The same again for the same arguments, whatever was judged before."""
    view, legal = decision.view, decision.view.legal
    number = chance(seed, decision.deal, decision.trick * 8 + decision.seat)
    rollouts = Rollouts(worlds_of(view, number), Policy(noise=NOISE, seed=number), judge_of(view, 0.0), legal)
    every = range(len(legal))
    parts = list(_parts(rollouts, max(1, worlds // PARTS), every))
    choosing, measuring = parts[0::2], parts[1::2]
    best = max(every, key=lambda i: fmean(part[i] for part in choosing))
    played = legal.index(decision.played)
    gaps = [part[best] - part[played] for part in measuring]
    better = Estimate(legal[best], rollouts.mean(best), rollouts.chance(best))
    second = Estimate(legal[played], rollouts.mean(played), rollouts.chance(played))
    return Judgement(
        decision,
        legal[best],
        fmean(part[best] for part in measuring),
        max(0.0, fmean(gaps)) if best != played else 0.0,
        STUDENT * stdev(gaps) / sqrt(len(gaps)),
        _reason(decision, better, second),
    )


def _parts(rollouts: Rollouts, worlds: int, every: range) -> Iterator[list[float]]:
    """Mean value of each action in each of the parts."""
    before = [0.0] * len(every)
    for done in range(PARTS):
        rollouts.run(worlds, every)
        now = [rollouts.mean(i) * (done + 1) for i in every]
        yield [total - earlier for total, earlier in zip(now, before, strict=True)]
        before = now


def _reason(decision: Decision, better: Estimate, played: Estimate) -> Reason:
    """In the words of the rule bot, who thinks as people do, where it would have found the action too."""
    plain = KozelRuleBot().choose(decision.view, 0)
    return plain.reason if plain.action == better.action else verdict(decision.view, better, played)
