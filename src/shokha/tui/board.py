"""The table as a seat sees it: a line for everybody, what each has laid, and the pile of the games that have one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.content import Content

from shokha.cards import CardSet
from shokha.kozel.view import KozelView, Play, Trick
from shokha.tui.painting import BOX_HEIGHT, Look, side_by_side
from shokha.words import Words
from shokha.words.base import in_order
from shokha.words.showing import face_down, pile_line, trump_line

NAME_WIDTH = 16
BOXES = 9
"""How many cards of a pile are drawn, from the top."""


class Board:
    """Draws views. `roomy` draws the cards laid as boxes."""

    def __init__(self, words: Words, look: Look) -> None:
        self.words, self.look = words, look

    def draw(self, view: Any, *, lying: Trick | None = None, roomy: bool = False) -> Content:
        """All that lies on the table. `lying` is a trick just taken, whose cards have not been gathered yet."""
        if not isinstance(view, KozelView):
            return self._pile(view, roomy)
        plays = lying.plays if lying is not None else view.trick
        best = lying.winner if lying is not None else view.master
        seats = self._order(view)
        about = self._columns(view, [[self._backs(view.counts[seat]), self._tricks(view, seat)] for seat in seats])
        lines = [self.look.content(trump_line(self.words, view))]
        for seat, text in zip(seats, about, strict=True):
            laid = [play for play in plays if play.seat == seat]
            lines += self._row(text, laid, seat == best, roomy)
        return Content("\n").join(lines)

    def _order(self, view: Any) -> list[int]:
        """Clockwise, the viewer last, as they sit around him; those who sit out are left out."""
        first = (view.seat + 1) if view.seat is not None else 0
        n = len(view.counts)
        return [seat for seat in ((first + k) % n for k in range(n)) if view.seats >> seat & 1]

    def _columns(self, view: Any, rest: Sequence[Sequence[str]]) -> list[Content]:
        """A line for each seat in order: whose turn it is, the name, and the rest in columns as wide as they need."""
        seats = self._order(view)
        names = [self._short(self.words.start(self.words.name(seat))) for seat in seats]
        rows = [[name, *texts] for name, texts in zip(names, rest, strict=True)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for seat, row in zip(seats, rows, strict=True):
            mark = (">" if self.look.ascii else "▶") if view.turn == seat else " "
            name, *texts = (f"{text:<{width}}" for text, width in zip(row, widths, strict=True))
            lines.append(Content.assemble((f"{mark} {name}", "bold" if mark.strip() else ""), "  ", "  ".join(texts)))
        return lines

    def _short(self, name: str) -> str:
        if len(name) <= NAME_WIDTH:
            return name
        return f"{name[: NAME_WIDTH - 1]}{'.' if self.look.ascii else '…'}"

    def _backs(self, count: int) -> str:
        return ("#" if self.look.ascii else "▮") * count

    def _tricks(self, view: KozelView, seat: int) -> str:
        n = view.tricks_of(seat)
        return self.words.tricks(n) if n else ""

    # -- tricks ----------------------------------------------------------------------------------

    def _row(self, about: Content, laid: Sequence[Play], is_best: bool, roomy: bool) -> list[Content]:
        """A seat and its cards: one line, or three with boxes."""
        start = about.cell_length + 2
        if not roomy:
            return [
                Content.assemble(about.pad_right(start - about.cell_length), *(self._laid(p, is_best) for p in laid))
            ]
        boxes = [self._boxes(play) for play in laid]
        pieces = boxes[0] if boxes else [Content()] * BOX_HEIGHT
        held = Content.styled(f"  {self._holds()}", "bold") if is_best else Content()
        return [
            Content.assemble(" " * start, pieces[0]),
            Content.assemble(about.pad_right(start - about.cell_length), pieces[1], held),
            Content.assemble(" " * start, pieces[2]),
        ]

    def _holds(self) -> str:
        return self.words._("(holds the trick)")

    def _laid(self, play: Play, is_best: bool) -> Content:
        if not play.face_up:
            return Content.styled(face_down(self.words, play), "dim")
        cards = self.look.content(self.words.cards(play.cards), "bold" if is_best else "")
        return Content.assemble(cards, f" {self._holds()}") if is_best else cards

    def _boxes(self, play: Play) -> list[Content]:
        if not play.face_up:
            return self.look.backs(play.count)
        cards = in_order(play.cards, self.words.profile.game)
        return side_by_side([self.look.box(self.words, card) for card in cards])

    # -- piles -----------------------------------------------------------------------------------

    def _pile(self, view: Any, roomy: bool) -> Content:
        w, lines = self.words, []
        hands: Sequence[CardSet] = getattr(view, "hands", ())
        seats = self._order(view)
        own = [w.suit(view.trumps[seat]) if view.trumps[seat] >= 0 else "?" for seat in seats]
        held = [w.number_of_cards(view.counts[seat]) for seat in seats]
        for seat, about in zip(seats, self._columns(view, list(zip(own, held, strict=True))), strict=True):
            lines.append(about)
            if hands and seat != view.seat:  # Besicovitch's game is played with open hands
                lines.append(self.look.content(f"  {w.cards(hands[seat])}"))
        if not getattr(view, "is_picking", False):
            lines.append(self.look.content(pile_line(w, view)))
            if roomy:
                lines += side_by_side([self.look.box(w, card) for card in view.look()[:BOXES]])
        return Content("\n").join(lines)
