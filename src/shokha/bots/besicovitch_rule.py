"""The rule bot for Besicovitch's game: what both hands are worth once the next forced answer has been given.

Own trumps and high cards are dear, low cards of other suits only in the way (`search.besicovitch_search.worths`). Every
action is judged by what both players hold afterwards; a card that the other cannot beat makes him take the pile first.
Going out comes before everything, and a player with one or two cards is never offered one that he can beat.
"""

from __future__ import annotations

from shokha.actions import Action, ActionKind
from shokha.besicovitch.pack import beaters
from shokha.besicovitch.view import BesicovitchView
from shokha.bots.base import Choice, Reason
from shokha.cards import Card, CardSet, cards_of
from shokha.search.besicovitch_search import worths

OUT = 1_000_000
HURRY = 110
"""What each card in hand costs above its worth: somebody who does not look ahead would otherwise hoard good cards."""


class BesicovitchRuleBot:
    """Readable and quick; looks at one answer, and at that only when there is no choice."""

    name = "rule"

    def choose(self, view: BesicovitchView, seed: int, budget: float | None = None) -> Choice:
        turn = _Turn(view)
        best = max(view.legal, key=turn.value)
        return Choice(best, turn.reason(best))


class _Turn:
    """One decision."""

    def __init__(self, view: BesicovitchView) -> None:
        assert view.seat is not None
        self.view, self.me, self.other = view, view.seat, 1 - view.seat
        self.worths = [worths(view.profile.settings.cards, seat) for seat in (0, 1)]
        self.pile = sum(1 << card for card in view.pile)

    def worth(self, cards: CardSet, seat: int) -> int:
        """What cards are worth to a player who holds them."""
        return sum(self.worths[seat][card] for card in cards_of(cards))

    def value(self, action: Action) -> int:
        """What both hands are worth after an action and a forced answer."""
        mine, other = self.view.hand, self.view.hands[self.other]
        if action.kind is ActionKind.PICK_UP:
            mine |= self.pile
        else:
            mine &= ~action.cards
            if not mine:
                return OUT
            if self.must_take(action):
                other |= self.pile | action.cards
            elif other.bit_count() <= 2:
                return -OUT
        return self.worth(mine, self.me) - self.worth(other, self.other) - HURRY * mine.bit_count()

    def must_take(self, action: Action) -> bool:
        """Can the other not beat what lies on top then?"""
        return not self.view.hands[self.other] & beaters(self.other, top_after(action))

    def reason(self, action: Action) -> Reason:
        """The judgement in a sentence."""
        if action.kind is ActionKind.PICK_UP:
            facts: dict[str, object] = {"cards": 1 << self.view.pile[-1], "count": len(self.view.pile)}
            if len(self.view.legal) == 1:
                return Reason("Nothing of mine beats {cards}, so I take {count}.", facts)
            return Reason("I could beat {cards}, but what that costs is worth more than the {count} I take.", facts)
        if action.cards == self.view.hand:
            return Reason("That was my last card: I have won.")
        facts = {"lead_cards": 1 << top_after(action)}
        if self.must_take(action):
            return Reason("You cannot beat {lead_cards} and must take the pile.", facts)
        return Reason("{lead_cards} is the card I miss least.", facts)


def top_after(action: Action) -> Card:
    """The card on top after a lead, or a cover that was not the last card."""
    if action.kind is ActionKind.COVER and action.lead_after is not None:
        return action.lead_after
    return action.cards.bit_length() - 1
