"""Names of things: seats, sides, cards, suits, combinations; and plural forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from shokha import languages
from shokha.actions import Combination
from shokha.cards import Card, CardSet, RankLetters, Suit, cards_of, format_card, hand_order, rank_of, suit_of
from shokha.clean import clean
from shokha.profile import RuleProfile

NAME_LIMIT = 24

# Svoi Kozyri and Besicovitch's game rank the ten below the jack (C2).
_PLAIN_RANK = {-4: -4, -3: -3, -2: -2, -1: -1, 0: 0, 1: 1, 2: 2, 3: 3, 7: 4, 4: 5, 5: 6, 6: 7, 8: 8}


def in_order(cards: CardSet, game: str = "kozel") -> list[Card]:
    """Cards as a hand is sorted: suits ♠♥♦♣, high cards first by the game's own ranks."""
    if game == "kozel":
        return hand_order(cards)
    return sorted(cards_of(cards), key=lambda card: (suit_of(card), -_PLAIN_RANK[int(rank_of(card))]))


def _unpainted(card: Card, text: str) -> str:
    return text


class Words:
    """How one audience is spoken to.

    `names` run over the seats; `you` is the seat of the reader where there is exactly one. `glyphs`
    off writes suits as letters. `paint(card, text)` may colour a card's text.
    """

    def __init__(
        self,
        profile: RuleProfile,
        names: Sequence[str],
        *,
        you: int | None = None,
        sides: Sequence[int] = (),
        language: str = "en",
        letters: RankLetters = "en",
        glyphs: bool = True,
        paint: Callable[[Card, str], str] = _unpainted,
    ) -> None:
        self.profile = profile
        self.names = [clean(name, NAME_LIMIT) for name in names]
        self.you = you
        self.sides = tuple(sides) or tuple(1 << seat for seat in range(profile.players))
        """The sides as masks of seats, as the match has them."""
        self.letters = letters
        self.glyphs = glyphs
        self.paint = paint
        self._translation = languages.translation(language)

    # -- texts -----------------------------------------------------------------------------------

    def _(self, text: str) -> str:
        """A text in the reader's language."""
        return self._translation.gettext(text)

    def ngettext(self, one: str, many: str, n: int) -> str:
        """A text with a number in it, in the form that the number needs."""
        return self._translation.ngettext(one, many, n)

    def by(self, seat: int, you: str, name: str, **arguments: Any) -> str:
        """What a seat does: `you` for the reader's own, else `name`, which may use {name}."""
        text = you if seat == self.you else name
        return text.format(name=self.name(seat), **arguments)

    def listed(self, items: Iterable[str]) -> str:
        """``a, b and c``."""
        each = list(items)
        if len(each) < 2:
            return "".join(each)
        return self._("{first} and {last}").format(first=", ".join(each[:-1]), last=each[-1])

    @staticmethod
    def start(text: str) -> str:
        """A text as the beginning of a sentence."""
        return text[:1].upper() + text[1:]

    def points(self, n: int) -> str:
        return self.ngettext("{n} point", "{n} points", n).format(n=n)

    def tricks(self, n: int) -> str:
        return self.ngettext("{n} trick", "{n} tricks", n).format(n=n)

    def number_of_cards(self, n: int) -> str:
        return self.ngettext("{n} card", "{n} cards", n).format(n=n)

    def reason(self, reason: Any) -> str:
        """A bot's reason (`bots.base.Reason`) in the reader's language and letters."""
        return str(reason.text(self._(reason.template), letters=self.letters))

    # -- people ----------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """The name of a seat, wherever it stands in a sentence."""
        return self._("you") if seat == self.you else self.names[seat]

    def side(self, side: int) -> str:
        """The name of a side: its players."""
        return self.listed(self.name(seat) for seat in self.seats_of(side))

    def side_at_start(self, side: int) -> str:
        """The same at the beginning of a sentence."""
        return self.start(self.side(side))

    def seats_of(self, side: int) -> list[int]:
        """The seats of a side, the reader's own first."""
        seats = [seat for seat in range(self.profile.players) if self.sides[side] >> seat & 1]
        return sorted(seats, key=lambda seat: seat != self.you)

    # -- cards -----------------------------------------------------------------------------------

    def card(self, card: Card) -> str:
        return self.paint(card, format_card(card, glyphs=self.glyphs, letters=self.letters))

    def cards(self, cards: CardSet) -> str:
        """Cards in the order of a hand."""
        return self.row(in_order(cards, self.profile.game))

    def row(self, cards: Iterable[Card]) -> str:
        """Cards in the order given."""
        return " ".join(self.card(card) for card in cards)

    def suit(self, suit: int) -> str:
        """``hearts ♥``."""
        names = (self._("spades"), self._("hearts"), self._("diamonds"), self._("clubs"))
        return f"{names[suit]} {Suit(suit).glyph}" if self.glyphs else names[suit]

    def combination(self, what: Combination) -> str:
        match what:
            case Combination.MOLODKA:
                return self._("Molodka")
            case Combination.MOSKVA:
                return self._("Moskva")
            case Combination.BURA:
                return self._("Bura")
            case Combination.ACES:
                return self._("four aces")
            case _:
                return self.suit(what - Combination.SPADES)

    def title(self) -> str:
        """The version's own title."""
        return clean(self._(self.profile.title), 100)

    def version(self) -> str:
        """What is being played, house rules named, for beside the score."""
        name = clean(self.profile.id, 60)
        if not self.profile.house:
            return name
        return self._("{version}, house rules {settings}").format(version=name, settings=", ".join(self.profile.house))
