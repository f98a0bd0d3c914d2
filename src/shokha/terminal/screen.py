"""What the terminal shows before a decision: state in sentences, the hand with numbers. Views only."""

from __future__ import annotations

from typing import Any

from shokha.actions import Action, ActionKind
from shokha.cards import Card, cards_of, rank_of, suit_of
from shokha.kozel.pairing import pairing
from shokha.kozel.view import KozelView, Play
from shokha.table import Table
from shokha.terminal.words import Words, combination

_PLAIN_ORDER = {rank: i for i, rank in enumerate((-4, -3, -2, -1, 0, 1, 2, 3, 7, 4, 5, 6, 8))}


def hand_order(view: Any) -> list[Card]:
    """The own cards in the order in which they are numbered: by suit, high first."""
    kozel = isinstance(view, KozelView)
    return sorted(
        cards_of(view.hand), key=lambda c: (suit_of(c), -(rank_of(c) if kozel else _PLAIN_ORDER[int(rank_of(c))]))
    )


def numbered_hand(view: Any, w: Words) -> str:
    """``1 Q♥   2 8♥`` …"""
    return "   ".join(f"{i} {w.card(card)}" for i, card in enumerate(hand_order(view), 1))


def situation(table: Table, view: Any, w: Words) -> list[str]:
    """The lines above the prompt."""
    if isinstance(view, KozelView):
        return _kozel(table, view, w)
    return _pile(view, w)


def _kozel(table: Table, view: KozelView, w: Words) -> list[str]:
    stock = w.n("{n} card in the stock", "{n} cards in the stock", view.stock) if view.stock else w._("stock empty")
    trump = w._("trump {suit}", suit=w.suit(view.trump)) if view.trump >= 0 else w._("no trump")
    if view.turn_up is not None and view.stock:
        trump += f" ({w.card(view.turn_up)})"
    if view.shown is not None:
        trump += w._(" (shown: {card})", card=w.card(view.shown))
    lines = [w._("{trump}; {stock}.", trump=trump[:1].upper() + trump[1:], stock=stock)]
    if view.pot:
        lines.append(w._("The pot holds {n} chips.", n=view.pot))
    if view.trick:
        lines.append(w._("On the table:"))
        lines += [f"  {_play(p, view, w)}" for p in view.trick]
    others = [
        f"{w.name(s)} {view.counts[s]}" for s in range(len(view.counts)) if view.seats >> s & 1 and s != view.seat
    ]
    lines.append(w._("Cards held: {others}.", others=", ".join(others)))
    if table.options.own_discards and view.own_down:
        lines.append(w._("You have discarded {cards}.", cards=w.cards(view.own_down)))
    if table.options.own_points:
        lines.append(w._("Points you have seen your side take: {n}.", n=view.own_points()))
    return lines


def _play(play: Play, view: KozelView, w: Words) -> str:
    if play.face_up:
        holds = w._("  <- holds the trick") if play.seat == view.master else ""
        return f"{w.name(play.seat)}: {w.cards(play.cards)}{holds}"
    hidden = w.n("{n} card face down", "{n} cards face down", play.count)
    return f"{w.name(play.seat)}: {hidden}" + (f" ({w.cards(play.cards)})" if play.cards else "")


def last_trick(view: KozelView, w: Words) -> str:
    """The last trick, hidden cards hidden."""
    if not view.tricks:
        return w._("No trick has been taken yet.")
    trick = view.tricks[-1]
    plays = [f"  {_play(p, view, w)}".replace(w._("  <- holds the trick"), "") for p in trick.plays]
    return "\n".join([w._("The last trick, taken by {name}:", name=w.name(trick.winner)), *plays])


def _pile(view: Any, w: Words) -> list[str]:
    trumps = ", ".join(f"{w.name(s)} {w.suit(t) if t >= 0 else '?'}" for s, t in enumerate(view.trumps))
    lines = [w._("Own trumps: {trumps}.", trumps=trumps)]
    held = [f"{w.name(s)} {n}" for s, n in enumerate(view.counts) if s != view.seat]
    lines.append(w._("Cards held: {others}.", others=", ".join(held)))
    if view.profile.game == "besicovitch":
        lines += [f"  {w.name(s)}: {w.cards(cards)}" for s, cards in enumerate(view.hands) if s != view.seat]
    look, takes = view.look(), view.take_count()
    size = len(view.pile) if isinstance(view.pile, list) else view.pile.bit_count()
    if not size:
        lines.append(w._("The pile is empty: lead any card."))
    elif view.free:
        lines.append(w._("A free lead: put any card on the pile of {n}.", n=size))
    else:
        top = look[0] if look else view.top
        lines.append(w._("The top of the pile of {n} is {card}.", n=size, card=w.card(top)))
        if look:
            taken = " ".join(w.card(c) for c in look[:takes])
            lines.append(
                w.n("Picking up takes {n} card: {cards}.", "Picking up takes {n} cards: {cards}.", takes, cards=taken)
            )
        if len(look) > takes:
            lines.append(w._("Below them: {card}.", card=w.card(look[takes])))
    return lines


def pairs_text(view: KozelView, action: Action, w: Words) -> str:
    """Which card beats which."""
    pairs = pairing(view.profile.settings, view.trump, action.payload, view.master_cards)
    return ", ".join(f"{w.card(mine)} > {w.card(theirs)}" for mine, theirs in pairs)


def all_pairings(view: KozelView, legal: tuple[Action, ...], w: Words) -> str:
    """Every way to beat the trick, each with its pairing."""
    beats = [a for a in legal if a.kind is ActionKind.BEAT]
    if not beats:
        return w._("Nothing of yours beats {cards}.", cards=w.cards(view.master_cards) or "-")
    return "\n".join(f"  {w.cards(a.payload)}: {pairs_text(view, a, w)}" for a in beats)


def ask(view: Any, w: Words) -> str:
    """The prompt's question."""
    declares = [a for a in view.legal if a.kind is ActionKind.DECLARE]
    if view.legal and view.legal[0].kind is ActionKind.PASS:
        what = combination(declares[0].combination)
        return w._("You hold a {what}. declare or pass", what=what)
    if declares and not isinstance(view, KozelView):
        return w._("Choose your own trump: {suits}", suits=", ".join(a.combination.name.lower() for a in declares))
    if not isinstance(view, KozelView):
        return w._("Lead a card") if view.free or not view.pile else w._("Beat and lead (two numbers), or pick up")
    if not view.owes:
        return w._("Your lead")
    return w.n("Answer with {n} card: beat or discard", "Answer with {n} cards: beat or discard", view.owes)
