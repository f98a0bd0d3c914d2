"""Words in other languages: gettext catalogues (.po) read where they are needed.

The English text is the key. `translation(language)` gives a stdlib `gettext` object for Python code,
`for_page` the same catalogue for the web page. The .po files are read directly, so a checkout needs no
build step; `python -m tests.locale.catalogues fr` begins or completes those of a language.
"""

from __future__ import annotations

import ast
import gettext
from functools import lru_cache
from importlib import resources
from typing import Any

LOCALE = resources.files("shokha") / "locale"
PLURALS = {
    "en": ("one", "other"),
    "ru": ("one", "few", "many"),
    "fr": ("one", "other"),
    "es": ("one", "other"),
    "it": ("one", "other"),
}
"""CLDR names of the gettext plural forms of each language, in the order of its catalogue."""


def available(part: str = "LC_MESSAGES/shokha.po") -> list[str]:
    """Languages with a catalogue, or with another file in their folder, English first."""
    folders = LOCALE.iterdir() if LOCALE.is_dir() else ()
    found = sorted(f.name for f in folders if f.joinpath(*part.split("/")).is_file())
    return ["en", *(language for language in found if language != "en")]


@lru_cache(maxsize=16)
def catalogue(language: str, part: str = "shokha") -> dict[str, str | list[str]]:
    """Messages of a language by English text; a list where there are plural forms. English is empty.

    `part` is ``shokha`` for what the page needs, or ``terminal`` for the sentences that it never shows.
    """
    if language not in PLURALS or language not in available() or language == "en":
        return {}
    path = LOCALE / language / "LC_MESSAGES" / f"{part}.po"
    return read_po(path.read_text("utf-8")) if path.is_file() else {}


def for_page(wanted: str) -> dict[str, Any]:
    """What the page needs, {language, available, forms, messages}, in the first of the languages of `wanted` ("fr,ru")
    that has a catalogue, or in English.
    """
    there = available()
    known = next((one for one in wanted.split(",") if one in there and one in PLURALS), "en")
    return {"language": known, "available": there, "forms": PLURALS[known], "messages": catalogue(known)}


class _Words(gettext.NullTranslations):
    def __init__(self, language: str) -> None:
        super().__init__()
        self.messages = {**catalogue(language, "terminal"), **catalogue(language)}
        self.language = language

    def gettext(self, message: str) -> str:
        found = self.messages.get(message)
        return found if isinstance(found, str) and found else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        found = self.messages.get(msgid1)
        if isinstance(found, list) and all(found):
            return found[min(_plural_form(self.language, n), len(found) - 1)]
        return msgid1 if n == 1 else msgid2


def translation(language: str) -> gettext.NullTranslations:
    """The words of a language as a gettext object; unknown texts and languages stay English."""
    return _Words(language)


def _plural_form(language: str, n: int) -> int:
    if language == "ru":
        if n % 10 == 1 and n % 100 != 11:
            return 0
        return 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2
    return 0 if n == 1 or (language == "fr" and n == 0) else 1


def read_po(text: str) -> dict[str, str | list[str]]:
    """The messages of a .po file. Fuzzy entries count as untranslated, as gettext has it."""
    messages: dict[str, str | list[str]] = {}
    entry: dict[str, str] = {}
    at, fuzzy = "", False
    for line in [*text.splitlines(), ""]:
        line = line.strip()
        if line.startswith("#,") and "fuzzy" in line:
            fuzzy = True
        elif line.startswith(("msgid", "msgstr")):
            at, _, rest = line.partition(" ")
            entry[at] = ast.literal_eval(rest)
        elif line.startswith('"'):
            entry[at] += ast.literal_eval(line)
        elif not line:
            if entry.get("msgid") and not fuzzy:
                plural = [entry[k] for k in sorted(entry) if k.startswith("msgstr[")]
                messages[entry["msgid"]] = plural or entry.get("msgstr", "")
            entry, at, fuzzy = {}, "", False
    return messages
