"""T1 on the wire: whole matches in real rooms; every byte that a seat is sent is the same in every match that differs
only in what the seat may not know.

https://github.com/boardgameio/boardgame.io/issues/1159, https://github.com/boardgameio/boardgame.io/issues/399

A match of one or more deals is enacted in a room as the server runs it, with people in all seats, their salts, a
watcher and declaration windows, up to some position of its last deal; then again with another last deal that the seat
cannot tell from the first. Nothing but chance and time is given: the frames are those that would go to the sockets.
What was dealt before is counted and known to everybody, so two such matches can differ in their last deal only.

`SHOKHA_WIRE_MATCHES=1000 pytest tests/fieldlog/test_T01_matches_on_the_wire.py -k pairs` compares a thousand.
"""

from __future__ import annotations

import asyncio
import os
import random
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from tests.worlds.retell import lively, retell

import shokha.server.room
import shokha.table
from shokha.actions import Action, ActionKind
from shokha.game import new_match
from shokha.kozel.worlds import Sampler as KozelSampler
from shokha.profile import RuleProfile, load
from shokha.server import present, protocol
from shokha.server.connection import Connection
from shokha.server.room import Pace, Room
from shokha.store import Kept, RoomRow
from shokha.svoi.worlds import Sampler as SvoiSampler
from shokha.table import Table, TableOptions
from shokha.view import observations

SEED = "the same for both"
PROFILES = ("pairs", "yard", "duel", "trio", "quartet", "money", "short", "svoi", "svoi-2", "svoi-3")
MATCHES = int(os.environ.get("SHOKHA_WIRE_MATCHES", "20"))
SHARE = "5" * 64


@dataclass
class Dealt:
    """A deal as it entered a match, and what was played in it."""

    deck: list[int]
    peek: int
    actions: list[Action]


def random_match(profile: RuleProfile, rng: random.Random) -> tuple[list[Dealt], Any] | None:
    """Some deals of a match of random play, the last one broken off; and that deal."""
    match = new_match(profile, SEED)
    dealt: list[Dealt] = []
    for left in range(rng.choice((0, 0, 0, 1)), -1, -1):
        deck = [c for c in range(36) if match.pack >> c & 1]
        rng.shuffle(deck)
        stock = getattr(match, "stock", 0)
        peek = rng.randrange(stock) if stock and rng.random() < 0.8 else 0
        deal = match.start_deal(deck, peek)
        mood, plays = rng.choice(["bold", "patient"]), rng.randrange(1, 30) if left == 0 else 10**6
        while plays and not deal.is_over:
            deal.play(lively(deal, rng, mood) if profile.game == "kozel" else onward(deal, rng))
            plays -= 1
        dealt.append(Dealt(deck, deal.peek or 0 if hasattr(deal, "peek") else 0, list(map(Action, deal.actions))))
        if deal.is_over and (left == 0 or match.finish_deal() is None or match.is_over):
            return None
    return dealt, deal


def onward(deal: Any, rng: random.Random) -> Action:
    """Random play that does not pick up for ever."""
    legal = deal.legal_actions()
    covers = [a for a in legal if a.kind is not ActionKind.PICK_UP]
    return rng.choice(covers if covers and rng.random() < 0.8 else legal)


def retold(deal: Any, seat: int | None, rng: random.Random) -> Dealt | None:
    """Another deal that a seat cannot tell from this one; None when there is no other."""
    view = deal.view(seat)
    if deal.profile.game == "svoi":
        deck = SvoiSampler(view).deck(rng)
        return Dealt(list(deck), 0, list(map(Action, deal.actions))) if deck != list(deal.deck) else None
    history = KozelSampler(view).history(rng)
    other = retell(observations(deal.events, seat), view, history, rng, until=view.asked is not None)
    if other.deck == deal.deck and list(other.actions) == list(deal.actions):
        return None
    return Dealt(list(other.deck), other.peek or 0, list(map(Action, other.actions)))


