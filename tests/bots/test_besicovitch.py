"""The bots for Besicovitch's game: the search against exact tables, tables where there are some, and strength."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.besicovitch.tables import LARGEST, table

from shokha import bots
from shokha._speed import speed
from shokha.actions import Action
from shokha.besicovitch.pack import mirror_card, mirror_deal, mirror_deals, pack_of
from shokha.besicovitch.settings import BesicovitchSettings
from shokha.besicovitch.state import State
from shokha.bots.besicovitch_search import BesicovitchSearchBot
from shokha.bots.besicovitch_tables import find_table, table_path
from shokha.bots.playing import play_deal
from shokha.cards import cards_of
from shokha.game import deal_next, new_match
from shokha.profile import load
from shokha.search.besicovitch_search import Search, worths

NODES = 200_000 if speed().name == "compiled" else 10_000
RULES = pytest.mark.parametrize("taker_leads", [False, True], ids=["opponent leads", "taker leads"])


def random_deal(settings: BesicovitchSettings, rng: random.Random) -> State:
    half = rng.sample(list(cards_of(pack_of(settings.cards))), settings.cards // 2)
    return State(settings, mirror_deal(sum(1 << card for card in half), settings.cards), rng.randrange(2))


def positions(settings: BesicovitchSettings, rng: random.Random, many: int) -> Iterator[State]:
    """Positions after some random actions."""
    while many:
        state = random_deal(settings, rng)
        for _ in range(rng.randrange(12)):
            if not state.is_over:
                state.play(rng.choice(state.legal_actions()))
        if not state.is_over:
            many -= 1
            yield state


# -- the search against exact values -----------------------------------------------------------------------


@RULES
def test_what_the_search_is_certain_of_is_true(taker_leads: bool) -> None:
    exact, certain = table(LARGEST, taker_leads), 0
    for state in positions(exact.settings, random.Random(1), 120):
        found, truth = Search(state, 15).find(NODES // 20), exact.probe(state)
        if found.outcome:
            certain += 1
            assert found.outcome == truth.outcome
            assert found.actions >= truth.distance
    assert certain > 10


@RULES
def test_with_enough_nodes_no_won_position_is_lost(taker_leads: bool) -> None:
    exact, won = table(LARGEST, taker_leads), 0
    for state in positions(exact.settings, random.Random(2), 60):
        if exact.probe(state).outcome > 0:
            won += 1
            action = Search(state).find(NODES).action
            assert dict(exact.moves(state))[Action(action)].outcome > 0
    assert won > 10


def test_the_search_wins_won_deals_against_best_play() -> None:
    exact, rng = table(LARGEST, False), random.Random(3)
    won = [hands for hands in mirror_deals(LARGEST) if exact.probe(State(exact.settings, hands)).outcome > 0]
    for hands in rng.sample(won, 6):
        state = State(exact.settings, hands)
        while not state.is_over:
            state.play(Search(state).find(NODES).action if state.actor == 0 else exact.best_move(state))
        assert state.winner == 0


# -- repetition and the cap --------------------------------------------------------------------------------


def test_a_position_that_would_occur_for_the_last_time_is_a_draw_in_the_tree() -> None:
    settings, rng, met = BesicovitchSettings(cards=8), random.Random(4), 0
    while met < 5:
        state = random_deal(settings, rng)
        while not state.is_over:
            for action in state.legal_actions():
                after = state.copy()
                after.play(action)
                if after.is_over and after.winner < 0:
                    met += 1
                    assert Search(state, 12)._after(action, 6, -30000) == 0
            state.play(rng.choice(state.legal_actions()))


def test_a_lost_player_takes_the_draw_by_repetition() -> None:
    settings, rng, met = BesicovitchSettings(cards=8), random.Random(5), 0
    exact = table(8, False)
    while met < 3:
        state = random_deal(settings, rng)
        while not state.is_over:
            afters = {action: state.copy() for action in state.legal_actions()}
            for action, after in afters.items():
                after.play(action)
            drawing = {a for a, after in afters.items() if after.is_over and after.winner < 0}
            if drawing and exact.probe(state).outcome < 0 and Search(state, 14).find(NODES).outcome == 0:
                met += 1
                assert Search(state, 14).find(NODES).action in drawing
            state.play(rng.choice(state.legal_actions()))


def test_no_win_is_claimed_that_comes_after_the_cap() -> None:
    exact, rng, tight = table(8, False), random.Random(6), 0
    for state in positions(exact.settings, rng, 80):
        truth = exact.probe(state)
        if truth.outcome > 0 and truth.distance > 2:
            cap = state.turns + truth.distance - 1
            hands = state.hand(0), state.hand(1)
            capped = State(BesicovitchSettings(cards=8, turn_cap=cap), hands, state.actor, state.top, state.turns)
            assert Search(capped, 12).find(NODES // 10).outcome <= 0
            tight += 1
    assert tight > 10


# -- the same everywhere -----------------------------------------------------------------------------------

PROGRAM = """
import random
from tests.bots.test_besicovitch import BesicovitchSettings, Search, positions
for cards, taker in ((36, False), (20, True), (52, False)):
    settings = BesicovitchSettings(cards=cards, taker_leads=taker)
    for state in positions(settings, random.Random(cards), 4):
        search = Search(state, 10)
        print(*search.find(1500), search.nodes)
