"""An experiment: many pieces of work, each a function of its item alone, done once and kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shokha.lab.conditions import conditions
from shokha.lab.processes import processors, spread, spread_over_ray
from shokha.lab.results import Results


@dataclass(frozen=True, slots=True)
class Experiment:
    """What is measured (`head`), and the `work` that turns an item into a result, both made of JSON values."""

    head: dict[str, Any]
    work: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Means:
    """How the work is done, which no result depends on: processes, a Ray cluster, a file that keeps what is done."""

    jobs: int = 0
    """Processes; 0 for as many as there are processors."""
    file: Path | None = None
    ray: str | None = None

    @property
    def workers(self) -> int:
        """Processes in number."""
        return self.jobs or processors()


def run(experiment: Experiment, items: Sequence[Any], means: Means) -> Iterator[tuple[Any, Any]]:
    """Every item with its result, in the order of the items; what the file holds already is not done again.

    Whoever stops listening stops the work.
    """
    with Results(means.file, experiment.head, conditions(means.workers, means.ray)) as results:
        missing = [item for item in items if json.dumps(item) not in results.done]
        if means.ray:
            fresh = spread_over_ray(experiment.work, missing, means.ray)
        else:
            fresh = spread(experiment.work, missing, means.workers, most_at_once=1)
        with closing(fresh):
            for item in items:
                key = json.dumps(item)
                if key not in results.done:
                    results.add(item, json.loads(json.dumps(next(fresh))))
                yield item, results.done[key]
