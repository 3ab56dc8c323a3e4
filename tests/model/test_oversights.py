"""Warnings of what is allowed but seldom meant."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from modgen.assets import template_path
from modgen.draw.board import draw_board
from modgen.draw.drawable import check_drawings
from modgen.model.files.art import forget_art
from modgen.model.loading.folder import load


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "game"
    shutil.copytree(template_path(), copy)
    return copy


def node(key: str, x: int, y: int) -> str:
    return f"  - {{id: {key}, name: {key.title()}, kind: node, at: [{x}, {y}]}}\n"


EDGES = "\n# Adjacent spaces."
PILES = """piles:
  - {pile: draw, build: [{cards: ["1", "2", "3", "4"], shuffle: true}]}
"""
OVERSIGHTS = {
    "two pieces of one name": (
        "pieces.csv",
        "castle_red,Red castle,",
        "castle_red,Red army,",
        "pieces.csv:4:12: warning: the piece `army_red` has the same name",
    ),
    "centimetres": (
        "pieces.csv",
        "red,6,cube,9,",
        "red,6,cube,1.5,",
        "pieces.csv:3:47: warning: `army_red` is 1.5 mm wide, which is very small",
    ),
    "one strength for two faces": (
        "pieces.csv",
        "Fresh|Tired,2|1,|moon,red_camp",
        "Fresh|Tired,2,|,red_camp",
        "pieces.csv:3:73: warning: only the first of 2 faces has the `strength` 2",
    ),
    "two faces of one look": (
        "pieces.csv",
        "2|1,|moon,red_camp",
        "2|1,|,red_camp",
        "pieces.csv:3:77: warning: the faces `fresh` and `tired` of `army_red` look the same; "
        "give one of them an icon, a text or a colour of its own",
    ),
    "cards that stay in the box": (
        "scenarios/start.yaml",
        PILES,
        "",
        "cards.yaml:3:10: warning: no scenario brings the cards of the deck `fortune` into play",
    ),
    "a node off its board": (
        "map.yaml",
        EDGES,
        f"{node('far', 900, 50)}{EDGES}",
        "map.yaml:18:42: the space `far` is off its board; the board is 280 × 200 mm",
    ),
    "a space without an edge": (
        "map.yaml",
        EDGES,
        f"{node('inn', 20, 190)}{EDGES}",
        "map.yaml:18:5: warning: no edge leads to the space `inn`",
    ),
    "nodes over each other": (
        "map.yaml",
        EDGES,
        f"{node('inn', 20, 190)}{node('mill', 28, 190)}{EDGES}",
        "map.yaml:19:44: warning: the space `mill` lies over the space `inn`",
    ),
    "a back that tells what it hides": (
        "pieces.csv",
        "home,tracks,text\narmy_red,Red army,Red armies,force,red,6,cube,9,fresh|tired,Fresh|Tired,"
        "2|1,|moon,red_camp,,\ncastle_red,Red castle,Red castles,force,red,2,disc,12,front,,1,"
        "crown,red_camp,,",
        "home,tracks,text,back\narmy_red,Red army,Red armies,force,red,6,cube,9,fresh|tired,"
        "Fresh|Tired,2|1,|moon,red_camp,,,fist\ncastle_red,Red castle,Red castles,force,red,2,cube,"
        "12,front,,1,crown,red_camp,,,fist",
        "pieces.csv:4:52: warning: `castle_red` and `army_red` may lie face down, but differ"
        " in size",
    ),
    "backs that tell two pieces apart": (
        "pieces.csv",
        "home,tracks,text\narmy_red,Red army,Red armies,force,red,6,cube,9,fresh|tired,Fresh|Tired,"
        "2|1,|moon,red_camp,,\ncastle_red,Red castle,Red castles,force,red,2,disc,12,front,,1,"
        "crown,red_camp,,",
        "home,tracks,text,back\narmy_red,Red army,Red armies,force,red,6,cube,9,fresh|tired,"
        "Fresh|Tired,2|1,|moon,red_camp,,,fist\ncastle_red,Red castle,Red castles,force,red,2,cube,"
        "9,front,,1,crown,red_camp,,,crown",
        "pieces.csv:4:80: warning: `castle_red` and `army_red` may lie face down, but differ"
        " in back",
    ),
    "a force that never comes": (
        "pieces.csv",
        "army_blue,Blue army",
        "scout,Scout,Scouts,force,red,1,cube,9,front,,1,,,,\narmy_blue,Blue army",
        "pieces.csv:5:1: warning: no scenario brings `scout` into play, and it has no home",
    ),
    "a count that is too high": (
        "pieces.csv",
        "army_blue,Blue army",
        "scout,Scout,Scouts,force,red,30,cube,9,front,,1,,,,\narmy_blue,Blue army",
        "pieces.csv:5:30: warning: there are 30 of `scout`, but set-ups place at most 2, and it has"
        " no home; correct the `count`, place the others, or give it a box as its `home`",
    ),
    "a card that no set-up names": (
        "scenarios/start.yaml",
        '["1", "2", "3", "4"]',
        '["1", "2", "3"]',
        "cards.csv:5:1: warning: no scenario brings the card `4` into play",
    ),
    "a level marker without a level": (
        "pieces.csv",
        "army_blue,Blue army",
        "rain,Rain,Rain,level,,1,counter,8,front,,0,,,track,R\narmy_blue,Blue army",
        "pieces.csv:5:46: warning: no scenario puts the level marker `rain` on its track; write "
        "`levels: {rain: 0}` in each scenario",
    ),
    "a track over a box": (
        "map.yaml",
        "x: 8, y: 4, w: 24, h: 18, count: 11",
        "x: 8, y: 14, w: 24, h: 18, count: 11",
        "map.yaml:32:9: warning: the track `track` lies over the box `draw`",
    ),
    "a track over an area": (
        "map.yaml",
        "x: 8, y: 4, w: 24, h: 18, count: 11",
        "x: 8, y: 76, w: 17, h: 18, count: 11",
        "map.yaml:32:9: warning: the track `track` lies over the space `north`",
    ),
    "names over each other": (
        "map.yaml",
        "pieces_at: [150, 85]}",
        "pieces_at: [150, 85], label_at: [150, 134]}",
        "map.yaml:15:22: warning: the name of `east` lies over that of `north`",
    ),
    "too few names of faces": (
        "pieces.csv",
        "fresh|tired,Fresh|Tired,2|1,|moon,red_camp",
        "fresh|tired|lost,Fresh|Tired,2|1|1,||,red_camp",
        "pieces.csv:3:66: warning: `army_red` has 3 faces and 2 names of faces",
    ),
    "an icon in a column of one's own": (
        "cards.csv",
        "id,deck,title,icon,text\n1,fortune,Good roads,flag,",
        "id,deck,title,Picture,text\n1,fortune,Good roads,flagg,",
        "cards.csv:2:22: there is no art/flagg.svg, no art/flagg.png and no bundled icon `flagg`; "
        "did you mean `flag`?",
    ),
    "the cost of an edge that is not there": (
        "game.yaml",
        "steps: 1, phases: [march]}",
        "points: 1, costs: {rail: 1}, phases: [march]}",
        "game.yaml:51:56: warning: no edge of map.yaml is of the kind `rail`",
    ),
    "a long menu of dice": (
        "game.yaml",
        '  - {id: die, name: Die, sides: 6, colour: "#f4f1e8"}\n',
        "".join(f"  - {{id: d{n}, name: D{n}, menu: Dice}}\n" for n in range(8)),
        "game.yaml:28:30: warning: the menu `Dice` has more than 7 entries; "
        "put some of its dice into a `group`",
    ),
    "a group of dice without a menu": (
        "game.yaml",
        'name: Die, sides: 6, colour: "#f4f1e8"}',
        "name: Die, group: Fire}",
        "game.yaml:21:33: `die` has a `group` and no `menu`; add the `menu`",
    ),
    "a group of dice with the name of another": (
        "game.yaml",
        'name: Die, sides: 6, colour: "#f4f1e8"}',
        "name: Die}\n  - {id: fire, name: Fire, menu: Red, group: Die}",
        "game.yaml:22:46: the group `Die` is also the name of another button or menu",
    ),
    "a short row of a table": (
        "charts/turn.yaml",
        "kind: list\n",
        'kind: table\ncolumns: [Roll, 1-2, 2-1]\nrows:\n  - ["1", AE, DR]\n  - ["2", AR]\n',
        "charts/turn.yaml:8:5: warning: this row has 2 entries; the chart has 3 columns",
    ),
    "a list without entries": (
        "charts/turn.yaml",
        "kind: list\n",
        "kind: table\n",
        "charts/turn.yaml:4:7: warning: the chart `turn` is a table without `rows`; write its",
    ),
    "a disc over the edge of the board": (
        "map.yaml",
        EDGES,
        f"{node('inn', 3, 190)}{EDGES}",
        "map.yaml:18:42: warning: the space `inn` reaches beyond its board; move it or give it a",
    ),
    "a side that has nothing": (
        "game.yaml",
        "sides:\n",
        'sides:\n  - {id: monks, name: Monks, colour: "#777777"}\n',
        "game.yaml:17:10: warning: the side `monks` has no pieces, cards, boxes or phases; write",
    ),
    "a misspelt value in a total": (
        "game.yaml",
        "state: control, value: blue",
        "state: control, value: bleu",
        "game.yaml:47:139: unknown value `bleu`; did you mean `blue`?",
    ),
    "a state of spaces that are not there": (
        "game.yaml",
        "kinds: [area]",
        "kinds: [area, areas]",
        "game.yaml:37:19: warning: no space is of the kind `areas`; did you mean `area`?",
    ),
    "an unclosed bracket": (
        "game.yaml",
        "languages: [en, es]",
        "languages: [en, es",
        "game.yaml:16:1: not valid YAML: did not find expected ',' or ']'; close the bracket `[` "
        "of line 13, with commas between entries",
    ),
    "a colon in a text": (
        "game.yaml",
        "description: ",
        "description: Goal: ",
        "game.yaml:9:18: not valid YAML: mapping values are not allowed in this context; put a ",
    ),
}


def test_a_game_without_a_set_up(folder: Path) -> None:
    (folder / "scenarios" / "start.yaml").unlink()
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    told = "warning: the game has no set-up; write one into `scenarios/start.yaml`"
    assert sum(one.endswith(told) for one in found) == 1


def test_a_second_set_up_of_the_same_name_without_the_turn(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(template_path("point-to-point"), folder)
    text = (folder / "scenarios" / "start.yaml").read_text("utf-8")
    again = text.replace("id: start", "id: again", 1).replace(", day_marker: 1", "", 1)
    (folder / "scenarios" / "two.yaml").write_text(again, "utf-8")
    name, marker = sorted(load(folder).diagnostics.collected, key=lambda one: one.message)[::-1]
    assert "has the same name; give each a name of its own, so that players can tell" in str(name)
    assert "`again` does not put the turn marker `day_marker` on its track" in str(marker)


def test_a_table_whose_name_has_capitals(folder: Path) -> None:
    (folder / "pieces.csv").rename(folder / "Pieces.CSV")
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    if not (folder / "pieces.csv").exists():  # capitals count here
        assert "Pieces.CSV:1:1: the file's name must be pieces.csv; rename it" in found


SQUARES = """grids:
  - id: field
    name: Field
    kind: square
    rect: {x: 10, y: 10, w: 60, h: 40}
    size: 20
    columns: 3
    rows: 2
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", None),
        (
            "columns: 3",
            "columns: 5",
            "5 columns of 20 mm are 100 mm wide, but the grid `field` is",
        ),
        (
            "rows: 2",
            "rows: 1",
            "1 rows of 20 mm are 20 mm high, but the grid `field` is 40",
        ),
    ],
)
def test_squares_fill_their_grid(tmp_path: Path, old: str, new: str, told: str | None) -> None:
    folder = _tiles(tmp_path, SQUARES.replace(old, new), 4)
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    assert [told in one for one in found] == [True] if told else not found


