"""Plays random legal games with any rulebook, by the same actions with which logs are judged."""

from __future__ import annotations

import random

from modgen.errors import ModgenError
from modgen.log.table import Table
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.rulebook import Action, Rulebook, Simulator
from modgen_rules.engine.writing.log_writer import (
    MOST_TURNS,
    EnoughTurnsError,
    LogWriter,
    seat_sides,
)

ROUNDS = 12
"""How many turns each side has in a random game."""


class SimulationError(ModgenError, ValueError):
    """A game that cannot be simulated; the message says why."""


def play(
    rulebook: Rulebook,
    tables: dict[str, Table],
    module: Metadata,
    seed: int,
    noise: bool,
    mistakes: int = 0,
    turns: int = 0,
) -> tuple[LogWriter, list[str]]:
    """Play a random game from one of the set-ups, given by id.

    A rulebook that simulates games itself does so. Any other must yield `Action` from `actions`:
    the sides take turns, and each does one action a turn. The game is stopped after `turns` turns;
    0 means that it is played to its end. Returns the log and the mistakes that were planted.
    Raises SimulationError, also for `turns` together with mistakes or noise.
    """
    if turns and (mistakes or noise):
        raise SimulationError("a game with mistakes or noise is played to its end")
    kept = MOST_TURNS.set(turns)
    try:
        return _played(rulebook, tables, module, seed, noise, mistakes)
    except EnoughTurnsError as stopped:
        return stopped.writer, []
    finally:
        MOST_TURNS.reset(kept)


def _played(
    rulebook: Rulebook,
    tables: dict[str, Table],
    module: Metadata,
    seed: int,
    noise: bool,
    mistakes: int,
) -> tuple[LogWriter, list[str]]:
    if isinstance(rulebook, Simulator):
        return rulebook.simulate(tables, module, seed, noise, mistakes)
    if mistakes or noise:
        raise SimulationError("this rulebook has no simulation with mistakes or noise")
    chance = random.Random(seed)  # noqa: S311
    table = tables[chance.choice(sorted(tables))]
    game = rulebook.games[0]
    seat_sides(game, table)
    writer = LogWriter(game, rulebook.games, table, module)
    for _ in range(ROUNDS):
        for actor in game.sides:
            writer.begin_turn(actor)
            position = rulebook.position(writer.states.values())
            actions = list(rulebook.actions(position, actor))
            if actions:
                _carry_out(writer, chance.choice(actions))
    return writer, []


def _carry_out(writer: LogWriter, action: object) -> None:
    if not isinstance(action, Action):
        raise SimulationError("this rulebook's actions cannot be played: they are not `Action`")
    for before, after in action.edits:
        keys = writer.find(before.kind, before.face, before.place)
        if not keys:
            raise SimulationError(f"`{action.story}` needs a {before.kind} in {before.place}")
        if before.place != after.place:
            writer.move(keys[:1], after.place)
        if before.face != after.face:
            writer.flip(keys[0], after.face)
