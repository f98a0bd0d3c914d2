"""All texts that want a translation, and catalogues with a place for each of them.

    python -m tests.locale.catalogues fr        # begins or completes src/shokha/locale/fr

What is translated already stays; what is new has an empty translation, which is shown in English; what is gone is left
out. The tests of this folder hold that nothing is missing and nothing is left over.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from shokha import languages, profile, setting
from shokha.words.values import VALUES

HOME = Path(str(resources.files("shokha")))
TEXT = r'"((?:[^"\\]|\\.)*)"'
TABLES = ("BOTS", "COMBINATIONS", "REASONS", "REFUSALS", "SUIT_WORDS", "RANK_WORDS", "TROUBLES")
ROOMS = ("words", "terminal", "tui")
FORMS = {
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
    "fr": "nplurals=2; plural=(n > 1);",
}
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {forms}\\n"
"""


# -- what is said -------------------------------------------------------------------------------------


def page_texts() -> tuple[set[str], dict[str, str]]:
    """Texts that the page gives to t(), with those it looks up in its tables; and those for tn(), with their plural."""
    single, plural = set(), {}
    for file in (HOME / "web").glob("*.js"):
        source = file.read_text("utf-8")
        plural |= {m[1]: m[2] for m in re.finditer(r"\btn\(\s*" + TEXT + r",\s*" + TEXT, source)}
        single |= {m[1] for m in re.finditer(r"\bt\(\s*" + TEXT, source)}
        tables = {n: re.findall(r":\s*" + TEXT, m[1]) for n, m in _tables(source)}
        for name in ("BOTS", "COMBINATIONS", "REASONS", "REFUSALS", "SUIT_WORDS", "TROUBLES"):
            single |= set(tables.get(name, ()))
        if "RANK_WORDS" in tables:
            single |= {f"{rank} of {suit}" for rank in tables["RANK_WORDS"] for suit in tables["SUIT_WORDS"]}
    return single, plural


def _tables(source: str) -> list[tuple[str, re.Match[str]]]:
    found = [(name, re.search(rf"const {name} = \{{(.*?)\}};", source, re.S)) for name in TABLES]
    return [(name, match) for name, match in found if match]


def rule_texts() -> set[str]:
    """Titles and sources of the versions, their settings, values and what is said of settings that cannot be."""
    versions = [profile.load(name) for name in profile.available()]
    meanings = {setting.meaning(type(p.settings), name) for p in versions for name in p.values()}
    wishes = {str(call.args[0].value) for call in calls(HOME, "Sentence") if isinstance(call.args[0], ast.Constant)}
    return {p.title for p in versions} | {p.source for p in versions} | meanings | set(VALUES.values()) | wishes


def terminal_texts() -> dict[str, str]:
    """Texts that the terminal's rooms give to `_`, `gettext` and `ngettext`; with their plural, "" if there is none."""
    found: dict[str, str] = {}
    for room in ROOMS:
        for call in calls(HOME / room, "_", "gettext", "ngettext"):
            if isinstance(call.args[0], ast.Constant):
                many = call.args[1] if len(call.args) > 1 else None
                found[str(call.args[0].value)] = str(many.value) if isinstance(many, ast.Constant) else ""
    return found


def calls(folder: Path, *names: str) -> Iterator[ast.Call]:
    """Calls of functions or methods with one of these names, with something in the brackets."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and name_of(node) in names:
                yield node


def name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", "") or getattr(call.func, "id", ""))


def texts_of_bots() -> set[str]:
    """All texts in the bots: the templates of their reasons are among them."""
    nodes = (n for p in (HOME / "bots").rglob("*.py") for n in ast.walk(ast.parse(p.read_text("utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def is_reason(text: str, texts: set[str]) -> bool:
    """Is it a text of the bots, or two of them put together?"""
    return text in texts or any(text.startswith(part) and text.removeprefix(part) in texts for part in texts if part)


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


# -- the files ----------------------------------------------------------------------------------------


def wanted(part: str) -> dict[str, str]:
    """Every text of a catalogue with its plural, "" if there is none."""
    single, plural = page_texts()
    page = dict.fromkeys(single | rule_texts(), "") | plural
    if part == "shokha":
        return page
    known, bots = languages.catalogue("ru", "terminal"), texts_of_bots()  # its reasons are held to be whole by a test
    found = terminal_texts() | {text: "" for text in known if is_reason(text, bots)}
    return {text: many for text, many in found.items() if text not in page}


def catalogue(language: str, texts: Mapping[str, str], known: Mapping[str, Any], header: str = "") -> str:
    """A .po file: single texts in order, then those with a plural."""
    forms = len(languages.PLURALS[language])
    entries = [header or HEADER.format(language=language, forms=FORMS.get(language, "nplurals=2; plural=(n != 1);"))]
    for text, many in sorted(texts.items(), key=lambda item: (bool(item[1]), item[0])):
        lines = [f"msgid {_quoted(text)}"]
        if many:
            told = known.get(text) or [""] * forms
            lines += [f"msgid_plural {_quoted(many)}", *(f"msgstr[{i}] {_quoted(form)}" for i, form in enumerate(told))]
        else:
            lines.append(f"msgstr {_quoted(known.get(text, ''))}")
        entries.append("\n".join(lines) + "\n")
    return "\n".join(entries)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def merge(language: str, folder: Path) -> None:
    """Bring the catalogues of a language in `folder` up to date, or begin them."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in ("shokha", "terminal"):
        path = folder / f"{part}.po"
        old = path.read_text("utf-8") if path.exists() else ""
        header = old.partition("\n\n")[0] + "\n" if old else ""
        path.write_text(catalogue(language, wanted(part), languages.read_po(old), header), "utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        merge(name, HOME / "locale" / name / "LC_MESSAGES")
