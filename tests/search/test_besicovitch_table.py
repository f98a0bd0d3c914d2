"""The exact solution of Besicovitch's game: against a second solver, against itself, and its files."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from os import environ
from pathlib import Path
from typing import NoReturn

import pytest
from tests.besicovitch.tables import LARGEST, table
from tests.oracle import besicovitch_oracle as oracle

from shokha._speed import speed
from shokha.actions import PICK_UP
from shokha.besicovitch.pack import mirror, mirror_card, mirror_deals
from shokha.besicovitch.settings import BesicovitchSettings
from shokha.besicovitch.state import State
from shokha.cards import parse_card, parse_cards
from shokha.search.besicovitch_table import HEAD, MAGIC, Census, Solver, SolverError, Table, Verdict, verdict

needs_speed = pytest.mark.skipif(LARGEST < 12, reason="takes minutes without compiled kernels")


def state_of(where: str, settings: BesicovitchSettings, turned: bool = False) -> State:
    """A position of the second solver; `turned` puts the player to move on seat 2."""
    mine, other, top = oracle.hands_of(where)
    hands = parse_cards("".join(mine)), parse_cards("".join(other))
    card = -1 if top is None else parse_card(top)
    if turned:
        return State(settings, (mirror(hands[1]), mirror(hands[0])), 1, card if card < 0 else mirror_card(card))
    return State(settings, hands, 0, card)


def as_number(found: Verdict) -> int:
    return found.outcome * found.distance


# -- against the second solver -----------------------------------------------------------------------------


@pytest.mark.parametrize("taker_leads", [False, True], ids=["opponent leads", "taker leads"])
def test_positions_of_eight_cards_agree_with_the_second_solver(taker_leads: bool) -> None:
    """All with an empty table, and every seventh of the others, from both seats."""
    solved, second = table(8, taker_leads), oracle.solve(oracle.every_position(8), taker_leads)
    for i, where in enumerate(oracle.every_position(8)):
        if "T" not in where or i % 7 == 0:
            state = state_of(where, solved.settings, turned=bool(i % 2))
            assert as_number(solved.probe(state)) == second.get(where, 0), where


@pytest.mark.slow
@pytest.mark.parametrize("taker_leads", [False, True], ids=["opponent leads", "taker leads"])
def test_every_position_of_eight_cards_agrees_with_the_second_solver(taker_leads: bool) -> None:
    solved, second = table(8, taker_leads), oracle.solve(oracle.every_position(8), taker_leads)
    for where in oracle.every_position(8):
        assert as_number(solved.probe(state_of(where, solved.settings))) == second.get(where, 0), where


@pytest.mark.slow
@needs_speed
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("taker_leads", [False, True], ids=["opponent leads", "taker leads"])
def test_all_deals_and_all_empty_tables_of_twelve_cards_agree_with_the_second_solver(taker_leads: bool) -> None:
    solved, second = table(12, taker_leads), oracle.solve(oracle.reachable(12, taker_leads), taker_leads)
    empty = [where for where in oracle.reachable(12, taker_leads) if "T" not in where]
    assert len(empty) == 2**12 - 2
    for where in empty:
        assert as_number(solved.probe(state_of(where, solved.settings))) == second.get(where, 0), where


@pytest.mark.parametrize("taker_leads", [False, True], ids=["opponent leads", "taker leads"])
def test_values_follow_from_the_values_of_the_moves(taker_leads: bool) -> None:
    """The equations that have one solution only, on random positions, with the second solver's moves.

    A win is one action longer than the quickest loss it can leave, a loss one longer than the longest win it must.
    """
    rng = random.Random(taker_leads)
    solved = table(LARGEST, taker_leads)
    for _ in range(150):
        letters = [rng.choice("mop") for _ in range(LARGEST)]
        if not {"m", "o"} <= set(letters):
            continue
        piled = [card for card, letter in enumerate(letters) if letter == "p"]
        if piled:
            letters[rng.choice(piled)] = "T"
        where = "".join(letters)
        reached = []
        for then, same in oracle.moves(where, taker_leads):
            if then == oracle.WON:
                reached.append(1)
            else:
                number = as_number(solved.probe(state_of(then, solved.settings)))
                outcome = number if same else -number
                reached.append(outcome and outcome + (1 if outcome > 0 else -1))
        best = max(reached, key=lambda d: (1 / d) if d else 0)
        assert as_number(solved.probe(state_of(where, solved.settings))) == best, where


# -- results -----------------------------------------------------------------------------------------------


def test_results_of_eight_cards() -> None:
    """Z-11, and the other rule about who leads after a pick-up."""
    assert table(8, False).results() == (12, 4, 0)
    assert table(8, True).results() == (0, 12, 4)
    assert table(8, False).census == Census(8732, 6978, 0, 17, "KsAhKhKdAcKc/AsAd/- 1")
    assert table(8, True).census == Census(9168, 3700, 2842, 32, "AhKhKc/KsAdAc/As>Kd 1")


@needs_speed
def test_results_of_twelve_cards() -> None:
    """Z-12, and the other rule."""
    assert table(12, False).results() == (52, 12, 0)
    assert table(12, True).results() == (0, 32, 32)
    assert table(12, False).census == Census(1287153, 793565, 0, 41, "AhKc/KsQsKhQhAdQdAcQc/As>Kd 1")
    assert table(12, True).census == Census(1048985, 348309, 683424, 63, "QsAhQd/AsKsKhAdKdAcKc/Qc>Qh 1")


@pytest.mark.parametrize("taker_leads, wanted", [(False, (2, 2, 0)), (True, (0, 2, 2))])
def test_results_of_four_cards(taker_leads: bool, wanted: tuple[int, int, int]) -> None:
    """One card of each suit: too few to play with, enough to solve."""
    solver = Solver(4, taker_leads)
    while solver.changed:
        solver.sweep()
    # Bits ♣ ♦ ♠ ♥ from the lowest; of ♣ and ♠ each is kept or given away for its image.
    values = [solver.rows.leads[hand] for hand in (0b0101, 0b1001, 0b0110, 0b1010)]
    assert (sum(v > 0 for v in values), sum(v < 0 for v in values), values.count(0)) == wanted


@pytest.mark.slow
@needs_speed
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "taker_leads, results, census",
    [
        (False, (218, 38, 0), Census(152787318, 75812168, 0, 95, "AsQsJsKhQhAdKdQdAcKcJc/KsAhQc/Jh>Jd 1")),
        (True, (0, 176, 80), Census(126900522, 37719813, 63979151, 196, "QsJsAhQhJhKdJdAcQcJc/AsKsAdKc/Kh>Qd 1")),
    ],
    ids=["opponent leads", "taker leads"],
)
def test_results_of_sixteen_cards(taker_leads: bool, results: tuple[int, int, int], census: Census) -> None:
    with ThreadPoolExecutor(2) as pool:
        solved = Solver(16, taker_leads, 2, lambda _, work, desks: list(pool.map(work, desks)) and None).run()
    assert (solved.results(), solved.census) == (results, census)


# -- asking ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("taker_leads", [False, True], ids=["opponent leads", "taker leads"])
def test_lines_are_as_long_as_they_say_and_won_by_whom_they_say(taker_leads: bool) -> None:
    solved = table(LARGEST, taker_leads)
    states = [State(solved.settings, hands, i % 2) for i, hands in enumerate(mirror_deals(LARGEST))][::3]
    example = solved.example()
    assert example is not None and solved.probe(example).distance == solved.census.longest  # type: ignore[union-attr]
    for state in [*states, example]:
        found, line, end = solved.probe(state), solved.line(state), state.copy()
        for action in line:
            end.play(action)
        assert len(line) == found.distance
        if found.outcome:
            assert end.winner == (state.actor if found.outcome > 0 else 1 - state.actor)


def test_moves_are_all_legal_actions_best_first() -> None:
    rng, solved = random.Random(2), table(8, True)
    for hands in mirror_deals(8):
        state = State(solved.settings, hands)
        for _ in range(12):
            if state.is_over:
                break
            moves = solved.moves(state)
            assert sorted(action for action, _ in moves) == sorted(state.legal_actions())
            assert solved.probe(state) == moves[0][1] and solved.best_move(state) == moves[0][0]
            for action, found in moves:
                after = state.copy()
                after.play(action)
                if after.is_over:
                    assert found == (1, 1) or after.winner < 0
                    continue
                then = solved.probe(after)
                sign = 1 if action == PICK_UP else -1
                assert found == ((sign * then.outcome, then.distance + 1) if then.outcome else (0, 0))
            values = [f.outcome * (1000 - f.distance) for _, f in moves]
            assert values == sorted(values, reverse=True)
            state.play(rng.choice(moves)[0])


def test_a_table_answers_for_its_own_game_only() -> None:
    solved = table(8, False)
    with pytest.raises(SolverError, match="another pack"):
        solved.probe(State(BesicovitchSettings(cards=8, taker_leads=True), next(mirror_deals(8))))
    over = State(solved.settings, (parse_cards("As"), parse_cards("AhKhAdKd")), 0, parse_card("Kc"))
    over.play(solved.best_move(over))
    with pytest.raises(SolverError, match="over"):
        solved.probe(over)


def test_verdicts() -> None:
    assert [str(verdict(v)) for v in (32767, 32758, 0, -32766)] == ["win in 1", "win in 10", "draw", "loss in 2"]


# -- files ---------------------------------------------------------------------------------------------------


def test_files_round_trip(tmp_path: Path) -> None:
    solved = table(8, True)
    path = tmp_path / "eight"
    path.write_bytes(solved.to_bytes())
    again = Table.open(str(path))
    assert path.stat().st_size == HEAD + 2 * 2**8
    assert (again.cards, again.taker_leads, again.sweeps, again.census) == (8, True, solved.sweeps, solved.census)
    assert again.leads.tolist() == solved.leads.tolist()
    assert again.results() == solved.results()


def _resealed(data: bytes, old: bytes, new: bytes) -> bytes:
    """A file with something replaced in its head, and a checksum that agrees."""
    first, _, rest = data.partition(b"\n")
    body = rest.partition(b"\n")[2]
    head = body[: HEAD - len(first) - 66].replace(old, new).strip(b" ")
    body = head.rjust(HEAD - len(first) - 66) + body[HEAD - len(first) - 66 :]
    return first + b"\n" + sha256(body).hexdigest().encode() + b"\n" + body


@pytest.mark.parametrize(
    "spoil, says",
    [
        (lambda data: b"", "no table"),
        (lambda data: b"\x7fELF" + data, "no table"),
        (lambda data: data.replace(b"table 1\n", b"table 2\n"), "newer Shokha"),
        (lambda data: data[:-1], "cut off"),
        (lambda data: data + b"\0", "cut off"),
        (lambda data: data[:700], "cut off|head cannot"),
        (lambda data: data[:-9] + b"\1" + data[-8:], "checksum"),
        (lambda data: data.replace(b'"sweeps": ', b'"sweeps": 1'), "checksum|cut off|head"),
        (lambda data: _resealed(data, b'"cards": 8', b'"cards": 9'), "cut off or damaged"),
        (lambda data: _resealed(data, b'"fingerprint": "', b'"fingerprint": "0'), "other rules"),
        (lambda data: _resealed(data, b'"taker_leads": false', b'"taker_leads": true'), "other rules"),
        (lambda data: _resealed(data, b'{"cards"', b'["cards"'), "head cannot be read"),
        (lambda data: _resealed(data, b'"census": {"wins"', b'"census": {"won"'), "head cannot be read"),
    ],
)
def test_unusable_files_are_refused_with_one_sentence(
    spoil: Callable[[bytes], bytes], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "table"
    path.write_bytes(spoil(table(8, False).to_bytes()))
    with pytest.raises(SolverError, match=says) as refused:
        Table.open(str(path))
    assert str(refused.value).startswith(str(path)) and "\n" not in str(refused.value)


def test_resealing_alone_changes_nothing(tmp_path: Path) -> None:
    """The cases above fail for what they changed."""
    data = table(8, False).to_bytes()
    assert _resealed(data, b"", b"") == data and data.startswith(MAGIC.encode())


def test_missing_and_unfinished_files(tmp_path: Path) -> None:
    with pytest.raises(SolverError, match="cannot be read"):
        Table.open(str(tmp_path / "nothing"))
    solver = Solver(8, False)
    solver.sweep()
    path = tmp_path / "part"
    path.write_bytes(solver.table().to_bytes())
    with pytest.raises(SolverError, match="not finished"):
        Table.open(str(path))


# -- running -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("taker_leads", [False, True], ids=["opponent leads", "taker leads"])
def test_resuming_gives_the_same_file(taker_leads: bool) -> None:
    whole = table(8, taker_leads).to_bytes()
    for sweeps in (1, 2, 3):
        solver = Solver(8, taker_leads)
        for _ in range(sweeps):
            solver.sweep()
        second = Solver(8, taker_leads)
        second.resume(Table.from_bytes(solver.table().to_bytes()))
        assert second.run().to_bytes() == whole


def test_threads_change_nothing() -> None:
    with ThreadPoolExecutor(3) as pool:
        solver = Solver(8, True, 3, lambda _, work, desks: list(pool.map(work, desks)) and None)
        assert solver.run().to_bytes() == table(8, True).to_bytes()


def test_a_stopped_sweep_does_not_count() -> None:
    solver = Solver(8, False)
    solver.sweep()
    known = solver.table().to_bytes()
    solver.is_stopped = True
    solver.sweep()
    assert (solver.sweeps, Table.from_bytes(known).sweeps) == (1, 1)


def test_resuming_another_game_is_refused() -> None:
    with pytest.raises(SolverError, match="another pack"):
        Solver(8, True).resume(table(8, False))


@pytest.mark.parametrize("cards", [0, 6, 32, 36])
def test_packs_that_cannot_be_solved(cards: int) -> None:
    with pytest.raises(SolverError, match="multiple of 4"):
        Solver(cards, False)


def told() -> str:
    """The files of both eight-card games, and values of many positions."""
    lines = []
    for taker_leads in (False, True):
        solved = table(8, taker_leads)
        lines.append(sha256(solved.to_bytes()).hexdigest())
        found = [solved.probe(state_of(where, solved.settings)) for where in list(oracle.every_position(8))[::97]]
        lines.append(sha256(repr([tuple(f) for f in found]).encode()).hexdigest())
    return " ".join(lines)


def test_compiled_and_plain_solvers_are_the_same(absent: Callable[[str], NoReturn]) -> None:
    if speed().name != "compiled":
        absent("compiled kernels")
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
        "from tests.search.test_besicovitch_table import speed, told\n"
        "assert speed().name == 'plain'\n"
        "print(told())"
    )
    plain = subprocess.run(
        [sys.executable, "-c", code], env=environ | {"SHOKHA_PURE": "1"}, capture_output=True, text=True, check=True
    )
    assert plain.stdout.split() == told().split()
