"""Sentences and cards as text that Textual can show: suit colours by their sixteen names, and boxes drawn in text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from textual.content import Content

from shokha.cards import Card
from shokha.terminal.console import painted_parts
from shokha.words import Words

# By the names of the sixteen, so that a terminal's own theme decides what red is.
_TWO = {1: "ansi_red", 2: "ansi_red"}
_FOUR = {1: "ansi_red", 2: "ansi_bright_blue", 3: "ansi_green"}
PALETTES: Mapping[str, Mapping[int, str]] = {"none": {}, "two": _TWO, "four": _FOUR}

BOX_WIDTH, BOX_HEIGHT = 5, 3
"""Columns and lines of a card drawn as a box."""


@dataclass(frozen=True, slots=True)
class Look:
    """How cards look: the colours of the suits, and whether lines and signs may be other than ASCII."""

    palette: str = "two"
    ascii: bool = False

    def content(self, text: str, style: str = "") -> Content:
        """A sentence of `Words`, made harmless, its cards coloured."""
        colours = PALETTES[self.palette]
        parts = [(piece, "" if suit is None else colours.get(suit, "")) for suit, piece in painted_parts(text)]
        told = Content.assemble(*parts)
        return told.stylize(style) if style else told

    def lines(self, texts: Iterable[str]) -> Content:
        """Sentences below one another."""
        return Content("\n").join([self.content(text) for text in texts])

    def box(
        self, w: Words, card: Card, *, label: str = "", marked: bool = False, cursor: bool = False
    ) -> list[Content]:
        """The three lines of a card: a label in the upper edge, double lines when it is marked."""
        left, across, right, side, low_left, low_right = tuple(self._edges(marked))
        style = "bold" if marked else ""
        label_style = f"{style} reverse".strip() if cursor else style
        face = self.content(w.card(card), style)
        return [
            Content.assemble((left, style), (label, label_style), (f"{across * (3 - len(label))}{right}", style)),
            Content.assemble((side, style), face.pad_right(3 - face.cell_length), (side, style)),
            Content.styled(f"{low_left}{across * 3}{low_right}", style),
        ]

    def backs(self, count: int) -> list[Content]:
        """The three lines of some cards that lie face down."""
        left, across, right, side, low_left, low_right = tuple(self._edges(False))
        hatch = "###" if self.ascii else "░░░"
        pieces = (f"{left}{across * 3}{right}", f"{side}{hatch}{side}", f"{low_left}{across * 3}{low_right}")
        return [Content(piece * count) for piece in pieces]

    def _edges(self, marked: bool) -> str:
        if self.ascii:
            return "#=#|##" if marked else "+-+|++"
        return "╔═╗║╚╝" if marked else "┌─┐│└┘"


def side_by_side(boxes: Iterable[list[Content]]) -> list[Content]:
    """Boxes in a row, as lines."""
    each = list(boxes)
    return [Content.assemble(*row) for row in zip(*each, strict=True)] if each else [Content()] * BOX_HEIGHT
