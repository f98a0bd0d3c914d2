"""Bots play a deal out: views kept as observations arrive, one seed for all their chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from shokha.bots.base import Bot, Choice
from shokha.game import game_of
from shokha.view import redact

Told = Callable[[int, Choice], None]


def play_deal(
    deal: Any, players: Sequence[Bot], seed: int, *, budget: float | None = None, told: Told | None = None
) -> None:
    """Play a deal to its end. `players` run over the seats; each gets its view and a seed of its own.

    `told(seat, choice)` hears of every choice before it is played.
    """
    fold = game_of(deal.profile).fold
    views = {seat: fold(deal.profile, seat, ()) for seat in range(deal.profile.players)}
    seen = 0
    while not deal.is_over:
        for event in deal.events[seen:]:
            for seat, view in views.items():
                observation = redact(event, seat)
                if observation is not None:
                    view.see(observation)
        seen = len(deal.events)
        seat = deal.actor
        view = views[seat]
        view.legal = tuple(deal.legal_for(seat))
        choice = players[seat].choose(view, seed * 1_000_003 + len(deal.actions), budget)
        if told is not None:
            told(seat, choice)
        deal.play(choice.action)
