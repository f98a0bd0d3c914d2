"""A view in words: what lies on the table, what may be done, which card beats which."""

from __future__ import annotations

from typing import Any

from shokha.actions import Action, ActionKind
from shokha.cards import CardSet, cards_of
from shokha.kozel.pairing import pairing
from shokha.kozel.state import card_beats
from shokha.kozel.view import KozelView, Play, Trick
from shokha.words.base import Words, in_order


def situation(w: Words, view: Any) -> list[str]:
    """All that a person sees on the table, in sentences, except the own hand and the score."""
    return _kozel(w, view) if isinstance(view, KozelView) else _pile(w, view)


def _kozel(w: Words, view: KozelView) -> list[str]:
    lines = [trump_line(w, view)]
    if view.trick:
        lines.append(w._("On the table: {plays}.").format(plays="; ".join(_play(w, play, view) for play in view.trick)))
    tricks = [sum(view.tricks_of(s) for s in w.seats_of(side)) for side in range(len(w.sides))]
    in_play = [side for side, seats in enumerate(w.sides) if seats & view.seats]
    if view.tricks:
        list_ = ", ".join(f"{w.side(side)} {tricks[side]}" for side in in_play)
        lines.append(w._("Tricks: {list}.").format(list=list_))
    laid = {play.seat: play.count for play in view.trick}
    if len({view.counts[s] + laid.get(s, 0) for s in range(len(view.counts)) if view.seats >> s & 1}) > 1:
        held = ", ".join(f"{w.name(s)} {view.counts[s]}" for s in _others(view))
        lines.append(w._("Cards in hand: {list}.").format(list=held))
    return lines


def trump_line(w: Words, view: KozelView) -> str:
    """Trump, stock and pot of a deal of Kozel."""
    told = f"{_trump(w, view)} {_stock(w, view)}"
    if view.pot:
        told += " " + w.ngettext("The pot holds {n} chip.", "The pot holds {n} chips.", view.pot).format(n=view.pot)
    return told


def _others(view: Any) -> list[int]:
    return [s for s in range(len(view.counts)) if view.seats >> s & 1 and s != view.seat]


def _trump(w: Words, view: KozelView) -> str:
    if view.trump < 0:
        return w._("There is no trump.")
    if view.turn_up is not None and view.stock:
        return w._("Trump {suit}, {card} turned up.").format(suit=w.suit(view.trump), card=w.card(view.turn_up))
    if view.shown is not None:
        return w._("Trump {suit}, {card} was shown.").format(suit=w.suit(view.trump), card=w.card(view.shown))
    return w._("Trump {suit}.").format(suit=w.suit(view.trump))


def _stock(w: Words, view: KozelView) -> str:
    if not view.stock:
        return w._("The stock is empty.")
    return w.ngettext("{n} card in the stock.", "{n} cards in the stock.", view.stock).format(n=view.stock)


def _play(w: Words, play: Play, view: KozelView | None = None) -> str:
    """One player's part of a trick; who holds it is said while it lies open."""
    if not play.face_up:
        return f"{w.name(play.seat)} {face_down(w, play)}"
    told = f"{w.name(play.seat)} {w.cards(play.cards)}"
    return f"{told} {w._('(holds the trick)')}" if view is not None and play.seat == view.master else told


def face_down(w: Words, play: Play) -> str:
    """``2 cards face down``."""
    return w.ngettext("{n} card face down", "{n} cards face down", play.count).format(n=play.count)


def describe_trick(w: Words, trick: Trick) -> str:
    """A finished trick, its hidden cards hidden (A18)."""
    plays = "; ".join(_play(w, play) for play in trick.plays)
    you, name = w._("The last trick, which you took: {plays}."), w._("The last trick, which {name} took: {plays}.")
    return w.by(trick.winner, you, name, plays=plays)


