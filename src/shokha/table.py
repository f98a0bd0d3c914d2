"""The table, without any input or output: seats, commands in, observations out, time injected.

A server, a terminal and a test drive it in the same way: hand it commands (`receive`) and the time
(`tick`), deliver what each audience may see (`stream`), and let bots decide where `to_decide` asks.
All that ever entered is in `journal`; `Table.restore` makes the same table from it, to the last
sequence number.

**Windows (X27).** The rules ask holders of combinations one by one; a table with people must not show
that it asks. With `window` seconds set, a window of constant length opens before every lead at which
anybody could hold four cards, whether or not somebody does; claims are collected and compared by
priority when it closes, and a lead chosen meanwhile is put down then. Interrupts of the yard cause no
pause: the next play counts as a pass of those who could have claimed. With `window` None (hot seat,
tests) holders are asked in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from shokha import events as ev
from shokha.actions import Action, ActionKind, Combination, declare, parse_action
from shokha.clean import clean
from shokha.errors import RuleViolation, ShokhaError, TableError
from shokha.game import deal_next, game_of, new_match
from shokha.profile import RuleProfile
from shokha.record import Record, replay
from shokha.recording import in_order
from shokha.view import knows, redact

Audience = int | None
"""A seat, or None for the public."""

NAME_LIMIT, TEXT_LIMIT = 24, 200


class Stage(StrEnum):
    """What the table is doing."""

    SEATING = "seating"
    PLAYING = "playing"
    COUNTING = "counting"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What the people at a table agreed on besides the rules.

    The three memory options relax A18 (QA17) for the screens; bots and rules do not change.
    """

    window: float | None = None
    """Seconds of a declaration window; None asks holders in turn."""
    grace: float = 0.3
    """Seconds in which claims to interrupt a trick count as simultaneous."""
    move_seconds: float = 0
    """Seconds a person has for a move before the others may vote for a bot; 0 for no clock."""
    last_trick: bool = False
    own_discards: bool = False
    own_points: bool = False
    listed: bool = False
    """May anybody find the table in the lobby, to watch?"""


@dataclass(slots=True)
class Place:
    """One seat of the table. A person's seat may be played by a bot for a while (`substitute`)."""

    name: str = ""
    person: bool = False
    bot: str = ""
    substitute: str = ""
    shows: str = ""
    """Whether those who watch see this hand: "now", a trick "late", or not at all (T26)."""

    @property
    def is_taken(self) -> bool:
        return self.person or bool(self.bot)

    @property
    def played_by_bot(self) -> str:
        """Name of the bot that makes the moves now; empty when a person does."""
        return self.substitute or self.bot


# -- events of the table ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatTaken(ev.Event):
    """A person or a bot sat down; an empty name means that the seat is free again."""

    seat: int
    name: str
    bot: str


@dataclass(frozen=True, slots=True)
class BotSubstituted(ev.Event):
    """A bot plays for the person in a seat; an empty `bot` means that the person is back."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class LeadChosen(ev.Event):
    """The leader chose while a window is open; shown to nobody else."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReadyToGoOn(ev.Event):
    """Somebody has seen the count."""

    seat: int


@dataclass(frozen=True, slots=True)
class Said(ev.Event):
    """A line of talk."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class VoteCast(ev.Event):
    """Somebody wants a bot to play for an absent or slow person."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class HandShown(ev.Event):
    """A player shows the own hand to those who watch, "now", a trick "late", or ("") no longer."""

    seat: int
    how: str


for _kind in (SeatTaken, BotSubstituted, ReadyToGoOn, Said, VoteCast, HandShown):
    knows(_kind)(lambda event, seat: event)
knows(LeadChosen)(lambda event, seat: event if event.seat == seat else None)


# -- commands -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Command:
    """What a client asks of the table.

    `do` is one of sit, bot, stand, start, play, ready, say, show, take_over, give_back, vote, rematch. `seat`
    is the seat it acts for (proved by the server). `text` is a name, a bot, an action in notation, a
    line of talk. `target` is another seat (vote). `id` makes a repeat harmless; `expect` is the number
    of observations the client has seen, None where it does not matter.
    """

    do: str
    seat: int = 0
    text: str = ""
    target: int = -1
    id: str = ""
    expect: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The table's answer to one command: `code` is empty when it was accepted."""

    id: str
    seq: int
    code: str = ""
    rule: str = ""
    message: str = ""

    @property
    def ok(self) -> bool:
        return not self.code


