"""A module comes in as a game folder, and the folder gives the same module again."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.compile.module import build_module
from modgen.importing.game import import_module
from modgen.importing.source import ImportModuleError
from modgen.log.locations import OFFBOARD, Locations
from modgen.log.table import Table
from modgen.log.timeline import read_timeline
from modgen.model.game import Game
from modgen.model.geography.cells import cell_at
from modgen.model.loading.folder import load
from modgen.sheets.pipeline import SheetOptions, write_sheets
from modgen.unpacking.folder import read_packed
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.keys import command
from modgen.vassal.module import Module, read_module, write_module
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen_rules.engine.record.imported import imported as lookups
from modgen_rules.engine.record.piece_states import PieceTracker
from tests.importing.small_modules import (
    CARDS,
    HEIGHT,
    LEADER,
    METADATA,
    WIDTH,
    picture,
    slot,
    small_module,
)

DESIGNER = "VASSAL.build.module.gamepieceimage"
MARSHAL, MARSHALS = "Marshal,counter,red,1", "Marshal,counter,red,3"


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The module and the folder that it was imported into."""
    folder = tmp_path_factory.mktemp("import")
    module = small_module(folder)
    import_module(module, folder / "game")
    return module, folder / "game"


def game_of(folder: Path) -> Game:
    loaded = load(folder)
    assert [str(one.message) for one in loaded.diagnostics.errors] == []
    return loaded.game


def start_of(module: Path, file: str, folder: Path) -> Table:
    path = folder / "start.vsav"
    path.write_bytes(read_packed(module).entries[file])
    return read_timeline([path]).go(0)


def test_the_folder_has_what_the_module_has(imported: tuple[Path, Path]) -> None:
    game = game_of(imported[1])
    assert (game.info.title, game.info.version) == ("Small Battle", "1.4")
    assert [side.name for side in game.info.sides] == ["Red", "Blue"]
    assert {space.name for space in game.map.spaces} == {"Hills", "Fort", "Turn 1", "Turn 2"}
    assert [tuple(edge.between) for edge in game.map.edges] == [("hills", "fort")]
    assert all(edge.assumed for edge in game.map.edges)
    guard = game.piece_types["red_guard"]
    assert (guard.side, guard.count) == ("red", 2)
    assert [face.art for face in guard.faces] == ["red.png", "red-flipped.png"]
    assert [card.title for card in game.cards] == ["Order 1", "Order 2", "Order 3"]
    dawn = game.scenarios[0]
    assert dawn.place["turn_1"] == {"marshal": 1}
    assert sum(held.get("red_guard/face1", 0) for held in dawn.place.values()) == 1
    assert dawn.piles[0].cards == ["order_1", "order_2", "order_3"]
    assert [(die.count, die.sides) for die in game.info.dice] == [(2, 6)]
    charts = {chart.name: chart for chart in game.charts}
    assert charts["Combat"].picture == "chart.png"
    assert charts["Terrain"].rows == [["Hill", "2"]]
    assert (charts["Rules"].kind, charts["Rules"].intro) == ("text", "Red moves first.")


def test_places_have_the_engines_names(imported: tuple[Path, Path]) -> None:
    game = game_of(imported[1])
    module = read_module(imported[0])
    locations = Locations(module.tree, module.images)
    grid = game.map.grids[0]
    scale = 25.4 / game.info.module.dpi
    names = {space.name for space in game.map.spaces}
    for x in range(3, WIDTH, 17):
        for y in range(5, HEIGHT, 13):
            name = locations.place("Field", x, y, {}).location
            if name != OFFBOARD and name not in names and (x, y) != (500, 60):
                assert cell_at(grid, (x * scale, y * scale)) == name, (x, y)
    assert grid.numbering is not None and game.cells


