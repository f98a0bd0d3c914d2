"""`shokha replay FILE` steps through a record, `shokha verify FILE...` holds records against the rules."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shokha import events as ev
from shokha.errors import RecordError
from shokha.game import game_of
from shokha.notation import quote
from shokha.record import Record, Verified, read_part, verify
from shokha.recording import chapters, in_order
from shokha.replaying import Replay
from shokha.terminal.console import has_glyphs
from shokha.view import observations
from shokha.words import Teller, Words, situation

_HELP = "Enter next, b back, d next deal, q quit > "
_LAST_OF_STEP = (
    ev.TurnBegan, ev.PileTurnBegan, ev.DealCounted, ev.DealVoided, ev.PotTaken, ev.PileDealEnded,
)  # fmt: skip
_OPEN = "open"


def register(commands: Any) -> None:
    """Add `replay` and `verify` to the command line."""
    parser = commands.add_parser(
        "replay",
        help="step through a record",
        description="Step through the record of a match. Of a damaged record the sound part is shown.",
    )
    parser.add_argument("file", metavar="FILE", help="the record")
    parser.add_argument(
        "--seat", default="", metavar="N|open|public", help="see it from a seat, with all cards, or as a spectator"
    )
    parser.add_argument("--all", action="store_true", help="print everything at once")
    parser.add_argument("--plain", action="store_true", help="letters instead of suit signs")
    parser.set_defaults(run=_replay)
    parser = commands.add_parser(
        "verify",
        help="hold records against the rules",
        description="Play records again and recompute every score. The exit status is 1 when one is refused.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="records")
    parser.set_defaults(run=_verify)


# -- verify ------------------------------------------------------------------------------------------------


def _verify(options: argparse.Namespace) -> int:
    refused = 0
    for name in options.files:
        try:
            record = Record.read(name)
            print(f"{_shown(name)}: OK: {_summary(record, verify(record))}")
        except RecordError as error:
            refused += 1
            print(f"{_shown(name)}: refused: {error}", file=sys.stderr)
    return 1 if refused else 0


def _shown(name: str) -> str:
    return name if name.isprintable() else quote(name, 200)


def _summary(record: Record, found: Verified) -> str:
    deals = f"{found.deals} deal{'s' * (found.deals != 1)}, {found.plays} plays"
    result = record.tags.get("Result", "*")
    end = result if found.is_over else "not finished"
    whose = "" if record.viewpoint == "complete" else f"; as {record.viewer} saw it"
    seed = {True: "; the decks are those of its seed", False: "; the decks are not those that its seed deals"}
    decks = "" if found.decks_from_seed is None else seed[found.decks_from_seed]
    return f"{record.profile.name}, {deals}; {end}{whose}{decks}"


# -- replay ------------------------------------------------------------------------------------------------


def _replay(options: argparse.Namespace) -> int:
    record, again = read_part(options.file)
    film = Film(record, again, options.seat or _default(record), glyphs=not options.plain and has_glyphs())
    if options.all:
        for text in film.everything():
            print(text)
    else:
        _step_through(film)
    if record.fault is not None:
        print(f"{_shown(options.file)}: this is the sound part only. {record.fault}", file=sys.stderr)
        return 1
    return 0


def _default(record: Record) -> str:
    return _OPEN if record.viewpoint == "complete" else record.viewpoint_text


def _step_through(film: Film) -> None:
    at = 0
    while at < len(film.steps):
        print("\n".join(film.page(at)))
        print()
        try:
            line = input(_HELP if at + 1 < len(film.steps) else "The end. b back, q quit > ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if line in ("q", "quit"):
            return
        if line in ("b", "back"):
            at = max(0, at - 1)
        elif line in ("d", "deal"):
            at = film.next_deal(at)
        else:
            at += 1


@dataclass(frozen=True, slots=True)
class Step:
    """What one person's action brought about, as one audience saw it. `first` opens a deal."""

    deal: int
    upto: int
    """How many observations of the deal there were then."""
    told: tuple[ev.Event, ...]
    first: bool


