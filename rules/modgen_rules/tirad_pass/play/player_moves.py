"""How a player of Tirad Pass moves: where units can go, and which way each side takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from modgen_rules.tirad_pass.law.combat import NO_EFFECT, assault_column
from modgen_rules.tirad_pass.law.plan import FILIPINO, GENERAL, MARCH, OTHER, STEADY, US, Plan
from modgen_rules.tirad_pass.law.position import Position
from modgen_rules.tirad_pass.play.table import Table
from modgen_rules.tirad_pass.reading.story import Story

FAR = 99.0
"""What it costs to go from a cliff to the pass."""


@dataclass(frozen=True)
class Style:
    """How two players play: columns are counted from 0."""

    assault: int = 3
    """The lowest column at which the Americans assault."""
    leave: int = 4
    """The column of a possible assault at which squads leave their hex."""
    counter: int = 4
    """The lowest column at which the Filipinos assault."""


NORMAL = Style()


class Mover:
    """Moves the units of both sides on a table."""

    def __init__(self, table: Table, style: Style = NORMAL) -> None:
        self.table = table
        self.plan: Plan = table.plan
        self.style = style
        self.story = Story.of(table.position)
        self.story.guard = ""

    @property
    def position(self) -> Position:
        """The pieces on the table."""
        return self.table.position

    def places(self, side: str) -> list[str]:
        """The hex of each unit of a side."""
        return [self.position.pieces[key].place for key in self.position.units(side)]

    # --- ground ------------------------------------------------------------------------------

    @cached_property
    def to_go(self) -> dict[str, float]:
        """What it costs a section to go from each hex to the pass, without enemies."""
        # A unit that was put into a cliff by mistake is far from everything.
        best = {
            self.plan.goal: 0.0,
            **dict.fromkeys(filter(self.plan.is_cliff, self.plan.near), FAR),
        }
        queue = [(0.0, self.plan.goal)]
        steps = set(zip(self.plan.trail, self.plan.trail[1:], strict=False))
        costs = {terrain.id: terrain.cost for terrain in self.plan.game.info.terrains}
        while queue:
            paid, hex_ = heappop(queue)
            for beside in self.plan.near[hex_]:
                along = (beside, hex_) in steps
                cost = paid + (1 if along else costs[self.plan.terrain(hex_)])
                if not self.plan.is_cliff(beside) and cost < best.get(beside, 1e9):
                    best[beside] = cost
                    heappush(queue, (cost, beside))
        return best

    @cached_property
    def hill(self) -> tuple[str, ...]:
        """The hexes of the sharpshooters' hill."""
        return tuple(h for h in self.plan.game.cells if self.plan.terrain(h) == "hill")

    # --- movement ----------------------------------------------------------------------------

    def reach(self, key: str) -> dict[str, float]:
        """Where a piece can go now, with room for it."""
        unit = self.position.pieces[key]
        found = self.plan.movement.reach(
            unit[:2],
            unit.place,
            self.position.held([key]),
            self.table.phase,
            turn=self.table.turn,
        )
        leader = self.plan.is_leader(unit.kind)
        return {
            hex_: cost
            for hex_, cost in found.items()
            if hex_ == unit.place or leader or self.position.room(unit.kind, hex_, [key])
        }

    def go(self, key: str, place: str) -> None:
        """Move a piece if it is not there."""
        if self.position.pieces[key].place != place:
            self.table.move([key], place)
            self.story.moved.add(key)

    def move_us(self) -> None:
        """Sharpshooters to the hill, sections up the trail, three held back for the column."""
        position, chance = self.position, self.table.chance
        movers = [key for key in position.units(US) if not position.pieces[key].pinned]
        movers.sort(key=lambda key: self.to_go[position.pieces[key].place])
        back = self._held_back(movers)
        for key in movers:
            unit = position.pieces[key]
            reach = self.reach(key)
            if key in back or len(reach) < 2:
                continue
            if self.plan.sizes[unit.kind] == "marksmen":
                self._marksmen(key, reach)
                continue
            targets = self.targets(key)
            beside = any(position.at(h, FILIPINO) for h in self.plan.near[unit.place])
            if targets and (beside or chance.random() < 0.4):
                continue
            ends = {hex_: self.to_go[hex_] + self._danger(hex_) for hex_ in reach}
            best = min(ends, key=lambda hex_: (ends[hex_], hex_))
            if ends[best] < ends[unit.place]:
                self.go(key, best)
        march = position.find(MARCH)
        if march and position.on_map(march) and position.units(US):
            reach = self.reach(march)
            withs = [hex_ for hex_ in reach if position.at(hex_, US)]
            if withs:
                self.go(march, min(withs, key=lambda hex_: (self.to_go[hex_], hex_)))

    def _held_back(self, movers: Sequence[str]) -> set[str]:
        """The sections that wait in the valley for the flank column."""
        if self.story.departed or self.table.turn > 7:
            return set()
        sections = [
            key for key in movers if self.plan.sizes[self.position.pieces[key].kind] == "section"
        ]
        return set(sections[-self.plan.number("column_sections") :])

    def _marksmen(self, key: str, reach: dict[str, float]) -> None:
        here = self.position.pieces[key].place
        if here in self.hill:
            if self.targets(key):
                return
            ends = {hex_: self.to_go[hex_] for hex_ in reach}
        else:
            ends = {hex_: min(self.plan.distance(hex_, h) for h in self.hill) for hex_ in reach}
        best = min(ends, key=lambda hex_: (ends[hex_], reach[hex_], hex_))
        self.go(key, best)

    def _danger(self, hex_: str) -> float:
        """What makes a hex worse: squads that can fire at it when only one section is there."""
        return 0.0 if self.position.at(hex_, US) else 0.3

    def targets(self, key: str) -> list[str]:
        """The enemy hexes in range of a unit."""
        position, unit = self.position, self.position.pieces[key]
        far = self.plan.face(unit.kind, unit.face).reach
        enemies = sorted(set(self.places(OTHER[position.side(key)])))
        return [hex_ for hex_ in enemies if self.plan.distance(unit.place, hex_) <= far]

    def _threat(self, hex_: str) -> int:
        """The column of the assault that the Americans beside a hex could make now."""
        position = self.position
        near = [
            key
            for beside in self.plan.near[hex_]
            for key in position.at(beside, US)
            if not position.pieces[key].pinned
            and self.plan.sizes[position.pieces[key].kind] == "section"
        ]
        return assault_column(position, near, hex_) if near else NO_EFFECT

    def move_filipinos(self) -> None:
        """Stacks that are threatened fall back; leaders stay with the biggest stacks."""
        position = self.position
        places = sorted(set(self.places(FILIPINO)), key=lambda hex_: -self.plan.heights[hex_])
        for place in places:
            squads = position.at(place, FILIPINO)
            threat = self._threat(place)
            if threat < self.style.leave or place == self.plan.goal:
                continue
            for key in squads:
                if not position.pieces[key].pinned:
                    self._fall_back(key)
        self._leaders()

    def _fall_back(self, key: str) -> None:
        here = self.position.pieces[key].place
        reach = self.reach(key)
        zones = self.position.zones(US)
        up = {
            hex_: self.to_go[hex_]
            + (5 if hex_ in zones else 0)
            - (4 if self.plan.terrain(hex_) in ("breastwork", "pass") else 0)
            for hex_ in reach
            if self.plan.heights[hex_] > self.plan.heights[here]
        }
        ahead = {hex_: value for hex_, value in up.items() if hex_ not in zones}
        if ahead:
            # The next breastwork, not the farthest hex.
            works = [hex_ for hex_ in ahead if self.plan.terrain(hex_) == "breastwork"]
            ends = works or list(ahead)
            self.go(key, min(ends, key=lambda hex_: (ahead[hex_], hex_)))

    def _leaders(self) -> None:
        position = self.position
        for kind in (*STEADY, GENERAL):
            key = position.find(kind)
            if not key or not position.on_map(key):
                continue
            here = position.pieces[key].place
            reach = self.reach(key)
            stacks = [hex_ for hex_ in reach if position.at(hex_, FILIPINO)]
            if not stacks:
                continue
            danger = self._threat(here) >= self.style.leave or not position.at(here, FILIPINO)
            if kind == GENERAL and danger:
                self.go(key, max(stacks, key=lambda hex_: (self.plan.heights[hex_], hex_)))
            elif not position.at(here, FILIPINO) or danger:
                self.go(key, max(stacks, key=lambda hex_: (len(position.at(hex_, FILIPINO)), hex_)))
