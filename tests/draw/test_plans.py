"""Plans of towns: every area has its sign, every side its hedge, and the output is reproducible."""

from __future__ import annotations

import pytest

from modgen.draw.board import draw_board
from modgen.draw.plan_signs import CAPITAL, cell_names, counter_gap, place_signs
from modgen.draw.text import width
from modgen.model.game import Game
from modgen.model.geography.cells import cells
from modgen.model.tactics.ground import area_cells, sides_of


@pytest.mark.long
@pytest.mark.parametrize("board", ["west", "east"])
def test_signs_and_names_of_cells(civil_power: Game, board: str) -> None:
    svg = draw_board(civil_power, board).svg
    grid = next(grid for grid in civil_power.map.grids if grid.board == board)
    for letter, area in grid.legend.items():
        if area.name:
            assert svg.count(f">{area.sign or letter}</text>") == 1, letter
    named = [name for name, (owner, _) in civil_power.cells.items() if owner is grid]
    assert len(named) == 130
    assert all(f">{name}</text>" in svg for name in named)
    assert svg == draw_board(civil_power, board).svg


def test_the_hedge_surrounds_the_park(civil_power: Game) -> None:
    grid = civil_power.grids["east_squares"]
    hedges = [(cell, side) for cell, side, feature in sides_of(grid) if feature == "hedge"]
    assert len(hedges) == len(set(hedges)) == 16
    assert {cell for cell, _ in hedges} <= set(area_cells(grid, "V"))


@pytest.mark.parametrize("board", ["west", "east"])
def test_no_counter_covers_a_sign_and_no_sign_a_name(civil_power: Game, board: str) -> None:
    """Letters are in the gaps between the counters of all cells."""
    grid = next(grid for grid in civil_power.map.grids if grid.board == board)
    places = {cell.name: cell for cell in cells(grid)}
    terrains = {terrain.id: terrain for terrain in civil_power.info.terrains}
    signs = place_signs(civil_power, grid, places, terrains, 0)
    assert len(signs) == sum(bool(area.name) for area in grid.legend.values())
    gap = counter_gap(civil_power, grid)
    assert gap == 3.5
    names = cell_names(grid, places.values(), gap, signs)
    for sign in signs:
        middle = sign.plate.centre[1]
        from_line = (middle - grid.rect.y) % grid.size
        assert min(from_line, grid.size - from_line) + sign.letters.size * CAPITAL / 2 <= gap / 2
        for name, placed in names.items():
            wide = width(name, placed.letters)
            left = placed.at[0] - (wide if placed.right else 0)
            beside = sign.plate.x > left + wide or sign.plate.x + sign.plate.w < left
            top = placed.at[1] - placed.letters.size * CAPITAL
            assert beside or placed.at[1] < sign.plate.y or top > sign.plate.y + sign.plate.h
    for name, placed in names.items():
        assert placed.at[1] <= places[name].centre[1] - (grid.size - gap) / 2 + 1e-6


def test_a_basin_stays_free(civil_power: Game) -> None:
    grid = civil_power.grids["west_squares"]
    places = {cell.name: cell for cell in cells(grid)}
    terrains = {terrain.id: terrain for terrain in civil_power.info.terrains}
    plaza = next(
        sign
        for sign in place_signs(civil_power, grid, places, terrains, 0)
        if sign.text == "The Plaza"
    )
    members = [places[name].centre for name in area_cells(grid, "P")]
    x = (min(x for x, _ in members) + max(x for x, _ in members)) / 2
    assert abs(plaza.plate.centre[0] - x) > plaza.plate.w / 2
