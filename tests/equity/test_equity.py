"""Match equity: held against matches that are really settled, against a second solution, and against itself."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import product
from math import sqrt

import pytest

from shokha import bots
from shokha.bots.playing import play_deal
from shokha.equity import Chances, Outcomes, Standing, Utility, chances, outcomes_for, utility
from shokha.equity.outcomes import AFTER_THE_DEAL, SCALES, condense, measured, play_of
from shokha.equity.utility import CODES, code
from shokha.game import deal_next, new_match
from shokha.kozel.match import KozelMatch
from shokha.kozel.scoring import penalties
from shokha.kozel.settings import KozelSettings
from shokha.profile import RuleProfile, available, load

KOZEL = [name for name in available() if load(name).game == "kozel"]
COUNTED = [name for name in KOZEL if load(name).settings.scoring == "penalties"]


def standing(profile: RuleProfile, *totals: int, dealer: int = 0, **more: int) -> Standing:
    return Standing(totals, tuple(range(len(totals))), dealer, **more)


def at(profile: RuleProfile, *totals: int, dealer: int = 0) -> KozelMatch:
    match = KozelMatch(profile, dealer)
    match.totals = list(totals)
    return match


def known(profile: RuleProfile) -> Chances:
    found = chances(profile)
    assert found is not None
    return found


# -- the chances of a match ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COUNTED)
def test_every_version_has_outcomes_of_its_own_way_to_play(name: str) -> None:
    outcomes = outcomes_for(load(name))
    assert outcomes is not None and outcomes.play == play_of(load(name))
    assert all(sum(o.count for o in rows) == outcomes.deals[n] for n, rows in outcomes.by_seats.items())
    assert Outcomes.from_json(outcomes.to_json()) == outcomes


def test_house_rules_for_the_count_keep_the_outcomes_and_others_take_the_nearest() -> None:
    pairs = load("pairs")
    assert set(AFTER_THE_DEAL) <= set(pairs.values())
    assert outcomes_for(pairs.with_settings({"target": 20, "eggs": "none"})) is outcomes_for(pairs)
    assert outcomes_for(pairs.with_settings({"shokha_turnup": "redeal"})) is outcomes_for(pairs)
    assert outcomes_for(load("money")) is None and outcomes_for(load("svoi")) is None


CHANGES = [
    ("pairs", {}),
    ("pairs", {"target": 6, "eggs": "none"}),
    ("pairs", {"target": 6, "eggs": "double_next"}),
    ("yard", {}),
    ("short", {}),
    ("duel", {"two_player_scale": "246"}),
    ("trio", {}),
    ("trio", {"target": 6, "simul3": True, "next_leader": "last_trick_winner"}),
    ("trio", {"target": 4, "three_player_scale": "threshold21", "eggs": "double_next"}),
    ("trio-35", {"deals": 3, "tie3_first": "zero_each"}),
]


@pytest.mark.parametrize(("name", "changes"), CHANGES)
def test_chances_are_the_shares_of_matches_really_settled(name: str, changes: dict[str, object]) -> None:
    profile = load(name).with_settings(changes)
    table, rng, n = known(profile), random.Random(f"{name}{changes}"), 500
    start, results = KozelMatch(profile, 1), cache(lambda first, seats: list(zip(*table._results(match), strict=True)))
    assert sum(table.of(start)) == pytest.approx(1)
    won = [0.0] * len(start.sides)
    for _ in range(n):
        match = start.fork()
        while not match.is_over:
            weights, ends = results(match.first, match.seats)
            match.settle(rng.choices(ends, weights)[0])
        for side in match.winners:
            won[side] += 1 / len(match.winners)
    for share, chance in zip(won, table.of(start), strict=True):
        assert abs(share / n - chance) < 4 * sqrt(chance * (1 - chance) / n)


def test_pairs_agree_with_a_second_solution() -> None:
    """Backward over sums of penalties, written without the match engine: two sides, target 12, 60–60 costs both 2."""
    profile = load("pairs")
    outcomes = outcomes_for(profile)
    assert outcomes is not None
    total = outcomes.deals[4]
    costs: dict[tuple[int, int], float] = {}
    for o in outcomes.by_seats[4]:
        given = penalties(profile.settings, o.points, o.tricks, (0, 1))
        costs[given[0], given[1]] = costs.get((given[0], given[1]), 0.0) + o.count / total

    @cache
    def leader_wins(mine: int, theirs: int) -> float:
        """The chance of the side that leads; the lead goes to the other side every time."""
        if mine >= 12 or theirs >= 12:
            if mine != theirs:
                return float(mine < theirs)
            mine = theirs = 12
        won, again = 0.0, 0.0
        for (a, b), chance in costs.items():
            if (mine, theirs) == (12, 12) and a == b:
                again += chance
            else:
                won += chance * (1 - leader_wins(theirs + b, mine + a))
        # At 12–12 after 60–60 the other side leads at the same score: x = won + again * (1 - x).
        return (won + again) / (1 + again) if again else won

    table = known(profile)
    for mine, theirs in product(range(0, 12, 2), repeat=2):
        assert table.of(at(profile, mine, theirs, dealer=3))[0] == pytest.approx(leader_wins(mine, theirs), abs=1e-9)


@pytest.mark.parametrize("name", ["pairs", "duel", "trio"])
def test_sides_are_alike(name: str) -> None:
    """Whoever deals: turning the table turns the chances."""
    profile, n = load(name), len(KozelMatch(load(name)).sides)
    totals = [0, 4, 8][:n]
    for turn in range(n):
        turned = at(profile, *(totals[turn:] + totals[:turn]), dealer=-turn % n)
        straight = known(profile).of(at(profile, *totals))
        assert known(profile).of(turned) == pytest.approx(straight[turn:] + straight[:turn])


def test_fewer_penalties_are_better() -> None:
    table = known(load("pairs"))
    for theirs in range(0, 12, 2):
        row = [table.of(at(load("pairs"), own, theirs))[0] for own in range(0, 12, 2)]
        assert row == sorted(row, reverse=True) and len(set(row)) == 6


def test_the_table_is_near_the_research_note() -> None:
    """Section A4's prototype: 0.5 up to a hundredth or two on every score, deal rotation averaged out."""
    note = {(0, 2): 0.605, (0, 10): 0.965, (2, 4): 0.616, (4, 8): 0.772, (8, 10): 0.693, (10, 6): 0.176}
    profile = load("pairs")
    for score, value in note.items():
        found = sum(known(profile).of(at(profile, *score, dealer=d))[0] for d in (0, 1)) / 2
        assert abs(found - value) < 0.025


