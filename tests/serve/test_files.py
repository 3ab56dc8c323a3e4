"""What the page writes: tables, texts, pictures, positions; new games and those of archives."""

from __future__ import annotations

import asyncio
import errno
import io
import re
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Any, get_args, get_type_hints

import httpx
import pytest
from PIL import Image

from modgen.assets import bundled_games, template_path
from modgen.model.files.extended import extended_folder
from modgen.model.loading.folder import load
from modgen.serve.app import application
from modgen.serve.design.bench import Bench
from modgen.serve.design.files import listed, packed
from modgen.serve.design.moving import handles, move
from modgen.serve.design.written import Change, FileError, digest, replace_file, write_all
from modgen.serve.games import Games, OpenError, templates
from modgen.serve.orders import PrintOptions
from modgen.sheets.pipeline import PARTS, SheetOptions


def version(bench: Bench, name: str) -> str:
    found: str = bench.file(name)["version"]
    return found


def png(size: tuple[int, int] = (3, 4)) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size).save(file, "PNG")
    return file.getvalue()


# --- tables and texts ----------------------------------------------------------------------------


def test_a_table_is_edited(folder: Path) -> None:
    bench = Bench(str(folder))
    table = bench.file("cards.csv")
    rows = [row["cells"] for row in table["rows"]]
    assert rows[0] == ["id", "deck", "title", "icon", "text"]
    assert table["meanings"]["copies"].startswith("How many equal cards")
    assert table["choices"]["deck"] == ["fortune"]
    assert "star" in table["choices"]["icon"]
    rows[1][2] = "Bad roads"
    answer = bench.write_rows("cards.csv", rows, table["version"])
    assert answer["version"] == version(bench, "cards.csv") != table["version"]
    assert load(folder).game.card["1"].title == "Bad roads"
    assert not [path for path in folder.iterdir() if path.name.startswith(".modgen")]


@pytest.mark.parametrize("name", ["./game.yaml", "game.yaml/", "art//x.png", "a" * 300 + ".csv"])
def test_a_file_has_only_one_name(folder: Path, name: str) -> None:
    bench = Bench(str(folder))
    for work in (bench.file, bench.picture, lambda name: bench.delete(name, "")):
        with pytest.raises(FileError, match="is not a file of the game's folder"):
            work(name)
    assert (folder / "game.yaml").exists()


def test_a_new_file_takes_no_other_ones_place(folder: Path) -> None:
    bench = Bench(str(folder))
    (folder / "folder.csv").mkdir()
    (folder / "loop.csv").symlink_to("loop.csv")
    for name in ("folder.csv", "loop.csv"):
        with pytest.raises(FileError, match="not a file"):
            bench.write_text(name, "id", "")
    with pytest.raises(FileError, match="cannot be created"):
        bench.write_text("charts/con.yaml", "", "")


def test_rows_are_only_those_of_a_table_that_can_be_read(folder: Path) -> None:
    bench = Bench(str(folder))
    with pytest.raises(FileError, match="does not exist"):
        bench.write_rows("other/new table.csv", [["id"]], "")
    latin = "id,name\na,\xe9\n".encode("latin-1")
    (folder / "latin.csv").write_bytes(latin)
    with pytest.raises(FileError, match="UTF-8"):
        bench.write_rows("latin.csv", [["id"]], digest(latin))
    assert (folder / "latin.csv").read_bytes() == latin


def test_a_file_that_has_changed_meanwhile_is_not_overwritten(folder: Path) -> None:
    bench = Bench(str(folder))
    for name, write in (
        ("cards.csv", lambda seen: bench.write_rows("cards.csv", [["id"]], seen)),
        ("map.yaml", lambda seen: bench.write_text("map.yaml", "boards: []", seen)),
        ("pieces.csv", lambda seen: bench.delete("pieces.csv", seen)),
    ):
        seen = version(bench, name)
        replace_file(folder / name, (folder / name).read_bytes() + b"\n")
        changed = (folder / name).read_bytes()
        with pytest.raises(FileError, match="changed by another program") as caught:
            write(seen)
        assert caught.value.status == 409
        assert (folder / name).read_bytes() == changed


def test_a_text_keeps_its_line_ends(folder: Path) -> None:
    bench = Bench(str(folder))
    (folder / "rules.yaml").write_bytes("\ufeffrules: []\r\n# é\r\n".encode())
    text = bench.file("rules.yaml")["text"]
    assert text == "rules: []\n# é\n"
    bench.write_text("rules.yaml", f"{text}# more\n", version(bench, "rules.yaml"))
    assert (folder / "rules.yaml").read_bytes() == "\ufeffrules: []\r\n# é\r\n# more\r\n".encode()


