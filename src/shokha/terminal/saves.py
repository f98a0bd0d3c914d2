"""Running matches on disk: written after every accepted command, resumed at the next start, never silently lost.

Every match has its own file in the person's data folder, so beginning a new one harms none. A file is
JSON with a check sum: the version of the rules with all that makes them, the seed, and the table's
journal, from which the table is made again to the last observation. A file that is damaged is kept
aside, one of a newer format is left alone, and either is said (fieldlog F89).
"""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from shokha import languages
from shokha.clean import clean
from shokha.errors import ShokhaError
from shokha.files import read_bytes, write_atomic
from shokha.folders import data_folder
from shokha.notation import format_profile, parse_profile_name
from shokha.table import Stage, Table, TableOptions

FORMAT = 1
SUFFIX = ".json"
LISTED = 9
"""How many matches that wait are listed, the newest first."""

_BROKEN = (KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError, OverflowError, RecursionError)


class SaveError(ShokhaError):
    """A saved match that cannot be gone on with."""


class Damaged(SaveError):
    """The file is not what was written."""


class Elsewhere(SaveError):
    """The match is being played in another window too."""


@dataclass(slots=True)
class Kept:
    """A match and where it is kept. `reasons` are those of the bots' moves in the running deal: number of
    deals before it, seat, action, sentence, and whether it would show hidden cards.
    """

    table: Table
    names: list[str]
    path: Path | None
    reasons: list[list[Any]] = field(default_factory=list)
    written: str = ""
    """Check sum of what was last found in or put into the file."""

    def keep(self) -> None:
        """Write the match down. Raises OSError, or `Elsewhere` when the file has changed under our hands."""
        if self.path is None:
            return
        if self.written and _found(self.path) not in ("", self.written):
            raise Elsewhere("This match is being played in another window; this one stops here and changes nothing.")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.written = write(self.path, self)

    def forget(self) -> None:
        """The match is over and done with."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def matches_folder() -> Path:
    """Where running matches are kept."""
    return data_folder() / "matches"


def new_path() -> Path:
    """A file for a new match."""
    moment = datetime.now().strftime("%Y%m%d-%H%M%S")
    return matches_folder() / f"{moment}-{secrets.token_hex(3)}{SUFFIX}"


# -- writing ---------------------------------------------------------------------------------------------


def write(path: Path, kept: Kept) -> str:
    """Write a match to a file; its check sum. Raises OSError; the old file is whole then."""
    table = kept.table
    contents = {
        "shokha_match": FORMAT,
        "rules": format_profile(table.profile),
        "title": table.profile.title,
        "seed": table.seed,
        "options": asdict(table.options),
        "names": kept.names,
        "reasons": kept.reasons,
        "journal": table.journal,
    }
    contents["sum"] = _sum(contents)
    data = json.dumps(contents, ensure_ascii=False).encode()
    write_atomic(path, data)
    return str(contents["sum"])


def _sum(contents: dict[str, Any]) -> str:
    body = json.dumps({k: v for k, v in contents.items() if k != "sum"}, sort_keys=True)
    return sha256(body.encode()).hexdigest()[:32]


def _found(path: Path) -> str:
    """The check sum that a file carries; empty when there is none to see."""
    with contextlib.suppress(OSError, *_BROKEN):
        return str(json.loads(read_bytes(path))["sum"])
    return ""


# -- reading ---------------------------------------------------------------------------------------------


def read(path: Path) -> Kept:
    """The match in a file. Raises `Damaged`, or `SaveError` for one of a newer format or of unknown rules."""
    try:
        data = read_bytes(path)
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}.") from None
    try:
        contents: dict[str, Any] = json.loads(data)
        number = contents["shokha_match"]
    except _BROKEN:
        raise Damaged(f"{path} is damaged: it is not a saved match.") from None
    if not isinstance(number, int) or isinstance(number, bool):
        raise Damaged(f"{path} is damaged: it is not a saved match.")
    if number > FORMAT:
        raise SaveError(f"{path} was saved by a newer version of Shokha, in format {number}; this one reads {FORMAT}.")
    try:
        if contents["sum"] != _sum(contents):
            raise Damaged(f"{path} is damaged: its check sum does not fit.")
        profile = replace(parse_profile_name(str(contents["rules"])), title=str(contents["title"]))
        options = TableOptions(**contents["options"])
        table = Table.restore(profile, contents["seed"], options, contents["journal"])
        names = [str(name) for name in contents["names"]]
        if len(names) != profile.players or not all(place.is_taken for place in table.places):
            raise Damaged(f"{path} is damaged: not every seat has a player.")
        return Kept(table, names, path, list(contents["reasons"]), contents["sum"])
    except SaveError:
        raise
    except ShokhaError as error:
        raise SaveError(f"{path} cannot be gone on with: {error}") from None
    except _BROKEN:
        raise Damaged(f"{path} is damaged: the match in it does not hold together.") from None


def put_aside(path: Path) -> Path:
    """Keep a file that is no use under another name."""
    for n in range(1, 1000):
        aside = path.with_name(f"{path.name}.damaged-{n}")
        if not aside.exists():
            return path.rename(aside)
    raise SaveError(f"There are too many damaged files beside {path}.")


def waiting() -> Iterator[Kept | str]:
    """The matches that wait to be gone on with, newest first, and a sentence for each file that is no use."""
    folder = matches_folder()
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: (path.stat().st_mtime, path.name), reverse=True)
    except OSError as error:
        yield f"{folder} cannot be read: {error.strerror}."
        return
    for path in paths:
        try:
            yield read(path)
        except Damaged as error:
            try:
                yield f"{error} It is kept aside as {put_aside(path).name}."
            except OSError:
                yield f"{error} It stays where it is."
        except SaveError as error:
            yield f"{error} It stays where it is."


def newest() -> tuple[list[Kept], list[str]]:
    """The first `LISTED` of those that wait, and the sentences about files met before the last of them."""
    found: list[Kept] = []
    notices: list[str] = []
    for kept in waiting():
        if isinstance(kept, str):
            notices.append(kept)
        else:
            found.append(kept)
        if len(found) == LISTED:
            break
    return found, notices


def describe(kept: Kept) -> str:
    """One line that tells a person which match this is."""
    table = kept.table
    number = table.match.number + (table.stage is Stage.PLAYING) if table.match else 1
    score = ":".join(map(str, table.match.standing)) if table.match else "0"
    when = ""
    if kept.path is not None:
        with contextlib.suppress(OSError):
            when = datetime.fromtimestamp(kept.path.stat().st_mtime).strftime(", %d %b %H:%M")
    over = ", finished" if table.stage is Stage.OVER else ""
    people = ", ".join(name for name, place in zip(kept.names, table.places, strict=True) if place.person)
    title = clean(table.profile.title, 100)
    return f"{title} ({table.profile.name}), {people}: deal {number}, score {score}{over}{when}"


def goes_on(kept: Kept | None, command: str, language: str) -> str:
    """What is said at the end of a sitting whose match can be gone on with; empty when there is none."""
    if kept is None or kept.path is None or not kept.path.exists():
        return ""
    return (
        languages.translation(language).gettext("Saved. `{command}` goes on with this match.").format(command=command)
    )
