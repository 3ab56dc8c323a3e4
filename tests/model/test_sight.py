"""Lines of sight over squares: geometry, obstacles, heights, sides; Civil Power's examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.model.ground import Ground, Square, distance, joined, other
from modgen.model.sight import Obstacles, line, sight
from modgen.model.tactics import Feature, Terrain
from modgen.model.whole import Game

OPEN = Terrain(id="open", name="Open")
HOUSE = Terrain(id="house", name="House", floors=2, blocks_sight=True, height=1)
WALL = Feature(id="wall", name="Wall", blocks_sight=True)
HEDGE = Feature(id="hedge", name="Hedge")
squares = st.tuples(st.integers(0, 12), st.integers(0, 12))


def plain(*rows: str) -> Ground:
    """A ground from rows of letters: `#` is a house."""
    return Ground(
        {
            (x, y): HOUSE if letter == "#" else OPEN
            for y, row in enumerate(rows)
            for x, letter in enumerate(row)
        }
    )


@given(squares, squares)
def test_a_line_is_the_same_both_ways(start: Square, end: Square) -> None:
    def seen(a: Square, b: Square) -> tuple[set[Square], set[Square], set[frozenset[object]]]:
        crossings = list(line(a, b))
        inner = {s for one in crossings if not one.touched for s in one.squares}
        touched = {s for one in crossings if one.touched for s in one.squares}
        sides = {frozenset((side, other(*side))) for one in crossings for side in one.sides}
        return inner, touched, sides

    assert seen(start, end) == seen(end, start)


@given(squares, squares)
def test_a_line_takes_one_step_at_a_time(start: Square, end: Square) -> None:
    at = start
    for crossing in line(start, end):
        if crossing.touched:
            assert all(distance(at, one) == 1 for one in crossing.squares)
            continue
        after = crossing.squares[0] if crossing.squares else end
        assert distance(at, after) == 1
        at = after
    assert at == end


def test_a_house_between_hides_and_a_house_at_the_end_does_not() -> None:
    ground = plain("..#..")
    assert sight(ground, (0, 0), (2, 0)).clear
    assert sight(ground, (0, 0), (4, 0)).blocked_by == ("house",)
    assert sight(ground, (0, 0), (4, 0), levels=(2, 0)).clear
    assert not sight(ground, (0, 0), (4, 0), levels=(1, 0)).clear


def test_a_corner_is_shut_only_from_both_sides() -> None:
    assert sight(plain(".#", ".."), (0, 0), (1, 1)).clear
    assert not sight(plain(".#", "#."), (0, 0), (1, 1)).clear


def test_a_shallow_line_meets_every_square_that_it_enters() -> None:
    ground = plain("....", "..#.")
    assert not sight(ground, (0, 0), (3, 1)).clear
    assert sight(plain("..#.", "...."), (0, 0), (3, 1)).clear
    assert sight(plain("...", "#.."), (0, 0), (2, 1)).clear


def test_walls_hide_what_is_behind_them_and_not_who_stands_at_them() -> None:
    ground = plain(".....").with_features([((2, 0), "e", WALL)])
    assert not sight(ground, (0, 0), (4, 0)).clear
    assert sight(ground, (2, 0), (4, 0)).clear
    assert sight(ground, (0, 0), (3, 0)).crossed[0][1] is WALL
    assert sight(ground, (0, 0), (4, 0), levels=(0, 1)).clear


def test_a_hedge_is_crossed_and_hides_nobody() -> None:
    ground = plain("...").with_features([((1, 0), "w", HEDGE)])
    found = sight(ground, (0, 0), (2, 0))
    assert found.clear
    assert [feature.id for _, feature in found.crossed] == ["hedge"]


def test_pieces_and_night() -> None:
    ground = plain("......")
    crowd = Obstacles({(1, 0): 0})
    assert not sight(ground, (0, 0), (2, 0), obstacles=crowd).clear
    assert sight(ground, (0, 0), (1, 0), obstacles=crowd).clear
    assert sight(ground, (0, 0), (2, 0), obstacles=crowd, levels=(1, 0)).clear
    assert sight(ground, (0, 0), (4, 0), most=3).blocked_by == ("range",)
    assert sight(ground, (0, 0), (3, 0), most=3).clear


def test_off_the_ground() -> None:
    with pytest.raises(KeyError):
        sight(plain("."), (0, 0), (3, 0))


# --- Civil Power ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def town(civil_power: Game) -> Ground:
    """West left of East."""
    return ground_of(civil_power, [["west_squares", "east_squares"]])


def ground_of(game: Game, rows: list[list[str]]) -> Ground:
    info = game.info
    return joined(
        [[game.grids[key] for key in row] for row in rows],
        {terrain.id: terrain for terrain in info.terrains},
        {feature.id: feature for feature in info.features},
    )


def test_the_shooters_of_the_fire_example(town: Ground) -> None:
    """5.3.3: one gang a level up in a house, the other in the street beside it, by night."""
    upstairs, beside, target = (town.names[name] for name in ("W-C2", "W-D2", "W-D3"))
    assert distance(upstairs, beside) == 1
    assert sight(town, upstairs, target, levels=(1, 0), most=3).clear
    assert sight(town, beside, target, most=3).clear
    crowd = Obstacles({town.names["W-E3"]: 0})
    far = town.names["W-F3"]
    assert not sight(town, town.names["W-D3"], far, obstacles=crowd).clear


def test_the_baton_rounds_of_the_example(town: Ground) -> None:
    """8.1: two squads side by side fire at a crowd three areas away; a hedge would stop them."""
    crowd = town.names["W-D8"]
    for name in ("W-G8", "W-G7"):
        assert distance(town.names[name], crowd) == 3
        assert sight(town, town.names[name], crowd).clear
    over = sight(town, town.names["E-C5"], town.names["E-E5"])
    assert over.clear
    assert "hedge" in {feature.id for _, feature in over.crossed}


def test_a_street_runs_on_over_the_join_of_boards(civil_power: Game, town: Ground) -> None:
    assert sight(town, town.names["W-A8"], town.names["E-H8"]).clear
    assert not sight(town, town.names["W-A3"], town.names["E-C3"]).clear
    column = ground_of(civil_power, [["east_squares"], ["west_squares"]])
    assert distance(column.names["E-C13"], column.names["W-D1"]) == 1
    assert sight(column, column.names["E-G12"], column.names["W-I2"]).range == 3
