"""`modgen new`: a folder that uses its own schemas, or one plain sentence and no files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli.new import new_game
from modgen.model.loading.folder import load


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "deep" / "mine"
    folder.mkdir(parents=True)
    result = CliRunner().invoke(new_game, [str(folder)])
    assert result.exit_code == 0, result.output
    assert f"modgen check-data {folder}" in result.output
    return folder


def test_an_empty_folder_is_filled(game: Path) -> None:
    loaded = load(game)
    assert loaded.diagnostics.sorted() == []
    made = loaded.game
    counts = (len(made.info.sides), len(made.spaces), len(made.map.tracks), len(made.info.dice))
    assert counts == (2, 4, 1, 1)
    assert (len(made.cards), len(made.charts), len(made.scenarios)) == (4, 1, 1)
    assert loaded.in_language("es").info.title == "Cuatro valles"


def test_every_yaml_file_names_a_schema_that_is_there(game: Path) -> None:
    files = sorted(game.rglob("*.yaml"))
    assert len(files) == 9
    for path in files:
        named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text("utf-8"))
        assert named is not None, path
        assert (path.parent / named.group(1)).resolve().parent == game / "schemas"
        assert (path.parent / named.group(1)).is_file()


@pytest.mark.parametrize("there", ["notes.txt", ".hidden", "game.yaml"])
def test_a_folder_with_files_is_left_alone(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine", "utf-8")
    result = CliRunner().invoke(new_game, [str(tmp_path)])
    assert result.exit_code == 2
    assert result.output == f"{tmp_path} already exists and is not empty; choose another name\n"
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text("utf-8") == "mine"
