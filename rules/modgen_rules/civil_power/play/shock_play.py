"""Players who fight in Shock Combat: each of their choices is legal, and left to chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.judging.shock import Round, X, onward
from modgen_rules.civil_power.judging.shock_phase import lonely
from modgen_rules.civil_power.law import levels
from modgen_rules.civil_power.law.levels import AGITATOR, TV_CREW, base
from modgen_rules.civil_power.law.plan import CROWD, INDIVIDUAL, MOBS, VEHICLE
from modgen_rules.civil_power.law.retreats import Ways
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.play.morale_play import (
    check_morale,
    die_of,
    gas_check,
    lose,
    memory,
    missed,
    nerves,
)
from modgen_rules.civil_power.play.table import RiotTable

MOST_ROUNDS = 30
SHOCK_SURPRISE = 0.1
"""How likely a side retreats instead of rolling, or goes without doubling."""


def shock_phase(table: RiotTable, side: str) -> None:
    """A side's Shock Combat: every square that it shares with enemies is fought out."""
    for _ in range(MOST_ROUNDS):
        position = table.position
        fights = sorted(
            (cell, level)
            for cell in position.present
            for level in position.contested(cell)
            if any(unit.side == side for unit in position.at(cell, level=level))
        )
        if not fights:
            return
        _fight(table, side, *table.chance.choice(fights))


def _fight(table: RiotTable, side: str, cell: str, level: int) -> None:
    """One combat, round by round, then a Crowd moves on after a surge."""
    number = 0
    while level in table.position.contested(cell) and number < MOST_ROUNDS:
        if not _alone(table, cell):
            number += 1
            _round(table, side, cell, level, number)
    table.attack_over("shock_combat")
    crowds = [one for one in table.position.at(cell, side) if one.size == CROWD]
    if len(crowds) > 1 and not table.position.enemies(cell, side):
        _move_on(table, crowds, cell)


def _alone(table: RiotTable, cell: str) -> bool:
    """6.3.b, 6.4.c: Snipers and Agitators alone with enemies are eliminated."""
    alone = lonely(table.position, cell)
    for one in alone:
        table.eliminate(one.key)
        missed(table, one)
    return bool(alone)


def _round(table: RiotTable, side: str, cell: str, level: int, number: int) -> None:
    """5.4.1: both sides add up, roll, and take the results at the same time."""
    riot, position = memory(table), table.position
    round_ = Round(cell, level, side, position)
    table.shock_round(cell, number)
    for attacks in (True, False):
        units = round_.units(attacks)
        owner = units[0].side
        able = [
            one for one in units if levels.may_double_shock(owner, position.engagement(owner), one)
        ]
        if (
            number > 2
            and table.hits(SHOCK_SURPRISE)
            and not any(round_.retreats(one) for one in (True, False))
            and all(one.size != VEHICLE for one in units)
        ):
            _deed(table, round_, owner, "retreats")
        elif able and not table.hits(SHOCK_SURPRISE):
            _deed(table, round_, owner, "doubled")
        elif sum(one.size == CROWD for one in units) > 1 and owner in MOBS:
            _deed(table, round_, owner, "surges")
    for attacks in (True, False):
        if not round_.retreats(attacks):
            owner = round_.units(attacks)[0].side
            (round_.dice[attacks],) = table.roll(die_of(owner), owner)
    ours, theirs = table.chance.choice(list(round_.combinations(riot)))
    duties = round_.duties(ours, theirs)
    for attacks, other in ((True, theirs), (False, ours)):
        units = round_.units(attacks)
        if other.result == X:
            table.book(f"wia_{units[0].side}", 1)
            nerves(table, units[0].side, -1)
    for attacks in (True, False):
        units = round_.units(attacks)
        shunned = frozenset(
            table.came.get(one.key, "") for one in round_.units(not attacks) if one.side == side
        )
        for unit in sorted(units, key=lambda one: one.size == INDIVIDUAL):
            duty = duties[unit.key]
            if unit.size == VEHICLE:
                _stranded(table, unit, duty.areas)
            elif base(unit) != AGITATOR and duty.checks:
                suffer(table, unit, duty.areas, duty.extra, shunned, units)
        _escort(table, cell, level, units)


