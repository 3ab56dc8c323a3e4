"""The routes of the game folder."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from modgen.assets import bundled_games
from modgen.model.loading.folder import load


def games(_: Request) -> Response:
    """The bundled games by their titles."""
    found = [
        {"id": id_, "title": load(path).game.info.title} for id_, path in bundled_games().items()
    ]
    return JSONResponse({"games": found})


ROUTES = [Route("/api/games", games)]
