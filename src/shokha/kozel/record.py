"""How Kozel is recorded: one line a trick.

    3. 2: 4!moskva(AsAh10d10c) As _9c _7d ^Ah

reads: in the third trick it was seat 2's turn to lead; seat 4 showed a Moskva and led A♠; the others,
clockwise from it, discarded, discarded and beat. Cards led by the declaration itself are not written
again. Nor are passes: a holder who says nothing has passed. Only where that would be misread, at the
end of an unfinished deal and before claiming late what was not claimed in the window, a pass stands as
``4-``. In a seat's record ``4?moskva`` at the end tells that it is being asked. Lines are made of
events, so a redacted record holds what `view.redact` lets through, and hidden cards as numbers: ``_2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from shokha import events as ev
from shokha.actions import Combination, declare, parse_action
from shokha.cards import Card, cards_of, format_card, format_cards, parse_card, parse_cards
from shokha.errors import NotationError, RecordError
from shokha.kozel.deal import KozelDeal
from shokha.kozel.match import KozelMatch
from shokha.kozel.seen import SeenDeal
from shokha.notation import quote
from shokha.profile import RuleProfile
from shokha.recording import PLAYS, Line, Viewpoint, colons, deck_line
from shokha.shuffle import Lot
from shokha.view import observations

PASS = 0
_DECLARED = re.compile(r"([1-9])!(molodka|moskva|bura|aces)(?:\(([^()]*)\))?")
_PASSED = re.compile(r"([1-9])-")


class KozelRecorder:
    """The `recording.Recorder` of Kozel."""

    unit = "trick"

    # -- writing ---------------------------------------------------------------------------------

    def opening(self, events: Sequence[ev.Event]) -> dict[str, str]:
        """Dealer, the lot's cards, and who leads first where the lead was carried over (X20)."""
        tags: dict[str, str] = {}
        for e in events:
            if isinstance(e, ev.MatchStarted):
                tags["Dealer"] = str(e.dealer + 1)
                if e.lot:
                    tags["Lot"] = " / ".join(
                        " ".join(f"{seat + 1}:{format_card(card)}" for seat, card in round_) for round_ in e.lot
                    )
            elif isinstance(e, ev.DealStarted):
                order = _clockwise(e.seats, e.dealer)
                if e.leader != order[1]:
                    tags["Leader"] = str(e.leader + 1)
                break
        return tags

    def deal_lines(self, events: Sequence[ev.Event]) -> list[Line]:
        """The lines of one deal."""
        return list(_Writer(events).lines())

    # -- reading ---------------------------------------------------------------------------------

    def start(self, profile: RuleProfile, tags: Mapping[str, str]) -> KozelMatch:
        """The match that the tags describe."""
        dealer = _seat_tag(profile, tags, "Dealer")
        leader = _seat_tag(profile, tags, "Leader") if "Leader" in tags else None
        return KozelMatch(profile, dealer, _lot(tags.get("Lot", ""), profile.players), leader)

    def open(
        self,
        match: KozelMatch,
        head: Line,
        row: list[Card | None],
        peek: int,
        viewpoint: Viewpoint,
        plays: Sequence[str],
    ) -> KozelDeal | SeenDeal:
        """Start the next deal: with the whole deck, or with what a seat or the public saw of it."""
        stock = match.stock
        if len(row) != match.pack.bit_count():
            raise RecordError(f"The deck has {match.pack.bit_count()} cards here, not {len(row)}.")
        if stray := [card for card in row if card is not None and not match.pack >> card & 1]:
            raise RecordError(f"{format_card(stray[0])} is not in the pack.")
        if not 0 <= peek < stock:
            raise RecordError(f"peek= is a place in a stock of {stock} cards, not {peek}.")
        if viewpoint == "complete":
            if None in row:
                raise RecordError("The deck of a complete record has no unknown cards.")
            return match.start_deal([card for card in row if card is not None], peek)
        return _seen_deal(match, head, row, None if viewpoint == "public" else viewpoint)

    def number(self, deal: Any) -> int:
        """The trick that is played to or comes next."""
        return int(deal.state.trick_no) + 1 if isinstance(deal, KozelDeal) else int(deal.trick_no) + 1

    def turn(self, deal: Any) -> int:
        """Who leads in turn."""
        return int(deal.state.leader if isinstance(deal, KozelDeal) else deal.leader)

    def play(self, deal: Any, token: str) -> None:
        """Play one word of a trick's line; holders who are not named have passed."""
        if isinstance(deal, SeenDeal):
            deal.play_token(token)
        elif passed := _PASSED.fullmatch(token):
            _wait_for(deal, int(passed[1]) - 1)
            deal.play(PASS)
        elif declared := _DECLARED.fullmatch(token):
            _declare(deal, int(declared[1]) - 1, Combination[declared[2].upper()], declared[3])
        else:
            move = parse_action(token)
            while deal.asked():
                deal.play(PASS)
            deal.play(move)

    def close(self, deal: Any, line: Line) -> None:
        """A deal seen from a seat takes the count from its line."""
        if isinstance(deal, SeenDeal) and line.word == "count":
            deal.count(line)


