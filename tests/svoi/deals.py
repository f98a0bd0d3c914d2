"""Deals of Svoi Kozyri at random, but so played that they come to an end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from shokha.actions import Action, ActionKind
from shokha.cards import cards_of
from shokha.profile import RuleProfile, load
from shokha.svoi.deal import SvoiDeal

PROFILES = ("svoi", "svoi-3", "svoi-2")
STRENGTH = {r: i for i, r in enumerate((0, 1, 2, 3, 7, 4, 5, 6, 8))}
"""Plain order by ace-ten rank (C2)."""


def random_start(profile: RuleProfile, rng: random.Random) -> SvoiDeal:
    """A deal with everything at random."""
    n = profile.players
    return SvoiDeal(profile, rng.sample(range(36), 36), dealer=rng.randrange(n), trumps=rng.sample(range(4), n))


def thrifty(deal: SvoiDeal, rng: random.Random, careless: float = 0.15) -> Action:
    """The cheapest cover and the cheapest lead, unless careless: such deals last some thirty turns."""
    legal = deal.legal_actions()
    if rng.random() < careless:
        return rng.choice(legal)
    own = deal.trumps[deal.actor or 0]

    def price(card: int) -> int:
        return STRENGTH[card % 9] + 9 * (card // 9 == own)

    def cost(action: Action) -> int:
        if action.kind is ActionKind.PICK_UP:
            return 1000
        return sum(price(card) for card in cards_of(action.cards))

    return min(legal, key=cost)


def finished(name: str, seed: int) -> SvoiDeal:
    """A deal played out."""
    deal, rng = random_start(load(name), random.Random(seed)), random.Random(seed)
    while not deal.is_over:
        deal.play(thrifty(deal, rng))
    return deal


def positions(name: str | RuleProfile, rng: random.Random, deals: int, careless: float = 0.15) -> Iterator[SvoiDeal]:
    """Every moment of some deals, the end included; the same deal object moves on."""
    profile = load(name) if isinstance(name, str) else name
    for _ in range(deals):
        deal = random_start(profile, rng)
        yield deal
        while not deal.is_over:
            deal.play(thrifty(deal, rng, careless))
            yield deal
