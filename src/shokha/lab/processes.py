"""Work spread over the processors of this machine, with results in the order of the work."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from shokha.errors import ShokhaError

Item = TypeVar("Item")
Done = TypeVar("Done")


def processors() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Callable[[Item], Done], items: Sequence[Item], jobs: int, most_at_once: int = 16
) -> Generator[Done, None, None]:
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


def spread_over_ray(work: Callable[[Item], Done], items: Sequence[Item], address: str) -> Generator[Done, None, None]:
    """The same as `spread` over the machines of a Ray cluster, which must have this version of Shokha installed.

    `address` is a cluster's ("auto" for the one of this machine). Raises `ShokhaError` when Ray is missing.
    """
    try:
        import ray  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise ShokhaError("--ray needs the package ray: install shokha[ray].") from None
    ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    try:
        task = ray.remote(work_on)
        shared = ray.put(work)
        ahead = max(4, int(2 * ray.cluster_resources().get("CPU", 1)))
        waiting: deque[Any] = deque()
        for item in items:
            waiting.append(task.remote(shared, item))
            if len(waiting) >= ahead:
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())
    finally:
        ray.shutdown()


def work_on(work: Callable[[Item], Done], item: Item) -> Done:
    """One piece of work on another machine."""
    return work(item)
