"""What a bot needs to search a view of Kozel: the worlds that agree with it and what their ends are worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from shokha.equity import Standing, utility
from shokha.kozel.scoring import side_of
from shokha.kozel.view import KozelView
from shokha.kozel.worlds import Sampler
from shokha.search.kozel_rollouts import Judge, Verdict
from shokha.search.kozel_worlds import Worlds

POINTS_SHARE = 0.02
"""How much all 120 card points together count beside the result: enough to tell equal results apart."""

HABITS: tuple[tuple[int, ...], ...] = (
    (150, 130, 120, 120, 140, 145, 130, 140, 135, 95, 82, 85, 72, 80, 85, 88, 118, 112, 105),
    (48, 50, 35, 40, 20, 35, 18, 9, 18, 145, 130, 125, 95, 105, 118, 125, 155, 120, 6),
    (70, 62, 45, 52, 32, 25, 12, 6, 14, 195, 160, 180, 140, 128, 112, 95, 66, 54, 11),
    (100,) * 19,
)
"""How much likelier than by chance a card is found in a hand, thrown on a trick of its owner's side, or on
one of the other side, in percent of how likely it is in the stock. The columns: trumps from six to ace in
their order, plain cards likewise, the shokha. Counted in deals of rule bots."""


class Layouts:
    """How the hidden cards of a view may lie: worked out once, and dealt out from the beginning as often as asked."""

    def __init__(self, view: KozelView, seed: int) -> None:
        self._view, self._seed = view, seed
        self._spread = Sampler(view).spread(Random(seed))

    def worlds(self, habits: Sequence[Sequence[int]] | None = None) -> Worlds:
        """The worlds that agree with the view; with `habits`, what people do with their cards counts."""
        view = self._view
        assert view.seat is not None
        turn_up = -1 if view.turn_up is None else view.turn_up
        rules = view.profile.settings
        weights = None if habits is None else _weights(tuple(map(tuple, habits)), view.trump, rules.shokha)
        return Worlds(self._spread, view.seat, int(view.asked or 0), turn_up, self._seed, weights)


def worlds_of(view: KozelView, seed: int, habits: Sequence[Sequence[int]] | None = None) -> Worlds:
    """`Layouts.worlds`, for those who need them once."""
    return Layouts(view, seed).worlds(habits)


@lru_cache(maxsize=32)
def _weights(habits: tuple[tuple[int, ...], ...], trump: int, promoted: bool) -> tuple[int, ...]:
    """By kind of slot and card."""
    return tuple([row[card_class(card, trump, promoted)] for row in habits for card in range(36)])


def card_class(card: int, trump: int, promoted: bool) -> int:
    """Which column of `HABITS` tells of a card."""
    if card == 0 and promoted:
        return 18
    return card % 9 if card // 9 == trump else 9 + card % 9


def judge_of(view: KozelView, points_share: float = POINTS_SHARE) -> Judge:
    """What the ends of a view's deal are worth: the match first, card points only to tell equal results apart."""
    worth = utility(view.profile, Standing.of(view))
    settings = view.profile.settings
    seats = [side_of(settings, seat) for seat in range(view.profile.players)]

    def ending(points: tuple[int, ...], tricks: tuple[int, ...], pot_winner: int) -> Verdict:
        values = worth.values(points, tricks, None if pot_winner < 0 else pot_winner)
        mixed = [(1 - points_share) * v + points_share * p / 120 for v, p in zip(values, points, strict=True)]
        return tuple([mixed[side] for side in seats])

    return Judge(ending, view.profile.players, settings.partnership == "pairs")
