"""A position: units by square and level, their conditions, markers, tracks and boxes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from modgen.model.tactics.ground import Ground
from modgen_rules.civil_power.law.plan import ABOARD, SUPPRESSED, VEHICLE, Field, Plan, Stand
from modgen_rules.engine.record.piece_states import PieceState

GAS_GUN = "gas_gun"
"""The counter, and the condition of the unit that carries it."""
NEAR = 60
"""How many positions back one is looked for from which the next can be made."""


class Unit(NamedTuple):
    """A unit on the boards."""

    key: str
    """Its id in the log."""
    kind: str
    face: str
    side: str
    size: str
    """`individual`, `vehicle`, `group`, `crowd`."""
    cell: str
    level: int
    """0 at street level, 1 on the second level of a building."""
    conditions: frozenset[str]
    hidden: bool

    @property
    def suppressed(self) -> bool:
        """5.2: whether it is suppressed."""
        return SUPPRESSED in self.conditions


@dataclass(frozen=True)
class Position:
    """The table at one moment. A position is never changed; the next one is another object.

    `pieces` has every unit and marker by its id in the log; `conditions` has the conditions of
    units that are in any; `hidden` are the units that their owner hides (8.4).
    """

    field: Field
    pieces: Mapping[str, PieceState]
    conditions: Mapping[str, frozenset[str]] = dataclass_field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    earlier: Position | None = dataclass_field(default=None, compare=False, repr=False)
    """The position before, from which this one differs in the piece `changed`."""
    changed: str = dataclass_field(default="", compare=False, repr=False)

    @property
    def plan(self) -> Plan:
        """The facts of the game."""
        return self.field.plan

    # --- units -------------------------------------------------------------------------------

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """The units on the boards, hidden ones and passengers too."""
        changed, at = [self.changed], self.earlier
        while at is not None and "units" not in at.__dict__ and len(changed) < NEAR:
            changed.append(at.changed)
            at = at.earlier
        if at is None or "units" not in at.__dict__:
            return {key: unit for key in self.pieces if (unit := self.unit(key)) is not None}
        units = dict(at.units)
        for key in changed:
            unit = self.unit(key)
            if unit is not None:
                units[key] = unit
            else:
                units.pop(key, None)
        return units

    @cached_property
    def _like(self) -> Position | None:
        """An earlier position from which only units differ."""
        at = self
        while at.earlier is not None and at._kind(at.changed) in at.plan.units:
            at = at.earlier.__dict__.get("_like") or at.earlier
        return at if at is not self else None

    def _kind(self, key: str) -> str:
        state = self.pieces.get(key) or (self.earlier.pieces.get(key) if self.earlier else None)
        return state.kind if state else ""

    def unit(self, key: str) -> Unit | None:
        """A unit on the boards; None for another piece, or for one that is not there."""
        state = self.pieces.get(key)
        if state is None or state.kind not in self.plan.units:
            return None
        cell, _, level = state.place.partition("@")
        if cell not in self.field:
            return None
        return self.outside(key)._replace(cell=cell, level=int(level or 0))

    def outside(self, key: str) -> Unit:
        """A unit as it is off the boards. Raises KeyError for another piece."""
        state = self.pieces[key]
        side, size = self.field.side[state.kind], self.plan.size[state.kind]
        known = self.conditions.get(key, frozenset())
        return Unit(key, state.kind, state.face, side, size, "", 0, known, key in self.hidden)

    def moved(self, key: str, cell: str, level: int = 0) -> Position:
        """The table after a unit has gone to a square and level."""
        place = f"{cell}@{level}" if level else cell
        pieces = {**self.pieces, key: self.pieces[key]._replace(place=place)}
        return replace(self, pieces=pieces, earlier=self, changed=key)

    def overfull(self, cell: str, side: str, size: str) -> bool:
        """4.1: whether more units of a side and size are in a square than it takes."""
        there = self.present.get(cell, ())
        most = self.plan.most(size)
        return (
            len(there) > most and sum((one.side, one.size) == (side, size) for one in there) > most
        )

    @cached_property
    def present(self) -> Mapping[str, tuple[Unit, ...]]:
        """The units of each square that are seen there: not hidden, not aboard a Vehicle."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if not unit.hidden and ABOARD not in unit.conditions:
                found.setdefault(unit.cell, []).append(unit)
        return {cell: tuple(units) for cell, units in found.items()}

    def at(self, cell: str, side: str = "", level: int | None = None) -> list[Unit]:
        """The units present in a square, of one side or all, on one level or all."""
        return [
            unit
            for unit in self.present.get(cell, ())
            if (not side or unit.side == side) and level in (None, unit.level)
        ]

    def enemies(self, cell: str, side: str, level: int | None = None) -> list[Unit]:
        """The units of other sides that are present in a square."""
        return [unit for unit in self.at(cell, "", level) if unit.side != side]

    @cached_property
    def _against(self) -> dict[tuple[str, Collection[str]], frozenset[str]]:
        return {}

    def against(self, side: str, passed: tuple[str, ...] = ()) -> frozenset[str]:
        """The squares in which units of other sides are present; those of some kinds are none."""
        found = self._against.get((side, passed))
        if found is None:
            found = self._against[side, passed] = frozenset(
                cell
                for cell, units in self.present.items()
                if any(one.side != side and one.kind not in passed for one in units)
            )
        return found

    def of(self, side: str) -> Iterator[Unit]:
        """The units of a side that are present on the boards."""
        return (unit for units in self.present.values() for unit in units if unit.side == side)

    def place(self, key: str) -> str:
        """The place of a piece; empty when it is not on the table."""
        state = self.pieces.get(key)
        return state.place if state else ""

    # --- markers -----------------------------------------------------------------------------

    @cached_property
    def markers(self) -> Mapping[str, tuple[tuple[str, PieceState], ...]]:
        """The pieces that are no units, by the square or box in which they lie."""
        if self._like is not None:
            return self._like.markers
        found: dict[str, list[tuple[str, PieceState]]] = {}
        for key, state in self.pieces.items():
            if state.kind not in self.plan.units:
                found.setdefault(state.place.partition("@")[0], []).append((key, state))
        return {place: tuple(pieces) for place, pieces in found.items()}

    def marked(self, cell: str, kind: str) -> list[str]:
        """The faces of the markers of a kind in a square: `gas`, `fire`, `gas_gun`."""
        return [state.face for _, state in self.markers.get(cell, ()) if state.kind == kind]

    def has_gas_gun(self, unit: Unit) -> bool:
        """6.1.1: whether a unit is marked as the carrier of a Gas Gun, or lies with one."""
        return GAS_GUN in unit.conditions or bool(self.marked(unit.cell, GAS_GUN))

    def cells_with(self, kind: str) -> Mapping[str, list[str]]:
        """The squares with markers of a kind, with their faces."""
        return self._marked.get(kind, {})

    @cached_property
    def _marked(self) -> Mapping[str, Mapping[str, list[str]]]:
        """The squares with markers and their faces, by kind."""
        if self._like is not None:
            return self._like._marked
        found: dict[str, dict[str, list[str]]] = {}
        for place, pieces in self.markers.items():
            if place in self.field:
                for _, state in pieces:
                    found.setdefault(state.kind, {}).setdefault(place, []).append(state.face)
        return found

    @property
    def gas(self) -> Mapping[str, list[str]]:
        """The squares with Gas: `gas`, `gas_2`."""
        return self.cells_with("gas")

    @property
    def fires(self) -> Mapping[str, list[str]]:
        """The squares with Fire markers."""
        return self.cells_with("fire")

    @cached_property
    def strips(self) -> Mapping[str, str]:
        """The Barricades and Barriers by the side on which they lie (`W-C7/n`)."""
        if self._like is not None:
            return self._like.strips
        return {
            place: state.face
            for place, pieces in self.markers.items()
            for _, state in pieces
            if state.kind == "barricade" and "/" in place
        }

    def strips_at(self, cell: str) -> frozenset[str]:
        """The sides of a square (`n`, `e`) with Barricades or Barriers, by either name."""
        found, field = set(), self.field
        for place in self.strips:
            other, _, side = place.partition("/")
            if other == cell:
                found.add(side)
            elif other in field.beside.get(cell, ()) and field.side_between(other, cell) == side:
                found.add(field.side_between(cell, other))
        return frozenset(found)

    @cached_property
    def ground(self) -> Ground:
        """The ground with Barricades and Barriers."""
        if self._like is not None:
            return self._like.ground
        return self.field.strips(self.strips.items())

    def crosses(self, a: str, b: str) -> frozenset[str]:
        """The features that every way of one step from `a` to `b` crosses: `hedge`, `barricade`.

        A diagonal step has two ways around the corner; only what is on both is crossed for sure.
        """
        names, cells = self.field.ground.names, self.field.cells
        (ax, ay), (bx, by) = names[a], names[b]
        corners = [(bx, ay), (ax, by)] if ax != bx and ay != by else [(ax, ay)]
        found: list[frozenset[str]] = []
        for corner in corners:
            if corner not in cells:
                continue
            way = [a, cells[corner], b] if corner != (ax, ay) else [a, b]
            crossed: set[str] = set()
            for here, there in pairwise(way):
                side = self.field.side_between(here, there)
                crossed |= {one.id for one in self.ground.on_side(names[here], side)}
            found.append(frozenset(crossed))
        return frozenset.intersection(*found) if found else frozenset()

    # --- tracks ------------------------------------------------------------------------------

    @cached_property
    def levels(self) -> Mapping[str, int]:
        """The numbers of the markers of tracks: `turn`, `el_police`, `wia_mob`, `grenades`."""
        if self._like is not None:
            return self._like.levels
        numbers = ((state.kind, state.number) for state in self.pieces.values())
        return {kind: number for kind, number in numbers if number is not None}

    def level(self, marker: str, default: int = 0) -> int:
        """The number of a track's marker."""
        return self.levels.get(marker, default)

    @property
    def turn(self) -> int:
        """The game-turn by its marker."""
        return self.level("turn", 1)

    @cached_property
    def night(self) -> bool:
        """6.6: whether it is night, by the module's marker."""
        return any(
            state.kind == "daylight" and state.face == "night" for state in self.pieces.values()
        )

    def engagement(self, side: str) -> int:
        """6.7: a side's Engagement Level by its marker."""
        return self.level(f"el_{side}")

    @cached_property
    def retreats(self) -> dict[tuple[str, str, str, Stand], tuple[Stand, ...]]:
        """The steps of retreats by unit and place, as far as they were looked up."""
        return {}

    # --- what the rules ask often ------------------------------------------------------------

    def contested(self, cell: str) -> list[int]:
        """3.0.h: the levels of a square on which opposing units must fight.

        TV Crews and Helicopters do not fight and are not fought (8.6.b, 8.8.a).
        """
        there = self.present.get(cell, ())
        if len(there) < 2 or all(unit.side == there[0].side for unit in there):
            return []
        peaceful = ("tv_crew", "tv_crew_2", "helicopter")
        sides: dict[int, set[str]] = {}
        for unit in there:
            if unit.kind not in peaceful:
                sides.setdefault(unit.level, set()).add(unit.side)
        return [level for level, found in sides.items() if len(found) > 1]

    @cached_property
    def fights(self) -> Sequence[str]:
        """3.0.h: the squares in which opposing units must fight."""
        return [cell for cell in self.present if self.contested(cell)]

    def vehicles(self, cell: str) -> list[Unit]:
        """The Vehicles in a square."""
        return [unit for unit in self.at(cell) if unit.size == VEHICLE]
