"""Every kind of mistake that a player of Tirad Pass can make on purpose."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from modgen.log.table import Table as LogTable
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.writing.human_noise import IN_TURN, QUIET
from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.tirad_pass.law.plan import Plan
from modgen_rules.tirad_pass.simulate import begun
from tests.tirad_pass.mistakes.assault import ASSAULT
from tests.tirad_pass.mistakes.fire import FIRE
from tests.tirad_pass.mistakes.mistaken import Mistake, Mistaken
from tests.tirad_pass.mistakes.moves import MOVES
from tests.tirad_pass.mistakes.upkeep import UPKEEP

KINDS: dict[str, Mistake] = {**MOVES, **FIRE, **ASSAULT, **UPKEEP}
"""Every kind of mistake by its name."""


def mistaken(
    plan: Plan,
    games: Sequence[Game],
    tables: Mapping[str, LogTable],
    module: Metadata,
    seed: int,
    noise: bool,
    kind: str,
) -> tuple[LogWriter, int]:
    """A game with a mistake of a kind, and its step; 0 if there was no chance for it."""
    start, tidy, table, style = begun(plan, games, tables, module, seed)
    player = Mistaken(table, KINDS, style, kind=kind)
    player.game()
    people = random.Random(seed + 1)
    writer, steps = as_people(tidy, start, IN_TURN if noise else QUIET, people)
    known = [steps.get(act, 0) for acts, _ in player.planted for act in acts]
    return writer, min(filter(None, known), default=0)
