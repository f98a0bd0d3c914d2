"""The score in words: what each side counted, and why that makes 0, 2, 4 or 6."""

from __future__ import annotations

from collections.abc import Sequence

from shokha import events as ev
from shokha.kozel.scoring import reasons
from shokha.kozel.settings import Eggs
from shokha.words.base import Words


def unit(profile_game: str, scoring: str) -> str:
    """What a version counts: ``penalties``, ``chips`` or ``losses``."""
    if profile_game != "kozel":
        return "losses"
    return "chips" if scoring == "pot" else "penalties"


def standing(w: Words, totals: Sequence[int]) -> str:
    """The score, with the version beside it."""
    scores = ", ".join(f"{w.side(side)} {total}" for side, total in enumerate(totals))
    return w._("Score ({version}; {unit}): {scores}.").format(version=w.version(), unit=_unit(w), scores=scores)


def _unit(w: Words) -> str:
    settings = w.profile.settings
    match unit(w.profile.game, str(getattr(settings, "scoring", ""))):
        case "losses":
            return w._("lost deals")
        case "chips":
            return w._("chips")
        case _ if settings.deals:
            text = w.ngettext("penalty points, {n} deal", "penalty points, {n} deals", settings.deals)
            return text.format(n=settings.deals)
        case _:
            return w._("penalty points, out at {n}").format(n=settings.target)


# -- penalties (A28, D12) --------------------------------------------------------------------------------


def count_lines(
    w: Words, started: ev.DealStarted | None, counted: ev.DealCounted | None, scored: ev.DealScored
) -> list[str]:
    """The count of a deal, a line for each side with the reason of its penalty."""
    if started is None or counted is None:
        return []
    playing = [side for side, seats in enumerate(w.sides) if seats & started.seats]
    why = reasons(w.profile.settings, counted.points, counted.tricks, playing)
    lines = [w._("The count of deal {n}:").format(n=scored.number)]
    for side in playing:
        told = w._("{side}: {points} in {tricks}. {why}").format(
            side=w.side_at_start(side),
            points=w.points(counted.points[side]),
            tricks=w.tricks(counted.tricks[side]),
            why=_why(w, why[side], scored.penalties[side], started.factor),
        )
        lines.append("  " + told)
    return lines


def _why(w: Words, key: str, penalty: int, factor: int) -> str:
    told = _reason(w, key)
    if not penalty:
        return told
    given = w.ngettext("{n} penalty point", "{n} penalty points", penalty).format(n=penalty)
    if factor > 1:
        given = w._("{given}, doubled after eggs").format(given=given)
    return w._("{why}: {given}.").format(why=told.rstrip("."), given=given)


def _reason(w: Words, key: str) -> str:
    """The sentence for a key of `scoring.reasons`, with its rule."""
    eggs = {
        Eggs.TWO_EACH: w._("60–60, a penalty for both (A28)."),
        Eggs.NONE: w._("60–60, eggs: no penalty (B13)."),
        Eggs.DOUBLE_NEXT: w._("60–60, eggs: nothing now, the next deal counts double (QB16)."),
    }
    return {
        "most": w._("The most points: no penalty."),
        "eggs": eggs[w.profile.settings.eggs],
        "ge31": w._("31 or more (A28)."),
        "gt31": w._("More than 31 (D12)."),
        "lt31": w._("30 or fewer, but a trick (A28)."),
        "le31": w._("31 or fewer, but not nothing (D12)."),
        "no_trick": w._("Not a single trick (A28)."),
        "no_points": w._("Not a single point (D12)."),
        "flat": w._("Fewer points (D12)."),
        "tied_first": w._("Tied for the most points (QD7)."),
        "second": w._("Second place (D12)."),
        "last": w._("Last place (D12)."),
        "tied_last": w._("Behind, but nobody is last alone (QD7)."),
        "ge21": w._("21 or more (QD6)."),
        "lt21": w._("20 or fewer, but a trick (QD6)."),
    }.get(key, "")


# -- pots (M) ----------------------------------------------------------------------------------------------


def settled_lines(
    w: Words, started: ev.DealStarted | None, counted: ev.DealCounted | None, settled: ev.PotSettled
) -> list[str]:
    """Who counted how much, and where the pot went."""
    lines = []
    if started is not None and counted is not None:
        lines.append(w._("The count of deal {n}:").format(n=settled.number))
        for seat in range(w.profile.players):
            if started.seats >> seat & 1:
                told = w._("{side}: {points} in {tricks}.").format(
                    side=w.side_at_start(seat),
                    points=w.points(counted.points[seat]),
                    tricks=w.tricks(counted.tricks[seat]),
                )
                lines.append("  " + told)
    names = w.listed(w.side(seat) for seat in settled.winners)
    if settled.claimants:
        text = w.ngettext(
            "A tie of {names}: {n} chip stays in the pot (QM7).",
            "A tie of {names}: {n} chips stay in the pot (QM7).",
            settled.carried,
        )
        lines.append(text.format(names=w.listed(w.side(seat) for seat in settled.claimants), n=settled.carried))
    elif len(settled.winners) > 1:
        lines.append(w._("The pot is split between {names} (QM7).").format(names=names))
    else:
        lines.append(w._("The pot goes to {names}.").format(names=names))
    return lines
