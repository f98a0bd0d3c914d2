"""F46, https://github.com/Card-Forge/forge/issues/3604 and
https://github.com/intelligent-systems-course/schnapsen-old/issues/15: a default picked from the opponent's hand.

Hidden cards are exchanged and the decision repeated with the same seed, once as it is and once with
sampling of worlds failing: the same move and the same reason both times.
"""

from __future__ import annotations

import random

import pytest
from tests.worlds.retell import PROFILES, positions, retell

from shokha import bots
from shokha.kozel.worlds import Sampler
from shokha.profile import load
from shokha.view import observations


class NoWorlds(RuntimeError):
    """Sampling does not work."""


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("fails", [False, True], ids=["as it is", "sampling fails"])
def test_a_choice_depends_on_the_view_alone(profile: str, fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, compared = random.Random(profile), 0
    for deal in positions(load(profile), rng, 3):
        if rng.random() < 0.5:
            continue
        seat = deal.actor
        view = deal.view(seat)
        other = retell(observations(deal.events, seat), view, Sampler(view).history(rng), rng)
        with monkeypatch.context() as patch:
            if fails:
                patch.setattr(Sampler, "sample", _refuse)
                patch.setattr(Sampler, "history", _refuse)
            for name in bots.names("kozel"):
                bot = bots.make(name, "kozel")
                first, second = _outcome(bot, view), _outcome(bot, other.view(seat))
                assert first == second
                assert not isinstance(first, bots.Choice) or first.action in deal.legal_actions()
                compared += deal.deck != other.deck
    assert compared > 20


def _refuse(self: Sampler, rng: object) -> None:
    raise NoWorlds


def _outcome(bot: bots.Bot, view: object) -> object:
    try:
        return bot.choose(view, 7, 50)
    except NoWorlds:
        return "no choice without worlds"
