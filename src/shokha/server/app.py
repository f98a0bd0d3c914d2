"""The ASGI application: pages and the small HTTP interface (docs/protocol.md). Sockets are `line` and `visit`."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from shokha.errors import RecordError, Sentence, ShokhaError, TableError
from shokha.server import identity, pages, protocol, replays, versions
from shokha.server.hub import Hub, Keep
from shokha.server.keeper import Sheet, count
from shokha.server.line import Line
from shokha.server.room import Pace, Room
from shokha.server.visit import Visit
from shokha.store import Busy, Store
from shokha.table import Stage

log = logging.getLogger("shokha.app")


def make_app(
    store: Store,
    *,
    pace: Pace | None = None,
    keep: Keep = Keep(),  # noqa: B008 - frozen
    hub: Hub | None = None,
    origins: frozenset[str] = frozenset(),
    limits: identity.Limits = identity.Limits(),  # noqa: B008 - frozen
) -> Starlette:
    """The application over a store. `origins` are further origins that may use it, beside its own."""
    rooms = hub or Hub(store, pace=pace, keep=keep)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        keepers = [asyncio.create_task(_keep_house(rooms)), asyncio.create_task(_keep_synced(store))]
        ready = asyncio.create_task(asyncio.to_thread(versions.everything))  # before the first visitor asks
        yield
        await ready
        for task in keepers:
            task.cancel()
        await rooms.close()

    app = Starlette(
        routes=[
            Route("/", pages.index),
            Route("/r/{code}", pages.index),
            Route("/score", pages.index),
            Route("/static/{path:path}", pages.static),
            Route("/healthz", _health),
            Route("/api/profiles", _profiles),
            Route("/api/words/{languages}", pages.words),
            Route("/api/rulebook/{language}", pages.rulebook),
            Route("/api/mine", _mine),
            Route("/api/watch", _watch),
            Route("/api/rooms", _create, methods=["POST"]),
            Route("/api/rooms/{code}", _room),
            Route("/api/rooms/{code}/seats", _sit, methods=["POST"]),
            Route("/api/rooms/{code}/move-code", _offer_move, methods=["POST"]),
            Route("/api/rooms/{code}/qr.svg", pages.qr),
            Route("/api/rooms/{code}/record", pages.record),
            Route("/api/rooms/{code}/report", pages.report),
            Route("/api/rooms/{code}/replay", _replay),
            Route("/api/keeper", _keep_score, methods=["POST"]),
            Route("/api/import", _import, methods=["POST"]),
            Route("/api/move", _move, methods=["POST"]),
        ],
        lifespan=lifespan,
        exception_handlers={ShokhaError: _refused, Busy: _busy, msgspec.DecodeError: _unreadable},
    )
    app.add_middleware(GZipMiddleware, minimum_size=1500)  # files and rules; answers with secrets are shorter
    app.add_middleware(pages.Headers)
    app.state.hub = rooms
    app.state.origins = origins
    app.state.guest = partial(_guest, rooms, limits)  # for `Line`: sockets do not come through here
    app.state.new_rooms = identity.Limiter(*limits.rooms)
    app.state.guesses = identity.Limiter(*limits.guesses)
    return app


async def _keep_house(hub: Hub) -> None:
    """Once a minute rooms without people leave memory; once an hour those kept long enough leave the store."""
    for minute in itertools.count():
        try:
            await hub.put_away()
            if minute % 60 == 0:
                await hub.forget()
        except Busy:
            log.warning("the house was not kept: the database is busy")
        except Exception:
            log.exception("the house was not kept")
        await asyncio.sleep(60)


async def _keep_synced(store: Store) -> None:
    """Every second what was played reaches the disk; not in the store's thread, where commits would wait for it."""
    while True:
        await asyncio.sleep(1)
        try:
            await asyncio.to_thread(store.sync)
        except Exception:
            log.exception("the disk did not take what was kept")


# -- HTTP ---------------------------------------------------------------------------------------------


