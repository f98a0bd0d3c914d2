"""Text of whole situations: position strings of any game, and the version they were played by.

A position string is one line: the game, the version, then what the game's own notation needs.

    kozel pairs#41f6b6e1c4a2 dealer=4 leader=1 turnup=9h hands=.../.../.../... stock=... now=lead:1

The version is named by its id and fingerprint; house rules stand in braces, ``pairs{shokha=off}#...``,
and a version of one's own by what it changes, ``grandma@pairs{target=24}#...``. So a string can be read
where that file is not, and never under other rules than it was written under.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from typing import Any

from shokha.cards import Card, format_card, parse_card
from shokha.errors import NotationError, ProfileError
from shokha.profile import RuleProfile, available, load


@dataclass(frozen=True, slots=True)
class Positions:
    """How one game writes its positions, without the two leading words.

    `format(state, profile, **context)` and `parse(profile, text)`, which raises `NotationError`. The
    context (score, deal number …) is the game's own affair.
    """

    format: Callable[..., str]
    parse: Callable[[RuleProfile, str], Any]


_POSITIONS: dict[str, Positions] = {}


def register_positions(game: str, positions: Positions) -> None:
    """Make a game's position strings known. Each game does this when it is imported."""
    _POSITIONS[game] = positions


def format_position(what: Any, profile: RuleProfile | None = None, **context: Any) -> str:
    """One line that holds a situation of any game; `parse_position` reads it back.

    `what` is a kernel state (then the profile is needed), or a deal or a position, which know theirs.
    """
    known: RuleProfile = what.profile if profile is None else profile
    return f"{known.game} {format_profile(known)} {_positions(known.game).format(what, known, **context)}"


def parse_position(text: str, profile: RuleProfile | None = None) -> Any:
    """The position of a text; what it offers besides `profile` and `state` is the game's own affair.

    `profile` is for a version that is known neither by name nor by what the text says of it. Raises
    `NotationError` with one sentence.
    """
    words = text.split(maxsplit=2)
    if len(words) < 3:
        raise NotationError(
            f"{quote(text)} is no position: it begins with game and version, as in kozel pairs dealer=1."
        )
    game, version, rest = words
    positions = _positions(game)
    try:
        found = parse_profile_name(version, profile)
    except ProfileError as error:
        raise NotationError(str(error)) from None
    if found.game != game:
        raise NotationError(f"{found.id} is a version of {found.game}, not of {game}.")
    return positions.parse(found, rest)


def _positions(game: str) -> Positions:
    if game not in _POSITIONS:
        raise NotationError(f"{quote(game)} has no position strings; there are those of {', '.join(_POSITIONS)}.")
    return _POSITIONS[game]


# -- rows of cards -------------------------------------------------------------------------------------

_PIECE = re.compile(r"\?\?|\?([0-9]{1,2})|((?:10|[^,?\s])[^,?\s])|,|(.)", re.DOTALL)


def format_row(row: Iterable[Card | None]) -> str:
    """Cards in order; a run of unknown ones as ``?`` and their number, ``-`` for no card."""
    text = ""
    for is_known, run in groupby(row, key=lambda card: card is not None):
        cards = list(run)
        known = "".join(format_card(card) for card in cards if card is not None)
        text += ("," if text else "") + known if is_known else f"?{len(cards)}"
    return text or "-"


def read_row(text: str) -> list[Card | None]:
    """Cards in order; ``?6`` are six unknown ones, ``??`` is one, ``-`` none. Raises `NotationError`."""
    row: list[Card | None] = []
    for piece in _PIECE.finditer("" if text == "-" else text):
        number, card, stray = piece.groups()
        if stray is not None or number == "0":
            raise NotationError(
                f"{quote(text)} holds {quote(piece[0])}; write cards as in 10hQd, and ?6 for six unknown."
            )
        if card is not None:
            row.append(parse_card(card))
        elif piece[0] != ",":
            row += [None] * int(number or 1)
        if len(row) > 60:
            raise NotationError(f"{quote(text)} holds more cards than any pack.")
    return row


