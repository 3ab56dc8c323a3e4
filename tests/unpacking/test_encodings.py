"""Build files that are not UTF-8."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from modgen.importing.game import import_module
from modgen.unpacking.folder import read_folder, read_packed, write_folder, write_packed
from modgen.vassal.metadata import XMLError
from modgen.vassal.module import read_module
from tests.importing.small_modules import small_module


def module(folder: Path, declared: str, encoding: str, name: str = "Garde rougé") -> Path:
    """A small module whose build file has an encoding."""
    path = small_module(folder)
    with zipfile.ZipFile(path) as file:
        entries = {each: file.read(each) for each in file.namelist()}
    text = entries["buildFile.xml"].decode().partition("?>")[2].replace("→", "-")
    text = declared + text.replace("Red Guard", name)
    entries["buildFile.xml"] = text.encode(encoding)
    with zipfile.ZipFile(path, "w") as file:
        for each, data in entries.items():
            file.writestr(each, data)
    return path


UTF_16 = '<?xml version="1.0" encoding="UTF-16"?>'


@pytest.mark.long
@pytest.mark.parametrize(
    ("declared", "encoding"),
    [
        ('<?xml version="1.0" encoding="ISO-8859-1"?>', "latin-1"),
        ("<?xml version='1.0' encoding='windows-1252'?>", "cp1252"),
        (UTF_16, "utf-16"),
        ("\ufeff" + UTF_16, "utf-16-be"),
        ("", "utf-16"),
        ('\ufeff<?xml version="1.0" encoding="UTF-8"?>', "utf-8"),
    ],
)
def test_the_same_bytes_again(declared: str, encoding: str, tmp_path: Path) -> None:
    path = module(tmp_path, declared, encoding)
    names = {slot.attributes.get("entryName") for slot in read_module(path).tree.walk()}
    assert "Garde rougé" in names
    packed = read_packed(path)
    write_folder(packed, tmp_path / "out")
    write_packed(read_folder(tmp_path / "out"), tmp_path / "again.vmod")
    assert read_packed(tmp_path / "again.vmod").original == packed.original
    import_module(path, tmp_path / "game")
    assert "Garde rougé" in (tmp_path / "game" / "pieces.csv").read_text("utf-8")


def test_a_character_that_the_encoding_lacks(tmp_path: Path) -> None:
    path = module(tmp_path, '<?xml version="1.0" encoding="ISO-8859-1"?>', "latin-1")
    packed = read_packed(path)
    packed.root.attributes["name"] = "Łódź"
    write_packed(packed, tmp_path / "new.vmod")
    assert read_module(tmp_path / "new.vmod").tree.attributes["name"] == "Łódź"


def test_a_bare_build_file_in_utf_16(tmp_path: Path) -> None:
    data = read_packed(module(tmp_path, UTF_16, "utf-16")).original
    (tmp_path / "buildFile.xml").write_bytes(data)
    assert read_packed(tmp_path / "buildFile.xml").build_file_bytes() == data


@pytest.mark.parametrize("declared", ["", '<?xml version="1.0" encoding="UTF-8"?>'])
def test_bytes_that_are_not_in_the_encoding(declared: str, tmp_path: Path) -> None:
    path = module(tmp_path, declared, "latin-1")
    for read in (read_packed, read_module):
        with pytest.raises(XMLError, match=r"not in the file's encoding; save the file as UTF-8"):
            read(path)
