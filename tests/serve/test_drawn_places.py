"""Places, texts and connections that the page adds to a board, renames and removes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.assets import template_path
from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.yaml_source import parse_yaml
from modgen.model.loading.folder import load
from modgen.serve.design.bench import Bench
from modgen.serve.design.drawing import New
from modgen.serve.design.moving import handles
from modgen.serve.design.written import FileError
from modgen.serve.design.yaml_edit import added, removed


@pytest.fixture
def towns(tmp_path: Path) -> Path:
    """A copy of the small game of towns and roads."""
    return shutil.copytree(template_path("point-to-point"), tmp_path / "towns")


def seen(folder: Path) -> Bench:
    """A bench with the present version of a folder."""
    return Bench(str(folder))


@pytest.mark.long
def test_a_space_is_added_connected_and_taken_back(towns: Path) -> None:
    before = (towns / "map.yaml").read_bytes()
    bench = seen(towns)
    bench.add("main", New("space", "node", "  Überlingen: Nord ", (184.04, 20)))
    bench.version = seen(towns).version
    space = bench.game().spaces["uberlingen_nord"]
    assert (space.name, space.at, space.radius) == ("Überlingen: Nord", (184, 20), 11)
    bench.connect("uberlingen_nord", "orchard", "road")
    text = (towns / "map.yaml").read_text("utf-8")
    assert "  - {between: [uberlingen_nord, orchard], kind: road}\n\ntracks:" in text
    assert load(towns).game.exits["uberlingen_nord"][0][0] == "orchard"
    bench.undo()
    bench.undo()
    assert (towns / "map.yaml").read_bytes() == before


@pytest.mark.long
def test_ids_of_new_places_are_unique(towns: Path) -> None:
    bench = seen(towns)
    for kind, sort, at in (
        ("space", "node", (20, 20)),
        ("box", "holding", (30, 150)),
        ("track", "", (160, 10)),
    ):
        bench.add("main", New(kind, sort, "Mill", at))
        bench.version = seen(towns).version
    game = bench.game()
    assert {"mill", "mill_2"} <= game.spaces.keys()
    assert game.boxes["mill_3"].rect.centre == (30, 150)
    assert game.tracks["mill_4"].numbers == range(1, 11)
    bench.add("main", New("label", "note", "To the sea", (20, 20)))
    assert load(towns).game.boards["main"].labels[-1].text == "To the sea"


@pytest.mark.long
def test_a_box_stays_on_the_board(towns: Path) -> None:
    seen(towns).add("main", New("box", "deck", "Discards", (276, 2)))
    rect = load(towns).game.boxes["discards"].rect
    assert (rect.x, rect.y, rect.w, rect.h) == (229, 0, 48, 48)  # a card has 40 × 40 mm


@pytest.mark.long
def test_what_cannot_be_added_is_refused_and_nothing_is_written(towns: Path) -> None:
    bench = seen(towns)
    before = (towns / "map.yaml").read_bytes()
    for new, message in (
        (New("space", "nodes", "X", (9, 9)), "it cannot be added: .*node"),
        (New("space", "node", " \n", (9, 9)), "give it a name"),
        (New("space", "node", "X", (9000, 9)), "it cannot be added"),
    ):
        with pytest.raises(FileError, match=message):
            bench.add("main", new)
    with pytest.raises(FileError, match="connected by road already"):
        bench.connect("dry_wells", "mines", "road")
    with pytest.raises(FileError, match="to itself"):
        bench.connect("mines", "mines", "road")
    with pytest.raises(FileError, match="`rope` is not a kind of connection of this game; choose"):
        bench.connect("mines", "alba", "rope")
    assert (towns / "map.yaml").read_bytes() == before


@pytest.mark.long
def test_names_texts_and_kinds_are_changed(towns: Path) -> None:
    bench = seen(towns)
    number = next(n for n, edge in enumerate(bench.game().map.edges) if edge.kind == "rail")
    for key, name in (
        ("space/mill", "Windmill"),
        ("box/stable", "Yard"),
        ("track/day", "Week"),
        ("label/main/0", "Salt"),
        (f"edge/{number}", "road"),
    ):
        bench.rename(key, name)
        bench.version = seen(towns).version
    game = bench.game()
    assert game.spaces["mill"].name == "Windmill"
    assert game.boxes["stable"].name == "Yard"
    assert game.tracks["day"].name == "Week"
    assert game.boards["main"].labels[0].text == "Salt"
    assert game.map.edges[number].kind == "road"
    with pytest.raises(FileError, match="there is no `space/nowhere`"):
        bench.rename("space/nowhere", "X")
    with pytest.raises(FileError, match="no longer in the game; reload the page"):
        bench.rename("edge/99", "road")


@pytest.mark.long
def test_a_removed_space_takes_its_connections_and_pieces_with_it(towns: Path) -> None:
    before = {path: path.read_bytes() for path in towns.rglob("*.yaml")}
    bench = seen(towns)
    bench.remove("space/red_rocks")  # in four connections, a set-up's pieces and its states
    game = load(towns).game
    assert "red_rocks" not in game.spaces
    assert len(game.map.edges) == len(bench.game().map.edges) - 4
    assert "red_rocks" not in game.scenarios[0].place
    assert game.scenarios[0].place["chapel"] == {"band": 1}
    assert game.scenarios[0].available == {"wagon": 2, "guard": 2, "band": 4}
    bench.undo()
    assert {path: path.read_bytes() for path in towns.rglob("*.yaml")} == before


@pytest.mark.long
def test_what_a_table_needs_is_not_removed(towns: Path) -> None:
    before = (towns / "map.yaml").read_bytes()
    with pytest.raises(FileError, match=r"cannot be removed: .*stable.*pieces.csv:3"):
        seen(towns).remove("box/stable")  # the home of wagons and guards
    assert (towns / "map.yaml").read_bytes() == before


@pytest.mark.long
def test_a_title_is_changed_everywhere(folder: Path) -> None:
    bench = seen(folder)
    bench.entitle("  Dragons of the\nVales ", "dragons")
    game = load(folder).game
    assert (game.info.title, game.id) == ("Dragons of the Vales", "dragons")
    assert game.boards["main"].labels[0].text == "Dragons of the Vales"
    bench.undo()
    assert load(folder).game.info.title == bench.game().info.title
    with pytest.raises(FileError, match="`A b` is not an id"):
        bench.entitle("X", "A b")


@pytest.mark.long
def test_the_page_knows_which_changes_are_its_own(towns: Path) -> None:
    bench = seen(towns)
    own = {one["name"]: one["own"] for one in bench.overview()["files"]}
    assert own["map.yaml"] is False
    bench.rename("space/mill", "Windmill")
    assert {one["name"] for one in bench.overview()["files"] if one["own"]} == {"map.yaml"}
    bench.undo()
    assert {one["name"] for one in bench.overview()["files"] if one["own"]} == {"map.yaml"}
    (towns / "map.yaml").write_text((towns / "map.yaml").read_text("utf-8") + "\n", "utf-8")
    assert not [one for one in bench.overview()["files"] if one["own"]]


LISTS = (
    "spaces:\n  - {id: a}\n  - id: b\n    text: |\n      long\n# end\nedges: [x, y] # two\n",
    "spaces: []\nedges: [x]\n",
    "spaces: # none: yet\n  - id: a\nedges:\n- x\n- y",
    "spaces:\nedges: [x, y,]\n",
    "{spaces: [{id: a}], edges: [x]}\n",
    "edges: [x]",
)


@given(st.sampled_from(LISTS), st.sampled_from(["spaces", "edges"]), st.data())
def test_items_are_added_and_removed_in_any_form(text: str, key: str, data: st.DataObject) -> None:
    before = parse_yaml(text, "x.yaml", Diagnostics())
    assert before is not None
    item = {"id": "no", "name": "A: b", "at": [1.0, 2.5]}
    more = added(text, "x.yaml", (key,), item)
    after = parse_yaml(more, "x.yaml", Diagnostics())
    assert after is not None
    assert after.data[key] == [*(before.data.get(key) or []), item]
    number = data.draw(st.integers(0, len(after.data[key]) - 1))
    less = parse_yaml(removed(more, "x.yaml", [(key, number)]), "x.yaml", Diagnostics())
    assert less is not None
    assert less.data[key] == [*after.data[key][:number], *after.data[key][number + 1 :]]
    for line in text.splitlines():
        assert line.partition("#")[2] in more


def test_the_only_key_of_a_mapping_is_removed() -> None:
    text = "place: # where: x\n  a: {b: 1}\nstates: {a: {c: d}, e: {c: d}}\n"
    changed = removed(text, "s.yaml", [("place", "a"), ("states", "a")])
    assert changed == "place: {} # where: x\nstates: {e: {c: d}}\n"
    with pytest.raises(FileError, match="the game has changed since"):
        removed(text, "s.yaml", [("place", "z")])


@pytest.mark.long
def test_a_second_move_begins_where_the_first_one_ended(towns: Path) -> None:
    """Also before the page has read the folder again."""
    bench = seen(towns)
    bench.move("space/mill", "at", (2, 1), (0, 0))
    bench.move("space/mill", "at", (3, -1), (0, 0))
    assert load(towns).game.spaces["mill"].at == (119, 32)


def test_an_outline_with_a_new_name_is_a_new_space(folder: Path) -> None:
    bench = seen(folder)
    before = {name: (folder / name).read_bytes() for name in ("map.svg", "map.yaml")}
    ring = [(10, 150), (40, 150), (40, 180)]
    bench.write_outline("main", "far_isle", ring, "Far  Isle")
    space = load(folder).game.spaces["far_isle"]
    assert (space.name, space.kind) == ("Far Isle", "area")
    bench.undo()
    assert {name: (folder / name).read_bytes() for name in before} == before
    with pytest.raises(FileError, match="give it a name"):
        bench.write_outline("main", "far_isle", ring, " ")
    assert {name: (folder / name).read_bytes() for name in before} == before


def test_a_new_space_is_connected_with_the_areas_beside_it(folder: Path) -> None:
    bench = seen(folder)
    game = load(folder).game
    west, north = (game.outlines.shapes[key][0][0] for key in ("west", "north"))
    (x, y), below = min(west), max(west, key=lambda at: at[1] - at[0])
    before = len(game.map.edges)
    bench.write_outline("main", "coast", [(x, y), below, (x - 5, below[1])], "Coast")
    loaded = load(folder)
    assert north
    assert [edge.between for edge in loaded.game.map.edges[before:]] == [["west", "coast"]]
    assert not loaded.diagnostics.errors
    bench.write_outline("main", "coast", [(x, y), below, (x - 6, below[1])])
    assert len(load(folder).game.map.edges) == before + 1


@pytest.mark.long
def test_pieces_of_a_set_up_are_placed_and_taken_away(towns: Path) -> None:
    path = towns / "scenarios" / "start.yaml"
    before = path.read_bytes()
    bench = seen(towns)

    def placed() -> dict[str, dict[str, int]]:
        return load(towns).game.scenarios[0].place

    bench.place_pieces("start", "mines", ("guard", 2))  # one more of a piece that is there
    bench.place_pieces("start", "mines", ("band/shown", 1))  # another piece
    bench.place_pieces("start", "mill", ("guard", 1))  # another place
    assert placed()["mines"] == {"wagon": 2, "guard": 2, "band/shown": 1}
    assert placed()["mill"] == {"guard": 1}
    assert load(towns).game.scenarios[0].available == {"wagon": 2, "guard": 0, "band": 1}
    bench.place_pieces("start", "mill", ("guard", 0))
    bench.place_pieces("start", "mines", ("band/shown", 0))
    assert "mill" not in placed()
    assert placed()["mines"] == {"wagon": 2, "guard": 2}
    for _ in range(5):
        bench.undo()
    assert path.read_bytes() == before
    with pytest.raises(FileError, match="only 2 of `wagon` are available"):
        bench.place_pieces("start", "mill", ("wagon", 3))
    with pytest.raises(FileError, match="has no face `folded`"):
        bench.place_pieces("start", "mill", ("band/folded", 1))
    assert path.read_bytes() == before


@pytest.mark.long
def test_the_first_piece_of_a_set_up(towns: Path) -> None:
    path = towns / "scenarios" / "start.yaml"
    kept = [
        line
        for line in path.read_text("utf-8").splitlines()
        if line[:4] in ("id: ", "name", "text")
    ]
    path.write_text("\n".join([*kept, "place: {}", ""]), "utf-8")
    seen(towns).place_pieces("start", "mill", ("guard", 2))
    assert load(towns).game.scenarios[0].place == {"mill": {"guard": 2}}
    seen(towns).place_pieces("start", "mill", ("guard", 0))
    path.write_text("\n".join([*kept, ""]), "utf-8")
    seen(towns).place_pieces("start", "stable", ("guard", 1))
    assert load(towns).game.scenarios[0].place == {"stable": {"guard": 1}}


@pytest.mark.long
def test_the_table_of_a_game_of_cards_becomes_a_file(tmp_path: Path) -> None:
    folder = shutil.copytree(template_path("cards"), tmp_path / "cards")
    before = {path: path.read_bytes() for path in folder.rglob("*.yaml")}
    bench = seen(folder)
    board = bench.game().boards["main"]
    with pytest.raises(FileError, match="it cannot be added"):
        bench.add("main", New("box", "purse", "Coins", (40, 40)))  # no box is of this kind
    assert {path: path.read_bytes() for path in folder.rglob("*.yaml")} == before
    bench.add("main", New("label", "note", "The market", (board.width / 2, 5)))
    assert load(folder).game.boards["main"].labels[0].text == "The market"
    bench.undo()
    assert {path: path.read_bytes() for path in folder.rglob("*.yaml")} == before


@pytest.mark.long
def test_a_bend_is_added_to_a_line(towns: Path) -> None:
    bench = Bench(str(towns))
    before = (towns / "map.yaml").read_bytes()
    ends = [load(towns).game.spaces[one].at for one in ("mines", "dry_wells")]
    bench.bend("edge/0")
    edges = load(towns).game.map.edges
    assert edges[0].via == [tuple(sum(pair) / 2 for pair in zip(*ends, strict=True))]
    bench.bend("edge/0")
    assert len(load(towns).game.map.edges[0].via) == 2
    assert [one.via for one in load(towns).game.map.edges[1:]] == [one.via for one in edges[1:]]
    bench.undo()
    bench.undo()
    assert (towns / "map.yaml").read_bytes() == before
    with pytest.raises(FileError, match="no longer in the game"):
        bench.bend("edge/99")
    with pytest.raises(FileError, match="it is not drawn as a line"):
        bench.bend("space/mines")


@pytest.mark.long
def test_a_bend_is_moved_and_removed(towns: Path) -> None:
    path = towns / "map.yaml"
    path.write_text(path.read_text("utf-8").replace("[[122, 142]]", "[[122, 142], [130, 150]]"))
    before = path.read_bytes()
    bench = seen(towns)
    bends = [one for one in handles(bench.game(), "main") if one.field == "bend"]
    assert [(one.key, one.x, one.y, one.text) for one in bends] == [
        ("edge/11/0", 122, 142, "Ferry – Long Bridge"),
        ("edge/11/1", 130, 150, "Ferry – Long Bridge"),
        ("edge/13/0", 176, 146, "Long Bridge – Port Alba"),
    ]
    bench.move("edge/11/1", "bend", (2, -3.5), (0, 0))
    assert "via: [[122, 142], [132, 146.5]]" in path.read_text("utf-8")
    with pytest.raises(FileError, match="bends off its board"):
        bench.move("edge/11/0", "bend", (400, 0), (0, 0))
    for key in ("edge/11/2", "edge/99/0", "edge/x/0", "edge/-1/0"):
        with pytest.raises(FileError):
            bench.move(key, "bend", (1, 0), (0, 0))
        with pytest.raises(FileError):
            bench.remove(key)
    bench.version = seen(towns).version
    bench.remove("edge/11/0")
    assert "kind: river, via: [[132, 146.5]]}" in path.read_text("utf-8")
    bench.remove("edge/11/0")
    assert "{between: [ferry, bridge], kind: river}" in path.read_text("utf-8")
    for _ in range(3):
        bench.undo()
    assert path.read_bytes() == before
