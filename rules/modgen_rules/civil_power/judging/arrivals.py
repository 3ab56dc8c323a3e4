"""How units enter in play: by edges and turns, reinforcements of the Mob, the sewers of II-2."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from modgen.model.types.tactics import Arrival, Force
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
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.setups import clause_of
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse, unless
from modgen_rules.engine.record.talk import edges_named

TABLE, DICE, BOTTLES = "14_reinforcements", "reinforcements", "molotovs"
SEWERS, UNDER = "sewers", 2
INSTEAD, OTHERS = " instead of the ", "; the other units of its side enter by the "
EDGES = {"n": "north", "e": "east", "s": "south", "w": "west"}
ROW = re.compile(r"(?:(?P<number>\d+) )?(?P<name>.+)")


def judge(phase: Phase, riot: Riot) -> None:
    """The units that come onto the boards in a phase, and the dice for them."""
    scenario = riot.scenario
    between = riot.course.days > 1 and phase.kind != "move"
    if not riot.field.known or phase.id == "setup" or between:
        return
    forces = {force.side: force for force in scenario.forces}
    for n, act in phase.each("roll"):
        if act.kind == DICE and riot.clause("rolls"):
            _roll(phase, n, act, riot)
    for n, act in phase.each("move"):
        unit = phase.table(n + 1).unit(act.piece)
        went = phase.table(n).unit(act.piece)
        if act.target == SEWERS and went is not None and scenario.id == "ii-2":
            Coming(phase, riot, n, went).descends()
        elif (
            unit is not None
            and act.origin not in riot.field
            and act.source not in LOST_BOXES.values()
        ):
            trail = phase.trails[act.piece]
            again = any(m > n and other.source == act.source for m, other in trail)
            # A piece that left the boards again was put right.
            if not again and phase.after.place(act.piece) in riot.field:
                Coming(phase, riot, n, unit).judge(forces)
    if phase.kind == "move" and phase.side in forces:
        _shut_out(phase, forces[phase.side], riot)
    _not_rolled(phase, riot)
    if riot.plays("i-1"):
        _bottles(phase, riot)


def _not_rolled(phase: Phase, riot: Riot) -> None:
    """Where the Mob rolls in each of its turns, one without a roll is wrong.

    In a log from the middle of a game the players may roll elsewhere, unless they did so before.
    """
    begins = riot.scenario.attributes.get("reinforced_from")
    if not isinstance(begins, int) or phase.id != "mob_recovery":
        return
    rolls = riot.course.rolls.total() > 0 and not _began_before(riot)
    seen = (riot.record.from_start or rolls) and phase.finished and phase.certain
    if seen and phase.turn >= begins and not riot.course.rolls[phase.turn]:
        moved = riot.turn.phases.get("mob_move")
        what = "the Mob does not roll for reinforcements"
        riot.find(riot.clause("rolls"), MOB, what, (moved or phase).begin, expected=1, observed=0)


def _shut_out(phase: Phase, force: Force, riot: Riot) -> None:
    """Note a side that had no room at its edges on its last turn to enter."""
    way, after = force.enters, phase.after
    if way is None or not way.turns or phase.turn != max(way.turns):
        return
    box, units = FORCE_BOXES[force.side], riot.plan.units
    waiting = (
        key for key, state in after.pieces.items() if state.place == box and state.kind in units
    )
    key = next(waiting, "")
    if key:
        edges = riot.course.edges.get(force.side, frozenset(way.edges))
        router = Router(after, after.outside(key))
        if not any(map(router.room, router.entry(riot.field.side_of_map(edges, way.boards)))):
            riot.course.full.add(force.side)


@dataclass
class Coming:
    """Judges a unit that comes onto the boards with act `n`, or leaves them for the sewers."""

    phase: Phase
    riot: Riot
    n: int
    unit: Unit

    @property
    def act(self) -> Act:
        """The drag."""
        return self.riot.record.acts[self.n]

    def _find(
        self,
        clause: str,
        what: str,
        expected: object = "",
        observed: object = "",
        gap: float = CERTAIN,
    ) -> None:
        """Note what is wrong; what the unit does follows its name."""
        told = f"{self.riot.name(self.unit.kind)} {what}"
        self.riot.find(clause, self.unit.side, told, self.n, -1, gap, expected, observed)

    def judge(self, forces: Mapping[str, Force]) -> None:
        """Whether it may come, by the place it comes from."""
        act, side, course = self.act, self.unit.side, self.riot.course
        if side not in forces:
            self._find("2.3.e", f"comes to {act.at}, but its side takes no part in the scenario")
        elif act.source == SEWERS:
            self._ascends()
        elif act.source in FORCE_BOXES.values() or course.days > 1:
            ended = self.phase.table(self.phase.drags[act.piece] + 1).unit(act.piece)
            self.unit = ended or self.unit
            self._enters(forces[side])
        elif act.source == self.riot.plan.game.piece_types[act.kind].home:
            self._reinforces()

    # --- a force that enters -----------------------------------------------------------------

    def _enters(self, force: Force) -> None:
        """A unit enters from its side's force."""
        unit, turn, way = self.unit, self.phase.turn, force.enters
        clause = clause_of(unit.side, self.riot)
        if way is None and self.shows_itself():
            return
        if way is None:
            gap = unless(not self._may_have_hidden(), prices.UNSHOWN)
            self._find(clause, "enters, but its side sets up all its units before play", gap=gap)
            return
        late = bool(way.turns) and turn > max(way.turns) and unit.side in self.riot.course.full
        if way.turns and turn not in way.turns and not late:
            what = f"enters in turn {turn} instead of turn {' or '.join(map(str, way.turns))}"
            self._find(clause, what, ", ".join(map(str, way.turns)), turn)
        if way.area:
            self._at_barracks(way)
        else:
            self._by_edge(clause, way)

    def _by_edge(self, clause: str, way: Arrival) -> None:
        """By an edge that the scenario allows, and all units of a side by the same one."""
        unit, course = self.unit, self.riot.course
        possible = self._by_stages(self._edges(self.riot.field.side_of_map("nesw", way.boards)))
        allowed = possible & set(way.edges)
        possible = possible or self._edges(self.riot.field.rim)
        if possible and not allowed:
            self._wrong_edge(clause, possible, way.edges, INSTEAD)
        if not way.one_edge or not allowed:
            return
        so_far = course.edges.get(unit.side) or (self._said_edges() & allowed) or allowed
        common = so_far & allowed
        if common:
            course.edges[unit.side] = common
            self._beside_its_edge(clause, common)
        else:
            self._wrong_edge(clause, allowed, so_far, OTHERS)

    def _wrong_edge(
        self, clause: str, shown: Collection[str], right: Collection[str], how: str
    ) -> None:
        what = f"enters at {self.unit.cell}, by the {_edge(shown)}{how}{_edge(right)}"
        self._find(clause, what, " ".join(sorted(right)), " ".join(sorted(shown)))

    def _said_edges(self) -> frozenset[str]:
        """The edges by which players say that they come, in the phase or just before it."""
        game, since = self.riot.plan.game, self.phase.begin - windows.LATER
        lines = (line for at, line in self.riot.record.lines if since <= at <= self.n)
        return frozenset(edge for line in lines for edge in edges_named(game, line))

    def shows_itself(self) -> bool:
        """8.4.b: whether a unit that was hidden off the boards has to appear, or attacks.

        No more of them come than its force may hide.
        """
        record, unit, n = self.riot.record, self.unit, self.n
        if not self._may_have_hidden():
            return False
        first = (m for m, act in enumerate(record.acts) if act.what == "phase")
        came = {
            act.piece
            for act in record.acts[next(first, 0) if record.from_start else 0 : n + 1]
            if (act.what, act.source) == ("move", FORCE_BOXES[unit.side])
            and act.kind in record.field.side
        }
        force = next((one for one in self.riot.scenario.forces if one.side == unit.side), None)
        house = self.riot.field.building(unit.cell)
        entered = any(self.phase.table(n).enemies(cell, unit.side) for cell in house)
        attacks = self.phase.id == f"{unit.side}_fire" and any(
            unit.key in one.shooters or 0 < one.first - n <= windows.AT_ONCE
            for one in self.riot.attacks
        )
        return bool(force and len(came) <= force.hides) and (entered or attacks)

    def _may_have_hidden(self) -> bool:
        """8.4.d, S.II2.m: whether a unit of the Mob may have been hidden in the building.

        Who hides off the boards keeps a note of the building.
        """
        unit, before = self.unit, self.phase.before
        building = self.riot.field.building(unit.cell)
        fits = unit.size in (GROUP, INDIVIDUAL) or self.riot.plays("ii-2")
        enemies = any(before.enemies(cell, unit.side) for cell in building)
        return unit.side in MOBS and bool(building) and fits and not enemies

    def _drags(self) -> list[Act]:
        """Its drags from this one on."""
        return [act for m, act in self.phase.trails[self.unit.key] if m >= self.n]

    def _beside_its_edge(self, clause: str, common: frozenset[str]) -> None:
        """A unit that is put down at another edge than its side's, and goes on from there.

        It may have come along that edge from a corner.
        """
        drags, field = self._drags(), self.riot.field
        first = drags[0].at
        shown = field.edges[first] if first in field.rim else frozenset()
        if self.riot.record.tidy and len(drags) > 1 and shown and not shown & common:
            what = f"seems to enter at {first}, by the {_edge(shown)}{OTHERS}{_edge(common)}"
            gap = lapse(prices.ANOTHER_WAY)
            self._find(clause, what, " ".join(sorted(common)), " ".join(sorted(shown)), gap)

    def _edges(self, rim: Collection[str]) -> frozenset[str]:
        """The edges by which a unit may have come to its square, by squares of the rim."""
        unit, field, found = self.unit, self.riot.field, set()
        outside = unit._replace(cell="", level=0)
        router = Router(self.phase.table(self.n), outside, open=tuple(field.ground.names))
        for edge in "nesw":
            cells = [cell for cell in rim if edge in field.edges[cell]]
            entry = router.entry(cells, goal=unit.cell) if cells else ()
            if unit.cell in cells or (unit.cell, unit.level) in entry:
                found.add(edge)
        return frozenset(found)

    def _by_stages(self, edges: frozenset[str]) -> frozenset[str]:
        """Of the edges of a unit those that its drags from square to square leave possible."""
        squares, unit = [act.at for act in self._drags()], self.unit
        field, at = self.riot.field, self.phase.table(self.n)
        first = self.phase.table(self.n + 1).unit(unit.key)
        steps = all(there in field.near.get(here, ()) for here, there in pairwise(squares))
        if len(squares) < 2 or not steps or first is None or not self.riot.record.tidy:
            return edges
        everywhere, stand = tuple(field.ground.names), (first.cell, first.level)
        onward = Router(at, first, open=everywhere)
        outside = Router(at, first._replace(cell="", level=0), open=everywhere)
        found = set()
        for edge in edges:
            entry = outside.entry(field.side_of_map(edge))
            if stand in entry:
                rest = onward.allowance - entry.cost(stand)
                found |= {edge} if (unit.cell, unit.level) in onward.reach(rest) else set()
        return frozenset(found) or edges

    def _at_barracks(self, way: Arrival) -> None:
        """II-7: a few Police units a turn enter in their building."""
        turn, arrived = self.phase.turn, self.riot.course.arrived
        area = self.riot.field.area(way.area)
        if not any(act.at in area for act in self._drags()):  # it may go on from there at once
            what = f"enters at {self.unit.cell}, which is outside its area ({way.area})"
            self._find("S.II7.a", what, way.area, self.unit.cell)
        arrived[turn] += 1
        if way.each_turn and arrived[turn] == way.each_turn + 1:
            what = f"more than {way.each_turn} units enter in turn {turn}"
            self.riot.find("S.II7.a", self.unit.side, what, self.n, expected=way.each_turn)

    # --- reinforcements ----------------------------------------------------------------------

    def _reinforces(self) -> None:
        """A unit that nobody bought comes onto the boards."""
        riot, unit, rolled = self.riot, self.unit, self.riot.course.rolled
        scenario, base = riot.scenario.id, riot.plan.base(unit.kind)
        if unit.side == POLICE and scenario == "ii-2" and base == "reserve":
            return
        clause = riot.clause("rolls")
        if not clause or unit.side != MOB:
            if riot.record.from_start:
                self._find("2.3.e", f"comes to {unit.cell}, but nobody bought it")
            return
        if (scenario, base) == ("i-1", "mob_sniper"):
            riot.find("S.I1.h", MOB, "a Sniper comes as a reinforcement", self.n)
        elif (scenario, unit.size) == ("ii-2", "crowd"):
            riot.find(clause, MOB, "a Crowd comes as a reinforcement", self.n)
        elif rolled[base] < 1 and not _began_before(riot):
            left = ", ".join(sorted(+rolled)) or "nothing"
            self._find(clause, "comes, but no roll brought it", left, base)
        rolled[base] -= 1
        self._place_of_reinforcement(clause)

    def _place_of_reinforcement(self, clause: str) -> None:
        riot, unit, at = self.riot, self.unit, self.phase.table(self.n)
        apart = away_from_police(at)
        if riot.plays("ii-2"):
            if unit.cell not in apart or not riot.field.is_building(unit.cell):
                why = "which is not in a building" if unit.cell in apart else "next to Police"
                later = (act.piece for m, act in self.phase.each("move") if m > self.n)
                # Who drags it on at once puts a wrong drop right.
                dropped = not self.phase.tidy and next(later, "") == unit.key
                expected = "a building area that is not beside Police"
                gap = unless(not dropped, prices.ANOTHER_WAY)
                self._find(clause, f"appears in {unit.cell}, {why}", expected, unit.cell, gap)
            return
        possible = self._edges(riot.field.rim)
        edges = frozenset("ew") if riot.plays("i-1") else frozenset("nesw")
        if possible and not possible & edges:
            self._wrong_edge(clause, possible, edges, INSTEAD)
        near = riot.plays("ii-6") and unit.cell not in apart
        if near and not self._edges(riot.field.rim & apart):
            self._find(clause, f"enters at {unit.cell}, next to Police")

    # --- sewers --------------------------------------------------------------------------------

    def descends(self) -> None:
        """S.II2.d: Punks and individuals in buildings, out of the sight of Police, go down."""
        unit, at = self.unit, self.phase.table(self.n)
        self.riot.course.sewers[unit.key] = (self.phase.turn, self.riot.field.board(unit.cell))
        goes = "goes into the sewers"
        if unit.side not in MOBS or unit.size not in (GROUP, INDIVIDUAL):
            self._find("S.II2.d", goes)
        elif not self.riot.field.is_building(unit.cell):
            self._find("S.II2.d", f"{goes} from the street", "a building", unit.cell)
        elif any(View(at).between(one, unit).clear for one in at.of(POLICE)):
            self._find("S.II2.d", f"{goes} in the sight of Police")

    def _ascends(self) -> None:
        """S.II2.d, S.II2.p: two turns later, in a building of the same board."""
        turn, board = self.riot.course.sewers.pop(self.unit.key, (None, ""))
        cell, field, leaves = self.unit.cell, self.riot.field, "leaves the sewers"
        if turn is None:
            return
        if self.phase.turn < turn + UNDER:
            self._find("S.II2.d", f"{leaves} too early", turn + UNDER, self.phase.turn)
        elif not field.is_building(cell):
            self._find("S.II2.d", f"{leaves} in the street", "a building", cell)
        elif field.board(cell) != board:
            self._find("S.II2.p", f"{leaves} on the other board", board, cell)


