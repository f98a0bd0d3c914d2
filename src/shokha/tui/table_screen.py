"""The table on the screen: what the person in front may see, the own cards, and the buttons."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, HorizontalGroup, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Static

from shokha.actions import Action, ActionKind
from shokha.clean import clean
from shokha.errors import NotationError, ShokhaError
from shokha.kozel.view import KozelView
from shokha.table import Command, Stage
from shokha.terminal import screen
from shokha.terminal.host import hides_a_winner
from shokha.terminal.reading import hand_of
from shokha.terminal.rules import explain, settings_about, settings_of
from shokha.tui import asking
from shokha.tui.board import Board
from shokha.tui.dialogs import Moves, Page, Rules
from shokha.tui.hand import Hand
from shokha.tui.painting import Look
from shokha.tui.picking import VERBS, action_for, cards_of_action, meanings, verbs_for
from shokha.tui.sitting import Sitting, why_page
from shokha.words import describe_action

STORY = 200
"""Lines of what was told that can be scrolled back to."""
DECLARATIONS = 4
"""Buttons for combinations: four suits can be picked (QC2)."""


class TableScreen(Screen[None]):
    """The face of one `Sitting`. `confirm_hide` asks before cards are hidden that could win."""

    # Each letter also by the Cyrillic one on the same key.
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"digit({n})", show=False) for n in range(10)),
        Binding("l,д", "verb('lead')", show=False),
        Binding("b,и", "verb('beat')", show=False),
        Binding("d,в", "verb('discard')", show=False),
        Binding("p,з,plus", "verb('pickup')", show=False),
        Binding("n,т,minus", "verb('pass')", show=False),
        Binding("y,н,exclamation_mark", "declare(0)", show=False),
        Binding("enter", "go_on", show=False),
        Binding("escape,c,с", "clear", show=False),
        Binding("h,р", "hint", show=False),
        Binding("m,ь", "moves", show=False),
        Binding("w,ц", "why", show=False),
        Binding("t,е", "last_trick", show=False),
        Binding("r,к", "rules", show=False),
        Binding("x,ч", "record", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("pageup", "story(-5)", show=False),
        Binding("pagedown", "story(5)", show=False),
        Binding("q,й", "app.leave(0)", show=False),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - as the base class has it

    def __init__(self, sitting: Sitting, look: Look, *, confirm_hide: bool) -> None:
        super().__init__()
        self.sitting, self.host = sitting, sitting.host
        self.words, self.match_table = self.host.words, self.host.table
        self.look, self.confirm_hide = look, confirm_hide
        self.notes: list[str] = []
        """What stands above the hand: a refusal, advice."""
        self._stories: dict[int, list[str]] = {seat: [] for seat in self.host.people}
        self._shown: dict[str, Content] = {}
        self._board = Board(self.words, look)

    @property
    def acting(self) -> int | None:
        """The person whose decision is awaited now."""
        return self.sitting.acting

    # -- what stands where -------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Static(id="score")
        with Container(id="middle"):
            with VerticalScroll(id="table", can_focus=False):
                yield Static(id="board")
            with VerticalScroll(id="story", can_focus=False):
                yield Static(id="told")
        yield Static(id="message")
        yield Hand(self.words, self.look, self._other_cards)
        with HorizontalGroup(id="verbs"):
            for verb in VERBS:
                yield Button(self._label(verb), id=verb, compact=True)
            for n in range(DECLARATIONS):
                yield Button("", id=f"declare-{n}", compact=True)
            yield Button(self._keyed("Enter", self.words._("Next deal")), id="go_on", compact=True)
        yield Static(asking.keys(self.words), id="keys")

    def _label(self, verb: str) -> Content:
        w = self.words
        key, text = {
            "lead": ("l", w._("Lead")),
            "beat": ("b", w._("Beat")),
            "discard": ("d", w._("Discard face down")),
            "pickup": ("p", w._("Pick up")),
            "pass": ("n", w._("Pass")),
        }[verb]
        return self._keyed(key, text)

    @staticmethod
    def _keyed(key: str, text: str) -> Content:
        return Content.assemble((key, "bold underline"), f" {text}")

    def on_mount(self) -> None:
        self.query_one(Hand).focus()
        self.update()
        self.play_on()

    @work(exclusive=True)
    async def play_on(self) -> None:
        """Keep the match going until the people have had enough."""
        try:
            await self.sitting.run(self)
        except ShokhaError as error:
            self.app.exit(error)
        else:
            await self.app.run_action("leave(0)")

    async def ask(self, dialog: Screen[Any]) -> Any:
        """Open a dialog; what it was dismissed with."""
        return await self.app.push_screen_wait(dialog)

    def on_resize(self) -> None:
        self.update()

    def update(self) -> None:
        """Show what the person in front may see now, and nothing else."""
        table, front = self.match_table, self.sitting.front
        view = table.view(front) if table.match is not None else None
        if view is None:
            return
        self._show("score", self.look.content(screen.score(self.words, table), "bold"))
        roomy = self.app.size.height >= 36 and self.app.size.width >= 100
        drawn = [self._board.draw(view, lying=self.sitting.lying, roomy=roomy)]
        drawn += [self.look.content(line) for line in screen.remembered(self.words, table, view)]
        self._show("board", Content("\n").join(drawn))
        self._tell_story()
        self.query_one(Hand).show(hand_of(view) if front is not None else [])
        self._show_message()
        self._show_verbs()

    def _show(self, name: str, content: Content) -> None:
        if name not in self._shown or not self._shown[name].is_same(content):  # layouts are what takes time
            self._shown[name] = content
            self.query_one(f"#{name}", Static).update(content)

    def _tell_story(self) -> None:
        """What the person in front has been told; the stories of the others wait for them."""
        told: list[str] = []
        if self.sitting.front is not None:
            told = self._stories[self.sitting.front]
            told += self.host.news(self.sitting.front)
            del told[:-STORY]
        self._show("told", self.look.lines(told))
        self.query_one("#story", VerticalScroll).anchor()  # the newest stays in sight, whatever grows below

    def _show_message(self) -> None:
        lines = [self.look.content(note) for note in self.notes]
        if self.acting is not None:
            view = self.match_table.view(self.acting)
            lines += [self.look.content(text) for text in meanings(self.words, self.query_one(Hand).picked, view)]
        lines.append(self.look.content(self._banner(), "bold"))
        self._show("message", Content("\n").join(lines))

    def _banner(self) -> str:
        """What is being waited for."""
        table, w = self.match_table, self.words
        if self.acting is not None:
            return screen.whose_turn(w, table, self.acting, table.view(self.acting))
        if table.stage is Stage.COUNTING:
            return w._("Enter for the next deal.")
        if table.stage is Stage.OVER:
            return w._("The match is over; Enter goes on.")
        if self.sitting.lying is not None or table.turn is None:
            return ""
        return w._("{name} is to move.").format(name=w.start(w.names[table.turn]))

    def _show_verbs(self) -> None:
        view = self.match_table.view(self.acting) if self.acting is not None else None
        wanted = verbs_for(view) if view is not None else []
        for verb in VERBS:
            self.query_one(f"#{verb}", Button).display = verb in wanted
        declares = self._declarations()
        for n in range(DECLARATIONS):
            button = self.query_one(f"#declare-{n}", Button)
            button.display = n < len(declares)
            if n < len(declares):
                key = str(n + 1) if screen.is_picking(view) else "y"
                told = self.look.content(self.words.start(describe_action(self.words, declares[n])))
                button.label = Content.assemble((key, "bold underline"), " ", told)
        waits = self.acting is None and self.match_table.stage in (Stage.COUNTING, Stage.OVER)
        self.query_one("#go_on", Button).display = waits

    def _declarations(self) -> list[Action]:
        view = self.match_table.view(self.acting) if self.acting is not None else None
        legal = () if view is None else view.legal
        return [action for action in legal if action.kind is ActionKind.DECLARE][:DECLARATIONS]

    # -- what the person does --------------------------------------------------------------------------

    def on_button_pressed(self, event: Button.Pressed) -> None:
        name = str(event.button.id)
        if name == "go_on":
            self.action_go_on()
        elif name.startswith("declare-"):
            self.action_declare(int(name.removeprefix("declare-")))
        else:
            self.action_verb(name)
        self.query_one(Hand).focus()

    def _other_cards(self) -> None:
        """What was said about the cards picked before is out of date."""
        self.notes = []
        self._show_message()

    def action_digit(self, n: int) -> None:
        """A card by its number; 0 is the tenth. Where a trump is picked, a suit."""
        if self.acting is not None and screen.is_picking(self.match_table.view(self.acting)):
            self.action_declare(n - 1)
        else:
            self.query_one(Hand).toggle(n - 1 if n else 9)

    def action_clear(self) -> None:
        self.query_one(Hand).clear()

    def action_verb(self, verb: str) -> None:
        """Play the cards picked, in one meaning."""
        if self.acting is None:
            return
        view = self.match_table.view(self.acting)
        try:
            action = action_for(self.words, verb, self.query_one(Hand).picked, view)
        except NotationError as error:
            self.note(str(error))
        else:
            self.offer(action)

    def action_declare(self, n: int) -> None:
        declares = self._declarations()
        if 0 <= n < len(declares):
            self.offer(declares[n])

    def action_go_on(self) -> None:
        """Enter: the next deal, or the only thing that the picked cards can be used for."""
        self.sitting.go_on.set()
        if self.acting is None:
            return
        verbs = verbs_for(self.match_table.view(self.acting))
        if verbs == ["lead"]:
            self.action_verb("lead")
        elif "discard" in verbs:
            self.note(self.words._("Say which: b beats face up, d discards face down."))

    def offer(self, action: Action) -> None:
        """Hand a move to the table; with `confirm_hide` ask first whether a winner is to be hidden."""
        if self.acting is None:
            return
        if self.confirm_hide and hides_a_winner(action, self.match_table.view(self.acting)):
            w = self.words
            text = w._("{cards} could take this trick. Hide it?").format(cards=w.cards(action.cards))
            buttons = [("no", w._("No"), "n,т"), ("yes", w._("Yes, hide it"), "y,н")]
            page = Page(w._("Discard face down"), self.look.content(text), buttons)
            self.app.push_screen(page, lambda answer: self._play(action) if answer == "yes" else None)
        else:
            self._play(action)

    def _play(self, action: Action) -> None:
        seat = self.acting
        if seat is None:
            return
        view = self.match_table.view(seat)
        try:
            answer = self.host.do(Command("play", seat, str(action)))
        except ShokhaError as error:
            self.app.exit(error)
            return
        if answer.ok:
            self.sitting.moved()
            self.notes = []
            self.query_one(Hand).clear()
        else:
            self.note(*self.host.refusal(answer, view))

    def note(self, *lines: str) -> None:
        """Say something above the hand until the next key that matters."""
        self.notes = list(lines)
        self._show_message()

    # -- questions -------------------------------------------------------------------------------------

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Advice of a bot that sees what the person sees; its cards are picked, not played."""
        seat, name = self.acting, self.host.adviser()
        if seat is None:
            return
        if not name:
            self.note(self.words._("Nobody here knows this game well enough to advise you."))
            return
        asked = self.match_table.seq(seat)
        choice = await asyncio.to_thread(self.host.choose, seat, name)
        if self.acting == seat and self.match_table.seq(seat) == asked:
            self.query_one(Hand).pick(cards_of_action(choice.action))
            self.note(asking.advice(self.words, name, choice))

    def action_moves(self) -> None:
        if self.acting is not None:
            legal = self.match_table.view(self.acting).legal
            dialog = Moves(self.words, self.look, legal)
            self.app.push_screen(dialog, lambda chosen: None if chosen is None else self.offer(chosen))

    def action_why(self) -> None:
        if self.match_table.match is not None:
            self.app.push_screen(why_page(self.host, self.look))

    def action_last_trick(self) -> None:
        if isinstance(self.match_table.view(None), KozelView):
            self.note(self.host.last_trick(self.sitting.front))
        else:
            self.note(self.words._("There are no tricks in this game."))

    def action_rules(self) -> None:
        self.app.push_screen(Rules(self.words, self.look, self._rules_about))

    def _rules_about(self, what: str) -> list[str]:
        profile = self.match_table.profile
        if not what:
            return [f"{self.words._(clean(profile.source, 400))}.", *settings_of(profile, self.words._)]
        found = settings_about(what, profile, self.words._)
        nothing = self.words._("No setting of this version has to do with {what}.").format(what=clean(what, 40))
        return explain(profile, found, self.words._) or [nothing]

    def action_record(self) -> None:
        """Write down the match so far, as this keyboard saw it."""
        self.notes = []
        self.sitting.file()
        self._show_message()

    def say(self, text: str) -> None:
        """Something that is no part of the game: where a record is, a full disk."""
        self.notes.append(text)

    def action_help(self) -> None:
        w = self.words
        text = self.look.content(asking.help_text(w))
        self.app.push_screen(Page(w._("Keys"), text, [("close", w._("Back"), "enter")]))

    def action_story(self, lines: int) -> None:
        self.query_one("#story", VerticalScroll).scroll_relative(y=lines, animate=False)
