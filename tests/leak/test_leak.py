"""Law 5: two deals that differ only in what a seat may not know are the same to that seat, in every respect.

The second deal is made from the first one's view: another deck order and other hidden discards that
the seat cannot rule out, told again from the shuffle. `python -m tests.leak.test_leak 10000` looks at
so many positions of each profile.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import settings
from tests.worlds.retell import PROFILES, WINDOWS, positions, profile_of, retell

from shokha.kozel.deal import KozelDeal
from shokha.kozel.settings import KozelSettings
from shokha.kozel.worlds import Sampler
from shokha.profile import RuleProfile, load
from shokha.view import observations


def everything(deal: KozelDeal, seat: int | None) -> Iterator[object]:
    """All that a seat can get hold of: what it saw, what it knows, what it may do, and all of it as text."""
    seen, view = observations(deal.events, seat), deal.view(seat)
    yield seen
    yield view
    yield deal.legal_for(seat)
    yield deal.turn
    yield deal.is_over
    yield repr(seen)
    yield repr(view)


def asked_out_of_sight(deal: KozelDeal, seat: int | None) -> bool:
    """Is somebody else asked in a window in which this seat, too, is or was asked?

    It then knows more than its view says: that it is not the only holder. Tables close the gap in time
    (X27); the two deals may differ in whether it has been asked already.
    """
    return deal.state.phase in WINDOWS and deal.actor != seat and seat in [s for s, _ in asked_ever(deal)]


def asked_ever(deal: KozelDeal) -> list[tuple[int, int]]:
    """Everybody who is asked in the open window, those who have passed included."""
    fields = deal.state.dump()
    return [*fields["asked"]]


def check(deal: KozelDeal, seat: int | None, rng: random.Random) -> bool:
    """Compare a position with another one that differs in what `seat` may not know; was there a difference?"""
    view = deal.view(seat)
    other = retell(observations(deal.events, seat), view, Sampler(view).history(rng), rng, until=view.asked is not None)
    if asked_out_of_sight(deal, seat) or asked_out_of_sight(other, seat):
        return False
    for mine, theirs in zip(everything(deal, seat), everything(other, seat), strict=True):
        assert mine == theirs
    return other.deck != deal.deck or other.actions != deal.actions


def check_many(profile: RuleProfile, number: int, rng: random.Random) -> int:
    """Look at `number` random positions; returns how many of them came with a really different deal."""
    different = looked = 0
    while looked < number:
        for deal in positions(profile, rng, 1):
            if looked < number and rng.random() < 0.5:
                different += check(deal, rng.choice([None, *range(profile.players)]), rng)
                looked += 1
    return different


@pytest.mark.parametrize("name", PROFILES)
def test_nothing_leaks(name: str) -> None:
    assert check_many(load(name), 120, random.Random(name)) > 90


@given(settings(), st.integers(0, 2**32))
def test_nothing_leaks_under_house_rules(rules: KozelSettings, seed: int) -> None:
    check_many(profile_of(rules), 3, random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("name", PROFILES)
def test_nothing_leaks_in_thousands_of_positions(name: str) -> None:
    assert check_many(load(name), 1500, random.Random(name + " long")) > 1250


if __name__ == "__main__":
    for each in PROFILES:
        asked = int(sys.argv[1])
        print(f"{each}: {asked} positions, {check_many(load(each), asked, random.Random(each))} other deals, no leak")
