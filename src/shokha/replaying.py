"""Playing a record again: every line is asked of the rules, and the first that they contradict ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from shokha.errors import RecordError, ShokhaError
from shokha.notation import quote
from shokha.profile import RuleProfile
from shokha.recording import (
    PLAYS,
    Line,
    Recorder,
    Viewpoint,
    difference,
    match_lines,
    read_deck,
    recorder_of,
    result_of,
    unit_of,
)


@dataclass(slots=True)
class Replay:
    """A match played again. The last of `deals` may still be running; `match.deal` is it then."""

    profile: RuleProfile
    viewpoint: Viewpoint
    match: Any
    deals: list[Any]


class Replayer:
    """Goes through the lines of one record. `accepted` are those that the rules agreed with."""

    def __init__(
        self, profile: RuleProfile, viewpoint: Viewpoint, tags: Mapping[str, str], lines: Sequence[Line]
    ) -> None:
        self.recorder: Recorder = recorder_of(profile.game)
        self.unit = unit_of(profile.game)
        if isinstance(viewpoint, int) and viewpoint >= profile.players:
            raise RecordError(f"The tag Viewpoint names seat {viewpoint + 1} of {profile.players}.", "tags")
        self.viewpoint, self.tags = viewpoint, tags
        self.lines, self.at = list(lines), 0
        self.accepted: list[Line] = []
        self.is_part = False
        self.result = Replay(profile, viewpoint, self.recorder.start(profile, tags), [])

    def run(self) -> None:
        """Play it all. Raises `RecordError` at the first contradiction, with its place."""
        match = self.result.match
        while self.word == "deal":
            self._deal(match)
        line = self._next()
        if line.word not in ("end", "*"):
            raise line.fault(f"{quote(str(line))} does not belong here.")
        if (line.word == "end") is not bool(match.is_over):
            raise line.fault(
                "The match is over, so end is the last line." if match.is_over else "The match goes on: *."
            )
        self.accepted.append(line)
        said, told = self.tags.get("Result"), result_of(match.events)
        if said is not None and said != told:
            raise RecordError(f"The tag Result says {quote(said)}, the rules give {told}.", "tags")

    def run_part(self) -> None:
        """Play the lines that another replayer accepted; they may stop anywhere."""
        self.is_part = True
        while self.word == "deal":
            self._deal(self.result.match)

    @property
    def word(self) -> str:
        return self.lines[self.at].word if self.at < len(self.lines) else ""

    def _next(self) -> Line:
        if self.at >= len(self.lines):
            raise RecordError("The record is cut off.", self.lines[-1].place if self.lines else "line 1")
        self.at += 1
        return self.lines[self.at - 1]

    def _expect_all(self, lines: Iterable[Line]) -> None:
        """Take the next lines, which must be these, unless the lines stop altogether."""
        for wanted in lines:
            if not self.word:
                return
            line = self._next()
            if message := difference(line, wanted):
                raise line.fault(message[0].upper() + message[1:] + ".")
            self.accepted.append(line)

    # -- one deal --------------------------------------------------------------------------------

    def _deal(self, match: Any) -> None:
        if match.is_over:
            raise self._next().fault("The match is over, and another deal follows.")
        self._leave_void(match)
        head, deck = self._next(), self._next()
        if deck.word != "deck":
            raise deck.fault("The deck is missing behind the head of the deal.")
        row, peek = read_deck(deck)
        try:
            deal = self.recorder.open(match, head, row, peek, self.viewpoint, self._plays_ahead())
        except RecordError as error:
            raise deck.fault(error.message) if not error.place else error from None
        self.result.deals.append(deal)
        wanted = self.recorder.deal_lines(deal.events)[0]
        if message := difference(head, wanted):
            raise head.fault(message[0].upper() + message[1:] + ".")
        self.accepted += [head, deck]
        while self.word == PLAYS:
            self._plays(deal)
        self._close(match, deal, deck)

    def _plays_ahead(self) -> list[str]:
        lines = takewhile(lambda line: line.word == PLAYS, self.lines[self.at :])
        return [token for line in lines for token in line.args[2:]]

    def _plays(self, deal: Any) -> None:
        line = self._next()
        number, seat, *tokens = line.args
        if deal.is_over:
            raise line.fault("The deal is over, and more is played.")
        if int(number) != self.recorder.number(deal):
            raise line.fault(
                f"{self.unit.capitalize()} {self.recorder.number(deal)} is not finished, or its number is wrong."
            )
        if int(seat) != self.recorder.turn(deal) + 1:
            raise line.fault(f"It is seat {self.recorder.turn(deal) + 1}'s turn here, not seat {seat}'s.")
        for i, token in enumerate(tokens):
            if i and self.recorder.number(deal) != int(number):
                self._keep(line, i)
                raise line.fault(f"{quote(token)} is more than belongs to this {self.unit}.")
            try:
                self.recorder.play(deal, token)
            except ShokhaError as error:
                self._keep(line, i)
                raise line.fault(f"{quote(token)} is refused: {error}") from None
        self.accepted.append(line)

    def _keep(self, line: Line, words: int) -> None:
        """Accept the sound beginning of a line."""
        if words:
            self.accepted.append(Line(PLAYS, line.args[: 2 + words], {}, line.place))

    def _close(self, match: Any, deal: Any, deck: Line) -> None:
        """What is written behind the plays: the count, and what it does to the match."""
        if self.at < len(self.lines):
            try:
                self.recorder.close(deal, self.lines[self.at])
            except RecordError:
                raise
            except ShokhaError as error:
                raise self.lines[self.at].fault(str(error)) from None
        written = self.recorder.deal_lines(deal.events)
        seen = self.viewpoint != "complete" and not self.is_part  # of a part the deck may tell draws to come
        if seen and (message := difference(deck, written[1])):
            raise deck.fault(f"This is not what {self._viewer()} could know: {message}.")
        self._expect_all(line for line in written[2:] if line.word != PLAYS)
        if deal.is_over and self.word not in ("*", "deal", "") and not self._is_void(deal):
            before = len(match.events)
            match.finish_deal()
            self._expect_all(match_lines(match.events[before:]))
        elif self.word == "deal" and not self._is_void(deal):
            raise self._next().fault("The deal before is not finished.")

    def _viewer(self) -> str:
        return "the public" if self.viewpoint == "public" else f"seat {int(self.viewpoint) + 1}"

    def _leave_void(self, match: Any) -> None:
        """A void deal is dealt again (X8)."""
        if self.result.deals and match.deal is not None and self._is_void(self.result.deals[-1]):
            match.finish_deal()

    @staticmethod
    def _is_void(deal: Any) -> bool:
        return bool(deal.is_over and getattr(deal.result, "is_void", False))
