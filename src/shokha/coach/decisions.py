"""The decisions of a finished match of Kozel: who could choose, what he knew then, and what he played."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from shokha import events as ev
from shokha.actions import Action
from shokha.errors import ShokhaError
from shokha.kozel.deal import KozelDeal
from shokha.kozel.view import KozelView
from shokha.record import Record, replay


class CannotAnalyse(ShokhaError):
    """The record has nothing that the coach could judge; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice among several. `view` is what the seat knew, and nothing else; `deal` and `trick` count from 1."""

    deal: int
    trick: int
    seat: int
    view: KozelView
    played: Action


def decisions(record: Record, seats: Collection[int] = ()) -> list[Decision]:
    """All decisions of a complete record, or those of some seats; where only one thing was allowed there is none.

    Raises `RecordError` when the rules refuse the record, `CannotAnalyse` for another game or a record that
    shows only what one seat saw.
    """
    if record.profile.game != "kozel":
        raise CannotAnalyse(f"The coach knows Kozel, and this is a record of {record.profile.name}.")
    if record.viewpoint != "complete":
        raise CannotAnalyse(
            f"This record holds only what {record.viewer} saw. The coach has to see what everybody knew: give it the "
            "complete record, which everybody gets when the match is over."
        )
    wanted = set(seats) or set(range(record.profile.players))
    if stray := sorted(wanted - set(range(record.profile.players))):
        raise CannotAnalyse(f"{record.profile.name} has seats 1 to {record.profile.players}, not {stray[0] + 1}.")
    return [found for deal in replay(record).deals for found in _of_deal(deal, wanted)]


def _of_deal(played: KozelDeal, wanted: Collection[int]) -> Iterator[Decision]:
    """Play a deal once more, and look at every place where one of these seats had a choice."""
    deal = _once_more(played)
    for action in played.actions:
        seat = deal.actor
        if seat is not None and seat in wanted and len(deal.legal_actions()) > 1:
            yield Decision(deal.number, int(deal.state.trick_no) + 1, seat, deal.view(seat), action)
        deal.play(action)


def _once_more(deal: KozelDeal) -> KozelDeal:
    start = deal.events[0]
    assert isinstance(start, ev.DealStarted)
    return KozelDeal(
        deal.profile,
        deal.deck,
        dealer=start.dealer,
        leader=start.leader,
        seats=start.seats,
        peek=deal.peek,
        number=start.number,
        standing=start.standing,
        factor=start.factor,
        pot=start.pot,
    )
