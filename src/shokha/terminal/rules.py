"""`shokha rules`: the versions, what each is made of, and where two differ."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from shokha import setting
from shokha.profile import RuleProfile, available, load
from shokha.terminal.options import with_house_rules

EXAMPLES = """\
examples:
  shokha rules list
  shokha rules show yard
  shokha rules show pairs --set shokha=off
  shokha rules show my-house.toml
  shokha rules diff pairs quartet
"""


def register(commands: Any) -> None:
    """Add `rules` to the command line."""
    parser = commands.add_parser(
        "rules",
        help="the versions of the games, and their differences",
        description="Every version is a list of settings; each setting names its rule in the rule book.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    subjects = parser.add_subparsers(dest="subject", required=True, metavar="SUBJECT")
    subjects.add_parser("list", help="every version").set_defaults(run=_list)
    show = subjects.add_parser("show", help="one version, its differences first")
    show.add_argument("version", help="its name, or a .toml file")
    show.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    show.set_defaults(run=_show)
    diff = subjects.add_parser("diff", help="where two versions differ")
    diff.add_argument("first")
    diff.add_argument("second")
    diff.set_defaults(run=_diff)


def _list(options: argparse.Namespace) -> int:
    profiles = [load(name) for name in available()]
    width = max(len(p.id) for p in profiles)
    for p in sorted(profiles, key=lambda p: (p.game != "kozel", p.game, p.base is not None, p.id)):
        print(f"{p.id:{width}}  {p.fingerprint}  {p.players} players  {p.title}")
        print(f"{'':{width}}  {p.source}")
    return 0


def describe(p: RuleProfile) -> str:
    """One version as text: head, differences from its base, then all other settings."""
    lines = [f"{p.name}: {p.title}", f"Source: {p.source}. Rules {p.rules}. Fingerprint {p.fingerprint}."]
    base = load(p.base) if p.base and p.base in available() else None
    differing = {name for name, _, _ in p.differences(base)} if base else set()
    differing |= {item.partition("=")[0] for item in p.house}
    if base:
        lines += ["", f"Different from {base.id}:" if differing else f"The same as {base.id}."]
        lines += _settings(p, [n for n in p.values() if n in differing])
    lines += ["", "All settings:" if not differing else "The rest:"]
    lines += _settings(p, [n for n in p.values() if n not in differing])
    if p.decided:
        lines += ["", "* not stated by the source; decided in the rule book."]
    return "\n".join(lines)


def _settings(p: RuleProfile, names: list[str]) -> list[str]:
    kind, values, lines = type(p.settings), p.values(), []
    for name in names:
        lines.append(f"  {name} = {values[name]}{' *' if name in p.decided else ''}")
        lines += _explained(kind, name)
    return lines


def _explained(kind: type[Any], name: str) -> list[str]:
    sentence = f"{setting.meaning(kind, name)} ({setting.rule_ids(kind, name)})"
    return textwrap.wrap(sentence, 96, initial_indent="      ", subsequent_indent="      ")


def _show(options: argparse.Namespace) -> int:
    print(describe(with_house_rules(load(options.version), options.set)))
    return 0


def _diff(options: argparse.Namespace) -> int:
    first, second = load(options.first), load(options.second)
    kind, width = type(first.settings), max(len(first.id), len(second.id))
    differences = first.differences(second)
    for name, mine, theirs in differences:
        print(name)
        print("\n".join(_explained(kind, name)))
        for p, value in ((first, mine), (second, theirs)):
            print(f"      {p.id:{width}}  {value}{' *' if name in p.decided else ''}")
    listed = {name for name, _, _ in differences}
    silent = sorted((first.decided ^ second.decided) - listed)
    for name in silent:
        quiet, other = (first, second) if name in first.decided else (second, first)
        print(name)
        print("\n".join(_explained(kind, name)))
        print(
            f"      {other.id} states {other.values()[name]}; the source of {quiet.id} is silent, and it was decided alike *"
        )
    if not differences and not silent:
        print(f"{first.id} and {second.id} have the same rules.")
    if silent or any(n in p.decided for n in listed for p in (first, second)):
        print("\n* not stated by the source; decided in the rule book.")
    return 0
