"""Errors, split by whose fault they are.

`NotationError` is about text, `RuleViolation` about a move, `TableError` about the wrong seat or
time, `ProfileError` about a set of rules. All are `ValueError`s, so one `except` serves a caller who
does not care.
"""

from __future__ import annotations

from collections.abc import Callable


class Sentence(str):
    """An English sentence that knows how it was made: a template, the key for translators, and facts to fill it.

    >>> Sentence("{name} is a whole number, not {value}.", name="target", value="'x'")
    "target is a whole number, not 'x'."
    """

    template: str
    facts: dict[str, object]

    def __new__(cls, template: str, **facts: object) -> Sentence:
        made = super().__new__(cls, template.format(**facts) if facts else template)
        made.template, made.facts = template, facts
        return made


class ShokhaError(ValueError):
    """Base of every error that this package raises on purpose."""


class NotationError(ShokhaError):
    """A text (card, action, position, record) that cannot be read."""


class RuleViolation(ShokhaError):
    """A move that the rules forbid. The state it was tried on is unchanged.

    `code` is stable and machine-readable, `rule` is the id in the rule book (A14, QB5, X2 …).
    """

    def __init__(self, code: str, rule: str, message: str) -> None:
        super().__init__(code, rule, message)
        self.code = code
        self.rule = rule
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


class TableError(ShokhaError):
    """A command that the table refuses: wrong seat, wrong time, wrong sequence number."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class ProfileError(ShokhaError):
    """A rule profile that does not exist, cannot be read or contradicts itself.

    `sentences` holds every fault found, not only the first; `where` names the profile that was being read, if any.
    """

    def __init__(self, *sentences: str, where: str = "") -> None:
        super().__init__(*sentences)
        self.sentences = sentences
        self.where = where

    def __str__(self) -> str:
        return self.said(str)

    def said(self, words: Callable[[str], str]) -> str:
        """All sentences, with `words` to translate their templates."""
        told = (words(s.template).format(**s.facts) if isinstance(s, Sentence) else s for s in self.sentences)
        return " ".join([f"{self.where}:", *told] if self.where else told)


class RecordError(ShokhaError):
    """A record file that cannot be read, or that the rules contradict. `place` says where."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message, place)
        self.message = message
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message