async def _refused(request: Request, error: Exception) -> Response:
    code = getattr(error, "code", "bad_record" if isinstance(error, RecordError) else "refused")
    status = 409 if code == "seat_taken" else 400
    said = [(s.template, s.facts) for s in getattr(error, "sentences", ()) if isinstance(s, Sentence)]
    return JSONResponse({"code": code, "message": str(error)} | ({"said": said} if said else {}), status)


async def _busy(request: Request, error: Exception) -> Response:
    return JSONResponse({"code": "retry", "message": "The database is busy. Try again."}, 503)


async def _unreadable(request: Request, error: Exception) -> Response:
    return JSONResponse({"code": "unreadable", "message": str(error)}, 400)


async def _body(request: Request, kind: type[Any]) -> Any:
    """The JSON body of a POST from our own pages."""
    return msgspec.json.decode(await _bytes(request, protocol.MAX_FRAME) or b"{}", type=kind)


async def _bytes(request: Request, limit: int) -> bytes:
    """The body of a POST from our own pages."""
    if not same_origin(request):
        raise TableError("foreign_origin", "This request comes from another site.")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise TableError("too_large", "The request is too large.")
    return body


def same_origin(request: HTTPConnection) -> bool:
    """Does a browser's Origin, where it names one, belong to us?"""
    origin = request.headers.get("origin")
    if origin is None:
        return True
    host = origin.partition("://")[2]
    return host == request.headers.get("host") or origin in request.app.state.origins


def address(request: HTTPConnection) -> str:
    return request.client.host if request.client else "?"


def browser_of(request: HTTPConnection) -> str:
    """The browser's cookie, or an empty text."""
    return request.cookies.get(identity.COOKIE, "")[:64]


def with_cookie(request: Request, response: Response, pid: str) -> Response:
    """Set or refresh the browser's cookie (T14)."""
    secure = request.url.scheme == "https" or request.headers.get("x-forwarded-proto") == "https"
    response.set_cookie(
        identity.COOKIE, pid, max_age=identity.COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/"
    )
    return response


async def _health(request: Request) -> Response:
    return JSONResponse({"ok": True, "rooms": len(request.app.state.hub.rooms)})


async def _profiles(request: Request) -> Response:
    return pages.tagged(request, *await asyncio.to_thread(versions.everything))


async def _create(request: Request) -> Response:
    wish = await _body(request, protocol.NewRoom)
    hub: Hub = request.app.state.hub
    if not request.app.state.new_rooms.allows(address(request), hub.clock()):
        return JSONResponse({"code": "too_many_rooms", "message": "Too many rooms from here; wait a while."}, 429)
    pid = browser_of(request) or identity.new_secret()
    room, seat, secret = await hub.create(wish, pid)
    return with_cookie(request, JSONResponse({"room": room.code, "seat": seat, "secret": secret}, 201), pid)


async def _import(request: Request) -> Response:
    """A record as text becomes a room: an interrupted match to go on with, a finished one to look at."""
    text = (await _bytes(request, protocol.MAX_RECORD)).decode("utf-8", "replace")
    seat, name = request.query_params.get("seat", "0"), request.query_params.get("name", "")
    if not request.app.state.new_rooms.allows(address(request), request.app.state.hub.clock()):
        return JSONResponse({"code": "too_many_rooms", "message": "Too many rooms from here; wait a while."}, 429)
    if not seat.isascii() or not seat.isdigit():
        raise TableError("no_such_seat", "There is no such seat.")
    pid = browser_of(request) or identity.new_secret()
    room, secret = await request.app.state.hub.adopt(text, int(seat[:4]), name or "Player", pid)
    return with_cookie(request, JSONResponse({"room": room.code, "seat": int(seat), "secret": secret}, 201), pid)


async def room_of(request: Request) -> Any:
    """The room named in the path. Raises `TableError`."""
    room = await request.app.state.hub.find(request.path_params["code"].upper()[:12])
    if room is None:
        raise TableError("no_such_room", "There is no such room.")
    return room


