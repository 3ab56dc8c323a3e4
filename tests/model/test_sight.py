"""Lines of sight over squares: geometry, obstacles, heights, sides; Civil Power's examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.model.game import Game
from modgen.model.tactics.field import ground_of, obstacles
from modgen.model.tactics.ground import Ground, Square, distance, other
from modgen.model.tactics.line_of_sight import Obstacles, line, sight
from modgen.model.types.tactics import Feature, Terrain

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
    seen = sight(ground, (0, 0), (2, 0))
    assert seen.clear
    assert [feature.id for _, feature in seen.crossed] == ["hedge"]


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
    """The West board on the left of the East board."""
    return ground_of(civil_power)


def test_the_shooters_of_the_fire_example(civil_power: Game, town: Ground) -> None:
    """5.3.3: one gang on an upper level of a house, the other in the street beside it, at night."""
    upstairs, beside, target = (town.names[name] for name in ("W-C2", "W-D2", "W-D4"))
    assert distance(upstairs, beside) == 1
    assert distance(upstairs, target) == 2 == range_of(civil_power, "pistol_punk")
    assert sight(town, beside, target, most=3).clear
    squad = obstacles(civil_power, town, {"W-D3": {("line", "foot"): 1}})
    assert not sight(town, beside, target, obstacles=squad, most=3).clear
    assert sight(town, upstairs, target, levels=(1, 0), obstacles=squad, most=3).clear


def range_of(game: Game, piece: str) -> int:
    """Half the fire strength, rounded up (5.3.2)."""
    return -(-int(game.piece_types[piece].start_face.nw) // 2)


def test_the_baton_rounds_of_the_example(civil_power: Game, town: Ground) -> None:
    """8.1: two squads side by side fire at a crowd three areas away; a hedge would stop them."""
    crowd = town.names["W-D8"]
    for name in ("W-G8", "W-G7"):
        assert distance(town.names[name], crowd) == 3
        assert sight(town, town.names[name], crowd).clear
    over = sight(town, town.names["E-C5"], town.names["E-E5"])
    assert over.clear
    assert "hedge" in {feature.id for _, feature in over.crossed}
    agitator = obstacles(civil_power, town, {"W-F8": {("agitator", "front"): 1}})
    assert sight(town, town.names["W-G8"], crowd, obstacles=agitator).clear


def test_gas_and_barricades_hide_what_is_behind_them(civil_power: Game) -> None:
    held = {"W-E8": {("gas", "gas"): 1}, "W-E11/w": {("barricade", "barricade"): 1}}
    town = ground_of(civil_power, held=held)
    cloud = obstacles(civil_power, town, held)
    assert sight(town, town.names["W-D8"], town.names["W-E8"], obstacles=cloud).clear
    assert not sight(town, town.names["W-D8"], town.names["W-F8"], obstacles=cloud).clear
    shots = sight(town, town.names["W-B11"], town.names["W-E11"])
    assert shots.clear
    assert [feature.id for _, feature in shots.crossed] == ["barricade"]
    assert not sight(town, town.names["W-B11"], town.names["W-F11"]).clear


def test_a_street_runs_on_over_the_join_of_boards(civil_power: Game, town: Ground) -> None:
    assert sight(town, town.names["W-A8"], town.names["E-H8"]).clear
    assert not sight(town, town.names["W-A3"], town.names["E-C3"]).clear
    cable_street = next(one for one in civil_power.scenarios if one.id == "i-1")
    column = ground_of(civil_power, cable_street)
    assert distance(column.names["E-C13"], column.names["W-D1"]) == 1
    assert sight(column, column.names["E-G12"], column.names["W-I2"]).range == 3
