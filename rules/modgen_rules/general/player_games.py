"""Whole random games of any game folder, with mistakes and with the habits of people."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from modgen.log.table import Table as LogTable
from modgen.model.game import Game
from modgen.model.movement.movement import Movement
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.random_player import SimulationError
from modgen_rules.engine.writing.human_noise import QUIET, HumanNoise
from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.lay_cards import build_piles, deal_hands
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from modgen_rules.general.case import CARD
from modgen_rules.general.player import Planted, Player, Table, changes, play
from modgen_rules.general.player_mistakes import PLANTS

UNDONE = "information.rolled-again"
"""This mistake needs an undo, which is no act that people can do again in their own way."""


class Plan(NamedTuple):
    """What kind of game is played: its rounds, its mistakes and their law, how it is recorded.

    It has fewer rounds if the scenario lasts fewer turns.
    Without a law each mistake breaks a random one.
    """

    rounds: int = 6
    mistakes: int = 0
    law: str = ""
    noise: HumanNoise = QUIET


STANDARD = Plan()


def random_game(
    games: Sequence[Game],
    tables: Mapping[str, LogTable],
    module: Metadata,
    seed: int,
    plan: Plan = STANDARD,
) -> tuple[LogWriter, list[Planted]]:
    """Play a game from one of the set-ups, which are given by id.

    The same seed gives the same game. Returns the writer with the log, and the mistakes. Raises
    SimulationError if no side can do anything.
    """
    game = games[0]
    chance = random.Random(seed)  # noqa: S311
    name = chance.choice(sorted(tables))
    start = _started(games, tables[name], module, name, chance)
    tidy = LogWriter(game, games, start.copy(), module)
    scenario = game.scenario.get(name)
    movement = Movement(game, scenario)
    lasts = scenario.turns if scenario is not None and game.info.turns is not None else None
    plants = {law: plant for law, plant in PLANTS.items() if law != UNDONE or plan.noise is QUIET}
    played = Table(game, tidy, movement, chance)
    planted = play(played, min(plan.rounds, lasts or plan.rounds), plants, plan.mistakes, plan.law)
    if not changes(played):
        raise SimulationError(f"nothing was played from `{name}`: {played.why_idle()}")
    people = random.Random(f"people {seed}")  # noqa: S311
    writer, steps = as_people(tidy, start, plan.noise, people)
    return writer, [replace(one, step=steps.get(one.act, 0)) for one in planted]


def player_at(games: Sequence[Game], table: LogTable, module: Metadata, name: str) -> Player:
    """A player at the set-up with an id, before anything was played."""
    game, chance = games[0], random.Random(0)  # noqa: S311
    writer = LogWriter(game, games, _started(games, table, module, name, chance), module)
    return Player(Table(game, writer, Movement(game, game.scenario.get(name)), chance))


def _started(
    games: Sequence[Game], table: LogTable, module: Metadata, name: str, chance: random.Random
) -> LogTable:
    """A copy of a set-up with its players, piles and hands, as a game begins."""
    game, start = games[0], table.copy()
    seat_sides(game, start)
    start.journal.clear()
    scenario = game.scenario.get(name)
    if scenario is not None:
        build_piles(game, scenario, start, _cards(game, games, start, module), chance)
        deal_hands(game, scenario, start)
    return start


def _cards(
    game: Game, games: Sequence[Game], table: LogTable, module: Metadata
) -> dict[str, list[str]]:
    """The ids of the copies of each card on a table."""
    cards: dict[str, list[str]] = {}
    for key, state in LogWriter(game, games, table, module).states.items():
        if state.kind.startswith(CARD):
            cards.setdefault(state.kind.removeprefix(CARD), []).append(key)
    return cards
