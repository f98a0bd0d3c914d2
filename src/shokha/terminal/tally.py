"""What `shokha watch` plays and counts: one match or deal at a time, added up into a table with intervals.

Bots change seats from match to match, so every figure belongs to a bot and not to its chair. All of it
depends on the seed alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from shokha import bots
from shokha import events as ev
from shokha.bots.playing import play_deal
from shokha.game import deal_next, new_match
from shokha.lab.chance import chance
from shokha.lab.intervals import mean_interval, wilson
from shokha.profile import RuleProfile
from shokha.record import Record
from shokha.words import Words
from shokha.words.counting import unit


@dataclass(slots=True)
class Unit:
    """What one match, or one deal of its own, brought. Tuples run over the bots, not over the seats."""

    deals: list[tuple[float, ...]] = field(default_factory=list)
    """Penalties, chips won or lost deals, for each deal."""
    points: list[tuple[int, ...]] = field(default_factory=list)
    tricks: list[tuple[int, ...]] = field(default_factory=list)
    winners: tuple[int, ...] = ()
    happened: Counter[str] = field(default_factory=Counter)
    moves: int = 0


def play_unit(
    profile: RuleProfile, names: Sequence[str], seed: str, whole: bool, index: int, *, records: Path | None = None
) -> Unit:
    """Match (`whole`) or deal number `index`, a function of its arguments alone; its record goes into `records`."""
    n, result = profile.players, Unit()
    bot_at = [(seat + index) % n for seat in range(n)]
    players = [bots.make(names[bot], profile.game) for bot in bot_at]
    match = new_match(profile, f"{seed} {index}")
    deals = []
    while not match.is_over:
        deal, before = deal_next(match, f"{seed} {index}"), match.standing
        deals.append(deal)
        play_deal(deal, players, chance(seed, index, match.number))
        result.moves += len(deal.actions)
        _count(result, [*deal.events, *match.finish_deal()], match.sides, before, bot_at)
        if result.deals and not whole:
            break
    if whole:
        won = (seat for side in match.winners for seat in seats_of(match.sides[side]))
        result.winners = tuple(sorted(bot_at[seat] for seat in won))
    if records is not None:
        seated = [f"{names[bot]} {bot + 1}" for bot in bot_at]
        Record.of(match, deals, players=seated, seed=f"{seed} {index}").write(records / f"{index + 1:04}.txt")
    return result


def seats_of(mask: int) -> list[int]:
    """The seats of a side."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def _count(
    result: Unit, happened: list[ev.Event], sides: Sequence[int], before: Sequence[int], bot_at: Sequence[int]
) -> None:
    def by_bot(values: Iterable[Any]) -> tuple[Any, ...]:
        told = [0] * len(bot_at)
        for side, value in zip(sides, values, strict=True):
            for seat in seats_of(side):
                told[bot_at[seat]] = value
        return tuple(told)

    note = result.happened
    for event in happened:
        match event:
            case ev.DealScored():
                result.deals.append(by_bot(event.penalties))
                note["60–60"] += event.eggs
            case ev.PotSettled():
                result.deals.append(by_bot(now - then for now, then in zip(event.chips, before, strict=True)))
                note["pots carried"] += event.carried > 0
            case ev.PotTaken():
                note[f"pots taken by {event.combination.name.lower()}"] += 1
            case ev.DealCounted():
                result.points.append(by_bot(event.points))
                result.tricks.append(by_bot(event.tricks))
            case ev.Declared():
                note[f"{event.combination.name.lower()} declared"] += 1
            case ev.PileDealEnded():
                note[_ENDS.get(event.reason, f"ended by {event.reason}")] += 1
            case ev.DealVoided():
                note["dealt again"] += 1
            case _:
                pass


_ENDS = {
    "last_card": "lost with cards left",
    "draw": "drawn by the last card",
    "repetition": "drawn by repetition",
    "cap": "drawn by the limit of turns",
}


# -- figures -----------------------------------------------------------------------------------------------


def summary(profile: RuleProfile, names: Sequence[str], seed: str, units: Sequence[Unit], whole: bool) -> list[str]:
    """The lines that `watch` prints."""
    deals = [deal for each in units for deal in each.deals]
    happened = sum((each.happened for each in units), Counter[str]())
    played = f"{_number(len(units), 'match', 'matches')}, " if whole else ""
    words = Words(profile, [""] * profile.players)
    lines = [f"{words.version()} ({profile.fingerprint}), seed {seed}: {played}{_number(len(deals), 'deal', 'deals')}"]
    lines += ["", *_table(profile, names, units, deals, whole)]
    lines += _lead(profile, names, deals)
    if happened:
        lines.append("")
    width = max((len(what) for what, n in happened.items() if n), default=0)
    for what, n in sorted(happened.items()):
        if n:
            lines.append(f"{what:{width}}  {n:7}  {n / len(deals):6.1%} of the deals")
    return lines


def _number(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def _table(
    profile: RuleProfile, names: Sequence[str], units: Sequence[Unit], deals: Sequence[tuple[float, ...]], whole: bool
) -> list[str]:
    what = _unit(profile)
    points = [each for one in units for each in one.points]
    tricks = [each for one in units for each in one.tricks]
    sides = _sides(profile, names)
    width = max(4, *(len(label) for label, _ in sides))
    head = f"{'':{width}}" + (f"  {'matches won':>22}" if whole else "")
    head += f"  {_HEADS[what]:>22}" + (f"  {'card points':>11}  {'tricks':>6}" if points else "")
    lines = [head.rstrip()]
    for label, bot in sides:
        line = f"{label:{width}}"
        if whole:
            line += f"  {_share(sum(bot in each.winners for each in units), len(units)):>22}"
        if what == "losses":
            line += f"  {_share(sum(deal[bot] for deal in deals), len(deals)):>22}"
        else:
            mean, half = mean_interval([deal[bot] for deal in deals])
            line += f"  {f'{mean:.3f} ± {half:.3f}':>22}"
        if points:
            line += f"  {fmean(each[bot] for each in points):11.1f}  {fmean(each[bot] for each in tricks):6.2f}"
        lines.append(line)
    return lines


_HEADS = {"penalties": "penalties a deal", "chips": "chips a deal", "losses": "deals lost"}


def _unit(profile: RuleProfile) -> str:
    return unit(profile.game, str(getattr(profile.settings, "scoring", "")))


def _share(hits: float, n: int) -> str:
    low, high = wilson(hits, n)
    return f"{hits / n:.1%} ({low:.1%}–{high:.1%})"


def _lead(profile: RuleProfile, names: Sequence[str], deals: Sequence[tuple[float, ...]]) -> list[str]:
    """Of two sides, by how much one is ahead: its opponents' penalties less its own."""
    sides = _sides(profile, names)
    if len(sides) != 2 or _unit(profile) != "penalties":
        return []
    (first, one), (second, other) = sides
    mean, half = mean_interval([deal[other] - deal[one] for deal in deals])
    ahead, behind = (first, second) if mean >= 0 else (second, first)
    return ["", f"{ahead} is ahead of {behind} by {abs(mean):.3f} ± {half:.3f} penalty points per deal."]


def _sides(profile: RuleProfile, names: Sequence[str]) -> list[tuple[str, int]]:
    """Each side's label, and one of its bots."""
    sides = new_match(profile, 0).sides
    if len(sides) < profile.players:
        return [(" + ".join(names[seat] for seat in seats_of(side)), seats_of(side)[0]) for side in sides]
    return [(f"{bot + 1} {name}", bot) for bot, name in enumerate(names)]
