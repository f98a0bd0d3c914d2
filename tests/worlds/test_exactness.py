"""`worlds.sample` is uniform over histories: against brute force over every card, with a chi-square test."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import count

import pytest
from tests.strategies import random_start
from tests.worlds.brute import World, all_worlds, named, picture, unknown
from tests.worlds.retell import deal_of, lively

from shokha import events as ev
from shokha.cards import cards_of
from shokha.kozel.deal import KozelDeal
from shokha.kozel.view import KozelView
from shokha.kozel.worlds import Sampler, replay
from shokha.profile import RuleProfile, load


def fits(found: Counter[World], exact: Counter[World], cards: int) -> bool:
    """Do sampled worlds follow the exact weights?

    Compared are where each of the unsure cards lies, where each two neighbours among them lie together,
    and the worlds themselves, put together by their hash.
    """
    unsure = [*cards_of(cards)]
    looks: list[Callable[[World], Hashable]] = [lambda world: hash(world) % 50]
    for one, other in zip(unsure, [*unsure[1:], unsure[0]], strict=True):
        looks.append(lambda world, one=one: place(world, one))
        looks.append(lambda world, one=one, other=other: (place(world, one), place(world, other)))
    return all(chi_square_passes(seen_by(found, look), seen_by(exact, look)) for look in looks)


def place(world: World, card: int) -> tuple[str, int]:
    """Where a card lies in a world."""
    for name, sets in zip(("hand", "taken", "table"), world[:3], strict=True):
        for seat, cards in enumerate(sets):
            if cards >> card & 1:
                return name, seat
    return "stock", world[3].index(card)


def seen_by(worlds: Counter[World], look: Callable[[World], Hashable]) -> Counter[Hashable]:
    """Weights of worlds that look alike, added up."""
    found: Counter[Hashable] = Counter()
    for world, weight in worlds.items():
        found[look(world)] += weight
    return found


def chi_square_passes(found: Counter[Hashable], expected: Counter[Hashable]) -> bool:
    """One true sampler in some ten millions fails (Wilson and Hilferty's bound). Rare outcomes go together."""
    draws, total = sum(found.values()), sum(expected.values())
    rare = {key for key, weight in expected.items() if draws * weight < 5 * total}
    pairs = [(found[key], draws * weight / total) for key, weight in expected.items() if key not in rare]
    pairs.append((sum(found[key] for key in rare), draws * sum(expected[key] for key in rare) / total))
    free = len(pairs) - 1
    chi = sum((o - e) ** 2 / e for o, e in pairs if e)
    return free == 0 or chi < free * (1 - 2 / (9 * free) + 5.2 * (2 / (9 * free)) ** 0.5) ** 3 + 5


def is_small(view: KozelView) -> bool:
    """Can brute force list the worlds in a second or so?"""
    free = unknown(view)
    pools = [named(view, s) | free for s in range(view.profile.players) if s != view.seat]
    return free.bit_count() <= 8 and max(pool.bit_count() for pool in pools) <= 15


def views(case: str) -> Iterator[KozelView]:
    """Views of deals in which little is hidden: for each of the case's numbers the next deal that has one."""
    name, wanted, numbers = CASES[case]
    for number in numbers:
        yield next(found for n in count(number) for found in views_of_deal(load(name), n, wanted))


def views_of_deal(
    profile: RuleProfile, number: int, wanted: Callable[[KozelView, KozelDeal], bool]
) -> Iterator[KozelView]:
    """At most one view."""
    rng = random.Random(number)
    deal = deal_of(random_start(profile.settings, rng, everybody=True), profile)
    found = []
    while not deal.is_over:
        seat = rng.choice([None, *range(profile.players)])
        if hidden_cards(deal, seat) <= 12:
            view = deal.view(seat)
            if is_small(view) and wanted(view, deal):
                found.append(view)
        deal.play(lively(deal, rng, "open"))
    if found:
        yield rng.choice(found)


def hidden_cards(deal: KozelDeal, seat: int | None) -> int:
    """Cards in other hands, in the stock and discarded by others: quick to tell, and few of them have been seen."""
    others = [s for s in range(deal.profile.players) if s != seat]
    hidden = sum(deal.state.hand(s).bit_count() for s in others) + len(deal.state.stock_cards())
    return hidden + sum(e.count for e in deal.events if isinstance(e, ev.CardsDiscarded) and e.seat != seat)


def lost_sight(view: KozelView, cards: int) -> bool:
    """Were some of these cards known to be in somebody's hand and may they have been discarded since?"""
    return cards & ~view.seen != 0


def late_turn_up(view: KozelView) -> bool:
    """Was the turn-up drawn, and nobody can tell any more where it is?"""
    return view.turn_up is not None and lost_sight(view, 1 << view.turn_up)


def late_shown(view: KozelView) -> bool:
    """Is the card shown from the middle unseen, so that only its not being dealt is known (X21)?"""
    return view.shown is not None and unknown(view) >> view.shown & 1 == 1


def drawn_shown(view: KozelView) -> bool:
    """Was the shown card seen with somebody else?"""
    others = [s for s in range(4) if s != view.seat]
    return view.shown is not None and any(named(view, s) >> view.shown & 1 for s in others)


def returned_hidden(view: KozelView, deal: KozelDeal) -> bool:
    """Did a Molodka out of turn send cards back (B8)?"""
    return any(isinstance(e, ev.CardsReturned) for e in deal.events)


CASES: dict[str, tuple[str, Callable[[KozelView, KozelDeal], bool], tuple[int, ...]]] = {
    "three players": ("trio", lambda view, deal: unknown(view).bit_count() > 4, (19, 21)),
    "35 cards": ("trio-35", lambda view, deal: unknown(view).bit_count() > 4, (6, 10)),
    "pairs": ("pairs", lambda view, deal: unknown(view).bit_count() > 4, (27, 42)),
    "turn-up drawn, then discards": ("pairs", lambda view, deal: late_turn_up(view), (506, 678)),
    "Moskva or Molodka shown, then discards": (
        "pairs",
        lambda view, deal: any(lost_sight(view, d[2]) for d in view.declared),
        (27, 42),
    ),
    "yard, shown card unseen": ("yard", lambda view, deal: late_shown(view), (680, 2855)),
    "yard, shown card drawn": ("yard", lambda view, deal: drawn_shown(view), (62, 112)),
    "yard, cards returned": ("yard", lambda view, deal: returned_hidden(view, deal), (11890, 12632)),
    "money": ("money", lambda view, deal: unknown(view).bit_count() > 4, (1269, 1593)),
}
"""A profile, what to look for, and numbers of deals from which on to look."""


@pytest.mark.parametrize("case", CASES)
def test_worlds_are_uniform(case: str) -> None:
    rng = random.Random(case)
    for view in views(case):
        exact, sampler, players = all_worlds(view), Sampler(view), view.profile.players
        for draw, draws in (sampler.sample, 2000), (lambda rng: replay(view, sampler.history(rng)), 700):  # noqa: B023
            drawn = Counter(picture(draw(rng), players) for _ in range(draws))
            assert not drawn.keys() - exact.keys(), "an impossible world was drawn"
            assert fits(drawn, exact, unsure(view))


def unsure(view: KozelView) -> int:
    """Cards that the viewer cannot place for certain."""
    return unknown(view) | sum(named(view, s) for s in range(view.profile.players)) & ~view.seen


def test_the_measure_notices_a_slip() -> None:
    """A sampler that takes the turn-up to be where it is likeliest is found out."""
    noticed = 0
    for view in views("turn-up drawn, then discards"):
        exact, rng, players = all_worlds(view), random.Random(1), view.profile.players
        likeliest = seen_by(exact, lambda world, view=view: place(world, view.turn_up or 0)).most_common(1)[0][0]
        sampler, drawn = Sampler(view), Counter[World]()
        while drawn.total() < 500:
            world = picture(sampler.sample(rng), players)
            drawn[world] += place(world, view.turn_up or 0) == likeliest
        noticed += not fits(+drawn, exact, unsure(view))
    assert noticed == len(CASES["turn-up drawn, then discards"][2])