def test_files_are_created_and_deleted(folder: Path) -> None:
    bench = Bench(str(folder))
    bench.write_text("layouts/event.yaml", "id: event\n", "")
    assert (folder / "layouts" / "event.yaml").read_text("utf-8") == "id: event\n"
    with pytest.raises(FileError, match="exists already"):
        bench.write_text("layouts/event.yaml", "id: other\n", "")
    for name in ("layouts/x.py", "other/x.yaml", "Layouts/x.yaml", "layouts/.x.yaml", "x.svg"):
        with pytest.raises(FileError):
            bench.write_text(name, "id: x\n", "")
    bench.delete("layouts/event.yaml", version(bench, "layouts/event.yaml"))
    assert not (folder / "layouts" / "event.yaml").exists()
    bench.undo()
    assert (folder / "layouts" / "event.yaml").read_text("utf-8") == "id: event\n"
    with pytest.raises(FileError, match="cannot be deleted"):
        bench.delete("game.yaml", version(bench, "game.yaml"))
    for seen in ("", "0"):
        with pytest.raises(FileError, match="changed by another program") as caught:
            bench.delete("cards.csv", seen)
        assert caught.value.status == 409
        assert (folder / "cards.csv").exists()


@pytest.mark.parametrize(
    "name",
    [
        "",
        "../x.yaml",
        "/etc/passwd",
        "a/../../x.csv",
        "c:\\x.csv",
        "link.yaml",
        ".x.csv",
        "x\0.csv",
    ],
)
def test_only_files_of_the_folder_are_read_and_written(folder: Path, name: str) -> None:
    outside = folder.parent / "outside.yaml"
    outside.write_text("secret: 1\n", "utf-8")
    (folder / "link.yaml").symlink_to(outside)
    bench = Bench(str(folder))
    assert "link.yaml" not in [file["name"] for file in bench.overview()["files"]]
    for work in (
        lambda: bench.file(name),
        lambda: bench.write_text(name, "x", ""),
        lambda: bench.write_rows(name, [["x"]], ""),
        lambda: bench.delete(name, ""),
        lambda: bench.picture(name),
    ):
        with pytest.raises(FileError):
            work()
    assert outside.read_text("utf-8") == "secret: 1\n"


@pytest.mark.long
def test_a_bundled_game_stays_as_it_is() -> None:
    bench = Bench("people-power")
    seen = version(bench, "cards.csv")
    for work in (
        lambda: bench.write_text("cards.csv", "x", seen),
        lambda: bench.write_rows("cards.csv", [["x"]], seen),
        lambda: bench.delete("cards.csv", seen),
        lambda: bench.write_picture("x.png", png(), False),
        lambda: bench.move("box/available", "rect", (1, 1), (0, 0)),
    ):
        with pytest.raises(FileError, match="comes with Modgen"):
            work()


def test_what_could_not_be_read_again_is_not_written(folder: Path) -> None:
    bench = Bench(str(folder))
    seen = version(bench, "map.yaml")
    for text, message in (("a\0", "control character"), ("x" * (9 << 20), "at most 8,388,608")):
        with pytest.raises(FileError, match=message):
            bench.write_text("map.yaml", text, seen)
    assert version(bench, "map.yaml") == seen


# --- pictures ------------------------------------------------------------------------------------


def test_pictures_are_added_and_replaced(folder: Path) -> None:
    bench = Bench(str(folder))
    assert bench.write_picture("C:\\Pictures\\Ship’s Cat 1.PNG", png(), False) == "ship_s_cat_1.png"
    path, kind = bench.picture("art/ship_s_cat_1.png")
    assert (path.read_bytes(), kind) == (png(), "image/png")
    assert "ship_s_cat_1" in bench.file("cards.csv")["choices"]["icon"]
    # A picture of this very name is replaced under it.
    (folder / "art" / "Old Cat.png").write_bytes(png())
    assert bench.write_picture("Old Cat.png", png((2, 2)), True) == "Old Cat.png"
    with pytest.raises(FileError, match="exists already") as caught:
        bench.write_picture("Ship’s Cat 1.png", png((5, 5)), False)
    assert caught.value.status == 409
    bench.write_picture("ship_s_cat_1.png", png((5, 5)), True)
    assert path.read_bytes() == png((5, 5))
    (folder / "art" / "sources.md").write_text("drawn by us", "utf-8")
    kinds = {file["name"]: file["kind"] for file in listed(folder)}
    assert (kinds["art/ship_s_cat_1.png"], kinds["art/sources.md"]) == ("picture", "text")
    for name, data in (
        ("x.png", b"not a picture"),
        ("x.svg", b"<html/>"),
        ("x.exe", png()),
        ("../x.png", b""),
        (".png", png()),
        ("….png", png()),
    ):
        before = {path for path in folder.rglob("*") if path.is_file()}
        with pytest.raises(FileError) as caught:
            bench.write_picture(name, data, False)
        assert caught.value.status == 415
        assert {path for path in folder.rglob("*") if path.is_file()} == before
    with pytest.raises(FileError, match="no such picture"):
        bench.picture("map.svg")
    bench.delete("art/ship_s_cat_1.png", "")
    assert not path.exists()


