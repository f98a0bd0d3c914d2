"""Where Shokha keeps what belongs to a person: records, statistics, the tables of a server."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder for a person's data, which may not exist yet.

    `SHOKHA_DATA` names another one; otherwise it is where each system expects such things.
    """
    if chosen := environment.get("SHOKHA_DATA"):
        return Path(chosen)
    if platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "Shokha"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Shokha"
    shared = environment.get("XDG_DATA_HOME", "")
    return (Path(shared) if shared.startswith("/") else Path.home() / ".local" / "share") / "shokha"
