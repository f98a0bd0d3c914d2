"""What a client is shown, built field by field from observations and views.

Nothing here may touch a deal, a kernel state or the table's log: `Table.stream`, `Table.seen`,
`Table.moves` and `Table.claim` are the only sources (design §2, an allow-list; a test greps for it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any

from shokha import events as ev
from shokha.actions import Action, ActionKind
from shokha.cards import POINTS, Card, CardSet, format_card, hand_order
from shokha.events import Event
from shokha.kozel.pairing import pairs
from shokha.kozel.scoring import reasons, sides
from shokha.kozel.view import KozelView, Play
from shokha.table import Audience, Stage, Table


@lru_cache(maxsize=8192)  # a hand, a trick or a pile is written for every seat in every frame
def card_list(cards: CardSet) -> list[str]:
    """Cards in the order of a hand: by suit, high first. Whoever asks again gets the same list, to read."""
    return [format_card(c) for c in hand_order(cards)]


def observation(event: Event) -> dict[str, Any]:
    """One observation for the log and for motion. `event` must come out of `redact`."""
    kind: Any = type(event)
    told: dict[str, Any] = {"e": kind.__name__}
    for name, write in _fields(kind):
        value = getattr(event, name)
        told[name] = value if write is None or value is None else write(value)
    return told


@cache  # the classes of events are few
def _fields(kind: Any) -> list[tuple[str, Callable[[Any], Any] | None]]:
    """The fields of an event that are told, each with what writes it where it is not written as it is."""
    return [(f.name, _WRITERS.get(f.name)) for f in fields(kind) if f.name not in ("deck", "peek")]


_WRITERS: dict[str, Callable[[Any], Any]] = {
    "card": format_card,
    "cards": card_list,
    "piles": lambda piles: [card_list(pile) for pile in piles],
    "lot": lambda lot: [[[seat, format_card(card)] for seat, card in drawn] for drawn in lot],
    "combination": lambda combination: combination.name.lower(),
}


def view(table: Table, audience: Audience) -> dict[str, Any] | None:
    """The present deal as this audience knows it; None before the first."""
    seen = table.seen(audience)
    return None if seen is None else shown(table, audience, seen)


def shown(table: Table, audience: Audience, seen: Any) -> dict[str, Any]:
    """A view of some deal of this table, as its audience is shown it."""
    return shared(table, seen) | own(table, audience, seen)


def shared(table: Table, seen: Any) -> dict[str, Any]:
    """What every view shows alike: of the public's view it may be written once for all."""
    return _shared_kozel(table, seen) if isinstance(seen, KozelView) else _shared_pile(seen)


def own(table: Table, audience: Audience, seen: Any) -> dict[str, Any]:
    """What one audience's view shows beside that."""
    told: dict[str, Any] = {"hand": card_list(seen.hand), "moves": _moves(table, audience, seen)}
    if isinstance(seen, KozelView):
        return told | _own_kozel(table, audience, seen)
    return told | {"look": [format_card(card) for card in seen.look()]}


def _moves(table: Table, audience: Audience, seen: Any) -> list[dict[str, Any]]:
    told = []
    for action in table.moves(audience):
        text, kind, cards = _move(action)
        move: dict[str, Any] = {"text": text, "kind": kind, "cards": cards}
        if kind == "beat":
            move["pairs"] = _pairs(seen.profile.settings.shokha, seen.trump, action.payload, seen.master_cards)
        told.append(move)
    return told


@lru_cache(maxsize=4096)  # most leads and discards are of one or two cards, and come again at every table
def _move(action: Action) -> tuple[str, str, tuple[str, ...]]:
    """Text, kind and cards of an action."""
    return str(action), action.kind.name.lower(), tuple(_move_cards(action))


def _move_cards(action: Action) -> list[str]:
    if action.kind is ActionKind.COVER:
        after = action.lead_after
        return [format_card(action.cover)] + ([] if after is None else [format_card(after)])
    return card_list(action.cards)


def _pairs(shokha: bool, trump: int, cards: CardSet, master: CardSet) -> list[list[str]]:
    """Which card beats which."""
    return [[format_card(mine), format_card(theirs)] for mine, theirs in pairs(shokha, trump, cards, master)]


def _play(play: Play) -> dict[str, Any]:
    return {"seat": play.seat, "n": play.count, "up": play.face_up, "cards": card_list(play.cards)}


def _plays(seen: KozelView, plays: Iterable[Play]) -> list[dict[str, Any]]:
    """The plays of a trick in order; one that took over says which card of its beat which."""
    return _trick(seen.profile.settings.shokha, seen.trump, tuple(plays))


@lru_cache(maxsize=4096)  # the same for all who did not discard
def _trick(shokha: bool, trump: int, plays: tuple[Play, ...]) -> list[dict[str, Any]]:
    told, master = [], 0
    for play in plays:
        shown = _play(play)
        if play.face_up and master:
            shown["pairs"] = _pairs(shokha, trump, play.cards, master)
        master = play.cards if play.face_up else master
        told.append(shown)
    return told


def _shared_kozel(table: Table, seen: KozelView) -> dict[str, Any]:
    won = [0] * len(seen.counts)
    for trick in seen.tricks:
        won[trick.winner] += 1
    return {
        "game": "kozel",
        "deal": seen.number,
        "dealer": seen.dealer,
        "leader": seen.leader,
        "turn": seen.turn,
        "owes": seen.owes,
        "trump": "shdc"[seen.trump] if seen.trump >= 0 else None,
        "turn_up": None if seen.turn_up is None else format_card(seen.turn_up),
        "shown": None if seen.shown is None else format_card(seen.shown),
        "stock": seen.stock,
        "counts": seen.counts,
        "holds": seen.master,
        "wins": seen.wins,
        "won": won,
        "declared": [{"seat": s, "what": c.name.lower(), "cards": card_list(shown)} for s, c, shown in seen.declared],
        "count": None if seen.points is None else _count(table, seen, won),
        "pot": seen.pot,
        "pot_taken": None if seen.pot_winner is None else {"seat": seen.pot_winner},
        "over": seen.is_over,
    }


