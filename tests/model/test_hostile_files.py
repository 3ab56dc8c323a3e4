"""Damaged and hostile game folders: loading ends in diagnostics, never in another exception."""

from __future__ import annotations

import os
import random
import shutil
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from modgen.assets import bundled_games, template_path
from modgen.model.loading.folder import load

GAMES = {"template": template_path(), **bundled_games()}
SECONDS = 20
"""No folder may take longer to load, on a busy machine."""


def check(folder: Path, what: object) -> list[str]:
    """Load a folder; return its diagnostics as texts, each of them one plain line."""
    start = time.perf_counter()
    try:
        loaded = load(folder)
        for language in loaded.game.info.languages if not loaded.diagnostics.errors else ():
            loaded.in_language(language)
    except Exception as error:
        error.add_note(str(what))
        raise
    assert time.perf_counter() - start < SECONDS, what
    lines = [str(diagnostic) for diagnostic in loaded.diagnostics.sorted()]
    for line in lines:
        assert line.isprintable(), (what, line)
        assert len(line) < 700, (what, line[:700])
        assert "?:1:1" not in line, (what, line)
    return lines


# --- one mutation of a text ------------------------------------------------------------------

WORDS = (
    "", "0", "-1", "1e9", "1e400", "-1e400", ".nan", "nan", ".inf", "NaN", "Infinity", "1000000000",
    "99999999999999999999", "0.0000001", "true", "null", "~", "[]", "{}", "[[[]]]", "''", "x",
    "*a", "&a", "!!python/object:os.system x", "../../etc/passwd", "/etc/passwd", "{icon:x}", "|",
    "a" * 5000, "\u0000", "\ufeff", "\u202e", "\ud7ff", "é", "\t", "\r", '"', "'", "#", "- ", ": ",
    "2024-01-01", "0x10", "1_000", "<<: *a", "%", "@", "`",
)  # fmt: skip


def replace_word(text: str, rng: random.Random) -> str:
    places = [n for n, letter in enumerate(text) if not letter.isspace()]
    if not places:
        return rng.choice(WORDS)
    start = rng.choice(places)
    end = start
    while end < len(text) and (text[end].isalnum() or text[end] in "._-"):
        end += 1
    return text[:start] + rng.choice(WORDS) + text[max(end, start + 1) :]


def replace_number(text: str, rng: random.Random) -> str:
    digits = [n for n, letter in enumerate(text) if letter.isdigit()]
    if not digits:
        return text
    start = rng.choice(digits)
    return text[:start] + rng.choice(WORDS[1:14]) + text[start + 1 :]


def cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def delete_lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    start = rng.randrange(len(lines) or 1)
    return "".join(lines[:start] + lines[start + rng.randint(1, 3) :])


def repeat_lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    start = rng.randrange(len(lines) or 1)
    return "".join(lines[: start + 1] + lines[start : start + rng.randint(1, 3)] + lines[start:])


def swap_lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    if len(lines) > 1:
        first, second = rng.sample(range(len(lines)), 2)
        lines[first], lines[second] = lines[second], lines[first]
    return "".join(lines)


def indent_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines) or 1)
    if lines:
        lines[at] = rng.choice(("  ", "\t", " ")) + lines[at]
    return "".join(lines)


