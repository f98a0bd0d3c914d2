"""Sentences for people: what happened, whose turn it is, why a side got its penalty.

One place for the wording of the terminal. Texts go through `_`, so a gettext catalogue can replace them.
"""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from dataclasses import dataclass, field

from shokha import events as ev
from shokha import table as tb
from shokha.actions import Combination
from shokha.cards import Card, CardSet, RankLetters, Suit, cards_of, format_card, rank_of, suit_of
from shokha.kozel.scoring import reasons, sides
from shokha.profile import RuleProfile

SUITS = ("spades", "hearts", "diamonds", "clubs")
_COLOURS = {0: "", 1: "31", 2: "33", 3: "32"}


@dataclass(slots=True)
class Words:
    """Names and how to write cards: letters, glyphs or plain ASCII, colours or none."""

    profile: RuleProfile
    names: list[str]
    me: int | None = None
    letters: RankLetters = "en"
    glyphs: bool = True
    colour: bool = False
    translation: gettext.NullTranslations = field(default_factory=gettext.NullTranslations)
    playing: list[int] = field(default_factory=list)
    """Sides in the running deal, for the count."""
    counted: ev.DealCounted | None = None

    def _(self, text: str, **arguments: object) -> str:
        return self.translation.gettext(text).format(**arguments)

    def n(self, one: str, many: str, count: int, **arguments: object) -> str:
        """A text with a number in it."""
        return self.translation.ngettext(one, many, count).format(n=count, **arguments)

    def name(self, seat: int) -> str:
        return self.names[seat]

    def side(self, side: int) -> str:
        """The name of a side: its players."""
        if self.profile.game != "kozel":
            return self.names[side]
        mask = sides(self.profile.settings)[side]
        return " + ".join(name for seat, name in enumerate(self.names) if mask >> seat & 1)

    def card(self, card: Card) -> str:
        text = format_card(card, glyphs=self.glyphs, letters=self.letters)
        code = _COLOURS[suit_of(card)]
        return f"\033[{code}m{text}\033[0m" if self.colour and code else text

    def cards(self, cards: CardSet) -> str:
        """Cards by suit, high first."""
        order = sorted(cards_of(cards), key=lambda c: (suit_of(c), -rank_of(c)))
        return " ".join(self.card(card) for card in order)

    def suit(self, suit: int) -> str:
        if suit < 0:
            return self._("no trump")
        word = self._(SUITS[suit])
        return f"{Suit(suit).glyph} {word}" if self.glyphs else word


def combination(what: Combination) -> str:
    """What a combination is called."""
    return {Combination.ACES: "four aces"}.get(what, what.name.capitalize())


def tell(e: ev.Event, w: Words) -> str:
    """One observation as a sentence; "" for what needs none."""
    match e:
        case ev.DealStarted():
            w.playing = [i for i, side in enumerate(sides(w.profile.settings)) if side & e.seats]
            return w._("Deal {n}. {name} deals.", n=e.number, name=w.name(e.dealer))
        case ev.PackDealt():
            return w._("Deal {n}. {name} deals.", n=e.number, name=w.name(e.dealer))
        case ev.TrumpTurned():
            if e.trump < 0:
                return w._("{card} is turned up: there is no trump.", card=w.card(e.card))
            where = w._("turned up, drawn last") if e.drawn_last else w._("shown from the middle of the stock")
            return w._("Trump: {suit} ({card}, {where}).", suit=w.suit(e.trump), card=w.card(e.card), where=where)
        case ev.DealVoided():
            return w._("The shokha was turned up: the cards are dealt again.")
        case ev.Declared():
            what = combination(e.combination)
            return w._("{name} declares {what}: {cards}.", name=w.name(e.seat), what=what, cards=w.cards(e.cards))
        case ev.CardsReturned():
            return w.n("{n} card goes back to {name}.", "{n} cards go back to {name}.", e.count, name=w.name(e.seat))
        case ev.CardsLed():
            more = w._(" They win the trick.") if e.wins else ""
            return w._("{name} leads {cards}.", name=w.name(e.seat), cards=w.cards(e.cards)) + more
        case ev.CardsBeat():
            return w._("{name} beats with {cards}.", name=w.name(e.seat), cards=w.cards(e.cards))
        case ev.CardsDiscarded():
            if e.cards:
                return w._("{name} discards {cards} face down.", name=w.name(e.seat), cards=w.cards(e.cards))
            one, many = "{name} discards {n} card face down.", "{name} discards {n} cards face down."
            return w.n(one, many, e.count, name=w.name(e.seat))
        case ev.TrickTaken():
            return w._("{name} takes the trick.", name=w.name(e.seat))
        case ev.CardDrawn() if e.card is not None and (e.seat == w.me or e.open):
            return w._("{name} draws {card}.", name=w.name(e.seat), card=w.card(e.card))
        case ev.PotTaken():
            what = combination(e.combination)
            return w._(
                "{name} shows {what} ({cards}) and takes the pot.",
                name=w.name(e.seat),
                what=what,
                cards=w.cards(e.cards),
            )
        case ev.DealCounted():
            w.counted = e
            return ""
        case ev.DealScored():
            return _count(e, w)
        case ev.PotSettled():
            return _pot(e, w)
        case _:
            return _tell_match(e, w) or _tell_pile(e, w)


