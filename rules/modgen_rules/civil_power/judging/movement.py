"""4.*, 8.5: a Movement phase: how far each unit went, what it entered, who stands where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise, product

from modgen_rules.civil_power.law.levels import AGITATOR
from modgen_rules.civil_power.law.plan import (
    ABOARD,
    CROWD,
    FORCE_BOXES,
    GROUP,
    LEFT_BOXES,
    LOST_BOXES,
    MOBS,
    SUPPRESSED,
    UPSTAIRS,
    VEHICLE,
    VEHICLE_BOX,
)
from modgen_rules.civil_power.law.routes import HELICOPTER, PASSED, TV, Router, Stand, Way
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.law.tables import table
from modgen_rules.civil_power.reading.phases import Phase, passed
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse, unless
from modgen_rules.engine.reports.findings import plural

BOXES = (*LOST_BOXES.values(), *LEFT_BOXES.values())
SUPPLY = "pool_"
"""How the ids of the boxes of supplies begin."""
REINFORCED = ("i-1", "i-2", "ii-2", "ii-6")
"""Scenarios in which units come that nobody bought."""
DONUT = "donut"
"""The face of the Vehicle that is a Donut Wagon."""
STRIPS = frozenset({"barricade", "barrier"})
"""The features that units come over with less force (6.2.b)."""
TOLD = {clause: row["told"] for clause, row in table("moves").items()}
"""What a unit does that breaks a clause, as messages say it."""
RULING = "limits-on-two-levels"
TOO_FAR = ("4.0.a", "4.2.c")
"""The clauses of moves that cost too much."""


def crosses(at: Position, cell: str, end: str, strips: frozenset[str]) -> bool | None:
    """Whether a step crosses a Barricade; None for a diagonal step past one, which is open.

    `strips` are the sides of the square `end` that have one.
    """
    if at.field.side_between(cell, end):
        return bool(at.crosses(cell, end) & STRIPS)
    return None if strips else False


@dataclass
class Moved:
    """What one unit did in the phase: its drags, and where it was before and after."""

    key: str
    name: str
    acts: list[tuple[int, Act]]

    @property
    def first(self) -> int:
        """The number of its first drag."""
        return self.acts[0][0]

    @property
    def drags(self) -> list[Act]:
        """Its drags."""
        return [act for _, act in self.acts]

    @property
    def last(self) -> int:
        """The number of its last drag."""
        return self.acts[-1][0]


def judge(phase: Phase, riot: Riot) -> str:
    """A Movement phase."""
    return Movement(phase, riot).judge()


@dataclass
class Movement:
    """Judges the Movement phase of a side."""

    phase: Phase
    riot: Riot
    entered: int = 0
    charged: set[str] = field(default_factory=set)
    """The units that went to enemies."""

    def judge(self) -> str:
        """Every unit that was moved, then what must hold at the end."""
        moved = self._moved()
        for one in moved.values():
            self._unit(one, moved)
        for keys in self.riot.one_fired:
            if keys <= self.charged:
                last = max((moved[key] for key in keys), key=lambda one: one.last)
                what = f"{last.name} and others enter squares with enemies, but one has attacked"
                self._find("4.0.e", last, what)
        _dismounts(self.phase, self.riot, moved)
        if self.phase.finished:
            _stacks(self.phase, self.riot)
        _upstairs(self.phase, self.riot)
        went = sum(one.drags[-1].at in self.riot.field for one in moved.values())
        parts = [f"{plural(went, 'unit')} moved"] if went else []
        return "; ".join([*parts, *([f"{self.entered} of them entered"] if self.entered else [])])

    def _moved(self) -> dict[str, Moved]:
        """The units of the side that were dragged or changed level, each with its drags."""
        found: dict[str, Moved] = {}
        for key, trail in self.phase.trails.items():
            kind, strayed = trail[0][1].kind, self.riot.turn.stray_acts
            acts = [(n, act) for n, act in trail if n not in strayed]
            if acts and self.riot.field.side.get(kind) == self.phase.side:
                found[key] = Moved(key, self.riot.name(kind), acts)
        return found

    def _find(
        self,
        clause: str,
        moved: Moved,
        what: str,
        gap: float = CERTAIN,
        expected: object = "",
        observed: object = "",
        first: int = -1,
    ) -> None:
        """Note what is wrong with what a unit did, from its first drag or a later one on."""
        begin = moved.first if first < 0 else first
        self.riot.find(clause, self.phase.side, what, begin, moved.last, gap, expected, observed)

    # --- one unit ----------------------------------------------------------------------------

    def _unit(self, moved: Moved, others: dict[str, Moved]) -> None:
        key = moved.key
        before, after = self.phase.before, self.phase.table(moved.last + 1)
        source, target = before.place(key), after.place(key)
        come, gone = (one in self.riot.field for one in (target, source))
        if come and ABOARD in after.conditions.get(key, frozenset()):
            return
        if gone and come:
            self._goes(moved, others)
        elif gone and target in LEFT_BOXES.values():
            self._leaves(moved)
        elif come and self._may_come(source):
            self._enters(moved, others)

    def _may_come(self, source: str) -> bool:
        """Whether units come from a place: others speak of those that nobody bought (2.3.e)."""
        riot = self.riot
        if source.startswith(VEHICLE_BOX) or source in BOXES:
            return False  # 8.12.f: it gets out of a Vehicle; who is lost or left comes back
        waits = source in FORCE_BOXES.values() or not source.startswith(SUPPLY)
        return waits or not riot.record.from_start or riot.plays(*REINFORCED)

    def _goes(self, moved: Moved, others: dict[str, Moved]) -> None:
        """A move on the map: the cheapest legal way, else the way that breaks least."""
        unit = self.phase.before.units[moved.key]
        target = self.phase.table(moved.last + 1).unit(moved.key)
        if target is None or (unit.cell, unit.level) == (target.cell, target.level):
            return
        outside = target.level and not self.riot.field.is_building(target.cell)
        goal = (target.cell, 0 if outside else target.level)
        way = self._best(moved, unit, goal, others)
        if not way.legal:
            if unit.kind == "line" and target.face != unit.face:
                way = self._best(moved, unit._replace(face=target.face), goal, others)
            if not way.legal:
                self._tell(moved, unit, way, target)
            return
        self._alone(moved, unit, way)
        self._stopped(moved, unit)
        if self.phase.after.enemies(target.cell, unit.side):
            self.charged.add(moved.key)
            self._approach(moved, unit, goal, others)
            if unit.face == "mounted" and (cell := self._through(moved, unit, goal, others)):
                self.riot.through[moved.key] = cell
        self.riot.started[moved.key] = unit.cell

    def _stopped(self, moved: Moved, unit: Unit) -> None:
        """4.0.d, 6.5.f, 8.12: a unit that was put down where it may not go on, and went on.

        It could have gone round: a wrong drop, unless it was dragged square by square.
        """
        phase, where, tidy = self.phase, self.riot.field, self.phase.record.tidy
        before, drives = phase.before, unit.size == VEHICLE and unit.kind != HELICOPTER
        shown = passed(where, moved.drags)
        fires = before.fires.keys() & phase.after.fires.keys() & {*shown}
        if fires and unit.kind != HELICOPTER:
            cell = next(one for one in shown if one in fires)
            what = f"{moved.name} goes through {cell}, where a Fire burns"
            self._find("6.5.f", moved, what, unless(tidy, prices.MOVED))
            return
        stepwise = all(act.at in where.near.get(act.origin, ()) for act in moved.drags)
        told = drives and stepwise and len(moved.acts) > (1 if tidy else windows.SLIPS)
        for n, act in moved.acts if told else ():
            walled = self._router(phase.table(n), unit).walled(act.origin, act.at)
            people = (
                one.size in (GROUP, CROWD) for one in phase.table(n).enemies(act.at, unit.side)
            )
            if walled or (n != moved.last and any(people)):
                clause = "8.12.a" if walled else "8.12.b"
                what = f"{moved.name}, on its way from {act.origin} to {act.at}, {TOLD[clause]}"
                self._find(clause, moved, what, unless(tidy and shown, prices.MOVED), first=n)
                return
        for n, act in moved.acts[:-1] if tidy and unit.kind not in TV else ():
            left = act.at not in (unit.cell, moved.drags[-1].at)  # not up or down the stairs
            if left and act.at in before.against(unit.side, PASSED):
                what = f"{moved.name} goes on from {act.at}, where an enemy unit is"
                gap, end = lapse(prices.ANOTHER_WAY), phase.after.place(moved.key)
                self._find("4.0.d", moved, what, gap, act.at, end, n)
                return

    def _alone(self, moved: Moved, unit: Unit, way: Way) -> None:
        """8.14.2.b: half the allowance for Groups and Crowds of the Mob that see no friend."""
        mob = self.phase.side in MOBS and unit.size in (GROUP, CROWD)
        most = -(-self.riot.plan.allowance(unit.kind, unit.face) // 2)
        before = self.phase.before
        if not mob or way.cost <= most or not self.riot.in_force("8.14.2.b"):
            return
        if not _sees_friends(before, moved.key):
            on_its_way = (moved.first, *(n + 1 for n, _ in moved.acts))
            ambush = any(one.hidden and one.side == unit.side for one in before.units.values())
            met = any(_sees_friends(self.phase.table(n), moved.key) for n in on_its_way)
            gap = unless(self.phase.tidy and not ambush and not met, prices.MOVED)
            what = f"{moved.name} sees no friendly unit and moves more than half its allowance"
            self._find("8.14.2.b", moved, what, gap, most, f"{way.cost:g}")

    def _router(self, at: Position, unit: Unit, free: frozenset[str] = frozenset()) -> Router:
        return _router_of(self.phase, self.riot, at, unit, free)

    @property
    def _in_order(self) -> bool:
        """Whether units are dragged in the order in which they move.

        Where people try out moves, the order of the drags of a phase binds nobody.
        """
        return self.phase.record.orderly and self.phase.certain

    def _best(self, moved: Moved, unit: Unit, goal: Stand, others: dict[str, Moved]) -> Way:
        """The way at the moment of the last drag, or else when those who moved are out of it."""
        at = self.phase.table(moved.last)
        way = self._router(at, unit).explain(goal)
        if way.legal:
            return way
        if self._in_order:
            router = self._router(at, unit, self._in_passing(moved, at, others))
        else:
            router = self._router(self.phase.before, unit, self._cleared(moved, others))
        other = router.explain(goal)
        return other if other.legal else way

    def _in_passing(self, moved: Moved, at: Position, others: dict[str, Moved]) -> frozenset[str]:
        """The squares in which other units of the side were put down at a moment, only to go on.

        A Crowd that stays there is in the way all the same.
        """
        ends = (self.phase.before, self.phase.after)
        passing = {
            key
            for key in others.keys() - {moved.key}
            if at.place(key) not in [one.place(key) for one in ends]
        }
        return self._free((at.place(key) for key in passing), at, {moved.key, *passing})

    def _cleared(self, moved: Moved, others: dict[str, Moved]) -> frozenset[str]:
        """The squares from which, or to which, other units of the side went in this phase.

        Where one of them stands at the moment and goes on later, it stops only in passing.
        """
        tables = (self.phase.before, self.phase.table(moved.last), self.phase.after)
        keys = others.keys() - {moved.key}
        places = (one.place(key) for key in keys for one in tables)
        return self._free(places, self.phase.before, others)

    def _free(self, places: Iterable[str], at: Position, moving: Collection[str]) -> frozenset[str]:
        """The squares of some places in which no Crowd of the side stays but those that move."""
        return frozenset(
            cell
            for cell in {place.partition("@")[0] for place in places}
            if not any(
                one.size == CROWD and one.key not in moving for one in at.at(cell, self.phase.side)
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
        # Dragged from square to square, it shows its way.
        where, drags = self.riot.field, moved.drags
        straight = all(act.at in where.beside.get(act.origin, ()) for act in drags)
        near = all(act.at in where.near.get(act.origin, ()) for act in drags)
        if clause == "4.0.a" and unit.size == CROWD and len(drags) <= most:
            clause = "4.0.c" if near and not straight else clause
        held = self.phase.before.against(unit.side, PASSED)
        if clause == "4.0.c" and straight and any(act.at in held for act in drags[:-1]):
            clause = "4.0.d"
        what = f"{moved.name}, on its way from {_stand(unit)} to {_stand(target)}, "
        what += TOLD[clause].format(cost=way.cost, most=most)
        numbers = (most, f"{way.cost:g}") if clause in TOO_FAR else ("", "")
        self._find(clause, moved, what, CERTAIN, *numbers)

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
        strips = at.strips_at(goal[0])
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
        outside, free = unit._replace(cell="", level=0), self._cleared(moved, others)
        router = self._router(self.phase.table(moved.last), outside, free)
        way = router.explain_entry(sorted(at.field.rim), (unit.cell, unit.level))
        if not way.legal and way.breaks[0] in ("4.0.a", "4.0.b"):
            what = f"{moved.name} enters at {unit.cell}, farther from every edge than it can move"
            rolled = unit.side in MOBS and moved.drags[0].source not in FORCE_BOXES.values()
            clause = (rolled and self.riot.clause("rolls")) or "4.0.a"
            self._find(clause, moved, what, expected=router.allowance)
        elif not way.legal:
            why = TOLD[way.breaks[0]].format(cost=way.cost, most=router.allowance)
            what = f"{moved.name} comes to {_stand(unit)} from an edge and {why}"
            self._find(way.breaks[0], moved, what)

    def _leaves(self, moved: Moved) -> None:
        """A unit that leaves the map must be able to reach an edge."""
        unit = self.phase.before.units.get(moved.key)
        self.riot.gone[moved.key] = "left"
        reach = self._router(self.phase.table(moved.last), unit).reach() if unit else ()
        if unit and not any(cell in self.riot.field.rim for cell, _ in reach):
            what = (
                f"{moved.name} leaves the map from {unit.cell}, from where it cannot reach an edge"
            )
            self._find("4.0.a", moved, what)


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


def _router_of(
    phase: Phase, riot: Riot, at: Position, unit: Unit, free: frozenset[str] = frozenset()
) -> Router:
    """The ways of a unit as it was when the phase began, with the others of a moment."""
    here = at.unit(unit.key)
    conditions = (here or unit).conditions - {SUPPRESSED} | (unit.conditions & {SUPPRESSED})
    return Router(at, unit._replace(conditions=conditions), unit.key in riot.fired, free)


# --- the end of the phase -----------------------------------------------------------------------


def _dismounts(phase: Phase, riot: Riot, moved: Mapping[str, Moved]) -> None:
    """8.5.a: mounted squads dismount before they move, and never mount again."""
    for n, act in phase.each("face"):
        if act.kind != "line" or riot.field.side["line"] != phase.side:
            continue
        begun, ended = (at.pieces[act.piece].face for at in (phase.before, phase.after))
        went = moved.get(act.piece)
        if act.target == ended == "mounted" and phase.table(n).unit(act.piece):
            riot.find("8.5.a", phase.side, "a Line squad mounts in mid-game", n)
        elif (begun, act.target, ended) == ("mounted", "foot", "foot") and went and went.first < n:
            what = "a mounted squad dismounts after it has moved"
            riot.find("8.5.a", phase.side, what, n)


def _stacks(phase: Phase, riot: Riot) -> None:
    """4.1, 4.3.b: who stands together when the movement is over."""
    before, after, side = phase.before, phase.after, phase.side
    for cell, size in product(sorted(after.present), after.plan.limited):
        mine = [unit for unit in after.at(cell, side) if unit.size == size]
        enemy = any(unit.kind not in TV for unit in after.enemies(cell, side))
        most = after.plan.most(size, enemy)
        if len(mine) <= most:
            continue
        if any(all(_shut_in(phase, riot, unit, at) for unit in mine) for at in (before, after)):
            continue
        were = {unit.key for unit in before.at(cell, side) if unit.size == size}
        now = {unit.key for unit in mine}
        clause = "4.1.b" if size == GROUP else "4.1.c"
        if len(were) > most and now <= were:
            clause = riot.overstacked.pop(cell, "5.4.3.g")
            if now <= riot.told_full:
                continue  # it was overfull before, and nobody retreated there
        riot.told_full |= now
        levels = [sum(unit.level == level for unit in mine) for level in (0, 1)]
        riot.find(
            clause,
            side,
            f"{len(mine)} {'Groups' if size == GROUP else 'Crowds'} are in {cell}, "
            f"but at most {most} may stay",
            _last_into(phase, cell),
            phase.last,
            CERTAIN,
            most,
            len(mine),
            "" if max(levels) > most else RULING,
        )


def _shut_in(phase: Phase, riot: Riot, unit: Unit, at: Position) -> bool:
    """Whether a unit has no square to go to with room for it and without enemies or Gas.

    The order in which others of its side move is free, so `at` is the table before or after.
    """
    here = phase.before.units.get(unit.key)
    if here is None or here.cell != unit.cell:
        return False
    router = replace(_router_of(phase, riot, at, here), clear_of=frozenset(at.gas))
    for cell, _ in router.reach():
        alike = [one for one in at.at(cell, unit.side) if one.size == unit.size]
        room = len(alike) < at.plan.most(unit.size) and cell not in at.gas
        if cell != unit.cell and not router.held(cell) and room:
            return False
    return True


def _last_into(phase: Phase, cell: str) -> int:
    """The act by which the last unit of the side came into a square."""
    moves = [n for n, act in phase.each("move") if act.at == cell]
    return moves[-1] if moves else phase.begin


def _upstairs(phase: Phase, riot: Riot) -> None:
    """4.2.e: only buildings have a second level."""
    after = phase.after
    for n, act in phase.each("condition"):
        unit = after.unit(act.piece)
        if (act.target, act.source) != (UPSTAIRS, "on") or unit is None:
            continue
        if UPSTAIRS in unit.conditions and not after.field.is_building(unit.cell):
            what = f"{riot.name(unit.kind)} is on a second level in {unit.cell}"
            riot.find("4.2.e", phase.side, what, n)
