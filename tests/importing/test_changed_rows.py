"""Rows that are added to set-ups of an imported folder, or changed, have effect or are errors."""

from __future__ import annotations

import csv
import os
from collections import Counter
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from modgen.cli import cli
from modgen.compile.module import build_module
from modgen.compile.parts.definitions import PartsError
from modgen.importing.game import import_module
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import load
from modgen.unpacking.folder import read_packed
from modgen.unpacking.xml import Node
from modgen.vassal import save
from modgen.vassal.archive import archive_bytes
from modgen.vassal.commands import SetBoards
from modgen.vassal.components import component
from modgen.vassal.module import Module, read_module, write_module
from modgen.vassal.pieces import Deck, DeckType, Stack
from modgen.verify.engine import verify
from tests.importing.small_modules import (
    CARDS,
    COMMON,
    LEADER,
    METADATA,
    UNIT,
    GamePiece,
    in_play,
    picture,
    slot,
    small_module,
)

Rows = list[dict[str, str]]
Laid = Counter[tuple[str, str, int, int]]
"""Name, map, x and y of each piece."""
NAMES = {"red_guard": "Red Guard", "marshal": "Marshal"} | {
    f"card:order_{n}": f"Order {n}" for n in (1, 2, 3, 4)
}
START = """\
piece,map,x,y,pile
red_guard,Field,100,200,#1
marshal,Field,100,200,#1
red_guard,Field,300,40,#2
card:order_1,Field,500,60,deck_orders
card:order_2,Field,500,60,deck_orders
marshal,Rear,20,30,#4
"""


