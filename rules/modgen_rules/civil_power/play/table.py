"""A table on which a riot is played: what players do with pieces, dice and markers, in the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.law.course import Course
from modgen_rules.civil_power.law.plan import (
    FIRES,
    LEFT_BOXES,
    MOB,
    SUPPRESSED,
    UPSTAIRS,
    Field,
    Plan,
)
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.engine.record.unit_conditions import look
from modgen_rules.engine.writing.play_table import PlayTable

CHECKS = {
    -2: "morale_minus_2",
    -1: "morale_minus",
    0: "morale",
    1: "morale_plus",
    2: "morale_plus_2",
    3: "morale_plus_3",
}
"""The menu entries for checks by what they add besides the point for suppression."""


@dataclass
class RiotTable(PlayTable[Position]):
    """Plays on a LogWriter. What is done here is in the log; what is legal, the rules say."""

    field: Field
    suppressed_now: set[str] = dataclass_field(default_factory=set)
    """5.2.e: the units that were suppressed in this player-turn."""
    fired: set[str] = dataclass_field(default_factory=set)
    """4.0.e: the units that fired in this player-turn."""
    came: dict[str, str] = dataclass_field(default_factory=dict)
    """The square from which each unit moved into its square in this player-turn."""
    over: dict[str, bool | None] = dataclass_field(default_factory=dict)
    """Whether its last step crossed a Barricade; None where one way round a corner does."""
    started: dict[str, str] = dataclass_field(default_factory=dict)
    """The square in which each unit began this movement."""
    hidden: set[str] = dataclass_field(default_factory=set)
    """8.4: the units that are hidden."""
    provoked: set[bool] = dataclass_field(default_factory=set)
    """8.9.b: whether mild (true) and other fire of the Police has cost the Mob its dice."""
    entries: dict[str, str] = dataclass_field(default_factory=dict)
    """The edge by which all units of a side enter."""
    course: Course = dataclass_field(default_factory=Course)
    """What the scenario counts."""

    @property
    def plan(self) -> Plan:
        """The facts of the game."""
        return self.field.plan

    def read(self) -> Position:
        """The position that the pieces on the table show."""
        pieces = dict(self.writer.states)
        known = {key: found for key in pieces if (found := self._conditions(key))}
        return Position(self.field, pieces, known, frozenset(self.hidden))

    def _conditions(self, key: str) -> frozenset[str]:
        return look(self.writer.table.pieces[key]).conditions

    # --- pieces ------------------------------------------------------------------------------

    def climb(self, key: str, level: int) -> None:
        """Mark a unit as on the second level of its building, or no more."""
        if (UPSTAIRS in self._conditions(key)) != bool(level):
            self.writer.set_condition(key, UPSTAIRS, bool(level))

    def go(self, unit: Unit, cell: str, level: int = 0) -> None:
        """Move a unit to a square and level."""
        if unit.level and not level:
            self.climb(unit.key, 0)
        if unit.cell != cell:
            self.move([unit.key], cell)
        self.climb(unit.key, level)

    def suppress(self, key: str) -> None:
        """5.2: suppress a unit."""
        if SUPPRESSED not in self._conditions(key):
            self.writer.set_condition(key, SUPPRESSED)
            self.suppressed_now.add(key)

    def recover(self, key: str) -> None:
        """5.2.e: a unit is suppressed no more."""
        self.writer.set_condition(key, SUPPRESSED, False)

    def check(self, key: str, adds: int = 0) -> tuple[int, str]:
        """5.1: a morale check by the unit's menu; returns the total and the result.

        `adds` are all modifiers but that for suppression. The unit becomes suppressed or is
        eliminated. Modifiers for which there is no entry are added by hand, in chat.
        """
        die = self.chance.randint(1, 6)
        entry = min(max(adds, min(CHECKS)), max(CHECKS))
        was = SUPPRESSED in self._conditions(key)
        self.writer.check(key, CHECKS[entry], die)
        unit = self.position.units[key]
        total = die + adds + was
        if entry != adds:
            self.writer.say(f"* {adds - entry:+d} more: {total}")
        result = morale.outcome(self.plan, unit, total)
        if result == morale.LOST:
            self.eliminate(key)
        elif result == morale.FALLS:
            self.suppress(key)
            if not was:
                self.suppressed_now.add(key)
        return total, result

    def eliminate(self, key: str) -> None:
        """Take a unit to the box of those that are lost, or to its pool if it has none."""
        state = self.writer.states[key]
        kind = self.plan.game.piece_types[state.kind]
        self.move([key], kind.lost_to or kind.home or LEFT_BOXES[kind.side or MOB])

    def leave(self, key: str) -> None:
        """4.0.f: take a unit off the map, not eliminated."""
        self.move([key], LEFT_BOXES[self.plan.side[self.writer.states[key].kind]])

    def bring(self, kind: str, place: str, face: str = "") -> str:
        """Bring a marker (`gas`, `fire`, `barricade`) from its box; returns its id.

        A place such as `W-C7/n` is a side of a square. Empty when none is left.
        """
        home = self.plan.game.piece_types[kind].home or ""
        spare = [key for key, state in self.writer.where(kind) if state.place == home]
        if not spare:
            return ""
        key = spare[0]
        face = face or self.plan.game.piece_types[kind].faces[0].id
        if self.writer.states[key].face != face:
            self.writer.flip(key, face)
        self.move([key], place.partition("/")[0])
        if "/" in place:
            self.writer.turn_to(key, place.partition("/")[2])
        return key

    def away(self, kind: str, cell: str) -> None:
        """Put a marker of a kind that lies in a square back into its box."""
        home = self.plan.game.piece_types[kind].home or ""
        for key, state in self.writer.where(kind):
            if state.place.partition("@")[0] == cell:
                self.move([key], home)
                return

    # --- tracks and dice ---------------------------------------------------------------------

    def level(self, marker: str, number: int) -> None:
        """Put the marker of a track on a number, as far as the track goes."""
        keys = self.writer.where(marker)
        if not keys:
            return
        known = self.plan.game.tracks.get(keys[0][1].place.partition(":")[0])
        if known is None:
            tracks = self.plan.game.tracks.values()
            known = next(one for one in tracks if marker in one.levels)
        number = min(max(number, known.first), known.last)
        if self.position.level(marker, known.first - 1) != number:
            self.move([keys[0][0]], f"{known.id}:{number}")

    def book(self, marker: str, by: int) -> None:
        """Move the marker of a track by some numbers: `wia_police`, `grenades`."""
        if by:
            self.level(marker, self.position.level(marker) + by)

    def roll(self, die: str, side: str, number: int = 1) -> tuple[int, ...]:
        """Roll dice with one of the module's buttons."""
        known = next(one for one in self.plan.game.info.dice if one.id == die)
        dice = tuple(self.chance.randint(1, known.sides) for _ in range(number * known.count))
        self.writer.roll(side, die, dice)
        return dice

    # --- attacks -----------------------------------------------------------------------------

    def shooters(self, units: Iterable[Unit]) -> None:
        """5.3: mark the units that fire."""
        for unit in units:
            self.writer.set_condition(unit.key, FIRES)
            self.fired.add(unit.key)

    def cease(self) -> None:
        """Take the marks from all units that fired, and the marker home (button "Fire over")."""
        for key in list(self.writer.states):
            if FIRES in self._conditions(key):
                self.writer.set_condition(key, FIRES, False)
        self.attack_over("fire_attack")

    def aim(self, cell: str, what: str, way: tuple[str, str] | None = None) -> None:
        """Put the Fire marker on a square, showing what is fired on (`crowd`, `nobody`).

        `way`: the side and the special way of the attack: (`police`, `gas_gun`).
        """
        self._put("fire_attack", cell, what)
        self.writer.announce("", {"target": what}, {"fired_at": (cell,)})
        if way:
            self.writer.announce("", {"way": way[1]}, {"fired_at": (cell,)})

    def shock_round(self, cell: str, number: int) -> None:
        """Put the Shock marker on a square, showing the round."""
        face = f"round_{min(number, 4)}"
        self._put("shock_combat", cell, face)
        self.writer.announce("", {"round": face}, {"shock_in": (cell,)})

    def deed(self, side: str, cell: str, deed: str) -> None:
        """Announce what a side does in a Shock: `retreats`, `surges`, `doubled`, `charges`."""
        self.writer.announce(side, {"deed": deed}, {"shock_in": (cell,)})

    def attack_over(self, marker: str) -> None:
        """Take an attack's marker home."""
        key, state = self.writer.where(marker)[0]
        home = self.plan.game.piece_types[marker].home or ""
        if state.place != home:
            self.move([key], home)

    def _put(self, marker: str, cell: str, face: str) -> None:
        key, state = self.writer.where(marker)[0]
        if state.place != cell:
            self.move([key], cell)
        if self.writer.states[key].face != face:
            self.writer.flip(key, face)
