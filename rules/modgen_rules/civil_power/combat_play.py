"""Players who fight: Fire Combat, Shock, checks for gas and recovery, by the rules' own functions.

Every choice is one of `table.chance`; only legal attacks are made, and what they do is booked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from modgen_rules.civil_power import levels, morale, weapons
from modgen_rules.civil_power.actions import NEAR, targets
from modgen_rules.civil_power.fire import DOUBLED, KILL, WOUND, Shot
from modgen_rules.civil_power.fire_aftermath import FIRE_CHECK
from modgen_rules.civil_power.levels import AGITATOR, HELICOPTER, SNIPER, TV_CREW, base
from modgen_rules.civil_power.morale import Cause
from modgen_rules.civil_power.options import options_of
from modgen_rules.civil_power.plan import CROWD, GROUP, INDIVIDUAL, MOBS, POLICE, VEHICLE
from modgen_rules.civil_power.record import Record
from modgen_rules.civil_power.retreats import Stand, Ways, overstacked
from modgen_rules.civil_power.riot import Riot
from modgen_rules.civil_power.shock import AREAS, NONE, Round, X
from modgen_rules.civil_power.sight import View
from modgen_rules.civil_power.state import Position, Unit
from modgen_rules.civil_power.table import RiotTable

EAGER = 0.6
"""How likely a unit that may attack does so."""
MOST_ROUNDS = 30
SHOCK_SURPRISE = 0.1
"""How likely a side retreats instead of rolling, or goes without doubling."""
MOST_IN_MOLOTOV = 3
"""A Molotov is thrown at squares with no more units than this."""


def memory(table: RiotTable) -> Riot:
    """What the rules must know of this player-turn."""
    riot = Riot(Record(table.field))
    riot.record.doubles = True  # these players announce it
    riot.fired = dict.fromkeys(table.fired, 0)
    riot.came = dict(table.came)
    riot.over = {key: over for key, over in table.over.items() if over is not None}
    riot.options = options_of(table.position)
    return riot


def die_of(side: str) -> str:
    """The die with which a side attacks: both Mobs have the same."""
    return POLICE if side == POLICE else MOBS[0]


# --- Fire Combat ---------------------------------------------------------------------------------


def fire_phase(table: RiotTable, side: str) -> None:
    """A side's Fire Combat: each unit that can may attack once."""
    keys = [unit.key for unit in table.position.of(side)]
    table.chance.shuffle(keys)
    for key in keys:
        unit = table.position.units.get(key)
        if unit is None or unit.suppressed or key in table.fired or not table.hits(EAGER):
            continue
        options = [*special_uses(table, unit), *shots(table, unit)]
        if not options:
            continue
        way, target = table.chance.choice(options)
        ATTACKS.get(way, shoot)(table, unit, target, way)
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
            enemies = [one for one in units if one.side != unit.side
                       and base(one) not in (TV_CREW, HELICOPTER)]  # fmt: skip
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
    return way != "gas_gun" or bool(table.position.marked(unit.cell, "gas_gun"))


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


def apply(table: RiotTable, shot: Shot, result: str) -> None:
    """Book a result, take the unit off or check its morale."""
    target = shot.target
    for marker, number in shot.damage(result):
        table.book(marker, number)
    if result in (WOUND, KILL) and target.size != VEHICLE and target.side in MOBS:
        _nerves(table, target.side, -3 if result == KILL else -1)
    if shot.kills(result):
        _lose(table, target)
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
        apply(table, shot, table.chance.choice(sorted(shot.results(die))))
    (die,) = table.roll(FIRE_CHECK, unit.side)
    if die >= table.plan.hits(FIRE_CHECK) and table.bring("fire", target.cell):
        for one in table.position.at(target.cell):
            _flee(table, one)


