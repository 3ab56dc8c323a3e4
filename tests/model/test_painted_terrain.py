"""Terrain that is painted in an SVG drawing."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.model.geography.cells import cells
from modgen.model.geography.plan import terrain_of
from modgen.model.loading.folder import Loaded, load

GAME = """id: painted
title: Painted
version: "0.1"
languages: [en]
sides: [{id: a, name: A, adjective: A, abbreviation: A, colour: "#aa0000"}]
terrains:
  - {id: clear, name: Clear}
  - {id: woods, name: Woods, look: woods}
  - {id: lake, name: Lake, look: water}
"""
MAP = """boards: [{id: main, name: Map, width: 100, height: 100}]
grids:
  - id: field
    name: Field
    kind: square
    rect: {x: 0, y: 0, w: 100, h: 100}
    size: 10
    columns: 10
    rows: 10
    painted: terrain.svg
"""
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
 <rect id="paper" width="200" height="200" fill="#ffffff"/>
 <g inkscape:label="woods"><rect width="40" height="200"/><path d="M180,0h20v20h-20z"/></g>
 <g transform="translate(100 100)"><circle class="big lake" r="30"/></g>
 <rect id="woods-2" x="100" y="100" width="20" height="20"/>
 <rect id="lake3" x="0" y="180" width="200" height="20"/>
</svg>"""


def loaded(folder: Path, svg: str = SVG, places: str = MAP) -> Loaded:
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "map.yaml").write_text(places, "utf-8")
    (folder / "pieces.csv").write_text("id,name,kind,side,count\na,A,counter,a,1\n", "utf-8")
    (folder / "terrain.svg").write_text(svg, "utf-8")
    return load(folder)


def picture(game: Loaded) -> list[str]:
    (grid,) = game.game.map.grids
    kinds, rows = terrain_of(grid), [[""] * grid.columns for _ in range(grid.rows)]
    for cell in cells(grid):
        rows[cell.row][cell.column] = kinds[cell.name][0]
    return ["".join(row) for row in rows]


PAINTED = [
    "wwcccccccw",
    "wwcccccccc",
    "wwcccccccc",
    "wwcccccccc",
    "wwccllcccc",
    "wwcclwcccc",
    "wwcccccccc",
    "wwcccccccc",
    "wwcccccccc",
    "llllllllll",
]


def test_a_cell_has_the_terrain_of_the_topmost_shape(tmp_path: Path) -> None:
    game = loaded(tmp_path)
    assert [str(one) for one in game.diagnostics.errors] == []
    assert picture(game) == PAINTED


def test_the_map_file_goes_first(tmp_path: Path) -> None:
    rows = ["." * 10, "x" + "." * 9, *["." * 10] * 8]
    plan = "".join(f'      - "{row}"\n' for row in rows)
    legend = "    terrain: {A1: clear}\n    legend: {x: {terrain: lake}}\n    plan:\n"
    places = MAP + legend + plan
    game = loaded(tmp_path, places=places)
    assert [str(one) for one in game.diagnostics.errors] == []
    assert [row[:2] for row in picture(game)[:3]] == ["cw", "lw", "ww"]


@pytest.mark.parametrize(
    ("svg", "message"),
    [
        (
            SVG.replace("woods", "wood").replace("lake", "laek"),
            "map.yaml:10:14: no shape or group in terrain.svg has the id of a terrain; "
            "the terrains are `clear`, `lake`, `woods`",
        ),
        ("<svg", "terrain.svg:1:"),
        (SVG.replace('viewBox="0 0 200 200"', ""), "the drawing needs a `viewBox`"),
        (SVG.replace("M180,0h20", "M180,0q"), "terrain.svg:4:"),
        (f'<!DOCTYPE svg [<!ENTITY a "b">]>{SVG}', "the drawing defines XML entities"),
    ],
)
def test_mistakes(tmp_path: Path, svg: str, message: str) -> None:
    (problem, *_) = loaded(tmp_path, svg).diagnostics.errors
    assert message in str(problem)


def test_a_missing_drawing_and_one_outside(tmp_path: Path) -> None:
    for name in ("nothing.svg", "../terrain.svg"):
        folder = tmp_path / "game"
        folder.mkdir(exist_ok=True)
        errors = loaded(folder, places=MAP.replace("terrain.svg", name)).diagnostics.errors
        assert errors, name
