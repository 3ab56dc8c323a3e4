"""The game folder behind the page: what a mistake spoils, rows, set-ups, outlines, versions."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from modgen.assets import bundled_games, template_path
from modgen.compile.build import Build
from modgen.compile.setup import placed_pieces
from modgen.model.files.diagnostics import Diagnostics
from modgen.model.game import Game
from modgen.model.geography.geojson import read_geojson
from modgen.model.loading.folder import load
from modgen.serve.design.bench import Bench, NoGameError
from modgen.serve.design.contents import contents, setup
from modgen.serve.design.outline import OutlineError, checked
from modgen.serve.design.spoiled import Finder
from modgen.serve.design.written import FileError

SQUARE = [[10, 10], [40, 10], [40, 40], [10, 40]]


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "parts"),
    [
        ("cards.csv", "\n2,fortune", "\n2,fortnue", ["card/2"]),
        ("pieces.csv", "cube", "cub", ["piece/"]),
        (
            "map.yaml",
            "id: east, name: East Vale, kind: area",
            "id: east, name: E, kind: aera",
            ["space/east"],
        ),
        (
            "map.yaml",
            "between: [north, east]",
            "between: [north, eats]",
            ["space/north", "space/eats"],
        ),
        (
            "map.yaml",
            "name: Red camp, kind: display",
            "name: Red camp, kind: disply",
            ["box/red_camp"],
        ),
        ("map.svg", "<path", "<pathh <", ["board/main"]),
        ("locale/es.yaml", "Caminos", "Caminos\u0001", []),
    ],
)
def test_what_a_mistake_spoils(
    folder: Path, file: str, old: str, new: str, parts: list[str]
) -> None:
    good = load(folder).game
    if old not in (folder / file).read_text("utf-8"):
        old = (folder / file).read_text("utf-8")[:5]
    replace(folder / file, old, new)
    errors = load(folder).diagnostics.errors
    assert errors
    found = Finder(folder, good).parts(errors[0])
    assert len(found) == len(parts)
    assert all(one.startswith(part) for one, part in zip(found, parts, strict=True))


def test_a_layout_spoils_the_cards_that_use_it(folder: Path) -> None:
    good = load(folder).game
    layout = folder / "layouts" / f"{good.cards_file.decks[0].layout}.yaml"
    replace(layout, "kind: text", "kind: txet")
    error = load(folder).diagnostics.errors[0]
    found = Finder(folder, good).parts(error)
    assert set(found) == {"deck/fortune", *(f"card/{card.id}" for card in good.cards)}


@pytest.mark.long
def test_the_last_good_version_stays_while_there_are_mistakes(folder: Path) -> None:
    bench = Bench(str(folder))
    before = bench.overview()
    assert before["problems"] == []
    assert before["drawings"]["card/1"][1:] == [63.0, 88.0]
    assert bench.drawing("card/1").svg.startswith("<svg")
    replace(folder / "cards.csv", "Good roads", "Better roads")
    asyncio.run(bench.refresh())
    after = bench.overview()
    changed = [key for key, hash_ in after["drawings"].items() if before["drawings"][key] != hash_]
    assert changed == ["card/1"]
    replace(folder / "cards.csv", "2,fortune", "2,fortnue")
    asyncio.run(bench.refresh())
    spoiled = bench.overview()
    assert spoiled["drawings"] == after["drawings"]
    assert spoiled["problems"] == [
        {
            "file": "cards.csv",
            "line": 3,
            "column": 3,
            "message": "unknown deck `fortnue`",
            "hint": "did you mean `fortune`?",
            "warning": False,
            "parts": ["card/2"],
        }
    ]
    assert spoiled["version"] > after["version"] > before["version"]


def test_a_game_that_never_was_good_has_only_mistakes(folder: Path) -> None:
    (folder / "game.yaml").write_text("id: [", "utf-8")
    bench = Bench(str(folder))
    assert "game" not in bench.overview()
    assert bench.overview()["problems"][0]["file"] == "game.yaml"
    for ask in (bench.game, lambda: bench.drawing("card/1"), lambda: bench.rows("card/1")):
        with pytest.raises(NoGameError):
            ask()


@pytest.mark.long
def test_a_text_that_does_not_fit_is_a_mistake_of_its_card(folder: Path) -> None:
    replace(folder / "cards.csv", "Move one army to any vale.", "very long " * 200)
    bench = Bench(str(folder))
    [problem] = bench.overview()["undrawn"]
    assert problem["parts"] == ["card/1"]
    assert (problem["file"], problem["line"]) == ("cards.csv", 2)
    with pytest.raises(NoGameError):
        bench.drawing("card/1")


def test_rows_have_their_places_in_the_files(folder: Path) -> None:
    bench = Bench(str(folder))
    card = bench.rows("card/2")
    assert (card["file"], card["line"]) == ("cards.csv", 3)
    assert card["lines"][0] == [1, "id,deck,title,icon,text"]
    assert [field["name"] for field in card["fields"]][:3] == ["id", "deck", "title"]
    space = bench.rows("space/east")
    assert space["file"] == "map.yaml"
    assert "East Vale" in space["lines"][0][1]
    assert {tuple(edge["between"]) for edge in space["edges"]} == {
        ("north", "east"),
        ("east", "south"),
    }
    for key in ("space/none", "x/y", "", "card", "../../etc/passwd"):
        assert bench.rows(key) is None


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name != "junta-coup"))
        for name in bundled_games()
    ],
)
def test_a_set_up_shows_what_the_module_lays_out(name: str) -> None:
    game = load(bundled_games()[name]).game
    build = Build(game)
    for scenario in game.scenarios:
        shown = setup(game, scenario)
        for places in shown:
            on_map = [one for one in placed_pieces(build, scenario) if one.map == places["name"]]
            points = {(one.x, one.y) for one in on_map}
            for key, x, y, turn, count in places["pieces"]:
                assert count > 0
                assert 0 <= x <= places["width"]
                assert 0 <= y <= places["height"]
                if not turn and key.startswith(("piece/", "back/")):
                    at = build.point((x, y))
                    assert any(abs(at[0] - px) <= 1 and abs(at[1] - py) <= 1 for px, py in points)
    data = json.loads(json.dumps(contents(game)))
    assert len(data["boards"]) == len(game.map.boards)
    spaces = [each for board in data["boards"] for each in board["places"]]
    assert all(each["rings"] for each in spaces)


# --- outlines ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([], "no area"),
        ([[0, 0], [1, 1], [2, 2]], "no area"),
        ([[0, 0], [0, 0], [9, 9], [0, 0]], "no area"),
        ([[0, 0], [10, 10], [10, 0], [0, 20]], "between its points 1-2 and 3-4"),
    ],
)
def test_bad_outlines_are_refused(points: list[list[float]], message: str) -> None:
    with pytest.raises(OutlineError, match=message):
        checked(points)


def test_an_outline_in_an_svg_and_back(folder: Path) -> None:
    """Only the shape's own element changes; a new shape is added at the end."""
    path = folder / "map.svg"
    original = path.read_bytes()
    bench = Bench(str(folder))
    bench.write_outline("main", "west", SQUARE)
    lines = path.read_text("utf-8").splitlines()
    assert lines[1] == '  <path id="west" d="M10,10 L40,10 L40,40 L10,40 Z"/>'
    changed = [
        n
        for n, (a, b) in enumerate(zip(lines, original.decode().splitlines(), strict=True))
        if a != b
    ]
    assert changed == [1]
    bench.write_outline("main", "swamp", SQUARE)
    assert '  <path id="swamp" d="M10,10 L40,10 L40,40 L10,40 Z"/>\n</svg>' in path.read_text()
    bench.undo()
    bench.undo()
    assert path.read_bytes() == original
    with pytest.raises(FileError, match="nothing to undo"):
        bench.undo()