def test_directions_that_do_not_fit_squares(tmp_path: Path) -> None:
    (told,) = map(str, load(_tiles(tmp_path, SQUARES, 5)).diagnostics.sorted())
    assert "`tile` has 5 directions, which do not fit squares; write 4" in told


def _tiles(folder: Path, grid: str, facings: int) -> Path:
    """A game of tiles on squares."""
    (folder / "scenarios").mkdir()
    for name, text in {
        "game.yaml": 'id: tiles\ntitle: Tiles\nversion: "1.0"\nlanguages: [en]\nsides:\n'
        '  - {id: red, name: Red, colour: "#b3392c"}\nterrains:\n  - {id: clear, name: Clear}\n',
        "map.yaml": f"boards:\n  - {{id: main, name: Field, width: 80, height: 60}}\n{grid}",
        "pieces.csv": f"name,side,size,facings\nTile,red,16,{facings}\n",
        "scenarios/start.yaml": "id: start\nname: Start\ntext: Begin.\nplace:\n  A1: {tile: 1}\n",
    }.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("mistake", OVERSIGHTS)
def test_an_oversight(folder: Path, mistake: str) -> None:
    file, old, new, message = OVERSIGHTS[mistake]
    text = (folder / file).read_text("utf-8")
    if "30 of `scout`" in message:
        start = folder / "scenarios" / "start.yaml"
        start.write_text(start.read_text("utf-8").replace("army_red: 2", "scout: 2, army_red: 2"))
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    if "Picture" in new:
        layout = folder / "layouts" / "fortune.yaml"
        icon = '  - {kind: icon, x: 1, y: 1, w: 5, h: 5, icon: "{Picture}"}\n'
        layout.write_text(layout.read_text("utf-8") + icon, "utf-8")
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    assert any(one.startswith(message) for one in found), found