class Stand:
    """One room, driven by hand: time passes when we say so, and decks are those of the match."""

    def __init__(self, profile: RuleProfile, dealt: list[Dealt], options: TableOptions) -> None:
        self.profile, self.dealt, self.now = profile, dealt, 1000.0
        row = RoomRow("WIRE", profile.id, {}, profile.fingerprint, {}, SEED, 0.0, 0.0)
        table = Table(profile, SEED, options, now=self.now)

        async def storage(function: Any, *arguments: Any) -> None:
            """Everything is kept at once."""

        pace = Pace(window=1.5)
        self.room = Room(Kept(row, [], []), table, _Nowhere(), storage, lambda: self.now, pace, lambda tell: tell())
        self.commands = 0
        self.seats: list[Connection] = []
        self.heard: dict[int | None, list[str]] = {}

    async def run(self, listening: set[int | None]) -> dict[int | None, list[str]]:
        """Enact it all; what those who listen were sent, byte for byte."""
        for seat in range(self.profile.players):
            await self.room.call(partial(self.room.sit, seat, f"P{seat}"))
        self.seats = [Connection(audience, "") for audience in (*range(self.profile.players), None)]
        for connection in self.seats:
            if connection.seat in listening:
                self.heard[connection.seat] = []
                await self.room.call(partial(self.room.join, connection))
        await self.salts(1)
        await self.do("start", 0)
        shadow = new_match(self.profile, SEED)
        for dealt in self.dealt:
            deal = shadow.start_deal(list(dealt.deck), dealt.peek)
            for action in dealt.actions:
                await self.enact(deal, action)
            await self.wait()
            if not deal.is_over:
                break
            shadow.finish_deal()
            if not getattr(deal.result, "is_void", False):  # a void one is dealt again at once
                await self.salts(self.room.shares.next_number(self.room.table.journal))
                for seat in range(self.profile.players):
                    await self.do("ready", seat)
        await self.room.close()
        return self.heard

    async def enact(self, deal: Any, action: Action) -> None:
        seat = deal.actor
        deal.play(action)
        if action.kind is ActionKind.PASS:
            return  # silence: the table passes for whoever says nothing
        claims = action.kind is ActionKind.DECLARE
        if not claims or self.room.table.claim(seat) is None:
            await self.wait()
        await self.do("play", seat, str(action))
        if claims:
            await self.wait()

    async def do(self, what: str, seat: int, text: str = "") -> None:
        self.commands += 1
        command = protocol.Cmd(f"c{self.commands}", what, text=text)
        await self.room.call(partial(self.room.command, self.seats[seat], command))
        self.listen()

    async def salts(self, deal: int) -> None:
        for seat in range(self.profile.players):
            await self.room.call(partial(self.room.salt, self.seats[seat], deal, f"{seat}" * 32))

    async def wait(self) -> None:
        self.now += 10
        await self.room.call(self.room._pass_time)
        self.listen()

    def listen(self) -> None:
        for connection in self.seats:
            while connection.waiting:
                text = connection.waiting.pop(0)
                assert isinstance(text, str), text
                assert '"t":"no"' not in text, text
                if connection.seat in self.heard:
                    self.heard[connection.seat].append(text)


class _Nowhere:
    """A store of which only the names are asked."""

    append = keep_secret = None

    def append_at_once(self, *addition: Any) -> bool:
        return True

    keep_secret_at_once = append_at_once


@dataclass
class Enacted:
    """What came of a match: frames by audience, and what each seat knew in the end."""

    heard: dict[int | None, list[str]]
    known: list[str]


def enact(profile: RuleProfile, dealt: list[Dealt], options: TableOptions, listening: set[int | None]) -> Enacted:
    """A match in a room of its own. The decks are ours; the server's share of chance is always the same."""
    with pytest.MonkeyPatch.context() as patch:
        decks = iter(dealt)

        def deal_next(match: Any, seed: object) -> Any:
            known = next(decks)
            return match.start_deal(list(known.deck), known.peek)

        patch.setattr(shokha.table, "deal_next", deal_next)
        patch.setattr(shokha.server.room.secrets, "token_hex", lambda size: SHARE)

        async def main() -> Enacted:
            stand = Stand(profile, dealt, options)
            heard = await stand.run(listening)
            return Enacted(heard, [str(stand.room.table.view(seat)) for seat in range(profile.players)])

        return asyncio.run(main())


def compare(profile: RuleProfile, rng: random.Random) -> bool:
    """One match and another that a seat cannot tell from it, nor the public; was there anything to hide?"""
    made = random_match(profile, rng)
    if made is None:
        return False
    dealt, deal = made
    seat = rng.choice([None, *range(profile.players)])
    other = retold(deal, seat, rng)
    if other is None:
        return False
    options = TableOptions(1.5, 0.3, 0, *(rng.random() < 0.5 for _ in range(3)))
    mine = enact(profile, dealt, options, {seat, None})
    theirs = enact(profile, [*dealt[:-1], other], options, {seat, None})
    assert mine.heard == theirs.heard
    assert min(map(len, mine.heard.values())) >= 3  # joining, the start and the deal, at the least
    return mine.known != theirs.known  # somebody knows the difference


@pytest.mark.parametrize("name", PROFILES)
def test_equal_bytes(name: str) -> None:
    rng, profile, done, tries = random.Random(f"{name} wire"), load(name), 0, 0
    if profile.game == "svoi":
        profile = profile.with_settings({"turn_cap": "60"})  # random play would go on for ever
    while done < (MATCHES // 4 if profile.players == 2 else MATCHES):  # two hands: seldom anything left to hide
        done += compare(profile, rng)
        tries += 1
        assert tries < 60 + 10 * MATCHES, "hardly anything to compare"


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hidden card in one frame, in a seat's or in everybody's part of it, is noticed."""
    honest = present.passing

    def careless(table: Table, *more: Any) -> dict[str, Any]:
        told = honest(table, *more)
        return told | {"hint": table.deals[-1].deck[-2] if table.deals else None}

    monkeypatch.setattr(present, "passing", careless)
    rng = random.Random(1)
    with pytest.raises(AssertionError):
        for _ in range(30):
            compare(load("pairs"), rng)
