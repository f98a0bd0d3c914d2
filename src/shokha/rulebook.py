"""The rule book: one Markdown text a language, in which every rule is a paragraph that begins with its number.

Refusals and settings name rules by these numbers; here is what they say, in the words of a player.

>>> rules("en")["A16"]
'Cards that could win may be discarded face down on purpose. They then have no power.'
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

from shokha import languages

ENGLISH = "en"
_RULE = re.compile(r"\*\*([A-Z]{1,2}\d*)\*\* (.+)", re.S)


def available() -> list[str]:
    """Languages that have a rule book, English first."""
    return languages.available("rulebook.md")


@lru_cache(maxsize=8)
def sections(language: str) -> tuple[tuple[str, dict[str, str]], ...]:
    """Headings with their rules: number to Markdown text. English for a language without a rule book."""
    known = language if language in available() else ENGLISH
    text = (resources.files("shokha") / "locale" / known / "rulebook.md").read_text("utf-8")
    made = []
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        heading, _, body = part.partition("\n")
        paragraphs = [" ".join(p.split()) for p in body.split("\n\n") if p.strip()]
        found = [_RULE.fullmatch(p) for p in paragraphs]
        assert all(found), f"{language}: a paragraph without the number of its rule below {heading}"
        made.append((heading, {m[1]: m[2] for m in found if m}))
    return tuple(made)


def rules(language: str) -> dict[str, str]:
    """The text of every rule by its number."""
    return {number: text for _, found in sections(language) for number, text in found.items()}
