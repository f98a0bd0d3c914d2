"""The head of a record: from bytes to rows of text, tags, the version of the rules, and whose knowledge it holds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from shokha.clean import clean
from shokha.errors import ProfileError, RecordError
from shokha.notation import ProfileName, quote, split_settings
from shokha.profile import RuleProfile
from shokha.recording import Viewpoint, parse_tag, recorder_of


def rows_of(source: str | bytes) -> list[str]:
    """The lines of a text: UTF-8, with any line ends, and without anything that a terminal would obey."""
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise RecordError("This is not UTF-8 text.", f"line {line}") from None
    if not text.strip():
        raise RecordError("There is nothing in it.", "line 1")
    rows = re.split(r"\r\n|\r|\n", text)
    for number, row in enumerate(rows, 1):
        if not row.isprintable() and any(unicodedata.category(ch)[0] == "C" and ch != "\t" for ch in row):
            raise RecordError("There are control characters in it, so it is no record.", f"line {number}")
    return rows


def read_tags(rows: list[str]) -> tuple[dict[str, str], int]:
    """The tags, and where the lines begin."""
    tags: dict[str, str] = {}
    for i, row in enumerate(rows):
        text = row.strip()
        if not text or text.startswith(";"):
            continue
        if not text.startswith("["):
            if tags:
                return tags, i
            raise RecordError('This is no record of Shokha: it does not begin with [Shokha "1"].', f"line {i + 1}")
        name, value = parse_tag(text, f"line {i + 1}")
        if name in tags:
            raise RecordError(f"The tag {name} is there twice.", f"line {i + 1}")
        tags[name] = value
    return tags, len(rows)


def version_of(tags: Mapping[str, str], profile: RuleProfile | None) -> RuleProfile:
    """The rules that the tags name, by id, fingerprint and house rules."""
    for needed in ("Game", "Profile", "Fingerprint"):
        if not tags.get(needed):
            raise RecordError(f"The tag {needed} is missing.", "tags")
    name = ProfileName(
        clean(tags["Profile"], 64),
        tags["Fingerprint"],
        tags.get("Base", ""),
        split_settings(tags.get("Defined", "")),
        split_settings(tags.get("Set", "")),
    )
    try:
        found = name.find(profile)
    except ProfileError as error:
        raise RecordError(str(error), "tags") from None
    if found.game != tags["Game"]:
        raise RecordError(f"{found.id} is a version of {found.game}, not of {quote(tags['Game'])}.", "tags")
    recorder_of(found.game)
    return found


def viewpoint_of(tags: Mapping[str, str]) -> Viewpoint:
    text = tags.get("Viewpoint", "complete")
    if text == "complete":
        return "complete"
    if text == "public":
        return "public"
    if re.fullmatch(r"[1-9]", text):
        return int(text) - 1
    raise RecordError(f"The tag Viewpoint is public or a seat, not {quote(text)}.", "tags")
