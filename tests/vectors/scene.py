"""Scenes: a partly described table and a script, played by the product and by the oracle.

A scene names the cards that matter; `build` fills hands, turn-up and stock with low cards that form
no combination. A script is a list of steps:

    P1 Jh8h      the action is legal and is played        P2 ^Qh7h ✗   it is refused, and nothing changes
    P2 ^Qh6s ?   it is legal, but not played              P2 discards  the cheapest cards
    replies      all who are still to reply discard
    rounds 3     three tricks of one card each, led low and never beaten; nobody declares
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle.kozel_compare import mask
from tests.oracle.kozel_oracle import Oracle, Refused, is_molodka, is_moskva, number
from tests.oracle.kozel_oracle import card as pair
from tests.strategies import pack_for

from shokha import load_profile
from shokha.actions import format_action, parse_action
from shokha.cards import cards_of, parse_card, parse_card_list, parse_cards, points_of, rank_of, suit_of
from shokha.errors import RuleViolation
from shokha.kozel.deal import KozelDeal
from shokha.kozel.phases import Phase
from shokha.profile import RuleProfile

PASS, LEAD, BEAT, DISCARD = 0, 2, 3, 4


@dataclass(frozen=True)
class Scene:
    """A described table: the profile and what the dealing needs."""

    profile: RuleProfile
    deck: tuple[int, ...]
    dealer: int
    seats: int
    peek: int


def build(case: Mapping[str, Any]) -> Scene:
    """The table of a case: keys profile, set, hands, trump, turnup, stock, leader, seats."""
    profile = load_profile(case.get("profile", "pairs")).with_settings(case.get("set", {}))
    rules = profile.settings
    seats = [int(p[1:]) - 1 for p in case.get("seats", "").split()] or list(range(rules.players))
    leader = int(case.get("leader", "P1")[1:]) - 1
    hands = {s: parse_card_list(case.get("hands", {}).get(f"P{s + 1}", "")) for s in seats}
    stock = parse_card_list(case.get("stock", ""))
    used = [c for hand in hands.values() for c in hand] + stock
    assert len(set(used)) == len(used), "a card is named twice"
    pool = sorted((c for c in pack_for(rules, len(seats)) if c not in used and c != 0), key=lambda c: (rank_of(c), c))
    if 0 not in used:
        pool.append(0)  # the shokha lies deep in the stock unless the case says where
    trump = "shdc".index(case.get("trump", "h"))
    turn_up = parse_card(case["turnup"]) if "turnup" in case else [c for c in pool if suit_of(c) == trump and c][-1]
    if turn_up in pool:
        pool.remove(turn_up)
    for hand in hands.values():
        while len(hand) < 4:
            hand.append(pool.pop(next(i for i, c in enumerate(pool) if harmless([*hand, c]))))
    rest = stock + pool
    if rules.trump_mode == "peek_middle":
        if turn_up not in rest:
            rest.insert(len(rest) // 2, turn_up)
    elif turn_up not in rest:
        rest.insert(0, turn_up)
    order = [s for s in [(leader + i) % rules.players for i in range(rules.players)] if s in seats]
    deck = [hands[order[i % len(order)]][i // len(order)] for i in range(4 * len(order))] + rest
    return Scene(profile, tuple(deck), order[-1], sum(1 << s for s in seats), rest.index(turn_up))


def harmless(hand: Sequence[int]) -> bool:
    """Neither a combination nor half of one."""
    cards = [pair(c) for c in hand]
    suits = [c[1] for c in cards]
    return not (len(hand) == 4 and (is_moskva(cards, True) or is_molodka(cards, True))) and suits.count(suits[-1]) <= 2


class Product:
    """The deal that everything else in the package plays."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.deal = KozelDeal(scene.profile, scene.deck, dealer=scene.dealer, seats=scene.seats, peek=scene.peek)
        self.seats = range(scene.profile.players)

    def legal(self) -> list[int]:
        return [int(a) for a in self.deal.legal_actions()]

    def play(self, text: str) -> None:
        self.deal.play(text)

    def refuses(self, text: str) -> bool:
        before = self.deal.state.dump(), list(self.deal.events)
        try:
            self.deal.play(text)
        except RuleViolation:
            return (self.deal.state.dump(), self.deal.events) == before
        return False

    def facts(self) -> dict[str, Any]:
        state = self.deal.state
        asked = state.asked() if Phase(state.phase) in (Phase.WINDOW, Phase.INTERRUPT) else []
        return {
            "actor": state.actor,
            "phase": Phase(state.phase).name.lower(),
            "asked": list(asked),
            "hands": [state.hand(s) for s in self.seats],
            "points": [points_of(state.taken_by(s)) for s in self.seats],
            "tricks": [state.tricks_of(s) for s in self.seats],
            "winner": state.last_winner,
            "draws": state.drawn(),
            "stock": list(state.stock_cards()),
            "trump": state.trump,
            "pot": state.pot_winner,
            "table": [state.on_table(s) for s in self.seats],
            "void": bool(state.is_void),
        }