def insert(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(WORDS) + text[at:]


def end_lines_otherwise(text: str, rng: random.Random) -> str:
    return text.replace("\n", rng.choice(("\r\n", "\r", "\u2028", "\n\n")))


MUTATIONS: tuple[Callable[[str, random.Random], str], ...] = (
    replace_word,
    replace_word,
    replace_number,
    replace_number,
    cut,
    delete_lines,
    repeat_lines,
    swap_lines,
    indent_line,
    insert,
    end_lines_otherwise,
)


def files_of(folder: Path) -> list[Path]:
    suffixes = {".yaml", ".csv", ".svg", ".geojson", ".json"}
    return sorted(path for path in folder.rglob("*") if path.suffix in suffixes)


def mutations(folder: Path, count: int, seed: int) -> Iterator[tuple[Path, bytes]]:
    """Single files of a folder, each with one to three mutations of its text."""
    rng = random.Random(seed)
    files = files_of(folder)
    for _ in range(count):
        path = rng.choice(files)
        text = path.read_text("utf-8")
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            text = rng.choice(MUTATIONS)(text, rng)
        encoding = rng.choice(("utf-8",) * 8 + ("utf-8-sig", "latin-1", "utf-16"))
        yield path, text.encode(encoding, "replace" if encoding == "latin-1" else "surrogatepass")


def load_mutations(name: str, count: int, seed: int, tmp_path: Path) -> None:
    folder = shutil.copytree(GAMES[name], tmp_path / "game")
    for number, (path, data) in enumerate(mutations(folder, count, seed)):
        good = path.read_bytes()
        path.write_bytes(data)
        check(folder, (name, seed, number, path.name))
        path.write_bytes(good)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_mutated_template(tmp_path: Path, seed: int) -> None:
    load_mutations("template", 60, seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_mutated_games(tmp_path: Path, name: str) -> None:
    load_mutations(
        name, 1500 if name == "template" else 150, int(os.environ.get("SEED", "7")), tmp_path
    )


# --- particular traps ------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(GAMES["template"], tmp_path / "game")


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text, (path, old)
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(
    ("file", "data", "expected"),
    [
        ("game.yaml", b"[" * 1_000_000, "game.yaml:1:41: the file nests deeper than 40 levels"),
        ("game.yaml", b"- " * 100_000, "nests deeper than 40 levels"),
        ("game.yaml", b"a: " + b"{a: " * 5000, "nests deeper than 40 levels"),
        ("game.yaml", b"a: &a [*a]\n", "expands to more than 500,000 values or 40 levels"),
        ("game.yaml", b"a: *b\n", "not valid YAML"),
        ("game.yaml", b'title: "\\0"\n', "game.yaml:1:8: the control character U+0000"),
        ("game.yaml", b'title: "\\uFFFF"\n', "the control character U+FFFF"),
        ("game.yaml", b'"\\x07": 1\n', "the control character U+0007"),
        ("game.yaml", b"id: a\0b\n", "game.yaml:1:6: the control character U+0000"),
        ("game.yaml", "id: ñ".encode("latin-1"), "game.yaml:1:5: the byte 0xf1 is not valid UTF-8"),
        ("game.yaml", "id: a".encode("utf-16"), "the file is UTF-16"),
        ("pieces.csv", b"id,name\na\0,b\n", "pieces.csv:2:2: the control character U+0000"),
        ("pieces.csv", b"id,name\n" + b'"' * 1001, "cannot be read"),
        ("pieces.csv", b"id,name\n" + b"a" * 200_000, "field larger than field limit"),
        ("pieces.csv", b"id" + b",x" * 600 + b"\n", "more than 100,000 rows or 500 columns"),
        ("pieces.csv", b"id\n" + b"# a\n" * 100_001, "more than 100,000 rows or 500 columns"),
        ("pieces.csv", b"id,name,faces,faces.x\na,b,c,d\n", "`faces` and `faces.x` exclude"),
        ("pieces.csv", b"id,name,faces.x,faces\na,a,b,c\n", "exclude each other"),
        ("map.svg", b"<svg>" * 5000, "not valid XML"),
    ],
)
def test_a_hostile_file(folder: Path, file: str, data: bytes, expected: str) -> None:
    (folder / file).write_bytes(data)
    messages = check(folder, data[:60])
    assert any(expected in line for line in messages), messages[:5]


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("map.yaml", "width: 280", "width: .nan", "expected a number, found `.nan`"),
        ("map.yaml", "width: 280", "width: 1.0e999", "finite number"),
        ("map.yaml", "width: 280", "width: 1000000000", "at most 2000"),
        ("map.yaml", "width: 280", "width: 0", "more than 0"),
        (
            "map.yaml",
            "boards:",
            "grids: [{id: g, name: G, kind: hex, size: 1, columns: 1000, rows:"
            " 1000, rect: {x: 0, y: 0, w: 9, h: 9}}]\nboards:",
            "1,000,011 cells; at most 50,000",
        ),
        (
            "map.yaml",
            "boards:",
            "tracks: [{id: t, name: T, first: 0, last: 1000000000, runs: []}]\nboards:",
            "at most 10000",
        ),
        ("map.yaml", "geometry: map.svg", "geometry: " + "a" * 5000, "at most 200 characters"),
        ("map.yaml", "geometry: map.svg", 'geometry: "a\\0.svg"', "control character U+0000"),
        ("map.yaml", "geometry: map.svg", "geometry: .", "this is a folder"),
        (
            "map.yaml",
            "geometry: map.svg",
            "geometry: map.svg\n    projection: {west: 1, east: 1,"
            " south: 0, north: 1, into: {x: 0, y: 0, w: 1, h: 1}}",
            "`east` must be greater",
        ),
        ("scenarios/start.yaml", "army_red: 2", "army_red: -2", "at least 0"),
        ("scenarios/start.yaml", "army_red: 2", "army_red: 1000000000", "at most 10000"),
        ("pieces.csv", "cube,9,", "cube,nan,", "finite number"),
        ("pieces.csv", "cube,9,", "cube,1e999,", "finite number"),
    ],
)
def test_a_hostile_value(folder: Path, file: str, old: str, new: str, expected: str) -> None:
    replace(folder / file, old, new)
    messages = check(folder, new[:60])
    assert any(expected in line for line in messages), messages[:5]


