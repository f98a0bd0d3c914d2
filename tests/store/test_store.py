"""The store keeps what it is given, all or nothing, alike on SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from tests.store.rows import entries, room

import shokha.store.store
from shokha.store import NewerStore, SeatRow, Store
from shokha.store.tables import metadata


def test_a_room_comes_back_as_it_was(store: Store) -> None:
    row = room("AAAA")
    assert store.create(row)
    store.append("AAAA", 0, entries(0, 3), 5.0, False)
    store.append("AAAA", 3, entries(3, 2), 6.5, True)
    store.take_seat("AAAA", SeatRow(2, "s" * 64, "b" * 64))
    store.keep_secret("AAAA", 1, "f" * 64)
    kept = store.load("AAAA")
    assert kept is not None
    assert (kept.row.settings, kept.row.options, kept.row.seed) == (row.settings, row.options, row.seed)
    assert kept.row.created == 0.0 and kept.row.updated == 6.5 and kept.row.finished is True
    assert kept.journal == entries(0, 5)
    assert kept.seats == [SeatRow(2, "s" * 64, "b" * 64)] and kept.secrets == {1: "f" * 64}


def test_what_is_not_there(store: Store) -> None:
    assert store.load("NONE") is None
    assert store.rooms_of("nobody") == []


def test_a_code_is_used_once(store: Store) -> None:
    assert store.create(room("AAAA"))
    assert not store.create(room("AAAA", profile="yard"))
    kept = store.load("AAAA")
    assert kept is not None and kept.row.profile == "pairs"


def test_entries_are_kept_all_or_none(store: Store) -> None:
    store.create(room("AAAA"))
    store.append("AAAA", 0, entries(0, 2), 1.0, False)
    with pytest.raises(ValueError, match="another server"):
        store.append("AAAA", 1, entries(7, 3), 9.0, True)  # number 1 is taken, 2 and 3 are free
    kept = store.load("AAAA")
    assert kept is not None
    assert kept.journal == entries(0, 2) and kept.row.updated == 1.0 and not kept.row.finished


def test_two_writers_of_one_room(url: str) -> None:
    """Whoever comes second is told so; the journal is one writer's, without a gap."""
    first, second = Store(url), Store(url)
    first.create(room("AAAA"))
    won: list[str] = []

    def write(store: Store, name: str) -> None:
        for i in range(40):
            try:
                store.append("AAAA", i, [{"in": "do", "by": name, "n": i}], float(i), False)
            except ValueError:
                return
            won.append(name)

    threads = [threading.Thread(target=write, args=a) for a in ((first, "first"), (second, "second"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    kept = first.load("AAAA")
    assert kept is not None
    assert [e["n"] for e in kept.journal] == list(range(len(won))) and len(won) == 40
    first.close()
    second.close()


def test_one_seat_has_one_owner(url: str) -> None:
    """F48, T15: many browsers ask for the last seat at once."""
    stores = [Store(url) for _ in range(4)]
    stores[0].create(room("AAAA"))
    for seat in range(25):
        barrier, won = threading.Barrier(4), []

        def take(
            store: Store, who: str, seat: int = seat, barrier: threading.Barrier = barrier, won: list[str] = won
        ) -> None:
            barrier.wait(10)
            if store.take_seat("AAAA", SeatRow(seat, who * 64, who * 64)):
                won.append(who)

        threads = [threading.Thread(target=take, args=(s, "abcd"[i])) for i, s in enumerate(stores)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert len(won) == 1
        kept = stores[0].load("AAAA")
        assert kept is not None and kept.seats[seat].secret == won[0] * 64
    for store in stores:
        store.close()


def test_seats_move_and_are_given_up(store: Store) -> None:
    store.create(room("AAAA", updated=1.0))
    store.create(room("BBBB", updated=2.0, finished=True))
    for code in ("AAAA", "BBBB"):
        store.take_seat(code, SeatRow(0, "s" * 64, "old"))
    assert [(s.code, s.seat, s.finished) for s in store.rooms_of("old")] == [("BBBB", 0, True), ("AAAA", 0, False)]
    store.rebind_seat("AAAA", 0, "new")
    store.free_seat("BBBB", 0)
    assert store.rooms_of("old") == []
    assert [s.code for s in store.rooms_of("new")] == ["AAAA"]
    assert store.take_seat("BBBB", SeatRow(0, "t" * 64, "new"))


def test_migrations_make_the_tables(store: Store) -> None:
    """The migrations, one by one, end where `tables.py` says."""
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_an_open_store_is_opened_again(url: str) -> None:
    Store(url).close()
    again = Store(url)
    assert again.create(room("AAAA"))
    again.close()


def test_a_newer_database_is_left_alone(url: str) -> None:
    store = Store(url)
    store.create(room("AAAA"))
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    opened, closed = [], []  # type: ignore[var-annotated]
    watches = [("connect", lambda c, _: opened.append(c)), ("close", lambda c, _: closed.append(c))]
    for event, watch in watches:
        sa.event.listen(sa.pool.Pool, event, watch)
    try:
        with pytest.raises(NewerStore, match="newer version"):
            Store(url)
    finally:
        for event, watch in watches:
            sa.event.remove(sa.pool.Pool, event, watch)
    assert opened and closed == opened  # nobody has that store, so nobody could close them
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT code FROM rooms")).all() == [("AAAA",)]
    engine.dispose()


def test_what_was_kept_reaches_the_disk(tmp_path: Path) -> None:
    """SQLite's commits do not wait for the disk; every second `sync` does, and brings the log into the file itself."""
    path = tmp_path / "tables.db"
    store = Store(f"sqlite:///{path}")

    def on_disk() -> int:
        file = sqlite3.connect(f"file:{path}?immutable=1", uri=True)  # without the log
        rows = file.execute("SELECT count(*) FROM journal").fetchone()[0]
        file.close()
        return int(rows)

    store.create(room("AAAA"))
    store.append("AAAA", 0, entries(0, 2), 5.0, False)
    store.sync()
    assert on_disk() == 2
    assert store.append_at_once("AAAA", 2, entries(2, 1), None, False)
    assert on_disk() == 2
    store.sync()
    assert on_disk() == 3
    store.close()


def test_the_log_begins_anew_under_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where commits never pause it would grow for ever."""
    monkeypatch.setattr(shokha.store.store, "_LONG_LOG", 10)
    path = tmp_path / "tables.db"
    store = Store(f"sqlite:///{path}")
    store.create(room("AAAA"))
    sizes = []
    for first in range(60):
        assert store.append_at_once("AAAA", first, entries(first, 1), None, False)
        if first % 10 == 9:
            store.sync()
            sizes.append(path.with_name("tables.db-wal").stat().st_size)
    assert len(set(sizes[1:])) == 1
    store.close()


def test_at_once_or_not_at_all(url: str) -> None:
    """A busy file and a database server are not waited for, and nothing is kept then."""
    store = Store(url)
    store.create(room("AAAA"))
    is_file = url.startswith("sqlite")
    assert store.append_at_once("AAAA", 0, entries(0, 1), 1.0, True) == is_file
    if is_file:
        other = sqlite3.connect(str(store.engine.url.database), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        assert not store.append_at_once("AAAA", 1, entries(1, 1), 2.0, False)
        assert not store.append_at_once("AAAA", 1, entries(1, 2), None, False)
        assert not store.keep_secret_at_once("AAAA", 1, "f" * 64)
        assert time.monotonic() - began < 0.5
        other.execute("ROLLBACK")
        other.close()
        with pytest.raises(ValueError, match="another server"):
            store.append_at_once("AAAA", 0, entries(0, 1), 3.0, False)
        assert store.append_at_once("AAAA", 1, entries(1, 1), None, False)
    assert store.keep_secret_at_once("AAAA", 2, "e" * 64) == is_file
    kept = store.load("AAAA")
    assert kept is not None and kept.journal == entries(0, 2 * is_file)
    assert kept.secrets == ({2: "e" * 64} if is_file else {})
    assert (kept.row.updated, kept.row.finished) == ((1.0, True) if is_file else (0.0, False))
    store.close()
