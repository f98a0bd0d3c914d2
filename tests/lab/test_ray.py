"""The same results from a Ray cluster; only where Ray is installed."""

from __future__ import annotations

import sys

import pytest

from shokha.errors import ShokhaError
from shokha.lab.board import BotSpec
from shokha.lab.duel import experiment
from shokha.lab.experiment import Means, run
from shokha.profile import load


def test_without_ray_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    what = experiment(load("duel"), [BotSpec("rule"), BotSpec("random")], "ray")
    with pytest.raises(ShokhaError, match=r"shokha\[ray\]"):
        list(run(what, range(2), Means(ray="auto")))


@pytest.mark.slow
def test_a_cluster_finds_the_same(recwarn: pytest.WarningsRecorder) -> None:
    ray = pytest.importorskip("ray")
    what = experiment(load("duel"), [BotSpec("rule"), BotSpec("random")], "ray")

    def figures(means: Means) -> list[object]:
        return [(number, [row[:-1] for row in rows]) for number, rows in run(what, range(12), means)]

    alone = figures(Means(jobs=1))
    assert figures(Means(ray="local")) == alone
    assert not ray.is_initialized()
