"""The store: rooms, seats and journals, on SQLite or PostgreSQL alike.

Synchronous; the server calls it from one worker thread, but for what is done `at_once` and never waits. Every
method is one transaction. `Busy` means that nothing was written and the same call may be tried again (F59).

**When the power fails.** What was committed survives the death of the process, however it dies: the system has it.
Of SQLite only `sync` waits until the disk has it too, which takes as long as a hundred commits where the disk is slow
or busy; the server calls it every second, so that a power cut costs the moves of a second and never a table.
PostgreSQL waits at every commit, as its own settings say.

**SQLite's log.** Commits are written to a log, which has to be copied into the database now and then. SQLite would
let the commit that fills it do so, and some 20 ms of everybody's moves would wait for that; here `sync` does it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic.util import CommandError
from sqlalchemy import exc

from shokha.errors import ShokhaError
from shokha.store import migrate
from shokha.store.owner import claim
from shokha.store.tables import journal, rooms, seats, secrets

_ENTRY = msgspec.json.Encoder()
_LONG_LOG = 4000
"""Pages (of 4 KiB) of SQLite's log from which on commits may be refused for a moment so that it can begin anew."""
_AWAY = (exc.OperationalError, exc.InterfaceError, exc.TimeoutError)


class Busy(ShokhaError):
    """The database did not take the write just now; nothing has changed."""


