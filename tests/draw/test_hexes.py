"""Hex boards: regions, lines, names, heights, megahexes; patterns are the same everywhere."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

from modgen.draw.board import draw_board
from modgen.draw.grids import _chains
from modgen.draw.raster import png
from modgen.draw.terrain import PATTERNS, Noise
from modgen.model.game import Game
from modgen.model.geography.cells import cell_ring, cells
from modgen.model.geography.megahexes import megahex_rims
from modgen.model.geography.outline import rims
from modgen.model.loading.folder import load
from modgen.model.tactics.listings import filled
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
    assert ">0304 · 120</text>" in svg  # the name is where the height would be
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
    paths = sorted(_chains(segments), key=len)
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
