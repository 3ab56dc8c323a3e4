"""Pieces that face a direction: how they turn, their fire arcs, where they begin, lost steps."""

from __future__ import annotations

from math import atan2, degrees, dist
from pathlib import Path

import pytest

from modgen.compile.build import Build
from modgen.compile.facing import LEVEL
from modgen.compile.pieces import game_piece
from modgen.compile.setup import Table
from modgen.compile.steps import LOST, NEXT_FACE
from modgen.draw.arcs import draw_arcs
from modgen.draw.pieces import draw_piece
from modgen.log.pictures import Layered, _turned
from modgen.model.facing import arc_outline, directions, reaches
from modgen.model.game import Game
from modgen.model.geography.cells import cell_centre
from modgen.model.geography.geometry import contains
from modgen.model.loading.folder import Loaded, load
from modgen.model.placing import scenario_pieces
from modgen.model.types.pieces import PieceType
from modgen.vassal.traits import (
    CalculatedProperty,
    Layer,
    MovementTrail,
    NonRectangular,
    Rotate,
    TriggerAction,
)

GAME = """
id: naval
title: Broadside
version: "1.0"
languages: [en]
sides:
  - {id: blue, name: Blue, abbreviation: B, colour: "#2f5fa8", icon: star}
terrains: [{id: clear, name: Sea, look: water}]
arcs:
  - {id: bow, name: Bow, start: -60, end: 60}
  - {id: port, name: Port, start: -120, end: -60}
"""
MAP = """
boards: [{id: main, name: Sea, width: 170, height: 150}]
grids:
  - id: sea
    name: Sea
    kind: hex
    sideways: %s
    rect: {x: 5, y: 5, w: 160, h: 140}
    size: 20
    columns: 6
    rows: 6
    column_names: numbers
"""
HEAD = "name,kind,side,size,symbol,factors,facings,first_facing,arcs,steps\n"
SHIP = "Ship,force,blue,14,ship,4-3|2-2,6,30,bow: factor1|port: 2,true\n"
FORT = "Fort,force,blue,14,ship,5,,,bow: 2,\n"
START = 'id: start\nname: Dawn\nplace: {"0302": {ship: 1}}\nfacings: {ship: e}\n'


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return written(tmp_path_factory.mktemp("naval")).game


def written(
    folder: Path, pieces: str = SHIP + FORT, start: str = START, top: str = "true"
) -> Loaded:
    (folder / "scenarios").mkdir(exist_ok=True)
    for name, text in (
        ("game.yaml", GAME),
        ("map.yaml", MAP % top),
        ("pieces.csv", HEAD + pieces),
        ("scenarios/start.yaml", start),
    ):
        (folder / name).write_text(text, "utf-8")
    return load(folder)


def told(loaded: Loaded) -> str:
    found = loaded.diagnostics.sorted()
    return "\n".join(str(one) for one in found)


def ship(**more: object) -> PieceType:
    return PieceType.model_validate({"id": "ship", "name": "Ship", **more})


@pytest.mark.parametrize(
    ("count", "first", "names"),
    [
        (6, 0, "n ne se s sw nw"),
        (6, 30, "ne e se sw w nw"),
        (4, 0, "n e s w"),
        (8, 0, "n ne e se s sw w nw"),
        (12, 0, "n nne ene e ese sse s ssw wsw w wnw nnw"),
        (3, 10, "10 130 250"),
    ],
)
def test_directions_have_the_names_of_the_compass(count: int, first: float, names: str) -> None:
    assert " ".join(directions(ship(facings=count, first_facing=first))) == names


def test_what_turns_a_piece_is_outside_of_its_faces_and_inside_of_its_trail(game: Game) -> None:
    traits = game_piece(Build(game), game.piece_types["ship"]).traits  # outermost first
    kinds = [type(trait) for trait in traits]
    layers = [trait.name for trait in traits if isinstance(trait, Layer)]
    assert kinds.index(MovementTrail) < kinds.index(Rotate) < kinds.index(NonRectangular)
    assert layers.index("Face") < layers.index("Arcs")
    turned = next(trait for trait in traits if isinstance(trait, Rotate))
    assert (turned.facings, turned.clockwise_menu) == (6, "Turn right")


def test_arcs_are_off_at_first_and_do_not_enlarge_what_can_be_clicked(game: Game) -> None:
    build = Build(game)
    traits = game_piece(build, game.piece_types["ship"]).traits
    layer = next(trait for trait in traits if isinstance(trait, Layer) and trait.name == "Arcs")
    outline = next(trait for trait in traits if isinstance(trait, NonRectangular))
    half = build.px(14 / 2)
    assert layer.level == -1
    assert len(layer.images) == 2, "the range of the bow differs between the faces"
    assert outline.path.startswith(f"d M {-half} {-half} L")


def test_arcs_are_those_of_the_grid_on_which_a_piece_is(tmp_path: Path) -> None:
    written(tmp_path)
    inset = (
        "  - {id: lee, name: Lee, board: %s, kind: square, rect: {x: 5, y: 5, w: 90, h: 90},"
        " size: 30, columns: 3, rows: 3}\n"
    )
    boards = "boards: [{id: main, name: Sea, width: 170, height: 150}"
    text = (MAP % "true").replace(boards, boards + ", {id: bay, name: Bay, width: 100, height: 99}")
    (tmp_path / "map.yaml").write_text(text + inset % "bay", "utf-8")
    game = load(tmp_path).game
    build = Build(game)
    traits = game_piece(build, game.piece_types["ship"]).traits
    layer = next(trait for trait in traits if isinstance(trait, Layer) and trait.name == "Arcs")
    level = next(one for one in traits if isinstance(one, CalculatedProperty) if one.name == LEVEL)
    assert layer.follow and layer.property == LEVEL
    assert level.expression == (
        '{(Face_Level-1)*2+((CurrentBoard=="Bay"&&CurrentZone=="Lee") ? 2 : 1)}'
    )
    wide = [build.pictures.all[name].width for name in layer.images]
    assert wide[1] / wide[0] > 1.4 and wide[3] / wide[2] > 1.4


