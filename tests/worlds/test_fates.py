"""Fates against listing every way one by one, on random logs of a single hand."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shokha.cards import card_set, cards_of
from shokha.kozel.fates import HAND, TABLE, TAKEN, fates
from shokha.kozel.view import Step
from shokha.rng import Wheel

PLAYERS = 4
PLACES = TAKEN + PLAYERS
Slot = tuple[int, int]
"""When it was received, and the card pinned to it (-1: none)."""


def random_log(rng: random.Random) -> tuple[list[Step], list[int]]:
    """A log that some hand could really have, and the places of its hidden discards."""
    deck = rng.sample(range(36), 14)
    hand = [deck.pop() for _ in range(4)]
    steps, places = [Step("draw", 4, 0)], []
    for _ in range(rng.randint(1, 4)):
        if rng.random() < 0.5 and hand:
            shown = hand if rng.random() < 0.4 else rng.sample(hand, rng.randint(1, len(hand)))
            steps.append(Step("all" if shown is hand else "has", len(shown), card_set(shown)))
        if hand:
            out = rng.sample(hand, rng.choice([1, 1, min(2, len(hand))]))
            hand = [card for card in hand if card not in out]
            face_up = rng.random() < 0.4
            steps.append(Step("up" if face_up else "down", len(out), card_set(out) if face_up else 0))
            places += [] if face_up else [rng.randrange(TABLE, PLACES)]
        while len(hand) < 4 and deck and rng.random() < 0.9:
            hand.append(deck.pop())
            open_draw = rng.random() < 0.2
            steps.append(Step("got" if open_draw else "draw", 1, 1 << hand[-1] if open_draw else 0))
    return steps, places


def every_way(steps: list[Step], places: list[int], shown: int) -> Counter[tuple[frozenset[tuple[int, Slot]], ...]]:
    """All ways, each as the places of its slots."""
    ways = [((), ())]
    down = 0
    for i, step in enumerate(steps):
        after = []
        for held, gone in ways:
            known = {pin: slot for slot in held if (pin := slot[1]) >= 0}
            if step.kind == "draw":
                after.append((held + tuple((10 * i + j, -1) for j in range(step.count)), gone))
            elif step.kind == "got":
                after.append((held + ((10 * i, step.cards.bit_length() - 1),), gone))  # noqa: RUF005
            elif step.kind == "down":
                for out in combinations(held, step.count):
                    after.append((tuple(s for s in held if s not in out), gone + tuple((places[down], s) for s in out)))
            else:
                fresh = [card for card in cards_of(step.cards) if card not in known]
                if any(pin in fresh for _, (_, pin) in gone):
                    continue  # it is already gone
                for chosen in permutations([s for s in held if s[1] < 0], len(fresh)):
                    if any(1 << card == shown and when < 10 for (when, _), card in zip(chosen, fresh, strict=True)):
                        continue  # dealt, although it lay in the stock
                    pinned = {slot: (slot[0], card) for slot, card in zip(chosen, fresh, strict=True)}
                    now = tuple(pinned.get(s, s) for s in held)
                    cards = card_set(s[1] for s in now if s[1] >= 0)
                    if step.cards & ~cards or (step.kind == "all" and (cards != step.cards or len(now) != step.count)):
                        continue
                    left = tuple(s for s in now if s[1] < 0 or not step.cards >> s[1] & 1)
                    after.append((left if step.kind == "up" else now, gone))
        down += step.kind == "down"
        ways = after
    return Counter(frozenset([*((HAND, s) for s in held), *gone]) for held, gone in ways)


@given(st.integers(0, 2**32), st.booleans())
def test_fates_count_every_way(seed: int, with_shown: bool) -> None:
    rng = random.Random(seed)
    steps, places = random_log(rng)
    named = [card for step in steps if step.kind != "got" for card in cards_of(step.cards)]
    shown = 1 << rng.choice(named) if named and with_shown else 0
    wanted: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    late: Counter[tuple[tuple[tuple[int, ...], tuple[int, ...]], int]] = Counter()
    for way, number in every_way(steps, places, shown).items():
        pins, free = [0] * PLACES, [0] * PLACES
        for place, (_, pin) in way:
            if pin >= 0:
                pins[place] |= 1 << pin
            else:
                free[place] += 1
        key = tuple(pins), tuple(free)
        wanted[key] += number
        for place, (when, pin) in way:
            late[key, place] += number * (pin < 0 and when >= 10)
    found = fates(steps, places, PLAYERS, shown)
    assert {(fate.pins, fate.free): fate.ways for fate in found} == dict(wanted)
    if not shown:
        assert all(fate.late[p] == late[(fate.pins, fate.free), p] for fate in found for p in range(PLACES))


def test_a_wheel_keeps_the_weights() -> None:
    rng, spins = random.Random(1), Counter[int]()
    for _ in range(6000):
        spins[Wheel([1, 0, 2, 3]).spin(rng)] += 1
    assert spins[1] == 0
    assert [spins[i] / 1000 for i in (0, 2, 3)] == pytest.approx([1, 2, 3], rel=0.1)
    assert Wheel([7]).spin(rng) == 0
