"""Entries whose names differ only by case or by how accents are encoded."""

from __future__ import annotations

import unicodedata
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from modgen.importing.game import import_module
from modgen.unpacking import folder as unpacking
from modgen.unpacking.folder import FolderError, read_packed, write_folder
from tests.importing.small_modules import small_module


@pytest.mark.parametrize(
    "names", [("images/A.png", "images/a.png"), ("ä.txt", unicodedata.normalize("NFD", "ä.txt"))]
)
def test_names_that_a_disk_cannot_distinguish(
    names: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = read_packed(small_module(tmp_path))
    module = replace(module, entries={name: name.encode() for name in names})
    monkeypatch.setattr(unpacking, "ignores_case", lambda _: True)
    with pytest.raises(FolderError, match="the same on this disk"):
        write_folder(module, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    monkeypatch.setattr(unpacking, "ignores_case", lambda _: False)
    write_folder(module, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out" / "files").rglob("*.*")} == {
        name.rpartition("/")[2] for name in names
    }


def test_an_import_of_names_that_a_disk_cannot_distinguish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = small_module(tmp_path)
    with zipfile.ZipFile(path, "a") as file:
        file.writestr("images/BLUE.png", b"")
    monkeypatch.setattr(unpacking, "ignores_case", lambda _: True)
    with pytest.raises(FolderError, match=r"`images/BLUE.png` and `images/blue.png`, whose names"):
        import_module(path, tmp_path / "game")
    assert not (tmp_path / "game").exists()
    monkeypatch.setattr(unpacking, "ignores_case", lambda _: False)
    import_module(path, tmp_path / "game")
    assert (tmp_path / "game" / "art" / "BLUE.png").is_file()


def test_the_disk_is_asked(tmp_path: Path) -> None:
    (tmp_path / "case").touch()
    same = (tmp_path / "CASE").exists()
    assert unpacking.ignores_case(tmp_path / "new" / "folder") is same