def test_the_unchanged_folder_gives_the_same_module(
    imported: tuple[Path, Path], tmp_path: Path
) -> None:
    module, folder = imported
    built = build_module(game_of(folder), tmp_path)
    before, after = read_packed(module), read_packed(built)
    assert after.original == before.original
    assert set(after.entries) == set(before.entries)
    for name in before.entries:
        if not name.endswith(".vsav"):
            assert after.entries[name] == before.entries[name], name
    old, new = (start_of(path, "dawn.vsav", tmp_path) for path in (module, built))
    assert {key: piece.type for key, piece in new.pieces.items()} == {
        key: piece.type for key, piece in old.pieces.items()
    }
    for key, piece in old.pieces.items():
        made = new.pieces[key]
        assert (made.map, made.x, made.y) == (piece.map, piece.x, piece.y)
        states = [[trait.texts[1] for trait in one.game_piece.traits] for one in (piece, made)]
        assert states[0] == states[1]
        assert made.game_piece.basic.gpid == piece.game_piece.basic.gpid
    assert sorted(pile.contents for pile in new.piles.values()) == sorted(
        pile.contents for pile in old.piles.values()
    )
    assert (new.properties, new.boards, new.turns) == (old.properties, old.boards, old.turns)


@pytest.mark.long
def test_what_the_game_changes_is_changed_in_the_module(tmp_path: Path) -> None:
    module = small_module(tmp_path)
    folder = tmp_path / "game"
    import_module(module, folder)
    for name, old, new in (
        ("pieces.csv", "Red Guard", "Old Guard"),
        ("pieces.csv", "red.png|", "blue.png|"),
        ("pieces.csv", MARSHAL, MARSHALS),
        ("map.yaml", "name: Hills", "name: Heights"),
        ("game.yaml", "name: Blue", "name: Azure"),
        ("game.yaml", "count: 2", "count: 3"),
        ("scenarios/dawn.csv", "Field,330,420", "Field,360,420"),
    ):
        path = folder / name
        text = path.read_text("utf-8")
        assert old in text, (name, old)
        path.write_text(text.replace(old, new, 1), "utf-8")
    extra = folder / "scenarios" / "dawn.yaml"
    extra.write_text("id: dawn\nname: Early\nplace:\n  fort: {marshal: 1}\n", "utf-8")
    built = build_module(game_of(folder), tmp_path)
    nodes = list(read_packed(built).root.walk())
    values = [value for node in nodes for value in node.attributes.values()]
    assert {"Heights", "Early"} <= set(values) and "Hills" not in values
    assert [node.attributes["nDice"] for node in nodes if node.name == "DiceButton"] == ["3"]
    assert "Azure" in [node.text for node in nodes]
    start = start_of(built, "dawn.vsav", tmp_path)
    assert (start.pieces["22"].x, start.pieces["22"].y) == (360, 420)
    guard = start.pieces["20"].game_piece
    assert guard.basic.name == "Old Guard" and "blue.png" in guard.type_text()
    added = [piece for key, piece in start.pieces.items() if len(key) > 3]
    assert [piece.game_piece.basic.name for piece in added] == ["Marshal"]


