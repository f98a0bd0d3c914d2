"""F89: a file is replaced whole or not at all, and what could not be read is kept.

https://github.com/mholzi/beatify/issues/1386: statistics were written in place; a broken file was replaced
by empty ones. What is done with damaged records is in F24.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_a_write_that_fails_at_any_byte_leaves_the_old_file(tmp_path: Path) -> None:
    """A full disk, for real: the system refuses to let the file grow beyond so many bytes (F89)."""
    path = tmp_path / "kept.txt"
    path.write_bytes(b"old")
    script = """
import resource, signal, sys
from shokha.files import write_atomic
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
data = b"x" * 3000
for limit in (0, 1, 2, 100, 2999):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        write_atomic(sys.argv[1], data)
    except OSError:
        continue
    raise SystemExit(f"written with a limit of {limit}")
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, resource.RLIM_INFINITY))
write_atomic(sys.argv[1] + ".new", data)
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", script, str(path)], check=True, timeout=60)
    assert path.read_bytes() == b"old"
    assert sorted(kept.name for kept in tmp_path.iterdir()) == ["kept.txt", "kept.txt.new"]
    assert (tmp_path / "kept.txt.new").stat().st_size == 3000


def test_a_killed_writer_leaves_the_old_or_the_new_file(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    old, new = b"o" * 200_000, b"n" * 200_000
    script = """
import os, sys
from shokha.files import write_atomic
print("ready", flush=True)
while True:
    write_atomic(sys.argv[1], b"n" * 200_000)
    write_atomic(sys.argv[1], b"o" * 200_000)
"""
    for wait in (0.0, 0.01, 0.03):
        path.write_bytes(old)
        with subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", script, str(path)], stdout=subprocess.PIPE
        ) as writer:
            assert writer.stdout is not None and writer.stdout.readline() == b"ready\n"
            try:
                writer.wait(wait)
            except subprocess.TimeoutExpired:
                writer.kill()
        assert path.read_bytes() in (old, new)
