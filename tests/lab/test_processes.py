"""Work spread over processes is never waited for in vain."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from shokha.errors import ShokhaError
from shokha.lab.processes import spread


def or_die(item: int) -> int:
    if item == 3:
        os._exit(9)
    return item


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(ShokhaError, match="ended before its work was done"):
        list(spread(or_die, range(8), 2, 1))


def test_a_script_that_is_not_guarded_ends(tmp_path: Path) -> None:
    """Each process would run the script again, which begins processes of its own."""
    script = tmp_path / "duel.py"
    script.write_text(
        "from shokha.lab.processes import spread\n"
        "print(list(spread(abs, range(8), 2)))\n"
    )  # fmt: skip
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode != 0 and "__name__" in run.stderr
