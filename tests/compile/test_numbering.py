"""Numbers of hexes by VASSAL's rules, shifted first columns and short ones, as the engine reads."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import dist

import pytest

from modgen.compile.board import main_map
from modgen.compile.build import Build
from modgen.compile.grids import grid_zone
from modgen.compile.module import compile_game
from modgen.log.locations import Locations
from modgen.model.checks.places import unique_cells
from modgen.model.game import Game
from modgen.model.geography.cells import cells
from modgen.model.movement.graph import hex_steps
from modgen.model.types.base import Rect
from modgen.model.types.places import Grid

PLAIN: dict[str, object] = {}
NUMBERINGS: dict[str, dict[str, object]] = {
    "separated": {"separator": ".", "columns": {"digits": 2}, "rows": {"digits": 3}},
    "letters": {"columns": {"kind": "letters", "first": -1}, "rows_first": True},
    "offsets": {"columns": {"first": 40, "digits": 4}, "rows": {"first": -3, "digits": 2}},
    "downwards": {"columns": {"down_from": 30}, "rows": {"down_from": 12, "digits": 2}},
    "staggered": {"stagger": True, "separator": "-"},
    "staggered downwards": {
        "stagger": True,
        "separator": "-",
        "rows": {"down_from": 20},
        "columns": {"down_from": 20},
    },
    "rising": {"oblique": "rising", "separator": "-"},
    "falling": {"oblique": "falling", "separator": "-", "rows": {"digits": 2, "first": 9}},
    "in words": {"format": "hex $column$/$row$", "within": "Field $gridLocation$"},
}


def grid(**more: object) -> Grid:
    return Grid.model_validate(
        {
            "id": "field",
            "name": "Field",
            "kind": "hex",
            "rect": Rect(x=10, y=30, w=160, h=150),
            "size": 20,
            "columns": 7,
            "rows": 6,
            **more,
        }
    )


def with_grid(game: Game, one: Grid) -> Game:
    return replace(game, map=game.map.model_copy(update={"grids": [one]}))


@pytest.mark.parametrize("name", NUMBERINGS)
@pytest.mark.parametrize(
    ("kind", "sideways", "lower", "short"),
    [
        ("square", False, False, False),
        *(("hex", *three) for three in product((False, True), repeat=3)),
    ],
)
def test_the_engine_gives_a_hex_its_number(
    vales: Game, name: str, kind: str, sideways: bool, lower: bool, short: bool
) -> None:
    rules = {
        key: value for key, value in NUMBERINGS[name].items() if kind == "hex" or key != "oblique"
    }
    made = grid(
        kind=kind, sideways=sideways, first_is_lower=lower, short_lines=short, numbering=rules
    )
    game = with_grid(vales, made)
    build = Build(game)
    tree = main_map(build, game.map.boards, [])
    locations = Locations(tree)
    board = game.map.boards[0]
    seen = set()
    for cell in cells(made):
        at = build.point(cell.centre)
        place = locations.place(
            tree.attributes["mapName"], *at, {tree.attributes["mapName"]: [(board.name, "0", "0")]}
        )
        assert place.location == cell.name
        seen.add(cell.name)
    assert len(seen) == (42 - (0 if not short else 3 + lower if not sideways else 3))


def test_short_lines_leave_one_hex_out_and_a_lower_first_column_shifts_the_others() -> None:
    rows = [0] * 7
    for cell in cells(grid(short_lines=True)):
        rows[cell.column] += 1
    assert rows == [6, 5, 6, 5, 6, 5, 6]
    lower = {(cell.column, cell.row): cell.centre for cell in cells(grid(first_is_lower=True))}
    assert lower[0, 0][1] > lower[1, 0][1]


@pytest.mark.parametrize(("sideways", "lower"), list(product((False, True), repeat=2)))
def test_neighbours_of_shifted_hexes_touch(sideways: bool, lower: bool) -> None:
    made = grid(sideways=sideways, first_is_lower=lower)
    at = {(cell.column, cell.row): cell.centre for cell in cells(made)}
    for (column, row), centre in at.items():
        for dx, dy in hex_steps(made, column, row).values():
            other = at.get((column + dx, row + dy))
            assert other is None or dist(centre, other) == pytest.approx(20)


def test_oblique_numbers_need_the_engine_that_has_them(vales: Game) -> None:
    plain = compile_game(with_grid(vales, grid())).module.tree
    slanted = compile_game(with_grid(vales, grid(numbering={"oblique": "rising"}))).module.tree
    assert plain.attributes["VassalVersion"] < slanted.attributes["VassalVersion"] == "3.8.0"
    names = {cell.name for cell in cells(grid(numbering={"oblique": "rising", "separator": "."}))}
    assert {"1.1", "2.2", "3.2", "4.3", "5.3"} <= names


def test_the_zone_of_short_lines_is_the_outline_of_its_hexes(vales: Game) -> None:
    path = grid_zone(Build(vales), grid(short_lines=True)).attributes["path"]
    assert len(path.split(";")) > 40


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"upwards": True, "numbering": {}}, "`upwards` and `numbering` exclude each other"),
        ({"kind": "square", "numbering": {"oblique": "falling"}}, "only hexes"),
        (
            {"numbering": {"oblique": "falling", "columns": {"down_from": 9}}},
            "cannot be counted `down_from`",
        ),
    ],
)
def test_numberings_that_contradict_themselves_are_errors(
    more: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        grid(**more)


def test_cells_with_equal_names_are_an_error(vales: Game) -> None:
    made = grid(columns=11, rows=11, numbering={})
    (found,) = unique_cells(with_grid(vales, made))
    assert found.message == "two cells of `field` have the name `111`"
    assert not [*unique_cells(with_grid(vales, grid(columns=11, rows=11)))]
