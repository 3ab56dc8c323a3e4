"""The plan of a grid: the letter and the terrain of each cell."""

from __future__ import annotations

from modgen.model.geography.cells import cell_name, positions
from modgen.model.types.places import Grid


def terrain_of(grid: Grid) -> dict[str, str]:
    """The terrain of each cell by name: its own, or that of its area in the plan, or the grid's."""
    terrain: dict[str, str] = {}
    for column, row in positions(grid):
        name = cell_name(grid, column, row)
        area = grid.legend.get(plan_letter(grid, column, row))
        terrain[name] = grid.terrain.get(name) or (area.terrain if area else grid.ground)
    return terrain


def plan_letter(grid: Grid, column: int, row: int) -> str:
    """The letter of a cell in the grid's plan; empty if the plan does not cover it."""
    return grid.plan[row][column] if row < len(grid.plan) and column < len(grid.plan[row]) else ""