def test_long_matches_fall_back_to_the_difference() -> None:
    endless = load("trio").with_settings({"target": 48})
    worth = utility(endless, standing(endless, 0, 0, 0))
    assert worth.kind == "penalties"
    assert worth.values((60, 40, 20), (3, 2, 2)) == pytest.approx((0.75, 0.5, 0.25))
    session = load("short").with_settings({"deals": 900})
    assert utility(session, standing(session, 20, 0)).kind == "penalties"
    assert utility(session, standing(session, 20, 0, number=890)).kind == "match"


# -- what results are worth ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COUNTED)
def test_a_result_is_worth_the_chances_of_the_score_after_it(name: str) -> None:
    profile = load(name)
    for seed in range(2):
        match = new_match(profile, seed)
        while not match.is_over:
            before = Standing.of_match(match)
            deal = deal_next(match, seed)
            assert Standing.of(deal.view(0)) == Standing.of(deal.view(None)) == before
            play_deal(deal, [bots.make("random")] * profile.players, seed)
            result = deal.result
            match.finish_deal()
            if profile.settings.next_leader == "last_trick_winner":
                continue
            found = utility(profile, before).values(result.points, result.tricks)
            assert found == pytest.approx(known(profile).of(match))
            assert sum(found) == pytest.approx(1)


def test_the_yard_leaves_the_next_lead_open() -> None:
    yard = load("yard")
    worth = utility(yard, standing(yard, 4, 6)).values((70, 50), (4, 4))
    after = at(yard, 4, 8)
    each = []
    for leader in (0, 1):
        after.leader = leader
        each.append(known(yard).of(after)[0])
    assert worth[0] == pytest.approx(sum(each) / 2) and each[0] != each[1]


def test_what_counts_at_scores_that_players_know() -> None:
    pairs = load("pairs")
    last = utility(pairs, standing(pairs, 10, 10)).by_points(0)
    assert set(last[:60]) == {0.0} and set(last[61:121]) == {1.0} and last[121] == 0 and last[122] == 1
    save31 = utility(pairs, standing(pairs, 8, 8))
    assert save31.of(0, (31, 89), (1, 5)) > 0.25 and save31.of(0, (30, 90), (1, 5)) == 0
    theirs = utility(pairs, standing(pairs, 0, 10)).by_points(0)
    assert len(set(theirs[61:121])) == 1


@pytest.mark.parametrize("name", [name for name in COUNTED if load(name).players != 3])
def test_points_table(name: str) -> None:
    profile = load(name)
    worth = utility(profile, standing(profile, 2, 6, number=2))
    for side in (0, 1):
        table = worth.by_points(side)
        assert len(table) == 123

        def ends(own: int, own_tricks: int, their_tricks: int, side: int = side) -> float:
            pair = [(own, own_tricks), (120 - own, their_tricks)]
            points, tricks = zip(*(pair if side == 0 else pair[::-1]), strict=True)
            return worth.of(side, points, tricks)

        assert list(table) == [*(ends(p, 3, 2) for p in range(121)), ends(0, 0, 5), ends(120, 5, 0)]


