"""`shokha tui` in a real terminal: it starts, is told to end, gives the terminal back, and nothing is lost."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shokha.terminal import saves

pty = pytest.importorskip("pty")
SGR = re.compile(rb"\033\[([0-9;]*)m")
ENTERED, LEFT, SHOWN = b"\033[?1049h", b"\033[?1049l", b"\033[?25h"


def play_until(process: subprocess.Popen[bytes], terminal: int, sign: bytes, send: bytes | int) -> bytes:
    """Read until a sign has been written, then press keys or send a signal, and read to the end."""
    out, end, is_sent = b"", time.monotonic() + 60, False
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                out += os.read(terminal, 65536)
            except OSError:  # the other end is closed
                return out
        if not is_sent and sign in out:
            is_sent = True
            time.sleep(0.3)
            if isinstance(send, bytes):
                os.write(terminal, send)
            else:
                process.send_signal(send)
    raise AssertionError(f"does not end: {out[-500:]!r}")


@pytest.mark.slow
@pytest.mark.parametrize(("send", "code"), [(b"q", 0), (b"\x03", 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_the_terminal_is_given_back(send: bytes | int, code: int, tmp_path: Path) -> None:
    terminal, end = pty.openpty()
    environment = {**os.environ, "SHOKHA_DATA": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    environment["NO_COLOR"] = "1" if code else ""
    words = ["tui", "--rules", "pairs", "--seed", "7", "--pace", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "shokha", *words], stdin=end, stdout=end, stderr=end, env=environment
    )
    os.close(end)
    try:
        out = play_until(process, terminal, b"Discard face down", send)
        assert process.wait(10) == code
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
    colours = {number for codes in SGR.findall(out) for number in codes.split(b";")}
    if code:  # with NO_COLOR: bold, underline, reverse and the terminal's own two colours
        assert colours <= {b"", b"0", b"1", b"2", b"4", b"7", b"39", b"49"}
    else:
        assert b"31" in colours
    assert ENTERED in out and out.rindex(LEFT) > out.rindex(ENTERED) and SHOWN in out
    assert b"Saved. `shokha tui` goes on with this match." in out
    (file,) = (tmp_path / "matches").glob("*.json")
    kept = saves.read(file)
    assert kept.table.to_decide() == [0] and kept.table.deals[0].actions