def test_byte_order_marks_and_line_ends_change_nothing(folder: Path) -> None:
    for path in files_of(folder):
        text = path.read_text("utf-8").replace("\n", "\r\n")
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert check(folder, "CRLF") == []


def test_an_unusual_line_end_does_not_split_a_cell(folder: Path) -> None:
    replace(folder / "cards.csv", "Move one army", "Move\u2028one\x85army")
    loaded = load(folder)
    assert "Move\u2028one\x85army" in loaded.game.cards[0].text


@pytest.mark.parametrize("name", ["game.yaml", "pieces.csv", "map.svg", "scenarios/start.yaml"])
def test_a_folder_named_like_a_file(folder: Path, name: str) -> None:
    (folder / name).unlink()
    (folder / name).mkdir()
    assert f"{name}:1:1: this is a folder or device, not a file" in check(folder, name)


@pytest.mark.parametrize("name", ["scenarios", "layouts", "art", "locale", "charts"])
def test_a_file_named_like_a_folder(folder: Path, name: str) -> None:
    shutil.rmtree(folder / name, ignore_errors=True)
    (folder / name).write_text("x", "utf-8")
    check(folder, name)


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as POSIX has them")
@pytest.mark.parametrize("name", ["game.yaml", "pieces.csv", "map.svg", "scenarios/a.yaml"])
def test_links_and_pipes(folder: Path, name: str) -> None:
    path = folder / name
    path.unlink(missing_ok=True)
    path.symlink_to(path.name)
    assert check(folder, "loop")
    path.unlink()
    os.mkfifo(path)
    assert any("not a file" in line for line in check(folder, "pipe"))
    path.unlink()
    path.symlink_to("/dev/zero")
    assert check(folder, "device")


@pytest.mark.long
def test_many_mistakes_are_cut_short(folder: Path) -> None:
    rows = "".join(f"p{number},p{number},k{number},\n" for number in range(20_000))
    (folder / "pieces.csv").write_text(f"id,name,kind,shape\n{rows}", "utf-8")
    messages = check(folder, "many")
    assert len(messages) <= 501
    assert any("only the first 500 errors and warnings are shown" in line for line in messages)


