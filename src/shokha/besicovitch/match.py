"""A match of Besicovitch's game: the same deal twice with starters exchanged (QZ2).

Whoever starts wins most deals, so one deal alone proves little. Deals come one at a time: `start_deal` with a deck from
outside, then `finish_deal` once it is over. The second deal takes the first one's deck, whatever it is given.
"""

from __future__ import annotations

from collections.abc import Sequence

from shokha import events as ev
from shokha.besicovitch.deal import BesicovitchDeal
from shokha.besicovitch.pack import pack_of
from shokha.besicovitch.settings import BesicovitchSettings
from shokha.cards import Card, CardSet
from shokha.profile import RuleProfile

DEALS = 2


class BesicovitchMatch:
    """The score of one match.

    `totals` are lost deals by seat, `draws` drawn ones. `dealer` draws the half of the pack in both deals, `starter`
    leads in the first. `number` counts finished deals.
    """

    def __init__(self, profile: RuleProfile, dealer: int = 0, starter: int = 0) -> None:
        self.profile = profile
        self.settings: BesicovitchSettings = profile.settings
        self.dealer = dealer
        self.starter = starter
        self.sides = (0b01, 0b10)
        self.totals = [0, 0]
        self.draws = 0
        self.number = 0
        self.attempt = 0
        self.winners: tuple[int, ...] = ()
        self.losers: tuple[int, ...] = ()
        self.is_over = False
        self.deck: tuple[Card, ...] = ()
        """The pack of the first deal, once it was dealt."""
        self.deal: BesicovitchDeal | None = None
        self.events: list[ev.Event] = [ev.MatchStarted(profile.name, profile.fingerprint, dealer, ())]

    # -- reading ---------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """Mask of the seats in play: both."""
        return 0b11

    @property
    def pack(self) -> CardSet:
        """The cards of the pack (QZ1)."""
        return pack_of(self.settings.cards)

    @property
    def stock(self) -> int:
        """There is no stock."""
        return 0

    @property
    def standing(self) -> tuple[int, ...]:
        return tuple(self.totals)

    @property
    def leader(self) -> int:
        """Who starts the present or next deal."""
        return (self.starter + self.number) % 2

    def side_of(self, seat: int) -> int:
        """Index of the side a seat plays for: itself."""
        return seat

    # -- deals -----------------------------------------------------------------------------------

    def start_deal(self, deck: Sequence[Card], peek: int = 0) -> BesicovitchDeal:
        """Deal the given pack, or the same again. Raises ValueError while a deal runs or after the end."""
        if self.is_over or (self.deal is not None and not self.deal.is_over):
            raise ValueError("the match is over" if self.is_over else "a deal is still running")
        self.deal = BesicovitchDeal(
            self.profile,
            self.deck or deck,
            dealer=self.dealer,
            leader=self.leader,
            number=self.number + 1,
            standing=self.standing,
        )
        self.deck = self.deal.deck
        return self.deal

    def finish_deal(self) -> list[ev.Event]:
        """Count the deal that has ended; returns what happened in the match."""
        result = self.deal.result if self.deal else None
        if result is None:
            raise ValueError("no deal has ended")
        self.deal, before = None, len(self.events)
        self.number += 1
        lost = tuple(int(seat == result.loser) for seat in range(2))
        self.totals = [total + one for total, one in zip(self.totals, lost, strict=True)]
        self.draws += result.loser is None
        self.events.append(ev.DealScored(self.number, lost, self.standing, False))
        if self.number == DEALS:
            self.is_over = True
            self.winners = tuple(seat for seat in range(2) if self.totals[seat] == min(self.totals))
            self.losers = tuple(seat for seat in range(2) if seat not in self.winners)
            self.events.append(ev.MatchEnded(self.winners, self.losers, False))
        return self.events[before:]

    def rematch(self) -> BesicovitchMatch:
        """The next match at the same table: the other deals, and the other starts."""
        return BesicovitchMatch(self.profile, 1 - self.dealer, 1 - self.starter)
