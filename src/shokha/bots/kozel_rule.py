"""The rule bot for Kozel: one trick ahead, by counting cards, with a reason for every move.

For each action it adds up what the trick should bring (the chance that its side takes it, times the
points that will lie in it, less what it loses otherwise), takes off what the cards played would have
been worth later, and adds what the remaining ones may grow into. From that follow the habits that
people expect of a partner: it feeds a trick that is safe and saves on one that is lost, keeps the
shokha and high trumps for rich tricks, probes with single low cards, and minds who will draw the turn-up.
Where the sum alone would not promise it, rules do: a partner's safe trick is never overtaken, no ten or
ace goes to an enemy's trick while worthless cards are at hand, and what wins at once is played.

The numbers were fitted by playing versions of it against each other on boards with seats exchanged.
"""

from __future__ import annotations

from typing import NamedTuple

from shokha.actions import Action, ActionKind, Combination
from shokha.bots.base import Choice, Reason
from shokha.bots.sight import Sight, expected_gain, points_in
from shokha.cards import POINTS, SHOKHA, SUIT_CARDS, Card, CardSet, cards_of
from shokha.kozel.settings import MolodkaEffect, MoskvaEffect
from shokha.kozel.view import KozelView

_SHOKHA_WORTH = 18.0
"""What the shokha is worth in the hand, in card points, as all worths here."""
_TRUMP_WORTH, _TRUMP_LOSS, _TRUMP_LEAST, _TRUMP_POINTS = 10.0, 0.9, 3.0, 0.9
"""A trump that nothing beats; less for each unseen card that beats it; but at least; and a share of its points."""
_HIGH_CARD_WORTH = 1.0
"""A plain card that only trumps beat."""
_GROUP_WORTH = (0.0, 0.0, 0.0, 5.0, 40.0)
"""Holding 0 to 4 cards that can be led together: everybody else has to add as many."""
_ENEMY_ADDS = (0.0, 0.5, 2.2, 5.5, 13.3)
_FRIEND_ADDS = (0.0, 6.0, 9.5, 11.5, 13.3)
"""Points that a hand adds to a trick of 0 to 4 cards held by the other side, or by its own."""
_USUAL_MEAN = 120 / 36
_WILLING, _WILLING_PER_POINT = 0.55, 0.03
"""How often a player who can beat does so: more often, the more there is to win."""
_RETAKE = 0.35
"""How often a trick that has changed hands once changes hands again, a player."""
_MILESTONE = 8.0
"""Reaching or denying 31 or 61 points in the last tricks."""
_USUAL_WORTH = 4.0
"""Of a card that is drawn, where another might have come."""
_SAFE = 0.97


class Outlook(NamedTuple):
    """What one action promises."""

    value: float
    chance: float
    """That our side takes the trick."""
    points: float
    """What lies in it by now, the action's cards included."""


class KozelRuleBot:
    """Readable and quick; no search, no memory of its own, no chance."""

    name = "rule"

    def choose(self, view: KozelView, seed: int, budget: float | None = None) -> Choice:
        sight, legal = Sight(view), view.legal
        claim = next((a for a in legal if a.kind is ActionKind.DECLARE), None)
        if claim is not None:
            return _claim(sight, claim, legal)
        if view.owes:
            return _reply(sight, legal)
        bura = next((a for a in legal if _is_bura(sight, a.payload)), None)
        if bura is not None:
            return Choice(bura, Reason("{cards} are a Bura: on lead they take the pot.", {"cards": bura.payload}))
        return _lead(sight, legal)


# -- the moves ----------------------------------------------------------------------------------------


def _lead(sight: Sight, legal: tuple[Action, ...]) -> Choice:
    outlooks = [(_lead_outlook(sight, action.payload), action) for action in legal]
    outlook, best = max(outlooks, key=_by_value)
    return Choice(best, _lead_reason(sight, best.payload, outlook, only=len(legal) == 1))


def _lead_outlook(sight: Sight, cards: CardSet) -> Outlook:
    """A lead opens a trick of its own size; those who cannot beat it add what hurts least."""
    size, own = cards.bit_count(), float(points_in(cards))
    wins = _wins_by_itself(sight, cards)
    chance = 1.0 if wins else _chance(sight, True, cards, sight.others, own + 3 * size)
    value = _trick_value(sight, chance, own, size, sight.others)
    return Outlook(value - _worth(sight, cards) + _prospects(sight, sight.hand & ~cards), chance, own)


