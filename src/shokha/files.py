"""Reading and writing whole files without ever losing one.

A file is written beside its place, forced to the disk, and only then put there: whatever happens
meanwhile, the old or the new contents are found under its name, never half of them (F89).
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

LIMIT = 32 * 2**20
"""No file of ours is larger; what is, is not read."""


def read_bytes(path: str | os.PathLike[str], limit: int = LIMIT) -> bytes:
    """The contents of a file. Raises OSError, also for a file above the limit."""
    with open(path, "rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise OSError(0, f"it is larger than {limit // 2**20} MB", str(path))
    return data


def write_atomic(path: str | os.PathLike[str], data: bytes) -> None:
    """Put new contents under a name, whole or not at all. Raises OSError; then nothing has changed.

    A link stays a link: the file behind it gets the contents. Permissions of an existing file stay.
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{target.name[:100]}.{os.urandom(6).hex()}.tmp")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o7777)
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
