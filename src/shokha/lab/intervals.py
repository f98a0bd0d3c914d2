"""Means and shares with 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

Z95 = 1.959964
"""Half the width of a 95 % interval in standard deviations."""


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean, and half the width of its 95 % interval."""
    half = Z95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return fmean(values), half


def wilson(hits: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson (1927)."""
    z, share = Z95, hits / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)
