"""How Svoi Kozyri is recorded: the actions in order, eight a line.

    deal 1 dealer=4 leader=1 trumps=shdc score=0:0:0:0
    deck 7sAh...
    1. 1: 7d 9d/Js Qs/6c + 8h/9c Kc/7h 10h/6s +
    over last_card loser=3

Everything that is played is seen, so a record of what one seat saw lacks cards of the deck only: those
that others were dealt. A six that was given away (C4) stands among the cards of its giver. To read
such a record, the plays tell which of these cards each player must have been dealt; the cards that
nobody has played yet are spread somehow, and looked at by nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shokha import events as ev
from shokha.actions import Action, ActionKind, Combination, parse_action
from shokha.cards import PACK, Card, CardSet, Suit, cards_of, format_card
from shokha.errors import NotationError, RecordError
from shokha.notation import quote
from shokha.profile import RuleProfile
from shokha.recording import PLAYS, Line, Viewpoint, colons, deck_line
from shokha.svoi.deal import SUITS, SvoiDeal, SvoiResult
from shokha.svoi.match import SvoiMatch
from shokha.svoi.view import SvoiView
from shokha.view import observations

A_LINE = 8
"""Actions in a line."""


class SeenSvoiDeal:
    """A deal as one audience saw it. Behind it stands a deal that agrees in all that was seen."""

    def __init__(self, deal: SvoiDeal, seat: int | None) -> None:
        self.deal, self.seat = deal, seat
        self.profile, self.number = deal.profile, deal.number

    @property
    def events(self) -> list[ev.Event]:
        """What the audience saw."""
        return observations(self.deal.events, self.seat)

    @property
    def is_over(self) -> bool:
        return self.deal.is_over

    @property
    def result(self) -> SvoiResult | None:
        """How the deal ended; None while it is running."""
        return self.deal.result

    def view(self, seat: int | None) -> SvoiView:
        """What the viewer knew; nobody else's knowledge is in it."""
        if seat != self.seat:
            raise NotationError("This record was written for another seat.")
        return SvoiView.fold(self.profile, seat, self.events)


class SvoiRecorder:
    """The `recording.Recorder` of Svoi Kozyri."""

    unit = "row"

    # -- writing ---------------------------------------------------------------------------------

    def opening(self, events: Sequence[ev.Event]) -> dict[str, str]:
        """The first dealer, and the suits if they were settled before the first deal (C1, QC2)."""
        tags: dict[str, str] = {}
        for e in events:
            if isinstance(e, ev.MatchStarted):
                tags["Dealer"] = str(e.dealer + 1)
            elif isinstance(e, ev.PackDealt):
                if -1 not in e.trumps:
                    tags["Trumps"] = _suits(e.trumps)
                break
        return tags

    def deal_lines(self, events: Sequence[ev.Event]) -> list[Line]:
        """The lines of one deal."""
        start = next(e for e in events if isinstance(e, ev.PackDealt))
        head = Line(
            "deal",
            (str(start.number),),
            {
                "dealer": str(start.dealer + 1),
                "leader": str(start.leader + 1),
                "trumps": _suits(start.trumps),
                "score": colons(start.standing),
            },
        )
        row = list(start.deck) if start.deck else _known_row(start, events)
        return [head, deck_line(row, None), *_plays(events)]

    # -- reading ---------------------------------------------------------------------------------

    def start(self, profile: RuleProfile, tags: Mapping[str, str]) -> SvoiMatch:
        """The match that the tags describe."""
        n, dealer, text = profile.players, tags.get("Dealer", ""), tags.get("Trumps", "")
        if dealer not in [str(seat + 1) for seat in range(n)]:
            raise RecordError(f"The tag Dealer names a seat from 1 to {n}, not {quote(dealer)}.", "tags")
        trumps = ["shdc".find(letter) for letter in text]
        if text and (len(trumps) != n or -1 in trumps or len(set(trumps)) < n):
            raise RecordError(
                f"The tag Trumps has {n} different suits such as {'shdc'[:n]}, not {quote(text)}.", "tags"
            )
        return SvoiMatch(profile, int(dealer) - 1, trumps or None)

    def open(
        self,
        match: SvoiMatch,
        head: Line,
        row: list[Card | None],
        peek: int,
        viewpoint: Viewpoint,
        plays: Sequence[str],
    ) -> SvoiDeal | SeenSvoiDeal:
        """Start the next deal: with the whole deck, or with one that fits all that an audience saw."""
        if len(row) != 36 or peek or any(card is not None and card > 35 for card in row):
            raise RecordError("The deck has the 36 cards from six to ace here, and nothing is shown from it.")
        if viewpoint == "complete":
            if None in row:
                raise RecordError("The deck of a complete record has no unknown cards.")
            return match.start_deal([card for card in row if card is not None])
        seat = None if viewpoint == "public" else viewpoint
        return SeenSvoiDeal(match.start_deal(_Dealt(match, row, seat).deck(plays)), seat)

    def number(self, deal: Any) -> int:
        """The line that the next action belongs to."""
        return len(_real(deal).actions) // A_LINE + 1

    def turn(self, deal: Any) -> int:
        """Who acts; -1 when the deal is over."""
        actor = _real(deal).actor
        return -1 if actor is None else actor

    def play(self, deal: Any, token: str) -> None:
        """Play one action."""
        _real(deal).play(token)

    def close(self, deal: Any, line: Line) -> None:
        """Nothing is left to learn."""