def start_module(folder: Path) -> Path:
    """A module without set-ups: two maps whose boards share a name, stacks, and a deck."""

    def stack(*slots: object, x: int, y: int, **more: object) -> object:
        return component("SetupStack", slots, owningBoard="Land", x=x, y=y, **more)

    def game_map(name: str, *parts: object) -> object:
        board = component("Board", name="Land", image="board.png")
        return component("Map", [component("BoardPicker", [board]), *parts], mapName=name)

    deck = [slot(CARDS[0], "10", "CardSlot"), slot(CARDS[1], "11", "CardSlot")]
    tree = component(
        "GameModule",
        [
            component("BasicCommandEncoder"),
            component(
                "PrototypesContainer",
                [
                    component(
                        "PrototypeDefinition",
                        (),
                        GamePiece(COMMON, LEADER.basic).definition(),
                        name="Common",
                    )
                ],
            ),
            game_map(
                "Field",
                stack(slot(UNIT, "20"), slot(LEADER, "21"), name="Camp", x=100, y=200),
                stack(
                    slot(UNIT, "22"),
                    name="Post",
                    x=300,
                    y=40,
                    useGridLocation=True,
                    location="0102",
                ),
                component("DrawPile", deck, name="Orders", owningBoard="Land", x=500, y=60),
            ),
            game_map("Rear", stack(slot(LEADER, "23"), name="Staff", x=20, y=30)),
        ],
        name="Start",
        version="1",
        nextPieceSlotId=30,
    )
    path = folder / "start.vmod"
    names = ("red.png", "red-flipped.png", "blue.png", "back.png", "card1.png", "card2.png")
    images = {name: picture(50, 40, "#2222cc") for name in names}
    write_module(path, Module(tree, METADATA, images | {"board.png": picture(640, 480, "green")}))
    return path


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the module without set-ups."""
    folder = tmp_path_factory.mktemp("start")
    import_module(start_module(folder), folder / "game")
    return folder / "game"


def write_rows(path: Path, text: str) -> None:
    path.write_text(text, "utf-8", newline="\n")


def built(game: Path, folder: Path) -> Path:
    loaded = load(game)
    assert [str(one) for one in loaded.diagnostics.errors] == []
    return build_module(loaded.game, folder)


def stacks(module: Path) -> Laid:
    """What the at-start stacks and decks of a module hold, by its build file alone."""
    laid: Laid = Counter()

    def walk(node: Node, map_name: str) -> None:
        map_name = node.attributes.get("mapName", map_name)
        if node.name in ("SetupStack", "DrawPile"):
            assert node.attributes.get("useGridLocation") != "true" or node.attributes["x"] == "300"
            at = int(node.attributes["x"]), int(node.attributes["y"])
            for one in node.walk():
                if one.piece is not None:
                    laid[one.piece.basic.name, map_name, *at] += 1
        for child in node.children:
            walk(child, map_name)

    walk(read_packed(module).root, "")
    return laid


def wanted(rows: Rows) -> Laid:
    return Counter((NAMES[row["piece"]], row["map"], int(row["x"]), int(row["y"])) for row in rows)


def gpids(module: Path) -> list[str]:
    nodes = read_packed(module).root.walk()
    return [node.attributes["gpid"] for node in nodes if node.piece and "gpid" in node.attributes]


def test_boards_of_two_maps_share_a_name_and_nothing_changes(start: Path, tmp_path: Path) -> None:
    assert (start / "scenarios/new_game.csv").read_text("utf-8") == START
    module = built(start, tmp_path)
    assert read_module(module).tree == read_module(start.parent / "start.vmod").tree


@pytest.fixture
def game(start: Path, tmp_path: Path) -> Path:
    """A copy of the folder, to be changed."""
    return copied(start, tmp_path / "game")


def copied(start: Path, folder: Path) -> Path:
    for path in start.rglob("*"):
        if path.is_file():
            target = folder / path.relative_to(start)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    return folder


def test_a_card_that_is_added_lies_in_the_deck(game: Path, tmp_path: Path) -> None:
    with (game / "cards.csv").open("a", encoding="utf-8") as file:
        file.write("order_4,deck_1,Order 4,card4.png\n")
    (game / "art/card4.png").write_bytes(picture(60, 80, "red"))
    write_rows(game / "scenarios/new_game.csv", START + "card:order_4,,,,deck_orders\n")
    module = built(game, tmp_path)
    assert stacks(module)["Order 4", "Field", 500, 60] == 1
    root = read_packed(module).root
    card = next(node for node in root.walk() if node.attributes.get("entryName") == "Order 4")
    assert card.piece is not None
    assert card.piece.basic.image == "card4.png"
    assert [trait.prefix for trait in card.piece.traits] == ["obs;"]
    assert "images/card4.png" in read_packed(module).entries
    assert len(set(gpids(module))) == len(gpids(module))
    assert int(root.attributes["nextPieceSlotId"]) > max(map(int, gpids(module)))


def test_a_card_that_no_set_up_has_gets_a_slot(game: Path, tmp_path: Path) -> None:
    with (game / "cards.csv").open("a", encoding="utf-8") as file:
        file.write("order_4,deck_1,Order 4,card2.png\n")
    (game / "scenarios/new_game.csv").unlink()
    (game / "scenarios/new_game.yaml").unlink()
    nodes = read_packed(built(game, tmp_path)).root.walk()
    deck = next(node for node in nodes if node.name == "DrawPile")
    assert [one.attributes["entryName"] for one in deck.children] == [
        "Order 1",
        "Order 2",
        "Order 4",
    ]


ERRORS = {
    "another point": ("marshal,Field,101,200,#1", "8:15: the pile #1 lies at 100, 200 on Field"),
    "no point": ("marshal,,,,", "8:1: the row does not say where the piece lies"),
    "a map alone": ("marshal,Field,,,", "8:15: the row has no `x`"),
    "half a point": ("marshal,Field,5,,", "8:17: the row has no `y`"),
    "a point on no map": ("marshal,,5,6,", "8: the row needs `map`, `x` and `y`"),
    "another map": ("marshal,Rear,,,#1", "8:9: the pile #1 lies at 100, 200 on Field"),
    "no such deck": ("marshal,Field,1,1,deck_order", "8: the module has no deck `deck_order`"),
    "no such map": ("marshal,Feld,1,1,", "8: the module has no map `Feld`"),
    "off the map": (
        "marshal,Field,641,5,",
        "8: the point 641, 5 is not on the map `Field`, which has 640 x 480 pixels",
    ),
    "above the map": ("marshal,Field,5,-1,#9", "8: the point 5, -1 is not on the map `Field`"),
    "no such piece": ("marshall,Field,1,1,", "8: the piece `marshall` does not exist"),
}


@pytest.mark.parametrize("mistake", ERRORS)
def test_a_row_without_effect_is_an_error(game: Path, mistake: str) -> None:
    row, message = ERRORS[mistake]
    write_rows(game / "scenarios/new_game.csv", f"{START}{row}\n")
    for command in ("check-data", "build"):
        more = ["-o", str(game.parent)] if command == "build" else []
        result = CliRunner().invoke(cli, [command, str(game), *more])
        told = result.output if isinstance(result.exception, SystemExit) else str(result.exception)
        assert f"scenarios/new_game.csv:{message}" in told


def test_a_row_has_the_point_of_its_pile(game: Path, tmp_path: Path) -> None:
    rows = "marshal,,,,#1\nmarshal,Field,,,#1\nmarshal,,100,,#1\n"
    write_rows(game / "scenarios/new_game.csv", START + rows)
    assert stacks(built(game, tmp_path))["Marshal", "Field", 100, 200] == 4


def test_pieces_in_a_place_are_new_stacks(tmp_path: Path) -> None:
    small = read_module(small_module(tmp_path))
    children = [one for one in small.tree.children if one.name != "PredefinedSetup"]
    field = next(one for one in children if one.attributes.get("mapName") == "Field")
    stack = component("SetupStack", [slot(UNIT, "20")], name="Camp", owningBoard="", x=1, y=2)
    field.children.append(stack)
    small.tree.children[:] = children
    write_module(tmp_path / "start.vmod", small)
    import_module(tmp_path / "start.vmod", tmp_path / "game")
    table = tmp_path / "game/scenarios/new_game.csv"
    columns = table.read_text("utf-8").splitlines()[0].split(",")
    row = ",".join({"piece": "marshal", "place": "hills"}.get(column, "") for column in columns)
    write_rows(table, f"{table.read_text('utf-8')}{row}\n{row}\n")
    pieces = tmp_path / "game/pieces.csv"
    pieces.write_text(
        pieces.read_text("utf-8").replace("Marshal,counter,red,1", "Marshal,counter,red,9")
    )
    nodes = read_packed(built(tmp_path / "game", tmp_path)).root.walk()
    old, new = (node for node in nodes if node.name == "SetupStack")
    assert old.attributes["owningBoard"] == ""
    assert new.attributes["owningBoard"] == "Plain"
    assert 0 < int(new.attributes["x"]) < 200
    assert 300 < int(new.attributes["y"]) < 480
    assert [one.piece.basic.name for one in new.children if one.piece] == ["Marshal", "Marshal"]


def test_a_stack_that_moves_leaves_its_grid_location_and_its_map(
    game: Path, tmp_path: Path
) -> None:
    rows = START.replace("300,40", "310,50").replace("Rear,20,30", "Field,20,30")
    write_rows(game / "scenarios/new_game.csv", rows)
    module = built(game, tmp_path)
    assert stacks(module)["Red Guard", "Field", 310, 50] == 1
    assert stacks(module)["Marshal", "Field", 20, 30] == 1


@st.composite
def edits(draw: st.DrawFn) -> Rows:
    """The rows after some edits: rows that are deleted, copied, added and reordered."""
    rows = list(csv.DictReader(START.splitlines()))
    for number in range(draw(st.integers(1, 4))):
        edit = draw(st.sampled_from(["delete", "copy", "stack", "new stack", "order"]))
        at = draw(st.integers(0, len(rows) - 1)) if rows else 0
        if edit == "delete" and rows:
            del rows[at]
        elif edit == "copy" and rows and not rows[at]["piece"].startswith("card:"):
            rows.insert(draw(st.integers(0, len(rows))), dict(rows[at]))
        elif edit == "stack" and rows:
            piece = draw(st.sampled_from(["red_guard", "marshal"]))
            rows.append(rows[at] | {"piece": piece})
        elif edit == "new stack":
            piece, on = draw(st.sampled_from(["red_guard", "marshal"])), ["Field", "Rear"]
            point = {"x": str(number), "y": str(draw(st.integers(0, 400)))}
            pile = draw(st.sampled_from(["", f"#{20 + number}"]))
            rows.append({"piece": piece, "map": draw(st.sampled_from(on)), **point, "pile": pile})
        else:
            rows = draw(st.permutations(rows))
    return rows


def write_table(path: Path, rows: Rows) -> None:
    lines = [",".join(row.values()) for row in rows]
    write_rows(path, "\n".join([START.splitlines()[0], *lines, ""]))


@pytest.mark.long
@given(edits())
@settings(max_examples=25, deadline=None)
def test_random_edits_are_in_the_module(
    start: Path, tmp_path_factory: pytest.TempPathFactory, rows: Rows
) -> None:
    folder = tmp_path_factory.mktemp("edit")
    game = copied(start, folder / "game")
    write_table(game / "scenarios/new_game.csv", rows)
    module = built(game, folder)
    assert stacks(module) == wanted(rows)
    assert len(set(gpids(module))) == len(gpids(module))


@pytest.mark.engine
@pytest.mark.skipif(not os.environ.get("VASSAL_LIB"), reason="set VASSAL_LIB to VASSAL's lib")
@given(edits())
@settings(max_examples=4, deadline=None, derandomize=True)
def test_random_edits_in_the_engine(
    start: Path, tmp_path_factory: pytest.TempPathFactory, rows: Rows
) -> None:
    folder = tmp_path_factory.mktemp("edit")
    game = copied(start, folder / "game")
    write_table(game / "scenarios/new_game.csv", rows)
    report = verify(built(game, folder), Path(os.environ["VASSAL_LIB"]))
    expected = Counter(name for name, _, _, _ in wanted(rows).elements())
    found: Counter[str] = Counter()
    for (_, _, piece), count in report.places.items():
        found[piece] += count
    assert report.complaints == []
    assert found == expected


# --- saved set-ups -------------------------------------------------------------------------------


@pytest.mark.long
def test_rows_that_are_added_to_a_saved_set_up(tmp_path: Path) -> None:
    import_module(small_module(tmp_path), tmp_path / "game")
    table = next((tmp_path / "game/scenarios").glob("*.csv"))
    header, *lines = table.read_text("utf-8").splitlines()
    columns = header.split(",")

    def row(**cells: str) -> str:
        return ",".join(cells.get(column, "") for column in columns)

    with (tmp_path / "game/cards.csv").open("a", encoding="utf-8") as file:
        file.write("order_4,deck_1,Order 4,card1.png\n")
    pile = next(line.split(",")[columns.index("pile")] for line in lines if "card:" in line)
    added = [
        row(piece="card:order_4", pile=pile),
        row(piece="marshal", map="Field", x="30", y="40", pile="#9"),
        row(piece="marshal", map="Field", x="30", y="40", pile="#9"),
    ]
    text = table.read_text("utf-8")
    write_rows(table, text + "\n".join([*added, ""]))
    pieces = tmp_path / "game/pieces.csv"
    pieces.write_text(
        pieces.read_text("utf-8").replace("Marshal,counter,red,1", "Marshal,counter,red,9")
    )
    module = built(tmp_path / "game", tmp_path)
    path = tmp_path / "start.vsav"
    entries = read_packed(module).entries
    path.write_bytes(next(data for name, data in entries.items() if name.endswith(".vsav")))
    now = read_timeline([path]).go(0)
    there = [piece for piece in now.pieces.values() if (piece.x, piece.y) == (30, 40)]
    assert [piece.game_piece.basic.name for piece in there] == ["Marshal", "Marshal"]
    deck = next(pile for pile in now.piles.values() if pile.is_deck)
    assert len(deck.contents) == 4

    wrong = row(piece="card:order_4", pile="deck_x", map="Field", x="1", y="1")
    write_rows(table, f"{text}{wrong}\n")
    errors = [str(one) for one in load(tmp_path / "game").diagnostics.errors]
    place = f"scenarios/{table.name}:{len(lines) + 2}:"
    assert any(one.startswith(place) and "unknown pile `deck_x`" in one for one in errors)
    write_rows(table, f"{text}{wrong.replace('card:order_4', 'marshal')}\n")
    with pytest.raises(PartsError, match="the set-up has no deck `deck_x`"):
        built(tmp_path / "game", tmp_path)
    off = row(piece="marshal", map="Field", x="9000", y="1")
    write_rows(table, f"{text}{off}\n")
    with pytest.raises(PartsError, match=f":{len(lines) + 2}: the point 9000, 1 is not on the map"):
        built(tmp_path / "game", tmp_path)
    # A set-up may show a board twice: the map is then wider.
    (rest,) = (tmp_path / "game").glob(f"**/setups/{table.stem}.yaml")
    data = yaml.safe_load(rest.read_text("utf-8"))
    boards = SetBoards(picker="FieldBoardPicker", boards=(("A", "0", "0"), ("A/rev", "1", "0")))
    rest.write_text(yaml.safe_dump(data | {"commands": [boards.text]}), "utf-8")
    assert built(tmp_path / "game", tmp_path)
    first = lines[0].split(",")[columns.index("id")]
    copy = row(piece="marshal", map="Field", x="1", y="1", id=first)
    write_rows(table, f"{text}{copy}\n")
    errors = [str(one) for one in load(tmp_path / "game").diagnostics.errors]
    assert any(f"the id {first} is that of line 2; leave the cell empty" in one for one in errors)


def saved_module(folder: Path) -> Path:
    """The module of `start_module` with a set-up: stacks, lone pieces, and two decks."""
    start = read_module(start_module(folder))
    tree = start.tree
    field = next(one for one in tree.children if one.attributes.get("mapName") == "Field")
    spent = component("DrawPile", name="Spent", owningBoard="Land", x=560, y=60)
    field.children.append(spent)
    tree.children.append(component("PredefinedSetup", name="Dawn", file="dawn.vsav", useFile=True))
    orders, pile = DeckType(name="Orders", width=60, height=80), DeckType(name="Spent", width=60)
    pieces = [
        in_play(UNIT, "20").at("Field", 100, 200, "50"),
        in_play(LEADER, "21").at("Field", 100, 200, "51"),
        in_play(UNIT, "22").at("Field", 300, 40, "52"),
        in_play(LEADER, "23").at("Rear", 20, 30, "53"),
        in_play(CARDS[0], "10").at("Field", 500, 60, "54"),
        in_play(CARDS[1], "11").at("Field", 500, 60, "55"),
    ]
    piles = [
        Stack("60", "Field", 100, 200, ("50", "51")),
        Stack("61", "Field", 300, 40, ("52",)),
        Stack("62", "Rear", 20, 30, ("53",)),
        Deck("63", orders, "Field", 500, 60, True, ("54", "55")),
        Deck("64", pile, "Field", 560, 60, True),
    ]
    commands = [one.add_command() for one in (*pieces, *piles)]
    boards = [save.board_command(name, [("Land", 0, 0)]) for name in ("Field", "Rear")]
    text = save.save_text(commands, [*boards, save.SETUP_STACK])
    files = {"dawn.vsav": archive_bytes(save.save_entries(text, METADATA))}
    path = folder / "saved.vmod"
    write_module(path, Module(tree, METADATA, start.images, files))
    return path


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the module with a set-up, which has enough pieces for all edits."""
    folder = tmp_path_factory.mktemp("saved")
    import_module(saved_module(folder), folder / "game")
    table = folder / "game/pieces.csv"
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    lines = [",".join(rows[0]), *(",".join((row | {"count": "40"}).values()) for row in rows)]
    write_rows(table, "\n".join([*lines, ""]))
    return folder / "game"


