"""Names of squares and hexes against a table that VASSAL 3.7.26 exported.

`grid_names.json` lists grids with points in board pixels and the engine's name of each point. It
has hexes upright and sideways, staggered or not, with rows and columns in either direction, letters
and numbers, offsets, leading zeros, both orders, separators and formats, on boards and in zones.
The last grids are those that Modgen compiles; `cells` is their description in a game's data.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from modgen.log.locations import Locations
from modgen.model.geography.cells import cells
from modgen.model.types.places import Grid
from modgen.vassal.components import Component

TABLE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "grid_names.json").read_text("utf-8")
)
COMPILED = [row for row in TABLE if "cells" in row]
MILLIMETRES_PER_INCH = 25.4


def element(encoded: list[Any]) -> Component:
    name, attributes, children = encoded
    return Component(name, attributes, [element(child) for child in children])


def numbering(row: dict[str, Any]) -> dict[str, str]:
    return next(
        found.attributes
        for found in element(row["grid"]).walk()
        if found.name.endswith("GridNumbering")
    )


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row['grid'][0]}-{TABLE.index(row)}")
def test_points_have_the_names_that_the_engine_gives_them(row: dict[str, Any]) -> None:
    width, height = row["size"]
    size = {"name": "Board", "width": str(width), "height": str(height)}
    board = Component("Board", size, [element(row["grid"])])
    locations = Locations(Component("Map", {"mapName": "Map"}, [board]))
    names = {(x, y): locations.place("Map", x, y, {}).location for x, y, _ in row["points"]}
    assert names == {
        # The engine has no name for a point outside all zones and then says `offboard`.
        (x, y): "offboard" if name == "null" else name
        for x, y, name in row["points"]
    }


def test_the_table_has_every_orientation() -> None:
    kinds = set()
    for row in TABLE:
        grid = next(found for found in element(row["grid"]).walk() if "dx" in found.attributes)
        has = numbering(row)
        kinds.add(
            (
                grid.name,
                grid.attributes.get("sideways"),
                has.get("stagger"),
                has["hDescend"],
                has["vDescend"],
            )
        )
    assert len(kinds) == 16 + 4
    for axis in "hv":
        assert {numbering(row)[f"{axis}Type"] for row in TABLE} == {"A", "N"}
        assert {numbering(row)[f"{axis}Leading"] for row in TABLE} >= {"0", "1", "2", "3"}
    assert sum(len(row["points"]) for row in TABLE) > 2_000


@pytest.mark.parametrize("row", COMPILED, ids=lambda row: f"{row['cells']['kind']}")
def test_the_game_model_names_cells_as_the_engine_does(row: dict[str, Any]) -> None:
    grid = Grid.model_validate(row["cells"])
    named = list(cells(grid))
    assert [cell.name for cell in named] == [name for *_, name in row["points"]]
    scale = row["dpi"] / MILLIMETRES_PER_INCH
    for cell, (x, y, _) in zip(named, row["points"], strict=True):
        assert abs(cell.centre[0] * scale - x) <= 1
        assert abs(cell.centre[1] * scale - y) <= 1
