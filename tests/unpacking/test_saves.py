"""Saves and set-ups inside modules as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from modgen.cli import cli
from modgen.unpacking.folder import FolderError, read_folder, read_packed, write_folder
from modgen.unpacking.saves import SaveTextError, packed_save, same_save, unpacked_save
from modgen.vassal.archive import archive_bytes
from modgen.vassal.metadata import Metadata
from modgen.vassal.obfuscation import Style, hide
from modgen.vassal.save import save_entries
from tests.importing.small_modules import small_module


@given(
    st.text(st.characters(blacklist_characters="\n\r", blacklist_categories=["Cs"])),
    st.sampled_from(["plain", "vcsk", "vobs"]),
    st.integers(1, 255),
    st.booleans(),
)
def test_a_save_comes_back_the_same(text: str, style: Style, key: int, upper: bool) -> None:
    game = hide(("begin_save" + text).encode("utf-8"), style, key, upper=upper)
    data = archive_bytes({"savedGame": game, "savedata": b"<data/>"})
    files = unpacked_save(data)
    assert files is not None
    assert packed_save(files, "x") == data


def test_what_is_not_a_save_stays(tmp_path: Path) -> None:
    assert unpacked_save(b"PK nothing") is None
    assert unpacked_save(b"RIFF") is None
    assert unpacked_save(archive_bytes({"other": b""})) is None
    two_lines = save_entries("begin_save\x1bCHATone\ntwo", Metadata("1", "x"))
    assert unpacked_save(archive_bytes(two_lines)) is None
    with pytest.raises(SaveTextError, match="write the style"):
        packed_save({"game.txt": b"rot13 5 lower\n"}, "saves/a.vsav")


def test_a_module_with_its_saves(tmp_path: Path) -> None:
    module, folder, packed = small_module(tmp_path), tmp_path / "folder", tmp_path / "new.vmod"
    result = CliRunner().invoke(cli, ["unpack", str(module), str(folder), "--saves"])
    assert result.exit_code == 0, result.output
    game = folder / "saves" / "dawn.vsav" / "game.txt"
    lines = game.read_text("utf-8").splitlines()
    assert lines[1] == "begin_save" and any("Marshal" in line for line in lines)
    assert not (folder / "files" / "dawn.vsav").exists()
    check = CliRunner().invoke(cli, ["unpack", str(module), str(folder), "--check"])
    assert check.exit_code == 0, check.output
    assert CliRunner().invoke(cli, ["pack", str(folder), "-o", str(packed)]).exit_code == 0
    old, new = read_packed(module), read_packed(packed)
    assert old.original == new.original and set(old.entries) == set(new.entries)
    assert same_save(old.entries["dawn.vsav"], new.entries["dawn.vsav"])
    game.write_text(game.read_text("utf-8").replace("rain", "snow"), "utf-8")
    check = CliRunner().invoke(cli, ["unpack", str(module), str(folder), "--check"])
    assert check.exit_code == 1 and "dawn.vsav" in check.output
    write_folder(old, folder)
    assert (folder / "files" / "dawn.vsav").exists() and not game.exists()


def test_a_save_twice(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    write_folder(read_packed(small_module(tmp_path)), folder, saves=True)
    (folder / "files" / "dawn.vsav").write_bytes(b"")
    with pytest.raises(FolderError, match="remove one"):
        read_folder(folder)
