"""Duels: the same figures whoever does the work, in whatever order, however often it was broken off."""

from __future__ import annotations

import json
import random
from pathlib import Path
from statistics import fmean

import pytest

from shokha import bots
from shokha.bots.base import Choice, Reason
from shokha.equity import chances
from shokha.errors import ShokhaError
from shokha.game import new_match
from shokha.kozel.match import KozelMatch
from shokha.lab import duel
from shokha.lab.board import Board, BotSpec, Played, play, seatings, swing
from shokha.lab.duel import Duel, deals_by_leader, elo, experiment, play_board, running_lead
from shokha.lab.experiment import Experiment, Means, run
from shokha.lab.processes import spread
from shokha.lab.results import Results, ResultsError, read
from shokha.profile import available, load

RULE, RANDOM = BotSpec("rule"), BotSpec("random")
ALL = [name for name in available() if load(name).game != "besicovitch"]


def rows(of: Experiment, items: list[int], means: Means) -> list[tuple[int, object]]:
    """Results without the clock."""
    return [(item, [row[:-1] for row in found]) for item, found in run(of, items, means)]


# -- boards ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_everybody_has_every_chair(name: str) -> None:
    profile = load(name)
    chairs = [[0, 0] for _ in range(profile.players)]
    for seating in seatings(profile):
        for seat, who in enumerate(seating):
            chairs[seat][who] += 1
        assert {0, 1} == set(seating)
    assert all(first == second for first, second in chairs)
    sides = new_match(profile, 0).sides
    if len(sides) < profile.players:
        assert all(
            len({s[seat] for seat in range(4) if side >> seat & 1}) == 1 for s in seatings(profile) for side in sides
        )


@pytest.mark.parametrize("name", [name for name in ALL if load(name).game == "kozel"])
def test_a_player_against_itself_is_exactly_level(name: str) -> None:
    for number in range(2):
        played = [Played.from_row(row) for row in play_board(load(name), (RANDOM, RANDOM), "self", "any", number)]
        assert swing(played) == 0 and len({p.results for p in played}) == 1


def test_seatings_play_the_same_cards_from_the_same_score() -> None:
    board = Board(load("pairs"), "7", 3, "any")
    one, other = board.match(), board.match()
    assert one.totals == other.totals and one.dealer == other.dealer
    scores = {total for n in range(60) for total in Board(load("pairs"), "7", n, "any").match().totals}
    assert scores == {0, 2, 4, 6, 8, 10}
    assert Board(load("pairs"), "7", 3).match().totals == [0, 0]


def test_void_deals_are_dealt_again() -> None:
    redeal = load("pairs").with_settings({"shokha_turnup": "redeal"})
    plain = load("pairs")
    again = [n for n in range(120) if new_match(plain, f"v {n}") and _turns_up_6s(n)]
    assert again, "no such deal among these numbers"
    played = play(Board(redeal, "v", again[0]), [RANDOM, RANDOM], (0, 1, 0, 1))
    assert sum(played.points) == 120


def _turns_up_6s(number: int) -> bool:
    from shokha.shuffle import deck

    return deck(f"v {number}", 1)[16] == 0


@pytest.mark.parametrize("name", ["pairs", "trio", "money", "svoi-3"])
def test_who_plays_better_is_ahead(name: str) -> None:
    found = Duel(load(name))
    for number in range(2):
        found.add(play_board(load(name), (RULE, RANDOM), "better", "zero", number))
    assert found.lead[0] > 0
    assert found.won[0] > found.won[1] / 2
    assert sum(moves for _, moves in found.time()) == sum(sum(p.moves) for b in found.boards for p in b)


def test_swing_is_the_difference_of_penalties() -> None:
    played = [Played.from_row(row) for row in play_board(load("pairs"), (RULE, RANDOM), "s", "zero", 5)]
    assert swing(played) == fmean(
        [played[0].results[0] - played[0].results[1], played[1].results[1] - played[1].results[0]]
    )


# -- the same whatever the means -----------------------------------------------------------------------------


def test_processes_order_and_breaks_change_nothing(tmp_path: Path) -> None:
    what = experiment(load("pairs"), [RULE, RANDOM], "same")
    alone = rows(what, list(range(6)), Means(jobs=1))
    assert rows(what, list(range(6)), Means(jobs=2)) == alone
    assert rows(what, [5, 3, 1, 0, 2, 4], Means(jobs=1)) == [alone[i] for i in (5, 3, 1, 0, 2, 4)]
    file = tmp_path / "duel.jsonl"
    broken = run(what, range(6), Means(jobs=1, file=file))
    first = [next(broken) for _ in range(4)]
    broken.close()
    before = file.read_bytes()
    file.write_bytes(before[:-25])  # as after a power cut in the middle of a line
    went_on = rows(what, list(range(6)), Means(jobs=1, file=file))
    assert went_on == alone and len(first) == 4
    assert file.read_bytes().startswith(before[: before[:-25].rindex(b"\n") + 1])
    head, runs, done = read(file)
    assert head["bots"] == ["rule", "random"] and len(runs) == 2 and sorted(map(int, done)) == list(range(6))
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["item"] for line in lines if "item" in line] == list(range(6))


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    asked = []

    def work(item: int) -> int:
        asked.append(item)
        return item * item

    what = Experiment({"kind": "squares"}, work)
    means = Means(jobs=1, file=tmp_path / "f.jsonl")
    assert list(run(what, [1, 2, 3], means)) == [(1, 1), (2, 4), (3, 9)]
    assert list(run(what, [3, 4, 1], means)) == [(3, 9), (4, 16), (1, 1)]
    assert asked == [1, 2, 3, 4]


