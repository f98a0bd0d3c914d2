"""The computer players, weakest first, and the register that finds them by name.

>>> names("kozel")[:2]
['random', 'rule']
>>> make("random").name
'random'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shokha.bots.base import Bot, Choice, Reason
from shokha.bots.besicovitch_rule import BesicovitchRuleBot
from shokha.bots.besicovitch_search import BesicovitchSearchBot
from shokha.bots.kozel_expert import KozelExpertBot
from shokha.bots.kozel_ismcts import KozelTreeBot
from shokha.bots.kozel_mc import KozelMonteCarloBot
from shokha.bots.kozel_rule import KozelRuleBot
from shokha.bots.levels import KozelEasyBot, Level
from shokha.bots.random_bot import RandomBot
from shokha.bots.svoi_rule import SvoiRuleBot
from shokha.bots.svoi_search import SvoiSearchBot
from shokha.errors import ShokhaError

__all__ = ["Bot", "Choice", "Reason", "UnknownBot", "make", "names", "register"]


class UnknownBot(ShokhaError):
    """No bot has this name, or it does not play this game."""


ANY_GAME = "*"

_MAKERS: dict[str, dict[str, Callable[[], Bot]]] = {}


def register(name: str, game: str, maker: Callable[[], Bot]) -> None:
    """Make a bot known; `game` is a game's name or `ANY_GAME`. The order is that of strength; levels come last."""
    _MAKERS.setdefault(name, {})[game] = maker


def names(game: str | None = None) -> list[str]:
    """Names of all bots, or of those that play a game, weakest first, then the levels."""
    return [name for name, makers in _MAKERS.items() if game is None or game in makers or ANY_GAME in makers]


def make(name: str, game: str | None = None) -> Bot:
    """The bot of that name. With a game, it is certain that the bot plays it. Raises `UnknownBot`."""
    if name not in _MAKERS:
        raise UnknownBot(f"There is no bot {name!r}; there are {', '.join(names())}.")
    if game is not None and name not in names(game):
        raise UnknownBot(f"The bot {name!r} does not play {game}; {', '.join(names(game))} do.")
    makers = _MAKERS[name]
    return makers[ANY_GAME]() if ANY_GAME in makers else _ByGame(name, {g: maker() for g, maker in makers.items()})


class _ByGame:
    """One name for a player of several games: each view goes to the player of its game."""

    def __init__(self, name: str, players: dict[str, Bot]) -> None:
        self.name = name
        self._players = players

    def choose(self, view: Any, seed: int, budget: float | None = None) -> Choice:
        game = view.profile.game
        if game not in self._players:
            raise UnknownBot(f"The bot {self.name!r} does not play {game}; {', '.join(names(game))} do.")
        return self._players[game].choose(view, seed, budget)


register("random", ANY_GAME, RandomBot)
register("rule", "kozel", KozelRuleBot)
register("rule", "svoi", SvoiRuleBot)
register("rule", "besicovitch", BesicovitchRuleBot)
register("search", "svoi", SvoiSearchBot)
register("search", "besicovitch", BesicovitchSearchBot)
register("mc", "kozel", KozelMonteCarloBot)
register("ismcts", "kozel", KozelTreeBot)
register("expert", "kozel", KozelExpertBot)
register("easy", "kozel", KozelEasyBot)
register("normal", "kozel", lambda: Level("normal", KozelRuleBot()))
register("hard", "kozel", lambda: Level("hard", KozelExpertBot()))
