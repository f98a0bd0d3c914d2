"""The sequential test: its rules, and that it errs no more often than it says."""

from __future__ import annotations

import random
from math import log

import pytest

from shokha.lab.sprt import Running, Sprt


def verdict(test: Sprt, mean: float, sd: float, seed: int, most: int = 20_000) -> tuple[str | None, int]:
    rng, running = random.Random(seed), Running(test)
    while running.verdict is None and running.n < most:
        running.add(rng.gauss(mean, sd))
    return running.verdict, running.n


def test_bounds() -> None:
    test = Sprt(alpha=0.05, beta=0.1)
    assert test.lower == pytest.approx(log(0.1 / 0.95)) and test.upper == pytest.approx(log(0.9 / 0.05))


def test_the_ratio_is_that_of_two_normal_means() -> None:
    test, running = Sprt(0.0, 1.0, least=10**9), Running(Sprt(0.0, 1.0, least=10**9))
    values = [0.0, 1.0, 2.0, -1.0, 3.0]
    for value in values:
        running.add(value)
    mean = sum(values) / 5
    variance = sum((v - mean) ** 2 for v in values) / 5
    direct = sum(((v - test.h0) ** 2 - (v - test.h1) ** 2) / (2 * variance) for v in values)
    assert running.llr == pytest.approx(direct)


@pytest.mark.parametrize(("mean", "wrong"), [(0.0, "h1"), (0.4, "h0")])
def test_errors_are_as_rare_as_promised(mean: float, wrong: str) -> None:
    test = Sprt(0.0, 0.4)
    found = [verdict(test, mean, 1.8, seed) for seed in range(200)]
    assert all(answer is not None for answer, _ in found)
    assert sum(answer == wrong for answer, _ in found) <= 20  # 5 % of 200 are 10; twice that is 3 sigma off


def test_clear_cases_stop_early() -> None:
    assert verdict(Sprt(0.0, 0.2), 1.0, 1.5, 1)[1] < 150
    assert verdict(Sprt(0.0, 0.2), 5.0, 0.1, 1) == ("h1", 30)


def test_after_the_verdict_nothing_counts() -> None:
    running = Running(Sprt(least=2))
    running.add(5.0)
    assert running.add(5.1) == "h1"
    with pytest.raises(ValueError, match="over"):
        running.add(-100.0)
