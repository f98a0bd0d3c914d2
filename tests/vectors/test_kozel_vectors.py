"""Every test vector of Kozel by its id, and the seeds' own sentences, against the product and against the oracle."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.kozel.playouts import Outcome, towards
from tests.oracle import kozel_count
from tests.strategies import pack_for
from tests.vectors.scene import Product, Slow, build, check, perform

from shokha import load_profile
from shokha.kozel.match import KozelMatch
from shokha.kozel.scoring import is_eggs, penalties

FILES = ("kozel.toml", "seeds.toml", "decisions.toml")
FOLDER = Path(__file__).parent
BOOK, SEEDS, DECISIONS = ({v["id"]: v for v in tomllib.loads((FOLDER / f).read_text("utf-8"))["vector"]} for f in FILES)
VECTORS: dict[str, dict[str, Any]] = BOOK | SEEDS | DECISIONS
OF_CASES = [v for v in VECTORS if "case" in VECTORS[v]]
OF_COUNTS = [v for v in VECTORS if "count" in VECTORS[v]]
OF_MATCHES = [v for v in VECTORS if "match" in VECTORS[v]]


def test_every_vector_is_run() -> None:
    assert sorted(OF_CASES + OF_COUNTS + OF_MATCHES) == sorted(VECTORS)
    assert len(BOOK) == 64 and len(VECTORS) == len(BOOK) + len(SEEDS) + len(DECISIONS)


@pytest.mark.parametrize("engine", [Product, Slow])
@pytest.mark.parametrize("vector", OF_CASES)
def test_scene(vector: str, engine: type[Product] | type[Slow]) -> None:
    for case in VECTORS[vector]["case"]:
        played = engine(build(case))
        perform(played, case.get("steps", []))
        check(played, case.get("then", {}))


@pytest.mark.parametrize("vector", OF_COUNTS)
def test_count(vector: str) -> None:
    about = VECTORS[vector]
    for case in about["count"]:
        changes = about.get("set", {}) | case.get("set", {})
        rules = load_profile(about.get("profile", "pairs")).with_settings(changes).settings
        points, tricks, expected = case["points"], case["tricks"], case["penalties"]
        playing = list(range(len(points)))
        assert list(penalties(rules, points, tricks, playing)) == expected
        slow = kozel_count.penalties(rules, dict(enumerate(points)), dict(enumerate(tricks)))
        assert [slow[side] for side in playing] == expected
        assert is_eggs(points, playing) == case.get("eggs", points == [60, 60])


def wanted(match: Mapping[str, Any], players: int, ended: Outcome, last: int) -> bool:
    """Did a deal end as the vector says?"""
    points, tricks = ended
    if players == 4:
        points, tricks = [points[0] + points[2], points[1] + points[3]], [tricks[0] + tricks[2], tricks[1] + tricks[3]]
    if "deal" in match and points != match["deal"]:
        return False
    if "ranks" in match and [sorted(points, reverse=True).index(p) + 1 for p in points] != match["ranks"]:
        return False
    if match.get("tricks") == "none for 1" and tricks[0]:
        return False
    return "last_winner" not in match or last == match["last_winner"] - 1


def play_wanted(match: KozelMatch, about: Mapping[str, Any]) -> None:
    """Deal until a playout ends as wanted, and play it through the product."""
    players = match.profile.players
    meek = (0, 2) if "tricks" in about else ()
    for seed in range(2000):
        rng = random.Random(seed)
        deck = pack_for(match.settings, match.seats.bit_count())
        rng.shuffle(deck)
        trial = KozelMatch(match.profile, match.dealer)
        trial.alive, trial.leader = list(match.alive), match.leader
        state = trial.start_deal(deck).state
        actions = towards(state, players, rng, lambda ended: wanted(about, players, ended, -2), 20, meek)
        for action in actions:
            state.play(action)
        points = [
            sum((0, 0, 0, 0, 2, 3, 4, 10, 11)[c % 9] for c in range(36) if state.taken_by(s) >> c & 1)
            for s in range(players)
        ]
        if wanted(about, players, (points, [state.tricks_of(s) for s in range(players)]), state.last_winner):
            deal = match.start_deal(deck)
            for action in actions:
                deal.play(action)
            match.finish_deal()
            return
    raise AssertionError(f"no such deal was found: {about}")


@pytest.mark.parametrize("vector", OF_MATCHES)
def test_match(vector: str) -> None:
    about = VECTORS[vector]["match"]
    profile = load_profile(VECTORS[vector].get("profile", "pairs")).with_settings(VECTORS[vector].get("set", {}))
    match = KozelMatch(profile, dealer=2)
    match.totals = list(about["before"])
    match.number = about.get("number", 0)
    play_wanted(match, about)
    if "after" in about:
        assert match.totals == about["after"]
        assert [side + 1 for side in match.alive] == about["alive"]
        assert [side + 1 for side in match.winners] == about.get("winners", [])
        assert match.is_over == ("winners" in about)
    if "leader" in about:
        assert (match.dealer, match.leader) == (3, about["leader"] - 1)
        play_wanted(match, {})
        assert match.dealer == 0
    if "then" in about:
        play_wanted(match, {"deal": about["then"]})
        assert match.totals == about["next"]
    elif "next" in about:
        assert match.dealer == 0 and match.seats == 0b101  # 2 dealt, 1 would follow 0 but is out
        play_wanted(match, {"deal": [50, 0, 70]})
        assert match.totals == about["next"]


def test_a_pot_is_paid() -> None:
    """The chips of M-01 and M-03: five antes of ten."""
    for vector in ("M-01", "M-03"):
        case = VECTORS[vector]["case"][0]
        scene = build(case)
        match = KozelMatch(scene.profile, scene.dealer)
        deal = match.start_deal(scene.deck)
        assert match.pot == 50
        deal.play(case["steps"][0].split()[1])
        match.finish_deal()
        assert match.totals == case["chips"]
