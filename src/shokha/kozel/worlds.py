"""Deals consistent with what one seat knows, every one as likely as the rules make it.

Two things are hidden: the order of the pack and which cards went face down. All pairs of the two that
agree with a view are equally likely here; nothing is inferred from how people play. Cards about which
no fact is known are exchangeable, so a world is drawn in two steps: a *fate* for each hidden hand
(`fates`: where its known cards ended up and how many unknown ones lie where), then one shuffle of the
unknown cards over all places. The second step is where the time goes, and it is all that a compiled
search would have to take over: `Plan` holds it as plain numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from shokha.cards import Card, CardSet, cards_of
from shokha.kozel.fates import HAND, TABLE, TAKEN, Fate, fates
from shokha.kozel.histories import Histories, History, replay
from shokha.kozel.state import State
from shokha.kozel.view import KozelView
from shokha.rng import Rng, Wheel

SEATS = 5
HANDS, TABLES, PILES, STOCK = 0, SEATS, 2 * SEATS, 3 * SEATS
"""A place is HANDS + seat, TABLES + seat, PILES + seat (captures) or STOCK."""


class Plan(NamedTuple):
    """Where everything lies once the fates are chosen, but for the cards without a fact."""

    fixed: tuple[CardSet, ...]
    """Cards known by now, by place."""
    groups: tuple[tuple[int, int], ...]
    """(place, number of unknown cards), the stock left out."""


class Spread(NamedTuple):
    """All that drawing a world needs, as plain numbers: for a compiled search, which draws many a millisecond."""

    template: State
    """A state at the view's moment, in which the cards of any world may be put."""
    seats: tuple[int, ...]
    """The hidden hands."""
    fixed: tuple[CardSet, ...]
    """Cards that the viewer placed from the start, by place."""
    fates: tuple[tuple[Fate, ...], ...]
    """By hidden hand: a fate is chosen in proportion to its ways, unless the shown card chose it."""
    free: tuple[Card, ...]
    """Cards without a fact, to be shuffled over all free slots; what is left over lies in the stock."""
    shown: Card | None
    """The shown card of the yard while it may be in several places: it is placed first (X21)."""
    spots: tuple[tuple[int, int, int, float], ...]
    """Where it may be: (index of the hand or -1 for the stock, fate, inner place, share of all histories)."""


