"""Position strings of Svoi Kozyri: any situation of any version in one line.

    svoi svoi#0123456789ab deal=3 score=1:0:0:1 dealer=4 trumps=cdhs
        hands=9cKc.../Kd/.../7s8s pile=8h6dQs now=face:2 turns=3 out=1 past=8h,6d/Qs,+9d6hQs

(one line; broken here.) Seats count from 1 and stand in order between slashes, the pile has its bottom
first. `now` is the phase and who is in turn: ``lead``, ``face``, or ``over`` with the reason as in
``over:2:draw``, where the seat is the one that would be in turn. `out` lists who went out, in order.
Unknown cards are ``?`` and their number. `past` holds the actions since somebody last went out, with
the cards picked up, top first: what the repetition rule looks back at. It may be missing; then the
position counts as the first of its kind (X24).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from shokha import events as ev
from shokha.actions import Action, ActionKind, format_action, parse_action
from shokha.cards import PACK, Card, CardSet, card_set, cards_of, format_card, format_cards
from shokha.errors import NotationError, RuleViolation
from shokha.notation import Positions, format_row, quote, read_row
from shokha.profile import RuleProfile
from shokha.svoi.state import REASONS, State

SUITS = "shdc"


@dataclass(slots=True)
class Position:
    """A situation of Svoi Kozyri. Tuples run over the seats, which count from 0."""

    profile: RuleProfile
    dealer: int
    trumps: tuple[int, ...]
    hands: tuple[CardSet, ...]
    """The known cards of each hand."""
    unknown: tuple[int, ...]
    """How many cards of each hand are unknown."""
    pile: tuple[Card, ...]
    """Bottom first."""
    now: str
    """lead, face or over."""
    turn: int
    """Who is in turn, or would be."""
    reason: str
    turns: int = 0
    out: tuple[int, ...] = ()
    past: tuple[str, ...] = ()
    number: int = 1
    standing: tuple[int, ...] = ()
    built: State | None = field(default=None, repr=False, compare=False)

    @property
    def is_complete(self) -> bool:
        """Are all cards known?"""
        return not any(self.unknown)

    @property
    def state(self) -> State:
        """A fresh kernel state. Raises `NotationError` when cards are unknown."""
        if self.built is None:
            raise NotationError("Some cards of this position are unknown, so it cannot be played on.")
        return self.built.copy()


# -- writing -------------------------------------------------------------------------------------------


def position_of(
    state: State, profile: RuleProfile, *, number: int = 1, standing: Sequence[int] = (), past: bool = True
) -> Position:
    """The position of a state. Without `past` its text is shorter, and enough until positions come round again."""
    seats = range(profile.players)
    return Position(
        profile=profile,
        dealer=state.dealer,
        trumps=tuple(state.trump_of(s) for s in seats),
        hands=tuple(state.hand(s) for s in seats),
        unknown=(0,) * profile.players,
        pile=tuple(state.pile_cards()),
        now=("lead", "face", "over")[state.phase],
        turn=state.following if state.is_over else state.actor,
        reason=state.reason,
        turns=state.turns,
        out=tuple(state.out_order()),
        past=tuple(_tell(state)) if past else (),
        number=number,
        standing=tuple(standing),
        built=state.copy(),
    )


def _tell(state: State) -> list[str]:
    """The past in words."""
    at, tokens = state.beginning(), []
    for action in state.past():
        pile = at.pile_cards()
        at.play(action)
        text = format_action(action)
        tokens.append(text + format_row(pile[at.size :][::-1]) if text == "+" else text)
    return tokens


def position_fields(what: Any, profile: RuleProfile, **context: Any) -> str:
    """The text behind ``svoi svoi#...`` of a kernel state, a deal or a `Position`.

    The context of a state is that of `position_of`; a deal knows its own. Raises `NotationError` for a
    deal in which the suits are still being picked.
    """
    if isinstance(what, Position):
        return _fields(what)
    for event in getattr(what, "events", ())[:1]:
        if isinstance(event, ev.PackDealt):
            context = {"number": event.number, "standing": event.standing} | context
    state = getattr(what, "state", what)
    if state is None:
        raise NotationError("No cards have been dealt: the suits are still being picked.")
    return _fields(position_of(state, profile, **context))


def _fields(p: Position) -> str:
    """The fields of a position; what has its usual value is left out."""
    hands = ((*cards_of(known), *[None] * n) for known, n in zip(p.hands, p.unknown, strict=True))
    parts = [
        ("deal", str(p.number), p.number != 1),
        ("score", ":".join(map(str, p.standing)), any(p.standing)),
        ("dealer", str(p.dealer + 1), True),
        ("trumps", "".join(SUITS[suit] for suit in p.trumps), True),
        ("hands", "/".join(map(format_row, hands)), True),
        ("pile", format_row(p.pile), True),
        ("now", f"{p.now}:{p.turn + 1}" + (f":{p.reason}" if p.reason else ""), True),
        ("turns", str(p.turns), p.turns > 0),
        ("out", "".join(str(s + 1) for s in p.out), bool(p.out)),
        ("past", ",".join(p.past), bool(p.past)),
    ]
    return " ".join(f"{key}={value}" for key, value, wanted in parts if wanted)


# -- reading -------------------------------------------------------------------------------------------

_KEYS = ("deal", "score", "dealer", "trumps", "hands", "pile", "now", "turns", "out", "past")
_NEEDED = ("dealer", "trumps", "hands", "pile", "now")
_NOW = re.compile(r"(lead|face):([1-9])|(over):([1-9]):([a-z_]+)")


def parse(profile: RuleProfile, text: str) -> Position:
    """The position of the fields behind ``svoi svoi#...``. Raises `NotationError`."""
    values: dict[str, str] = {}
    for word in text.split():
        key, mark, value = word.partition("=")
        if not mark or key not in _KEYS:
            raise NotationError(f"{quote(word)} is no field of a position; there are {', '.join(_KEYS)}.")
        if key in values:
            raise NotationError(f"{key}= is written twice.")
        values[key] = value
    for key in _NEEDED:
        if key not in values:
            raise NotationError(f"{key}= is missing; a position needs {', '.join(_NEEDED)}.")
    position = _read(profile, values)
    for fault in _faults(position):
        raise NotationError(fault)
    if position.is_complete:
        position.built = _build(position)
    return position


