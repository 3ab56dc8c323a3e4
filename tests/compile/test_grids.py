"""Square and hex grids: cells have the same names in the game's data and in the engine."""

from __future__ import annotations

from dataclasses import replace
from math import floor

import pytest

from modgen.compile.build import Build
from modgen.compile.module import compile_game
from modgen.draw.board import draw_board
from modgen.log.locations import Locations
from modgen.model.game import Game
from modgen.model.geography.cells import cell_name, cell_ring, cell_side, cells
from modgen.model.geography.geometry import polygon_area
from modgen.model.types.base import Rect
from modgen.model.types.grid_parts import GridSide
from modgen.model.types.places import Grid
from modgen.model.types.tactics import Feature, Terrain
from modgen.vassal.components import Component

KINDS = [("square", False), ("hex", False), ("hex", True)]


def grid(kind: str, sideways: bool, **more: object) -> Grid:
    return Grid.model_validate(
        {
            "id": "field",
            "name": "Field",
            "kind": kind,
            "rect": Rect(x=10, y=30, w=180, h=160),
            "size": 20,
            "sideways": sideways,
            "columns": 7,
            "rows": 6,
            "prefix": "W-",
            **more,
        }
    )


def engine_name(zone: Component, x: float, y: float) -> str:
    """A point's location by vassal-formats §7.4, from the zone that was written."""
    made = zone.children[0]
    number = made.children[0].attributes
    has = {key: made.attributes[key] for key in ("x0", "y0", "dx", "dy")}
    x0, y0, dx, dy = (float(value) for value in has.values())
    if made.attributes.get("sideways") == "true":
        x, y = y, x
    column = floor((x - x0) / dx + 0.5)
    if made.name == "SquareGrid":
        row = int((y - y0) / dy + 0.5)
    else:
        shift = dy / 2 if column % 2 else 0
        row = floor((y - y0 - shift) / dy + 0.5)

    def label(value: int, axis: str) -> str:
        value += int(number[f"{axis}Off"])
        if number[f"{axis}Type"] == "A":
            return chr(65 + value % 26) * (value // 26 + 1)
        leading = int(number[f"{axis}Leading"])
        return "0" * sum(value < 10**k for k in range(1, leading + 1)) + str(value)

    parts = [label(column, "h"), label(row, "v")]
    name = "".join(parts if number["first"] == "H" else reversed(parts))
    return number["locationFormat"].replace("$gridLocation$", name)


@pytest.mark.parametrize(("kind", "sideways"), KINDS)
@pytest.mark.parametrize(
    "names", [("letters", "numbers"), ("numbers", "numbers"), ("numbers", "letters")]
)
def test_the_engine_names_cells_as_we_do(
    vales: Game, kind: str, sideways: bool, names: tuple[str, str]
) -> None:
    board_grid = grid(kind, sideways, column_names=names[0], row_names=names[1], first_column=2)
    game = replace(vales, map=vales.map.model_copy(update={"grids": [board_grid]}))
    tree = compile_game(game).module.tree
    zone = next(
        component for component in tree.find_all("Zone") if component.attributes["name"] == "Field"
    )
    build = Build(game)
    for cell in cells(board_grid):
        assert engine_name(zone, *build.point(cell.centre)) == cell.name


@pytest.mark.parametrize(("kind", "sideways"), KINDS)
@pytest.mark.parametrize("names", [("letters", "numbers"), ("numbers", "letters")])
@pytest.mark.parametrize("high", [120, 131, 160])
def test_rows_are_counted_from_the_bottom(
    vales: Game, kind: str, sideways: bool, names: tuple[str, str], high: int
) -> None:
    board_grid = grid(
        kind,
        sideways,
        column_names=names[0],
        row_names=names[1],
        upwards=True,
        rect=Rect(x=10, y=30, w=180, h=high),
    )
    board = vales.map.boards[0]
    game = replace(vales, map=vales.map.model_copy(update={"grids": [board_grid]}))
    locations = Locations(compile_game(game).module.tree)
    build = Build(game)
    seen = set()
    for cell in cells(board_grid):
        at = build.point(cell.centre)
        if at[1] < build.px(30 + high):
            place = locations.place("Map", *at, {"Map": [(board.name, "0", "0")]})
            assert place.location == cell.name
            seen.add(cell.name)
    last = board_grid.rows
    lowest = cell_name(board_grid, 0, last - 1)
    assert lowest == ("W-A1" if names[1] == "numbers" else "W-1A")
    assert len(seen) > 30


@pytest.mark.parametrize(("kind", "sideways"), KINDS)
def test_cells_neither_overlap_nor_leave_gaps(kind: str, sideways: bool) -> None:
    found = grid(kind, sideways)
    corners: dict[tuple[float, float], int] = {}
    total = 0.0
    for cell in cells(found):
        ring = cell_ring(found, cell.centre)
        total += abs(polygon_area((ring,)))
        for x, y in ring:
            corner = (round(x, 6), round(y, 6))
            corners[corner] = corners.get(corner, 0) + 1
    share = 1.0 if kind == "square" else 3**0.5 / 2
    assert total == pytest.approx(7 * 6 * 20 * 20 * share)
    assert max(corners.values()) == (4 if kind == "square" else 3)


def test_names() -> None:
    found = grid("square", False, prefix="")
    assert cell_name(found, 0, 0) == "A1"
    assert cell_name(found, 27, 9) == "BB10"


def test_sides_of_neighbours_are_one_line() -> None:
    found = grid("hex", False)
    places = {(cell.column, cell.row): cell.centre for cell in cells(found)}
    below = cell_side(found, places[(2, 1)], "s")
    above = cell_side(found, places[(2, 2)], "n")
    assert sorted((round(x, 6), round(y, 6)) for x, y in below) == sorted(
        (round(x, 6), round(y, 6)) for x, y in above
    )
    with pytest.raises(KeyError):
        cell_side(found, places[(2, 2)], "e")


def test_drawn_with_terrain_and_sides(vales: Game) -> None:
    side = GridSide(cell="W-B2", side="n", feature="river")
    found = grid("hex", False, terrain={"W-B2": "forest"}, sides=[side])
    forest = Terrain(id="forest", name="Forest", colour="#123456")
    river = Feature(id="river", name="River", colour="#654321")
    info = vales.info.model_copy(update={"terrains": [forest], "features": [river]})
    game = replace(vales, info=info, map=vales.map.model_copy(update={"grids": [found]}))
    svg = draw_board(game, "main").svg
    assert svg.count("#123456") == 1
    assert svg.count("#654321") == 1
    assert ">W-G6<" in svg
