"""`shokha web`: the table in a browser, on this machine or for the house."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import threading
import webbrowser
from typing import Any

from shokha.folders import data_folder

EXAMPLES = """\
examples:
  shokha web                             a table on this machine, opened in your browser
  shokha web --lan                       friends in the same network can join
  shokha web --port 8000 --no-browser --database postgresql://user@host/shokha
"""


def register(commands: Any) -> None:
    """Add `web` to the command line."""
    parser = commands.add_parser(
        "web",
        help="the table in your browser, alone or with friends",
        description="Serve the web table. Every table is kept in a database, so nothing is lost at a restart.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=0, help="port (default: 8037, or the next free one)")
    parser.add_argument("--lan", action="store_true", help="listen for the whole local network and print the address")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser, only print the address")
    parser.add_argument(
        "--database", default="", metavar="URL", help="SQLAlchemy URL (default: SQLite in your data folder)"
    )
    parser.add_argument("--origin", action="append", default=[], help="another origin that may use this server")
    parser.add_argument("--bot-seconds", type=_seconds, default=0.9, metavar="S", help="how long a bot takes (0.9)")
    parser.add_argument(
        "--window-seconds", type=_seconds, default=1.5, metavar="S", help="how long combinations may be declared (1.5)"
    )
    parser.add_argument(
        "--keep-finished", type=float, default=400, metavar="DAYS",
        help="delete finished matches that nobody looked at for so long (400; negative: never)",
    )  # fmt: skip
    parser.add_argument(
        "--keep-unfinished", type=float, default=400, metavar="DAYS",
        help="delete tables that nobody played at for so long (400; negative: never)",
    )  # fmt: skip
    parser.add_argument("--quiet", action="store_true", help="no log of requests")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted; everything accepted is already kept."""
    try:
        from shokha.server.app import make_app
        from shokha.server.hub import Keep
        from shokha.server.room import Pace
        from shokha.server.serving import serve
        from shokha.store import NewerStore, Owned, Store
    except ImportError as error:
        print(
            f"The web table needs more than plain Python ({error.name} is missing): pip install 'shokha[web]'",
            file=sys.stderr,
        )
        return 1
    # A room has one owner, so one process serves all; uvicorn would read this variable (fieldlog F52).
    if os.environ.pop("WEB_CONCURRENCY", "1") not in ("", "0", "1"):
        print("WEB_CONCURRENCY is ignored: one process owns all tables.", file=sys.stderr)
    host = "0.0.0.0" if arguments.lan else arguments.host
    try:
        listener = _listen(host, arguments.port)
    except OSError as error:
        print(f"Cannot listen on {host}:{arguments.port or 8037}: {error.strerror}.", file=sys.stderr)
        return 1
    try:
        store = Store(arguments.database or _default_database())
    except NewerStore as error:
        print(error, file=sys.stderr)
        return 1
    except Exception as error:  # whatever the driver raises for a wrong URL or a server that is away
        print(f"The database cannot be opened: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    port = listener.getsockname()[1]
    url = f"http://{_shown_host(host)}:{port}/"
    try:
        store.own(url)
    except Owned as owned:
        store.close()
        listener.close()
        return _already_open(owned.address, str(owned), arguments.no_browser)
    print(f"Shokha's table is open at {url}", flush=True)
    if not arguments.no_browser:
        threading.Timer(0.8, _open_browser, [f"http://127.0.0.1:{port}/"]).start()
    app = make_app(
        store,
        pace=Pace(window=arguments.window_seconds, bot_move=arguments.bot_seconds),
        keep=Keep(arguments.keep_finished, arguments.keep_unfinished),
        origins=frozenset(arguments.origin),
    )
    try:
        serve(app, listener, log_level="warning" if arguments.quiet else "info")
    except KeyboardInterrupt:
        pass
    print("Closed. Every table is kept; the same command opens them again.")
    return 0


def _seconds(text: str) -> float:
    """A number of seconds from 0 to 60. Raises `ValueError`, which argparse tells."""
    seconds = float(text)
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"{text} is not from 0 to 60 seconds")
    return seconds


def _already_open(address: str, sentence: str, no_browser: bool) -> int:
    """Another server owns the tables: somebody who only wants to play is taken there."""
    if no_browser or not address:
        print(sentence, file=sys.stderr)
        return 1
    print(f"Shokha's table is already open at {address}")
    _open_browser(address)
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket on the port, or on the first free one from 8037 when none was asked for."""
    tries = [port] if port else [*range(8037, 8047), 0]
    for number in tries:
        made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, number))
        except OSError:
            made.close()
            if number == tries[-1]:
                raise
        else:
            return made
    raise AssertionError("unreachable")


def _default_database() -> str:
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


def _shown_host(host: str) -> str:
    if host not in ("0.0.0.0", "::"):
        return host
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, it only picks our own
        return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"
    finally:
        probe.close()


def _open_browser(url: str) -> None:
    try:
        webbrowser.open(url)
    except webbrowser.Error:
        pass
