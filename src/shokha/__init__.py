"""Shokha: the Russian card games Kozel (four cards) and Svoi Kozyri, for people and programs.

>>> deal = deal("pairs", seed=7)
>>> deal.play(deal.legal_actions()[0])[0]  # doctest: +ELLIPSIS
CardsLed(seat=..., cards=..., wins=False)
"""

from shokha import _speed

_speed.prepare()  # before any kernel is imported

from shokha import kozel as _kozel  # noqa: E402, F401
from shokha import svoi as _svoi  # noqa: E402, F401

# isort: split
from shokha import besicovitch as _besicovitch  # noqa: E402, F401
from shokha.actions import Action, format_action, parse_action  # noqa: E402
from shokha.cards import format_cards, parse_cards  # noqa: E402
from shokha.errors import (  # noqa: E402
    NotationError,
    ProfileError,
    RecordError,
    RuleViolation,
    ShokhaError,
    TableError,
)
from shokha.game import deal_next  # noqa: E402
from shokha.game import new_deal as deal  # noqa: E402
from shokha.game import new_match as match  # noqa: E402
from shokha.profile import RuleProfile  # noqa: E402
from shokha.profile import load as load_profile  # noqa: E402

__version__ = "0.1.0"

__all__ = [
    "Action",
    "NotationError",
    "ProfileError",
    "RecordError",
    "RuleProfile",
    "RuleViolation",
    "ShokhaError",
    "TableError",
    "deal",
    "deal_next",
    "format_action",
    "format_cards",
    "load_profile",
    "match",
    "parse_action",
    "parse_cards",
]
