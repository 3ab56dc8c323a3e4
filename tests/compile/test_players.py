"""The players' interface: help, scenarios, the button for markers, names of cups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modgen.compile.build import Build
from modgen.compile.help import help_page
from modgen.compile.module import Compiled, compile_game
from modgen.model.game import Game
from modgen.vassal.components import Component

DECLARE, TOTALS, CONTROL = "declaration pad", "victory markers", "control marker"


@pytest.mark.parametrize(
    ("name", "told", "untold"),
    [
        ("amigos", (), (DECLARE, TOTALS, CONTROL)),
        ("junta_coup", (DECLARE,), (TOTALS, CONTROL)),
        ("vales", (TOTALS, CONTROL), ()),
    ],
)
def test_help_mentions_only_existing_features(
    request: pytest.FixtureRequest, name: str, told: tuple[str, ...], untold: tuple[str, ...]
) -> None:
    page = help_page(Build(request.getfixturevalue(name)))
    assert all(words in page for words in told)
    assert not any(words in page for words in untold)


@pytest.mark.parametrize(
    ("name", "module"), [("amigos", "amigos_module"), ("junta_coup", "junta_module")]
)
def test_what_to_do_first_is_in_the_scenarios_window(
    request: pytest.FixtureRequest, name: str, module: str
) -> None:
    game: Game = request.getfixturevalue(name)
    tree = request.getfixturevalue(module).module.tree
    windows = {one.attributes["name"]: one for one in tree.find_all("ChartWindow")}
    cards = windows["Scenarios"].find_all("Chart")
    assert [one.attributes["chartName"] for one in cards] == [one.name for one in game.scenarios]


def test_a_button_returns_every_marker_of_a_battle(
    junta_coup: Game, junta_module: Compiled
) -> None:
    buttons = {
        component.attributes["name"]: component
        for component in junta_module.module.tree.find_all("GlobalKeyCommand")
    }
    test = buttons["Return markers"].attributes["filter"]
    wanted = {piece.id for piece in junta_coup.pieces if piece.kind == "pawn"}
    assert len(wanted) == 8
    assert all(f'PieceType=="{piece}"' in test for piece in wanted)


def test_every_cup_has_its_name_and_its_place(amigos: Game, amigos_module: Compiled) -> None:
    for side in ("us", "filipino"):
        pictures = amigos_module.pictures.all.items()
        svg = next(one.svg for name, one in pictures if name.startswith(f"hand-{side}-"))
        for pile in amigos.cards_file.piles:
            assert (pile.name in svg) == (pile.side == side)


def _tree(game: Game) -> Component:
    return compile_game(game).module.tree


def test_a_changed_board_picture_has_another_name(vales: Game) -> None:
    """The engine caches the tiles of boards by name, so a changed board needs a new name."""
    first = vales.map.boards[0]
    wider = first.model_copy(update={"width": first.width + 1})
    changed = replace(
        vales, map=vales.map.model_copy(update={"boards": [wider, *vales.map.boards[1:]]})
    )
    names = [
        {
            component.attributes["image"]
            for component in _tree(game).find_all("Board")
            if component.attributes["image"]
        }
        for game in (vales, vales, changed)
    ]
    assert names[0] == names[1]
    assert len(names[0] - names[2]) == 1


def test_a_draw_from_a_cup_is_reported(amigos_module: Compiled) -> None:
    told = {
        component.attributes["mapName"]: component
        for component in amigos_module.module.tree.find_all("PlayerHand")
    }
    said = told["Filipinos hand"].attributes["moveWithinFormat"]
    assert 'previousLocation=="Filipino cup: Guerrilla War"' in said
    assert 'PlayerSide+" ("+PlayerName+")"+" draws "+pieceName.replaceAll(' in said
    assert '+" from "+previousLocation+" *"' in said
    assert "US cup" not in said
