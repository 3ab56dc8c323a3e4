"""Whole games of Tirad Pass as logs, tidy or as people record them, with mistakes on request."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from modgen.log.table import Table as LogTable
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.planting import kept_by_people
from modgen_rules.engine.rulebook import Rulebook
from modgen_rules.engine.writing.human_noise import IN_TURN, QUIET
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from modgen_rules.tirad_pass.law.plan import Plan
from modgen_rules.tirad_pass.play.player import Player
from modgen_rules.tirad_pass.play.player_moves import Style
from modgen_rules.tirad_pass.play.table import Table

STYLES = (Style(), Style(assault=2), Style(leave=3), Style(leave=1), Style(counter=3))
"""How the players of a game play; the seed chooses."""


def simulate(
    book: Rulebook,
    plan: Plan,
    tables: Mapping[str, LogTable],
    module: Metadata,
    seed: int,
    noise: bool,
    mistakes: int = 0,
) -> tuple[LogWriter, list[str]]:
    """Play a game from one of the set-ups.

    Returns the writer with the log, and a sentence for each mistake with its step and clause.
    """
    start, tidy, table, style = begun(plan, book.games, tables, module, seed)
    Player(table, style).game()
    people = random.Random(seed + 1)  # noqa: S311
    habits = IN_TURN if noise else QUIET
    return kept_by_people(book, tidy, start, habits, people, mistakes)


def begun(
    plan: Plan,
    games: Sequence[Game],
    tables: Mapping[str, LogTable],
    module: Metadata,
    seed: int,
) -> tuple[LogTable, LogWriter, Table, Style]:
    """A game before its first act: its table, what is to be written, and who plays how."""
    chance = random.Random(seed)  # noqa: S311
    start = tables[chance.choice(sorted(tables))].copy()
    seat_sides(plan.game, start)
    start.journal.clear()
    tidy = LogWriter(plan.game, games, start.copy(), module)
    table = Table.of_writer(plan, tidy, chance)
    return start, tidy, table, chance.choice(STYLES)
