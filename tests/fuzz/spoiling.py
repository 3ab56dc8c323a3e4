"""Whole files of every format, and how they are spoilt. The same seed gives the same bytes."""

from __future__ import annotations

import random
import re
import shutil
import zipfile
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

from openpyxl import Workbook

from modgen.assets import TEMPLATES, bundled_expansions, template_path
from modgen.saving.folder import write_save_folder
from modgen.saving.text import unpack_save
from modgen.unpacking.folder import read_packed, write_folder
from modgen.vassal.obfuscation import hide, reveal
from tests.importing.small_extension import module_with_extension
from tests.importing.small_modules import small_module
from tests.saving.games import ANNA, move, unmasked, write_log

CORPUS = Path(__file__).parents[1] / "corpus"
ODD = (
    b"",
    b"\0",
    b"\\",
    b"\t",
    b";",
    b"/",
    b"\x1b",
    b"'",
    b'"',
    b"null",
    b"-1",
    b"9" * 4400,
    b"1e999",
    b"nan",
    b"\xff\xfe",
    b"\xe2\x80\xae",
    b"\xed\xa0\x80",
    b"{",
    b"[" * 300,
    b"<a>" * 300,
    b"&amp;",
    b"&x;",
    b"*a",
    b"&a [*a]",
    b"\n",
    b"- " * 200,
    b",",
    b"a;" * 2000,
    b"\\\t" * 500,
    b": ",
    b"{" * 100,
    b"$x$",
    b"../../x",
    b"M 0 0 L",
    b"x" * 5000,
)
NUMBER = re.compile(rb"\d+")
TEXTS = {".yaml", ".csv", ".svg", ".geojson"}


def spoil(data: bytes, dice: random.Random) -> bytes:
    """Bytes with parts removed, repeated, moved, replaced by odd ones, and with other numbers."""
    for _ in range(dice.randrange(1, 6)):
        start = dice.randrange(len(data) + 1)
        end = min(len(data), start + dice.choice((1, 4, 40, 400)))
        part = data[start:end]
        how = dice.randrange(7)
        if how == 0:
            part = b""
        elif how == 1:
            part = dice.choice(ODD)
        elif how == 2:
            part += dice.choice(ODD)
        elif how == 3:
            part = NUMBER.sub(lambda _: dice.choice(ODD), part, count=1)
        elif how == 4:
            part *= dice.choice((2, 3, 50))
        elif how == 5 and data:
            at = dice.randrange(len(data))
            part += data[at : at + 60]
        elif dice.random() < 0.1:
            return data[:start]
        data = data[:start] + part + data[end:]
    return data