def test_transforms_of_an_svg_are_taken_back(folder: Path) -> None:
    path = folder / "map.svg"
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 400">\n'
        '<g transform="translate(20 10) scale(2)"><rect x="1" y="2" width="40" height="50"'
        ' id="west" class="hill"><title>West</title></rect></g>\n</svg>\n',
        "utf-8",
    )
    game = load(template_path()).game
    bench = Bench(str(folder))
    bench.version.__dict__["game"] = Game(folder, *list(game.__dict__.values())[1:12])
    bench.write_outline("main", "west", SQUARE)
    text = path.read_text("utf-8")
    assert '<path id="west" class="hill" d="M0,5 L30,5 L30,35 L0,35 Z"><title>West</title>' in text
    assert "</path></g>" in text


@pytest.mark.long
def test_an_outline_in_degrees_keeps_the_other_features(tmp_path: Path) -> None:
    folder = shutil.copytree(bundled_games()["people-power"], tmp_path / "game")
    path = folder / "map.geojson"
    before = path.read_text("utf-8").splitlines()
    bench = Bench(str(folder))
    outline = [[200, 200], [260, 200], [260, 260], [200, 260]]
    bench.write_outline("main", "visayas", outline)
    after = path.read_text("utf-8").splitlines()
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1
    features = {one.id: one for one in read_geojson(path, "map", Diagnostics())}
    assert len(features["visayas"].polygons[0][0]) == 4
    assert features["visayas"].properties["kind"] == "area"
    shape = load(folder).game.outlines.shapes["visayas"]
    for (x, y), (wanted_x, wanted_y) in zip(shape[0][0], outline, strict=True):
        assert abs(x - wanted_x) < 0.01
        assert abs(y - wanted_y) < 0.01
    bench.write_outline("main", "new_place", outline)
    assert [*read_geojson(path, "map", Diagnostics())][-1].id == "new_place"
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    with pytest.raises(FileError, match="has changed since"):
        bench.undo()


@pytest.mark.long
def test_only_the_geometry_file_of_ones_own_game_is_written(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="comes with Modgen"):
        Bench("people-power").write_outline("main", "cebu", SQUARE)
    bench = Bench(str(folder))
    for space in ("../x", "West", "", 'a"b', "a" * 99):
        with pytest.raises(OutlineError, match="is not an id"):
            bench.write_outline("main", space, SQUARE)
    with pytest.raises(OutlineError, match="there is no board"):
        bench.write_outline("../main", "west", SQUARE)
    outside = tmp_path / "outside.svg"
    shutil.move(folder / "map.svg", outside)
    (folder / "map.svg").symlink_to(outside)
    original = outside.read_bytes()
    with pytest.raises(OutlineError, match="outside the game's folder"):
        bench.write_outline("main", "west", SQUARE)
    assert outside.read_bytes() == original
    (folder / "map.svg").unlink()
    (folder / "map.svg").write_text("<svg viewBox='0 0 9 9'/>", "utf-8")
    with pytest.raises(OutlineError, match="closing tag"):
        bench.write_outline("main", "west", SQUARE)


def test_an_unexpected_error_is_one_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(str(folder))

    def broken(_: Path) -> None:
        raise KeyError("x")

    monkeypatch.setattr("modgen.serve.design.bench.load", broken)
    replace(folder / "cards.csv", "Good roads", "Better roads")
    asyncio.run(bench.refresh())
    data = bench.overview()
    assert [each["message"] for each in data["problems"]] == ["internal error: KeyError: 'x'"]
    assert data["game"]["title"] == "Four Vales"
