"""Small pictures of a map's terrain, lines and symbols, as legends and charts show them."""

from __future__ import annotations

from typing import Any

from modgen.draw.colours import LINE, PAPER, darker
from modgen.draw.grids import colour_of, paint_feature
from modgen.draw.links import DOTS, line_of
from modgen.draw.marks import FLAG, GREY_LAND, paint_attribute, paint_disc, paint_flag
from modgen.draw.states import paint_state_value
from modgen.draw.svg import Drawing
from modgen.draw.terrain import Noise, paint_pattern
from modgen.model.game import Game
from modgen.model.geography.cells import cell_ring
from modgen.model.tactics.listings import Symbol

SIZE = 5.6
"""Height and width of a picture in mm."""
INSET = 0.8
"""How far the line of a kind of edge begins from the rim of its picture, in mm."""
PERIOD = 2.4
"""The longest dash with its gap in a picture, in mm, so that it shows at least one gap."""
SEA = "#a9c6d8"
LAND = "#e7dcb6"
HIGHLAND = "#c9b48a"
EDGE: dict[str, Any] = {"stroke": "#1f2328", "stroke_width": 0.2}
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
        drawing.line(x - half + INSET, y, x + half - INSET, y, **_short(look))
    elif symbol.kind == "icon":
        drawing.circle(x, y, half * 0.92, fill=SIGN_GROUND)
        drawing.icon(symbol.key, x, y, SIZE * 0.7, SIGN, game.folder)
    else:
        _mark(drawing, game, symbol, x, y)


def _short(look: dict[str, Any]) -> dict[str, Any]:
    """A line whose dashes and gaps are shortened alike until a picture shows them."""
    lengths = [float(word) for word in str(look.get("stroke_dasharray", "")).split()]
    if sum(lengths) <= SIZE - 2 * INSET - 1:
        return look
    scale = PERIOD / sum(lengths)
    return {**look, "stroke_dasharray": " ".join(f"{one * scale:g}" for one in lengths)}


def _mark(drawing: Drawing, game: Game, symbol: Symbol, x: float, y: float) -> None:
    """A kind of space, a printed attribute, a value of a state, a flag, or land without a space."""
    half = SIZE / 2
    if symbol.kind == "space":
        space = game.spaces[symbol.key]
        if space.radius:
            paint_disc(drawing, game, space, x, y, half * 0.95)
        else:
            drawing.rect(x - half, y - half, SIZE, SIZE, 0.6, fill=LAND, **EDGE)
    elif symbol.kind == "attribute":
        worth = next(
            one.attributes[symbol.key] for one in game.map.spaces if symbol.key in one.attributes
        )
        paint_attribute(drawing, worth, x, y, half * 0.95)
    elif symbol.kind == "state":
        state_id, _, value_id = symbol.key.partition(".")
        state = game.states[state_id]
        value = next(one for one in state.values if one.id == value_id)
        paint_state_value(drawing, game, state, value, x, y, SIZE)
    elif symbol.kind == "total":
        total = next(one for one in game.info.totals if one.id == symbol.key)
        drawing.rect(x - half, y - half, SIZE, SIZE, fill=PAPER, stroke=LINE, stroke_width=0.3)
        scale = SIZE * 0.62 / FLAG
        with drawing.group(transform=f"translate({x + half} {y - half}) scale({scale:g})"):
            paint_flag(drawing, game, total.side, 0.0, 0.0)
    else:
        drawing.rect(x - half, y - half, SIZE, SIZE, 0.6, fill=GREY_LAND, **EDGE)


def _terrain(drawing: Drawing, game: Game, key: str, x: float, y: float) -> None:
    """A cell of a terrain, or a piece of land on a map without cells."""
    terrain = next(one for one in game.info.terrains if one.id == key)
    half = SIZE / 2
    grid = next((one for one in game.map.grids if one.kind == "hex"), None)
    if not game.map.grids:
        fill = HIGHLAND if terrain.look == "mountain" else LAND
        drawing.rect(x - half, y - half, SIZE, SIZE, 0.6, fill=fill, **EDGE)
        if terrain.look == "mountain":
            drawing.icon("mountain", x, y, SIZE * 0.7, darker(fill, 0.25), game.folder)
        return
    colour = colour_of(terrain)
    if grid:
        small = grid.model_copy(update={"size": SIZE})
        drawing.polygon(cell_ring(small, (x, y)), fill=colour, **EDGE)
    else:
        drawing.rect(x - half, y - half, SIZE, SIZE, fill=colour, **EDGE)
    if terrain.picture:
        drawing.icon(terrain.picture, x, y, SIZE * 0.8, darker(colour, 0.5), game.folder)
    else:
        paint_pattern(drawing, terrain.look, (x, y), SIZE, colour, Noise(1, 2, len(terrain.id)))
