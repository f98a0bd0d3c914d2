"""The command line: `shokha COMMAND`, also `python -m shokha COMMAND`."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys

from shokha.errors import ShokhaError

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

# Modules that add commands, in the order in which help lists them. Each has `register(commands)`.
ROOMS = (
    "shokha.terminal.play",
    "shokha.terminal.web",
    "shokha.terminal.watch",
    "shokha.terminal.rules",
    "shokha.terminal.replay",
    "shokha.terminal.solve",
    "shokha.bench",
)


def make_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(
        prog="shokha", description=DESCRIPTION, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for room in ROOMS:
        if importlib.util.find_spec(room) is not None:
            importlib.import_module(room).register(commands)
    doctor = commands.add_parser("doctor", help="what this installation can do, and what is the matter with it")
    doctor.set_defaults(run=_doctor)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run one command; its exit code: 0, 1 when something was found wrong, 2 for wrong input, 130 for Ctrl-C."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] == ["term"]:  # the launcher's word for it
        given[0] = "play"
    options = make_parser().parse_args(given)
    try:
        return int(options.run(options))
    except ShokhaError as error:
        print(f"shokha {options.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader has had enough, as in `shokha rules list | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _doctor(options: argparse.Namespace) -> int:
    from shokha import doctor

    return doctor.run()


if __name__ == "__main__":
    sys.exit(main())
