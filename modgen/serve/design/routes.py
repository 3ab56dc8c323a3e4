"""The routes of the game folder."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from modgen.assets import bundled_games
from modgen.model.files.art import MAX_BYTES as MAX_PICTURE
from modgen.serve.design.drawing import New
from modgen.serve.design.files import packed
from modgen.serve.orders import (
    MAX_FILE,
    AddOrder,
    ConnectOrder,
    CornerOrder,
    DeleteOrder,
    ElementOrder,
    FieldOrder,
    IdOrder,
    Kind,
    MoveOrder,
    NewOrder,
    OutlineOrder,
    PlaceOrder,
    RemoveOrder,
    RenameOrder,
    RowsOrder,
    SetupOrder,
    TextOrder,
    TitleOrder,
    UnpackOrder,
    order,
)

if TYPE_CHECKING:
    from modgen.serve.design.bench import Bench
    from modgen.serve.state import State


def _state(request: Request) -> State:
    state: State = request.app.state.serve
    return state


async def _bench(request: Request) -> Bench:
    """The bench of the game in the query, or of the game of the page. Raises NoGameError."""
    return await _state(request).bench(request.query_params.get("game", ""))


async def games(request: Request) -> Response:
    """The game of the page, those below the working folder, the bundled ones, and templates."""
    from modgen.library.games import first_title
    from modgen.serve.games import templates

    known = _state(request).games
    found = [{"id": id_, "title": first_title(path)} for id_, path in bundled_games().items()]
    return JSONResponse(
        {
            "games": found,
            "own": known.own,
            "folder": known.root.name or str(known.root),
            "inside_game": known.inside_game,
            "below": await asyncio.to_thread(known.below),
            "templates": templates(),
        }
    )


async def begin(request: Request) -> Response:
    """Write a new game from a template."""
    asked = await order(request, NewOrder)
    known = _state(request).games
    name = await asyncio.to_thread(known.begin, asked.title, asked.template)
    return JSONResponse({"game": name}, 201)


async def unpack(request: Request) -> Response:
    """Make a game of an uploaded archive, which is no longer kept."""
    asked = await order(request, UnpackOrder)
    state = _state(request)
    archive = state.uploads[asked.file]
    name = await asyncio.to_thread(state.games.unpack, archive.path, archive.name)
    state.uploads.remove(archive.id)
    return JSONResponse({"game": name}, 201)


async def overview(request: Request) -> Response:
    """The game's contents, the hashes of its drawings, its mistakes."""
    bench = await _bench(request)
    language = request.query_params.get("lang", "")
    return JSONResponse(await asyncio.to_thread(bench.overview, language))


async def changes(request: Request) -> Response:
    """The number of each new version, as server-sent events."""
    bench = await _bench(request)

    async def told() -> AsyncIterator[bytes]:
        async for number in bench.follow():
            yield b"data: %s\n\n" % json.dumps({"version": number}).encode("ascii")

    return StreamingResponse(told(), media_type="text/event-stream")


async def drawing(request: Request) -> Response:
    """A drawing as SVG."""
    bench = await _bench(request)
    query = request.query_params
    found = await asyncio.to_thread(bench.drawing, query.get("key", ""), query.get("lang", ""))
    return Response(found.svg, media_type="image/svg+xml")


async def setup(request: Request) -> Response:
    """What lies where in a set-up; `null` if it is no longer there, as when its id has changed."""
    bench = await _bench(request)
    query = request.query_params
    return JSONResponse(
        await asyncio.to_thread(bench.setup, query.get("key", ""), query.get("lang", ""))
    )


async def setup_table(request: Request) -> Response:
    """The rows of a set-up; `null` if it is no longer there."""
    bench = await _bench(request)
    key = request.query_params.get("key", "")
    return JSONResponse(await asyncio.to_thread(bench.setup_table, key))


async def lay_pieces(request: Request) -> Response:
    """Write the rows of a set-up; what is wrong in them."""
    asked = await order(request, SetupOrder, MAX_FILE)
    bench = await _bench(request)
    problems = await asyncio.to_thread(bench.lay_pieces, asked.setup, asked.rows)
    await bench.refresh()
    return JSONResponse({"problems": problems})


async def part(request: Request) -> Response:
    """The rows of a part; `null` if it is no longer there, as after an undo."""
    bench = await _bench(request)
    return JSONResponse(await asyncio.to_thread(bench.rows, request.query_params.get("key", "")))


async def undo(request: Request) -> Response:
    """Take the last change of the drawing, or the last deletion, back."""
    bench = await _bench(request)
    await asyncio.to_thread(bench.undo)
    await bench.refresh()
    return Response(status_code=204)


async def file(request: Request) -> Response:
    """A table of the game as rows, or a file as text."""
    bench = await _bench(request)
    name, kind = request.query_params.get("name", ""), request.query_params.get("as", "")
    return JSONResponse(await asyncio.to_thread(bench.file, name, kind == "text"))


