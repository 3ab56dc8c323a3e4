"""Megahexes: blocks of seven hexes, a hex with its six neighbours, that cover a grid."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from modgen.model.geography.cells import adjacent, cell_ring, cells
from modgen.model.types.base import Point
from modgen.model.types.places import Grid

BLOCK = 7


def megahex_rims(grid: Grid) -> Iterator[tuple[Point, Point]]:
    """The sides between different megahexes, and around the outermost ones."""
    if grid.kind != "hex" or not grid.megahex:
        return
    places = {cell.name: cell for cell in cells(grid)}
    start = places.get(grid.megahex)
    if start is None:
        return
    q0, r0 = _axial(grid, start.column, start.row)
    centres: dict[str, Point] = {}
    block: dict[str, Point] = {}
    for name, cell in places.items():
        q, r = _axial(grid, cell.column, cell.row)
        if (q - q0 + 3 * (r - r0)) % BLOCK == 0:
            centres[name] = cell.centre
    for name, cell in places.items():
        near = min(centres.values(), key=lambda centre: dist(centre, cell.centre))
        if near == cell.centre or adjacent(grid, near, cell.centre):
            block[name] = near
    for name, cell in places.items():
        ring = cell_ring(grid, cell.centre)
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            across = (a[0] + b[0] - cell.centre[0], a[1] + b[1] - cell.centre[1])
            other = next(
                (
                    one
                    for one, beside in places.items()
                    if dist(beside.centre, across) < grid.size * 0.01
                ),
                None,
            )
            mine, theirs = block.get(name), block.get(other) if other else None
            if mine is not None and mine != theirs:
                yield a, b


def _axial(grid: Grid, column: int, row: int) -> tuple[int, int]:
    """Axial coordinates of a hex: a step changes one of them, or both in opposite ways."""
    if grid.sideways:
        return column - (row - (row & 1)) // 2, row
    return column, row - (column - (column & 1)) // 2
