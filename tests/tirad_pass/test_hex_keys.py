"""Keys of the model that hex games need: areas, trails, replacement, odds, contours, turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from modgen.compile.announce import odds_of
from modgen.compile.build import Build
from modgen.compile.module import compile_game
from modgen.compile.pieces import game_piece
from modgen.compile.replacing import slot_path
from modgen.draw.board import draw_board
from modgen.draw.contours import contours
from modgen.draw.pieces import draw_piece
from modgen.model.checks.consistency import check_game
from modgen.model.game import Game
from modgen.model.geography.cells import cells
from modgen.model.movement.movement import Movement
from modgen.model.tactics.stacking import overstacked
from modgen.model.types.pieces import PieceType
from modgen.vassal import traits as t
from modgen.vassal.components import Component
from modgen.vassal.traits import Trait


def traits(game: Game, piece: PieceType) -> tuple[Trait, ...]:
    return game_piece(Build(game), piece).traits


def one(found: tuple[Trait, ...], kind: type[Trait]) -> Any:
    (trait,) = (trait for trait in found if isinstance(trait, kind))
    return trait


def with_piece(game: Game, key: str, **changes: Any) -> Game:
    pieces = (p.model_copy(update=changes) if p.id == key else p for p in game.pieces)
    return replace(game, pieces=tuple(pieces))


def messages(game: Game) -> list[str]:
    return [diagnostic.message for diagnostic in check_game(game)]


def test_an_area_is_as_wide_as_the_number_it_names(tirad: Game) -> None:
    shade = one(traits(tirad, tirad.piece_types["sharpshooters_1"]), t.AreaOfEffect)
    assert (shade.radius, shade.fixed_radius, shade.always_on) == (5, True, False)
    assert shade.everywhere is False


def test_an_area_follows_the_face(tirad: Game) -> None:
    squad = tirad.piece_types["squad_1"]
    faces = [squad.faces[0], squad.faces[1].model_copy(update={"values": {"factor2": 1}})]
    found = traits(tirad, squad.model_copy(update={"faces": faces}))
    shade = one(found, t.AreaOfEffect)
    number = next(trait for trait in found if getattr(trait, "name", "") == shade.radius_property)
    assert "Face_Level==1 ? 2" in number.expression and "Face_Level==2 ? 1" in number.expression


def test_an_area_needs_its_number(tirad: Game) -> None:
    assert "`squad_1/full` has no number `reach`" in messages(
        with_piece(tirad, "squad_1", area="reach")
    )
    leader = with_piece(tirad, "march", area="mp", attributes={"mp": 700})
    assert "the area of `march` has a radius of 700" in messages(leader)


def test_forces_have_a_trail_and_others_if_they_are_told(tirad: Game) -> None:
    def has(piece: PieceType) -> bool:
        return any(isinstance(trait, t.MovementTrail) for trait in traits(tirad, piece))

    marker = tirad.piece_types["fire_marker"]
    assert has(tirad.piece_types["squad_1"]) and not has(marker)
    assert has(marker.model_copy(update={"trail": True}))
    assert not has(tirad.piece_types["squad_1"].model_copy(update={"trail": False}))


def component_at(tree: Component, path: str) -> Component:
    """The component at a path as the engine writes it."""
    here = tree
    for step in path.split("/"):
        kind, name = step.split(":")
        (here,) = (
            child
            for child in here.children
            if isinstance(child, Component)
            and child.tag == kind
            and name in (child.attributes.get("name"), child.attributes.get("entryName"))
        )
    return here


@pytest.mark.long
def test_a_piece_is_replaced_by_the_slot_of_another(tirad: Game) -> None:
    trait = one(traits(tirad, tirad.piece_types["del_pilar"]), t.Replace)
    assert trait.menu == "Replace by Del Pilar has fallen"
    tree = compile_game(tirad).module.tree
    slot = component_at(tree, trait.spec)
    assert slot.attributes["entryName"] == "Del Pilar has fallen"
    assert trait.spec == slot_path(Build(tirad), tirad.piece_types["fallen"])


def test_the_piece_that_replaces_must_exist(tirad: Game) -> None:
    changed = with_piece(tirad, "march", replaced_by="nobody")
    assert any("nobody" in text for text in messages(changed))


def test_an_announcement_gives_the_odds_of_the_chart(tirad: Game) -> None:
    results = next(chart for chart in tirad.charts if chart.id == "results")
    assert odds_of(results) == [(1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]
    found = traits(tirad, tirad.piece_types["fire_marker"])
    (line,) = (x.format for x in found if isinstance(x, t.ReportAction) and "DECLARE" in x.format)
    assert '" | odds: "' in line
    assert '"5:1"' in line and '"< 1:3"' in line
    tallies = [x for x in found if getattr(x, "name", "").startswith("Tally_attack_")]
    assert len(tallies) == 4


def wrong_tally(game: Game, **changes: Any) -> Game:
    declaration = game.info.declarations[0]
    tallies = [declaration.tallies[0].model_copy(update=changes), *declaration.tallies[1:]]
    changed = declaration.model_copy(update={"tallies": tallies})
    return replace(game, info=game.info.model_copy(update={"declarations": [changed]}))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda game: wrong_tally(game, against="Nobody there"), "Nobody there"),
        (lambda game: wrong_tally(game, odds_in="terrain"), "has no columns with odds"),
        (lambda game: wrong_tally(game, odds_in="tables"), "tables"),
    ],
)
def test_odds_name_a_tally_and_a_chart(
    tirad: Game, change: Callable[[Game], Game], said: str
) -> None:
    assert any(said in text for text in messages(change(tirad)))


def test_a_stacking_limit_may_be_for_a_terrain(tirad: Game) -> None:
    pair = {("section_11", "full"): 1, ("section_12", "full"): 1}
    assert not list(overstacked(tirad, pair, "0409"))
    (over,) = overstacked(tirad, pair, "0408")
    assert (over.count, over.most) == (2, 1)
    assert not list(overstacked(tirad, {**pair, ("section_13", "full"): 1}, "0514"))


def test_a_rule_of_movement_may_hold_in_some_turns(tirad: Game) -> None:
    movement = Movement(tirad)
    fresh = movement.reach(("section_11", "full"), "0513", {}, "us_movement", 9)
    tired = movement.reach(("section_11", "full"), "0513", {}, "us_movement", 10)
    assert max(fresh.values()) == 4 and max(tired.values()) == 3
    far = movement.explain(("section_11", "full"), "0513", "0610", {}, "us_movement", turn=10)
    assert [breach.kind for breach in far.breaches] == ["too-far"]


def test_two_rules_for_one_piece_need_different_turns(tirad: Game) -> None:
    moves = [
        rule.model_copy(update={"turns": [9, 12] if rule.turns == [10, 12] else rule.turns})
        for rule in tirad.info.moves
    ]
    both = replace(tirad, info=tirad.info.model_copy(update={"moves": moves}))
    assert any("has two rules in the phase `us_movement`" in text for text in messages(both))


def test_contours_run_between_lower_and_higher_cells(tirad: Game) -> None:
    (grid,) = tirad.map.grids
    centres = {cell.name: cell.centre for cell in cells(grid)}
    lines = dict(contours(grid, centres))
    assert sorted(lines) == [float(height) for height in range(600, 1450, 50)][: len(lines)]
    # Row 14 is at about 570 m and row 10 at about 760, so 700 lies between their middles.
    low, high = centres["0514"][1], centres["0510"][1]
    assert all(
        high < y < low
        for start, end in lines[700]
        for x, y in (start, end)
        if abs(x - centres["0514"][0]) < grid.size
    )
    flat = grid.model_copy(update={"heights": dict.fromkeys(centres, 100.0)})
    assert not list(contours(flat, centres))


@pytest.mark.long
def test_a_box_may_show_a_chart(tirad: Game) -> None:
    assert "Combat results" in draw_board(tirad, "main").svg
    boxes = [box.model_copy(update={"chart": None}) for box in tirad.map.boxes]
    plain = replace(tirad, map=tirad.map.model_copy(update={"boxes": boxes}))
    assert "D1R" not in draw_board(plain, "main").svg


def test_a_unit_shows_echelon_name_and_factors(tirad: Game) -> None:
    svg = draw_piece(tirad, tirad.piece_types["section_23"], "reduced").svg
    assert all(f">{text}</text>" in svg for text in ("••", "3/2", "4-2-4"))


def test_the_game_folder_needs_no_python(tirad: Game) -> None:
    assert not list(Path(tirad.folder).glob("**/*.py"))


@pytest.mark.long
def test_a_phase_takes_a_condition_from_the_units_of_one_side(tirad: Game) -> None:
    steps = compile_game(tirad).module.tree.find_all("GlobalKeyCommand")
    recovers = next(one for one in steps if one.attributes["name"] == "US recover 0")
    assert 'PieceType=="section_11"' in recovers.attributes["filter"]
    assert 'PieceType=="squad_1"' not in recovers.attributes["filter"]


@pytest.mark.parametrize(
    ("changes", "told"), [({"side": "nobody"}, "nobody"), ({"clears": None}, "for `clears` only")]
)
def test_the_side_of_a_button(tirad: Game, changes: dict[str, Any], told: str) -> None:
    button = next(one for one in tirad.info.buttons if one.id == "us_recovers")
    step = button.steps[0].model_copy(update=changes)
    info = tirad.info.model_copy(update={"buttons": [button.model_copy(update={"steps": [step]})]})
    assert any(told in text for text in messages(replace(tirad, info=info)))
