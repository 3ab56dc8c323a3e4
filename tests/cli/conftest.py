"""What tests of commands share."""

from __future__ import annotations

import pytest

from modgen.compile.module import build_module
from modgen.log.timeline import read_timeline
from modgen_rules.engine.trial import Trial
from tests.cli.running import Vales, said


@pytest.fixture(scope="session")
def vales_logs(tmp_path_factory: pytest.TempPathFactory) -> Vales:
    """Two games, the first also cut in two logs, with and without a change between them.

    Besides a game with a mistake, and a save.
    """
    folder = tmp_path_factory.mktemp("vales")
    game, book = folder / "my-game", folder / "my-game" / "rulebook"
    assert said("new", game, "--rulebook")[0] == 0
    trial = Trial(game, book, folder)
    logs = {name: folder / f"{name}.vlog" for name in ("a", "b", "a-1", "a-2", "moved", "wrong")}
    writer = trial.random_game(1)
    writer.write(logs["a"])
    trial.random_game(2).write(logs["b"])
    steps = writer.steps
    writer.steps = steps[:10]
    writer.write(logs["a-1"])
    for name in ("a-2", "moved"):
        second = trial.continued(read_timeline([logs["a-1"]]).go(10).copy())
        if name == "moved":
            second.move(second.find("castle_red", "front", "east"), "north")
            second = trial.continued(second.table)
        second.steps = steps[10:]
        second.write(logs[name])
    wrong = trial.writer("start")
    wrong.move(wrong.find("castle_red", "front", "east"), "north", "red")
    wrong.write(logs["wrong"])
    logs["save"] = folder / "start.vsav"
    return Vales(game, book, build_module(trial.game, folder), logs)
