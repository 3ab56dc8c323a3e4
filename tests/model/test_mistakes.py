"""Mistakes that designers make: each has a plain message with its place and a remedy."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.assets import asset_path
from modgen.cli.check_data import check_data
from modgen.model.loading.folder import load


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(asset_path("template"), tmp_path / "game")


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
        "map.yaml", CAMP, "rect: {x: 304, y: 163, w: 67, h: 33}",
        "map.yaml:37:", "`blue_camp` reaches beyond its board; the board is 280 × 200 mm",
    ),
    "a box over a space": (
        "map.yaml", CAMP, "rect: {x: 44, y: 63, w: 67, h: 33}",
        "map.yaml:37:", "the box `blue_camp` lies over the space `west`",
    ),
    "a track off the board": (
        "map.yaml", "count: 11, going: right", "count: 11, going: left",
        "map.yaml:32:", "the track `track` reaches beyond its board",
    ),
    "pieces outside their space": (
        "map.yaml", "pieces_at: [150, 85]", "pieces_at: [20, 20]",
        "map.yaml:14:", "`pieces_at` is outside the space `north`",
    ),
    "a colour without quotes in a list": (
        "game.yaml", 'colour: "#b5382d"', "colour: #b5382d",
        "game.yaml:18:", "write the colour in quotes, because ` #` begins a comment",
    ),
    "a colour without quotes on a line": (
        "layouts/fortune.yaml", 'background: "#f4ead3"', "background: #f4ead3",
        "layouts/fortune.yaml:4:13", "the colour is read as a comment; write the colour in quotes",
    ),
    "three strengths for two faces": (
        "pieces.csv", "Fresh|Tired,2|1", "Fresh|Tired,2|1|1",
        "pieces.csv:3:", "`strength` has 3 values, but `faces` has 2",
    ),
    "a column of one's own": (
        "pieces.csv", "icons,home,tracks,text\n", "icons,home,tracks,move\n",
        "pieces.csv:7:", "for a property of your own, call the column `attributes.move`",
    ),
    "a box smaller than its cards": (
        "map.yaml", "kind: deck, rect: {x: 204, y: 26, w: 67, h: 95}",
        "kind: deck, rect: {x: 204, y: 26, w: 30, h: 45}", "map.yaml:35:",
        "the cards of the pile `draw` are 63 × 88 mm and larger than its box `draw` of 30 × 45 mm",
    ),
    "a list instead of a mapping": (
        "scenarios/start.yaml", "piles:", "hands: [red, blue]\npiles:",
        "scenarios/start.yaml:14:8", "expected a mapping, found a list; `hands` is the cards in",
    ),
    "a stacking limit for no piece": (
        "game.yaml", "{pieces: [castle_red, castle_blue], most: 1}", "{kinds: [leader], most: 1}",
        "game.yaml:55:", "no piece has this stacking limit",
    ),
    "copies under another name": (
        "cards.csv", "icon,text\n1,fortune,Good roads,flag,Move one army to any vale.",
        "icon,text,Count\n1,fortune,Good roads,flag,Move one army to any vale.,6", "cards.csv:2:",
        "no layout of the deck `fortune` shows the column `Count`; did you mean `copies`?",
    ),
    "a header in capitals": (
        "cards.csv", "id,deck", "ID,deck",
        "cards.csv:2:1", "the column `ID` is not known; write `id`",
    ),
    "an unknown key": (
        "game.yaml", "title: Four Vales", "title: Four Vales\ntheme: dark",
        "game.yaml:7:1", "unknown field `theme`",
    ),
    "an unknown field of a layout": (
        "layouts/fortune.yaml", 'text: "{title}"', 'text: "{titel}"',
        "layouts/fortune.yaml:8:", "no field or column `titel`; did you mean `title`?",
    ),
    "SVG that cannot be drawn": (
        "map.svg", '<path id="west"', '<path id="wets"',
        "map.yaml:17:5",
        "the space `west` needs `at`, `lonlat`, or a shape with its id or name; did you",
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake(folder: Path, mistake: str) -> None:
    file, old, new, place, message = MISTAKES[mistake]
    assert messages(folder) == []
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
        table.read_text("utf-8").replace("tracks,text\n", "tracks,text,ne\n").replace(
            "2|1,|,red_camp,,", "2|1,|,red_camp,,,A2"
        ), "utf-8",
    )  # fmt: skip
    assert messages(folder) == [
        "pieces.csv:3:90: warning: only the first of 2 faces has the `ne` A2; "
        "write `A2|A2` for all faces, or `A2|` for the first"
    ]


def test_utf_16(folder: Path) -> None:
    path = folder / "pieces.csv"
    path.write_bytes(path.read_text("utf-8").encode("utf-16"))
    assert messages(folder) == ["pieces.csv:1:1: the file is UTF-16; save it as UTF-8"]


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
    node = "spaces:\n  - {id: isle, name: Isle, kind: node, at: [250, 12]}\n"
    edit(folder, "map.yaml", "spaces:\n", node)
    edit(folder, "scenarios/start.yaml", "  west: {army_blue: 2", "  isle: {army_blue: 1}\n"
         "  west: {army_blue: 1")  # fmt: skip
    assert messages(folder) == []
    assert load(folder).game.spaces["isle"].radius == 7


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
