"""Law 8: the kernel and a brute-force Svoi Kozyri agree on everything, move by move."""

from __future__ import annotations

import random

import pytest
from tests.oracle.svoi_oracle import Oracle, rank, suit
from tests.svoi.tables import KernelTable, OracleTable, random_deal

from shokha.svoi.settings import SvoiSettings

HOUSES = [
    {},
    {"turn_cap": 60},
    {"exchange_sixes": False, "pick_up_plain": 1, "pick_up_trump": 2, "pick_up_ace": 3, "turn_cap": 400},
    {"pick_up_plain": 36, "pick_up_trump": 36, "repetition": 2, "turn_cap": 200},
]


def choose(rng: random.Random, oracle: Oracle, legal: list[str], careless: float) -> str:
    """Mostly the cheapest cover and lead, so that deals come to an end; sometimes anything."""

    def price(move: str) -> int:
        own = oracle.trumps[oracle.turn]
        cards = move.rstrip(".").split("/")
        return 1000 if move == "+" else sum(rank(card) + 9 * (suit(card) == own) for card in cards)

    return rng.choice(legal) if rng.random() < careless else min(legal, key=price)


@pytest.mark.parametrize("house", HOUSES, ids=["rules", "cap", "small", "whole pile"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_deals(players: int, house: dict[str, int]) -> None:
    rng = random.Random(f"{players} {house}")
    settings = SvoiSettings(players=players, **house)
    reasons: set[str] = set()
    for _ in range(40):
        start = random_deal(rng, players)
        kernel, oracle = KernelTable.deal(settings, *start), OracleTable.deal(settings, *start)
        careless = rng.choice([0.0, 0.1, 0.5])
        while True:
            facts = kernel.facts()
            assert facts == oracle.facts()
            if facts["over"]:
                reasons.add(facts["reason"])
                break
            move = choose(rng, oracle.oracle, facts["legal"], careless)
            kernel.play(move)
            oracle.play(move)
    assert "last_card" in reasons


@pytest.mark.parametrize("players", [2, 3, 4])
def test_endings(players: int) -> None:
    """A few cards each: going out, draws and repetition are common here."""
    rng = random.Random(players)
    reasons: dict[str, int] = {}
    for _ in range(800):
        settings = SvoiSettings(players=players, turn_cap=150, repetition=rng.choice([2, 3]))
        deck = random_deal(rng, players)[0]
        hands = [[deck.pop() for _ in range(rng.randint(1, 3))] for _ in range(players)]
        pile = [deck.pop() for _ in range(rng.randint(0, 4))]
        free = bool(pile) and rng.random() < 0.2
        where = settings, [" ".join(h) for h in hands], " ".join(pile), rng.randrange(players), free
        kernel, oracle = KernelTable.at(*where), OracleTable.at(*where)
        careless = rng.choice([0.1, 0.6])
        while True:
            facts = kernel.facts()
            assert facts == oracle.facts()
            if facts["over"]:
                reasons[facts["reason"]] = reasons.get(facts["reason"], 0) + 1
                break
            move = choose(rng, oracle.oracle, facts["legal"], careless)
            kernel.play(move)
            oracle.play(move)
    assert set(reasons) >= {"last_card", "draw", "repetition"}, reasons
