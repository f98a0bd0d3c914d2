"""Positions to sample from, and deals told again with another hidden part."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from tests.strategies import Start, random_start

from shokha import events as ev
from shokha.actions import PASS, Action, ActionKind, beat, declare, discard, lead
from shokha.cards import cards_of
from shokha.kozel.deal import KozelDeal
from shokha.kozel.histories import History
from shokha.kozel.phases import Phase
from shokha.kozel.settings import KozelSettings
from shokha.kozel.view import KozelView
from shokha.profile import RuleProfile

PROFILES = (
    "pairs", "pairs-no-shokha", "pairs-plain", "yard", "quartet", "short", "duel", "trio", "trio-35", "money",
)  # fmt: skip
WINDOWS = (Phase.WINDOW, Phase.INTERRUPT)


def profile_of(settings: KozelSettings) -> RuleProfile:
    """A profile around any settings."""
    return RuleProfile("house", "House", "kozel", None, "", "", settings, frozenset())


def deal_of(start: Start, profile: RuleProfile | None = None) -> KozelDeal:
    """The deal that begins like this."""
    return KozelDeal(
        profile or profile_of(start.settings),
        start.deck,
        dealer=start.dealer,
        leader=start.leader,
        seats=start.seats,
        peek=start.peek,
    )


def lively(deal: KozelDeal, rng: random.Random, mood: str = "bold") -> Action:
    """A random action, so chosen that much happens in a deal.

    The bold like declarations, large leads and beating; the patient pass before the lead, discard, and
    declare out of turn; the open lead low and beat whenever they can, so that little stays hidden.
    """
    legal = deal.legal_actions()
    if mood == "open":
        liked = [a for a in legal if a.kind in (ActionKind.DECLARE, ActionKind.BEAT)]
        if deal.state.phase == Phase.WINDOW and rng.random() < 0.5:
            return legal[0]
        if deal.state.phase == Phase.LEAD:
            liked = sorted(legal, key=lambda a: (a.cards.bit_count(), sum(c % 9 for c in cards_of(a.cards))))[:2]
        return rng.choice(liked or legal)
    if mood == "patient":
        if deal.state.phase in WINDOWS:
            return legal[0] if deal.state.phase == Phase.WINDOW else rng.choice(legal)
        liked = [a for a in legal if a.kind == ActionKind.DISCARD]
    else:
        liked = [a for a in legal if a.kind in (ActionKind.DECLARE, ActionKind.BEAT) or a.cards.bit_count() > 1]
    return rng.choice(liked if liked and rng.random() < 0.6 else legal)


def positions(profile: RuleProfile, rng: random.Random, deals: int) -> Iterator[KozelDeal]:
    """Every moment of some random deals; the same deal object moves on."""
    for _ in range(deals):
        deal, mood = deal_of(random_start(profile.settings, rng), profile), rng.choice(["bold", "bold", "patient"])
        while not deal.is_over:
            yield deal
            deal.play(lively(deal, rng, mood))


def retell(
    observed: Sequence[ev.Event], view: KozelView, history: History, rng: random.Random, until: bool = True
) -> KozelDeal:
    """Play the deal of `history` so that the viewer sees the same again.

    What only others know is free: they pass whenever it makes no difference, and a hidden discard that
    was returned later is any cards. With `until`, windows are closed up to the viewer's own question.
    """
    start = observed[0]
    assert isinstance(start, ev.DealStarted)
    deal = KozelDeal(
        view.profile, history.deck, dealer=start.dealer, leader=start.leader, seats=start.seats, peek=history.peek,
        number=start.number, standing=start.standing, factor=start.factor, pot=start.pot,
    )  # fmt: skip
    hidden = [iter(groups) for groups in history.discards]
    for i, e in enumerate(observed):
        match e:
            case ev.Passed():
                _pass_until(deal, e.seat)
                deal.play(PASS)
            case ev.Declared():
                _pass_until(deal, e.seat)
                deal.play(declare(e.combination))
            case ev.CardsLed() if not deal.state.on_table(e.seat):
                _pass_until(deal, None)
                deal.play(lead(e.cards))
            case ev.CardsBeat():
                _pass_until(deal, None)
                deal.play(beat(e.cards))
            case ev.CardsDiscarded():
                _pass_until(deal, None)
                cards = e.cards
                if not cards and _comes_back(observed[i:]):
                    hand = [c for c in range(36) if deal.state.hand(e.seat) >> c & 1]
                    cards = sum(1 << c for c in rng.sample(hand, e.count))
                else:
                    cards = cards if cards and _comes_back(observed[i:]) else next(hidden[e.seat])
                deal.play(discard(cards))
            case _:
                pass
    while until and deal.state.phase in WINDOWS and (view.asked is None or deal.actor != view.seat):
        deal.play(PASS)
    return deal


def _pass_until(deal: KozelDeal, seat: int | None) -> None:
    while deal.state.phase in WINDOWS and deal.actor != seat:
        deal.play(PASS)
    assert seat is None or deal.actor == seat


def _comes_back(rest: Sequence[ev.Event]) -> bool:
    """Is the discard at the head of `rest` returned to its owner (B8)?"""
    first = rest[0]
    assert isinstance(first, ev.CardsDiscarded)
    for e in rest:
        if isinstance(e, ev.CardsReturned) and e.seat == first.seat:
            return True
        if isinstance(e, ev.TrickTaken):
            return False
    return False
