"""The rule bot for Svoi Kozyri: what each card is worth, and who can beat what, by counting cards.

Every card in hand has a worth (`shokha.search.svoi_policy`): own trumps and high cards are dear, low
ones are only in the way. A turn costs the worth of the two cards it sheds; picking up costs a turn and
keeps one in the game, so it is done when there is nothing else. All that anybody picked up is remembered: a
lead that the next player cannot beat, or only with luck, is worth more, most of all when he would have
to take five cards or the whole pile. Going out comes before everything.
"""

from __future__ import annotations

from math import comb

from shokha.actions import Action, ActionKind
from shokha.bots.base import Choice, Reason
from shokha.cards import Card, CardSet, cards_of
from shokha.search.svoi_policy import STOP, TEMPO, WORTH, kind_of, strength
from shokha.svoi.state import beating
from shokha.svoi.view import SvoiView


class SvoiRuleBot:
    """Readable and quick; no search."""

    name = "rule"

    def choose(self, view: SvoiView, seed: int, budget: float | None = None) -> Choice:
        if view.is_picking:
            return Choice(view.legal[0], Reason("Before the deal every suit is as good as another."))
        return _Turn(view).choose()


class _Turn:
    """One decision."""

    def __init__(self, view: SvoiView) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        n = view.profile.players
        self.after = next(s for i in range(1, n + 1) if view.counts[s := (self.seat + i) % n])
        self.stage = 1 if sum(count > 0 for count in view.counts) == 2 else 0
        self.avoid = would_have_played(view)
        self._chances: dict[Card, float] = {}

    def choose(self) -> Choice:
        values = {action: self.value(action) for action in self.view.legal}
        best = max(self.view.legal, key=lambda action: values[action])
        return Choice(best, self.reason(best))

    # -- values ----------------------------------------------------------------------------------

    def worth(self, card: Card) -> int:
        """What it costs to part with a card, or brings to get it."""
        trumps = self.view.trumps
        return WORTH[27 * self.stage + 9 * kind_of(card, trumps[self.seat], trumps[self.after]) + strength(card)]

    def value(self, action: Action) -> float:
        if action.kind is ActionKind.LEAD:
            return self.lead_value(action.payload.bit_length() - 1)
        if action.kind is ActionKind.COVER:
            after = action.lead_after
            if after is None:
                return 1e9  # out
            out = 1e6 if self.view.counts[self.seat] == 2 else 0.0
            return out - self.worth(action.cover) + self.lead_value(after)
        taken = self.view.pile[len(self.view.pile) - self.view.take_count() :]
        return sum(map(self.worth, taken)) - TEMPO[self.stage]

    def lead_value(self, card: Card) -> float:
        """What leading a card costs, and what it brings when the next player has to pick up."""
        own = card // 9 == self.view.trumps[self.after]
        stop = STOP[3 * self.stage + ((2 if card % 9 == 8 else 1) if own else 0)]
        value = self.chance_to_stop(card) * stop - self.worth(card)
        if self.stage == 1 and self.view.counts[self.after] == 1:
            # Led as the last card, only an unbeatable one wins (QC7); led otherwise, it must not let him out.
            value += 1e4 * self.chance_to_stop(card)
        return value

    def chance_to_stop(self, card: Card) -> float:
        """Chance that the next player cannot beat a card, from what he picked up and what is unseen."""
        if card not in self._chances:
            self._chances[card] = self._stop(beating(self.view.trumps[self.after], card))
        return self._chances[card]

    def _stop(self, beaters: CardSet) -> float:
        view = self.view
        if view.known[self.after] & beaters:
            return 0.0
        unseen, hidden = view.unseen.bit_count(), view.hidden(self.after)
        good = (view.unseen & beaters & ~self.avoid[self.after]).bit_count()
        return comb(unseen - good, hidden) / comb(unseen, hidden)

    # -- words -----------------------------------------------------------------------------------

    def reason(self, action: Action) -> Reason:
        view = self.view
        if action.kind is ActionKind.PICK_UP:
            facts: dict[str, object] = {"count": view.take_count(), "cards": 1 << view.pile[-1]}
            if len(view.legal) == 1:
                return Reason("Nothing of mine beats {cards}, so I take {count}.", facts)
            return Reason("I could beat {cards}, but what that costs is worth more than the {count} I take.", facts)
        if action.kind is ActionKind.LEAD:
            return self.lead_reason(action.payload.bit_length() - 1, {})
        facts = {"cover_cards": 1 << action.cover}
        if action.lead_after is None:
            return Reason("{cover_cards} beats it and was my last card: I am out.", facts)
        return self.lead_reason(action.lead_after, facts)

    def lead_reason(self, card: Card, facts: dict[str, object]) -> Reason:
        chance, cover = self.chance_to_stop(card), "{cover_cards} is the cheapest that beats it; " if facts else ""
        facts |= {"lead_cards": 1 << card, "next_seat": self.after, "chance": chance}
        if self.view.counts[self.seat] == (2 if cover else 1):
            return Reason(
                "{cover_cards} beats it, {lead_cards} goes on top, and I am out."
                if cover
                else "{lead_cards} is my last card: I am out.",
                facts,
            )
        if chance == 1.0:
            return Reason(cover + "player {next_seat} cannot beat {lead_cards} and must pick up.", facts)
        if chance > 0.5:
            return Reason(cover + "player {next_seat} will hardly beat {lead_cards} ({chance}).", facts)
        return Reason(cover + "{lead_cards} is the card I miss least.", facts)


def would_have_played(view: SvoiView) -> list[CardSet]:
    """For each seat, cards that beat something it picked up instead: hardly among those it was dealt."""
    avoid: list[CardSet] = [0] * view.profile.players
    pile: list[Card] = []
    for seat, action, taken in view.moves:
        if action.kind is ActionKind.PICK_UP:
            avoid[seat] |= beating(view.trumps[seat], pile[-1])
            del pile[len(pile) - taken.bit_count() :]
            continue
        if action.kind is ActionKind.LEAD:
            pile += cards_of(action.payload)
        else:
            pile += [action.cover] if action.lead_after is None else [action.cover, action.lead_after]
    return avoid
