"""Files that are nearly a module or a save: the message says what to do."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from modgen.unpacking.folder import read_packed
from modgen.vassal.archive import ArchiveError
from modgen.vassal.module import read_module
from modgen.vassal.save import read_save


def archive(path: Path, *names: str) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        for name in names:
            file.writestr(name, b"<a/>")
    return path


@pytest.mark.parametrize("read", [read_module, read_packed])
@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["game/buildFile.xml", "game/images/a.png"], "in the folder `game`: pack what is in"),
        (["a/b/buildFile"], "in the folder `a/b`"),
        (["game/savedGame"], "`savedGame` is in the folder `game`"),
        (["one/game.vmod"], "holds `one/game.vmod`: unzip it"),
        (["one.vmod", "two.vmdx"], "holds `one.vmod` and 1 more"),
        (["readme.txt"], "has no entry buildFile.xml; it is not a VASSAL module"),
    ],
)
def test_modules(read: object, names: list[str], expected: str, tmp_path: Path) -> None:
    assert callable(read)
    with pytest.raises(ArchiveError, match=expected):
        read(archive(tmp_path / "game.zip", *names))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["evening.vlog"], "holds `evening.vlog`: unzip it and give that file"),
        (["evening/savedGame"], "in the folder `evening`"),
        (["readme.txt"], "it is not a VASSAL save or log"),
    ],
)
def test_saves(names: list[str], expected: str, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=expected):
        read_save(archive(tmp_path / "evening.zip", *names))


@pytest.mark.parametrize("data", [b"!VCSK6b0102", b"begin_save\x1b"])
def test_the_bare_content_of_a_save(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "savedGame"
    path.write_bytes(data)
    with pytest.raises(ArchiveError, match="zip it under the name `savedGame`"):
        read_save(path)
