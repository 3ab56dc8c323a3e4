"""How units enter in play: by edges and turns, reinforcements of the Mob, the sewers of II-2."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise

from modgen.model.types.tactics import Force
from modgen_rules.civil_power.law.plan import (
    FORCE_BOXES,
    GROUP,
    INDIVIDUAL,
    LOST_BOXES,
    MOB,
    MOBS,
    POLICE,
    Plan,
)
from modgen_rules.civil_power.law.routes import Router
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.reading.phases import Phase, forward
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.setups import clause_of
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.verdicts import lapse, unless
from modgen_rules.engine.record.talk import edges_named

ROLLS = {"i-1": "S.I1.d", "ii-2": "S.II2.i", "ii-6": "S.II6.b"}
"""The clause of each scenario in which the Mob rolls for reinforcements."""
TABLE, DICE, BOTTLES = "14_reinforcements", "reinforcements", "molotovs"
SEWERS, UNDER = "sewers", 2
EDGES = {"n": "north", "e": "east", "s": "south", "w": "west"}
ROW = re.compile(r"(?:(?P<number>\d+) )?(?P<name>.+)")


def judge(phase: Phase, riot: Riot) -> None:
    """The units that come onto the boards in a phase, and the dice for them."""
    scenario = riot.scenario
    between = riot.course.days > 1 and phase.kind != "move"
    if not riot.field.known or phase.id == "setup" or between:
        return
    names, forces = riot.field.ground.names, {force.side: force for force in scenario.forces}
    for n, act in phase.each("roll"):
        if act.kind == DICE and scenario.id in ROLLS:
            _roll(phase, n, act, riot)
    for n, act in phase.each("move"):
        side = riot.field.side.get(act.kind, "")
        if not side or act.at not in names or act.origin in names:
            if act.target == SEWERS and scenario.id == "ii-2":
                _descends(phase, n, act, riot)
            continue
        unit = phase.table(n + 1).unit(act.piece)
        if unit is None or act.source in LOST_BOXES.values() or _stays_not(phase, act, riot):
            continue
        if not _comes_again(phase, n, act):
            _arrives(phase, n, unit, forces, riot)
    if phase.kind == "move" and phase.side in forces:
        _shut_out(phase, forces[phase.side], riot)
    _not_rolled(phase, riot)
    if riot.plays("i-1"):
        _bottles(phase, riot)


def _arrives(phase: Phase, n: int, unit: Unit, forces: Mapping[str, Force], riot: Riot) -> None:
    """A unit that comes onto the boards with an act, by the place it comes from."""
    act, side = riot.record.acts[n], unit.side
    if side not in forces:
        what = (
            f"{riot.name(act.kind)} comes to {act.at}, but its side takes no part in the scenario"
        )
        riot.find("2.3.e", side, what, n)
    elif act.source == SEWERS:
        _ascends(phase, n, unit, riot)
    elif act.source in FORCE_BOXES.values() or riot.course.days > 1:
        ended = phase.table(phase.drags[act.piece] + 1).unit(act.piece)
        _enters(phase, n, ended or unit, forces[side], riot)
    elif act.source == riot.plan.game.piece_types[act.kind].home:
        _reinforces(phase, n, unit, riot)


def _not_rolled(phase: Phase, riot: Riot) -> None:
    """Where the Mob rolls in each of its turns, one without a roll is wrong.

    In a log from the middle of a game the players may roll elsewhere, unless they did so before.
    """
    scenario = riot.scenario
    if scenario.id not in ROLLS or phase.id != "mob_recovery":
        return
    begins = scenario.attributes.get("reinforced_from", 1)
    rolls = riot.course.rolls.total() > 0 and not _began_before(riot)
    seen = (riot.record.from_start or rolls) and phase.finished and phase.certain
    late = isinstance(begins, int) and phase.turn >= begins
    if seen and late and not riot.course.rolls[phase.turn]:
        moved = riot.turn.phases.get("mob_move") if riot.turn else None
        what = "the Mob does not roll for reinforcements"
        riot.find(ROLLS[scenario.id], MOB, what, (moved or phase).begin, expected=1, observed=0)


def _shut_out(phase: Phase, force: Force, riot: Riot) -> None:
    """Note a side that had no room at its edges on its last turn to enter."""
    way, after = force.enters, phase.after
    if way is None or not way.turns or phase.turn != max(way.turns):
        return
    box, units = FORCE_BOXES[force.side], riot.plan.units
    waiting = [
        key for key, state in after.pieces.items() if state.place == box and state.kind in units
    ]
    edges = riot.course.edges.get(force.side, frozenset(way.edges))
    rim = [
        cell
        for cell in riot.field.rim
        if _on_board(cell, way.boards, riot) and riot.field.edges(cell) & edges
    ]
    for key in waiting[:1]:
        router = Router(after, after.outside(key))
        if not any(map(router.room, router.entry(rim))):
            riot.course.full.add(force.side)


def _stays_not(phase: Phase, act: Act, riot: Riot) -> bool:
    """Whether a piece left the boards again in the same phase: a drag that was put right."""
    return phase.after.place(act.piece).partition("@")[0] not in riot.field.ground.names


def _moved_at_once(phase: Phase, n: int) -> bool:
    """Whether a piece that was put down is the next to be dragged: a drop that was put right."""
    later = (act.piece for m, act in phase.each("move") if m > n)
    return not phase.tidy and next(later, "") == phase.record.acts[n].piece


def _comes_again(phase: Phase, n: int, act: Act) -> bool:
    """Whether an entry was taken back, and the piece enters once more in the phase."""
    return any(
        m > n and other.piece == act.piece and other.source == act.source
        for m, other in phase.each("move")
    )


def _enters(phase: Phase, n: int, unit: Unit, force: Force, riot: Riot) -> None:
    """A unit enters from its side's force."""
    scenario, way = riot.scenario, force.enters
    clause, name = clause_of(scenario.id, unit.side), riot.name(unit.kind)
    if way is None:
        what = f"{name} enters, but its side sets up all its units before play"
        gap = unless(not _may_have_hidden(phase, unit, riot), prices.UNSHOWN)
        riot.find(clause, unit.side, what, n, gap=gap)
        return
    turn = phase.turn
    late = bool(way.turns) and turn > max(way.turns)
    if way.turns and turn not in way.turns and not (late and unit.side in riot.course.full):
        what = f"{name} enters in turn {turn} instead of turn {' or '.join(map(str, way.turns))}"
        expected = ", ".join(map(str, way.turns))
        riot.find(clause, unit.side, what, n, expected=expected, observed=turn)
    if way.area:
        _at_barracks(phase, n, unit, force, riot)
        return
    rim = [cell for cell in riot.field.rim if _on_board(cell, way.boards, riot)]
    possible = _by_stages(phase, n, unit, _edges(phase, n, unit, rim, riot), riot)
    allowed = possible & set(way.edges)
    possible = possible or _edges(phase, n, unit, sorted(riot.field.rim), riot)
    if possible and not allowed:
        what = f"{name} enters at {unit.cell}, by the {_edge(possible)} instead of the "
        what += f"{_edge(way.edges)}"
        observed = " ".join(sorted(possible))
        riot.find(clause, unit.side, what, n, expected=" ".join(way.edges), observed=observed)
    if way.one_edge and allowed:
        so_far = riot.course.edges.get(unit.side) or (_said_edges(phase, n) & allowed) or allowed
        common = so_far & allowed
        if common:
            riot.course.edges[unit.side] = common
            _beside_its_edge(phase, n, unit, clause, common, riot)
        else:
            what = f"{name} enters at {unit.cell}, by the {_edge(allowed)}; the other units of its "
            what += f"side enter by the {_edge(riot.course.edges[unit.side])}"
            expected = " ".join(sorted(riot.course.edges[unit.side]))
            observed = " ".join(sorted(allowed))
            riot.find(clause, unit.side, what, n, expected=expected, observed=observed)


