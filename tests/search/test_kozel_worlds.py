"""The quick worlds are those of the thorough sampler, equally often; habits shift them the way they say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from shokha.bots.kozel_sampling import worlds_of
from shokha.cards import cards_of
from shokha.game import new_deal
from shokha.kozel.state import State
from shokha.kozel.view import KozelView
from shokha.kozel.worlds import Sampler

Place = tuple[str, int, int]


def view_after(profile: str, seed: int, moves: int) -> KozelView:
    """The view of whoever is to move after some random moves."""
    deal, chance = new_deal(profile, seed), random.Random(seed)
    while moves and not deal.is_over:
        deal.play(chance.choice(deal.legal_actions()))
        moves -= 1
    return deal.view(deal.actor)


def count(draw: Callable[[], State], number: int) -> Counter[Place]:
    """How often each card lies where."""
    found: Counter[Place] = Counter()
    for _ in range(number):
        world = draw()
        for seat in range(world.n_seats):
            for name, cards in (
                ("hand", world.hand(seat)),
                ("taken", world.taken_by(seat)),
                ("table", world.on_table(seat)),
            ):
                found.update((name, seat, card) for card in cards_of(cards))
        found.update(("stock", place, card) for place, card in enumerate(world.stock_cards()))
    return found


@pytest.mark.parametrize(
    ("profile", "seed", "moves"), [("pairs", 7, 14), ("yard", 3, 14), ("yard", 5, 9), ("trio", 2, 12)]
)
def test_equal_in_distribution(profile: str, seed: int, moves: int) -> None:
    """Every card in every place as often, within 5 standard deviations of the difference."""
    view, chance, number = view_after(profile, seed, moves), random.Random(seed), 4000
    worlds, sampler = worlds_of(view, seed), Sampler(view)
    quick, thorough = count(worlds.sample, number), count(lambda: sampler.sample(chance), number)
    for place in quick | thorough:
        assert abs(quick[place] - thorough[place]) <= 5 * (quick[place] + thorough[place]) ** 0.5 + 1, place


@pytest.mark.parametrize("profile", ["pairs", "yard", "money", "trio-35", "duel"])
def test_worlds_stand_at_the_moment_of_the_view(profile: str) -> None:
    """Same hand, same turn, same legal actions, all cards once."""
    for seed in range(12):
        view = view_after(profile, seed, seed * 2)
        if view.is_over:
            continue
        worlds = worlds_of(view, seed)
        for _ in range(5):
            world = worlds.sample()
            assert world.actor == view.seat
            assert world.hand(view.seat or 0) == view.hand
            everything = [*world.stock_cards()]
            for seat in range(world.n_seats):
                everything += [
                    *cards_of(world.hand(seat)),
                    *cards_of(world.taken_by(seat)),
                    *cards_of(world.on_table(seat)),
                ]
            assert sorted(everything) == [*cards_of(world.pack)]


def test_habits_shift_the_cards() -> None:
    """Whoever says that shokha and trumps are never thrown away finds them in hands and stock only."""
    view = view_after("pairs", 11, 16)
    held = (100,) * 19
    never = tuple(1 if i < 9 or i == 18 else 1000 for i in range(19))
    uniform, shifted = worlds_of(view, 1), worlds_of(view, 1, (held, never, never, held))
    trumps = 0x1FF << 9 * view.trump | 1

    def thrown(draw: Callable[[], State]) -> int:
        free = sum(1 << card for card in Sampler(view).spread(random.Random(1)).free)
        total = 0
        for _ in range(300):
            world = draw()
            total += sum((world.taken_by(seat) & trumps & free).bit_count() for seat in range(4))
        return total

    assert thrown(uniform.sample) > 5 * thrown(shifted.sample)
