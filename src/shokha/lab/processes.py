"""Work spread over the processors of this machine, with results in the order of the work."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")


def processors() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(work: Callable[[Item], Done], items: Sequence[Item], jobs: int, most_at_once: int = 16) -> Iterator[Done]:
    """`work` of each item, in the order of the items, from `jobs` processes.

    `work` and the items must be picklable; what `work` raises is raised here. A process is handed up to
    `most_at_once` items in one go.
    """
    jobs = min(jobs, len(items))
    if jobs <= 1:
        yield from map(work, items)
        return
    with _pool(jobs) as pool:
        yield from pool.imap(work, items, chunksize=max(1, min(most_at_once, len(items) // (jobs * 4))))


def _pool(jobs: int) -> Any:
    """Processes that leave Ctrl-C to this one, from their first moment on, and end with it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is ignored stays so in a process begun now
    try:
        return multiprocessing.get_context("spawn").Pool(jobs, _leave_interrupts)
    finally:
        signal.signal(signal.SIGINT, before)


def _leave_interrupts() -> None:
    """For processes that begin later, in place of one that died, and for systems that hand nothing down."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
