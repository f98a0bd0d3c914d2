"""Hypothesis strategies: settings that a profile could have, tables, decks and playouts."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, get_type_hints

from hypothesis import strategies as st

from shokha.kozel.settings import Declarations, KozelSettings, MolodkaEffect, Partnership, Scoring
from shokha.profile import available, load

_TYPES: dict[str, Any] = get_type_hints(KozelSettings)
RULES_OF_A_DEAL = [
    "remove_6c",
    "shokha",
    "shokha_lead_joker",
    "shokha_turnup",
    "trump_mode",
    "lead_sizes",
    "uneven",
    "declarations",
    "declare_on_initial_deal",
    "moskva_effect",
    "molodka_effect",
    "bura",
    "bura_any_time",
    "four_aces",
]

_NUMBERS: dict[str, list[Any]] = {
    "players": [2, 3, 4, 5],
    "lead_sizes": [(1,), (1, 2), (1, 3), (1, 2, 3), (1, 4), (1, 2, 3, 4), (1, 3, 4), (1, 2, 4)],
    "target": [2, 6, 12],
    "deals": [0, 1, 4],
    "ante": [1, 10],
    "chips": [10, 30, 100],
}
KOZEL_PROFILES = [name for name in available() if load(name).game == "kozel"]


def rules_of(profile: str, **changes: object) -> KozelSettings:
    """The settings of a profile with some changed, checked as the product checks them."""
    made = load(profile).with_settings(changes).settings
    assert isinstance(made, KozelSettings)
    return made


def values(name: str) -> list[Any]:
    """All values of a setting with a closed set of them, or a few of a number's."""
    if _TYPES[name] is bool:
        return [False, True]
    numbers = {
        "players": [2, 3, 4, 5],
        "target": [2, 6, 12],
        "deals": [0, 1, 4],
        "ante": [1, 10],
        "chips": [10, 30, 100],
    }
    if name == "lead_sizes":
        return [(1,), (1, 2), (1, 3), (1, 2, 3), (1, 4), (1, 2, 3, 4), (1, 3, 4), (1, 2, 4)]
    return numbers.get(name) or list(_TYPES[name])


def _settings(pick: Callable[[list[Any]], Any]) -> KozelSettings:
    """Any settings that `faults` accepts, with the money rules and the combinations well represented."""
    table = pick(["pairs", "singles", "money"])
    chosen = {f.name: pick(values(f.name)) for f in fields(KozelSettings) if f.name not in ("partnership", "scoring")}
    chosen["partnership"] = Partnership("pairs" if table == "pairs" else "singles")
    chosen["scoring"] = Scoring("pot" if table == "money" else "penalties")
    chosen["players"] = pick({"pairs": [4], "singles": [2, 3], "money": [2, 3, 4, 5]}[table])
    if table != "money":
        chosen |= {"bura": False, "four_aces": False}
    chosen["bura_any_time"] &= chosen["bura"] or chosen["four_aces"]
    chosen["remove_6c"] &= chosen["players"] in (3, 5)
    chosen["chips"] = max(chosen["chips"], chosen["ante"])
    if chosen["declarations"] is Declarations.ANY_TIME:
        chosen["molodka_effect"] = MolodkaEffect.LEAD_FOUR
    elif chosen["molodka_effect"] == "none" and chosen["moskva_effect"] == "none":
        chosen["declarations"] = Declarations.NONE
    made = KozelSettings(**chosen)
    assert not list(made.faults())
    return made


@st.composite
def settings(draw: st.DrawFn) -> KozelSettings:
    """Any settings that a profile could have."""
    return _settings(lambda options: draw(st.sampled_from(options)))


def random_settings(rng: random.Random) -> KozelSettings:
    """The same without hypothesis."""
    return _settings(rng.choice)


@dataclass(frozen=True)
class Start:
    """What a deal begins with."""

    settings: KozelSettings
    deck: list[int]
    dealer: int
    leader: int | None
    seats: int
    peek: int

    @property
    def arguments(self) -> tuple[Any, ...]:
        """In the order of the kernel's and the oracle's constructors."""
        return self.settings, self.deck, self.dealer, self.leader, self.seats, self.peek


def pack_for(settings: KozelSettings, playing: int) -> list[int]:
    """The cards in play, in order (X14)."""
    return [c for c in range(36) if not (settings.remove_6c and playing in (3, 5) and c == 27)]


def random_start(settings: KozelSettings, rng: random.Random, everybody: bool = False) -> Start:
    """A table at random: some seats gone where everyone plays alone, any dealer and leader, and a deck.

    Half of the decks are stacked: like cards lie together, so combinations and Buras are common.
    """
    n = settings.players
    gone = 0 if everybody or settings.partnership == "pairs" else rng.choice([0, 0, *range(n - 1)])
    seats = sorted(rng.sample(range(n), n - gone))
    deck = pack_for(settings, len(seats))
    rng.shuffle(deck)
    if rng.random() < 0.6:
        deck = stacked(deck, len(seats), rng)
    return Start(
        settings=settings,
        deck=deck,
        dealer=rng.choice(seats),
        leader=rng.choice([None, *seats]),
        seats=sum(1 << s for s in seats),
        peek=rng.randrange(len(deck) - 4 * len(seats)),
    )


def stacked(deck: list[int], playing: int, rng: random.Random) -> list[int]:
    """The deck with good hands for some players: four of a suit, three and the shokha, aces and tens, trumps."""
    deck, pool = list(deck), list(deck)
    hands: list[list[int]] = [[] for _ in range(playing)]
    for hand in hands:
        suit = rng.randrange(4)
        of_suit = [c for c in pool if c // 9 == suit]
        high = [c for c in pool if c % 9 >= 7 or c == 0]
        aces = [c for c in pool if c % 9 == 8]
        wish = rng.choice([of_suit, [0, *of_suit] if 0 in pool else of_suit, high, aces, [], []])
        wish = list(dict.fromkeys(wish))
        rng.shuffle(wish)
        if 0 in wish and rng.random() < 0.7:
            wish.remove(0)
            wish.insert(0, 0)
        hand += wish[:4]
        pool = [c for c in pool if c not in hand]
    for hand in hands:
        while len(hand) < 4:
            hand.append(pool.pop())
        rng.shuffle(hand)
    if rng.random() < 0.3 and 0 in pool:  # the shokha is turned up
        pool.remove(0)
        pool.insert(0, 0)
    return [hands[i % playing][i // playing] for i in range(4 * playing)] + pool


@st.composite
def starts(draw: st.DrawFn) -> Start:
    """Random settings with a random table and deck."""
    return random_start(draw(settings()), random.Random(draw(st.integers(0, 2**32 - 1))))