@pytest.mark.parametrize(
    ("inner", "problem"),
    [
        ("<script>alert(1)</script>", "x.svg:2: the picture has the element <script>"),
        ("<g><x:script xmlns:x='urn:x'/></g>", "the element <script>"),
        ("<foreignObject><p/></foreignObject>", "the element <foreignObject>"),
        ("<g onload='a()'/>", "the attribute `onload`"),
        ("<a href=' javascript:a()'/>", "a script in the attribute `href`"),
        ("<animate values='#a;javascript:a()'/>", "a script in the attribute `values`"),
        ("<g>", "x.svg:2: not valid SVG"),
    ],
)
def test_a_picture_with_a_script_is_refused(folder: Path, inner: str, problem: str) -> None:
    start = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\n"
    bench = Bench(str(folder))
    with pytest.raises(FileError, match=re.escape(problem)) as caught:
        bench.write_picture("x.svg", f"{start}{inner}</svg>".encode(), False)
    assert caught.value.status == 415
    assert not (folder / "art" / "x.svg").exists()
    entity = f"<!DOCTYPE svg [<!ENTITY a '{'<g/>'}'>]>{start}&a;</svg>"
    with pytest.raises(FileError, match="declares entities"):
        bench.write_picture("x.svg", entity.encode(), False)
    plain = f"<!DOCTYPE svg>{start}<style>a{{}}</style><g id='on'/></svg>"
    assert bench.write_picture("x.svg", plain.encode(), False) == "x.svg"


