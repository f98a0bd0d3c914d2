"""`shokha solve`: tables made, gone on with, looked into; wrong input answered in one sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn, cast

import pytest
from tests.besicovitch.tables import table

from shokha.__main__ import main
from shokha._speed import speed
from shokha.bots.besicovitch_tables import table_path
from shokha.search.besicovitch_rows import Desk
from shokha.search.besicovitch_table import Solver, SolverError, Table
from shokha.terminal import solving
from shokha.terminal.solve import positions
from shokha.terminal.solving import (
    _of_control_group,
    amount,
    available_memory,
    check_memory,
    part_of,
    solve_besicovitch,
)

Said = pytest.CaptureFixture[str]


def test_a_table_is_made_and_told_about(tmp_path: Path, capsys: Said) -> None:
    out = tmp_path / "deep" / "eight.table"
    assert main(["solve", "besicovitch", "--cards", "8", "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert "8 cards: 15,710 positions" in said.err and "MB of memory" in said.err
    assert "sweep 1: 100%" in said.err and "Solved in 4 sweeps" in said.err
    assert "16 mirror deals: who starts wins 12 (75.0%), loses 4 (25.0%), draws 0 (0.0%)." in said.out
    assert out.read_bytes() == table(8, False).to_bytes()
    assert not part_of(out).exists()


def test_what_is_solved_is_not_solved_again(tmp_path: Path, capsys: Said) -> None:
    out = tmp_path / "eight.table"
    out.write_bytes(table(8, False).to_bytes())
    assert main(["solve", "besicovitch", "--cards", "8", "--out", str(out)]) == 0
    assert "solved already" in capsys.readouterr().out
    assert main(["solve", "besicovitch", "--cards", "8", "--taker-leads", "--out", str(out)]) == 2
    assert "another pack or rule" in capsys.readouterr().err
    assert main(["solve", "besicovitch", "--cards", "8", "--taker-leads", "--fresh", "--out", str(out)]) == 0
    assert Table.open(str(out)).taker_leads


def test_without_out_the_table_goes_where_bots_look(
    tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path))
    assert main(["solve", "besicovitch", "--cards", "8", "--taker-leads", "--threads", "2"]) == 0
    assert table_path(8, True) == tmp_path / "tables" / "besicovitch-8-taker-leads.table"
    assert Table.open(str(table_path(8, True))).results() == (0, 12, 4)


def test_stats_and_deals_and_probe(tmp_path: Path, capsys: Said) -> None:
    out = str(tmp_path / "eight.table")
    Path(out).write_bytes(table(8, True).to_bytes())
    assert main(["solve", "stats", out]) == 0
    told = capsys.readouterr().out
    assert "8 cards (A K); after a pick-up the taker leads" in told and "loses 12 (75.0%), draws 4 (25.0%)" in told
    assert "15,710 positions: 9,168 won by the player to move, 3,700 lost, 2,842 drawn" in told
    assert "Longest forced win: 32 actions" in told and "loss in 29 for who starts" in told
    assert main(["solve", "stats", out, "--deals"]) == 0
    rows = capsys.readouterr().out.split("\n\n")[1].splitlines()
    assert len(rows) == 16 and sum(row.startswith("draw ") for row in rows) == 4
    assert main(["solve", "probe", out, "KcAcKhAh/KsAsKdAd/- 1"]) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[0].endswith("for seat 1") and len(told.splitlines()) == 5


def test_probe_knows_the_rule_book_s_example(tmp_path: Path, capsys: Said) -> None:
    """Z-05: who starts wins by leading a club, and by nothing else."""
    out = str(tmp_path / "eight.table")
    Path(out).write_bytes(table(8, False).to_bytes())
    assert main(["solve", "probe", out, "KcAcKhAh/KsAsKdAd/- 1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("win in")
    assert {line.split()[0] for line in lines[1:] if "win" in line} == {"Kc", "Ac"}


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["besicovitch", "--cards", "14"], "multiple of four, not 14"),
        (["besicovitch", "--cards", "4"], "multiple of four, not 4"),
        (["besicovitch", "--cards", "8", "--threads", "0"], "--threads"),
        (["besicovitch", "--cards", "28"], "memory"),
        (["besicovitch", "--cards", "52"], "memory"),
        (["stats", "nothing"], "cannot be read"),
        (["probe", "nothing", "x"], "cannot be read"),
    ],
)
def test_wrong_input_is_answered_in_one_sentence(
    arguments: list[str], says: str, tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(["solve", *arguments]) == 2
    assert says in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_position_that_cannot_be_read(tmp_path: Path, capsys: Said) -> None:
    out = str(tmp_path / "eight.table")
    Path(out).write_bytes(table(8, True).to_bytes())
    assert main(["solve", "probe", out, "As"]) == 2
    assert "not a position" in capsys.readouterr().err


@pytest.mark.parametrize("subject", [[], ["besicovitch"], ["stats"], ["probe"]])
def test_help_teaches(subject: list[str], capsys: Said) -> None:
    with pytest.raises(SystemExit) as left:
        main(["solve", *subject, "--help"])
    assert left.value.code == 0 and len(capsys.readouterr().out) > 200


# -- stopping and going on -----------------------------------------------------------------------------------


def test_interrupted_at_any_sweep_it_goes_on_to_the_same_table(tmp_path: Path) -> None:
    for sweep in (1, 2, 3):
        out = tmp_path / f"after-{sweep}"

        def stop(solver: Solver, sweep: int = sweep) -> None:
            if solver.sweeps == sweep:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            solve_besicovitch(8, True, out, report=stop)
        assert not out.exists() and Table.from_bytes(part_of(out).read_bytes()).sweeps == sweep
        begun: list[int] = []
        solve_besicovitch(8, True, out, report=lambda solver, begun=begun: begun.append(solver.sweeps))  # type: ignore[misc]
        assert min(begun) > sweep
        assert out.read_bytes() == table(8, True).to_bytes() and not part_of(out).exists()


def test_fresh_forgets_what_was_begun(tmp_path: Path) -> None:
    out = tmp_path / "eight"
    part_of(out).write_bytes(b"spoilt")
    with pytest.raises(SolverError, match="no table"):
        solve_besicovitch(8, False, out)
    solve_besicovitch(8, False, out, resume=False)
    assert out.exists() and not part_of(out).exists()


def test_a_place_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SolverError, match="cannot be written"):
        solve_besicovitch(8, False, tmp_path / "file" / "table")


@pytest.mark.slow
def test_ctrl_c_keeps_the_last_sweep(tmp_path: Path, absent: Callable[[str], NoReturn]) -> None:
    if speed().name != "compiled":
        absent("compiled kernels")
    out = tmp_path / "sixteen"
    command = [sys.executable, "-m", "shokha", "solve", "besicovitch", "--cards", "16", "--out", str(out)]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=os.environ | {"PYTHONWARNINGS": "ignore"}
    ) as run:
        assert run.stderr is not None
        for line in run.stderr:
            if line.startswith("sweep 2: 100%"):
                break
        run.send_signal(signal.SIGINT)
        rest = communicate(run)
        assert run.returncode == 130
    assert f"Kept in {part_of(out)}" in rest and "Traceback" not in rest
    assert Table.from_bytes(part_of(out).read_bytes()).sweeps >= 2


def communicate(run: subprocess.Popen[str]) -> str:
    """What a process still says; one that does not end is killed, and the test fails."""
    try:
        return run.communicate(timeout=120)[1]
    except subprocess.TimeoutExpired:
        run.kill()
        raise


def test_ctrl_c_never_breaks_a_wait_in_two(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: list[bool] = []

    def interrupted(futures: set[Future[None]], timeout: float | None = None) -> object:
        whole.append(False)
        if len(whole) == 1:
            signal.raise_signal(signal.SIGINT)
        done = wait(futures, timeout)
        whole[-1] = True
        return done

    monkeypatch.setattr(solving, "wait", interrupted)
    solver = cast(Solver, SimpleNamespace(is_stopped=False))

    def work(desk: Desk) -> None:
        while not solver.is_stopped:
            time.sleep(0.01)

    with ThreadPoolExecutor(1) as pool, pytest.raises(KeyboardInterrupt):
        solving._Threads(pool, lambda solver: None)(solver, work, [cast(Desk, None)])
    assert whole == [True, True]  # the wait that heard it, and the one for the threads to end


# -- memory --------------------------------------------------------------------------------------------------


def test_positions_are_counted_right() -> None:
    assert [positions(n) for n in (4, 8, 12, 16)] == [62, 15710, 2080718, 228599486]


def test_memory_is_known_and_compared() -> None:
    free = available_memory()
    assert free is not None and 10_000_000 < free < 10**16
    check_memory(12, 2)
    with pytest.raises(SolverError, match=r"Solving 28 cards needs .* of memory, and only .* are free here"):
        check_memory(28, 2)
    assert Solver.memory(16, 2) < 2 * 10**9  # what is promised for 16 cards


@pytest.mark.parametrize(
    "limit, used, wanted",
    [("1000", "400", 600), ("1000", "1400", 0), ("max", "400", None), ("", "", None)],
)
def test_the_memory_of_a_container(limit: str, used: str, wanted: int | None, tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text(limit)
    (tmp_path / "memory.current").write_text(used)
    assert _of_control_group(tmp_path) == wanted


def test_amounts() -> None:
    assert [amount(n) for n in (999, 38_990_000, 193 * 10**9)] == ["999 bytes", "39 MB", "193 GB"]
