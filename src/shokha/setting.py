"""Fields of rule profiles: a dataclass field that knows its rule ids, its meaning and its range."""

from __future__ import annotations

from dataclasses import MISSING, Field, field, fields
from enum import StrEnum
from typing import Any, TypeVar, get_type_hints

from shokha.errors import ProfileError, Sentence

T = TypeVar("T")

_ON = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}


def setting(default: T, rule: str, meaning: str, *, low: int | None = None, high: int | None = None) -> T:
    """A settings field. `low` and `high` bound an int, or each int of a tuple."""
    made: T = field(default=default, metadata={"rule": rule, "meaning": meaning, "low": low, "high": high})
    return made


def names(settings_type: type) -> list[str]:
    """Names of all settings of a game, in the order of the rule book."""
    return [f.name for f in fields(settings_type)]


def rule_ids(settings_type: type, name: str) -> str:
    """Rule ids of one setting, separated by spaces."""
    return str(_field(settings_type, name).metadata["rule"])


def meaning(settings_type: type, name: str) -> str:
    """The sentence that explains one setting."""
    return str(_field(settings_type, name).metadata["meaning"])


def default(settings_type: type, name: str) -> Any:
    """The value that a setting has when no profile says otherwise."""
    value = _field(settings_type, name).default
    assert value is not MISSING
    return value


def choices(settings_type: type, name: str) -> list[str]:
    """The texts that a setting accepts, for help and for switches on a screen; empty for numbers."""
    kind = get_type_hints(settings_type)[name]
    if kind is bool:
        return ["on", "off"]
    return [str(v) for v in kind] if isinstance(kind, type) and issubclass(kind, StrEnum) else []


def parse(settings_type: type, name: str, value: object) -> Any:
    """The typed value of a setting from TOML or from the command line's text. Raises `ProfileError`."""
    spec = _field(settings_type, name).metadata
    kind = get_type_hints(settings_type)[name]
    if kind is bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.strip().lower() in _ON:
            return _ON[value.strip().lower()]
        raise ProfileError(Sentence("{name} is on or off, not {value}.", name=name, value=repr(value)))
    if kind is int:
        return _int(name, value, spec)
    if kind == tuple[int, ...]:
        parts = value.replace("{", "").replace("}", "").split(",") if isinstance(value, str) else value
        if not isinstance(parts, list | tuple) or not parts:
            raise ProfileError(
                Sentence("{name} is a list of numbers such as 1,3, not {value}.", name=name, value=repr(value))
            )
        return tuple(sorted({_int(name, part, spec) for part in parts}))
    try:
        return kind(str(value).strip().lower())
    except ValueError:
        known = ", ".join(map(str, kind))
        raise ProfileError(
            Sentence("{name} is one of {known}, not {value}.", name=name, known=known, value=repr(str(value)))
        ) from None


def format_value(value: object) -> str:
    """Text of a value; `parse` reads it back."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _field(settings_type: type, name: str) -> Field[Any]:
    for f in fields(settings_type):
        if f.name == name:
            return f
    known = ", ".join(names(settings_type))
    raise ProfileError(Sentence("There is no setting {name}; there are {known}.", name=repr(name), known=known))


def _int(name: str, value: object, spec: Any) -> int:
    try:
        number = int(str(value)) if not isinstance(value, bool) else None
    except ValueError:
        number = None
    if number is None:
        raise ProfileError(Sentence("{name} is a whole number, not {value}.", name=name, value=repr(value)))
    low, high = spec["low"], spec["high"]
    if not low <= number <= high:
        raise ProfileError(
            Sentence("{name} lies between {low} and {high}, not {value}.", name=name, low=low, high=high, value=number)
        )
    return number