class Slow:
    """The same table as the oracle plays it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.oracle = Oracle(scene.profile.settings, scene.deck, scene.dealer, None, scene.seats, scene.peek)
        self.seats = range(scene.profile.players)

    def legal(self) -> list[int]:
        return self.oracle.legal()

    def play(self, text: str) -> None:
        self.oracle.play(parse_action(text))

    def refuses(self, text: str) -> bool:
        try:
            self.oracle.clone().play(parse_action(text))
        except Refused:
            return True
        return False

    def facts(self) -> dict[str, Any]:
        o = self.oracle
        lying = {seat: mask(cards) for seat, cards, _ in o.table}
        return {
            "actor": o.actor,
            "phase": o.phase,
            "asked": list(o.asking),
            "hands": [mask(o.hands.get(s, [])) for s in self.seats],
            "points": [points_of(mask(o.captures.get(s, []))) for s in self.seats],
            "tricks": [o.tricks.get(s, 0) for s in self.seats],
            "winner": -1 if o.last_winner is None else o.last_winner,
            "draws": [(s, number(c)) for s, c in o.draws],
            "stock": [number(c) for c in o.stock],
            "trump": -1 if o.trump is None else "shdc".index(o.trump),
            "pot": -1 if o.pot_winner is None else o.pot_winner,
            "table": [lying.get(s, 0) for s in self.seats],
            "void": o.is_void,
        }


Engine = Product | Slow


def perform(engine: Engine, steps: Sequence[str]) -> None:
    """Play a script."""
    for step in steps:
        words = step.split()
        if words[0] == "rounds":
            for _ in range(int(words[1])):
                one_round(engine)
        elif words == ["replies"]:
            finish_trick(engine)
        elif words[1] == "discards":
            assert name(engine.facts()["actor"]) == words[0], step
            engine.play(cheapest(engine, DISCARD))
        elif words[2:] == ["✗"]:
            assert engine.refuses(words[1]), f"{step}: was accepted"
        else:
            assert name(engine.facts()["actor"]) == words[0], f"{step}: {name(engine.facts()['actor'])} is to act"
            assert parse_action(words[1]) in engine.legal(), f"{step}: is not legal"
            if words[2:] != ["?"]:
                engine.play(words[1])


def name(seat: int) -> str:
    """What people call a seat."""
    return f"P{seat + 1}" if seat >= 0 else "nobody"


def cheapest(engine: Engine, kind: int) -> str:
    """The action of that kind that costs least: few cards, few points, low ranks."""

    def cost(action: int) -> tuple[int, int, list[int]]:
        cards = list(cards_of(action & (1 << 56) - 1))
        return len(cards), points_of(action & (1 << 56) - 1), sorted(int(rank_of(c)) + 20 * (c == 0) for c in cards)

    return format_action(min((a for a in engine.legal() if a >> 56 == kind), key=cost))


def pass_windows(engine: Engine) -> None:
    while engine.facts()["phase"] in ("window", "interrupt"):
        engine.play("-")


def finish_trick(engine: Engine) -> None:
    """Whoever is still to reply discards."""
    before = sum(engine.facts()["tricks"])
    while sum(engine.facts()["tricks"]) == before:
        pass_windows(engine)
        engine.play(cheapest(engine, DISCARD))


def one_round(engine: Engine) -> None:
    pass_windows(engine)
    engine.play(cheapest(engine, LEAD))
    finish_trick(engine)


def check(engine: Engine, then: Mapping[str, Any]) -> None:
    """Compare the facts that a case expects."""
    facts = engine.facts()
    for key, expected in then.items():
        have: Any
        match key:
            case "winner" | "actor" | "pot":
                have = name(facts[key])
            case "asked":
                have = " ".join(f"{name(s)} {['?', 'molodka', 'moskva', 'bura', 'aces'][c]}" for s, c in facts["asked"])
            case "points":  # of the seat that took the last trick
                have = facts["points"][facts["winner"]]
            case "draws":
                have = " ".join(name(s) for s, _ in facts["draws"])
            case "stock":
                have = len(facts["stock"])
            case "turnup_to":
                turn_up = engine.scene.deck[4 * engine.scene.seats.bit_count()]
                have = " ".join(name(s) for s in engine.seats if facts["hands"][s] >> turn_up & 1)
            case "last_in_stock":
                have, expected = facts["stock"][-1], parse_card(expected)
            case "in_stock":
                have, expected = parse_card(expected) in facts["stock"], True
            case "holds":
                seat, card = expected.split()
                have, expected = facts["hands"][int(seat[1:]) - 1] >> parse_card(card) & 1, 1
            case "trump":
                have = "shdc"[facts["trump"]] if facts["trump"] >= 0 else "none"
            case "hands" | "table":
                have = {p: facts[key][int(p[1:]) - 1] for p in expected}
                expected = {p: parse_cards(text) for p, text in expected.items()}
            case "counts":  # cards in the hands, by seat
                have = [h.bit_count() for h in facts["hands"]]
            case _:
                have = facts[key]
        assert have == expected, f"{key}: {have!r}, expected {expected!r}"