@pytest.mark.long
def test_a_scenario_of_ones_own_and_a_new_piece(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    import_module(small_module(tmp_path), folder)
    pieces = folder / "pieces.csv"
    text = pieces.read_text("utf-8").replace(MARSHAL, MARSHALS)
    row = {
        "id": "spy",
        "name": "Spy",
        "kind": "counter",
        "side": "red",
        "count": "1",
        "shape": "counter",
        "size": "12",
        "faces": "face1",
    }
    columns = text.partition("\n")[0].split(",")
    text += ",".join(row.get(name, "") for name in columns) + "\n"
    pieces.write_text(text, "utf-8")
    (folder / "scenarios" / "dusk.yaml").write_text(
        "id: dusk\nname: Dusk\nplace:\n  fort: {spy: 1, marshal: 2}\n", "utf-8"
    )
    built = build_module(game_of(folder), tmp_path)
    start = start_of(built, "dusk.vsav", tmp_path)
    names = sorted(piece.game_piece.basic.name for piece in start.pieces.values())
    assert names == ["Marshal", "Marshal", "Spy"]
    module = read_module(built)
    location = Locations(module.tree, module.images)
    for piece in start.pieces.values():
        assert location.place(piece.map, piece.x, piece.y, start.boards).location == "Fort"


def test_pieces_and_places_of_logs_are_known(imported: tuple[Path, Path], tmp_path: Path) -> None:
    module, folder = imported
    game = game_of(folder)
    save = tmp_path / "start.vsav"
    save.write_bytes(read_packed(module).entries["dawn.vsav"])
    for given in (read_module(module), None):
        places, pieces = lookups(game, given)
        tracker = PieceTracker(read_timeline([save]), places, pieces)
        states = tracker.begin()
        assert states["21"].kind == "red_guard" and states["21"].face == "tired"
        assert states["22"].kind == "marshal" and states["22"].place == "turn_1"
        assert states["30"].kind == "card_order_1" and states["30"].place == "deck_orders"
        assert states["20"].place in game.cells


def test_the_sheets_show_the_pictures(imported: tuple[Path, Path], tmp_path: Path) -> None:
    options = SheetOptions(parts=("counters", "cards", "map"), file_type="svg")
    names = {path.name for path in write_sheets(game_of(imported[1]), tmp_path, options)}
    assert {"board-plain.svg", "piece-red_guard-tired.svg", "card-deck_1-order_1.svg"} <= names
    for name in ("board-plain.svg", "piece-red_guard-tired.svg", "card-deck_1-order_1.svg"):
        assert "data:image/png;base64," in (tmp_path / name).read_text("utf-8"), name


def test_the_command_prints_what_came_in_and_what_is_kept(tmp_path: Path) -> None:
    module = small_module(tmp_path)
    result = CliRunner().invoke(cli, ["import", str(module), str(tmp_path / "game")])
    assert result.exit_code == 0, result.output
    assert "types of pieces" in result.output and "DoActionButton" in result.output
    assert "pieces.csv, `side`: 2 of 3 types have one" in result.output
    assert "game.yaml, `sequence`: the phases" in result.output
    assert "pieces that only set-ups have: 1 (`Lost`)" in result.output
    again = CliRunner().invoke(cli, ["import", str(module), str(tmp_path / "game")])
    assert again.exit_code == 2 and "is not empty" in again.output


@pytest.mark.long
def test_boards_that_the_game_adds(tmp_path: Path) -> None:
    import_module(small_module(tmp_path), tmp_path / "game")
    path = tmp_path / "game" / "map.yaml"
    text = path.read_text("utf-8")
    for name, map_name in (("Winter", "Field"), ("Reserve", "Reserve")):
        data = f"id: {name.lower()}, name: {name}, map: {map_name}, width: 60, height: 40"
        text = text.replace("boards:\n", f"boards:\n- {{{data}}}\n", 1)
    path.write_text(text, "utf-8")
    built = read_module(build_module(game_of(tmp_path / "game"), tmp_path))
    boards = {
        owner.attributes["mapName"]: [board.attributes["name"] for board in owner.find_all("Board")]
        for owner in built.tree.find_all("Map")
    }
    assert boards == {"Field": ["Plain", "Winter"], "Reserve": ["Reserve"]}
    shown = [board.attributes["image"] for board in built.tree.find_all("Board")]
    assert all(name in built.images for name in shown)


def test_stacks_and_decks_in_folders_of_a_map_and_a_board_without_its_picture(
    tmp_path: Path,
) -> None:
    zone = component("Zone", name="Plain", path="0,0;900,0;900,700;0,700")
    board = component("Board", [component("ZonedGrid", [zone])], name="Land", image="not-here.png")
    stack = component(
        "SetupStack", [slot(LEADER, "2")], name="First", owningBoard="Land", x="850", y="60"
    )
    deck = component(
        "DrawPile",
        [slot(CARDS[0], "10", "CardSlot")],
        name="Orders",
        owningBoard="Land",
        x="500",
        y="60",
    )
    folders = component("MapSubFolder", [component("MapSubFolder", [stack, deck])])
    tree = component(
        "GameModule",
        [
            component("BasicCommandEncoder"),
            component("Map", [component("BoardPicker", [board]), folders], mapName="Field"),
        ],
        name="Folders",
        version="1",
    )
    path = tmp_path / "folders.vmod"
    images = {"blue.png": picture(50, 40, "#2222cc")}
    write_module(path, Module(tree, METADATA, images))
    report = import_module(path, tmp_path / "game")
    assert report.kept["boards whose picture is missing; their size is assumed"] == ["Land"]
    game = game_of(tmp_path / "game")
    assert [(row.piece, row.place, row.x) for row in game.scenarios[0].laid] == [
        ("marshal", "plain", 850),
        ("card:order_1", "", 500),
    ]
    built = build_module(game, tmp_path)
    assert read_module(built).tree == read_module(path).tree


def test_pictures_of_the_counter_designer_are_drawn_for_the_sheets_only(tmp_path: Path) -> None:
    picture_of = Component(f"{DESIGNER}.GamePieceImage", {"name": "pawn", "bgColor": "RED"})
    layout = Component(
        f"{DESIGNER}.GamePieceLayout", {"name": "l", "width": "30", "height": "20"}, [picture_of]
    )
    pawn = GamePiece((), BasicPiece(name="Pawn", image="pawn", gpid="1"))
    board = component("Board", name="Land", width="300", height="200")
    tree = component(
        "GameModule",
        [
            component("BasicCommandEncoder"),
            layout,
            component("Map", [component("BoardPicker", [board])], mapName="Field"),
            component("PieceWindow", [slot(pawn, "1")], name="Pieces"),
        ],
        name="Pawns",
        version="1",
    )
    path = tmp_path / "pawns.vmod"
    write_module(path, Module(tree, METADATA, {}))
    report = import_module(path, tmp_path / "game")
    assert "pictures that are missing" not in report.kept
    game = game_of(tmp_path / "game")
    (face,) = game.piece_types["pawn"].faces
    drawn = tmp_path / "game" / "art" / face.art
    assert face.art.startswith("designed/") and drawn.read_bytes().startswith(b"\x89PNG")
    assert list(read_module(build_module(game, tmp_path)).images) == []


def test_a_long_board_gets_a_larger_scale(tmp_path: Path) -> None:
    board = component("Board", name="Road", image="road.png")
    tree = component(
        "GameModule",
        [
            component("BasicCommandEncoder"),
            component("Map", [component("BoardPicker", [board])], mapName="Field"),
        ],
        name="Road",
        version="1",
    )
    path = tmp_path / "road.vmod"
    write_module(path, Module(tree, METADATA, {"road.png": picture(15_000, 4, "#888888")}))
    import_module(path, tmp_path / "game")
    game = game_of(tmp_path / "game")
    assert game.info.module.dpi == 191
    assert 1990 < game.boards["road"].width <= 2000


def test_a_module_without_a_board_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "no.vmod"
    broken.write_bytes(b"not a zip")
    result = CliRunner().invoke(cli, ["import", str(broken), str(tmp_path / "game")])
    assert result.exit_code == 2 and "ZIP" in result.output
    extension = tmp_path / "buildFile.xml"
    extension.write_text("<VASSAL.build.GameModule/>", "utf-8")
    with pytest.raises((ImportModuleError, ValueError)):
        import_module(extension, tmp_path / "game")


FIXED = t.DoesNotStack(movement="V")
SENDS = t.GlobalKeyCommand(menu="Next turn", key=command("next"))


@pytest.mark.parametrize(
    ("traits", "control"),
    [
        ((FIXED, SENDS), True),
        ((FIXED, t.ActionButton(key=command("next"))), True),
        ((t.DoesNotStack(selection="n"), SENDS), True),
        ((SENDS,), False),
        ((t.DoesNotStack(movement="I"), SENDS), False),
        ((FIXED,), False),
        ((FIXED, SENDS, t.Delete()), False),
        ((FIXED, SENDS, t.SendToLocation()), False),
        ((FIXED, SENDS, t.Layer(images=("red.png", "blue.png"), level_names=("", "on"))), False),
    ],
)
def test_a_piece_that_is_only_a_button_is_not_printed(
    traits: tuple[t.Trait, ...], control: bool, tmp_path: Path
) -> None:
    piece = GamePiece(traits, BasicPiece(image="red.png", name="Turn"))
    board = component("Board", name="Field", image="red.png")
    tree = component(
        "GameModule",
        [
            component("BasicCommandEncoder"),
            component("Map", [component("BoardPicker", [board])], mapName="Field"),
            component("PieceWindow", [slot(piece, "1")], name="Pieces"),
        ],
        name="Buttons",
        version="1",
    )
    path = tmp_path / "buttons.vmod"
    pictures = {f"{colour}.png": picture(75, 75, colour) for colour in ("red", "blue")}
    write_module(path, Module(tree, METADATA, pictures))
    import_module(path, tmp_path / "game")
    assert [one.printed for one in game_of(tmp_path / "game").pieces] == [not control]
