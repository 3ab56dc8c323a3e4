"""Mistakes of Fire Combat, Shock Combat, morale, weapons and recovery."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modgen_rules.civil_power.judging import morale, weapons
from modgen_rules.civil_power.judging.fire import NONE, Shot
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.judging.shock import AREAS, Round, Side
from modgen_rules.civil_power.law import levels
from modgen_rules.civil_power.law.levels import AGITATOR, HELICOPTER, TV_CREW, base
from modgen_rules.civil_power.law.plan import CROWD, GROUP, INDIVIDUAL, VEHICLE, Stand
from modgen_rules.civil_power.law.retreats import Ways
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.mistakes.kinds import Mistake, Plant
from modgen_rules.civil_power.play import fire_play as play
from modgen_rules.civil_power.play import morale_play, shock_play
from modgen_rules.civil_power.play.table import RiotTable

FAR = 8
"""How far targets of wrong attacks are looked for."""
MOST_UNITS = 12
"""The number of units that are tried for one mistake."""


def units(table: RiotTable, side: str) -> list[Unit]:
    """Some units of a side in any order."""
    found = list(table.position.of(side))
    table.chance.shuffle(found)
    return found[:MOST_UNITS]


def targets(table: RiotTable, unit: Unit, crew: bool) -> Iterator[Unit]:
    """The enemies near a unit, nearest first; TV Crews only with `crew`."""
    away = table.field.away
    enemies = [
        one
        for there in table.position.present.values()
        for one in there
        if one.side != unit.side
        and away(one.cell, unit.cell) <= FAR
        and base(one) != HELICOPTER
        and (base(one) == TV_CREW) == crew
    ]
    return iter(sorted(enemies, key=lambda one: (away(one.cell, unit.cell), one.key)))


def wrong_shot(clause: str, crew: bool = False) -> Plant:
    """A shot whose only breach is of a clause."""

    def plant(table: RiotTable, side: str) -> str:
        riot, view = morale_play.memory(table), View(table.position)
        for unit in units(table, side):
            if not riot.plan.fire(unit.kind, unit.face) or unit.size == VEHICLE:
                continue
            for target in targets(table, unit, crew):
                way = levels.SNIPER if levels.is_sniper(unit) else ""
                found = list(Shot(riot, view, (unit,), target, way).faults())
                if {one.clause for one in found} == {clause} and not any(
                    one.ruling for one in found
                ):
                    play.shoot(table, unit, target, way)
                    table.cease()
                    return f"{found[0].what}"
        return ""

    return plant


def wrong_use(way: str, clause: str) -> Plant:
    """The use of a weapon whose only breach is of a clause."""

    def plant(table: RiotTable, side: str) -> str:
        riot, view = morale_play.memory(table), View(table.position)
        for unit in units(table, side):
            if unit not in weapons.users([unit], way) or not play.supplied(table, unit, way):
                continue
            for target in targets(table, unit, crew=False):
                there = table.position.at(target.cell)
                risky = way == "molotov" and any(one.size == VEHICLE for one in there)
                if risky or table.position.gas.get(target.cell):
                    continue
                found = list(weapons.faults(riot, view, [unit], target.cell, way, target))
                if {one.clause for one in found} == {clause} and not any(
                    one.ruling for one in found
                ):
                    play.ATTACKS[way](table, unit, target, way)
                    table.cease()
                    return found[0].what
        return ""

    return plant


# --- results of a shot ---------------------------------------------------------------------------


def legal_shot(table: RiotTable, side: str, size: str, harm: bool) -> tuple[Shot, int] | None:
    """A legal shot at a unit of a size and a die that surely harms it, or surely does not."""
    for unit in units(table, side):
        if unit.key in table.fired or unit.suppressed:
            continue
        for way, target in play.shots(table, unit):
            if target.size != size or base(target) == AGITATOR:
                continue
            shot = Shot(morale_play.memory(table), View(table.position), (unit,), target, way)
            for die in (6, 5, 4, 3, 2, 1) if harm else (1, 2, 3, 4, 5, 6):
                results = shot.results(die)
                if len(results) == 1 and (NONE in results) != harm:
                    return shot, die
    return None


def fired(table: RiotTable, shot: Shot, die: int) -> str:
    """Announce a shot and roll a given die; returns what it does."""
    (unit,) = shot.shooters
    morale_play.provoke(table, unit.side, shot.way)
    play.announce(table, unit, shot.target, shot.way, shot.target.size)
    table.writer.roll(unit.side, morale_play.die_of(unit.side), (die,))
    return next(iter(shot.results(die)))


def unbooked(table: RiotTable, side: str) -> str:
    """Casualties are not booked."""
    found = legal_shot(table, side, GROUP, harm=True)
    if found is None:
        return ""
    result = fired(table, *found)
    morale_play.check_morale(table, found[0].target.key, Cause("fire"))
    table.cease()
    return f"{result} on {found[0].target.cell} is not booked"


def booked_once(table: RiotTable, side: str) -> str:
    """Casualties of a Crowd are booked once."""
    found = legal_shot(table, side, CROWD, harm=True)
    if found is None:
        return ""
    fired(table, *found)
    shot, die = found
    for marker, number in shot.damage(next(iter(shot.results(die)))):
        table.book(marker, number // 2)
    morale_play.check_morale(table, shot.target.key, Cause("fire"))
    table.cease()
    return f"the casualties of the Crowd in {shot.target.cell} are booked once"


def survives(table: RiotTable, side: str) -> str:
    """An Individual that is hit stays."""
    found = legal_shot(table, side, INDIVIDUAL, harm=True)
    if found is None:
        return ""
    shot, die = found
    for marker, number in shot.damage(fired(table, shot, die)):
        table.book(marker, number)
    table.cease()
    return f"an Individual in {shot.target.cell} survives"


def false_wound(table: RiotTable, side: str) -> str:
    """A WIA is booked for a result that gives none."""
    found = legal_shot(table, side, GROUP, harm=False)
    if found is None:
        return ""
    fired(table, *found)
    table.book(f"wia_{found[0].target.side}", 1)
    morale_play.check_morale(table, found[0].target.key, Cause("fire"))
    table.cease()
    return f"a WIA is booked for nothing in {found[0].target.cell}"


def checked_wrongly(adds: int, die: int, apply: bool, skip: bool = False) -> Plant:
    """The check after a shot is left out, has a wrong modifier, or is not applied."""

    def plant(table: RiotTable, side: str) -> str:
        found = legal_shot(table, side, GROUP, harm=False)
        if found is None or found[0].target.suppressed:
            return ""
        target = found[0].target
        rules = morale.modifiers(table.position, target, Cause("fire"))
        right = sum(one.value for one in rules)
        rating = table.plan.morale(target.kind, target.face) or 0
        entry = {0: "morale", 1: "morale_plus"}.get(right + adds)
        if entry is None or (not apply and not rating < die + right < 7):
            return ""
        fired(table, *found)
        if not skip:
            table.writer.check(target.key, entry, die)
            if not apply:
                table.recover(target.key)
        table.cease()
        return f"the check of a unit in {target.cell} is wrong or missing"

    return plant


# --- gas and Molotovs ----------------------------------------------------------------------------


def careless(way: str, forgets: str) -> Plant:
    """Gas or a Molotov of which one step is forgotten."""

    def plant(table: RiotTable, side: str) -> str:
        for unit in units(table, side):
            if unit.key in table.fired or unit.suppressed:
                continue
            options = [one for one in play.special_uses(table, unit) if one[0] == way]
            alone = [
                one
                for _, one in options
                if len(table.position.at(one.cell)) == 1
                and one.size == CROWD * (way != "molotov") + GROUP * (way == "molotov")
                and not one.suppressed
            ]
            if not alone:
                continue
            target = alone[0]
            morale_play.provoke(table, side, way)
            play.announce(table, unit, target, way, "everyone")
            if forgets != "count":
                table.book("grenades" if way != "molotov" else play.molotovs_of(side), -1)
            if way == "molotov":
                shot = weapons.Molotov(
                    morale_play.memory(table), View(table.position), (unit,), target, way
                )
                if forgets != "die":
                    table.writer.roll(side, morale_play.die_of(side), (1,))
                    play.apply(table, shot, NONE)
                if forgets != "fire":
                    table.writer.roll(side, "fire_check", (1,))
            else:
                table.bring("gas", target.cell)
                if way == "gas_gun" and forgets != "canister":
                    table.writer.roll(side, "canister", (1,))
                if forgets != "check":
                    morale_play.gas_check(table, target.key)
            table.cease()
            return f"{way} at {target.cell} without its {forgets}"
        return ""

    return plant


# --- Shock Combat --------------------------------------------------------------------------------


def wrong_round(what: str) -> Plant:
    """A round of Shock in which the loser, or the winner, does something wrong."""

    def plant(table: RiotTable, side: str) -> str:
        at = table.position
        fights = [
            (cell, level)
            for cell in at.present
            for level in at.contested(cell)
            if any(one.side == side for one in at.at(cell, level=level))
        ]
        for cell, level in fights:
            round_ = Round(cell, level, side, at)
            sides = (round_.units(True), round_.units(False))
            if any(
                one.size in (INDIVIDUAL, VEHICLE) or one.hidden for one in (*sides[0], *sides[1])
            ):
                continue
            if len(sides[0]) != 1 or len(sides[1]) != 1 or at.gas:
                continue
            for dice in ((6, 6), (6, 3), (3, 6), (5, 5)):
                round_.dice = {True: dice[0], False: dice[1]}
                pairs = list(round_.combinations(morale_play.memory(table)))
                if len(pairs) != 1:
                    continue
                story = _wrong_end(table, round_, pairs[0], what)
                if story:
                    return story
        return ""

    return plant


def _wrong_end(table: RiotTable, round_: Round, pair: tuple[Side, Side], what: str) -> str:
    """Play a round to the end that a mistake wants; empty where it cannot be."""
    duties = round_.duties(*pair)
    loser = next(
        (one for one in (*round_.units(True), *round_.units(False)) if duties[one.key].areas), None
    )
    if loser is None:
        return ""
    winner = next(one for one in (*round_.units(True), *round_.units(False)) if one != loser)
    duty = duties[loser.key]
    if "X" in (pair[0].result, pair[1].result):
        return ""
    end = _wrong_square(table, loser, duty.areas, what)
    if not end and what not in ("stays", "unchecked", "yields", "spared"):
        return ""
    if what in ("yields", "spared") and not duties[winner.key].checks:
        return ""
    if what == "yields" and not AREAS[pair[0 if loser.side == round_.attacker else 1].result]:
        return ""
    table.shock_round(round_.cell, 1)
    for attacks in (True, False):
        owner = round_.units(attacks)[0].side
        table.writer.roll(owner, morale_play.die_of(owner), (round_.dice[attacks],))
    if end:
        table.go(loser, end.cell, end.level)
    elif what != "stays":
        shunned = frozenset(table.came.get(winner.key, "") for _ in (0,))
        shock_play.retreat(table, loser, duty.areas, shunned, frozenset((loser.key,)))
    if what != "unchecked" and loser.key in table.position.units:
        gone = table.position.units[loser.key].cell != loser.cell
        morale_play.check_morale(table, loser.key, Cause("shock", int(gone), 0))
    if what == "yields":
        ways = Ways(table.position, winner).ends(1)
        if ways:
            table.go(winner, min(ways).cell, min(ways).level)
    if duties[winner.key].checks and what != "spared":
        morale_play.check_morale(table, winner.key, Cause("shock"))
    table.attack_over("shock_combat")
    return f"Shock in {round_.cell}: {what}"


def _wrong_square(table: RiotTable, unit: Unit, areas: int, what: str) -> Stand | None:
    """A square beside a unit to which it may not retreat for one reason."""
    clause = {
        "closed": "5.4.3.c",
        "enemy": "5.4.3.d",
        "held": "5.4.3.e",
        "diagonal": "5.4.3.n",
        "short": "5.4.3.a",
    }.get(what)
    if clause is None or (what != "short" and areas != 1) or (what == "short" and areas != 2):
        return None
    ways = Ways(table.position, unit)
    for cell in table.field.near[unit.cell]:
        stand = Stand(cell)
        if ways.wrong(stand, areas) == clause and not table.position.gas.get(cell):
            return stand
    return None


# --- recovery ------------------------------------------------------------------------------------


def early_recovery(table: RiotTable, side: str) -> str:
    """A unit recovers in the player-turn in which it was suppressed."""
    for unit in units(table, side):
        if unit.suppressed and unit.key in table.suppressed_now:
            table.recover(unit.key)
            return f"a unit in {unit.cell} recovers at once"
    return ""


def _fire(name: str, clauses: Sequence[str], plant: Plant) -> Mistake:
    return Mistake(name, tuple(clauses), "fire", plant)


COMBAT: tuple[Mistake, ...] = (
    _fire("suppressed_shooter", ("5.2.b",), wrong_shot("5.2.b")),
    _fire("second_shot", ("5.3.a",), wrong_shot("5.3.a")),
    _fire("beyond_range", ("5.3.2.a",), wrong_shot("5.3.2.a")),
    _fire("through_obstacles", ("5.3.2.d",), wrong_shot("5.3.2.d")),
    _fire("far_by_night", ("5.3.2.f",), wrong_shot("5.3.2.f")),
    _fire("sniper_far_by_night", ("6.3.a",), wrong_shot("6.3.a")),
    _fire("on_a_crew", ("8.8.a",), wrong_shot("8.8.a", crew=True)),
    *(
        _fire(f"shot_at_level_{mark}", (f"6.7.{mark}",), wrong_shot(f"6.7.{mark}"))
        for mark in ("P0", "P1", "P2", "P3", "M0", "M3", "M4")
    ),
    _fire("gun_beyond_range", ("6.1.d",), wrong_use("gas_gun", "6.1.d")),
    _fire("grenade_thrown_far", ("6.1.e",), wrong_use("hand_gas", "6.1.e")),
    _fire("suppressed_gas", ("5.2.b",), wrong_use("hand_gas", "5.2.b")),
    _fire("second_gas", ("5.3.a",), wrong_use("hand_gas", "5.3.a")),
    _fire("molotov_far", ("6.5.a",), wrong_use("molotov", "6.5.a")),
    _fire("second_molotov", ("6.5.c",), wrong_use("molotov", "6.5.c")),
    _fire("suppressed_molotov", ("5.2.b",), wrong_use("molotov", "5.2.b")),
    _fire("water_far", ("8.2.a",), wrong_use("water", "8.2.a")),
    _fire("casualties_forgotten", ("5.3.1.e",), unbooked),
    _fire("crowd_counted_once", ("5.3.1.c",), booked_once),
    _fire("individual_stays", ("5.3.1.d",), survives),
    _fire("casualty_for_nothing", ("5.3.1.a", "5.3.1.e"), false_wound),
    _fire("no_check_after_fire", ("5.3.1.b",), checked_wrongly(0, 1, apply=True, skip=True)),
    _fire("one_too_many", ("5.1.h", "5.1.a"), checked_wrongly(1, 2, apply=True)),
    _fire("not_suppressed", ("5.1.c",), checked_wrongly(0, 6, apply=False)),
    _fire("gas_without_check", ("6.1.i",), careless("hand_gas", "check")),
    _fire("grenade_not_counted", ("6.1.f",), careless("hand_gas", "count")),
    _fire("no_canister_die", ("6.1.1.d",), careless("gas_gun", "canister")),
    _fire("molotov_not_counted", ("6.5.b",), careless("molotov", "count")),
    _fire("molotov_without_die", ("6.5.d",), careless("molotov", "die")),
    _fire("no_fire_check", ("6.5.e",), careless("molotov", "fire")),
    *(
        Mistake(f"loser_{what}", clauses, "shock", wrong_round(what), begins=True)
        for what, clauses in (
            ("stays", ("5.4.1.e",)),
            ("unchecked", ("5.4.3.b",)),
            ("short", ("5.4.3.a",)),
            ("closed", ("5.4.3.c",)),
            ("enemy", ("5.4.3.d",)),
            ("held", ("5.4.3.e",)),
            ("diagonal", ("5.4.3.n",)),
            ("yields", ("5.4.1.f", "5.4.1.g")),
            ("spared", ("5.4.1.f", "5.4.1.b")),
        )
    ),
    Mistake("at_once_recovered", ("3.0.i",), "recovery", early_recovery, begins=True),
)
"""The kinds of mistakes in combat, with the clause that each breaks."""
