"""The commands as users call them: exit codes, one plain sentence, no incomplete files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from modgen.cli import COMMANDS
from tests.cli.running import run


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_has_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.returncode == 0
    assert f"Example: modgen {command}" in result.stdout


def test_unknown_command_names_the_nearest() -> None:
    result = run("biuld")
    assert result.returncode == 2
    assert "Did you mean `build`?" in result.stderr


@pytest.mark.parametrize("command", ["check-data", "build", "facts"])
def test_unknown_game(command: str) -> None:
    result = run(command, "people-powr")
    assert (result.returncode, result.stdout) == (2, "")
    assert "did you mean `people-power`?" in result.stderr


def test_new_check_build_inspect(tmp_path: Path) -> None:
    game = tmp_path / "mine"
    assert run("new", game).returncode == 0
    assert run("new", game).returncode == 2
    assert "no errors" in run("check-data", game).stdout
    built = run("build", game, "-o", tmp_path / "out", "--lang", "en", "--lang", "es")
    assert built.returncode == 0, built.stderr
    modules = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert modules == ["mine-0.1-es.vmod", "mine-0.1.vmod"]
    result = run("inspect", tmp_path / "out" / modules[1], "--json")
    assert result.returncode == 0
    data = json.loads(result.stdout)
    assert (data["name"], data["problems"]) == ("Four Vales", 0)
    for kind in ("game", "map", "cards", "layout", "chart", "scenario", "rules", "locale"):
        schema = json.loads((game / "schemas" / f"{kind}.json").read_text("utf-8"))
        assert schema["type"] == "object"


def test_warnings_are_refused_only_if_asked(tmp_path: Path) -> None:
    game = tmp_path / "mine"
    assert run("new", game).returncode == 0
    assert run("check-data", game, "--strict").returncode == 0
    data = game / "game.yaml"
    text = data.read_text("utf-8")
    data.write_text(text.replace("languages: [en, es]", "languages: [en, es, fr]"), "utf-8")
    for options, code in (((), 0), (("--strict",), 1)):
        result = run("check-data", game, *options)
        assert (result.returncode, "1 warning." in result.stderr) == (code, True), result.stderr
    data.write_text(text.replace("languages: [en, es]", "languages: [en, es, xx]"), "utf-8")
    assert run("check-data", game, "--strict").returncode == 2


def test_errors_leave_the_last_good_module(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("build", folder, "-o", out).returncode == 0
    before = {path: path.read_bytes() for path in out.iterdir()}
    cards = folder / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("Nobody", "Nobody at all " * 90), "utf-8")
    result = run("build", folder, "-o", out)
    assert result.returncode == 2
    assert result.stderr.startswith("cards.csv:5:")
    assert "the card 4: needs" in result.stderr
    (folder / "map.yaml").write_text("boards: []\n", "utf-8")
    assert run("build", folder, "-o", out).returncode == 2
    assert {path: path.read_bytes() for path in out.iterdir()} == before


def test_diff(folder: Path, tmp_path: Path) -> None:
    assert run("build", folder, "-o", tmp_path / "a").returncode == 0
    cards = folder / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("Truce", "Peace"), "utf-8")
    assert run("build", folder, "-o", tmp_path / "b").returncode == 0
    name = "my-game-0.1.vmod"
    same = run("diff", tmp_path / "a" / name, tmp_path / "a" / name)
    assert (same.returncode, same.stdout) == (0, "Nothing changed.\n")
    result = run("diff", tmp_path / "a" / name, tmp_path / "b" / name)
    assert result.returncode == 0
    assert "is renamed to `#4 Peace`" in result.stdout
    assert "saved games still work" in result.stdout


@pytest.mark.parametrize("command", [["inspect"], ["diff", "x.vmod"], ["verify", "--engine", "."]])
def test_no_module(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "x.vmod").write_bytes(b"PK\x03\x04 cut short")
    result = run(*command, "x.vmod", cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr == "x.vmod is not a ZIP archive, or it is cut short\n"


def test_facts_tell_assumed_from_sourced() -> None:
    result = run("facts", "people-power", "--assumed")
    assert result.returncode == 0
    assert "visayas" in result.stdout
    assert "1.3.1" not in result.stdout.splitlines()[0]


def test_schema(tmp_path: Path) -> None:
    assert run("schema", "-o", tmp_path).returncode == 0
    from modgen.assets import asset_path

    for path in asset_path("schemas").glob("*.json"):
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), "run `modgen schema`"


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("Four Vales", "four-vales"),
        ("people-power", "my-game"),
        ("Überspiel", "uberspiel"),
        ("東京", "my-game"),
    ],
)
def test_new_names_the_game_after_its_folder(tmp_path: Path, folder: str, expected: str) -> None:
    assert run("new", tmp_path / folder).returncode == 0
    assert f"\nid: {expected}\n" in (tmp_path / folder / "game.yaml").read_text("utf-8")
