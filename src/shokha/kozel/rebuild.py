"""From a position to the kernel's state: the checks that no impossible situation passes.

A trick under way is not believed but played: the cards on the table go back into the hands, and the
kernel plays them again. What lies before it is checked by counting (`_before_lead`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shokha.actions import Combination, beat, declare, discard, lead
from shokha.cards import Card, CardSet, card_set, cards_of, format_card
from shokha.errors import NotationError, RuleViolation
from shokha.kozel.phases import Phase
from shokha.kozel.position import Position, clockwise, past_fault
from shokha.kozel.state import State, expected_pack, restore

PASS = 0
_ACES = card_set(9 * suit + 8 for suit in range(4))


def window_before_lead(state: State) -> list[tuple[int, int]]:
    """Whom the rules ask before this lead, in order, each with a combination (A26, QA5, X17)."""
    queue: list[tuple[int, int]] = []
    order = clockwise(state, state.lead_seat)
    if state.bura_any:
        for seat in order:
            if state.bura and state.trump >= 0 and (state.hand(seat) & 0x1FF << 9 * state.trump).bit_count() >= 3:
                queue.append((seat, 3))
            elif state.aces and state.hand(seat) == _ACES:
                queue.append((seat, 4))
    if state.declarations and (state.trick_no or state.on_initial):
        if state.moskva:
            queue += [(seat, 2) for seat in order if state.is_moskva(state.hand(seat))]
        if state.molodka:
            queue += [(seat, 1) for seat in order if state.is_molodka(state.hand(seat))]
    return queue


def state_of(p: Position) -> State:
    """The kernel's state of a complete position that has passed `position.check`.

    Raises `NotationError`, with one sentence, when no deal can come to this.
    """
    stock = [card for card in p.stock if card is not None]
    hands = [place.known for place in p.hands] + [0] * (5 - len(p.hands))
    for laid in p.trick:
        if any(other is not laid and other.seat == laid.seat for other in p.trick):
            raise NotationError(f"Seat {laid.seat + 1} has played twice to the trick.")
        hands[laid.seat] |= laid.cards.known
    f = _started(p, stock, hands)
    if (p.now == "void") is not bool(f["is_void"]):
        turned = "is not" if p.now == "void" else "is"
        raise NotationError(f"A deal is void when the shokha is turned up (X8), and here it {turned}: now={p.now}.")
    f |= {
        "hands": hands,
        "count": [hand.bit_count() for hand in hands],
        "taken": [place.known for place in p.taken] + [0] * (5 - len(p.taken)),
        "won": [*p.won] + [0] * (5 - len(p.won)),
        "trick_no": sum(p.won),
        "last_winner": p.last_winner,
        "queue_len": 0,
        "queue_pos": 0,
        "asked": [],
    }
    for fault in _before_lead(p, f):
        raise NotationError(fault)
    normal = _with_cards(f, p.last_winner) if f["trick_no"] else p.leader
    f |= {"lead_seat": normal, "leader": normal, "master": normal}
    return _with_trick(p, f) if p.trick else _between_tricks(p, f)


def _started(p: Position, stock: list[Card], hands: list[CardSet]) -> dict[str, Any]:
    """The deal's beginning as kernel fields: as it was, or, without a past, some beginning with this stock."""
    pack = expected_pack(p.profile.settings, len(p.playing))
    dealt = 4 * len(p.playing)
    size = pack.bit_count() - dealt
    if len(stock) > size:
        raise NotationError(f"The stock never holds more than {size} cards here, and this one holds {len(stock)}.")
    if len(stock) == size and p.shown is not None and p.shown not in stock:
        raise NotationError(f"Nobody has drawn, so the shown card {format_card(p.shown)} is still in the stock (B3).")
    if p.past is None:
        deck = _some_deck(p, stock, pack)
        drawers = [0] * (size - len(stock))
    else:
        deck, drawers = list(p.past.deck), list(p.past.drawers)
        if sorted(deck) != [*cards_of(pack)]:
            raise NotationError("past= does not begin with the whole pack, each card once.")
    middle = deck[dealt:]
    peek = middle.index(p.shown) if p.shown in middle else 0
    f = State(p.profile.settings, deck, p.dealer, p.leader, p.seats, peek).dump()
    f["stock_pos"] = size - len(stock)
    f["drawer"] = (drawers + [0] * size)[:size]
    if p.past is not None:
        f["drawn_from"], f["resume"] = p.past.drawn_from, p.past.resume
        if f["turn_up"] not in (p.turn_up, -1) or f["shown"] not in (p.shown, -1):
            raise NotationError("past= contradicts the card that was turned up or shown.")
        if f["stock"][f["stock_pos"] :] != stock:
            raise NotationError("past= contradicts the order of the stock.")
        if fault := past_fault(f | {"hands": hands}, p.past):
            raise NotationError(fault)
    return f


