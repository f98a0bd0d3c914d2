"""Golden playthroughs: sessions of Svoi Kozyri as a text that a person can check by the rule book.

`python -m tests.svoi.golden` plays them anew and rewrites `goldens/`; look at the diff before you
commit it. The tests only compare.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.svoi.deals import thrifty

from shokha import events as ev
from shokha import game
from shokha.cards import Suit, cards_of, format_card, format_cards
from shokha.profile import load

FOLDER = Path(__file__).parent / "goldens"

# Name of the file: profile, settings changed, seed of decks, lots and players. The seeds were chosen for what happens.
TABLES: dict[str, tuple[str, dict[str, object], int]] = {
    "svoi": ("svoi", {"losses_target": 2}, 25),  # a drawn deal
    "svoi-3": ("svoi-3", {"deals": 3}, 6),
    "svoi-2": ("svoi-2", {"deals": 3}, 11),
    "svoi-choice": ("svoi", {"trump_choice": "choice", "deals": 2}, 3),
    "svoi-cap": ("svoi", {"turn_cap": 50, "repetition": 2, "deals": 2, "exchange_sixes": "off"}, 3),
}


def play(table: str) -> Iterator[str]:
    """The lines of one session."""
    name, changes, seed = TABLES[table]
    profile = load(name).with_settings(changes)
    match, rng = game.new_match(profile, seed), random.Random(seed)
    yield f"{profile.name}, seed {seed}"
    yield f"first dealer: {seat(match.dealer)}"
    while not match.is_over:
        deal = game.deal_next(match, seed)
        yield ""
        yield from told(deal, deal.events)
        while not deal.is_over:
            legal, actor = deal.legal_actions(), deal.actor
            action = legal[rng.randrange(len(legal))] if deal.state is None else thrifty(deal, rng)
            taken = deal.state.take_count() if deal.state else 0
            events = deal.play(action)
            place = f"{legal.index(action) + 1} of {len(legal)}" + (f", + {taken}" if taken else "")
            yield f"  {seat(actor)} {action}  ({place})"
            yield from told(deal, events)
        for event in match.finish_deal():
            match event:
                case ev.DealScored(number, lost, totals):
                    yield f"deal {number}: lost {dots(lost)}, altogether {dots(totals)}"
                    yield f"next {seat(match.dealer)} deals"
                case ev.MatchEnded(winners, losers):
                    yield f"won by {names(winners)}, lost by {names(losers)}"


def told(deal: Any, events: Iterable[ev.Event]) -> Iterator[str]:
    """What the events add to the action."""
    for event in events:
        match event:
            case ev.PackDealt(number, dealer, leader):
                yield f"deal {number}: {seat(dealer)} deals, {seat(leader)} leads"
            case ev.TrumpPicked(owner, suit):
                yield f"    {seat(owner)} owns {Suit(suit).name.lower()}"
            case ev.CardsDealt(owner, _, cards):
                yield f"  {seat(owner)} ({Suit(deal.trumps[owner]).letter}) {format_cards(cards, sep=' ')}"
            case ev.SixGiven(giver, owner, six):
                yield f"  {seat(giver)} gives {format_card(six)} to {seat(owner)}"
            case ev.CardsPickedUp(owner, cards, rest):
                names = " ".join(map(format_card, cards_of(cards)))
                yield f"    {seat(owner)} takes {names}; {rest} left" + (f", top {top(deal)}" if rest else "")
            case ev.WentOut(owner):
                yield f"    {seat(owner)} is out"
            case ev.PileTurnBegan(owner, free) if free and deal.state and deal.state.size:
                yield f"    {seat(owner)} leads freely"
            case ev.PileDealEnded(_, loser, reason):
                yield f"  {f'{seat(loser)} loses' if loser >= 0 else 'drawn'}: {reason}"


def top(deal: Any) -> str:
    return format_card(deal.state.top)


def seat(number: int) -> str:
    return f"P{number + 1}"


def names(seats: Iterable[int]) -> str:
    return ", ".join(map(seat, seats)) or "nobody"


def dots(numbers: Iterable[int]) -> str:
    return " : ".join(map(str, numbers))


def text(table: str) -> str:
    """The whole session."""
    return "\n".join(play(table)) + "\n"


def write() -> None:
    """Play everything anew."""
    FOLDER.mkdir(exist_ok=True)
    for table in TABLES:
        (FOLDER / f"{table}.txt").write_text(text(table), "utf-8")


if __name__ == "__main__":
    write()
