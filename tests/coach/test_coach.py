"""The coach judges what a player could know, and nothing else; what it finds wrong is wrong."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from tests.terminal.person import Sitting
from tests.worlds.retell import positions, retell

from shokha.__main__ import main
from shokha.actions import ActionKind
from shokha.cards import points_of
from shokha.coach import CannotAnalyse, Decision, Grade, costliest, decisions, judge, summaries
from shokha.game import new_deal
from shokha.kozel.worlds import Sampler
from shokha.profile import load
from shokha.record import Record, replay
from shokha.table import Stage
from shokha.view import observations

DATA = Path(__file__).parents[1] / "record" / "data"
YARD = DATA / "yard-goats-with-eggs.txt"
WORLDS = 400


@pytest.mark.parametrize("file", sorted(DATA.glob("*.txt")), ids=lambda path: path.stem)
def test_every_choice_is_a_decision(file: Path) -> None:
    record = Record.read(file)
    found, deals = decisions(record), replay(record).deals
    again = {(d.deal, d.trick, d.seat, d.played) for d in found}
    for made in found:
        assert len(made.view.legal) > 1 and made.played in made.view.legal and made.view.seat == made.seat
    assert len(again) > len(found) * 0.9
    assert len(found) < sum(len(deal.actions) for deal in deals), "what is forced is no decision"
    assert [d for d in found if d.seat == 1] == decisions(record, [1])


def test_it_judges_what_was_known() -> None:
    """Two deals that differ only in what the seat may not know give the same judgement (law 5)."""
    rng, looked = random.Random(5), 0
    for deal in positions(load("pairs"), rng, 4):
        seat, view = deal.actor, deal.view(deal.actor)
        if seat is None or view.asked is not None or len(view.legal) < 2 or rng.random() < 0.7:
            continue
        other = retell(observations(deal.events, seat), view, Sampler(view).history(rng), rng)
        seen = [Decision(1, 1, seat, each.view(seat), view.legal[-1]) for each in (deal, other)]
        assert other.deck != deal.deck
        one, two = (judge(each, WORLDS) for each in seen)
        assert (one.best, one.cost, one.margin, one.reason) == (two.best, two.cost, two.margin, two.reason)
        looked += 1
    assert looked >= 5


def last_answers(many: int) -> list[Decision]:
    """Who plays the last card of a deal can take the trick from the other side, or give it up for nothing."""
    rng, found = random.Random(2), []
    while len(found) < many:
        deal = new_deal("pairs", rng.random())
        while not deal.is_over:
            view = deal.view(deal.actor)
            lies = sum(points_of(play.cards) for play in view.trick)
            if (
                sum(view.counts) == 1
                and view.hand
                and len(view.legal) > 1
                and not view.is_partner(view.master)
                and lies
            ):
                give_up = next(a for a in view.legal if a.kind is ActionKind.DISCARD)
                found.append(Decision(1, deal.state.trick_no + 1, view.seat, view, give_up))
            deal.play(rng.choice(deal.legal_actions()))
    return found


def test_a_trick_given_up_for_nothing_is_found() -> None:
    """Whether it decides the deal depends on hidden cards, but giving it up is never better."""
    costs = []
    for made in last_answers(12):
        given_up = judge(made, WORLDS)
        taken = judge(replace(made, played=given_up.best), WORLDS)
        assert given_up.best.kind is ActionKind.BEAT or given_up.cost == 0
        assert taken.is_best and taken.cost == 0 and taken.grade is Grade.FINE
        costs.append(given_up.cost)
        assert str(given_up.reason)
    assert sum(cost > 0.03 for cost in costs) >= 3


def test_judgements_do_not_depend_on_their_order() -> None:
    made = decisions(Record.read(YARD), [0])[:6]
    there = [judge(each, WORLDS) for each in made]
    assert there == [judge(each, WORLDS) for each in reversed(made)][::-1]


def test_sums() -> None:
    found = [judge(each, WORLDS) for each in decisions(Record.read(YARD), [0, 2])[:30]]
    rows = summaries(found, range(4))
    assert {row.seat for row in rows} <= {0, 2} and sum(row.decisions for row in rows) == len(found)
    for row in rows:
        mine = [each for each in found if each.decision.seat == row.seat]
        assert row.best == sum(each.best == each.decision.played for each in mine)
        assert row.grades.total() == len(mine)
    worst = costliest(found, 3)
    assert len(worst) == 3 and worst[0].cost >= worst[1].cost >= worst[2].cost > 0
    assert all(each.cost > each.margin for each in worst)


def test_what_it_cannot_judge() -> None:
    record = Record.read(YARD)
    with pytest.raises(CannotAnalyse, match="only what seat 1 saw"):
        decisions(record.redacted(0))
    with pytest.raises(CannotAnalyse, match="seats 1 to 4, not 5"):
        decisions(record, [4])


# -- the command -------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["shokha", "analyse", *map(str, arguments)])
        code = main()
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, YARD, "--worlds", 200, "--jobs", 1, "--seat", 4, "--most", 2)
    assert code == 0
    assert " 1. Deal " in out and " 2. Deal " in out and " 3. Deal " not in out
    assert "In hand: " in out and "Better: " in out and "Gleb" in out.splitlines()[-1]
    assert run(capsys, YARD, "--worlds", 200, "--jobs", 2, "--seat", 4, "--most", 2)[1] == out, "however many processes"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--worlds", "5"], "--worlds is 100 or more"),
        (["--seat", "9"], "has seats 1 to 4, not 9"),
        (["--seat", "-1"], "--seat counts from 1"),
        (["--most", "-2"], "--most is a number"),
    ],
)
def test_wrong_options(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    code, out, error = run(capsys, YARD, *arguments)
    assert code != 0 and not out and sentence in error


def test_wrong_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cut = tmp_path / "cut.txt"
    cut.write_text(YARD.read_text("utf-8")[:900], "utf-8")
    for path, sentence in ((cut, "cut off"), (tmp_path / "none.txt", "cannot be read")):
        code, out, error = run(capsys, path)
        assert code != 0 and not out and sentence in error


def test_at_the_table_after_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path / "data"))  # where its record goes
    sitting = Sitting("pairs", ["me:Vera", "rule", "rule", "rule"], 3, changes={"target": 2})
    chance, asked = random.Random(1), iter(["analyse", ""])

    def keyboard(prompt: str) -> str:
        if "Another match" in prompt:
            return next(asked)
        return sitting.move(chance) if sitting.table.stage is Stage.PLAYING else ""

    sitting.keyboard = keyboard
    sitting.session.run()
    report = sitting.flat.rpartition("analyse")[2]
    assert "decisions, judged by the chance to win the match" in report
    rows = report.partition("blund.")[2]
    assert "you" in rows and "Boris" not in rows, "one's own decisions alone"


def test_it_does_not_tell_while_the_match_runs() -> None:
    sitting = Sitting("pairs", ["me", "rule", "rule", "rule"], 3)
    assert "looks at a match when it is over" in " ".join(sitting.type("analyse").split())