@pytest.mark.long
def test_the_same_mistake_in_many_rows_is_one_message_with_a_count(folder: Path) -> None:
    table = folder / "cards.csv"
    rows = "".join(f"x{number},fortnue,T,flag,T\n" for number in range(1000))
    table.write_text(table.read_text("utf-8") + rows, "utf-8")
    (wrong,) = [line for line in check(folder, "same") if "fortnue" in line]
    assert wrong == (
        "cards.csv:6:4: unknown deck `fortnue` (and 999 more like this: 7:4, 8:4, 9:4 ...); "
        "did you mean `fortune`?"
    )
    assert load(folder).diagnostics.count(warning=False) == 1000


@pytest.mark.long
def test_the_same_mistake_with_other_values_is_one_message_with_a_count(folder: Path) -> None:
    table = folder / "cards.csv"
    rows = "".join(f"X{number},fortune,T,flag,T\n" for number in range(1000))
    table.write_text(table.read_text("utf-8") + rows, "utf-8")
    (wrong,) = [line for line in check(folder, "same") if "wrong format" in line]
    places = "7:1, 8:1, 9:1 ..."
    assert wrong.startswith(
        f"cards.csv:6:1: `X0` has the wrong format (and 999 more like this: {places}); use only"
    )
    assert wrong.endswith("such as `x0`")


@pytest.mark.long
def test_a_spreadsheet_that_unpacks_to_much(folder: Path) -> None:
    (folder / "pieces.csv").unlink()
    with zipfile.ZipFile(folder / "pieces.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", bytes(120 << 20))
    assert any("it unpacks to 125,829,120 bytes" in line for line in check(folder, "bomb"))


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"x" * 5000])
def test_a_damaged_spreadsheet(folder: Path, data: bytes) -> None:
    (folder / "pieces.csv").unlink()
    (folder / "pieces.xlsx").write_bytes(data)
    assert any("the spreadsheet cannot be read" in line for line in check(folder, data[:9]))


def outside(folder: Path, name: str) -> None:
    """Move a file out of a folder and leave a link to it."""
    target = folder.parent / f"outside-{Path(name).name}"
    (folder / name).rename(target)
    (folder / name).symlink_to(target)


REFUSED = "the file is a link that leads out of the game's folder"


@pytest.mark.skipif(os.name != "posix", reason="Windows allows links to administrators only")
@pytest.mark.parametrize(
    "name",
    [
        "game.yaml",
        "map.yaml",
        "cards.yaml",
        "pieces.csv",
        "cards.csv",
        "charts/turn.yaml",
        "layouts/fortune.yaml",
        "scenarios/start.yaml",
        "locale/es.yaml",
    ],
)
def test_a_link_out_of_the_folder_is_refused(folder: Path, name: str) -> None:
    outside(folder, name)
    assert f"{name}:1:1: {REFUSED}; replace the link with a copy of the file" in check(folder, name)


@pytest.mark.skipif(os.name != "posix", reason="Windows allows links to administrators only")
def test_a_linked_folder_outside_is_refused(folder: Path) -> None:
    outside(folder, "charts")
    assert any(line.startswith(f"charts/turn.yaml:1:1: {REFUSED}") for line in check(folder, "dir"))


@pytest.mark.skipif(os.name != "posix", reason="Windows allows links to administrators only")
@pytest.mark.parametrize("name", ["game.yaml", "cards.csv"])
def test_a_link_out_of_an_overlay_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    overlay = tmp_path / "overlay"
    overlay.mkdir()
    (overlay / name).symlink_to(folder / name)
    messages = [str(diagnostic) for diagnostic in load(folder, overlay).diagnostics.sorted()]
    assert any(line.startswith(f"{overlay / name}:1:1: {REFUSED}") for line in messages)


@pytest.mark.skipif(os.name != "posix", reason="Windows allows links to administrators only")
def test_links_inside_the_folder_and_to_the_folder_work(folder: Path, tmp_path: Path) -> None:
    (folder / "map.yaml").rename(folder / "real.yaml")
    (folder / "map.yaml").symlink_to("real.yaml")
    (tmp_path / "link").symlink_to(folder, target_is_directory=True)
    assert check(tmp_path / "link", "inside") == []
