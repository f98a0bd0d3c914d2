"""A report: what happened, with versions, and no card that its writer was not shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from tests.server.live import Browser, Client, Server, people, run, serving

import shokha
from shokha.record import Record


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as started:
        yield started


def test_a_report_holds_what_its_writer_saw(server: Server) -> None:
    room, secrets = people(server, "pairs")
    browser, said = Browser(server.base), "The bot took\x1b[2J my ace\u202e!"
    status, early = browser.call(f"/api/rooms/{room}/report?said=hello")
    assert status == 200 and "not begun" in early

    async def start() -> None:
        client = await Client(server.base, room, secrets[0]).open()
        await client.until(lambda c: c.state)
        await client.command("start")
        await client.until(lambda c: c.state["view"])

    run(start())
    table = server.hub.rooms[room].table
    for seat in (None, 0, 2):
        secret = "" if seat is None else secrets[seat]
        status, text = browser.call(f"/api/rooms/{room}/report?secret={secret}&said={quote(said)}")
        head, _, record = text.partition("\n\n")
        assert status == 200 and f"Shokha {shokha.__version__}" in head and table.profile.fingerprint in head
        assert "said: The bot took[2J my ace!" in head and room in head
        assert Record.loads(record).viewpoint == ("public" if seat is None else seat)
        cards = set(re.findall(r"\b(?:10|[6-9JQKA])[shdc]\b", text))
        hand = {shokha.cards.format_card(c) for c in shokha.cards.cards_of(table.view(seat).hand)}
        up = {shokha.cards.format_card(table.view(None).turn_up)}
        assert cards <= hand | up, "no hidden card"
        assert secrets[1] not in text and table.seed not in text
