"""Boards side by side, pieces on sides of squares, declarations with pawns on cells, purchases."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from modgen.compile.build import Build
from modgen.compile.declare import pad
from modgen.compile.help import help_page
from modgen.compile.module import Compiled, compile_game
from modgen.compile.pieces import game_piece
from modgen.compile.setup import Placed, placed_pieces
from modgen.model.game import Game
from modgen.model.setup import setup_position
from modgen.model.tactics.purchases import laid_out
from modgen.model.types.game_file import Choice, Declaration, DeclarationField, MarkedSpaces
from modgen.vassal import traits as t
from modgen.vassal.components import Component


@pytest.fixture(scope="module")
def tree(civil_module: Compiled) -> Component:
    return civil_module.module.tree


@pytest.fixture(scope="module")
def padded(civil_power: Game) -> Game:
    """The game with two pads for each side, and pawns that mark squares."""
    way = DeclarationField(id="way", name="Way", choices=[Choice(id="shots", name="Fire")])
    marks = [
        MarkedSpaces(id="fired_from", name="From", pawn="swag"),
        MarkedSpaces(id="fired_at", name="At", pawn="spotlight"),
    ]
    pads = [
        Declaration(
            id=f"{name.lower()}_{side}",
            name=name,
            side=side,
            box=f"left_{side}",
            fields=[way],
            spaces=marks,
        )
        for side in civil_power.sides
        for name in ("Fire", "Shock")
    ]
    return replace(
        civil_power,
        info=civil_power.info.model_copy(update={"declarations": pads}),
        scenarios=civil_power.scenarios[:1],
    )


@pytest.fixture(scope="module")
def padded_tree(padded: Game) -> Component:
    return compile_game(padded).module.tree


@pytest.fixture(scope="module")
def build(civil_build: Build) -> Build:
    return civil_build


def placed(build: Build, scenario: str) -> list[Placed]:
    found = next(entry for entry in build.game.scenarios if entry.id == scenario)
    return list(placed_pieces(build, found))


def test_boards_of_one_map_are_in_one_picker(tree: Component) -> None:
    maps = {component.attributes["mapName"]: component for component in tree.find_all("Map")}
    boards = {
        name: [board.attributes["name"] for board in component.find_all("Board")]
        for name, component in maps.items()
    }
    assert boards == {"Town": ["West", "East"], "Forces": ["Forces"], "Records": ["Records"]}
    assert maps["Town"].attributes["allowMultiple"] == "true"
    assert maps["Forces"].attributes["allowMultiple"] == "false"
    assert len(list(maps["Town"].find_all("LOS_Thread"))) == 1
    assert not list(maps["Forces"].find_all("LOS_Thread"))


@pytest.mark.long
def test_pieces_lie_on_the_board_where_the_scenario_puts_it(
    civil_power: Game, build: Build
) -> None:
    tank = next(item for item in placed(build, "ii-7") if item.piece.basic.name == "Tank")
    _, middle = civil_power.cells["E-G6"]
    assert (tank.map, tank.x, tank.y) == ("Town", *build.point(middle))
    scenario = next(item for item in civil_power.scenarios if item.id == "i-1")
    moved = scenario.model_copy(update={"place": {"W-G6": {"tank": 1}}})
    tank = next(item for item in placed_pieces(build, moved) if item.piece.basic.name == "Tank")
    x, y = build.point(civil_power.cells["W-G6"][1])
    assert (tank.x, tank.y) == (x, y + build.px(247))


def test_a_barricade_is_turned_to_its_side(civil_power: Game, build: Build) -> None:
    scenario = civil_power.scenarios[0]
    place = {f"W-D5/{side}": {"barricade/barrier": 1} for side in "nesw"}
    barricades = [
        piece
        for piece in placed_pieces(build, scenario.model_copy(update={"place": place}))
        if piece.map == "Town"
    ]
    x, y = build.point(civil_power.cells["W-D5"][1])
    assert {(piece.x, piece.y) for piece in barricades} == {(x, y + build.px(247))}
    turns = [
        trait for piece in barricades for trait in piece.piece.traits if isinstance(trait, t.Rotate)
    ]
    assert [trait.facing for trait in turns] == [0, 1, 2, 3]
    assert not any(piece.stacks for piece in barricades)


@pytest.mark.long
def test_every_piece_of_a_set_up_is_on_the_table(civil_power: Game, build: Build) -> None:
    for scenario in civil_power.scenarios:
        there = Counter(
            placed_piece.piece.basic.name for placed_piece in placed(build, scenario.id)
        )
        for piece in civil_power.pieces:
            if piece.home:
                assert there[piece.name] == piece.count, (scenario.id, piece.id)


def test_the_cost_of_a_force_is_on_its_coin(civil_power: Game) -> None:
    """The sum of the property Cost over a side's box, with its supplies, is what was spent."""
    build = Build(civil_power)
    for scenario in civil_power.scenarios:
        position = setup_position(civil_power, scenario)
        for force in scenario.forces:
            total = civil_power.totals[f"spent_{force.side}"]
            assert position.total(total) >= (force.points or 0) * 0.8
    held = laid_out(civil_power, civil_power.scenarios[0])["force_mob"]
    piece = civil_power.piece_types[next(iter(held))]
    marks = [one for one in game_piece(build, piece).traits if isinstance(one, t.Marker)]
    costs = [one.values[one.names.index("Cost")] for one in marks if "Cost" in one.names]
    assert costs == [str(piece.cost)]


