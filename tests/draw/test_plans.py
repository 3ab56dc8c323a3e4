"""Plans of towns: every area has its sign, every side its hedge, and the output is reproducible."""

from __future__ import annotations

import re

import pytest

from modgen.draw.board import draw_board
from modgen.model.game import Game
from modgen.model.tactics.ground import area_cells, sides_of


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


def test_signs_hide_no_name_of_a_cell(civil_power: Game) -> None:
    """A sign is in the lower part of its row of cells; names are at the top."""
    plate = re.compile(r'<rect fill="#27406b" height="([\d.]+)"[^>]* y="([\d.]+)"')
    size = civil_power.grids["west_squares"].size
    plates = plate.findall(draw_board(civil_power, "west").svg)
    assert len(plates) == 13
    for high, top in plates:
        assert float(top) % size > size * 0.16
        assert float(top) % size + float(high) < size * 1.01
