"""Rows to keep."""

from __future__ import annotations

from typing import Any

from shokha.store import RoomRow

DAY = 86400.0


def room(code: str, updated: float = 0.0, finished: bool = False, **more: Any) -> RoomRow:
    """A room's row."""
    facts: dict[str, Any] = {"profile": "pairs", "settings": {"target": "4"}, "fingerprint": "0" * 12}
    facts |= {"options": {"window": 1.5, "last_trick": True}, "seed": "secret"} | more
    return RoomRow(code, **facts, created=updated, updated=updated, finished=finished)


def entries(first: int, count: int) -> list[dict[str, Any]]:
    """Journal entries, each of them different."""
    return [
        {"in": "do", "now": 0.25 * i, "do": "say", "text": f"line {i} — «ё» ♠"} for i in range(first, first + count)
    ]
