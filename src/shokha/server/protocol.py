"""The frames of docs/protocol.md as types. Anything else on the wire is refused before it reaches a room."""

from __future__ import annotations

from typing import Any

import msgspec

VERSION = 1
MAX_FRAME = 16 * 1024
MAX_RECORD = 256 * 1024
"""Bytes of a record to import: some hundred deals."""


class Hello(msgspec.Struct, tag="hello", tag_field="t", forbid_unknown_fields=True):
    """The first frame: which room, with what right, and how much has been seen."""

    v: int
    room: str
    secret: str = ""
    have: int = 0
    salt: str = ""


class Cmd(msgspec.Struct, tag="cmd", tag_field="t", forbid_unknown_fields=True):
    """A command for the table; see `shokha.table.Command`."""

    id: str
    do: str
    expect: int | None = None
    text: str = ""
    target: int = -1


class Beat(msgspec.Struct, tag="hb", tag_field="t", forbid_unknown_fields=True):
    """A sign of life that tells how much has been seen."""

    have: int = 0


class Salt(msgspec.Struct, tag="salt", tag_field="t", forbid_unknown_fields=True):
    """A browser's share of chance for one deal."""

    deal: int
    salt: str


Frame = Hello | Cmd | Beat | Salt
_DECODER: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)
_ENCODER = msgspec.json.Encoder()


class NewRoom(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/rooms`. `seats` says who sits where: "me", a bot's name, or "" for a free seat."""

    profile: str
    name: str = ""
    set: dict[str, str] = {}
    options: dict[str, bool | float | int | None] = {}
    seats: list[str] = []


class TakeSeat(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/rooms/CODE/seats`."""

    seat: int
    name: str


class Secret(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/rooms/CODE/move-code`."""

    secret: str


class MoveCode(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/move`."""

    code: str


def decode(text: str | bytes) -> Frame:
    """Read a frame. Raises `msgspec.DecodeError`, of which validation errors are a kind, and nothing else."""
    if isinstance(text, str):
        try:
            text = text.encode()
        except UnicodeEncodeError:  # a lone surrogate
            raise msgspec.DecodeError("not UTF-8") from None
    return _DECODER.decode(text)


def encode(frame: Any) -> str:
    """Write a frame."""
    return _ENCODER.encode(frame).decode()
