"""4.0 to 4.3: the ways of a unit over the squares, with what each step costs and breaks.

The checker looks for the way that breaks least, the player for all squares within reach.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from modgen_rules.civil_power.law.plan import CROWD, GROUP, INDIVIDUAL, MARCH, MOBS, VEHICLE, Step
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.law.tables import table

TV = ("tv_crew", "tv_crew_2")
HELICOPTER = "helicopter"
PASSED = (*TV, HELICOPTER)
"""Units that hinder nobody's way."""
INDOORS = (INDIVIDUAL, GROUP)
"""The sizes that change levels in buildings."""
WEIGHTS = {key: float(row["weight"]) for key, row in table("moves").items() if row["weight"]}
"""How bad a breach of each clause is: the way with the least is the one that is told."""
DIRECT = 0.4
"""A breach weighs this much if the move is a single step."""
FARTHEST = 40
"""The longest way that is looked for to tell how much too far a unit went."""
TOO_FAR = 1.5
"""A way of twice the allowance weighs 1 and this."""

Stand = tuple[str, int]
"""A square and a level."""


class Way(NamedTuple):
    """A way between two stands: its squares from first to last, its cost, what it breaks."""

    stands: tuple[Stand, ...]
    cost: float
    breaks: tuple[str, ...]
    weight: float

    @property
    def legal(self) -> bool:
        """Whether it breaks nothing but perhaps the allowance."""
        return not self.breaks


@dataclass
class Found:
    """The result of a search: the weight and cost of each stand, and from where it is reached."""

    best: dict[Stand, tuple[float, float]] = field(default_factory=dict)
    trail: dict[Stand, tuple[Stand, tuple[str, ...]] | None] = field(default_factory=dict)
    done: set[Stand] = field(default_factory=set)

    def __contains__(self, stand: object) -> bool:
        return stand in self.done

    def __iter__(self) -> Iterator[Stand]:
        return iter(sorted(self.done))

    def cost(self, stand: Stand) -> float:
        """What the best way to a stand costs. Raises KeyError."""
        return self.best[stand][1]

    def way(self, stand: Stand) -> Way:
        """The best way to a stand. Raises KeyError for one that was not reached."""
        stands, here = [stand], self.trail[stand]
        breaks: list[str] = []
        while here is not None:
            stands.append(here[0])
            breaks += here[1][::-1]
            here = self.trail[here[0]]
        weight, cost = self.best[stand]
        return Way(tuple(stands[::-1]), cost, tuple(dict.fromkeys(breaks[::-1])), weight)


