"""One line of chat for several pieces that one command changes or moves."""

from __future__ import annotations

from modgen.compile import together
from modgen.compile.build import ELIMINATE, FACE_DOWN, FLIP, HOME, Build, as_report
from modgen.compile.pieces import game_piece
from modgen.compile.sending import LONG_LIST
from modgen.library.games import load_game
from modgen.model.game import Game
from modgen.vassal import traits as t
from modgen.vassal.keys import Key


def _report(build: Build, kind: str, key: Key) -> str:
    traits = game_piece(build, build.game.piece_types[kind]).traits
    return next(one.format for one in traits if isinstance(one, t.ReportAction) and key in one.keys)


def _does(build: Build, kind: str) -> list[str]:
    traits = game_piece(build, build.game.piece_types[kind]).traits
    marker = next(one for one in traits if isinstance(one, t.Marker) and together.DOES in one.names)
    return marker.values[marker.names.index(together.DOES)].split("|")[1:-1]


def test_a_piece_waits_for_those_above_it_that_change_too(civil_build: Build) -> None:
    told = _report(civil_build, "line", FLIP)
    assert told.startswith("{Selected==true && CountStack(")
    assert "StackPos<$StackPos$" in told
    assert 'contains(\\"|flip|\\")' in told


def test_reports_keep_the_zeros_of_hexes() -> None:
    """The engine takes 0611 for the number 611 in an expression."""
    told = _report(Build(load_game("tirad-pass")), "section_21", FLIP)
    assert '? "0"+String.valueOf(location) :' in told
    assert "+location+" not in told


def test_a_report_that_begins_with_a_place_keeps_its_zeros() -> None:
    game = load_game("tirad-pass")
    assert as_report(game, "$location$").startswith("(String.valueOf(location)")
    assert as_report(game, "$location$: *").endswith('String.valueOf(location))))+": *"')


def test_a_condition_tells_apart_what_is_marked_and_what_is_cleared(civil_build: Build) -> None:
    traits = game_piece(civil_build, civil_build.game.piece_types["line"]).traits
    formats = [one.format for one in traits if isinstance(one, t.ReportAction)]
    (told,) = (one for one in formats if "Condition_suppressed_Active" in one)
    assert "Condition_suppressed_Active!=$Condition_suppressed_Active$" in told
    assert "Condition_suppressed_Active==$Condition_suppressed_Active$" in told


def test_a_moved_piece_waits_for_those_that_are_still_there(civil_build: Build) -> None:
    for key in (HOME, ELIMINATE):
        told = _report(civil_build, "line", key)
        assert "CountLocation(OldLocationName,OldMap," in told


def test_menus_are_short(every_build: Build) -> None:
    """No submenu is longer than the screen, and none has an entry with its own name."""
    for piece in every_build.game.pieces:
        traits = game_piece(every_build, piece).traits
        menus = {one.menu: one.commands for one in traits if isinstance(one, t.SubMenu)}
        assert not any(menu in commands for menu, commands in menus.items()), piece.id
        for menu, commands in menus.items():
            shown = [name for name in commands if not name.startswith("→ ")]
            assert len(shown) <= LONG_LIST, (piece.id, menu)


def test_pieces_list_what_they_answer(civil_build: Build, amigos: Game) -> None:
    assert _does(civil_build, "gas_gun") == ["home", "go", "eliminate"]
    assert {"flip", "suppressed", "fires"} <= set(_does(civil_build, "line"))
    assert "damaged" not in _does(civil_build, "line")
    assert "over" in _does(Build(amigos), "guerrilla")
    assert "$" not in _report(Build(amigos), "guerrilla", FACE_DOWN).replace(
        "$StackPos$", ""
    ).replace("$PieceType$", "")
