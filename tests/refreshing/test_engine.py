"""A refreshed log in the real engine."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from modgen.cli import cli
from modgen.vassal import traits as t
from modgen.verify.replay import differences
from tests.refreshing.modules import pieces_of
from tests.verify.test_engine import ENGINE, needs_engine

pytestmark = needs_engine


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_game_goes_on_in_the_new_module(tmp_path: Path) -> None:
    game, out = tmp_path / "my-game", str(tmp_path / "out")
    run("new", str(game))
    run("build", str(game), "--lang", "en", "-o", out)
    old = f"{out}/my-game-0.1.vmod"
    run("simulate", str(game), "--module", old, "-o", str(tmp_path / "logs"))
    table = game / "pieces.csv"
    table.write_text(table.read_text("utf-8").replace("Fresh|Tired", "Fresh|Spent"), "utf-8")
    config = game / "game.yaml"
    config.write_text(config.read_text("utf-8").replace('"0.1"', '"0.2"'), "utf-8")
    run("build", str(game), "--lang", "en", "-o", out)
    new = Path(out, "my-game-0.2.vmod")
    (log,) = (tmp_path / "logs").glob("*.vlog")
    output = run("refresh", str(new), str(log), "-o", str(tmp_path / "refreshed"))
    assert output.endswith("12 pieces refreshed, 14 unchanged.\n")
    made = tmp_path / "refreshed" / log.name
    levels = {
        trait.level_names
        for piece in pieces_of(made.read_bytes()).values()
        for trait in piece.traits
        if isinstance(trait, t.Layer) and trait.name == "Face" and len(trait.level_names) > 1
    }
    assert levels == {("+ (Fresh)", "+ (Spent)")}
    assert differences(new, made, Path(ENGINE)) == []
