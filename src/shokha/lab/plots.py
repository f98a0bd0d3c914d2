"""Plots as SVG text, drawn by hand: no library, no script, readable in light and dark pages and in print.

Colours are the page's classes (`report.STYLE`); every plot has a title for screen readers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from math import floor, isfinite, log10

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 60, 16, 16, 44


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers that cover an interval: about so many.

    >>> ticks(-0.3, 2.1)
    [0.0, 0.5, 1.0, 1.5, 2.0]
    """
    if not high > low:
        return [low]
    raw = (high - low) / about
    power = 10 ** floor(log10(raw))
    step = next(power * s for s in (1, 2, 5, 10) if raw <= power * s)
    first = -floor(-low / step)
    return [round((first + i) * step, 10) + 0.0 for i in range(int((high - first * step) / step + 1e-9) + 1)]


class _Axes:
    """A frame with two linear scales."""

    def __init__(self, x: tuple[float, float], y: tuple[float, float], x_label: str, y_label: str) -> None:
        self.x, self.y = x, y
        self.parts: list[str] = []
        for tick in ticks(*y):
            at = self.down(tick)
            self.parts.append(f'<path class="grid" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}"/>')
            self.parts.append(_text(LEFT - 8, at + 4, f"{tick:g}", "end"))
        for tick in ticks(*x):
            self.parts.append(_text(self.across(tick), HEIGHT - BOTTOM + 18, f"{tick:g}", "middle"))
        self.parts.append(f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>')
        self.parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, x_label, "middle"))
        middle = (TOP + HEIGHT - BOTTOM) / 2
        self.parts.append(
            f'<text transform="rotate(-90 14 {middle:.0f})" x="14" y="{middle:.0f}" text-anchor="middle">'
            f"{escape(y_label)}</text>"
        )

    def across(self, x: float) -> float:
        low, high = self.x
        return LEFT + (x - low) / (high - low) * (WIDTH - RIGHT - LEFT)

    def down(self, y: float) -> float:
        low, high = self.y
        return HEIGHT - BOTTOM - (y - low) / (high - low) * (HEIGHT - BOTTOM - TOP)

    def line(self, points: Sequence[tuple[float, float]], kind: str = "line") -> None:
        path = "L".join(f"{self.across(x):.1f} {self.down(y):.1f}" for x, y in points)
        self.parts.append(f'<path class="{kind}" d="M{path}"/>')

    def level(self, y: float, kind: str) -> None:
        self.line([(self.x[0], y), (self.x[1], y)], kind)

    def svg(self, title: str) -> str:
        return _svg(WIDTH, HEIGHT, title, self.parts)


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(text)}</text>'


def _svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'style="max-width:{width:.0f}px;min-width:min({width:.0f}px,32rem)" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _around(values: Sequence[float], margin: float = 0.06) -> tuple[float, float]:
    low, high = min(values), max(values)
    gap = (high - low) * margin or 1.0
    return low - gap, high + gap


def histogram(values: Sequence[float], x_label: str, y_label: str, mean: float) -> str:
    """How often each value came; for values that are few and far between, like penalties. The mean is marked."""
    counts = Counter(round(value, 6) for value in values)
    places = sorted(counts)
    if len(places) > 40:  # many values: put neighbours together
        step = (places[-1] - places[0]) / 30
        counts = Counter(round(floor(value / step + 0.5) * step, 6) for value in values)
        places = sorted(counts)
    gap = min((b - a for a, b in pairwise(places)), default=1.0)
    axes = _Axes((places[0] - gap, places[-1] + gap), (0, max(counts.values()) * 1.06), x_label, y_label)
    half = 0.4 * (axes.across(gap) - axes.across(0))
    for place in places:
        x, y = axes.across(place), axes.down(counts[place])
        axes.parts.append(
            f'<rect class="bar" x="{x - half:.1f}" y="{y:.1f}" width="{2 * half:.1f}" '
            f'height="{HEIGHT - BOTTOM - y:.1f}"><title>{place:g}: {counts[place]}</title></rect>'
        )
    axes.line([(mean, axes.y[0]), (mean, axes.y[1])], "mark")
    return axes.svg(f"{y_label} by {x_label}")


