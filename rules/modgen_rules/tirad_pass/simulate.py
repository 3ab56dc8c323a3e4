"""Whole games of Tirad Pass as logs, tidy or as people record them, with mistakes on request."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from modgen.log.table import Table as LogTable
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.writing.human_noise import IN_TURN, QUIET
from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides, steps_of
from modgen_rules.tirad_pass.law.plan import Plan
from modgen_rules.tirad_pass.mistakes.every_kind import KINDS
from modgen_rules.tirad_pass.mistakes.mistaken import Mistaken
from modgen_rules.tirad_pass.play.player import Player
from modgen_rules.tirad_pass.play.player_moves import Style
from modgen_rules.tirad_pass.play.table import Table

STYLES = (Style(), Style(assault=2), Style(leave=3), Style(leave=1), Style(counter=3))
"""How the players of a game play; the seed chooses."""


def simulate(
    plan: Plan,
    games: Sequence[Game],
    tables: Mapping[str, LogTable],
    module: Metadata,
    seed: int,
    noise: bool,
    mistakes: int = 0,
    kind: str = "",
) -> tuple[LogWriter, list[str]]:
    """Play a game from one of the set-ups; `kind` limits the mistakes to one kind.

    Returns the writer with the log, and a sentence for each mistake with its step and clause.
    """
    chance = random.Random(seed)  # noqa: S311
    name = chance.choice(sorted(tables))
    start = tables[name].copy()
    seat_sides(plan.game, start)
    start.journal.clear()
    tidy = LogWriter(plan.game, games, start.copy(), module)
    table = Table.of_writer(plan, tidy, chance)
    style = chance.choice(STYLES)
    planted: list[tuple[range, str]] = []
    if mistakes:
        player = Mistaken(table, KINDS, style, mistakes, kind)
        player.game()
        planted = player.planted
    else:
        Player(table, style).game()
    people = random.Random(seed + 1)  # noqa: S311
    writer, steps = as_people(tidy, start, IN_TURN if noise else QUIET, people)
    return writer, [f"{steps_of(acts, steps)}: {text}" for acts, text in planted]