def test_two_pads_for_each_side(padded: Game) -> None:
    build = Build(padded)
    pads = [pad(build, item) for item in padded.info.declarations]
    assert len({item.basic.gpid for item in pads}) == 6
    assert len({item.basic.name for item in pads}) == 6
    reports = [
        trait.format for item in pads for trait in item.traits if isinstance(trait, t.ReportAction)
    ]
    assert all("+Marked_" in report for report in reports)


@pytest.mark.long
def test_pawns_answer_pads(padded: Game, padded_tree: Component) -> None:
    """Pawns handle the commands of pads and write to a property that the module defines."""
    build = Build(padded)
    tree = padded_tree
    known = {one.attributes["name"] for one in tree.find_all("GlobalProperty")}
    for declaration in padded.info.declarations:
        asked = [
            one for one in pad(build, declaration).traits if isinstance(one, t.GlobalKeyCommand)
        ]
        for one, marked in zip(reversed(asked), declaration.spaces, strict=True):
            pawn = game_piece(build, padded.piece_types[marked.pawn or ""])
            answers = [trait for trait in pawn.traits if isinstance(trait, t.SetGlobalProperty)]
            heard = [trait for trait in answers if f"Tell_{marked.id}" in trait.commands]
            assert str(one.global_key).endswith(f"Tell_{marked.id}")
            assert [trait.name for trait in heard] == [f"Marked_{marked.id}"]
            assert heard[0].name in known


def test_fires_light_the_night(civil_power: Game, tree: Component) -> None:
    shade = next(iter(tree.find_all("MapShader")))
    fire = game_piece(Build(civil_power), civil_power.piece_types["fire"])
    lit = [trait for trait in fire.traits if isinstance(trait, t.AreaOfEffect)]
    assert [(item.shader, item.radius) for item in lit] == [(shade.attributes["name"], 1)]


def test_a_card_for_each_scenario(civil_power: Game, civil_module: Compiled) -> None:
    compiled = civil_module
    windows = {one.attributes["name"]: one for one in compiled.module.tree.find_all("ChartWindow")}
    cards = list(windows["Scenarios"].find_all("Chart"))
    assert [one.attributes["chartName"] for one in cards] == [
        one.name for one in civil_power.scenarios
    ]
    assert all(one.attributes["fileName"] in compiled.pictures.all for one in cards)


def test_players_may_choose_the_boards(padded: Game, padded_tree: Component) -> None:
    """A set-up without a file has the same pieces as a scenario, each with its own slot."""
    tree = padded_tree
    own = [one for one in tree.find_all("PredefinedSetup") if one.attributes["isMenu"] == "false"]
    free = [one for one in own if one.attributes["useFile"] == "false"]
    assert len(free) == 1
    stacks = list(tree.find_all("SetupStack"))
    slots = [slot for one in stacks for slot in one.find_all("PieceSlot")]
    begins = sum(one.count for one in padded.pieces if one.home or one.tracks)
    assert len(slots) == begins + len(padded.info.declarations)
    every = [slot.attributes["gpid"] for slot in tree.find_all("PieceSlot")]
    assert len(set(every)) == len(every)
    boards = {one.attributes["name"] for one in tree.find_all("Board")}
    assert {one.attributes["owningBoard"] for one in stacks} <= boards


def test_one_board_leaves_no_choice(vales: Game) -> None:
    tree = compile_game(vales).module.tree
    assert not list(tree.find_all("SetupStack"))
    assert all(
        component.attributes["useFile"] == "true" for component in tree.find_all("PredefinedSetup")
    )


def test_hidden_pieces_are_invisible_to_other_sides(civil_power: Game, build: Build) -> None:
    for piece in civil_power.pieces:
        made = game_piece(build, piece)
        hiding = [trait for trait in made.traits if isinstance(trait, t.Invisible)]
        assert [one.access for one in hiding] == (["side:"] if piece.hides else [])
    assert {one.size_class for one in civil_power.pieces if one.hides} == {"group", "individual"}


def test_help_lists_the_keys_in_use(civil_power: Game, vales: Game) -> None:
    town = help_page(Build(civil_power))
    for word in ("Hide from other sides", "Eliminate", "To the next side"):
        assert word in town
        assert word not in help_page(Build(vales))


def test_set_ups_of_a_group_are_in_a_submenu(civil_power: Game, tree: Component) -> None:
    first = [one for one in tree.children if one.tag.endswith(".PredefinedSetup")]
    menus = [one for one in first if one.attributes["isMenu"] == "true"]
    groups = list(dict.fromkeys(one.group for one in civil_power.scenarios if one.group))
    assert [one.attributes["name"] for one in menus] == groups
    for menu in menus:
        names = [one.attributes["name"] for one in menu.children]
        group = menu.attributes["name"]
        assert names == [one.name for one in civil_power.scenarios if one.group == group]
