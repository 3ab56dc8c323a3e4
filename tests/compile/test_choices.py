"""Pieces of many faces, dice that hit, and who controls what."""

from __future__ import annotations

from modgen.compile.build import HOME, Build
from modgen.compile.module import Compiled
from modgen.compile.pieces import game_piece
from modgen.draw.pieces import draw_piece
from modgen.model.game import Game
from modgen.vassal import traits as t


def test_a_menu_names_who_may_control_a_unit(junta_coup: Game) -> None:
    piece = game_piece(Build(junta_coup), junta_coup.piece_types["brigade_1"])
    menu = next(
        trait for trait in piece.traits if isinstance(trait, t.SubMenu) and trait.menu == "Control"
    )
    assert len(menu.commands) == 8
    assert menu.commands[-1] == "Guzmán"
    layer = next(trait for trait in piece.traits if isinstance(trait, t.Layer))
    assert (layer.reset_level, layer.up_menu) == ("$ShowFace$", "")


def test_few_faces_are_flipped(junta_coup: Game) -> None:
    piece = game_piece(Build(junta_coup), junta_coup.piece_types["president"])
    layer = next(trait for trait in piece.traits if isinstance(trait, t.Layer))
    assert (layer.up_menu, layer.reset_key) == ("Flip", None)


def test_flipping_is_told_apart_from_turning_face_down(amigos: Game) -> None:
    piece = game_piece(Build(amigos), amigos.piece_types["regular"])
    layer = next(trait for trait in piece.traits if isinstance(trait, t.Layer))
    assert layer.up_menu == "Flip (2 steps, 1 step)"


def test_a_marker_turns_back_when_it_goes_home(civil_power: Game) -> None:
    piece = game_piece(Build(civil_power), civil_power.piece_types["gas"])
    layer = next(trait for trait in piece.traits if isinstance(trait, t.Layer))
    sent = [trait.key for trait in piece.traits if isinstance(trait, t.SendToLocation)]
    assert layer.reset_key == HOME in sent
    assert layer.reset_level == "1"


def test_dice_report_their_hits(junta_module: Compiled) -> None:
    tree = junta_module.module.tree
    dice = {
        component.attributes["name"]: component.attributes
        for component in tree.find_all("DiceButton")
    }
    assert dice["Attack dice"]["prompt"] == "true"
    assert dice["Attack dice"]["lockDice"] == "false"
    assert dice["Gunboat"]["nDice"] == "3"
    assert dice["Gunboat"]["keepCount"] == "6"
    assert "$rawRolls$ (hits: $keepCount$)" in dice["Air Raid"]["reportFormat"]


def test_a_band_shows_who_controls(junta_coup: Game) -> None:
    piece = junta_coup.piece_types["students"]
    looks = {face.id: draw_piece(junta_coup, piece, face.id).svg for face in piece.faces}
    colour = junta_coup.sides["dorado"].colour
    assert colour in looks["dorado"]
    assert colour not in looks["nobody"]
    assert len(set(looks.values())) == len(looks)
