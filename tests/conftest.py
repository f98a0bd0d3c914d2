"""What all tests share: how a missing tool is treated, and hypothesis without deadlines on busy machines."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import hypothesis
import pytest
import sqlalchemy as sa

# Where a change is judged, the same examples every time; the search for new ones goes on wherever else tests run.
hypothesis.settings.register_profile(
    "shokha", deadline=None, print_blob=True, derandomize=bool(os.environ.get("SHOKHA_CI"))
)
hypothesis.settings.load_profile("shokha")


def _absent(what: str) -> NoReturn:
    """Give up a test whose tool is missing: a skip at home, a failure where everything has to be tested."""
    if os.environ.get("SHOKHA_CI"):
        pytest.fail(f"{what} is missing")
    pytest.skip(f"needs {what}")


@pytest.fixture(scope="session")
def absent() -> Callable[[str], NoReturn]:
    """`absent("a C compiler")` skips the test, or fails it when SHOKHA_CI is set."""
    return _absent


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """SQLAlchemy's address of a PostgreSQL database that tests may fill and empty; one for each test process."""
    address = os.environ.get("SHOKHA_TEST_POSTGRES") or _absent("PostgreSQL, its address in SHOKHA_TEST_POSTGRES")
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    return address if worker is None else _database_beside(address, worker)


def _database_beside(address: str, worker: str) -> str:
    """A database named after a test process, on the same server."""
    own = sa.make_url(address)
    own = own.set(database=f"{own.database}_{worker}", drivername="postgresql+psycopg")
    engine = sa.create_engine(own.set(database="postgres"), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with engine.connect() as connection:
        known = connection.scalar(sa.text("SELECT 1 FROM pg_database WHERE datname = :name"), {"name": own.database})
        if not known:
            connection.execute(sa.text(f'CREATE DATABASE "{own.database}"'))
    engine.dispose()
    return own.render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return next(filter(None, map(shutil.which, names)), None) or _absent("Chromium")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Any]:
    """Chromium, driven by Playwright; every test makes its own context.

    It goes with its file: as long as it is there, nothing else in this process can run an event loop.
    """
    from tests.web.table import chromium_at

    with chromium_at(chromium) as opened:
        yield opened


@pytest.fixture(scope="session")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server whose bots and windows are fast."""
    from tests.server.live import serving
    from tests.web.table import QUICK

    with serving(f"sqlite:///{tmp_path_factory.mktemp('web') / 'tables.db'}", QUICK) as server:
        yield server
