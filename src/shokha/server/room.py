"""One room: a table, the people connected to it, and the order in which things happen.

A room is an actor: what reaches it is handled one at a time, at once where nothing before it has to be
waited for. The table takes the command, its journal entries are committed to the store, and only then
does anybody hear of it. When the store refuses, the table is made again from what is kept, and the
client is told to try once more (F59).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from shokha import bots
from shokha.errors import ShokhaError
from shokha.server import protocol
from shokha.server.connection import Connection
from shokha.server.shares import Shares
from shokha.server.telling import Telling
from shokha.store import Addition, Busy, Kept
from shokha.table import Answer, Command, Stage, Table, TableOptions

log = logging.getLogger("shokha.room")

CLIENT_COMMANDS = frozenset(
    {"bot", "start", "play", "ready", "say", "show", "take_over", "give_back", "vote", "rematch", "stand"}
)

NOTE_SECONDS = 60.0
"""How exactly the store knows when a room was used."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take for people to follow; the same for every hand."""

    window: float = 1.5
    bot_move: float = 0.9
    """From the beginning of a turn to a bot's move; never shorter for an easy choice."""
    count: float = 6.0
    """How long a count is shown when nobody is there to go on."""
    gone: float = 30.0
    """How long a person may be away before the count goes on without them."""
    share: float = 2.0
    """How long a match that starts by itself waits for the shares of chance of those who play."""


Rest = Coroutine[Any, Any, Any] | None
"""What is left of something that has to be waited for."""