def test_nodes_side_by_side(folder: Path) -> None:
    path = folder / "map.yaml"
    nodes = f"{node('inn', 20, 40)}{node('mill', 34, 40)}{EDGES}"
    path.write_text(path.read_text("utf-8").replace(EDGES, nodes, 1), "utf-8")
    assert not any("lies over" in str(one) for one in load(folder).diagnostics.sorted())


@pytest.mark.long
def test_a_chart_too_small_for_its_letters(tmp_path: Path) -> None:
    folder = tmp_path / "blocks"
    shutil.copytree(template_path("blocks"), folder)
    path = folder / "map.yaml"
    text = path.read_text("utf-8")
    assert not [*check_drawings([load(folder).game])]
    path.write_text(text.replace("w: 48, h: 44", "w: 18, h: 16"), "utf-8")
    (found,) = check_drawings([load(folder).game])
    assert re.search(r"letters of [234]\.\d points in the box `battle_key`", found.message)
    assert found.hint.startswith("for 5.5 points, make the box ")
    wide, high = re.findall(r"\d+", found.hint)[2:4]
    path.write_text(text.replace("w: 48, h: 44", f"w: {wide}, h: {high}"), "utf-8")
    assert not [*check_drawings([load(folder).game])]


@pytest.mark.long
def test_a_chart_too_large_for_an_aid(folder: Path) -> None:
    names = ", ".join(f"Column {number}" for number in range(30))
    text = f"id: big\nname: Big\nkind: table\ncolumns: [{names}]\nrows:\n"
    path = folder / "charts" / "big.yaml"
    path.write_text(text + f"  - [{names}]\n" * 60, "utf-8")
    (found,) = check_drawings([load(folder).game])
    assert "the chart `big` has letters of " in found.message
    assert found.hint.endswith("or give it fewer columns")
    path.write_text("id: big\nname: Big\nkind: text\nintro: |\n" + "  A word.\n" * 20, "utf-8")
    assert not [*check_drawings([load(folder).game])]


