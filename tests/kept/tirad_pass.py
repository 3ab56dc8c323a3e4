"""Games of Tirad Pass by the simulation, legal or with one mistake."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from modgen_rules.engine.trial import Trial
from modgen_rules.tirad_pass.simulate import simulate
from tests.kept.rows import Row
from tests.kept.source import Base, Game
from tests.tirad_pass.mistakes.every_kind import KINDS, mistaken


class Games(Base):
    """Whole games of a scenario that the seed chooses."""

    def __init__(self, folder: Path) -> None:
        self.trial = Trial("tirad-pass", None, folder)
        self.tables = {
            one.id: self.trial.table(one.id)
            for one in self.trial.game.scenarios
            if not one.lesson and not one.at_start
        }

    def kinds(self) -> Sequence[str]:
        return list(KINDS)

    def play(self, row: Row, path: Path) -> Game | None:
        book: Any = self.trial.rulebook
        tables = {name: table.copy() for name, table in self.tables.items()}
        metadata, noise = self.trial.module.metadata, row.record != "tidy"
        if not row.mistake:
            simulate(book, book.plan, tables, metadata, row.seed, noise)[0].write(path)
            return Game(book, [path])
        writer, step = mistaken(
            book.plan, book.games, tables, metadata, row.seed, noise, row.mistake
        )
        if not step:
            return None
        writer.write(path)
        return Game(book, [path], [KINDS[row.mistake].clause], step=step)
