"""Besicovitch's game written from the rule book alone, slow and obvious: a table to play at, and a solver.

Cards are texts such as ``Qh``, hands are sets of them. The solver's positions are texts as well: one letter for every
card saying where it lies, seen by the player to move. Nothing is shared with the product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import product

RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
OWN = ["sc", "hd"]
TRUMP = ["s", "h"]
IMAGE = {"s": "h", "h": "s", "c": "d", "d": "c"}


def pack(cards: int) -> set[str]:
    return {rank + suit for suit in "shdc" for rank in RANKS[: cards // 4]}


def image(card: str) -> str:
    return card[:-1] + IMAGE[card[-1]]


def beats(seat: int, card: str, top: str) -> bool:
    """Rule 4: a higher card of the suit, or one's trump on another suit."""
    if card[-1] == top[-1]:
        return RANKS.index(card[:-1]) < RANKS.index(top[:-1])
    return card[-1] == TRUMP[seat]


def deal(half: set[str], cards: int, dealer: int) -> list[set[str]]:
    """Rule 3, step by step."""
    hands: list[set[str]] = [set(), set()]
    hands[dealer] = {card for card in half if card[-1] in OWN[dealer]}
    hands[1 - dealer] = {image(card) for card in hands[dealer]}
    for seat in (0, 1):
        other = 1 - seat
        hands[seat] |= {c for c in pack(cards) if c[-1] in OWN[other]} - {image(c) for c in hands[seat]}
    return hands


class Table:
    """One deal. `legal` maps the text of every legal action to nothing else; `play` plays one."""

    def __init__(
        self,
        hands: list[set[str]],
        turn: int,
        pile: list[str] | None = None,
        *,
        taker_leads: bool = False,
        repetition: int = 3,
        cap: int = 0,
    ) -> None:
        self.hands = [set(hand) for hand in hands]
        self.turn, self.pile, self.turns = turn, list(pile or []), 0
        self.taker_leads, self.repetition, self.cap = taker_leads, repetition, cap
        self.winner: int | None = None
        self.reason = ""
        self.history: list[object] = []
        self.look()

    def look(self) -> None:
        now = (frozenset(self.hands[0]), frozenset(self.hands[1]), self.pile[-1:], self.turn)
        self.history.append(now)
        if self.history.count(now) == self.repetition:
            self.reason = "repetition"
        elif self.cap and self.turns == self.cap:
            self.reason = "cap"

    def legal(self) -> set[str]:
        if self.reason:
            return set()
        hand = self.hands[self.turn]
        if not self.pile:
            return set(hand)
        moves = {"+"}
        for card in hand:
            if beats(self.turn, card, self.pile[-1]):
                moves |= {f"{card}/{lead}" for lead in hand - {card}} if len(hand) > 1 else {card + "."}
        return moves

    def play(self, move: str) -> None:
        assert move in self.legal()
        me = self.turn
        self.turns += 1
        if move == "+":
            self.hands[me] |= set(self.pile)
            self.pile = []
            if not self.taker_leads:
                self.turn = 1 - me
        else:
            for card in move.rstrip(".").split("/"):
                self.hands[me].remove(card)
                self.pile.append(card)
            self.turn = 1 - me
        if not self.hands[me]:
            self.winner, self.reason = me, "last_card"
        else:
            self.look()


# -- the solver ----------------------------------------------------------------------------------------

# A position: one letter a card, in the order own trump, other trump, own plain suit, other plain suit, each from the
# ace down. m: the player to move holds it, o: the other, p: in the pile, T: on top of the pile.
_TURN_ROUND = str.maketrans("mo", "om")
WON = "won"


def turned(where: str) -> str:
    """The same, seen by the other player."""
    r = len(where) // 4
    own, other, plain, foreign = (where[i * r : (i + 1) * r] for i in range(4))
    return (other + own + foreign + plain).translate(_TURN_ROUND)


def _put(where: str, card: int, letter: str) -> str:
    return where[:card] + letter + where[card + 1 :]


def moves(where: str, taker_leads: bool) -> Iterator[tuple[str, bool]]:
    """Where every move leads, and whether the same player is to move there."""
    r, top = len(where) // 4, where.find("T")
    mine = [card for card, letter in enumerate(where) if letter == "m"]
    if top < 0:
        for card in mine:
            yield (WON, True) if len(mine) == 1 else (turned(_put(where, card, "T")), False)
        return
    taken = where.replace("T", "m").replace("p", "m")
    yield (taken, True) if taker_leads else (turned(taken), False)
    for card in mine:
        if card // r == top // r:
            if card > top:
                continue
        elif card >= r:
            continue
        if len(mine) <= 2:
            yield WON, True  # out on the cover, or on the lead after it
            continue
        covered = _put(_put(where, top, "p"), card, "p")
        for lead in mine:
            if lead != card:
                yield turned(_put(covered, lead, "T")), False


def every_position(cards: int) -> Iterator[str]:
    """All positions in which both hold cards."""
    for letters in product("mop", repeat=cards):
        where = "".join(letters)
        if "m" in where and "o" in where:
            if "p" not in where:
                yield where
            for card, letter in enumerate(where):
                if letter == "p":
                    yield _put(where, card, "T")


def reachable(cards: int, taker_leads: bool) -> Iterator[str]:
    """All positions that can come up from any hands with an empty table."""
    todo = ["".join(letters) for letters in product("mo", repeat=cards) if len(set(letters)) == 2]
    known = set(todo)
    while todo:
        where = todo.pop()
        yield where
        for then, _ in moves(where, taker_leads):
            if then != WON and then not in known:
                known.add(then)
                todo.append(then)


def solve(positions: Iterable[str], taker_leads: bool) -> dict[str, int]:
    """Decided ones of the positions: d for a win in d actions, -d for a loss. Drawn ones are missing.

    Backwards from the end: a position is won as soon as one move wins, and lost once all moves lose.
    """
    before: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    open_moves: dict[str, int] = {}
    value: dict[str, int] = {}
    for where in positions:
        count = 0
        for then, same in moves(where, taker_leads):
            count += 1
            if then == WON:
                value[where] = 1
            else:
                before[then].append((where, same))
        open_moves[where] = count
    level, distance = list(value), 1
    while level:
        following = []
        for where in level:
            for earlier, same in before[where]:
                if earlier in value:
                    continue
                if (value[where] > 0) == same:
                    value[earlier] = distance + 1
                    following.append(earlier)
                else:
                    open_moves[earlier] -= 1
                    if not open_moves[earlier]:
                        value[earlier] = -distance - 1
                        following.append(earlier)
        level, distance = following, distance + 1
    return value


def hands_of(where: str) -> tuple[set[str], set[str], str | None]:
    """A position as hands of seat 0 (♠, to move) and seat 1, and the top."""
    r = len(where) // 4
    names = [rank + suit for suit in "shcd" for rank in RANKS[:r]]
    held = [{name for name, letter in zip(names, where, strict=True) if letter == who} for who in "mo"]
    top = where.find("T")
    return held[0], held[1], names[top] if top >= 0 else None
