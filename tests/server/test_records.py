"""Records: a seat's own while the match runs, everybody's when it is over, both believed by `verify`."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import pytest
from tests.server.live import Browser, Client, people, run, serving

from shokha.record import Record, verify

CARD = re.compile(r"(?:10|[6-9JQKA])[shdc]")


def shown(client: Client) -> set[str]:
    """Every card that stands in what a client was sent."""
    return {card for frame in client.frames for card in CARD.findall(frame)}


@pytest.mark.parametrize(
    ("profile", "rules"),
    [("pairs", {"target": "2"}), ("yard", {"deals": "2"}), ("svoi", {"deals": "1", "turn_cap": "80"})],
)
def test_records_of_a_running_and_a_finished_match(tmp_path: Path, profile: str, rules: dict[str, str]) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        room, secrets = people(server, profile, set=rules)
        browser = Browser(server.base)
        assert browser.call(f"/api/rooms/{room}/record")[1]["code"] == "not_now"

        async def play() -> None:
            clients = [await Client(server.base, room, s).open() for s in secrets]
            watcher = await Client(server.base, room).open()
            await clients[0].until(lambda c: c.state)
            await clients[0].command("start")
            for turn in range(9):
                for c in clients:
                    await c.until(lambda c: c.state["view"])
                seat = clients[0].state["view"]["turn"]
                await clients[seat].until(lambda c: c.state["view"]["moves"])
                moves = clients[seat].state["view"]["moves"]
                await clients[seat].command("play", text=moves[turn % len(moves)]["text"])
                await asyncio.sleep(0.06)
            for seat, (client, secret) in enumerate(zip([*clients, watcher], [*secrets, ""], strict=True)):
                await asyncio.sleep(0.05)
                text = (await asyncio.to_thread(browser.call, f"/api/rooms/{room}/record?secret={secret}"))[1]
                record = Record.loads(text)
                assert record.viewpoint == (seat if secret else "public")
                assert not verify(record).is_over
                assert set(CARD.findall(text)) <= shown(client), "a card that this seat was never shown"
            await asyncio.gather(*(c.play_out(random.Random(i)) for i, c in enumerate(clients)))
            for c in [*clients, watcher]:
                await c.close()

        run(play())
        text = browser.call(f"/api/rooms/{room}/record")[1]
        found = verify(text)
        assert found.is_over and Record.loads(text).viewpoint == "complete"
        assert found.deals == len(server.hub.rooms[room].table.deals)