async def _room(request: Request) -> Response:
    room = await room_of(request)
    return JSONResponse(_public(room) | {"yours": request.app.state.hub.seat_of(room, "", browser_of(request))})


def _public(room: Room) -> dict[str, Any]:
    """What anybody may know of a room."""
    table = room.table
    return {
        "room": room.code,
        "profile": {"id": table.profile.id, "name": table.profile.name, "title": table.profile.title},
        "stage": str(table.stage),
        "seats": [{"name": p.name, "person": p.person, "bot": p.bot} for p in table.places],
    }


async def _replay(request: Request) -> Response:
    """A deal of a finished match, step by step, from a viewpoint."""
    room, asked = await room_of(request), request.query_params
    number = asked.get("deal", "0")
    if not number.isascii() or not number.isdigit():
        raise TableError("no_such_deal", "There is no such deal.")
    told = await asyncio.to_thread(replays.replay, room.table, int(number[:6]), asked.get("as", "public"))
    return Response(msgspec.json.encode(told), media_type=pages.TYPES["json"])


async def _sit(request: Request) -> Response:
    wish = await _body(request, protocol.TakeSeat)
    room = await room_of(request)
    pid = browser_of(request) or identity.new_secret()
    secret = await request.app.state.hub.sit(room, wish.seat, wish.name, pid)
    return with_cookie(request, JSONResponse({"seat": wish.seat, "secret": secret}, 201), pid)


async def _offer_move(request: Request) -> Response:
    wish = await _body(request, protocol.Secret)
    room, hub = await room_of(request), request.app.state.hub
    seat = hub.seat_of(room, wish.secret, "")
    if seat is None:
        raise TableError("no_seat", "That is not a seat of yours.")
    return JSONResponse({"code": hub.moves.offer(room.code, seat, wish.secret, hub.clock())})


async def _move(request: Request) -> Response:
    wish = await _body(request, protocol.MoveCode)
    hub: Hub = request.app.state.hub
    if not request.app.state.guesses.allows(address(request), hub.clock()):
        return JSONResponse({"code": "too_fast", "message": "Too many tries; wait two minutes."}, 429)
    found = hub.moves.redeem(wish.code, hub.clock())
    if found is None:
        raise TableError("no_such_code", "That code is not valid, or no longer.")
    pid = browser_of(request) or identity.new_secret()
    code, seat, secret = found
    await hub.storage(hub.store.rebind_seat, code, seat, identity.digest(pid))
    return with_cookie(request, JSONResponse({"room": code, "seat": seat, "secret": secret}), pid)


async def _mine(request: Request) -> Response:
    pid, hub = browser_of(request), request.app.state.hub
    found = await hub.storage(hub.store.rooms_of, identity.digest(pid)) if pid else []
    return JSONResponse(
        {
            "rooms": [
                {"room": s.code, "seat": s.seat, "profile": s.profile, "updated": s.updated, "finished": s.finished}
                for s in found
            ]
        }
    )


async def _keep_score(request: Request) -> Response:
    """A score sheet of a game with real cards, counted; nothing of it is kept."""
    return Response(msgspec.json.encode(count(await _body(request, Sheet))), media_type=pages.TYPES["json"])


async def _watch(request: Request) -> Response:
    """Tables that may be found and watched: those whose people wanted it, with a match running, the busiest first."""
    rooms = [room for room in request.app.state.hub.rooms.values() if room.table.options.listed]
    running = [room for room in rooms if room.table.stage in (Stage.PLAYING, Stage.COUNTING) and room.connections]
    running.sort(key=lambda room: -len(room.connections))
    return JSONResponse({"rooms": [_public(room) for room in running[:20]]})


def _guest(hub: Hub, limits: identity.Limits, line: Line, request: HTTPConnection) -> Visit | None:
    """Who asks for a socket; None for another site's page."""
    return Visit(line, hub, limits, browser_of(request)) if same_origin(request) else None
