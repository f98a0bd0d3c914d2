"""The phase table of a Kozel deal: which phases there are and what may follow what.

Start here to read the rules. One row a phase: who acts, with which actions, and the phases that can
come next. `state.State` is the machine; a test plays every profile at random and checks that it moves
along these edges and uses all of them.

    WINDOW     a holder of a combination is asked before the lead (A23, A26, QA5, X17)
    LEAD       the leader opens the trick (A10) or claims the pot (QM4, QM5)
    INTERRUPT  a holder of a Molodka is asked while the trick is open (B8, QB5, X4)
    REPLY      the next player beats or discards (A11 to A17)
    OVER       all cards are played (A21), the pot is taken (M) or the deal is void (X8)

Taking the trick and drawing (A17, A19) follow the last reply at once; nobody chooses anything there.
"""

from __future__ import annotations

from enum import IntEnum

from shokha.actions import ActionKind


class Phase(IntEnum):
    """Where a deal stands; the value is what the kernel keeps."""

    WINDOW = 0
    LEAD = 1
    INTERRUPT = 2
    REPLY = 3
    OVER = 4


NEXT: dict[Phase, dict[ActionKind, frozenset[Phase]]] = {
    Phase.WINDOW: {
        # The next holder is asked, or the normal leader leads.
        ActionKind.PASS: frozenset({Phase.WINDOW, Phase.LEAD}),
        # lead_only: the declarer leads; lead_four and auto_win: the four cards are on the table;
        # a pot is taken.
        ActionKind.DECLARE: frozenset({Phase.LEAD, Phase.REPLY, Phase.OVER}),
    },
    Phase.LEAD: {
        # Hands never differ by more than one card, so a lone holder (QD14) has one: his lead is the last trick.
        # The pot may be taken, too (QM4).
        ActionKind.LEAD: frozenset({Phase.REPLY, Phase.INTERRUPT, Phase.OVER}),
        ActionKind.DECLARE: frozenset({Phase.OVER}),
    },
    Phase.INTERRUPT: {
        ActionKind.PASS: frozenset({Phase.INTERRUPT, Phase.REPLY}),
        # Out of turn the four cards are led; four trumps among them are a Bura too where it counts (X18).
        ActionKind.DECLARE: frozenset({Phase.REPLY, Phase.OVER}),
    },
    Phase.REPLY: {
        ActionKind.BEAT: frozenset({Phase.REPLY, Phase.INTERRUPT, Phase.WINDOW, Phase.LEAD, Phase.OVER}),
        ActionKind.DISCARD: frozenset({Phase.REPLY, Phase.INTERRUPT, Phase.WINDOW, Phase.LEAD, Phase.OVER}),
    },
    Phase.OVER: {},
}
