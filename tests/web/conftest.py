"""One Chromium and one quick server for all tests of the web table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.server.live import Server, serving
from tests.web.table import QUICK, chromium_at


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Chromium; every test makes its own context."""
    with chromium_at(chromium) as opened:
        yield opened


@pytest.fixture(scope="session")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots and windows are fast."""
    with serving(f"sqlite:///{tmp_path_factory.mktemp('web') / 'tables.db'}", QUICK) as server:
        yield server
