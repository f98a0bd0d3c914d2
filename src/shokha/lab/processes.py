"""Work spread over the processors of this machine, with results in the order of the work."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any, TypeVar

from shokha.errors import ShokhaError

Item = TypeVar("Item")
Done = TypeVar("Done")

PATIENCE = 1.0
"""Seconds without a result after which we look whether all processes are still there."""
LOST = (
    "A process ended before its work was done: killed, out of memory, or a script that begins its work without asking "
    'whether it is the main one (if __name__ == "__main__"). What was finished is kept.'
)


def processors() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Callable[[Item], Done], items: Sequence[Item], jobs: int, most_at_once: int = 16
) -> Generator[Done, None, None]:
    """`work` of each item, in the order of the items, from `jobs` processes.

    `work` and the items must be picklable; what `work` raises is raised here. A process is handed up to
    `most_at_once` items in one go. Raises `ShokhaError` when a process ends before its work is done.
    """
    jobs = min(jobs, len(items))
    if jobs <= 1:
        yield from map(work, items)
        return
    others = set(multiprocessing.active_children())
    with _pool(jobs) as pool:
        workers = set(multiprocessing.active_children()) - others
        some = max(1, min(most_at_once, len(items) // (jobs * 4)))
        results = pool.imap(partial(_each, work), [items[i : i + some] for i in range(0, len(items), some)])
        while True:
            try:
                yield from results.next(PATIENCE)
            except StopIteration:
                return
            except multiprocessing.TimeoutError:
                # A pool would begin another one, and another, and wait for ever for what the first one had in hand.
                if not workers <= set(multiprocessing.active_children()):
                    raise ShokhaError(LOST) from None


def _each(work: Callable[[Item], Done], items: Sequence[Item]) -> list[Done]:
    return [work(item) for item in items]


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
