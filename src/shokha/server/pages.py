"""Pages, static files, pictures and the headers that every answer carries."""

from __future__ import annotations

import hashlib
import io
import platform
import time
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shokha import __version__, languages
from shokha import rulebook as book
from shokha.clean import clean
from shokha.errors import TableError
from shokha.record import Record
from shokha.recording import Viewpoint
from shokha.server import protocol
from shokha.table import Stage, Table

TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}

# Scripts and styles only from our own files; wasm for the offline engine; no framing, no referrer.
SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class Headers:
    """Adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


@lru_cache(maxsize=256)
def _file(path: str) -> tuple[bytes, str, str] | None:
    """Body, type and ETag of a file of the web client; None when there is none of that name."""
    at: Traversable = resources.files("shokha") / "web"
    for part in path.split("/"):
        if part in ("", ".", "..") or part.startswith((".", "_")):
            return None
        at = at / part
    kind = TYPES.get(path.rpartition(".")[2])
    if kind is None or not at.is_file():
        return None
    return with_tag(at.read_bytes(), kind)


def with_tag(body: bytes, kind: str) -> tuple[bytes, str, str]:
    """A body with its type and its ETag."""
    return body, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"'


def _serve(request: Request, path: str) -> Response:
    found = _file(path)
    if found is None:
        return PlainTextResponse("There is no such page.", 404)
    return tagged(request, *found)


def tagged(request: Request, body: bytes, kind: str, etag: str) -> Response:
    """The body, or a short answer to a browser that has it already."""
    headers = {"etag": etag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


async def index(request: Request) -> Response:
    """The page; the same for the lobby and for every room."""
    return _serve(request, "index.html")


async def static(request: Request) -> Response:
    """A file of the client."""
    return _serve(request, request.path_params["path"])


async def words(request: Request) -> Response:
    """The catalogue for the page, of the first language that has one: messages and the plural forms' names."""
    return tagged(request, *_words(request.path_params["languages"][:40]))


@lru_cache(maxsize=32)
def _words(wanted: str) -> tuple[bytes, str, str]:
    return with_tag(msgspec.json.encode(languages.for_page(wanted)), TYPES["json"])


async def rulebook(request: Request) -> Response:
    """The rule book of a language for the page, rendered."""
    return tagged(request, *_rulebook(request.path_params["language"][:8]))


@lru_cache(maxsize=8)
def _rulebook(language: str) -> tuple[bytes, str, str]:
    from markdown_it import MarkdownIt

    write = MarkdownIt("commonmark", {"html": False}).renderInline
    told = [
        {"title": title, "rules": [[number, write(text)] for number, text in found.items()]}
        for title, found in book.sections(language)
    ]
    return with_tag(msgspec.json.encode(told), TYPES["json"])


async def qr(request: Request) -> Response:
    """The invitation to a room as a QR code."""
    import segno

    room = await _room(request)
    url = f"{request.url.scheme}://{request.headers.get('host', '')}/r/{room.code}"
    out = io.BytesIO()
    segno.make(url, error="m").save(out, kind="svg", scale=6, border=3, xmldecl=False, svgns=True)
    return Response(out.getvalue(), media_type=TYPES["svg"])


async def record(request: Request) -> Response:
    """The match so far as a record: as the seat of the secret saw it, or whole once the match is over."""
    room = await _room(request)
    if room.table.match is None:
        raise TableError("not_now", "The match has not begun.")
    return _attached(_record_for(room, _seat(request, room)), f"shokha-{room.code}.txt")


async def report(request: Request) -> Response:
    """What a bug report needs: versions, what its writer says, and the match as this seat or the public saw it."""
    room, asked = await _room(request), request.query_params
    seat, table = _seat(request, room), room.table
    lines = [
        f"Shokha {__version__}, protocol {protocol.VERSION}, Python {platform.python_version()}",
        f"when: {time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime())} UTC",
        f"room: {room.code}, {table.stage}, observation {table.seq(seat)}",
        f"seat: {'none, watching' if seat is None else seat + 1}",
        f"rules: {table.profile.name} {table.profile.fingerprint}",
        f"browser: {clean(request.headers.get('user-agent', ''), 300)}",
        f"said: {clean(asked.get('said', ''), 1000)}",
    ]
    told = _record_for(room, seat) if table.match is not None else "The match has not begun.\n"
    return _attached("\n".join(lines) + f"\n\n{told}", f"shokha-report-{room.code}.txt")


def _seat(request: Request, room: Any) -> int | None:
    seat: int | None = request.app.state.hub.seat_of(room, request.query_params.get("secret", ""), "")
    return seat


def _record_for(room: Any, seat: int | None) -> str:
    """The record of a match that has begun."""
    table: Table = room.table
    players, when = [p.name for p in table.places], time.strftime("%Y-%m-%d", time.gmtime(room.row.created))
    if table.stage is Stage.OVER:
        made = Record.of(table.match, table.deals, players=players, date=when)
    else:  # only from what the seat was told: the running deal's own events know more
        viewpoint: Viewpoint = "public" if seat is None else seat
        made = Record.from_events(table.profile, table.stream(seat), viewpoint=viewpoint, players=players, date=when)
    return made.dumps()


def _attached(text: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)


async def _room(request: Request) -> Any:
    from shokha.server.app import room_of

    return await room_of(request)
