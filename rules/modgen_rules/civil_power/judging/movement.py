"""4.*: the Movement phase of a side: how far each unit went, what it entered, who stands where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from modgen_rules.civil_power.judging.movement_end import Moved, MovementEnd
from modgen_rules.civil_power.law.levels import AGITATOR
from modgen_rules.civil_power.law.plan import (
    ABOARD,
    CROWD,
    FORCE_BOXES,
    GROUP,
    LEFT_BOXES,
    LOST_BOXES,
    MOBS,
    VEHICLE,
    VEHICLE_BOX,
)
from modgen_rules.civil_power.law.routes import HELICOPTER, PASSED, TV, Stand, Way
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.phases import Phase, passed
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import lapse, unless
from modgen_rules.engine.reports.findings import plural

SUPPLY = "pool_"
"""How the ids of the boxes of supplies begin."""
REINFORCED = ("i-1", "i-2", "ii-2", "ii-6")
"""Scenarios in which units come that nobody bought."""
DONUT = "donut"
"""The face of the Vehicle that is a Donut Wagon."""
STRIPS = frozenset({"barricade", "barrier"})
"""The features that units come over with less force (6.2.b)."""
TOLD = {
    "4.0.a": "needs {cost:g} movement points and has only {most}",
    "4.2.c": "needs {cost:g} movement points with the stairs and has only {most}",
    "4.0.b": "goes to a square that it cannot reach",
    "4.0.c": "moves diagonally",
    "4.0.d": "goes on from a square with an enemy unit",
    "4.0.e": "has fired and enters a square with an enemy unit",
    "4.2.a": "enters a building",
    "4.2.h": "goes above the second level",
    "4.3.a": "moves through another Crowd",
    "5.2.a": "is suppressed and enters a square with an enemy unit",
    "6.5.f": "enters a square with a Fire",
    "8.12.a": "crosses an obstacle that Vehicles cannot cross",
    "8.12.b": "enters a square with an enemy Group or Crowd",
    "8.7": "moves, but a Donut Wagon never moves",
    "S.I1.a": "enters a building, which is not allowed in this scenario",
    "S.II2.e": "enters a building",
}
WRONG_DROPS = 2
"""So many drags of a unit in an untidy record may show no more than a wrong drop."""
TOO_FAR = ("4.0.a", "4.2.c")
"""The clauses of moves that cost too much."""


def crosses(at: Position, cell: str, end: str, strips: frozenset[str]) -> bool | None:
    """Whether a step crosses a Barricade; None for a diagonal step past one, which is open.

    `strips` are the sides of the square `end` that have one.
    """
    if at.field.side_between(cell, end):
        return bool(at.crosses(cell, end) & STRIPS)
    return None if strips else False


def judge(phase: Phase, riot: Riot) -> str:
    """A Movement phase."""
    return Movement(phase, riot).judge()


@dataclass
class Movement(MovementEnd):
    """Judges the Movement phase of a side."""

    entered: int = 0

    def judge(self) -> str:
        """Every unit that was moved, then what must hold at the end."""
        moved = self._moved()
        for one in moved.values():
            self._unit(one, moved)
        self._dismounts(moved)
        self._stacks()
        self._upstairs()
        went = sum(one.acts[-1][1].at in self.riot.field.ground.names for one in moved.values())
        parts = [f"{plural(went, 'unit')} moved"] if went else []
        return "; ".join([*parts, *([f"{self.entered} of them entered"] if self.entered else [])])

    def _moved(self) -> dict[str, Moved]:
        """The units of the side that were dragged or changed level, each with its drags."""
        found: dict[str, Moved] = {}
        side, sides, turn = self.phase.side, self.riot.field.side, self.riot.turn
        strayed = turn.stray_acts if turn else ()
        for n, act in self.phase.each("move"):
            if sides.get(act.kind) == side and n not in strayed:
                found.setdefault(act.piece, Moved(act.piece)).acts.append((n, act))
        return found

    # --- one unit ----------------------------------------------------------------------------

    def _unit(self, moved: Moved, others: dict[str, Moved]) -> None:
        key, names = moved.key, self.riot.field.ground.names
        before, after = self.phase.before, self.phase.table(moved.last + 1)
        source, target = before.place(key), after.place(key)
        come, gone = target.partition("@")[0] in names, source.partition("@")[0] in names
        if come and ABOARD in after.conditions.get(key, frozenset()):
            return
        if gone and come:
            self._goes(moved, others)
        elif come and source in LEFT_BOXES.values():
            self.riot.find(
                "4.0.g", self.phase.side, f"{self._name(moved)} comes back to {target}", moved.last
            )
        elif gone and target in LEFT_BOXES.values():
            self._leaves(moved)
        elif come and source not in LOST_BOXES.values() and self._may_come(source):
            self._enters(moved, others)

    def _may_come(self, source: str) -> bool:
        """Whether units come from a place: others speak of those that nobody bought (2.3.e)."""
        riot = self.riot
        if source.startswith(VEHICLE_BOX):
            return False  # 8.12.f: it gets out of a Vehicle
        waits = source in FORCE_BOXES.values() or not source.startswith(SUPPLY)
        return waits or not riot.record.from_start or riot.plays(*REINFORCED)

    def _goes(self, moved: Moved, others: dict[str, Moved]) -> None:
        """A move on the map: the cheapest legal way, else the way that breaks least."""
        before = self.phase.before
        unit = before.units[moved.key]
        target = self.phase.table(moved.last + 1).unit(moved.key)
        if target is None or (unit.cell, unit.level) == (target.cell, target.level):
            return
        outside = target.level and not self.riot.field.is_building(target.cell)
        goal = (target.cell, 0 if outside else target.level)
        way = self._best(moved, unit, goal, others)
        if way.legal:
            self._alone(moved, unit, way)
            self._stopped(moved, unit)
            if self.phase.after.enemies(target.cell, unit.side):
                self._approach(moved, unit, goal, others)
                if unit.face == "mounted" and (cell := self._through(moved, unit, goal, others)):
                    self.riot.through[moved.key] = cell
            self.riot.started[moved.key] = unit.cell
            return
        dismounted = unit.kind == "line" and target.face != unit.face
        if dismounted:
            way = self._best(moved, unit._replace(face=target.face), goal, others)
        if not way.legal:
            self._tell(moved, unit, way, target)

    def _stopped(self, moved: Moved, unit: Unit) -> None:
        """4.0.d, 6.5.f: a unit that was put down among enemies or in a Fire and went on.

        Among enemies it may be a wrong drop.
        """
        before = self.phase.before
        burning = [
            one
            for one in passed(self.riot.field, moved.drags)
            if one in before.fires and one in self.phase.after.fires
        ]
        if burning and unit.kind != HELICOPTER:
            what = f"{self._name(moved)} goes through {burning[0]}, where a Fire burns"
            self.riot.find(
                "6.5.f",
                unit.side,
                what,
                moved.first,
                moved.last,
                unless(self.phase.record.tidy, prices.MOVED),
            )
            return
        if unit.size == VEHICLE and unit.kind != HELICOPTER and self._driven(moved, unit):
            return
        for n, act in moved.acts[:-1] if self.phase.record.tidy and unit.kind not in TV else ():
            left = act.at not in (unit.cell, moved.acts[-1][1].at)  # not up or down the stairs
            if left and act.at in before.against(unit.side, PASSED):
                what = f"{self._name(moved)} goes on from {act.at}, where an enemy unit is"
                self.riot.find(
                    "4.0.d",
                    unit.side,
                    what,
                    n,
                    moved.last,
                    lapse(prices.ANOTHER_WAY),
                    act.at,
                    self.phase.after.place(moved.key),
                )
                return

    def _driven(self, moved: Moved, unit: Unit) -> bool:
        """8.12.a, 8.12.b: a Vehicle that was dragged over a Barrier or through enemies.

        It could have gone round. Dragged square by square on a direct way it shows where it went.
        """
        field, tidy = self.riot.field, self.phase.record.tidy
        shown = bool(passed(field, moved.drags))
        stepwise = all(act.at in field.near.get(act.origin, ()) for act in moved.drags)
        told = stepwise and len(moved.acts) > (1 if tidy else WRONG_DROPS)
        for n, act in moved.acts if told else ():
            at = self.phase.table(n)
            walled = self._router(at, unit).walled(act.origin, act.at)
            held = n != moved.last and any(
                one.size in (GROUP, CROWD) for one in at.enemies(act.at, unit.side)
            )
            if walled or held:
                clause = "8.12.a" if walled else "8.12.b"
                self.riot.find(
                    clause,
                    unit.side,
                    f"{self._name(moved)}, on its way from {act.origin} to {act.at}, "
                    f"{TOLD[clause]}",
                    n,
                    moved.last,
                    unless(tidy and shown, prices.MOVED),
                )
                return True
        return False

    def _alone(self, moved: Moved, unit: Unit, way: Way) -> None:
        """8.14.2.b: half the allowance for Groups and Crowds of the Mob that see no friend."""
        mob = self.phase.side in MOBS and unit.size in (GROUP, CROWD)
        if not mob or not self.riot.in_force("8.14.2.b"):
            return
        most = -(-self.riot.plan.allowance(unit.kind, unit.face) // 2)
        if way.cost <= most:
            return
        before = self.phase.before
        if not _sees_friends(before, moved.key):
            on_its_way = (moved.first, *(n + 1 for n, _ in moved.acts))
            ambush = any(one.hidden and one.side == unit.side for one in before.units.values())
            sure = (
                self.phase.tidy
                and not ambush
                and not any(_sees_friends(self.phase.table(n), moved.key) for n in on_its_way)
            )
            what = (
                f"{self._name(moved)} sees no friendly unit and moves more than half its allowance"
            )
            self.riot.find(
                "8.14.2.b",
                unit.side,
                what,
                moved.first,
                moved.last,
                unless(sure, prices.MOVED),
                most,
                f"{way.cost:g}",
            )

    def _best(self, moved: Moved, unit: Unit, goal: Stand, others: dict[str, Moved]) -> Way:
        """The way at the moment of the last drag, or else when those who moved are out of it.

        Where people try out moves, the order in which units of a phase are dragged binds nobody.
        """
        at = self.phase.table(moved.last)
        way = self._router(at, unit).explain(goal)
        if way.legal:
            return way
        if self.phase.record.orderly and self.phase.certain:
            passing = self._router(at, unit, self._in_passing(moved, at, others)).explain(goal)
            return passing if passing.legal else way
        free = self._cleared(moved, others)
        loose = self._router(self.phase.before, unit, free).explain(goal)
        return loose if loose.legal else way

    def _in_passing(self, moved: Moved, at: Position, others: dict[str, Moved]) -> frozenset[str]:
        """The squares in which other units of the side were put down at a moment, only to go on.

        A Crowd that stays there is in the way all the same.
        """
        before, after = self.phase.before, self.phase.after
        passing = {
            key: at.place(key)
            for key in others
            if key != moved.key and at.place(key) not in (before.place(key), after.place(key))
        }
        return frozenset(
            cell
            for cell in (place.partition("@")[0] for place in passing.values())
            if not any(
                unit.key not in passing and unit.key != moved.key
                for unit in at.at(cell, self.phase.side)
                if unit.size == CROWD
            )
        )

    def _cleared(self, moved: Moved, others: dict[str, Moved]) -> frozenset[str]:
        """The squares from which, or to which, other units of the side went in this phase.

        Where one of them stands at the moment and goes on later, it stops only in passing.
        """
        before, after = self.phase.before, self.phase.after
        now = self.phase.table(moved.last)
        ends = {
            state.place(key).partition("@")[0]
            for key in others
            if key != moved.key
            for state in (before, now, after)
        }
        return frozenset(
            cell
            for cell in ends
            if not any(
                unit.key not in others
                for unit in before.at(cell, self.phase.side)
                if unit.size == CROWD
            )
        )

    def _tell(self, moved: Moved, unit: Unit, way: Way, target: Unit) -> None:
        """Note the first clause that a move breaks, the heaviest first."""
        clause = "8.7" if unit.face == DONUT else way.breaks[0]
        most = self.riot.plan.allowance(unit.kind, unit.face)
        stairs = sum(here[1] != there[1] for here, there in pairwise(way.stands))
        without = way.cost - stairs * self._router(self.phase.before, unit).stairs
        if clause == "4.0.a" and stairs and without <= most:
            clause = "4.2.c"
        if clause == "4.0.a" and self._cuts_corner(moved, unit):
            clause = "4.0.c"
        if clause == "4.0.c" and self._through_enemies(moved, unit):
            clause = "4.0.d"
        what = TOLD[clause].format(cost=way.cost, most=most)
        name = self.riot.name(unit.kind)
        self.riot.find(
            clause,
            self.phase.side,
            f"{name}, on its way from {_stand(unit)} to {_stand(target)}, {what}",
            moved.first,
            moved.last,
            expected=most if clause in TOO_FAR else "",
            observed=f"{way.cost:g}" if clause in TOO_FAR else "",
        )

    def _cuts_corner(self, moved: Moved, unit: Unit) -> bool:
        """4.0.c: whether a Crowd was dragged from square to square, and once past a corner."""
        where, drags = self.riot.field, moved.drags
        shown = unit.size == CROWD and len(drags) <= self.riot.plan.allowance(unit.kind, unit.face)
        near = all(act.at in where.near.get(act.origin, ()) for act in drags)
        return shown and near and any(act.at not in where.beside[act.origin] for act in drags)

    def _through_enemies(self, moved: Moved, unit: Unit) -> bool:
        """Whether a unit was dragged straight from square to square through one with enemies."""
        straight = all(act.at in self.riot.field.beside[act.origin] for act in moved.drags)
        held = self.phase.before.against(unit.side, PASSED)
        return straight and any(act.at in held for act in moved.drags[:-1])

    def _approach(self, moved: Moved, unit: Unit, goal: Stand, others: dict[str, Moved]) -> None:
        """Remember from where a unit came into its square, as far as that is certain."""
        riot, where = self.riot, self.riot.field
        drop = moved.acts[-1][1].origin
        near = drop in where.near[goal[0]]
        at = self.phase.table(moved.last)
        # Dragged square by square, and not put down beside its way, a unit shows its way.
        direct = len(moved.acts) <= max(where.away(unit.cell, goal[0]), 1)
        stepped = near and len(moved.acts) > 1 and direct and self.phase.tidy
        near &= direct
        strips = riot.plan.strips_at(at.strips, goal[0], where)
        last = frozenset({drop})
        if not near or (strips and not stepped):
            last = self._router(at, unit).onto(goal)
            if not (self.phase.record.orderly and self.phase.certain):
                free = self._cleared(moved, others)
                last |= self._router(self.phase.before, unit, free).onto(goal)
            last -= {goal[0]}
        if near or len(last) == 1:
            riot.came[moved.key] = drop if near else next(iter(last))
        over = {crosses(at, cell, goal[0], strips) for cell in last}
        if len(over) == 1 and None not in over:
            riot.over[moved.key] = bool(over.pop())

    def _through(self, moved: Moved, unit: Unit, goal: Stand, others: dict[str, Moved]) -> str:
        """8.5.b: a square with Police through which a unit certainly rode, or nothing."""
        before, after = self.phase.before, self.phase.after
        stay = frozenset(
            one.cell
            for one in before.of(unit.side)
            if one.key not in others or before.place(one.key) == after.place(one.key)
        ) - {unit.cell, goal[0]}
        if shown := passed(self.riot.field, moved.drags):
            return next((cell for cell in shown if cell in stay), "")
        router = self._router(before, unit, self._cleared(moved, others))
        way = router.explain(goal)
        around = replace(router, clear_of=stay, _steps={}).explain(goal)
        if not way.legal or around.legal:
            return ""
        return next((cell for cell, _ in way.stands if cell in stay), "")

    def _enters(self, moved: Moved, others: dict[str, Moved]) -> None:
        """A unit that comes onto the map pays for its way from the edge."""
        at = self.phase.table(moved.last + 1)
        unit = at.unit(moved.key)
        self.entered += 1
        if unit is None or unit.hidden or self.riot.plays("ii-2", "ii-7"):
            return
        rim = sorted(at.field.rim)
        free = self._cleared(moved, others)
        outside = unit._replace(cell="", level=0)
        router = self._router(self.phase.table(moved.last), outside, free)
        way = router.explain_entry(rim, (unit.cell, unit.level))
        if way.legal:
            return
        clause, name = way.breaks[0], self._name(moved)
        if clause in ("4.0.a", "4.0.b"):
            what = f"{name} enters at {unit.cell}, farther from every edge than it can move"
            self.riot.find(
                "4.0.a", self.phase.side, what, moved.first, moved.last, expected=router.allowance
            )
        else:
            what = TOLD[clause].format(cost=way.cost, most=router.allowance)
            self.riot.find(
                clause,
                self.phase.side,
                f"{name} comes to {_stand(unit)} from an edge and {what}",
                moved.first,
                moved.last,
            )

    def _leaves(self, moved: Moved) -> None:
        """A unit that leaves the map must be able to reach an edge."""
        unit = self.phase.before.units.get(moved.key)
        self.riot.gone[moved.key] = "left"
        if unit is None:
            return
        reach = self._router(self.phase.table(moved.last), unit).reach(
            self.riot.plan.allowance(unit.kind, unit.face)
        )
        if not any(cell in self.riot.field.rim for cell, _ in reach):
            what = f"{self._name(moved)} leaves the map from {unit.cell}, "
            what += "from where it cannot reach an edge"
            self.riot.find("4.0.a", self.phase.side, what, moved.first, moved.last)

    def _name(self, moved: Moved) -> str:
        return self.riot.name(moved.acts[0][1].kind)


def _sees_friends(position: Position, key: str) -> bool:
    """8.14.2.b: whether a unit sees a Group or Crowd of its side, or an Agitator."""
    unit, view = position.unit(key), View(position)
    return unit is None or any(
        one.cell == unit.cell or view.between(unit, one).clear
        for one in position.of(unit.side)
        if one.key != key and (one.size in (GROUP, CROWD) or one.kind.startswith(AGITATOR))
    )


def _stand(unit: Unit) -> str:
    """A unit's square and level in words."""
    return f"{unit.cell}, second level" if unit.level else unit.cell