def _edge(edges: Iterable[str]) -> str:
    """`north edge`, `north, east or west edge`."""
    *others, last = [EDGES[one] for one in "nesw" if one in edges]
    return f"{', '.join(others)} or {last} edge" if others else f"{last} edge"


# --- rolls for reinforcements ------------------------------------------------------------------


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


def away_from_police(position: Position) -> frozenset[str]:
    """The squares that neither hold Police nor lie beside some."""
    near, police = position.field.near, {unit.cell for unit in position.of(POLICE)}
    return frozenset(cell for cell, around in near.items() if not police & {cell, *around})


def _roll(phase: Phase, n: int, act: Act, riot: Riot) -> None:
    """A roll on the table: once in each Mob player-turn, from some turn on."""
    course, clause, turn = riot.course, riot.clause("rolls"), phase.turn
    begins = riot.scenario.attributes["reinforced_from"]
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
    came = [n for n, act in phase.each("level") if act.kind == BOTTLES and act.rises]
    if came and min(phase.after.level(BOTTLES), later) > before:
        what = "Molotovs come as a reinforcement"
        observed = phase.after.level(BOTTLES)
        riot.find("S.I1.h", MOB, what, came[0], came[-1], expected=before, observed=observed)


def _began_before(riot: Riot) -> bool:
    """Whether the turn began before the log, and perhaps its roll was made there."""
    return not riot.record.from_start and riot.turn.first == 0