def test_another_experiment_does_not_mix_in(tmp_path: Path) -> None:
    file = tmp_path / "f.jsonl"
    with Results(file, {"kind": "duel", "seed": "1"}, {}) as results:
        results.add(0, 1)
    with pytest.raises(ResultsError, match="seed: 1, not 2"):
        Results(file, {"kind": "duel", "seed": "2"}, {})
    file.write_text("no results\n")
    with pytest.raises(ResultsError, match="not a file of results"):
        Results(file, {"kind": "duel", "seed": "1"}, {})
    with pytest.raises(ResultsError, match="cannot be read"):
        read(tmp_path / "absent")


def test_two_runs_do_not_write_into_one_file(tmp_path: Path) -> None:
    file = tmp_path / "f.jsonl"
    with Results(file, {"kind": "x"}, {}) as first:
        first.add(1, "one")
        with pytest.raises(ResultsError, match="another run"):
            Results(file, {"kind": "x"}, {})
        first.add(2, "two")
    with Results(file, {"kind": "x"}, {}) as again:
        assert again.done == {"1": "one", "2": "two"}


def test_an_error_in_the_work_comes_out_and_keeps_the_rest(tmp_path: Path) -> None:
    def work(item: int) -> int:
        if item == 2:
            raise ValueError("two")
        return item

    file = tmp_path / "f.jsonl"
    with pytest.raises(ValueError, match="two"):
        list(run(Experiment({"kind": "x"}, work), [0, 1, 2, 3], Means(jobs=1, file=file)))
    assert read(file)[2] == {"0": 0, "1": 1}


def test_spread_keeps_the_order() -> None:
    assert list(spread(abs, range(-20, 20), 2)) == [abs(n) for n in range(-20, 20)]
    assert list(spread(abs, [], 2)) == []


# -- chances of a match --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pairs", "yard", "duel"])
def test_equal_players_win_half_of_the_matches(name: str) -> None:
    profile, found = load(name), Duel(load(name))
    for number in range(12):
        found.add(play_board(profile, (RANDOM, RANDOM), "half", "zero", number))
    match = found.match_chance()
    assert match is not None and match[0] == pytest.approx(0.5) and match[1] < 0.5 < match[2] and elo(match[0]) == 0


def test_the_chance_of_a_match_is_that_of_matches_settled_with_the_deals() -> None:
    profile, found = load("pairs"), Duel(load("pairs"))
    for number in range(6):
        found.add(play_board(profile, (RULE, RANDOM), "m", "zero", number))
        found.add(play_board(profile, (RANDOM, RULE), "m", "zero", number))
        found.add(play_board(profile, (RANDOM, RANDOM), "m2", "zero", number))
    deals = [d for board in found.boards for d in deals_by_leader(profile, board)]
    rng, won, n = random.Random(3), 0.0, 1000
    for i in range(n):
        match = KozelMatch(profile, i % 2)
        while not match.is_over:
            mine = match.side_of(match.first) == 0
            match.settle(rng.choice([result for led, result in deals if led == mine]))
        won += match.winners == (0,)
    chance = found.match_chance()
    assert chance is not None and abs(won / n - chance[0]) < 0.06
    assert chances(profile) is not None


def test_elo() -> None:
    assert elo(0.5) == 0 and elo(10 / 11) == pytest.approx(400) and elo(0) == -elo(1) == float("-inf")


def test_the_running_lead_ends_at_the_lead() -> None:
    rng = random.Random(1)
    swings = [rng.gauss(0.5, 2) for _ in range(317)]
    found = Duel(load("pairs"), swings)
    assert running_lead(swings, 50)[-1] == pytest.approx((317, *found.lead))
    assert len(running_lead(swings, 50)) <= 50


# -- names ---------------------------------------------------------------------------------------------------


def test_bots_with_budgets() -> None:
    assert BotSpec.parse("rule:20", "kozel") == BotSpec("rule", 20.0) and str(BotSpec("mc", 200.0)) == "mc:200"
    assert BotSpec.parse(" rule", "kozel", 7.0) == BotSpec("rule", 7.0)
    for wrong in ("rule:x", "rule:0", "rule:-1", "rule:inf", "rule:nan", "nobody"):
        with pytest.raises(ShokhaError):
            BotSpec.parse(wrong, "kozel")


def test_a_budget_reaches_its_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = set()

    class Listener:
        name = "listener"

        def choose(self, view: object, seed: int, budget: float | None = None) -> Choice:
            heard.add(budget)
            return Choice(view.legal[0], Reason("first"))  # type: ignore[attr-defined]

    monkeypatch.setitem(bots._MAKERS, "listener", {"kozel": Listener})
    play(Board(load("pairs"), "b", 0), [BotSpec("listener", 12.0), BotSpec("listener")], (0, 1, 0, 1))
    assert heard == {12.0, None}
    assert duel.head_of("duel", load("pairs"), "1", "zero")["fingerprint"] == load("pairs").fingerprint
