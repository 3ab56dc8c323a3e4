"""`modgen demo`: its commands are valid, and it stops at the first that fails."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from modgen.assets import bundled_games
from modgen.cli import cli, demo
from modgen.cli.common import command_line


def test_every_command_is_valid_and_every_game_is_there() -> None:
    commands = list(demo.steps(Path("out")))
    for step in commands:
        name, *arguments = step.arguments
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        command.make_context(name, arguments)  # raises for an unknown option
    for kind in ("build", "sheets"):
        games = {step.arguments[1] for step in commands if step.arguments[0] == kind}
        assert games == set(bundled_games())


def test_it_runs_the_commands_and_stops_at_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "my game"
    commands = [
        demo.DemoStep(("new", str(game))),
        demo.DemoStep(("check-data", str(game))),
        demo.DemoStep(("new", str(game)), codes=(2,)),
        demo.DemoStep(("check-data", "nothing-like-it")),
        demo.DemoStep(("schema", "-o", str(tmp_path / "never"))),
    ]
    monkeypatch.setattr(demo, "steps", lambda folder: iter(commands))
    result = CliRunner().invoke(cli, ["demo", str(tmp_path / "out")])
    assert result.exit_code == 2
    assert f'$ modgen check-data "{game}"' in result.output
    assert "`modgen check-data` ended with exit code 2" in result.output
    assert not (tmp_path / "never").exists()


@pytest.mark.slow
def test_the_whole_demo(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["demo", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert len(list(tmp_path.glob("*/*.vmod"))) == 6
    assert len(list(tmp_path.glob("*/sheets/*/*.pdf"))) > 30
    assert (tmp_path / "people-power" / "report.html").stat().st_size > 100_000


def test_arguments_with_spaces_are_quoted() -> None:
    assert command_line(["a b", "c", ""]) == '"a b" c ""'