def test_terrain_that_no_cell_has(tmp_path: Path) -> None:
    folder = tmp_path / "hex"
    shutil.copytree(template_path("hex"), folder)
    path = folder / "game.yaml"
    text = path.read_text("utf-8")
    swamp = "terrains:\n  - {id: swamp, name: Swamp, cost: 3}\n"
    path.write_text(text.replace("terrains:\n", swamp, 1), "utf-8")
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    assert any("no cell of the map has the terrain `swamp`" in one for one in found), found


def test_a_table_in_another_format(folder: Path) -> None:
    (folder / "pieces.csv").rename(folder / "pieces.ods")
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    assert "pieces.ods:1:1: tables in this format are not read; " in found[0]
    assert found[0].endswith("save it as pieces.xlsx or pieces.csv")


def test_a_moved_map_is_one_mistake_with_a_count(tmp_path: Path) -> None:
    folder = tmp_path / "blocks"
    shutil.copytree(template_path("blocks"), folder)
    path = folder / "map.yaml"
    text = path.read_text("utf-8")
    moved = re.sub(r"pieces_at: \[(\d+)", lambda found: f"pieces_at: [{int(found[1]) + 200}", text)
    path.write_text(moved, "utf-8")
    (found,) = map(str, load(folder).diagnostics.sorted())
    assert "`pieces_at` is outside the space `norland` (and 7 more like this: 18:" in found
    assert "the space reaches from 12, 22 to 88, 80" in found