async def write_rows(request: Request) -> Response:
    """Write the rows of a table. The answer does not wait for the next version."""
    asked = await order(request, RowsOrder, MAX_FILE)
    bench = await _bench(request)
    answer = await asyncio.to_thread(bench.write_rows, asked.file, asked.rows, asked.version)
    return JSONResponse(answer)


async def write_text(request: Request) -> Response:
    """Write a text file. The answer does not wait for the next version."""
    asked = await order(request, TextOrder, MAX_FILE)
    bench = await _bench(request)
    answer = await asyncio.to_thread(bench.write_text, asked.file, asked.text, asked.version)
    return JSONResponse(answer)


async def picture(request: Request) -> Response:
    """A picture of the game; nothing that an SVG might load is loaded."""
    bench = await _bench(request)
    return _shown(*bench.picture(request.query_params.get("name", "")))


async def icon(request: Request) -> Response:
    """The picture of an icon."""
    bench = await _bench(request)
    return _shown(*await asyncio.to_thread(bench.icon, request.query_params.get("name", "")))


def _shown(path: Path, kind: str) -> Response:
    policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return FileResponse(path, media_type=kind, headers={"content-security-policy": policy})


async def write_picture(request: Request) -> Response:
    """Store the body as a picture in `art/`."""
    bench = await _bench(request)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_PICTURE:
            raise HTTPException(413, f"a picture may have at most {MAX_PICTURE >> 20} MB")
    query = request.query_params
    name, replace = query.get("name", ""), query.get("replace", "") == "1"
    stored = await asyncio.to_thread(bench.write_picture, name, bytes(body), replace)
    await bench.refresh()
    return JSONResponse({"name": stored}, 201)


async def archive(request: Request) -> Response:
    """The game's folder as a ZIP archive."""
    bench = await _bench(request)
    data = await asyncio.to_thread(packed, bench.folder)
    headers = {
        "content-disposition": f"attachment; filename*=utf-8''{quote(bench.folder.name)}.zip"
    }
    return Response(data, media_type="application/zip", headers=headers)


def _change(name: str, kind: type[Kind], do: Callable[[Bench, Kind], object]) -> Route:
    """A route that obeys an order of a type; the next version has the change when it answers."""

    async def change(request: Request) -> Response:
        asked = await order(request, kind)
        bench = await _bench(request)
        await asyncio.to_thread(do, bench, asked)
        await bench.refresh()
        return Response(status_code=204)

    return Route(f"/api/design/{name}", change, methods=["POST"])


CHANGES = [
    _change(
        "outline", OutlineOrder, lambda b, a: b.write_outline(a.board, a.space, a.points, a.name)
    ),
    _change("move", MoveOrder, lambda b, a: b.move(a.key, a.field, a.by, a.grow)),
    _change("corner", CornerOrder, lambda b, a: b.move_corner(a.board, a.at, a.to)),
    _change("add", AddOrder, lambda b, a: b.add(a.board, New(a.kind, a.sort, a.name, a.at))),
    _change("connect", ConnectOrder, lambda b, a: b.connect(*a.between, a.kind)),
    _change("rename", RenameOrder, lambda b, a: b.rename(a.key, a.name)),
    _change("id", IdOrder, lambda b, a: b.change_id(a.key, a.id)),
    _change("field", FieldOrder, lambda b, a: b.set_field(a.key, a.field, a.text)),
    _change("element", ElementOrder, lambda b, a: b.add_element(a.layout, a.kind)),
    _change("bend", RemoveOrder, lambda b, a: b.bend(a.key)),
    _change("remove", RemoveOrder, lambda b, a: b.remove(a.key)),
    _change("place", PlaceOrder, lambda b, a: b.place_pieces(a.setup, a.place, (a.piece, a.count))),
    _change("texts", RemoveOrder, lambda b, a: b.add_texts(a.key)),
    _change("title", TitleOrder, lambda b, a: b.entitle(a.title, a.id)),
    _change("delete", DeleteOrder, lambda b, a: b.delete(a.file, a.version)),
]
"""The changes of the drawing and the files."""
ROUTES = [
    *CHANGES,
    Route("/api/games", games),
    Route("/api/games", begin, methods=["POST"]),
    Route("/api/games/unpack", unpack, methods=["POST"]),
    Route("/api/design", overview),
    Route("/api/design/changes", changes),
    Route("/api/design/drawing", drawing),
    Route("/api/design/setup", setup),
    Route("/api/design/setup-table", setup_table),
    Route("/api/design/setup-table", lay_pieces, methods=["POST"]),
    Route("/api/design/part", part),
    Route("/api/design/undo", undo, methods=["POST"]),
    Route("/api/design/file", file),
    Route("/api/design/rows", write_rows, methods=["POST"]),
    Route("/api/design/text", write_text, methods=["POST"]),
    Route("/api/design/zip", archive),
    Route("/api/design/icon", icon),
    Route("/api/design/picture", picture),
    Route("/api/design/picture", write_picture, methods=["POST"]),
]
