"""Options that several commands share: which version, with which house rules."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from shokha.errors import ProfileError, Sentence
from shokha.profile import RuleProfile, load


def add_rules(parser: argparse.ArgumentParser, default: str = "pairs") -> None:
    """`--rules` and `--set`."""
    parser.add_argument(
        "--rules",
        default=default,
        metavar="VERSION",
        help=f"a version of `shokha rules list`, or a .toml file of your own (default: {default or 'you choose'})",
    )
    add_house_rules(parser)


def add_house_rules(parser: argparse.ArgumentParser) -> None:
    """`--set`."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, as in --set shokha=off; may be repeated (`shokha rules show` lists the names)",
    )


def chosen_rules(options: argparse.Namespace, more: Iterable[str] = ()) -> RuleProfile:
    """The profile that `--rules` and `--set` mean. Raises `ProfileError`."""
    return with_house_rules(load(options.rules), [*more, *options.set])


def with_house_rules(profile: RuleProfile, changes: list[str]) -> RuleProfile:
    """A profile with settings written as ``name=value`` changed."""
    wanted = {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise ProfileError(Sentence("A house rule is written name=value, not {value}.", value=repr(change)))
        wanted[name.strip().replace("-", "_")] = value.strip()
    return profile.with_settings(wanted) if wanted else profile
