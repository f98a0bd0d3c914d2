"""The phase table of a deal of Svoi Kozyri: which phases there are and what may follow what.

Start here to read the rules. One row a phase: what the player in turn may do, and what can come next
for the player after him.

    LEAD    the table is empty (C5, C8), or the player before went out on a cover (C12): lead any
            card, and nothing else (QC3)
    FACE    a card lies on top: cover it and lead a further card (C6, C7), cover it with the last
            card and go out (C11), or pick up (C10)
    OVER    one player is left (C13), a position came round again, or the deal grew too long (QC15)

The exchange of the sixes (C4) belongs to the deal; nobody chooses anything there.
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
    Phase.LEAD: {
        # A lead stays on top; led as the last card before one opponent it ends the deal (QC7 to QC9).
        ActionKind.LEAD: frozenset({Phase.FACE, Phase.OVER}),
    },
    Phase.FACE: {
        # Covering as the last card leaves a free lead (C12), or ends the deal (QC6).
        ActionKind.COVER: frozenset({Phase.FACE, Phase.LEAD, Phase.OVER}),
        # What is left of the pile is faced, and an empty table is led to (C8).
        ActionKind.PICK_UP: frozenset({Phase.FACE, Phase.LEAD, Phase.OVER}),
    },
    Phase.OVER: {},
}
