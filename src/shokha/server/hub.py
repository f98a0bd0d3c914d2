"""All rooms of this server: made, found again after a restart, put away when nobody uses them."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from shokha import bots
from shokha.clean import clean
from shokha.errors import ProfileError, ShokhaError, TableError
from shokha.profile import RuleProfile, load
from shokha.record import Record
from shokha.server import identity
from shokha.server.protocol import NewRoom
from shokha.server.room import Pace, Room, new_options
from shokha.server.telling import Turns
from shokha.store import Busy, Kept, RoomRow, SeatRow, Store
from shokha.table import NAME_LIMIT, Table, TableOptions

log = logging.getLogger("shokha.hub")


@dataclass(frozen=True, slots=True)
class Keep:
    """For how many days rooms that nobody touches are kept; negative: for ever, 0: until nobody is there (F49)."""

    finished: float = 400.0
    unfinished: float = 400.0


class Hub:
    """The rooms in memory, over the store. `clock` is wall time in seconds."""

    def __init__(
        self,
        store: Store,
        *,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.time,
        idle: float = 600.0,
        keep: Keep = Keep(),
    ) -> None:
        self.store = store
        self.keep = keep
        self.pace = pace or Pace()
        self.clock = clock
        self.idle = idle
        self.rooms: dict[str, Room] = {}
        self.turns = Turns()
        self.moves = identity.MoveCodes()
        self._loading: dict[str, asyncio.Lock] = {}
        self._waiting: list[tuple[tuple[Any, ...], asyncio.Future[None]]] = []
        self._lock = threading.Lock()
        # One thread is one writer: SQLite wants no more, and commits stay in order.
        self._thread = ThreadPoolExecutor(1, "store")

    async def storage(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run a store call without stopping the loop. Journal entries of many rooms share one commit."""
        if function == self.store.append:
            return await self._append(arguments)
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: function(*arguments))

    async def _append(self, entry: tuple[Any, ...]) -> None:
        """Keep entries of a room, together with those that other rooms hand in meanwhile."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        with self._lock:
            self._waiting.append((entry, done))
            is_first = len(self._waiting) == 1
        if is_first:
            self._thread.submit(self._append_waiting, loop)  # it tells the loop itself: one waking, not two
        await done

    def _append_waiting(self, loop: asyncio.AbstractEventLoop) -> None:
        """In the store's thread: one transaction for all that wait, or one each when that is refused."""
        with self._lock:
            batch, self._waiting = self._waiting, []
        try:
            self.store.append_all([entry for entry, _ in batch])
            errors: list[Exception | None] = [None] * len(batch)
        except Busy as busy:  # waiting again for each of them would only take longer
            errors = [busy] * len(batch)
        except Exception:
            errors = [self._append_alone(entry) for entry, _ in batch]
        loop.call_soon_threadsafe(_tell, [done for _, done in batch], errors)

    def _append_alone(self, entry: tuple[Any, ...]) -> Exception | None:
        try:
            self.store.append(*entry)
        except Exception as error:
            return error
        return None

    async def close(self) -> None:
        """Put every room away; nothing accepted is lost."""
        await asyncio.gather(*(room.close() for room in self.rooms.values()))
        self.rooms.clear()
        self._thread.shutdown(wait=True)
        self.store.close()

    # -- rooms -----------------------------------------------------------------------------------

    async def create(self, wish: NewRoom, browser: str) -> tuple[Room, int | None, str]:
        """A new room, with the maker's seat and its secret. Raises `ShokhaError` for a wish that cannot be met."""
        profile = load(plain_id(wish.profile)).with_settings(wish.set)
        if len(wish.seats) > profile.players:
            raise ProfileError(f"{profile.id} has {profile.players} seats, not {len(wish.seats)}.")
        for bot in wish.seats:
            if bot not in ("", "me", *bots.names(profile.game)):
                raise TableError("unknown_bot", f"There is no bot {bot[:20]!r} for {profile.game}.")
        options = new_options(wish.options, self.pace)
        seats = wish.seats + [""] * (profile.players - len(wish.seats))
        row = await self._new_row(profile.id, dict(wish.set), profile.fingerprint, options)
        room = await self.find(row.code)
        assert room is not None
        mine, secret = (seats.index("me"), "") if "me" in seats else (None, "")
        if mine is not None:
            secret = await self.sit(room, mine, wish.name or "Player", browser)
        answer = await room.call(
            partial(room.seat_bots, {i: bot for i, bot in enumerate(seats) if bot not in ("", "me")})
        )
        if not answer.ok:
            raise TableError(answer.code, answer.message)
        if all(seats):
            await room.call(room.start_soon)
        return room, mine, secret

    async def _new_row(self, profile: str, rules: dict[str, str], fingerprint: str, options: TableOptions) -> RoomRow:
        """A new room in the store, under a code that nobody has."""
        now = self.clock()
        while True:
            secret, code = identity.new_secret(), identity.new_room_code()
            row = RoomRow(code, profile, rules, fingerprint, asdict(options), secret, now, now)
            if await self.storage(self.store.create, row):
                return row

    async def adopt(self, text: str, seat: int, name: str, browser: str) -> tuple[Room, str]:
        """A room that goes on with the match of a record, or shows a finished one; bots sit on the other seats.

        Raises `ShokhaError` for a record that cannot be read, is not complete, or is of unknown rules.
        """
        _check_name(name)
        options = new_options({}, self.pace)
        made = await asyncio.to_thread(_table_of, text, options, self.clock())  # a long record takes a while
        profile, rules = made.profile, _house_rules(made.profile)
        if not 0 <= seat < profile.players:
            raise TableError("no_such_seat", "There is no such seat.")
        row = await self._new_row(profile.id, rules, profile.fingerprint, options)
        table = Table(profile, row.seed, options, now=made.now)
        table.adopt(text)
        room = Room(Kept(row, [], []), table, self.store, self.storage, self.clock, self.pace, self.turns.soon)
        room.saved = 0
        self.rooms[row.code] = room
        if not await room.call(room.keep):
            del self.rooms[row.code]
            await room.close()
            raise Busy("The room could not be kept.")
        secret = await self.sit(room, seat, name, browser)
        others = [other for other in range(profile.players) if other != seat]
        await room.call(partial(room.seat_bots, dict.fromkeys(others, room.bot)))
        return room, secret

    async def find(self, code: str) -> Room | None:
        """A room by its code, from memory or from the store."""
        if code in self.rooms:
            return self.rooms[code]
        async with self._loading.setdefault(code, asyncio.Lock()):
            if code in self.rooms:
                return self.rooms[code]
            kept = await self.storage(self.store.load, code)
            self._loading.pop(code, None)
            if kept is None:
                return None
            profile = profile_of(kept.row)
            table = Table.restore(profile, kept.row.seed, TableOptions(**kept.row.options), kept.journal)
            room = Room(kept, table, self.store, self.storage, self.clock, self.pace, self.turns.soon)
            self.rooms[code] = room
            return room

    async def sit(self, room: Room, seat: int, name: str, browser: str) -> str:
        """Take a free seat; returns its secret. Raises `TableError` when somebody was faster."""
        if not 0 <= seat < room.table.profile.players:
            raise TableError("no_such_seat", "There is no such seat.")
        _check_name(name)
        secret = identity.new_secret()
        row = SeatRow(seat, identity.digest(secret), identity.digest(browser))
        if not await self.storage(self.store.take_seat, room.code, row):
            raise TableError("seat_taken", "Somebody already sits there.")
        room.holders[seat] = row
        answer = await room.call(lambda: room.sit(seat, name))
        if not answer.ok:
            await self.storage(self.store.free_seat, room.code, seat)
            room.holders.pop(seat, None)
            raise TableError(answer.code, answer.message)
        return secret

    def seat_of(self, room: Room, secret: str, browser: str) -> int | None:
        """The seat that a secret, or else the browser's own cookie, gives a right to."""
        held_by = {seat: held for seat, held in room.holders.items() if room.table.places[seat].person}
        for seat, held in held_by.items():
            if secret and identity.digest(secret) == held.secret:
                return seat
        if not secret and browser:
            mark = identity.digest(browser)
            return next((seat for seat, held in held_by.items() if held.browser == mark), None)
        return None

    async def put_away(self) -> None:
        """Rooms that nobody has used for a while leave memory; the store has them."""
        now = self.clock()
        for code, room in list(self.rooms.items()):
            if room.is_idle and now - room.last_used > self.idle:
                del self.rooms[code]
                await room.close()

    async def forget(self) -> list[str]:
        """Delete rooms that were kept long enough; never one that somebody is looking at. Returns their codes."""
        in_use = [*self.rooms, *self._loading]
        finished, unfinished = self.keep.finished, self.keep.unfinished
        prune = partial(self.store.prune, finished_days=finished, idle_days=unfinished, in_use=in_use)
        gone: list[str] = await self.storage(prune, self.clock())
        if gone:
            log.info("%d old rooms deleted", len(gone))
        return gone


