"""A view as readable text, for `print(view)` in a session at the Python prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shokha.cards import format_card, format_cards

if TYPE_CHECKING:
    from shokha.kozel.view import KozelView, Play


def describe(view: KozelView) -> str:
    """What a seat knows, in a few lines. Seats are numbered from 0, as in code."""
    who = "the public" if view.seat is None else f"seat {view.seat}"
    trump = "no trump" if view.trump < 0 else f"trump {'♠♥♦♣'[view.trump]}"
    if view.turn_up is not None:
        trump += f" ({format_card(view.turn_up, glyphs=True)} {'under the stock' if view.stock else 'drawn'})"
    if view.shown is not None:
        trump += f" ({format_card(view.shown, glyphs=True)} was shown)"
    lines = [f"{view.profile.name}, deal {view.number}, as {who} sees it: {trump}, {view.stock} in the stock"]
    if view.seat is not None:
        lines.append(f"hand    {format_cards(view.hand, sep=' ', glyphs=True) or '-'}")
    held = (f"{s}:{n}" for s, n in enumerate(view.counts) if view.seats >> s & 1)
    lines.append(
        f"cards   {' '.join(held)}    tricks {' '.join(f'{s}:{view.tricks_of(s)}' for s in range(len(view.counts)))}"
    )
    if view.trick:
        lines.append("trick   " + "   ".join(_play(p, view) for p in view.trick))
    if view.points is not None:
        lines.append(f"counted {' - '.join(map(str, view.points))}")
    elif view.turn is not None:
        lines.append(f"turn    seat {view.turn} " + (f"answers with {view.owes}" if view.owes else "leads"))
    return "\n".join(lines)


def _play(play: Play, view: KozelView) -> str:
    cards = format_cards(play.cards, sep=" ", glyphs=True) if play.cards else f"{play.count} hidden"
    if not play.face_up and play.cards:
        cards = f"({cards})"
    return f"{play.seat}: {cards}" + (" holds" if play.seat == view.master and play.face_up else "")