def band(points: Sequence[tuple[float, float, float]], x_label: str, y_label: str) -> str:
    """A line with its interval: (x, mean, half of the interval). The band may leave the frame at the start."""
    later = points[len(points) // 10 :]
    edges = [y for _, mean, half in later for y in (mean - half, mean + half)]
    axes = _Axes((0, points[-1][0]), _around([*edges, 0.0]), x_label, y_label)
    low, high = axes.y

    def inside(y: float) -> float:
        return min(high, max(low, y))

    upper = [(x, inside(mean + half)) for x, mean, half in points]
    lower = [(x, inside(mean - half)) for x, mean, half in reversed(points)]
    outline = "L".join(f"{axes.across(x):.1f} {axes.down(y):.1f}" for x, y in [*upper, *lower])
    axes.parts.append(f'<path class="band" d="M{outline}Z"/>')
    axes.level(0, "zero")
    axes.line([(x, inside(mean)) for x, mean, _ in points])
    return axes.svg(f"{y_label} by {x_label}")


def between(points: Sequence[tuple[float, float]], lower: float, upper: float, x_label: str, y_label: str) -> str:
    """A line between two bounds, as of a sequential test."""
    axes = _Axes((0, max(1, points[-1][0])), _around([lower, upper, *(y for _, y in points)]), x_label, y_label)
    axes.level(lower, "mark")
    axes.level(upper, "mark")
    axes.line(points)
    return axes.svg(f"{y_label} by {x_label}")


def heat(names: Sequence[str], cell: Callable[[int, int], tuple[float, float] | None], title: str) -> str:
    """A matrix of means with intervals; colour says who is ahead and how much."""
    n, width, left = len(names), 96, 8 + 8 * max(map(len, names))
    cells = {(i, j): value for i in range(n) for j in range(n) if (value := cell(i, j))}
    most = max((abs(mean) for mean, _ in cells.values()), default=1.0) or 1.0
    parts = []
    for j, name in enumerate(names):
        parts.append(_text(left + (j + 0.5) * width, 18, name, "middle"))
        parts.append(_text(left - 8, 28 + (j + 0.5) * 44 + 4, name, "end"))
    for (i, j), (mean, half) in cells.items():
        x, y, kind = left + j * width, 28 + i * 44, "ahead" if mean >= 0 else "behind"
        told = f"{names[i]}, {names[j]}: {mean:+.3f} ± {half:.3f}"
        parts.append(
            f'<rect class="{kind}" style="fill-opacity:{0.05 + 0.6 * abs(mean) / most:.2f}" x="{x + 1}" y="{y + 1}" '
            f'width="{width - 2}" height="42"><title>{escape(told)}</title></rect>'
        )
        parts.append(_text(x + width / 2, y + 19, f"{mean:+.2f}", "middle", "strong"))
        parts.append(_text(x + width / 2, y + 35, f"± {half:.2f}", "middle", "small"))
    return _svg(left + n * width + 8, 28 + n * 44 + 8, title, parts)


def forest(rows: Sequence[tuple[str, float, float, float]], x_label: str) -> str:
    """Values with intervals, one below the other: (name, value, low, high). An infinite end leaves the frame."""
    left, height = 16 + 8 * max(len(name) for name, *_ in rows), 30
    low, high = _around([0.0, *(x for _, *values in rows for x in values if isfinite(x))])

    def across(x: float) -> float:
        x = min(high, max(low, x))
        return left + (x - low) / (high - low) * (WIDTH - RIGHT - left)

    bottom = 12 + height * len(rows)
    parts = [f'<path class="axis" d="M{left} {bottom}H{WIDTH - RIGHT}"/>']
    for tick in ticks(low, high):
        parts.append(f'<path class="grid" d="M{across(tick):.1f} 8V{bottom}"/>')
        parts.append(_text(across(tick), bottom + 18, f"{tick:g}", "middle"))
    for i, (name, value, a, b) in enumerate(rows):
        y = 8 + height * (i + 0.5)
        parts.append(_text(left - 8, y + 4, name, "end"))
        parts.append(f'<path class="line" d="M{across(a):.1f} {y:.1f}H{across(b):.1f}"/>')
        told = f"{name}: {value:.3g} ({a:.3g} to {b:.3g})"
        parts.append(
            f'<circle class="dot" cx="{across(value):.1f}" cy="{y:.1f}" r="5"><title>{escape(told)}</title></circle>'
        )
    parts.append(_text((left + WIDTH - RIGHT) / 2, bottom + 36, x_label, "middle"))
    return _svg(WIDTH, bottom + 44, x_label, parts)