class NewerStore(ShokhaError):
    """The database was written by a newer version; it is left as it is."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who holds a seat, by hashes only."""

    seat: int
    secret: str
    browser: str


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room's fixed facts."""

    code: str
    profile: str
    settings: dict[str, str]
    fingerprint: str
    options: dict[str, Any]
    seed: str
    created: float
    updated: float
    finished: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything kept about a room."""

    row: RoomRow
    seats: list[SeatRow]
    journal: list[dict[str, Any]]
    secrets: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summary:
    """A room as the lobby lists it for its own player."""

    code: str
    seat: int
    profile: str
    updated: float
    finished: bool


Addition = tuple[str, int, Sequence[dict[str, Any]], float | None, bool]
"""What `Store.append` is given."""


class Store:
    """A database given by an SQLAlchemy URL, migrated to the present version when it is opened."""

    def __init__(self, url: str, *, timeout: float = 5.0) -> None:
        options: dict[str, Any] = {}
        if url.startswith("sqlite"):
            asked = sa.make_url(url).query.get("timeout")
            options["connect_args"] = {"timeout": float(str(asked or timeout)), "check_same_thread": False}
            options["paramstyle"] = "named"  # as PostgreSQL's driver has it, so that one list of values serves both
        elif url.startswith("postgresql://"):
            url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        self.url = url
        self._give_up: Callable[[], None] | None = None
        self._is_synced = True
        self._at_once: Any = None
        # A connection to a server may have died in the pool; one to a file cannot, and asking costs a commit's worth.
        is_sqlite = url.startswith("sqlite")
        self.engine = sa.create_engine(url, pool_pre_ping=not is_sqlite, **options)
        self._is_file = is_sqlite and self.engine.url.database not in (None, "", ":memory:")
        if is_sqlite:
            sa.event.listen(self.engine, "connect", _sqlite_pragmas)
        statements = (journal.insert(), _TOUCH, secrets.insert())
        self._add, self._touch, self._keep = (str(statement.compile(self.engine)) for statement in statements)
        try:
            migrate.upgrade(self.engine)
        except BaseException as error:
            self.engine.dispose()  # nobody has this store, so nobody could close it
            if isinstance(error, CommandError):
                raise NewerStore(f"The database was written by a newer version of shokha: {error}") from None
            raise

    def own(self, address: str) -> None:
        """Become the only server of this database, to be found at `address`. Raises `Owned` when there is one."""
        self._give_up = claim(self.engine, address)

    def close(self) -> None:
        """Give the connections back, and the ownership."""
        if self._give_up is not None:
            self._give_up()
            self._give_up = None
        if self._at_once is not None:
            self._at_once.close()
            self._at_once = None
        self.engine.dispose()

    @contextmanager
    def _begin(self) -> Iterator[sa.Connection]:
        try:
            with self.engine.begin() as connection:
                yield connection
        except _AWAY as error:
            raise _busy(error) from error

    # -- rooms -----------------------------------------------------------------------------------

    def create(self, row: RoomRow) -> bool:
        """Keep a new room; False when the code is taken."""
        try:
            with self._begin() as c:
                c.execute(
                    rooms.insert().values(
                        code=row.code,
                        profile=row.profile,
                        settings=json.dumps(row.settings),
                        fingerprint=row.fingerprint,
                        options=json.dumps(row.options),
                        seed=row.seed,
                        created=row.created,
                        updated=row.updated,
                        finished=row.finished,
                    )
                )
        except exc.IntegrityError:
            return False
        return True

    def load(self, code: str) -> Kept | None:
        """Everything about a room, or None."""
        with self._begin() as c:
            row = c.execute(sa.select(rooms).where(rooms.c.code == code)).mappings().first()
            if row is None:
                return None
            held = c.execute(sa.select(seats).where(seats.c.room == code).order_by(seats.c.seat)).mappings().all()
            entries = c.execute(sa.select(journal.c.entry).where(journal.c.room == code).order_by(journal.c.seq)).all()
            drawn = c.execute(sa.select(secrets.c.deal, secrets.c.server).where(secrets.c.room == code)).all()
        facts = dict(row) | {"settings": json.loads(row["settings"]), "options": json.loads(row["options"])}
        return Kept(
            RoomRow(**facts),
            [SeatRow(h["seat"], h["secret"], h["browser"]) for h in held],
            [json.loads(entry) for (entry,) in entries],
            dict(drawn),
        )

    def append(
        self, code: str, first: int, entries: Sequence[dict[str, Any]], now: float | None, finished: bool
    ) -> None:
        """Add journal entries number `first`, `first` + 1, …: all of them or none.

        `now` is None when it is not worth noting that the room was in use, nor that it is `finished` or not.
        Raises ValueError when another writer has already used a number: two owners of one room.
        """
        self.append_all([(code, first, entries, now, finished)])

    def append_all(self, additions: Sequence[Addition]) -> None:
        """`append` for several rooms in one transaction: all of them or none."""
        try:
            connection = self.engine.raw_connection()
        except _AWAY as error:
            raise _busy(error) from error
        try:
            self._add_all(connection, additions)
        finally:
            connection.close()  # what is not committed is undone

    def append_at_once(
        self, code: str, first: int, entries: Sequence[dict[str, Any]], now: float | None, finished: bool
    ) -> bool:
        """`append` where it takes no waiting, and no thread; False, and nothing kept, where it would.

        A commit to a file is done sooner than another thread could begin with it. A busy file and a database server
        have to be waited for.
        """
        connection = self._connection_at_once()
        if connection is None:
            return False
        if len(entries) > 1 or now is not None:
            connection.cursor().execute("BEGIN")
        try:
            self._add_all(connection, [(code, first, entries, now, finished)])
        except Busy:
            connection.rollback()
            return False
        except BaseException:
            connection.rollback()
            raise
        return True

    def keep_secret_at_once(self, code: str, deal: int, server: str) -> bool:
        """`keep_secret` where it takes no waiting; False, and nothing kept, where it would."""
        connection, driver = self._connection_at_once(), self.engine.dialect.dbapi
        if connection is None:
            return False
        try:
            connection.cursor().execute(self._keep, {"room": code, "deal": deal, "server": server})
        except driver.Error:  # type: ignore[union-attr]
            return False  # and the other way will tell why
        return True

    def _connection_at_once(self) -> Any:
        """A connection to a file that waits for nobody, on which a statement is a transaction unless one is begun."""
        if self._at_once is None and self._is_file:
            self._at_once = self.engine.raw_connection()
            self._at_once.driver_connection.isolation_level = None
            for pragma in ("busy_timeout=0", "wal_autocheckpoint=0"):
                self._at_once.cursor().execute(f"PRAGMA {pragma}")
        return self._at_once

    def _add_all(self, connection: Any, additions: Sequence[Addition]) -> None:
        """One transaction. Every move of every table comes through here.

        So the two statements are worked out once and go straight to the driver: SQLAlchemy would take several times
        as long over a commit as the database does.
        """
        new = [
            {"room": code, "seq": first + i, "entry": _ENTRY.encode(entry).decode()}
            for code, first, entries, *_ in additions
            for i, entry in enumerate(entries)
        ]
        touched = [
            {"of": code, "updated": now, "finished": end} for code, _, _, now, end in additions if now is not None
        ]
        driver: Any = self.engine.dialect.dbapi
        try:
            cursor = connection.cursor()
            cursor.executemany(self._add, new)
            if touched:
                cursor.executemany(self._touch, touched)
            connection.commit()
            self._is_synced = False
        except (driver.OperationalError, driver.InterfaceError) as error:
            raise _busy(error) from error
        except driver.IntegrityError:
            named = ", ".join(code for code, *_ in additions)
            raise ValueError(f"another server is writing to room {named}") from None

    def sync(self) -> None:
        """Wait until the disk has all that was kept so far; from any thread, beside other calls. Raises `Busy`."""
        if self._is_synced or not self._is_file:
            return
        self._is_synced = True
        try:
            with self._begin() as c:
                _, pages, _ = c.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
                if pages > _LONG_LOG:  # commits have never paused for so long that the log could begin anew
                    c.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
        except BaseException:
            self._is_synced = False
            raise

    def take_seat(self, code: str, row: SeatRow) -> bool:
        """Bind a free seat to a secret; False when somebody was faster (F48, T15)."""
        try:
            with self._begin() as c:
                c.execute(seats.insert().values(room=code, seat=row.seat, secret=row.secret, browser=row.browser))
        except exc.IntegrityError:
            return False
        return True

    def free_seat(self, code: str, seat: int) -> None:
        """Forget who held a seat."""
        with self._begin() as c:
            c.execute(seats.delete().where(seats.c.room == code, seats.c.seat == seat))

    def rebind_seat(self, code: str, seat: int, browser: str) -> None:
        """The seat moved to another browser."""
        with self._begin() as c:
            c.execute(seats.update().where(seats.c.room == code, seats.c.seat == seat).values(browser=browser))

    def keep_secret(self, code: str, deal: int, server: str) -> None:
        """Keep the server's share of a deal's seed before its commitment is published."""
        with self._begin() as c:
            c.execute(secrets.insert().values(room=code, deal=deal, server=server))

    def rooms_of(self, browser: str) -> list[Summary]:
        """Rooms in which a browser holds a seat, latest first."""
        query = (
            sa.select(rooms.c.code, seats.c.seat, rooms.c.profile, rooms.c.updated, rooms.c.finished)
            .join_from(seats, rooms, seats.c.room == rooms.c.code)
            .where(seats.c.browser == browser)
            .order_by(rooms.c.updated.desc())
            .limit(50)
        )
        with self._begin() as c:
            return [Summary(*row) for row in c.execute(query).all()]

    # -- pruning ---------------------------------------------------------------------------------

    def prune(
        self, now: float, *, finished_days: float, idle_days: float, in_use: Sequence[str] = (), dry_run: bool = False
    ) -> list[str]:
        """Delete finished rooms not touched for `finished_days` and others not touched for `idle_days`.

        A negative number keeps that kind for ever; 0 deletes at once whatever is not in use. Rooms in
        `in_use` stay. Returns the codes, which `dry_run` only lists (F49).
        """
        old: sa.ColumnElement[bool] = sa.false()
        if finished_days >= 0:
            old = sa.or_(old, sa.and_(rooms.c.finished, rooms.c.updated <= now - finished_days * 86400))
        if idle_days >= 0:
            old = sa.or_(old, sa.and_(sa.not_(rooms.c.finished), rooms.c.updated <= now - idle_days * 86400))
        with self._begin() as c:
            codes = [code for (code,) in c.execute(sa.select(rooms.c.code).where(old).order_by(rooms.c.code)).all()]
            codes = [code for code in codes if code not in set(in_use)]
            if not dry_run:
                for table in (journal, seats, secrets):
                    c.execute(table.delete().where(table.c.room.in_(codes)))
                c.execute(rooms.delete().where(rooms.c.code.in_(codes)))
        return codes


_TOUCH = (
    rooms.update()
    .where(rooms.c.code == sa.bindparam("of"))
    .values(updated=sa.bindparam("updated"), finished=sa.bindparam("finished"))
)


def _busy(error: Exception) -> Busy:
    return Busy(f"The database is busy or away: {error.__class__.__name__}")


def _sqlite_pragmas(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
