"""Golden playthroughs: whole matches of every profile, as a text that a person can check by the rule book.

`python -m tests.kozel.golden` plays them anew and rewrites `goldens/`; look at the diff before you commit
it. The tests only compare. The first deals are told play by play, the rest of the match by its score.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.strategies import KOZEL_PROFILES

from shokha import events as ev
from shokha import game
from shokha.actions import Action, ActionKind
from shokha.cards import Suit, format_card, format_cards
from shokha.profile import RuleProfile, load

FOLDER = Path(__file__).parent / "goldens"
TOLD = 2
"""Deals that are told play by play."""

# Name of the file: profile, settings changed, seed of decks, lots and players. The seeds were chosen for what happens.
TABLES: dict[str, tuple[str, dict[str, object], int]] = {name: (name, {}, 1) for name in KOZEL_PROFILES} | {
    "pairs": ("pairs", {}, 50),  # 12–12, then one more deal
    "yard": ("yard", {}, 541),  # cards go back; goats with eggs
    "trio": ("trio", {}, 2),  # one is out, two play on
    "trio-35": ("trio-35", {}, 2),
    "pairs-no-shokha": ("pairs-no-shokha", {}, 2),
    "money": ("money", {"chips": 40}, 14),  # a carried pot; a Bura
    "pairs-redeal": ("pairs", {"shokha_turnup": "redeal", "eggs": "double_next"}, 770),
    "pairs-notrump": ("pairs", {"shokha_turnup": "notrump"}, 85),
    "money-any-time": (
        "money",
        {"bura_any_time": "on", "remove_6c": "on", "pot": "playoff", "chips": 40, "lead_sizes": "1,2,3,4"},
        18,
    ),
}


def play(table: str) -> Iterator[str]:
    """The lines of one playthrough."""
    name, changes, seed = TABLES[table]
    profile = load(name).with_settings(changes)
    match, rng = game.new_match(profile, seed), random.Random(seed)
    yield f"{profile.name}, seed {seed}"
    yield from lot(match.events[0])
    for number in range(60):
        if match.is_over:
            break
        deal = game.deal_next(match, seed)
        told = list(tell_deal(profile, deal, rng, match))
        yield ""
        yield told[0]
        yield from told[1:] if number < TOLD or deal.result.is_void else ()
        yield from (score(profile, event) for event in match.finish_deal())
        if not match.is_over:
            leader = "" if match.leader is None else f", {seat(match.leader)} leads"
            yield f"next: {seat(match.dealer)} deals{leader}" + (", twice as dear" if match.factor > 1 else "")


def tell_deal(profile: RuleProfile, deal: Any, rng: random.Random, match: Any) -> Iterator[str]:
    """One deal, played at random."""
    start = deal.events[0]
    order = [s for s in range(profile.players) if start.seats >> s & 1]
    again = f" (attempt {match.attempt + 1})" if match.attempt else ""
    pot = f", pot {start.pot}" if start.pot else ""
    yield f"deal {start.number}{again}: {seat(start.dealer)} deals, {seat(start.leader)} leads{pot}"
    turned = next(e for e in deal.events if isinstance(e, ev.TrumpTurned))
    trump = Suit(turned.trump).name.lower() if turned.trump >= 0 else "none"
    how = "turned up" if turned.drawn_last else f"shown, number {deal.peek + 1} of the stock"
    yield f"  trump {trump}: {format_card(turned.card)} {how}"
    yield "  " + "  ".join(f"{seat(s)} {format_cards(deal.state.hand(s))}" for s in order)
    yield "  stock " + " ".join(format_card(c) for c in deal.state.stock_cards())
    while not deal.is_over:
        legal, actor = deal.legal_actions(), deal.actor
        action = choose(legal, rng)
        place = f"{legal.index(action) + 1} of {len(legal)}"
        events = deal.play(action)
        opens = "  " if action.kind in (ActionKind.LEAD, ActionKind.DECLARE, ActionKind.PASS) else "    "
        yield f"{opens}{seat(actor)} {action}  ({place})"
        yield from consequences(profile, events)
    if deal.result.is_void:
        yield "  void: the shokha is turned up"


def choose(legal: list[Action], rng: random.Random) -> Action:
    """At random, but combinations are mostly declared and most tricks are fought for."""
    beats = [a for a in legal if a.kind is ActionKind.BEAT]
    shows = [a for a in legal if a.kind is ActionKind.DECLARE]
    options = shows if shows and rng.random() < 0.7 else beats if beats and rng.random() < 0.6 else legal
    return options[int(rng.random() * len(options))]


def consequences(profile: RuleProfile, events: Iterable[ev.Event]) -> Iterator[str]:
    """What an action brought about, beyond itself."""
    drawn: list[str] = []
    for event in events:
        match event:
            case ev.CardsReturned(owner, _, face_up, cards):
                yield f"      {seat(owner)} takes back {format_cards(cards)}, {'seen' if face_up else 'unseen'}"
            case ev.Declared(owner, combination, cards):
                yield f"      {combination.name.capitalize()} shown by {seat(owner)}: {format_cards(cards)}"
            case ev.CardsLed(owner, cards, wins) if wins:
                yield f"      {format_cards(cards)} of {seat(owner)} cannot be beaten"
            case ev.TrickTaken(owner, number, count):
                yield f"    trick {number}: {seat(owner)} takes {count} cards"
            case ev.CardDrawn(owner, card, is_open):
                drawn.append(f"{seat(owner)} {format_card(card or 0)}{' (the turn-up)' if is_open else ''}")
            case ev.PotTaken(owner, combination, cards):
                yield f"  {combination.name.capitalize()}: {seat(owner)} takes the pot with {format_cards(cards)}"
            case ev.DealCounted(points, tricks):
                totals = [f"{side(profile, i)} {p} in {t}" for i, (p, t) in enumerate(zip(points, tricks, strict=True))]
                yield f"  counted: {', '.join(totals)}"
    if drawn:
        yield f"    drawn: {', '.join(drawn)}"


def score(profile: RuleProfile, event: ev.Event) -> str:
    """An event of the match."""
    match event:
        case ev.DealScored(_, penalties, totals, eggs):
            return f"score: {dots(penalties)}, altogether {dots(totals)}{', eggs' if eggs else ''}"
        case ev.PotSettled(_, winners, chips, carried, claimants):
            kept = f", {carried} kept for {names(profile, claimants)}" if carried else ""
            return f"pot: {names(profile, winners)}{kept}, chips {dots(chips)}"
        case ev.SidesEliminated(sides):
            return f"out: {names(profile, sides)}"
        case ev.MatchEnded(winners, losers, goats_with_eggs):
            eggs = ", goats with eggs" if goats_with_eggs else ""
            return f"won by {names(profile, winners)}, lost by {names(profile, losers)}{eggs}"
    raise AssertionError(event)


def lot(event: Any) -> Iterator[str]:
    """How the first dealer was found."""
    for drawn in event.lot:
        yield "lot: " + ", ".join(f"{seat(s)} {format_card(c)}" for s, c in drawn)
    yield f"first dealer: {seat(event.dealer)}"


def seat(number: int) -> str:
    return f"P{number + 1}"


def side(profile: RuleProfile, number: int) -> str:
    pair = profile.settings.partnership == "pairs"
    return f"P{number + 1}+P{number + 3}" if pair else f"P{number + 1}"


def names(profile: RuleProfile, sides: Iterable[int]) -> str:
    return ", ".join(side(profile, s) for s in sides) or "nobody"


def dots(numbers: Iterable[int]) -> str:
    return " : ".join(map(str, numbers))


def text(table: str) -> str:
    """The whole playthrough."""
    return "\n".join(line.rstrip() for line in play(table)) + "\n"


def write() -> None:
    """Play everything anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        if old.stem not in TABLES:
            old.unlink()
    for table in TABLES:
        (FOLDER / f"{table}.txt").write_text(text(table), "utf-8")


if __name__ == "__main__":
    write()
