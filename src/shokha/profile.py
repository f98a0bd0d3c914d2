"""Rule profiles: one version of a game as data, with a fingerprint.

A profile is a TOML file that names its seed and the settings in which it differs from its base.
`load` resolves the inheritance, checks every value and the settings against each other, and reports
all faults at once as sentences. The fingerprint is a hash of the resolved settings: records, ratings,
tables and solver files carry it, so results of different rules never mix.

>>> load("yard").settings.eggs
<Eggs.NONE: 'none'>
>>> load("pairs").with_settings({"shokha": "off"}).name
'pairs (house rules: shokha=off)'
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib import resources
from typing import Any, Protocol, Self

from shokha import setting
from shokha.clean import clean
from shokha.errors import ProfileError, Sentence


class Settings(Protocol):
    """What the settings dataclass of a game must offer."""

    players: int

    def faults(self) -> Iterator[Sentence]: ...


_SETTINGS: dict[str, type[Any]] = {}
TEXT_LIMIT, SOURCE_LIMIT = 120, 500
"""A title and the letters of its rules stand beside scores, a source in lists: so many characters at most."""
_KEYS = {"title", "game", "base", "source", "rules", "decided", "settings"}


def register_settings(game: str, settings_type: type[Any]) -> None:
    """Make a game's settings known to the loader. Each game does this when it is imported."""
    _SETTINGS[game] = settings_type


@dataclass(frozen=True, slots=True)
class RuleProfile:
    """One version of a game, resolved and checked."""

    id: str
    title: str
    game: str
    base: str | None
    source: str
    rules: str
    settings: Any
    """The game's settings dataclass."""
    decided: frozenset[str]
    """Settings that the source does not state; the rule book decided them."""
    house: tuple[str, ...] = ()
    """Settings changed by hand, as ``name=value``."""

    @property
    def name(self) -> str:
        """How the version is called beside a score."""
        return f"{self.id} (house rules: {', '.join(self.house)})" if self.house else self.id

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return int(self.settings.players)

    @property
    def fingerprint(self) -> str:
        """Twelve hex digits over the game and all settings; equal rules have equal fingerprints."""
        lines = [self.game, *(f"{name}={text}" for name, text in self.values().items())]
        return sha256("\n".join(lines).encode()).hexdigest()[:12]

    def values(self) -> dict[str, str]:
        """All settings as text, in the order of the rule book."""
        return {n: setting.format_value(getattr(self.settings, n)) for n in setting.names(type(self.settings))}

    def with_settings(self, changes: Mapping[str, object]) -> Self:
        """The profile with single settings changed ("house rules"). Raises `ProfileError`."""
        kind, own = type(self.settings), self.values()
        typed = _typed(kind, changes)
        changed = replace(self.settings, **typed)
        _check(changed)
        house = dict(item.split("=", 1) for item in self.house)
        house |= {n: setting.format_value(v) for n, v in typed.items() if setting.format_value(v) != own[n]}
        return replace(self, settings=changed, house=tuple(f"{n}={t}" for n, t in house.items()))

    def differences(self, other: RuleProfile) -> list[tuple[str, str, str]]:
        """Settings in which two profiles of one game differ: (name, mine, theirs)."""
        if self.game != other.game:
            raise ProfileError(f"{self.id} is {self.game} and {other.id} is {other.game}: they share no settings.")
        mine, theirs = self.values(), other.values()
        return [(n, mine[n], theirs[n]) for n in mine if mine[n] != theirs[n]]


def available() -> list[str]:
    """Ids of the profiles that come with the package, sorted."""
    folder = resources.files("shokha") / "profiles"
    return sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml"))


def in_order() -> list[RuleProfile]:
    """All profiles as a person wants to choose from them: game by game, the usual version of each first.

    >>> [p.id for p in in_order()][::13]
    ['pairs', 'besicovitch']
    """

    def rank(p: RuleProfile) -> tuple[object, ...]:
        return (p.game != "kozel", p.game != "svoi", p.base is not None, abs(p.players - 4), p.players)

    return sorted(map(load, available()), key=rank)


def load(name: str) -> RuleProfile:
    """The profile of an id, or of a TOML file given by its path. Raises `ProfileError`."""
    if name.endswith(".toml"):
        own = name.replace("\\", "/").rsplit("/", 1)[-1][:-5]
        if own in available():
            raise ProfileError(f"{own} is the name of a version that comes with Shokha: call your file something else.")
        return parse_profile(_read_file(name), own)
    if name not in available():
        known = ", ".join(available())
        raise ProfileError(
            Sentence(
                "There is no profile {name}; there are {known}, or give a .toml file.", name=repr(name), known=known
            )
        )
    return parse_profile((resources.files("shokha") / "profiles" / f"{name}.toml").read_text("utf-8"), name)


def parse_profile(text: str, name: str) -> RuleProfile:
    """The profile written in a TOML text. Raises `ProfileError` with every fault found."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{name} is not valid TOML: {error}.") from None
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        raise ProfileError(f"{name} has unknown keys: {', '.join(unknown)}; known are {', '.join(sorted(_KEYS))}.")
    if str(data.get("base", "")).endswith(".toml"):  # so that no file can be its own ancestor
        raise ProfileError(f"{name}: base is one of {', '.join(available())}, not a file.")
    base = load(str(data["base"])) if "base" in data else None
    game = str(data.get("game", base.game if base else ""))
    if game not in _SETTINGS:
        raise ProfileError(f"{name} must say which game it is: game = one of {', '.join(sorted(_SETTINGS))}.")
    if base and base.game != game:
        raise ProfileError(f"{name} is {game} but its base {base.id} is {base.game}.")
    own = data.get("settings", {})
    if not isinstance(own, dict):
        raise ProfileError(f"{name}: settings is a table, not {own!r}.")
    typed = _typed(_SETTINGS[game], own, name)
    settings = replace(base.settings if base else _SETTINGS[game](), **typed)
    _check(settings, name)
    return RuleProfile(
        id=name,
        title=clean(str(data.get("title", name)), TEXT_LIMIT),
        game=game,
        base=base.id if base else None,
        source=clean(str(data.get("source", base.source if base else "")), SOURCE_LIMIT),
        rules=clean(str(data.get("rules", base.rules if base else "")), TEXT_LIMIT),
        settings=settings,
        decided=((base.decided if base else frozenset()) - set(own)) | frozenset(map(str, data.get("decided", ()))),
    )


def _typed(kind: type[Any], changes: Mapping[str, object], where: str = "") -> dict[str, Any]:
    typed: dict[str, Any] = {}
    faults: list[str] = []
    for name, value in changes.items():
        try:
            typed[name] = setting.parse(kind, name, value)
        except ProfileError as error:
            faults += error.sentences
    if faults:
        raise ProfileError(*faults, where=where)
    return typed


def _check(settings: Settings, where: str = "") -> None:
    faults = list(settings.faults())
    if faults:
        raise ProfileError(*faults, where=where)


def _read_file(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise ProfileError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ProfileError(f"{path} is not UTF-8 text.") from None