def _deed(table: RiotTable, round_: Round, side: str, deed: str) -> None:
    table.deed(side, round_.cell, deed)
    round_.deeds.setdefault(side, set()).add(deed)


def _stranded(table: RiotTable, unit: Unit, areas: int) -> None:
    """8.12.2: a Vehicle alone that must retreat is eliminated."""
    friends = [one for one in table.position.at(unit.cell, unit.side) if one.size != VEHICLE]
    if areas and not friends and unit.kind != "tank":
        lose(table, unit)


def suffer(
    table: RiotTable,
    unit: Unit,
    areas: int,
    extra: int,
    shunned: frozenset[str],
    fellows: Iterable[Unit],
) -> None:
    """5.4.3: a unit retreats as far as it can, then checks morale."""
    done = 0
    if areas:
        keys = frozenset(one.key for one in fellows)
        done = retreat(table, unit, areas, shunned, keys)
    if unit.key in table.position.units:
        check_morale(table, unit.key, Cause("shock", done, 0 if done else areas, extra))


def retreat(
    table: RiotTable, unit: Unit, areas: int, shunned: frozenset[str], fellows: frozenset[str]
) -> int:
    """Move a unit out of a fight; returns the areas that it went."""
    ends = Ways(table.position, unit, fellows, shunned).ends(areas)
    if not ends:
        return 0
    end = table.chance.choice(sorted(ends))
    away = table.field.away(unit.cell, end.cell)
    if away > 1:
        ways = Ways(table.position, unit, fellows, shunned)
        middles = [
            one for one in ways.ends(1) if end in Ways(table.position, unit, fellows).steps(one)
        ]
        middle = table.chance.choice(sorted(middles))
        table.go(unit, middle.cell, middle.level)
        if middle.cell in table.position.gas:
            gas_check(table, unit.key)
    table.go(table.position.units[unit.key], end.cell, end.level)
    if end.cell in table.position.gas:
        gas_check(table, unit.key)
    if table.position.overfull(end.cell, unit.side, unit.size):
        others = [
            one
            for one in table.position.at(end.cell, unit.side)
            if one.size == unit.size and one.key != unit.key
        ]
        table.suppress(unit.key)
        table.suppress(table.chance.choice(others).key)
    return max(away, 1)


def _escort(table: RiotTable, cell: str, level: int, units: Sequence[Unit]) -> None:
    """5.4.3.h: Agitators and TV Crews go along with the last who retreat; 6.3.c, 6.4.c."""
    position = table.position
    side = units[0].side
    left = [one for one in position.at(cell, side, level) if one.size == INDIVIDUAL]
    stays = [one for one in position.at(cell, side, level) if one.size != INDIVIDUAL]
    gone = [
        position.units[one.key]
        for one in units
        if one.key in position.units and position.units[one.key].cell != cell
    ]
    companions = [one for one in left if base(one) in (AGITATOR, TV_CREW)]
    if stays or not gone or not companions:
        return
    for one in companions:
        end = gone[0]
        table.go(one, end.cell, end.level)


def _move_on(table: RiotTable, crowds: Sequence[Unit], cell: str) -> None:
    """5.4.2.b, 5.4.2.d: after a surge one Crowd leaves, or all are suppressed."""
    position = table.position
    unit = table.chance.choice(list(crowds))
    free = onward(position, unit)
    quiet = [end for end in free if not position.enemies(end, unit.side)]
    if quiet:
        table.go(unit, table.chance.choice(sorted(quiet)))
        if table.position.units[unit.key].cell in position.gas:
            gas_check(table, unit.key)
    elif free and not unit.suppressed:
        table.go(unit, table.chance.choice(sorted(free)))
    elif not free:
        for one in position.at(cell, unit.side):
            if morale.checks_morale(one) and base(one) != TV_CREW:
                table.suppress(one.key)
    else:
        other = next(one for one in crowds if one.key != unit.key)
        if not other.suppressed:
            table.go(other, table.chance.choice(sorted(free)))
