"""Running the application: what `shokha web` and the bench of the server have in common.

Two settings of the interpreter suit this server and no other program of the package.

Collecting cyclic garbage stops everything, for as long as there are objects to look at: with 150 tables in memory
a whole collection took 0.3 s, and together they took a fifth of the time. Hardly anything here is in a cycle, and
what a table holds stays; so collections are made rare, and never look at what was there before the first visitor.

Threads (the store's where a commit has to be waited for, the sync of every second, thinking bots) need the
interpreter's lock a few times each. A thread that wants it waits five milliseconds before the other is made to give it
up, and a commit, or everybody's moves, would take as many.
"""

from __future__ import annotations

import gc
import socket
import sys
from typing import Any

import uvicorn

from shokha.server import protocol
from shokha.server.line import Line

COLLECT = (20_000, 10, 50)
"""New objects to a collection of the youngest, such collections to one of the next generation, those to a whole one."""
LOCK_SECONDS = 0.0005


def serve(app: Any, listener: socket.socket, *, log_level: str = "info") -> None:
    """Serve on an open socket until the process is told to stop."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)
    sys.setswitchinterval(LOCK_SECONDS)
    uvicorn.Server(config(app, log_level=log_level)).run(sockets=[listener])


def config(app: Any, *, log_level: str, grace: int = 3) -> uvicorn.Config:
    """How uvicorn runs our application: with our own sockets, in one process."""
    return uvicorn.Config(
        app,
        log_level=log_level,
        ws=Line,
        ws_max_size=protocol.MAX_FRAME,
        workers=1,
        timeout_graceful_shutdown=grace,
    )
