"""Bringing a database to the present version with Alembic, from inside the package."""

from __future__ import annotations

from importlib import resources

import sqlalchemy as sa
from alembic import command
from alembic.config import Config


def config(connection: sa.Connection | None = None) -> Config:
    """Alembic's configuration; `connection` runs the migrations on an open connection."""
    made = Config()
    made.set_main_option("script_location", str(resources.files("shokha") / "store" / "migrations"))
    made.attributes["connection"] = connection
    return made


def upgrade(engine: sa.Engine) -> None:
    """Run the missing migrations; one transaction where the database can."""
    with engine.begin() as connection:
        command.upgrade(config(connection), "head")
