"""The rule bot for Kozel: one trick ahead, by counting cards, with a reason for every move.

For each action it estimates the chance that its side takes the trick, the card points in it, and what
the cards would have been worth later (`_keep`), and plays the best sum. The chances come from counting
the cards that are still out. From that follow the habits people expect: it feeds a partner's safe
trick, does not overtake it, throws nothing valuable to opponents and keeps the shokha and high trumps
for rich tricks.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from shokha.actions import Action, ActionKind, Combination
from shokha.bots.base import Choice, Reason
from shokha.cards import POINTS, SHOKHA, Card, CardSet, cards_of, points_of
from shokha.kozel.settings import MolodkaEffect, MoskvaEffect
from shokha.kozel.state import card_beats
from shokha.kozel.view import KozelView

# What a card is worth to keep, beyond the points it carries now: by rank 6 7 8 9 J Q K 10 A.
_KEEP_PLAIN = (0.0, 0.0, 0.1, 0.3, 0.8, 1.2, 1.8, 4.0, 5.5)
_KEEP_TRUMP = (3.0, 3.2, 3.5, 4.0, 5.0, 5.8, 6.6, 9.5, 11.5)
_KEEP_SHOKHA = 12.0
# Card points that others are expected to add to a trick of 1 to 4 cards: an enemy, and a friend who feeds it.
_ENEMY_ADDS = (0.0, 0.5, 2.2, 6.0, 13.0)
_FRIEND_ADDS = (0.0, 4.5, 8.0, 11.0, 13.0)
_WILLING = 0.8
"""How often a player who can beat does so."""
_LEAD_WORTH = 1.5
"""What it is worth to lead the next trick."""


class _Outlook(NamedTuple):
    """What one action promises."""

    value: float
    wins: float
    """Chance that our side takes the trick."""
    at_stake: float


class KozelRuleBot:
    """Readable and quick; no search, no memory of its own."""

    name = "rule"

    def choose(self, view: KozelView, seed: int, budget: float | None = None) -> Choice:
        legal = view.legal
        claim = next((a for a in legal if a.kind is ActionKind.DECLARE), None)
        if claim is not None:
            return _claim(view, claim, legal)
        bura = next((a for a in legal if a.kind is ActionKind.LEAD and _is_bura(view, a.payload)), None)
        if bura is not None:
            return Choice(bura, Reason("Three trumps on lead are a Bura: they take the pot."))
        if _partner_is_safe(view):
            legal = tuple(a for a in legal if a.kind is not ActionKind.BEAT)
        outlooks = {action: _outlook(view, action) for action in legal}
        best = max(legal, key=lambda a: (outlooks[a].value, -_keep(view, a.payload), -int(a)))
        return Choice(best, _reason(view, best, outlooks[best]))


# -- counting -----------------------------------------------------------------------------------------


def _beaters(view: KozelView, card: Card) -> CardSet:
    """All cards of the pack that beat a card here."""
    shokha = view.profile.settings.shokha
    return sum(1 << other for other in range(36) if card_beats(shokha, view.trump, other, card))


def _out(view: KozelView) -> CardSet:
    """Cards that may be in other hands, in the stock or face down: all this seat has not seen."""
    pack = (1 << 36) - 1
    if view.profile.settings.remove_6c and view.seats.bit_count() in (3, 5):
        pack &= ~(1 << 27)
    return pack & ~view.seen & ~view.hand


def _can_beat(view: KozelView, seat: int, group: CardSet) -> float:
    """Chance that a seat holds a complete answer to a group, from the cards that are out."""
    settings = view.profile.settings
    if (settings.shokha and group & 1) or view.counts[seat] < group.bit_count():
        return 0.0
    out, known = _out(view), view.known[seat]
    total = out.bit_count()
    unknown = min(total, view.counts[seat] - known.bit_count())
    chance, taken = 1.0, 0
    for card in sorted(cards_of(group), key=lambda c: _beaters(view, c).bit_count()):
        beaters = _beaters(view, card)
        if (beaters & known).bit_count() > taken:
            taken += 1
            continue
        good = max(0, (beaters & out).bit_count() - taken)
        draws = max(0, unknown - taken)
        missing = comb(total - good, draws) / comb(total, draws) if total >= draws and total - good >= draws else 0.0
        chance *= 1.0 - missing
        taken += 1
    return chance


def _followers(view: KozelView, leader: int) -> list[int]:
    """Seats that still have to play after this one, in order."""
    n, seat, order = len(view.counts), view.seat, []
    assert seat is not None
    played = {play.seat for play in view.trick}
    for step in range(1, n):
        other = (seat + step) % n
        if other == leader and view.trick:
            break
        if view.counts[other] and other not in played:
            order.append(other)
    return order


def _wins(view: KozelView, group: CardSet, ours: bool, followers: list[int]) -> float:
    """Chance that our side ends up with the trick when `group` holds it now."""
    chance, harder = (1.0 if ours else 0.0), 1.0
    for seat in followers:
        can = _can_beat(view, seat, group) * _WILLING
        if view.is_partner(seat):
            chance += (1.0 - chance) * can * harder
        else:
            chance *= 1.0 - can
            harder *= 0.8
    return chance


def _partner_is_safe(view: KozelView) -> bool:
    """Does the partner hold the trick so that nobody left can take it away?"""
    if view.master is None or not view.is_partner(view.master):
        return False
    return _wins(view, view.master_cards, True, _followers(view, view.leader)) > 0.97


# -- worth --------------------------------------------------------------------------------------------


def _keep(view: KozelView, cards: CardSet) -> float:
    """What some cards are worth for later; less and less towards the end."""
    left = sum(view.counts) + view.stock
    late = min(1.0, 0.25 + left / 24)
    worth = 0.0
    for card in cards_of(cards):
        if card == SHOKHA and view.profile.settings.shokha:
            worth += _KEEP_SHOKHA
        else:
            worth += (_KEEP_TRUMP if card // 9 == view.trump else _KEEP_PLAIN)[card % 9]
    return worth * late


def _outlook(view: KozelView, action: Action) -> _Outlook:
    """Value of an action: points expected from this trick, the lead after it, less what is given up."""
    cards, seat = action.payload, view.seat
    assert seat is not None
    leading = action.kind is ActionKind.LEAD
    leader = seat if leading else view.leader
    followers = _followers(view, leader)
    size = cards.bit_count()
    on_table = sum(points_of(play.cards) for play in view.trick)
    hidden = sum(play.count for play in view.trick if not play.cards)
    if leading or action.kind is ActionKind.BEAT:
        certain = leading and _is_auto(view, cards)
        wins = 1.0 if certain else _wins(view, cards, True, followers)
    else:
        ours = view.master is not None and view.is_partner(view.master)
        wins = float(ours) if view.wins else _wins(view, view.master_cards, ours, followers)
    stake = on_table + points_of(cards) + 0.7 * hidden
    added = 0.0
    for other in followers:
        friend = view.is_partner(other)
        gives = _FRIEND_ADDS[size] if friend == (wins > 0.5) else _ENEMY_ADDS[size]
        added += min(gives, 11.0 * view.counts[other])
    at_stake = stake + added
    swing = 2.0 * wins - 1.0
    lead = _LEAD_WORTH * swing
    return _Outlook(swing * at_stake + lead - _keep(view, cards), wins, stake)


def _is_auto(view: KozelView, cards: CardSet) -> bool:
    settings = view.profile.settings
    if settings.declarations == "none" or cards.bit_count() != 4:
        return False
    if settings.molodka_effect is MolodkaEffect.AUTO_WIN and _one_suit(view, cards):
        return True
    return settings.moskva_effect is MoskvaEffect.AUTO_WIN and not _one_suit(view, cards)


def _one_suit(view: KozelView, cards: CardSet) -> bool:
    plain = cards & ~1 if view.profile.settings.shokha else cards
    return len({card // 9 for card in cards_of(plain)}) <= 1


def _is_bura(view: KozelView, cards: CardSet) -> bool:
    trumps = sum(1 for card in cards_of(cards) if card // 9 == view.trump)
    return bool(view.profile.settings.bura) and trumps >= 3


# -- combinations -------------------------------------------------------------------------------------


def _claim(view: KozelView, claim: Action, legal: tuple[Action, ...]) -> Choice:
    """Declare what wins by itself or makes everybody throw four cards; a mere lead only when it pays."""
    settings, what = view.profile.settings, claim.combination
    if what in (Combination.BURA, Combination.ACES):
        return Choice(claim, Reason("It takes the pot at once."))
    effect = settings.moskva_effect if what is Combination.MOSKVA else settings.molodka_effect
    if effect == "auto_win":
        return Choice(claim, Reason("{what} wins its trick, and everybody must add four cards.", _named(what)))
    if effect == "lead_four":
        return Choice(claim, Reason("Four cards of a suit are all but unbeatable: I lead them."))
    if what is Combination.MOLODKA and view.leader != view.seat:
        return Choice(claim, Reason("With a Molodka I lead four cards that hardly anybody can beat."))
    if view.leader == view.seat:
        return Choice(legal[0], Reason("I lead anyway; nobody needs to see my hand."))
    return Choice(legal[0], Reason("Aces and tens are better kept than shown and led."))


def _named(what: Combination) -> dict[str, str]:
    return {"what": what.name.capitalize()}


# -- words --------------------------------------------------------------------------------------------


def _reason(view: KozelView, action: Action, outlook: _Outlook) -> Reason:
    args = {"cards": action.payload, "chance": outlook.wins, "points": round(outlook.at_stake)}
    worth = points_of(action.payload)
    if action.kind is ActionKind.LEAD:
        if outlook.wins > 0.97:
            return Reason("I lead {cards}: nobody can take it, and it makes the others add their cards.", args)
        if worth >= 10:
            return Reason("I lead {cards}: it should hold ({chance}) and brings {points} points home.", args)
        if action.payload.bit_count() > 1:
            return Reason("I lead {cards}: several low cards are hard to beat all at once ({chance}).", args)
        return Reason("I lead {cards}: a cheap card, to see what comes.", args)
    if action.kind is ActionKind.BEAT:
        if view.master is not None and view.is_partner(view.master):
            return Reason("My partner would probably lose this trick; {cards} makes it safer ({chance}).", args)
        return Reason("I beat with {cards}: {points} points, and it should hold ({chance}).", args)
    if view.master is not None and view.is_partner(view.master) and outlook.wins > 0.5:
        if worth:
            return Reason("My partner holds the trick ({chance} safe): I add {cards}.", args)
        return Reason("My partner holds the trick; I have no points to add.", args)
    if not worth:
        return Reason("Not worth beating: I throw {cards}, worth nothing.", args)
    if max(POINTS[card] for card in cards_of(view.hand)) >= 10:
        return Reason("I must give something, and {cards} costs the least.", args)
    return Reason("I give {cards} and keep the better cards.", args)
