"""The command line: `shokha COMMAND`, also `python -m shokha COMMAND`."""

from __future__ import annotations

import argparse
import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one command; its exit code."""
    parser = argparse.ArgumentParser(prog="shokha", description="Kozel, Svoi Kozyri and Besicovitch's game.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("doctor", help="what this installation can do, and what is the matter with it")
    parser.parse_args(arguments)

    from shokha import doctor

    return doctor.run()


if __name__ == "__main__":
    sys.exit(main())
