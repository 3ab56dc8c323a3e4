"""Pieces face down, counters exchanged for smaller ones, private cups, menus of many spaces."""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from modgen.assets import template_path
from modgen.compile import build as keys
from modgen.compile import facedown
from modgen.compile.build import Build
from modgen.compile.change import CALL_IN, CALL_OUT, TURN
from modgen.compile.module import Compiled
from modgen.compile.pieces import game_piece
from modgen.compile.sending import LONG_LIST
from modgen.compile.setup import Placed, placed_pieces
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.sheets.counters import counter_pieces
from modgen.sheets.paper import Sheets
from modgen.vassal import traits as t
from modgen.vassal.components import Component
from modgen.vassal.pieces import GamePiece


@pytest.fixture(scope="module")
def tree(amigos_module: Compiled) -> Component:
    return amigos_module.module.tree


def placed(build: Build, scenario: str) -> list[Placed]:
    found = next(entry for entry in build.game.scenarios if entry.id == scenario)
    return list(placed_pieces(build, found))


def kind(piece: GamePiece) -> str:
    """The piece type's id, as in logs."""
    marks = (one for one in piece.traits if isinstance(one, t.Marker))
    return next(one.values[0] for one in marks if one.names[0] == "PieceType")


def masks(piece: GamePiece) -> list[t.Mask]:
    return [trait for trait in piece.traits if isinstance(trait, t.Mask)]


@pytest.mark.long
def test_all_pieces_are_240(amigos: Game, amigos_build: Build) -> None:
    """1.2: of the chits, the second phase's are the first one's with other effects.

    The module's own markers of operations, with their counter, are 17 more, and spare counters.
    """
    chits = [card for card in amigos.cards if not card.deck.endswith("guerrilla")]
    kinds = Counter(kind(one.piece) for one in placed(amigos_build, "campaign"))
    own = {name: number for name, number in kinds.items() if name.startswith("operation")}
    assert sum(own.values()) == 17
    spare = sum(piece.spare for piece in amigos.pieces if piece.change)
    assert kinds.total() - 17 - spare + len(chits) == 240


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["stand-up", "guerrilla-war", "campaign"])
def test_every_piece_is_on_the_table(amigos: Game, amigos_build: Build, scenario: str) -> None:
    there = Counter(kind(placed_piece.piece) for placed_piece in placed(amigos_build, scenario))
    assert there == {
        piece.id: piece.count + (piece.spare if piece.change else 0) for piece in amigos.pieces
    }


@pytest.mark.parametrize("scenario", ["stand-up", "guerrilla-war", "campaign"])
def test_there_are_spare_counters_for_change(
    amigos: Game, amigos_build: Build, scenario: str
) -> None:
    home = Counter(kind(one.piece) for one in placed(amigos_build, scenario) if one.map == "Pools")
    for piece in amigos.pieces:
        if piece.change:
            assert home[piece.id] >= 4, piece.id


def test_filipinos_begin_face_down_for_the_other_side_only(
    amigos: Game, amigos_build: Build
) -> None:
    """16.0: the back of a piece reveals nothing; the solo player sees all pieces."""
    for one in placed(amigos_build, "stand-up"):
        piece = amigos.piece_types[kind(one.piece)]
        found = masks(one.piece)
        assert bool(found) == (piece.side == "filipino" and piece.kind != "level"), piece.id
        for mask in found:
            assert mask.obscured_by == "Filipinos"
            assert mask.access == "sides:Filipinos:Solo (all sides)"
            assert mask.mask_name == "Filipino piece (face down)"


def test_units_leaders_and_dummies_have_one_back(amigos: Game) -> None:
    backs = {piece.id: piece.back for piece in amigos.pieces if piece.side == "filipino"}
    assert backs["dummy"] == backs["aguinaldo"] == backs["regular"] == "people"


