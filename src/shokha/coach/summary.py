"""What the coach found, added up for each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from shokha.coach.judging import Grade, Judgement


@dataclass(frozen=True, slots=True)
class Summary:
    """One player's match. `given_away` adds up chances to win it; each decision alone, so it may exceed 1."""

    seat: int
    decisions: int
    best: int
    """How often the coach would have played the same."""
    given_away: float
    grades: Counter[Grade]


def summaries(judgements: Iterable[Judgement], seats: Iterable[int]) -> list[Summary]:
    """One for each seat that had anything to decide."""
    mine: dict[int, list[Judgement]] = {seat: [] for seat in seats}
    for each in judgements:
        mine[each.decision.seat].append(each)
    return [
        Summary(
            seat,
            len(made),
            sum(each.is_best for each in made),
            sum(each.cost for each in made if each.grade is not Grade.FINE),
            Counter(each.grade for each in made),
        )
        for seat, made in mine.items()
        if made
    ]


def costliest(judgements: Sequence[Judgement], most: int) -> list[Judgement]:
    """The decisions that gave something away for certain, the worst first."""
    wrong = [each for each in judgements if each.grade is not Grade.FINE]
    return sorted(wrong, key=lambda each: -each.cost)[:most]
