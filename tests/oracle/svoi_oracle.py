"""Svoi Kozyri, slow and obvious, written from the rule book alone and sharing no code with the engine.

Cards are texts (`10h`), hands are sets of them, the pile is a list with its top last, moves are texts:
`Qs` leads, `6d/Qs` covers and leads, `6d.` covers with the last card, `+` picks up. Every position of
the deal is kept whole for the repetition rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

LADDER = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]  # C2: plain order
PACK = [rank + suit for suit in "shdc" for rank in LADDER]


def rank(card: str) -> int:
    return LADDER.index(card[:-1])


def suit(card: str) -> str:
    return card[-1]


def beats(card: str, top: str, own: str) -> bool:
    """C7: a higher one of its suit, or one's own trump on anything that is not of that suit."""
    if suit(card) == suit(top):
        return rank(card) > rank(top)
    return suit(card) == own


class Oracle:
    """One deal. `trumps` gives each seat's suit letter; seats without an entry do not play."""

    def __init__(
        self,
        hands: Mapping[int, Iterable[str]],
        pile: Sequence[str],
        turn: int,
        trumps: Mapping[int, str],
        *,
        free: bool = False,
        plain: int = 3,
        trump: int = 5,
        ace: int = 36,
        times: int = 3,
        cap: int = 1000,
    ) -> None:
        self.hands = {seat: set(cards) for seat, cards in hands.items()}
        self.pile = list(pile)
        self.turn = turn
        self.trumps = dict(trumps)
        self.free = free
        self.numbers = (plain, trump, ace)
        self.times, self.cap = times, cap
        self.turns = 0
        self.over = False
        self.loser: int | None = None
        self.reason = ""
        self.positions = [self.position()]  # X24: the starting position is the first occurrence

    @classmethod
    def deal(
        cls,
        deck: Sequence[str],
        dealer: int,
        trumps: Mapping[int, str],
        exchange: bool = True,
        **rules: int,
    ) -> Oracle:
        """C3 and X26: one at a time from the dealer's left. C4: then the sixes go home."""
        seats = sorted(trumps)
        order = [s for s in seats if s > dealer] + [s for s in seats if s <= dealer]
        hands: dict[int, set[str]] = {s: set() for s in seats}
        for i, card in enumerate(deck):
            hands[order[i % len(order)]].add(card)
        if exchange:
            for owner, letter in trumps.items():
                for hand in hands.values():
                    hand.discard("6" + letter)
                hands[owner].add("6" + letter)
        return cls(hands, [], order[0], trumps, **rules)

    def position(self) -> tuple[object, ...]:
        hands = tuple((s, tuple(sorted(h))) for s, h in sorted(self.hands.items()))
        return hands, tuple(self.pile), self.turn, self.free

    def take_count(self) -> int:
        """C10: how many cards picking up would take."""
        top, own = self.pile[-1], self.trumps[self.turn]
        plain, trump, ace = self.numbers
        wanted = plain if suit(top) != own else ace if top[:-1] == "A" else trump
        return min(wanted, len(self.pile))

    def look(self) -> list[str]:
        """C9, X25: what picking up would take and one more, top first; nothing on lead."""
        if self.over or not self.pile or self.free:
            return []
        return self.pile[::-1][: self.take_count() + 1]

    def legal(self) -> set[str]:
        if self.over:
            return set()
        hand = self.hands[self.turn]
        if not self.pile or self.free:
            return set(hand)  # QC3: a lead onto an empty table, or a free one, is compulsory
        moves = {"+"}
        for card in hand:
            if beats(card, self.pile[-1], self.trumps[self.turn]):
                others = hand - {card}
                moves |= {f"{card}/{other}" for other in others} if others else {card + "."}
        return moves

    def play(self, move: str) -> None:
        assert move in self.legal(), move
        seat, hand = self.turn, self.hands[self.turn]
        was_beat = False
        if move == "+":
            count = self.take_count()
            hand |= set(self.pile[-count:])
            del self.pile[-count:]
        else:
            for card in move.rstrip(".").split("/"):
                hand.remove(card)
                self.pile.append(card)
            was_beat = move.endswith(".")
        self.turns += 1
        self.free = False
        still = [s for s in self.hands if self.hands[s]]
        if not hand and len(still) == 1:
            self._finish(still[0], was_beat)
            return
        self.turn = self._next(seat)
        self.free = not hand and was_beat  # C12
        self.positions.append(self.position())
        if self.positions.count(self.position()) >= self.times:
            self.over, self.reason = True, "repetition"
        elif self.turns >= self.cap:
            self.over, self.reason = True, "cap"

    def _next(self, seat: int) -> int:
        """C8, C11: clockwise, empty hands skipped."""
        seats = sorted(self.hands)
        at = seats.index(seat)
        for other in seats[at + 1 :] + seats[: at + 1]:
            if self.hands[other]:
                return other
        raise AssertionError("nobody has cards")

    def _finish(self, last: int, was_beat: bool) -> None:
        """C13: the last with cards loses, unless his only card answers a lead."""
        self.over = True
        left = list(self.hands[last])
        if not was_beat and len(left) == 1 and beats(left[0], self.pile[-1], self.trumps[last]):
            self.reason = "draw"
        else:
            self.loser, self.reason = last, "last_card"
