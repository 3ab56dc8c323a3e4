"""What a set-up and a ledger need: announced faces and totals, half points, lettered copies,
dice of units, boxes of other maps in the menu, and points without what is free."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from modgen.compile.build import Build
from modgen.compile.pieces import game_piece
from modgen.compile.states import true_total
from modgen.model.boards.layout import box_point
from modgen.model.checks.table_acts import declaration_references, roll_references
from modgen.model.game import Game
from modgen.model.placing import scenario_pieces
from modgen.model.setup import setup_position
from modgen.vassal import traits as t


def of(game: Game, kind: str) -> tuple[t.Trait, ...]:
    return game_piece(Build(game), game.piece_types[kind]).traits


def reports(game: Game, kind: str) -> list[str]:
    return [one.format for one in of(game, kind) if isinstance(one, t.ReportAction)]


def test_the_sheet_tells_totals_and_faces_wherever_it_is(civil_power: Game) -> None:
    lines = [line for line in reports(civil_power, "sheet") if "DECLARE" in line]
    forces, set_up = (next(one for one in lines if word in one) for word in ("Forces", "Set-up"))
    assert not any("InSpace" in line or "LocationName" in line for line in lines)
    assert " | Police points spent: " in forces
    assert 'SumMap("Shows_option_batons","Forces")==3' in set_up
    assert " | Baton rounds: Line squads" in set_up
    assert "Overreaction: in force" in set_up
    # A menu with one entry needs no submenu.
    menus = [one.menu for one in of(civil_power, "sheet") if isinstance(one, t.SubMenu)]
    assert "Result" in menus and "Forces" not in menus


def test_an_option_carries_the_number_of_its_face(civil_power: Game) -> None:
    shown = [
        one.expression
        for one in of(civil_power, "option_batons")
        if isinstance(one, t.CalculatedProperty) and one.name == "Shows_option_batons"
    ]
    assert shown == ["{Face_Level}"]
    assert not any("Shows_" in getattr(one, "name", "") for one in of(civil_power, "daylight"))


def test_victory_markers_have_halves_and_go_below_zero(civil_power: Game) -> None:
    layers = [one.name for one in of(civil_power, "vp_mob") if isinstance(one, t.Layer)]
    assert "Condition_half" in layers
    assert "Condition_half" not in [getattr(one, "name", "") for one in of(civil_power, "wia_mob")]
    assert civil_power.tracks["victory"].first < 0


def test_copies_begin_on_faces_in_turn(civil_power: Game) -> None:
    ii_7 = next(one for one in civil_power.scenarios if one.id == "ii-7")
    i_2 = next(one for one in civil_power.scenarios if one.id == "i-2")
    faces = [
        one.face for one in scenario_pieces(civil_power, ii_7) if one.piece.id == "generic_veh"
    ]
    assert faces == ["a", "b", "c", "d", "e"]
    small = i_2.model_copy(update={"place": {"E-D4": {"generic_veh/donut": 1}}})
    faces = [
        one.face for one in scenario_pieces(civil_power, small) if one.piece.id == "generic_veh"
    ]
    assert Counter(faces) == Counter("abcd") + Counter(["donut"])


@pytest.mark.parametrize(
    ("kind", "dice"), [("untrained_crowd", 3), ("pistol_punk_2", 1), ("agitator", 0), ("line", 0)]
)
def test_units_roll_dice_by_their_size(civil_power: Game, kind: str, dice: int) -> None:
    rolled = [
        one
        for one in of(civil_power, kind)
        if isinstance(one, t.DynamicProperty) and one.name.startswith("Die_build")
    ]
    assert len(rolled) == dice
    told = [line for line in reports(civil_power, kind) if "rolls Build Barriers" in line]
    assert len(told) == bool(dice)
    assert all(line.count("$Die_build_") == dice for line in told)


def test_units_are_sent_to_open_boxes_of_other_maps(civil_power: Game) -> None:
    def places(kind: str) -> set[str]:
        menus = [one for one in of(civil_power, kind) if isinstance(one, t.SubMenu)]
        return {name for menu in menus if menu.menu == "Send to" for name in menu.commands}

    assert places("line") >= {"Vehicle A", "Helicopter", "Police left the map", "Sewers"}
    assert places("pistol_punk") == {"Mob left the map", "Sewers"}
    assert not places("fire")


def test_a_piece_stays_inside_a_narrow_box(civil_power: Game) -> None:
    for box in civil_power.map.boxes:
        if box.open:
            for piece in civil_power.pieces:
                if piece.kind == "force":
                    x, y = box_point(civil_power, box, piece)
                    assert box.rect.x <= x - piece.size / 2
                    assert x + piece.size / 2 <= box.rect.x + box.rect.w
                    assert box.rect.y <= y - piece.size / 2
                    assert y + piece.size / 2 <= box.rect.y + box.rect.h


def test_points_leave_out_what_is_free(civil_power: Game) -> None:
    """I-7 gives eight Barricades, II-1 the whole force."""
    scenarios = {one.id: one for one in civil_power.scenarios}
    mob = civil_power.totals["spent_mob"]
    assert setup_position(civil_power, scenarios["i-7"]).total(mob) == 300
    assert setup_position(civil_power, scenarios["ii-1"]).total(mob) == 0
    assert 'Scenario=="i-7" ? 16' in true_total(Build(civil_power), mob)


def test_mistakes_in_these_parts_are_found(civil_power: Game) -> None:
    info = civil_power.info
    forces = next(one for one in info.declarations if one.id == "forces")
    fire = next(one for one in info.declarations if one.id == "fire")
    changed = {
        "declarations": [
            forces.model_copy(update={"totals": ["spent"], "faces": ["option_x"]}),
            fire.model_copy(update={"anywhere": True}),
        ],
        "rolls": [
            info.rolls[0].model_copy(update={"dice": {"group": 99}, "hits": 7, "sides": ["x"]})
        ],
    }
    wrong = replace(civil_power, info=info.model_copy(update=changed))
    messages = [one.message for one in (*declaration_references(wrong), *roll_references(wrong))]
    assert len(messages) == 6, messages
