"""Counting a deal: penalty points of each side (A28, B12, B13, D12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shokha.kozel.settings import (
    Boundary31,
    Eggs,
    KozelSettings,
    Partnership,
    ThreePlayerScale,
    Tie3First,
    TwoPlayerScale,
    ZeroRule,
)

Scale = Callable[[KozelSettings, Sequence[int], Sequence[int]], list[int]]


PACK_POINTS = 120
"""Card points of the whole pack (A4)."""


def sides(settings: KozelSettings) -> tuple[int, ...]:
    """The sides as masks of seats: two pairs, or every seat alone (A1, D1). Eliminated sides keep their place."""
    if settings.partnership is Partnership.PAIRS:
        return (0b0101, 0b1010)
    return tuple(1 << seat for seat in range(settings.players))


def side_of(settings: KozelSettings, seat: int) -> int:
    """Index of the side a seat plays for."""
    return seat % 2 if settings.partnership is Partnership.PAIRS else seat


def is_eggs(points: Sequence[int], playing: Sequence[int]) -> bool:
    """60–60 between two sides (B13)."""
    return len(playing) == 2 and points[playing[0]] == points[playing[1]]


def penalties(
    settings: KozelSettings, points: Sequence[int], tricks: Sequence[int], playing: Sequence[int], factor: int = 1
) -> tuple[int, ...]:
    """Penalty points of one counted deal by side.

    `points` and `tricks` run over all sides, `playing` lists the sides still in the match. `factor`
    doubles a deal after eggs (X15).
    """
    scale = _three if len(playing) == 3 else _two
    given = [0] * len(points)
    for side, penalty in zip(
        playing, scale(settings, [points[s] for s in playing], [tricks[s] for s in playing]), strict=True
    ):
        given[side] = penalty * factor
    return tuple(given)


def _band(settings: KozelSettings, points: int, tricks: int) -> int:
    """2, 4 or 6 for a loser (A28, D12, QD3, QD4)."""
    if (points == 0) if settings.zero_rule is ZeroRule.POINTS else (tricks == 0):
        return 6
    return 2 if points >= (31 if settings.boundary31 is Boundary31.GE else 32) else 4


def _two(settings: KozelSettings, points: Sequence[int], tricks: Sequence[int]) -> list[int]:
    if points[0] == points[1]:
        return [2, 2] if settings.eggs is Eggs.TWO_EACH else [0, 0]
    loser = 0 if points[0] < points[1] else 1
    flat = settings.partnership is Partnership.SINGLES and settings.two_player_scale is TwoPlayerScale.FLAT
    given = [0, 0]
    given[loser] = 2 if flat else _band(settings, points[loser], tricks[loser])
    return given


def _three(settings: KozelSettings, points: Sequence[int], tricks: Sequence[int]) -> list[int]:
    best = max(points)
    tied = sum(p == best for p in points) > 1
    first = 2 if tied and settings.tie3_first is Tie3First.TWO_EACH else 0
    below = _threshold21 if settings.three_player_scale is ThreePlayerScale.THRESHOLD21 else _rank
    return [first if p == best else below(points, p, t) for p, t in zip(points, tricks, strict=True)]


def _rank(points: Sequence[int], own: int, tricks: int) -> int:
    """2 for the second place, 4 for the last; 2 each when nobody is strictly last (D12, QD7)."""
    strictly_last = sum(p <= own for p in points) == 1
    return 4 if strictly_last else 2


def _threshold21(points: Sequence[int], own: int, tricks: int) -> int:
    """2 with 21 or more, 4 with fewer, 6 without a trick (QD6, X11)."""
    return 2 if own >= 21 else 4 if tricks else 6


def reasons(
    settings: KozelSettings, points: Sequence[int], tricks: Sequence[int], playing: Sequence[int]
) -> tuple[str, ...]:
    """Why each side got its penalty, as a key for words: ``most``, ``ge31``, ``no_trick``, ``second`` …

    Sides that are out have an empty key.
    """
    best = max(points[s] for s in playing)
    tied = sum(points[s] == best for s in playing) > 1
    told = [""] * len(points)
    for side in playing:
        if points[side] == best:
            told[side] = ("eggs" if len(playing) == 2 else "tied_first") if tied else "most"
        elif len(playing) == 3:
            told[side] = _reason_of_three(settings, [points[s] for s in playing], points[side], tricks[side])
        else:
            told[side] = _reason_of_two(settings, points[side], tricks[side])
    return tuple(told)


def _reason_of_two(settings: KozelSettings, points: int, tricks: int) -> str:
    if settings.partnership is Partnership.SINGLES and settings.two_player_scale is TwoPlayerScale.FLAT:
        return "flat"
    penalty, strict = _band(settings, points, tricks), settings.boundary31 is Boundary31.GT
    if penalty == 6:
        return "no_points" if settings.zero_rule is ZeroRule.POINTS else "no_trick"
    return {(2, False): "ge31", (2, True): "gt31", (4, False): "lt31", (4, True): "le31"}[penalty, strict]


def _reason_of_three(settings: KozelSettings, points: Sequence[int], own: int, tricks: int) -> str:
    if settings.three_player_scale is ThreePlayerScale.THRESHOLD21:
        return "ge21" if own >= 21 else "lt21" if tricks else "no_trick"
    strictly_last = sum(p <= own for p in points) == 1
    if strictly_last:
        return "last"
    return "tied_last" if sum(p == own for p in points) > 1 else "second"
