"""`modgen new`: a folder that uses its own schemas, or one plain sentence and no files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.assets import TEMPLATES
from modgen.cli import cli
from modgen.cli.new import new_game
from modgen.errors import ModgenError
from modgen.library.new_game import template_summary, write_template
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
    assert (len(made.cards), len(made.charts), len(made.scenarios)) == (4, 2, 1)
    assert loaded.in_language("es").info.title == "Cuatro valles"


def test_every_yaml_file_names_a_schema_that_is_there(game: Path) -> None:
    files = sorted(game.rglob("*.yaml"))
    assert len(files) == 10
    for path in files:
        named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text("utf-8"))
        assert named is not None, path
        assert (path.parent / named.group(1)).resolve().parent == game / "schemas"
        assert (path.parent / named.group(1)).is_file()


@pytest.mark.parametrize("there", ["notes.txt", ".hidden", "game.yaml"])
def test_a_folder_with_files_is_left_alone(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine", "utf-8")
    message = re.escape(f"{tmp_path} already exists and is not empty; choose another name")
    with pytest.raises(ModgenError, match=message):
        write_template(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text("utf-8") == "mine"


@pytest.mark.parametrize("template", TEMPLATES)
def test_each_template_is_a_complete_game(tmp_path: Path, template: str) -> None:
    folder = tmp_path / "mine"
    write_template(folder, template)
    loaded = load(folder)
    assert loaded.diagnostics.sorted() == []
    assert loaded.game.info.id == "mine"
    assert loaded.game.scenarios and loaded.game.rules and loaded.game.charts
    for path in folder.rglob("*.yaml"):
        named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text("utf-8"))
        assert named is not None, path
        assert (path.parent / named.group(1)).is_file()


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
def test_each_template_is_built_printed_played_and_checked(tmp_path: Path, template: str) -> None:
    folder = str(tmp_path / "mine")
    games, sheets = str(tmp_path / "games"), tmp_path / "sheets"

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(cli, arguments)
        assert result.exit_code == 0, result.output
        return result.output

    run("new", folder, "--template", template)
    run("build", folder, "-o", str(tmp_path))
    run("sheets", folder, "-o", str(sheets))
    run("simulate", folder, "-n", "3", "-o", games)
    checked = run("check", *map(str, Path(games).glob("*.vlog")), "--game", folder)
    assert "no findings" in checked
    assert (tmp_path / "mine-0.1.vmod").is_file()
    # A game without map.yaml has a table in its module, but not on paper.
    names = {path.name for path in (sheets / "en").iterdir()}
    assert ("mine-map.pdf" in names) == (template != "cards")


def test_the_list_has_every_template() -> None:
    result = CliRunner().invoke(new_game, ["--list"])
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines] == list(TEMPLATES)
    assert lines[1].endswith(template_summary("hex"))


def test_only_one_template_has_a_rulebook(tmp_path: Path) -> None:
    with pytest.raises(ModgenError, match="only the template area has a rulebook"):
        write_template(tmp_path / "mine", "hex", rulebook=True)
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Überspiel", "uberspiel"), ("My Game 2", "my-game-2"), ("Ночь", "my-game")],
)
def test_the_id_is_made_of_the_folders_name(tmp_path: Path, name: str, expected: str) -> None:
    write_template(tmp_path / name)
    assert load(tmp_path / name).game.info.id == expected
