"""What all tests share: a cache of their own, a copy of the small game to spoil."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

from modgen.assets import bundled_games, template_path
from modgen.compile.module import Compiled, build_module, compile_game
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded, load
from modgen_rules.engine.reports.findings import GameReport
from tests.accuracy.cases import Bench
from tests.reporting import Recorder

# A machine under load is slow, and that is not an error.
settings.register_profile("modgen", deadline=None, max_examples=15)
settings.register_profile("thorough", deadline=None, max_examples=500)  # make test-slow
settings.load_profile("modgen")


def pytest_collection() -> None:
    """Collection makes hundreds of thousands of objects, all of which stay: no garbage yet."""
    gc.disable()
    gc.set_threshold(20_000, 20, 20)  # As rarely as in the command line: a tenth less time.


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """One cache for all workers of a run, which are in folders beside each other."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    os.environ["MODGEN_CACHE"] = str(folder / "cache")
    # An unexpected error in a command shows its traceback, which tests refuse.
    os.environ["MODGEN_DEBUG"] = "1"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-reported", action="store_true", help="Write the snapshots of findings' messages."
    )
    parser.addoption(
        "--every", type=int, default=1, metavar="N", help="Run only one test in N, always the same."
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    every = config.getoption("--every")
    if every < 1:
        raise pytest.UsageError("--every must be at least 1")
    left_out = [item for item in items if crc32(item.nodeid.encode()) % every]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not crc32(item.nodeid.encode()) % every]


@pytest.fixture(scope="session")
def _recorder(request: pytest.FixtureRequest) -> Iterator[Recorder]:
    write = request.config.getoption("--write-reported")
    recorder = Recorder(write)
    yield recorder
    if write:
        recorder.save()


@pytest.fixture
def reported(
    request: pytest.FixtureRequest, _recorder: Recorder
) -> Iterator[Callable[[GameReport, str], None]]:
    """Asserts that a report's first finding is of a clause, and records that for `modgen rules`."""
    test = request.node.nodeid.removeprefix("tests/")
    yield lambda report, clause: _recorder.expect(report, clause, test)
    _recorder.finish(test)


@pytest.fixture(scope="session")
def people_power() -> Loaded:
    return load(bundled_games()["people-power"])


@pytest.fixture(scope="session")
def power_module(people_power: Loaded) -> Compiled:
    """The module of People Power, without pictures."""
    return compile_game(people_power.game)


@pytest.fixture(scope="session")
def power_file(people_power: Loaded, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module of People Power, with pictures."""
    return build_module(people_power.game, tmp_path_factory.mktemp("module"))


@pytest.fixture(scope="session")
def bench(
    people_power: Loaded, power_module: Compiled, tmp_path_factory: pytest.TempPathFactory
) -> Bench:
    """People Power's rulebook, its module's set-ups: for whole games."""
    return Bench.made(tmp_path_factory.mktemp("bench"), people_power, power_module)


@pytest.fixture(scope="session")
def civil_power() -> Game:
    return load(bundled_games()["civil-power"]).game


@pytest.fixture(scope="session")
def junta_coup() -> Game:
    return load(bundled_games()["junta-coup"]).game


@pytest.fixture(scope="session")
def junta_module(junta_coup: Game) -> Compiled:
    """The module of Junta's coup, without pictures."""
    return compile_game(junta_coup)


@pytest.fixture
def junta_folder(tmp_path: Path) -> Path:
    """A copy of Junta's coup to spoil."""
    return shutil.copytree(bundled_games()["junta-coup"], tmp_path / "game")


@pytest.fixture(scope="session")
def amigos() -> Game:
    return load(bundled_games()["amigos-insurrectos"]).game


@pytest.fixture(scope="session")
def civil_module(civil_power: Game) -> Compiled:
    """The module of Civil Power, without pictures."""
    return compile_game(civil_power)


@pytest.fixture(scope="session")
def amigos_module(amigos: Game) -> Compiled:
    """The module of Amigos & Insurrectos, without pictures."""
    return compile_game(amigos)


@pytest.fixture
def amigos_folder(tmp_path: Path) -> Path:
    """A copy of Amigos & Insurrectos to spoil."""
    return shutil.copytree(bundled_games()["amigos-insurrectos"], tmp_path / "game")


@pytest.fixture
def civil_folder(tmp_path: Path) -> Path:
    """A copy of Civil Power to spoil."""
    return shutil.copytree(bundled_games()["civil-power"], tmp_path / "game")


@pytest.fixture(scope="session")
def vales() -> Game:
    """The small game that `modgen new` writes."""
    return load(template_path()).game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the small game."""
    return shutil.copytree(template_path(), tmp_path / "game")
