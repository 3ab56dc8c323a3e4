"""Players who attack in Fire Combat; only legal attacks are made, and what they do is booked."""

from __future__ import annotations

from modgen_rules.civil_power.judging import weapons
from modgen_rules.civil_power.judging.actions import NEAR, targets
from modgen_rules.civil_power.judging.fire import DOUBLED, KILL, WOUND, Shot
from modgen_rules.civil_power.judging.fire_aftermath import FIRE_CHECK
from modgen_rules.civil_power.judging.gunnery import SPECIAL
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.judging.shock import AREAS, NONE, X
from modgen_rules.civil_power.law import levels
from modgen_rules.civil_power.law.levels import AGITATOR, HELICOPTER, TV_CREW, base
from modgen_rules.civil_power.law.plan import (
    CROWD,
    FLAMES,
    GROUP,
    GUNS,
    MOBS,
    POLICE,
    TANK,
    VEHICLE,
    Stand,
)
from modgen_rules.civil_power.law.retreats import Ways
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.play.gun_play import brings_down, gun_shots, runs_out
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
MOST_IN_MOLOTOV = 3
"""A Molotov is thrown at squares with no more units than this."""


def fire_phase(table: RiotTable, side: str) -> None:
    """A side's Fire Combat: each unit that can may attack once."""
    keys = [unit.key for unit in table.position.of(side)]
    table.chance.shuffle(keys)
    for key in keys:
        unit = table.position.units.get(key)
        if unit is None or unit.suppressed or key in table.fired or not table.hits(EAGER):
            continue
        options = [*special_uses(table, unit), *shots(table, unit), *gun_shots(table, unit)]
        if not options:
            continue
        way, target = table.chance.choice(options)
        (fire_gun if unit.kind in GUNS else ATTACKS.get(way, shoot))(table, unit, target, way)
        table.cease()


def shots(table: RiotTable, unit: Unit) -> list[tuple[str, Unit]]:
    """The enemies that a unit may fire on."""
    return list(targets(memory(table), View(table.position), unit))


def special_uses(table: RiotTable, unit: Unit) -> list[tuple[str, Unit]]:
    """What a unit may do with a special weapon, by its targets."""
    riot, view, position = memory(table), View(table.position), table.position
    ways = ["molotov"] if unit.side in MOBS else ["gas_gun", "hand_gas", "water", "ads"]
    found = []
    for way in ways:
        if unit not in weapons.users([unit], way) or not supplied(table, unit, way):
            continue
        reach = weapons.reach(table.plan, way) or NEAR
        for cell, units in position.present.items():
            enemies = [
                one
                for one in units
                if one.side != unit.side and base(one) not in (TV_CREW, HELICOPTER)
            ]
            if not enemies or table.field.away(unit.cell, cell) > reach:
                continue
            fragile = any(one.size == VEHICLE for one in units) or table.field.is_building(cell)
            if way == "molotov" and (fragile or len(units) > MOST_IN_MOLOTOV):
                continue
            if way.endswith(("gun", "gas")) and position.gas.get(cell):
                continue
            target = table.chance.choice(enemies)
            if not any(weapons.faults(riot, view, [unit], cell, way, target)):
                found.append((way, target))
    return found


def supplied(table: RiotTable, unit: Unit, way: str) -> bool:
    """Whether the Molotovs or grenades, and the gun, are there."""
    if way == "molotov":
        return table.position.level(molotovs_of(unit.side)) > 0
    pool = table.plan.game.piece_types["gas"].home
    spare = any(state.place == pool for _, state in table.writer.where("gas"))
    if way in levels.GAS and not (spare and table.position.level("grenades")):
        return False
    return way != "gas_gun" or table.position.has_gas_gun(unit)


def molotovs_of(side: str) -> str:
    """The marker of a Mob's Molotovs."""
    return "molotovs" if side == MOBS[0] else "molotovs_2"


def announce(table: RiotTable, unit: Unit, target: Unit, way: str, aim: str) -> None:
    """Mark who attacks, and put the marker on the target."""
    table.shooters([unit])
    table.aim(target.cell, aim, (unit.side, way) if way else None)


def shoot(table: RiotTable, unit: Unit, target: Unit, way: str) -> None:
    """5.3.1: fire on a unit, doubled where the level allows it."""
    level = table.position.engagement(unit.side)
    if not way and levels.may_double_fire(unit.side, level, unit) and table.hits(EAGER):
        way = DOUBLED
    shot = Shot(memory(table), View(table.position), (unit,), target, way)
    provoke(table, unit.side, way)
    announce(table, unit, target, way, target.size)
    (die,) = table.roll(die_of(unit.side), unit.side)
    apply(table, shot, table.chance.choice(sorted(shot.results(die))))


