"""One server owns a database: rooms live in the memory of one process, so a second one is refused (F52).

SQLite: a lock on a file beside the database. PostgreSQL: an advisory lock of one session. Both end with the
process, however it ends. Databases in memory have nobody to share them with.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from shokha.errors import ShokhaError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_KEY = 0x5110_1CA4
"""Number of the advisory lock: any, as long as it stays the same."""
PATIENCE = 1.0
"""Seconds to wait for a server that is just going."""


class Owned(ShokhaError):
    """Another server is running on this database; `address` is its URL where it is known."""

    def __init__(self, address: str = "") -> None:
        at = f" at {address}" if address else ""
        super().__init__(
            f"Another server is already using this database{at}. One process owns all its tables: "
            "use that one, or name another --database."
        )
        self.address = address


def claim(engine: sa.Engine, address: str) -> Callable[[], None]:
    """Become the owner of a database, or raise `Owned`. Returns what gives it up again."""
    if engine.dialect.name == "postgresql":
        return _claim_postgres(engine)
    database = engine.url.database
    if engine.dialect.name != "sqlite" or not database or database == ":memory:":
        return lambda: None
    return _claim_file(Path(f"{database}.lock"), address)


def _claim_file(path: Path, address: str) -> Callable[[], None]:
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _patiently(lambda: _lock(handle))
    except Owned:
        there = os.read(handle, 200).decode("utf-8", "replace").strip()
        os.close(handle)
        raise Owned(there) from None
    os.ftruncate(handle, 0)
    os.write(handle, f"{address}\n".encode())
    return lambda: os.close(handle)


def _lock(handle: int) -> bool:
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            import msvcrt

            os.lseek(handle, 4096, os.SEEK_SET)  # behind the address, which stays readable
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
    except OSError:
        return False
    return True


def _claim_postgres(engine: sa.Engine) -> Callable[[], None]:
    # Not from the pool: the lock lives as long as this session does.
    session = engine.connect().execution_options(isolation_level="AUTOCOMMIT")

    def try_lock() -> bool:
        return bool(session.scalar(sa.text("SELECT pg_try_advisory_lock(:key)"), {"key": _KEY}))

    def give_up() -> None:
        session.invalidate()
        session.close()

    try:
        _patiently(try_lock)
    except BaseException:
        give_up()
        raise
    return give_up


def _patiently(try_lock: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not try_lock():
        if time.monotonic() > until:
            raise Owned()
        time.sleep(0.1)
