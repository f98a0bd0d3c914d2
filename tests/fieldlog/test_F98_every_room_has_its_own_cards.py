"""F98 on the web: no two rooms deal the same cards: not in one server, nor in two at once, nor after a restart.

https://github.com/magefree/mage/issues/2245, https://github.com/PlayersCouncil/gemp-lotr/issues/160
After a change of generator every game began with the same hands. (`shokha play` has a test of its own.)
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
from functools import partial
from pathlib import Path

import pytest
from tests.server.live import FAST, Browser, Client, Server, new_room, people, run, serving

from shokha.record import Record, verify
from shokha.server import fair
from shokha.server.hub import Hub
from shokha.server.protocol import NewRoom
from shokha.store import Store


def first_decks(path: Path, rooms: int) -> set[tuple[int, ...]]:
    """The first packs of so many new rooms, all made at once by a fresh server."""

    async def make() -> set[tuple[int, ...]]:
        hub = Hub(Store(f"sqlite:///{path}"), pace=FAST, clock=lambda: 1000.0)  # a clock that stands still
        wish = NewRoom("pairs", seats=["me", "random", "random", "random"])
        made = await asyncio.gather(*(hub.create(wish, f"browser {i}") for i in range(rooms)))
        await asyncio.gather(*(room.call(partial(asyncio.sleep, 0)) for room, _, _ in made))
        decks = {tuple(room.table.deals[0].deck) for room, _, _ in made}
        await hub.close()
        return decks

    return run(make())


def test_rooms_of_servers_that_start_together(tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    Store(f"sqlite:///{empty}").close()
    copies = [tmp_path / f"{i}.db" for i in range(2)]  # a copied container
    for copy in copies:
        shutil.copy(empty, copy)
    decks = [first_decks(path, 40) for path in (*copies, copies[0])]  # the last one: after a restart
    assert all(len(found) == 40 for found in decks)
    assert len(set.union(*decks)) == 120


@pytest.fixture
def server(tmp_path: Path) -> Server:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as started:
        yield started


def test_every_deal_and_every_rematch_has_its_own_seed(server: Server) -> None:
    """The seed is kept, told after the deal, and deals the same pack again; a rematch goes on with new ones."""
    room, secrets = people(server, "duel", set={"target": "2"})

    async def play() -> list[Client]:
        clients = [await Client(server.base, room, s).open() for s in secrets]
        await clients[0].until(lambda c: c.state)
        await clients[0].command("start")
        for match in range(3):
            await asyncio.gather(*(c.play_out(random.Random(i + match)) for i, c in enumerate(clients)))
            await clients[0].until(lambda c: c.state["table"]["stage"] == "over")
            if match < 2:
                assert (await clients[0].command("rematch"))["t"] == "ok"
                for client in clients:
                    await client.until(lambda c: c.state["table"]["stage"] != "over")
        return clients

    clients = run(play())
    kept = server.store.load(room)
    assert kept is not None
    seeds = [entry["seed"] for entry in kept.journal if entry["in"] == "seed"]
    assert len(seeds) >= 3 and len(set(seeds)) == len(seeds)
    assert all(re.fullmatch(r"[0-9a-f]{64}( -| [0-9a-f]{32}){2}", seed) for seed in seeds)
    table = server.hub.rooms[room].table
    assert table.matches_played == 2
    last = [d for d in table.deals if not d.result.is_void][-1]
    told = clients[0].state["table"]["fair"]["revealed"]
    assert told["deal"] == len(seeds) and told["server"] == seeds[-1].split(" ")[0]
    match = table.match
    salts = [salt.strip("-") for salt in told["salts"]]
    check = partial(fair.verify_deal, room, told["deal"], told["commitment"], told["server"], salts)
    packs = [check(number=told["number"], pack=match.pack, attempt=attempt) for attempt in range(10)]
    assert list(last.deck) in packs, "the revealed seed deals another pack"
    assert fair.verify_deal(room, told["deal"], "0" * 64, told["server"], salts) is None
    record = Browser(server.base).call(f"/api/rooms/{room}/record")[1]  # of the last match
    assert verify(record).is_over and Record.loads(record).viewpoint == "complete"


def test_rooms_and_codes_are_not_guessable(server: Server) -> None:
    codes = {new_room(Browser(server.base), "pairs", ["me"])[0] for _ in range(20)}
    assert len(codes) == 20 and all(re.fullmatch("[A-HJ-NP-Z2-9]{6}", code) for code in codes)
