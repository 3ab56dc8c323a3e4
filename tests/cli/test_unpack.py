"""`unpack`, `pack`, `merge` and `pieces` on the command line, and as git's drivers."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from modgen.cli import cli
from tests.unpacking.test_unpacking import HEAD, UNIT, entries, write_small


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_small(tmp_path / "small.vmod", **{"images/scout.png": b"picture"})
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def test_unpack_pack_and_check(place: Path) -> None:
    result = run("unpack", "small.vmod", "small")
    assert result.output == "4 components and 2 pieces in 3 files of text, 2 other files.\n"
    assert run("unpack", "small.vmod", "small", "--check").output == "small is up to date.\n"
    assert run("pack", "small", "-o", "again.vmod").exit_code == 0
    assert entries(place / "again.vmod") == entries(place / "small.vmod")
    (place / "small/files/images/scout.png").write_bytes(b"another")
    result = run("unpack", "small.vmod", "small", "--check")
    name = Path("small", "files/images/scout.png")
    assert result.output == f"{name}: differs from small.vmod\n1 file differs.\n"
    assert result.exit_code == 1


def test_check_without_a_folder(place: Path) -> None:
    result = run("unpack", "small.vmod", "--check")
    assert result.output.endswith("small.vmod: packing gives the same build file.\n")
    assert result.exit_code == 0
    assert run("unpack", "small.vmod").exit_code == 2


@pytest.mark.parametrize("name", ["module.txt", "buildFile.xml"])
def test_what_is_not_a_module_is_a_sentence(name: str, place: Path) -> None:
    (place / name).write_bytes(b"<a>" if name.endswith("xml") else b"once upon a time")
    result = run("unpack", name, "folder")
    assert result.exit_code == 2
    assert name in result.output
    assert not (place / "folder").exists()


def test_a_mistake_stops_pack_before_it_writes(place: Path) -> None:
    run("unpack", "small.vmod", "small")
    text = place / "small/module/PieceWindow-Pieces.yaml"
    text.write_text(text.read_text("utf-8").replace("BasicPiece", "BasicPeice", 1), "utf-8")
    result = run("pack", "small", "-o", "again.vmod")
    assert result.exit_code == 2
    assert "module/PieceWindow-Pieces.yaml:11: there is no trait BasicPeice" in result.output
    assert not (place / "again.vmod").exists()


def test_pieces_to_a_table_and_back(place: Path) -> None:
    run("unpack", "small.vmod", "small")
    assert run("pieces", "small", "pieces.csv").exit_code == 0
    table = place / "pieces.csv"
    table.write_bytes(table.read_bytes().replace(b"tower.png", b"castle.png"))
    assert run("pieces", "small", "pieces.csv", "--apply").output == "1 piece changed.\n"
    assert run("unpack", "small.vmod", "small", "--check").exit_code == 1
    table.write_bytes(b"number,x.y\n1,\xff\n")
    assert run("pieces", "small", "pieces.csv", "--apply").exit_code == 2


def test_merge(place: Path) -> None:
    write_small(place / "mine.vmod", (HEAD + UNIT).replace("scout.png", "a.png"))
    write_small(place / "yours.vmod", (HEAD + UNIT).replace("scout.png", "b.png"))
    result = run("merge", "small.vmod", "mine.vmod", "yours.vmod", "-o", "new.vmod")
    assert result.exit_code == 1
    assert "<<<<<<< ours" in result.output
    assert not (place / "new.vmod").exists()
    write_small(place / "yours.vmod", (HEAD + UNIT).replace("tower.png", "b.png"))
    assert run("merge", "small.vmod", "mine.vmod", "yours.vmod", "-o", "new.vmod").exit_code == 0
    build_file = entries(place / "new.vmod")["buildFile.xml"]
    assert b"a.png" in build_file
    assert b"b.png" in build_file


@pytest.mark.slow
def test_git_uses_the_drivers(place: Path) -> None:
    git = shutil.which("git")
    assert git is not None

    def call(*arguments: str) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        command = [git or "", *who, *arguments]
        result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=place)
        assert result.returncode == 0, result.stderr
        return result.stdout

    modgen = f'"{sys.executable}" -m modgen'
    (place / ".gitattributes").write_text("buildFile* diff=modgen merge=modgen\n")
    file = place / "buildFile.xml"
    file.write_bytes((HEAD + UNIT).encode())
    call("init", "-q", "-b", "main")
    call("config", "diff.modgen.textconv", f"{modgen} unpack --print")
    call("config", "merge.modgen.driver", f"{modgen} merge %O %A %B -o %A")
    call("add", ".gitattributes", "buildFile.xml")
    call("commit", "-q", "-m", "a module")
    call("checkout", "-q", "-b", "other")
    file.write_bytes((HEAD + UNIT).replace(";Tower/", ";Keep/").encode())
    call("commit", "-q", "-a", "-m", "a keep")
    call("checkout", "-q", "main")
    file.write_bytes((HEAD + UNIT).replace("scout.png", "a.png").encode())
    assert "+  - BasicPiece: {image: a.png, name: Scout, gpid: 1}" in call("diff")
    call("commit", "-q", "-a", "-m", "a picture")
    call("merge", "-q", "other", "-m", "merged")
    assert b";Keep/" in file.read_bytes()
