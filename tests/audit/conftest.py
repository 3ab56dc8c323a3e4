"""Logs of a small game, and audits that run in the test's own process."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from modgen.log.timeline import read_timeline
from modgen_rules.audit.books import Options
from modgen_rules.audit.running import Summary, audit
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.log_writer import LogWriter

GAME = Path(__file__).parents[1] / "general" / "games" / "ridge"
Query = Callable[[str], list[Any]]


class Inline:
    """Workers in the test's own process."""

    own = False

    def __init__(self, _: int = 0) -> None:
        self.done: list[Any] = []

    def run(self, do: Callable[[Any], Any], items: Iterator[Any]) -> Iterator[tuple[Any, Any]]:
        for item in items:
            self.done.append(item)
            yield item, do(item)

    def stop(self, at_once: bool) -> None:
        """Nothing to end."""


class Archive:
    """A folder of logs and its results database."""

    def __init__(self, folder: Path) -> None:
        self.logs = folder / "logs"
        self.logs.mkdir()
        self.database = folder / "results.duckdb"
        self.options = Options(games=(str(GAME),))
        self.workers = Inline()

    def audit(self, *addresses: str, **more: Any) -> Summary:
        self.workers = Inline()
        return audit(
            self.database,
            addresses or [str(self.logs)],
            more.pop("options", self.options),
            workers=more.pop("workers", lambda _: self.workers),
            **more,
        )

    def query(self, text: str) -> list[Any]:
        with duckdb.connect(str(self.database), read_only=True) as con:
            return con.execute(text).fetchall()

    def state(self, name: str) -> tuple[str, str]:
        (row,) = self.query(f"SELECT state, reason FROM files WHERE address LIKE '%{name}'")
        return row


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`1.vlog` to `5.vlog` are games; `4a.vlog` and `4b.vlog` are the halves of the fourth."""
    folder = tmp_path_factory.mktemp("ridge")
    trial = Trial(GAME, None, folder)
    for seed in range(1, 6):
        trial.random_game(seed).write(folder / f"{seed}.vlog")
    whole = read_timeline([folder / "4.vlog"])
    writer = trial.random_game(4)
    half = len(writer.steps) // 2
    for name, start, steps in (
        ("4a", 0, writer.steps[:half]),
        ("4b", half, writer.steps[half:]),
    ):
        part = LogWriter(
            trial.game, trial.rulebook.games, whole.go(start).copy(), trial.module.metadata
        )
        part.steps += steps
        part.write(folder / f"{name}.vlog")
    return folder


@pytest.fixture
def archive(tmp_path: Path, games: Path) -> Archive:
    """An archive with three games."""
    made = Archive(tmp_path)
    for seed in (1, 2, 3):
        shutil.copy(games / f"{seed}.vlog", made.logs)
    return made
