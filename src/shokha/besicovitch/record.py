"""How Besicovitch's game is recorded: one line a pile, from the lead to the empty table until somebody takes it.

    deal 1 dealer=1 leader=2 score=0:0
    deck AsKh...
    1. 2: Qd Kd/7c 8c/9h +
    2. 1: 6s ...
    over last_card winner=1

Nothing is hidden, so a record of what one seat saw differs in one thing: the order of the pack, which nobody sees and
which does not matter, is not there. A pack that gives the same hands stands instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shokha import events as ev
from shokha.besicovitch.deal import BesicovitchDeal
from shokha.besicovitch.match import BesicovitchMatch
from shokha.besicovitch.pack import own_suits
from shokha.besicovitch.phases import Phase
from shokha.cards import Card, CardSet, cards_of, format_card
from shokha.errors import RecordError
from shokha.notation import quote
from shokha.profile import RuleProfile
from shokha.recording import PLAYS, Line, Viewpoint, colons, deck_line


class BesicovitchRecorder:
    """The `recording.Recorder` of Besicovitch's game."""

    # -- writing ---------------------------------------------------------------------------------

    def opening(self, events: Sequence[ev.Event]) -> dict[str, str]:
        """Who deals, and who starts the first deal (QZ2)."""
        tags: dict[str, str] = {}
        for e in events:
            if isinstance(e, ev.MatchStarted):
                tags["Dealer"] = str(e.dealer + 1)
            elif isinstance(e, ev.PackDealt):
                tags["Leader"] = str(e.leader + 1)
                break
        return tags

    def deal_lines(self, events: Sequence[ev.Event]) -> list[Line]:
        """The lines of one deal."""
        start = next(e for e in events if isinstance(e, ev.PackDealt))
        hands = {e.seat: e.cards for e in events if isinstance(e, ev.CardsDealt)}
        fields = {"dealer": str(start.dealer + 1), "leader": str(start.leader + 1), "score": colons(start.standing)}
        row = start.deck or stand_in(hands[start.dealer], hands[1 - start.dealer], start.dealer)
        return [Line("deal", (str(start.number),), fields), deck_line(row, None), *_plays(events)]

    # -- reading ---------------------------------------------------------------------------------

    def start(self, profile: RuleProfile, tags: Mapping[str, str]) -> BesicovitchMatch:
        """The match that the tags describe."""
        return BesicovitchMatch(profile, _seat_tag(tags, "Dealer"), _seat_tag(tags, "Leader"))

    def open(
        self,
        match: BesicovitchMatch,
        head: Line,
        row: list[Card | None],
        peek: int,
        viewpoint: Viewpoint,
        plays: Sequence[str],
    ) -> BesicovitchDeal:
        """Start the next deal. Its deck is known from every seat."""
        cards = [card for card in row if card is not None]
        if stray := [card for card in cards if not match.pack >> card & 1]:
            raise RecordError(f"{format_card(stray[0])} is not in the pack of {match.settings.cards} cards.")
        if len(cards) != match.settings.cards or None in row or peek:
            raise RecordError(f"The deck has {match.settings.cards} cards here, all of them known.")
        if match.deck and tuple(cards) != match.deck:
            raise RecordError("The second deal of a match is the first one again, so it has the same deck (QZ2).")
        return match.start_deal(cards)

    def number(self, deal: BesicovitchDeal) -> int:
        """The pile that is played to or comes next."""
        taken = sum(isinstance(e, ev.CardsPickedUp) for e in deal.events)
        return taken + 1

    def turn(self, deal: BesicovitchDeal) -> int:
        """Who leads to the empty table, or is in turn where an unfinished line goes on."""
        began = [e for e in deal.events if isinstance(e, ev.PileTurnBegan) and e.free]
        return began[-1].seat if deal.state.phase != Phase.OVER else -1

    def play(self, deal: BesicovitchDeal, token: str) -> None:
        """Play one action."""
        deal.play(token)

    def close(self, deal: BesicovitchDeal, line: Line) -> None:
        """Nothing is left to learn."""


def stand_in(drawn: CardSet, other: CardSet, dealer: int) -> tuple[Card, ...]:
    """A pack that gives these hands: first what the dealer keeps, then cards of the other's, then the rest (Z3)."""
    n = (drawn | other).bit_count()
    mine = own_suits(dealer, n)
    kept, foreign = drawn & mine, sorted(cards_of(own_suits(1 - dealer, n)))
    first = [*cards_of(kept), *foreign[: n // 2 - kept.bit_count()]]
    return (*first, *(card for card in cards_of(drawn | other) if card not in first))


def _plays(events: Sequence[ev.Event]) -> list[Line]:
    lines: list[Line] = []
    tokens: list[str] = []
    leader, covered = 0, ""

    def end_of_pile() -> None:
        if tokens:
            lines.append(Line(PLAYS, (str(len(lines) + 1), str(leader + 1), *tokens)))
            tokens.clear()

    for e in events:
        match e:
            case ev.PileTurnBegan():
                if e.free:
                    leader = e.seat
            case ev.CardCovered():
                covered = format_card(e.card)
                tokens.append(covered + ".")
            case ev.CardLed():
                led = format_card(e.card)
                if covered:
                    tokens[-1], covered = f"{covered}/{led}", ""
                else:
                    tokens.append(led)
            case ev.CardsPickedUp():
                tokens.append("+")
                end_of_pile()
            case ev.PileDealEnded():
                end_of_pile()
                won = {"winner": str(e.winner + 1)} if e.winner >= 0 else {}
                lines.append(Line("over", (e.reason,), won))
            case _:
                pass
    end_of_pile()
    return lines


def _seat_tag(tags: Mapping[str, str], name: str) -> int:
    text = tags.get(name, "1" if name == "Leader" else "")
    if text not in ("1", "2"):
        raise RecordError(f"The tag {name} names seat 1 or 2, not {quote(text)}.", "tags")
    return int(text) - 1


RECORDER = BesicovitchRecorder()