"""


def test_compiled_and_plain_find_the_same() -> None:
    if speed().name != "compiled":
        pytest.skip("this is the plain run")
    told = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | {"SHOKHA_PURE": pure},
            cwd=Path(__file__).resolve().parents[2],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
        for pure in ("0", "1")
    ]
    assert told[0] == told[1] and told[0].count("\n") == 12


def test_worths_of_both_seats_are_mirror_images() -> None:
    for cards in (8, 16, 36, 52):
        mine, other = worths(cards, 0), worths(cards, 1)
        assert all(mine[card] == other[mirror_card(card)] for card in cards_of(pack_of(cards)))


# -- bots --------------------------------------------------------------------------------------------------


def without_tables() -> BesicovitchSearchBot:
    return BesicovitchSearchBot(lambda settings: None)


def test_a_bot_says_the_same_again_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOKHA_TABLES", str(tmp_path))
    for cards in (8, 36):
        profile = load("besicovitch").with_settings({"cards": cards, "turn_cap": 25})
        deal, rng = deal_next(new_match(profile, 3), 3), random.Random(3)
        while not deal.is_over:
            view = deal.view(deal.actor)
            for name in ("rule", "search"):
                choice = bots.make(name, "besicovitch").choose(view, 1, 400)
                assert choice == bots.make(name, "besicovitch").choose(view, 2, 400)
                assert choice.action in view.legal
                said = str(choice.reason)
                assert said.endswith(".") and said.count(". ") == 0 and "{" not in said
            deal.play(rng.choice(deal.legal_actions()))


def test_with_a_table_the_bot_plays_as_well_as_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOKHA_TABLES", str(tmp_path))
    profile = load("besicovitch").with_settings({"cards": 8})
    assert find_table(profile.settings) is None
    exact, path = table(8, False), table_path(8, False)
    path.write_bytes(exact.to_bytes())
    assert path.parent == tmp_path and find_table(profile.settings) is not None
    assert find_table(BesicovitchSettings(cards=8, taker_leads=True)) is None
    bot, plain, lost = BesicovitchSearchBot(), bots.make("random"), 0
    for seed in range(30):
        deal = deal_next(new_match(profile, seed), seed)
        me = deal.actor if exact.probe(deal.state).outcome > 0 else 1 - deal.actor
        play_deal(deal, [bot if seat == me else plain for seat in (0, 1)], seed)
        lost += deal.result.winner != me
    assert not lost
    path.write_bytes(exact.to_bytes()[:-1] + b"?")  # as one damaged on a disk
    assert find_table(profile.settings) is None


def test_a_table_does_not_win_through_a_position_that_has_worn_out() -> None:
    """The soonest win of the table would be a position's last occurrence: a draw, so another way is taken if any."""
    exact, rng, met = table(8, True), random.Random(7), 0
    bot = BesicovitchSearchBot(lambda settings: exact)
    profile = load("besicovitch").with_settings({"cards": 8, "repetition": 2, "taker_leads": True})
    for seed in range(1000):
        deal = deal_next(new_match(profile, seed), seed)
        while not deal.is_over:
            rated = exact.moves(deal.state)
            best = rated[0]
            after = deal.state.copy()
            after.play(best[0])
            if best[1].outcome > 0 and after.is_over and after.winner < 0:
                choice = bot.choose(deal.view(deal.actor), 1)
                if any(found.outcome >= 0 for action, found in rated if action != best[0]):
                    met += 1
                    assert dict(rated)[choice.action].outcome >= 0
                    if any(found.outcome > 0 for action, found in rated if action != best[0]):
                        assert choice.action != best[0]
            deal.play(rng.choice(deal.legal_actions()))
        if met >= 2:
            return
    pytest.fail("no such position came up")


@pytest.mark.skipif(speed().name != "compiled", reason="takes minutes without compiled kernels")
def test_search_beats_rule_and_rule_beats_random() -> None:
    profile = load("besicovitch")
    rule, chance, search = bots.make("rule", "besicovitch"), bots.make("random"), without_tables()
    for strong, weak, matches, least in ((rule, chance, 12, 22), (search, rule, 6, 8)):
        won = 0
        for index in range(matches):
            match = new_match(profile, f"strength {index}")
            while not match.is_over:
                deal = deal_next(match, f"strength {index}")
                play_deal(deal, [strong, weak], index, budget=20_000 if strong is search else None)
                won += deal.result.winner == 0
                match.finish_deal()
        assert won >= least, (strong.name, won)