def _count(table: Table, seen: KozelView, won: list[int]) -> dict[str, Any]:
    return {
        "points": seen.points,
        "tricks": [sum(n for s, n in enumerate(won) if side >> s & 1) for side in table.match.sides],
        "piles": [card_list(p) for p in seen.piles or ()],
        "sums": [list(accumulate(POINTS[card] for card in hand_order(p))) for p in seen.piles or ()],
    }


def _own_kozel(table: Table, audience: Audience, seen: KozelView) -> dict[str, Any]:
    options, claim = table.options, table.claim(audience)
    return {
        "trick": _plays(seen, seen.trick),  # one's own discards lie open
        "claim": None if claim is None else claim.name.lower(),
        "last": _plays(seen, seen.tricks[-1].plays) if options.last_trick and seen.tricks else None,
        "own_down": card_list(seen.own_down) if options.own_discards and audience is not None else None,
        "own_points": seen.own_points() if options.own_points and audience is not None else None,
    }


def _shared_pile(seen: Any) -> dict[str, Any]:
    """Svoi Kozyri, and Besicovitch's game with its open hands."""
    look: list[Card] = seen.look()
    return {
        "game": seen.profile.game,
        "deal": seen.number,
        "dealer": seen.dealer,
        "leader": seen.leader,
        "turn": seen.turn,
        "free": seen.free,
        "trumps": ["shdc"[suit] if suit >= 0 else None for suit in seen.trumps],
        "counts": list(seen.counts),
        "hands": [card_list(cards) for cards in seen.hands] if seen.profile.game == "besicovitch" else None,
        "pile": len(seen.pile) if isinstance(seen.pile, list) else seen.pile.bit_count(),
        "top": format_card(look[0]) if look else None if seen.top is None else format_card(seen.top),
        "takes": seen.take_count(),
        "out": list(seen.out),
        "claim": None,
        "ended": _ended(seen),
        "over": seen.is_over,
    }


def _ended(seen: Any) -> dict[str, Any] | None:
    if not seen.is_over:
        return None
    loser, winner = getattr(seen, "loser", None), getattr(seen, "winner", None)
    return {
        "loser": -1 if loser is None else loser,
        "winner": -1 if winner is None else winner,
        "reason": seen.reason,
    }


def table_state(table: Table, *more: Any) -> dict[str, Any]:
    """What everybody in the room may know about the table; `more` as `passing` has it."""
    return passing(table, *more) | lasting(table)


def passing(table: Table, room: str, present: set[int], watchers: int, fair: dict[str, Any] | None) -> dict[str, Any]:
    """What everybody may know of the table and may change at any time."""
    match, profile = table.match, table.profile
    in_pairs = match is not None and len(match.sides) == 2 and profile.players == 4
    return {
        "room": room,
        "stage": table.stage,
        "seats": [
            {
                "name": place.name,
                "person": place.person,
                "bot": place.bot,
                "substitute": place.substitute,
                "shows": place.shows,
                "present": not place.person or seat in present,
                "side": seat % 2 if in_pairs else seat,
                "overdue": place.person and table.is_overdue(seat),
            }
            for seat, place in enumerate(table.places)
        ],
        "standing": list(match.standing) if match else [],
        "number": match.number + (table.stage is Stage.PLAYING) if match else 0,
        "eggs": getattr(match, "eggs", 0),
        "alive": list(getattr(match, "alive", range(profile.players))) if match else [],
        "waiting": table.waiting_for(),
        "ready": table.ready(),
        "over": _over(table),
        "watchers": watchers,
        "fair": fair,
    }


def lasting(table: Table) -> dict[str, Any]:
    """What everybody may know of the table and stays so until another deal has been counted (`Table.counted`)."""
    profile = table.profile
    names = ("id", "name", "title", "game", "fingerprint", "players", "house")
    return {
        "profile": {name: getattr(profile, name) for name in names},
        "target": getattr(profile.settings, "target", 0),
        "unit": _unit(table),
        "options": {f.name: getattr(table.options, f.name) for f in fields(table.options)},
        "last_deal": _last_deal(table),
        "has_shokha": bool(getattr(profile.settings, "shokha", False)),
    }


def _last_deal(table: Table) -> dict[str, Any] | None:
    """Penalties of the deal counted last, with the reason of each, out of what the public has seen."""
    match table.counted:
        case [ev.DealStarted() as begun, *_, ev.DealCounted() as count, ev.DealScored() as scored]:
            settings = table.profile.settings
            playing = [i for i, side in enumerate(sides(settings)) if side & begun.seats]
            return {
                "number": scored.number,
                "penalties": scored.penalties,
                "eggs": scored.eggs,
                "why": reasons(settings, count.points, count.tricks, playing),
                "factor": begun.factor,
            }
    return None


def _unit(table: Table) -> str:
    if table.profile.game != "kozel":
        return "losses"
    return "chips" if table.profile.settings.scoring == "pot" else "penalties"


def _over(table: Table) -> dict[str, Any] | None:
    if table.stage is not Stage.OVER:
        return None
    match = table.match
    return {
        "winners": list(match.winners),
        "losers": list(getattr(match, "losers", ())),
        "eggs_title": bool(getattr(match, "has_eggs_title", False)) and _unit(table) == "penalties",
    }