DAWN = "scenarios/dawn.csv"
DECKS = {"deck_orders": (500, 60), "deck_spent": (560, 60)}


@st.composite
def saved_edits(draw: st.DrawFn, rows: Rows) -> Rows:
    """Rows of a saved set-up after some edits, each with its point."""
    rows = [dict(row) for row in rows]
    for number in range(draw(st.integers(1, 6))):
        edits = ["delete", "copy", "move", "join", "to a deck", "out of a deck", "flip", "order"]
        edit = draw(st.sampled_from(edits))
        at = draw(st.integers(0, len(rows) - 1)) if rows else 0
        if not rows or edit == "order":
            rows = draw(st.permutations(rows))
            continue
        row, is_card = rows[at], rows[at]["piece"].startswith("card:")
        alone = {"map": "Field", "x": str(600 + number), "y": str(100 + number)}
        if edit == "delete":
            del rows[at]
        elif edit == "copy" and not is_card:
            rows.insert(draw(st.integers(0, len(rows))), row | {"id": ""})
        elif (edit == "move" and not is_card) or (edit == "out of a deck" and is_card):
            rows[at] = row | alone | {"pile": draw(st.sampled_from(["", f"#{70 + number}"]))}
        elif edit == "join" and not is_card:
            others = [one for one in rows if one["pile"].startswith("#")]
            if others:
                other = draw(st.sampled_from(others))
                point = {key: other[key] for key in ("map", "x", "y")}
                rows[at] = row | point | {"pile": other["pile"].partition("/")[0]}
        elif edit == "to a deck" and is_card:
            pile = draw(st.sampled_from(sorted(DECKS)))
            x, y = DECKS[pile]
            rows[at] = row | {"map": "Field", "x": str(x), "y": str(y), "pile": pile}
        elif edit == "flip" and row["piece"].startswith("red_guard"):
            rows[at] = row | {
                "piece": draw(st.sampled_from(["red_guard/face1", "red_guard/tired"]))
            }
    return rows


