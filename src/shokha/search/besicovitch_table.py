"""The exact solution of Besicovitch's game for one pack: solving, keeping, asking.

`Solver` works it out (the method stands in `besicovitch_rows`), `Table` is the outcome: the value of leading to an
empty table for every pair of hands, from which any other position follows at once (`besicovitch_probe`). That makes
files small: 9 KB for 12 cards, 129 KB for 16, 2 MB for 20.

A table file begins with three lines of text, padded to 1024 bytes: format and version; SHA-256 of all that follows; the
head as JSON (pack, rule and fingerprint of the rules, sweeps, what was counted). Then one little-endian signed 16-bit
number for every hand of the player on lead: 32768 - d for a win in d actions, d - 32768 for a loss, 0 for a draw. A
hand is a set of cards numbered ♣ ♦ ♠ ♥ from the lowest of each suit, ♠ being the trump of the player on lead.

>>> table = Solver(8, False).run()
>>> table.results()
Results(first=12, second=4, draws=0)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from shokha.actions import PICK_UP, Action
from shokha.besicovitch.pack import RANKS, mirror, mirror_card, mirror_deals
from shokha.besicovitch.position import format_position, parse_position
from shokha.besicovitch.settings import BesicovitchSettings
from shokha.besicovitch.state import State
from shokha.cards import Card, CardSet, cards_of, make_card
from shokha.errors import ShokhaError
from shokha.files import read_bytes
from shokha.profile import load
from shokha.search.besicovitch_probe import Exchange
from shokha.search.besicovitch_rows import Desk, Rows, bytes_needed

MAGIC = "shokha besicovitch table"
VERSION = 1
HEAD = 1024
LARGEST = 28
"""Packs up to this many cards have numbers that fit the kernel; memory ends far earlier."""

PART = 1 << 22
"""About so many positions are worked out between two looks at the clock or at Ctrl-C."""


class SolverError(ShokhaError):
    """A pack that cannot be solved, or a table file that cannot be used."""


class Verdict(NamedTuple):
    """What a position is worth to the player to move: 1, 0, -1 for win, draw, loss, and in how many actions."""

    outcome: int
    distance: int

    def __str__(self) -> str:
        name = {1: "win", 0: "draw", -1: "loss"}[self.outcome]
        return f"{name} in {self.distance}" if self.outcome else name


class Results(NamedTuple):
    """Outcomes over all mirror deals: who starts wins, the other wins, nobody does."""

    first: int
    second: int
    draws: int


@dataclass(frozen=True, slots=True)
class Census:
    """All positions by outcome for the player to move, and a longest forced win among them."""

    wins: int
    losses: int
    draws: int
    longest: int
    """Actions of the longest forced win."""
    example: str
    """A position with it (`besicovitch.position`)."""

    @property
    def positions(self) -> int:
        return self.wins + self.losses + self.draws


def verdict(value: int) -> Verdict:
    """The verdict of a value as tables keep it."""
    if not value:
        return Verdict(0, 0)
    return Verdict(1, 32768 - value) if value > 0 else Verdict(-1, 32768 + value)


def fingerprint(cards: int, taker_leads: bool) -> str:
    """Fingerprint of the rules that a table is for; how repetition is counted does not touch it (QZ6)."""
    return load("besicovitch").with_settings({"cards": cards, "taker_leads": taker_leads}).fingerprint


class Numbering:
    """Cards as solver and table number them: ♣ ♦ ♠ ♥, the lowest of each suit first."""

    def __init__(self, cards: int) -> None:
        ranks = RANKS[: cards // 4][::-1]
        self.card: list[Card] = [make_card(suit, rank) for suit in (3, 2, 0, 1) for rank in ranks]
        self.number = {card: i for i, card in enumerate(self.card)}

    def pack(self, cards: CardSet) -> int:
        """A set of cards as the solver's set."""
        return sum(1 << self.number[card] for card in cards_of(cards))

    def unpack(self, numbers: int) -> CardSet:
        """The solver's set as a set of cards."""
        return sum(1 << self.card[number] for number in cards_of(numbers))


