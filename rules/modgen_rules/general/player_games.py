"""Whole random games of any game folder."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from modgen.log.table import Table as LogTable
from modgen.model.game import Game
from modgen.model.movement.movement import Movement
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.random_player import SimulationError
from modgen_rules.engine.writing.lay_cards import build_piles, deal_hands
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from modgen_rules.general.case import CARD
from modgen_rules.general.player import Player, Table, changes, played_turns

ROUNDS = 6
"""The rounds of a game, unless its scenario lasts fewer turns."""


def random_game(
    games: Sequence[Game], tables: Mapping[str, LogTable], module: Metadata, seed: int
) -> tuple[LogWriter, LogTable]:
    """A legal game from one of the set-ups, given by id, and the table on which it began.

    The same seed gives the same game. Raises SimulationError if no side can do anything.
    """
    chance = random.Random(seed)  # noqa: S311
    name = chance.choice(sorted(tables))
    player, start, rounds = begun(games, tables[name], module, name, chance)
    for _, side, phase in played_turns(player, rounds):
        player.turn(side, phase)
    if not changes(player.table):
        raise SimulationError(f"nothing was played from `{name}`: {player.table.why_idle()}")
    return player.writer, start


def begun(
    games: Sequence[Game],
    table: LogTable,
    module: Metadata,
    name: str,
    chance: random.Random,
    rounds: int = ROUNDS,
) -> tuple[Player, LogTable, int]:
    """A player at the set-up with an id, the table on which the game begins, and its rounds."""
    game = games[0]
    start = _started(games, table, module, name, chance)
    writer = LogWriter(game, games, start.copy(), module)
    scenario = game.scenario.get(name)
    lasts = scenario.turns if scenario is not None and game.info.turns is not None else None
    player = Player(Table(game, writer, Movement(game, scenario), chance))
    return player, start, min(rounds, lasts or rounds)


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
