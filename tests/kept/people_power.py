"""Games of People Power: of the simulation, of the second engine, single turns with a mistake."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.written_table import LogWriterError
from modgen_rules.people_power.simulate import Simulation, role_of
from tests.accuracy.cases import Bench, Case, cases, write
from tests.accuracy.operators import OPERATORS
from tests.accuracy.own import own_clauses
from tests.kept.rows import Row
from tests.kept.source import RECORDS, Base, Game
from tests.people_power.scripts import Script
from tests.people_power.test_sloppy_records import RECORDS as TEXTS
from tests.people_power.test_sloppy_records import written
from tests.people_power_reference.bridge import case_of, legal
from tests.people_power_reference.play import turns

BY_NAME = {one.name: one for one in OPERATORS}
DECLARED = "declared"


class _Bench(Base):
    def __init__(self, folder: Path) -> None:
        self.bench = Bench.made(folder)


class Games(_Bench):
    """Whole legal games of the simulation."""

    def play(self, row: Row, path: Path) -> Game:
        bench = self.bench
        scenario = "extended" if row.seed % 2 else "standard"
        game = Simulation(
            bench.game,
            bench.games,
            bench.board,
            bench.rulebook.effects,
            row.seed,
            scenario,
            declares=row.seed % 5 != 0,
        )
        tidy, start = game.play(bench.tables[scenario].copy(), bench.module)
        as_people(tidy, start, RECORDS[row.record], game.chance, role_of)[0].write(path)
        return Game(bench.rulebook, [path])


class Turns(_Bench):
    """Single turns of long random games, legal or with a mistake, each a log of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.cases = lru_cache(32)(lambda seed: list(cases(self.bench, seed)))

    def legal(self) -> Sequence[str]:
        return ("", DECLARED)

    def kinds(self) -> Sequence[str]:
        return list(BY_NAME)

    def play(self, row: Row, path: Path) -> Game | None:
        chance = random.Random(f"{row.seed} {row.mistake}")
        found = list(self.cases(row.seed))
        if not row.mistake:
            return self._written(chance.choice(found), row, path)
        operator = BY_NAME[row.mistake]
        for case in found:
            mutant = operator.make(case, chance, self.bench.board)
            if mutant is None:
                continue
            if row.name != DECLARED and legal(mutant, self.bench.board):
                continue  # The second engine, not the checker, decides what is a mistake.
            clauses = own_clauses(operator.name, operator.clauses, mutant, self.bench.board)
            game = self._written(mutant, row, path)
            if game is not None:
                game.clauses, game.also = clauses, operator.clauses
                return game
        return None

    def _written(self, case: Case, row: Row, path: Path) -> Game | None:
        try:
            write(self.bench, case.but(declared=row.name == DECLARED), path, RECORDS[row.record])
        except LogWriterError:
            return None
        return Game(self.bench.rulebook, [path])


class Second(_Bench):
    """Legal turns of the second engine; a log shows only what a turn comes to."""

    def play(self, row: Row, path: Path) -> Game | None:
        made = turns(row.seed, 30)
        case = next(
            (case for turn in list(made)[row.seed % 20 :] if (case := case_of(turn, self.bench))),
            None,
        )
        if case is None:
            return None
        write(self.bench, case, path, RECORDS[row.record])
        return Game(self.bench.rulebook, [path])


class Texts(_Bench):
    """The small records that are written as text (`tests/people_power/test_sloppy_records.py`)."""

    def listed(self) -> Sequence[Row]:
        return [
            Row(
                one.name,
                mistake="; ".join(one.illegal),
                clauses="; ".join(self._numbers(clause) for clause in one.illegal.values()),
            )
            for one in TEXTS
        ]

    def _numbers(self, begin: str) -> str:
        """The clauses whose numbers begin with this text."""
        numbers = [one.number for one in self.bench.rulebook.clauses.clauses]
        return " ".join(one for one in numbers if one.startswith(begin))

    def play(self, row: Row, path: Path) -> Game:
        text = next(one.lines for one in TEXTS if one.name == row.name)
        script: Script = written(self.bench, text)
        script.writer.write(path)
        return Game(self.bench.rulebook, [path])
