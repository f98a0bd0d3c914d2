"""Decks, shown cards and lots: anybody with the seed gets the same, all orders are equally likely, nothing leaks over."""  # noqa: E501

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from shokha.cards import PACK, rank_of
from shokha.shuffle import dealer_by_lot, deck, peek, permutation, split_evenly


def test_known_answers() -> None:
    """These never change: records and tables are dealt again from their seeds."""
    assert deck(7, 1)[:12] == [18, 12, 7, 34, 14, 5, 22, 27, 35, 0, 17, 10]
    assert deck("a seed", 3)[:6] == [15, 16, 8, 14, 31, 32] and peek(7, 1, 20) == 10
    assert deck("7", 1) == deck(7, 1) != deck(7, 2) != deck(8, 2)
    assert deck(7, 1, attempt=1) != deck(7, 1)


def test_a_deck_is_the_pack() -> None:
    for pack in (PACK, PACK & ~(1 << 27), (1 << 52) - 1, 0b111):
        for seed in range(20):
            assert sum(1 << c for c in deck(seed, 1, pack)) == pack
            assert len(deck(seed, 1, pack)) == pack.bit_count()


def is_even(counts: Counter[int], kinds: int) -> bool:
    """Within five standard deviations of an even spread, every kind of it."""
    n, p = sum(counts.values()), 1 / kinds
    return all(abs(counts[k] - n * p) < 5 * sqrt(n * p * (1 - p)) for k in range(kinds))


def test_every_card_comes_everywhere() -> None:
    decks = [deck(seed, 1) for seed in range(1500)]
    for place in (0, 1, 17, 34, 35):
        assert is_even(Counter(d[place] for d in decks), 36), place
    assert is_even(Counter(peek(seed, 1, 20) for seed in range(1500)), 20)  # X21: top and bottom included
    orders = Counter(tuple(permutation(seed, "suits", 4)) for seed in range(2400))
    assert len(orders) == 24 and is_even(Counter({i: n for i, n in enumerate(orders.values())}), 24)  # noqa: C416


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_dealer_by_chance(players: int) -> None:
    dealers = Counter(dealer_by_lot(seed, players)[0] for seed in range(800))
    assert is_even(dealers, players)
    assert dealer_by_lot(1, players)[1] == ()


@pytest.mark.parametrize("ceremony, best", [("lowest", min), ("highest", max)])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_dealer_by_cards(players: int, ceremony: str, best: object) -> None:
    """D4, QA25, X22: the extreme rank deals, only those tied for it draw again, 6s is a six like the others."""
    assert callable(best)
    dealers: Counter[int] = Counter()
    rounds_seen = set()
    for seed in range(600):
        dealer, rounds = dealer_by_lot(seed, players, ceremony)
        dealers[dealer] += 1
        rounds_seen.add(len(rounds))
        drawing = list(range(players))
        used: list[int] = []
        for drawn in rounds:
            assert [seat for seat, _ in drawn] == drawing
            used += [card for _, card in drawn]
            extreme = best(rank_of(card) for _, card in drawn)
            drawing = [seat for seat, card in drawn if rank_of(card) == extreme]
        assert drawing == [dealer]
        assert len(set(used)) == len(used), "a card lies on the table once"
    assert is_even(dealers, players) and {1, 2} <= rounds_seen


def test_shares() -> None:
    """QM7: equal shares, odd chips to the first."""
    assert split_evenly(50, [0, 3]) == [25, 25]
    assert split_evenly(50, [2, 0, 1]) == [17, 17, 16]
    assert sum(split_evenly(7, [1, 2, 3, 4, 5])) == 7
