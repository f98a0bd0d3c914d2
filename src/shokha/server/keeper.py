"""A score sheet for people with real cards: their counts in, penalty points by the rules of a version out (T30).

Nothing is kept here. A page sends all deals of its sheet, so whatever was corrected is counted anew from the beginning,
by the same match that counts at our own tables.
"""

from __future__ import annotations

from typing import Any

import msgspec

from shokha.errors import ProfileError
from shokha.kozel.deal import KozelResult
from shokha.kozel.match import KozelMatch
from shokha.kozel.scoring import PACK_POINTS, reasons
from shokha.kozel.settings import ZeroRule
from shokha.profile import load
from shokha.server.hub import plain_id


class Counted(msgspec.Struct, forbid_unknown_fields=True):
    """What was counted after one deal: card points by side, and the sides without a trick."""

    points: list[int]
    bare: list[int] = []


class Sheet(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/keeper`."""

    profile: str
    set: dict[str, str] = {}
    deals: list[Counted] = []


def count(sheet: Sheet) -> dict[str, Any]:
    """The sheet with penalties, reasons and totals. Raises `ShokhaError` for rules that give no penalty points."""
    profile = load(plain_id(sheet.profile)).with_settings(sheet.set)
    if profile.game != "kozel" or profile.settings.scoring != "penalties":
        raise ProfileError(f"{profile.id} is not counted in penalty points.")
    match = KozelMatch(profile)
    rows = [_row(match, deal) for deal in sheet.deals[:500]]
    return {
        "pack": PACK_POINTS,
        "sides": [[seat for seat in range(profile.players) if side >> seat & 1] for side in match.sides],
        "asks_tricks": profile.settings.zero_rule is ZeroRule.TRICKS,
        "target": 0 if profile.settings.deals else profile.settings.target,
        "rows": rows,
        "standing": match.standing,
        "alive": match.alive,
        "next_factor": match.factor,
        "eggs": match.eggs,
        "over": {"winners": match.winners, "losers": match.losers, "eggs_title": match.has_eggs_title}
        if match.is_over
        else None,
    }


def _row(match: KozelMatch, deal: Counted) -> dict[str, Any]:
    """One deal on the sheet. What cannot be counted says why in `trouble`, and changes no total."""
    trouble = _trouble(match, deal)
    row: dict[str, Any] = {"trouble": trouble, "penalties": [], "why": [], "factor": match.factor}
    if not trouble:
        before, playing = match.standing, list(match.alive)
        tricks = [0 if side in deal.bare and not points else 1 for side, points in enumerate(deal.points)]
        match.settle(KozelResult(tuple(deal.points), tuple(tricks), -1, None, False))
        row["penalties"] = [now - then for now, then in zip(match.standing, before, strict=True)]
        row["why"] = reasons(match.settings, deal.points, tricks, playing)
    return row | {"standing": match.standing}


def _trouble(match: KozelMatch, deal: Counted) -> str:
    if match.is_over:
        return "match_over"
    if len(deal.points) != len(match.sides) or min(deal.points) < 0:
        return "bad_points"
    if any(points and side not in match.alive for side, points in enumerate(deal.points)):
        return "side_is_out"
    return "" if sum(deal.points) == PACK_POINTS else "not_120"
