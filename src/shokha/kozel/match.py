"""A match of Kozel: who deals and leads next, penalties, elimination, pots and short sessions.

Deals come one at a time: `start_deal` with a deck from outside, then `finish_deal` once it is over.
Sides keep their index for the whole match (`scoring.sides`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy

from shokha import events as ev
from shokha.cards import Card, CardSet
from shokha.kozel.deal import KozelDeal, KozelResult
from shokha.kozel.scoring import is_eggs, penalties, side_of, sides
from shokha.kozel.settings import Eggs, KozelSettings, NextLeader, PotTie, Scoring
from shokha.kozel.state import expected_pack
from shokha.profile import RuleProfile
from shokha.shuffle import Lot, split_evenly


class KozelMatch:
    """The score of a table over many deals.

    `totals` are penalty points by side, or chips by seat where a pot is played for. `alive` lists the
    sides still in. `number` counts finished deals, `attempt` void ones of the present number (X8).
    """

    def __init__(self, profile: RuleProfile, dealer: int = 0, lot: Lot = (), leader: int | None = None) -> None:
        self.profile = profile
        self.settings: KozelSettings = profile.settings
        self.dealer = dealer
        self.leader = leader
        self.sides = sides(self.settings)
        self.alive = list(range(len(self.sides)))
        self.has_pot = self.settings.scoring is Scoring.POT
        self.totals = [self.settings.chips if self.has_pot else 0] * len(self.sides)
        self.number = 0
        self.attempt = 0
        self.factor = 1
        self.eggs = 0
        self.pot = 0
        self.claimants: list[int] = []
        """Who tied for a pot that is carried or played off."""
        self.is_playoff = False
        self.winners: tuple[int, ...] = ()
        self.losers: tuple[int, ...] = ()
        self.is_over = False
        self.deal: KozelDeal | None = None
        self.events: list[ev.Event] = [ev.MatchStarted(profile.name, profile.fingerprint, dealer, lot)]

    # -- reading ---------------------------------------------------------------------------------

    @property
    def playing(self) -> list[int]:
        """Sides that take part in the present or next deal: the alive ones, or those in a playoff (X19)."""
        return self.claimants if self.is_playoff else self.alive

    @property
    def seats(self) -> int:
        """Mask of the seats that take part in the present or next deal."""
        return sum(self.sides[side] for side in self.playing)

    @property
    def first(self) -> int:
        """The seat that leads the next deal (A8, B10)."""
        return self._next_seat(self.dealer, self.seats) if self.leader is None else self.leader

    @property
    def pack(self) -> CardSet:
        """The cards of the next deal's pack (X14)."""
        return expected_pack(self.settings, self.seats.bit_count())

    @property
    def stock(self) -> int:
        """Size of the next deal's stock, turn-up included."""
        return self.pack.bit_count() - 4 * self.seats.bit_count()

    @property
    def standing(self) -> tuple[int, ...]:
        return tuple(self.totals)

    @property
    def has_eggs_title(self) -> bool:
        """Would the loser be called goats with eggs (B13, X16)?"""
        return self.eggs > 0 and self.settings.eggs is not Eggs.TWO_EACH

    # -- deals -----------------------------------------------------------------------------------

    def start_deal(self, deck: Sequence[Card], peek: int = 0) -> KozelDeal:
        """Deal the given pack; antes are paid here (M). Raises ValueError while a deal runs or after the end."""
        if self.is_over or (self.deal is not None and not self.deal.is_over):
            raise ValueError("the match is over" if self.is_over else "a deal is still running")
        if self.has_pot and not self.is_playoff and not self.attempt:
            for side in self.alive:
                self.totals[side] -= self.settings.ante
                self.pot += self.settings.ante
        self.deal = KozelDeal(
            self.profile,
            deck,
            dealer=self.dealer,
            leader=self.leader,
            seats=self.seats,
            peek=peek,
            number=self.number + 1,
            standing=self.standing,
            factor=self.factor,
            pot=self.pot,
        )
        return self.deal

    def finish_deal(self) -> list[ev.Event]:
        """Score the deal that has ended and prepare the next one; returns what happened in the match."""
        result = self.deal.result if self.deal else None
        if result is None:
            raise ValueError("no deal has ended")
        self.deal = None
        return self.settle(result)

    def settle(self, result: KozelResult) -> list[ev.Event]:
        """What `finish_deal` does with the result of a deal, wherever that comes from (match equity, score sheets)."""
        before = len(self.events)
        if result.is_void:
            self.attempt += 1
            return []
        self.attempt = 0
        self.number += 1
        if self.has_pot:
            self._settle_pot(result)
        else:
            self._score(result)
        self._pass_the_deal(result)
        return self.events[before:]

    def fork(self) -> KozelMatch:
        """An independent copy of the score, between deals and without the events so far."""
        other = copy(self)
        other.totals, other.alive, other.claimants = self.totals[:], self.alive[:], self.claimants[:]
        other.deal, other.events = None, []
        return other

    def rematch(self) -> KozelMatch:
        """The next match at the same table: the deal rotates on, and in the yard the lead carries over (QA24, X20)."""
        again = KozelMatch(self.profile, self._next_seat(self.dealer, (1 << self.profile.players) - 1))
        again.leader = self.leader
        return again

    # -- penalties (A28 to A30, D12 to D14) --------------------------------------------------------

    def _score(self, result: KozelResult) -> None:
        eggs = is_eggs(result.points, self.alive)
        given = penalties(self.settings, result.points, result.tricks, self.alive, self.factor)
        self.eggs += eggs
        if self.settings.eggs is Eggs.DOUBLE_NEXT:
            self.factor = 2 if eggs else 1
        self.totals = [total + penalty for total, penalty in zip(self.totals, given, strict=True)]
        self.events.append(ev.DealScored(self.number, given, self.standing, eggs))
        if self.settings.deals:
            if self.number >= self.settings.deals:
                self._end(self._best(min))
            return
        out = self._eliminated()
        if out:
            self.alive = [side for side in self.alive if side not in out]
            self.events.append(ev.SidesEliminated(tuple(out)))
        if len(self.alive) == 1:
            self._end(self.alive)

    def _eliminated(self) -> list[int]:
        """Who goes out now (D3, A30, QD10, QD11, X13)."""
        crossed = [side for side in self.alive if self.totals[side] >= self.settings.target]
        if len(crossed) < len(self.alive):
            return crossed
        totals = [self.totals[side] for side in self.alive]
        if max(totals) == min(totals):
            return []
        if self.settings.simul3:
            return [side for side in self.alive if self.totals[side] == max(totals)]
        return [side for side in self.alive if self.totals[side] > min(totals)]

    # -- pots (M, QM7, X19) ------------------------------------------------------------------------

    def _settle_pot(self, result: KozelResult) -> None:
        if result.pot_winner is not None:
            best = [result.pot_winner]
        else:
            most = max(result.points[side] for side in self.playing)
            best = [side for side in self.playing if result.points[side] == most]
        self.is_playoff = False
        self.claimants = []
        if len(best) == 1 or self.settings.pot is PotTie.SPLIT:
            self._pay(best)
        else:
            self.claimants = best
            self.is_playoff = self.settings.pot is PotTie.PLAYOFF
        self._settled(best)
        last = bool(self.settings.deals) and self.number >= self.settings.deals
        able = [side for side in self.alive if self.totals[side] >= self.settings.ante]
        if self.is_playoff:
            return
        if last or len(able) < 2:
            self._end_session()
        elif len(able) < len(self.alive):
            gone = tuple(side for side in self.alive if side not in able)
            self.alive = able
            self.claimants = [side for side in self.claimants if side in able]
            self.events.append(ev.SidesEliminated(gone))

    def _settled(self, best: list[int]) -> None:
        self.events.append(ev.PotSettled(self.number, tuple(best), self.standing, self.pot, tuple(self.claimants)))

    def _pay(self, best: list[int]) -> None:
        """The pot goes to `best`; odd chips clockwise from the dealer's left (QM7)."""
        n = self.profile.players
        order = sorted(best, key=lambda seat: (seat - self.dealer - 1) % n)
        for seat, chips in zip(order, split_evenly(self.pot, order), strict=True):
            self.totals[seat] += chips
        self.pot = 0

    def _end_session(self) -> None:
        if self.pot and self.claimants:
            tied, self.claimants = self.claimants, []
            self._pay(tied)
            self._settled(tied)
        self._end(self._best(max))

    # -- the end and the next deal -----------------------------------------------------------------

    def _best(self, pick: Callable[[list[int]], int]) -> list[int]:
        best = pick([self.totals[side] for side in self.alive])
        return [side for side in self.alive if self.totals[side] == best]

    def _end(self, winners: list[int]) -> None:
        self.is_over = True
        self.winners = tuple(winners)
        self.losers = tuple(side for side in range(len(self.sides)) if side not in winners)
        self.events.append(ev.MatchEnded(self.winners, self.losers, self.has_eggs_title and not self.has_pot))

    def _pass_the_deal(self, result: KozelResult) -> None:
        """Who deals and leads next; after the end of a match only the lead is handed on, to the next match (X20)."""
        seats = self.seats
        if self.is_over:
            seats = (1 << self.profile.players) - 1
        else:
            self.dealer = self._next_seat(self.dealer, seats)
        self.leader = None
        if self.settings.next_leader is NextLeader.LAST_TRICK_WINNER and result.last_winner >= 0:
            winner = result.last_winner
            self.leader = winner if seats >> winner & 1 else self._next_seat(winner, seats)

    def _next_seat(self, seat: int, seats: int) -> int:
        n = self.profile.players
        return next((seat + i) % n for i in range(1, n + 1) if seats >> (seat + i) % n & 1)

    def side_of(self, seat: int) -> int:
        """Index of the side a seat plays for."""
        return side_of(self.settings, seat)
