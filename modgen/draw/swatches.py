"""Small pictures of a map's terrain, lines and symbols, as legends and charts show them."""

from __future__ import annotations

from typing import Any

from modgen.draw.colours import darker
from modgen.draw.grids import colour_of, paint_feature
from modgen.draw.links import DOTS, line_of
from modgen.draw.svg import Drawing
from modgen.draw.terrain import Noise, paint_pattern
from modgen.model.game import Game
from modgen.model.geography.cells import cell_ring
from modgen.model.tactics.listings import Symbol

SIZE = 5.6
"""Height and width of a picture in mm."""
SEA = "#a9c6d8"
LAND = "#e7dcb6"
HIGHLAND = "#c9b48a"
SIGN_GROUND, SIGN = "#3a2f1c", "#f5c518"


def paint_swatch(drawing: Drawing, game: Game, symbol: Symbol, x: float, y: float) -> None:
    """Paint a picture with its middle at `x`, `y`."""
    half = SIZE / 2
    if symbol.kind == "terrain":
        _terrain(drawing, game, symbol.key, x, y)
    elif symbol.kind == "feature":
        feature = next(one for one in game.info.features if one.id == symbol.key)
        drawing.rect(x - half, y - half, SIZE, SIZE, 0.6, fill=LAND)
        paint_feature(drawing, [(x - half + 1.5, y), (x, y), (x + half - 1.5, y)], feature)
    elif symbol.kind == "edge":
        sea = symbol.key == "sea"
        drawing.rect(x - half, y - half, SIZE, SIZE, 0.6, fill=SEA if sea else LAND)
        look = DOTS if sea else line_of(game, symbol.key)
        drawing.line(x - half + 0.8, y, x + half - 0.8, y, **look)
    else:
        drawing.circle(x, y, half * 0.92, fill=SIGN_GROUND)
        drawing.icon(symbol.key, x, y, SIZE * 0.7, SIGN, game.folder)


def _terrain(drawing: Drawing, game: Game, key: str, x: float, y: float) -> None:
    """A cell of a terrain, or a piece of land on a map without cells."""
    terrain = next(one for one in game.info.terrains if one.id == key)
    half = SIZE / 2
    grid = next((one for one in game.map.grids if one.kind == "hex"), None)
    edge: dict[str, Any] = {"stroke": "#1f2328", "stroke_width": 0.2}
    if not game.map.grids:
        fill = HIGHLAND if terrain.look == "mountain" else LAND
        drawing.rect(x - half, y - half, SIZE, SIZE, 0.6, fill=fill, **edge)
        if terrain.look == "mountain":
            drawing.icon("mountain", x, y, SIZE * 0.7, darker(fill, 0.25), game.folder)
        return
    colour = colour_of(terrain)
    if grid:
        small = grid.model_copy(update={"size": SIZE})
        drawing.polygon(cell_ring(small, (x, y)), fill=colour, **edge)
    else:
        drawing.rect(x - half, y - half, SIZE, SIZE, fill=colour, **edge)
    if terrain.picture:
        drawing.icon(terrain.picture, x, y, SIZE * 0.8, darker(colour, 0.5), game.folder)
    else:
        paint_pattern(drawing, terrain.look, (x, y), SIZE, colour, Noise(1, 2, len(terrain.id)))
