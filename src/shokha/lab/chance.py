"""Seeds for the chance of bots, made from names and numbers."""

from __future__ import annotations

from hashlib import sha256


def chance(*parts: object) -> int:
    """A number below 2**32 that depends on nothing but the parts, as they are written."""
    return int.from_bytes(sha256(" ".join(map(str, parts)).encode()).digest()[:4], "big")
