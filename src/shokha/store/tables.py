"""The tables. A change here needs a migration in `migrations/versions`; a test compares the two."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

rooms = sa.Table(
    "rooms",
    metadata,
    sa.Column("code", sa.String(12), primary_key=True),
    sa.Column("profile", sa.String(80), nullable=False),
    sa.Column("settings", sa.Text, nullable=False, comment="JSON: settings changed by the house"),
    sa.Column("fingerprint", sa.String(12), nullable=False),
    sa.Column("options", sa.Text, nullable=False, comment="JSON: shokha.table.TableOptions"),
    sa.Column("seed", sa.String(80), nullable=False, comment="secret: decides lots and decks"),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("finished", sa.Boolean, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("room", sa.String(12), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False, comment="SHA-256 of the seat's secret"),
    sa.Column("browser", sa.String(64), nullable=False, comment="SHA-256 of the browser's cookie"),
    sa.Index("seats_by_browser", "browser"),
)

journal = sa.Table(
    "journal",
    metadata,
    sa.Column("room", sa.String(12), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("entry", sa.Text, nullable=False, comment="JSON: one entry of shokha.table.Table.journal"),
)

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("room", sa.String(12), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("server", sa.String(64), nullable=False, comment="hex: the server's share of a deal's seed"),
)
