#!/usr/bin/env python3
"""Starts Shokha: `python3 play.py`. Needs Python 3.11 and nothing else; `python3 play.py --help` tells the rest."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HELP = """\
Shokha: Kozel, Svoi Kozyri and Besicovitch's game.

  python3 play.py                  play: sets itself up the first time (in .venv, about a minute),
                                   then opens the table in your browser
  python3 play.py term             play in this terminal, at once: nothing is installed
  python3 play.py tui              play on the full screen of this terminal, with keys and mouse
  python3 play.py test             set up and run all tests; what follows goes to pytest,
                                   as in: python3 play.py test tests/kozel -k shokha
  python3 play.py bench            measure engine, solvers and bots on this machine
  python3 play.py COMMAND ...      any other command of `shokha`: rules, doctor ...
  python3 play.py shokha --help    lists them, each explains itself with --help

Without a network, or without the system package that makes virtual environments, the first form
says what is missing and opens the terminal table instead. Everything it installs is in .venv;
deleting that folder undoes it. Where `uv` is installed it is used, being faster.
"""

ROOT = Path(__file__).resolve().parent
PACKAGE = ROOT / "src" / "shokha"
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NEEDED = (3, 11)
ON_ALL_CORES = ["-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder"]  # a file stays on one process
# What each needs, of pyproject.toml's extras; `test` has all of the others.
EXTRAS = {"web": "web,rich", "tui": "tui,rich", "test": "test"}


class SetupFailed(Exception):
    """Setting up did not work; the text tells the player why."""


def main(arguments: list[str]) -> int:
    """Run one command; its exit code."""
    command, rest = (arguments[0], arguments[1:]) if arguments else ("web", [])
    if command in ("-h", "--help", "help"):
        print(HELP, end="")
        return 0
    if sys.version_info < NEEDED:
        print(f"Shokha needs Python {NEEDED[0]}.{NEEDED[1]} or newer; this is {sys.version.split()[0]}.")
        return 1
    if command == "term":
        return in_this_python(["term", *rest])
    if command == "web" and not (PACKAGE / "server" / "__init__.py").exists():
        return in_this_python(["term", *rest])
    try:
        set_up(command if command in EXTRAS else "web")
    except SetupFailed as failure:
        print(failure)
        if command != "web":
            return 1
        print("\nUntil then, the terminal table needs nothing but Python.\n", flush=True)
        return in_this_python(["term"])
    if command == "test":
        return in_venv(["-m", "pytest", *(rest or ON_ALL_CORES)])
    return in_venv(["-m", "shokha", *(rest if command == "shokha" else [command, *rest])])


def in_this_python(arguments: list[str]) -> int:
    """Run a `shokha` command from the sources, as this process."""
    sys.path.insert(0, str(ROOT / "src"))
    sys.argv = ["shokha", *arguments]
    from shokha.__main__ import main as shokha

    return shokha() or 0


def in_venv(arguments: list[str]) -> int:
    """Run the environment's Python; where the system can, it takes our place, with our terminal and signals."""
    command = [str(PYTHON), *arguments]
    if os.name != "nt":
        os.chdir(ROOT)
        os.execv(command[0], command)
    return subprocess.call(command, cwd=ROOT)


# Setting up: the environment, the libraries, the compiled kernels.


def set_up(extra: str) -> None:
    """Bring .venv up to date for an extra of pyproject.toml; quick when nothing changed.

    Two marks in .venv tell what is there already: which libraries, and which sources the kernels were built from.
    """
    libraries, kernels = digest("pyproject.toml"), kernels_digest()
    ready = PYTHON.exists()
    has_libraries = ready and any(read(mark(each)) == libraries for each in {extra, "test"})
    if has_libraries and read(mark("kernels")) == kernels:
        return
    if has_libraries:
        print("The rules' sources have changed: building them again ...", flush=True)
        try:
            install(".", "--no-deps")
        except SetupFailed as failure:  # it still plays, from the sources
            print(f"{failure}\nGoing on with the plain ones: the same rules, slower.", flush=True)
            return
    else:
        print("Setting up in .venv: about a minute, this once ...", flush=True)
        make_venv()
        install(f".[{EXTRAS[extra]}]")
        mark(extra).write_text(libraries)
    mark("kernels").write_text(kernels)


def mark(name: str) -> Path:
    """The file in .venv that says for which sources this part was done."""
    return VENV / f".shokha-{name}"


def read(path: Path) -> str:
    """Text of a file, empty when there is none."""
    return path.read_text() if path.exists() else ""


def digest(*names: str | Path) -> str:
    """One hash over some files below the root."""
    whole = hashlib.sha256()
    for name in names:
        content = (ROOT / name).read_bytes()
        whole.update(f"{name} {len(content)}\n".encode() + content)
    return whole.hexdigest()


def kernels_digest() -> str:
    """Hash of what decides whether the compiled kernels must be built again, a compiler that came or went included."""
    types = sorted(PACKAGE.rglob("*.pxd"))
    sources = [path.with_suffix(".py") for path in types if path.with_suffix(".py").exists()]
    compilers = [name for name in ("cc", "gcc", "clang", "cl") if shutil.which(name)]
    return " ".join([digest("setup.py", "src/shokha/_speed.py", *types, *sources), *compilers])


def make_venv() -> None:
    """Make .venv, unless a working one is there."""
    if PYTHON.exists() and run([str(PYTHON), "-m", "pip", "--version"])[0] == 0:
        return
    if (
        uv()
        and run([uv(), "venv", "--quiet", "--allow-existing", "--seed", "--python", sys.executable, str(VENV)])[0] == 0
    ):
        return
    code, output = run([sys.executable, "-m", "venv", "--clear", str(VENV)])
    if code and "ensurepip" in output:
        raise SetupFailed(
            "Python's module for virtual environments is missing. On Debian or Ubuntu this installs it:\n\n"
            "    sudo apt install python3-venv\n"
        )
    if code:
        raise SetupFailed(f"The virtual environment could not be made in {VENV}:\n{tail(output)}")


def install(what: str, *options: str) -> None:
    """Install the sources in place, and the libraries that `what` names, into .venv."""
    common = [*options, "--quiet", "--editable", what]
    by_uv = [uv(), "pip", "install", "--python", str(PYTHON), "--reinstall-package", "shokha", *common]
    if uv() and run(by_uv)[0] == 0:
        return
    by_pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--retries", "2", *common]
    code, output = run(by_pip)
    if code:
        raise SetupFailed(f"Installing did not work (is there a network?):\n{tail(output)}")


def uv() -> str:
    """Path of `uv`, empty when it is not installed."""
    return shutil.which("uv") or ""


def run(command: list[str]) -> tuple[int, str]:
    """Run a command quietly: its exit code and everything it said."""
    done = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.returncode, done.stdout.decode(errors="replace")


def tail(output: str) -> str:
    """The last lines of what a command said, where the reason usually stands."""
    lines = [line for line in output.splitlines() if line.strip()]
    return "\n".join("    " + line for line in lines[-12:])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("\nStopped.")
        sys.exit(130)
