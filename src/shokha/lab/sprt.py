"""A sequential test of two players, with the rules for stopping fixed before the first board.

GSPRT after Michel Van den Bergh, as chess engines are tested: the boards' swings (one value for both
seatings together, so that the luck of the cards is out) are taken as normal with a variance that is
estimated on the way, and the log-likelihood ratio of two means is followed until it leaves (lower, upper).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log


@dataclass(frozen=True, slots=True)
class Sprt:
    """The test: is the mean swing `h1` or better, or `h0` or worse? `alpha` and `beta` are the chances of an error.

    The first `least` boards never stop the test: a variance needs some values.
    """

    h0: float = 0.0
    h1: float = 0.2
    alpha: float = 0.05
    beta: float = 0.05
    least: int = 30

    @property
    def lower(self) -> float:
        """At or below it `h0` is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above it `h1` is accepted."""
        return log((1 - self.beta) / self.alpha)


class Running:
    """A test under way. `add` the swings in the order of the boards; `verdict` is None until it stops."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.n, self.llr = 0, 0.0
        self.verdict: str | None = None
        self._sum = self._squares = 0.0

    def add(self, swing: float) -> str | None:
        """The verdict after one more board: "h0", "h1" or None. After a verdict nothing more may be added."""
        if self.verdict is not None:
            raise ValueError("the test is over")
        test = self.test
        self.n += 1
        self._sum += swing
        self._squares += swing * swing
        mean = self._sum / self.n
        variance = max(0.0, self._squares / self.n - mean * mean)
        if variance > 0:
            self.llr = self.n * (test.h1 - test.h0) * (2 * mean - test.h0 - test.h1) / (2 * variance)
        if self.n >= test.least:
            self.verdict = "h1" if self.llr >= test.upper else "h0" if self.llr <= test.lower else None
        return self.verdict
