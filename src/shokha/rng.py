"""Randomness from outside: what the core asks of a generator, and exact choices by whole-number weights.

The core never makes a generator; `random.Random` fits.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Protocol


class Rng(Protocol):
    """The part of `random.Random` that the core uses."""

    def randrange(self, start: int, /) -> int: ...
    def shuffle(self, x: list[Any], /) -> None: ...


class Wheel:
    """Indices drawn in proportion to whole-number weights, without rounding. At least one is positive."""

    __slots__ = ("_edges",)

    def __init__(self, weights: Sequence[int]) -> None:
        self._edges = list(accumulate(weights))

    def spin(self, rng: Rng) -> int:
        """An index; no randomness is used when only one has been given."""
        edges = self._edges
        return bisect_right(edges, rng.randrange(edges[-1])) if len(edges) > 1 else 0