def test_a_damaged_picture_tells_no_folder_of_the_server(folder: Path) -> None:
    for data in (b"not a picture", png()[:40], png()[:20]):
        with pytest.raises(FileError) as caught:
            Bench(str(folder)).write_picture("x.png", data, False)
        assert tempfile.gettempdir() not in str(caught.value)
        assert "x.png" not in str(caught.value)  # The page writes the name before the message.


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_an_incomplete_picture_is_refused(folder: Path, kind: str) -> None:
    """The beginning of a picture states its size, but it cannot be drawn."""
    whole = io.BytesIO()
    Image.effect_noise((90, 90), 60).convert("RGB").save(whole, kind)
    name = f"x.{kind.lower()}"
    data = whole.getvalue()
    with pytest.raises(FileError, match="damaged") as caught:
        Bench(str(folder)).write_picture(name, data[: len(data) // 2], False)
    assert caught.value.status == 415
    assert not (folder / "art" / name).exists()
    assert Bench(str(folder)).write_picture(name, data, False) == name


# --- moves ---------------------------------------------------------------------------------------


@pytest.mark.long
def test_places_are_moved_and_resized(folder: Path) -> None:
    bench = Bench(str(folder))
    original = (folder / "map.yaml").read_bytes()
    bench.move("box/draw", "rect", (-2, 0.5), (1, 0))
    bench.move("track/track", "runs", (1, 1), (0, 0))
    bench.move("label/main/0", "at", (0, 3), (0, 0))
    bench.move("space/north", "pieces_at", (0, 4), (0, 0))
    asyncio.run(bench.refresh())
    game = bench.game()
    box = game.boxes["draw"].rect
    assert (box.x, box.y, box.w, box.h) == (202, 26.5, 68, 95)
    assert (game.tracks["track"].runs[0].x, game.tracks["track"].runs[0].y) == (9, 5)
    assert game.boards["main"].labels[0].at == (140, 36)
    assert game.spaces["north"].pieces_at == (150, 89)
    assert ["box/draw", "rect", 202, 26.5, 68, 95] in [
        handle[:6] for handle in bench.overview()["game"]["boards"][0]["handles"]
    ]
    before, after = original.splitlines(), (folder / "map.yaml").read_bytes().splitlines()
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 4
    for _ in range(4):
        bench.undo()
    assert (folder / "map.yaml").read_bytes() == original


@pytest.mark.long
def test_a_layout_element_is_moved(folder: Path) -> None:
    bench = Bench(str(folder))
    path = folder / "layouts" / "fortune.yaml"
    layout = bench.overview()["game"]["layouts"][0]
    assert layout["shown"][0] == "card/1"
    assert layout["elements"][1][:3] == ["text", "{title}", 4]
    bench.move("element/fortune/1", "element", (0.5, 0), (0, 0.5))
    assert "{kind: text, x: 4.5, y: 36, w: 55, h: 9.5," in path.read_text("utf-8")
    before = path.read_bytes()
    with pytest.raises(FileError, match="cannot be placed there: the text overlaps"):
        bench.move("element/fortune/1", "element", (0, 8), (0, 0))
    with pytest.raises(FileError, match=r"at least 0\.5 mm"):
        bench.move("element/fortune/1", "element", (0, 0), (-60, 0))
    assert path.read_bytes() == before


@pytest.mark.long
def test_places_move_although_the_file_has_changed_since(tmp_path: Path) -> None:
    folder = shutil.copytree(bundled_games()["junta-coup"], tmp_path / "game")
    loaded = load(folder)
    found = {(one.key, one.field): one for one in handles(loaded.game, "main")}
    # The first of each kind, one after the other, without reading the folder again between them.
    kinds = {(key.partition("/")[0], field): key for key, field in reversed(found)}
    assert {("space", "label_at"), ("space", "at"), ("box", "rect"), ("label", "at")} <= {*kinds}
    for (_, field), key in kinds.items():
        move(loaded.game, loaded.sources, key, field, (0.5, 0.25))
    moved = {(one.key, one.field): one for one in handles(load(folder).game, "main")}
    for (_, field), key in kinds.items():
        before, after = found[key, field], moved[key, field]
        assert (round(after.x - before.x, 2), round(after.y - before.y, 2)) == (0.5, 0.25)


def test_nothing_is_moved_off_its_board(tmp_path: Path) -> None:
    folder = shutil.copytree(template_path("point-to-point"), tmp_path / "game")
    bench = Bench(str(folder))
    before = (folder / "map.yaml").read_bytes()
    for key, field in (("space/mines", "at"), ("space/mines", "label_at"), ("label/main/0", "at")):
        with pytest.raises(FileError, match="off the board, which is 277 × 190 mm"):
            bench.move(key, field, (0, -150), (0, 0))
    assert (folder / "map.yaml").read_bytes() == before


@pytest.mark.long
def test_fields_of_places_labels_and_elements_are_changed(tmp_path: Path) -> None:
    folder = shutil.copytree(template_path("point-to-point"), tmp_path / "game")
    bench = Bench(str(folder))
    for key, name, text in (
        ("space/mines", "icon", "anchor"),
        ("space/mines", "radius", "12.5"),
        ("space/mines", "attributes", "{value: 3}"),
        ("space/alba", "icon", ""),
        ("label/main/0", "size", "9"),
        ("element/event/1", "text", "{title}!"),
        ("element/event/1", "caps", "true"),
        ("element/event/1", "align", ""),
        ("element/event/1", "valign", " "),
    ):
        bench.set_field(key, name, text)
    game = load(folder).game
    mines, title = game.spaces["mines"], game.layouts["event"].elements[1]
    assert (mines.icon, mines.radius, mines.attributes) == ("anchor", 12.5, {"value": 3})
    assert game.spaces["alba"].icon == ""
    assert game.boards["main"].labels[0].size == 9
    assert (title.text, title.caps, title.align, title.valign) == ("{title}!", True, "left", "top")
    before = {path: path.read_bytes() for path in folder.rglob("*.yaml")}
    for key, name, text, message in (
        ("space/mines", "icon", "ankor", "no bundled icon `ankor`"),
        ("space/mines", "radius", "12,5", "expected a number, found `12,5`"),
        ("space/mines", "id", "x", "cannot be changed here"),
        ("space/mines", "__class__", "x", "cannot be changed here"),
        ("card/1", "title", "x", "cannot be changed here"),
        ("element/event/9", "text", "x", "cannot be changed here"),
        ("element/event/1", "kind", "", "the field `kind` is missing"),
        ("element/event/1", "size", "[", "not a value"),
        ("element/event/1", "text", "x" * 2001, "at most 2,000 characters"),
    ):
        with pytest.raises(FileError, match=message):
            bench.set_field(key, name, text)
    assert {path: path.read_bytes() for path in folder.rglob("*.yaml")} == before
    rows = bench.rows("element/event/1")
    assert rows is not None
    assert rows["changeable"]["weight"]["values"] == ["regular", "bold"]
    part = bench.rows("card/1")
    assert part is not None
    assert part["changeable"] == {}


@pytest.mark.long
def test_elements_of_a_layout_are_added_and_removed(tmp_path: Path) -> None:
    folder = shutil.copytree(template_path("point-to-point"), tmp_path / "game")
    bench, path = Bench(str(folder)), folder / "layouts" / "event.yaml"
    original = path.read_bytes()
    with pytest.raises(FileError, match="no free strip of 5 mm"):
        bench.add_element("event", "text")
    bench.move("element/event/3", "element", (0, 0), (0, -7))
    for kind in ("text", "box", "line"):
        bench.add_element("event", kind)
    kinds = [one.kind for one in load(folder).game.layouts["event"].elements]
    assert kinds == ["box", "text", "icon", "text", "text", "box", "line"]
    for number in (6, 5, 4):
        bench.remove(f"element/event/{number}")
    bench.move("element/event/3", "element", (0, 0), (0, 7))
    assert path.read_bytes() == original
    with pytest.raises(FileError, match="no longer in the game"):
        bench.add_element("none", "text")


@pytest.mark.long
def test_a_corner_moves_in_every_space_that_has_it(folder: Path) -> None:
    bench = Bench(str(folder))
    original = (folder / "map.svg").read_bytes()
    places = {one["id"]: one for one in bench.overview()["game"]["boards"][0]["places"]}
    assert [112, 118] in places["west"]["corners"]
    bench.move_corner("main", (112, 118), (115, 120))
    asyncio.run(bench.refresh())
    shapes = bench.game().outlines.shapes
    for space in ("west", "north", "south", "east"):
        assert (115, 120) in shapes[space][0][0]
        assert (112, 118) not in shapes[space][0][0]
    assert bench.overview()["problems"] == []
    for at, to, message in (
        ((1, 1), (2, 2), "no outline has this corner"),
        ((112, 48), (60, 150), "crosses itself"),
    ):
        with pytest.raises(FileError, match=message):
            bench.move_corner("main", at, to)
    with pytest.raises(FileError, match="no outlines in millimetres"):
        bench.move_corner("none", (112, 48), (113, 48))
    bench.undo()
    assert (folder / "map.svg").read_bytes() == original


@pytest.mark.long
def test_a_pile_of_the_table_that_the_program_made_is_moved(tmp_path: Path) -> None:
    Games(tmp_path, None).begin("Cards", "cards")
    folder = tmp_path / "cards"
    bench = Bench(str(folder))
    before = {handle.key: handle for handle in handles(bench.game(), "main")}
    cards = (folder / "cards.yaml").read_bytes()
    bench.move("box/store", "rect", (3, 0), (0, 2))
    asyncio.run(bench.refresh())
    assert bench.overview()["problems"] == []
    after = {handle.key: handle for handle in handles(bench.game(), "main")}
    changed = before["box/store"]
    after_that = changed._replace(x=changed.x + 3, h=changed.h + 2)
    assert after == before | {"box/store": after_that}
    bench.move("box/store", "rect", (1, 1), (0, 0))
    bench.undo()
    bench.undo()
    assert not (folder / "map.yaml").exists()
    assert (folder / "cards.yaml").read_bytes() == cards


def test_what_has_no_position_is_not_moved(folder: Path) -> None:
    bench = Bench(str(folder))
    for key, field in (
        ("box/nothing", "rect"), ("box/draw", "at"), ("label/main/9", "at"), ("label/main/x", "at"),
        ("label/main/-1", "at"), ("element/event/-1", "element"), ("element/event/+0", "element"),
        ("element/none/0", "element"), ("card/1", "rect"), ("space/north", "at"), ("", ""),
    ):  # fmt: skip
        with pytest.raises(FileError):
            bench.move(key, field, (1, 1), (0, 0))
    (folder / "map.yaml").write_text("boards: 1", "utf-8")
    asyncio.run(bench.refresh())
    with pytest.raises(FileError, match="correct the mistakes"):
        bench.move("box/draw", "rect", (1, 1), (0, 0))


# --- games ---------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_game_is_begun_and_found(tmp_path: Path) -> None:
    games = Games(tmp_path, None)
    for template in templates():
        name = games.begin(f"  Dragons: “{template['id']}” \n", template["id"])
        folder = Path(games.find(name))
        assert folder.parent == tmp_path
        loaded = load(folder)
        assert [str(one) for one in loaded.diagnostics.sorted()] == []
        title = f"Dragons: “{template['id']}”"
        assert {loaded.in_language(one).info.title for one in loaded.game.info.languages} == {title}
    assert {"id": name, "title": title} in games.below()
    with pytest.raises(OpenError, match="exists already"):
        games.begin(f"dragons {template['id']}", template["id"])
    for title in ("", "…", "/", "../..", " "):
        with pytest.raises(OpenError, match="letters or digits"):
            games.begin(title, template["id"])
    with pytest.raises(OpenError, match="no template"):
        games.begin("x", "../x")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        *((name, "is not a folder below") for name in ("./..", "./../game", ".//etc", "./")),
        *((name, "is not a folder below") for name in ("./.hidden", "./a\\b", "./c:b", "./a\0")),
        *((name, "has no game") for name in ("/etc", "./missing", "x")),
    ],
)
def test_only_games_below_the_working_folder_are_opened(
    tmp_path: Path, name: str, words: str
) -> None:
    root = tmp_path / "root"
    for folder in (tmp_path / "game", root / ".hidden"):
        folder.mkdir(parents=True)
        (folder / "game.yaml").write_text("id: x\n", "utf-8")
    (root / "link").symlink_to(tmp_path / "game")
    games = Games(root, None)
    with pytest.raises(OpenError, match=words):
        games.find(name)
    with pytest.raises(OpenError, match="is not a folder below"):
        games.find("./link")
    assert games.below() == []