class Table:
    """The solution for one pack. `leads` holds the values (see above), `census` what the solver counted."""

    def __init__(
        self, cards: int, taker_leads: bool, leads: memoryview, sweeps: int, changed: int, census: Census | None
    ) -> None:
        self.cards = cards
        self.taker_leads = taker_leads
        self.leads = leads
        self.sweeps = sweeps
        self.changed = changed
        """Values that the last sweep changed; none once solved."""
        self.census = census
        self.settings = BesicovitchSettings(cards=cards, taker_leads=taker_leads)
        self._numbering = Numbering(cards)

    # -- asking ----------------------------------------------------------------------------------

    def fits(self, settings: Any) -> bool:
        """Is this the table for a version of the game?"""
        return bool(settings.cards == self.cards and settings.taker_leads == self.taker_leads)

    def probe(self, state: Any) -> Verdict:
        """What a position is worth to the player to move. How often positions have occurred is not looked at."""
        moves = self._moves(state)
        return verdict(moves[0][1])

    def moves(self, state: Any) -> list[tuple[Action, Verdict]]:
        """All legal actions with what they lead to, for the player to move, best first.

        A win is the better the sooner it comes, a loss the later; equals stay in the order of `legal_actions`.
        """
        return [(action, verdict(value)) for action, value in self._moves(state)]

    def best_move(self, state: Any) -> Action:
        """An action that wins soonest, or keeps the draw, or loses latest."""
        return self._moves(state)[0][0]

    def line(self, state: Any) -> list[Action]:
        """Best play to the end; for a drawn position empty."""
        line, now = [], state.copy()
        while not now.is_over and self.probe(now).outcome:
            line.append(self.best_move(now))
            now.play(line[-1])
        return line

    def _moves(self, state: Any) -> list[tuple[Action, int]]:
        if not self.fits(state):
            raise SolverError("This table is for another pack or another rule about who leads after a pick-up.")
        if state.is_over:
            raise SolverError("The deal is over.")
        of_x, number = state.actor == 0, self._numbering.number
        hands = [list(cards_of(self._numbering.pack(state.hand(seat)))) for seat in (0, 1)]
        tree = Exchange(
            self.leads, self.cards, self.taker_leads, *(self._numbering.pack(state.hand(s)) for s in (0, 1))
        )
        whole = [(1 << len(hand)) - 1 for hand in hands]

        def after(played: Sequence[Card], top: Card) -> int:
            """Value once these cards have left the hand of the player to move."""
            left = list(whole)
            for card in played:
                left[state.actor] &= ~(1 << hands[state.actor].index(number[card]))
            if not left[state.actor]:
                return 32767
            reply = tree.face(left[0], left[1], number[top], not of_x)
            return (reply > 0) - (reply < 0) - reply

        found = []
        for code in state.legal_actions():
            action = Action(code)
            played = [*cards_of(action.cards)]
            if action == PICK_UP:
                value = tree.pick_up(whole[0], whole[1], of_x)
            elif len(played) == 2:
                value = after(played, action.lead_after)  # type: ignore[arg-type]
            else:
                value = after(played, played[0])
            found.append((action, value))
        return sorted(found, key=lambda each: -each[1])

    # -- results -----------------------------------------------------------------------------------

    def results(self) -> Results:
        """Outcomes over all mirror deals."""
        values = [self._start(hands) for hands in mirror_deals(self.cards)]
        return Results(sum(v > 0 for v in values), sum(v < 0 for v in values), values.count(0))

    def longest_deal(self) -> State | None:
        """The mirror deal whose forced win takes longest; None when all are drawn."""
        decided = [(abs(value), hands) for hands in mirror_deals(self.cards) if (value := self._start(hands))]
        return State(self.settings, min(decided, key=lambda each: each[0])[1]) if decided else None

    def drawn_leads(self) -> int:
        """Drawn positions among those with an empty table."""
        return sum(not self.leads[hand] for hand in range(1, (1 << self.cards) - 1))

    def example(self) -> State | None:
        """The longest forced win of all positions."""
        return parse_position(self.census.example, self.settings) if self.census and self.census.example else None

    def _start(self, hands: tuple[CardSet, CardSet]) -> int:
        value: int = self.leads[self._numbering.pack(hands[0])]
        return value

    # -- files -------------------------------------------------------------------------------------

    @property
    def is_finished(self) -> bool:
        return self.census is not None

    def to_bytes(self) -> bytes:
        """The contents of a table file."""
        head = {
            "cards": self.cards,
            "taker_leads": self.taker_leads,
            "fingerprint": fingerprint(self.cards, self.taker_leads),
            "sweeps": self.sweeps,
            "changed": self.changed,
            "census": asdict(self.census) if self.census else None,
        }
        first = f"{MAGIC} {VERSION}\n"
        room = HEAD - len(first) - 65
        rest = (json.dumps(head) + "\n").encode().rjust(room) + _little(self.leads)
        return first.encode() + sha256(rest).hexdigest().encode() + b"\n" + rest

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "This file") -> Table:
        """The table of a file's contents, finished or not. Raises `SolverError` with one sentence."""
        head = _head(data, name)
        cards, taker_leads = head["cards"], head["taker_leads"]
        known = fingerprint(cards, taker_leads)
        if head["fingerprint"] != known:
            raise SolverError(
                f"{name} was solved under other rules: its fingerprint is {head['fingerprint']}, here it is {known}."
            )
        return cls(cards, taker_leads, _shorts(data[HEAD:]), head["sweeps"], head["changed"], head["census"])

    @classmethod
    def open(cls, path: str) -> Table:
        """A finished table from its file. Raises `SolverError`."""
        try:
            data = read_bytes(path)
        except OSError as error:
            raise SolverError(f"{path} cannot be read: {error.strerror or error}.") from None
        table = cls.from_bytes(data, path)
        if not table.is_finished:
            raise SolverError(f"{path} is not finished ({table.sweeps} sweeps so far): let the solver go on with it.")
        return table


