"""Players who fire the Machine Gun, the Field Gun and the Tank of II-1 and II-2."""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.civil_power.judging.actions import NEAR
from modgen_rules.civil_power.judging.fire import Shot
from modgen_rules.civil_power.judging.gunnery import (
    AMMUNITION,
    COMMUNE,
    CREW,
    RUIN,
    SCENARIOS,
    SPECIAL,
    UPRISING,
    shells,
)
from modgen_rules.civil_power.judging.weapons import FlameThrower, reach
from modgen_rules.civil_power.law.levels import HELICOPTER, TV_CREW, base
from modgen_rules.civil_power.law.plan import FLAMES, GUNS, TANK
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.play.morale_play import lose, memory
from modgen_rules.civil_power.play.table import RiotTable

MOST_IN_FLAMES = 3
"""The flame-thrower attacks squares with no more units than this."""


def gun_shots(table: RiotTable, unit: Unit) -> Iterator[tuple[str, Unit]]:
    """The enemies on which a gun may fire; a Tank with its special weapon or its Machine Gun."""
    scenario, position, view = table.field.scenario, table.position, View(table.position)
    if scenario.id not in SCENARIOS or unit.kind not in GUNS:
        return
    fires = table.plan.game.piece_types["fire"].home
    if not any(state.place == fires for _, state in table.writer.where("fire")):
        return
    riot = memory(table)
    for way in (SPECIAL, "") if unit.kind == TANK else (SPECIAL,):
        flames = (unit.kind, unit.face, way) == (TANK, FLAMES, SPECIAL)
        most = (reach(table.plan, "flames") or NEAR) if flames else NEAR
        for cell, units in position.present.items():
            away = position.field.away(unit.cell, cell)
            if away > most or (flames and (not away or len(units) > MOST_IN_FLAMES)):
                continue
            if flames and any(one.side == unit.side for one in units):
                continue
            for target in units:
                foe = target.side != unit.side and base(target) not in (TV_CREW, HELICOPTER)
                kind = FlameThrower if flames else Shot
                if foe and not any(kind(riot, view, (unit,), target, way).faults()):
                    yield way, target


def brings_down(table: RiotTable, shot: Shot) -> list[Unit]:
    """S.II2.c, S.II1.c: the die for a house; returns the units that must leave its Fire."""
    cell = shot.target.cell
    if not (shells(shot) and table.field.is_building(cell)):
        return []
    (die,) = table.roll(RUIN, shot.side)
    if die < table.plan.hits(RUIN):
        return []
    commune = table.field.scenario.id == COMMUNE
    if not table.position.fires.get(cell):
        table.bring("fire", cell)
    if commune:
        return list(table.position.at(cell))
    for unit in table.position.at(cell):
        if unit.key in table.position.units:
            lose(table, unit)
    return []


def runs_out(table: RiotTable, unit: Unit) -> None:
    """S.II2.b, S.II2.n: the die for ammunition; a Reserve takes the place of an empty gun."""
    (die,) = table.roll(AMMUNITION, unit.side)
    now = table.position.units.get(unit.key)
    if die < table.plan.hits(AMMUNITION) or now is None:
        return
    table.course.empty[unit.key] += 1
    if unit.kind == TANK and table.course.empty[unit.key] < table.plan.numbers.tank_weapons:
        return
    table.move([unit.key], table.plan.game.piece_types[unit.kind].home or "")
    played = table.field.scenario
    if unit.kind != TANK and played is not None and played.id == UPRISING:
        table.bring(CREW, now.cell)
