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
        lines = [self.look.content(trump_line(self.words, view))]
        for seat in self._order(view):
            laid = [play for play in plays if play.seat == seat]
            about = self._about(view, seat, f"{self._backs(view.counts[seat]):<4} {self._tricks(view, seat)}")
            lines += self._row(about, laid, seat == best, roomy)
        return Content("\n").join(lines)

    def _order(self, view: Any) -> list[int]:
        """Clockwise, the viewer last, as they sit around him; those who sit out are left out."""
        first = (view.seat + 1) if view.seat is not None else 0
        n = len(view.counts)
        return [seat for seat in ((first + k) % n for k in range(n)) if view.seats >> seat & 1]

    def _about(self, view: Any, seat: int, rest: str) -> Content:
        mark = (">" if self.look.ascii else "▶") if view.turn == seat else " "
        name = self.words.start(self.words.name(seat))
        shown = name if len(name) <= NAME_WIDTH else f"{name[: NAME_WIDTH - 1]}{'.' if self.look.ascii else '…'}"
        return Content.assemble(
            (f"{mark} ", "bold"), (f"{shown:<{NAME_WIDTH}}", "bold" if mark.strip() else ""), f" {rest}"
        )

    def _backs(self, count: int) -> str:
        return ("#" if self.look.ascii else "▮") * count

    def _tricks(self, view: KozelView, seat: int) -> str:
        n = view.tricks_of(seat)
        return self.words.tricks(n) if n else ""

    # -- tricks ----------------------------------------------------------------------------------

    def _row(self, about: Content, laid: Sequence[Play], is_best: bool, roomy: bool) -> list[Content]:
        """A seat and its cards: one line, or three with boxes."""
        start = max(36, about.cell_length + 1)
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
        for seat in self._order(view):
            suit = w.suit(view.trumps[seat]) if view.trumps[seat] >= 0 else "?"
            held = w.number_of_cards(view.counts[seat])
            lines.append(self._about(view, seat, f"{suit:<12} {held}"))
            if hands and seat != view.seat:  # Besicovitch's game is played with open hands
                lines.append(self.look.content(f"  {w.cards(hands[seat])}"))
        if not getattr(view, "is_picking", False):
            lines.append(self.look.content(pile_line(w, view)))
            if roomy:
                lines += side_by_side([self.look.box(w, card) for card in view.look()[:BOXES]])
        return Content("\n").join(lines)
