"""The own cards, to be picked with keys or the mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from shokha.cards import Card
from shokha.tui.painting import BOX_HEIGHT, BOX_WIDTH, Look, side_by_side
from shokha.words import Words

CELL_WIDTH = 8
"""Columns of a card in a large hand, which is written without boxes."""


class Hand(Widget, can_focus=True):
    """Cards with their numbers. `picked` holds the chosen ones in the order in which they were chosen.

    `changed` is called when other cards are picked.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("up", "row(-1)", show=False),
        Binding("down", "row(1)", show=False),
        Binding("home", "move(-99)", show=False),
        Binding("end", "move(99)", show=False),
        Binding("space", "pick", show=False),
    ]

    def __init__(self, words: Words, look: Look, changed: Callable[[], object]) -> None:
        super().__init__(id="hand")
        self.words, self.look = words, look
        self._tell = changed
        self.cards: list[Card] = []
        self.picked: list[Card] = []
        self.cursor = 0

    def show(self, cards: Sequence[Card]) -> None:
        """Hold these cards; of those picked, what is still there stays picked."""
        if self.cards != list(cards):
            self.cards = list(cards)
            self.picked = [card for card in self.picked if card in self.cards]
            self.cursor = max(0, min(self.cursor, len(self.cards) - 1))
            self.refresh(layout=True)

    def clear(self) -> None:
        """Pick nothing."""
        if self.picked:
            self.picked = []
            self._changed()

    def pick(self, cards: Sequence[Card]) -> None:
        """Pick these cards, as somebody advises."""
        self.picked = [card for card in cards if card in self.cards]
        self.refresh()

    def toggle(self, index: int) -> None:
        """Pick a card by its place, or put it back."""
        if 0 <= index < len(self.cards):
            card = self.cards[index]
            self.cursor = index
            if card in self.picked:
                self.picked.remove(card)
            else:
                self.picked.append(card)
            self._changed()

    def _changed(self) -> None:
        self.refresh()
        self._tell()  # at once: a message could arrive after the next key

    # -- keys and mouse --------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        self.cursor = max(0, min(self.cursor + by, len(self.cards) - 1))
        self.refresh()

    def action_row(self, by: int) -> None:
        self.action_move(by * self._per_row(self.size.width))

    def action_pick(self) -> None:
        self.toggle(self.cursor)

    def on_click(self, event: events.Click) -> None:
        """Pick the card under the mouse."""
        at = event.get_content_offset(self)
        if at is not None:
            boxed, width = self._is_boxed(self.size.width), self.size.width
            column = at.x // (BOX_WIDTH if boxed else CELL_WIDTH)
            row = at.y // (BOX_HEIGHT if boxed else 1)
            if column < self._per_row(width):
                self.toggle(row * self._per_row(width) + column)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    # -- drawing ---------------------------------------------------------------------------------

    def _is_boxed(self, width: int) -> bool:
        """One row of boxes, or two where the screen is high."""
        rows = 2 if self.app.size.height >= 32 else 1
        return len(self.cards) <= rows * max(1, width // BOX_WIDTH)

    def _per_row(self, width: int) -> int:
        return max(1, width // (BOX_WIDTH if self._is_boxed(width) else CELL_WIDTH))

    def _rows(self, width: int) -> list[list[int]]:
        step = self._per_row(width)
        return [list(range(at, min(at + step, len(self.cards)))) for at in range(0, len(self.cards), step)]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the cards need; room for a row of boxes when there are none, so that nothing jumps."""
        return max(BOX_HEIGHT, len(self._rows(width)) * (BOX_HEIGHT if self._is_boxed(width) else 1))

    def render(self) -> Content:
        width, lines = self.size.width, []
        boxed = self._is_boxed(width)
        for row in self._rows(width):
            lines += side_by_side([self._box(n) for n in row]) if boxed else [self._cells(row)]
        return Content("\n").join(lines)

    def _box(self, n: int) -> list[Content]:
        card = self.cards[n]
        at_cursor = self.has_focus and n == self.cursor
        return self.look.box(self.words, card, label=str(n + 1), marked=card in self.picked, cursor=at_cursor)

    def _cells(self, row: Sequence[int]) -> Content:
        cells = []
        for n in row:
            card, at_cursor = self.cards[n], self.has_focus and n == self.cursor
            mark, style = ("*", "bold reverse") if card in self.picked else (" ", "")
            number = Content.styled(f"{n + 1:>2}", "reverse" if at_cursor else "dim")
            face = self.look.content(f"{mark}{self.words.card(card)}", style)
            cells.append(Content.assemble(number, face.pad_right(CELL_WIDTH - 2 - face.cell_length)))
        return Content.assemble(*cells)
