"""`shokha doctor`: what this installation can do, and what is the matter with it.

Every line is a finding: fine, a remark (something optional is absent), or a fault. Only faults make the exit code 1.
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import metadata
from typing import Literal, NamedTuple

from shokha import _speed, profile
from shokha.errors import ProfileError
from shokha.folders import data_folder

NEEDED = (3, 11)
LIBRARIES = {
    "rich": "progress and tables in the terminal",
    "textual": "the full-screen terminal table",
    "starlette": "the web table",
    "uvicorn": "the web table",
    "websockets": "the web table",
    "msgspec": "the web table",
    "sqlalchemy": "keeping tables on a server",
    "alembic": "keeping tables on a server",
    "psycopg": "keeping them in PostgreSQL",
    "segno": "QR codes that invite friends",
    "markdown-it-py": "the rulebook as a page",
    "Cython": "compiling the kernels; needed while building only",
}

Grade = Literal["fine", "remark", "fault"]


class Finding(NamedTuple):
    """One line of the report."""

    grade: Grade
    text: str


def _say(text: str) -> None:
    """Print, whatever the terminal can show."""
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "backslashreplace").decode(encoding))


def run(write: Callable[[str], object] = _say) -> int:
    """Write the report; 0 when there is no fault, otherwise 1."""
    sections: dict[str, Callable[[], Iterable[Finding]]] = {
        "Python": _python,
        "Speed": _kernels,
        "Versions of the games": _profiles,
        "Your data": _data,
        "Terminal": _terminal,
        "Optional libraries": _libraries,
    }
    faults = 0
    for title, examine in sections.items():
        write(title)
        for finding in examine():
            faults += finding.grade == "fault"
            write(f"  {_MARKS[finding.grade]} {finding.text}")
    write("")
    write("All is well." if not faults else f"{faults} fault{'s' if faults > 1 else ''} found, marked with an x.")
    return 1 if faults else 0


_MARKS = {"fine": "+", "remark": "-", "fault": "x"}


def _python() -> Iterator[Finding]:
    version = f"Shokha {metadata_version('shokha') or 'run from its sources'}, Python {platform.python_version()}"
    yield Finding("fine" if sys.version_info >= NEEDED else "fault", f"{version} ({sys.executable})")
    yield Finding("fine", platform.platform())


def _kernels() -> Iterator[Finding]:
    speed = _speed.speed()
    stale = "other sources" in speed.reason
    yield Finding(
        "fault" if stale else "fine" if speed.name == "compiled" else "remark", f"{speed.name}: {speed.reason}"
    )
    for name in _speed.kernels(_speed.FOLDER):
        try:
            module = importlib.import_module(f"{_speed.PACKAGE}.{name}")
        except ImportError as error:
            yield Finding("fault", f"{name}: {error}")
            continue
        runs = "plain" if str(module.__file__).endswith(".py") else "compiled"
        yield Finding("fine" if runs == speed.name else "fault", f"{name}: {runs}")


def _profiles() -> Iterator[Finding]:
    names = profile.available()
    faults = []
    for name in names:
        try:
            profile.load(name)
        except ProfileError as error:
            faults.append(Finding("fault", f"{name}: {error}"))
    if not names:
        faults.append(Finding("fault", "no profiles found: this installation is incomplete"))
    yield from faults or [Finding("fine", f"{len(names)} loaded: {', '.join(names)}")]


def _data() -> Iterator[Finding]:
    folder = data_folder()
    nearest = next(each for each in (folder, *folder.parents) if each.exists())
    if not nearest.is_dir():
        yield Finding("fault", f"{folder}: {nearest} is a file")
    elif not os.access(nearest, os.W_OK):
        yield Finding("fault", f"{folder}: cannot be written to; set SHOKHA_DATA to another folder")
    else:
        yield Finding("fine", f"{folder}" + ("" if nearest == folder else " (made when first needed)"))


def _terminal() -> Iterator[Finding]:
    encoding = sys.stdout.encoding or "unknown"
    try:
        "♠♥♦♣ Король".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        yield Finding(
            "remark", f"encoding {encoding}: suits are written as letters; PYTHONIOENCODING=utf-8 brings the signs"
        )
    else:
        yield Finding("fine", f"encoding {encoding}")
    reasons = {
        "NO_COLOR is set": bool(os.environ.get("NO_COLOR")),
        "TERM is dumb": os.environ.get("TERM") == "dumb",
        "the output is not a terminal": not sys.stdout.isatty(),
    }
    reason = next((text for text, holds in reasons.items() if holds), "")
    yield Finding("fine", f"no colours: {reason}" if reason else "colours")


def _libraries() -> Iterator[Finding]:
    for name, purpose in LIBRARIES.items():
        version = metadata_version(name)
        yield Finding("fine" if version else "remark", f"{name} {version or 'is absent'}: {purpose}")


def metadata_version(name: str) -> str:
    """Version of an installed distribution, empty when it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