def _edge(edges: Iterable[str]) -> str:
    """`north edge`, `north, east or west edge`."""
    *others, last = [EDGES[one] for one in "nesw" if one in edges]
    return f"{', '.join(others)} or {last} edge" if others else f"{last} edge"


def _said_edges(phase: Phase, n: int) -> frozenset[str]:
    """The edge by which players say that they come, in the phase or just before it."""
    game, since = phase.record.field.plan.game, phase.begin - windows.LATER
    lines = (line for at, line in phase.record.lines if since <= at <= n)
    return frozenset(edge for line in lines for edge in edges_named(game, line))


def _may_have_hidden(phase: Phase, unit: Unit, riot: Riot) -> bool:
    """8.4.d, S.II2.m: whether a unit of the Mob may have been hidden in the building it comes to.

    Who hides off the boards keeps a note of the building.
    """
    building = riot.field.building(unit.cell)
    fits = unit.size in (GROUP, INDIVIDUAL) or riot.plays("ii-2")
    enemies = any(phase.before.enemies(cell, unit.side) for cell in building)
    return unit.side in MOBS and bool(building) and fits and not enemies


def _beside_its_edge(
    phase: Phase, n: int, unit: Unit, clause: str, common: frozenset[str], riot: Riot
) -> None:
    """A unit that is put down at another edge than its side's, and goes on from there.

    It may have come along that edge from a corner.
    """
    drags = [act for m, act in phase.each("move") if m >= n and act.piece == unit.key]
    first = drags[0].at
    shown = riot.field.edges(first) if first in riot.field.rim else frozenset()
    if riot.record.tidy and len(drags) > 1 and shown and not shown & common:
        riot.find(
            clause,
            unit.side,
            f"{riot.name(unit.kind)} seems to enter at {first}, by the {_edge(shown)}; the other "
            f"units of its side enter by the {_edge(common)}",
            n,
            -1,
            lapse(prices.ANOTHER_WAY),
            " ".join(sorted(common)),
            " ".join(sorted(shown)),
        )


