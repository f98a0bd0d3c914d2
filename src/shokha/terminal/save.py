"""The running match on disk: written after every command, resumed at the next start, never silently lost."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from shokha.clean import clean
from shokha.errors import ShokhaError
from shokha.files import read_bytes, write_atomic
from shokha.folders import data_folder
from shokha.profile import RuleProfile, load
from shokha.table import NAME_LIMIT, Stage, Table, TableOptions
from shokha.terminal.options import with_house_rules

VERSION = 1


class SaveError(ShokhaError):
    """A saved match that cannot be gone on with; the file is as it was."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as it was left."""

    table: Table
    rules: str
    house: list[str]


def default_path() -> Path:
    """Where the running match is kept."""
    return data_folder() / "match.json"


def write(path: Path, table: Table, rules: str, house: list[str]) -> None:
    """Keep a table. Raises OSError; the old file is whole then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    contents = {
        "shokha_save": VERSION,
        "rules": rules,
        "house": house,
        "fingerprint": table.profile.fingerprint,
        "seed": table.seed,
        "options": asdict(table.options),
        "places": [asdict(place) for place in table.places],
        "over": table.stage is Stage.OVER,
        "journal": table.journal,
    }
    write_atomic(path, json.dumps(contents, ensure_ascii=False).encode())


def read(path: Path) -> Saved | None:
    """The match kept there; None when there is none. Raises `SaveError` with what is the matter."""
    try:
        data = read_bytes(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}.") from None
    try:
        kept: dict[str, Any] = json.loads(data)
        version = kept["shokha_save"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SaveError(f"{path} is damaged: it is not a saved match.") from None
    if not isinstance(version, int) or version > VERSION:
        raise SaveError(f"{path} was saved by a newer version of shokha (format {version}); this one reads {VERSION}.")
    try:
        profile = _profile(kept)
        options = TableOptions(**kept["options"])
        table = Table.restore(profile, kept["seed"], options, kept["journal"])
        for place, known in zip(table.places, kept["places"], strict=True):
            place.name = clean(str(known["name"]), NAME_LIMIT)
    except ShokhaError as error:
        raise SaveError(f"{path} cannot be gone on with: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError):
        raise SaveError(f"{path} is damaged: the match in it does not hold together.") from None
    return Saved(table, kept["rules"], list(kept["house"]))


def _profile(kept: dict[str, Any]) -> RuleProfile:
    profile = with_house_rules(load(str(kept["rules"])), list(kept["house"]))
    if profile.fingerprint != kept["fingerprint"]:
        raise SaveError(f"the rules called {profile.name} have changed since.")
    return profile


def put_aside(path: Path) -> Path:
    """Keep a file that cannot be used under another name (F89)."""
    for n in range(1, 1000):
        aside = path.with_name(f"{path.stem}.aside-{n}{path.suffix}")
        if not aside.exists():
            path.rename(aside)
            return aside
    raise SaveError(f"There are too many files put aside beside {path}.")
