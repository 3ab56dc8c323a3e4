"""Compiled modules, read back with the library."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from modgen.compile.board import move_format
from modgen.compile.build import Build
from modgen.compile.module import build_module, compile_game
from modgen.compile.words import FOLDER, words
from modgen.inspecting.names import own_names, piece_of, used_names
from modgen.inspecting.report import inspect
from modgen.model.boards.layout import zone_rings
from modgen.model.game import Game
from modgen.model.geography.geometry import contains
from modgen.model.loading.folder import Loaded
from modgen.vassal.commands import AddPiece, Command
from modgen.vassal.module import Module, read_module
from modgen.vassal.pieces import GamePiece, parse_definition
from modgen.vassal.save import SaveFile
from modgen.vassal.traits import Marker, Prototype, ReturnToDeck, Trait


@pytest.fixture(scope="session", params=["en", "es"])
def built(request: pytest.FixtureRequest, people_power: Loaded, power_file: Path) -> Module:
    """People Power's module in a language; the Spanish one has the names of pictures only."""
    if request.param == "en":
        return read_module(power_file)
    compiled = compile_game(people_power.in_language("es"))
    names = [one.name for one in compiled.pictures.all.values()]
    return replace(compiled.module, images=dict.fromkeys(names, b""))


def commands(module: Module, setup: str, folder: Path) -> list[Command]:
    """The commands of a set-up inside a module."""
    path = folder / setup
    path.write_bytes(module.files[setup])
    with SaveFile(path) as save:
        return [command for step in save.steps() for command in step.commands]


def saved_pieces(module: Module, setup: str, folder: Path) -> list[GamePiece]:
    added = (
        command.piece
        for command in commands(module, setup, folder)
        if isinstance(command, AddPiece)
    )
    return [piece for piece in added if isinstance(piece, GamePiece)]


def marked(piece: GamePiece) -> dict[str, str]:
    return {
        name: value
        for trait in piece.traits
        if isinstance(trait, Marker)
        for name, value in zip(trait.names, trait.values, strict=True)
    }


@pytest.mark.long
def test_nothing_is_missing(built: Module) -> None:
    report = inspect(built, Path("module.vmod"))
    assert (report.missing_pictures, report.undefined, report.twice) == ({}, [], [])
    assert report.unused_pictures == []


def test_every_piece_in_a_setup_has_a_slot(built: Module, tmp_path: Path) -> None:
    slots = {
        component.attributes["gpid"] for component in built.tree.find_all("PieceSlot", "CardSlot")
    }
    for setup in ("standard.vsav", "extended.vsav"):
        assert {piece.basic.gpid for piece in saved_pieces(built, setup, tmp_path)} <= slots


@pytest.mark.parametrize("scenario", ["standard", "extended"])
def test_setup_holds_all_pieces(
    built: Module, people_power: Loaded, scenario: str, tmp_path: Path
) -> None:
    pieces = saved_pieces(built, f"{scenario}.vsav", tmp_path)
    kinds = Counter(marked(one)["PieceType"] for one in pieces)
    for piece in people_power.game.pieces:
        assert kinds[piece.id] == piece.count
    assert sum(count for kind, count in kinds.items() if kind.startswith("card_")) == 61


@pytest.mark.parametrize("scenario", ["standard", "extended"])
def test_setup_places_pieces_in_their_spaces(people_power: Loaded, scenario: str) -> None:
    game = people_power.game
    build = Build(game)
    found = next(entry for entry in game.scenarios if entry.id == scenario)
    from modgen.compile.setup import placed_pieces

    there: Counter[tuple[str, str]] = Counter()
    for placed in placed_pieces(build, found):
        if marked(placed.piece)["Kind"] not in ("force", "marker"):
            continue
        at = (placed.x / build.px(25.4) * 25.4, placed.y / build.px(25.4) * 25.4)
        for space in sorted(game.map.spaces, key=lambda space: space.kind == "area"):
            if any(contains(((ring,),), at) for ring in zone_rings(game, space)):
                there[(space.id, marked(placed.piece)["PieceType"])] += 1
                break
    for space in game.spaces:
        wanted: Counter[str] = Counter()
        for key, count in found.place.get(space, {}).items():
            wanted[key.split("/")[0]] += count
        forces = {kind: n for (where, kind), n in there.items() if where == space}
        assert forces == wanted


def test_same_bytes(vales: Game, tmp_path: Path) -> None:
    first = build_module(vales, tmp_path / "a").read_bytes()
    assert build_module(vales, tmp_path / "b").read_bytes() == first


def test_slot_ids_do_not_depend_on_the_order(vales: Game) -> None:
    """Saved games stay valid when pieces are reordered or added."""

    def ids(game: Game) -> dict[str, str]:
        tree = compile_game(game).module.tree
        slots = tree.find_all("PieceSlot", "CardSlot")
        return {slot.attributes["entryName"]: slot.attributes["gpid"] for slot in slots}

    turned = replace(vales, pieces=tuple(reversed(vales.pieces)))
    assert ids(turned) == ids(vales)
    assert len(set(ids(vales).values())) == len(ids(vales))


def test_sides_and_maps(built: Module, people_power: Loaded) -> None:
    roster = next(built.tree.find_all("PlayerRoster"))
    assert len([entry for entry in roster.children if entry.text]) == 4
    zones = own_names(built.tree, "Zone")
    spaces = {space.name for space in people_power.game.map.spaces}
    assert spaces <= zones
    regions = own_names(built.tree, "Region")
    assert len(regions) == 41 + len(spaces)