def _on_board(cell: str, boards: list[str], riot: Riot) -> bool:
    return not boards or riot.plan.game.cells[cell][0].board in boards


def _edges(phase: Phase, n: int, unit: Unit, rim: list[str], riot: Riot) -> frozenset[str]:
    """The edges by which a unit may have come to its square."""
    found = set()
    stand = (unit.cell, unit.level)
    start = unit._replace(cell="", level=0)
    router = Router(phase.table(n), start, open=tuple(riot.field.ground.names))
    for edge in "nesw":
        cells = [cell for cell in rim if edge in riot.field.edges(cell)]
        if unit.cell in cells or (cells and stand in router.entry(cells, goal=unit.cell)):
            found.add(edge)
    return frozenset(found)


def _by_stages(
    phase: Phase, n: int, unit: Unit, edges: frozenset[str], riot: Riot
) -> frozenset[str]:
    """Of the edges of a unit those that its drags from square to square leave possible."""
    acts = [act for m, act in phase.each("move") if m >= n and act.piece == unit.key]
    squares = [act.at for act in acts]
    field, at, first = riot.field, phase.table(n), phase.table(n + 1).unit(unit.key)
    steps = all(there in field.near.get(here, ()) for here, there in pairwise(squares))
    if len(squares) < 2 or not steps or first is None or not riot.record.tidy:
        return edges
    everywhere, stand = tuple(field.ground.names), (first.cell, first.level)
    onward = Router(at, first, open=everywhere)
    found = set()
    for edge in edges:
        cells = [cell for cell in field.rim if edge in field.edges(cell)]
        entry = Router(at, first._replace(cell="", level=0), open=everywhere).entry(cells)
        if stand in entry:
            rest = onward.allowance - entry.cost(stand)
            found |= {edge} if (unit.cell, unit.level) in onward.reach(rest) else set()
    return frozenset(found) or edges


