"""`shokha solve position` and `shokha solve deal`: what a person reads, and every wrong input."""

from __future__ import annotations

import io
import random
import re

import pytest

from shokha import profile
from shokha.__main__ import main
from shokha.actions import parse_action
from shokha.game import new_deal
from shokha.kozel.state import State
from shokha.notation import format_position, parse_position


def small_position() -> str:
    """A position with the stock empty, reached by play."""
    rng = random.Random(5)
    state = new_deal("pairs", 11).state
    while True:
        if (
            not state.stock_cards()
            and state.hand(state.actor).bit_count() == 2
            and not any(map(state.on_table, range(4)))
        ):
            return format_position(state, profile.load("pairs"), past=False)
        state.play(rng.choice(state.legal_actions()))


def solved(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["solve", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_position_and_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    text = small_position()
    code, out, err = solved(capsys, text)  # `shokha solve POSITION`
    assert code == 0 and not err
    state: State = parse_position(text).state
    lines = out.splitlines()
    seat = state.actor + 1
    assert lines[0].startswith(
        f"Seat {seat} moves (pairs); points and results of seats {min(seat, (seat + 1) % 4 + 1)}"
    )
    moves = [re.match(r"  (\S+) +(\d+)  (wins, they get \d|loses, gets \d|tie, 2 each)", line) for line in lines[1:-2]]
    assert [parse_action(m[1]) for m in moves if m] == state.legal_actions()
    assert sum("<- best" in line for line in lines) == 1
    assert re.match(r"[\d,]+ nodes, \d+\.\d\d s$", lines[-2])
    line = re.findall(r"[_^!A-Za-z0-9]+(?= )|(?<= )[_^!A-Za-z0-9]+", lines[-1].partition("Best line: ")[2])
    for word in (w for w in line if not re.fullmatch(r"\d", w)):
        state.play(parse_action(word))
    assert state.actor < 0


def test_position_from_stdin_and_by_its_long_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = small_position()
    first = solved(capsys, "position", text)[1]
    monkeypatch.setattr("sys.stdin", io.StringIO(text + "\n"))
    second = solved(capsys, "position", "-")[1]
    assert first.splitlines()[:-2] == second.splitlines()[:-2]


def test_a_deal_by_its_seed_stops_when_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = solved(capsys, "deal", "--seed", "1", "--points", "none", "--nodes", "500")
    assert code == 1
    lines = out.splitlines()
    assert parse_position(lines[0]).state.dump()["hands"] == new_deal("pairs", "1").state.dump()["hands"]
    assert "Stopped before everything was known; what is printed is proved." in lines
    assert "500 nodes" in out and ".." in out


def test_results_without_points(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = solved(capsys, "deal", "--seed", "2", "--rules", "duel", "--points", "none", "--nodes", "2000")
    assert code in (0, 1) and "(duel)" in out and "of seat " in out


def test_pots_have_words(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(3)
    money = profile.load("money").with_settings({"players": 2})
    state = new_deal(money, 3).state
    while len(state.stock_cards()) > 2:
        choices = [a for a in state.legal_actions() if state.copy().play(a) is None]
        calm = []
        for action in choices:
            after = state.copy()
            after.play(action)
            if after.actor >= 0:
                calm.append(action)
        state.play(rng.choice(calm))
    code, out, _ = solved(capsys, format_position(state, money, past=False))
    assert code == 0 and re.search("takes the pot|loses the pot|tie", out)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["deal", "--seed", "1", "--rules", "trio"],
            "Only a deal between two sides can be solved, and trio has more here.",
        ),
        (["deal", "--seed", "1", "--rules", "svoi"], "This solves Kozel, and svoi is a version of svoi."),
        (["deal", "--seed", "1", "--rules", "nonsense"], "There is no profile"),
        (["position", "kozel pairs dealer=1"], "is missing; a position needs"),
        (["position", "nonsense"], "is no position"),
    ],
)
def test_wrong_input_gets_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    code, out, err = solved(capsys, *arguments)
    assert code == 2 and not out.startswith("Seat") and sentence in err and err.count("\n") == 1


def test_unknown_cards_and_finished_deals_cannot_be_solved(capsys: pytest.CaptureFixture[str]) -> None:
    text = small_position()
    hidden = re.sub(r"hands=[^/]+/", "hands=?2/", text)
    code, _, err = solved(capsys, hidden)
    assert code == 2 and err.startswith("shokha solve: ") and err.count("\n") == 1
    state = parse_position(text).state
    while state.actor >= 0:
        state.play(state.legal_actions()[0])
    code, _, err = solved(capsys, format_position(state, profile.load("pairs"), past=False))
    assert code == 2 and "The deal is over" in err
