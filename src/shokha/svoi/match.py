"""A session of Svoi Kozyri: who deals next, who owns which suit, and the lost deals (C3, C14, QC16).

Deals come one at a time: `start_deal` with a deck from outside, then `finish_deal` once it is over.
Every seat is a side of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from shokha import events as ev
from shokha.cards import PACK, Card, CardSet
from shokha.profile import RuleProfile
from shokha.svoi.deal import SvoiDeal
from shokha.svoi.settings import SvoiSettings


class SvoiMatch:
    """The score of a table over many deals.

    `totals` are lost deals by seat, `draws` drawn ones. `trumps` hold for the whole session (QC2);
    None until they have been picked in the first deal. `number` counts finished deals.
    """

    def __init__(self, profile: RuleProfile, dealer: int = 0, trumps: Sequence[int] | None = None) -> None:
        self.profile = profile
        self.settings: SvoiSettings = profile.settings
        self.dealer = dealer
        self.trumps = None if trumps is None else tuple(trumps)
        self.sides = tuple(1 << seat for seat in range(profile.players))
        self.totals = [0] * profile.players
        self.draws = 0
        self.number = 0
        self.attempt = 0
        self.winners: tuple[int, ...] = ()
        self.losers: tuple[int, ...] = ()
        self.is_over = False
        self.deal: SvoiDeal | None = None
        self.events: list[ev.Event] = [ev.MatchStarted(profile.name, profile.fingerprint, dealer, ())]

    # -- reading ---------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """Mask of the seats in play: all of them, always."""
        return (1 << self.profile.players) - 1

    @property
    def pack(self) -> CardSet:
        """The cards of the pack."""
        return PACK

    @property
    def stock(self) -> int:
        """There is no stock."""
        return 0

    @property
    def standing(self) -> tuple[int, ...]:
        return tuple(self.totals)

    def side_of(self, seat: int) -> int:
        """Index of the side a seat plays for: itself."""
        return seat

    # -- deals -----------------------------------------------------------------------------------

    def start_deal(self, deck: Sequence[Card], peek: int = 0) -> SvoiDeal:
        """Deal the given pack. Raises ValueError while a deal runs or after the end."""
        if self.is_over or (self.deal is not None and not self.deal.is_over):
            raise ValueError("the match is over" if self.is_over else "a deal is still running")
        self.deal = SvoiDeal(
            self.profile,
            deck,
            dealer=self.dealer,
            trumps=self.trumps,
            number=self.number + 1,
            standing=self.standing,
        )
        return self.deal

    def finish_deal(self) -> list[ev.Event]:
        """Count the deal that has ended and prepare the next one; returns what happened in the match."""
        result = self.deal.result if self.deal else None
        if self.deal is None or result is None:
            raise ValueError("no deal has ended")
        before = len(self.events)
        self.trumps = tuple(self.deal.trumps)
        self.deal = None
        self.number += 1
        lost = tuple(int(seat == result.loser) for seat in range(self.profile.players))
        self.totals = [total + one for total, one in zip(self.totals, lost, strict=True)]
        if result.loser is None:
            self.draws += 1  # C14: the same player deals again
        else:
            self.dealer = result.loser  # C3
        self.events.append(ev.DealScored(self.number, lost, self.standing, False))
        self._end_if_due()
        return self.events[before:]

    def rematch(self) -> SvoiMatch:
        """The next session at the same table: suits stay, and the deal goes on as between deals (C3, C14)."""
        return SvoiMatch(self.profile, self.dealer, self.trumps)

    def _end_if_due(self) -> None:
        """After so many losses of one player, or so many deals, whichever comes first (QC16)."""
        target, everybody = self.settings.losses_target, range(self.profile.players)
        if target and max(self.totals) >= target:
            losers = [seat for seat in everybody if self.totals[seat] >= target]
        elif self.settings.deals and self.number >= self.settings.deals:
            losers = [seat for seat in everybody if self.totals[seat] > min(self.totals)]
        else:
            return
        self.is_over = True
        self.losers = tuple(losers)
        self.winners = tuple(seat for seat in everybody if seat not in losers)
        self.events.append(ev.MatchEnded(self.winners, self.losers, False))