@pytest.mark.parametrize("changes", [{}, {"three_player_scale": "threshold21"}])
def test_codes_table_for_three(changes: dict[str, object]) -> None:
    trio = load("trio").with_settings(changes)
    worth, rng = utility(trio, standing(trio, 2, 6, 8)), random.Random(5)
    tables = [worth.by_codes(side) for side in range(3)]
    for _ in range(400):
        cut = sorted((rng.choice([0, 0, 20, 21, 60, rng.randrange(121)]), rng.randrange(121)))
        points = (cut[0], cut[1] - cut[0], 120 - cut[1])
        tricks = tuple(rng.randrange(1, 3) if p else rng.randrange(2) for p in points)
        place = code(points[0], tricks[0]) * CODES + code(points[1], tricks[1]) + (not tricks[2]) * CODES**2
        assert [table[place] for table in tables] == [worth.of(side, points, tricks) for side in range(3)]


def test_two_of_three_have_a_points_table() -> None:
    trio = load("trio")
    worth = utility(trio, Standing((4, 14, 8), (0, 2), 2))
    assert worth.by_points(2)[70] == worth.of(2, (50, 0, 70), (2, 0, 2)) > worth.of(2, (70, 0, 50), (2, 0, 2))
    assert worth.values((50, 0, 70), (2, 0, 2))[1] == 0


@pytest.mark.parametrize(
    ("rule", "tied"), [("split", [0.5, 0.5, 0, 0, 0]), ("playoff", [0.5, 0.5, 0, 0, 0]), ("carry", [0.2] * 5)]
)
def test_shares_of_a_pot(rule: str, tied: list[float]) -> None:
    money = load("money").with_settings({"pot": rule})
    worth = utility(money, Standing((90,) * 5, (0, 1, 2, 3, 4), 1, 1, 0, 50))
    assert worth.kind == "pot"
    assert worth.values((10, 70, 20, 20, 0), (1,) * 5) == (0, 1, 0, 0, 0)
    assert worth.values((0,) * 5, (0,) * 5, pot_winner=3) == (0, 0, 0, 1, 0)
    assert list(worth.values((50, 50, 10, 10, 0), (1,) * 5)) == pytest.approx(tied)
    for side in range(5):
        table = worth.by_best(side)
        assert len(table) == 32 and table[0] == 0
        assert table[0b00011] == pytest.approx(tied[side]) and table[1 << side] == 1


def test_the_last_pot_of_a_session_is_shared_by_who_ties() -> None:
    money = load("money").with_settings({"deals": 3})
    worth = utility(money, Standing((90,) * 5, (0, 1, 2, 3, 4), 1, 1, 2, 50))
    assert worth.values((50, 50, 10, 10, 0), (1,) * 5) == (0.5, 0.5, 0, 0, 0)


def test_other_games_have_none() -> None:
    with pytest.raises(ValueError, match="svoi"):
        utility(load("svoi"), Standing((0, 0, 0, 0), (0, 1, 2, 3)))


# -- outcomes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_condensing_loses_nothing_that_a_scale_asks_for(players: int) -> None:
    rng, seen = random.Random(players), []
    sides = 3 if players == 3 else 2
    for _ in range(300):
        cut = sorted(rng.choice([0, 21, 31, 60, 120, rng.randrange(121)]) for _ in range(sides - 1))
        points = tuple(b - a for a, b in zip([0, *cut], [*cut, 120], strict=True))
        tricks = tuple(rng.randrange(p > 0, 3) for p in points)
        seen.append((points, tricks, rng.randrange(players)))
    rules = KozelSettings(players=players, partnership="pairs" if players == 4 else "singles", declarations="none")
    found = condense(rules, seen)
    assert sum(o.count for o in found) == 300 and len(found) < len(set(seen))
    for values in product(*SCALES.values()):
        scale = replace(rules, **dict(zip(SCALES, values, strict=True)))
        counts: dict[object, int] = {}
        for points, tricks, last in seen:
            told = (penalties(scale, points, tricks, range(sides)), last)
            counts[told] = counts.get(told, 0) + 1
        for o in found:
            counts[penalties(scale, o.points, o.tricks, range(sides)), o.last_winner] -= o.count
        assert not any(counts.values())


def test_nothing_measured_means_the_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = load("pairs")
    worth = Utility(pairs, standing(pairs, 0, 8), None)
    assert worth.kind == "penalties" and measured()
    assert worth.values((70, 50), (4, 3)) == pytest.approx((0.5 + 2 / 12, 0.5 - 2 / 12))