def _tell_match(e: ev.Event, w: Words) -> str:
    match e:
        case ev.MatchStarted():
            lines = [w._("A match of {version} begins (fingerprint {print}).", version=e.profile, print=e.fingerprint)]
            for drawn in e.lot:
                lines.append(w._("For the deal: ") + ", ".join(f"{w.name(s)} {w.card(c)}" for s, c in drawn) + ".")
            return "\n".join(lines)
        case ev.SidesEliminated():
            return w._("Out of the match: {names}.", names=", ".join(w.side(s) for s in e.sides))
        case ev.MatchEnded():
            winners = " " + w._("and") + " "
            text = w._("The match is over. Winner: {names}.", names=winners.join(w.side(s) for s in e.winners))
            if e.goats_with_eggs:
                losers = ", ".join(w.side(s) for s in e.losers)
                text += " " + w._("{names}: goats with eggs!", names=losers)
            return text
        case tb.SeatTaken() | tb.BotSubstituted() | tb.ReadyToGoOn():
            return ""
        case tb.Said():
            return f"{w.name(e.seat)}: {e.text}"
        case _:
            return ""


def _tell_pile(e: ev.Event, w: Words) -> str:
    match e:
        case ev.TrumpPicked():
            return w._("{name}: own trump {suit}.", name=w.name(e.seat), suit=w.suit(e.suit))
        case ev.SixGiven():
            return w._(
                "{name} gives {card} to {other}.", name=w.name(e.giver), card=w.card(e.card), other=w.name(e.receiver)
            )
        case ev.CardCovered():
            return w._("{name} beats with {cards}.", name=w.name(e.seat), cards=w.card(e.card))
        case ev.CardLed():
            return w._("{name} leads {cards}.", name=w.name(e.seat), cards=w.card(e.card))
        case ev.CardsPickedUp():
            return w._("{name} picks up {cards}.", name=w.name(e.seat), cards=w.cards(e.cards))
        case ev.WentOut():
            return w._("{name} is out.", name=w.name(e.seat))
        case ev.PileDealEnded():
            if e.loser >= 0:
                return w._("{name} is left with cards and loses the deal.", name=w.name(e.loser))
            if e.winner >= 0:
                return w._("{name} wins the deal.", name=w.name(e.winner))
            return w._("The deal is a draw ({reason}).", reason=w._(e.reason))
        case _:
            return ""


WHY = {
    "most": "most card points, so 0",
    "eggs": "60–60, eggs",
    "ge31": "31 or more, so 2",
    "gt31": "more than 31, so 2",
    "lt31": "30 or fewer but a trick, so 4",
    "le31": "31 or fewer, so 4",
    "no_trick": "not one trick, so 6",
    "no_points": "not one point, so 6",
    "flat": "fewer points, so 2",
    "tied_first": "tied for first",
    "second": "second place, so 2",
    "last": "last place, so 4",
    "tied_last": "nobody strictly last, so 2",
    "ge21": "21 or more, so 2",
    "lt21": "20 or fewer, so 4",
}


def _count(e: ev.DealScored, w: Words) -> str:
    """The count that explains 2, 4 or 6 (A28)."""
    lines = [w._("The count of deal {n}:", n=e.number)]
    c = w.counted
    if c is not None:
        why = reasons(w.profile.settings, c.points, c.tricks, w.playing)
        for side in w.playing:
            tricks = w.n("{n} trick", "{n} tricks", c.tricks[side])
            lines.append(
                f"  {w.side(side)}: {c.points[side]} points, {tricks}: +{e.penalties[side]} ({w._(WHY[why[side]])})"
            )
    if e.eggs:
        lines.append(w._("Eggs!"))
    return "\n".join([*lines, standing(e.totals, w)])


def standing(totals: Sequence[int], w: Words) -> str:
    """The score, with the version's name beside it."""
    settings = w.profile.settings
    if w.profile.game != "kozel":
        unit = w._("lost deals")
    elif settings.scoring == "pot":
        unit = w._("chips")
    else:
        unit = w._("penalty points, out at {n}", n=settings.target) if not settings.deals else w._("penalty points")
    scores = ", ".join(f"{w.side(side)}: {total}" for side, total in enumerate(totals))
    return f"{w._('Score')} ({w.profile.name}; {unit}): {scores}."


def _pot(e: ev.PotSettled, w: Words) -> str:
    lines = []
    c, w.counted = w.counted, None
    if c is not None:
        lines.append(w._("The count: ") + ", ".join(f"{w.side(s)} {c.points[s]}" for s in w.playing) + ".")
    if e.claimants:
        names = ", ".join(w.side(s) for s in e.claimants)
        lines.append(w._("A tie of {names}; {n} chips stay in the pot.", names=names, n=e.carried))
    else:
        lines.append(w._("The pot goes to {names}.", names=", ".join(w.side(s) for s in e.winners)))
    return "\n".join([*lines, standing(e.chips, w)])
