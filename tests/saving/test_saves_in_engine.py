"""Edited, trimmed, joined and new saves in the real engine."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from modgen.cli import cli
from modgen.verify.engine import run_harness
from modgen.verify.replay import EngineState, compared, engine_states
from tests.importing.small_modules import small_module
from tests.saving.games import ANNA, move, unmasked, write_log
from tests.verify.test_engine import ENGINE, needs_engine

pytestmark = needs_engine


def run(*arguments: object) -> None:
    result = CliRunner().invoke(cli, [str(one) for one in arguments])
    assert result.exit_code == 0, result.output


def states(module: Path, file: Path) -> EngineState:
    """The set-up in the engine, which has at every step what we have."""
    lines, _ = run_harness([module, file], Path(ENGINE))
    assert not [line for line in lines if line.startswith("COMPLAINT")]
    return next(engine_states(lines))


def seats(state: EngineState) -> dict[str, str]:
    """The seats without the observer who looks at them."""
    return {name: side for name, side in state.seats.items() if side != "<observer>"}


def agrees(module: Path, file: Path) -> list[str]:
    lines, _ = run_harness([module, file], Path(ENGINE))
    return [
        *(line for line in lines if line.startswith("COMPLAINT")),
        *compared(module, file, engine_states(lines)),
    ]


def steps() -> list[object]:
    return [
        move("20", (100, 200), (300, 100), ANNA),
        unmasked(0, ANNA),
        move("32", (300, 300), (40, 40), ANNA),
    ]


def test_an_edited_log(tmp_path: Path) -> None:
    module = small_module(tmp_path)
    log = write_log(tmp_path / "game.vlog", *steps()[:1])  # type: ignore[arg-type]
    folder, new = tmp_path / "folder", tmp_path / "new.vlog"
    run("unpack", log, folder)
    for name, old, text in (
        ("secrets.yaml", "bert/2", "carla"),
        ("players.yaml", "Bert", "Carla"),
        ("players.yaml", "- AddPlayer: {id: player-1, name: Anna, side: Red}\n", ""),
        ("pieces.yaml", "Mask.obscured_by: player-1", "Mask.obscured_by: player-2"),
        ("pieces.yaml", "x: 300, y: 300", "x: 310, y: 320"),
    ):
        path = folder / name
        assert old in path.read_text("utf-8")
        path.write_text(path.read_text("utf-8").replace(old, text), "utf-8")
    run("pack", folder, "-o", new)
    state = states(module, new)
    assert seats(state) == {"Carla": "Blue"}
    assert state.states["30"].startswith("carla;")
    assert state.states["32"].startswith("carla\t")
    assert ("Field", 310, 320) in state.layout
    assert agrees(module, new) == []


def test_trimmed_and_joined_logs(tmp_path: Path) -> None:
    module = small_module(tmp_path)
    log = write_log(tmp_path / "game.vlog", *steps())  # type: ignore[arg-type]
    first, second, whole = (tmp_path / name for name in ("1.vlog", "2.vlog", "whole.vlog"))
    run("trim", log, "--to", 2, "-o", first)
    run("trim", log, "--from", 2, "-o", second)
    assert agrees(module, second) == []
    run("join", first, second, "-o", whole)
    assert agrees(module, whole) == []
    assert seats(states(module, second)) == {"Anna": "Red", "Bert": "Blue"}


def test_a_set_up_from_a_table(tmp_path: Path) -> None:
    module = small_module(tmp_path)
    table, save = tmp_path / "dawn.csv", tmp_path / "dawn.vsav"
    table.write_text(
        "piece,map,x,y,place,Layer.level\nRed Guard,Field,100,200,,2\nMarshal,,,,Turn 2,\n"
    )
    run("pack", table, "--module", module, "-o", save)
    state = states(module, save)
    assert state.layout["Field", 100, 200] == {("1001",)}
    assert state.layout["Field", 360, 420] == {("1002",)}
    # The deck of the module is there too.
    assert [len(pile) for pile in state.layout["Field", 500, 60]] == [3]
    assert state.states["1001"].split("\t")[-2].rstrip("\\") == "2"
