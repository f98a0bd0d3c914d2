"""Text from outside, made harmless for every screen, log and file (fieldlog F58)."""

from __future__ import annotations

import unicodedata


def clean(text: str, limit: int) -> str:
    """NFC, one line, without control, format (bidi, zero-width) or unassigned characters, at most `limit` long.

    Markup is left alone: whoever shows the text shows it literally.
    """
    line = unicodedata.normalize("NFC", " ".join(str(text).split()))
    return "".join(ch for ch in line if unicodedata.category(ch)[0] != "C")[:limit].strip()
