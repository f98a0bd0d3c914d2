"""The phase table of a deal of Besicovitch's game, and its rules in short. Start here to read them.

    LEAD    the table is empty, at the start and after a pick-up: lead any card (Z4)
    FACE    a card lies on top: cover it and lead a further card, cover it with the last card, or take the whole pile
            (Z4)
    OVER    a hand is empty (Z5), a position came round again, or the deal grew too long (QZ6)

Rule ids: the numbered rules and open points of the chapter on this game.

    Z1   two players, hands open, no chance after the deal
    Z2   each owns two suits and one of them is his trump: ♠ with ♣ against ♥ with ♦
    Z3   mirror deal: the hands are each other's image
    Z4   beat the top with a higher card of its suit or with your trump, then lead any card; or take the whole pile
    Z5   an empty hand wins
    QZ1  pack: any multiple of four from 8 to 52 cards, 36 by default
    QZ2  who starts: by lot; a match is the same deal twice with starters exchanged
    QZ3  after a pick-up the opponent leads (or, by setting, the taker)
    QZ4  the last card led wins at once
    QZ5  the last card used to beat wins at once
    QZ6  third occurrence of a position: draw; a cap on turns by setting
"""

from __future__ import annotations

from enum import IntEnum

from shokha.actions import ActionKind


class Phase(IntEnum):
    """Where a deal stands; the value is what the kernel keeps."""

    LEAD = 0
    FACE = 1
    OVER = 2


NEXT: dict[Phase, dict[ActionKind, frozenset[Phase]]] = {
    Phase.LEAD: {ActionKind.LEAD: frozenset({Phase.FACE, Phase.OVER})},
    Phase.FACE: {
        ActionKind.COVER: frozenset({Phase.FACE, Phase.OVER}),
        ActionKind.PICK_UP: frozenset({Phase.LEAD, Phase.OVER}),
    },
    Phase.OVER: {},
}


class Ending(IntEnum):
    """How a deal ended; the value is what the kernel keeps."""

    RUNNING = 0
    LAST_CARD = 1
    REPETITION = 2
    CAP = 3