def built_from(saved: Path, folder: Path, rows: Rows) -> Path:
    game = copied(saved, folder / "game")
    lines = [",".join(rows[0]) if rows else (saved / DAWN).read_text("utf-8").splitlines()[0]]
    write_rows(game / DAWN, "\n".join([*lines, *(",".join(row.values()) for row in rows), ""]))
    return built(game, folder)


def dawn_rows(saved: Path) -> Rows:
    return list(csv.DictReader((saved / DAWN).read_text("utf-8").splitlines()))


@pytest.mark.slow
@given(st.data())
@settings(max_examples=40, deadline=None)
def test_random_edits_of_a_saved_set_up(
    saved: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    rows = data.draw(saved_edits(dawn_rows(saved)))
    folder = tmp_path_factory.mktemp("edit")
    path = folder / "dawn.vsav"
    path.write_bytes(read_packed(built_from(saved, folder, rows)).entries["dawn.vsav"])
    now = read_timeline([path]).go(0)
    expected = Counter(
        (NAMES[row["piece"].partition("/")[0]], row["map"], int(row["x"]), int(row["y"]))
        for row in rows
    )
    pieces = now.pieces.values()
    assert Counter((one.game_piece.basic.name, one.map, one.x, one.y) for one in pieces) == expected
    for pile in now.piles.values():
        if pile.is_deck:
            inside = [row for row in rows if DECKS.get(row["pile"]) == (pile.x, pile.y)]
            names = [now.pieces[key].game_piece.basic.name for key in pile.contents]
            assert names == [NAMES[row["piece"]] for row in inside]


@pytest.mark.engine
@pytest.mark.skipif(not os.environ.get("VASSAL_LIB"), reason="set VASSAL_LIB to VASSAL's lib")
@given(st.data())
@settings(max_examples=4, deadline=None, derandomize=True)
def test_random_edits_of_a_saved_set_up_in_the_engine(
    saved: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    rows = data.draw(saved_edits(dawn_rows(saved)))
    folder = tmp_path_factory.mktemp("edit")
    report = verify(built_from(saved, folder, rows), Path(os.environ["VASSAL_LIB"]))
    found: Counter[str] = Counter()
    for (_, _, piece), count in report.places.items():
        found[piece] += count
    maps = {name: pieces for _, name, pieces, _ in report.maps if pieces}
    assert report.complaints == []
    assert found == Counter(NAMES[row["piece"].partition("/")[0]] for row in rows)
    assert maps == Counter(row["map"] for row in rows)
