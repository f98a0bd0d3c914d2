"""A kept match run at this machine, without a screen: what the line mode and the full screen have in common.

Commands go to the `Table`, and what it accepts is written down at once; bots make their moves and their
reasons are kept for `why`; each person has a `Teller` of its own, so that nobody reads another's cards.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from shokha import bots
from shokha import events as ev
from shokha.actions import Action, ActionKind, parse_action
from shokha.bots.base import Choice
from shokha.errors import ShokhaError
from shokha.folders import data_folder
from shokha.kozel.view import KozelView
from shokha.record import Record
from shokha.table import Answer, Command, Stage
from shokha.terminal.saves import Kept
from shokha.terminal.unbroken import unbroken
from shokha.words import Teller, Words, describe_action, describe_trick, pairings, refusal, standing


class Host:
    """Runs a kept match. `say` tells the people what is no part of the game, such as a full disk.

    `people` are the seats of those at this keyboard. `new_seed` makes the seed of each further match.
    """

    def __init__(self, kept: Kept, words: Words, say: Callable[[str], object]) -> None:
        self.kept, self.words, self.say = kept, words, say
        self.table = kept.table
        self.new_seed: Callable[[], str] = lambda: secrets.token_hex(16)
        self.people = [seat for seat, place in enumerate(self.table.places) if place.person]
        self._tellers = {seat: Teller(words) for seat in self.people}
        self._told = dict.fromkeys(self.people, 0)
        if self.table.matches_played:
            seed = self.match_seed()
            self.table.seeder = lambda: seed

    # -- commands --------------------------------------------------------------------------------

    def do(self, command: Command) -> Answer:
        """Hand a command to the table, and write down that it was accepted. Raises `saves.Elsewhere`."""
        with unbroken():
            answer = self.table.receive(command)
            if answer.ok:
                self._keep()
        return answer

    def must(self, command: Command) -> None:
        """A command of the driver's own, which the table has no reason to refuse."""
        answer = self.do(command)
        if not answer.ok:
            raise ShokhaError(answer.message)

    def _keep(self) -> None:
        try:
            self.kept.keep()
        except OSError as error:  # a full disk does not stop the game
            self.say(f"The match cannot be saved: {error.strerror or error}. Playing goes on unsaved.")
            self.kept.path = None

    def rematch(self) -> None:
        """Another match at the same table, from a seed that the last one does not tell."""
        self.kept.reasons = []
        seed = self.new_seed()
        self.table.seeder = lambda: seed
        self.must(Command("rematch", self.people[0]))

    def match_seed(self) -> str:
        """The seed from which the running match is dealt."""
        seeds = (entry["seed"] for entry in reversed(self.table.journal) if entry["in"] == "seed")
        return str(next(seeds, self.table.seed))

    # -- news ------------------------------------------------------------------------------------

    def news(self, seat: int) -> list[str]:
        """The sentences for what a person has not been told yet."""
        since, self._told[seat] = self._told[seat], self.table.seq(seat)
        return self._tellers[seat].tell(self.table.stream(seat, since))

    def ending(self) -> list[str]:
        """How the last deal ended, for all at this keyboard: its last turn, the count and the score."""
        eyes = self.people[0] if len(self.people) == 1 else None
        seen = self.table.stream(eyes)
        turns = (ev.DealStarted, ev.PackDealt, ev.TurnBegan, ev.PileTurnBegan)
        last = max((n for n, event in enumerate(seen) if isinstance(event, turns)), default=0)
        teller = Teller(self.words)
        teller.tell(seen[:last])
        told = teller.tell(seen[last:])
        score = standing(self.words, self.table.match.standing)
        return told if score in told else [*told, score]

    # -- bots ------------------------------------------------------------------------------------

    def chance(self) -> int:
        """A seed for the next decision of a bot: the same after the match has been resumed (law 7)."""
        digest = sha256(f"{self.match_seed()} bot {len(self.table.journal)}".encode()).digest()
        return int.from_bytes(digest[:6], "big")

    def choose(self, seat: int, name: str) -> Choice:
        """What a bot would play in a seat now."""
        return bots.make(name, self.table.profile.game).choose(self.table.view(seat), self.chance())

    def bot_plays(self, seat: int, choice: Choice) -> None:
        """Play a bot's choice, and keep its reason for the rest of the deal."""
        number = self.table.match.number
        told = self.words.reason(choice.reason)
        self.kept.reasons = [kept for kept in self.kept.reasons if kept[0] == number]
        self.kept.reasons.append([number, seat, str(choice.action), told, self._tells_secrets(choice)])
        self.must(Command("play", seat, str(choice.action)))

    def _tells_secrets(self, choice: Choice) -> bool:
        """Would a reason show hidden cards (A18), or that there was something to declare (X27)?"""
        action, public = choice.action, self.table.view(None)
        if action.kind in (ActionKind.DISCARD, ActionKind.PASS):
            return True
        seen = action.cards | getattr(public, "seen", 0)
        named = [value for name, value in choice.reason.facts.items() if name.endswith("cards")]
        return any(isinstance(cards, int) and cards & ~seen for cards in named)

    def refusal(self, answer: Answer, view: Any) -> list[str]:
        """The table's sentence with its rule; where a pairing is missing, which card would beat which (A14)."""
        told = [refusal(self.words, answer)]
        if answer.code == "no_pairing":
            told += [f"  {line}" for line in pairings(self.words, view)]
        return told

    # -- questions of the people -------------------------------------------------------------------

    def adviser(self) -> str:
        """The bot that gives advice in this game; empty when none knows it."""
        known = [name for name in bots.names(self.table.profile.game) if name != "random"]
        return "rule" if "rule" in known else known[-1] if known else ""

    def why(self) -> list[str]:
        """Reasons of the bots for what everybody saw; those for hidden cards wait for the count (A18, X27)."""
        table, w = self.table, self.words
        counted = table.stage is not Stage.PLAYING
        number = table.match.number - (1 if counted else 0)
        reasons = [kept for kept in self.kept.reasons if kept[0] == number]
        told = [(bot, parse_action(text), reason) for _, bot, text, reason, hidden in reasons if counted or not hidden]
        lines = [f"{w.names[bot]}, {describe_action(w, action)}: {reason}" for bot, action, reason in told]
        if len(told) < len(reasons):
            lines.append(w._("Why a bot hid cards is told after the deal: it would show them (A18)."))
        elif not told:
            lines.append(w._("No bot has moved in this deal."))
        return lines

    def last_trick(self, seat: int | None) -> str:
        """The last trick as the table's memory rule shows it to a seat (QA17)."""
        table, w = self.table, self.words
        view = table.view(seat if seat is not None else self.people[0] if len(self.people) == 1 else None)
        if not isinstance(view, KozelView):
            return w._("There are no tricks in this game; `table` shows as much of the pile as may be seen.")
        if not table.options.last_trick:
            text = w._("At this table nobody looks back at a trick (A18). {option} at the start allows it.")
            return text.format(option="--memory last-trick")
        if not view.tricks:
            return w._("No trick has been taken yet.")
        return describe_trick(w, view.tricks[-1])

    # -- records -----------------------------------------------------------------------------------

    def place_for_record(self) -> Path:
        """Where the record of this match goes unless somebody names another place."""
        stem = self.kept.path.stem if self.kept.path else f"{date.today():%Y%m%d}-{self.match_seed()[:8]}"
        return data_folder() / "records" / f"{stem}-{self.table.matches_played + 1}.txt"

    def record(self) -> Record:
        """The match written down: whole when it is over, before that as this keyboard saw it. Raises `ShokhaError`."""
        table, over = self.table, self.table.stage is Stage.OVER
        eyes = self.people[0] if len(self.people) == 1 else None
        return Record.from_events(
            table.profile,
            table.log if over else table.stream(eyes),
            viewpoint="complete" if over else "public" if eyes is None else eyes,
            players=self.words.names,
            seed=self.match_seed() if over else None,
            date=date.today().isoformat(),
        )

    def write_record(self, path: Path) -> bool:
        """Write `record` to a file; what goes wrong is said."""
        over = self.table.stage is Stage.OVER
        try:
            record = self.record()
            path.parent.mkdir(parents=True, exist_ok=True)
            record.write(path)
        except OSError as error:
            self.say(f"The record cannot be written to {path}: {error.strerror or error}.")
        except ShokhaError as error:
            self.say(f"There is no record: {error}")
        else:
            text = self.words._("The record is in {path}.") if over else self.words._("The record so far is in {path}.")
            self.say(text.format(path=path))
            return True
        return False


def hides_a_winner(action: Action, view: Any) -> bool:
    """Would a discard hide cards that could take the trick?"""
    beats = (each for each in view.legal if each.kind is ActionKind.BEAT)
    return action.kind is ActionKind.DISCARD and any(each.cards == action.cards for each in beats)
