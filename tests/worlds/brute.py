"""All worlds behind a view with their exact weights, the slow and obvious way: card by card, no slots, no shortcuts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations

from shokha.cards import card_set, cards_of
from shokha.kozel.state import State, expected_pack
from shokha.kozel.view import KozelView, Step

Outcome = tuple[int, tuple[tuple[str, int], ...]]
"""A hand, and what was discarded where: (place, cards)."""
World = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Hands, captures and table by seat, and the stock in drawing order."""


def picture(state: State, players: int) -> World:
    """A kernel state as a world."""
    seats = range(players)
    return (
        tuple(state.hand(s) for s in seats),
        tuple(state.taken_by(s) for s in seats),
        tuple(state.on_table(s) for s in seats),
        tuple(state.stock_cards()),
    )


def named(view: KozelView, seat: int) -> int:
    """Cards that the viewer saw with a seat."""
    mask = 0
    for step in view.log[seat]:
        mask |= step.cards
    return mask


def unknown(view: KozelView) -> int:
    """Cards that the viewer has never seen anywhere but in the yard's stock."""
    seats = [s for s in range(view.profile.players) if view.seats >> s & 1]
    seen = 0 if view.turn_up is None else 1 << view.turn_up
    for seat in seats:
        seen |= named(view, seat)
    return expected_pack(view.profile.settings, len(seats)) & ~seen


def one_seat(steps: Sequence[Step], targets: Sequence[str], pool: int, not_dealt: int) -> Counter[Outcome]:
    """What a seat may hold and have discarded where, each with the number of ways.

    Every order of drawing and every choice of a hidden discard is one way. `not_dealt` are cards that
    were not among the first four.
    """
    revealed = [0] * (len(steps) + 1)
    draws = [0] * (len(steps) + 1)
    for i in range(len(steps) - 1, -1, -1):
        revealed[i] = revealed[i + 1] | (steps[i].cards if steps[i].kind != "got" else 0)
        draws[i] = draws[i + 1] + (steps[i].count if steps[i].kind == "draw" else 0)

    @cache
    def go(i: int, down: int, hand: int, used: int, gone: tuple[tuple[str, int], ...]) -> Counter[Outcome]:
        if i == len(steps):
            return Counter({(hand, gone): 1})
        if (revealed[i] & ~used & pool).bit_count() > draws[i]:
            return Counter()  # a dead end: more cards are still to come than draws
        step = steps[i]
        if step.kind == "draw":
            # in how many orders this set could come does not depend on the set
            found: Counter[Outcome] = Counter()
            for drawn in combinations(cards_of(pool & ~used), step.count):
                cards = card_set(drawn)
                if not (i == 0 and cards & not_dealt):
                    found += go(i + 1, down, hand | cards, used | cards, gone)
            return found
        if step.kind == "got":
            return go(i + 1, down, hand | step.cards, used | step.cards, gone)
        if step.kind == "down":
            found = Counter()
            for out in combinations(cards_of(hand), step.count):
                cards = card_set(out)
                if cards & revealed[i]:
                    continue  # a dead end: the card is seen later
                place = dict(gone)
                place[targets[down]] = place.get(targets[down], 0) | cards
                found += go(i + 1, down + 1, hand & ~cards, used, tuple(sorted(place.items())))
            return found
        if step.cards & ~hand or (step.kind == "all" and step.cards != hand):
            return Counter()
        return go(i + 1, down, hand & ~step.cards if step.kind == "up" else hand, used, gone)

    return go(0, 0, 0, 0, ())


def all_worlds(view: KozelView) -> Counter[World]:
    """Every world behind a view, weighted by the number of its histories."""
    n, free = view.profile.players, unknown(view)
    hidden = [s for s in range(n) if view.seats >> s & 1 and s != view.seat]
    shown = 0 if view.shown is None else 1 << view.shown
    turn_up = 0 if view.turn_up is None else 1 << view.turn_up
    hands, taken, table = [0] * n, [0] * n, [0] * n
    for trick in view.tricks:
        taken[trick.winner] |= sum(p.cards for p in trick.plays)
    for play in view.trick:
        table[play.seat] |= play.cards
    if view.seat is not None:
        hands[view.seat] = view.hand
    partial = Counter({(tuple(hands), tuple(taken), tuple(table), free): 1})
    for seat in hidden:
        targets = [str(t.winner) for t in view.tricks for p in t.plays if p.seat == seat and not p.face_up]
        targets += ["table" for p in view.trick if p.seat == seat and not p.face_up]
        pool = named(view, seat) & ~turn_up | free
        ways = one_seat(view.log[seat], targets, pool, shown)
        joined: Counter[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int]] = Counter()
        for (h, t, b, left), weight in partial.items():
            for (hand, gone), count in ways.items():
                used = (hand | sum(cards for _, cards in gone)) & free
                if used & ~left:
                    continue
                h2, t2, b2 = [*h], [*t], [*b]
                h2[seat] |= hand
                for place, cards in gone:
                    if place == "table":
                        b2[seat] |= cards
                    else:
                        t2[int(place)] |= cards
                joined[tuple(h2), tuple(t2), tuple(b2), left & ~used] += weight * count
        partial = joined
    worlds: Counter[World] = Counter()
    for (h, t, b, left), weight in partial.items():
        bottom = () if view.turn_up is None or not view.stock else (view.turn_up,)
        for order in permutations(cards_of(left)):
            worlds[h, t, b, (*order, *bottom)] += weight
    return worlds
