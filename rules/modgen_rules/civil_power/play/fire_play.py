"""Players who attack in Fire Combat; only legal attacks are made, and what they do is booked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from modgen_rules.civil_power.judging.actions import shots, targets
from modgen_rules.civil_power.judging.fire import DOUBLED, KILL, SPECIAL, WOUND, Shot, reach, users
from modgen_rules.civil_power.judging.fire_phase import FIRE_CHECK
from modgen_rules.civil_power.judging.gunnery import (
    AMMUNITION,
    COMMUNE,
    CREW,
    RUIN,
    SCENARIOS,
    UPRISING,
    shells,
)
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.law import levels
from modgen_rules.civil_power.law.levels import (
    AGITATOR,
    GAS,
    HELICOPTER,
    SHOCK_WEAPONS,
    TV_CREW,
    base,
)
from modgen_rules.civil_power.law.plan import FLAMES, GUNS, MOBS, MOLOTOVS, TANK, VEHICLE, Stand
from modgen_rules.civil_power.law.retreats import Ways
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.play.morale_play import (
    check_morale,
    die_of,
    gas_check,
    lose,
    memory,
    nerves,
    provoke,
)
from modgen_rules.civil_power.play.shock_play import suffer
from modgen_rules.civil_power.play.table import RiotTable

EAGER = 0.6
"""How likely a unit that may attack does so."""
MOST_AT_ONCE = 3
"""Molotovs and flame-throwers attack squares with no more units than this."""


def fire_phase(table: RiotTable, side: str) -> None:
    """A side's Fire Combat: each unit that can may attack once."""
    keys = [unit.key for unit in table.position.of(side)]
    table.chance.shuffle(keys)
    for key in keys:
        unit = table.position.units.get(key)
        if unit is None or unit.suppressed or key in table.fired or not table.hits(EAGER):
            continue
        usual = targets(memory(table), View(table.position), unit)
        options = [*special_uses(table, unit), *usual, *gun_shots(table, unit)]
        if options:
            way, target = table.chance.choice(options)
            attack(table, unit, target, way)
            table.cease()


def special_uses(table: RiotTable, unit: Unit) -> list[tuple[str, Unit]]:
    """What a unit may do with a special weapon, by its targets."""
    riot, view, position = memory(table), View(table.position), table.position
    ways = ["molotov"] if unit.side in MOBS else ["gas_gun", "hand_gas", "water", "ads"]
    found = []
    for way in ways:
        if unit not in users([unit], way) or not supplied(table, unit, way):
            continue
        most = reach(table.plan, way)
        for cell, units in position.present.items():
            enemies = [
                one
                for one in units
                if one.side != unit.side and base(one) not in (TV_CREW, HELICOPTER)
            ]
            if not enemies or (most and table.field.away(unit.cell, cell) > most):
                continue
            fragile = any(one.size == VEHICLE for one in units) or table.field.is_building(cell)
            if way == "molotov" and (fragile or len(units) > MOST_AT_ONCE):
                continue
            if way.endswith(("gun", "gas")) and position.gas.get(cell):
                continue
            target = table.chance.choice(enemies)
            if not any(Shot(riot, view, (unit,), target, way).faults()):
                found.append((way, target))
    return found


def gun_shots(table: RiotTable, unit: Unit) -> Iterator[tuple[str, Unit]]:
    """The enemies on which a gun may fire; a Tank with its special weapon or its Machine Gun."""
    scenario, position, view = table.field.scenario, table.position, View(table.position)
    if scenario.id not in SCENARIOS or unit.kind not in GUNS:
        return
    fires = table.plan.game.piece_types["fire"].home
    if not any(state.place == fires for _, state in table.writer.where("fire")):
        return
    for way in (SPECIAL, "") if unit.kind == TANK else (SPECIAL,):
        flames = (unit.kind, unit.face, way) == (TANK, FLAMES, SPECIAL)
        for shot in shots(memory(table), view, unit, way):
            there = position.present[shot[1].cell]
            mine = unit.cell == shot[1].cell or any(one.side == unit.side for one in there)
            if not (flames and (mine or len(there) > MOST_AT_ONCE)):
                yield shot


def supplied(table: RiotTable, unit: Unit, way: str) -> bool:
    """Whether the Molotovs or grenades, and the gun, are there."""
    if way == "molotov":
        return table.position.level(MOLOTOVS[unit.side]) > 0
    pool = table.plan.game.piece_types["gas"].home
    spare = any(state.place == pool for _, state in table.writer.where("gas"))
    if way in GAS and not (spare and table.position.level("grenades")):
        return False
    return way != "gas_gun" or table.position.has_gas_gun(unit)


