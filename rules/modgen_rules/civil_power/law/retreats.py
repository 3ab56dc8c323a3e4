"""Retreats (5.4.3): where a unit may go, and what is wrong with where it went."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from modgen_rules.civil_power.law.plan import CROWD, GROUP, MARCH, Stand
from modgen_rules.civil_power.law.state import Position, Unit


@dataclass(frozen=True)
class Ways:
    """The ways out of a fight for one unit, with the other units where they are.

    `fellows` are units that leave the same fight: a square is still empty when they came into it
    together.
    """

    position: Position
    unit: Unit
    fellows: frozenset[str] = frozenset()
    shunned: frozenset[str] = frozenset()
    """Squares that do not lead away from the attacker: a retreat does not begin with them."""

    @property
    def start(self) -> Stand:
        """Where the unit stands."""
        return Stand(self.unit.cell, self.unit.level)

    def barred(self, here: Stand, end: Stand) -> str:
        """The clause that forbids a step of a retreat; empty if none does."""
        position, unit, field = self.position, self.unit, self.position.field
        beside = field.near[here.cell]
        if here.level:
            down = end == Stand(here.cell)
            along = end.cell in beside and end.level == here.level and field.is_building(end.cell)
            return "" if down or along else "5.4.3.k" if end.cell in beside else "5.4.3.a"
        if end.level or end.cell not in beside:
            return "5.4.3.k" if end.level else "5.4.3.a"
        closed = field.ground.terrain[field.ground.names[end.cell]].closed_to
        marching = field.scenario.id == MARCH
        indoors = (marching or unit.kind == "field_gun") and field.is_building(end.cell)
        shut = position.plan.words[unit.kind, unit.face] & set(closed)
        if shut or indoors or end.cell in position.fires:
            return "5.4.3.c"
        enemies = position.enemies(end.cell, unit.side)
        if any(one.size in (GROUP, CROWD) for one in enemies):
            return "5.4.3.d"
        if unit.size == CROWD and end.cell not in field.beside[here.cell]:
            return "5.4.3.n"
        return ""

    def steps(self, here: Stand) -> tuple[Stand, ...]:
        """The legal steps of a retreat from a place, empty squares or not."""
        unit, known = self.unit, self.position.retreats
        key = (unit.kind, unit.face, unit.side, here)
        if key not in known:
            options = [Stand(cell, here.level) for cell in self.position.field.near[here.cell]]
            if here.level:
                options.append(Stand(here.cell))
            known[key] = tuple(end for end in options if not self.barred(here, end))
        return known[key]

    def empty(self, stand: Stand, alone: bool = False) -> bool:
        """Whether nobody is in a square; fellows do not count unless `alone`."""
        there = self.position.present.get(stand.cell, ())
        others = (one for one in there if one.key != self.unit.key)
        return not any(alone or one.key not in self.fellows for one in others)

    def best(self, options: Collection[Stand]) -> set[Stand]:
        """Of some steps those that 5.4.3.e allows: to empty squares if there are any.

        With fellows on the same way either reading of "empty" is allowed. The way down from a
        second level is always open, as it leads to the unit's own square (5.4.3.j).
        """
        found = {one for one in options if one.cell == self.unit.cell}
        for alone in (False, True):
            free = {one for one in options if self.empty(one, alone)}
            found |= free or set(options)
        return found

    def ends(self, areas: int) -> set[Stand]:
        """Where a retreat of `areas` areas may end; empty when there is no way.

        A retreat of two ends after one when no way leads on (5.4.3.m).
        """
        steps = {one for one in self.steps(self.start) if one.cell not in self.shunned}
        first = self.best(steps)
        if areas < 2:
            return first
        found: set[Stand] = set()
        for middle in first:
            for further in (self._further, self._off)[: 1 + (self.unit.size == CROWD)]:
                onward = {end for end in self.steps(middle) if further(middle, end)}
                found |= self.best(onward) or {middle}
                if all(self._faces_enemies(end) for end in onward):
                    found.add(middle)
        return found

    def _faces_enemies(self, stand: Stand) -> bool:
        """Whether a square is held by enemies alone: it is neither empty nor friendly (5.4.3.e)."""
        there = self.position.at(stand.cell)
        return bool(there) and all(one.side != self.unit.side for one in there)

    def _further(self, middle: Stand, end: Stand) -> bool:
        """Whether a step leads away from the fight, diagonal steps counting as one."""
        away = self.position.field.away
        return away(self.unit.cell, end.cell) > away(self.unit.cell, middle.cell)

    def _off(self, middle: Stand, end: Stand) -> bool:
        """The same with squares counted along the sides, as Crowds move."""
        names = self.position.field.ground.names
        (x, y), (a, b), (c, d) = (names[one] for one in (self.unit.cell, middle.cell, end.cell))
        return abs(c - x) + abs(d - y) > abs(a - x) + abs(b - y)

    def may_leave(self, areas: int) -> bool:
        """Whether a retreat may lead off the map: the unit is at the edge, or one step from it."""
        rim = self.position.field.rim
        if self.start.cell in rim and not self.start.level:
            return True
        return areas > 1 and any(one.cell in rim for one in self.steps(self.start))

    def wrong(self, end: Stand, areas: int) -> str:
        """The clause that a retreat to a place breaks; empty if it is legal."""
        allowed = self.ends(areas)
        if end in allowed:
            return ""
        field = self.position.field
        away = field.away(self.start.cell, end.cell)
        if away <= 1 and end not in self.ends(1):
            return self.barred(self.start, end) or "5.4.3.e"
        further = any(field.away(self.start.cell, one.cell) > away for one in allowed)
        if away > areas or (away < areas and further and self.start.level == end.level):
            return "5.4.3.a"
        if away <= 1:
            return "5.4.3.e"
        reasons = {
            self.barred(middle, end)
            for middle in self.steps(self.start)
            if end.cell in field.near[middle.cell]
        }
        upstairs = self.start.level and end.level and "" not in reasons
        if not upstairs and ("" in reasons or not reasons):
            diagonal = self.unit.size == CROWD and not reasons
            return "5.4.3.n" if diagonal else "5.4.3.e"
        return "5.4.3.j" if upstairs else min(reasons)