def _flee(table: RiotTable, unit: Unit) -> None:
    """6.5.f: a unit leaves a square that burns."""
    position = table.position
    ways = [
        stand for stand in Ways(position, unit).steps(Stand(unit.cell, unit.level))
        if not position.enemies(stand.cell, unit.side) and stand.cell != unit.cell
        and stand.cell not in position.gas and _room(position, stand, unit)
    ]  # fmt: skip
    if ways:
        end = table.chance.choice(sorted(ways))
        table.go(unit, end.cell, end.level)
    else:
        _lose(table, unit)


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
        _nerves(table, target.side, -1)
    shunned = frozenset(
        cell for cell in table.field.near[target.cell]
        if table.field.away(cell, unit.cell) <= table.field.away(target.cell, unit.cell)
    )  # fmt: skip
    extra = int(result == X and way != "ads")
    for one in hit:
        if one.size != VEHICLE and base(one) not in (AGITATOR, TV_CREW) and result != NONE:
            _suffer(table, one, AREAS[result], extra, shunned, hit)


ATTACKS = {
    "gas_gun": _gas, "hand_gas": _gas, "molotov": _molotov,
    "water": _shock_weapon, "ads": _shock_weapon,
}  # fmt: skip


# --- morale --------------------------------------------------------------------------------------


def check_morale(table: RiotTable, key: str, cause: Cause) -> None:
    """5.1: a unit checks with its sure modifiers."""
    position = table.position
    unit = position.units[key]
    found = morale.modifiers(position, unit, cause)
    adds = sum(one.value for one in found if one.sure and one.clause != "5.1.f")
    if table.check(key, adds)[1] == morale.LOST:
        _lost(table, unit)


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


def _lose(table: RiotTable, unit: Unit) -> None:
    """Eliminate a unit."""
    table.eliminate(unit.key)
    _lost(table, unit)


def _lost(table: RiotTable, unit: Unit) -> None:
    """What the loss of a unit entails: nerves, and companions who are left alone."""
    _nerves(table, unit.side, -2)
    if unit.side == POLICE:
        _nerves(table, MOBS[0], 2)
    left = table.position.at(unit.cell, unit.side)
    if left and all(base(one).endswith((SNIPER, AGITATOR)) for one in left):
        for one in left:
            table.eliminate(one.key)
            _nerves(table, one.side, -2)


def _nerves(table: RiotTable, side: str, by: int) -> None:
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


# --- Shock Combat --------------------------------------------------------------------------------


def shock_phase(table: RiotTable, side: str) -> None:
    """A side's Shock Combat: every square that it shares with enemies is fought out."""
    for _ in range(MOST_ROUNDS):
        position = table.position
        fights = sorted(
            (cell, level) for cell in position.present for level in position.contested(cell)
            if any(unit.side == side for unit in position.at(cell, level=level))
        )  # fmt: skip
        if not fights:
            return
        _fight(table, side, *table.chance.choice(fights))


def _fight(table: RiotTable, side: str, cell: str, level: int) -> None:
    """One combat, round by round, then a Crowd moves on after a surge."""
    number = 0
    while level in table.position.contested(cell) and number < MOST_ROUNDS:
        if not _alone(table, cell, level):
            number += 1
            _round(table, side, cell, level, number)
    table.attack_over("shock_combat")
    crowds = [one for one in table.position.at(cell, side) if one.size == CROWD]
    if len(crowds) > 1 and not table.position.enemies(cell, side):
        _move_on(table, crowds, cell)


def _alone(table: RiotTable, cell: str, level: int) -> bool:
    """6.3.b, 6.4.c: Snipers and Agitators alone with enemies are eliminated."""
    position = table.position
    for side in sorted({unit.side for unit in position.at(cell, level=level)}):
        mine = [one for one in position.at(cell, side, level) if base(one) != TV_CREW]
        police = any(one.side == POLICE for one in position.enemies(cell, side, level))
        kinds = {SNIPER if levels.is_sniper(one) else base(one) for one in mine}
        if mine and kinds <= ({SNIPER, AGITATOR} if police else {SNIPER}):
            for one in mine:
                table.eliminate(one.key)
                _nerves(table, one.side, -2)
            return True
    return False


