"""Records: matches as text files that people can read, and that are believed only as far as the rules agree.

`Record.of` writes down a match, `Record.loads` reads the text, `replay` plays it again through the
rules and stops at the first thing they contradict, with the deal, the trick and the line. A record is
complete (with every card, for resuming and proving) or holds what one seat or the public saw. The
grammar is in `recording`.

>>> import shokha
>>> match = shokha.match("duel", 1)
>>> deal = shokha.deal_next(match, 1)
>>> _ = deal.play(deal.legal_actions()[0])
>>> again = replay(Record.loads(Record.of(match, [deal]).dumps()))
>>> again.match.deal.state.dump() == deal.state.dump()
True
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

from shokha import events as ev
from shokha.clean import clean
from shokha.errors import RecordError
from shokha.files import read_bytes, write_atomic
from shokha.game import deal_next
from shokha.notation import name_of, quote
from shokha.profile import RuleProfile
from shokha.record_head import read_tags, rows_of, version_of, viewpoint_of
from shokha.recording import (
    PLAYS,
    TAG_LIMIT,
    Line,
    Viewpoint,
    chapters,
    format_tag,
    in_order,
    match_lines,
    parse_line,
    recorder_of,
    result_of,
    unit_of,
)
from shokha.replaying import Replay, Replayer
from shokha.view import redact

FORMAT = 1
"""Version of the grammar. A file of a newer one is refused and left alone."""

_FIRST = ("Shokha", "Game", "Profile", "Base", "Defined", "Fingerprint", "Set", "Viewpoint")
_ENDS = ("end", "*")


@dataclass(slots=True)
class Record:
    """A record as text parts: tags in order, and lines. `profile` are the rules it was played by."""

    profile: RuleProfile
    viewpoint: Viewpoint
    tags: dict[str, str]
    """All tags but those that name the version and the viewpoint."""
    lines: list[Line]
    fault: RecordError | None = field(default=None, compare=False)
    """Why the rest of the file was not read; None for a whole record."""

    @property
    def viewpoint_text(self) -> str:
        """``complete``, ``public`` or the seat, counting from 1."""
        return str(self.viewpoint + 1) if isinstance(self.viewpoint, int) else self.viewpoint

    @property
    def names(self) -> list[str]:
        """The players by seat; whoever is not named in the tags is called after the seat."""
        return [self.tags.get(f"Seat{s + 1}") or f"Seat {s + 1}" for s in range(self.profile.players)]

    @property
    def viewer(self) -> str:
        """Whose knowledge it holds, for a sentence."""
        if isinstance(self.viewpoint, int):
            return f"seat {self.viewpoint + 1}"
        return "everybody" if self.viewpoint == "public" else "nobody at the table"

    # -- from a match ----------------------------------------------------------------------------

    @classmethod
    def of(
        cls,
        match: Any,
        deals: Sequence[Any],
        *,
        viewpoint: Viewpoint = "complete",
        players: Sequence[str] = (),
        seed: int | str | None = None,
        date: str = "",
        tags: Mapping[str, str] | None = None,
    ) -> Self:
        """The record of a match. `deals` are all its deals so far, void ones too, the running one last."""
        return cls.from_events(
            match.profile,
            in_order(match, deals),
            viewpoint=viewpoint,
            players=players,
            seed=seed,
            date=date,
            tags=tags,
        )

    @classmethod
    def from_events(
        cls,
        profile: RuleProfile,
        events: Iterable[ev.Event],
        *,
        viewpoint: Viewpoint = "complete",
        players: Sequence[str] = (),
        seed: int | str | None = None,
        date: str = "",
        tags: Mapping[str, str] | None = None,
    ) -> Self:
        """The record of the last match that some events tell of, such as the log of a table.

        Other events (talk, seats) are left out. For a seat or the public everything goes through
        `view.redact` first, whatever was handed in, and the seed, which would tell every card, is left out.
        """
        told = list(events)
        if viewpoint != "complete":
            seat = None if viewpoint == "public" else viewpoint
            told = [seen for e in told if (seen := redact(e, seat)) is not None]
        starts = [i for i, e in enumerate(told) if isinstance(e, ev.MatchStarted)]
        told = told[starts[-1] :] if starts else told
        recorder = recorder_of(profile.game)
        all_tags = {f"Seat{i + 1}": name for i, name in enumerate(players)}
        if seed is not None and viewpoint == "complete":
            all_tags["Seed"] = str(seed)
        if date:
            all_tags["Date"] = date
        all_tags |= {**(tags or {}), **recorder.opening(told), "Result": result_of(told)}
        lines: list[Line] = []
        for deal, behind in chapters(told):
            lines += recorder.deal_lines(deal)
            lines += match_lines(behind)
        lines.append(Line("end" if any(isinstance(e, ev.MatchEnded) for e in told) else "*"))
        return cls(profile, viewpoint, {name: clean(value, TAG_LIMIT) for name, value in all_tags.items()}, lines)

    def redacted(self, viewpoint: int | Literal["public"] | None) -> Self:
        """What one seat (None or ``public``: everybody) saw of this record."""
        again = replay(self)
        seen = "public" if viewpoint is None else viewpoint
        tags = {name: value for name, value in self.tags.items() if name != "Seed"}
        return type(self).of(again.match, again.deals, viewpoint=seen, tags=tags)

    # -- text ------------------------------------------------------------------------------------

    def dumps(self) -> str:
        """The text of the record."""
        name = name_of(self.profile)
        head = {"Shokha": str(FORMAT), "Game": self.profile.game, "Profile": name.id}
        if name.base:
            head |= {"Base": name.base, "Defined": "; ".join(name.defined)}
        head["Fingerprint"] = name.fingerprint
        if name.house:
            head["Set"] = "; ".join(name.house)
        if self.viewpoint != "complete":
            head["Viewpoint"] = self.viewpoint_text
        tags = head | {key: value for key, value in self.tags.items() if key not in _FIRST}
        if self.fault is not None:
            tags["Incomplete"] = str(self.fault)
        text = "".join(format_tag(key, value) + "\n" for key, value in tags.items())
        for line in self.lines:
            text += f"\n{line}\n" if line.word == "deal" else f"{line}\n"
        return text

    @classmethod
    def loads(cls, text: str | bytes, profile: RuleProfile | None = None) -> Self:
        """The record of a text. Reads the grammar only; `replay` asks the rules.

        `profile` is for a version of one's own that the text cannot describe. Raises `RecordError`.
        """
        record = cls._read(text, profile)
        if record.fault is not None:
            raise record.fault
        return record

    @classmethod
    def _read(cls, text: str | bytes, profile: RuleProfile | None) -> Self:
        """The record as far as it can be read; raises when not even its head can."""
        rows = rows_of(text)
        tags, body = read_tags(rows)
        if "Shokha" not in tags or next(iter(tags)) != "Shokha":
            raise RecordError('This is no record of Shokha: it does not begin with [Shokha "1"].', "line 1")
        if not re.fullmatch(r"[0-9]{1,6}", tags["Shokha"]) or int(tags["Shokha"]) > FORMAT:
            raise RecordError(
                f"This record has format {quote(tags['Shokha'])}, and this version of Shokha reads up to {FORMAT}: "
                "a newer one wrote it.",
                "line 1",
            )
        found, viewpoint = version_of(tags, profile), viewpoint_of(tags)
        rest = {key: value for key, value in tags.items() if key not in _FIRST}
        record = cls(found, viewpoint, rest, [])
        record._read_lines(rows, body)
        return record

    def _read_lines(self, rows: list[str], first: int) -> None:
        deal, place, unit = "", "before the first deal", unit_of(self.profile.game)
        for number, text in enumerate(rows[first:], first + 1):
            if not text.strip() or text.lstrip().startswith(";"):
                continue
            place = f"{deal}line {number}"
            try:
                line = parse_line(text, place)
            except RecordError as error:
                self.fault = error
                return
            if self.lines and self.lines[-1].word in _ENDS:
                self.fault = RecordError("Something follows the end of the record.", place)
                return
            if line.word == "deal":
                deal = f"deal {quote(line.args[0])[1:-1] if line.args else '?'}, "
                line = replace(line, place=f"{deal}line {number}")
            elif line.word == PLAYS:
                line = replace(line, place=f"{deal}{unit} {line.args[0]}, line {number}")
            self.lines.append(line)
        if not self.lines or self.lines[-1].word not in _ENDS:
            place = self.lines[-1].place if self.lines else place
            self.fault = RecordError("The record is cut off: it ends without end or *.", place)
            if self.lines and rows[-1].strip():
                self._drop_half_a_word()

    def _drop_half_a_word(self) -> None:
        """The last line has no end, so its last word may have lost some cards and name others than were played."""
        line = self.lines.pop()
        if line.word == PLAYS and len(line.args) > 3:
            self.lines.append(replace(line, args=line.args[:-1]))

    # -- files -----------------------------------------------------------------------------------

    @classmethod
    def read(cls, path: str | os.PathLike[str], profile: RuleProfile | None = None) -> Self:
        """The record in a file. Raises `RecordError`."""
        return cls.loads(_contents(path), profile)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a file, whole or not at all. See `RecordFile` for what is never overwritten."""
        RecordFile(path).save(self)


