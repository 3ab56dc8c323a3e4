"""A table on which Tirad Pass is played: a position, dice, and the log that is written."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from modgen_rules.engine.record.unit_conditions import look
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.tirad_pass.law.plan import ATTACKS, LOSSES, LOST, MARKERS, PINNED, Plan
from modgen_rules.tirad_pass.law.position import Position, Unit


@dataclass
class Table:
    """Does what a player says, on a position and in the log that is written."""

    plan: Plan
    position: Position
    chance: random.Random
    writer: LogWriter
    phase: str = "us_orders"
    turn: int = 1

    @classmethod
    def of_writer(cls, plan: Plan, writer: LogWriter, chance: random.Random) -> Table:
        """A table whose acts are written to a log."""
        position = Position(plan)
        for key, state in writer.states.items():
            known = look(writer.table.pieces[key]).conditions
            position.pieces[key] = Unit(*state[:3], known)
        return cls(plan, position, chance, writer)

    def begin(self, phase: str, side: str) -> None:
        """Move the turn tracker on, and with it the Turn marker."""
        order = list(self.plan.game.phases)
        self.turn += order.index(phase) < order.index(self.phase)
        self.phase = phase
        marker = self.position.find("turn_marker")
        if phase == order[0] and marker:
            self._put([marker], f"turn:{self.turn}")
        self.writer.begin_turn(side, fixed=True)
        self.writer.step_tracker(phase)

    def _put(self, keys: Sequence[str], place: str) -> None:
        for key in keys:
            self.position.pieces[key] = self.position.pieces[key]._replace(place=place)

    def move(self, keys: Sequence[str], place: str) -> None:
        """Drag pieces to a place, together."""
        self._put(keys, place)
        if keys:
            self.writer.move(list(keys), place)

    def flip(self, key: str, face: str) -> None:
        """Turn a piece to a face; nothing if it shows it."""
        unit = self.position.pieces[key]
        if unit.face == face:
            return
        self.position.pieces[key] = unit._replace(face=face)
        self.writer.flip(key, face)

    def lose(self, key: str) -> None:
        """A unit loses a step."""
        unit = self.position.pieces[key]
        if face := self.plan.worse(unit.kind, unit.face):
            self.flip(key, face)
        else:
            self.lose_all(key)

    def lose_all(self, key: str) -> None:
        """A unit or leader leaves the map for good."""
        self.mark(key, ATTACKS, False)
        self.mark(key, PINNED, False)
        self.move([key], LOST[self.position.side(key)])

    def mark(self, key: str, condition: str, on: bool = True) -> None:
        """Set or clear a condition of a unit."""
        unit = self.position.pieces[key]
        if (condition in unit.conditions) == on:
            return
        known = unit.conditions | {condition} if on else unit.conditions - {condition}
        self.position.pieces[key] = unit._replace(conditions=known)
        self.writer.set_condition(key, condition, on)

    def turn_chit(self, key: str) -> None:
        """Turn a chit face up."""
        unit = self.position.pieces[key]
        self.position.pieces[key] = unit._replace(conditions=frozenset())
        self.writer.hide(key)

    def announce(self, kind: str, target: str) -> None:
        """Put the marker of an attack on its target."""
        marker = self.position.find(MARKERS[kind])
        if marker:
            self.move([marker], target)
        self.writer.announce("", {"kind": kind}, {"attack_at": [target]})

    def attack_over(self) -> None:
        """Take the badges off and the markers back."""
        for key in list(self.position.units(on_map=False)):
            self.mark(key, ATTACKS, False)
        for kind in MARKERS.values():
            key = self.position.find(kind)
            if key and self.position.pieces[key].place in self.plan.heights:
                self.move([key], "markers")

    def roll(self, die: str, count: int = 1) -> list[int]:
        """Roll dice with their button."""
        results = [self.chance.randint(1, 6) for _ in range(count)]
        side = self.plan.dice[die].side or ""
        self.writer.roll(side, die, results)
        return results

    def note_losses(self) -> None:
        """Set the markers of lost steps right (10.7)."""
        for side, kind in LOSSES.items():
            place = f"losses:{self.position.lost(side)}"
            key = self.position.find(kind)
            if key and self.position.pieces[key].place != place:
                self.move([key], place)