def _wait_for(deal: KozelDeal, seat: int) -> None:
    """Let the others pass until this seat is asked."""
    if seat not in [holder for holder, _ in deal.asked()]:
        raise NotationError(f"Seat {seat + 1} is not asked here, so it cannot pass.")
    while deal.actor != seat:
        deal.play(PASS)


def _declare(deal: KozelDeal, seat: int, combination: Combination, shown: str | None) -> None:
    """Declare for a seat: in the window once it is asked, or with four aces on lead (QM5)."""
    claim = (seat, combination)
    while deal.asked() and deal.asked()[0] != claim and claim in deal.asked():
        deal.play(PASS)
    if deal.asked()[:1] != [claim] and combination is Combination.ACES:
        while deal.asked():
            deal.play(PASS)
    if deal.actor != seat:
        raise NotationError(f"Seat {seat + 1} cannot declare {combination.name.lower()} here.")
    hand = deal.state.hand(seat)
    cards = hand & 0x1FF << 9 * deal.state.trump if combination is Combination.BURA else hand
    if shown is not None and parse_cards(shown) != cards:
        raise NotationError(f"Seat {seat + 1} holds {format_cards(cards)}, not {quote(shown)}.")
    deal.play(declare(combination))


def _clockwise(seats: int, first: int) -> list[int]:
    """The seats in play from one of them on."""
    return [s for s in ((first + i) % 5 for i in range(5)) if seats >> s & 1]


def _seat_tag(profile: RuleProfile, tags: Mapping[str, str], name: str) -> int:
    text = tags.get(name, "")
    if text not in [str(s + 1) for s in range(profile.players)]:
        raise RecordError(f"The tag {name} names a seat from 1 to {profile.players}, not {quote(text)}.", "tags")
    return int(text) - 1


def _lot(text: str, players: int) -> Lot:
    """The cards drawn for the first deal, round by round (D4)."""
    rounds = []
    for part in text.split("/") if text else ():
        drawn = []
        for word in part.split():
            match = re.fullmatch(r"([1-5]):(\S{2,3})", word)
            if match is None or int(match[1]) > players:
                raise RecordError(f"The tag Lot holds {quote(word)}; write 1:7h 2:9c.", "tags")
            try:
                drawn.append((int(match[1]) - 1, parse_card(match[2])))
            except NotationError as error:
                raise RecordError(str(error), "tags") from None
        rounds.append(tuple(drawn))
    return tuple(rounds)


def _seen_deal(match: KozelMatch, head: Line, row: list[Card | None], seat: int | None) -> SeenDeal:
    """A deal of which only some cards are known.

    The match deals a stand-in pack that agrees in what is known, so antes, dealer and leader come out
    as they did. What it gave to the others is looked at by nobody.
    """
    dealt, peek = 4 * match.seats.bit_count(), 0
    full = list(row)
    if match.settings.trump_mode == "peek_middle":
        try:
            shown = parse_card(head.fields.get("shown", ""))
        except NotationError as error:
            raise head.fault(str(error)) from None
        if shown not in full:
            full[next(i for i in range(dealt, len(full)) if full[i] is None)] = shown
        if shown not in full[dealt:]:
            raise head.fault(f"{format_card(shown)} was dealt, so it cannot be shown from the stock (B3).")
        peek = full[dealt:].index(shown)
    elif full[dealt] is None:
        raise head.fault("The turn-up is unknown in the deck (A7).")
    rest = iter([card for card in cards_of(match.pack) if card not in full])
    deal = match.start_deal([next(rest) if card is None else card for card in full], peek)
    start = [e for e in observations(deal.events, seat) if not isinstance(e, ev.Asked)]
    stock = row[dealt:] if deal.state.shown >= 0 else [*row[dealt + 1 :], row[dealt]]
    seen = SeenDeal(match.profile, seat, start, deal.state, stock)
    match.deal = cast(KozelDeal, seen)  # the match asks a deal for its result only
    return seen


# -- from events to lines ------------------------------------------------------------------------------------