def attack(table: RiotTable, unit: Unit, target: Unit, way: str) -> None:
    """5.3, 6.1, 6.5, 8.1 to 8.3: attack a unit or all in its square; doubled where it may be."""
    level, side, cell = table.position.engagement(unit.side), unit.side, target.cell
    gun = unit.kind in GUNS
    if not (way or gun) and levels.may_double_fire(side, level, unit) and table.hits(EAGER):
        way = DOUBLED
    shot = Shot(memory(table), View(table.position), (unit,), target, way)
    each = way == "molotov" or shot.flames
    provoke(table, side, way)
    table.shooters([unit])
    wide = each or way in (*GAS, "water")
    table.aim(cell, "everyone" if wide else target.size, (side, way) if way else None)
    if way in GAS:
        _gas(table, shot)
    elif way in SHOCK_WEAPONS:
        _push(table, shot)
    else:
        if way == "molotov":
            table.book(MOLOTOVS[side], -1)
        for one in table.position.at(cell) if each else [target]:
            (die,) = table.roll(die_of(side), side)
            if one.key in table.position.units:
                # A Sniper is lost with the last unit that is stacked with it (6.3).
                hit = replace(shot, target=one)
                apply(table, hit, table.chance.choice(sorted(hit.results(die))))
        fleeing = list(_burns(table, shot))
        if gun:
            runs_out(table, unit)
        for one in fleeing:
            if one.key in table.position.units:
                _flee(table, one)


def apply(table: RiotTable, shot: Shot, result: str) -> None:
    """Book a result, take the unit off or check its morale."""
    target = shot.target
    for marker, number in shot.damages(result)[0]:
        table.book(marker, number)
    if result in (WOUND, KILL) and target.size != VEHICLE and target.side in MOBS:
        nerves(table, target.side, -3 if result == KILL else -1)
    if shot.kills(result):
        lose(table, target)
    elif target.size != VEHICLE and base(target) != AGITATOR:
        check_morale(table, target.key, Cause("fire"))


def _gas(table: RiotTable, shot: Shot) -> None:
    """6.1: a grenade by gun or by hand."""
    cell = shot.target.cell
    table.book("grenades", -1)
    table.bring("gas", cell)
    there = table.position.at(cell)
    if shot.way == "gas_gun" and 6 in table.roll("canister", shot.side):
        table.book(f"wia_{shot.target.side}", 1)
    for one in there:
        gas_check(table, one.key)


def _push(table: RiotTable, shot: Shot) -> None:
    """8.2, 8.3: water on all in the square, Active Denial on one unit."""
    (die,) = table.roll(shot.side, shot.side)
    cell, side, way = shot.target.cell, shot.side, shot.way
    there = table.position.enemies(cell, side)
    hit = [one for one in there if way == "water" or one.key == shot.target.key]
    result = table.chance.choice(sorted(shot.results(die)))
    if way == "water":
        table.away("fire", cell)
    for marker, number in replace(shot, target=hit[0]).damages(result)[0]:
        table.book(marker, number)
        nerves(table, shot.target.side, -1)
    away = table.field.away
    shunned = frozenset(
        near
        for near in table.field.near[cell]
        if away(near, shot.shooters[0].cell) <= away(cell, shot.shooters[0].cell)
    )
    duty = shot.duty(result)
    for one in hit:
        if one.size != VEHICLE and base(one) not in (AGITATOR, TV_CREW) and duty.checks:
            suffer(table, one, duty.areas, duty.extra, shunned, hit)


def _burns(table: RiotTable, shot: Shot) -> Sequence[Unit]:
    """6.5, S.II2.c, S.II2.f: the Fire that an attack starts; returns who must leave it."""
    cell = shot.target.cell
    if shot.way == "molotov":
        (die,) = table.roll(FIRE_CHECK, shot.side)
        lit = die >= table.plan.hits(FIRE_CHECK) and table.bring("fire", cell)
        return table.position.at(cell) if lit else ()
    if shot.flames:
        if not table.position.fires.get(cell):
            table.bring("fire", cell)
        return table.position.at(cell)
    return brings_down(table, shot)


def _flee(table: RiotTable, unit: Unit) -> None:
    """6.5.f: a unit leaves a square that burns."""
    position, most = table.position, table.plan.most(unit.size)
    ways = [
        stand
        for stand in Ways(position, unit).steps(Stand(unit.cell, unit.level))
        if not position.enemies(stand.cell, unit.side)
        and stand.cell != unit.cell
        and stand.cell not in position.gas
        and sum(one.size == unit.size for one in position.at(stand.cell, unit.side)) < most
    ]
    if ways:
        end = table.chance.choice(sorted(ways))
        table.go(unit, end.cell, end.level)
    else:
        lose(table, unit)


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
