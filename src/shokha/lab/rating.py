"""Ratings from a table of who beat whom: Bradley and Terry's model, in Elo, with intervals by resampling boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from random import Random
from statistics import fmean

Score = tuple[float, int]
"""Points of the first player, and games."""

RESAMPLES = 200


def bradley_terry(n: int, scores: Mapping[tuple[int, int], Score], sweeps: int = 500) -> list[float]:
    """Ratings of `n` players in Elo, with mean 0, from their scores against each other.

    Each pair that met is given one more game, drawn, so that a player who won everything has a rating. Found
    by minorisation and maximisation (Hunter 2004).
    """
    won, games = [0.0] * n, {pair: count + 1 for pair, (_, count) in scores.items()}
    for (a, b), (points, count) in scores.items():
        won[a] += points + 0.5
        won[b] += count - points + 0.5
    strength = [1.0] * n
    for _ in range(sweeps):
        met = [0.0] * n
        for (a, b), count in games.items():
            share = count / (strength[a] + strength[b])
            met[a] += share
            met[b] += share
        new = [w / m if m else 1.0 for w, m in zip(won, met, strict=True)]
        scale = 10 ** fmean(log10(s) for s in new)
        new = [s / scale for s in new]
        moved = max(abs(a / b - 1) for a, b in zip(new, strength, strict=True))
        strength = new
        if moved < 1e-9:
            break
    return [400 * log10(s) for s in strength]


def rate(n: int, boards: Sequence[Mapping[tuple[int, int], Score]]) -> list[tuple[float, float, float]]:
    """For each player the rating and its 95 % interval; `boards` hold what each pair scored on one board."""
    found = bradley_terry(n, _sum(boards))
    rng = Random("rating")
    again = [bradley_terry(n, _sum(rng.choices(boards, k=len(boards))), 100) for _ in range(RESAMPLES)]
    rated = []
    for player, rating in enumerate(found):
        values = sorted(each[player] for each in again)
        rated.append((rating, values[round(0.025 * RESAMPLES)], values[round(0.975 * RESAMPLES) - 1]))
    return rated


def _sum(boards: Sequence[Mapping[tuple[int, int], Score]]) -> dict[tuple[int, int], Score]:
    total: dict[tuple[int, int], Score] = {}
    for board in boards:
        for pair, (points, count) in board.items():
            before = total.get(pair, (0.0, 0))
            total[pair] = (before[0] + points, before[1] + count)
    return total
