"""What a Kozel player can work out at a glance: which cards are still about, and how likely they are to hurt."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from shokha.cards import POINTS, Card, CardSet, cards_of
from shokha.kozel.state import card_beats, expected_pack
from shokha.kozel.view import KozelView


class Sight:
    """A view, read by somebody who has counted the cards. Made anew for every move."""

    def __init__(self, view: KozelView) -> None:
        rules, players = view.profile.settings, view.profile.players
        self.view = view
        self.rules = rules
        self.me = -1 if view.seat is None else view.seat
        self.hand = view.hand
        self.promoted: bool = rules.shokha
        self.pairs: bool = rules.partnership == "pairs"
        self.enemies = 1 if self.pairs else max(1, view.seats.bit_count() - 1)
        """Sides that play against the viewer's: what one of them wins, the others do not."""
        self.trumps: CardSet = 0x1FF << 9 * view.trump if view.trump >= 0 else 0
        self.beats = beaters(self.promoted, view.trump)
        self.unseen: CardSet = expected_pack(rules, view.seats.bit_count()) & ~view.seen & ~view.hand
        """Cards in other hands, in the stock or face down, for all this seat knows."""
        self.n_unseen = self.unseen.bit_count()
        self.mean = points_in(self.unseen) / max(1, self.n_unseen)
        """Points of an average unseen card; 3.3 at the start."""
        self.others = [seat for i in range(1, players) if view.counts[seat := (self.me + i) % players]]
        """Seats that hold cards, clockwise from the viewer's left."""
        played = {play.seat for play in view.trick}
        self.to_play = [seat for seat in self.others if seat not in played]
        """Those of them that answer after the viewer in this trick."""

    def is_friend(self, seat: int) -> bool:
        """Does this seat play on the viewer's side?"""
        return seat == self.me or (self.pairs and (seat - self.me) % 2 == 0)

    def beaten_by(self, card: Card) -> int:
        """How many unseen cards beat this one."""
        return (self.unseen & self.beats[card]).bit_count()

    def can_beat(self, seat: int, group: CardSet) -> float:
        """The chance that a seat holds cards that beat a whole group (A14)."""
        view = self.view
        if self.promoted and group & 1:
            return 0.0
        known = view.known[seat]
        unknown = view.counts[seat] - known.bit_count()
        if group & group - 1 == 0:
            mask = self.beats[group.bit_length() - 1]
            return 1.0 if known & mask else at_least_one(self.n_unseen, (self.unseen & mask).bit_count(), unknown)
        # The beaters of the cards of one group are nested sets, so it is enough to count from the top.
        masks = sorted([self.beats[card] for card in cards_of(group)], key=int.bit_count)
        if view.counts[seat] < len(masks):
            return 0.0
        sizes = tuple([(self.unseen & mask).bit_count() for mask in masks])
        have = tuple([(known & mask).bit_count() for mask in masks])
        return nested_chance(self.n_unseen, unknown, sizes, have)


def points_in(cards: CardSet) -> int:
    """Card points of a few cards, quickly."""
    points = 0
    while cards:
        low = cards & -cards
        points += POINTS[low.bit_length() - 1]
        cards ^= low
    return points


@lru_cache(maxsize=16)
def beaters(promoted: bool, trump: int) -> tuple[CardSet, ...]:
    """By card, the cards that beat it (A13)."""
    return tuple(sum(1 << c for c in range(36) if card_beats(promoted, trump, c, other)) for other in range(36))


@lru_cache(maxsize=1 << 14)
def at_least_one(total: int, good: int, drawn: int) -> float:
    """The chance of at least one good card among `drawn` of `total`."""
    return 1.0 - comb(total - good, drawn) / comb(total, drawn) if drawn <= total else 1.0


@lru_cache(maxsize=1 << 14)
def nested_chance(total: int, drawn: int, sizes: tuple[int, ...], have: tuple[int, ...]) -> float:
    """The chance that a hand beats a group, card by card from the highest down.

    `sizes[i]` unseen cards beat the i-th highest card, the beaters of the cards above among them, and
    the hand certainly has `have[i]` such cards. It needs one for the highest, two for the two highest,
    and so on.
    """
    if drawn > total:
        return 1.0

    def ways(i: int, taken: int, left: int) -> int:
        if i == len(sizes):
            return comb(total - sizes[-1], left)
        layer = sizes[i] - (sizes[i - 1] if i else 0)
        least = max(0, i + 1 - have[i] - taken)
        return sum(comb(layer, n) * ways(i + 1, taken + n, left - n) for n in range(least, min(layer, left) + 1))

    return ways(0, 0, drawn) / comb(total, drawn)


@lru_cache(maxsize=1 << 14)
def expected_gain(total: int, good: int, drawn: int, have: int, gains: tuple[float, ...]) -> float:
    """The mean of `gains[number of good cards]` after `drawn` of `total` cards join the `have` good ones."""
    drawn = min(drawn, total)
    ways = [comb(good, n) * comb(total - good, drawn - n) for n in range(min(good, drawn) + 1)]
    return sum(w * gains[min(have + n, len(gains) - 1)] for n, w in enumerate(ways)) / comb(total, drawn)
