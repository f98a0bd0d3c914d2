"""The command line: `shokha COMMAND`, also `python -m shokha COMMAND`."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable
from typing import IO, Any

from shokha.errors import ProfileError, ShokhaError
from shokha.terminal.console import harmless

DESCRIPTION = "The Russian card games Kozel (four cards) and Svoi Kozyri, and Besicovitch's game."
EXAMPLES = """\
examples:
  shokha play                                   a match of Kozel in pairs against bots
  shokha play --rules yard --players me,rule,me:Vera,rule
  shokha rules list                             every version, and where it comes from
  shokha watch --rules pairs --matches 100 --bots rule,random,rule,random
  shokha web                                    the table in your browser
Each command explains itself: shokha play --help
"""

# The module that adds each command, in the order in which help lists them. Only the one that is asked for is
# imported, so that a command starts as fast as it can.
ROOMS = {
    "play": "shokha.terminal.play",
    "tui": "shokha.tui.command",
    "web": "shokha.terminal.web",
    "watch": "shokha.terminal.watch",
    "rules": "shokha.terminal.rules",
    "replay": "shokha.terminal.replay",
    "verify": "shokha.terminal.replay",
    "analyse": "shokha.terminal.analyse",
    "solve": "shokha.terminal.solve",
    "duel": "shokha.terminal.lab",
    "ladder": "shokha.terminal.lab",
    "lab": "shokha.terminal.lab",
    "equity": "shokha.terminal.equity",
    "bench": "shokha.bench",
    "doctor": "",
}
LAUNCHER_WORD = "term"
"""What `play.py` calls `play`."""


class _Parser(argparse.ArgumentParser):
    """What it says about wrong arguments cannot carry control bytes out of them (fieldlog F58)."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.color = False  # Python 3.14 would put control bytes of its own into help

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message(_printable(message, file or sys.stderr), file)


def make_parser(command: str = "") -> argparse.ArgumentParser:
    """The command line; with `command` only that one is ready to parse."""
    parser = _Parser(
        prog="shokha", description=DESCRIPTION, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    if command == LAUNCHER_WORD:
        importlib.import_module(ROOMS["play"]).register(commands, LAUNCHER_WORD)
        return parser
    wanted = [ROOMS[command]] if command in ROOMS else list(dict.fromkeys(ROOMS.values()))
    for room in wanted:
        if not room:
            _register_doctor(commands)
        elif importlib.util.find_spec(room) is not None:  # an installation may leave a room out
            importlib.import_module(room).register(commands)
    return parser


def _register_doctor(commands: Any) -> None:
    doctor = commands.add_parser(
        "doctor",
        help="what this installation can do, and what is the matter with it",
        description="Look over this installation; the exit code is 1 when something is wrong.",
    )
    doctor.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    from shokha import doctor

    return doctor.run()


def main(arguments: list[str] | None = None) -> int:
    """Run one command; its exit code: 0, 1 when something was found wrong, 2 for wrong input, 130 for Ctrl-C."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] == ["solve"] and " " in "".join(given[1:2]):  # `shokha solve POSITION`: only a position has blanks
        given.insert(1, "position")
    options = make_parser(given[0] if given else "").parse_args(given)
    try:
        return int(options.run(options))
    except ShokhaError as error:
        told = error.said(_words(options)) if isinstance(error, ProfileError) else error
        print(_printable(f"shokha {options.command}: {told}", sys.stderr), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader has had enough, as in `shokha rules list | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _words(options: argparse.Namespace) -> Callable[[str], str]:
    """The words of the language that was asked for, where a command has one."""
    from shokha import languages

    return languages.translation(getattr(options, "language", "en")).gettext


def _printable(text: str, out: IO[str]) -> str:
    """A text without control bytes, in characters that the output has."""
    encoding = getattr(out, "encoding", None) or "ascii"
    return harmless(text).encode(encoding, "backslashreplace").decode(encoding)


if __name__ == "__main__":
    sys.exit(main())
