"""A build of unchanged files does nothing; any change of the files or modules makes it build."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from modgen.assets import template_path
from modgen.cli import build as command
from modgen.compile.built import Build


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODGEN_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return Path(shutil.copytree(template_path(), tmp_path / "game"))


@pytest.fixture
def module(game: Path, tmp_path: Path) -> Path:
    path = tmp_path / "out" / "game.vmod"
    path.parent.mkdir()
    path.write_bytes(b"a module")
    Build(game, None, ("en",), path.parent).remember([path])
    return path


def test_unchanged_files_have_their_module(game: Path, module: Path) -> None:
    assert Build(game, None, ("en",), module.parent).modules() == [module]


def test_other_requests_have_none(game: Path, module: Path, tmp_path: Path) -> None:
    assert not Build(game, None, ("en", "es"), module.parent).modules()
    assert not Build(game, None, ("en",), tmp_path / "other").modules()
    assert not Build(game, tmp_path, ("en",), module.parent).modules()


@pytest.mark.parametrize("name", ["cards.csv", "rules.yaml", "new.yaml"])
def test_a_changed_file_needs_a_build(game: Path, module: Path, name: str) -> None:
    with (game / name).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert not Build(game, None, ("en",), module.parent).modules()


def test_a_changed_or_missing_module_needs_a_build(game: Path, module: Path) -> None:
    module.write_bytes(b"changed!")
    assert not Build(game, None, ("en",), module.parent).modules()
    module.unlink()
    assert not Build(game, None, ("en",), module.parent).modules()


def test_a_damaged_record_needs_a_build(game: Path, module: Path, tmp_path: Path) -> None:
    for record in (tmp_path / "cache" / "builds").iterdir():
        record.write_bytes(b"[1, 2")
    assert not Build(game, None, ("en",), module.parent).modules()


def test_the_command_builds_once(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command._build(str(game), tmp_path / "out", (), None)
    first = capsys.readouterr()
    monkeypatch.setattr(command, "load_whole_or_stop", None)  # from here on nothing can be loaded
    command._build(str(game), tmp_path / "out", (), None)
    assert capsys.readouterr() == first
