"""The pieces of Tirad Pass on the table: who is where, zones of control, ways to retreat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.model.tactics.stacking import overstacked
from modgen_rules.tirad_pass.law.plan import ATTACKS, FILIPINO, LOST, OTHER, PINNED, Plan

NOWHERE = frozenset[str]()


class Unit(NamedTuple):
    """A piece: its kind, its face, its place, its conditions."""

    kind: str
    face: str
    place: str
    conditions: frozenset[str] = NOWHERE

    @property
    def pinned(self) -> bool:
        """Whether it is pinned."""
        return PINNED in self.conditions

    @property
    def attacks(self) -> bool:
        """Whether it carries the badge of an attacker."""
        return ATTACKS in self.conditions


@dataclass
class Position:
    """Every piece by its id in the log."""

    plan: Plan
    pieces: dict[str, Unit] = field(default_factory=dict)

    def copy(self) -> Position:
        """A copy that can be changed alone."""
        return Position(self.plan, dict(self.pieces))

    def side(self, key: str) -> str:
        """The side of a piece; empty for none."""
        return self.plan.sides.get(self.pieces[key].kind, "")

    def units(self, side: str = "", on_map: bool = True) -> Iterator[str]:
        """The units of a side, or of both."""
        for key, unit in self.pieces.items():
            own = side in ("", self.plan.sides.get(unit.kind, ""))
            if own and self.plan.is_unit(unit.kind) and (not on_map or self.on_map(key)):
                yield key

    def on_map(self, key: str) -> bool:
        """Whether a piece is in a hex."""
        return self.pieces[key].place in self.plan.heights

    def at(self, place: str, side: str = "") -> list[str]:
        """The units in a place."""
        return self._there(place, side, self.plan.is_unit)

    def leaders(self, place: str, side: str = "") -> list[str]:
        """The leaders in a place."""
        return self._there(place, side, self.plan.is_leader)

    def _there(self, place: str, side: str, wanted: Callable[[str], bool]) -> list[str]:
        return [
            key
            for key, unit in self.pieces.items()
            if unit.place == place
            and wanted(unit.kind)
            and side in ("", self.plan.sides[unit.kind])
        ]

    def find(self, kind: str) -> str:
        """The piece of a kind; empty if there is none."""
        return next((key for key, unit in self.pieces.items() if unit.kind == kind), "")

    def place_of(self, kind: str) -> str:
        """The place of the piece of a kind; empty if there is none."""
        key = self.find(kind)
        return self.pieces[key].place if key else ""

    def factor(self, keys: Iterable[str]) -> int:
        """The combat factors of units together."""
        return sum(self.plan.face(*self.pieces[key][:2]).combat for key in keys)

    def steps(self, key: str) -> int:
        """The steps that a unit has left; 0 if it is lost."""
        unit = self.pieces.get(key)
        if unit is None or unit.place in (*LOST.values(), "off"):
            return 0
        return self.plan.face(unit.kind, unit.face).steps

    def lost(self, side: str) -> int:
        """The steps that a side has lost."""
        whole = sum(
            len(piece.faces) * piece.count
            for piece in self.plan.game.pieces
            if piece.side == side and self.plan.is_unit(piece.id)
        )
        return whole - sum(self.steps(key) for key in self.units(side, on_map=False))

    def zones(self, side: str) -> frozenset[str]:
        """The hexes in the zones of control of a side's units (4.1)."""
        return frozenset(
            beside for key in self.units(side) for beside in self.plan.near[self.pieces[key].place]
        )

    def held(self, without: Collection[str] = ()) -> dict[str, Counter[tuple[str, str]]]:
        """The units and leaders on the map, for the search of paths."""
        found: dict[str, Counter[tuple[str, str]]] = {}
        for key, unit in self.pieces.items():
            on_map = unit.place in self.plan.heights
            if on_map and key not in without and self.plan.sizes.get(unit.kind):
                found.setdefault(unit.place, Counter())[unit.kind, unit.face] += 1
        return found

    def room(self, kind: str, place: str, without: Collection[str] = ()) -> bool:
        """Whether a unit of a kind may be in a hex by the limits to stacking (5.1, 5.2)."""
        here = Counter(
            (unit.kind, unit.face)
            for key, unit in self.pieces.items()
            if unit.place == place and key not in without
        )
        here[kind, "full"] += 1
        return not any(overstacked(self.plan.game, here, place))

    def ways_out(self, key: str, attackers: Collection[str] = ()) -> list[str]:
        """The hexes to which a unit may retreat, low or high (8.3); `attackers` are hexes."""
        unit, plan = self.pieces[key], self.plan
        side = plan.sides[unit.kind]
        zones = self.zones(OTHER[side])
        return [
            hex_
            for hex_ in plan.near[unit.place]
            if not plan.is_cliff(hex_)
            and not self.at(hex_, OTHER[side])
            and hex_ not in attackers
            and self.room(unit.kind, hex_)
            and (hex_ not in zones or self.at(hex_, side))
        ]

    def refuges(self, key: str, attackers: Collection[str] = ()) -> list[str]:
        """The hexes to which a unit may retreat (8.3, 8.4)."""
        unit, heights = self.pieces[key], self.plan.heights
        here = heights[unit.place]
        free = self.ways_out(key, attackers)
        if self.plan.sides[unit.kind] == FILIPINO:
            better = [hex_ for hex_ in free if heights[hex_] > here]
        else:
            better = [hex_ for hex_ in free if heights[hex_] < here]
        return better or free