def fire_gun(table: RiotTable, unit: Unit, target: Unit, way: str) -> None:
    """S.II2: a gun fires at one unit, the flame-thrower of a Tank at all in a square."""
    view, riot = View(table.position), memory(table)
    flames = (unit.kind, unit.face, way) == (TANK, FLAMES, SPECIAL)
    there = table.position.at(target.cell) if flames else [target]
    announce(table, unit, target, way, "everyone" if flames else target.size)
    for one in there:
        kind = weapons.FlameThrower if flames else Shot
        shot = kind(riot, view, (unit,), one, way)
        (die,) = table.roll(die_of(unit.side), unit.side)
        if one.key in table.position.units:
            apply(table, shot, table.chance.choice(sorted(shot.results(die))))
    if flames:
        if not table.position.fires.get(target.cell):
            table.bring("fire", target.cell)
        fleeing = list(table.position.at(target.cell))
    else:
        fleeing = brings_down(table, shot)
    runs_out(table, unit)
    for one in fleeing:
        if one.key in table.position.units:
            _flee(table, one)


def apply(table: RiotTable, shot: Shot, result: str) -> None:
    """Book a result, take the unit off or check its morale."""
    target = shot.target
    for marker, number in shot.damage(result):
        table.book(marker, number)
    if result in (WOUND, KILL) and target.size != VEHICLE and target.side in MOBS:
        nerves(table, target.side, -3 if result == KILL else -1)
    if shot.kills(result):
        lose(table, target)
    elif target.size != VEHICLE and base(target) != AGITATOR:
        check_morale(table, target.key, Cause("fire"))


def _gas(table: RiotTable, unit: Unit, target: Unit, way: str) -> None:
    """6.1: a grenade by gun or by hand."""
    provoke(table, unit.side, way)
    announce(table, unit, target, way, "everyone")
    table.book("grenades", -1)
    table.bring("gas", target.cell)
    there = table.position.at(target.cell)
    if way == "gas_gun" and 6 in table.roll("canister", unit.side):
        table.book(f"wia_{target.side}", 1)
    for one in there:
        gas_check(table, one.key)


def _molotov(table: RiotTable, unit: Unit, target: Unit, way: str) -> None:
    """6.5: strength 4 on each unit there, then a fire check."""
    there = table.position.at(target.cell)
    view = View(table.position)
    announce(table, unit, target, way, "everyone")
    table.book(molotovs_of(unit.side), -1)
    for one in there:
        shot = weapons.Molotov(memory(table), view, (unit,), one, way)
        (die,) = table.roll(die_of(unit.side), unit.side)
        if one.key in table.position.units:
            # A Sniper is lost with the last unit that is stacked with it (6.3).
            apply(table, shot, table.chance.choice(sorted(shot.results(die))))
    (die,) = table.roll(FIRE_CHECK, unit.side)
    if die >= table.plan.hits(FIRE_CHECK) and table.bring("fire", target.cell):
        for one in table.position.at(target.cell):
            _flee(table, one)


def _flee(table: RiotTable, unit: Unit) -> None:
    """6.5.f: a unit leaves a square that burns."""
    position = table.position
    ways = [
        stand
        for stand in Ways(position, unit).steps(Stand(unit.cell, unit.level))
        if not position.enemies(stand.cell, unit.side)
        and stand.cell != unit.cell
        and stand.cell not in position.gas
        and _room(position, stand, unit)
    ]
    if ways:
        end = table.chance.choice(sorted(ways))
        table.go(unit, end.cell, end.level)
    else:
        lose(table, unit)


def _room(position: Position, stand: Stand, unit: Unit) -> bool:
    most = {CROWD: 0, GROUP: 2}.get(unit.size, 99)
    return sum(one.size == unit.size for one in position.at(stand.cell, unit.side)) <= most


def _shock_weapon(table: RiotTable, unit: Unit, target: Unit, way: str) -> None:
    """8.2, 8.3: water on all in the square, Active Denial on one unit."""
    view, riot = View(table.position), memory(table)
    provoke(table, unit.side, way)
    announce(table, unit, target, way, "everyone" if way == "water" else target.size)
    (die,) = table.roll(POLICE, unit.side)
    there = table.position.enemies(target.cell, unit.side)
    hit = [one for one in there if way == "water" or one.key == target.key]
    results = weapons.shock_results(riot, view, [unit], target.cell, way, target, die)
    result = table.chance.choice(sorted(results))
    if way == "water":
        table.away("fire", target.cell)
    if result == X and way != "ads":
        table.book(f"wia_{target.side}", 2 if hit[0].size == CROWD else 1)
        nerves(table, target.side, -1)
    shunned = frozenset(
        cell
        for cell in table.field.near[target.cell]
        if table.field.away(cell, unit.cell) <= table.field.away(target.cell, unit.cell)
    )
    extra = int(result == X and way != "ads")
    for one in hit:
        if one.size != VEHICLE and base(one) not in (AGITATOR, TV_CREW) and result != NONE:
            suffer(table, one, AREAS[result], extra, shunned, hit)


ATTACKS = {
    "gas_gun": _gas,
    "hand_gas": _gas,
    "molotov": _molotov,
    "water": _shock_weapon,
    "ads": _shock_weapon,
}