def _entry(path: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    with zipfile.ZipFile(path) as archive:
        entries = {each: archive.read(each) for each in archive.namelist()}
    entries[name] = change(entries[name])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, data in entries.items():
            archive.writestr(each, data)


def _module(path: Path) -> None:
    small_module(path.parent).rename(path)


def build_file(folder: Path, dice: random.Random) -> None:
    """A module whose build file is spoilt."""
    _module(folder / "x.vmod")
    _entry(folder / "x.vmod", "buildFile.xml", lambda data: spoil(data, dice))
    shutil.copy(folder / "x.vmod", folder / "y.vmod")


def archive(folder: Path, dice: random.Random) -> None:
    """A module whose bytes as an archive are spoilt."""
    _module(folder / "y.vmod")
    (folder / "x.vmod").write_bytes(spoil((folder / "y.vmod").read_bytes(), dice))


def picture(folder: Path, dice: random.Random) -> None:
    """A module with a spoilt picture."""
    _module(folder / "x.vmod")
    with zipfile.ZipFile(folder / "x.vmod") as whole:
        names = [each for each in whole.namelist() if each.startswith("images/")]
    _entry(folder / "x.vmod", dice.choice(names), lambda data: spoil(data, dice))
    shutil.copy(folder / "x.vmod", folder / "y.vmod")


def commands_of_a_log(folder: Path, dice: random.Random) -> None:
    """A log whose plain text is spoilt."""
    shutil.copy(
        CORPUS / dice.choice(("people-power-card.vlog", "junta-coup.vlog")), folder / "x.vlog"
    )
    _module(folder / "y.vmod")
    _entry(folder / "x.vlog", "savedGame", lambda data: hide(spoil(reveal(data), dice), "vcsk", 7))


def bytes_of_a_log(folder: Path, dice: random.Random) -> None:
    """A log whose obfuscated text or metadata is spoilt."""
    shutil.copy(CORPUS / "people-power-card.vlog", folder / "x.vlog")
    _module(folder / "y.vmod")
    name = dice.choice(("savedGame", "savedata", "moduledata"))
    _entry(folder / "x.vlog", name, lambda data: spoil(data, dice))


def _game(folder: Path, ends: Sequence[str], dice: random.Random) -> None:
    shutil.copytree(template_path(), folder / "game")
    files = sorted(one for one in (folder / "game").rglob("*") if one.name.endswith(tuple(ends)))
    chosen = dice.choice(files)
    chosen.write_bytes(spoil(chosen.read_bytes(), dice))


def yaml_file(folder: Path, dice: random.Random) -> None:
    """A game with a spoilt YAML file."""
    _game(folder, [".yaml"], dice)


def rules_file(folder: Path, dice: random.Random) -> None:
    """A game whose rules, which contain expressions, are spoilt."""
    _game(folder, ["rules.yaml"], dice)


def csv_file(folder: Path, dice: random.Random) -> None:
    """A game with a spoilt table."""
    _game(folder, [".csv"], dice)


def svg_file(folder: Path, dice: random.Random) -> None:
    """A game with a spoilt map."""
    _game(folder, [".svg"], dice)


def xlsx_file(folder: Path, dice: random.Random) -> None:
    """A game with a spoilt workbook in place of a table."""
    shutil.copytree(template_path(), folder / "game")
    table = folder / "game" / "pieces.csv"
    book = Workbook()
    assert book.active is not None
    for row in table.read_text("utf-8").splitlines():
        book.active.append(row.split(","))
    out = BytesIO()
    book.save(out)
    table.with_suffix(".xlsx").write_bytes(out.getvalue())
    table.unlink()
    if dice.random() < 0.3:
        table.with_suffix(".xlsx").write_bytes(spoil(out.getvalue(), dice))
    else:
        name = dice.choice(("xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"))
        _entry(table.with_suffix(".xlsx"), name, lambda data: spoil(data, dice))


PROVINCES = (
    b'{"type": "FeatureCollection", "features": ['
    b'{"type": "Feature", "properties": {"name": "A"}, "geometry": {"type": "Polygon",'
    b' "coordinates": [[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]]}},'
    b'{"type": "Feature", "properties": {"name": "B"}, "geometry": {"type": "MultiPolygon",'
    b' "coordinates": [[[[10, 0], [20, 0], [20, 10], [10, 10], [10, 0]]]]}}]}'
)
AREAS = b"areas:\n  west: {name: West, provinces: [A]}\n  east: {name: East, provinces: [B]}\n"


def geojson_file(folder: Path, dice: random.Random) -> None:
    """Spoilt provinces, or spoilt areas to merge them into."""
    spoilt = dice.random() < 0.7
    (folder / "x.geojson").write_bytes(spoil(PROVINCES, dice) if spoilt else PROVINCES)
    (folder / "areas.yaml").write_bytes(AREAS if spoilt else spoil(AREAS, dice))


def unpacked(folder: Path, dice: random.Random) -> None:
    """A folder of an unpacked module with a spoilt file."""
    _module(folder / "x.vmod")
    write_folder(read_packed(folder / "x.vmod"), folder / "parts")
    chosen = dice.choice(sorted((folder / "parts").rglob("*.yaml")))
    chosen.write_bytes(spoil(chosen.read_bytes(), dice))


def baseline(folder: Path, dice: random.Random) -> None:
    """A log with a spoilt earlier report (JSON) or spoilt house rules (YAML)."""
    shutil.copy(CORPUS / "people-power-card.vlog", folder / "x.vlog")
    report = b'{"games": [{"findings": [{"fingerprint": "0123456789abcdef"}]}], "findings": []}'
    (folder / "old.json").write_bytes(spoil(report, dice))
    (folder / "house.yaml").write_bytes(spoil(b"- rule: PP-3\n  reason: we agreed\n", dice))


def extension(folder: Path, dice: random.Random) -> None:
    """An extension whose build file or set-up is spoilt, and its module."""
    module, path = module_with_extension(folder)
    module.rename(folder / "y.vmod")
    path.rename(folder / "x.vmdx")
    shutil.copy(folder / "x.vmdx", folder / "y.vmdx")
    if dice.random() < 0.8:
        _entry(folder / "x.vmdx", "buildFile.xml", lambda data: spoil(data, dice))
    else:
        name = dice.choice(("dusk.vsav", "extensiondata"))
        _entry(folder / "x.vmdx", name, lambda data: spoil(data, dice))


def expansion(folder: Path, dice: random.Random) -> None:
    """A bundled expansion with a spoilt file."""
    shutil.copytree(bundled_expansions()["people-power-coasts"], folder / "game")
    text = (folder / "game" / "game.yaml").read_text("utf-8")
    text = text.replace("extends: ../../people_power", "extends: people-power")
    (folder / "game" / "game.yaml").write_text(text, "utf-8")
    chosen = dice.choice([one for one in sorted((folder / "game").rglob("*")) if one.is_file()])
    chosen.write_bytes(spoil(chosen.read_bytes(), dice))


def template(folder: Path, dice: random.Random) -> None:
    """A game of any template with a spoilt file."""
    shutil.copytree(template_path(dice.choice(TEMPLATES)), folder / "game")
    files = [one for one in sorted((folder / "game").rglob("*")) if one.suffix in TEXTS]
    chosen = dice.choice(files)
    chosen.write_bytes(spoil(chosen.read_bytes(), dice))


def save_as_text(folder: Path, dice: random.Random) -> None:
    """A log as a folder of text with a spoilt file, and a spoilt table of a set-up."""
    _module(folder / "y.vmod")
    log = write_log(folder / "x.vlog", move("20", (100, 200), (300, 100), ANNA), unmasked(0, ANNA))
    write_save_folder(unpack_save(log), folder / "text")
    table = b"piece,slot,map,x,y,place,count\nRed Guard,,Field,1,2,,2\n,2,,,,Turn 2,\n"
    (folder / "dawn.csv").write_bytes(spoil(table, dice))
    chosen = dice.choice(sorted((folder / "text").glob("*.[yt]*")))
    chosen.write_bytes(spoil(chosen.read_bytes(), dice))


def newer_module(folder: Path, dice: random.Random) -> None:
    """A save, and a newer version of its module with a spoilt build file or set-up."""
    _module(folder / "x.vmod")
    write_log(folder / "x.vlog", move("20", (100, 200), (300, 100), ANNA))
    name = "buildFile.xml" if dice.random() < 0.7 else "dawn.vsav"
    _entry(folder / "x.vmod", name, lambda data: spoil(data, dice))


AS_TEXT = [
    ["unpack", "x.vlog", "text"],
    ["trim", "x.vlog", "--to", "1", "-o", "z.vlog"],
    ["refresh", "y.vmod", "x.vlog", "--in-place"],
    ["diff", "x.vlog", "x.vlog"],
]
"""Commands that read and write logs as a whole."""

FORMATS: dict[str, tuple[Callable[[Path, random.Random], None], list[list[str]]]] = {
    "build file": (
        build_file,
        [
            ["inspect", "x.vmod"],
            ["inspect", "--advice", "x.vmod"],
            ["import", "x.vmod", "made"],
            ["diff", "x.vmod", "y.vmod"],
            ["unpack", "x.vmod", "parts"],
            ["publish-check", "x.vmod"],
            ["bind", "x.vmod", "--game", "people-power", "-o", "bind.yaml"],
        ],
    ),
    "archive": (
        archive,
        [["inspect", "x.vmod"], ["unpack", "x.vmod", "parts"], ["diff", "y.vmod", "x.vmod"]],
    ),
    "picture": (
        picture,
        [["inspect", "x.vmod"], ["import", "x.vmod", "made"], ["publish-check", "x.vmod"]],
    ),
    "commands of a log": (
        commands_of_a_log,
        [
            ["log", "x.vlog"],
            ["log", "--dice", "x.vlog"],
            ["log", "--at", "0", "x.vlog"],
            ["check", "x.vlog"],
            ["check", "--format", "html", "-o", "r.html", "x.vlog"],
            ["roundtrip", "x.vlog"],
            *AS_TEXT,
        ],
    ),
    "bytes of a log": (
        bytes_of_a_log,
        [["log", "x.vlog"], ["check", "x.vlog"], ["roundtrip", "x.vlog"], *AS_TEXT],
    ),
    "YAML": (
        yaml_file,
        [["check-data", "game"], ["build", "game", "-o", "out"], ["facts", "game"]],
    ),
    "expressions": (rules_file, [["check-data", "game"]]),
    "CSV": (csv_file, [["check-data", "game"], ["build", "game", "-o", "out"]]),
    "SVG": (svg_file, [["check-data", "game"], ["build", "game", "-o", "out"]]),
    "xlsx": (xlsx_file, [["check-data", "game"]]),
    "GeoJSON": (geojson_file, [["merge-areas", "x.geojson", "areas.yaml", "-o", "map.geojson"]]),
    "unpacked module": (unpacked, [["pack", "parts", "-o", "z.vmod"]]),
    "extension": (
        extension,
        [
            ["import", "x.vmdx", "made", "--module", "y.vmod"],
            ["inspect", "x.vmdx"],
            ["diff", "y.vmdx", "x.vmdx"],
            ["unpack", "x.vmdx", "parts"],
            ["refresh", "y.vmod", "--extension", "x.vmdx", "--set-ups", "-o", "new"],
        ],
    ),
    "expansion": (expansion, [["check-data", "game"], ["build", "game", "-o", "out"]]),
    "templates": (
        template,
        [
            ["build", "game", "-o", "out"],
            ["check-data", "game"],
            ["sheets", "game", "-o", "out", "--tts", "--only", "cards"],
        ],
    ),
    "save as text": (
        save_as_text,
        [
            ["pack", "text", "-o", "z.vlog"],
            ["pack", "dawn.csv", "--module", "y.vmod", "-o", "z.vsav"],
        ],
    ),
    "newer module": (
        newer_module,
        [
            ["refresh", "x.vmod", "x.vlog", "-o", "new"],
            ["refresh", "x.vmod", "--set-ups", "-o", "new"],
        ],
    ),
    "JSON and house rules": (
        baseline,
        [
            ["check", "--baseline", "old.json", "x.vlog"],
            ["check", "--house", "house.yaml", "x.vlog"],
        ],
    ),
}
"""For each class of input: how it is made in a folder, and the commands that read it."""
