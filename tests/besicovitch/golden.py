"""Golden playthroughs: matches of Besicovitch's game as a text that a person can check by the rule book.

`python -m tests.besicovitch.golden` plays them anew and rewrites `goldens/`; look at the diff before you commit it. The
tests only compare. The first legal cover with the lowest lead is played three times in four, anything otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shokha import game
from shokha.actions import PICK_UP
from shokha.cards import format_card, format_cards
from shokha.profile import load

FOLDER = Path(__file__).parent / "goldens"

# Name of the file: settings changed, seed of packs, lots and players. Chosen for how the deals end.
TABLES: dict[str, tuple[dict[str, object], int]] = {
    "eight": ({"cards": 8}, 1),
    "twelve-taker-leads": ({"cards": 12, "taker_leads": True}, 3),
    "repetition": ({"cards": 8, "taker_leads": True, "repetition": 2}, 5),
    "cap": ({"turn_cap": 30}, 4),
}


def play(table: str) -> Iterator[str]:
    """The lines of one match."""
    changes, seed = TABLES[table]
    profile = load("besicovitch").with_settings(changes)
    match, rng = game.new_match(profile, seed), random.Random(seed)
    yield f"{profile.name}, seed {seed}"
    while not match.is_over:
        deal = game.deal_next(match, seed)
        yield ""
        yield f"deal {deal.number}: P{deal.dealer + 1} deals, P{deal.actor + 1} starts"
        yield f"  P1 {format_cards(deal.state.hand(0))}"
        yield f"  P2 {format_cards(deal.state.hand(1))}"
        while not deal.is_over:
            yield _turn(deal, rng)
        result = deal.result
        won = "drawn" if result.winner is None else f"P{result.winner + 1} wins"
        match.finish_deal()
        yield f"{won} by {result.reason} after {result.turns} turns; lost so far {match.totals}"


def _turn(deal: Any, rng: random.Random) -> str:
    """Play one action; its line."""
    legal, actor, state = deal.legal_actions(), deal.actor, deal.state
    action = legal[0] if rng.random() < 0.75 else rng.choice(legal)
    faces = format_card(state.top) if state.top >= 0 else "-"
    took = f", takes {state.pile.bit_count()}" if action == PICK_UP else ""
    deal.play(action)
    left = f"{state.hand(0).bit_count()}:{state.hand(1).bit_count()}"
    return f"  {faces:>3} P{actor + 1} {action!s:8} ({legal.index(action) + 1} of {len(legal)}{took}) {left}"


def golden(table: str) -> str:
    """The text of one match."""
    return "\n".join(play(table)) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in TABLES:
        (FOLDER / f"{each}.txt").write_text(golden(each), "utf-8")