def _some_deck(p: Position, stock: list[Card], pack: CardSet) -> list[Card]:
    """A pack in dealing order that leaves this stock and turns or shows the right card."""
    dealt = 4 * len(p.playing)
    last = p.shown if p.turn_up is None else p.turn_up
    rest = [card for card in cards_of(pack) if card not in stock and card != last]
    row = [*rest, *([] if last is None or last in stock else [last]), *stock]
    return row if p.turn_up is None else [*row[:dealt], row[-1], *row[dealt:-1]]


def _before_lead(p: Position, f: dict[str, Any]) -> Iterator[str]:
    """What cannot be before a lead: sizes of hands and captures, and who leads."""
    playing, n = p.playing, len(p.playing)
    sizes = {seat: f["count"][seat] for seat in playing}
    even = f["n_cards"] % n == 0
    for seat, size in sizes.items():
        if size > 4 or (p.stock and size < 4):
            beside = "" if size > 4 else " while there is a stock"
            yield f"Seat {seat + 1} cannot have {size} cards before a trick{beside} (A19)."
    if max(sizes.values()) - min(sizes.values()) > (0 if even else 1):
        yield "Hands of these sizes never occur together here (QA20, QD12)."
    for seat in playing:
        if not _can_take(f, p.taken[seat].size, p.won[seat], n, even):
            yield f"Seat {seat + 1} cannot have captured {p.taken[seat].size} cards in {p.won[seat]} tricks."
    if (p.last_winner >= 0) is not (f["trick_no"] > 0) or (p.last_winner >= 0 and not p.won[p.last_winner]):
        yield "last= names who won the last trick, and is there exactly when won= counts a trick for that seat."


def _can_take(f: dict[str, Any], count: int, won: int, n: int, even: bool) -> bool:
    """Could so many tricks hold so many cards?"""
    if not even:
        return won <= count <= 4 * n * won
    sizes = [k for k in range(1, 5) if f["sizes"] >> k & 1]
    if f["declarations"] and (3 in (f["moskva"], f["molodka"]) or f["molodka"] == 2):
        sizes.append(4)
    reachable = {0}
    for _ in range(won):
        reachable = {total + k * n for total in reachable for k in sizes if total <= count}
    return count in reachable


def _with_cards(f: dict[str, Any], seat: int) -> int:
    """The seat itself, or the next clockwise that holds cards (QD14)."""
    for _ in range(5):
        if f["count"][seat]:
            return seat
        seat = f["nxt"][seat]
    return seat


# -- between two tricks ----------------------------------------------------------------------------------


def _between_tricks(p: Position, f: dict[str, Any]) -> State:
    if p.leader != f["lead_seat"]:
        raise NotationError(f"leader= must be seat {f['lead_seat'] + 1}: who won the last trick leads (A20, QD14).")
    f |= {"master_cards": 0, "size": 0, "auto": 0, "closed": 0, "played": 0, "actor": -1, "phase": int(Phase.OVER)}
    if p.now in ("interrupt", "reply"):
        raise NotationError(f"now={p.now} needs a trick under way: trick= is missing.")
    if p.now == "void":
        if f["trick_no"] or f["stock_pos"]:
            raise NotationError("now=void: nothing has been played in a void deal.")
        return restore(f)
    if (p.now == "over") is not (not any(f["count"])):
        raise NotationError("now=over belongs to a deal whose hands are all empty, and to no other (A21).")
    if p.now == "over":
        return restore(f)
    if not f["count"][p.actor]:
        raise NotationError(f"now={p.now}: seat {p.actor + 1} has no cards.")
    queue = window_before_lead(restore(f))
    return _pot_claimed(p, f, queue) if p.now == "pot" else _window_or_lead(p, f, queue)


def _window_or_lead(p: Position, f: dict[str, Any], queue: list[tuple[int, int]]) -> State:
    if p.now == "window":
        at = _window_at(p, queue)
        f |= {"phase": int(Phase.WINDOW), "actor": p.actor, "asked": queue, "queue_len": len(queue), "queue_pos": at}
        return restore(f)
    if p.asked:
        raise NotationError("ask= belongs to an open window: now=window or now=interrupt.")
    if p.actor != p.leader and not _has_taken_lead(f, p.actor, queue):
        raise NotationError(f"Seat {p.leader + 1} leads; seat {p.actor + 1} cannot have taken the lead (A23).")
    f |= {"phase": int(Phase.LEAD), "actor": p.actor, "leader": p.actor}
    return restore(f)


def _window_at(p: Position, queue: list[tuple[int, int]]) -> int:
    """How many have passed in the open window that the position tells of."""
    if not queue or [(a.seat, a.combination) for a in p.asked] != queue:
        told = ", ".join(f"{s + 1}!{Combination(c).name.lower()}" for s, c in queue) or "nobody"
        raise NotationError(f"ask= does not list those who are asked here, in their order: {told}.")
    at = sum(a.passed for a in p.asked)
    if any(a.passed is not (i < at) for i, a in enumerate(p.asked)) or at == len(queue) or queue[at][0] != p.actor:
        raise NotationError("ask= must have passes first, and then the seat that now= says is asked.")
    return at


