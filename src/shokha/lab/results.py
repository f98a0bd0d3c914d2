"""Files of results that only grow, so that a run broken off goes on where it was.

One JSON value a line: first the *head*, which says what is measured (anything else is another experiment
and another file), then ``{"run": conditions}`` for every run, and ``{"item": what, "done": result}`` for
every finished piece. A last line that was cut off is cut away.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from shokha.errors import ShokhaError
from shokha.folders import data_folder

FORMAT = 1


class ResultsError(ShokhaError):
    """A file of results cannot be read, or belongs to another experiment."""


def default_path(head: Mapping[str, Any]) -> Path:
    """Where results of an experiment are kept unless told otherwise: found again by the same question."""
    digest = sha256(json.dumps(head, sort_keys=True).encode()).hexdigest()[:12]
    return data_folder() / "lab" / f"{head['kind']}-{digest}.jsonl"


def read(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """Head, conditions of the runs, and results by item (as JSON text). Raises `ResultsError`."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise ResultsError(f"{path} cannot be read: {error.strerror}.") from None
    runs, done = [], {}
    try:
        head = json.loads(lines[0])
        if head["format"] != FORMAT:
            raise ResultsError(f"{path} was written by another version of Shokha.")
        for line in lines[1:-1]:
            entry = json.loads(line)
            if "run" in entry:
                runs.append(entry["run"])
            else:
                done[json.dumps(entry["item"])] = entry["done"]
    except (ValueError, KeyError, TypeError):
        raise ResultsError(f"{path} is not a file of results of the laboratory.") from None
    return head, runs, done


class Results:
    """An open file of results; use it in a `with` statement. Without a path nothing is kept."""

    def __init__(self, path: Path | None, head: Mapping[str, Any], conditions: Mapping[str, Any]) -> None:
        self.path = path
        self.done: dict[str, Any] = {}
        self._file: BinaryIO | None = None
        if path is None:
            return
        wanted = {"format": FORMAT, **head}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and b"\n" in path.read_bytes():
                found, _, self.done = read(path)
                if found != json.loads(json.dumps(wanted)):
                    raise ResultsError(f"{path} holds another experiment ({_difference(found, wanted)}).")
                self._file = _alone(path.open("r+b"), path)
                self._file.truncate(path.read_bytes().rindex(b"\n") + 1)
                self._file.seek(0, 2)
            else:
                self._file = _alone(path.open("ab"), path)
                self._file.truncate(0)
                self._write(wanted)
            self._write({"run": dict(conditions)})
        except OSError as error:
            raise ResultsError(f"{path} cannot be written: {error.strerror}.") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file:
            self._file.close()

    def add(self, item: object, result: Any) -> None:
        """Keep one result."""
        self.done[json.dumps(item)] = result
        self._write({"item": item, "done": result})

    def _write(self, entry: object) -> None:
        if self._file:
            self._file.write(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
            self._file.flush()


def _alone(file: BinaryIO, path: Path) -> BinaryIO:
    """Hold a file against other runs, where the system can."""
    try:
        import fcntl
    except ImportError:
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise ResultsError(f"{path} is being written by another run.") from None
    return file


def _difference(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    names = [name for name in wanted if found.get(name) != wanted[name]]
    return ", ".join(f"{name}: {found.get(name, '')}, not {wanted[name]}" for name in names[:3])
