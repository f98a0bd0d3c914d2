"""Who somebody is without an account: random secrets, kept only as hashes (web.md 3.3)."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

ROOM_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
MOVE_CODE_SECONDS = 120.0
COOKIE = "pid"
COOKIE_SECONDS = 400 * 86400


def new_secret() -> str:
    """128 random bits as text."""
    return secrets.token_urlsafe(16)


def new_room_code() -> str:
    """A room code that can be read out on the telephone."""
    return "".join(secrets.choice(ROOM_LETTERS) for _ in range(6))


def digest(secret: str) -> str:
    """What the server keeps of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True)
class _Offer:
    room: str
    seat: int
    secret: str
    until: float


class MoveCodes:
    """Six-digit codes that carry a seat to another device: two minutes, once, few guesses."""

    def __init__(self) -> None:
        self._offers: dict[str, _Offer] = {}

    def offer(self, room: str, seat: int, secret: str, now: float) -> str:
        """A fresh code for a seat."""
        self._offers = {code: o for code, o in self._offers.items() if o.until > now}
        while True:
            code = f"{secrets.randbelow(1_000_000):06}"
            if code not in self._offers:
                self._offers[code] = _Offer(room, seat, secret, now + MOVE_CODE_SECONDS)
                return code

    def redeem(self, code: str, now: float) -> tuple[str, int, str] | None:
        """Room, seat and secret of a valid code, which is used up; None otherwise."""
        offer = self._offers.pop(code, None)
        return (offer.room, offer.seat, offer.secret) if offer and offer.until > now else None


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one socket or address may do: (events, seconds)."""

    commands: tuple[int, float] = (10, 1.0)
    talk: tuple[int, float] = (5, 10.0)
    rooms: tuple[int, float] = (20, 3600.0)
    guesses: tuple[int, float] = (10, 120.0)


class Limiter:
    """So many events per so many seconds and key; the rest is refused."""

    def __init__(self, events: int, seconds: float) -> None:
        self.events, self.seconds = events, seconds
        self._seen: dict[str, list[float]] = {}

    def allows(self, key: str, now: float) -> bool:
        """Count an event; False when it is one too many."""
        recent = [t for t in self._seen.get(key, ()) if t > now - self.seconds]
        allowed = len(recent) < self.events
        if allowed:
            recent.append(now)
        self._seen[key] = recent
        if len(self._seen) > 10_000:
            self._seen = {k: v for k, v in self._seen.items() if v and v[-1] > now - self.seconds}
        return allowed
