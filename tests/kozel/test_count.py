"""The count of a deal against the oracle's, everywhere; matches against the oracle's, over many deals."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st
from tests.kozel.playouts import outcome, towards
from tests.oracle import kozel_count as right
from tests.strategies import pack_for, rules_of, settings, stacked

from shokha.kozel.match import KozelMatch
from shokha.kozel.scoring import penalties, reasons, sides
from shokha.kozel.settings import (
    Boundary31,
    Eggs,
    KozelSettings,
    Partnership,
    ThreePlayerScale,
    Tie3First,
    TwoPlayerScale,
    ZeroRule,
)
from shokha.profile import RuleProfile, load


@pytest.mark.parametrize("partnership", Partnership)
def test_two_sides(partnership: Partnership) -> None:
    players = 4 if partnership is Partnership.PAIRS else 2
    for boundary, zero, scale, eggs in product(Boundary31, ZeroRule, TwoPlayerScale, Eggs):
        rules = KozelSettings(
            players=players,
            partnership=partnership,
            boundary31=boundary,
            zero_rule=zero,
            two_player_scale=scale,
            eggs=eggs,
        )
        for mine, tricks, factor in product(range(121), [(0, 5), (5, 0), (1, 4), (4, 1)], (1, 2)):
            if (mine and not tricks[0]) or (mine < 120 and not tricks[1]):
                continue
            points = [mine, 120 - mine]
            expected = right.penalties(rules, dict(enumerate(points)), dict(enumerate(tricks)))
            assert penalties(rules, points, tricks, [0, 1], factor) == (expected[0] * factor, expected[1] * factor)


def test_three_sides() -> None:
    for scale, tie in product(ThreePlayerScale, Tie3First):
        rules = KozelSettings(players=3, partnership=Partnership.SINGLES, three_player_scale=scale, tie3_first=tie)
        for a in range(121):
            for b in range(121 - a):
                points = [a, b, 120 - a - b]
                for zero in (0, 1):  # tricks of a side without points
                    tricks = [3 if p else zero for p in points]
                    expected = right.penalties(rules, dict(enumerate(points)), dict(enumerate(tricks)))
                    assert penalties(rules, points, tricks, [0, 1, 2]) == (expected[0], expected[1], expected[2])


def test_three_down_to_two_use_the_scale_for_two() -> None:
    """QD9: whoever is out stays in the list and gets nothing."""
    rules = KozelSettings(players=3, partnership=Partnership.SINGLES)
    assert penalties(rules, [70, 0, 50], [5, 0, 4], [0, 2]) == (0, 0, 2)


# The key that explains a penalty, and what it costs with two_each; ties may be free by another setting.
COSTS = {
    "most": {0}, "eggs": {0, 2}, "tied_first": {0, 2}, "flat": {2}, "ge31": {2}, "gt31": {2}, "lt31": {4}, "le31": {4},
    "no_trick": {6}, "no_points": {6}, "second": {2}, "last": {4}, "tied_last": {2}, "ge21": {2}, "lt21": {4},
}  # fmt: skip


@pytest.mark.parametrize("profile", ["pairs", "yard", "quartet", "duel", "trio"])
def test_reasons_fit_the_penalties(profile: str) -> None:
    given, wanted = set(), set()
    for changes in (
        {},
        {"two_player_scale": "246"},
        {"three_player_scale": "threshold21"},
        {"tie3_first": "zero_each"},
    ):
        rules = rules_of(profile, **changes)
        count = len(sides(rules))
        for a, b in product(range(121), range(0, 121, 3) if count == 3 else [0]):
            points = [a, b, 120 - a - b] if count == 3 else [a, 120 - a]
            if min(points) < 0:
                continue
            for zero in (0, 1):
                tricks = [3 if p else zero for p in points]
                told = reasons(rules, points, tricks, range(count))
                costs = penalties(rules, points, tricks, range(count))
                for points_of_side, reason, cost in zip(points, told, costs, strict=True):
                    assert cost in COSTS[reason], (points, reason, cost)
                    check_words(reason, points_of_side, points)
                given |= set(told)
    if profile == "trio":
        wanted = {"most", "tied_first", "second", "last", "tied_last", "ge21", "lt21", "no_trick"}
        assert reasons(rules, [70, 0, 50], [5, 0, 4], [0, 2]) == ("most", "", "flat")
    elif profile == "duel":
        wanted = {"most", "eggs", "flat", "gt31", "le31", "no_points"}
    else:
        strict = profile == "quartet"
        wanted = {"most", "eggs"} | ({"gt31", "le31", "no_points"} if strict else {"ge31", "lt31", "no_trick"})
    assert given == wanted


def check_words(reason: str, own: int, points: list[int]) -> None:
    """What the key says about the points is true."""
    ranked = sorted(points)
    true = {
        "most": own == ranked[-1] > ranked[-2], "eggs": points == [60, 60], "ge31": own >= 31, "gt31": own > 31,
        "lt31": own < 31, "le31": own <= 31, "no_points": own == 0, "second": ranked[0] < own < ranked[-1],
        "last": own == ranked[0] < ranked[1], "tied_last": own == ranked[0] == ranked[1] < ranked[-1],
        "tied_first": own == ranked[-1] == ranked[-2], "ge21": own >= 21, "lt21": own < 21, "no_trick": own == 0,
        "flat": own < ranked[-1],
    }  # fmt: skip
    assert true[reason], (reason, own, points)


def play_match(rules: KozelSettings, rng: random.Random, deals: int, seen: Counter[str]) -> None:
    """A match with real deals, many of them steered to ties and shut-outs, in the product and in the oracle."""
    profile = RuleProfile("random", "random", "kozel", None, "", "", rules, frozenset())
    dealer = rng.randrange(rules.players)
    match, oracle = KozelMatch(profile, dealer), right.MatchOracle(rules, dealer)
    for _ in range(deals):
        assert (match.is_over, match.dealer, match.leader) == (oracle.is_over, oracle.dealer, oracle.leader)
        assert match.seats == sum(1 << s for s in oracle.seats)
        playing = len(oracle.seats)
        deck = pack_for(rules, playing)
        assert [c for c in range(36) if match.pack >> c & 1] == deck
        assert match.stock == len(deck) - 4 * playing
        rng.shuffle(deck)
        if rng.random() < 0.15:
            deck = stacked(deck, playing, rng)
        if rules.shokha_turnup == "redeal" and rng.random() < 0.15:
            deck.remove(0)
            deck.insert(4 * playing, 0)
        deal = match.start_deal(deck, rng.randrange(match.stock))
        oracle.pay_antes()
        assert match.pot == oracle.pot and match.totals == list(oracle.totals.values())
        if not deal.is_over:
            with pytest.raises(ValueError, match="still running"):
                match.start_deal(deck)
            with pytest.raises(ValueError, match="no deal has ended"):
                match.finish_deal()
        team = {seat: right_side(rules, seat) for seat in oracle.seats}
        meek = [s for s in team if rng.random() < 0.15 and team[s] == team[max(team)]]

        def wish(ended: tuple[list[int], list[int]], team: dict[int, int] = team) -> bool:
            points = Counter(dict.fromkeys(team.values(), 0))
            for seat, side in team.items():
                points[side] += ended[0][seat]
            best = max(points.values())
            return list(points.values()).count(best) > 1

        for action in towards(deal.state, rules.players, rng, wish, rng.choice([1, 1, 40]), meek):
            deal.state.play(action)
        ended = deal.state
        points, tricks = outcome(ended, rules.players)
        took = right.Outcome(dict.fromkeys(team.values(), 0), dict.fromkeys(team.values(), 0))
        for seat, side in team.items():
            took.points[side] += points[seat]
            took.tricks[side] += tricks[seat]
        took.last_winner = None if ended.last_winner < 0 else ended.last_winner
        took.pot_winner = None if ended.pot_winner < 0 else ended.pot_winner
        took.is_void = bool(ended.is_void)
        match.finish_deal()
        oracle.finish(took)
        note(seen, took, oracle)
        assert match.totals == list(oracle.totals.values())
        assert (match.number, match.pot, match.factor) == (oracle.deals, oracle.pot, 1 + oracle.double)
        assert [s for s in range(len(oracle.totals)) if s in match.playing] == oracle.at_table or match.is_over
        if match.is_over:
            assert list(match.winners) == oracle.winners
            assert sorted(match.winners + match.losers) == sorted(oracle.totals)
            title = match.events[-1].goats_with_eggs if not oracle.chips_game else False
            assert title == oracle.is_goats_with_eggs
            with pytest.raises(ValueError, match="over"):
                match.start_deal(deck)
            again = match.rematch()
            everybody = list(range(rules.players))
            assert again.dealer == oracle.next_of(oracle.dealer, everybody) and again.leader == oracle.leader
            assert again.totals == KozelMatch(profile).totals and not again.is_over
            return


def right_side(rules: KozelSettings, seat: int) -> int:
    return seat % 2 if rules.partnership == "pairs" else seat


def note(seen: Counter[str], took: right.Outcome, oracle: right.MatchOracle) -> None:
    """Keep account of what the matches have reached, so that a test can insist on all of it."""
    seen["void"] += took.is_void
    seen["eggs"] += right.is_eggs(took.points)
    seen["doubled"] += oracle.double
    seen["pot at once"] += took.pot_winner is not None
    seen["carried"] += oracle.pot > 0 and not oracle.is_over and not oracle.playoff
    seen["playoff"] += oracle.playoff
    seen["tie of three"] += len(took.points) == 3 and len(set(took.points.values())) == 1
    if oracle.is_over:
        seen["ended"] += 1
        seen["shared win"] += len(oracle.winners) > 1
        seen["goats with eggs"] += oracle.is_goats_with_eggs
        seen["over together"] += not oracle.chips_game and min(oracle.totals.values()) >= oracle.rules.target
    elif len(oracle.left) < len(oracle.totals):
        seen["went on without someone"] += 1


SEEN: Counter[str] = Counter()


@budget(max_examples=100, deadline=None)
@given(settings(), st.integers(0, 2**32 - 1))
def test_match(rules: KozelSettings, seed: int) -> None:
    play_match(rules, random.Random(seed), 8, SEEN)


def test_long_matches_reach_everything() -> None:
    """Matches to the end; together they reach every kind of ending, which the comparison then has covered."""
    seen: Counter[str] = Counter()
    rng = random.Random(3)
    for number in range(6):
        for rules in (
            rules_of("pairs", shokha_turnup="redeal", eggs="double_next", target=6),
            rules_of("pairs", target=4),
            rules_of("yard", target=4),
            rules_of("short", deals=2),
            rules_of("trio", simul3=bool(number % 2), target=4, shokha_turnup="redeal"),
            rules_of("trio", three_player_scale="threshold21", next_leader="last_trick_winner"),
            rules_of("duel", eggs="double_next", target=6),
            rules_of("money", remove_6c=True, chips=30),
            rules_of("money", players=3, pot="playoff", deals=4, chips=30),
            rules_of("money", players=2, pot="split", deals=3, chips=30),
            rules_of("money", players=4, pot="carry", deals=3, chips=30, next_leader="last_trick_winner"),
        ):
            play_match(rules, rng, 40, seen)
    missing = {
        "void", "eggs", "doubled", "pot at once", "carried", "playoff", "ended", "shared win", "goats with eggs",
        "over together", "went on without someone",
    } - {what for what, times in seen.items() if times}  # fmt: skip
    assert not missing, f"never reached: {missing}"


def test_sides() -> None:
    assert [KozelMatch(load("pairs")).side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [KozelMatch(load("trio")).side_of(seat) for seat in range(3)] == [0, 1, 2]
    assert sides(KozelSettings()) == (0b0101, 0b1010)
    assert sides(KozelSettings(players=3, partnership=Partnership.SINGLES)) == (1, 2, 4)
