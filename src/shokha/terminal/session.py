"""One sitting at the keyboard: commands go to a `Table`, what comes out is printed, as a server would do it.

The loop asks the table what is wanted next. Moves of bots are made here; a person's line is either one
of the `commands` or a move, which is read without judging it and handed to the table. Everything that
the table accepts is written down at once, so leaving is possible at any moment.
"""

from __future__ import annotations

from pathlib import Path

from shokha.actions import Action, ActionKind
from shokha.errors import NotationError
from shokha.table import Command, Stage
from shokha.terminal import reading, screen
from shokha.terminal.commands import Commands
from shokha.terminal.console import Console
from shokha.terminal.host import Host, hides_a_winner
from shokha.terminal.saves import Kept
from shokha.words import Words
from shokha.words.showing import pairs_of

YES = {"y", "yes", "д", "да"}
NO = {"n", "no", "н", "нет"}


class Session:
    """A kept match played on a console. `words` speaks to everybody at this keyboard.

    `command` is what starts the next sitting.
    """

    def __init__(
        self, kept: Kept, words: Words, console: Console, *, record: Path | None = None, confirm_hide: bool = False
    ) -> None:
        self.kept, self.words, self.console = kept, words, console
        self.table = kept.table
        self.record = record
        self.confirm_hide = confirm_hide
        self.command = "shokha play"
        self.host = Host(kept, words, console.say)
        self.people = self.host.people
        self.commands = Commands(self)
        self._front: int | None = None
        """Whose eyes are on the screen; None until somebody has taken the keyboard."""
        for seat in self.people:
            self.host.news(seat)  # a resumed match: what went before has been told
        self._leave_front()

    # -- the loop --------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the people have had enough; the exit code.

        Raises `commands.Quit`, EOFError or KeyboardInterrupt when they leave a match that goes on.
        """
        while True:
            match self.table.stage:
                case Stage.SEATING:
                    self._start()
                case Stage.PLAYING:
                    self._move()
                case Stage.COUNTING:
                    self._between_deals()
                case Stage.OVER:
                    code = self._after_the_match()
                    if code is not None:
                        return code

    def _news(self) -> None:
        """Print what the person in front of the screen has not seen yet."""
        if self._front is not None:
            for line in self.host.news(self._front):
                self.console.say(line)

    def _start(self) -> None:
        w, profile = self.words, self.table.profile
        text = w._("{title}: {version}. Rules {fingerprint}.")
        self.console.say(text.format(title=w.title(), version=w.version(), fingerprint=profile.fingerprint))
        seats = [
            f"{seat + 1}\u00a0{w.names[seat]}" + (f" ({place.bot})" if place.bot else "")
            for seat, place in enumerate(self.table.places)
        ]
        text = w._("Seats, clockwise: {seats}. Type help at any time.")
        self.console.say(text.format(seats=", ".join(seats)))
        self.host.must(Command("start", self.people[0]))
        self._news()

    # -- moves -----------------------------------------------------------------------------------

    def _move(self) -> None:
        seat = self.table.to_decide()[0]
        bot = self.table.places[seat].played_by_bot
        if bot:
            self._bot_moves(seat, bot)
        else:
            self._person_moves(seat)

    def _bot_moves(self, seat: int, name: str) -> None:
        self.host.bot_plays(seat, self.host.choose(seat, name))
        self._news()

    def _person_moves(self, seat: int) -> None:
        self._hand_over(seat)
        self._news()
        self.show(seat)
        view = self.table.view(seat)
        while True:
            line = self.console.ask(screen.prompt(self.words, view))
            if not line or self.commands.run(line, seat):
                continue
            try:
                action = reading.read_action(line, view, self.words._)
            except NotationError as error:
                self.console.say(str(error))
                continue
            if self.confirm_hide and hides_a_winner(action, view) and not self._is_sure(action):
                continue
            pairs = pairs_of(self.words, view, action.cards) if action.kind is ActionKind.BEAT else ""
            answer = self.host.do(Command("play", seat, str(action)))
            if answer.ok:
                if pairs:
                    self.console.say(f"({pairs})")
                self._news()
                return
            for told in self.host.refusal(answer, view):
                self.console.say(told)

    def show(self, seat: int) -> None:
        """The whole situation before a decision."""
        for line in screen.decision(self.words, self.table, seat):
            self.console.say(line)

    def _is_sure(self, action: Action) -> bool:
        text = self.words._("{cards} could take this trick. Hide it? [y/N] ")
        return self.console.ask(text.format(cards=self.words.cards(action.cards))).lower() in YES

    # -- several people at one keyboard ------------------------------------------------------------

    def _leave_front(self) -> None:
        self._front = self.people[0] if len(self.people) == 1 else None

    def _hand_over(self, seat: int) -> None:
        """Nobody sees another's hand."""
        if self._front != seat:
            self._front = None
            self.console.cover()
            text = self.words._("Pass the keyboard to {name}, who then presses Enter. ")
            self.console.ask(text.format(name=self.words.names[seat]))
            self._front = seat

    def _all_look(self) -> None:
        """The count concerns everybody at the keyboard; whoever sits in front reads it out.

        Where nobody has sat down to this deal yet, only what all may know is told.
        """
        if self._front is None:
            for line in self.host.ending():
                self.console.say(line)
        self._news()
        for seat in self.people:
            self.host.news(seat)

    # -- between deals and matches -----------------------------------------------------------------

    def _between_deals(self) -> None:
        """The count is on the screen; Enter deals the next."""
        self._all_look()
        while line := self.console.ask(self.words._("Enter for the next deal> ")):
            if not self.commands.run(line, None):
                self.console.say(self.words._("Press Enter for the next deal, or type help."))
        for seat in self.people:
            self.host.must(Command("ready", seat))
        self._leave_front()
        self._news()

    def _after_the_match(self) -> int | None:
        """Tell the seed, file the record, offer another match; the exit code unless there is one."""
        self._all_look()
        self.console.say(self.words._("The seed of this match was {seed}.").format(seed=self.host.match_seed()))
        filed = self.host.write_record(self.record or self.host.place_for_record())
        try:
            wanted = self._wants_another()
        except (EOFError, KeyboardInterrupt) as leaving:
            if filed:
                self.kept.forget()
            self.console.say("")
            return 130 if isinstance(leaving, KeyboardInterrupt) else 0
        if not wanted:
            self.kept.forget()
            return 0
        self.host.rematch()
        self._leave_front()
        self._news()
        return None

    def _wants_another(self) -> bool:
        while True:
            line = self.console.ask(self.words._("Another match at this table? [y/N] "))
            if not line or line.lower() in YES | NO:
                return line.lower() in YES
            if not self.commands.run(line, None):
                self.console.say(self.words._("Answer y or n, or type help."))
