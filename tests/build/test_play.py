"""The launcher: what a player with nothing but Python meets, what a second start costs, what breaks off cleanly."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import time
import venv
from pathlib import Path

import pytest
from tests.build.conftest import ROOT, Project, clean

# The small project's command line: says which Python runs it and with what.
MAIN = """
import sys

def main():
    print("shokha", *sys.argv[1:], "in", sys.prefix, flush=True)
    return 7 if "seven" in sys.argv else 0

if __name__ == "__main__":
    sys.exit(main())
"""
BARE = [sys.executable, "-S", "-E", "-s"]  # no installed package, no variable of Python's
NO_NETWORK = {"PIP_NO_INDEX": "1", "UV_OFFLINE": "1"}


@pytest.fixture
def table(fresh: Project) -> Project:
    """A project that has a web table, so that play.py wants to set it up."""
    (fresh.package / "__main__.py").write_text(MAIN)
    (fresh.package / "server").mkdir()
    (fresh.package / "server" / "__init__.py").write_text("")
    return fresh


@pytest.fixture
def ready(table: Project) -> Project:
    """The same, set up: a .venv with the marks of a finished installation."""
    play = launcher(table)
    venv.create(table.root / ".venv", symlinks=True)
    site = subprocess.check_output([play.PYTHON, "-c", "import site; print(site.getsitepackages()[0])"], text=True)
    Path(site.strip(), "sources.pth").write_text(str(table.root / "src"))
    play.mark("web").write_text(play.digest("pyproject.toml"))
    play.mark("kernels").write_text(play.kernels_digest())
    return table


def launcher(project: Project):
    """play.py of a project, as a module."""
    spec = importlib.util.spec_from_file_location("play", project.root / "play.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def play(project: Project, *arguments: str, python=tuple(BARE[:1]), **environment: str):
    command = [*python, str(project.root / "play.py"), *arguments]
    return subprocess.run(
        command, env=clean(**environment), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )


def test_help_teaches():
    done = subprocess.run([*BARE, ROOT / "play.py", "--help"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    for word in ("play.py term", "play.py test", "play.py bench", ".venv", "browser"):
        assert word in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_terminal_runs_from_the_sources_at_once(table, tmp_path):
    done = play(table, "term", "--seats", "4", python=BARE)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("shokha term --seats 4 in")
    assert not (table.root / ".venv").exists()


def test_exit_code_is_the_command_s(table, ready):
    assert play(table, "term", "seven").returncode == 7
    assert play(ready, "rules", "seven").returncode == 7


def test_without_a_web_table_it_is_the_terminal(table):
    shutil.rmtree(table.package / "server")
    assert play(table, python=BARE).stdout.startswith("shokha term in")


def test_without_the_module_for_environments(table, tmp_path):
    # Debian's Python without the package python3-venv ends like this.
    (tmp_path / "venv.py").write_text(
        "import sys\nsys.exit('ensurepip is not available; apt install python3.11-venv')\n"
    )
    missing = {"PYTHONPATH": str(tmp_path), "PATH": str(tmp_path)}
    done = play(table, **missing)
    assert done.returncode == 0
    assert "\n    sudo apt install python3-venv\n" in done.stdout
    assert "shokha term in" in done.stdout  # and the game is on
    done = play(table, "test", **missing)
    assert done.returncode == 1
    assert "sudo apt install python3-venv" in done.stdout
    assert "shokha term" not in done.stdout


def test_without_a_network(table):
    done = play(table, **NO_NETWORK)
    assert done.returncode == 0, done.stderr
    assert "is there a network?" in done.stdout
    assert "shokha term in" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_second_start_is_fast_and_asks_nobody(ready):
    start = time.perf_counter()
    done = play(ready, **NO_NETWORK)
    seconds = time.perf_counter() - start
    assert done.stdout.splitlines() == [f"shokha web in {ready.root / '.venv'}"]
    assert seconds < 3


def test_changed_kernel_is_built_again_or_run_plain(ready):
    ready.edit("cards/points.py", "120)", "100)")
    done = play(ready, "rules", **NO_NETWORK)
    assert done.returncode == 0
    assert "sources have changed" in done.stdout
    assert "the same rules, slower" in done.stdout
    assert "shokha rules in" in done.stdout.splitlines()[-1]
    ready.edit("cards/points.py", "100)", "120)")
    assert play(ready, "rules", **NO_NETWORK).stdout.startswith("shokha rules in")


def test_changed_requirements_are_installed(ready):
    with (ready.root / "pyproject.toml").open("a") as file:
        file.write("\n# something new\n")
    assert "Setting up" in play(ready, "rules", **NO_NETWORK).stdout


def test_a_compiler_that_came_is_noticed(ready, tmp_path):
    compiler = tmp_path / "clang"
    compiler.write_text("#!/bin/sh\n")
    compiler.chmod(0o755)
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    before = launcher(ready).kernels_digest()
    os.environ["PATH"], path = path, os.environ["PATH"]
    try:
        assert ("clang" in before) or launcher(ready).kernels_digest() != before
    finally:
        os.environ["PATH"] = path


def test_command_shokha_passes_everything_on(ready):
    assert play(ready, "shokha", "--help").stdout.startswith("shokha --help in")


def test_ctrl_c_while_setting_up(table, tmp_path):
    slow = tmp_path / "uv"  # stands in for a slow network
    slow.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    slow.chmod(0o755)
    process = subprocess.Popen(
        [sys.executable, table.root / "play.py"], env=clean(PATH=str(tmp_path)), stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline().startswith("Setting up")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    assert rest == "\nStopped.\n"
    assert not list(table.root.glob(".venv/.shokha-*"))  # the next start goes on from here


def test_rules_need_nothing_but_python():
    """The whole core, every game and a deal of each, on a Python without a single installed package."""
    code = f"""
import sys
sys.path.insert(0, {str(ROOT / "src")!r})
import warnings; warnings.simplefilter("ignore")
import shokha
from shokha import profile
for name in profile.available():
    rules = profile.load(name)
    if rules.game == "kozel":
        deal = shokha.deal(name, seed=7)
        while deal.legal_actions():
            deal.play(deal.legal_actions()[0])
import shokha.doctor
sys.exit(shokha.doctor.run())
"""
    done = subprocess.run([*BARE, "-c", code], env=clean(SHOKHA_PURE="1"), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "rich is absent" in done.stdout


@pytest.mark.skipif(not (ROOT / "src/shokha/terminal/__init__.py").exists(), reason="there is no terminal table yet")
def test_terminal_table_needs_nothing_but_python():
    done = subprocess.run([*BARE, ROOT / "play.py", "term", "--help"], env=clean(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "usage: shokha term" in done.stdout
