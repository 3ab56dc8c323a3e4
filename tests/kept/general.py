"""Random games of the template and of small games, judged by the laws of their data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from modgen.assets import template_path
from modgen_rules.general.book import GeneralRulebook
from modgen_rules.general.laws import stated
from tests.general.mistakes import PLANTS
from tests.general.planted_games import Plan, planted_game
from tests.general.workbench import Workbench
from tests.kept.rows import Row
from tests.kept.source import RECORDS, Base, Game

SMALL = Path(__file__).parents[1] / "general" / "games"
FOLDERS = {
    "template": template_path(),
    "ridge": SMALL / "ridge",
    "courtyard": SMALL / "courtyard",
    "junction": SMALL / "junction",
    "market": SMALL / "market",
}
"""The template, hexes with terrain and zones, squares, points with edges, cards only."""
ROUNDS = 6


class Games(Base):
    """Legal games, and games in which one law is broken once."""

    def __init__(self, folder: Path) -> None:
        self.benches = {name: Workbench(path, folder) for name, path in FOLDERS.items()}

    def legal(self) -> Sequence[str]:
        return list(FOLDERS)

    def kinds(self) -> Sequence[str]:
        """The game and the law."""
        return [
            f"{name} {law}"
            for name, bench in self.benches.items()
            for law in sorted(set(PLANTS) & stated(bench.game))
        ]

    def play(self, row: Row, path: Path) -> Game | None:
        name, _, law = row.mistake.partition(" ")
        bench = self.benches[name or row.name]
        tables = {scenario.id: bench.table(scenario.id) for scenario in bench.game.scenarios}
        plan = Plan(ROUNDS, int(bool(law)), law, RECORDS[row.record])
        writer, planted = planted_game(bench.games, tables, bench.module, row.seed, plan)
        if len(planted) != plan.mistakes:
            return None
        writer.write(path)
        return Game(
            GeneralRulebook(bench.games, bench.loaded.sources), [path], [law] if law else []
        )
