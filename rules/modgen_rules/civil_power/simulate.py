"""Whole riots of random players, written as logs that the engine replays.

The rules are not here: players choose among the legal acts that the rules list.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from modgen.log.table import Table
from modgen.model.types.scenario import Scenario
from modgen.vassal.metadata import Metadata
from modgen_rules.civil_power.law.plan import MOBS, Plan
from modgen_rules.civil_power.play import fire_play, morale_play, movement_play, plans, shock_play
from modgen_rules.civil_power.play.table import RiotTable
from modgen_rules.civil_power.reading.phases import CHECKS, KINDS, sides_in_order
from modgen_rules.engine.planting import kept_by_people
from modgen_rules.engine.record.table_manners import Role
from modgen_rules.engine.rulebook import Rulebook
from modgen_rules.engine.writing.human_noise import HUMAN, QUIET
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides

USUAL_TURNS = 25
"""The turns after which a game of players ends whose scenario names none."""


@dataclass
class Simulation:
    """One riot. The seed alone decides what happens."""

    plan: Plan
    seed: int = 0
    turns: int = 0
    """How many game-turns to play at most; 0 for those of the scenario."""
    over: bool = False
    """Whether the game has ended before its last turn."""

    def play(self, scenario: Scenario, start: Table, module: Metadata) -> LogWriter:
        """Play a tidy riot on the table of a set-up, which is changed; every side has a seat."""
        game, chance = self.plan.game, random.Random(self.seed)  # noqa: S311
        boards = scenario.boards or [[grid.board for grid in game.map.grids]]
        self.field = self.plan.field(boards, scenario)
        self.table = RiotTable(LogWriter(game, [game], start, module), chance, self.field)
        self.table.writer.begin_turn()
        plans.set_up(self.table, scenario)
        last = self.turns or scenario.turns or USUAL_TURNS
        for turn in range(1, last + 1):
            self._turn(turn)
            if self.over:
                break
        plans.finish(self.table)
        return self.table.writer

    def _turn(self, turn: int) -> None:
        """A game-turn: the checks, then the player-turns in their order."""
        table, skipped = self.table, self.field.scenario.skips
        for name in CHECKS:
            if turn > 1 or name != CHECKS[0]:
                table.phase(name)
            if name == "gas_morale":
                morale_play.gas_checks(table)
                table.suppressed_now.clear()
            elif name == "gas_fades":
                self._gas_fades()
            elif name == "fires":
                self._fires()
        for side in self.field.sides:
            table.turn(side)
            plans.enter(table, side, "checks")
        self._nightfall(turn)
        first = "rival_first" not in skipped
        for side in sides_in_order(self.field):
            prefix = "first" if first and side == MOBS[1] else side
            for kind in KINDS:
                table.phase(f"{prefix}_{kind}", side, fixed=kind != "move")
                self._plays(kind, side)
                plans.watch(table, f"{side}_{kind}")
            if plans.over(table, side):
                self.over = True
                return

    def _nightfall(self, turn: int) -> None:
        """6.6: the marker of the time of day is turned when the scenario says so."""
        scenario, table = self.field.scenario, self.table
        if turn == scenario.attributes.get("night_from"):
            for key, state in table.writer.where("daylight"):
                if state.face != "night":
                    table.writer.flip(key, "night")

    def _plays(self, kind: str, side: str) -> None:
        """A phase of a player-turn."""
        table = self.table
        match kind:
            case "fire":
                table.fired.clear()
                plans.enter(table, side, "fire")
                fire_play.fire_phase(table, side)
            case "move":
                goals = plans.goals(table, side)
                movement_play.movement(table, side, goals, plans.allowed)
                plans.enter(table, side, "move")
            case "shock":
                shock_play.shock_phase(table, side)
            case "recovery":
                morale_play.recovery(table, side)
        if kind == "recovery":
            table.suppressed_now.clear()

    def _gas_fades(self) -> None:
        """3.0.e: Gas-2 goes, Gas turns to Gas-2."""
        table = self.table
        gas = [
            (key, state) for key, state in table.writer.where("gas") if state.place in self.field
        ]
        for key, state in gas:
            if state.face == "gas_2":
                table.move([key], self.plan.game.piece_types["gas"].home or "")
        for key, state in gas:
            if state.face == "gas":
                table.writer.flip(key, "gas_2")

    def _fires(self) -> None:
        """3.0.f: a die for each Fire; on 6 it goes out."""
        table = self.table
        burning = sorted(table.position.fires)
        if not burning:
            return
        dice = table.roll("fires_out", MOBS[0], len(burning))
        for cell, die in zip(burning, dice, strict=True):
            if die >= table.plan.hits("fires_out"):
                table.away("fire", cell)


def role_of(kind: str, place: str) -> Role | None:
    """The role of a piece for human habits, where the game's data alone does not tell it."""
    return Role.BARRIER if kind == "turn" else None


def simulate(
    book: Rulebook,
    plan: Plan,
    tables: dict[str, Table],
    module: Metadata,
    seed: int,
    noise: bool,
    mistakes: int,
) -> tuple[LogWriter, list[str]]:
    """A whole riot from one of the set-ups, which take turns; a sentence for each mistake."""
    scenarios = list(plan.scenarios.values())
    scenario = scenarios[seed % len(scenarios)]
    start, riot = tables[scenario.id], Simulation(plan, seed=seed)
    seat_sides(plan.game, start)
    tidy = riot.play(scenario, start.copy(), module)
    habits = HUMAN if noise else QUIET
    return kept_by_people(book, tidy, start, habits, riot.table.chance, mistakes, role_of)
