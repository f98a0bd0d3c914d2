"""The kernel and the oracle behind one face: texts in, texts out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle.svoi_oracle import PACK, Oracle

from shokha.actions import format_action, parse_action
from shokha.cards import cards_of, format_card, parse_card_list, parse_cards
from shokha.errors import RuleViolation
from shokha.svoi.settings import SvoiSettings
from shokha.svoi.state import State

LETTERS = "cdhs"
"""The vectors' trumps from the first seat on; with fewer players the last suits have no owner."""
SUIT = {"s": 0, "h": 1, "d": 2, "c": 3}


def oracle_rules(settings: SvoiSettings) -> dict[str, Any]:
    """The settings as the oracle's arguments."""
    return {
        "plain": settings.pick_up_plain,
        "trump": settings.pick_up_trump,
        "ace": settings.pick_up_ace,
        "times": settings.repetition,
        "cap": settings.turn_cap,
    }


class KernelTable:
    """`State` with texts."""

    def __init__(self, state: State) -> None:
        self.state = state

    @classmethod
    def at(cls, settings: SvoiSettings, hands: Sequence[str], pile: str, turn: int, free: bool = False) -> KernelTable:
        trumps = [SUIT[LETTERS[seat]] for seat in range(settings.players)]
        cards = [parse_cards(hand) for hand in hands]
        return cls(State.at(settings, trumps, cards, parse_card_list(pile), turn, free))

    @classmethod
    def deal(cls, settings: SvoiSettings, deck: Sequence[str], dealer: int, trumps: Mapping[int, str]) -> KernelTable:
        cards = [parse_card_list(card)[0] for card in deck]
        return cls(State(settings, cards, dealer, {seat: SUIT[s] for seat, s in trumps.items()}))

    def legal(self) -> list[str]:
        return [format_action(a) for a in self.state.legal_actions()]

    def play(self, move: str) -> None:
        self.state.play(parse_action(move))

    def refusal(self, move: str) -> str:
        """The rule ids of the refusal; the state must not change."""
        before = self.state.__reduce__()
        try:
            self.play(move)
        except RuleViolation as refusal:
            assert self.state.__reduce__() == before
            assert refusal.message and refusal.code
            return refusal.rule
        raise AssertionError(f"{move} was accepted")

    def facts(self) -> dict[str, Any]:
        """Everything that can be compared."""
        state = self.state
        return {
            "hands": [sorted(map(format_card, cards_of(state.hand(s)))) for s in range(state.n_seats)],
            "pile": list(map(format_card, state.pile_cards())),
            "turn": None if state.is_over else state.actor,
            "free": not state.is_over and bool(state.free),
            "turns": state.turns,
            "over": state.is_over,
            "loser": None if state.loser < 0 else state.loser,
            "reason": state.reason,
            "legal": sorted(self.legal()),
            "look": list(map(format_card, state.look())),
        }


class OracleTable:
    """`Oracle` with the same face."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle

    @classmethod
    def at(cls, settings: SvoiSettings, hands: Sequence[str], pile: str, turn: int, free: bool = False) -> OracleTable:
        return cls(
            Oracle(
                {seat: hand.split() for seat, hand in enumerate(hands)},
                pile.split(),
                turn,
                dict(enumerate(LETTERS[: settings.players])),
                free=free,
                **oracle_rules(settings),
            )
        )

    @classmethod
    def deal(cls, settings: SvoiSettings, deck: Sequence[str], dealer: int, trumps: Mapping[int, str]) -> OracleTable:
        return cls(Oracle.deal(deck, dealer, trumps, settings.exchange_sixes, **oracle_rules(settings)))

    def legal(self) -> list[str]:
        return sorted(self.oracle.legal())

    def play(self, move: str) -> None:
        self.oracle.play(move)

    def refusal(self, move: str) -> str:
        assert move not in self.oracle.legal()
        return ""

    def facts(self) -> dict[str, Any]:
        oracle = self.oracle
        return {
            "hands": [sorted(oracle.hands[s]) for s in sorted(oracle.hands)],
            "pile": oracle.pile,
            "turn": None if oracle.over else oracle.turn,
            "free": not oracle.over and oracle.free,
            "turns": oracle.turns,
            "over": oracle.over,
            "loser": oracle.loser,
            "reason": oracle.reason,
            "legal": self.legal(),
            "look": oracle.look(),
        }


def random_deal(rng: random.Random, players: int) -> tuple[list[str], int, dict[int, str]]:
    """A deck, a dealer and trumps, all random."""
    deck = rng.sample(PACK, 36)
    return deck, rng.randrange(players), dict(enumerate(rng.sample("shdc", players)))
