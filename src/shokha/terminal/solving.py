"""Running the Besicovitch solver: threads, files to go on from, and whether the memory suffices.

The solver itself (`search.besicovitch_table`) knows nothing of these. After every sweep what is known so far is written
beside the table to be, so stopping it, by whatever means, loses at most one sweep.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path

from shokha.files import read_bytes, write_atomic
from shokha.search.besicovitch_rows import Desk
from shokha.search.besicovitch_table import Solver, SolverError, Table
from shokha.terminal.unbroken import unbroken

Report = Callable[[Solver], None]
"""Called a few times a second, and once after every sweep."""


def part_of(out: Path) -> Path:
    """The file that an unfinished solution is kept in."""
    return out.with_name(out.name + ".part")


def solve_besicovitch(
    cards: int,
    taker_leads: bool,
    out: Path,
    *,
    resume: bool = True,
    threads: int | None = None,
    report: Report = lambda solver: None,
) -> Table:
    """Solve a pack and write its table to `out`; with `resume` an unfinished solution beside it is continued.

    Raises `SolverError` when memory does not suffice or a file cannot be used, and passes KeyboardInterrupt on.
    """
    count = threads or os.cpu_count() or 1
    check_memory(cards, count)
    unfinished = unfinished_of(out) if resume else None
    with ThreadPoolExecutor(count) as pool:
        solver = Solver(cards, taker_leads, count, _Threads(pool, report))
        if unfinished is not None:
            solver.resume(unfinished)
        while solver.changed:
            solver.sweep()
            _write(part_of(out), solver.table())
            report(solver)
        table = solver.count()
    _write(out, table)
    part_of(out).unlink(missing_ok=True)
    return table


def unfinished_of(out: Path) -> Table | None:
    """The unfinished solution beside a table to be, if there is one."""
    part = part_of(out)
    if not part.exists():
        return None
    try:
        return Table.from_bytes(read_bytes(part), str(part))
    except OSError as error:
        raise SolverError(f"{part} cannot be read: {error.strerror or error}.") from None


class _Threads:
    """The solver's `Each`: one thread a desk, while the calling thread reports and hears Ctrl-C.

    It hears it between waits only: broken off inside, `wait` may keep a lock that a thread needs to end.
    """

    def __init__(self, pool: ThreadPoolExecutor, report: Report) -> None:
        self.pool, self.report = pool, report

    def __call__(self, solver: Solver, work: Callable[[Desk], None], desks: Sequence[Desk]) -> None:
        pending: set[Future[None]] = set()
        try:
            with unbroken():
                pending = {self.pool.submit(work, desk) for desk in desks}
            while pending:
                with unbroken():
                    done, pending = wait(pending, timeout=0.2)
                for future in done:
                    future.result()
                if pending:
                    self.report(solver)
        except BaseException:
            solver.is_stopped = True
            with unbroken():
                wait(pending)
            raise


def _write(path: Path, table: Table) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, table.to_bytes())
    except OSError as error:
        raise SolverError(f"{path} cannot be written: {error.strerror or error}.") from None


# -- memory --------------------------------------------------------------------------------------------


def check_memory(cards: int, threads: int) -> None:
    """Raise `SolverError` when solving a pack needs more memory than there is."""
    needed, free = Solver.memory(cards, threads), available_memory()
    if free is not None and needed > free:
        raise SolverError(
            f"Solving {cards} cards needs {amount(needed)} of memory, and only {amount(free)} are free here. "
            "Each four cards more take about 65 times as much."
        )


def amount(count: int) -> str:
    """Bytes in words."""
    size = float(count)
    for unit in ("bytes", "KB", "MB", "GB", "TB", "PB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} EB"


def available_memory() -> int | None:
    """Bytes of memory that may be taken without harm; None when the system does not tell."""
    known = [amount for amount in (_of_linux(), _of_control_group(), _of_windows()) if amount is not None]
    if known:
        return min(known)
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def _of_linux() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, ValueError, IndexError, StopIteration):
        return None


def _of_control_group(folder: Path = Path("/sys/fs/cgroup")) -> int | None:
    """What a container may still take."""
    for limit, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        try:
            return max(0, int((folder / limit).read_text("ascii")) - int((folder / used).read_text("ascii")))
        except (OSError, ValueError):  # no such group, or "max"
            continue
    return None


def _of_windows() -> int | None:
    if sys.platform != "win32":
        return None

    class Status(ctypes.Structure):
        _fields_ = [
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            *[(name, ctypes.c_uint64) for name in ("total", "free", "t_page", "f_page", "t_virtual", "f_virtual", "e")],
        ]

    status = Status(length=ctypes.sizeof(Status))
    if not ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None
    return int(status.free)
