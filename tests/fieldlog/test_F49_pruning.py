"""F49: both databases forget the same rooms, and never one that is in use.

https://github.com/terraforming-mars/terraforming-mars/pull/8219,
https://github.com/terraforming-mars/terraforming-mars/issues/4449
"""

from __future__ import annotations

import pytest
from tests.store.conftest import store, url  # noqa: F401 - fixtures
from tests.store.rows import DAY, entries, room

from shokha.store import SeatRow, Store

NOW = 100 * DAY
ROOMS = {  # code: days since it was touched, finished
    "DONE09": (9, True), "DONE11": (11, True), "EMPTY9": (9, False), "EMPTY1": (11, False), "OPEN40": (40, False),
    "NEW": (0.5, False), "DONE0": (0, True),
}  # fmt: skip


@pytest.mark.parametrize(
    ("finished", "idle", "gone"),
    [
        (-1, -1, []),
        (10, -1, ["DONE11"]),
        (-1, 10, ["EMPTY1"]),
        (1, 10, ["DONE09", "DONE11", "EMPTY1"]),
        (10, 10, ["DONE11", "EMPTY1"]),
        (0, -1, ["DONE0", "DONE09", "DONE11"]),
        (0, 0, ["DONE0", "DONE09", "DONE11", "EMPTY1", "EMPTY9", "NEW"]),
    ],
)
def test_the_same_rooms_go(store: Store, finished: float, idle: float, gone: list[str]) -> None:  # noqa: F811
    for code, (age, done) in ROOMS.items():
        store.create(room(code, updated=NOW - age * DAY, finished=done))
        store.append(code, 0, entries(0, 2), NOW - age * DAY, done)
        store.take_seat(code, SeatRow(0, "s" * 64, "me"))
        store.keep_secret(code, 1, "f" * 64)
    wish = {"finished_days": finished, "idle_days": idle, "in_use": ["OPEN40"]}
    assert store.prune(NOW, **wish, dry_run=True) == gone
    assert all(store.load(code) is not None for code in ROOMS)
    assert store.prune(NOW, **wish) == gone
    assert sorted(code for code in ROOMS if store.load(code) is None) == gone
    assert store.prune(NOW, **wish) == []
    assert sorted(s.code for s in store.rooms_of("me")) == sorted(set(ROOMS) - set(gone))
    for code in gone:  # nothing is left behind: the code can be used anew
        assert store.create(room(code))
        kept = store.load(code)
        assert kept is not None and not kept.journal and not kept.seats and not kept.secrets