class RecordFile:
    """A place to save a running match to, again and again.

    A file that is not a record that can be read and played to its end, because it is damaged, of a
    newer format or something else altogether, is never overwritten (F24), nor one that somebody else
    has changed since the last save.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = path
        self._last: bytes | None = None

    def save(self, record: Record) -> None:
        """Put the record there. Raises `RecordError`; then nothing has changed."""
        name = os.fspath(self.path)
        try:
            there = read_bytes(self.path) if os.path.lexists(self.path) else None
            if there is not None and there != self._last:
                self._look_at(there, name)
            data = record.dumps().encode()
            write_atomic(self.path, data)
        except OSError as error:
            raise RecordError(f"{quote(name)} cannot be written: {error.strerror or error}.") from None
        self._last = data

    def _look_at(self, there: bytes, name: str) -> None:
        if self._last is not None:
            raise RecordError(
                f"{quote(name)} was changed by somebody else; it stays as it is: save under another name."
            )
        try:
            replay(Record.loads(there))
        except RecordError as error:
            raise RecordError(
                f"{quote(name)} is damaged or no record of this version ({error}). It stays as it is: "
                "save under another name."
            ) from None


class RecordWriter:
    """Keeps what a table tells and writes it down at any time, complete or for one audience.

    Feed it everything (`Table.log`); events that are not the match's are left out.
    """

    def __init__(
        self, profile: RuleProfile, *, players: Sequence[str] = (), seed: int | str | None = None, date: str = ""
    ) -> None:
        self.profile, self.players, self.seed, self.date = profile, list(players), seed, date
        self.events: list[ev.Event] = []

    def see(self, events: Iterable[ev.Event]) -> None:
        """Add what happened."""
        self.events += events

    def record(self, viewpoint: Viewpoint = "complete") -> Record:
        """The record up to now."""
        return Record.from_events(
            self.profile, self.events, viewpoint=viewpoint, players=self.players, seed=self.seed, date=self.date
        )


# -- asking the rules ----------------------------------------------------------------------------------


def replay(record: Record) -> Replay:
    """Play a record again: match and deals equal to those it was made of, an unfinished match where it stood.

    Every score is recomputed. Raises `RecordError` at the first contradiction, with its place.
    """
    replayer = Replayer(record.profile, record.viewpoint, record.tags, record.lines)
    replayer.run()
    return replayer.result


@dataclass(frozen=True, slots=True)
class Verified:
    """What `verify` found out about a record that the rules agree with."""

    deals: int
    plays: int
    is_over: bool
    decks_from_seed: bool | None
    """Are the decks those that the seed in the tags deals? None when there is no seed to ask."""


def verify(record: Record | str | bytes) -> Verified:
    """Check a record against the rules, every score recomputed. Raises `RecordError` at the first contradiction."""
    if not isinstance(record, Record):
        record = Record.loads(record)
    again = replay(record)
    plays = sum(len(line.args) - 2 for line in record.lines if line.word == PLAYS)
    seed = record.tags.get("Seed")
    agrees = None if seed is None or record.viewpoint != "complete" else _decks_follow(record, again, seed)
    return Verified(len(again.deals), plays, bool(again.match.is_over), agrees)


def salvage(text: str | bytes, profile: RuleProfile | None = None) -> tuple[Record, Replay]:
    """The readable part of a record, up to the first thing that grammar or rules refuse (F24).

    `Record.fault` says what and where, and is None for a sound record. Nothing behind the fault is
    applied. Raises `RecordError` when not even the head can be read.
    """
    record = Record._read(text, profile)
    replayer = Replayer(record.profile, record.viewpoint, record.tags, record.lines)
    fault = record.fault
    try:
        replayer.run()
        good = record.lines
    except RecordError as error:
        fault, good = error, replayer.accepted
    if fault is None:
        return record, replayer.result
    sound = Replayer(record.profile, record.viewpoint, record.tags, good)
    sound.run_part()
    again = sound.result
    kept = {name: value for name, value in record.tags.items() if name != "Result"}
    part = Record.of(again.match, again.deals, viewpoint=record.viewpoint, tags=kept)
    part.fault = fault
    return part, again


def read_part(path: str | os.PathLike[str], profile: RuleProfile | None = None) -> tuple[Record, Replay]:
    """`salvage` for a file. Raises `RecordError` when not even its head can be read."""
    return salvage(_contents(path), profile)


def _decks_follow(record: Record, again: Replay, seed: str) -> bool:
    fresh = recorder_of(again.profile.game).start(again.profile, record.tags)
    for deal in again.deals:
        same = deal_next(fresh, seed)
        if (same.deck, same.peek) != (deal.deck, deal.peek):
            return False
        for action in deal.actions:
            same.play(action)
        if same.is_over:
            fresh.finish_deal()
    return True


def _contents(path: str | os.PathLike[str]) -> bytes:
    try:
        return read_bytes(path)
    except OSError as error:
        raise RecordError(f"{quote(os.fspath(path))} cannot be read: {error.strerror or error}.") from None
