"""Ladders, ratings, partners and regret."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from statistics import fmean

import pytest

from shokha import bots
from shokha.bots.base import Choice, Reason
from shokha.errors import ShokhaError
from shokha.game import deal_next
from shokha.lab.board import Board, BotSpec, Played, play, swing
from shokha.lab.duel import play_board
from shokha.lab.experiment import Means, run
from shokha.lab.ladder import Ladder, Partners, ladder, ladder_items, partner_items, partners
from shokha.lab.outcomes import gather, numbers_of_players, outcome_items, outcomes
from shokha.lab.rating import bradley_terry, rate
from shokha.lab.regret import Regret, _endings, _values, regret
from shokha.profile import load
from shokha.search.kozel_solver import Solver
from shokha.worlds import sampler

PAIRS = load("pairs")
RULE, RANDOM = BotSpec("rule"), BotSpec("random")


# -- ratings -----------------------------------------------------------------------------------------------


def test_ratings_are_found_again() -> None:
    truth = [250.0, 50.0, -50.0, -250.0]
    scores = {}
    for a, b in combinations(range(4), 2):
        expected = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
        scores[a, b] = (expected * 100_000, 100_000)
    assert bradley_terry(4, scores) == pytest.approx(truth, abs=0.5)


def test_who_won_everything_has_a_rating_too() -> None:
    found = bradley_terry(2, {(0, 1): (50.0, 50)})
    assert 400 < found[0] == -found[1] < 1000


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    rng, inside = random.Random(4), 0
    for _ in range(40):
        boards = [{(0, 1): (float(rng.random() < 0.64), 1)} for _ in range(150)]
        (_, low, high), _ = rate(2, boards)
        inside += low <= 50.0 <= high  # 0.64 are 100 Elo, half of it each
    assert inside >= 33


# -- round robin -------------------------------------------------------------------------------------------


def test_a_ladder_is_made_of_duels(tmp_path: Path) -> None:
    specs = [RANDOM, RULE, BotSpec("rule", 1.0)]
    what, items = ladder(PAIRS, specs, "l"), ladder_items(3, 3)
    assert len(items) == 9
    found, again = Ladder(["random", "rule", "rule:1"]), Ladder(["random", "rule", "rule:1"])
    for item, rows in run(what, items, Means(jobs=1, file=tmp_path / "f.jsonl")):
        found.add(item, rows)
    for item, rows in run(what, items[::-1], Means(jobs=2)):
        again.add(item, rows)
    assert again.ratings() == found.ratings() and again.order() == found.order()
    mean, _ = found.payoff(1, 0) or (0, 0)
    boards = [[Played.from_row(row) for row in play_board(PAIRS, (RULE, RANDOM), "l", "zero", n)] for n in range(3)]
    assert mean == pytest.approx(fmean(map(swing, boards)))
    assert found.payoff(0, 1) == (-mean, found.payoff(1, 0)[1]) and found.payoff(1, 2) == (0, 0)
    assert found.payoff(0, 0) is None
    assert found.order()[-1] == 0 and found.ratings()[0][0] < found.ratings()[1][0]


def test_bots_are_named_once() -> None:
    for specs in ([RULE], [RULE, RULE]):
        with pytest.raises(ShokhaError, match="each once"):
            ladder(PAIRS, specs, "1")


# -- partners ----------------------------------------------------------------------------------------------


def test_partners() -> None:
    what, items = partners(PAIRS, [RULE, RANDOM], RULE, "p"), partner_items(2, 3)
    found = Partners(["rule", "random"])
    for item, lead in run(what, items, Means(jobs=1)):
        found.add(item, lead)
    assert found.lead(0, 0) == (0, 0), "four times the same bot is level"
    mixed, alone = found.lead(1, 0), found.lead(1, 1)
    assert mixed and alone and alone[0] < mixed[0] < 0
    results = [play(Board(PAIRS, "p", 1), (RANDOM, RULE), s).results for s in ((0, 1, 0, 1), (1, 0, 1, 0))]
    assert found.leads[1, 1][1] == pytest.approx(fmean([results[0][0] - results[0][1], results[1][1] - results[1][0]]))
    with pytest.raises(ShokhaError, match="partner"):
        partners(load("trio"), [RULE, RANDOM], RULE, "p")


# -- regret ------------------------------------------------------------------------------------------------


class _Omniscient:
    """Plays the best move of the true layout: it has been told the layouts beforehand."""

    name = "omniscient"
    best: dict[int, int] = {}  # noqa: RUF012

    def choose(self, view: object, seed: int, budget: float | None = None) -> Choice:
        action = self.best[view.hand]  # type: ignore[attr-defined]
        return Choice(next(a for a in view.legal if a == action), Reason("told"))  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["pairs", "duel", "yard"])
def test_perfect_play_regrets_nothing_and_others_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = load(name)
    monkeypatch.setitem(bots._MAKERS, "omniscient", {"kozel": _Omniscient})
    monkeypatch.setattr(_Omniscient, "best", {})
    specs = [BotSpec("omniscient"), RANDOM, RULE]
    worth = _Worth()
    for number in range(10):
        for view, state in _endings(Board(profile, "v", number))[1]:
            assert view.stock == 0 and len(view.legal) > 1 and view.hand == state.hand(view.seat)
            table = _values(profile, state, worth, 1, Solver(12))
            _Omniscient.best[view.hand] = max(table, key=lambda action: table[action])
    found = Regret(["omniscient", "random", "rule"])
    for _, rows in run(regret(profile, specs, "v", 4), range(10), Means(jobs=1)):
        found.add(rows)
    everything = [rows for level in found.rows.values() for rows in level]
    assert len(everything) > 4
    assert all(row >= 0 for rows in everything for bot in rows for row in bot)
    assert all(rows[0][0] == 0 for rows in everything)
    assert sum(rows[1][0] + rows[1][2] for rows in everything) > 0
    for level in found.rows:
        assert found.zero(level, 0, 0) == 1 and found.mean(level, 0, 0)[0] == 0


class _Worth(dict):  # type: ignore[type-arg]
    def __missing__(self, result: tuple[int, int]) -> tuple[float, float]:
        return float(result[1] - result[0]), float(result[0] - result[1])


def test_values_are_those_of_playing_the_deal_out() -> None:
    """With one card each there is nothing to choose: the value of the only line is what the count says."""
    board = Board(PAIRS, "out", 2)
    match = board.match()
    deal = deal_next(match, board.label)
    rng = random.Random(1)
    checked = 0
    while not deal.is_over:
        state = deal.state
        if not state.stock_cards() and all(state.hand(s).bit_count() <= 1 for s in range(4)) and not state.asked():
            table = _values(PAIRS, state, _Worth(), 1, Solver(12))
            seat, after = deal.actor, {}
            for action in table:
                copy = state.copy()
                copy.play(action)
                after[action] = copy
            checked += 1
            mine = seat % 2
        deal.play(rng.choice(deal.legal_actions()))
    assert checked
    result = deal.result
    given = match.finish_deal()[0].penalties
    assert sum(result.points) == 120
    last = {value[0] for value in table.values()}
    assert given[1 - mine] - given[mine] in last


def test_layouts_of_the_average_agree_with_the_view() -> None:
    view, state = _endings(Board(PAIRS, "a", 1))[1][0]
    rng, draw = random.Random(1), sampler(view)
    for _ in range(5):
        assert draw.sample(rng).legal_actions() == state.legal_actions()


def test_only_deals_between_two_sides_are_solved() -> None:
    for name in ("trio", "money", "svoi"):
        with pytest.raises(ShokhaError, match="solved"):
            regret(load(name), [RULE], "1", 5)


# -- outcomes ----------------------------------------------------------------------------------------------


def test_measuring_is_the_same_with_more_processes() -> None:
    trio = load("trio-35")
    assert numbers_of_players(trio) == [3, 2] and numbers_of_players(load("short")) == [4]
    what, items = outcomes(trio, "random", "m"), outcome_items(trio, 12)
    one = gather(trio, "random", "m", run(what, items, Means(jobs=1)))
    assert gather(trio, "random", "m", run(what, items[::-1], Means(jobs=2))) == one and len(items) == 24
    assert {n: sum(o.count for o in rows) for n, rows in one.by_seats.items()} == {3: 12, 2: 12}
    for name in ("money", "svoi"):
        with pytest.raises(ShokhaError, match="penalty points"):
            numbers_of_players(load(name))
