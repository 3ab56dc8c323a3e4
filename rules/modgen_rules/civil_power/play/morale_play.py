"""Players whose units check morale, flee, are lost and recover, by the rules' own functions."""

from __future__ import annotations

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.judging.options import options_of
from modgen_rules.civil_power.law import levels
from modgen_rules.civil_power.law.levels import AGITATOR, SNIPER, TV_CREW, base
from modgen_rules.civil_power.law.plan import MOBS, POLICE
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.play.movement_play import jump_off
from modgen_rules.civil_power.play.table import RiotTable
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.riot import Riot


def memory(table: RiotTable) -> Riot:
    """What the rules must know of this player-turn."""
    riot = Riot(Record(field=table.field))
    riot.record.doubles = True  # these players announce it
    riot.fired = dict.fromkeys(table.fired, 0)
    riot.came = dict(table.came)
    riot.over = {key: over for key, over in table.over.items() if over is not None}
    riot.options = options_of(table.position)
    return riot


def die_of(side: str) -> str:
    """The die with which a side attacks: both Mobs have the same."""
    return POLICE if side == POLICE else MOBS[0]


def check_morale(table: RiotTable, key: str, cause: Cause) -> None:
    """5.1: a unit checks with its sure modifiers."""
    position = table.position
    unit = position.units[key]
    found = morale.modifiers(position, unit, cause)
    adds = sum(one.value for one in found if one.sure and one.clause != "5.1.f")
    if table.check(key, adds)[1] == morale.LOST:
        bereaved(table, unit)


def gas_check(table: RiotTable, key: str) -> None:
    """6.1.i: a Mob unit that meets gas checks without modifiers; it prefers to be suppressed."""
    unit = table.position.units.get(key)
    if unit is None or unit.side not in MOBS or base(unit) in (AGITATOR, TV_CREW):
        return
    if unit.suppressed:
        # The menu entry would add 1.
        table.roll(die_of(unit.side), unit.side)
        return
    die = table.chance.randint(1, 6)
    table.writer.check(key, "morale", die)
    if table.position.units[key].suppressed:
        table.suppressed_now.add(key)


def gas_checks(table: RiotTable) -> None:
    """3.0.d: every Mob unit in gas checks."""
    for cell in sorted(table.position.gas):
        for unit in table.position.at(cell):
            gas_check(table, unit.key)


def lose(table: RiotTable, unit: Unit) -> None:
    """Eliminate a unit."""
    table.eliminate(unit.key)
    jump_off(table, unit)
    bereaved(table, unit)


def bereaved(table: RiotTable, unit: Unit) -> None:
    """What the loss of a unit entails: nerves, and companions who are left alone."""
    missed(table, unit)
    left = table.position.at(unit.cell, unit.side)
    if left and all(base(one).endswith((SNIPER, AGITATOR)) for one in left):
        for one in left:
            table.eliminate(one.key)
            missed(table, one)


def missed(table: RiotTable, unit: Unit) -> None:
    """8.9.c: an eliminated unit moves the number of disintegration."""
    nerves(table, unit.side, -2)
    if unit.side == POLICE:
        nerves(table, MOBS[0], 2)


def nerves(table: RiotTable, side: str, by: int) -> None:
    """8.9: a Mob's disintegration number moves where it is in play."""
    marker = "tdn_2" if side == MOBS[1] and table.position.level("tdn_2") else "tdn"
    if side in MOBS and table.position.level(marker):
        table.book(marker, by)


def provoke(table: RiotTable, side: str, way: str) -> None:
    """8.9.b: the first gas, water or Sniper fire costs a die, the first other fire two."""
    mild = way in (*levels.GAS, *levels.SHOCK_WEAPONS, SNIPER)
    if side != POLICE or mild in table.provoked or not table.position.level("tdn"):
        return
    table.provoked.add(mild)
    table.book("tdn", -sum(table.roll("tdn", POLICE, 1 if mild else 2)))


def recovery(table: RiotTable, side: str) -> None:
    """5.2.e: units recover that were suppressed before this player-turn."""
    for unit in list(table.position.of(side)):
        if unit.suppressed and unit.key not in table.suppressed_now:
            table.recover(unit.key)