class Sampler:
    """Worlds for one view; make it once and draw as many as you like.

    Raises ValueError when the deal is over: then there is nothing left to guess.
    """

    def __init__(self, view: KozelView) -> None:
        if view.is_over or view.turn is None:
            raise ValueError("the deal is over, so no world is hidden")
        self.view = view
        self.histories = Histories(view)
        self._players = view.profile.players
        self._hidden = self.histories.hidden
        self._fixed = self._known_places()
        facts = {seat: _facts(view, seat) for seat in self.histories.order}
        known = sum(facts.values()) | (0 if view.turn_up is None else 1 << view.turn_up)
        free = self.histories.pack & ~known
        self._bits = [1 << card for card in cards_of(free)]
        self._stock = view.stock - (view.turn_up is not None and view.stock > 0)
        shown = 0 if view.shown is None else 1 << view.shown
        self._shown = shown & free
        """The shown card of the yard while it may be anywhere but in somebody's first four (X21)."""
        if self._shown:
            self._bits.remove(self._shown)
        self._fates = [fates(view.log[seat], self._discard_places(seat), self._players, shown) for seat in self._hidden]
        self._wheels = [Wheel([fate.ways for fate in each]) for each in self._fates]
        self._prepare_shown()
        self._plans: dict[tuple[int, ...], Plan] = {}
        self._template: State | None = None

    def history(self, rng: Rng) -> History:
        """A whole history instead: a deck order and all hidden discards. Slower."""
        return self.histories.sample(rng)

    def sample(self, rng: Rng) -> State:
        """A world: the kernel's state, to be played on from the view's moment.

        Hands, table, captures and what is left of the stock belong to the world; `State.deck` and the
        drawn part of the stock, which nothing reads any more, are those of another one.
        """
        if self._template is None:
            self._template = replay(self.view, self.history(rng))
        world = self._template.copy()
        chosen, special = self._choose(rng)
        plan = self._plans.get(chosen) or self._plan(chosen)
        bits = self._bits[:]
        rng.shuffle(bits)
        places = [*plan.fixed]
        at = 0
        for place, count in plan.groups:
            if place == special:
                places[place] |= self._shown
                count -= 1
            places[place] |= sum(bits[at : at + count])
            at += count
        stock = [bit.bit_length() - 1 for bit in bits[at:]]
        if special == STOCK:
            stock.insert(rng.randrange(len(stock) + 1), self._shown.bit_length() - 1)
        for seat in self.histories.order:
            world.place(seat, places[HANDS + seat], places[PILES + seat], places[TABLES + seat])
        if self.view.turn_up is not None and self.view.stock:
            stock.append(self.view.turn_up)
        world.place_stock(stock)
        if self.view.asked is not None and self.view.seat is not None:
            world.ask_again(self.view.seat, self.view.asked)
        return world

    def spread(self, rng: Rng) -> Spread:
        """What a sampler of another kind needs to draw the same worlds equally often."""
        if self._template is None:
            self._template = replay(self.view, self.history(rng))
        return Spread(
            self._template,
            tuple(self._hidden),
            self._fixed,
            tuple(map(tuple, self._fates)),
            tuple(bit.bit_length() - 1 for bit in self._bits),
            self._shown.bit_length() - 1 if self._shown else None,
            tuple(self._all_spots()),
        )

    def _all_spots(self) -> Iterator[tuple[int, int, int, float]]:
        """Where the shown card may be, and in which share of the histories; nothing when it is nowhere special."""
        if not self._shown:
            return
        ways = [sum(fate.ways for fate in each) for each in self._fates]
        whole = self._stock + sum(
            Fraction(sum(sum(f.late) for f in each), w) for each, w in zip(self._fates, ways, strict=True)
        )
        yield -1, 0, 0, float(self._stock / whole)
        for seat, each in enumerate(self._fates):
            for f, fate in enumerate(each):
                for inner, late in enumerate(fate.late):
                    if late:
                        yield seat, f, inner, float(Fraction(late, ways[seat]) / whole)

    # -- the plan ----------------------------------------------------------------------------------

    def _known_places(self) -> tuple[CardSet, ...]:
        """What the viewer placed from the start: all face-up plays, its own hand and discards."""
        view, places = self.view, [0] * STOCK
        for trick in view.tricks:
            places[PILES + trick.winner] |= sum(play.cards for play in trick.plays)
        for play in view.trick:
            places[TABLES + play.seat] |= play.cards
        if view.seat is not None:
            places[HANDS + view.seat] |= view.hand
        return tuple(places)

    def _discard_places(self, seat: int) -> list[int]:
        """The place of each hidden discard of a seat, in order (`fates`)."""
        captured = [
            TAKEN + trick.winner for trick in self.view.tricks for p in trick.plays if p.seat == seat and not p.face_up
        ]
        return captured + [TABLE for p in self.view.trick if p.seat == seat and not p.face_up]

    def _plan(self, chosen: tuple[int, ...]) -> Plan:
        fixed, counts = [*self._fixed], [0] * STOCK
        for i, seat in enumerate(self._hidden):
            fate = self._fates[i][chosen[i]]
            for inner, (pins, free) in enumerate(zip(fate.pins, fate.free, strict=True)):
                place = _place(seat, inner)
                fixed[place] |= pins
                counts[place] += free
        plan = Plan(tuple(fixed), tuple((place, n) for place, n in enumerate(counts) if n))
        unknown = len(self._bits) + bool(self._shown) - self._stock
        assert sum(counts) == unknown, "the view's facts do not add up"
        if len(self._plans) < 1000:
            self._plans[chosen] = plan
        return plan

    # -- the shown card of the yard ------------------------------------------------------------------

    def _prepare_shown(self) -> None:
        """Every history counts once for each slot in which the shown card may be, so choose that first.

        It lies in the stock, or in the hand or among the discards of a seat that drew it; the weight of
        a seat is the number of its late free slots over all its ways, times the ways of the others.
        """
        if not self._shown:
            return
        ways = [sum(fate.ways for fate in each) for each in self._fates]
        late = [sum(sum(fate.late) for fate in each) for each in self._fates]
        total = 1
        for number in ways:
            total *= number
        self._where = Wheel([self._stock * total, *(n * total // w for n, w in zip(late, ways, strict=True))])
        self._spots = [
            [(f, _place(seat, p), n) for f, fate in enumerate(each) for p, n in enumerate(fate.late) if n]
            for seat, each in zip(self._hidden, self._fates, strict=True)
        ]
        self._spot_wheels = [Wheel([n for _, _, n in spots] or [1]) for spots in self._spots]

    def _choose(self, rng: Rng) -> tuple[tuple[int, ...], int]:
        """A fate for each hidden seat, and the place of the shown card (-1: it is nowhere special)."""
        if not self._shown:
            return tuple([wheel.spin(rng) for wheel in self._wheels]), -1
        where = self._where.spin(rng) - 1
        if where < 0:
            return tuple([wheel.spin(rng) for wheel in self._wheels]), STOCK
        fate, place, _ = self._spots[where][self._spot_wheels[where].spin(rng)]
        return tuple([fate if i == where else wheel.spin(rng) for i, wheel in enumerate(self._wheels)]), place


def _facts(view: KozelView, seat: int) -> CardSet:
    """Cards that the viewer can name among all that a seat ever held."""
    named: CardSet = 0
    for step in view.log[seat]:
        named |= step.cards
    return named


def _place(seat: int, inner: int) -> int:
    """The place among all of a place inside one seat's fate."""
    if inner == HAND:
        return HANDS + seat
    return TABLES + seat if inner == TABLE else PILES + inner - TAKEN


def sample(view: KozelView, rng: Rng) -> State:
    """One world for a view (see `Sampler`)."""
    return Sampler(view).sample(rng)


__all__ = ["Fate", "History", "Plan", "Sampler", "Spread", "replay", "sample"]
