"""The players, weakest to strongest, by game and name.

>>> make("random", "kozel").name
'random'
"""

from __future__ import annotations

from collections.abc import Callable

from shokha.bots.base import Bot, Budget, Choice, Reason
from shokha.bots.kozel_rule import RuleBot
from shokha.bots.random_bot import RandomBot
from shokha.errors import ShokhaError

__all__ = ["Bot", "Budget", "Choice", "Reason", "make", "names", "register"]

_BOTS: dict[str, dict[str, Callable[[], Bot]]] = {}


def register(game: str, name: str, maker: Callable[[], Bot]) -> None:
    """Make a bot known to a game; weakest first."""
    _BOTS.setdefault(game, {})[name] = maker


def names(game: str) -> list[str]:
    """The bots of a game, weakest first."""
    return list(_BOTS.get(game, {}))


def make(name: str, game: str = "kozel") -> Bot:
    """A bot by its name. Raises `ShokhaError` for one that the game does not have."""
    if name not in names(game):
        raise ShokhaError(f"There is no bot {name!r} for {game}; there are {', '.join(names(game)) or 'none'}.")
    return _BOTS[game][name]()


for _game in ("kozel", "svoi", "besicovitch"):
    register(_game, "random", RandomBot)
register("kozel", "rule", RuleBot)
