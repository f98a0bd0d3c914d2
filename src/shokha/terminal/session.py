"""One sitting in the terminal: it hands commands to a `Table` and prints what comes out, as a server would."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shokha import bots
from shokha.actions import Action, ActionKind
from shokha.bots.base import Choice
from shokha.errors import NotationError, ShokhaError
from shokha.kozel.view import KozelView
from shokha.table import Answer, Command, Stage, Table
from shokha.terminal import save, screen
from shokha.terminal.reading import read_action
from shokha.terminal.rules import describe
from shokha.terminal.words import Words, combination, standing, tell

HELP = """\
To lead:        1 3          cards by their numbers, or as in Jh8h, J♥ 8♥, В♥ 8♥
To answer:      beat 2 4     face up, each card beating one of theirs (also ^QhAs, b 2 4)
                discard 1    face down (also _9c, d 1)
Combinations:   declare, pass
Svoi Kozyri:    2 5          beat with card 2, lead card 5;   pick up (also +)
At any time:    hint  why  pairs  last  score  rules [NAME]  save [FILE]  quit  help
Everything is saved after every move; Ctrl-C and Ctrl-D lose nothing."""


class Quit(Exception):
    """The person leaves; the match is kept."""


class Session:
    """A table driven from a keyboard.

    `people` are the seats whose moves are typed here. `ask` reads a line (it raises EOFError and
    KeyboardInterrupt as `input` does), `say` prints one.
    """

    def __init__(
        self,
        table: Table,
        words: Words,
        *,
        path: Path | None,
        rules: str,
        house: list[str],
        record: Path | None = None,
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
        confirm_hide: bool = False,
    ) -> None:
        self.table, self.words, self.path, self.record = table, words, path, record
        self.rules, self.house = rules, house
        self.ask, self.say = ask, say
        self.confirm_hide = confirm_hide
        self.people = [seat for seat, place in enumerate(table.places) if place.person]
        self.audience = self.people[0] if len(self.people) == 1 else None
        self.shown = table.seq(self.audience)
        self.reasons: list[tuple[int, Choice]] = []
        self.front: int | None = None
        words.me = self.audience

    # -- the loop --------------------------------------------------------------------------------

    def run(self) -> None:
        """Until the match is over and nobody wants another. Raises `Quit`, EOFError, KeyboardInterrupt."""
        self._news()
        while True:
            match self.table.stage:
                case Stage.PLAYING:
                    self._move()
                case Stage.COUNTING:
                    self._go_on()
                case Stage.OVER:
                    if not self._again():
                        return
                case _:
                    self._do(Command("start", 0))

    def _do(self, command: Command) -> Answer:
        """Hand a command to the table, keep it, print what came of it."""
        answer = self.table.receive(command)
        if answer.ok:
            self._keep()
            self._news()
        return answer

    def _keep(self) -> None:
        if self.path is None:
            return
        try:
            save.write(self.path, self.table, self.rules, self.house)
        except OSError as error:
            self.say(f"(The match could not be saved: {error.strerror}. Playing goes on.)")
            self.path = None

    def _news(self) -> None:
        for event in self.table.stream(self.audience, self.shown):
            sentence = tell(event, self.words)
            if sentence:
                self.say(sentence)
        self.shown = self.table.seq(self.audience)

    def _move(self) -> None:
        seat = self.table.to_decide()[0]
        bot = self.table.places[seat].played_by_bot
        if bot:
            view = self.table.view(seat)
            choice = bots.make(bot, self.table.profile.game).choose(view, self._bot_seed(seat))
            self.reasons = [*self.reasons[-11:], (seat, choice)]
            answer = self._do(Command("play", seat, str(choice.action)))
            if not answer.ok:
                raise ShokhaError(f"The bot {bot} was refused: {answer.message}")
        else:
            self._person(seat)

    def _bot_seed(self, seat: int) -> int:
        return self.table.seq(seat) * 8 + seat

    # -- a person's decision ---------------------------------------------------------------------

    def _person(self, seat: int) -> None:
        self._hand_over(seat)
        view, refused = self.table.view(seat), False
        w = self.words
        w.me = seat
        if not refused:
            self.say("")
            for line in screen.situation(self.table, view, w):
                self.say(line)
        self.say(w._("Your hand:  {hand}", hand=screen.numbered_hand(view, w)))
        while True:
            line = self.ask(f"{w.name(seat)}: {screen.ask(view, w)}> ").strip()
            if not line:
                continue
            if self._other(line, seat, view):
                continue
            try:
                action = read_action(line, view)
            except NotationError as error:
                self.say(str(error))
                continue
            if self._hides_a_winner(action, view) and not self._sure(action, view):
                continue
            if action.kind is ActionKind.BEAT and action in view.legal and isinstance(view, KozelView):
                self.say(screen.pairs_text(view, action, w))
            answer = self._do(Command("play", seat, str(action)))
            if answer.ok:
                return
            self.say(f"{answer.message} ({answer.rule})" if answer.rule else answer.message)

    def _hides_a_winner(self, action: Action, view: Any) -> bool:
        if not self.confirm_hide or action.kind is not ActionKind.DISCARD:
            return False
        return any(a.kind is ActionKind.BEAT and a.payload == action.payload for a in view.legal)

    def _sure(self, action: Action, view: Any) -> bool:
        cards = self.words.cards(action.payload)
        return self.ask(f"{cards} could take this trick. Hide it? [y/N] ").strip().lower() in ("y", "yes", "д", "да")

    def _hand_over(self, seat: int) -> None:
        """Several people at one keyboard: nobody sees another's hand."""
        if len(self.people) > 1 and self.front != seat:
            self.say("\n" * 40)
            self.ask(f"Pass the keyboard to {self.words.name(seat)}, then press Enter. ")
        self.front = seat

    def _other(self, line: str, seat: int, view: Any) -> bool:
        """Commands that are no moves. True when the line was one."""
        word, _, rest = line.partition(" ")
        w = self.words
        match word.lower():
            case "help" | "h" | "?":
                self.say(HELP)
            case "hint":
                known = bots.names(self.table.profile.game)
                choice = bots.make("rule" if "rule" in known else known[-1], self.table.profile.game).choose(
                    view, self._bot_seed(seat)
                )
                self.say(f"{self._spoken(choice.action)}. {choice.reason}")
            case "why":
                self._why()
            case "pairs" | "pairing":
                if isinstance(view, KozelView) and view.owes:
                    self.say(screen.all_pairings(view, view.legal, w))
                else:
                    self.say("There is nothing to beat now.")
            case "last":
                if not isinstance(view, KozelView):
                    self.say("There are no tricks in this game.")
                elif self.table.options.last_trick:
                    self.say(screen.last_trick(view, w))
                else:
                    self.say(
                        "At this table nobody looks back at a trick (A18). Start with --memory last-trick to allow it."
                    )
            case "score":
                self.say(standing(self.table.match.standing, w))
            case "rules":
                self._rules(rest.strip())
            case "save":
                self._save_record(rest.strip())
            case "look" | "table":
                for text in screen.situation(self.table, view, w):
                    self.say(text)
                self.say(w._("Your hand:  {hand}", hand=screen.numbered_hand(view, w)))
            case "quit" | "q" | "exit":
                raise Quit
            case _:
                return False
        return True

    def _spoken(self, action: Action) -> str:
        w, cards = self.words, self.words.cards(action.cards)
        match action.kind:
            case ActionKind.LEAD:
                return w._("Lead {cards}", cards=cards)
            case ActionKind.BEAT:
                return w._("Beat with {cards}", cards=cards)
            case ActionKind.DISCARD:
                return w._("Discard {cards}", cards=cards)
            case ActionKind.COVER:
                after = action.lead_after
                first = w.card(action.cover)
                return (
                    w._("Beat with {first}, then lead {second}", first=first, second=w.card(after))
                    if after is not None
                    else w._("Beat with {first} and go out", first=first)
                )
            case ActionKind.PICK_UP:
                return w._("Pick up")
            case ActionKind.DECLARE:
                return w._("Declare {what}", what=combination(action.combination))
            case _:
                return w._("Pass")

    def _why(self) -> None:
        """The bots' reasons for what everybody saw; those for hidden cards wait for the count (A18)."""
        hidden = (ActionKind.DISCARD, ActionKind.PASS)
        told = [(s, c) for s, c in self.reasons if c.action.kind not in hidden]
        if not told:
            self.say("No bot has played in the open yet; why a card was hidden is told after the deal.")
        for seat, choice in told[-4:]:
            self.say(f"{self.words.name(seat)}, {self._spoken(choice.action).lower()}: {choice.reason}")

    def _rules(self, name: str) -> None:
        text = describe(self.table.profile)
        if not name:
            self.say(text)
            return
        lines = text.splitlines()
        found = [i for i, line in enumerate(lines) if name.lower() in line.lower()]
        if not found:
            self.say(f"No rule of this version mentions {name!r}.")
        for i in dict.fromkeys(j for i in found for j in (i, i + 1) if j < len(lines)):
            self.say(lines[i])

    # -- between deals ---------------------------------------------------------------------------

    def _go_on(self) -> None:
        hidden = [(s, c) for s, c in self.reasons if c.action.kind is ActionKind.DISCARD]
        while True:
            line = self.ask("Enter for the next deal (why, score, rules, save, quit) > ").strip()
            if line.lower() == "why":
                for seat, choice in hidden[-4:]:
                    self.say(f"{self.words.name(seat)}, {self._spoken(choice.action).lower()}: {choice.reason}")
            elif line and not self._other(line, self.people[0], self.table.view(self.people[0])):
                self.say("Press Enter to go on.")
            elif not line:
                break
        self.reasons, self.front = [], None
        for seat in self.people:
            if self.table.stage is Stage.COUNTING:
                self._do(Command("ready", seat))

    def _again(self) -> bool:
        if self.record is not None:
            self._save_record(str(self.record))
        line = self.ask("Another match at this table? [y/N] ").strip().lower()
        if line not in ("y", "yes", "д", "да"):
            if self.path is not None:
                self.path.unlink(missing_ok=True)
            return False
        self.reasons = []
        return self._do(Command("rematch", self.people[0])).ok

    def _save_record(self, name: str) -> None:
        """Write the match so far as a record: as these people saw it until it is over, whole afterwards."""
        from datetime import date

        from shokha.record import Record

        over = self.table.stage is Stage.OVER
        viewpoint: Any = "complete" if over else self.people[0] if len(self.people) == 1 else "public"
        path = Path(name or "shokha-match.txt").expanduser()
        record = Record.from_events(
            self.table.profile,
            self.table.log if over else self.table.stream(None if viewpoint == "public" else viewpoint),
            viewpoint=viewpoint,
            players=self.words.names,
            seed=self.table.seed if over else None,
            date=date.today().isoformat(),
        )
        try:
            record.write(path)
        except OSError as error:
            self.say(f"{path} could not be written: {error.strerror}.")
        else:
            what = "The whole match" if over else "The match so far, as seen from here,"
            self.say(f"{what} is in {path}.")


def stdout_is_plain() -> bool:
    """Is this a terminal that should get no colours?"""
    return not sys.stdout.isatty()
