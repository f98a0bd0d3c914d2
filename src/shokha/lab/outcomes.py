"""How deals between equal bots end: what match equity is made of (`shokha.equity.outcomes`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from shokha import bots
from shokha.bots.playing import play_deal
from shokha.equity.outcomes import Outcomes, condense, play_of
from shokha.errors import ShokhaError
from shokha.kozel.deal import KozelDeal
from shokha.kozel.scoring import side_of
from shokha.kozel.settings import Partnership, Scoring
from shokha.kozel.state import expected_pack
from shokha.lab.chance import chance
from shokha.lab.processes import spread
from shokha.profile import RuleProfile
from shokha.shuffle import deck, peek

Seen = tuple[tuple[int, ...], tuple[int, ...], int]


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


def play_one(profile: RuleProfile, bot: str, seed: str, players: int, index: int) -> Seen:
    """Points, tricks and last winner of deal `index` among the first `players` seats; the first leader is place 0.

    Void deals (X8) are dealt again.
    """
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
    return tuple(result.points[s] for s in sides), tuple(result.tricks[s] for s in sides), result.last_winner


def measure(profile: RuleProfile, bot: str, seed: str, deals: int, jobs: int) -> Iterator[int | Outcomes]:
    """Play `deals` deals for every number of players: 1 for each that is done, and the outcomes last."""
    by_seats = {}
    for players in numbers_of_players(profile):
        seen = []
        for result in spread(partial(play_one, profile, bot, seed, players), range(deals), jobs):
            seen.append(result)
            yield 1
        by_seats[players] = tuple(condense(profile.settings, seen))
    yield Outcomes(profile.id, play_of(profile), bot, seed, dict.fromkeys(by_seats, deals), by_seats)
