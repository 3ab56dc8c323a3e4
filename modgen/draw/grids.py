"""Square and hex grids: cells by terrain, their names, and what lies on their sides."""

from __future__ import annotations

from modgen.draw.plans import paint_plan
from modgen.draw.svg import Drawing
from modgen.draw.text import Style
from modgen.model.game import Game
from modgen.model.geography.cells import cell_ring, cell_side, cells
from modgen.model.types.places import Board, Grid

TERRAIN = {
    "clear": "#eee6c9", "plain": "#eee6c9", "forest": "#b9cf9a", "woods": "#b9cf9a",
    "hills": "#dcc795", "rough": "#d6c3a0", "mountain": "#b9a384", "swamp": "#bfcdb0",
    "desert": "#f0dfae", "city": "#d9c6bb", "town": "#e0d2c6", "water": "#a9c9de",
    "sea": "#a9c9de", "lake": "#a9c9de",
}  # fmt: skip
"""Fills by the name of a terrain; other names have the first."""
FEATURES = {
    "river": ("#3d7ea6", 1.3), "barricade": ("#8c2a20", 1.6), "wall": ("#4d4433", 1.6),
    "hedge": ("#5f7d3a", 1.4), "road": ("#7a5a32", 1.0), "cliff": ("#6b5a44", 1.4),
}  # fmt: skip
"""Colour and width in mm of a feature on a side."""


def paint_grids(drawing: Drawing, game: Game, board: Board) -> None:
    """All grids of a board."""
    for grid in game.map.grids:
        if grid.board == board.id and grid.plan:
            paint_plan(drawing, game, grid)
        elif grid.board == board.id:
            _grid(drawing, grid)


def _grid(drawing: Drawing, grid: Grid) -> None:
    letters = Style("title", min(grid.size * 0.16, 3.2))
    places = {cell.name: cell for cell in cells(grid)}
    for cell in places.values():
        fill = TERRAIN.get(grid.terrain.get(cell.name, "clear"), TERRAIN["clear"])
        ring = cell_ring(grid, cell.centre)
        drawing.polygon(ring, fill=fill, stroke="#8a7d5e", stroke_width=0.25)
        x, top = cell.centre[0], min(y for _, y in ring)
        drawing.text(
            cell.name, x, top + letters.size * 1.15 + grid.size * 0.02, letters, align="centre",
            fill="#6f6443",
        )  # fmt: skip
    for side in grid.sides:
        start, end = cell_side(grid, places[side.cell].centre, side.side)
        colour, wide = FEATURES.get(side.feature, ("#2b2b2b", 1.2))
        drawing.line(*start, *end, stroke=colour, stroke_width=wide, stroke_linecap="round")