def _real(deal: SvoiDeal | SeenSvoiDeal) -> SvoiDeal:
    return deal.deal if isinstance(deal, SeenSvoiDeal) else deal


def _suits(trumps: Sequence[int]) -> str:
    return "".join(Suit(suit).letter if suit >= 0 else "?" for suit in trumps)


# -- from events to lines ------------------------------------------------------------------------------------


def _known_row(start: ev.PackDealt, events: Sequence[ev.Event]) -> list[Card | None]:
    """The deck as far as an audience knows it; the order within one hand is not known."""
    order = [seat for seat in range(4) if start.seats >> seat & 1]
    first = order.index(start.dealer) + 1
    places = {seat: [i for i in range(36) if order[(first + i) % len(order)] == seat] for seat in order}
    row: list[Card | None] = [None] * 36
    for e in events:
        cards = [*cards_of(e.cards)] if isinstance(e, ev.CardsDealt) else []
        if isinstance(e, ev.SixGiven) and e.card not in row:
            cards = [e.card]
        seat = e.seat if isinstance(e, ev.CardsDealt) else e.giver if isinstance(e, ev.SixGiven) else 0
        for card in cards:
            row[places[seat].pop(0)] = card
    return row


def _tokens(events: Sequence[ev.Event]) -> Iterator[tuple[int, str]]:
    """Every action with its seat."""
    covered: ev.CardCovered | None = None
    for e in events:
        if covered is not None and not isinstance(e, ev.CardLed):
            yield covered.seat, f"{format_card(covered.card)}."
            covered = None
        match e:
            case ev.TrumpPicked():
                yield e.seat, f"!{SUITS[e.suit].name.lower()}"
            case ev.CardCovered():
                covered = e
            case ev.CardLed():
                yield e.seat, (f"{format_card(covered.card)}/" if covered else "") + format_card(e.card)
                covered = None
            case ev.CardsPickedUp():
                yield e.seat, "+"
            case _:
                pass


