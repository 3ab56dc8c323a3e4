"""The legal moves and fire attacks of a side's units: players choose among them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modgen_rules.civil_power.judging.fire import Shot
from modgen_rules.civil_power.law import levels
from modgen_rules.civil_power.law.levels import HELICOPTER, SNIPER, TV_CREW, base
from modgen_rules.civil_power.law.plan import GUNS
from modgen_rules.civil_power.law.routes import destinations
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.riot import Riot


class Action(NamedTuple):
    """A legal move of a unit, or a target on which it may fire."""

    side: str
    kind: str
    unit: str
    """The unit's id."""
    source: str
    target: str
    level: int
    """The level of the target's square: 0 for the street."""
    cost: float
    """Movement points; 0 for fire."""
    way: str
    """`move`, `fire` or `sniper`."""

    @property
    def story(self) -> str:
        """The action in words."""
        if self.way == "move":
            above = " (2nd Level)" if self.level else ""
            return f"{self.kind} from {self.source} to {self.target}{above} for {self.cost:g}"
        return f"{self.kind} in {self.source} fires on {self.target}"


def actions(position: Position, side: str) -> Iterator[Action]:
    """Every legal move of each unit of a side by itself, then every target of its fire."""
    units = list(position.of(side))
    for unit in units:
        stands, reach = destinations(position, unit)
        for cell, level in stands:
            cost = reach.cost((cell, level))
            yield Action(side, unit.kind, unit.key, unit.cell, cell, level, cost, "move")
    riot, view = Riot(Record(field=position.field)), View(position)
    for unit in units:
        for way, target in targets(riot, view, unit):
            yield Action(
                side, unit.kind, unit.key, unit.cell, target.cell, target.level, 0, way or "fire"
            )


def targets(riot: Riot, view: View, unit: Unit) -> Iterator[tuple[str, Unit]]:
    """5.3: the enemies that a unit may fire on, each with the way of firing."""
    if riot.plan.fire(unit.kind, unit.face) and unit.kind not in GUNS:
        yield from shots(riot, view, unit, SNIPER if levels.is_sniper(unit) else "")


def shots(riot: Riot, view: View, unit: Unit, way: str) -> Iterator[tuple[str, Unit]]:
    """The enemies that a unit may attack in a way."""
    for target in (one for units in view.position.present.values() for one in units):
        if (
            target.side != unit.side
            and base(target) not in (TV_CREW, HELICOPTER)
            and not any(Shot(riot, view, (unit,), target, way).faults())
        ):
            yield way, target
