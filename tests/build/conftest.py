"""A small project built by the real setup.py and watched over by the real `_speed`: two kernels and nothing else.

Compiling it takes seconds where the whole of Shokha takes a minute.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).resolve().parents[2]

FILES = {
    "__init__.py": "from shokha import _speed\n\n_speed.prepare()\n",
    "cards/__init__.py": "",
    "cards/points.py": """
try:
    import cython
except ImportError:
    from shokha import _cython as cython

PACK = cython.declare(cython.int, 120)


class Counter:
    def __init__(self):
        self.points = PACK

    def total(self):
        return self.points
""",
    "cards/points.pxd": "cdef class Counter:\n    cdef int points\n",
    "score.py": """
try:
    import cython
except ImportError:
    from shokha import _cython as cython

if cython.compiled:
    from cython.cimports.shokha.cards.points import Counter
else:
    from shokha.cards.points import Counter


def half():
    counter: Counter = Counter()
    return counter.points // 2
""",
    "score.pxd": "from shokha.cards.points cimport Counter\n",
}

REPORT = """
import sys
from shokha import _speed, score
from shokha.cards import points
print(_speed.speed().name)
print(score.half(), points.Counter().total())
print(*(module.__file__.rpartition(".")[2] for module in (score, points)))
print(_speed.speed().reason)
"""


class Project:
    """A checkout of the small project."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.package = root / "src" / "shokha"

    def build(self, *arguments: str, **environment: str) -> str:
        """Compile in place; everything that was said."""
        command = [sys.executable, "setup.py", "build_ext", "--inplace", *arguments]
        done = subprocess.run(command, cwd=self.root, env=clean(**environment), capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def run(self, code: str = REPORT, python: str = sys.executable, **environment: str) -> Run:
        """Run code in a process of its own."""
        return Run([python, "-c", code], PYTHONPATH=str(self.root / "src"), **environment)

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a source."""
        path = self.package / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def compiled(self, kernel: str) -> Path:
        """The compiled file of a kernel."""
        return next(self.package.glob(f"{kernel}.*.so"))


class Run:
    """A finished process; it must have succeeded."""

    def __init__(self, command: list[str], **environment: str) -> None:
        done = subprocess.run(command, env=clean(**environment), capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        self.lines = done.stdout.splitlines()
        self.warnings = done.stderr

    @property
    def speed(self) -> str:
        """The speed in use, together with the endings of the files that the kernels came from."""
        kinds = set(self.lines[2].split())
        assert kinds == {"so"} if self.lines[0] == "compiled" else {"py"}, self.lines
        return self.lines[0]


def clean(**changes: str) -> dict[str, str]:
    """Our environment, without what could change how Python or Shokha start."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SHOKHA_"))}
    return kept | changes


def copy_tools(root: Path) -> None:
    """The files that build and choose the speed, as they are here."""
    (root / "src" / "shokha").mkdir(parents=True)
    for name in ("setup.py", "pyproject.toml", "LICENSE", "play.py"):
        shutil.copy(ROOT / name, root / name)
    for name in ("_speed.py", "_plain.py", "_cython.py"):
        shutil.copy(ROOT / "src" / "shokha" / name, root / "src" / "shokha" / name)


@pytest.fixture(scope="session")
def fresh_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small project before any build."""
    root = tmp_path_factory.mktemp("project")
    copy_tools(root)
    for name, text in FILES.items():
        path = root / "src" / "shokha" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return root


@pytest.fixture(scope="session")
def built_project(
    fresh_project: Path, tmp_path_factory: pytest.TempPathFactory, absent: Callable[[str], NoReturn]
) -> Path:
    """The small project, compiled in place."""
    if not shutil.which(os.environ.get("CC", "cc")):
        absent("a C compiler")
    root = tmp_path_factory.mktemp("built") / "project"
    shutil.copytree(fresh_project, root)
    Project(root).build()
    return root


@pytest.fixture
def fresh(fresh_project: Path, tmp_path: Path) -> Iterator[Project]:
    """A copy that a test may do anything with, not compiled."""
    yield Project(Path(shutil.copytree(fresh_project, tmp_path / "project")))


@pytest.fixture
def project(built_project: Path, tmp_path: Path) -> Iterator[Project]:
    """A copy that a test may do anything with, compiled."""
    yield Project(Path(shutil.copytree(built_project, tmp_path / "project")))
