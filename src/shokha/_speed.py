"""One source, two speeds: which of them this process uses, and why.

A *kernel* is a module `x.py` with a sibling `x.pxd`: an ordinary Python file that setup.py also compiles. Python takes
the compiled file when there is one and never asks how old it is, so after an edit the old rules would silently go on
running. `prepare()`, called before any other module of the package is imported, closes that hole:

- `SHOKHA_PURE=1`: every kernel runs from its source;
- the compiled kernels were made from other sources than those beside them: every kernel runs from its source, and one
  sentence says how to build them anew;
- otherwise Python goes its usual way.

It is always all kernels or none: they reach into each other's C attributes, which a plain one could not.

setup.py loads this file by its path, before the package can be imported, so it imports nothing of ours. It runs at
every start, so it asks only for modules that every interpreter has loaded already: no pathlib, and `source_hash`
(64 bits, with which Python itself checks hash-based .pyc files), as importing hashlib takes longer than all the rest.
"""

from __future__ import annotations

import os
from _imp import extension_suffixes, source_hash
from collections.abc import Iterator
from typing import NamedTuple

PACKAGE = "shokha"
FOLDER = os.path.dirname(os.path.abspath(__file__))

# The suffix names the Python version and the machine, so that builds for several of them can lie in one folder.
SUFFIX = next(iter(extension_suffixes()), ".none")
RECORD = "_kernels" + SUFFIX.rpartition(".")[0] + ".txt"

_DATA_FOLDERS = {"__pycache__", "locale", "profiles", "web"}  # no kernel is ever there; a shorter walk at every start
_REBUILD = "`python3 play.py` or `pip install -e .` builds them anew"


class Speed(NamedTuple):
    """What the kernels run as, "compiled" or "plain", and why."""

    name: str
    reason: str
    is_stale: bool = False  # compiled kernels are there, but from other sources


_speed = Speed("plain", "nothing was decided yet")


def speed() -> Speed:
    """The speed in use, as decided when the package was imported."""
    return _speed


def prepare() -> None:
    """Decide on the speed. Called once, first thing in the package."""
    global _speed
    _speed, warning = _decide()
    if _speed.name == "plain":
        from shokha import _plain

        _plain.install(kernels(FOLDER), FOLDER)
    if warning:
        import warnings

        warnings.warn(warning, RuntimeWarning, stacklevel=3)


def _decide() -> tuple[Speed, str]:
    """The speed to use, and a warning or nothing."""
    if os.environ.get("SHOKHA_PURE", "") not in ("", "0"):
        return Speed("plain", "SHOKHA_PURE is set"), ""
    record = read_record(FOLDER)
    names = kernels(FOLDER)
    compiled = [name for name in names if os.path.exists(path_of(FOLDER, name, SUFFIX))]
    if record is None and not compiled:
        return Speed("plain", "the kernels were not compiled for this Python; `pip install -e .` tries to"), ""
    if record is not None and record.failure:
        return Speed("plain", f"the kernels could not be compiled: {record.failure}"), ""
    if record is not None and record.hashes == hashes(FOLDER) and compiled == names:
        return Speed("compiled", "built from the sources beside them"), ""
    return (
        Speed("plain", f"the compiled kernels were built from other sources than these; {_REBUILD}", is_stale=True),
        f"The compiled kernels of Shokha are out of date, so the slower plain ones are used; {_REBUILD}.",
    )


def kernels(folder: str) -> list[str]:
    """Dotted names below the package (`kozel.state`) of all kernels in a package folder, sorted."""
    files = set(_files(folder))
    return sorted(file[:-4].replace("/", ".") for file in files if file.endswith(".pxd") and file[:-3] + "py" in files)


def path_of(folder: str, kernel: str, suffix: str) -> str:
    """Path of a kernel's file with this suffix."""
    return os.path.join(folder, *kernel.split(".")) + suffix


def hashes(folder: str) -> dict[str, str]:
    """Hash of every file that decides what the compiled kernels do: their sources and every .pxd."""
    files = list(_files(folder))
    pxds = {file for file in files if file.endswith(".pxd")}
    wanted = pxds.union(file for file in files if file[:-2] + "pxd" in pxds)
    return {name: _hash(os.path.join(folder, name)) for name in sorted(wanted)}


def _hash(path: str) -> str:
    with open(path, "rb") as file:
        return source_hash(0, file.read()).hex()


def _files(folder: str, inside: str = "") -> Iterator[str]:
    """Names of the .py and .pxd files in a package folder, relative and with forward slashes."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".pxd")):
                yield inside + entry.name
            elif "." not in entry.name and entry.name not in _DATA_FOLDERS and entry.is_dir():
                yield from _files(entry.path, f"{inside}{entry.name}/")


class Record(NamedTuple):
    """What setup.py noted about the kernels it compiled, or why it could not."""

    hashes: dict[str, str]
    made_with: str = ""  # compiler and options, for setup.py
    failure: str = ""

    def text(self) -> str:
        """As written to the file: one `key value` a line, the key being a hash or one of ours."""
        lines = [f"made-with {self.made_with}", f"failure {self.failure}"]
        lines += [f"{value} {name}" for name, value in self.hashes.items()]
        return "\n".join(lines) + "\n"


def read_record(folder: str) -> Record | None:
    """The record in a package folder for this Python; None when there is none."""
    try:
        with open(os.path.join(folder, RECORD), encoding="utf-8") as file:
            pairs = [line.rstrip("\n").partition(" ") for line in file]
    except OSError:
        return None
    values = {rest: key for key, _, rest in pairs[2:]}
    made_with, failure = (rest for _, _, rest in pairs[:2])
    return Record(values, made_with, failure)
