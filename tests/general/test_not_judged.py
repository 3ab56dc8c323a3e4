"""A game without rules says what was not judged; one in which nothing can move is not simulated."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.importing.game import import_module
from modgen.model.loading.folder import load
from modgen_rules.engine.random_player import SimulationError
from modgen_rules.general.book import GeneralRulebook
from modgen_rules.general.not_judged import not_judged
from tests.general.workbench import Workbench
from tests.importing.small_modules import small_module


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("not-judged")
    import_module(small_module(folder), folder / "game")
    return folder / "game"


def test_what_an_imported_game_does_not_state(imported: Path, tmp_path: Path) -> None:
    told = not_judged(load(imported).game)
    for word in ("movement", "zones of control", "stacking", "whose turn", "rules.yaml"):
        assert word in told
    assert "1 of 3 types of pieces" in told
    folder = Path(shutil.copytree(imported, tmp_path / "game"))
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8") + "moves:\n- {steps: 1}\n", "utf-8")
    assert not not_judged(load(folder).game)


def test_a_check_and_a_simulated_game_of_an_imported_game(imported: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke(cli, ["simulate", str(imported), "-o", str(tmp_path)])
    assert run.exit_code == 0, run.output
    lines = run.output.partition("Not played:\n")[2].splitlines()
    assert [line.strip().partition(":")[0] for line in lines] == [
        "1 piece (`Lost`)",
        "moves of Blue",
        "rules of movement",
        "phases",
        "drawing cards of the deck `Cards 1`",
        "playing cards of the deck `Cards 1`",
        "what dice decide",
        "what cards say",
        "buttons, menus and key commands of the module",
    ], run.output
    assert lines[0].endswith("they have no side in pieces.csv.")
    (log,) = tmp_path.glob("*.vlog")
    checked = CliRunner().invoke(cli, ["check", "--game", str(imported), str(log)])
    assert checked.exit_code == 0, checked.output
    assert "Not judged, because the data does not state it: movement" in checked.output
    assert "Red Guard" in CliRunner().invoke(cli, ["log", str(log)]).output


def test_nothing_can_be_played_without_sides(imported: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(imported, tmp_path / "game"))
    table = folder / "pieces.csv"
    table.write_text(table.read_text("utf-8").replace(",red,", ",,"), "utf-8")
    run = CliRunner().invoke(cli, ["simulate", str(folder), "-o", str(tmp_path)])
    assert isinstance(run.exception, SimulationError)
    assert "nothing was played from `dawn`: no piece on the map has a side (" in str(run.exception)
    assert "fill in `side` in pieces.csv, or place pieces of a side" in str(run.exception)


def test_what_the_data_states_is_played(
    vales: Workbench, market: Workbench, bare: Workbench
) -> None:
    def told(bench: Workbench) -> list[str]:
        book = GeneralRulebook(bench.games)
        tables = {one.id: bench.table(one.id) for one in bench.game.scenarios}
        return book.not_played(tables, bench.module)

    assert not any(line.startswith(("rules of movement", "phases")) for line in told(vales))
    assert any(line.startswith("rules of movement") for line in told(bare))
    cards = [line for line in told(market) if "deck" in line]
    assert cards == []
    (fortune,) = [line for line in told(vales) if line.startswith("drawing cards")]
    assert "no side has a hand with room for it" in fortune