# -- the version ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProfileName:
    """A version as files name it. `base` and `defined` only for one that does not come with the package."""

    id: str
    fingerprint: str = ""
    base: str = ""
    defined: tuple[str, ...] = ()
    """Settings, as ``name=value``, in which the version differs from its base."""
    house: tuple[str, ...] = ()

    def find(self, given: RuleProfile | None = None) -> RuleProfile:
        """The version under exactly these rules. Raises `ProfileError`.

        `given` is used when it has the fingerprint. Files are never opened by a name in a text.
        """
        if given is not None and given.fingerprint == self.fingerprint:
            return given
        profile = _found(self)
        if self.fingerprint and profile.fingerprint != self.fingerprint:
            raise ProfileError(
                f"This was written under other rules: {profile.name} has the fingerprint {profile.fingerprint} here, "
                f"and {quote(self.fingerprint)} there."
            )
        return profile


@lru_cache(maxsize=256)
def _found(name: ProfileName) -> RuleProfile:
    known = name.base or name.id
    profile = packaged(known)
    if profile is None:
        raise ProfileError(f"There is no profile {quote(known)}; there are {', '.join(available())}.")
    profile = profile.with_settings(_changes(name.defined + name.house))
    if name.base:
        profile = replace(profile, id=name.id, base=name.base)
    values = profile.values()
    return replace(profile, house=tuple(f"{setting}={values[setting]}" for setting in _changes(name.house)))


@lru_cache(maxsize=256)
def name_of(profile: RuleProfile) -> ProfileName:
    """How files name a version, so that `ProfileName.find` gives its rules back anywhere."""
    house = dict(item.split("=", 1) for item in profile.house)
    plain = ProfileName(profile.id, profile.fingerprint, house=profile.house)
    try:
        plain.find()
        return plain
    except ProfileError:
        pass  # a version of one's own
    base = _nearest(profile)
    defined = tuple(f"{n}={mine}" for n, mine, _ in profile.differences(base) if n not in house)
    return ProfileName(
        re.sub(r"[^\w.-]", "_", profile.id) or "own", profile.fingerprint, base.id, defined, profile.house
    )


def format_profile(profile: RuleProfile) -> str:
    """The word that names a version: ``pairs#41f6b6e1c4a2``, ``pairs{shokha=off}#...``."""
    name = name_of(profile)
    text = f"{name.id}@{name.base}{{{';'.join(name.defined)}}}" if name.base else name.id
    if name.house:
        text += f"{{{';'.join(name.house)}}}"
    return f"{text}#{name.fingerprint}"


_NAME = re.compile(r"([\w.-]+)(?:@([\w.-]+)\{([^{}]*)\})?(?:\{([^{}]*)\})?(?:#([0-9a-f]+))?")


def parse_profile_name(text: str, given: RuleProfile | None = None) -> RuleProfile:
    """The version that `format_profile` named; the fingerprint may be left out. Raises `ProfileError`."""
    match = _NAME.fullmatch(text)
    if match is None:
        raise ProfileError(f"{quote(text)} names no version; write for example pairs or yard{{eggs=two_each}}.")
    id, base, defined, house, fingerprint = (part or "" for part in match.groups())
    return ProfileName(id, fingerprint, base, split_settings(defined), split_settings(house)).find(given)


@cache
def packaged(id: str) -> RuleProfile | None:
    """The version of the package with this id; None when its game is not installed."""
    try:
        return load(id) if id in available() else None
    except ProfileError:
        return None


def split_settings(text: str) -> tuple[str, ...]:
    """``a=1; b=2`` as its parts."""
    return tuple(part.strip() for part in text.split(";") if part.strip())


def _changes(items: tuple[str, ...]) -> dict[str, object]:
    changes: dict[str, object] = {}
    for item in items:
        name, mark, value = item.partition("=")
        if not mark:
            raise ProfileError(f"{quote(item)} is no setting; write name=value.")
        changes[name] = value
    return changes


def _nearest(profile: RuleProfile) -> RuleProfile:
    """The version of the package, of the same game, that differs in the fewest settings."""
    same_game = [p for p in map(packaged, available()) if p is not None and p.game == profile.game]
    return min(same_game, key=lambda p: (len(p.differences(profile)), p.id != profile.base))


def quote(text: str, limit: int = 40) -> str:
    """Foreign text inside one of our sentences: short, on one line, harmless to a terminal."""
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return repr(short) if short.isprintable() else ascii(short)