CAPE = [
    (
        "map.yaml",
        "rect: {x: 224, y: 40, w: 48, h: 47}",
        "rect: {x: 224, y: 40, w: 48, h: 43}",
        "larger than its box `draw`, which has 48 × 37.5 mm below its name",
    ),
    (
        "map.yaml",
        "name: Dry Wells, kind",
        "name: Old Fort, kind",
        "map.yaml:18:26: warning: the space `dry_wells` has the same name",
    ),
    (
        "map.yaml",
        "via: [[122, 142]]",
        "via: [[122, 142], [1220, 142]]",
        "map.yaml:40:63: the line between `ferry` and `bridge` bends off its board; the board is "
        "277 × 190 mm",
    ),
    (
        "map.yaml",
        "via: [[122, 142]]",
        "via: [122, 142]",
        "map.yaml:40:51: expected a list, found `122`; write a list of lists, such as "
        "`[[122, 142]]` for one point",
    ),
    (
        "map.yaml",
        "edges:\n",
        "edge_kinds:\n  - {id: trail, name: Trail}\nedges:\n",
        "map.yaml:29:10: warning: no edge is of the kind `trail`",
    ),
    (
        "game.yaml",
        "costs: {road: 1, river: 1}, phases: [raider_moves], edges: [road, river]",
        "costs: {road: 1, rail: 1}, phases: [raider_moves], edges: [road, river]",
        "game.yaml:53:50: warning: the pieces of this rule may not use edges of the kind `rail`; "
        "add the kind to `edges`, or delete its cost",
    ),
    (
        "game.yaml",
        "phases: [raider_moves]",
        "phases: [guild_moves]",
        "game.yaml:53:69: warning: `band` of the side `raiders` moves only in phases of `guild`; "
        "name a phase of its own side, or one that belongs to no side",
    ),
    (
        "game.yaml",
        "edges: [road, river]}",
        "edges: [air]}",
        "warning: `band` cannot leave `",
    ),
    (
        "cards.yaml",
        "layout: event,",
        "layout: evening_paper,",
        "unknown layout `evening_paper`; write the file layouts/evening_paper.yaml, or delete "
        "`layout` for a plain one",
    ),
    (
        "game.yaml",
        "    phases:\n",
        "\tphases:\n",
        "game.yaml:28:1: not valid YAML: found a tab character in the indentation; write",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), CAPE)