class Film:
    """A replayed match as steps for one pair of eyes: ``open``, ``public`` or a seat counting from 1."""

    def __init__(self, record: Record, again: Replay, eyes: str, *, glyphs: bool = True) -> None:
        self.profile = record.profile
        self.open, self.seat = _eyes(record, eyes)
        self.words = Words(self.profile, record.names, you=self.seat, sides=again.match.sides, glyphs=glyphs)
        self.record = record
        self.deals: list[list[ev.Event]] = []
        self.steps: list[Step] = []
        for number, (deal, behind) in enumerate(chapters(in_order(again.match, again.deals))):
            seen = deal if self.open else observations(deal, self.seat)
            self.deals.append(deal)
            self._cut(number, seen, [*behind])

    def _cut(self, number: int, seen: list[ev.Event], behind: list[ev.Event]) -> None:
        """Cut a deal's observations into steps, each up to somebody's next turn."""
        told: list[ev.Event] = []
        first = True
        for i, e in enumerate(seen, 1):
            told.append(e)
            if isinstance(e, _LAST_OF_STEP) or i == len(seen):
                self.steps.append(Step(number, i, tuple(told), first))
                told, first = [], False
        if behind:
            self.steps.append(Step(number, len(seen), tuple(behind), False))

    # -- pages -----------------------------------------------------------------------------------

    def next_deal(self, at: int) -> int:
        """The step that opens the next deal, or the last step."""
        later = (i for i, step in enumerate(self.steps) if i > at and step.first)
        return next(later, max(at, len(self.steps) - 1))

    def page(self, at: int) -> list[str]:
        """What happened in a step, and the table after it."""
        step = self.steps[at]
        lines = [f"-- {at + 1} of {len(self.steps)} --"]
        lines += self._told(at)
        if not any(isinstance(e, ev.MatchEnded | ev.DealScored | ev.PotSettled) for e in step.told):
            lines += self._table(step)
        return lines

    def everything(self) -> Iterator[str]:
        """All sentences in order, and the hands whenever somebody is to lead."""
        yield self.words.version()
        teller = Teller(self.words)
        for step in self.steps:
            if step.first:
                yield ""
            yield from teller.tell(step.told)
            if isinstance(step.told[-1], ev.TurnBegan) and not step.told[-1].owes:
                yield from (f"    {line}" for line in self._hands(step))

    def _told(self, at: int) -> list[str]:
        """The sentences of a step; a teller must have heard the deal from its beginning."""
        step, teller = self.steps[at], Teller(self.words)
        for earlier in self.steps[:at]:
            if earlier.deal == step.deal:
                teller.tell(earlier.told)
        return teller.tell(step.told)

    def _table(self, step: Step) -> list[str]:
        view = self._view(step, self.seat)
        return [*situation(self.words, view), *self._hands(step)]

    def _hands(self, step: Step) -> list[str]:
        if self.open:
            views = [(s, self._view(step, s)) for s in range(self.profile.players)]
            return [f"{self.words.name(s)}: {self.words.cards(v.hand) or '-'}" for s, v in views if v.counts[s]]
        if self.seat is None:
            return []
        hand = self.words.cards(self._view(step, self.seat).hand) or "-"
        return [f"{self.words.start(self.words.name(self.seat))}: {hand}"]

    def _view(self, step: Step, seat: int | None) -> Any:
        deal = self.deals[step.deal]
        if self.open:
            seen = observations(deal[: step.upto], seat)
        else:
            seen = observations(deal, seat)[: step.upto]
        return game_of(self.profile).fold(self.profile, seat, seen)


def _eyes(record: Record, eyes: str) -> tuple[bool, int | None]:
    """Whether everything is shown, and otherwise to whom. Raises `RecordError`."""
    n, written_for = record.profile.players, record.viewpoint
    if eyes not in (_OPEN, "public", *(str(s + 1) for s in range(n))):
        raise RecordError(f"--seat is open, public or a seat from 1 to {n}, not {quote(eyes)}.")
    if written_for != "complete" and eyes != record.viewpoint_text:
        raise RecordError(f"This record holds what {record.viewer} saw; it cannot be seen with other eyes.")
    return eyes == _OPEN, int(eyes) - 1 if eyes.isdigit() else None
