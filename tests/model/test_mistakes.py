"""Mistakes that designers make: each has a plain message with its place and a remedy."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.assets import template_path
from modgen.cli.check_data import check_data
from modgen.model.boards.layout import label_point, space_point
from modgen.model.loading.folder import load


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(template_path(), tmp_path / "game")


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text, (file, old)
    path.write_text(text.replace(old, new, 1), "utf-8")


def messages(folder: Path) -> list[str]:
    found = map(str, load(folder).diagnostics.sorted())
    return [one for one in found if not one.startswith("locale/")]


CAMP = "rect: {x: 204, y: 163, w: 67, h: 33}"
MISTAKES = {
    "a box off the board": (
        "map.yaml",
        CAMP,
        "rect: {x: 304, y: 163, w: 67, h: 33}",
        "map.yaml:37:",
        "`blue_camp` reaches beyond its board; the board is 280 × 200 mm",
    ),
    "a box over a space": (
        "map.yaml",
        CAMP,
        "rect: {x: 44, y: 63, w: 67, h: 33}",
        "map.yaml:37:",
        "the box `blue_camp` lies over the space `west`",
    ),
    "a track off the board": (
        "map.yaml",
        "count: 11, going: right",
        "count: 11, going: left",
        "map.yaml:32:",
        "the track `track` reaches beyond its board",
    ),
    "pieces outside their space": (
        "map.yaml",
        "pieces_at: [150, 85]",
        "pieces_at: [20, 20]",
        "map.yaml:14:",
        "`pieces_at` is outside the space `north`",
    ),
    "a colour without quotes in a list": (
        "game.yaml",
        'colour: "#b5382d"',
        "colour: #b5382d",
        "game.yaml:17:",
        "write the colour in quotes, because ` #` begins a comment",
    ),
    "a colour without quotes on a line": (
        "layouts/fortune.yaml",
        'background: "#f4ead3"',
        "background: #f4ead3",
        "layouts/fortune.yaml:4:13",
        "the colour is read as a comment; write the colour in quotes",
    ),
    "three strengths for two faces": (
        "pieces.csv",
        "Fresh|Tired,2|1",
        "Fresh|Tired,2|1|1",
        "pieces.csv:3:",
        "`strength` has 3 values, but `faces` has 2",
    ),
    "a piece with one face that turns back": (
        "pieces.csv",
        "icons,home,tracks,text\n",
        "icons,home,tracks,text,turns_back\n"
        "castle_white,White,Whites,force,red,1,disc,12,front,,1,crown,red_camp,,,true\n",
        "pieces.csv:3:",
        "`castle_white` has nothing to turn back when it goes home",
    ),
    "a column of one's own": (
        "pieces.csv",
        "icons,home,tracks,text\n",
        "icons,home,tracks,move\n",
        "pieces.csv:2:87",
        "for a property of your own, call the column `attributes.move`",
    ),
    "a box smaller than its cards": (
        "map.yaml",
        "kind: deck, rect: {x: 204, y: 26, w: 67, h: 95}",
        "kind: deck, rect: {x: 204, y: 26, w: 30, h: 45}",
        "map.yaml:35:",
        "the cards of the pile `draw` are 63 × 88 mm and larger than its box `draw`, which has "
        "30 × 39.5 mm below its name",
    ),
    "a list instead of a mapping": (
        "scenarios/start.yaml",
        "piles:",
        "hands: [red, blue]\npiles:",
        "scenarios/start.yaml:14:8",
        "expected a mapping, found a list; `hands` is the cards in",
    ),
    "a stacking limit for no piece": (
        "game.yaml",
        "{pieces: [castle_red, castle_blue], most: 1}",
        "{kinds: [leader], most: 1}",
        "game.yaml:55:",
        "no piece has this stacking limit",
    ),
    "a column that is perhaps the copies": (
        "cards.csv",
        "icon,text\n1,fortune,Good roads,flag,Move one army to any vale.",
        "icon,text,Number\n1,fortune,Good roads,flag,Move one army to any vale.,6",
        "cards.csv:2:",
        "no layout of the deck `fortune` shows the column `Number`; did you mean `copies`?",
    ),
    "a header twice": (
        "cards.csv",
        "id,deck",
        "id,ID,deck",
        "cards.csv:1:4",
        "the columns `id` and `ID` are both read as `id`; delete one of the two, or rename it",
    ),
    "a row without a delimiter": (
        "cards.csv",
        "1,fortune,Good roads,flag,Move",
        "1,fortune,Good roads,Move",
        "cards.csv:2:",
        "warning: this row has 4 cells, but the header has 5; write a delimiter for each empty "
        "cell",
    ),
    "an unknown key": (
        "game.yaml",
        "title: Four Vales",
        "title: Four Vales\ntheme: dark",
        "game.yaml:7:1",
        "unknown field `theme`",
    ),
    "an unknown field of a layout": (
        "layouts/fortune.yaml",
        'text: "{title}"',
        'text: "{titel}"',
        "layouts/fortune.yaml:8:",
        "no field or column `titel`; did you mean `title`?",
    ),
    "an edge twice": (
        "map.yaml",
        "  - {between: [north, east]}\n",
        "  - {between: [north, east]}\n  - {between: [east, north]}\n",
        "map.yaml:22:5",
        "a second edge of the kind `land` joins `east` and `north`; remove one",
    ),
    "an edge to itself": (
        "map.yaml",
        "{between: [north, east]}",
        "{between: [north, north]}",
        "map.yaml:21:5",
        "the edge joins `north` to itself; name two spaces",
    ),
    "a board that is too large": (
        "map.yaml",
        "width: 280",
        "width: 2800",
        "map.yaml:6:12",
        "expected at most 2000, found `2800`; `width` is its width in mm",
    ),
    "a version in words": (
        "game.yaml",
        'version: "0.1"',
        "version: one",
        "game.yaml:8:10",
        "write numbers with points between them, such as `1.0` or `1.2.3`",
    ),
    "letters that shrink to a larger size": (
        "layouts/fortune.yaml",
        "size: 16, least: 9",
        "size: 16, least: 19",
        "layouts/fortune.yaml:8:5",
        "`least`, 19, is larger than `size`, 16",
    ),
    "two strengths for three faces": (
        "pieces.csv",
        "fresh|tired,Fresh|Tired,2|1",
        "fresh|tired|gone,Fresh|Tired,2|1",
        "pieces.csv:3:",
        "warning: `strength` has 2 values for 3 faces; write one for each face",
    ),
    "a point with one number": (
        "map.yaml",
        "at: [140, 33]",
        "at: [140]",
        "map.yaml:11:",
        "this list is too short; it has no entry 2",
    ),
    "a label off the board": (
        "map.yaml",
        "at: [140, 33]",
        "at: [1400, 33]",
        "map.yaml:11:",
        "warning: the label `Four Vales` is off its board; the board is 280 × 200",
    ),
    "an edge to an unknown space": (
        "map.yaml",
        "{between: [north, east]}",
        "{between: [north, eats]}",
        "map.yaml:21:23",
        "unknown space `eats`; did you mean `east`?",
    ),
    "a track with too few cells": (
        "map.yaml",
        "last: 10",
        "last: 12",
        "map.yaml:32:7",
        "the track `track` goes from 0 to 12, which is 13 cells",
    ),
    "a geometry that does not exist": (
        "map.yaml",
        "geometry: map.svg",
        "geometry: maps.svg",
        "maps.svg:1:1",
        "the file does not exist",
    ),
    "an id with a space": (
        "pieces.csv",
        "army_red,Red army",
        "army red,Red army",
        "pieces.csv:3:1",
        "`army red` has the wrong format; use only lower-case letters, digits, `_` and `-`",
    ),
    "an id twice": (
        "pieces.csv",
        "castle_red,Red castle",
        "army_red,Red castle",
        "pieces.csv:4:1",
        "the piece `army_red` is duplicated; rename one of the two",
    ),
    "an unknown side": (
        "pieces.csv",
        ",force,red,6,cube",
        ",force,read,6,cube",
        "pieces.csv:3:36",
        "unknown side `read`; did you mean `red`?",
    ),
    "a count in words": (
        "pieces.csv",
        ",force,red,6,cube",
        ",force,red,six,cube",
        "pieces.csv:3:40",
        "expected a whole number, found `six`",
    ),
    "an unknown shape": (
        "pieces.csv",
        ",force,red,6,cube",
        ",force,red,6,cub",
        "pieces.csv:3:42",
        "`cub` is not allowed here; did you mean `cube`?",
    ),
    "an unknown icon": (
        "pieces.csv",
        ",1,crown,red_camp",
        ",1,crwn,red_camp",
        "pieces.csv:4:64",
        "no bundled icon `crwn`; did you mean `crown`?",
    ),
    "more pieces than there are": (
        "scenarios/start.yaml",
        "army_red: 2,",
        "army_red: 20,",
        "scenarios/start.yaml:6:20",
        "places 20 of `army_red`, but the game has only 6",
    ),
    "an unknown face": (
        "scenarios/start.yaml",
        "army_red: 2,",
        "army_red/tried: 2,",
        "scenarios/start.yaml:6:10",
        "unknown face of army_red `tried`; did you mean `tired`?",
    ),
    "a brace that is not closed": (
        "scenarios/start.yaml",
        "castle_red: 1}",
        "castle_red: 1",
        "scenarios/start.yaml:",
        "not valid YAML: did not find expected ',' or '}'",
    ),
    "a tab": (
        "scenarios/start.yaml",
        "place:",
        "\tplace:",
        "scenarios/start.yaml:5:1",
        "not valid YAML: found a tab character",
    ),
    "a marker off its track": (
        "scenarios/start.yaml",
        "levels: {harvest_red: 3",
        "levels: {harvest_red: 33",
        "scenarios/start.yaml:11:23",
        "33 is not on the track `track`, which goes from 0 to 10",
    ),
    "a card in two places": (
        "scenarios/start.yaml",
        'cards: ["1", "2"',
        'cards: ["1", "1"',
        "scenarios/start.yaml:15:34",
        "the card `1` is in two places in the scenario `start`",
    ),
    "an unknown card": (
        "scenarios/start.yaml",
        '"3", "4"]',
        '"3", "44"]',
        "scenarios/start.yaml:15:",
        "unknown card `44`; did you mean `4`?",
    ),
    "an empty name": (
        "scenarios/start.yaml",
        "name: Start",
        "name: ",
        "scenarios/start.yaml:2:1",
        "the field `name` is missing",
    ),
    "an unknown language": (
        "game.yaml",
        "languages: [en, es]",
        "languages: [en, xx]",
        "game.yaml:13:17",
        "`xx` is not allowed here; it can be `de`, `en`, `es`",
    ),
    "a game's id in capitals": (
        "game.yaml",
        "id: my-game",
        "id: My Game",
        "game.yaml:5:5",
        "`My Game` has the wrong format; use only lower-case letters",
    ),
    "a die with one side": (
        "game.yaml",
        "sides: 6, colour",
        "sides: 1, colour",
        "game.yaml:21:33",
        "expected at least 2, found `1`; `sides` is number of sides",
    ),
    "a key that is spelt wrong": (
        "game.yaml",
        "moves:\n",
        "move:\n",
        "game.yaml:50:1",
        "unknown field `move`; did you mean `moves`?",
    ),
    "an unknown phase": (
        "game.yaml",
        "phases: [march]",
        "phases: [marsh]",
        "game.yaml:51:56",
        "unknown phase `marsh`; did you mean `march`?",
    ),
    "a colour by its name": (
        "game.yaml",
        'colour: "#b5382d", icon',
        "colour: red, icon",
        "game.yaml:17:67",
        "`red` has the wrong format; write a colour as `#rrggbb`",
    ),
    "American spelling": (
        "game.yaml",
        'colour: "#b5382d", icon',
        'color: "#b5382d", icon',
        "game.yaml:17:59",
        "unknown field `color`; did you mean `colour`?",
    ),
    "a text beside its card": (
        "layouts/fortune.yaml",
        "x: 4, y: 36, w: 55",
        "x: 40, y: 36, w: 55",
        "layouts/fortune.yaml:8:5",
        "the text reaches beyond the card of the deck `fortune`",
    ),
    "an unknown deck": (
        "cards.csv",
        "1,fortune",
        "1,fortunes",
        "cards.csv:2:3",
        "unknown deck `fortunes`; did you mean `fortune`?",
    ),
    "an unknown icon of a card": (
        "cards.csv",
        "Good roads,flag",
        "Good roads,flags",
        "cards.csv:2:22",
        "no bundled icon `flags`; did you mean `flag`?",
    ),
    "a card twice": (
        "cards.csv",
        "2,fortune",
        "1,fortune",
        "cards.csv:3:1",
        "the card `1` is duplicated; rename one of the two",
    ),
    "an unknown box": (
        "cards.yaml",
        "box: draw",
        "box: draws",
        "cards.yaml:5:38",
        "unknown box `draws`; did you mean `draw`?",
    ),
    "an unknown layout": (
        "cards.yaml",
        "layout: fortune",
        "layout: fortunes",
        "cards.yaml:3:42",
        "unknown layout `fortunes`; did you mean `fortune`?",
    ),
    "a title with a colon": (
        "game.yaml",
        "title: Four Vales",
        "title: Four: Vales",
        "game.yaml:6:12",
        "not valid YAML: mapping values are not allowed in this context",
    ),
    "a title that is a list": (
        "game.yaml",
        "title: Four Vales",
        "title: [Four, Vales]",
        "game.yaml:6:8",
        "expected text, found a list",
    ),
    "a quote that is not closed": (
        "pieces.csv",
        "army_red,Red army,",
        'army_red,"Red army,',
        "pieces.csv:3:1",
        "the row cannot be read: unexpected end of data",
    ),
    "SVG that ends too early": (
        "map.svg",
        "</svg>",
        "",
        "map.svg:7:1",
        "not valid XML: Premature end of data",
    ),
    "a path that cannot be read": (
        "map.svg",
        'd="M',
        'd="X',
        "map.svg:2:1",
        "`west`: `X` is not a path command",
    ),
    "an edge of three spaces": (
        "map.yaml",
        "{between: [north, east]}",
        "{between: [north, east, south]}",
        "map.yaml:21:15",
        "expected at most 2 entries, found 3; `between` is the two spaces",
    ),
    "a box over another box": (
        "map.yaml",
        "rect: {x: 204, y: 163, w: 67, h: 33}",
        "rect: {x: 204, y: 130, w: 67, h: 33}",
        "map.yaml:37:",
        "warning: the box `blue_camp` lies over the box `red_camp`; pieces in both",
    ),
    "a projection with half of its keys": (
        "map.yaml",
        "geometry: map.svg",
        "geometry: map.svg\n    projection: {west: 1, east: 2}",
        "map.yaml:9:17",
        "the fields `south`, `north` and `into` are missing",
    ),
    "a required key that is spelt wrong": (
        "map.yaml",
        "kind: area",
        "kin: area",
        "map.yaml:14:35",
        "unknown field `kin`; did you mean `kind`?",
    ),
    "two faces with one id": (
        "pieces.csv",
        "fresh|tired",
        "fresh|fresh",
        "pieces.csv:3:",
        "two faces of `army_red` have the id `fresh`",
    ),
    "bold type that is not closed": (
        "cards.csv",
        "Nobody marches",
        "**Nobody marches",
        "cards.csv:5:27",
        "warning: `**` is not closed; write `**` before and after",
    ),
    "HTML on a card": (
        "cards.csv",
        "Nobody marches",
        "<b>Nobody</b> marches",
        "cards.csv:5:27",
        "warning: `<b>` is printed as it is; write `**bold**`",
    ),
    "two piles with one name": (
        "cards.yaml",
        "piles:\n",
        "piles:\n  - {id: spare, name: Draw pile, box: draw}\n",
        "cards.yaml:6:22",
        "the pile `spare` has the same name; give each pile a name of its own",
    ),
    "an empty title": (
        "game.yaml",
        "title: Four Vales",
        'title: ""',
        "game.yaml:6:8",
        "expected a text, found an empty one",
    ),
    "SVG that cannot be drawn": (
        "map.svg",
        '<path id="west"',
        '<path id="wets"',
        "map.yaml:17:5",
        "the space `west` needs `at`, `lonlat`, or a shape with its id or name; did you",
    ),
}


def test_the_template_has_no_mistake(folder: Path) -> None:
    assert messages(folder) == []


@pytest.mark.long
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake(folder: Path, mistake: str) -> None:
    file, old, new, place, message = MISTAKES[mistake]
    edit(folder, file, old, new)
    found = messages(folder)
    assert any(one.startswith(place) and message in one for one in found), found


def test_files_with_the_wrong_ending(folder: Path) -> None:
    (folder / "scenarios" / "start.yaml").rename(folder / "scenarios" / "start.yml")
    assert messages(folder) == [
        "scenarios/start.yml:1:1: the file's name must end with .yaml; "
        "rename it to scenarios/start.yaml"
    ]


def test_a_rating_for_the_first_face_alone(folder: Path) -> None:
    table = folder / "pieces.csv"
    table.write_text(
        table.read_text("utf-8")
        .replace("tracks,text\n", "tracks,text,ne\n")
        .replace("2|1,|moon,red_camp,,", "2|1,|,red_camp,,,A2"),
        "utf-8",
    )
    assert (
        "pieces.csv:3:90: warning: only the first of 2 faces has the `ne` A2; "
        "write `A2|A2` for all faces, or `A2|` for the first"
    ) in messages(folder)


def test_what_rows_refer_to_is_told_while_other_cells_are_wrong(folder: Path) -> None:
    edit(
        folder, "pieces.csv", "army_red,Red army,Red armies,force,red,6", "army_red,A,,force,rad,x"
    )
    edit(folder, "pieces.csv", "crown,red_camp", "crwn,rad_camp")
    edit(folder, "pieces.csv", "army_blue,", "castle_red,")
    edit(folder, "cards.csv", "1,fortune", "1,fortnue")
    edit(folder, "cards.csv", "lightning", "lightening")
    edit(folder, "cards.csv", "4,", "3,")
    assert [one.partition(" ")[2].partition("; ")[0] for one in messages(folder)] == [
        "unknown deck `fortnue`",
        "there is no art/lightening.svg, no art/lightening.png and no bundled icon `lightening`",
        "the card `3` is duplicated",
        "unknown side `rad`",
        "expected a whole number, found `x`",
        "there is no art/crwn.svg, no art/crwn.png and no bundled icon `crwn`",
        "unknown box `rad_camp`",
        "the piece `castle_red` is duplicated",
    ]


def test_what_a_wrong_cell_would_say_is_not_guessed(folder: Path) -> None:
    """A row whose id is wrong is no duplicate, and a marker with a wrong track has one."""
    edit(folder, "pieces.csv", "army_red,Red army", "Army Red,Army blue")
    edit(folder, "pieces.csv", ",level,", ",levle,")
    found = messages(folder)
    assert [one.split("; ")[0].partition(" ")[2] for one in found] == [
        "`Army Red` has the wrong format",
        "`levle` is not allowed here",
    ]


def test_a_blank_id_is_told_where_others_have_one(folder: Path) -> None:
    edit(folder, "cards.csv", "4,fortune", ",fortune")
    assert messages(folder)[:1] == [
        "cards.csv:5:1: warning: `id` is blank, so an id is made from the `title`; "
        "write the id, by which other files name the row"
    ]
    path = folder / "cards.csv"
    rows = [line.partition(",")[2] for line in path.read_text("utf-8").splitlines()]
    path.write_text("\n".join([f"id,{rows[0]}", *(f",{row}" for row in rows[1:])]), "utf-8")
    assert not any("blank" in one for one in messages(folder))


def test_the_name_of_a_space_off_its_board(folder: Path) -> None:
    edit(folder, "map.yaml", "  - {id: north,", "  - {id: north, label_at: [-4, 20],")
    assert any("the name of `north` is off its board" in one for one in messages(folder))


def test_utf_16(folder: Path) -> None:
    path = folder / "pieces.csv"
    path.write_bytes(path.read_text("utf-8").encode("utf-16"))
    assert messages(folder) == []
    path.write_bytes(path.read_bytes() + b"x")
    assert messages(folder) == ["pieces.csv:1:1: the file is not valid UTF-16; save it as UTF-8"]


def test_a_text_that_is_too_long_is_found_before_the_build(folder: Path) -> None:
    edit(folder, "cards.csv", "Nobody marches this turn.", "Nobody marches this turn. " * 40)
    result = CliRunner().invoke(check_data, [str(folder)])
    assert result.exit_code == 2
    assert "cards.csv:5:27: the card 4: needs" in result.output


def test_kinds_that_are_set_up_nowhere_do_not_disturb_a_set_up(folder: Path) -> None:
    table = folder / "pieces.csv"
    rows = "".join(
        f"k{n},Kind {n},Kinds,force,red,2,counter,12,front,,1,crown,red_camp,,\n" for n in range(20)
    )
    table.write_text(table.read_text("utf-8") + rows, "utf-8")
    assert messages(folder) == []


def test_a_node_without_a_radius_is_a_disc_with_room_for_a_stack(folder: Path) -> None:
    node = "spaces:\n  - {id: isle, name: Isle, kind: node, at: [20, 40]}\n"
    edit(folder, "map.yaml", "spaces:\n", node)
    edit(folder, "map.yaml", "edges:\n", "edges:\n  - {between: [isle, north], kind: land}\n")
    edit(
        folder,
        "scenarios/start.yaml",
        "  west: {army_blue: 2",
        "  isle: {army_blue: 1}\n  west: {army_blue: 1",
    )
    assert messages(folder) == []
    game = load(folder).game
    isle = game.spaces["isle"]
    assert isle.radius == 7
    # A counter in the middle of the dot covers neither its name nor leaves the dot.
    assert label_point(game, isle)[1] < 40 - 7 - 3
    assert space_point(game, isle, game.piece_types["army_blue"]) == (20, 40)
    edit(
        folder,
        "pieces.csv",
        "army_blue,Blue army,Blue armies,force,blue,6,cube,9",
        "army_blue,Blue army,Blue armies,force,blue,6,cube,19",
    )
    (found,) = messages(folder)
    assert "`army_blue` is 19 mm wide, the dot `isle` only 14 mm; give `isle` a larger" in found


GEOJSON = """{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": %s,
"geometry": {"type": "Polygon", "coordinates": [[[120, 15], [121, 15], [121, 16], [120, 15]]]}}]}"""


def test_geojson_without_ids_or_projection(folder: Path) -> None:
    edit(folder, "map.yaml", "map.svg", "map.geojson")
    (folder / "map.geojson").write_text(GEOJSON % '{"name": "x"}', "utf-8")
    found = messages(folder)
    assert any("1 of 1 features have no `id`; give each feature the id" in one for one in found)
    (folder / "map.geojson").write_text(GEOJSON % '{"id": "north"}', "utf-8")
    found = messages(folder)
    assert any("the shapes seem to be in degrees; add a `projection`" in one for one in found)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("peices.csv", "pieces.csv"), ("scenario", "scenarios"), ("rule.yaml", "rules.yaml")],
)
def test_a_name_that_is_almost_that_of_a_file(folder: Path, name: str, meant: str) -> None:
    path = folder / name
    path.write_text("", "utf-8") if path.suffix else path.mkdir()
    assert messages(folder) == [
        f"{name}:1:1: warning: this name is not read; did you mean `{meant}`?"
    ]


def test_a_version_keeps_its_zero(folder: Path) -> None:
    edit(folder, "game.yaml", 'version: "0.1"', "version: 1.10")
    assert load(folder).game.info.version == "1.10"


DUEL = {
    "game.yaml": "id: duel\ntitle: Duel\nversion: '1'\nlanguages: [en]\n"
    "sides: [{id: red, name: Red, colour: '#aa3333'}]\n",
    "cards.yaml": "decks: [{id: main, name: Main, width: 63, height: 88}]\n"
    "piles: [{id: draw, name: Draw}]\n",
    "cards.csv": "id,deck,title\n1,main,Strike\n",
    "scenarios/start.yaml": "id: start\nname: Start\npiles: [{pile: draw, rest: main}]\n",
}


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("cards.yaml", "width: 63", "width: -63", "expected more than 0, found `-63`"),
        ("cards.csv", "1,main,Strike\n", "", "cards.csv:1:1: the table has a header, but no rows"),
        ("cards.csv", "id,deck,title\n1,main,Strike\n", "", "the table has no header"),
    ],
)
def test_a_game_of_cards_has_one_message_for_a_mistake(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    (tmp_path / "scenarios").mkdir()
    for name, text in DUEL.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert messages(tmp_path) == []
    edit(tmp_path, file, old, new)
    found = [one for one in messages(tmp_path) if "warning" not in one]
    assert len(found) == 1 and message in found[0], found


def test_names_with_letters_that_no_font_has(folder: Path) -> None:
    edit(folder, "map.yaml", "name: North Vale", "name: Βόρεια")
    edit(folder, "map.yaml", "name: East Vale", "name: Ανατολή")
    result = CliRunner().invoke(check_data, [str(folder)])
    assert result.exit_code == 2
    (found,) = [line for line in result.output.splitlines() if line.startswith("map.yaml:14:")]
    assert "no font has the letter 'Β' (U+0392) of `Βόρεια` or those of 1 more name; put a" in found