def _reply(sight: Sight, legal: tuple[Action, ...]) -> Choice:
    view, after = sight.view, sight.to_play
    assert view.master is not None
    ours, size, table = sight.is_friend(view.master), view.owes, _on_table(sight)
    kept = float(ours) if view.wins else _chance(sight, ours, view.master_cards, after, table)
    safe = ours and all(
        sight.can_beat(seat, view.master_cards) < 1 - _SAFE for seat in after if not sight.is_friend(seat)
    )
    frugal = not ours and any(_is_worthless(sight, a.payload) for a in legal if a.kind is ActionKind.DISCARD)
    found = []
    for action in legal:
        cards, beats = action.payload, action.kind is ActionKind.BEAT
        if (beats and safe) or (frugal and not beats and _is_rich(cards)):
            continue
        points = table + points_in(cards)
        chance = _chance(sight, True, cards, after, points) if beats else kept
        value = _trick_value(sight, chance, points, size, after)
        value += _prospects(sight, sight.hand & ~cards) - _worth(sight, cards)
        found.append((Outlook(value, chance, points), action))
    outlook, best = max(found, key=_by_value)
    if best.kind is ActionKind.BEAT:
        return Choice(best, _beat_reason(sight, best.payload, outlook))
    could_beat = any(action.kind is ActionKind.BEAT for action in legal)
    return Choice(best, _discard_reason(sight, best.payload, outlook, could_beat, only=len(legal) == 1))


def _is_worthless(sight: Sight, cards: CardSet) -> bool:
    """Are these plain cards without a point?"""
    return not points_in(cards) and not cards & sight.trumps and not (sight.promoted and cards & 1)


def _is_rich(cards: CardSet) -> bool:
    """Is there a ten or an ace among these?"""
    return bool(cards & _TENS_ACES)


def _by_value(found: tuple[Outlook, Action]) -> tuple[float, int]:
    return found[0].value, -int(found[1])


# -- the trick ----------------------------------------------------------------------------------------


def _chance(sight: Sight, ours: bool, group: CardSet, after: list[int], points: float) -> float:
    """The chance that our side ends up with the trick when `group`, ours or not, holds it now."""
    willing = min(1.0, _WILLING + _WILLING_PER_POINT * points)
    held, won, lost = 1.0, 0.0, 0.0  # by the group; by us after it was beaten; by them after it was beaten
    for seat in after:
        friend = sight.is_friend(seat)
        beaten = held * willing * sight.can_beat(seat, group) if friend != ours else 0.0
        retaken = _RETAKE * (lost if friend else won)
        held -= beaten
        if friend:
            won, lost = won + beaten + retaken, lost - retaken
        else:
            won, lost = won - retaken, lost + beaten + retaken
    return won + held if ours else won


def _on_table(sight: Sight) -> float:
    """Points on the table, those face down as people use to discard them."""
    view = sight.view
    points, holder = 0.0, view.trick[0].seat
    for play in view.trick:
        if play.cards:
            points += points_in(play.cards)
        else:
            adds = _FRIEND_ADDS if sight.is_friend(play.seat) == sight.is_friend(holder) else _ENEMY_ADDS
            points += adds[play.count] * sight.mean / _USUAL_MEAN
        if play.face_up:
            holder = play.seat
    return points


def _trick_value(sight: Sight, chance: float, points: float, size: int, after: list[int]) -> float:
    """Points won less points lost on the average, with what the others will add to either."""
    won = points + _added(sight, after, size, True)
    lost = points + _added(sight, after, size, False)
    value = chance * won - (1 - chance) * lost / sight.enemies + (2 * chance - 1) * _last_draw(sight, size)
    if not sight.view.stock and sight.pairs:
        value += _milestones(sight, chance, won, lost)
    return value


def _last_draw(sight: Sight, size: int) -> float:
    """What winning this trick is worth for the turn-up alone: who draws last gets it, and the winner draws first (A19).

    0 while cards are left above it afterwards, and where every player is a side of his own but for two.
    """
    view = sight.view
    players = view.seats.bit_count()
    if view.turn_up is None or not 0 < view.stock <= players * size or not (sight.pairs or players == 2):
        return 0.0
    worth = max(0.0, _card_worth(sight, view.turn_up) - _USUAL_WORTH)
    return worth if view.stock % 2 else -worth