class _Writer:
    """Writes one deal. Fed with the truth it writes a complete record, with observations a redacted one."""

    def __init__(self, events: Sequence[ev.Event]) -> None:
        self.events = events
        self.start = next(e for e in events if isinstance(e, ev.DealStarted))
        self.order = _clockwise(self.start.seats, self.start.dealer)
        self.order = [*self.order[1:], self.order[0]]
        self.dealt = 4 * len(self.order)
        self.row: list[Card | None] = list(self.start.deck or [None] * (self.dealt + self.start.stock))
        self.is_complete = self.start.deck is not None
        self.turned: ev.TrumpTurned | None = None
        self.drawn = 0
        self.body: list[Line] = []
        self.tokens: list[str] = []
        self.leader = self.start.leader
        self.number = 1
        self.asked: list[ev.Asked] = []
        self.passed: list[int] = []
        self.led_by_declaring = False
        self.led = False

    def lines(self) -> Iterator[Line]:
        """Head, deck, tricks, and how it ended."""
        for e in self.events:
            self.see(e)
        self.tokens += [f"{seat + 1}-" for seat in self.passed]
        if not self.is_complete:
            self.tokens += [f"{a.seat + 1}?{a.combination.name.lower()}" for a in self.asked]
        if self.tokens:
            self.end_of_trick(0)
        yield self.head()
        yield deck_line(self.row, self.start.peek)
        yield from self.body

    def head(self) -> Line:
        s, turned = self.start, self.turned
        fields = {
            "dealer": str(s.dealer + 1),
            "leader": str(s.leader + 1),
            "seats": "".join(str(seat + 1) for seat in sorted(self.order)),
            "score": colons(s.standing) if s.standing else "-",
        }
        if s.factor != 1:
            fields["factor"] = str(s.factor)
        if s.pot:
            fields["pot"] = str(s.pot)
        if turned is not None:
            fields["turnup" if turned.drawn_last else "shown"] = format_card(turned.card)
        return Line("deal", (str(s.number),), fields)

    def see(self, e: ev.Event) -> None:
        match e:
            case ev.CardsDealt():
                self.learn_hand(e)
            case ev.TrumpTurned():
                self.turned = e
                if e.drawn_last:
                    self.row[self.dealt] = e.card
            case ev.CardDrawn():
                self.learn_draw(e.card)
            case ev.TurnBegan():
                self.led_by_declaring = False
                if not self.tokens and not e.owes:
                    self.leader = e.seat
            case ev.Asked():
                self.asked.append(e)
            case ev.Passed():
                self.asked.clear()
                if self.is_complete:
                    self.passed.append(e.seat)
            case ev.Declared():
                self.add(f"{e.seat + 1}!{e.combination.name.lower()}({format_cards(e.cards)})")
                self.led_by_declaring = True
            case ev.CardsLed():
                self.led = True
                if not self.led_by_declaring:
                    self.add(format_cards(e.cards))
            case ev.CardsBeat():
                self.add("^" + format_cards(e.cards))
            case ev.CardsDiscarded():
                self.add("_" + (format_cards(e.cards) or str(e.count)))
            case ev.TrickTaken():
                self.end_of_trick(1)
            case _:
                self.see_end(e)

    def see_end(self, e: ev.Event) -> None:
        match e:
            case ev.DealVoided():
                self.body.append(Line("void"))
            case ev.PotTaken():
                if not self.led:
                    late = [i for i, seat in enumerate(self.passed) if seat == e.seat]
                    self.tokens += [f"{seat + 1}-" for seat in self.passed[: late[-1] + 1 if late else 0]]
                    self.add(f"{e.seat + 1}!{e.combination.name.lower()}({format_cards(e.cards)})")
                self.end_of_trick(1)
                self.body.append(Line("taken", (str(e.seat + 1), e.combination.name.lower(), format_cards(e.cards))))
            case ev.DealCounted():
                piles = {} if self.is_complete else {"piles": "/".join(format_cards(p) or "-" for p in e.piles)}
                self.body.append(Line("count", (colons(e.points),), {"tricks": colons(e.tricks)} | piles))
            case _:
                pass

    def add(self, token: str) -> None:
        """A public action: whoever was asked before it has passed."""
        self.tokens.append(token)
        self.asked.clear()
        self.passed.clear()

    def end_of_trick(self, step: int) -> None:
        self.body.append(Line(PLAYS, (str(self.number), str(self.leader + 1), *self.tokens)))
        self.tokens = []
        self.number += step
        self.led = False

    def learn_hand(self, e: ev.CardsDealt) -> None:
        """The four cards of a seat stand in its places of the deck; in which order is not known."""
        at = self.order.index(e.seat)
        for i, card in enumerate(cards_of(e.cards)):
            if not self.is_complete:
                self.row[at + i * len(self.order)] = card

    def learn_draw(self, card: Card | None) -> None:
        last_first = self.turned is not None and self.turned.drawn_last
        place = self.dealt + self.drawn + (1 if last_first else 0)
        if place < len(self.row) and card is not None:
            self.row[place] = card
        self.drawn += 1


RECORDER = KozelRecorder()
