"""What opens over the table: texts to read, the list of moves, the rules, questions, and the cover between people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from shokha.actions import Action, ActionKind
from shokha.tui.painting import Look
from shokha.words import Words, describe_action


class Page(ModalScreen[str]):
    """A text to read, with buttons below: (answer, label, keys). Escape answers with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer('')", show=False),
        Binding("down,j", "scroll_by(1)", show=False),
        Binding("up,k", "scroll_by(-1)", show=False),
        Binding("pagedown", "scroll_by(10)", show=False),
        Binding("pageup", "scroll_by(-10)", show=False),
    ]

    def __init__(self, title: str, text: Content, buttons: Sequence[tuple[str, str, str]]) -> None:
        super().__init__(classes="page")
        self._heading, self._text, self._buttons = title, text, buttons
        self._answers = {key: answer for answer, _, keys in buttons for key in keys.split(",")}

    def compose(self) -> ComposeResult:
        with Vertical(classes="window"):
            yield Static(Content(self._heading), classes="heading")
            with VerticalScroll(can_focus=False):
                yield Static(self._text)
            with HorizontalGroup(classes="buttons"):
                for answer, label, _ in self._buttons:
                    yield Button(Content(label), id=f"answer-{answer}", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(str(event.button.id).removeprefix("answer-"))

    def on_key(self, event: events.Key) -> None:
        """Buttons by their letters, Latin or Cyrillic."""
        if event.key in self._answers:
            event.stop()
            self.dismiss(self._answers[event.key])

    def action_answer(self, answer: str) -> None:
        self.dismiss(answer)

    def action_scroll_by(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class Cover(Screen[None]):
    """Hides everything while the keyboard passes to another person."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "uncover", show=False)]

    def __init__(self, words: Words, name: str) -> None:
        super().__init__(classes="cover")
        self._words, self._who = words, name

    def compose(self) -> ComposeResult:
        w = self._words
        text = w._("Pass the keyboard to {name}, who then presses Enter. ").format(name=self._who).strip()
        with Vertical(classes="middle"):
            yield Static(Content(text))
            yield Button(
                Content.assemble(("Enter", "bold underline"), " ", w._("Show my cards")), id="uncover", compact=True
            )

    def on_button_pressed(self) -> None:
        self.dismiss()

    def action_uncover(self) -> None:
        self.dismiss()


class Moves(ModalScreen[Action | None]):
    """All legal moves. Where any card may be led after a cover, the covers come first and the leads after."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]

    def __init__(self, words: Words, look: Look, legal: Sequence[Action]) -> None:
        super().__init__(classes="page")
        self._words, self._look, self._legal = words, look, legal
        self._offered: list[Action] = []
        self._covering: int | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="window"):
            yield Static(Content(self._words._("Legal moves; Enter plays one, Escape goes back.")), classes="heading")
            yield OptionList()

    def on_mount(self) -> None:
        self._offer(None)

    def _offer(self, cover: int | None) -> None:
        """List all moves, or the leads that may follow a cover."""
        w, texts = self._words, []
        self._covering, self._offered, covers = cover, [], set()
        for action in self._legal:
            after = action.lead_after if action.kind is ActionKind.COVER else None
            if cover is not None:
                if after is None or action.cover != cover:
                    continue
                texts.append(describe_action(w, action))
            elif after is None:
                texts.append(describe_action(w, action))
            elif action.cover not in covers:
                covers.add(action.cover)
                texts.append(w._("beat with {card}, then lead …").format(card=w.card(action.cover)))
            else:
                continue
            self._offered.append(action)
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(self._look.content(w.start(text))) for text in texts])
        options.highlighted = 0 if texts else None
        options.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        action = self._offered[event.option_index]
        leads_follow = action.kind is ActionKind.COVER and action.lead_after is not None
        if leads_follow and self._covering is None:
            self._offer(action.cover)
        else:
            self.dismiss(action)

    def action_back(self) -> None:
        if self._covering is not None:
            self._offer(None)
        else:
            self.dismiss(None)


class Rules(ModalScreen[None]):
    """The version being played; typing finds settings by name, meaning or rule id."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("down", "scroll_by(1)", show=False),
        Binding("up", "scroll_by(-1)", show=False),
        Binding("pagedown", "scroll_by(10)", show=False),
        Binding("pageup", "scroll_by(-10)", show=False),
    ]

    def __init__(self, words: Words, look: Look, text_for: Callable[[str], Sequence[str]]) -> None:
        super().__init__(classes="page")
        self._words, self._look, self._text_for = words, look, text_for

    def compose(self) -> ComposeResult:
        with Vertical(classes="window"):
            yield Static(self._look.content(f"{self._words.title()}: {self._words.version()}"), classes="heading")
            yield Input(
                placeholder=self._words._("a setting or a rule, such as eggs or A14"), max_length=40, compact=True
            )
            with VerticalScroll(can_focus=False):
                yield Static(self._look.lines(self._text_for("")), id="found")
            yield Static(Content(self._words._("Escape closes.")), classes="keys")

    def on_input_changed(self, event: Input.Changed) -> None:
        self.query_one("#found", Static).update(self._look.lines(self._text_for(event.value.strip())))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_close(self) -> None:
        self.dismiss()

    def action_scroll_by(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