def _little(leads: memoryview) -> bytes:
    if sys.byteorder == "little":
        return leads.tobytes()
    return b"".join(value.to_bytes(2, "little", signed=True) for value in leads)


def _shorts(data: bytes) -> memoryview:
    if sys.byteorder == "little":
        return memoryview(data).cast("h")
    values = memoryview(bytearray(data)).cast("h")
    for i in range(len(values)):
        values[i] = int.from_bytes(data[2 * i : 2 * i + 2], "little", signed=True)
    return values


def _head(data: bytes, name: str) -> dict[str, Any]:
    """The checked head of a table file."""
    first, _, rest = data.partition(b"\n")
    words = first.decode("ascii", "replace").rsplit(" ", 1)
    if words[0] != MAGIC or not words[-1].isdecimal():
        raise SolverError(f"{name} is no table of Besicovitch's game.")
    if int(words[1]) > VERSION:
        raise SolverError(f"{name} was written by a newer Shokha (format {words[1]}, this one reads {VERSION}).")
    digest, _, body = rest.partition(b"\n")
    try:
        head = json.loads(body[: HEAD - len(first) - len(digest) - 2])
        cards, taker_leads = int(head["cards"]), bool(head["taker_leads"])
        head |= {
            "cards": cards,
            "taker_leads": taker_leads,
            "fingerprint": str(head["fingerprint"]),
            "sweeps": int(head["sweeps"]),
            "changed": int(head["changed"]),
            "census": Census(**head["census"]) if head["census"] else None,
        }
    except (ValueError, KeyError, TypeError):
        raise SolverError(f"{name} is damaged: its head cannot be read.") from None
    wanted = HEAD + (2 << cards) if 8 <= cards <= LARGEST and cards % 4 == 0 else 0
    if len(data) != wanted:
        raise SolverError(f"{name} is cut off or damaged: {len(data)} bytes where {wanted} belong.")
    if digest.decode("ascii", "replace") != sha256(body).hexdigest():
        raise SolverError(f"{name} is damaged: its checksum does not agree.")
    return dict(head)


Each = Callable[["Solver", Callable[[Desk], None], Sequence[Desk]], None]
"""Runs a function for every desk, at once or one after the other."""


def one_by_one(solver: Solver, work: Callable[[Desk], None], desks: Sequence[Desk]) -> None:
    """The simplest `Each`."""
    for desk in desks:
        work(desk)