def test_dragging_is_possible(built: Module) -> None:
    """The engine neither adds these by itself nor complains when they are missing."""
    tools = {
        "ForwardToChatter",
        "ForwardToKeyBuffer",
        "KeyBufferer",
        "MapCenterer",
        "MenuDisplayer",
        "PieceMover",
        "Scroller",
        "StackExpander",
    }
    for component in built.tree.find_all("Map", "PlayerHand"):
        assert tools <= {child.name for child in component.children}


def test_names_of_charts_have_room_beside_the_chart(built: Module) -> None:
    for window in built.tree.find_all("ChartWindow"):
        for listed in window.find_all("ListWidget"):
            wide = int(listed.attributes["width"]) - int(listed.attributes["divider"])
            names = [
                one.attributes.get("chartName") or one.attributes["entryName"]
                for one in listed.children
            ]
            assert wide >= 7 * max(map(len, names))


def test_prototypes_are_used(built: Module) -> None:
    assert set(used_names(built.tree).prototypes) == own_names(built.tree, "PrototypeDefinition")


def test_files_of_words_are_the_simple_yaml_that_is_read() -> None:
    for path in FOLDER.glob("*.yaml"):
        table = yaml.safe_load(path.read_text("utf-8"))
        own = words(path.stem)
        assert {key: own(key) for key in table} == {key: str(text) for key, text in table.items()}


def test_every_language_has_every_word() -> None:
    assert words("es").keys() == words("en").keys()
    english, spanish = words("en"), words("es")
    for key in english.keys():  # noqa: SIM118
        fields = {part.split("}")[0] for part in english(key).split("{")[1:]}
        assert fields == {part.split("}")[0] for part in spanish(key).split("{")[1:]}, key


def test_move_report_counts_like_pieces(people_power: Loaded) -> None:
    """The chain of patterns turns runs of one name into a number (here with Python's `re`)."""
    import re

    expression = move_format(Build(people_power.game))
    names = "Troops, Troops, Troops, Police, Guerrilla (Active), Guerrilla (Active)"
    for pattern, count in re.findall(r'\.replaceAll\("(.+?)","(\d+) × "', expression):
        pattern = pattern.replace("\\\\", "\\").replace("\\z", "\\Z")  # noqa: PLW2901
        names = re.sub(pattern, rf"{count} × \1", names)
    assert names == "3 × Troops, Police, 2 × Guerrilla (Active)"


def test_commands_of_a_setup_are_complete(built: Module, tmp_path: Path) -> None:
    saved = commands(built, "standard.vsav", tmp_path)
    assert sum(isinstance(command, AddPiece) for command in saved) > 200
    assert [command.defect() for command in saved if command.defect()] == []


def with_prototypes(module: Module, piece: GamePiece) -> list[Trait]:
    """The traits of a slot's piece, with those of its prototypes in their place."""
    definitions = {
        one.attributes["name"]: parse_definition(one.text).traits
        for one in module.tree.find_all("PrototypeDefinition")
    }
    traits: list[Trait] = []
    for trait in piece.traits:
        traits += definitions[trait.name] if isinstance(trait, Prototype) else (trait,)
    return traits


def test_a_slot_with_its_prototypes_is_the_piece_of_a_setup(built: Module, tmp_path: Path) -> None:
    saved = {piece.basic.gpid: piece for piece in saved_pieces(built, "standard.vsav", tmp_path)}
    shared = 0
    for component in built.tree.find_all("PieceSlot", "CardSlot"):
        piece = parse_definition(component.text)
        in_play = saved.get(component.attributes["gpid"])
        if in_play is not None:
            ours = [trait.type_text() for trait in with_prototypes(built, piece)]
            assert ours == [trait.type_text() for trait in in_play.traits]
            shared += any(isinstance(trait, Prototype) for trait in piece.traits)
    assert shared > 100


def test_every_prototype_is_shared(built: Module) -> None:
    uses = Counter(
        trait.name
        for component in built.tree.find_all("PieceSlot", "CardSlot")
        for trait in parse_definition(component.text).traits
        if isinstance(trait, Prototype)
    )
    assert set(uses) == own_names(built.tree, "PrototypeDefinition")
    assert min(uses.values()) > 1


def test_cards_return_to_existing_piles(built: Module, people_power: Loaded) -> None:
    piles = own_names(built.tree, "DrawPile")
    slots = (piece_of(component) for component in built.tree.find_all("CardSlot"))
    targets = [
        (trait.deck, trait.deck_expression, trait.select_at_runtime)
        for piece in slots
        if piece
        for trait in with_prototypes(built, piece)
        if isinstance(trait, ReturnToDeck)
    ]
    game = people_power.game
    accepted = [
        pile
        for pile in game.cards_file.piles
        for card in game.cards
        if (not pile.takes or card.deck in pile.takes)
        and (not card.side or game.boxes[pile.box or ""].side in (None, card.side))
    ]
    assert len(targets) == len(accepted) > 61 * 2
    assert {(deck in piles, deck == said, ask) for deck, said, ask in targets} == {
        (True, True, False)
    }


def test_reports_name_no_card_that_goes_face_down(people_power: Loaded) -> None:
    game = people_power.game
    expression = move_format(Build(game))
    hidden = [pile.name for pile in game.cards_file.piles if pile.face == "down"]
    assert len(hidden) == 5
    for name in hidden:
        assert f'location.equals("{name}")' in expression
    assert '? "a card" : ' in expression


def test_hands_have_a_name_in_reports(built: Module) -> None:
    for hand in built.tree.find_all("PlayerHand"):
        assert hand.attributes["mapName"] in own_names(hand, "Zone")


def test_no_legacy_attribute_empties_a_filter(built: Module) -> None:
    """The engine treats an empty `propValue` as a filter that accepts everything."""
    for component in built.tree.find_all("GlobalKeyCommand", "StartupGlobalKeyCommand"):
        assert not {"propValue", "property", "names", "condition"} & component.attributes.keys()