def _added(sight: Sight, after: list[int], size: int, we_win: bool) -> float:
    added = 0.0
    for seat in after:
        count = sight.view.counts[seat]
        if count <= size:  # it has to give all it holds
            added += sight.mean * count
        else:
            friend = sight.is_friend(seat)
            added += (_FRIEND_ADDS if friend == we_win else _ENEMY_ADDS)[size] * sight.mean / _USUAL_MEAN
    return added


def _milestones(sight: Sight, chance: float, won: float, lost: float) -> float:
    """In the last tricks: what taking this one means for 31 and 61 points, ours and theirs (A28)."""
    view, ours, theirs = sight.view, 0.0, 0.0
    for seat in range(view.profile.players):
        taken = points_in(view.taken_up[seat]) + sight.mean * view.taken_down[seat]
        if sight.is_friend(seat):
            ours += taken
        else:
            theirs += taken
    value = 0.0
    for mark in (31, 61):
        value += _MILESTONE * chance * (ours < mark <= ours + won)
        value -= _MILESTONE * (1 - chance) * (theirs < mark <= theirs + lost)
    return value


# -- the hand -----------------------------------------------------------------------------------------


def _worth(sight: Sight, cards: CardSet) -> float:
    """What cards would have brought later, beyond the points they carry into this trick."""
    if cards == sight.hand and not sight.view.stock:
        return 0.0
    return sum([_card_worth(sight, card) for card in cards_of(cards)])


