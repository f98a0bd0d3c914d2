"""One Chromium and one quick server for all reports that concern the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    """Chromium; every test makes its own context."""
    from tests.web.table import chromium_at

    with chromium_at(chromium) as opened:
        yield opened


@pytest.fixture(scope="session")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server whose bots and windows are fast."""
    from tests.server.live import serving
    from tests.web.table import QUICK

    with serving(f"sqlite:///{tmp_path_factory.mktemp('pages') / 'tables.db'}", QUICK) as server:
        yield server
