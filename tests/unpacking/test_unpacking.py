"""Modules become folders of text and come back the same."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from modgen.cli import cli
from modgen.compile.module import Compiled
from modgen.unpacking import yaml_text
from modgen.unpacking.folder import (
    FolderError,
    UnpackedModule,
    from_texts,
    read_folder,
    read_packed,
    write_folder,
    write_packed,
)
from modgen.unpacking.layout import LayoutError
from modgen.unpacking.merging import merge
from modgen.unpacking.pieces import Habits, compose, describe, habits_of
from modgen.unpacking.table import TableError, apply_table, write_table
from modgen.unpacking.yaml_text import YamlError
from modgen.vassal.archive import ArchiveError, write_archive
from modgen.vassal.metadata import XMLError
from modgen.vassal.module import write_module
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.sequence import SequenceError
from modgen.vassal.traits import REGISTRY, Layer, Marker, MovementTrail, Trait, parse_trait
from tests.vassal.strategies import fields_of

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
SLOT = "VASSAL.build.widget.PieceSlot"
UNIT = (
    '<VASSAL.build.GameModule name="Small" version="1.0">\n'
    '    <VASSAL.build.module.PieceWindow name="Pieces">\n'
    f'        <{SLOT} entryName="Scout" gpid="1">+/null/mark;Move\tpiece;;;scout.png;Scout/'
    f"4\tnull;0;0;1;0</{SLOT}>\n"
    f'        <{SLOT} entryName="Tower" gpid="2">+/null/piece;;;tower.png;Tower/'
    f"null;0;0;2;0</{SLOT}>\n"
    "    </VASSAL.build.module.PieceWindow>\n"
    "</VASSAL.build.GameModule>\n"
)


def write_small(path: Path, text: str = HEAD + UNIT, **files: bytes) -> Path:
    write_archive(path, {"buildFile.xml": text.encode(), "moduledata": b"<data/>"} | files)
    return path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_small(tmp_path / "small.vmod")


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def check_round_trip(path: Path, folder: Path) -> UnpackedModule:
    module = read_packed(path)
    write_folder(module, folder)
    again = folder.with_suffix(".vmod")
    write_packed(read_folder(folder), again)
    assert entries(again) == entries(path)
    return module


@pytest.mark.long
def test_people_power_comes_back_the_same(power_module: Compiled, tmp_path: Path) -> None:
    path = tmp_path / "game.vmod"
    write_module(path, power_module.module)
    module = check_round_trip(path, tmp_path / "unpacked")
    assert module.unread == 0
    assert "Verbatim" not in "".join(module.texts().values())


@pytest.mark.long
def test_junta_comes_back_the_same(junta_module: Compiled, tmp_path: Path) -> None:
    path = tmp_path / "game.vmod"
    write_module(path, junta_module.module)
    assert check_round_trip(path, tmp_path / "unpacked").unread == 0


STYLES = {
    "Windows line ends": (HEAD + UNIT).replace("\n", "\r\n"),
    "no indent": HEAD + UNIT.replace("    ", ""),
    "no declaration": UNIT,
    "one line": HEAD + "".join(line.strip() for line in UNIT.splitlines()),
    "comments": HEAD.replace("\n", "<!-- a -->") + UNIT.replace("\n    <", "\n <!-- b --> <", 1),
    "comment in an element": HEAD + '<a.B x="1"><!-- nothing --></a.B>',
    "CDATA": HEAD + "<a.B><![CDATA[1 < 2 & 3]]></a.B>\n",
    "instruction": HEAD + "<?style x?>\n<a.B/>",
    "single quotes": HEAD + "<a.B x='1' y='say \"no\"'/>\n",
    "spaces in tags": HEAD + '<a.B  x = "1"\n   y="2" ><c /></a.B >\n',
    "raw greater": HEAD + '<a.B x="a>b">a>b<c x="&gt;"/></a.B>\n',
    "end tag without content": HEAD + "<a.B><c></c><c/></a.B>\n",
    "emoji": HEAD + '<a.B x="\U0001f3b2">&#127922;<c>&#x1F3B2;</c></a.B>\n',
    "line ends in values": HEAD + '<a.B x="a&#10;b&#9;c">\n <c>one\n two&#13;</c></a.B>\n',
    "line ends in text of Windows": (HEAD + "<a.B>\n<c>one\ntwo</c>\n</a.B>\n").replace(
        "\n", "\r\n"
    ),
    "old piece": HEAD + f"<a.B><{SLOT}>+/null/null/null</{SLOT}></a.B>",
    "damaged piece": HEAD + f"<a.B><{SLOT}>+/null/mark;a\tpiece;;;;/x</{SLOT}></a.B>",
    "spaces around a piece": HEAD
    + f"<a.B><{SLOT}>\n +/null/piece;;;;x/null;0;0;;0 </{SLOT}></a.B>",
    "unknown trait": HEAD
    + f"<a.B><{SLOT}>+/7/own;1\\;2\tpiece;;;;x/s\tnull;0;0;;0;9</{SLOT}></a.B>",
    "same names": HEAD
    + "<a.B>"
    + '<a.Map name="CON: ü/.."><b name="x"/></a.Map>' * 3
    + "<module><b c='1'/></module></a.B>",
}


@pytest.mark.parametrize("style", STYLES)
def test_every_way_to_write_xml_comes_back_the_same(style: str, tmp_path: Path) -> None:
    path = write_small(tmp_path / "small.vmod", STYLES[style])
    check_round_trip(path, tmp_path / "unpacked")


def test_an_old_build_file_and_a_loose_one_come_back_the_same(tmp_path: Path) -> None:
    old = tmp_path / "old.vmod"
    write_archive(old, {"buildFile": (HEAD + UNIT).encode(), "images/a.gif": b"GIF"})
    check_round_trip(old, tmp_path / "unpacked")
    loose = tmp_path / "buildFile.xml"
    loose.write_bytes((HEAD + UNIT).encode())
    write_folder(read_packed(loose), tmp_path / "loose")
    write_packed(read_folder(tmp_path / "loose"), tmp_path / "again.xml")
    assert (tmp_path / "again.xml").read_bytes() == loose.read_bytes()


# Long texts of the difficult characters of XML, YAML and sequences.
difficult = st.text(
    alphabet="aZ0 é\U0001f3b2\x85\u2028\t\n'\"\\;,/|~:=-#{}[]&*!%@`?<>$", max_size=20
)


@pytest.mark.long
@given(st.recursive(difficult, lambda inner: st.lists(inner) | st.dictionaries(difficult, inner)))
def test_any_text_survives_the_yaml(value: object) -> None:
    written = f"top: {yaml_text.flow(value)}\nend: {yaml_text.scalar('x')}\n"
    assert yaml_text.read(written, "x.yaml") == {"top": value, "end": "x"}


@pytest.mark.parametrize("kind", [*REGISTRY.values()], ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_any_trait_survives_its_description(kind: type[Trait], data: st.DataObject) -> None:
    try:
        trait = kind(**data.draw(fields_of(kind)))
        piece = GamePiece((trait,), BasicPiece(name="x"))
        piece.definition()
    except SequenceError:
        return
    if type(parse_trait(*trait.texts)) is not kind:
        return
    habits = habits_of([piece]) if data.draw(st.booleans()) else Habits()
    described = describe(piece, habits)
    text = yaml_text.flow(described)
    assert compose(yaml_text.read(text, "x"), habits) == piece


@pytest.mark.parametrize("kind", [*REGISTRY.values()], ids=lambda kind: kind.__name__)
@given(rest=difficult, state=difficult)
def test_any_damaged_trait_survives_too(kind: type[Trait], rest: str, state: str) -> None:
    try:
        piece = GamePiece((parse_trait(kind.prefix + rest, state),), BasicPiece(name="x"))
        piece.definition()
    except SequenceError:
        return
    assert compose(describe(piece, Habits()), Habits()) == piece


def lines_of(texts: Mapping[str, str]) -> list[str]:
    return [line for text in texts.values() for line in text.splitlines()]


@pytest.mark.long
def test_one_field_is_one_line(power_module: Compiled, tmp_path: Path) -> None:
    path = tmp_path / "game.vmod"
    write_module(path, power_module.module)
    module = read_packed(path)
    before = module.texts()
    layers = 0
    for node in module.root.walk():
        if node.piece is None:
            continue
        traits = list(node.piece.traits)
        for at, trait in enumerate(traits):
            if isinstance(trait, Layer) and layers == 0:
                layers += 1
                traits[at] = trait.but(name="Another name, with 'marks' and a long text" * 4)
        node.piece = node.piece.but(traits=tuple(traits))
    after = module.texts()
    assert layers == 1
    assert before.keys() == after.keys()
    old, new = lines_of(before), lines_of(after)
    changed = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
    assert len(changed) == 1
    assert "Another name" in changed[0][1]
    # In the module, too, only that definition changes.
    original = module.original.decode().splitlines()
    packed = from_texts(after).build_file_bytes().decode().splitlines()
    assert sum(a != b for a, b in zip(original, packed, strict=True)) == 1


def test_a_trail_for_every_unit_that_moves(small: Path, tmp_path: Path) -> None:
    write_folder(read_packed(small), tmp_path / "unpacked")
    module = read_folder(tmp_path / "unpacked")
    for node in module.root.walk():
        piece = node.piece
        if piece and any(isinstance(t, Marker) and "Move" in t.names for t in piece.traits):
            node.piece = piece.but(traits=(MovementTrail(), *piece.traits))
    write_folder(module, tmp_path / "unpacked")
    text = (tmp_path / "unpacked/module/PieceWindow-Pieces.yaml").read_text("utf-8")
    assert text.count("- MovementTrail: {}") == 1
    assert text.index("Scout") < text.index("MovementTrail") < text.index("Tower")


def test_unpacking_again_removes_what_is_gone_and_keeps_other_files(
    small: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "unpacked"
    write_folder(read_packed(small), folder)
    (folder / ".gitattributes").write_text("x")
    stale = folder / "module" / "Stale.yaml"
    stale.write_text("component: Map\n")
    write_folder(read_packed(small), folder)
    assert not stale.exists()
    assert (folder / ".gitattributes").exists()


def test_a_folder_with_other_content_is_refused(small: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("x")
    with pytest.raises(FolderError, match="is not empty and not an unpacked module"):
        write_folder(read_packed(small), tmp_path / "full")


MISTAKES = {
    "- Marker: {names": (
        "- Marker: {nmaes",
        "PieceWindow-Pieces.yaml:10: Marker has no field nmaes; did you mean names?",
    ),
    "- Marker: ": (
        "- Marke: ",
        "PieceWindow-Pieces.yaml:10: there is no trait Marke; did you mean Marker?",
    ),
    "piece:": ("peice:", "PieceWindow-Pieces.yaml:5: a component has no peice"),
    "component: PieceSlot": ("x: y", "PieceWindow-Pieces.yaml: a component is not"),
    "entryName: Scout": ("entryName: [Scout]", "the value of entryName is not a text"),
    "entryName: Tower": ("gpid: 3", "PieceWindow-Pieces.yaml:15: gpid is there twice"),
    "- BasicPiece": ("- Delete\n  #", "the last trait of a piece must be BasicPiece"),
    "name: Pieces": ("name: &a Pieces\nraw_start: *a", "aliases and several documents"),
    "gpid: 1\n": ("gpid: 'one\n", "not valid YAML"),
    "children:\n": ("children:\n- ../unpacked.yaml\n", "is not the name of a file here"),
    "attributes:\n  name: Pieces\n": ("attributes: Pieces\n", "is not a list of names and values"),
}


@pytest.mark.parametrize("old", MISTAKES)
def test_a_mistake_in_the_text_is_a_sentence(old: str, small: Path) -> None:
    new, message = MISTAKES[old]
    texts = read_packed(small).texts()
    name = "module/PieceWindow-Pieces.yaml"
    assert old in texts[name]
    texts[name] = texts[name].replace(old, new, 1)
    with pytest.raises((LayoutError, YamlError)) as caught:
        from_texts(texts)
    assert message in str(caught.value)


def test_files_that_are_not_listed_or_missing(small: Path) -> None:
    texts = read_packed(small).texts()
    with pytest.raises(LayoutError, match=r"module/New\.yaml: no component lists this file"):
        from_texts(texts | {"module/New.yaml": "component: Map\n"})
    del texts["module/PieceWindow-Pieces.yaml"]
    with pytest.raises(LayoutError, match=r"module/PieceWindow-Pieces\.yaml is missing"):
        from_texts(texts)


@pytest.mark.parametrize(
    "text", ["unpacked: 1\n", "unpacked: 2\n", "[]", "unpacked: {", "style: x"]
)
def test_a_damaged_manifest_is_a_sentence(text: str, small: Path) -> None:
    with pytest.raises((LayoutError, YamlError), match=r"unpacked\.yaml"):
        from_texts(read_packed(small).texts() | {"unpacked.yaml": text})


def test_xml_that_nests_too_deeply_is_refused(tmp_path: Path) -> None:
    path = write_small(tmp_path / "deep.vmod", "<a>" * 90 + "</a>" * 90)
    with pytest.raises(XMLError, match="deeper than 60"):
        read_packed(path)


def test_changes_of_two_people_merge(tmp_path: Path) -> None:
    base = read_packed(write_small(tmp_path / "base.vmod", a=b"1"))
    first = (HEAD + UNIT).replace("scout.png", "scout-2.png")
    second = (HEAD + UNIT).replace('entryName="Tower"', 'entryName="High tower"')
    ours = read_packed(write_small(tmp_path / "ours.vmod", first, a=b"1"), base.habits)
    theirs = read_packed(write_small(tmp_path / "theirs.vmod", second, a=b"2"), base.habits)
    merged = merge(base, ours, theirs)
    assert merged.module is not None
    wanted = first.replace('entryName="Tower"', 'entryName="High tower"')
    assert merged.module.build_file_bytes().decode() == wanted
    assert merged.module.entries["a"] == b"2"


def test_a_conflict_is_reported(tmp_path: Path) -> None:
    base = read_packed(write_small(tmp_path / "base.vmod", a=b"1"))
    sides = [
        read_packed(
            write_small(
                tmp_path / f"{name}.vmod",
                (HEAD + UNIT).replace("scout.png", f"{name}.png"),
                a=name.encode(),
            ),
            base.habits,
        )
        for name in ("ours", "theirs")
    ]
    merged = merge(base, *sides)
    assert merged.module is None
    assert [conflict.file for conflict in merged.conflicts] == [
        "module/PieceWindow-Pieces.yaml",
        "a",
    ]
    assert "image: ours.png" in (merged.conflicts[0].text or "")


def test_a_table_changes_only_what_changed(small: Path) -> None:
    module = read_packed(small)
    table = write_table(module)
    assert table.splitlines()[0].startswith("number,component,name,BasicPiece.")
    assert apply_table(module, table) == 0
    assert module.build_file_bytes() == module.original
    assert apply_table(module, table.replace("tower.png", "castle.png")) == 1
    assert module.build_file_bytes() == module.original.replace(b"tower.png", b"castle.png")
    assert apply_table(module, "number,Marker.values\n1,[5]\n") == 1
    assert b"/5\tnull;0;0;1;0" in module.build_file_bytes()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("number,Layer.name\n1,x\n", "line 2: this piece has no Layer"),
        ("number,BasicPiece.nmae\n1,x\n", "line 2: BasicPiece has no field nmae"),
        ("number\n3\n", "line 2: '3' is not the number of a piece"),
        ("name\nScout\n", "line 2: '' is not the number of a piece"),
    ],
)
def test_a_table_that_does_not_fit(small: Path, table: str, message: str) -> None:
    with pytest.raises(TableError, match=message):
        apply_table(read_packed(small), table)


BUILD = b'<VASSAL.build.GameModule name="x" version="1" VassalVersion="4.2.0"/>'


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (("images", "images/a.png"), "has `images` both as a file and as a folder"),
        (("images/" + "n" * 300,), "a file whose name is too long: `images/nnn"),
    ],
)
def test_a_module_that_cannot_be_a_folder_leaves_nothing(
    tmp_path: Path, names: tuple[str, ...], problem: str
) -> None:
    path = tmp_path / "x.vmod"
    write_archive(path, {"buildFile.xml": BUILD, **dict.fromkeys(names, b"")})
    with pytest.raises(FolderError, match=problem):
        write_folder(read_packed(path), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_damaged_entry_leaves_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "x.vmod"
    write_archive(path, {"buildFile.xml": BUILD, "images/a.png": b"0123456789"})
    path.write_bytes(path.read_bytes().replace(b"0123456789", b"012345678x"))
    with pytest.raises(ArchiveError, match="is damaged"):
        write_folder(read_packed(path), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", [["inspect"], ["import"]])
def test_a_module_of_a_newer_engine_is_read_and_says_so(tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "x.vmod"
    board = '<VASSAL.build.module.map.boardPicker.Board name="b" width="300" height="200"/>'
    picker = f"<VASSAL.build.module.map.BoardPicker>{board}</VASSAL.build.module.map.BoardPicker>"
    inner = f'<VASSAL.build.module.Map mapName="M">{picker}</VASSAL.build.module.Map>'
    inner += '<VASSAL.build.module.Hologram name="h"/>'
    whole = BUILD.replace(b"/>", b">") + inner.encode() + b"</VASSAL.build.GameModule>"
    data = b"<data><version>1</version><VassalVersion>4.2.0</VassalVersion><name>x</name></data>"
    write_archive(path, {"buildFile.xml": whole, "moduledata": data})
    arguments = [*command, str(path)] + [str(tmp_path / "game")] * (command == ["import"])
    result = CliRunner().invoke(cli, arguments)
    assert "It was made with VASSAL 4.2.0, which is newer than 3.7" in result.output


def test_empty_folders_of_the_archive_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "x.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", "<VASSAL.build.GameModule/>")
        for name in ("images/", "sounds/", "sounds/a.wav", "a/", "a/b/"):
            archive.writestr(name, b"x" if name.endswith("wav") else b"")
    write_folder(read_packed(path), tmp_path / "x")
    module = read_folder(tmp_path / "x")
    assert module.empty_folders == ("a/b/", "images/")
    write_packed(module, tmp_path / "again.vmod")
    names = zipfile.ZipFile(tmp_path / "again.vmod").namelist()
    assert sorted(names) == ["a/b/", "buildFile.xml", "images/", "sounds/a.wav"]
    manifest = tmp_path / "x" / "unpacked.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("images/", "../images/"), "utf-8")
    with pytest.raises(ArchiveError, match="unsafe name"):
        write_packed(read_folder(tmp_path / "x"), tmp_path / "again.vmod")