def _read(profile: RuleProfile, v: dict[str, str]) -> Position:
    n = profile.players
    now = _NOW.fullmatch(v["now"])
    if now is None or (now[5] and now[5] not in REASONS[1:]):
        raise NotationError(
            f"now= is lead:1, face:1 or over:1:REASON with one of {', '.join(REASONS[1:])}, not {quote(v['now'])}."
        )
    if not re.fullmatch(f"[{SUITS}]{{{n}}}", v["trumps"]) or len(set(v["trumps"])) < n:
        raise NotationError(f"trumps= names {n} different suits by seat, as in {'cdhs'[:n]}, not {quote(v['trumps'])}.")
    rows = [read_row(part) for part in v["hands"].split("/")]
    if len(rows) != n:
        raise NotationError(f"hands= has {n} parts between slashes, one for each seat, not {len(rows)}.")
    hands = [[card for card in row if card is not None] for row in rows]
    pile = read_row(v["pile"])
    if None in pile:
        raise NotationError("Everybody saw the pile grow, so its cards are known.")
    return Position(
        profile=profile,
        dealer=_seat(v["dealer"], "dealer", n),
        trumps=tuple(SUITS.index(letter) for letter in v["trumps"]),
        hands=tuple(map(_hand, hands)),
        unknown=tuple(row.count(None) for row in rows),
        pile=tuple(card for card in pile if card is not None),
        now=now[1] or now[3],
        turn=_seat(now[2] or now[4], "now", n),
        reason=now[5] or "",
        turns=_numbers(v["turns"], "turns", 1)[0] if "turns" in v else 0,
        out=tuple(_seat(digit, "out", n) for digit in v.get("out", "")),
        past=tuple(v["past"].split(",")) if "past" in v else (),
        number=_numbers(v["deal"], "deal", 1)[0] if "deal" in v else 1,
        standing=_numbers(v["score"], "score", n) if "score" in v else (0,) * n,
    )


def _hand(cards: list[Card]) -> CardSet:
    for card in cards:
        if cards.count(card) > 1:
            raise NotationError(f"{format_card(card)} is written twice in one hand.")
    return card_set(cards)


def _seat(text: str, key: str, n: int) -> int:
    if text not in [str(s + 1) for s in range(n)]:
        raise NotationError(f"{key}= names a seat from 1 to {n}, not {quote(text)}.")
    return int(text) - 1


def _numbers(text: str, key: str, count: int) -> tuple[int, ...]:
    parts = text.split(":")
    if len(parts) != count or not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        raise NotationError(f"{key}= is {'a number' if count == 1 else f'{count} numbers'}, not {quote(text)}.")
    return tuple(map(int, parts))


# -- what cannot be ------------------------------------------------------------------------------------


def _faults(p: Position) -> Iterator[str]:
    """Sentences about cards, hands and turns that do not go together."""
    where: dict[Card, str] = {}
    places = [(f"hand of seat {s + 1}", list(cards_of(hand))) for s, hand in enumerate(p.hands)]
    total = len(p.pile) + sum(hand.bit_count() for hand in p.hands) + sum(p.unknown)
    counted = "" if total == 36 else f"A pack of 36 cards is played with, this position has {total}: "
    for name, cards in [*places, ("pile", list(p.pile))]:
        for card in cards:
            if not PACK >> card & 1:
                yield f"{format_card(card)} is not in the pack of 36 cards."
            if card in where:
                yield f"{counted}{format_card(card)} is written twice ({where[card]} and {name})."
            where[card] = name
    if total != 36:
        missing = "" if any(p.unknown) else format_cards(PACK & ~card_set(where), sep=" ")
        yield f"{counted}{missing} missing." if missing else counted.removesuffix(": ") + "."
    yield from _turn_faults(p)


