"""Parts of a simulated game: its beginning, or the rest, as a log of its own."""

from __future__ import annotations

import random
from pathlib import Path

from modgen.log.table import Table
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.random_player import play
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.log_writer import LogWriter


def judged_part(game: str, seed: int, beginning: bool, folder: Path) -> GameReport:
    """The report of one part of a legal game that is cut at a random act."""
    trial = Trial(game, None, folder)
    scenarios = [one.id for one in trial.game.scenarios if not one.lesson and not one.at_start]
    tables = {name: trial.table(name) for name in scenarios}
    played = {name: table.copy() for name, table in tables.items()}
    metadata = trial.module.metadata
    whole, _ = play(trial.rulebook, played, metadata, seed, False, 0)
    # Players sit down only at the table of the set-up that they play.
    start = next(tables[name] for name, table in played.items() if table.players)
    cut = random.Random(seed).randrange(len(whole.acts) // 4, 3 * len(whole.acts) // 4)

    def done(table: Table, first: int, last: int) -> LogWriter:
        writer = LogWriter(trial.game, [trial.game], table.copy(), metadata)
        for one in whole.acts[first:last]:
            writer.actor = one.actor
            writer.do(one.act)
        return writer

    first = done(start, 0, cut)
    part = first if beginning else done(first.table, cut, len(whole.acts))
    return judge_log(trial.rulebook, part.timeline("part.vlog"), ["part.vlog"])