def _card_worth(sight: Sight, card: Card) -> float:
    if card == SHOKHA and sight.promoted:
        return _SHOKHA_WORTH
    if sight.trumps >> card & 1:
        strength = _TRUMP_WORTH - _TRUMP_LOSS * sight.beaten_by(card)
        return max(_TRUMP_LEAST, strength) + _TRUMP_POINTS * POINTS[card]
    higher = sight.unseen & sight.beats[card] & SUIT_CARDS[card // 9]
    return 0.0 if higher else _HIGH_CARD_WORTH


def _prospects(sight: Sight, rest: CardSet) -> float:
    """What the cards kept may become with the next draws: the best group, Moskva, Bura or four aces."""
    drawn = min(4 - rest.bit_count(), sight.view.stock)
    if not rest or sight.n_unseen == 0:
        return 0.0
    best = 0.0
    for wanted, gains in _combinations(sight):
        have = (rest & wanted).bit_count()
        if have:
            good = (sight.unseen & wanted).bit_count()
            best = max(best, expected_gain(sight.n_unseen, good, drawn, have, gains))
    return best


def _combinations(sight: Sight) -> list[tuple[CardSet, tuple[float, ...]]]:
    """Sets of cards that gain together, with the gain for 0 to 4 of them."""
    rules = sight.rules
    joker = 1 if sight.promoted else 0
    four = 4 in rules.lead_sizes or rules.declarations != "none"
    group = _GROUP_WORTH if four else (*_GROUP_WORTH[:4], _GROUP_WORTH[3])
    found: list[tuple[CardSet, tuple[float, ...]]]
    found = [(suit & 0x1FF << 9 * i | joker, group) for i, suit in enumerate(SUIT_CARDS)]
    if rules.bura:
        found.append((sight.trumps, (0.0, 0.0, 2.0, 60.0, 60.0)))
    if rules.four_aces:
        found.append((_ACES, (0.0, 0.0, 0.0, 4.0, 60.0)))
    if rules.declarations != "none" and rules.moskva_effect is MoskvaEffect.AUTO_WIN:
        found.append((_TENS_ACES | joker, (0.0, 0.0, 0.0, 0.0, 40.0)))
    return found


_ACES: CardSet = sum(1 << 9 * suit + 8 for suit in range(4))
_TENS_ACES: CardSet = _ACES | _ACES >> 1


# -- combinations -------------------------------------------------------------------------------------


def _wins_by_itself(sight: Sight, cards: CardSet) -> bool:
    """Does a lead of these four cards win without a fight (D9, D10)?"""
    rules = sight.rules
    if cards.bit_count() != 4 or rules.declarations == "none":
        return False
    return (rules.molodka_effect is MolodkaEffect.AUTO_WIN and _one_suit(sight, cards)) or (
        rules.moskva_effect is MoskvaEffect.AUTO_WIN and not _one_suit(sight, cards)
    )


def _one_suit(sight: Sight, cards: CardSet) -> bool:
    plain = cards & ~1 if sight.promoted else cards
    return any(plain & ~suit == 0 for suit in SUIT_CARDS)


def _is_bura(sight: Sight, cards: CardSet) -> bool:
    return bool(sight.rules.bura) and (cards & sight.trumps).bit_count() >= 3


def _claim(sight: Sight, claim: Action, legal: tuple[Action, ...]) -> Choice:
    """Declare what wins by itself or makes everybody add four cards; a mere lead only when it pays."""
    rules, what, hand = sight.rules, claim.combination, sight.hand
    if what in (Combination.BURA, Combination.ACES):
        return Choice(claim, Reason("{cards} take the pot at once.", {"cards": hand}))
    effect = rules.moskva_effect if what is Combination.MOSKVA else rules.molodka_effect
    facts: dict[str, object] = {"cards": hand, "what": what.name.capitalize()}
    if effect == "auto_win":
        return Choice(claim, Reason("{what} wins its trick, and everybody must add four cards to {cards}.", facts))
    if effect == "lead_four":
        return Choice(claim, Reason("Hardly anybody can beat {cards} all at once: I lead all four.", facts))
    if sight.view.leader == sight.me:
        return Choice(legal[0], Reason("I lead anyway, so I need not show {cards}.", facts))
    groups = [g for g in _subsets(hand) if _one_suit(sight, g) and g.bit_count() in rules.lead_sizes]
    best = max(groups, key=lambda g: _lead_outlook(sight, g).value)
    gain = _lead_outlook(sight, best).value - _prospects(sight, hand)
    if what is Combination.MOLODKA or gain > 0:
        facts["led_cards"] = best
        return Choice(claim, Reason("{what} gives me the lead, and {led_cards} should win much.", facts))
    return Choice(legal[0], Reason("I keep {cards} hidden: nothing in it is worth leading now.", facts))


def _subsets(cards: CardSet) -> list[CardSet]:
    found, sub = [], cards
    while sub:
        found.append(sub)
        sub = (sub - 1) & cards
    return found


# -- words --------------------------------------------------------------------------------------------


def _lead_reason(sight: Sight, cards: CardSet, outlook: Outlook, *, only: bool) -> Reason:
    facts: dict[str, object] = {"cards": cards, "chance": outlook.chance}
    if only:
        return Reason("{cards} is all I can lead.", facts)
    if _wins_by_itself(sight, cards):
        return Reason("{cards} wins its trick by itself.", facts)
    if outlook.chance > _SAFE:
        return Reason("Nobody is likely to beat {cards}, and all must add to it.", facts)
    if cards.bit_count() > 1:
        return Reason("Few hands can beat {cards} card by card: it holds in {chance} of cases.", facts)
    if POINTS[cards.bit_length() - 1] >= 10:
        return Reason("{cards} should come home now: it holds in {chance} of cases.", facts)
    return Reason("{cards} costs me little: I lead it to see what comes.", facts)


def _beat_reason(sight: Sight, cards: CardSet, outlook: Outlook) -> Reason:
    view = sight.view
    facts: dict[str, object] = {
        "cards": cards, "master_cards": view.master_cards, "chance": outlook.chance, "points": round(outlook.points),
    }  # fmt: skip
    if view.master is not None and sight.is_friend(view.master):
        return Reason("My partner's {master_cards} may well be beaten: {cards} makes it {chance} safe.", facts)
    if not sight.to_play:
        return Reason("I play last: {cards} takes some {points} points for certain.", facts)
    if outlook.chance > _SAFE:
        return Reason("{cards} beats {master_cards}, and nobody after me is likely to beat it.", facts)
    return Reason("{cards} beats {master_cards} and holds in {chance} of cases.", facts)


def _discard_reason(sight: Sight, cards: CardSet, outlook: Outlook, could_beat: bool, *, only: bool) -> Reason:
    view = sight.view
    facts: dict[str, object] = {"cards": cards, "master_cards": view.master_cards, "chance": outlook.chance}
    if only:
        return Reason("{cards} is all I can play.", facts)
    if view.master is not None and sight.is_friend(view.master):
        if points_in(cards) and outlook.chance > 0.5:
            return Reason("My partner holds the trick with {master_cards}: I throw {cards} on it.", facts)
        return Reason("My partner holds the trick with {master_cards}: I keep my points and throw {cards}.", facts)
    if could_beat:
        return Reason("This trick is not worth what beating {master_cards} costs: I throw {cards}.", facts)
    if points_in(cards):
        return Reason("I cannot beat {master_cards}, and {cards} costs me least.", facts)
    return Reason("I cannot beat {master_cards}: I throw {cards}, which is worth nothing.", facts)