def _at_barracks(phase: Phase, n: int, unit: Unit, force: Force, riot: Riot) -> None:
    """II-7: a few Police units a turn enter in their building."""
    way, name = force.enters, riot.name(unit.kind)
    if way is None:
        return
    if unit.cell not in riot.field.area(way.area):
        what = f"{name} enters at {unit.cell}, which is outside its area ({way.area})"
        riot.find("S.II7.a", unit.side, what, n, expected=way.area, observed=unit.cell)
    riot.course.arrived[phase.turn] += 1
    if way.each_turn and riot.course.arrived[phase.turn] == way.each_turn + 1:
        what = f"more than {way.each_turn} units enter in turn {phase.turn}"
        riot.find("S.II7.a", unit.side, what, n, expected=way.each_turn)


# --- reinforcements ----------------------------------------------------------------------------


def gifts(plan: Plan) -> Mapping[int, Counter[str]]:
    """What each sum of two dice brings: kinds of units, or `molotov`."""
    names = {one.name: key for key, one in plan.units.items()}
    names |= {one.plural: key for key, one in plan.units.items() if one.side == MOB}
    names |= {item.plural: item.id for item in plan.game.info.purchases.items if item.side == MOB}
    found: dict[int, Counter[str]] = {}
    for row in plan.charts[TABLE].rows:
        match = ROW.fullmatch(row[1])
        kind = names.get(match["name"], "") if match else ""
        found[int(row[0])] = Counter({kind: int(match["number"] or 1)} if match and kind else {})
    return found


def _roll(phase: Phase, n: int, act: Act, riot: Riot) -> None:
    """A roll on the table: once in each Mob player-turn, from some turn on."""
    scenario, course = riot.scenario, riot.course
    clause, turn = ROLLS[scenario.id], phase.turn
    begins = scenario.attributes.get("reinforced_from", 1)
    if isinstance(begins, int) and turn < begins:
        what = f"the Mob rolls for reinforcements before turn {begins}"
        riot.find(clause, MOB, what, n, expected=begins, observed=turn)
    course.rolls[turn] += 1
    if course.rolls[turn] > 1:
        what = "the Mob rolls for reinforcements twice in a turn"
        riot.find(clause, MOB, what, n, expected=1, observed=course.rolls[turn])
        return
    course.rolled.update(gifts(riot.plan).get(sum(act.dice), Counter()))


def _bottles(phase: Phase, riot: Riot) -> None:
    """S.I1.h: the Molotovs of the table do not come."""
    before, later = phase.before.level(BOTTLES), phase.soon(windows.LATER).level(BOTTLES)
    came = [n for n, act in phase.each("level") if act.kind == BOTTLES and forward(act)]
    if came and min(phase.after.level(BOTTLES), later) > before:
        what = "Molotovs come as a reinforcement"
        observed = phase.after.level(BOTTLES)
        riot.find("S.I1.h", MOB, what, came[0], came[-1], expected=before, observed=observed)


def _reinforces(phase: Phase, n: int, unit: Unit, riot: Riot) -> None:
    """A unit that nobody bought comes onto the boards."""
    scenario, course = riot.scenario, riot.course
    base, name = riot.plan.base(unit.kind), riot.name(unit.kind)
    if unit.side == POLICE and scenario.id == "ii-2" and base == "reserve":
        return
    clause = ROLLS.get(scenario.id, "")
    if not clause or unit.side != MOB:
        if riot.record.from_start:
            riot.find("2.3.e", unit.side, f"{name} comes to {unit.cell}, but nobody bought it", n)
        return
    if scenario.id == "i-1" and base == "mob_sniper":
        riot.find("S.I1.h", MOB, "a Sniper comes as a reinforcement", n)
    elif scenario.id == "ii-2" and unit.size == "crowd":
        riot.find(clause, MOB, "a Crowd comes as a reinforcement", n)
    elif course.rolled[base] < 1 and not _began_before(riot):
        left = ", ".join(sorted(+course.rolled)) or "nothing"
        riot.find(
            clause, MOB, f"{name} comes, but no roll brought it", n, expected=left, observed=base
        )
    course.rolled[base] -= 1
    _place_of_reinforcement(phase, n, unit, clause, riot)


