"""Names of entries that are not UTF-8, have backslashes, or are spelled otherwise."""

from __future__ import annotations

import struct
import unicodedata
import zipfile
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.log.picture_sizes import Spellings, how_spelled, stored_name
from modgen.unpacking.folder import read_packed, write_folder
from modgen.vassal.archive import Archive
from modgen.vassal.module import read_module
from tests.importing.small_modules import small_module


def archive(path: Path, entries: dict[bytes, bytes], flags: int = 0) -> Path:
    """A ZIP archive whose names are these bytes, which `zipfile` cannot write."""
    content = listing = b""
    for name, data in entries.items():
        fields = (flags, 0, 0, 33, zlib.crc32(data), len(data), len(data), len(name), 0)
        head = struct.pack("<HHHHHIIIHH", 20, *fields)
        listing += b"PK\1\2" + struct.pack("<H", 20) + head
        listing += struct.pack("<HHHII", 0, 0, 0, 0, len(content)) + name
        content += b"PK\3\4" + head + name + data
    sizes = (len(entries), len(entries), len(listing), len(content), 0)
    path.write_bytes(content + listing + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, *sizes))
    return path


def module(folder: Path, used: str, stored: bytes) -> Path:
    """A small module that uses a picture by one name and has it by another."""
    with zipfile.ZipFile(small_module(folder)) as file:
        entries = {name.encode(): file.read(name) for name in file.namelist()}
    build_file = entries[b"buildFile.xml"]
    entries[b"buildFile.xml"] = build_file.replace(b"blue.png", used.encode())
    entries[b"images/" + stored] = entries.pop(b"images/blue.png")
    return archive(folder / "odd.vmod", entries)


@pytest.mark.parametrize(
    ("used", "encoding"),
    [
        ("Malmø.png", "utf-8"),
        ("Malmø.png", "cp1252"),
        ("Malmø.png", "cp850"),
        ("Минск.png", "cp1251"),
        ("日本.png", "cp932"),
        ("Kraków.png", "cp852"),
    ],
)
def test_names_in_other_encodings(used: str, encoding: str, tmp_path: Path) -> None:
    path = module(tmp_path, used, used.encode(encoding))
    read = read_module(path)
    assert used in read.images
    assert bool(read.odd_names) == (encoding != "utf-8")
    assert all("VASSAL cannot open the file" in text for text in read.odd_names)
    write_folder(read_packed(path), tmp_path / "out")
    assert (tmp_path / "out" / "files" / "images" / used).is_file()


def test_an_encoding_without_a_build_file(tmp_path: Path) -> None:
    entries = {"Straße.png".encode("cp850"): b"1", "Münster.png".encode("cp850"): b"2"}
    with Archive(archive(tmp_path / "a.zip", entries)) as opened:
        assert opened.names() == ["Münster.png", "Straße.png"]
        assert opened.read("Münster.png") == b"2"
        assert "2 more" not in opened.odd_names[0] and "1 more" in opened.odd_names[0]


def test_backslashes_between_folders(tmp_path: Path) -> None:
    entries = {b"images\\a.png": b"1", b"images\\small\\": b"", b"b/c\\d.png": b"2"}
    with Archive(archive(tmp_path / "a.zip", entries)) as opened:
        assert opened.names() == ["b/c\\d.png", "images/a.png"]
        assert opened.read("images/a.png") == b"1"
        assert opened.empty_folders == ("images/small/",)
        assert "`images/a.png` and 1 more are written with `\\`" in opened.odd_names[0]


def test_what_the_commands_say(tmp_path: Path) -> None:
    path = module(tmp_path, "Malmø.png", "Malmø.png".encode("cp850"))
    for command in (["inspect"], ["publish-check"], ["unpack"], ["import"]):
        folder = [str(tmp_path / command[0])] * (command[0] in ("unpack", "import"))
        output = CliRunner().invoke(cli, [*command, str(path), *folder]).output
        assert "encoding other than UTF-8, probably cp850" in " ".join(output.split()), command
        assert "Malmø.png is missing" not in output


NFC, NFD = (unicodedata.normalize(form, "Jäger.png") for form in ("NFC", "NFD"))


@pytest.mark.parametrize(
    ("used", "stored", "how"),
    [
        (NFC, NFD, ""),  # the engine tries this itself
        (NFD, NFC, "has accents that are encoded differently"),
        ("Tank.png", "tank.PNG", "has other capitals"),
        ("Tank", "Tank.png", "has a suffix"),
        ("Tank", "Tank.gif", ""),
    ],
)
def test_spellings(used: str, stored: str, how: str, tmp_path: Path) -> None:
    assert bool(stored_name([stored], used)) == (not how)
    assert Spellings([stored])[used] == stored
    path = module(tmp_path, used, stored.encode())
    output = CliRunner().invoke(cli, ["inspect", str(path)]).output
    missing = [line for line in output.splitlines() if line.startswith("Missing picture")]
    assert len(missing) == bool(how)
    assert "unused picture" not in output or how
    assert not how or (how in how_spelled(used, stored) and how in missing[0])
    output = CliRunner().invoke(cli, ["import", str(path), str(tmp_path / "game")]).output
    output = " ".join(output.split())
    assert ("VASSAL does not find" in output) == bool(how)
    assert not how or (f"name of the file {how}" in output and f"`{used}`" in output)
