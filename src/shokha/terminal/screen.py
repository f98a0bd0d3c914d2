"""What stands above the prompt before a decision: whose turn, score, table, own hand; and the prompt itself."""

from __future__ import annotations

from typing import Any

from shokha.actions import ActionKind
from shokha.kozel.view import KozelView
from shokha.table import Stage, Table
from shokha.terminal.reading import hand_of
from shokha.words import Words, situation


def decision(w: Words, table: Table, seat: int) -> list[str]:
    """The whole situation of a seat that has to decide, in sentences."""
    view = table.view(seat)
    return [
        "",
        score(w, table),
        *situation(w, view),
        *remembered(w, table, view),
        f"{whose_turn(w, table, seat, view)} {_hand(w, table, seat, view)}",
    ]


def prompt(w: Words, view: Any) -> str:
    """The words before the cursor."""
    if any(action.kind is ActionKind.PASS for action in view.legal):
        return w._("declare or pass> ")
    if isinstance(view, KozelView) and view.owes:
        return w._("beat or discard> ")
    if is_picking(view):
        return w._("pick> ")
    return w._("lead> ") if leads(view) else w._("beat and lead> ")


def is_picking(view: Any) -> bool:
    """Are own trumps being picked (QC2)?"""
    return bool(getattr(view, "is_picking", False))


def leads(view: Any) -> bool:
    """May the viewer lead now?"""
    return any(action.kind is ActionKind.LEAD for action in view.legal)


def whose_turn(w: Words, table: Table, seat: int, view: Any) -> str:
    """What a seat is to do now."""
    if table.claim(seat) is not None:
        text = w.by(seat, w._("You may declare, or pass."), w._("{name} may declare, or pass."))
    elif is_picking(view):
        text = w.by(seat, w._("Your turn: pick your own trump."), w._("{name}'s turn: pick an own trump."))
    elif not isinstance(view, KozelView):
        if leads(view):
            text = w.by(seat, w._("Your turn: lead a card."), w._("{name}'s turn: lead a card."))
        else:
            you, name = w._("Your turn: beat and lead, or pick up."), w._("{name}'s turn: beat and lead, or pick up.")
            text = w.by(seat, you, name)
    elif not view.owes:
        text = w.by(seat, w._("Your turn: you lead."), w._("{name}'s turn to lead."))
    else:
        one = w.ngettext("Your turn: answer with {n} card.", "Your turn: answer with {n} cards.", view.owes)
        other = w.ngettext("{name}'s turn: answer with {n} card.", "{name}'s turn: answer with {n} cards.", view.owes)
        text = w.by(seat, one, other, n=view.owes)
    return text


def score(w: Words, table: Table) -> str:
    """The deal, the version being played, and the score."""
    scores = ", ".join(f"{w.side(side)} {total}" for side, total in enumerate(table.match.standing))
    text = w._("Deal {n} of {version}; score: {scores}.")
    return text.format(n=table.match.number + (table.stage is Stage.PLAYING), version=w.version(), scores=scores)


def remembered(w: Words, table: Table, view: Any) -> list[str]:
    """What the table's memory rules allow to be seen besides (QA17)."""
    lines: list[str] = []
    if isinstance(view, KozelView):
        if table.options.own_discards and view.own_down:
            lines.append(w._("Cards you have discarded: {cards}.").format(cards=w.cards(view.own_down)))
        if table.options.own_points:
            lines.append(w._("Card points your side took in the open: {n}.").format(n=view.own_points()))
    return lines


def _hand(w: Words, table: Table, seat: int, view: Any) -> str:
    cards = ", ".join(f"{n}\u00a0{w.card(card)}" for n, card in enumerate(hand_of(view), 1))
    if is_picking(view):
        suits = [w.combination(action.combination) for action in view.legal]
        choice = ", ".join(f"{n}\u00a0{suit}" for n, suit in enumerate(suits, 1))
        return w._("To choose from: {suits}.").format(suits=choice)
    told = w.by(seat, w._("Your hand: {cards}."), w._("{name}'s hand: {cards}."), cards=cards)
    claim = table.claim(seat)
    return told if claim is None else f"{told} {w._('It is a {what}.').format(what=w.combination(claim))}"