def test_a_slip_in_a_point_to_point_game(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    folder = tmp_path / "game"
    shutil.copytree(template_path("point-to-point"), folder)
    text = (folder / file).read_text("utf-8")
    assert old in text
    assert not load(folder).diagnostics.sorted()
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    assert any(message in one for one in found), found


def test_a_piece_of_no_side_moves_in_the_phases_of_any(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(template_path("point-to-point"), folder)
    with (folder / "pieces.csv").open("a", encoding="utf-8") as file:
        file.write("caravan,Caravan,Caravans,force,,2,cube,9,front,,0,,stable,,\n")
    path = folder / "game.yaml"
    rule = "moves:\n  - {pieces: [caravan], points: 1, phases: [raider_moves]}"
    path.write_text(path.read_text("utf-8").replace("moves:", rule, 1), "utf-8")
    assert [str(one) for one in load(folder).diagnostics.sorted()] == []


@pytest.mark.parametrize(
    ("rolls", "told"),
    [
        ("1 2 3 5 6", "the rows go from 3 to 5; there is none for 4"),
        ("1-2 3 5–6 7", "the rows go from 3 to 5; there is none for 4"),
        ("1 2 3 4 5 6", ""),
        ("5 10 15 20 25", ""),
        ("1 2 4", ""),
        ("1 2 3 clear 6", ""),
    ],
)
def test_a_table_without_a_result_of_the_die(folder: Path, rolls: str, told: str) -> None:
    rows = "".join(f'  - ["{roll}", AE]\n' for roll in rolls.split())
    table = f"id: crt\nname: Results\nkind: table\ncolumns: [Die, Result]\nrows:\n{rows}"
    (folder / "charts" / "crt.yaml").write_text(table, "utf-8")
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    assert [one for one in found if "the rows go from" in one] == [
        one for one in found if told and told in one
    ]
    assert bool(told) == any("crt.yaml" in one for one in found), found


def test_a_hand_that_is_dealt_too_large(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    shutil.copytree(template_path("cards"), folder)
    path = folder / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace("hand_limit: 7", "hand_limit: 2"), "utf-8")
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    assert any(
        "`red` gets 4 cards of the deck `goods`, whose `hand_limit` is 2" in o for o in found
    )


def test_tiny_cards_and_a_misspelt_count(tmp_path: Path) -> None:
    """A deck in inches is told, not a crash; a header like `No. of crads` is not printed."""
    folder = tmp_path / "plain"
    shutil.copytree(template_path("cards"), folder)
    path = folder / "cards.yaml"
    text = path.read_text("utf-8").replace(
        "layout: goods, back: goods_back", "width: 2.5, height: 3.5"
    )
    path.write_text(text, "utf-8")
    (folder / "layouts" / "goods.yaml").unlink()
    (folder / "layouts" / "goods_back.yaml").unlink()
    table = folder / "cards.csv"
    table.write_text(table.read_text("utf-8").replace(",copies,", ",No. of crads,", 1), "utf-8")
    start = folder / "scenarios" / "start.yaml"
    start.write_text(start.read_text("utf-8").replace("count: 4", "count: 1"), "utf-8")
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    assert any("a width of 2.5 mm is very small for a card" in one for one in found), found
    assert any("shows the column `No. of crads`; did you mean `copies`?" in one for one in found)


@pytest.mark.long
def test_pictures_of_terrain_and_conditions(tmp_path: Path) -> None:
    """They are the game's own, drawn on the map, and missed where they are named."""
    folder = tmp_path / "hex"
    shutil.copytree(template_path("hex"), folder)
    path = folder / "game.yaml"
    text = path.read_text("utf-8").replace("look: woods,", "picture: peat,", 1)
    path.write_text(text + "conditions:\n  - {id: wet, name: Wet, icon: fist}\n", "utf-8")
    (folder / "art").mkdir(exist_ok=True)
    peat = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 7.25h7z"/></svg>'
    (folder / "art" / "peat.svg").write_text(peat, "utf-8")
    assert "7.25" in draw_board(load(folder).game, "main").svg
    (folder / "art" / "peat.svg").unlink()
    path.write_text(path.read_text("utf-8").replace("icon: fist", "icon: fisst"), "utf-8")
    forget_art()
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    for name in ("peat", "fisst"):
        assert any(f"there is no art/{name}.svg" in one for one in found), found
