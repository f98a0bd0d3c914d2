"""Where rooms are kept: SQLAlchemy Core on SQLite or PostgreSQL, with Alembic migrations."""

from shokha.store.owner import Owned
from shokha.store.store import Addition, Busy, Kept, NewerStore, RoomRow, SeatRow, Store, Summary

__all__ = ["Addition", "Busy", "Kept", "NewerStore", "Owned", "RoomRow", "SeatRow", "Store", "Summary"]
