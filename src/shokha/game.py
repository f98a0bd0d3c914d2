"""What every game offers, and the register of games.

A *deal* is one pack played out: it owns the truth, plays actions, tells events and hands out views. A
*match* strings deals together. Both take their randomness from outside. Everything further out (table,
records, bots, screens) talks to these protocols and asks the register, so a new game needs no change
there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from shokha.actions import Action
from shokha.cards import Card, CardSet
from shokha.errors import ProfileError
from shokha.events import Event
from shokha.profile import RuleProfile, load
from shokha.shuffle import Seed, deck, peek


class View(Protocol):
    """What one seat knows; see the game's own class for the rest."""

    profile: RuleProfile
    seat: int | None
    hand: CardSet
    turn: int | None
    legal: tuple[Action, ...]
    is_over: bool

    def legal_actions(self) -> list[Action]: ...
    def see(self, e: Event) -> None:
        """Add one observation; observations of the match and the table change nothing."""


class BaseDeal:
    """What a deal without declaration windows answers to a table's questions about them (X27)."""

    state: Any

    @property
    def window_possible(self) -> bool:
        """Could anybody declare before this lead, as far as everybody can see?"""
        return False

    def asked(self) -> list[tuple[int, int]]:
        """Seats that may declare now, each with its combination, in the order of priority."""
        return []

    def moves(self) -> list[Action]:
        """What the seat whose turn it is may play once nobody declares."""
        return [Action(a) for a in self.state.legal_actions()]

    def check(self, action: int) -> None:
        """Raise `RuleViolation` unless the seat whose turn it is may play this once nobody declares."""
        self.state.copy().play(action)


class Deal(Protocol):
    """One pack, from the shuffle to the end. See `BaseDeal` for what windows add."""

    profile: RuleProfile
    number: int
    deck: tuple[Card, ...]
    peek: int
    state: Any
    """The kernel: the truth. For records, solvers and tests, never for players."""
    events: list[Event]
    actions: list[Action]

    @property
    def actor(self) -> int | None: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def result(self) -> Any: ...
    def legal_actions(self) -> list[Action]: ...
    def legal_for(self, seat: int | None) -> list[Action]: ...
    def view(self, seat: int | None) -> Any: ...
    def play(self, action: int | str, seat: int | None = None) -> list[Event]: ...
    @property
    def window_possible(self) -> bool: ...
    def asked(self) -> list[tuple[int, int]]: ...
    def moves(self) -> list[Action]: ...
    def check(self, action: int) -> None: ...


class Match(Protocol):
    """Deals in a row, with their score."""

    profile: RuleProfile
    dealer: int
    number: int
    attempt: int
    deal: Any
    events: list[Event]
    is_over: bool
    winners: tuple[int, ...]
    sides: tuple[int, ...]

    @property
    def seats(self) -> int: ...
    @property
    def pack(self) -> CardSet: ...
    @property
    def stock(self) -> int: ...
    @property
    def standing(self) -> tuple[int, ...]: ...
    def start_deal(self, deck: Sequence[Card], peek: int = 0) -> Any: ...
    def finish_deal(self) -> list[Event]: ...
    def rematch(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the register knows it.

    `new_match(profile, seed)` seats the table and settles by lot what the rules leave to the lot.
    `fold(profile, seat, observations)` makes a view.
    """

    name: str
    title: str
    new_match: Callable[[RuleProfile, Seed], Any]
    fold: Callable[[RuleProfile, int | None, Any], Any]


_GAMES: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game known. Each game does this when it is imported."""
    _GAMES[game.name] = game


def game_of(profile: RuleProfile) -> Game:
    """The game of a profile."""
    if profile.game not in _GAMES:
        raise ProfileError(f"The game {profile.game!r} is not installed.")
    return _GAMES[profile.game]


def games() -> list[Game]:
    """All games, in the order of the rule book."""
    return list(_GAMES.values())


def new_match(profile: RuleProfile | str, seed: Seed) -> Any:
    """A fresh match; the seed decides the lots (A6, QC2)."""
    profile = load(profile) if isinstance(profile, str) else profile
    return game_of(profile).new_match(profile, seed)


def deal_next(match: Any, seed: Seed) -> Any:
    """Start the match's next deal with the deck that belongs to the seed and the deal's number."""
    number = match.number + 1
    at = peek(seed, number, match.stock, match.attempt) if match.stock else 0
    return match.start_deal(deck(seed, number, match.pack, match.attempt), at)


def new_deal(profile: RuleProfile | str, seed: Seed) -> Any:
    """The first deal of a fresh match: everything by the seed. Void deals (X8) are dealt again.

    >>> import shokha
    >>> new_deal("pairs", 7).turn == new_deal("pairs", 7).turn
    True
    """
    match = new_match(profile, seed)
    while True:
        deal = deal_next(match, seed)
        if not (deal.is_over and getattr(deal.result, "is_void", False)):
            return deal
        match.finish_deal()
