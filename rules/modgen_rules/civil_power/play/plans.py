"""What players do besides moving and fighting: they buy, set up, enter, aim and count points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import floor

from modgen.model.geography.cells import SQUARE_SIDES
from modgen.model.tactics import purchases
from modgen.model.types.scenario import Scenario
from modgen.model.types.tactics import Arrival, Force, SetUpZone
from modgen_rules.civil_power.judging.arrivals import DICE, away_from_police, gifts
from modgen_rules.civil_power.judging.compound import SCENARIO as COMPOUND
from modgen_rules.civil_power.judging.compound import commander
from modgen_rules.civil_power.judging.gunnery import SCENARIOS as WITH_GUNS
from modgen_rules.civil_power.law.plan import (
    CROWD,
    FORCE_BOXES,
    GUNS,
    HOTEL,
    MARCH,
    MOB,
    MOBS,
    PARK,
    PLAZA,
    POLICE,
    RIVAL,
    SQUAT,
    TANK,
    TRUCK,
    VEHICLE,
)
from modgen_rules.civil_power.law.routes import Router, Stand
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.play.movement_play import place
from modgen_rules.civil_power.play.table import RiotTable
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.scenarios import ended, falls_apart, out_of_step
from modgen_rules.civil_power.reading.scenarios import watch as note
from modgen_rules.civil_power.reading.score import HALF, LEVELS, READINGS, Score
from modgen_rules.civil_power.reading.setups import GUARD, SWAG, shops, zone

BUYS = 0.35
"""The chance that a side spends its points itself instead of taking the package."""
NOT_BOUGHT = ("ads", "helicopter", "hmg", "field_gun", TANK, "slingshot_punk", TRUCK)
"""What these players never buy: what needs rules of its own, or leave of the scenario."""
FIXED_GUNS = tuple(kind for kind in GUNS if kind != TANK)
"""What moves or fires in a turn (S.II2.a)."""
SUPPLIES = {POLICE: "gas_grenade", MOB: "molotov", RIVAL: "molotov_2"}
AIMS = {
    ("i-2", MOB): PLAZA,
    ("i-4", MOB): HOTEL,
    ("i-8", MOB): PLAZA,
    ("ii-3", POLICE): SQUAT,
    ("ii-7", MOB): PARK,
    ("ii-7", POLICE): PARK,
}
"""The area that a side wants to reach."""


def set_up(table: RiotTable, scenario: Scenario) -> None:
    """Buy, set up in the scenario's order and zones, and announce both."""
    for force in scenario.forces:
        table.turn(force.side)
        if force.points is not None and table.hits(BUYS):
            _buy(table, force)
    table.turn()
    table.writer.announce("", {"forces": "chosen"}, {})
    if "each_swag" in scenario.attributes:
        table.turn(POLICE)
        _swag(table)
    for force in sorted(scenario.forces, key=lambda one: one.sets_up.order if one.sets_up else 9):
        if force.sets_up is not None:
            table.turn(force.side)
            _place(table, force.side, force.sets_up)
    table.turn()
    if "tdn" in scenario.levels:
        table.writer.flip(table.writer.where("option_disintegration")[0][0], "on")
    table.writer.announce("", {"set_up": "finished"}, {})
    table.course.commander = commander(table.position) if scenario.id == COMPOUND else ""
    for side in table.field.sides:
        table.course.begun[side] = table.position.engagement(side)


def _waiting(table: RiotTable, side: str, kind: str = "") -> list[str]:
    """The units, or markers of a kind, in the box of a side's force."""
    return [
        key
        for key, state in table.writer.states.items()
        if state.place == FORCE_BOXES[side]
        and (state.kind == kind if kind else state.kind in table.plan.units)
    ]


