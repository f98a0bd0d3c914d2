"""Kozel, slow and obvious, written from the rule book alone and sharing no rule with the engine.

Cards are (rank, suit) pairs, hands are lists, a pairing is looked for by trying every order of the
cards. Only `KozelSettings` and the numbering of actions are the engine's, so that the two can be
compared step by step. `kozel_count` counts deals and keeps matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from shokha.kozel.settings import KozelSettings

Card = tuple[str, str]

RANKS = ["6", "7", "8", "9", "J", "Q", "K", "10", "A"]  # A3, lowest first
SUITS = ["s", "h", "d", "c"]
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}  # A4
SHOKHA = ("6", "s")

PASS, DECLARE, LEAD, BEAT, DISCARD = range(5)
MOLODKA, MOSKVA, BURA, ACES = 1, 2, 3, 4


class Refused(ValueError):
    """The rules forbid the action."""


def number(card: Card) -> int:
    """The engine's number of a card."""
    return SUITS.index(card[1]) * 9 + RANKS.index(card[0])


def card(number_or_text: int | str) -> Card:
    """The card of the engine's number, or of a text such as ``10h``."""
    if isinstance(number_or_text, int):
        return RANKS[number_or_text % 9], SUITS[number_or_text // 9]
    return number_or_text[:-1], number_or_text[-1]


def encode(kind: int, cards: Iterable[Card] = (), combination: int = 0) -> int:
    """The engine's int for an action."""
    return kind * 2**56 + combination + sum(2 ** number(c) for c in cards)


def decode(action: int) -> tuple[int, list[Card], int]:
    """Kind, cards and combination of the engine's int."""
    kind, rest = divmod(action, 2**56)
    if kind == DECLARE:
        return kind, [], rest
    return kind, [card(n) for n in range(36) if rest // 2**n % 2], 0


def points(cards: Iterable[Card]) -> int:
    """Card points (A4)."""
    return sum(WORTH.get(rank, 0) for rank, _ in cards)


def subsets(hand: Sequence[Card]) -> list[list[Card]]:
    """Every non-empty part of a hand; the lowest card is the first binary digit of its place in the list."""
    cards = sorted(hand, key=number)
    found = []
    for index in range(1, 2 ** len(cards)):
        digits = [index // 2**place % 2 for place in range(len(cards))]
        found.append([c for c, taken in zip(cards, digits, strict=True) if taken])
    return found


def is_moskva(hand: Sequence[Card], shokha: bool) -> bool:
    """Four aces and tens with a real ace; the shokha may stand for a ten (A24, QD22)."""
    aces = [c for c in hand if c[0] == "A"]
    tens = [c for c in hand if c[0] == "10" or (shokha and c == SHOKHA)]
    return len(hand) == 4 and len(aces) + len(tens) == 4 and len(aces) >= 1


def is_molodka(hand: Sequence[Card], shokha: bool) -> bool:
    """Four of a suit, or three of a suit and the shokha (A25)."""
    suits = [c[1] for c in hand if not (shokha and c == SHOKHA)]
    return len(hand) == 4 and (len({c[1] for c in hand}) == 1 or (len(suits) == 3 and len(set(suits)) == 1))


class Oracle:
    """One deal. `phase` is window, lead, interrupt, reply or over; seats count from 0 clockwise."""

    def __init__(
        self,
        settings: KozelSettings,
        deck: Sequence[int],
        dealer: int,
        leader: int | None = None,
        seats: int | None = None,
        peek: int = 0,
    ) -> None:
        self.rules = settings
        self.seats = [s for s in range(settings.players) if seats is None or seats // 2**s % 2]
        pack = [card(n) for n in deck]
        self.pack = list(pack)
        self.hands: dict[int, list[Card]] = {s: [] for s in self.seats}
        for _ in range(4):  # A7: one at a time
            for seat in self.clockwise(dealer):
                self.hands[seat].append(pack.pop(0))
        if settings.trump_mode == "peek_middle":  # B3, QB2: the shown card stays where it is
            self.stock = pack
            self.shown = pack[peek]
        else:  # A7: the turn-up is drawn last
            self.stock = [*pack[1:], pack[0]]
            self.shown = pack[0]
        self.trump: str | None = self.shown[1]
        self.is_void = False
        self.pot_winner: int | None = None
        self.last_winner: int | None = None
        self.captures: dict[int, list[Card]] = {s: [] for s in self.seats}
        self.tricks: dict[int, int] = dict.fromkeys(self.seats, 0)
        self.trick_number = 0
        self.table: list[tuple[int, list[Card], bool]] = []
        """(seat, cards, face up) in order of play."""
        self.declared_lead = False
        """The lead of this trick was taken by a declaration."""
        self.asking: list[tuple[int, int]] = []
        """Who is still to be asked for what in the open window."""
        self.to_reply: list[int] = []
        self.draws: list[tuple[int, Card]] = []
        """The cards drawn after the last trick, in order."""
        self.leader = self.clockwise(dealer)[0] if leader is None else leader
        self.phase = "window"
        if settings.shokha and self.shown == SHOKHA:  # QA18, X8
            if settings.shokha_turnup == "redeal":
                self.is_void = True
                self.trump = None
                self.phase = "over"
                return
            if settings.shokha_turnup == "notrump":
                self.trump = None
        self.open_window()

    # -- who and what ----------------------------------------------------------------------------

    def clockwise(self, seat: int) -> list[int]:
        """The seats in play after `seat`, clockwise, itself last where it plays."""
        around = [(seat + step) % self.rules.players for step in range(1, self.rules.players + 1)]
        return [s for s in around if s in self.seats]

    def by_distance(self, seat: int) -> list[int]:
        """The seats in play clockwise from `seat`, itself first (QB9)."""
        order = self.clockwise(seat)
        return [order[-1], *order[:-1]]

    @property
    def actor(self) -> int:
        match self.phase:
            case "over":
                return -1
            case "window" | "interrupt":
                return self.asking[0][0]
            case "reply":
                return self.to_reply[0]
        return self.leader

    def is_trump(self, c: Card) -> bool:
        return c[1] == self.trump

    def beats(self, mine: Card, theirs: Card) -> bool:
        """A13, A5, QA12, QA19."""
        if self.rules.shokha and theirs == SHOKHA:
            return False
        if self.rules.shokha and mine == SHOKHA:
            return True
        if mine[1] == theirs[1]:
            return RANKS.index(mine[0]) > RANKS.index(theirs[0])
        return self.is_trump(mine)

    def can_take_over(self, response: Sequence[Card], master: Sequence[Card]) -> bool:
        """Each card of the master group has a different card of the response that beats it (A14)."""
        return any(
            all(self.beats(mine, theirs) for mine, theirs in zip(order, master, strict=True))
            for order in permutations(response)
        )

    def is_one_suit(self, cards: Sequence[Card]) -> bool:
        """May these be led together (A10, QA11, X7)?"""
        joker = self.rules.shokha and self.rules.shokha_lead_joker
        return len({c[1] for c in cards if not (joker and c == SHOKHA)}) <= 1

    def has_bura(self, cards: Sequence[Card]) -> bool:
        """Three trumps are among them (QM4, X18)."""
        return self.rules.bura and len([c for c in cards if self.is_trump(c)]) >= 3

    def is_auto_win(self, cards: Sequence[Card]) -> bool:
        """A combination that wins its own trick when led (D9, D10, QD17, QD21, X6)."""
        r = self.rules
        if r.declarations == "none":
            return False
        moskva = r.moskva_effect == "auto_win" and is_moskva(cards, r.shokha)
        return moskva or (r.molodka_effect == "auto_win" and is_molodka(cards, r.shokha))

    # -- legal actions -----------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """What the actor may do."""
        match self.phase:
            case "window" | "interrupt":
                return [encode(PASS), encode(DECLARE, combination=self.asking[0][1])]
            case "lead":
                found = [encode(LEAD, cards) for cards in subsets(self.hands[self.leader]) if self.may_lead(cards)]
                if self.may_claim_aces(self.leader):
                    found.append(encode(DECLARE, combination=ACES))
                return found
            case "reply":
                return self.replies()
        return []

    def may_lead(self, cards: Sequence[Card]) -> bool:
        if self.is_auto_win(cards):  # D9, X2, X7
            return True
        if not self.is_one_suit(cards):
            return False
        if len(cards) == 3 and self.has_bura(cards):  # X2
            return True
        if len(cards) not in self.rules.lead_sizes:
            return False
        others = [len(self.hands[s]) for s in self.seats if s != self.leader and self.hands[s]]
        if self.rules.uneven == "cap_lead" and others:  # QD13
            return len(cards) <= min(others)
        return True

    def may_claim_aces(self, seat: int) -> bool:
        return self.rules.four_aces and [c[0] for c in self.hands[seat]] == ["A"] * 4

    def replies(self) -> list[int]:
        hand, led = self.hands[self.to_reply[0]], self.table[0][1]
        if self.is_auto_win(led) or len(hand) < len(led):  # QD18, QD13
            return [encode(DISCARD, hand)]
        master = [cards for _, cards, face_up in self.table if face_up][-1]
        found = []
        for cards in subsets(hand):
            if len(cards) == len(led):
                if self.can_take_over(cards, master):
                    found.append(encode(BEAT, cards))
                found.append(encode(DISCARD, cards))
        return found

    # -- playing -----------------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Play a legal action. Raises `Refused`."""
        if action not in self.legal():
            raise Refused(action)
        kind, cards, combination = decode(action)
        seat = self.actor
        if kind == PASS:
            self.asking.pop(0)
            if not self.asking:
                self.phase = "lead" if self.phase == "window" else "reply"
        elif kind == DECLARE:
            self.declare(seat, combination)
        elif kind == LEAD:
            self.lead(seat, cards)
        else:
            self.reply(seat, cards, kind == BEAT)

    def declare(self, seat: int, combination: int) -> None:
        self.asking = []
        if combination in (BURA, ACES):  # QM4, QM5, X17
            self.pot_winner = seat
            self.phase = "over"
            return
        for owner, cards, _ in self.table:  # B8: the cards go back
            self.hands[owner] += cards
        self.table = []
        self.leader = seat
        self.declared_lead = True
        effect = self.rules.moskva_effect if combination == MOSKVA else self.rules.molodka_effect
        if effect == "lead_only":  # A27
            self.phase = "lead"
        else:  # D9, QB6, X9
            self.lead(seat, list(self.hands[seat]))

    def lead(self, seat: int, cards: list[Card]) -> None:
        self.put(seat, cards, True)
        if self.has_bura(cards):
            self.pot_winner = seat
            self.phase = "over"
            return
        self.to_reply = [s for s in self.clockwise(seat) if s != seat and self.hands[s]]
        self.go_on()

    def reply(self, seat: int, cards: list[Card], face_up: bool) -> None:
        self.put(seat, cards, face_up)
        self.to_reply.remove(seat)
        self.go_on()

    def put(self, seat: int, cards: list[Card], face_up: bool) -> None:
        self.hands[seat] = [c for c in self.hands[seat] if c not in cards]
        self.table.append((seat, cards, face_up))

    def go_on(self) -> None:
        """After a lead or a reply: an interrupt, the next reply, or the end of the trick."""
        if not self.to_reply:
            self.take()
            return
        self.asking = self.interrupters()
        self.phase = "interrupt" if self.asking else "reply"

    def interrupters(self) -> list[tuple[int, int]]:
        """B8, QB5, QB9 to QB11, X3 to X5."""
        led = self.table[0][1]
        closed = len(led) == 4 and (
            self.is_one_suit(led) or is_molodka(led, self.rules.shokha) or self.is_auto_win(led)
        )
        too_early = self.trick_number == 0 and not self.rules.declare_on_initial_deal
        if self.rules.declarations != "any_time" or closed or too_early:
            return []
        order = [s for s in self.by_distance(self.leader) if s in self.to_reply]
        return [(s, MOLODKA) for s in order if is_molodka(self.hands[s], self.rules.shokha)]

    def take(self) -> None:
        """The last complete overtake takes the trick, then everyone draws (A17, A19)."""
        winner = [seat for seat, _, face_up in self.table if face_up][-1]
        for _, cards, _ in self.table:
            self.captures[winner] += cards
        self.table = []
        self.tricks[winner] += 1
        self.trick_number += 1
        self.last_winner = winner
        self.draws = []
        while self.stock and min(len(hand) for hand in self.hands.values()) < 4:
            for seat in self.by_distance(winner):
                if self.stock and len(self.hands[seat]) < 4:
                    self.hands[seat].append(self.stock.pop(0))
                    self.draws.append((seat, self.hands[seat][-1]))
        holders = [s for s in self.by_distance(winner) if self.hands[s]]
        if not holders:  # A21
            self.phase = "over"
            return
        self.leader = holders[0]  # A20, QD14
        self.open_window()

    def open_window(self) -> None:
        """Everyone who may claim before the lead, in the order of asking (QA5, X1, X17)."""
        self.asking = []
        self.declared_lead = False
        order, r = self.by_distance(self.leader), self.rules
        if r.bura_any_time:
            for seat in order:
                if self.has_bura(self.hands[seat]):
                    self.asking.append((seat, BURA))
                elif self.may_claim_aces(seat):
                    self.asking.append((seat, ACES))
        initial = self.trick_number == 0
        if r.declarations != "none" and (r.declare_on_initial_deal or not initial):
            if r.moskva_effect != "none":
                self.asking += [(s, MOSKVA) for s in order if is_moskva(self.hands[s], r.shokha)]
            if r.molodka_effect != "none":
                self.asking += [(s, MOLODKA) for s in order if is_molodka(self.hands[s], r.shokha)]
        self.phase = "window" if self.asking else "lead"

    # -- results -----------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    def side(self, seat: int) -> int:
        return seat % 2 if self.rules.partnership == "pairs" else seat

    @property
    def side_count(self) -> int:
        return 2 if self.rules.partnership == "pairs" else self.rules.players

    def points_by_side(self) -> list[int]:
        return [
            sum(points(cards) for s, cards in self.captures.items() if self.side(s) == side)
            for side in range(self.side_count)
        ]

    def tricks_by_side(self) -> list[int]:
        return [sum(n for s, n in self.tricks.items() if self.side(s) == side) for side in range(self.side_count)]

    def clone(self) -> Oracle:
        """An independent copy."""
        other = object.__new__(Oracle)
        for name, value in vars(self).items():
            if isinstance(value, dict):
                value = {k: list(v) if isinstance(v, list) else v for k, v in value.items()}
            setattr(other, name, list(value) if isinstance(value, list) else value)
        return other