def test_the_mask_is_the_outermost_trait(amigos: Game, amigos_build: Build) -> None:
    """The engine hides the traits inside a mask: names of faces, menus, counts, reports."""
    for piece in amigos.pieces:
        outermost = game_piece(amigos_build, piece).traits[0]
        assert isinstance(outermost, t.Mask) == bool(piece.back), piece.id


def test_only_some_units_keep_a_tie_from_the_other_side(amigos: Game, amigos_build: Build) -> None:
    """1.1.2: the Americans control an area with as many steps, Guerrillas and Fagen aside."""
    counted = {
        piece.id
        for piece in amigos.pieces
        for one in game_piece(amigos_build, piece).traits
        if isinstance(one, t.CalculatedProperty) and one.name == "Strength_against_ties"
    }
    units = {one.id for one in amigos.pieces if one.side == "filipino" and one.faces[0].strength}
    assert counted == units - {"guerrilla", "fagen"} != set()


def test_change_takes_a_spare_counter_and_gives_it_back(amigos: Game, amigos_build: Build) -> None:
    made = game_piece(amigos_build, amigos.piece_types["regular"])
    triggers = {trait.name: trait for trait in made.traits if isinstance(trait, t.TriggerAction)}
    parting, joining = triggers["one into two"], triggers["two into one"]
    assert (parting.key, parting.action_keys[0], parting.action_keys[-1]) == (
        keys.CHANGE,
        TURN,
        CALL_IN,
    )
    assert (joining.key, joining.action_keys[0], joining.action_keys[-1]) == (
        keys.JOIN,
        TURN,
        CALL_OUT,
    )
    assert "Filipino units" in parting.filter
    layer = next(trait for trait in made.traits if isinstance(trait, t.Layer))
    assert layer.down_key == TURN
    assert "change" not in str(game_piece(amigos_build, amigos.piece_types["poa"]).traits).lower()


def test_a_regular_becomes_a_guerrilla_of_as_many_steps(amigos: Game, amigos_build: Build) -> None:
    """2.0: when the Guerrilla War begins."""
    made = game_piece(amigos_build, amigos.piece_types["regular"])
    triggers = {one.name: one for one in made.traits if isinstance(one, t.TriggerAction)}
    assert triggers["becomes"].menu == "Exchange for Guerrilla"
    calls = [one for one in made.traits if isinstance(one, t.GlobalKeyCommand)]
    assert 'PieceType=="guerrilla"' in " ".join(one.filter for one in calls)
    assert "ChangeFace" in triggers["as many steps"].filter
    other = game_piece(amigos_build, amigos.piece_types["guerrilla"])
    assert "becomes" not in {one.name for one in other.traits if isinstance(one, t.TriggerAction)}


def test_properties_that_change_needs_are_in_the_module(
    amigos: Game, amigos_build: Build, tree: Component
) -> None:
    known = {one.attributes["name"] for one in tree.find_all("GlobalProperty")}
    made = game_piece(amigos_build, amigos.piece_types["guerrilla"])
    wanted = {one.name for one in made.traits if isinstance(one, t.SetGlobalProperty)}
    assert wanted
    assert wanted <= known


def test_cups_lie_in_private_windows(amigos: Game, tree: Component) -> None:
    hands = {
        component.attributes["mapName"]: component for component in tree.find_all("PlayerHand")
    }
    assert set(hands) == {"United States hand", "Filipinos hand"}
    for name, hand in hands.items():
        cups = list(hand.find_all("DrawPile"))
        assert len(cups) == 3
        for cup in cups:
            assert cup.attributes["owningBoard"] == name
            assert cup.attributes["drawFaceUp"] == "false"
            assert "CardDeck==" in cup.attributes["restrictExpression"]
    main = next(tree.find_all("Map"))
    assert not list(main.find_all("DrawPile"))