def _began_before(riot: Riot) -> bool:
    """Whether the turn began before the log, and perhaps its roll was made there."""
    return not riot.record.from_start and riot.turn is not None and riot.turn.first == 0


def _place_of_reinforcement(phase: Phase, n: int, unit: Unit, clause: str, riot: Riot) -> None:
    field, at, name = riot.field, phase.table(n), riot.name(unit.kind)
    police = any(at.at(cell, POLICE) for cell in (unit.cell, *field.near[unit.cell]))
    if riot.plays("ii-2"):
        if not field.is_building(unit.cell) or police:
            what = f"{name} appears in {unit.cell}, "
            what += f"{'next to Police' if police else 'which is not in a building'}"
            gap = unless(not _moved_at_once(phase, n), prices.ANOTHER_WAY)
            expected = "a building area that is not beside Police"
            riot.find(clause, MOB, what, n, observed=unit.cell, gap=gap, expected=expected)
        return
    possible = _edges(phase, n, unit, sorted(field.rim), riot)
    edges = frozenset("ew") if riot.plays("i-1") else frozenset("nesw")
    if possible and not possible & edges:
        riot.find(
            clause,
            MOB,
            f"{name} enters at {unit.cell}, by the {_edge(possible)} instead of the {_edge(edges)}",
            n,
            expected=" ".join(sorted(edges)),
            observed=" ".join(sorted(possible)),
        )
    apart = [
        cell
        for cell in sorted(field.rim)
        if not any(at.at(one, POLICE) for one in (cell, *field.near[cell]))
    ]
    if riot.plays("ii-6") and police and not _edges(phase, n, unit, apart, riot):
        riot.find(clause, MOB, f"{name} enters at {unit.cell}, next to Police", n)


# --- sewers ------------------------------------------------------------------------------------


def _descends(phase: Phase, n: int, act: Act, riot: Riot) -> None:
    """S.II2.d: Punks and individuals in buildings, out of the sight of Police, go down."""
    before = phase.table(n)
    unit = before.unit(act.piece)
    if unit is None:
        return
    riot.course.sewers[unit.key] = (phase.turn, riot.plan.game.cells[unit.cell][0].board)
    name, clause = riot.name(unit.kind), "S.II2.d"
    if unit.side not in MOBS or unit.size not in (GROUP, INDIVIDUAL):
        riot.find(clause, unit.side, f"{name} goes into the sewers", n)
    elif not riot.field.is_building(unit.cell):
        what = f"{name} goes into the sewers from the street"
        riot.find(clause, unit.side, what, n, expected="a building", observed=unit.cell)
    else:
        view = View(before)
        lines = [view.between(one, unit) for one in before.of(POLICE)]
        if any(line.clear for line in lines):
            riot.find(clause, unit.side, f"{name} goes into the sewers in the sight of Police", n)


def _ascends(phase: Phase, n: int, unit: Unit, riot: Riot) -> None:
    """S.II2.d, S.II2.p: two turns later, in a building of the same board."""
    went = riot.course.sewers.pop(unit.key, None)
    name = riot.name(unit.kind)
    if went is None:
        return
    if phase.turn < went[0] + UNDER:
        what = f"{name} leaves the sewers too early"
        riot.find("S.II2.d", unit.side, what, n, expected=went[0] + UNDER, observed=phase.turn)
    elif not riot.field.is_building(unit.cell):
        what = f"{name} leaves the sewers in the street"
        riot.find("S.II2.d", unit.side, what, n, expected="a building", observed=unit.cell)
    elif riot.plan.game.cells[unit.cell][0].board != went[1]:
        what = f"{name} leaves the sewers on the other board"
        riot.find("S.II2.p", unit.side, what, n, expected=went[1], observed=unit.cell)