@dataclass
class Router:
    """The ways of one unit in a position.

    `open` are squares of which a legal order of the acts may take away the Crowds that stand in
    the way. `fired`: the unit fired in this player-turn.
    """

    position: Position
    unit: Unit
    fired: bool = False
    open: Collection[str] = ()
    clear_of: Collection[str] = ()
    """Squares that the unit keeps out of on the ground, such as those with Gas."""
    _steps: dict[Stand, tuple[Step, ...]] = field(default_factory=dict)

    @cached_property
    def allowance(self) -> int:
        """4.0.a: the movement points of the unit."""
        return self.position.plan.allowance(self.unit.kind, self.unit.face)

    @property
    def flies(self) -> bool:
        """8.6: whether the unit flies."""
        return self.unit.kind == HELICOPTER

    @cached_property
    def stairs(self) -> float:
        """4.2.c: what the unit pays for a change of its level."""
        plan = self.position.plan
        piece, rules = plan.units[self.unit.kind], plan.game.info.moves
        return next((float(one.level or 0) for one in rules if one.means(piece, self.unit.face)), 2)

    @cached_property
    def _enemies(self) -> frozenset[str]:
        """The squares with enemies that hold them: not TV Crews, nor what flies (8.8.c, 8.6.b)."""
        return self.position.against(self.unit.side, PASSED)

    def held(self, cell: str) -> bool:
        """Whether enemies hold a square."""
        return cell in self._enemies

    def room(self, stand: Stand) -> bool:
        """4.1, 4.3: whether the unit may end its movement on a stand."""
        at, unit, held = self.position, self.unit, self.held(stand[0])
        fights = unit.size in (GROUP, CROWD) and at.plan.shock(unit.kind, unit.face)
        mine = (one for one in at.at(stand[0], unit.side) if one.key != unit.key)
        alike = sum(one.size == unit.size for one in mine)
        most = at.plan.most(unit.size, held and not stand[1])
        return alike < most and bool(fights or not held)

    def steps(self, stand: Stand) -> tuple[Step, ...]:
        """Every step from a stand, legal or not."""
        found = self._steps.get(stand)
        if found is None:
            found = self._steps[stand] = self._from(stand)
        return found

    def _from(self, stand: Stand) -> tuple[Step, ...]:
        cell, unit = stand[0], self.unit
        printed, ends = self._printed(stand)
        leaving = () if cell == unit.cell or self.flies else tuple(self._leaving(cell))
        if self.clear_of:
            printed = tuple(one for one in printed if one.end[1] or one.end[0] not in self.clear_of)
        if self.flies or not (leaving or unit.size == VEHICLE or not ends.isdisjoint(self._barred)):
            return printed
        return tuple(self._barring(cell, step, leaving) for step in printed)

    def _barring(self, cell: str, step: Step, leaving: tuple[str, ...]) -> Step:
        """A step with what it breaks in this position, besides what it breaks by the boards."""
        end, cost, breaks = step
        here = end[0]
        if here == cell or not (leaving or self.unit.size == VEHICLE or here in self._barred):
            return step
        return Step(end, cost, (*leaving, *breaks, *self._entering(cell, here)))

    def _printed(self, stand: Stand) -> tuple[tuple[Step, ...], frozenset[str]]:
        """The steps from a stand by the printed boards alone, and the squares to which they lead.

        The first step is the change of level in a building, which nothing bars.
        """
        unit, where = self.unit, self.position.field
        key = (unit.kind, unit.face, unit.size, stand)
        found = where.printed_steps.get(key)
        if found is None:
            steps = tuple(self._on_boards(*stand))
            ends = frozenset(one.end[0] for one in steps)
            (cell, level) = stand
            if unit.size in INDOORS and where.is_building(cell):
                steps = (Step((cell, 1 - level), self.stairs), *steps)
            found = where.printed_steps[key] = steps, ends
        return found

    def _on_boards(self, cell: str, level: int) -> Iterator[Step]:
        unit, where = self.unit, self.position.field
        for end in where.near[cell]:
            if level and not where.is_building(end):
                continue
            slanting = unit.size == CROWD and end not in where.beside[cell]
            breaks = (*(("4.0.c",) if slanting else ()), *self._closed(end))
            terrain = where.ground.terrain[where.ground.names[end]]
            yield Step((end, level), 1 if self.flies else terrain.cost, breaks)

    def _closed(self, end: str) -> Iterator[str]:
        """Why the unit may not enter a square as the boards print it."""
        unit, where = self.unit, self.position.field
        if self.flies:
            return
        inside = where.is_building(end)
        terrain = where.ground.terrain[where.ground.names[end]]
        if inside and where.scenario.id == MARCH:
            yield "S.I1.a"
        if where.plan.words[unit.kind, unit.face] & set(terrain.closed_to):
            yield "4.2.a"
        elif inside and unit.kind == "field_gun":
            yield "S.II2.e"

    @cached_property
    def _barred(self) -> frozenset[str]:
        """The squares into which a step may break a clause in this position."""
        return self._enemies.union(self.position.fires)

    def _leaving(self, cell: str) -> Iterator[str]:
        """Why the unit may not go on from a square that it entered."""
        if self.unit.kind in TV:
            return
        if self.held(cell):
            yield "4.0.d"
        if (
            self.unit.size == CROWD
            and cell not in self.open
            and any(
                other.size == CROWD and other.key != self.unit.key
                for other in self.position.at(cell, self.unit.side)
            )
        ):
            yield "4.3.a"

    def _entering(self, cell: str, end: str) -> Iterator[str]:
        """Why the unit may not take a step in this position."""
        unit, at = self.unit, self.position
        if end in at.fires:
            yield "6.5.f"
        if unit.size == VEHICLE and cell != end and self.walled(cell, end):
            yield "8.12.a"
        if unit.kind not in TV and self.held(end):
            if unit.size == VEHICLE and any(
                other.size in (GROUP, CROWD) for other in at.enemies(end, unit.side)
            ):
                yield "8.12.b"
            elif unit.suppressed:
                yield "5.2.a"
            elif self.fired:
                yield "4.0.e"

    def walled(self, cell: str, end: str) -> bool:
        """Whether something closed to the unit lies across every way of a step."""
        return any(one in self._closed_features for one in self.position.crosses(cell, end))

    @cached_property
    def _closed_features(self) -> frozenset[str]:
        """The features of sides that the unit may not cross."""
        words = self.position.plan.words[self.unit.kind, self.unit.face]
        features = self.position.plan.game.info.features
        return frozenset(one.id for one in features if words & set(one.closed_to))

    # --- searches ----------------------------------------------------------------------------

    def ways(
        self,
        starts: Mapping[Stand, float],
        limit: float,
        tolerant: bool,
        goal: str = "",
        last: Stand | None = None,
    ) -> Found:
        """The best ways to all stands within a limit of points, from stands with their costs.

        A tolerant search takes steps that break clauses, as few and as light as it can. With a
        goal it looks only for ways to that square, and ends at the stand `last`.
        """
        found = Found()
        best, trail, done = found.best, found.trail, found.done
        queue: list[tuple[float, float, float, Stand]] = []
        away = self._away(goal)
        for stand, cost in starts.items():
            best[stand], trail[stand] = (0.0, cost), None
            heappush(queue, (0.0, cost + (away(stand[0]) if away else 0.0), cost, stand))
        while queue:
            weight, _, paid, stand = heappop(queue)
            if stand in done:
                continue
            done.add(stand)
            if stand == last:
                break
            for end, cost, breaks in self.steps(stand):
                if end in done or (breaks and not tolerant):
                    continue
                total = paid + cost
                heavier = weight
                for one in breaks:
                    heavier += WEIGHTS[one]
                known = best.get(end)
                if known is not None and (heavier, total) >= known:
                    continue
                left = total + away(end[0]) if away else total
                if left > limit:
                    continue
                best[end] = (heavier, total)
                trail[end] = (stand, breaks)
                heappush(queue, (heavier, left, total, end))
        return found

    def _away(self, goal: str) -> Callable[[str], int] | None:
        """The least that a way from a square to the goal can cost; None for nothing."""
        if not goal or self.flies:
            return None
        names = self.position.field.ground.names
        x, y = names[goal]
        if self.unit.size == CROWD:
            return lambda cell: abs(names[cell][0] - x) + abs(names[cell][1] - y)
        return lambda cell: max(abs(names[cell][0] - x), abs(names[cell][1] - y))

    def onto(self, goal: Stand) -> frozenset[str]:
        """The squares from which the unit can legally come to a stand with its allowance."""
        start = {(self.unit.cell, self.unit.level): 0.0}
        reach = self.ways(start, self.allowance, tolerant=False, goal=goal[0])
        return frozenset(
            stand[0]
            for stand in reach
            for step in self.steps(stand)
            if step.end == goal
            and not step.breaks
            and reach.cost(stand) + step.cost <= self.allowance
        )

    def reach(self, limit: float | None = None) -> Found:
        """4.0.a: every stand that the unit can legally reach, itself too."""
        most = self.allowance if limit is None else limit
        return self.ways({(self.unit.cell, self.unit.level): 0.0}, most, tolerant=False)

    def entry(self, edges: Iterable[str], goal: str = "") -> Found:
        """Every stand, or those in `goal`, that a unit off the map can reach from an edge.

        It pays for the square by which it enters (ruling "entry").
        """
        most, starts = self.allowance, self._starts(edges)
        if goal and not self.flies:
            away = self.position.field.away
            starts = {
                stand: cost for stand, cost in starts.items() if cost + away(stand[0], goal) <= most
            }
        return self.ways(starts, most, tolerant=False, goal=goal)

    def _starts(self, edges: Iterable[str]) -> dict[Stand, float]:
        """What it costs to come onto the map in each square at an edge."""
        starts = {}
        for cell in edges:
            terrain = self.position.field.ground.terrain[self.position.field.ground.names[cell]]
            if self.flies or not (any(self._closed(cell)) or any(self._entering(cell, cell))):
                starts[cell, 0] = 1.0 if self.flies else terrain.cost
        return starts

    def explain(self, goal: Stand) -> Way:
        """The way to a stand that breaks least; one beyond the allowance breaks 4.0.a too.

        Where nothing leads there, the way has no stands and breaks 4.0.b.
        """
        return self._least({(self.unit.cell, self.unit.level): 0.0}, goal)

    def explain_entry(self, edges: Collection[str], goal: Stand) -> Way:
        """The same for a unit that comes from an edge."""
        if goal[0] in edges and not goal[1]:
            breaks = (*self._closed(goal[0]), *self._entering(goal[0], goal[0]))
            if breaks:
                return Way((goal,), 0, breaks, sum(WEIGHTS[one] for one in breaks))
        return self._least(self._starts(edges), goal)

    def _least(self, start: Mapping[Stand, float], goal: Stand) -> Way:
        most = self.allowance
        near = self.ways(start, most, tolerant=False, goal=goal[0], last=goal)
        if goal in near:
            return near.way(goal)
        found: list[Way] = []
        far = self.ways(start, FARTHEST, tolerant=False, goal=goal[0], last=goal)
        if goal in far:
            way = far.way(goal)
            over = 1 + TOO_FAR * (way.cost - most) / max(most, 1)
            found.append(way._replace(breaks=("4.0.a",), weight=over))
        broken = self.ways(start, most, tolerant=True, goal=goal[0], last=goal)
        if goal in broken:
            way = broken.way(goal)
            single = len({cell for cell, _ in way.stands}) == 2
            found.append(way._replace(weight=way.weight * (DIRECT if single else 1)))
        found += [
            Way((stand, goal), cost + step.cost, step.breaks, DIRECT * WEIGHTS[step.breaks[0]])
            for stand, cost in start.items()
            for step in self.steps(stand)
            if step.end == goal and len(step.breaks) == 1 and cost + step.cost <= most
        ]
        return min(found, key=lambda way: way.weight, default=Way((), 0, ("4.0.b",), inf))


def destinations(position: Position, unit: Unit, fired: bool = False) -> tuple[list[Stand], Found]:
    """4.*: where a unit may end its movement, and the ways that lead there. It keeps out of Gas."""
    gas = frozenset(position.gas) if unit.side in MOBS else ()
    router = Router(position, unit, fired, clear_of=gas)
    reach, here = router.reach(), (unit.cell, unit.level)
    return [stand for stand in reach if stand != here and router.room(stand)], reach
