"""Under which conditions something was measured: the code, the machine, the time."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

from shokha._speed import speed
from shokha.lab.processes import processors

PACKAGE = Path(__file__).resolve().parent.parent
PLAYING = ("kozel", "svoi", "besicovitch", "search", "bots", "equity", "profiles", "lab")
"""Rooms that decide how deals go; of the package itself, all modules."""


@cache
def code() -> str:
    """Twelve hex digits over all sources and data that decide how a deal goes: equal code, equal results."""
    digest = sha256()
    files = [*PACKAGE.glob("*.py")]
    for room in PLAYING:
        files += [p for p in (PACKAGE / room).rglob("*") if p.suffix in (".py", ".pxd", ".toml", ".json", ".npz")]
    for path in sorted(files):
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def version() -> str:
    """The version of Shokha that is installed."""
    try:
        return metadata.version("shokha")
    except metadata.PackageNotFoundError:
        return "from its sources"


def commit() -> str:
    """The commit of the checkout that the package runs from, "" when it runs from none."""
    git = PACKAGE.parent.parent / ".git"
    try:
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head[:12]
        name = head[5:]
        if (git / name).is_file():
            return (git / name).read_text().strip()[:12]
        packed = (git / "packed-refs").read_text().splitlines()
        return next((line.split()[0][:12] for line in packed if line.endswith(" " + name)), "")
    except OSError:
        return ""


def conditions(jobs: int, ray: str | None = None) -> dict[str, Any]:
    """What a report must tell about a run, and what results must not depend on."""
    try:
        load: float | None = round(os.getloadavg()[0], 2)
    except (AttributeError, OSError):
        load = None
    return {
        "began": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "speed": speed().name,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "processors": processors(),
        "load": load,
        "jobs": jobs,
        **({"ray": ray} if ray else {}),
    }
