"""The routes of the game folder."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from modgen.assets import bundled_games
from modgen.serve.orders import OutlineOrder, order

if TYPE_CHECKING:
    from modgen.serve.design.bench import Bench
    from modgen.serve.state import State


async def _bench(request: Request) -> Bench:
    """The bench of the game in the query, or of the game of the page. Raises NoGameError."""
    state: State = request.app.state.serve
    return await state.bench(request.query_params.get("game", ""))


def games(request: Request) -> Response:
    """The game of the page, and the bundled games by their titles."""
    from modgen.library.games import first_title

    state: State = request.app.state.serve
    found = [{"id": id_, "title": first_title(path)} for id_, path in bundled_games().items()]
    return JSONResponse({"games": found, "own": state.game})


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
    """What lies where in a set-up."""
    bench = await _bench(request)
    query = request.query_params
    return JSONResponse(
        await asyncio.to_thread(bench.setup, query.get("key", ""), query.get("lang", ""))
    )


async def part(request: Request) -> Response:
    """The rows of a part."""
    bench = await _bench(request)
    return JSONResponse(await asyncio.to_thread(bench.rows, request.query_params.get("key", "")))


async def outline(request: Request) -> Response:
    """Write an outline to the geometry file."""
    bench = await _bench(request)
    asked = await order(request, OutlineOrder)
    await asyncio.to_thread(bench.write_outline, asked.board, asked.space, asked.points)
    return Response(status_code=204)


async def undo_outline(request: Request) -> Response:
    """Take the last outline back."""
    bench = await _bench(request)
    await asyncio.to_thread(bench.undo_outline)
    return Response(status_code=204)


ROUTES = [
    Route("/api/games", games),
    Route("/api/design", overview),
    Route("/api/design/changes", changes),
    Route("/api/design/drawing", drawing),
    Route("/api/design/setup", setup),
    Route("/api/design/part", part),
    Route("/api/design/outline", outline, methods=["POST"]),
    Route("/api/design/outline", undo_outline, methods=["DELETE"]),
]
