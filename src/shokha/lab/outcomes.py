"""How deals between equal bots end: what match equity is made of (`shokha.equity.outcomes`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from shokha import bots
from shokha.bots.playing import play_deal
from shokha.equity.outcomes import Outcomes, condense, play_of
from shokha.errors import ShokhaError
from shokha.kozel.deal import KozelDeal
from shokha.kozel.scoring import side_of
from shokha.kozel.settings import Partnership, Scoring
from shokha.kozel.state import expected_pack
from shokha.lab.chance import chance
from shokha.lab.duel import head_of
from shokha.lab.experiment import Experiment
from shokha.profile import RuleProfile
from shokha.shuffle import deck, peek


def numbers_of_players(profile: RuleProfile) -> list[int]:
    """How many may be at play in a match: fewer and fewer as sides go out (A30, D13). None where a pot is played for.

    Raises `ShokhaError` for versions that need no measuring.
    """
    settings = profile.settings
    if profile.game != "kozel" or settings.scoring is not Scoring.PENALTIES:
        raise ShokhaError(f"Match equity is measured for Kozel with penalty points, and {profile.id} is none.")
    if settings.partnership is Partnership.PAIRS or settings.deals:
        return [settings.players]
    return list(range(settings.players, 1, -1))


def outcomes(profile: RuleProfile, bot: str, seed: str) -> Experiment:
    """How deals between copies of a bot end; its items are `outcome_items`. Raises `ShokhaError`."""
    numbers_of_players(profile)
    bots.make(bot, "kozel")
    head = head_of("outcomes", profile, seed, "zero", bots=[bot])
    return Experiment(head, partial(_play, profile, bot, seed))


def outcome_items(profile: RuleProfile, deals: int) -> list[list[int]]:
    """[players, number of the deal]."""
    return [[players, index] for players in numbers_of_players(profile) for index in range(deals)]


def gather(profile: RuleProfile, bot: str, seed: str, done: Iterable[tuple[Sequence[int], Any]]) -> Outcomes:
    """The outcomes that played items come to."""
    seen: dict[int, list[tuple[tuple[int, ...], tuple[int, ...], int]]] = {}
    for (players, _), (points, tricks, last) in done:
        seen.setdefault(players, []).append((tuple(points), tuple(tricks), last))
    by_seats = {players: tuple(condense(profile.settings, results)) for players, results in seen.items()}
    return Outcomes(profile.id, play_of(profile), bot, seed, {n: len(s) for n, s in seen.items()}, by_seats)


def _play(profile: RuleProfile, bot: str, seed: str, item: Sequence[int]) -> list[Any]:
    """Points, tricks and last winner of a deal among the first seats; the first leader is place 0.

    Void deals (X8) are dealt again.
    """
    players, index = item
    settings, attempt = profile.settings, 0
    pack = expected_pack(settings, players)
    label, stock = f"{seed} {players}", pack.bit_count() - 4 * players
    while True:
        cards, at = deck(label, index, pack, attempt), peek(label, index, stock, attempt)
        deal = KozelDeal(profile, cards, dealer=players - 1, leader=0, seats=(1 << players) - 1, peek=at)
        play_deal(deal, [bots.make(bot, "kozel")] * profile.players, chance(label, index, attempt))
        result = deal.result
        if result is not None and not result.is_void:
            break
        attempt += 1
    sides = list(dict.fromkeys(side_of(settings, seat) for seat in range(players)))
    return [[result.points[s] for s in sides], [result.tricks[s] for s in sides], result.last_winner]
