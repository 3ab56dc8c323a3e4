"""Mistakes in the files of a hex game: each has a plain message with its place and a remedy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from modgen.draw.board import draw_board
from modgen.model.loading.folder import load
from modgen.model.movement.graph import graph_of

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "hex-game.md"
MISTAKES = {
    "a plan with too few letters": (
        "map.yaml",
        "columns: 11",
        "columns: 12",
        "map.yaml:17:9",
        "this row has 11 letters; the grid has 12 columns",
    ),
    "a road that jumps": (
        "map.yaml",
        "0106 0206",
        "0106 0306",
        "map.yaml:24:34",
        "`0306` is not adjacent to `0106`",
    ),
    "a side that a hex lacks": (
        "map.yaml",
        '{cell: "0203", side: n,',
        '{cell: "0203", side: e,',
        "map.yaml:26:30",
        "a cell of `field` has no side `e`; it has nw, n, ne, se, s, sw",
    ),
    "a path of sides that jumps": (
        "map.yaml",
        '- {cell: "0203", side: n, feature: river}',
        "- {feature: river, between: 0202/0203 0203/0403}",
        "map.yaml:26:",
        "`0203` and `0403` are not adjacent",
    ),
    "a path of sides with a wrong hex": (
        "map.yaml",
        '- {cell: "0203", side: n, feature: river}',
        "- {feature: river, between: 0202/0299}",
        "map.yaml:26:",
        "unknown cell `0299`",
    ),
    "a path of hexes instead of sides": (
        "map.yaml",
        '- {cell: "0203", side: n, feature: river}',
        "- {feature: river, between: 0202 0203}",
        "map.yaml:26:",
        "write two cells with a stroke, such as 0301/0302, not 0202",
    ),
    "a side without its cell": (
        "map.yaml",
        '- {cell: "0203", side: n, feature: river}',
        "- {side: n, feature: river}",
        "map.yaml:26:",
        "`cell` and `side` belong together",
    ),
    "an unknown hex": (
        "map.yaml",
        '{cell: "0203", side: n,',
        '{cell: "0299", side: n,',
        "map.yaml:26:16",
        "unknown cell `0299`",
    ),
    "a name for an unknown hex": (
        "map.yaml",
        '{"0705": Old Mill}',
        '{"7005": Old Mill}',
        "map.yaml:28:13",
        "unknown cell `7005`; did you mean `1005`?",
    ),
    "an unknown terrain": (
        "map.yaml",
        "w: {terrain: woods}",
        "w: {terrain: wood}",
        "map.yaml:13:20",
        "unknown terrain `wood`; did you mean `woods`?",
    ),
    "hexes that are too large": (
        "map.yaml",
        "size: 24",
        "size: 48",
        "scenarios/start.yaml:6:11",
        "the middle of `0703` is off its board",
    ),
    "a rectangle that is too small": (
        "map.yaml",
        "rect: {x: 10, y: 10, w: 240, h: 170}",
        "rect: {x: 10, y: 10, w: 100, h: 170}",
        "scenarios/start.yaml:5:11",
        "outside the `rect` of `field`, and of 3 more cells too; its cells need "
        "`rect: {x: 10, y: 10, w: 235.6, h: 156.0}`",
    ),
    "an unknown kind of grid": (
        "map.yaml",
        "kind: hex",
        "kind: hexes",
        "map.yaml:6:11",
        "`hexes` is not allowed here; did you mean `hex`?",
    ),
    "an unknown feature": (
        "map.yaml",
        "feature: road, through",
        "feature: rod, through",
        "map.yaml:24:19",
        "unknown feature `rod`; did you mean `road`?",
    ),
    "a unit with its number": (
        "map.yaml",
        "size: 24",
        "size: 24mm",
        "map.yaml:8:11",
        "expected a number, found `24mm`; `size` is side of a square",
    ),
    "a rectangle as a list": (
        "map.yaml",
        "rect: {x: 10, y: 10, w: 240, h: 170}",
        "rect: [10, 10, 240, 170]",
        "map.yaml:7:11",
        "expected a mapping, found a list; `rect` is the area that the cells fill",
    ),
    "an id that another place has": (
        "map.yaml",
        "{id: dead,",
        "{id: field,",
        "map.yaml:4:9",
        "the place `field` is duplicated; rename one of the two",
    ),
    "a board that is too narrow": (
        "map.yaml",
        "width: 260",
        "width: 130",
        "map.yaml:30:56",
        "the box `dead` reaches beyond its board; the board is 130 × 190 mm",
    ),
    "a cost in words": (
        "game.yaml",
        "name: Woods, cost: 2",
        "name: Woods, cost: two",
        "game.yaml:16:36",
        "expected a number, found `two`",
    ),
    "an unknown look": (
        "game.yaml",
        "look: woods",
        "look: forest",
        "game.yaml:16:45",
        "`forest` is not allowed here; it can be `cliff`",
    ),
    "an unknown road": (
        "game.yaml",
        "roads: {road: 0.5}, phases: [blue",
        "roads: {roda: 0.5}, phases: [blue",
        "game.yaml:23:50",
        "unknown feature `roda`; did you mean `road`?",
    ),
    "a word instead of a list": (
        "game.yaml",
        "pieces: [grey_cavalry]",
        "pieces: grey_cavalry",
        "game.yaml:25:14",
        "expected a list, found `grey_cavalry`",
    ),
    "an unknown symbol": (
        "pieces.csv",
        "infantry|infantry",
        "infantrie|infantry",
        "pieces.csv:2:72",
        "no bundled icon `infantrie`; did you mean `infantry`?",
    ),
    "an unknown column": (
        "pieces.csv",
        "id,name,kind",
        "id,name,type",
        "pieces.csv:1:9",
        "for a property of your own, call the column `attributes.type`",
    ),
    "a home that is no box": (
        "pieces.csv",
        ",dead\n",
        ",daed\n",
        "pieces.csv:2:98",
        "unknown box `daed`; did you mean `dead`?",
    ),
    "a counter larger than a hex": (
        "pieces.csv",
        ",counter,14,",
        ",counter,40,",
        "pieces.csv:2:",
        "warning: `blue_infantry` is 40 mm wide, a cell of `field` only 24 mm",
    ),
    "a hex without its first zero": (
        "scenarios/start.yaml",
        '"0602"',
        "602",
        "scenarios/start.yaml:5:3",
        "unknown space `602`; did you mean `0602`?",
    ),
    "too many in a hex": (
        "scenarios/start.yaml",
        "{blue_infantry: 2}",
        "{blue_infantry: 3}",
        "scenarios/start.yaml:5:11",
        "at most 2 may stack",
    ),
    "a piece without a number": (
        "scenarios/start.yaml",
        "{blue_infantry: 2}",
        "blue_infantry",
        "scenarios/start.yaml:5:11",
        "expected a mapping, found `blue_infantry`",
    ),
    "movement points in words": (
        "game.yaml",
        "points: 4, roads",
        "points: fast, roads",
        "game.yaml:23:39",
        "expected a number or a mapping, found `fast`; `points` is",
    ),
    "a key of several letters in a legend": (
        "map.yaml",
        "w: {terrain: woods}",
        "ww: {terrain: woods}",
        "map.yaml:13:7",
        "`ww` is not one letter; each cell of the plan has one",
    ),
    "two boards with one name": (
        "map.yaml",
        "boards:\n",
        "boards:\n  - {id: two, name: Map, width: 9, height: 9}\n",
        "map.yaml:3:",
        "the board `two` has the same name; give each board of a map a name of its own",
    ),
    "two sides of one colour": (
        "game.yaml",
        "#6a6a62",
        "#2f5fa8",
        "game.yaml:8:",
        "warning: `blue` has the same `colour` as `grey`; give each side a",
    ),
    "a road of one hex": (
        "map.yaml",
        "0106 0206 0306 0405 0505 0605 0705 0804 0904 1003 1103",
        '"0106"',
        "map.yaml:24:",
        "expected at least 2 entries, found 1",
    ),
    "a grid on an unknown board": (
        "map.yaml",
        "    kind: hex\n",
        "    kind: hex\n    board: mian\n",
        "map.yaml:7:",
        "unknown board `mian`; did you mean `main`?",
    ),
    "several cells off the board": (
        "map.yaml",
        "rect: {x: 10,",
        "rect: {x: 900,",
        "scenarios/start.yaml:5:11",
        "the middle of `0602` is off its board, and of 5 more cells",
    ),
    "a place without pieces": (
        "scenarios/start.yaml",
        "place:",
        'place: "0602"\nplac:',
        "scenarios/start.yaml:4:8",
        "expected a mapping, found `0602`",
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The game of the tutorial."""
    for found in re.finditer(
        r'```\w+ title="ridge/([^"]+)"\n(.*?)```', PAGE.read_text("utf-8"), re.S
    ):
        path = tmp_path / found[1]
        path.parent.mkdir(exist_ok=True)
        path.write_text(found[2], "utf-8")
    return tmp_path


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake(folder: Path, mistake: str) -> None:
    file, old, new, place, message = MISTAKES[mistake]
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    assert any(one.startswith(place) and message in one for one in found), found


def test_a_road_leads_on_to_the_next_board(folder: Path) -> None:
    page = PAGE.parents[1] / "how-to" / "several-maps.md"
    files = re.findall(r'```\w+ title="rails/([^"]+)"\n(.*?)```', page.read_text("utf-8"), re.S)
    for name, text in files:
        (folder / name).write_text(text, "utf-8")
    loaded = load(folder)
    assert [str(one) for one in loaded.diagnostics.sorted()] == []
    graph = graph_of(loaded.game)
    assert "E0102" in {link.end for link in graph.links["W0703"]}
    assert [feature.id for feature in graph.features["W0703", "E0102"]] == ["rail"]
    drawing = draw_board(loaded.game, "east").svg
    assert drawing.count(">W0") == 0, "only the corners of the other board's hexes are drawn"
    map_file = folder / "map.yaml"
    map_file.write_text(
        map_file.read_text("utf-8").replace("E0102, E0203", "E0103, E0305")
        + "edges:\n  - {between: [W0701, E0101]}\n",
        "utf-8",
    )
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    assert any("`E0305` is not adjacent to `E0103`" in one for one in found), found
    assert any("`W0701` is a cell of a grid; edges join spaces; cells side" in one for one in found)