def _plays(events: Sequence[ev.Event]) -> Iterator[Line]:
    played = [*_tokens(events)]
    for i in range(0, len(played), A_LINE):
        words = [token for _, token in played[i : i + A_LINE]]
        yield Line(PLAYS, (str(i // A_LINE + 1), str(played[i][0] + 1), *words))
    for e in events:
        if isinstance(e, ev.PileDealEnded):
            yield Line("over", (e.reason,), {"loser": str(e.loser + 1)} if e.loser >= 0 else {})


# -- a deck that fits --------------------------------------------------------------------------------------


class _Dealt:
    """Finds out who must have been dealt what, from a seat's deck and from everything that was played."""

    def __init__(self, match: SvoiMatch, row: list[Card | None], seat: int | None) -> None:
        n = match.profile.players
        self.settings, self.row, self.seat, self.n = match.settings, row, seat, n
        self.order = [(match.dealer + i) % n for i in range(1, n + 1)]
        self.trumps = list(match.trumps or [-1] * n)
        self.dealt: list[CardSet] = [0] * n
        for i, card in enumerate(row):
            if card is not None:
                self.dealt[self.order[i % n]] |= 1 << card

    def deck(self, plays: Sequence[str]) -> list[Card]:
        """A whole deck. Raises `RecordError` when none fits."""
        moves = self._moves(plays)
        picks = self.trumps.count(-1)
        for i, move in enumerate(moves[:picks]):
            if move.kind is not ActionKind.DECLARE or move.combination not in SUITS:
                raise RecordError("Suits are picked first (C1).")
            self.trumps[self.order[i]] = SUITS.index(Combination(move.payload))
        if -1 not in self.trumps:
            self._sixes()
            self._follow(moves[picks:])
        return self._fill()

    def _moves(self, plays: Sequence[str]) -> list[Action]:
        """The plays as far as they can be read; what cannot is refused where it stands, later."""
        moves = []
        for token in plays:
            try:
                moves.append(parse_action(token))
            except NotationError:
                break
        return moves

    def _sixes(self) -> None:
        """Six and owner: a six that nobody was seen to give away was dealt to its owner (C4)."""
        if not self.settings.exchange_sixes:
            return
        placed = sum(self.dealt)
        for owner, suit in enumerate(self.trumps):
            if not placed >> 9 * suit & 1:
                self.dealt[owner] |= 1 << 9 * suit

    def _follow(self, moves: Sequence[Action]) -> None:
        """Go through the plays: a card that was not picked up before was dealt."""
        hands = self._after_exchange()
        counts = [36 // self.n + hands[s].bit_count() - self.dealt[s].bit_count() for s in range(self.n)]
        pile: list[Card] = []
        turn = 0
        for move in moves:
            seat = self.order[turn]
            if move.kind is ActionKind.PICK_UP:
                for _ in range(self._takes(seat, pile)):
                    hands[seat] |= 1 << pile.pop()
                    counts[seat] += 1
            for card in self._put(move):
                if not hands[seat] >> card & 1:
                    self.dealt[seat] |= 1 << card
                hands[seat] &= ~(1 << card)
                counts[seat] -= 1
                pile.append(card)
            for _ in range(self.n):
                turn = (turn + 1) % self.n
                if counts[self.order[turn]] > 0:
                    break

    def _after_exchange(self) -> list[CardSet]:
        hands = [cards & PACK for cards in self.dealt]
        for owner, suit in enumerate(self.trumps if self.settings.exchange_sixes else ()):
            six = 1 << 9 * suit
            hands = [hand | six if seat == owner else hand & ~six for seat, hand in enumerate(hands)]
        return hands

    def _put(self, move: Action) -> list[Card]:
        if move.kind is ActionKind.LEAD:
            return [*cards_of(move.payload & PACK)]
        if move.kind is ActionKind.COVER:
            after = move.lead_after
            return [card for card in (move.cover, after) if card is not None and card < 36]
        return []

    def _takes(self, seat: int, pile: list[Card]) -> int:
        """How many cards picking up takes (C10)."""
        s, top = self.settings, pile[-1] if pile else 0
        own = top // 9 == self.trumps[seat]
        return min(len(pile), s.pick_up_plain if not own else s.pick_up_ace if top % 9 == 8 else s.pick_up_trump)

    def _fill(self) -> list[Card]:
        """Put the rest where there is room, but nothing more to the viewer's own hand."""
        share, whole = 36 // self.n, 0
        for cards in self.dealt:
            if whole & cards or cards.bit_count() > share:
                raise RecordError("No deck fits what is played here: somebody plays a card that he cannot hold.")
            whole |= cards
        is_dealt = -1 not in self.trumps
        if is_dealt and self.seat is not None and self.dealt[self.seat].bit_count() != share:
            raise RecordError(f"The deck does not tell the whole hand of seat {self.seat + 1}.")
        rest = [*cards_of(PACK & ~whole)]
        places = {seat: iter(self._hand(seat, share, rest)) for seat in range(self.n)}
        return [next(places[self.order[i % self.n]]) for i in range(36)]

    def _hand(self, seat: int, share: int, rest: list[Card]) -> list[Card]:
        hand = [*cards_of(self.dealt[seat])]
        while len(hand) < share:
            hand.append(rest.pop())
        return hand


RECORDER = SvoiRecorder()
