"""The routes of the server: the page, uploads, jobs with their events, and the game folder."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from modgen.assets import asset_path
from modgen.errors import FULL, ModgenError, told
from modgen.serve.games import Games
from modgen.serve.guard import App, Guard
from modgen.serve.jobs import GAME_KINDS
from modgen.serve.orders import JobOrder, order
from modgen.serve.page import LANGUAGES, preferred, rendered
from modgen.serve.state import State

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FULL_STATUS = 507
OPENED = 0.3
"""Seconds after the start before a worker is prepared, so that the page opens first."""


def _state(request: Request) -> State:
    state: State = request.app.state.serve
    return state


# --- the page ------------------------------------------------------------------------------------


async def index(request: Request) -> Response:
    """The page, in the language of the query or of the browser."""
    language = request.query_params.get("lang", "")
    if language not in LANGUAGES:
        language = preferred(request.headers.get("accept-language", ""))
    return Response(rendered(language), media_type="text/html")


async def web_file(request: Request) -> Response:
    """A style sheet, script or picture of the page."""
    name = request.path_params["name"]
    suffix = Path(name).suffix
    source = files("modgen.serve").joinpath("web").joinpath(name)
    if suffix not in TYPES or not source.is_file():
        raise HTTPException(404)
    return Response(source.read_bytes(), media_type=TYPES[suffix])


async def font(request: Request) -> Response:
    """A font of the drawings."""
    from modgen.draw.fonts import FACES

    name = request.path_params["name"]
    if name not in {face.file for face in FACES.values()}:
        raise HTTPException(404)
    return FileResponse(
        asset_path("fonts", name),
        media_type="font/ttf",
        headers={"cache-control": "private, max-age=86400"},
    )


# --- uploads -------------------------------------------------------------------------------------


async def upload(request: Request) -> Response:
    """Store the body as a file, whose name is in the query."""
    uploads = _state(request).uploads
    announced = request.headers.get("content-length", "")
    if announced.isdecimal():
        uploads.check_announced(int(announced))
    stored = await uploads.add(request.query_params.get("name", ""), request.stream())
    return JSONResponse(stored.data(), 201)


async def forget_upload(request: Request) -> Response:
    """Delete an upload."""
    _state(request).uploads.remove(request.path_params["key"])
    return Response(status_code=204)


# --- jobs ----------------------------------------------------------------------------------------


async def start_job(request: Request) -> Response:
    """Start a job on uploaded files or on the game."""
    state = _state(request)
    asked = await order(request, JobOrder)
    given = [
        {"path": str(one.path), "name": one.name, "kind": one.kind}
        for one in state.uploads.all(asked.files)
    ]
    kind, chosen = asked.kind, asked.options.game
    game = state.games.own
    options = asked.options.model_dump(exclude_none=True)
    if chosen:
        options["game"] = state.games.find(chosen)
    if kind in GAME_KINDS:
        game = state.games.find(chosen or "")
    job = state.jobs.start(kind, {"files": given, "options": options, "game": game})
    return JSONResponse({"id": job.id}, 201)


async def cancel_job(request: Request) -> Response:
    """Stop a job."""
    await _state(request).jobs.cancel(request.path_params["key"])
    return Response(status_code=204)


async def job_events(request: Request) -> Response:
    """What happens in a job, as server-sent events from its beginning."""
    job = _state(request).jobs[request.path_params["key"]]
    last = request.headers.get("last-event-id", "")
    start = int(last) if last.isdecimal() and len(last) < 20 else 0
    return StreamingResponse(job.follow(start), media_type="text/event-stream")


async def job_file(request: Request) -> Response:
    """A result of a job. Pictures are shown, everything else is downloaded."""
    job = _state(request).jobs[request.path_params["key"]]
    path = job.file(request.path_params["name"])
    if path.suffix == ".webp":
        headers = {"cache-control": "private, max-age=86400"}
        return FileResponse(path, media_type="image/webp", headers=headers)
    return FileResponse(path, media_type="application/octet-stream", filename=path.name)


# --- the application -----------------------------------------------------------------------------


async def refused(request: Request, problem: Exception) -> Response:
    """A problem as one sentence, which the page shows."""
    if isinstance(problem, HTTPException):
        status, text = problem.status_code, str(problem.detail)
    elif isinstance(problem, ModgenError):
        status, text = getattr(problem, "status", 400), str(problem)
    elif isinstance(problem, OSError) and problem.errno == errno.ENAMETOOLONG:
        status, text = 404, "no file has so long a name"
    elif isinstance(problem, OSError):
        state = _state(request)
        status = FULL_STATUS if problem.errno in FULL else 500
        text = told(problem).replace(f"{state.folder}{os.sep}", "")
    else:
        status, text = 500, f"internal error: {type(problem).__name__}: {problem}"
    return JSONResponse({"message": text}, status)


def application(folder: Path, game: str | None, token: str, root: Path | None = None) -> App:
    """The server's application. `folder` is private and empty; `game` is a name or a folder.

    Games in folders below `root`, by default the working folder, can be opened.
    """
    from modgen.serve.design.routes import ROUTES

    state = State(folder, Games((root or Path.cwd()).resolve(), game))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async def prepare() -> None:
            await asyncio.sleep(OPENED)
            await state.jobs.warm_up()

        task = asyncio.create_task(prepare())
        yield
        task.cancel()
        for bench in state.benches.values():
            bench.close()
        await state.jobs.close()

    app = Starlette(
        routes=[
            Route("/", index),
            Route("/web/{name}", web_file),
            Route("/fonts/{name}", font),
            Route("/api/files", upload, methods=["POST"]),
            Route("/api/files/{key}", forget_upload, methods=["DELETE"]),
            Route("/api/jobs", start_job, methods=["POST"]),
            Route("/api/jobs/{key}", cancel_job, methods=["DELETE"]),
            Route("/api/jobs/{key}/events", job_events),
            Route("/api/jobs/{key}/files/{name}", job_file),
            *ROUTES,
        ],
        lifespan=lifespan,
        exception_handlers={
            HTTPException: refused,
            ModgenError: refused,
            OSError: refused,
            Exception: refused,
        },
    )
    app.state.serve = state
    return Guard(app, token)
