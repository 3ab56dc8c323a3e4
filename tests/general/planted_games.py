"""Random games of any game folder, with mistakes planted by hand that break one law each."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from modgen.log.table import Table as LogTable
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.writing.human_noise import QUIET, HumanNoise
from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.general.laws import stated
from modgen_rules.general.player import Player, changes, played_turns, turns
from modgen_rules.general.player_games import ROUNDS, begun
from tests.general.card_mistakes import Plant
from tests.general.mistakes import PLANTS

UNDONE = "information.rolled-again"
"""This mistake needs an undo, which is no act that people can do again in their own way."""


class Plan(NamedTuple):
    """What kind of game is played: its rounds, its mistakes and their law, how it is recorded.

    It has fewer rounds if the scenario lasts fewer turns.
    Without a law each mistake breaks a random one.
    """

    rounds: int = ROUNDS
    mistakes: int = 0
    law: str = ""
    noise: HumanNoise = QUIET


@dataclass(frozen=True)
class Planted:
    """A mistake that was planted: the law that it breaks, the turn of a side, and what was done."""

    law: str
    turn: int
    told: str
    act: int
    """The index of its first act."""
    step: int
    """Its first step in the log, from 1; 0 if people have left it out of their record."""

    def __str__(self) -> str:
        return f"step {self.step}: {self.told} [{self.law}]"


def planted_game(
    games: Sequence[Game],
    tables: Mapping[str, LogTable],
    module: Metadata,
    seed: int,
    plan: Plan,
) -> tuple[LogWriter, list[Planted]]:
    """Play a game from one of the set-ups, given by id: the writer with the log, the mistakes."""
    chance = random.Random(seed)
    name = chance.choice(sorted(tables))
    player, start, rounds = begun(games, tables[name], module, name, chance, plan.rounds)
    plants = {law: plant for law, plant in PLANTS.items() if law != UNDONE or plan.noise is QUIET}
    planted = _played(player, rounds, plants, plan)
    people = random.Random(f"people {seed}")
    writer, steps = as_people(player.writer, start, plan.noise, people)
    return writer, [replace(one, step=steps.get(one.act, 0)) for one in planted]


def _played(player: Player, rounds: int, plants: Mapping[str, Plant], plan: Plan) -> list[Planted]:
    """Play a game; each mistake is in a turn of its own in which the side does nothing else."""
    table = player.table
    known = stated(table.game)
    laws = sorted(name for name in plants if name in known and plan.law in ("", name))
    last = len(list(turns(table.game, rounds))) - 2
    planted: list[Planted] = []
    free = 1
    for number, side, phase in played_turns(player, rounds):
        steps = changes(table)
        if len(planted) < plan.mistakes and free < number < last and laws:
            name = table.chance.choice(laws)
            table.writer.begin_turn(side, fixed=name.startswith("decks."))
            act = len(table.writer.acts)
            told = plants[name](player, side, phase)
            if told:
                step = table.writer.step_of_act.get(act, 0)
                planted.append(Planted(name, number + 1, told, act, step))
                free = number + 1
        if changes(table) > steps:
            player.derive()
        elif not planted or planted[-1].turn != number + 1:
            player.turn(side, phase)
    return planted