def test_a_scenario_says_where_pieces_face(game: Game) -> None:
    (placed,) = scenario_pieces(game, game.scenarios[0])
    assert placed.facing == 1
    made = Table(Build(game), game.scenarios[0]).facing(placed.piece, "full", "", placed.facing)
    assert next(trait for trait in made.traits if isinstance(trait, Rotate)).facing == 1


@pytest.mark.parametrize(("top", "first"), [("true", 30), ("false", 0)])
def test_an_arc_covers_the_middles_of_the_hexes_in_it(tmp_path: Path, top: str, first: int) -> None:
    """Hexes at the range lie inside, those one further outside; also between two directions."""
    pieces = SHIP.replace(",30,", f",{first},").replace("bow: factor1|port: 2", "bow: 4")
    game = written(tmp_path, pieces, START.replace("facings: {ship: e}", ""), top).game
    piece, grid = game.piece_types["ship"], game.map.grids[0]
    (bow,) = reaches(game, piece, "full")
    ring = arc_outline(bow, grid, piece)
    large = grid.model_copy(update={"columns": 21, "rows": 21})
    middle = cell_centre(large, 10, 10)
    inside: dict[int, list[bool]] = {}
    for column in range(21):
        for row in range(21):
            x, y = cell_centre(large, column, row)
            at = (x - middle[0], y - middle[1])
            ahead = ahead_of(at, first)
            if ahead is not None and abs(ahead) < 59:
                steps = hexes_between(at, grid.size, top == "true")
                inside.setdefault(steps, []).append(contains(((ring,),), at))
    assert all(inside[4]) and all(inside[3]) and not any(inside[5])
    assert len(inside[4]) >= 7


def ahead_of(at: tuple[float, float], first: float) -> float | None:
    """Degrees from the first direction, between -180 and 180."""
    if dist(at, (0, 0)) < 1:
        return None
    return (degrees(atan2(at[0], -at[1])) - first + 180) % 360 - 180


def hexes_between(at: tuple[float, float], size: float, pointed: bool) -> int:
    """The distance of two hexes in hexes."""
    x, y = at if pointed else (at[1], at[0])
    r = y / (size * 3**0.5 / 2)
    q = x / size - r / 2
    return round(max(abs(q), abs(r), abs(q + r)))


def test_pieces_are_drawn_turned_to_their_first_direction(game: Game) -> None:
    drawn = draw_piece(game, game.piece_types["ship"], "full")
    assert "rotate(30 " in drawn.svg
    assert drawn.width == pytest.approx(14 * 1.366 + 1.2, abs=0.01)
    assert "Bow 4" in draw_arcs(game, game.piece_types["ship"], "full", game.map.grids[0]).svg


def test_the_last_step_takes_the_piece_away(game: Game) -> None:
    traits = game_piece(Build(game), game.piece_types["ship"]).traits
    triggers = {trait.name: trait for trait in traits if isinstance(trait, TriggerAction)}
    assert triggers["one of two"].filter == "{Face_Level==1}"
    assert triggers["its last"].filter == "{Face_Level==2}"
    assert triggers["loses a step"].menu == "Lose a step"
    assert triggers["one of two"].action_keys[-1] == LOST


def test_a_block_of_four_steps_loses_them_one_by_one(tmp_path: Path) -> None:
    block = written(tmp_path, SHIP.replace("4-3|2-2", "4|3|2|1"), START).game
    traits = game_piece(Build(block), block.piece_types["ship"]).traits
    (loses,) = (one for one in traits if getattr(one, "name", "") == "one of several")
    assert (loses.filter, loses.action_keys) == ("{Face_Level<4}", (NEXT_FACE, LOST))
    (layer,) = (one for one in traits if isinstance(one, Layer) and one.name == "Face")
    assert (len(layer.images), layer.up_key, layer.up_menu) == (4, NEXT_FACE, "")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("bow: factor1", "bows: 3"), "unknown arc of `game.yaml` `bows`; did you mean `bow`?"),
        (("bow: factor1", "bow: reach"), "does not have every number of its arcs: reach, 2"),
        (("bow: factor1", "bow"), "`bow` has the wrong format"),
        (("bow: factor1", "bow: 90"), "the arc `bow` of `ship` reaches 90 cells"),
        ((",6,30,", ",6,,"), "faces the corners of hexes with pointed tops; `first_facing: 30`"),
        ((",6,30,", ",1,30,"), "`facings` must be at least 2"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    start = START.replace("facings: {ship: e}", "")
    assert message in told(written(tmp_path, SHIP.replace(*change), start))


@pytest.mark.parametrize(
    ("facings", "message"),
    [
        ("{ship: n}", "unknown direction `n`"),
        ("{shop: e}", "`shop` is neither a piece nor a place with pieces; did you mean `ship`?"),
        ("{fort: e}", "no piece of `fort` faces a direction"),
    ],
)
def test_wrong_beginnings_are_named(tmp_path: Path, facings: str, message: str) -> None:
    start = START.replace("{ship: e}", facings)
    assert message in told(written(tmp_path, start=start))


def test_replays_turn_pictures() -> None:
    beside = _turned(Layered("gun.png", 10, 0), 90)
    assert (beside.x, beside.y, beside.turn) == (0, 10, 90)
