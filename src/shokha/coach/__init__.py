"""The coach: what each decision of a finished match of Kozel cost, in chances to win the match.

`decisions` finds the places of a record where somebody had a choice, with what he knew there; `judge` weighs
every action over deals that fit that knowledge; `Summary` adds up what it found for each player. Nobody is
blamed for what he could not know: hidden cards play no part.
"""

from shokha.coach.decisions import CannotAnalyse, Decision, decisions
from shokha.coach.judging import Grade, Judgement, judge
from shokha.coach.summary import Summary, costliest, summaries

__all__ = [
    "CannotAnalyse",
    "Decision",
    "Grade",
    "Judgement",
    "Summary",
    "costliest",
    "decisions",
    "judge",
    "summaries",
]
