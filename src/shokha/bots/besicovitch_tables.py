"""Where solved tables of Besicovitch's game are kept, and the one that fits a version."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from shokha.besicovitch.settings import BesicovitchSettings
from shokha.folders import data_folder
from shokha.search.besicovitch_table import SolverError, Table


def tables_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of solved tables, which may not exist: `SHOKHA_TABLES`, or ``tables`` in the data folder."""
    chosen = environment.get("SHOKHA_TABLES")
    return Path(chosen) if chosen else data_folder(environment) / "tables"


def table_path(cards: int, taker_leads: bool, environment: Mapping[str, str] = os.environ) -> Path:
    """Where `shokha solve` writes the table of a pack, and bots look for it."""
    return tables_folder(environment) / f"besicovitch-{cards}{'-taker-leads' if taker_leads else ''}.table"


def find_table(settings: BesicovitchSettings) -> Table | None:
    """The solved table for a version. None when there is none; one that cannot be used counts as none."""
    path = table_path(settings.cards, settings.taker_leads)
    try:
        about = path.stat()
    except OSError:
        return None
    table = _read(str(path), about.st_mtime_ns, about.st_size)
    return table if table is not None and table.fits(settings) else None


@lru_cache(maxsize=4)
def _read(path: str, changed: int, size: int) -> Table | None:
    """A table file; read anew when the file has changed."""
    try:
        return Table.open(path)
    except SolverError:
        return None
