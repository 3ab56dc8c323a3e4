"""Hex boards: regions, lines, names, heights, megahexes; patterns are the same everywhere."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

from modgen.draw.board import draw_board
from modgen.draw.grids import _Field, chains
from modgen.draw.raster import png
from modgen.draw.svg import Drawing
from modgen.draw.terrain import PATTERNS, Noise
from modgen.model.boards.arrangement import line_points
from modgen.model.game import Game
from modgen.model.geography.cells import cell_ring, cells
from modgen.model.geography.megahexes import megahex_rims
from modgen.model.geography.outline import rims
from modgen.model.loading.folder import load
from modgen.model.tactics.listings import filled
from modgen.model.types.grid_parts import GridSide
from modgen.model.types.places import Grid
from modgen.model.types.scenario import Chart

RIDGE = Path(__file__).parents[1] / "general" / "games" / "ridge"


@pytest.fixture(scope="module")
def ridge() -> Game:
    return load(RIDGE).game


def changed(game: Game, **changes: object) -> Game:
    """The game with other values of its grid."""
    grid = Grid.model_validate({**game.map.grids[0].model_dump(), **changes})
    return replace(game, map=game.map.model_copy(update={"grids": [grid]}))


def test_names_heights_and_ids_are_printed(ridge: Game) -> None:
    svg = draw_board(ridge, "main").svg
    assert ">0304</text>" in svg
    quiet = draw_board(changed(ridge, shows_ids=False), "main").svg
    assert ">0304</text>" not in quiet
    named = changed(
        ridge, names={"0304": "Old Mill"}, heights={"0304": 120, "0305": 80}, shows_heights=True
    )
    svg = draw_board(named, "main").svg
    assert "OLD MILL</text>" in svg
    assert ">0304</text>" in svg
    assert ">120</text>" in svg
    assert ">80</text>" in svg


def test_the_designer_chooses_the_colour(ridge: Game) -> None:
    colours = {terrain.id: terrain.colour for terrain in ridge.info.terrains}
    svg = draw_board(ridge, "main").svg
    assert all(str(colour) in svg for colour in colours.values())


def test_lines_lead_through_the_middles_of_cells(ridge: Game) -> None:
    line = {"feature": "river", "through": ["0101", "0102", "0103"]}
    before = draw_board(ridge, "main").svg
    after = draw_board(changed(ridge, lines=[line]), "main").svg
    added = set(re.findall(r'd="(M[^"]*)"', after)) - set(re.findall(r'd="(M[^"]*)"', before))
    centre = next(cell for cell in cells(ridge.map.grids[0]) if cell.name == "0101").centre
    assert any(path.startswith(f"M{centre[0]:.2f},{centre[1]:.2f}") for path in added)


def test_ids_stand_out_from_the_lines_below_them(ridge: Game) -> None:
    def rim(svg: str, name: str) -> float:
        width = re.search(rf'stroke-width="([\d.]+)"[^>]*>{name}</text>', svg)
        return float(width[1]) if width else 0.0

    line = {"feature": "road", "through": ["0101", "0102", "0404"]}
    before, after = (draw_board(game, "main").svg for game in (ridge, changed(ridge, lines=[line])))
    assert rim(before, "0101") == rim(before, "0404") == rim(after, "0103") == 0
    assert rim(after, "0101") == rim(after, "0404") > 1


@pytest.mark.parametrize("sideways", [False, True])
def test_megahexes_have_seven_hexes(ridge: Game, sideways: bool) -> None:
    grid = changed(ridge, sideways=sideways, megahex="0504").map.grids[0]
    rims = list(megahex_rims(grid))
    middle = next(cell for cell in cells(grid) if cell.name == "0504").centre
    around = [ends for ends in rims if all(dist(end, middle) < grid.size * 1.7 for end in ends)]
    sides = {frozenset((round(x, 1), round(y, 1)) for x, y in ends) for ends in around}
    assert len(sides) == 18


def test_rims_are_closed_and_go_round_every_cell_once(ridge: Game) -> None:
    rings = [cell_ring(ridge.map.grids[0], cell.centre) for cell in cells(ridge.map.grids[0])]
    loops = rims(rings[:5])
    assert sum(map(len, loops)) == 5 * 6 - 2 * 4  # five cells of one column share four sides
    assert len(loops) == 1
    assert len(rims([rings[0], rings[4]])) == 2


def test_sides_that_meet_become_one_path() -> None:
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
    segments = [*pairwise(square), ((5.0, 5.0), (6.0, 5.0))]
    paths = sorted(chains(segments), key=len)
    assert [len(path) for path in paths] == [2, 5]
    assert set(paths[1]) == set(square)


@pytest.mark.parametrize("look", sorted(PATTERNS))
def test_every_pattern_is_drawn_and_repeats(ridge: Game, look: str) -> None:
    plain = ridge.info.terrains
    terrains = [plain[0], plain[1].model_copy(update={"look": look}), *plain[2:]]
    game = replace(ridge, info=ridge.info.model_copy(update={"terrains": terrains}))
    svg = draw_board(game, "main").svg
    assert svg == draw_board(game, "main").svg
    assert svg != draw_board(ridge, "main").svg
    assert png(svg, 20)


def test_noise_stays_within_its_bounds() -> None:
    noise = Noise(3, 4)
    numbers = [noise(2, 5) for _ in range(500)]
    assert 2 <= min(numbers) < 2.2 < 4.8 < max(numbers) <= 5
    assert numbers[:5] == [Noise(3, 4)(2, 5), *numbers[1:5]]


def test_the_chart_of_terrain_comes_from_the_data(ridge: Game) -> None:
    chart = Chart(id="terrain", name="Terrain", kind="terrain", columns=["Terrain", "MP", "Notes"])
    rows = filled(ridge, chart).rows
    assert ["Wood", "2", "–"] in rows
    assert ["River", "+1", "–"] in rows
    lake = next(row for row in rows if row[0] == "Lake")
    assert lake[2].startswith("× ")


def test_a_path_of_sides_is_the_same_as_its_sides(ridge: Game) -> None:
    one_by_one = [
        {"cell": "0203", "side": "n", "feature": "river"},
        {"cell": "0203", "side": "ne", "feature": "river"},
    ]
    path = [{"feature": "river", "between": "0202/0203 0203/0303"}]

    def rivers(sides: list[dict[str, str]]) -> set[frozenset[str]]:
        svg = draw_board(changed(ridge, sides=sides), "main").svg
        colour = next(one.colour for one in ridge.info.features if one.id == "river")
        drawn = re.findall(rf'<path d="M([^"Z]+)" fill="none" [^>]*stroke="{colour}"', svg)
        return {frozenset(re.findall(r"[\d.]+,[\d.]+", path)) for path in drawn}

    assert rivers(path) == rivers(one_by_one)
    assert any(len(points) == 3 for points in rivers(path))


@pytest.mark.parametrize("ends", ["start", "end", "both"])
def test_a_line_leaves_the_grid_by_its_outer_side(ridge: Game, ends: str) -> None:
    through = "0101 0201 0302"
    grid = changed(ridge, lines=[{"feature": "road", "through": through, "leaves": ends}])
    plain = changed(ridge, lines=[{"feature": "road", "through": through}])
    field = _Field(Drawing(10, 10), grid, grid.map.grids[0])
    middles = line_points(grid, grid.map.grids[0])
    course = field._course(grid.map.grids[0].lines[0], middles)
    inner = [middles[name] for name in through.split()]
    outer = [point for point in course if point not in inner]
    # 0302 is in the middle of the map, so that only the first end can leave it.
    assert len(outer) == (ends != "end")
    size = grid.map.grids[0].size
    assert all(dist(point, inner[0]) == pytest.approx(size / 2) for point in outer)
    assert all(point[0] < inner[0][0] or point[1] < inner[0][1] for point in outer)
    assert draw_board(plain, "main").svg != draw_board(grid, "main").svg or ends == "end"


@pytest.mark.parametrize(
    "pairs", ["0101/0201 0102/0201 0102/0202", "0102/0202 0102/0201 0101/0201"]
)
def test_a_river_along_sides_widens_from_its_first_side(ridge: Game, pairs: str) -> None:
    """It does so without a gap, whichever end the pairs begin at."""
    side = {"feature": "river", "between": pairs, "widens": True}
    game = changed(ridge, sides=[side])
    field = _Field(Drawing(10, 10), game, game.map.grids[0])
    ((feature, path, widens),) = field._sides()
    assert (feature, widens, len(path)) == ("river", True, 4)
    (first, *_) = pairs.split()
    a, b = (field.cells[name].centre for name in first.split("/"))
    middle = ((path[0][0] + path[1][0]) / 2, (path[0][1] + path[1][1]) / 2)
    assert middle == pytest.approx(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), abs=0.01)
    with pytest.raises(ValueError, match="`widens` needs `between`"):
        GridSide(cell="0101", side="n", feature="river", widens=True)


def test_a_river_widens_from_its_spring(ridge: Game) -> None:
    line = {"feature": "river", "through": "0101 0201 0302", "widens": True}
    drawing = Drawing(10, 10)
    game = changed(ridge, lines=[line])
    field = _Field(drawing, game, game.map.grids[0])
    feature = field.features["river"]
    field._widening([(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)], feature)
    outlines = re.findall(r'<path d="M([^"]+)Z"', drawing.svg)
    ys = [float(y) for y in re.findall(r"[-\d.]+,([-\d.]+)", outlines[-1])]
    half = len(ys) // 2
    widths = [abs(ys[n] - ys[-1 - n]) for n in range(half)]
    assert widths == sorted(widths)
    assert widths[0] == pytest.approx(feature.width / 4, abs=0.01)
    assert widths[-1] == pytest.approx(feature.width, abs=0.01)