def _buy(table: RiotTable, force: Force) -> None:
    """Return what the package holds, and spend the points on what the scenario allows."""
    game, items = table.plan.game, purchases.items(table.plan.game)
    package = purchases.packages(game)[force.package].units if force.package else force.bought
    free = Counter(force.units)
    for key, state in list(table.writer.states.items()):
        if state.place != FORCE_BOXES[force.side]:
            continue
        if free[state.kind]:
            free[state.kind] -= 1
        else:
            table.move([key], game.piece_types[state.kind].home or "")
    for key, number in package.items():
        if key in items and items[key].level:
            table.book(str(items[key].level), -number)
    points = force.points or 0
    barred = {*force.barred, *NOT_BOUGHT}
    pool = [
        key
        for key, state in table.writer.states.items()
        if state.kind in table.plan.units
        and table.plan.side[state.kind] == force.side
        and state.place == game.piece_types[state.kind].home
        and not barred & {state.kind, table.plan.base(state.kind), table.plan.size[state.kind]}
    ]
    table.chance.shuffle(pool)
    most = Counter({piece: cap.most for cap in force.caps for piece in cap.pieces})
    capped = sum(cap.most for cap in force.caps)
    for key in pool:
        kind = table.writer.states[key].kind
        price = game.piece_types[kind].price() or 0
        if price > points or (kind in most and not capped):
            continue
        capped -= kind in most
        points -= price
        table.move([key], FORCE_BOXES[force.side])
    supply = items[SUPPLIES[force.side]]
    if supply.id not in barred and supply.level:
        table.book(supply.level, min(points // supply.cost, 10))


def _place(table: RiotTable, side: str, rule: SetUpZone) -> None:
    """Every unit of a side in a square of its zone, Crowds first."""
    others = [unit.cell for unit in table.position.units.values() if unit.side != side]
    cells = sorted(zone(table.field, rule, others))
    if rule.quarter:
        taken = table.course.quarters.values()
        free = sorted({table.field.quarter(cell) for cell in cells} - set(taken))
        own = table.chance.choice(free)
        table.course.quarters[side] = own
        cells = [cell for cell in cells if table.field.quarter(cell) == own]
    waiting = _waiting(table, side)
    waiting.sort(key=lambda key: table.plan.size[table.writer.states[key].kind] != CROWD)
    for key in waiting:
        table.chance.shuffle(cells)
        place(table, key, side, cells)
    for key in _waiting(table, side, "barricade"):
        cell = table.chance.choice(cells)
        edge = table.chance.choice(SQUARE_SIDES)
        if f"{cell}/{edge}" not in table.position.strips:
            table.move([key], cell)
            table.writer.turn_to(key, edge)


def _swag(table: RiotTable) -> None:
    """II-6: four Swag in four buildings, each with a shopkeeper."""
    houses = {table.field.building(cell) for cell in table.field.ground.names}
    number = shops(table.field.scenario)
    chosen = table.chance.sample(sorted(sorted(house) for house in houses if house), number)
    swag = [key for key, _ in table.writer.where(SWAG)]
    for house, mark, guard in zip(chosen, swag, _waiting(table, POLICE, GUARD), strict=False):
        cell = table.chance.choice(house)
        table.move([mark], cell)
        table.move([guard], cell)


# --- entries ---------------------------------------------------------------------------------


def enter(table: RiotTable, side: str, kind: str) -> None:
    """The units that come at the beginning of a phase: `checks`, `fire` or `move`."""
    scenario = table.field.scenario
    force = next(one for one in scenario.forces if one.side == side)
    turn = table.position.turn
    begins = scenario.attributes.get("reinforced_from")
    if side == MOB and kind == "fire" and isinstance(begins, int) and turn >= begins:
        _roll(table, scenario)
    comes = "fire" if scenario.id == "ii-2" else "move"
    if side == MOB and "reinforced_from" in scenario.attributes and kind == comes:
        _reinforce(table, scenario)
    way = force.enters
    if way is None or (way.turns and turn not in way.turns):
        return
    if way.area and kind == "checks":
        cells = sorted(table.field.area(way.area))
        for key in _waiting(table, side)[: way.each_turn]:
            table.chance.shuffle(cells)
            place(table, key, side, cells)
    elif not way.area and kind == "move":
        _by_edges(table, side, way)


def _by_edges(table: RiotTable, side: str, way: Arrival) -> None:
    """Units enter, all by one edge if the scenario says so; in the last turn all that have room."""
    edges: list[str] = list(way.edges)
    if way.one_edge:
        edges = [table.entries.setdefault(side, table.chance.choice(edges))]
    last = not way.turns or table.position.turn == max(way.turns)
    waiting = _waiting(table, side)
    waiting.sort(key=lambda key: table.plan.size[table.writer.states[key].kind] != CROWD)
    for key in waiting:
        if last or table.hits(0.6):
            come(table, key, table.field.side_of_map(edges, way.boards))


def come(table: RiotTable, key: str, rim: Iterable[str]) -> bool:
    """Bring a unit onto the boards by squares at an edge, as far in as chance has it.

    False without room.
    """
    at, fits = table.position, allowed(table)
    unit = at.outside(key)
    router = Router(at, unit)
    stands = sorted(
        stand
        for stand in router.entry(rim)
        if not stand[1]
        and router.room(stand)
        and fits(unit, stand)
        and not (unit.side == MOB and at.enemies(stand[0], MOB))
    )
    if not stands:
        return False
    table.move([key], table.chance.choice(stands)[0])
    return True


def _roll(table: RiotTable, scenario: Scenario) -> None:
    """The Mob's roll for reinforcements."""
    dice = table.roll(DICE, MOB)
    came = gifts(table.plan).get(sum(dice), Counter())
    if scenario.id == "i-1":
        came = Counter({k: n for k, n in came.items() if k not in ("mob_sniper", "molotov")})
    if scenario.id == "ii-2":
        came = Counter({key: n for key, n in came.items() if table.plan.size.get(key) != "crowd"})
    table.book("molotovs", came.pop("molotov", 0))
    table.course.rolled.update(came)


def _reinforce(table: RiotTable, scenario: Scenario) -> None:
    """What rolls brought enters: by an edge, or in a building of II-2."""
    field = table.field
    for kind in sorted((+table.course.rolled).elements()):
        home = table.plan.game.piece_types[kind].home
        spare = [key for key, state in table.writer.where(kind) if state.place == home]
        if not spare:
            continue
        apart = away_from_police(table.position)
        if scenario.id == "ii-2":
            cells = [
                cell for cell in field.ground.names if cell in apart and field.is_building(cell)
            ]
            table.chance.shuffle(cells)
            came = bool(place(table, spare[0], MOB, cells))
        else:
            rim = field.side_of_map("ew") if scenario.id == "i-1" else field.rim & apart
            came = come(table, spare[0], rim)
        if came:
            table.course.rolled[kind] -= 1


# --- aims and the end ------------------------------------------------------------------------


def goals(table: RiotTable, side: str) -> list[str]:
    """The squares to which the units of a side want to go."""
    scenario = table.field.scenario.id
    if (scenario, side) in AIMS:
        return sorted(table.field.area(AIMS[scenario, side]))
    if scenario == "ii-6" and side == MOB:
        return sorted(table.position.cells_with(SWAG))
    return sorted(
        {
            unit.cell
            for other in table.field.sides
            if other != side
            for unit in table.position.of(other)
        }
    )


def allowed(table: RiotTable) -> Callable[[Unit, Stand], bool]:
    """Whether the scenario lets a unit move to a stand: I-1's march, II-7's vehicles, guns."""
    scenario, at = table.field.scenario, table.position
    if scenario.id in WITH_GUNS:
        return lambda unit, stand: unit.kind not in FIXED_GUNS or unit.key not in table.fired
    if scenario.id == "ii-7":
        return lambda unit, stand: unit.size != VEHICLE
    if scenario.id != MARCH:
        return lambda unit, stand: True
    now = set(out_of_step(at))

    def fits(unit: Unit, stand: Stand) -> bool:
        return unit.side != POLICE or now.issuperset(out_of_step(at.moved(unit.key, *stand)))

    return fits


def watch(table: RiotTable, phase: str) -> None:
    """Note what counts at the end; call it after each phase, with its id."""
    note(table.course, table.position, table.position.turn, phase)


def over(table: RiotTable, side: str) -> bool:
    """Whether the game is over before its last turn, after the player-turn of a side."""
    named = not {"tdn", "tdn_2"}.isdisjoint(table.field.scenario.levels)
    return bool(ended(table.position)) or (
        side in MOBS and named and falls_apart(table.position, side)
    )


def finish(table: RiotTable) -> None:
    """Move the markers of points and announce the result."""
    riot = Riot(Record(field=table.field))
    riot.course = table.course
    if riot.plays("i-5") and any(over(table, side) for side in MOBS):
        riot.course.over = "S.I5.c"
    score = Score(table.position, riot, table.position.turn)
    table.turn()
    for side, number in score.points(READINGS[0]).items():
        table.level(f"vp_{side}", floor(number))
        if number - floor(number) >= HALF:
            table.writer.set_condition(table.writer.where(f"vp_{side}")[0][0], "half")
    told = sorted(score.results(READINGS[0]))
    best = [one for level in LEVELS for one in told if one.endswith(level)]
    table.writer.announce("", {"result": (best or told)[0]}, {})
