"""The searching bots for Kozel: legal, explained, blind to what is hidden, and the same again for the same input."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from tests.worlds.retell import retell

from shokha import bots
from shokha.bots.playing import play_deal
from shokha.game import new_deal
from shokha.kozel.deal import KozelDeal
from shokha.kozel.worlds import Sampler
from shokha.profile import available, load
from shokha.view import observations

KOZEL = [name for name in available() if load(name).game == "kozel"]
SEARCHING = ["mc", "ismcts", "expert", "easy"]
TINY = 30


@pytest.mark.parametrize("bot", SEARCHING)
@pytest.mark.parametrize("profile", KOZEL)
def test_plays_whole_deals_and_says_why(profile: str, bot: str) -> None:
    told, deal = [], new_deal(profile, 5)
    player = bots.make(bot, "kozel")
    play_deal(deal, [player] * deal.profile.players, 5, budget=TINY, told=lambda seat, choice: told.append(choice))
    assert deal.is_over
    assert all(str(choice.reason).endswith(".") and "{" not in str(choice.reason) for choice in told)


def positions(profile: str, number: int) -> list[KozelDeal]:
    """Deals in which somebody has a choice, at all stages."""
    found: list[KozelDeal] = []
    seed = 0
    while len(found) < number:
        deal, chance = new_deal(profile, seed), random.Random(seed)
        for _ in range(chance.randrange(26)):
            if not deal.is_over:
                deal.play(chance.choice(deal.legal_actions()))
        seed += 1
        if not deal.is_over and len(deal.legal_actions()) > 1:
            found.append(deal)
    return found


@pytest.mark.parametrize("bot", SEARCHING)
def test_a_choice_is_a_function_of_view_seed_and_budget(bot: str) -> None:
    """Law 7: the same view out of a deal in which everything hidden is another, gives the same choice."""
    player = bots.make(bot, "kozel")
    for profile in ("pairs", "yard", "money"):
        for number, deal in enumerate(positions(profile, 6)):
            view, chance = deal.view(deal.actor), random.Random(number)
            first = player.choose(view, number, TINY)
            assert player.choose(view, number, TINY) == first
            seen = observations(deal.events, deal.actor)
            other = retell(seen, view, Sampler(view).history(chance), chance, until=view.asked is not None)
            if other.actor == deal.actor:
                assert other.deck != deal.deck
                assert player.choose(other.view(deal.actor), number, TINY) == first


def choices(bot: str) -> str:
    """Choices at all stages of deals, as text."""
    player, found = bots.make(bot, "kozel"), []
    for profile in ("pairs", "yard", "money", "trio"):
        for seed, deal in enumerate(positions(profile, 3)):
            choice = player.choose(deal.view(deal.actor), seed, TINY)
            found.append(f"{choice.action} {choice.reason}")
    return ";".join(found)


@pytest.mark.parametrize("bot", SEARCHING)
def test_compiled_and_plain_agree(bot: str) -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import test_kozel_search as t; print(t.choices(sys.argv[2]))"
    run = subprocess.run(
        [sys.executable, "-c", code, str(Path(__file__).parent), bot],
        env=os.environ | {"SHOKHA_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == choices(bot)