def test_a_gunboat_is_sent_to_sea_and_a_regular_by_region(
    amigos: Game, amigos_build: Build
) -> None:

    def menus(piece: str) -> dict[str, tuple[str, ...]]:
        made = game_piece(amigos_build, amigos.piece_types[piece])
        return {trait.menu: trait.commands for trait in made.traits if isinstance(trait, t.SubMenu)}

    seas = [space.name for space in amigos.map.spaces if space.kind == "sea"]
    near = [f"→ {name}" for name in seas]
    gunboat = menus("gunboat")
    first, *parts = (part for part in gunboat["Send to"] if part not in near)
    assert (first, len(parts)) == (f"{min(seas)} – {gunboat[first][-1]}", 3)
    assert sorted(seas) == [name for part in (first, *parts) for name in gunboat[part]]
    regular = menus("regular")
    adjacent = [name for name in regular["Send to"] if name.startswith("→ ")]
    regions = [name for name in regular["Send to"] if name not in adjacent]
    assert regular["Send to"] == (*adjacent, *regions)
    assert len(adjacent) == sum(len(regular[name]) for name in regions if name != "Boxes") == 45
    assert regions[:2] == ["Northern Luzon", "Central Luzon"]
    assert regular["Boxes"] == (
        "Combat: Filipinos",
        "Jungle 1",
        "Jungle 2",
        "Manila holdbox",
        "Marong holdbox",
        "Cavite holdbox",
    )
    regular["Send to"] = tuple(regions)
    assert max(map(len, regular.values())) <= LONG_LIST


# --- tiles of no side ----------------------------------------------------------------------------


@pytest.fixture
def tiles(tmp_path: Path) -> Game:
    """The small game of towns, with tiles of no side that begin face down."""
    folder = shutil.copytree(template_path("point-to-point"), tmp_path / "tiles")
    table = folder / "pieces.csv"
    rows = [row for row in table.read_text("utf-8").splitlines() if not row.startswith("#")]
    rows = [f"{row},{'' if at else 'back'}" for at, row in enumerate(rows)]
    rows += ["oasis,Oasis,,counter,,2,counter,8,front,,0,star,,,,bag"]
    rows += ["dunes,Dunes,,counter,,2,counter,8,front,,0,moon,,,,scales"]
    table.write_text("\n".join([*rows, ""]), "utf-8")
    path = folder / "scenarios" / "start.yaml"
    text = path.read_text("utf-8").replace("place:", "place:\n  mill: {oasis: 1, dunes: 1}\n  #", 1)
    path.write_text(text, "utf-8")
    loaded = load(folder)
    assert not loaded.diagnostics.errors
    return loaded.game


def test_a_tile_of_no_side_is_hidden_from_all_and_anybody_turns_it_up(tiles: Game) -> None:
    build = Build(tiles)
    (tile,) = [one.piece for one in placed(build, "start") if kind(one.piece) == "oasis"]
    cover = next(trait for trait in tile.traits if isinstance(trait, t.Layer))
    assert (cover.name, cover.level, cover.always_active) == (facedown.COVER, 1, False)
    # Its name takes the place of the piece's own; a `+` would be added to it.
    assert cover.level_names == ("Piece (face down)",)
    assert cover.activate_key == keys.FACE_DOWN
    assert not masks(tile)
    assert facedown.is_covered(tile.traits)
    # The piece in the palette lies face up.
    assert not facedown.is_covered(game_piece(build, tiles.piece_types["oasis"]).traits)
    # The report of turning it is outside of the cover, so that it names what is seen then.
    assert isinstance(report := tile.traits[0], t.ReportAction)
    assert report.keys == (keys.FACE_DOWN,)
    assert tile.traits.index(cover) == 1
    for one in placed(build, "start"):
        if kind(one.piece) == "wagon":
            assert not facedown.is_covered(one.piece.traits)


def test_backs_of_several_heaps_are_printed(tiles: Game) -> None:
    pieces, _ = counter_pieces(tiles, Sheets("counters", "Counters", "en"), 15.0, defaultdict(str))
    backs = {one.front: one.back for one in pieces if one.caption in ("Oasis", "Dunes")}
    assert backs == {
        "piece-oasis-front": "back-bag",
        "piece-dunes-front": "back-scales",
    }
