"""Situations of Kozel, wholly or partly known, and what their seats and their pack must be like.

`rebuild` makes a kernel state of a wholly known one and lets no impossible one pass; `notation` has the
text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shokha.actions import Combination
from shokha.cards import Card, CardSet, card_set, cards_of, format_card, format_cards
from shokha.errors import NotationError
from shokha.kozel.phases import Phase
from shokha.kozel.scoring import sides
from shokha.kozel.state import State, expected_pack
from shokha.profile import RuleProfile


class Cards(NamedTuple):
    """Cards of one place: the known ones and how many are unknown."""

    known: CardSet = 0
    unknown: int = 0

    @property
    def size(self) -> int:
        """How many cards lie there."""
        return self.known.bit_count() + self.unknown


class Laid(NamedTuple):
    """Cards of one seat in the running trick."""

    seat: int
    face_up: bool
    cards: Cards


class Past(NamedTuple):
    """What no rule asks for any more: the pack as dealt, who drew, where the last drawing began, who replied last."""

    deck: tuple[Card, ...]
    drawers: tuple[int, ...]
    drawn_from: int
    resume: int


class Asked(NamedTuple):
    """A holder in an open window."""

    seat: int
    combination: Combination
    passed: bool


@dataclass(slots=True)
class Position:
    """A situation of Kozel. Tuples run over the seats, which count from 0; `standing` over the sides."""

    profile: RuleProfile
    seats: int
    """Mask of the seats in play."""
    dealer: int
    leader: int
    """Who leads the trick in turn; a declarer may lead instead."""
    turn_up: Card | None
    shown: Card | None
    hands: tuple[Cards, ...]
    stock: tuple[Card | None, ...]
    """In drawing order; None for an unknown card."""
    taken: tuple[Cards, ...]
    won: tuple[int, ...]
    """Tricks by seat."""
    trick: tuple[Laid, ...]
    now: str
    """A phase in small letters, or ``void`` or ``pot``."""
    actor: int
    """Who acts, -1 for nobody; with ``pot`` who took it."""
    asked: tuple[Asked, ...]
    """The open window, in the order of asking."""
    last_winner: int
    past: Past | None
    number: int = 1
    standing: tuple[int, ...] = ()
    factor: int = 1
    pot: int = 0
    built: State | None = field(default=None, repr=False, compare=False)

    @property
    def playing(self) -> list[int]:
        """Seats in play."""
        return [s for s in range(self.profile.players) if self.seats >> s & 1]

    @property
    def is_complete(self) -> bool:
        """Are all cards known?"""
        places = (*self.hands, *self.taken, *(laid.cards for laid in self.trick))
        return None not in self.stock and not any(place.unknown for place in places)

    @property
    def state(self) -> State:
        """A fresh kernel state. Raises `NotationError` when cards are unknown."""
        if self.built is None:
            raise NotationError("Some cards of this position are unknown, so it cannot be played on.")
        return self.built.copy()


def position_of(
    state: State,
    profile: RuleProfile,
    *,
    number: int = 1,
    standing: Sequence[int] = (),
    factor: int = 1,
    pot: int = 0,
    past: bool = True,
) -> Position:
    """The position of a state. Without `past` its text is shorter, and enough for every rule.

    A state whose cards were exchanged (`worlds`) has a past that is no longer true: it is left out.
    """
    f = state.dump()
    seats = range(profile.players)
    now, actor = Phase(f["phase"]).name.lower(), f["actor"]
    if f["is_void"]:
        now = "void"
    elif f["pot_winner"] >= 0:
        now, actor = "pot", f["pot_winner"]
    behind = Past(tuple(f["deck"]), tuple(f["drawer"][: f["stock_pos"]]), f["drawn_from"], f["resume"])
    return Position(
        profile=profile,
        seats=f["seats"],
        dealer=f["dealer"],
        leader=f["lead_seat"],
        turn_up=f["turn_up"] if f["turn_up"] >= 0 else None,
        shown=f["shown"] if f["shown"] >= 0 else None,
        hands=tuple(Cards(f["hands"][s]) for s in seats),
        stock=tuple(f["stock"][f["stock_pos"] :]),
        taken=tuple(Cards(f["taken"][s]) for s in seats),
        won=tuple(f["won"][s] for s in seats),
        trick=tuple(
            Laid(s, bool(f["up"][s]), Cards(f["table"][s])) for s in clockwise(state, f["lead_seat"]) if f["table"][s]
        ),
        now=now,
        actor=actor,
        asked=tuple(Asked(s, Combination(kind), i < f["queue_pos"]) for i, (s, kind) in enumerate(f["asked"])),
        last_winner=f["last_winner"],
        past=behind if past and not past_fault(f, behind) else None,
        number=number,
        standing=tuple(standing),
        factor=factor,
        pot=pot,
        built=state.copy(),
    )


def clockwise(state: State, first: int) -> list[int]:
    """The seats in play, clockwise from one of them."""
    order = [first]
    while (following := state.next_seat(order[-1])) != first:
        order.append(following)
    return order


def past_fault(f: dict[str, Any], past: Past) -> str:
    """What contradicts the past in the present; empty when nothing does."""
    playing = [s for s in range(5) if f["seats"] >> s & 1]
    n = len(playing)
    first = (playing.index(f["dealer"]) + 1) % n
    got = [0] * 5
    for i in range(4 * n):
        got[playing[(first + i) % n]] |= 1 << past.deck[i]
    row = [*past.deck[4 * n :]]
    row = row if f["peek_mode"] else [*row[1:], row[0]]
    if len(past.drawers) != f["stock_pos"] or not 0 <= past.drawn_from <= f["stock_pos"]:
        return "past= does not fit the size of the stock."
    for seat, card in zip(past.drawers, row, strict=False):
        if seat not in playing:
            return "past= lets a seat draw that sits out."
        got[seat] |= 1 << card
    for seat in playing:
        if stray := (f["hands"][seat] | f["table"][seat]) & ~got[seat]:
            return f"past= never gave {format_card(next(cards_of(stray)))} to seat {seat + 1}."
    if row != f["stock"]:
        return "past= contradicts the order of the stock."
    if past.resume >= 0 and past.resume not in playing:
        return "past= names a seat that sits out."
    return ""


def check(p: Position) -> None:
    """Raise `NotationError`, with one sentence, for seats, numbers or a pack that cannot be."""
    for fault in (*_table_faults(p), *_pack_faults(p)):
        raise NotationError(fault)


# -- who sits there, and the pack ----------------------------------------------------------------------


def _table_faults(p: Position) -> Iterator[str]:
    settings, playing = p.profile.settings, p.playing
    if len(playing) < 2 or (settings.partnership == "pairs" and len(playing) < 4):
        yield f"{len(playing)} seats cannot play {p.profile.id}."
    for key, seat in (("dealer", p.dealer), ("leader", p.leader), ("now", p.actor), ("last", p.last_winner)):
        if seat >= 0 and seat not in playing:
            yield f"{key}= names seat {seat + 1}, which sits out."
    if p.standing and len(p.standing) != len(sides(settings)):
        yield f"score= has {len(p.standing)} numbers for {len(sides(settings))} sides."
    if p.factor not in (1, 2):
        yield f"factor= is 1 or 2, not {p.factor} (X15)."
    if p.number < 1:
        yield "deal= counts from 1."
    peeks = settings.trump_mode == "peek_middle"
    if (p.turn_up is None) is not peeks or (p.shown is None) is peeks:
        wanted, other = ("shown", "turnup") if peeks else ("turnup", "shown")
        yield f"{p.profile.id} needs {wanted}= and no {other}= (A7, B3)."
    if any(laid.seat not in playing for laid in p.trick):
        yield "A seat that sits out has put cards into the trick."


def _pack_faults(p: Position) -> Iterator[str]:
    pack = expected_pack(p.profile.settings, len(p.playing))
    where: dict[Card, list[str]] = {}
    for name, card in _places(p):
        where.setdefault(card, []).append(name)
    unknown = p.stock.count(None) + sum(
        place.unknown for place in (*p.hands, *p.taken, *(laid.cards for laid in p.trick))
    )
    total = unknown + sum(map(len, where.values()))
    lead_in = f"A pack of {pack.bit_count()} cards is played with here, this position has {total}"
    for card, names in where.items():
        if not pack >> card & 1:
            yield f"{format_card(card)} is not in the pack of {pack.bit_count()} cards."
        if len(names) > 1:
            counted = "" if total == pack.bit_count() else f"{lead_in}: "
            yield f"{counted}{format_card(card)} is written twice ({' and '.join(names)})."
    if total != pack.bit_count():
        missing = pack & ~card_set(where)
        which = f": {format_cards(missing, sep=' ')} missing" if total < pack.bit_count() and not unknown else ""
        yield f"{lead_in}{which}."
    turned = p.shown if p.turn_up is None else p.turn_up
    if turned is not None and not pack >> turned & 1:
        yield f"{format_card(turned)} is not in the pack of {pack.bit_count()} cards."
    if p.turn_up is not None and p.stock and p.stock[-1] not in (p.turn_up, None):
        yield f"The turn-up {format_card(p.turn_up)} is drawn last, so it ends the stock (A7)."


def _places(p: Position) -> Iterator[tuple[str, Card]]:
    """Every known card and where it is written."""
    for seat, place in enumerate(p.hands):
        for card in cards_of(place.known):
            yield f"hand of seat {seat + 1}", card
    for seat, place in enumerate(p.taken):
        for card in cards_of(place.known):
            yield f"captures of seat {seat + 1}", card
    for laid in p.trick:
        for card in cards_of(laid.cards.known):
            yield f"trick, seat {laid.seat + 1}", card
    for known in p.stock:
        if known is not None:
            yield "stock", known
