"""Rooms, seats, journals and the server's shares of seeds.

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rooms",
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
    op.create_table(
        "seats",
        sa.Column("room", sa.String(12), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False, comment="SHA-256 of the seat's secret"),
        sa.Column("browser", sa.String(64), nullable=False, comment="SHA-256 of the browser's cookie"),
    )
    op.create_index("seats_by_browser", "seats", ["browser"])
    op.create_table(
        "journal",
        sa.Column("room", sa.String(12), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("entry", sa.Text, nullable=False, comment="JSON: one entry of shokha.table.Table.journal"),
    )
    op.create_table(
        "secrets",
        sa.Column("room", sa.String(12), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("server", sa.String(64), nullable=False, comment="hex: the server's share of a deal's seed"),
    )


def downgrade() -> None:
    for name in ("secrets", "journal", "seats", "rooms"):
        op.drop_table(name)
