"""`shokha rules`: the versions, what each is made of, and where two differ."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Any

from shokha import rulebook, setting
from shokha.clean import clean
from shokha.errors import ShokhaError
from shokha.profile import RuleProfile, available, in_order, load
from shokha.terminal.console import Console, terminal_console
from shokha.terminal.options import add_house_rules, with_house_rules

EXAMPLES = """\
examples:
  shokha rules list
  shokha rules show yard
  shokha rules show pairs --set shokha=off
  shokha rules show my-house.toml
  shokha rules diff pairs quartet
  shokha rules book A14
A version of your own is a file such as
  base = "pairs"
  title = "As we play it"
  [settings]
  shokha = false
"""
STAR = "* not stated by the source: decided in the rule book."


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
    subjects.add_parser("list", help="every version: players, fingerprint, source").set_defaults(run=_list)
    show = subjects.add_parser("show", help="one version: what differs from its base first, then all settings")
    show.add_argument("version", help="its name in the list, or a .toml file")
    add_house_rules(show)
    show.set_defaults(run=_show)
    diff = subjects.add_parser("diff", help="where two versions of a game differ")
    diff.add_argument("first", help="a version, or a .toml file")
    diff.add_argument("second", help="another one")
    diff.set_defaults(run=_diff)
    book = subjects.add_parser("book", help="the rule book, or some of its rules by number")
    book.add_argument("rules", nargs="*", metavar="NUMBER", help="as refusals and settings name them: A14")
    book.add_argument("--language", choices=rulebook.available(), default=rulebook.ENGLISH, help="language of the book")
    book.set_defaults(run=_book)


def _list(options: argparse.Namespace) -> int:
    out = terminal_console()
    profiles = in_order()
    width = max(len(p.id) for p in profiles)
    for p in profiles:
        out.say(f"{p.id:{width}}  {p.title}: {p.game}, {_seats(p)}, {p.fingerprint}")
        out.say(f"{'':{width}}  {p.source}")
    return 0


def _seats(p: RuleProfile) -> str:
    pairs = getattr(p.settings, "partnership", "singles") == "pairs"
    return f"{p.players} players" + (" in pairs" if pairs else "")


# -- one version -------------------------------------------------------------------------------------------


def explain(p: RuleProfile, names: Iterable[str], say: Callable[[str], str] = str) -> list[str]:
    """Settings with their values, each followed by its meaning and rule ids; `say` translates."""
    kind, values, lines = type(p.settings), p.values(), []
    for name in names:
        lines.append(f"  {name} = {values[name]}{' *' if name in p.decided else ''}")
        lines.append(_meaning(kind, name, say))
    return lines


def _meaning(kind: type[Any], name: str, say: Callable[[str], str] = str) -> str:
    return f"      {say(setting.meaning(kind, name))} ({setting.rule_ids(kind, name)})"


def differing(p: RuleProfile) -> tuple[RuleProfile | None, list[str]]:
    """The version's base and the settings in which it differs from it, house rules included."""
    base = load(p.base) if p.base and p.base in available() else None
    names = {name for name, _, _ in p.differences(base)} if base else set()
    names |= {item.partition("=")[0] for item in p.house}
    return base, [name for name in p.values() if name in names]


def settings_of(p: RuleProfile, say: Callable[[str], str] = str) -> list[str]:
    """What a version is made of in few lines: its differences, and all values; `say` translates."""
    base, names = differing(p)
    lines = []
    if base and names:
        lines.append(say("Different from {base}:").format(base=base.id))
        lines += explain(p, names, say)
    values = ", ".join(f"{name}={value}" for name, value in p.values().items())
    lines.append(f"{say('All settings')}: {values}.")
    return lines


def settings_about(what: str, profile: RuleProfile, say: Callable[[str], str] = str) -> list[str]:
    """Settings by name or rule id; failing that, those whose explanation, translated by `say`, mentions it."""
    wanted, kind = what.lower(), type(profile.settings)
    found = [
        name
        for name in profile.values()
        if wanted in (name, name.replace("_", " ")) or wanted.upper() in setting.rule_ids(kind, name).upper().split()
    ]
    return found or [
        name for name in profile.values() if wanted in f"{name} {say(setting.meaning(kind, name))}".lower()
    ]


def _show(options: argparse.Namespace) -> int:
    out = terminal_console()
    p = with_house_rules(load(options.version), options.set)
    title, source, rules = (clean(text, 400) for text in (p.title, p.source, p.rules))
    out.say(f"{clean(p.name, 400)}: {title}")
    out.say(f"{p.game}, {_seats(p)}. Source: {source}. Rules {rules}. Fingerprint {p.fingerprint}.")
    base, names = differing(p)
    if base:
        out.say(f"\nDifferent from {base.id}:" if names else f"\nThe same as {base.id}.")
    elif names:
        out.say("\nHouse rules:")
    _print(out, explain(p, names))
    out.say("\nThe rest:" if names else "\nAll settings:")
    _print(out, explain(p, [name for name in p.values() if name not in names]))
    if p.decided:
        out.say(f"\n{STAR}")
    return 0


def _book(options: argparse.Namespace) -> int:
    out, wanted = terminal_console(), [number.upper() for number in options.rules]
    unknown = [number for number in wanted if number not in rulebook.rules(options.language)]
    if unknown:
        raise ShokhaError(f"The rule book has no {', '.join(clean(number, 20) for number in unknown)}.")
    for heading, found in rulebook.sections(options.language):
        told = {number: text for number, text in found.items() if number in wanted or not wanted}
        if told:
            out.say(f"\n{heading}")
        for number, text in told.items():
            out.say(f"{number}  {text.replace('*', '')}")
    return 0


def _print(out: Console, lines: Iterable[str]) -> None:
    for line in lines:
        out.say(line)


# -- two versions ------------------------------------------------------------------------------------------


def _diff(options: argparse.Namespace) -> int:
    out = terminal_console()
    first, second = load(options.first), load(options.second)
    differences = first.differences(second)
    stars = [_difference(out, first, second, *each) for each in differences]
    silent = sorted((first.decided ^ second.decided) - {name for name, _, _ in differences})
    for name in silent:
        _silence(out, first, second, name)
    if not differences and not silent:
        out.say(f"{first.id} and {second.id} have the same rules.")
    if silent or any(stars):
        out.say(f"\n{STAR}")
    return 0


def _difference(out: Console, first: RuleProfile, second: RuleProfile, name: str, mine: str, theirs: str) -> bool:
    """Print one difference; is one of the values our own decision?"""
    width = max(len(first.id), len(second.id))
    out.say(name)
    out.say(_meaning(type(first.settings), name))
    for p, value in ((first, mine), (second, theirs)):
        out.say(f"      {p.id:{width}}  {value}{' *' if name in p.decided else ''}")
    return name in first.decided | second.decided


def _silence(out: Console, first: RuleProfile, second: RuleProfile, name: str) -> None:
    """A value that one source states and the other leaves open; it was decided alike."""
    quiet, other = (first, second) if name in first.decided else (second, first)
    value = other.values()[name]
    out.say(name)
    out.say(_meaning(type(first.settings), name))
    out.say(f"      {other.id} states {value}; the source of {quiet.id} is silent, and {value} was decided *")