def _has_taken_lead(f: dict[str, Any], seat: int, queue: list[tuple[int, int]]) -> bool:
    """Could this seat have got the lead by declaring (A27)?"""
    effects = {Combination.MOSKVA: f["moskva"], Combination.MOLODKA: f["molodka"]}
    return any(s == seat and effects.get(Combination(kind)) == 1 for s, kind in queue)


def _pot_claimed(p: Position, f: dict[str, Any], queue: list[tuple[int, int]]) -> State:
    """The pot was taken by a declaration: in a window (X17), or in one's own lead (QM5)."""
    f["pot_winner"] = p.actor
    if p.asked:
        at = _window_at(p, queue)
        if queue[at][1] not in (Combination.BURA, Combination.ACES):
            raise NotationError(f"Seat {p.actor + 1} declared nothing that takes the pot.")
        return restore(f | {"asked": queue, "queue_len": len(queue), "queue_pos": at})
    if not f["aces"] or f["hands"][p.actor] != _ACES:
        raise NotationError(f"now=pot: seat {p.actor + 1} shows neither a Bura nor four aces (QM4, QM5).")
    if p.actor != p.leader and not _has_taken_lead(f, p.actor, queue):
        raise NotationError(f"now=pot: seat {p.actor + 1} was not on lead (QM5).")
    return restore(f | {"leader": p.actor})


# -- in a trick ------------------------------------------------------------------------------------------


def _with_trick(p: Position, f: dict[str, Any]) -> State:
    """Play the trick again, and find the kernel where the position says it stands."""
    first, *replies = p.trick
    if p.leader != first.seat:
        raise NotationError(f"leader= must be seat {first.seat + 1}, who opened this trick.")
    state = _led(f, first.seat, first.cards.known)
    for laid in replies:
        _close(state)
        if state.phase != Phase.REPLY or state.actor != laid.seat:
            raise NotationError(f"It is not seat {laid.seat + 1}'s turn in this trick.")
        action = beat(laid.cards.known) if laid.face_up else discard(laid.cards.known)
        _play(state, action, laid.seat)
        if state.trick_no != sum(p.won):
            raise NotationError("Everybody has played to this trick, so it is taken and no longer on the table.")
    if p.now == "interrupt" and state.phase == Phase.INTERRUPT:
        for _ in range(_window_at(p, state.asked())):
            state.play(PASS)
    else:
        _close(state)
        if p.asked:
            raise NotationError("ask= belongs to an open window: now=window or now=interrupt.")
    now = "pot" if state.pot_winner >= 0 else Phase(state.phase).name.lower()
    actor = state.pot_winner if state.pot_winner >= 0 else state.actor
    if (now, actor) != (p.now, p.actor):
        raise NotationError(f"now= says {p.now}:{p.actor + 1}, but this trick stands at {now}:{actor + 1}.")
    if p.now == "reply" or p.now == "interrupt":
        return state
    return restore(state.dump() | {"resume": f["resume"]})


def _led(f: dict[str, Any], seat: int, cards: CardSet) -> State:
    """The kernel after the lead: in turn, or by a declaration."""
    f = f | {"phase": int(Phase.LEAD), "actor": seat, "leader": seat}
    before = restore(f)
    queue = window_before_lead(before)
    declared = [kind for s, kind in queue if s == seat and kind in (Combination.MOSKVA, Combination.MOLODKA)]
    effect = 0 if not declared else f["moskva"] if declared[0] == Combination.MOSKVA else f["molodka"]
    in_turn = seat == f["lead_seat"] or effect == 1
    if in_turn and before.is_legal(lead(cards)):
        before.play(lead(cards))
        return before
    if cards == f["hands"][seat] and effect > 1:
        declared_now = {"phase": int(Phase.WINDOW), "asked": [(seat, declared[0])], "queue_len": 1, "queue_pos": 0}
        state = restore(f | declared_now)
        state.play(declare(Combination(declared[0])))
        return state
    if not in_turn:
        raise NotationError(f"Seat {f['lead_seat'] + 1} leads; seat {seat + 1} cannot have taken the lead (A23).")
    _play(before, lead(cards), seat)
    return before


def _play(state: State, action: int, seat: int) -> None:
    try:
        state.play(action)
    except RuleViolation as error:
        raise NotationError(f"Seat {seat + 1} cannot have played that: {error}") from None


def _close(state: State) -> None:
    """Everybody in an open window passes."""
    while state.phase in (Phase.WINDOW, Phase.INTERRUPT):
        state.play(PASS)
