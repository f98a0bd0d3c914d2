"""The shares of chance that make a room's deals: the server's, committed to in time, and every browser's salt."""

from __future__ import annotations

import secrets
from typing import Any

from shokha.server import fair


class Shares:
    """The shares of one room. Deals are numbered over all matches at its table, from 1."""

    def __init__(self, room: str, players: int, kept: dict[int, str]) -> None:
        self.room, self.players = room, players
        self.server = dict(kept)
        """The server's share of each deal, in hex."""
        self._salts: dict[int, dict[int, str]] = {}
        self._sought: tuple[list[dict[str, Any]], int, list[str]] = ([], 0, [])

    def seeds(self, journal: list[dict[str, Any]]) -> list[str]:
        """Seeds of all deals so far. Looks only at what is new in the journal, which is only ever added to."""
        if self._sought[0] is not journal:  # made again from what is kept
            self._sought = (journal, 0, [])
        _, seen, seeds = self._sought
        if seen < len(journal):
            seeds += [entry["seed"] for entry in journal[seen:] if entry["in"] == "seed"]
            self._sought = (journal, len(journal), seeds)
        return seeds

    def next_number(self, journal: list[dict[str, Any]]) -> int:
        """The number of the deal that comes next."""
        return 1 + len(self.seeds(journal))

    def offer(self, number: int, seat: int, salt: str) -> None:
        """A browser's share of a deal; the first one counts."""
        if fair.is_salt(salt):
            self._salts.setdefault(number, {}).setdefault(seat, salt)

    def has_all(self, number: int, people: set[int]) -> bool:
        """Have the server and all these seats given their share?"""
        return number in self.server and people <= self._salts.get(number, {}).keys()

    def seed(self, number: int) -> str:
        """The seed of a deal that begins now."""
        share = self.server.get(number) or secrets.token_hex(32)
        salts = self._salts.pop(number, {})
        return fair.deal_seed(share, [salts.get(seat, "") for seat in range(self.players)])

    def told(self, journal: list[dict[str, Any]], counted: int | None) -> dict[str, Any]:
        """What everybody may know: the commitment to the next deal, and the shares of one that has been counted.

        `counted` is that deal's number in its match; None while one is running.
        """
        seeds = self.seeds(journal)
        number = len(seeds) + 1
        told: dict[str, Any] = {"deal": number, "commitment": None, "revealed": None}
        if number in self.server:
            told["commitment"] = fair.commitment(self.room, number, self.server[number])
        if seeds and counted is not None:
            server, *salts = seeds[-1].split(" ")
            told["revealed"] = {
                "deal": number - 1,
                "number": counted,
                "server": server,
                "salts": salts,
                "commitment": fair.commitment(self.room, number - 1, server),
            }
        return told