class Solver:
    """Works a table out, sweep by sweep, with as many desks as threads will work.

    Who runs it brings the threads (`each`) and may set `is_stopped`: then `sweep` returns early and must not go on.
    """

    def __init__(self, cards: int, taker_leads: bool, desks: int = 1, each: Each = one_by_one) -> None:
        if cards % 4 or not 4 <= cards <= LARGEST:
            raise SolverError(f"A pack to be solved has a multiple of 4 cards up to {LARGEST}, not {cards}.")
        self.cards = cards
        self.taker_leads = taker_leads
        self.each = each
        self.rows = Rows(cards, taker_leads)
        self.desks = [Desk(cards) for _ in range(desks)]
        self.sweeps = 0
        self.changed = -1
        """Values changed by the last sweep; none means solved."""
        self.is_stopped = False
        self.share = 0.0
        """How much of the present sweep is done."""

    @staticmethod
    def memory(cards: int, desks: int = 1) -> int:
        """Bytes that solving a pack needs."""
        return bytes_needed(cards, desks)

    def resume(self, table: Table) -> None:
        """Go on from an unfinished table."""
        if not table.fits(self):
            raise SolverError("The unfinished table is for another pack or rule.")
        self.rows.load(table.leads)
        self.sweeps, self.changed = table.sweeps, table.changed

    def sweep(self) -> int:
        """All positions once more; returns how many values of the empty table have changed."""
        changed = self._pass(self.desks)
        if not self.is_stopped:
            self.changed = changed
            self.sweeps += 1
        return changed

    def table(self) -> Table:
        """What is known after the last sweep."""
        leads = memoryview(memoryview(self.rows.leads).tobytes()).cast("h")
        return Table(self.cards, self.taker_leads, leads, self.sweeps, self.changed, None)

    def count(self) -> Table:
        """One more pass over the solved game, to count all positions; the finished table."""
        desks = [Desk(self.cards, True) for _ in self.desks]
        self._pass(desks)
        table = self.table()
        table.census = self._census(desks)
        return table

    def run(self) -> Table:
        """All sweeps to the end."""
        while self.changed:
            self.sweep()
        return self.count()

    def _pass(self, desks: Sequence[Desk]) -> int:
        changed, done, total = 0, 0, 3**self.cards
        self.share = 0.0
        self.rows.begin()
        for size in range(1, self.cards):
            hands = self.rows.next_layer()
            step = max(1, min(PART >> self.cards - size, -(-hands // (4 * len(desks)))))
            starts = list(range(0, hands, step))[::-1]

            share = (step << self.cards - size) / total

            def work(
                desk: Desk, starts: list[int] = starts, step: int = step, hands: int = hands, share: float = share
            ) -> None:
                while starts and not self.is_stopped:
                    try:
                        first = starts.pop()
                    except IndexError:  # another thread was faster
                        return
                    self.rows.fill(first, min(first + step, hands), desk)
                    self.share += share

            self.each(self, work, desks)
            if self.is_stopped:
                return -1
            changed += self.rows.settle()
            done += hands << self.cards - size
            self.share = done / total
        return changed

    def _census(self, desks: Sequence[Desk]) -> Census:
        """Positions that face a card are on the desks; those with an empty table are the leads themselves."""
        leads = memoryview(self.rows.leads).tolist()[1:-1]
        counts = [memoryview(desk.census).tolist() for desk in desks]
        wins = sum(sum(count[32769:]) for count in counts) + sum(v > 0 for v in leads)
        losses = sum(sum(count[:32768]) for count in counts) + sum(v < 0 for v in leads)
        draws = sum(count[32768] for count in counts) + leads.count(0)
        best = min((desk.longest, desk.example) for desk in desks if desk.longest)
        value = min(v for v in leads if v > 0)
        example = self._facing(best[1]) if best[0] <= value else self._leading(leads.index(value) + 1)
        return Census(wins, losses, draws, 32768 - min(best[0], value), format_position(example))

    def _facing(self, code: int) -> State:
        """The position that a desk wrote down."""
        n, full = self.cards, (1 << self.cards) - 1
        names = Numbering(n)
        hands = names.unpack(code & full), names.unpack(code >> n & full)
        top = names.card[code >> 2 * n & 31]
        if code >> 2 * n + 5:
            return State(self._settings, hands, 0, top)
        # Turned round: in the text the player to move is always the first.
        return State(self._settings, (mirror(hands[1]), mirror(hands[0])), 0, mirror_card(top))

    def _leading(self, hand: int) -> State:
        names = Numbering(self.cards)
        return State(self._settings, (names.unpack(hand), names.unpack(((1 << self.cards) - 1) & ~hand)))

    @property
    def _settings(self) -> BesicovitchSettings:
        return BesicovitchSettings(cards=self.cards, taker_leads=self.taker_leads)
