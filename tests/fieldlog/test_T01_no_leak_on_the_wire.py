"""T1: what a client is sent holds nothing that its seat may not know, in any frame and down to the byte.

https://github.com/boardgameio/boardgame.io/issues/1159, https://github.com/boardgameio/boardgame.io/issues/399

Two deals that differ only in what a seat may not know are enacted at two tables as the server runs
them, windows included; everything that the seat would be sent is compared as bytes.
"""

from __future__ import annotations

import os
import random

import pytest
from tests.worlds.retell import lively, retell

import shokha.table
from shokha.actions import Action, ActionKind
from shokha.game import new_match
from shokha.kozel.deal import KozelDeal
from shokha.kozel.worlds import Sampler
from shokha.profile import RuleProfile, load
from shokha.server import present, protocol
from shokha.table import Command, Stage, Table, TableOptions
from shokha.view import observations

SEED = "the same for both"
DEALS = int(os.environ.get("SHOKHA_WIRE_DEALS", "200"))
"""Deals of each profile in the slow test; a thousand take some minutes."""
PROFILES = ("pairs", "yard", "duel", "trio", "quartet", "money", "short")


def fresh_deal(profile: RuleProfile, deck: list[int], peek: int) -> KozelDeal:
    """The first deal of the tables' match, with a deck of ours."""
    match = new_match(profile, SEED)
    deal: KozelDeal = match.start_deal(deck, peek)
    return deal


class Stand:
    """A table at which a deal that was played elsewhere is enacted."""

    def __init__(self, deal: KozelDeal, options: TableOptions, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = Table(deal.profile, SEED, options)
        self.now = 0.0
        peek = deal.peek or 0
        monkeypatch.setattr(shokha.table, "deal_next", lambda match, seed: match.start_deal(list(deal.deck), peek))
        for seat in range(deal.profile.players):
            self.do("sit", seat, f"P{seat}")
        self.do("start", 0)
        shadow = fresh_deal(deal.profile, list(deal.deck), peek)
        for action in map(Action, deal.actions):
            seat = shadow.actor
            assert seat is not None
            shadow.play(action)
            if action.kind is ActionKind.PASS:
                continue  # silence: the table passes for whoever says nothing
            if action.kind is not ActionKind.DECLARE or self.table.claim(seat) is None:
                self.wait()
            self.do("play", seat, str(action))
            if action.kind is ActionKind.DECLARE:
                self.wait()
        self.wait()

    def do(self, what: str, seat: int, text: str = "") -> None:
        answer = self.table.receive(Command(what, seat, text), self.now)
        assert answer.ok, (what, seat, text, answer)

    def wait(self) -> None:
        self.now += 10
        self.table.tick(self.now)

    def frame(self, seat: int | None, since: int = 0) -> str:
        """What the server would send, as in `Room`."""
        table = self.table
        ev = [present.observation(e) for e in table.stream(seat, since)]
        state = present.table_state(table, "ROOM", set(), 0, None)
        view = present.view(table, seat)
        return protocol.encode({"t": "state", "seq": table.seq(seat), "ev": ev, "table": state, "view": view})


def compare(profile: RuleProfile, rng: random.Random, monkeypatch: pytest.MonkeyPatch) -> bool:
    """One random position and another that a seat cannot tell from it; was there a difference to hide?"""
    match = new_match(profile, SEED)
    deck = [c for c in range(36) if match.pack >> c & 1]
    rng.shuffle(deck)
    deal = fresh_deal(profile, deck, rng.randrange(match.stock) if match.stock and rng.random() < 0.8 else 0)
    mood = rng.choice(["bold", "patient"])
    for _ in range(rng.randrange(1, 30)):
        if deal.is_over:
            break
        deal.play(lively(deal, rng, mood))
    if deal.is_over:
        return False
    seat = rng.choice([None, *range(profile.players)])
    view = deal.view(seat)
    other = retell(observations(deal.events, seat), view, Sampler(view).history(rng), rng, until=view.asked is not None)
    options = TableOptions(1.5, 0.3, 0, *(rng.random() < 0.5 for _ in range(3)))
    mine, theirs = Stand(deal, options, monkeypatch), Stand(other, options, monkeypatch)
    if mine.table.stage is Stage.PLAYING and theirs.table.stage is Stage.PLAYING:
        assert mine.frame(seat) == theirs.frame(seat)
    return other.deck != deal.deck


@pytest.mark.parametrize("name", PROFILES)
def test_equal_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(name)
    assert sum(compare(load(name), rng, monkeypatch) for _ in range(25)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", PROFILES)
def test_equal_bytes_in_many_deals(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(name + " long")
    assert sum(compare(load(name), rng, monkeypatch) for _ in range(200)) > 80


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison is no formality: a frame with one card of the stock in it is caught."""
    honest = present.view

    def careless(table: Table, audience: int | None) -> dict[str, object] | None:
        told = honest(table, audience)
        return told and told | {"hint": table.deals[-1].deck[-2]}

    monkeypatch.setattr(present, "view", careless)
    with pytest.raises(AssertionError):
        for seed in range(20):
            compare(load("pairs"), random.Random(seed), monkeypatch)
