"""Deals that nobody can have chosen: commit, salts of the players, reveal (docs/protocol.md)."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from shokha.cards import PACK, Card, CardSet
from shokha.shuffle import deck

_SALT = re.compile(r"[0-9a-f]{32}")


@lru_cache(maxsize=1024)  # the same in every frame of a deal
def commitment(room: str, deal: int, server: str) -> str:
    """What is published before the salts are known; `server` is the server's share in hex."""
    return hashlib.sha256(f"shokha-deal-1 {room} {deal} {server}".encode()).hexdigest()


def is_salt(text: str) -> bool:
    """Is it 16 bytes in hex?"""
    return _SALT.fullmatch(text) is not None


def deal_seed(server: str, salts: list[str]) -> str:
    """The seed of the deal: the server's share and the salts in seat order, a dash for none."""
    return " ".join([server, *(salt or "-" for salt in salts)])


def verify_deal(
    room: str,
    deal: int,
    committed: str,
    server: str,
    salts: list[str],
    *,
    number: int | None = None,
    pack: CardSet = PACK,
    attempt: int = 0,
) -> list[Card] | None:
    """The deck that the revealed shares make, or None when they do not fit the commitment.

    `deal` counts over all matches at the table, `number` is the deal's number in its own match (the same in
    the first one); `attempt` counts void deals of that number.
    """
    if commitment(room, deal, server) != committed:
        return None
    return deck(deal_seed(server, salts), deal if number is None else number, pack, attempt)