def _tell(waiting: list[asyncio.Future[None]], errors: list[Exception | None]) -> None:
    for done, error in zip(waiting, errors, strict=True):
        if done.cancelled():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _check_name(name: str) -> None:
    if not clean(name, NAME_LIMIT):
        raise TableError("no_name", "A name is needed, with at least one visible character.")


def _table_of(text: str, options: TableOptions, now: float) -> Table:
    """The table that a record makes. Raises `ShokhaError`."""
    table = Table(Record.loads(text).profile, "", options, now=now)
    table.adopt(text)
    return table


def _house_rules(profile: RuleProfile) -> dict[str, str]:
    """The settings in which a profile differs from the one of its name that comes with the package."""
    usual, values = load(plain_id(profile.id)).values(), profile.values()
    rules = {name: values[name] for name in values if values[name] != usual[name]}
    if load(profile.id).with_settings(rules).fingerprint != profile.fingerprint:
        raise ProfileError(f"{profile.id} is a version of somebody's own; the web table only knows its own versions.")
    return rules


def profile_of(row: RoomRow) -> RuleProfile:
    """The rules of a kept room. Raises `ShokhaError` when this version reads the profile differently."""
    profile = load(row.profile).with_settings(row.settings)
    if profile.fingerprint != row.fingerprint:
        raise ShokhaError(f"Room {row.code} was played by other rules of the name {row.profile}.")
    return profile


def plain_id(name: str) -> str:
    """No paths from the network: only profiles that come with the package."""
    if not name.replace("-", "").isalnum():
        raise ProfileError(f"There is no profile {name[:40]!r}.")
    return name