def _turn_faults(p: Position) -> Iterator[str]:
    sizes = [hand.bit_count() + n for hand, n in zip(p.hands, p.unknown, strict=True)]
    holding = [s for s, size in enumerate(sizes) if size]
    if sorted(p.out) != [s for s, size in enumerate(sizes) if not size]:
        yield "out= lists exactly the seats without cards, each once."
    if p.turn not in holding:
        yield f"now= names seat {p.turn + 1}, which has no cards."
    ends_by_cards = p.reason in ("last_card", "draw")
    if (len(holding) < 2) is not ends_by_cards:
        yield f"{len(holding)} players hold cards, which does not fit now={p.now} {p.reason}".rstrip() + "."
    if p.now == "face" and not p.pile:
        yield "The table is empty, so the player in turn leads: now=lead (C8)."
    if p.now == "lead" and p.pile and not p.out:
        yield "A free lead needs somebody who went out on a cover: out= is empty (C12)."
    if p.reason == "draw" and sizes[p.turn] != 1:
        yield "A deal is drawn only when one card is left (C13)."
    if p.turns < len(p.past):
        yield f"past= tells of {len(p.past)} turns, turns= of {p.turns}."


def _build(p: Position) -> State:
    """The kernel state of a position whose cards are all known."""
    settings, free = p.profile.settings, p.now == "lead" and bool(p.pile)
    if not p.past:
        turns = min(p.turns, settings.turn_cap if p.reason else settings.turn_cap - 1)
        if turns != p.turns:
            raise NotationError(f"A deal ends after {settings.turn_cap} turns, and this one is in turn {p.turns}.")
        return State.at(settings, p.trumps, p.hands, p.pile, p.turn, free, p.dealer, p.turns, p.out, p.reason)
    state, taken = _rewind(p)
    try:
        for text, cards in zip(p.past, taken, strict=True):
            if cards and cards != tuple(state.pile_cards()[::-1][: state.take_count()]):
                raise NotationError(f"past= says {quote(text)}, but the rules take other cards (C10).")
            state.play(parse_action("+" if cards else text))
    except RuleViolation as refusal:
        raise NotationError(f"past= breaks the rules: {refusal}") from None
    found = position_of(state, p.profile, number=p.number, standing=p.standing)
    for name in ("hands", "pile", "now", "turn", "reason", "turns", "out"):
        if getattr(found, name) != getattr(p, name):
            raise NotationError(f"past= does not lead to this position: {name} differs.")
    return state


def _rewind(p: Position) -> tuple[State, list[tuple[Card, ...]]]:
    """Take the past back, turn by turn: the position before it, and the cards of each pick-up."""
    hands, pile, taken = list(p.hands), list(p.pile), []
    playing = [s for s, hand in enumerate(hands) if hand]
    if p.reason in ("last_card", "draw"):
        playing = sorted([*playing, p.out[-1]])
    turn, stray = p.turn, NotationError("past= does not fit the hands and the pile.")
    for text in reversed(p.past):
        turn = playing[playing.index(turn) - 1]
        if text.startswith("+"):
            cards = tuple(card for card in read_row(text[1:]) if card is not None)
            if not cards or card_set(cards) & ~hands[turn]:
                raise stray
            hands[turn] &= ~card_set(cards)
            pile += cards[::-1]
        else:
            cards = ()
            for card in _laid(text):
                if not pile or pile.pop() != card:
                    raise stray
                hands[turn] |= 1 << card
        taken.append(cards)
    first = parse_action(p.past[0][:1] if p.past[0].startswith("+") else p.past[0])
    free = bool(pile) and first.kind is ActionKind.LEAD
    before = p.out[:-1] if p.reason in ("last_card", "draw") else p.out
    if not all(hands[s] for s in playing):
        raise stray
    state = State.at(p.profile.settings, p.trumps, hands, pile, turn, free, p.dealer, p.turns - len(p.past), before)
    return state, taken[::-1]


def _laid(text: str) -> tuple[Card, ...]:
    """The cards that an action put down, the upper one first."""
    action: Action = parse_action(text)
    if action.kind is ActionKind.COVER:
        after = action.lead_after
        return (action.cover,) if after is None else (after, action.cover)
    if action.kind is ActionKind.LEAD and action.payload.bit_count() == 1:
        return (action.payload.bit_length() - 1,)
    raise NotationError(f"{quote(text)} is no turn of Svoi Kozyri; write 8h, 6d/Qs, 6d. or +9d6hQs.")


POSITIONS = Positions(position_fields, parse)