@dataclass(slots=True)
class _Window:
    """Claims being collected: before a lead (`mid_trick` false) or for an interrupt."""

    closes: float
    mid_trick: bool
    claims: dict[int, Combination] = field(default_factory=dict)
    answered: set[int] = field(default_factory=set)
    lead: Action | None = None


class Table:
    """A table for one profile. `seed` decides lots and decks and never leaves the table."""

    def __init__(
        self, profile: RuleProfile, seed: int | str, options: TableOptions | None = None, *, now: float = 0.0
    ) -> None:
        self.profile = profile
        self.seed = seed
        self.options = options or TableOptions()
        self.places = [Place() for _ in range(profile.players)]
        self.stage = Stage.SEATING
        self.match: Any = None
        self.matches_played = 0
        self.deals: list[Any] = []
        """The deals of the present match, the running one last."""
        self.journal: list[dict[str, Any]] = []
        self.log: list[ev.Event] = []
        self.counted: list[ev.Event] = []
        """What the public saw of the deal that was counted last, from its beginning to its penalties."""
        self.now = now
        self.turn_since = now
        self.absent: set[int] = set()
        self._streams: dict[Audience, list[ev.Event]] = {a: [] for a in (None, *range(profile.players))}
        self._views: dict[Audience, Any] = {}
        self._deal_began = 0
        self._answers: dict[tuple[int, str], Answer] = {}
        self._ready: set[int] = set()
        self._votes: dict[int, set[int]] = {}
        self._window: _Window | None = None
        self._deal_seed: str | None = None
        self.seeder: Callable[[], str] | None = None
        """Where the seed of each deal comes from when clients have a share in it; else the table's own seed."""

    # -- what leaves the table -------------------------------------------------------------------

    def stream(self, audience: Audience, since: int = 0) -> list[ev.Event]:
        """What an audience has seen after its first `since` observations."""
        return self._streams[audience][since:]

    def seq(self, audience: Audience) -> int:
        """How many observations an audience has had. Every audience counts its own."""
        return len(self._streams[audience])

    def view(self, audience: Audience) -> Any:
        """The view of the present deal, or of the one just counted; None before the first.

        It is folded as observations arrive and lives on: read it, or copy it to keep it.
        """
        view = self.seen(audience)
        if view is not None:
            view.legal = tuple(self.legal(audience))
        return view

    def seen(self, audience: Audience) -> Any:
        """The same view as far as it was seen: what may be done now (`legal`) is not filled in."""
        return self._views.get(audience)

    def legal(self, audience: Audience) -> list[Action]:
        """What a seat may play now. A pending claim comes first: pass or declare."""
        combination = self.claim(audience)
        if combination is not None:
            return [Action(0), declare(combination)]
        return self.moves(audience)

    def moves(self, audience: Audience) -> list[Action]:
        """What the seat whose turn it is may play, whatever anybody could claim."""
        deal = self.deal
        if deal is None or audience is None:
            return []
        if self.options.window is None:
            return list(deal.legal_for(audience)) if audience == deal.actor else []
        if audience != deal.turn or (self._window and self._window.lead):
            return []
        return list(deal.moves())

    def claim(self, audience: Audience) -> Combination | None:
        """The combination that a seat may declare now and has not answered yet."""
        deal = self.deal
        if deal is None or audience is None:
            return None
        asked: list[tuple[int, int]] = deal.asked()
        if self.options.window is None:
            asked = asked[:1]
        elif self._window and audience in self._window.answered:
            return None
        return next((Combination(kind) for seat, kind in asked if seat == audience), None)

    @property
    def deal(self) -> Any:
        """The running deal, or None."""
        return self.deals[-1] if self.deals and self.stage is Stage.PLAYING else None

    @property
    def turn(self) -> int | None:
        """Whose turn everybody sees."""
        return self.deal.turn if self.deal is not None else None

    @property
    def window_closes(self) -> float | None:
        """When the open declaration window closes; the same for every audience."""
        return self._window.closes if self._window and not self._window.mid_trick else None

    def to_decide(self) -> list[int]:
        """Seats from which a decision is wanted now: holders with a claim first, then the turn."""
        if self.stage is not Stage.PLAYING:
            return []
        if self.options.window is None:
            return [] if self.deal.actor is None else [self.deal.actor]
        seats = [s for s in range(self.profile.players) if self.claim(s) is not None]
        turn = self.turn
        if turn is not None and turn not in seats and self.moves(turn):
            seats.append(turn)
        return seats

    def waiting_for(self) -> list[int]:
        """People everybody is waiting for, for the banner: the turn, or those who have not seen the count."""
        if self.stage is Stage.PLAYING:
            return [] if self.turn is None else [self.turn]
        if self.stage is Stage.COUNTING:
            return sorted(self._people() - self._ready)
        return []

    def ready(self) -> list[int]:
        """Seats that have seen the count."""
        return sorted(self._ready) if self.stage is Stage.COUNTING else []

    def due(self) -> float | None:
        """When `tick` is wanted next; None when nothing waits for time."""
        ends = [self._window.closes] if self._window else []
        if self.move_ends is not None and self.move_ends > self.now:
            ends.append(self.move_ends)
        return min(ends, default=None)

    @property
    def move_ends(self) -> float | None:
        """When the person whose turn it is has used up the time for a move; None without a clock."""
        turn = self.turn
        if not self.options.move_seconds or turn is None or turn not in self._people():
            return None
        return self.turn_since + self.options.move_seconds

    def is_overdue(self, seat: int) -> bool:
        """Has a person used up the move time, or gone away, so that the others may vote (T17)?"""
        slow = 0 < self.options.move_seconds <= self.now - self.turn_since
        return seat in self.absent or (slow and seat == self.turn)

    # -- what enters the table -------------------------------------------------------------------

    def receive(self, command: Command, now: float | None = None) -> Answer:
        """Carry out one command. Never raises for what a client can do wrong: the answer says it."""
        self._advance(now)
        known = self._answers.get((command.seat, command.id)) if command.id else None
        if known is not None:
            return known
        if not 0 <= command.seat < self.profile.players:
            return Answer(command.id, 0, "no_such_seat", "", "There is no such seat.")
        seq = self.seq(command.seat)
        if command.expect is not None and command.expect != seq:
            return Answer(command.id, seq, "stale", "", "Something has happened meanwhile; look again.")
        try:
            self._carry_out(command)
        except RuleViolation as error:
            return Answer(command.id, self.seq(command.seat), error.code, error.rule, error.message)
        except TableError as error:
            return Answer(command.id, self.seq(command.seat), error.code, "", error.message)
        except ShokhaError as error:
            return Answer(command.id, self.seq(command.seat), "unreadable", "", str(error))
        self._write("do", do=command.do, seat=command.seat, text=command.text, target=command.target, id=command.id)
        answer = Answer(command.id, self.seq(command.seat))
        if command.id:
            self._answers[command.seat, command.id] = answer
        return answer

    def tick(self, now: float) -> None:
        """Let time pass: a window that is due closes."""
        self._advance(now)

    def presence(self, seat: int, present: bool, now: float | None = None) -> None:
        """A person's connection came or went (the driver's knowledge, not a command)."""
        self._advance(now)
        (self.absent.discard if present else self.absent.add)(seat)
        self._write("presence", seat=seat, present=present)

    def go_on(self, now: float | None = None) -> None:
        """Start the next deal without waiting for anybody (drivers of tables without people)."""
        self._advance(now)
        if self.stage is not Stage.COUNTING:
            raise TableError("not_now", "There is no count to go on from.")
        self._next_deal()
        self._write("go_on")

    def adopt(self, text: str, now: float | None = None) -> None:
        """Take the match of a complete record to this table, as far as it got; the seats are as they are.

        Raises `RecordError` when the rules contradict it, `TableError` when it cannot be gone on with here.
        """
        self._advance(now)
        record = Record.loads(text)
        if self.stage is not Stage.SEATING:
            raise TableError("not_now", "The match has begun.")
        if record.viewpoint != "complete":
            raise TableError(
                "incomplete_record",
                f"Only a complete record can be gone on with; this one holds what {record.viewer} saw.",
            )
        if record.profile.fingerprint != self.profile.fingerprint:
            raise TableError("other_rules", f"{record.profile.name} is not what is played at this table.")
        again = replay(record)
        self.match, self.deals = again.match, again.deals
        for event in in_order(again.match, again.deals):
            if isinstance(event, ev.DealStarted | ev.PackDealt):
                self._begin_views()
            self._tell_all([event])
        self.turn_since = self.now
        if self.match.is_over:
            self.stage = Stage.OVER
        elif not self.deals or self.deals[-1].is_over:
            self.stage = Stage.COUNTING
        else:
            self.stage = Stage.PLAYING
            self._invite(self.deal.events)
        self._write("adopt", record=text)

    @classmethod
    def restore(
        cls, profile: RuleProfile, seed: int | str, options: TableOptions, journal: Iterable[dict[str, Any]]
    ) -> Table:
        """The table that a journal describes, equal in every stream and sequence number (T12)."""
        entries = list(journal)
        table = cls(profile, seed, options, now=entries[0]["now"] if entries else 0.0)
        for entry in entries:
            table.apply(entry)
        return table

    def apply(self, entry: dict[str, Any]) -> None:
        """Enter one journal entry again."""
        match entry["in"]:
            case "do":
                keys = ("do", "seat", "text", "target", "id")
                answer = self.receive(Command(**{k: entry[k] for k in keys}), entry["now"])
                if not answer.ok:
                    raise TableError("bad_journal", f"The journal holds a refused command: {answer.message}")
            case "presence":
                self.presence(entry["seat"], entry["present"], entry["now"])
            case "seed":
                self._deal_seed = entry["seed"]
                self.now = entry["now"]
                self._write("seed", seed=entry["seed"])
            case "adopt":
                self.adopt(entry["record"], entry["now"])
            case "go_on":
                self.go_on(entry["now"])
            case "tick":
                self.tick(entry["now"])
            case other:
                raise TableError("bad_journal", f"The journal holds {other!r}, which this version does not know.")

    # -- commands, one by one --------------------------------------------------------------------

    def _carry_out(self, c: Command) -> None:
        action = _COMMANDS.get(c.do)
        if action is None:
            raise TableError("unknown_command", f"There is no command {c.do!r}.")
        action(self, c)

    def _sit(self, c: Command) -> None:
        place, name = self.places[c.seat], clean(c.text, NAME_LIMIT)
        if place.person:
            raise TableError("seat_taken", f"{place.name} already sits there.")
        if not name:
            raise TableError("no_name", "A name is needed, with at least one visible character.")
        self.places[c.seat] = Place(name=name, person=True)
        self._tell(SeatTaken(c.seat, name, ""))

    def _seat_bot(self, c: Command) -> None:
        if self.places[c.seat].person:
            raise TableError("seat_taken", f"{self.places[c.seat].name} sits there.")
        self.places[c.seat] = Place(name=clean(c.text, NAME_LIMIT), bot=c.text)
        self._tell(SeatTaken(c.seat, self.places[c.seat].name, c.text))

    def _stand(self, c: Command) -> None:
        """Leave the seat. In a match a bot keeps playing it (`text` names the bot)."""
        if not self.places[c.seat].person:
            raise TableError("not_seated", "Nobody sits there.")
        running = self.stage in (Stage.PLAYING, Stage.COUNTING)
        bot = (c.text or "rule") if running else ""
        self.places[c.seat] = Place(name=bot, bot=bot)
        self._tell(SeatTaken(c.seat, bot, bot))
        if self.stage is Stage.COUNTING:
            self._go_on_when_ready()

    def _start(self, c: Command) -> None:
        if self.stage is not Stage.SEATING:
            raise TableError("not_now", "The match has begun.")
        if not all(place.is_taken for place in self.places):
            raise TableError("seats_empty", "Every seat must be taken by a person or a bot.")
        self.match = new_match(self.profile, self.seed)
        self._tell_all(self.match.events)
        self._next_deal()

    def _be_ready(self, c: Command) -> None:
        if self.stage is not Stage.COUNTING:
            raise TableError("not_now", "There is no count to go on from.")
        if c.seat not in self._ready:
            self._ready.add(c.seat)
            self._tell(ReadyToGoOn(c.seat))
        self._go_on_when_ready()

    def _say(self, c: Command) -> None:
        text = clean(c.text, TEXT_LIMIT)
        if not text:
            raise TableError("nothing_said", "There is nothing to say in that.")
        self._tell(Said(c.seat, text))

    def _show(self, c: Command) -> None:
        """Show the own hand to those who watch, or no longer."""
        if not self.places[c.seat].person:
            raise TableError("not_seated", "Nobody sits there.")
        if c.text not in ("", "late", "now"):
            raise TableError("unreadable", "A hand is shown now, late, or not at all.")
        if c.text != self.places[c.seat].shows:
            self.places[c.seat].shows = c.text
            self._tell(HandShown(c.seat, c.text))

    def _take_over(self, c: Command) -> None:
        """A person lets a bot play for a while."""
        place = self.places[c.seat]
        if not place.person:
            raise TableError("not_seated", "Nobody sits there.")
        self._substitute(c.seat, c.text or "rule")

    def _give_back(self, c: Command) -> None:
        if not self.places[c.seat].substitute:
            raise TableError("not_now", "No bot is playing for you.")
        self._substitute(c.seat, "")

    def _substitute(self, seat: int, bot: str) -> None:
        self.places[seat].substitute = bot
        self._votes.pop(seat, None)
        self._tell(BotSubstituted(seat, bot))
        if self.stage is Stage.COUNTING:
            self._go_on_when_ready()

    def _vote(self, c: Command) -> None:
        """All other people present agree that a bot plays for somebody slow or gone (T17)."""
        if not (0 <= c.target < len(self.places)) or not self.places[c.target].person or c.target == c.seat:
            raise TableError("no_such_seat", "There is nobody there to vote about.")
        if not self.is_overdue(c.target):
            raise TableError("not_now", f"{self.places[c.target].name} still has time.")
        self._votes.setdefault(c.target, set()).add(c.seat)
        self._tell(VoteCast(c.seat, c.target))
        voters = {s for s in self._people() if s != c.target and s not in self.absent}
        if voters <= self._votes[c.target]:
            self._substitute(c.target, c.text or "rule")

    def _rematch(self, c: Command) -> None:
        if self.stage is not Stage.OVER:
            raise TableError("not_now", "The match is still running.")
        self.match = self.match.rematch()
        self.matches_played += 1
        self._tell_all(self.match.events)
        self.deals = []
        self._next_deal()

    # -- playing ---------------------------------------------------------------------------------

    def _play(self, c: Command) -> None:
        deal = self.deal
        if deal is None:
            raise TableError("not_now", "No deal is running.")
        move = parse_action(c.text)
        if self.options.window is None:
            self._play_now(move, c.seat)
        elif move.kind in (ActionKind.DECLARE, ActionKind.PASS) and self._claims(c.seat, move):
            self._answer_claim(c.seat, move)
        elif c.seat != deal.turn:
            raise TableError("not_your_turn", "It is not your turn.")
        elif self._window is not None:
            self._choose_early(c.seat, move)
        else:
            deal.check(move)
            self._pass_all()
            self._play_now(move, c.seat)

    def _claims(self, seat: int, move: Action) -> bool:
        """Is this an answer to a claim, not a claim that belongs to one's own lead (QM5)?"""
        asked = [kind for holder, kind in self.deal.asked() if holder == seat]
        return bool(asked) and (move.kind is ActionKind.PASS or move.payload in asked)

    def _answer_claim(self, seat: int, move: Action) -> None:
        if self._window is None:
            if move.kind is ActionKind.PASS:
                return  # passing an interrupt loses nothing (X4)
            self._window = _Window(self.now + self.options.grace, True)
        self._window.answered.add(seat)
        if move.kind is ActionKind.DECLARE:
            self._window.claims[seat] = move.combination

    def _choose_early(self, seat: int, move: Action) -> None:
        """Keep a lead until the window closes; refuse it now if it will not be legal then."""
        window = self._window
        assert window is not None
        if window.mid_trick or window.lead is not None:
            raise TableError("not_now", "Wait a moment: the window is still open.")
        self.deal.check(move)
        window.lead = move
        self._tell(LeadChosen(seat))

    def _pass_all(self) -> None:
        """The next play counts as a pass of those who could have claimed (X27)."""
        while self.deal.asked():
            self.deal.play(0)

    def _play_now(self, move: Action, seat: int) -> None:
        self._after(self.deal.play(move, seat))

    def _after(self, happened: list[ev.Event]) -> None:
        self._tell_all(happened)
        self.turn_since = self.now
        self._votes.clear()
        if self.deals[-1].is_over:
            self._end_deal()
        else:
            self._invite(happened)

    def _invite(self, happened: list[ev.Event]) -> None:
        """Open the window that belongs to what has happened, and ask the holders."""
        if self.options.window is None:
            return
        marks = [e for e in happened if isinstance(e, ev.TrumpTurned | ev.TrickTaken | ev.CardsLed)]
        if marks and not isinstance(marks[-1], ev.CardsLed) and self.deal.window_possible:
            self._window = _Window(self.now + self.options.window, False)
            self._tell(ev.WindowOpened(self.options.window))
        for seat, kind in self.deal.asked():
            self._tell(ev.Asked(seat, Combination(kind)))

    def _close_window(self) -> None:
        """Compare the claims by priority (A26, B9) and put down the lead that was chosen meanwhile."""
        window, self._window = self._window, None
        assert window is not None
        if not window.mid_trick:
            self._tell(ev.WindowClosed())
        leader = self.deal.turn
        while self.deal.asked():
            seat, kind = self.deal.asked()[0]
            if window.claims.get(seat) == kind:
                self._play_now(declare(Combination(kind)), seat)
                return
            self.deal.play(0)
        if window.lead is not None:
            self._play_now(window.lead, leader)

    # -- deals -----------------------------------------------------------------------------------

    def _next_deal(self) -> None:
        self._ready = set()
        while True:
            self._begin_views()
            deal = deal_next(self.match, self._seed_of_deal())
            self.deals.append(deal)
            self.stage = Stage.PLAYING
            if not deal.is_over:
                break
            self._tell_all(deal.events)  # void: dealt again (X8)
            self._tell_all(self.match.finish_deal())
        self._deal_seed = None
        self._after(deal.events)

    def _begin_views(self) -> None:
        fold = game_of(self.profile).fold
        self._deal_began = self.seq(None)
        self._views = {audience: fold(self.profile, audience, ()) for audience in self._streams}

    def _seed_of_deal(self) -> int | str:
        """A seed entered from outside is kept in the journal, and serves void deals of its number too."""
        if self._deal_seed is None and self.seeder is not None:
            self._deal_seed = self.seeder()
            self._write("seed", seed=self._deal_seed)
        if self._deal_seed is not None:
            return self._deal_seed
        return f"{self.seed} {self.matches_played}" if self.matches_played else self.seed

    def _end_deal(self) -> None:
        self._window = None
        self._tell_all(self.match.finish_deal())
        self.stage = Stage.OVER if self.match.is_over else Stage.COUNTING
        if self.stage is Stage.COUNTING and self._people():
            self._ready = set()

    def _go_on_when_ready(self) -> None:
        if self._people() and self._people() <= self._ready:
            self._next_deal()

    def _people(self) -> set[int]:
        """Seats whose moves are made by people."""
        return {s for s, p in enumerate(self.places) if p.person and not p.substitute}

    # -- telling and keeping ---------------------------------------------------------------------

    def _tell_all(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            if self.options.window is None or not isinstance(event, ev.Asked | ev.Passed):
                self._tell(event)

    def _tell(self, event: ev.Event) -> None:
        self.log.append(event)
        views = self._views
        for audience, seen in self._streams.items():
            observation = redact(event, audience)
            if observation is not None:
                seen.append(observation)
                if views:
                    views[audience].see(observation)
        if isinstance(event, ev.DealScored):
            self.counted = self.stream(None, self._deal_began)

    def _write(self, kind: str, **entry: Any) -> None:
        self.journal.append({"in": kind, "now": self.now, **entry})

    def _advance(self, now: float | None) -> None:
        """Time never runs backwards; a due window closes before anything else happens."""
        if now is None or now <= self.now:
            return
        self.now = now
        if self._window is not None and now >= self._window.closes:
            self._write("tick")
            self._close_window()


_COMMANDS: dict[str, Callable[[Table, Command], None]] = {
    "sit": Table._sit, "bot": Table._seat_bot, "stand": Table._stand, "start": Table._start, "play": Table._play,
    "ready": Table._be_ready, "say": Table._say, "show": Table._show, "take_over": Table._take_over,
    "give_back": Table._give_back, "vote": Table._vote, "rematch": Table._rematch,
}  # fmt: skip
