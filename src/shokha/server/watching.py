"""What people without a seat are shown beside the public view: hands whose owners allow it (T26).

A player may show the own hand to those who watch, at once or late: by a trick, or by a turn where there are no tricks.
Everybody at the table sees that, and a bot shows its hand as soon as all people do. Nobody with a seat is ever told
another's hand.
"""

from __future__ import annotations

from shokha import events as ev
from shokha.game import game_of
from shokha.server.present import card_list
from shokha.table import Stage, Table


def open_hands(table: Table) -> dict[int, list[str]]:
    """The hands that may be shown now, by seat."""
    if table.stage is not Stage.PLAYING:
        return {}
    shown = {seat: _hand(table, seat, how) for seat, how in enumerate(allowed(table))}
    return {seat: hand for seat, hand in shown.items() if hand}


def allowed(table: Table) -> list[str]:
    """How each seat shows its hand: "" (never), "late" or "now"."""
    people = [place.shows for place in table.places if place.person]
    bots = min(people, key=["", "late", "now"].index, default="")
    return [place.shows if place.person else bots for place in table.places]


def _hand(table: Table, seat: int, how: str) -> list[str]:
    if how == "now":
        return card_list(table.view(seat).hand)
    return _late(table, seat) if how == "late" else []


def _late(table: Table, seat: int) -> list[str]:
    """The hand with which the trick began that was taken last; without tricks, the owner's last turn that is over."""
    deal, began, over = _of_this_deal(table.stream(seat)), 0, 0
    for i, event in enumerate(deal):
        if began and isinstance(event, ev.TrickTaken | ev.PileTurnBegan):
            began, over = 0, began
        own_turn = isinstance(event, ev.PileTurnBegan) and event.seat == seat
        if own_turn or (not began and isinstance(event, ev.CardsLed)):
            began = i
    return card_list(game_of(table.profile).fold(table.profile, seat, deal[:over]).hand) if over else []


def _of_this_deal(stream: list[ev.Event]) -> list[ev.Event]:
    for i in range(len(stream) - 1, -1, -1):
        if isinstance(stream[i], ev.DealStarted | ev.PackDealt):
            return stream[i:]
    return []
