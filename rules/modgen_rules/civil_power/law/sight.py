"""Lines of sight and light (5.3.2, 6.6): every open point of sight is settled here.

The geometry is that of `modgen.model`. These are the rulings; "soft" ones never make a shot
illegal:

- A line through a corner is blocked only when both squares beside the corner block it.
- A hedge blocks as a Barricade does, through its side and not into or out of the two squares that
  it borders (soft). The fence of II-7 hides nobody.
- Both levels of a building block; only a Helicopter looks over it. What stands on the ground
  (units, Gas, Barricades) is overlooked when one end of the line is higher.
- Units in the squares of the firer and of the target never block. Hidden units and passengers have
  no square and block nowhere; suppressed units block as others do.
- In the cemetery of II-1 one sees into a square of the Park, not through it.
- Lit squares count as day for the range and for the modifier of the fire die, not for morale.
- A line that enters the target's square through a corner crosses a Barricade for sure when both
  ways around the corner have one; with one it may be counted or not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from modgen.model.tactics.ground import Square, other
from modgen.model.tactics.line_of_sight import Obstacles, line, sight
from modgen_rules.civil_power.law.plan import CROWD, GROUP
from modgen_rules.civil_power.law.state import Position, Unit

HELICOPTER = 2
"""8.6: the level of a Helicopter, above both levels of a building."""
BLOCKING = (GROUP, CROWD)
"""5.3.2: the sizes of units that block lines of sight."""
CEMETERY = "ii-1"
"""The scenario in which the Park hides what lies behind its squares."""


class Line(NamedTuple):
    """A line of sight between two squares."""

    range: int
    blocked: tuple[str, ...] = ()
    """What blocks it: ids of terrains and features, `pieces`."""

    @property
    def only_hedge(self) -> bool:
        """Whether nothing but hedges block it: whether they do is a soft ruling."""
        return self.blocked == ("hedge",)

    @property
    def clear(self) -> bool:
        """Whether it is not blocked, or only by hedges."""
        return not self.blocked or self.only_hedge


def height(unit: Unit) -> int:
    """The level on which a unit stands for lines of sight."""
    return HELICOPTER if unit.kind == "helicopter" else unit.level


@dataclass(frozen=True)
class View:
    """What is seen at one moment."""

    position: Position

    def line(
        self,
        start: str,
        end: str,
        levels: tuple[int, int] = (0, 0),
        blocking: Collection[str] = BLOCKING,
    ) -> Line:
        """The line between two squares; units of the sizes `blocking` block it.

        None do so for gas and water (6.1, 8.2), all for batons (8.1).
        """
        names = self.position.field.ground.names
        found = sight(
            self.position.ground,
            names[start],
            names[end],
            levels=levels,
            obstacles=self._obstacles(blocking),
        )
        return Line(found.range, tuple(dict.fromkeys(found.blocked_by)))

    def between(self, unit: Unit, target: Unit) -> Line:
        """The line from one unit to another."""
        return self.line(unit.cell, target.cell, (height(unit), height(target)))

    def only_graves(self, unit: Unit, target: Unit) -> bool:
        """S.II1.a: whether nothing but the cemetery hides a unit from another."""
        names = self.position.field.ground.names
        found = sight(
            self.position.ground,
            names[unit.cell],
            names[target.cell],
            levels=(height(unit), height(target)),
            obstacles=Obstacles(self._standing(self._gas, BLOCKING)),
        )
        return bool(self._graves) and not found.blocked_by

    @cached_property
    def _gas(self) -> dict[Square, int]:
        names = self.position.field.ground.names
        return {names[cell]: 0 for cell in self.position.gas if cell in names}

    @cached_property
    def _graves(self) -> dict[Square, int]:
        field = self.position.field
        if not field.scenario or field.scenario.id != CEMETERY:
            return {}
        return {
            square: 0
            for cell, square in field.ground.names.items()
            if field.terrain(cell) == "park"
        }

    @cached_property
    def _by_sizes(self) -> dict[frozenset[str], Obstacles]:
        """The obstacles for each choice of sizes that was asked for."""
        return {}

    def _obstacles(self, sizes: Collection[str]) -> Obstacles:
        """Gas, graves and the units of some sizes."""
        key = frozenset(sizes)
        if key not in self._by_sizes:
            self._by_sizes[key] = Obstacles(self._standing(self._gas | self._graves, key))
        return self._by_sizes[key]

    def _standing(self, heights: Mapping[Square, int], sizes: Collection[str]) -> dict[Square, int]:
        """The heights of obstacles with those of the units of some sizes."""
        names, found = self.position.field.ground.names, dict(heights)
        for cell, units in self.position.present.items():
            for unit in units:
                if unit.size in sizes:
                    found[names[cell]] = max(found.get(names[cell], 0), unit.level)
        return found

    # --- what a line crosses ---------------------------------------------------------------------

    def crosses(
        self, start: str, end: str, kinds: Collection[str], at_end: bool = False
    ) -> tuple[bool, bool]:
        """Whether a line crosses features of some kinds: for sure, and by the widest reading.

        `at_end`: only those on a side of the square at its end.
        """
        names, ground = self.position.field.ground.names, self.position.ground
        surely = maybe = False
        for crossing in line(names[start], names[end]):
            met = {
                side
                for side in crossing.sides
                if (not at_end or names[end] in (side[0], other(*side)[0]))
                and any(feature.id in kinds for feature in ground.on_side(*side))
            }
            if not met:
                continue
            maybe = True
            if not crossing.touched:
                surely = True
            else:
                near_x, near_y, beside, under = crossing.sides
                surely |= bool(met & {near_x, beside}) and bool(met & {near_y, under})
        return surely, maybe

    # --- light -----------------------------------------------------------------------------------

    def lit(self, cell: str) -> bool:
        """6.6: whether a Fire beside an open square, or the searchlight, makes it day there."""
        position = self.position
        lights = next((one.lights for one in position.plan.game.info.shades), {})
        for kind, reach in lights.items():
            for source in position.cells_with(kind):
                away = position.field.away(source, cell)
                if away <= reach and (not away or not position.field.is_building(cell)):
                    return True
        return False

    def dark(self, cell: str) -> bool:
        """Whether night counts for a shot into a square."""
        return self.position.night and not self.lit(cell)
