"""What happened, as sentences. A `Teller` follows one audience's stream of observations."""

from __future__ import annotations

from collections.abc import Iterable

from shokha import events as ev
from shokha import table as tb
from shokha.actions import Combination
from shokha.words.base import Words
from shokha.words.counting import count_lines, settled_lines, standing


class Teller:
    """Tells observations of one audience in order; it remembers what the count will need."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._started: ev.DealStarted | None = None
        self._counted: ev.DealCounted | None = None
        self._stock = 0
        self._drawn: list[ev.CardDrawn] = []

    def tell(self, observations: Iterable[ev.Event]) -> list[str]:
        """The sentences for some observations, a line each."""
        lines: list[str] = []
        for event in observations:
            if isinstance(event, ev.CardDrawn):
                self._drawn.append(event)
                continue
            lines += self._draws()
            lines += self._one(event)
        return lines + self._draws()

    def _draws(self) -> list[str]:
        """One line for a whole round of drawing: own cards, the turn-up, the end of the stock."""
        w, drawn, self._drawn = self.words, self._drawn, []
        if not drawn:
            return []
        told = []
        for seat in dict.fromkeys(event.seat for event in drawn):
            cards = [event.card for event in drawn if event.seat == seat and event.card is not None and not event.open]
            if cards:
                told.append(w.by(seat, w._("You draw {cards}."), w._("{name} draws {cards}."), cards=w.row(cards)))
        for event in drawn:
            if event.open and event.card is not None:
                you, name = w._("You draw the turn-up {card}."), w._("{name} draws the turn-up {card}.")
                told.append(w.by(event.seat, you, name, card=w.card(event.card)))
        self._stock -= len(drawn)
        if not self._stock:
            told.append(w._("The stock is empty."))
        return [" ".join(told)] if told else []

    def _one(self, e: ev.Event) -> list[str]:
        w = self.words
        match e:
            case ev.DealStarted():
                self._started, self._counted, self._stock = e, None, e.stock
                return _deal_started(w, e)
            case ev.DealCounted():
                self._counted = e
                return []
            case ev.DealScored():
                return [*count_lines(w, self._started, self._counted, e), standing(w, e.totals)]
            case ev.PotSettled():
                counted, self._counted = self._counted, None
                return [*settled_lines(w, self._started, counted, e), standing(w, e.chips)]
            case _:
                told = _tell_play(w, e) or _tell_pile(w, e) or _tell_match(w, e) or _tell_table(w, e)
                return [told] if told else []


# -- Kozel -----------------------------------------------------------------------------------------------


def _deal_started(w: Words, e: ev.DealStarted) -> list[str]:
    you, name = w._("Deal {n}. You deal."), w._("Deal {n}. {name} deals.")
    parts = [w.by(e.dealer, you, name, n=e.number)]
    if e.pot:
        parts.append(w.ngettext("The pot holds {n} chip.", "The pot holds {n} chips.", e.pot).format(n=e.pot))
    if e.factor > 1:
        parts.append(w._("Penalties of this deal count double."))
    away = [seat for seat in range(w.profile.players) if not e.seats >> seat & 1]
    if away:
        names = w.start(w.listed(w.name(seat) for seat in away))
        text = w.ngettext("{names} sits out.", "{names} sit out.", len(away))
        parts.append(w._("You sit out.") if away == [w.you] else text.format(names=names))
    return [" ".join(parts)]


def _tell_play(w: Words, e: ev.Event) -> str:
    match e:
        case ev.CardsDealt() if e.cards:
            you, name = w._("You are dealt {cards}."), w._("{name} is dealt {cards}.")
            return w.by(e.seat, you, name, cards=w.cards(e.cards))
        case ev.TrumpTurned():
            return _trump(w, e)
        case ev.DealVoided():
            return w._("The shokha was turned up: the cards are dealt again.")
        case ev.Declared():
            you, name = w._("You show a {what}: {cards}."), w._("{name} shows a {what}: {cards}.")
            return w.by(e.seat, you, name, what=w.combination(e.combination), cards=w.cards(e.cards))
        case ev.CardsReturned():
            return _returned(w, e)
        case ev.CardsLed():
            told = w.by(e.seat, w._("You lead {cards}."), w._("{name} leads {cards}."), cards=w.cards(e.cards))
            return f"{told} {w._('They win the trick by themselves: everybody discards.')}" if e.wins else told
        case ev.CardsBeat():
            you, name = w._("You beat with {cards}."), w._("{name} beats with {cards}.")
            return w.by(e.seat, you, name, cards=w.cards(e.cards))
        case ev.CardsDiscarded():
            return _discarded(w, e)
        case ev.TrickTaken():
            return w.by(e.seat, w._("You take the trick."), w._("{name} takes the trick."))
        case ev.PotTaken():
            return _pot_taken(w, e)
        case _:
            return ""


def _trump(w: Words, e: ev.TrumpTurned) -> str:
    card = w.card(e.card)
    if e.trump < 0:
        return w._("{card} is turned up: this deal has no trump.").format(card=card)
    if e.drawn_last:
        text = w._("Trump is {suit}: {card} is turned up and will be drawn last.")
    else:
        text = w._("Trump is {suit}: {card} was shown from the middle of the stock and went back.")
    return text.format(suit=w.suit(e.trump), card=card)


def _returned(w: Words, e: ev.CardsReturned) -> str:
    if e.cards:
        you, name = w._("{cards} go back to you."), w._("{cards} go back to {name}.")
        return w.by(e.seat, you, name, cards=w.cards(e.cards))
    text = w.ngettext("{n} hidden card goes back to {name}.", "{n} hidden cards go back to {name}.", e.count)
    return text.format(n=e.count, name=w.name(e.seat))


def _discarded(w: Words, e: ev.CardsDiscarded) -> str:
    if e.cards:
        you, name = w._("You discard {cards} face down."), w._("{name} discards {cards} face down.")
        return w.by(e.seat, you, name, cards=w.cards(e.cards))
    text = w.ngettext("{name} discards {n} card face down.", "{name} discards {n} cards face down.", e.count)
    return text.format(n=e.count, name=w.name(e.seat))


def _pot_taken(w: Words, e: ev.PotTaken) -> str:
    what = w.combination(e.combination)
    if e.combination is Combination.BURA:
        you, name = w._("{cards} are a {what}: you take the pot."), w._("{cards} are a {what}: {name} takes the pot.")
    else:
        you, name = (
            w._("You show {what}, {cards}, and take the pot."),
            w._("{name} shows {what}, {cards}, and takes the pot."),
        )
    return w.by(e.seat, you, name, what=what, cards=w.cards(e.cards))


# -- Svoi Kozyri and Besicovitch's game --------------------------------------------------------------------


def _tell_pile(w: Words, e: ev.Event) -> str:
    match e:
        case ev.PackDealt():
            told = w.by(e.dealer, w._("Deal {n}. You deal."), w._("Deal {n}. {name} deals."), n=e.number)
            own = [
                w._("{name} {suit}").format(name=w.name(seat), suit=w.suit(suit))
                for seat, suit in enumerate(e.trumps)
                if suit >= 0
            ]
            return told + (" " + w._("Own trumps: {list}.").format(list=", ".join(own)) if own else "")
        case ev.TrumpPicked():
            you, name = w._("Your own trump is {suit}."), w._("{name} has {suit} as own trump.")
            return w.by(e.seat, you, name, suit=w.suit(e.suit))
        case ev.SixGiven():
            text = w._("{card} goes from {giver} to {receiver}.")
            return text.format(card=w.card(e.card), giver=w.name(e.giver), receiver=w.name(e.receiver))
        case ev.CardCovered():
            return w.by(e.seat, w._("You beat with {cards}."), w._("{name} beats with {cards}."), cards=w.card(e.card))
        case ev.CardLed():
            return w.by(e.seat, w._("You lead {cards}."), w._("{name} leads {cards}."), cards=w.card(e.card))
        case ev.CardsPickedUp():
            you, name = w._("You pick up {cards}."), w._("{name} picks up {cards}.")
            return w.by(e.seat, you, name, cards=w.cards(e.cards))
        case ev.WentOut():
            return w.by(e.seat, w._("You are out of cards."), w._("{name} is out of cards."))
        case ev.PileDealEnded():
            return _pile_ended(w, e)
        case _:
            return ""


def _pile_ended(w: Words, e: ev.PileDealEnded) -> str:
    if e.loser >= 0:
        you, name = (
            w._("You are left with cards and lose the deal."),
            w._("{name} is left with cards and loses the deal."),
        )
        return w.by(e.loser, you, name)
    if e.winner >= 0:
        return w.by(e.winner, w._("You win the deal."), w._("{name} wins the deal."))
    why = {
        "draw": w._("the last card beats the last lead"),
        "repetition": w._("the position has come up too often"),
        "cap": w._("it has taken too many turns"),
    }.get(e.reason, "")
    return w._("The deal is a draw: {why}.").format(why=why) if why else w._("The deal is a draw.")


# -- the match and the table -------------------------------------------------------------------------------


def _tell_match(w: Words, e: ev.Event) -> str:
    match e:
        case ev.MatchStarted():
            return _match_started(w, e)
        case ev.SidesEliminated():
            seats = [seat for side in e.sides for seat in w.seats_of(side)]
            if seats == [w.you]:
                return w._("You are out of the match.")
            text = w.ngettext("{names} is out of the match.", "{names} are out of the match.", len(seats))
            return text.format(names=w.start(w.listed(w.name(seat) for seat in seats)))
        case ev.MatchEnded():
            return _match_ended(w, e)
        case _:
            return ""


def _match_started(w: Words, e: ev.MatchStarted) -> str:
    rounds = [", ".join(f"{w.name(seat)} {w.card(card)}" for seat, card in drawn) for drawn in e.lot]
    told = [w._("Cards are drawn for the deal: {cards}.").format(cards=cards) for cards in rounds]
    told.append(w.by(e.dealer, w._("By lot, you deal first."), w._("By lot, {name} deals first.")))
    return " ".join(told)


def _match_ended(w: Words, e: ev.MatchEnded) -> str:
    winners = [seat for side in e.winners for seat in w.seats_of(side)]
    names = w.listed(w.name(seat) for seat in winners)
    if not winners:
        told = w._("The match is over; nobody wins.")
    elif winners == [w.you]:
        told = w._("The match is over: you win!")
    elif len(e.winners) > 1:
        told = w._("The match is over: {names} share the win.").format(names=names)
    else:
        text = w.ngettext("The match is over: {names} wins.", "The match is over: {names} win.", len(winners))
        told = text.format(names=names)
    return f"{told} {_goats(w, e)}".rstrip()


def _goats(w: Words, e: ev.MatchEnded) -> str:
    """The losers' title (B13, X16); in a game for chips or of lost deals there is none."""
    if not e.losers or w.profile.game != "kozel" or w.profile.settings.scoring != "penalties":
        return ""
    goats = [seat for side in e.losers for seat in w.seats_of(side)]
    names = w.start(w.listed(w.name(seat) for seat in goats))
    if goats == [w.you]:
        return w._("You are the goat with eggs.") if e.goats_with_eggs else w._("You are the goat.")
    if e.goats_with_eggs:
        text = w.ngettext("{names} is the goat with eggs.", "{names} are goats with eggs.", len(goats))
    else:
        text = w.ngettext("{names} is the goat.", "{names} are the goats.", len(goats))
    return text.format(names=names)


def _tell_table(w: Words, e: ev.Event) -> str:
    match e:
        case tb.BotSubstituted():
            if e.bot:
                return w.by(e.seat, w._("A bot plays for you."), w._("A bot plays for {name}."))
            return w.by(e.seat, w._("You are back."), w._("{name} is back."))
        case tb.Said():
            return f"{w.names[e.seat]}: {e.text}"
        case _:
            return ""