class Room:
    """The actor.

    `storage(function, *arguments)` runs a store call in the store's thread, `soon(work)` does something in a later
    turn of the loop.
    """

    def __init__(
        self,
        kept: Kept,
        table: Table,
        store: Any,
        storage: Callable[..., Awaitable[Any]],
        clock: Callable[[], float],
        pace: Pace,
        soon: Callable[[Callable[[], None]], object] | None = None,
    ) -> None:
        self.code = kept.row.code
        self.row = kept.row
        self.table = table
        self.store = store
        self.storage = storage
        self.clock = clock
        self.pace = pace
        self.holders = {held.seat: held for held in kept.seats}
        self.connections: set[Connection] = set()
        self.saved = len(table.journal)
        self.last_used = clock()
        self._noted = (0.0, False)
        """When the store was told that the room is in use, and whether its match was over then."""
        self._inbox: deque[Callable[[], Rest]] = deque()
        self._is_busy = False
        self._task: asyncio.Task[None] | None = None
        self.shares = Shares(self.code, table.profile.players, kept.secrets)
        self._telling = Telling(self.code, self.shares, clock)
        self._soon = soon or asyncio.get_running_loop().call_soon
        self._to_tell: set[Connection] | None = None
        """Connections that get a frame whether or not anything is new to them; None when nothing is to be told."""
        self._tell_changed_only = True
        self._thinking: set[asyncio.Task[None]] = set()
        self._thought: set[tuple[int, int]] = set()
        self._since = clock()
        self._start_by: float | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._bind()
        self._set_alarm()

    # -- from outside ----------------------------------------------------------------------------

    def ask(self, work: Callable[[], Rest]) -> None:
        """Have something done in the room's turn: now, unless the room is waiting for something."""
        self.last_used = self.clock()
        self._put(work)

    def _put(self, work: Callable[[], Rest]) -> None:
        self._inbox.append(work)
        if not self._is_busy:
            self._turn()

    async def call(self, work: Callable[[], Any]) -> Any:
        """Do something in the room's turn and wait for what it returns."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                result = work()
                if isinstance(result, Awaitable):
                    result = await result
            except Exception as error:
                if not done.cancelled():
                    done.set_exception(error)
            else:
                if not done.cancelled():
                    done.set_result(result)

        self.ask(run)
        return await done

    async def close(self) -> None:
        """Stop the room; everything accepted is already kept."""
        for connection in list(self.connections):
            connection.close(1012, "the server restarts")
        self._is_busy = True  # for ever
        if self._alarm is not None:
            self._alarm.cancel()
        tasks = [*self._thinking, *([self._task] if self._task is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def is_idle(self) -> bool:
        """Nobody is connected and nothing waits."""
        return not self.connections and not self._inbox and not self._is_busy

    async def join(self, connection: Connection) -> None:
        """A socket arrived. An older one of the same seat and secret becomes a spectator of its own (T11)."""
        if connection.seat is not None:
            for other in [c for c in self.connections if c.seat == connection.seat]:
                other.send({"t": "bye", "code": "elsewhere", "message": "This seat was opened in another window."})
                other.close(4001, "elsewhere")
                self.connections.discard(other)
        self.connections.add(connection)
        if connection.seat is not None and connection.seat in self.table.absent:
            self.table.presence(connection.seat, True, self.clock())
        if not await self._commit():
            connection.refuse(_retry("", 0))
        connection.have = min(max(connection.have, 0), self.table.seq(connection.seat))
        self._tell_all(always=connection)

    async def leave(self, connection: Connection) -> None:
        """A socket is gone."""
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        seat = connection.seat
        if seat is not None and self.table.places[seat].person:
            self.table.presence(seat, False, self.clock())
            await self._commit()
        self._tell_all()

    def command(self, connection: Connection, cmd: protocol.Cmd) -> Rest:
        """One command of a client."""
        seq = self.table.seq(connection.seat)
        if connection.seat is None:
            connection.refuse(Answer(cmd.id, seq, "watching", "", "You are watching; take a seat to play."))
            return None
        if cmd.do not in CLIENT_COMMANDS:
            connection.refuse(Answer(cmd.id, seq, "unknown_command", "", f"There is no command {cmd.do[:20]!r}."))
            return None
        seat, target = connection.seat, cmd.target
        if cmd.do == "bot":
            if cmd.text not in bots.names(self.table.profile.game):
                connection.refuse(Answer(cmd.id, seq, "unknown_bot", "", f"There is no bot {cmd.text[:20]!r}."))
                return None
            seat = target
        known = len(self.table.journal)
        text = cmd.text if cmd.do not in ("take_over", "stand", "vote") else self.bot
        answer = self.table.receive(
            Command(cmd.do, seat, text, target, cmd.id, cmd.expect if cmd.do != "bot" else None), self.clock()
        )
        # Nobody may notice that somebody answered a claim (T4), nor that a command came twice (T7).
        quiet = cmd.do == "play" or len(self.table.journal) == known
        if cmd.do != "stand" and self._commit_at_once():
            self._answer(connection, answer, quiet)
            return None
        return self._command_later(connection, cmd, answer, quiet)

    async def _command_later(self, connection: Connection, cmd: protocol.Cmd, answer: Answer, quiet: bool) -> None:
        if not await self._commit():
            connection.refuse(_retry(cmd.id, self.table.seq(connection.seat)))
            return
        self._answer(connection, answer, quiet)
        if cmd.do == "stand" and answer.ok:
            await self._free(connection)

    def _answer(self, connection: Connection, answer: Answer, quiet: bool) -> None:
        """What a command has led to is kept: tell."""
        if answer.ok:
            connection.send({"t": "ok", "id": answer.id, "seq": self.table.seq(connection.seat)})
            self._tell_all(always=connection, changed_only=quiet)
        else:
            connection.refuse(answer)
            self._tell_all(changed_only=True)

    async def _free(self, connection: Connection) -> None:
        """Who stood up watches from now on, and the seat is for whoever comes."""
        seat, connection.seat, connection.have = connection.seat, None, 0
        if seat is not None:
            self.holders.pop(seat, None)
            await self.storage(self.store.free_seat, self.code, seat)

    async def salt(self, connection: Connection, deal: int | None, salt: str) -> None:
        """A browser's share of the next deal's seed (None: whichever comes next)."""
        number = self.shares.next_number(self.table.journal)
        if connection.seat is not None and deal in (None, number):
            self.shares.offer(number, connection.seat, salt)

    async def sit(self, seat: int, name: str) -> Answer:
        """A person takes a seat whose secret the caller has just bound."""
        answer = self.table.receive(Command("sit", seat, name), self.clock())
        if not await self._commit():
            return Answer("", 0, "retry", "", "The table could not be saved just now. Try again.")
        self._tell_all()
        return answer

    async def seat_bots(self, wanted: dict[int, str]) -> Answer:
        """Bots take free seats when the room is made; kept in one commit. The first refusal, or the last answer."""
        answer = Answer("", 0)
        for seat, bot in wanted.items():
            answer = self.table.receive(Command("bot", seat, bot), self.clock())
            if not answer.ok:
                break
        return answer if await self._commit() else Answer("", 0, "retry", "", "Not saved. Try again.")

    async def keep(self) -> bool:
        """Keep what the table has that the store has not."""
        return await self._commit()

    async def start_soon(self) -> None:
        """Begin without being told, when the room was made with every seat taken and all had their share of chance."""
        self._start_by = self.clock() + self.pace.share

    async def _start_when_shared(self) -> None:
        if self._start_by is None:
            return
        number = self.shares.next_number(self.table.journal)
        people = {seat for seat, place in enumerate(self.table.places) if place.person}
        if number not in self.shares.server or not (
            self.shares.has_all(number, people) or self.clock() >= self._start_by
        ):
            return
        if self.table.stage is Stage.SEATING:
            self.table.receive(Command("start", 0), self.clock())
        if await self._commit():
            self._start_by = None
            self._tell_all()

    # -- turns -----------------------------------------------------------------------------------

    def _turn(self) -> None:
        """Handle what has come, one after the other, until something has to be waited for."""
        self._is_busy = True
        while self._inbox:
            rest = self._do(self._inbox.popleft())
            if rest is not None or self._has_to_wait():
                self._task = asyncio.create_task(self._wait(rest), name=f"room {self.code}")
                return
            self._do(self._wake_bots)
        self._is_busy = False
        if self._to_tell is not None:
            self._soon(self._tell)
        self._set_alarm()

    async def _wait(self, rest: Rest) -> None:
        """Wait for what has to be waited for, and for what follows by itself; then go on."""
        for wait in (lambda: rest, self._prepare_deal, self._start_when_shared):
            coming = self._do(wait)
            try:
                if coming is not None:
                    await coming
            except Exception:
                log.exception("room %s: an item failed", self.code)
        self._do(self._wake_bots)
        self._turn()

    def _do(self, work: Callable[[], Rest]) -> Rest:
        try:
            return work()
        except Exception:  # one bad item must not stop the table
            log.exception("room %s: an item failed", self.code)
            return None

    def _has_to_wait(self) -> bool:
        """Does a match wait to start by itself, or the next deal for its share of chance to be kept?"""
        return self._start_by is not None or (self._lacks_share() and not self._draw_at_once())

    def _set_alarm(self) -> None:
        """See to it that time passes when something is due. An alarm that comes too early stays, and does no harm."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self._patience()
        if self._alarm is not None:
            if self._alarm.when() <= due:
                return
            self._alarm.cancel()
        self._alarm = loop.call_at(due, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        if not self._is_busy:  # otherwise somebody is just coming, and time passes then
            self._put(self._pass_time)

    def _patience(self) -> float:
        waits = [20.0]
        due = self.table.due()
        if due is not None:
            waits.append(due - self.clock())
        if self._start_by is not None:
            waits.append(self._start_by - self.clock())
        if self.table.stage is Stage.COUNTING:
            waits.append(self._since + self._count_seconds() - self.clock())
        return max(0.01, min(waits))

    def _count_seconds(self) -> float:
        awake = [s for s in self.table.waiting_for() if s not in self.table.absent]
        if awake:
            return 86400.0
        return self.pace.gone if self.table.waiting_for() else self.pace.count

    def _pass_time(self) -> Rest:
        before, now, ends = len(self.table.journal), self.clock(), self.table.move_ends
        is_late = ends is not None and self.table.now < ends <= now  # from now on the others may vote (T17)
        self.table.tick(now)
        if self.table.stage is Stage.COUNTING and now >= self._since + self._count_seconds():
            self.table.go_on(now)
        is_news = is_late or len(self.table.journal) > before
        if not self._commit_at_once():
            return self._tell_when_kept(is_news)
        if is_news:
            self._tell_all()
        return None

    async def _tell_when_kept(self, is_news: bool) -> None:
        if await self._commit() and is_news:
            self._tell_all()

    # -- bots ------------------------------------------------------------------------------------

    @property
    def bot(self) -> str:
        """The bot that takes a seat when nobody says which."""
        known = bots.names(self.table.profile.game)
        return "rule" if "rule" in known else known[0]

    def _wake_bots(self) -> None:
        """Ask each bot once a position; claims at once, moves after a constant time (X27, T4)."""
        if not any(place.played_by_bot for place in self.table.places):
            return
        for seat in self.table.to_decide():
            name = self.table.places[seat].played_by_bot
            key = (seat, self.table.seq(seat))
            if not name or key in self._thought:
                continue
            self._thought = {k for k in self._thought if k[0] != seat} | {key}
            view = deepcopy(self.table.view(seat))
            due = self.clock() if self.table.claim(seat) is not None else self._since + self.pace.bot_move
            task = asyncio.create_task(self._think(seat, name, view, key[1], due))
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)

    async def _think(self, seat: int, name: str, view: Any, seq: int, due: float) -> None:
        choice = await asyncio.to_thread(bots.make(name, view.profile.game).choose, view, self._bot_seed(seat, seq))
        await asyncio.sleep(max(0.0, due - self.clock()))
        self.ask(lambda: self._bot_plays(seat, str(choice.action), seq))

    def _bot_seed(self, seat: int, seq: int) -> int:
        """A bot's own chance, unrelated to the deck's."""
        return int(sha256(f"{self.code} {seat} {seq}".encode()).hexdigest()[:12], 16)

    async def _bot_plays(self, seat: int, action: str, seq: int) -> None:
        if not self.table.places[seat].played_by_bot:
            return
        answer = self.table.receive(Command("play", seat, action, expect=seq), self.clock())
        self._thought.discard((seat, seq))
        if not answer.ok and answer.code != "stale":
            log.error("room %s: bot in seat %d refused: %s", self.code, seat, answer.code)
        if await self._commit():
            self._tell_all(changed_only=True)  # a claim is told to nobody (T4)

    # -- keeping and telling ---------------------------------------------------------------------

    def _bind(self) -> None:
        self.table.seeder = self._seed_deal

    async def _commit(self) -> bool:
        """Keep what is new in the journal; on failure go back to what is kept."""
        if self._commit_at_once():
            return True
        table, addition = self.table, self._addition()
        try:
            await self.storage(self.store.append, *addition)
        except (Busy, ValueError) as error:
            log.warning("room %s: not saved (%s)", self.code, error)
            kept = table.journal[: self.saved]
            if isinstance(error, ValueError):  # somebody else has written to it: what is kept is the truth
                kept = (await self.storage(self.store.load, self.code)).journal
            self.table = Table.restore(table.profile, table.seed, table.options, kept)
            self.table.now = table.now
            self.saved = len(kept)
            self._bind()
            self._thought.clear()
            return False
        self._have_kept(addition)
        return True

    def _commit_at_once(self) -> bool:
        """Keep what is new in the journal, if it takes no waiting; otherwise nothing is kept."""
        if len(self.table.journal) == self.saved:
            return True
        addition = self._addition()
        try:
            is_kept: bool = self.store.append_at_once(*addition)
        except ValueError:
            return False  # and the other way will tell why
        if is_kept:
            self._have_kept(addition)
        return is_kept

    def _addition(self) -> Addition:
        """What the store has not had."""
        finished, now = self.table.stage is Stage.OVER, self.clock()
        is_noted = finished == self._noted[1] and now < self._noted[0] + NOTE_SECONDS
        return self.code, self.saved, self.table.journal[self.saved :], None if is_noted else now, finished

    def _have_kept(self, addition: Addition) -> None:
        _, _, entries, noted, finished = addition
        self.saved += len(entries)
        if noted is not None:
            self._noted = (noted, finished)
        self._since = self.clock()

    def _tell_all(self, always: Connection | None = None, changed_only: bool = False) -> None:
        """See to it that every connection is sent what it has not had, after this turn of the room."""
        is_due = self._to_tell is not None
        self._to_tell = (self._to_tell or set()) | ({always} if always is not None else set())
        self._tell_changed_only = changed_only and (self._tell_changed_only or not is_due)

    def _tell(self) -> None:
        if self._to_tell is None or self._is_busy:  # told already; or the store may not have yet what would be told
            return
        always, changed_only, table = self._to_tell, self._tell_changed_only, self.table
        self._to_tell = None
        self._telling.tell(
            table,
            self.connections,
            lambda c: not changed_only or c in always or c.have != table.seq(c.seat),
            {
                "starting": self._start_by is not None,
                "bot": self.bot,
                "imported": any(entry["in"] == "adopt" for entry in table.journal[:1]),
            },
        )

    # -- verifiable deals ------------------------------------------------------------------------

    def _draw_at_once(self) -> bool:
        """Draw the server's share of the next deal, if it takes no waiting to keep it."""
        number, share = self.shares.next_number(self.table.journal), secrets.token_hex(32)
        if not self.store.keep_secret_at_once(self.code, number, share):
            return False
        self._have_drawn(number, share)
        return True

    async def _prepare_deal(self) -> None:
        """Draw the server's share of the next deal in time for its commitment to be seen."""
        if self._lacks_share() and not self._draw_at_once():
            number, share = self.shares.next_number(self.table.journal), secrets.token_hex(32)
            try:
                await self.storage(self.store.keep_secret, self.code, number, share)
            except Busy:
                return
            self._have_drawn(number, share)

    def _have_drawn(self, number: int, share: str) -> None:
        self.shares.server[number] = share
        self._tell_all()

    def _lacks_share(self) -> bool:
        is_drawn = self.shares.next_number(self.table.journal) in self.shares.server
        return not is_drawn and self.table.stage is not Stage.OVER

    def _seed_deal(self) -> str:
        return self.shares.seed(self.shares.next_number(self.table.journal))


def _retry(command_id: str, seq: int) -> Answer:
    return Answer(command_id, seq, "retry", "", "The table could not be saved just now. Try again.")


def new_options(changes: dict[str, Any], pace: Pace) -> TableOptions:
    """Table options from a client, checked. Raises `ShokhaError`."""
    kinds = {"last_trick": bool, "own_discards": bool, "own_points": bool, "listed": bool}
    made: dict[str, Any] = {"window": pace.window}
    for name, value in changes.items():
        if name in kinds and isinstance(value, bool):
            made[name] = value
        elif name == "move_seconds" and isinstance(value, int | float) and 0 <= value <= 3600:
            made[name] = float(value)
        else:
            raise ShokhaError(f"The table has no option {name[:30]}={str(value)[:30]!r}.")
    return TableOptions(**made)
