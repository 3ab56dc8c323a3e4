"""Wars of the simulation and of the second engine, legal or with one mistake."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from modgen_rules.amigos_insurrectos.simulate import role_of
from modgen_rules.engine.writing.slips import TidyGame
from tests import amigos_reference
from tests.amigos_insurrectos.wars import WarBench
from tests.amigos_reference.record import SCENARIOS, Bench
from tests.kept import changed
from tests.kept.rows import Row
from tests.kept.source import RECORDS, Base, Game

TURNS = 5
"""The turns of a legal war of the simulation."""
CHANGES = 110
"""How many changes are tried in wars."""


class Wars(Base):
    """Wars of the simulation."""

    def __init__(self, folder: Path) -> None:
        self.bench = WarBench(folder)
        self.book = self.bench.trial.rulebook
        self.changes = changed.ChangedGames(self.book, self._tidy, role_of)

    def _tidy(self, seed: int) -> TidyGame:
        story = self.bench.story(seed)
        return TidyGame(story.start, story.tidy)

    def kinds(self) -> Sequence[str]:
        return changed.kinds(CHANGES)

    def play(self, row: Row, path: Path) -> Game | None:
        if len(self.bench.stories) > 12:
            self.bench.stories.clear()
        if row.mistake:
            return self.changes.play(row, path)
        story = self.bench.story(row.seed, TURNS)
        self.bench.write(story, story.acts, path, RECORDS[row.record], row.seed)
        return Game(self.book, [path])


class Second(Base):
    """Wars of the second engine, kept by its own tidy or untidy hands."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench(folder)
        self.war = lru_cache(4)(self.bench.war)

    def kinds(self) -> Sequence[str]:
        """The kinds of mistakes that the engine's code asks for."""
        folder = Path(amigos_reference.__file__).parent
        text = "".join(path.read_text("utf-8") for path in sorted(folder.glob("*.py")))
        return sorted(set(re.findall(r"\bwants\(\s*\"(\w+)\"", text)))

    def play(self, row: Row, path: Path) -> Game | None:
        scenario = random.Random(row.seed).choice(list(SCENARIOS))
        war = self.war(row.seed, scenario, row.mistake)
        if row.mistake and not war.planted:
            return None
        game = self.bench.write(war, row.seed, row.record == "tidy")
        game.writer.write(path)
        return Game(self.bench.trial.rulebook, [path], war.planted[:1], war.planted[1:], game.step)