def archive(path: Path, entries: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        for name, text in entries.items():
            file.writestr(name, text)
    return path


def test_an_archive_becomes_a_game(tmp_path: Path, folder: Path) -> None:
    games = Games(tmp_path / "root", None)
    packed_game = tmp_path / "upload.zip"
    packed_game.write_bytes(packed(folder))
    name = games.unpack(packed_game, "My Game (2).zip")
    assert name == "./my-game-2"
    made = Path(games.find(name))
    assert {path.name for path in made.iterdir()} == {path.name for path in folder.iterdir()}
    assert load(made).game.info.title == load(folder).game.info.title
    with pytest.raises(OpenError, match="exists already"):
        games.unpack(packed_game, "my game 2.zip")
    with pytest.raises(OpenError, match=r"no game.yaml"):
        games.unpack(archive(tmp_path / "a.zip", {"readme.txt": ""}), "a.zip")
    for evil in ("../game.yaml", "/game.yaml", "a/../../b"):
        with pytest.raises(OpenError, match=r"^b\.zip contains an entry with an unsafe name"):
            games.unpack(archive(tmp_path / "b.zip", {"game.yaml": "id: x", evil: ""}), "b.zip")
    (tmp_path / "c.zip").write_bytes(b"no archive")
    with pytest.raises(OpenError, match=r"^c\.zip is not a ZIP archive"):
        games.unpack(tmp_path / "c.zip", "c.zip")
    assert sorted(path.name for path in (tmp_path / "root").iterdir()) == ["my-game-2"]


@pytest.mark.parametrize(
    "names",
    [
        ["x/game.yaml", "x/{outside}"],  # `x/` before an absolute path
        ["game.yaml", "art/ /a.png"],
        ["game.yaml", "art/a:b.png"],
        ["game.yaml", "art/con.png"],
        ["game.yaml", "./game.yaml"],
        ["game.yaml", "a", "a/b"],
        ["game.yaml", "a" * 300],
    ],
)
def test_an_archive_writes_nothing_elsewhere(tmp_path: Path, names: list[str]) -> None:
    games = Games(tmp_path / "root", None)
    outside = tmp_path / "outside.txt"
    entries = {name.format(outside=outside): "id: x\n" for name in names}
    with pytest.raises(OpenError, match=r"^d\.zip has a file"):
        games.unpack(archive(tmp_path / "d.zip", entries), "d.zip")
    assert not outside.exists()
    assert not [path for path in (tmp_path / "root").glob("*") if not path.name.startswith(".")]


@pytest.mark.parametrize(
    ("name", "place"),
    [("/etc", ""), ("../secret", ""), ("{outside}", "more/"), ("../../secret", "more/")],
)
def test_an_uploaded_game_extends_no_folder_outside_of_it(
    tmp_path: Path, name: str, place: str
) -> None:
    games = Games(tmp_path / "root", None)
    for outside in (tmp_path / "secret", tmp_path / "root" / "secret"):
        outside.mkdir(parents=True)
        (outside / "game.yaml").write_text("id: secret\n", "utf-8")
    extends = f"id: x\nextends: {name.format(outside=tmp_path / 'secret')}\n"
    entries = {"game.yaml": "id: base\n"} | {f"{place}game.yaml": extends}
    with pytest.raises(OpenError, match=rf"^e\.zip: {place}game\.yaml extends a folder"):
        games.unpack(archive(tmp_path / "e.zip", entries), "e.zip")
    assert [path.name for path in (tmp_path / "root").iterdir()] == ["secret"]


def test_an_uploaded_game_extends_one_that_it_contains(tmp_path: Path) -> None:
    games = Games(tmp_path / "root", None)
    for number, name in enumerate(("base", "./base", "people-power")):
        entries = {"base/game.yaml": "id: base\n", "game.yaml": f"id: x\nextends: {name}\n"}
        games.unpack(archive(tmp_path / "f.zip", entries), f"f{number}.zip")
        assert extended_folder(tmp_path / "root" / f"f{number}") is not None


def test_no_game_is_begun_inside_another(folder: Path) -> None:
    with pytest.raises(OpenError, match="in the folder above"):
        Games(folder, ".").begin("x", "area")


# --- orders --------------------------------------------------------------------------------------


def test_the_page_offers_every_option_of_sheets() -> None:
    assert set(PrintOptions.model_fields) == set(SheetOptions.__dataclass_fields__)
    ours, theirs = get_type_hints(PrintOptions), get_type_hints(SheetOptions)
    for name in ("duplex", "file_type"):
        assert get_args(ours[name]) == get_args(theirs[name])
    assert PrintOptions().parts == list(PARTS)
    default = SheetOptions(parts=PARTS)
    assert all(
        getattr(default, name) == (tuple(value) if isinstance(value, list) else value)
        for name, value in PrintOptions()
    )


@pytest.mark.long
def test_what_an_expansion_has_from_its_game_stays(tmp_path: Path, folder: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    text = f"id: more\nextends: {folder.as_posix()}\ntitle: More\nversion: '1'\nlanguages: [en]\n"
    (more / "game.yaml").write_text(text, "utf-8")
    bench = Bench(str(more))
    assert bench.game().parent is not None
    board = bench.game().map.boards[0].id
    (box,) = [one for one in handles(bench.game(), board) if one.key == "box/draw"]
    with pytest.raises(FileError, match="is not a file of the game's folder"):
        bench.move(box.key, box.field, (1, 1), (0, 0))
    with pytest.raises(FileError, match="open that game"):
        bench.write_outline(board, "east", [(0, 0), (10, 0), (0, 10)])
    with pytest.raises(FileError, match="open that game"):
        bench.move_corner(board, (0, 0), (1, 1))
    assert [path.name for path in more.iterdir()] == ["game.yaml"]


# --- the routes ----------------------------------------------------------------------------------


def asked(folder: Path, game: Path, method: str, path: str, **options: Any) -> httpx.Response:
    """One request of the page about a game."""
    return all_asked(folder, game, (method, path, options))[0]


def all_asked(
    folder: Path, game: Path, *requests: tuple[str, str, dict[str, Any]]
) -> list[httpx.Response]:
    """Requests of the page about a game, one after the other."""

    async def send() -> list[httpx.Response]:
        transport = httpx.ASGITransport(application(folder, str(game), "token", folder / "root"))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:1") as client:
            headers = {"origin": "http://127.0.0.1:1"}
            return [
                await client.request(method, f"/token/api/{path}", headers=headers, **options)
                for method, path, options in requests
            ]

    return asyncio.run(send())


def test_what_the_page_changed_is_in_the_next_version(tmp_path: Path, folder: Path) -> None:
    look = ("GET", "design", {})
    moved = {"key": "box/draw", "field": "rect", "by": [-2, 0.5], "grow": [1, 0]}
    answers = all_asked(
        tmp_path,
        folder,
        look,
        ("POST", "design/move", {"json": moved}),
        look,
        ("POST", "design/undo", {}),
        look,
    )
    assert [answer.status_code for answer in answers] == [200, 204, 200, 204, 200]
    first, second, third = (answer.json()["game"]["boards"] for answer in answers[::2])
    assert second != first
    assert third == first


def test_a_name_that_no_file_can_have_is_not_found(tmp_path: Path, folder: Path) -> None:
    for path in ("../web/" + "a" * 300 + ".js", "design/file?name=" + "a" * 300 + ".csv"):
        answer = asked(tmp_path / "private", folder, "GET", path)
        assert answer.status_code in (400, 404)
        assert str(tmp_path) not in answer.text


def test_a_full_disk_is_one_sentence(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (folder / "cards.csv").read_bytes()

    def full(_: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    body = {"file": "cards.csv", "version": digest(before), "rows": [["id"]]}
    answer = asked(tmp_path, folder, "POST", "design/rows", json=body)
    assert answer.status_code == 507
    assert answer.json()["message"].endswith("cards.csv: the disk is full; make room and try again")
    assert (folder / "cards.csv").read_bytes() == before
    monkeypatch.undo()
    assert asked(tmp_path, folder, "POST", "design/rows", json=body).status_code == 200
    assert asked(tmp_path, folder, "POST", "design/rows", json=body).status_code == 409


def test_a_picture_runs_nothing(tmp_path: Path, folder: Path) -> None:
    (folder / "art" / "evil.svg").write_text("<svg><script>alert(1)</script></svg>", "utf-8")
    answer = asked(tmp_path, folder, "GET", "design/picture?name=art/evil.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_archive_of_a_game_is_the_same_each_time(tmp_path: Path, folder: Path) -> None:
    (folder / ".secret").write_text("x", "utf-8")
    (folder / "link.yaml").symlink_to(tmp_path)
    for made in ("secret.vmod", "secret.vmdx", "secret.pyc"):
        (folder / made).write_bytes(b"")
    first, second = (asked(tmp_path, folder, "GET", "design/zip") for _ in range(2))
    assert first.content == second.content
    names = zipfile.ZipFile(io.BytesIO(first.content)).namelist()
    assert f"{folder.name}/game.yaml" in names
    assert not [name for name in names if "secret" in name or "link" in name]


def test_a_picture_that_is_too_large_is_refused(tmp_path: Path, folder: Path) -> None:
    answer = asked(tmp_path, folder, "POST", "design/picture?name=x.png", content=b"x" * (21 << 20))
    assert answer.status_code == 413
    assert answer.json()["message"] == "a picture may have at most 20 MB"


# --- tables as programs write them ---------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_table_in_utf_16_is_edited_and_stays_so(folder: Path, encoding: str) -> None:
    path = folder / "cards.csv"
    text = "\ufeff" + path.read_text("utf-8").replace(",", "\t").replace("\n", "\r\n")
    path.write_bytes(text.encode(encoding))
    bench = Bench(str(folder))
    table = bench.file("cards.csv")
    rows = [row["cells"] for row in table["rows"]]
    assert rows[0][:3] == ["id", "deck", "title"]
    rows[1][2] = "Größe"
    answer = bench.write_rows("cards.csv", rows, table["version"])
    assert path.read_bytes() == text.replace("Good roads", "Größe").encode(encoding)
    assert load(folder).game.card["1"].title == "Größe"
    shown = bench.file("cards.csv", as_text=True)["text"]
    bench.write_text("cards.csv", shown.replace("Größe", "Good roads"), answer["version"])
    assert path.read_bytes() == text.encode(encoding)


def test_the_line_that_names_the_separator_is_no_row(folder: Path) -> None:
    path = folder / "cards.csv"
    text = "sep=;\r\n" + path.read_text("utf-8").replace(",", ";").replace("\n", "\r\n")
    path.write_bytes(text.encode())
    bench = Bench(str(folder))
    table = bench.file("cards.csv")
    first, second = table["rows"][:2]
    assert (first["kind"], first["cells"]) == ("separator", ["sep=;"])
    assert (second["kind"], second["line"]) == ("row", 2)
    rows = [row["cells"] for row in table["rows"]]
    rows[2][2] = "New; roads"
    bench.write_rows("cards.csv", rows, table["version"])
    assert path.read_bytes() == text.replace("Good roads", '"New; roads"').encode()


def test_pictures_of_icons(folder: Path, tmp_path: Path) -> None:
    bench = Bench(str(folder))
    (folder / "art" / "dragon.png").write_bytes(png())
    assert bench.icon("dragon") == (folder / "art" / "dragon.png", "image/png")
    assert bench.icon("star")[1] == "image/svg+xml"
    for name in ("nothing", "../map", "a/b", ""):
        with pytest.raises(FileError, match="no such icon"):
            bench.icon(name)


def test_several_files_are_written_as_a_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If one of them is refused, the others are as before; the same holds for taking them back."""
    for name in ("a.yaml", "b.yaml", "c.yaml"):
        (tmp_path / name).write_bytes(b"old")
    (tmp_path / "scenarios").mkdir()
    changes = [Change(tmp_path / name, b"old", b"new") for name in ("a.yaml", "b.yaml", "c.yaml")]
    changes.append(Change(tmp_path / "scenarios" / "d.yaml", None, b"new"))

    def contents() -> dict[str, bytes]:
        return {
            path.relative_to(tmp_path).as_posix(): path.read_bytes()
            for path in sorted(tmp_path.rglob("*.yaml"))
        }

    before = contents()
    real = Path.replace

    def refused(self: Path, target: Path) -> Path:
        if Path(target).name == "c.yaml" and self.name == "c.yaml":
            raise PermissionError(13, "open elsewhere", str(target))
        return real(self, target)

    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(PermissionError):
        write_all(changes)
    assert contents() == before
    monkeypatch.undo()
    written = write_all(changes)
    assert set(contents().values()) == {b"new"}
    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(PermissionError):
        written.undo()
    assert set(contents().values()) == {b"new"}
    monkeypatch.undo()
    written.undo()
    assert contents() == before
    (tmp_path / "b.yaml").write_bytes(b"other")
    with pytest.raises(FileError, match=r"b\.yaml has changed"):
        write_all(changes)
    assert (tmp_path / "a.yaml").read_bytes() == b"old"
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".modgen-")]