def _round(table: RiotTable, side: str, cell: str, level: int, number: int) -> None:
    """5.4.1: both sides add up, roll, and take the results at the same time."""
    riot, position = memory(table), table.position
    round_ = Round(cell, level, side, position)
    table.shock_round(cell, number)
    for attacks in (True, False):
        units = round_.units(attacks)
        owner = units[0].side
        able = [one for one in units if levels.may_double_shock(
            owner, position.engagement(owner), one)]  # fmt: skip
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
            _nerves(table, units[0].side, -1)
    for attacks in (True, False):
        units = round_.units(attacks)
        shunned = frozenset(
            table.came.get(one.key, "") for one in round_.units(not attacks)
            if one.side == side
        )  # fmt: skip
        for unit in sorted(units, key=lambda one: one.size == INDIVIDUAL):
            duty = duties[unit.key]
            if unit.size == VEHICLE:
                _stranded(table, unit, duty.areas)
            elif base(unit) != AGITATOR and duty.checks:
                _suffer(table, unit, duty.areas, duty.extra, shunned, units)
        _escort(table, cell, level, units)


def _deed(table: RiotTable, round_: Round, side: str, deed: str) -> None:
    table.deed(side, round_.cell, deed)
    round_.deeds.setdefault(side, set()).add(deed)


def _stranded(table: RiotTable, unit: Unit, areas: int) -> None:
    """8.12.2: a Vehicle alone that must retreat is eliminated."""
    friends = [one for one in table.position.at(unit.cell, unit.side) if one.size != VEHICLE]
    if areas and not friends and unit.kind != "tank":
        _lose(table, unit)


def _suffer(
    table: RiotTable, unit: Unit, areas: int, extra: int, shunned: frozenset[str],
    fellows: Iterable[Unit],
) -> None:  # fmt: skip
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
        middles = [one for one in ways.ends(1)
                   if end in Ways(table.position, unit, fellows).steps(one)]  # fmt: skip
        middle = table.chance.choice(sorted(middles))
        table.go(unit, middle.cell, middle.level)
        if middle.cell in table.position.gas:
            gas_check(table, unit.key)
    table.go(table.position.units[unit.key], end.cell, end.level)
    if end.cell in table.position.gas:
        gas_check(table, unit.key)
    if overstacked(table.position, end, unit.side) == unit.size:
        others = [one for one in table.position.at(end.cell, unit.side)
                  if one.size == unit.size and one.key != unit.key]  # fmt: skip
        table.suppress(unit.key)
        table.suppress(table.chance.choice(others).key)
    return max(away, 1)


def _escort(table: RiotTable, cell: str, level: int, units: Sequence[Unit]) -> None:
    """5.4.3.h: Agitators and TV Crews go along with the last who retreat; 6.3.c, 6.4.c."""
    position = table.position
    side = units[0].side
    left = [one for one in position.at(cell, side, level) if one.size == INDIVIDUAL]
    stays = [one for one in position.at(cell, side, level) if one.size != INDIVIDUAL]
    gone = [position.units[one.key] for one in units if one.key in position.units
            and position.units[one.key].cell != cell]  # fmt: skip
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
    ways = Ways(position, unit)
    free = [
        end for end in position.field.beside[cell]
        if ways.barred(Stand(cell), Stand(end)) in ("", "5.4.3.d")
        and not any(one.size == CROWD for one in position.at(end, unit.side))
    ]  # fmt: skip
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


# --- Suppression Recovery ------------------------------------------------------------------------


def recovery(table: RiotTable, side: str) -> None:
    """5.2.e: units recover that were suppressed before this player-turn."""
    for unit in list(table.position.of(side)):
        if unit.suppressed and unit.key not in table.suppressed_now:
            table.recover(unit.key)
