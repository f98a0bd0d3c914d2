"""T2, T3: seeds, salts and deck order are in no frame before the reveal; nobody's log names a hidden card.

https://github.com/phase-rs/phase/issues/5368, https://github.com/Fluorohydride/ygopro/pull/2363,
https://github.com/throneteki/throneteki/issues/2924, https://github.com/keyteki/keyteki/issues/3932,
https://github.com/magefree/mage/issues/7567
"""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest
from tests.server.live import Client, people, run, serving


@pytest.mark.parametrize(("profile", "changes"), [("pairs", {"target": "4"}), ("yard", {"deals": "3"})])
def test_every_frame_of_a_match(tmp_path: Path, profile: str, changes: dict[str, str]) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        room, secrets = people(server, profile, set=changes)

        async def play() -> list[Client]:
            clients = [await Client(server.base, room, s).open() for s in [*secrets, ""]]
            await clients[0].until(lambda c: c.state)
            await clients[0].command("start")
            await asyncio.gather(*(c.play_out(random.Random(i)) for i, c in enumerate(clients[:-1])))
            await asyncio.gather(*(c.until(lambda c: c.state["table"]["stage"] == "over") for c in clients))
            for c in clients:
                await c.close()
            return clients

        clients = run(play())
        kept = server.store.load(room)
        assert kept is not None
        seed_of_room, shares = kept.row.seed, kept.secrets
        assert len(seed_of_room) >= 22 and all(len(share) == 64 for share in shares.values())  # 128 and 256 bits
        assert len(set(shares.values())) == len(shares)
        for client in clients:
            revealed: set[int] = set()
            for text in client.frames:
                frame = json.loads(text)
                assert seed_of_room not in text and '"deck":[' not in text and '"peek":' not in text
                fair = frame["table"]["fair"] if frame["t"] == "state" else None
                if fair and fair["revealed"]:
                    revealed.add(fair["revealed"]["deal"])
                    assert frame["table"]["stage"] != "playing"
                for number, share in shares.items():
                    assert number in revealed or share not in text, "a share of a deal that was not counted yet"
                if frame["t"] == "state":
                    check_hidden_cards(frame)


def check_hidden_cards(frame: dict[str, object]) -> None:
    """Nobody's observations name what another seat drew, was dealt or discarded."""
    seat = frame["seat"]
    for e in frame["ev"]:  # type: ignore[attr-defined]
        if e["e"] in ("CardsDealt", "CardsDiscarded") and e["seat"] != seat:
            assert e["cards"] == []
        if e["e"] == "CardDrawn" and e["seat"] != seat and not e["open"]:
            assert e["card"] is None
