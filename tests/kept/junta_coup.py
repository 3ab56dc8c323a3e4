"""Coups of the second engine, legal or spoilt; its judge says whether they were spoilt at all."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from modgen.log.timeline import read_timeline
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.writing.written_table import LogWriterError
from tests.junta_coup.bridge import SEATS, CoupBench, Writer
from tests.junta_coup.several import spoil
from tests.junta_coup.truth import ALSO, UNSEEN, named, wrong
from tests.junta_reference.mutate import OPERATORS
from tests.junta_reference.play import play
from tests.junta_reference.record import Event, Start
from tests.kept.rows import Row
from tests.kept.source import BAD, RECORDS, Base, Game


class Coups(Base):
    """Whole coups, with one mistake at most."""

    def __init__(self, folder: Path) -> None:
        self.bench = CoupBench.made(folder)
        self.coup = lru_cache(32)(lambda seed: play(seed, SEATS[seed % 4]))
        self.slips = lru_cache(200)(lambda seed, record: self._slips(seed, record, folder))

    def kinds(self) -> Sequence[str]:
        return [name for name in OPERATORS if name not in UNSEEN]

    def play(self, row: Row, path: Path) -> Game | None:
        start, events = self.coup(row.seed)
        if not row.mistake:
            return self._written(start, events, row, path)
        made = OPERATORS[row.mistake](start, events, random.Random(row.seed))
        if made is None:
            return None
        shown = () if row.clauses else wrong(start, events, made[0])
        if not row.clauses and not shown:
            return None  # The table shows a legal coup.
        game = self._written(start, made[0], row, path)
        if game is not None:
            others = named(start, events, made[0]) if shown else set()
            game.clauses = [made[1], *sorted(others - {made[1]})]
            game.also = [*shown, *(also for one in (made[1], *shown) for also in ALSO.get(one, ()))]
            game.also = sorted(game.also)
            game.slips = self.slips(row.seed, row.record) if row.record != "tidy" else set()
        return game

    def _written(self, start: Start, events: list[Event], row: Row, path: Path) -> Game | None:
        try:
            noise, chance = RECORDS[row.record], random.Random(row.seed)
            Writer(self.bench, start, noise, chance).write(events, path)
        except (LogWriterError, KeyError):
            return None
        return Game(self.bench.rulebook, [path])

    def _slips(self, seed: int, record: str, folder: Path) -> set[str]:
        """What is said of the legal record of a coup."""
        start, events = self.coup(seed)
        path = folder / "legal.vlog"
        if self._written(start, events, Row(seed=seed, record=record), path) is None:
            return set()
        report = judge_log(self.bench.rulebook, read_timeline([path]), [path.name])
        return {one.message for one in report.findings if one.verdict in BAD}


class Several(Coups):
    """Coups with two or three mistakes in one phase."""

    def legal(self) -> Sequence[str]:
        return ()

    def kinds(self) -> Sequence[str]:
        return ("two in a phase", "three in a phase")

    def play(self, row: Row, path: Path) -> Game | None:
        start, events = self.coup(row.seed)
        number = 2 + self.kinds().index(row.mistake)
        spoilt = spoil(start, events, number, random.Random(row.seed))
        if spoilt is None:
            return None
        game = self._written(start, spoilt[0], row, path)
        if game is not None:
            game.several = "; ".join(" ".join(sorted(clauses)) for _, clauses in spoilt[2])
            game.slips = self.slips(row.seed, row.record) if row.record != "tidy" else set()
        return game
