"""The loader's messages for games with errors, each with file, line and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.model.loading.folder import load

MISTAKES = [
    # file, original text, replacement, message
    ("map.yaml", "between: [north, east]", "between: [norht, east]",
     "map.yaml:21:16: unknown space `norht`; did you mean `north`?"),
    ("scenarios/start.yaml", "  west: {army_blue", "  weste: {army_blue",
     "scenarios/start.yaml:7:3: unknown space `weste`; did you mean `west`?"),
    ("scenarios/start.yaml", "army_red: 2,", "army_rde: 2,",
     "scenarios/start.yaml:6:10: unknown piece `army_rde`; did you mean `army_red`?"),
    ("scenarios/start.yaml", "available: {army_red: 4", "available: {army_red: 3",
     "scenarios/start.yaml:12:23: 3 of `army_red` available and 2 placed do not add up to 6; 4 should be available"),
    ("scenarios/start.yaml", "red_harvest: 3,", "red_harvest: 4,",
     "scenarios/start.yaml:13:23: the total `red_harvest` is 4, but the scenario's pieces and markers give 3"),
    ("scenarios/start.yaml", "east: {control: red}", "east: {control: blue}",
     "scenarios/start.yaml:9:19: control of `east` is blue, but its pieces give red; write `control: red`, place other pieces, or delete it: control then follows from the pieces"),
    ("scenarios/start.yaml", "castle_red: 1}\n  west", "castle_red: 2}\n  west",
     "scenarios/start.yaml:6:9: `east` has 2 of castle_red, castle_blue; at most 1 may stack"),
    ("pieces.csv", "cube,9,fresh", "cub,9,fresh",
     "pieces.csv:3:42: `cub` is not allowed here; did you mean `cube`?"),
    ("pieces.csv", "castle_red,Red castle,", "army_red,Red castle,",
     "pieces.csv:4:1: the piece `army_red` is duplicated"),
    ("cards.csv", "2,fortune,", "1,fortune,", "cards.csv:3:1: the card `1` is duplicated"),
    ("cards.yaml", "layout: fortune,", "layout: fortnue,",
     "cards.yaml:3:42: unknown layout `fortnue`; did you mean `fortune`?"),
    ("game.yaml", 'colour: "#b5382d", icon: crown}\n  - {id: blue',
     'colour: red, icon: crown}\n  - {id: blue',
     "game.yaml:17:67: `red` has the wrong format; write a colour as `#rrggbb`"),
    ("game.yaml", "subtitle:", "subtitel:",
     "game.yaml:7:1: unknown field `subtitel`; did you mean `subtitle`?"),
    ("game.yaml", "title: Four Vales\n", "", "game.yaml:5:1: the field `title` is missing"),
    ("game.yaml", "languages: [en, es]", "languages: [en, xx]",
     "game.yaml:13:17: `xx` is not allowed here; it can be `de`, `en`, `es`, `fr`, `it`, `pt`"),
    ("locale/es.yaml", "  south: Valle del Sur\n", "",
     "locale/es.yaml:24:1: warning: the translation of `places.south.name` is missing; add it to locale/es.yaml"),
    ("locale/es.yaml", "  south: Valle", "  suoth: Valle",
     "locale/es.yaml:27:3: the game has no text `places.suoth`; did you mean `places.south.name`?"),
    ("map.yaml", "  - {between: [north, east]}\n", "",
     "map.yaml:14:5: `north` and `east` share a border, but no edge joins them; add one, with `blocked: true` if the border may not be crossed"),
    ("map.yaml", "between: [north, east]", "between: [north, south]",
     "an edge joins `north` and `south`, but their shapes share no border"),
    ("cards.csv", "Storm,lightning", "Storm,lightening",
     "cards.csv:4:17: there is no art/lightening.svg, no art/lightening.png and no bundled icon `lightening`; did you mean `lightning`?"),
    ("game.yaml", "abbreviation: R, colour: \"#b5382d\", icon: crown", "abbreviation: R, colour: \"#b5382d\", icon: ../crown",
     "`../crown` cannot be the name of a picture"),
    ("layouts/fortune.yaml", "x: 5, y: 48", "x: 5, y: 38",
     "layouts/fortune.yaml:10:5: the text overlaps that of element 2"),
    ("map.yaml", "pieces_at: [75, 85]", "pieces_at: [5, 85]",
     "`pieces_at` is outside the space `west`; the space reaches from"),
]  # fmt: skip


def messages(folder: Path) -> list[str]:
    return [str(diagnostic) for diagnostic in load(folder).diagnostics.sorted()]


def test_the_small_game_is_sound(folder: Path) -> None:
    assert messages(folder) == []


@pytest.mark.parametrize(("file", "right", "wrong", "message"), MISTAKES)
def test_mistake(folder: Path, file: str, right: str, wrong: str, message: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert text.count(right) >= 1
    path.write_text(text.replace(right, wrong, 1), "utf-8")
    problems = messages(folder)
    assert any(message in problem for problem in problems), problems


def test_every_problem_in_one_run(folder: Path) -> None:
    for file, right, wrong in (
        ("game.yaml", "subtitle:", "subtitel:"),
        ("pieces.csv", "cube,9", "cub,9"),
        ("map.yaml", "width: 280", "width: wide"),
    ):
        path = folder / file
        path.write_text(path.read_text("utf-8").replace(right, wrong), "utf-8")
    files = {problem.split(":")[0] for problem in messages(folder)}
    assert files == {"game.yaml", "pieces.csv", "map.yaml"}


HOSTILE = [
    ("game.yaml", b"\xff\xfe", "the file is UTF-16"),
    ("game.yaml", b"title: [", "not valid YAML"),
    ("game.yaml", b"title: a\ntitle: b\n", "is duplicated"),
    ("game.yaml", b"", "the file is empty"),
    ("game.yaml", b"- a\n- b\n", "expected a mapping"),
    ("game.yaml", b"\ttitle: a", "not valid YAML"),
    (
        "game.yaml",
        b"a: &a [x]\n"
        + b"".join(
            b"%c: &%c [%s]\n" % (98 + n, 98 + n, b", ".join([b"*%c" % (97 + n)] * 12))
            for n in range(9)
        ),
        "expands to more than",
    ),
    ("game.yaml", b"[" * 50 + b"]" * 50, "nests deeper than 40 levels"),
    ("game.yaml", b"x" * (9 << 20), "at most 8,388,608 are allowed"),
    ("pieces.csv", b'id,name\n"open', "cannot be read"),
    ("pieces.csv", b"", "no header"),
    ("pieces.csv", b"id,id\na,b\n", "is duplicated"),
    (
        "pieces.csv",
        b"id,name,faces,strength\na,A,x|y,1|2|3\n",
        "`strength` has 3 values, but `faces` has 2",
    ),
    ("map.svg", b"<svg", "not valid XML"),
    ("map.svg", b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "defines XML entities"),
]


@pytest.mark.long
@pytest.mark.parametrize(("file", "data", "message"), HOSTILE)
def test_hostile_file(folder: Path, file: str, data: bytes, message: str) -> None:
    (folder / file).write_bytes(data)
    problems = messages(folder)
    assert any(message in problem for problem in problems), problems
    assert any(problem.startswith(f"{file}:") for problem in problems), problems


def test_an_unreadable_table_is_one_error(folder: Path) -> None:
    (folder / "cards.csv").write_bytes(b"id,deck\n1,for\0tune\n")
    assert [one for one in messages(folder) if one.startswith("cards.csv:")] == [
        "cards.csv:2:6: the control character U+0000 is not allowed; delete it"
    ]


@pytest.mark.parametrize("name", ["../../outside.svg", "/etc/hostname", "nowhere.geojson"])
def test_geometry_stays_in_the_folder(folder: Path, name: str) -> None:
    path = folder / "map.yaml"
    path.write_text(path.read_text("utf-8").replace("map.svg", name), "utf-8")
    problems = load(folder).diagnostics
    assert problems.errors


def files() -> list[str]:
    from modgen.assets import template_path

    root = template_path()
    found = (path for path in root.rglob("*") if path.is_file() and path.suffix != ".txt")
    return sorted(str(path.relative_to(root)) for path in found)


@pytest.mark.parametrize("name", files())
def test_truncated_file_is_reported_or_harmless(folder: Path, name: str) -> None:
    """A file cut off at any of five places only leads to diagnostics."""
    whole = (folder / name).read_bytes()
    for part in range(3, 20, 4):
        (folder / name).write_bytes(whole[: len(whole) * part // 20])
        for one in load(folder).diagnostics.sorted():
            assert one.position.line >= 1