def _pile(w: Words, view: Any) -> list[str]:
    own = [f"{w.name(s)} {w.suit(suit) if suit >= 0 else '?'}" for s, suit in enumerate(view.trumps)]
    held = [f"{w.name(s)} {view.counts[s]}" for s in _others(view)]
    lines = [
        w._("Own trumps: {list}.").format(list=", ".join(own)),
        w._("Cards in hand: {list}.").format(list=", ".join(held)),
    ]
    if getattr(view, "hands", None):  # Besicovitch's game is played with open hands
        text = w._("{name} holds {cards}.")
        lines += [text.format(name=w.name(s), cards=w.cards(view.hands[s])) for s in _others(view)]
    return lines[:1] if getattr(view, "is_picking", False) else [*lines, pile_line(w, view)]


def pile_line(w: Words, view: Any) -> str:
    """As much of the pile as the viewer may look at (C9, QC12)."""
    look, takes = view.look(), view.take_count()
    if not view.pile:
        return w._("The pile is empty.")
    if view.free:
        return w._("The next lead on the pile is free: nothing has to be beaten (C12).")
    told = w._("On top of the pile: {card}.").format(card=w.card(look[0] if look else view.top))
    if takes and view.turn == view.seat:
        text = w.ngettext("Picking up takes {n} card: {cards}.", "Picking up takes {n} cards: {cards}.", takes)
        told += " " + text.format(n=takes, cards=w.row(look[:takes]))
        if len(look) > takes:
            told += " " + w._("Beneath lies {card}.").format(card=w.card(look[takes]))
    return told


# -- actions ---------------------------------------------------------------------------------------------


def describe_action(w: Words, action: Action, takes: int = 0) -> str:
    """An action as an imperative: ``beat with Q♥ 6♠``."""
    match action.kind:
        case ActionKind.LEAD:
            return w._("lead {cards}").format(cards=w.cards(action.cards))
        case ActionKind.BEAT:
            return w._("beat with {cards}").format(cards=w.cards(action.cards))
        case ActionKind.DISCARD:
            return w._("discard {cards} face down").format(cards=w.cards(action.cards))
        case ActionKind.COVER:
            if action.lead_after is None:
                return w._("beat with {first} and go out").format(first=w.card(action.cover))
            text = w._("beat with {first} and lead {second}")
            return text.format(first=w.card(action.cover), second=w.card(action.lead_after))
        case ActionKind.PICK_UP:
            if not takes:
                return w._("pick up")
            return w.ngettext("pick up {n} card", "pick up {n} cards", takes).format(n=takes)
        case ActionKind.DECLARE:
            return w._("declare {what}").format(what=w.combination(action.combination))
        case _:
            return w._("pass")


def pairings(w: Words, view: KozelView) -> list[str]:
    """For each card to be beaten the own cards that beat it, then every complete answer (A14)."""
    if not view.master_cards or view.turn != view.seat or not view.owes:
        return [w._("There is nothing to beat now.")]
    lines = []
    for card in in_order(view.master_cards):
        beaters = _beaters(view, card)
        text = w._("{card} is beaten by {cards}.") if beaters else w._("{card} is beaten by nothing of yours.")
        lines.append(text.format(card=w.card(card), cards=w.cards(beaters)))
    answers = [a for a in view.legal if a.kind is ActionKind.BEAT]
    if not answers:
        lines.append(w._("So there is no complete answer: each card needs one of its own to beat it (A14)."))
    for action in answers:
        text = w._("{cards} beats the trick: {pairs}.")
        lines.append(text.format(cards=w.cards(action.cards), pairs=pairs_of(w, view, action.cards)))
    return lines


def pairs_of(w: Words, view: KozelView, cards: CardSet) -> str:
    """One complete pairing: ``Q♥ on J♥, 6♠ on 8♥``."""
    pairs = pairing(view.profile.settings, view.trump, cards, view.master_cards)
    return ", ".join(w._("{mine} on {theirs}").format(mine=w.card(a), theirs=w.card(b)) for a, b in pairs)


def _beaters(view: KozelView, card: int) -> CardSet:
    shokha = view.profile.settings.shokha
    return sum(1 << own for own in cards_of(view.hand) if card_beats(shokha, view.trump, own, card))
