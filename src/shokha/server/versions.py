"""The versions that can be played, with all their settings, and the bots of each game, as the lobby shows them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from shokha import bots, profile, setting
from shokha.game import games
from shokha.server import pages
from shokha.words.values import VALUES


@lru_cache(maxsize=1)
def everything() -> tuple[bytes, str, str]:
    """Every version with all its settings, written once: it takes a while, and never changes while we run."""
    told = {"profiles": [_profile(p) for p in profile.in_order()], "bots": bot_names()}
    return pages.with_tag(msgspec.json.encode(told), pages.TYPES["json"])


def bot_names() -> dict[str, list[str]]:
    """The bots of each game."""
    return {game.name: list(bots.names(game.name)) for game in games()}


def _profile(p: profile.RuleProfile) -> dict[str, Any]:
    kind, values = type(p.settings), p.values()
    base = profile.load(p.base).values() if p.base else values
    return {
        "id": p.id,
        "title": p.title,
        "game": p.game,
        "base": p.base,
        "source": p.source,
        "rules": p.rules,
        "players": p.players,
        "fingerprint": p.fingerprint,
        "settings": [
            {
                "name": name,
                "value": values[name],
                "choices": setting.choices(kind, name),
                "words": {value: VALUES[value] for value in setting.choices(kind, name)},
                "meaning": setting.meaning(kind, name),
                "rules": setting.rule_ids(kind, name),
                "differs": values[name] != base[name],
                "decided": name in p.decided,
            }
            for name in values
        ],
    }
