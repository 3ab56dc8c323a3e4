"""Fire Combat (5.3): strength, range, modifiers and results of one attack, and what bars it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from modgen_rules.civil_power.judging.bookings import Booked, casualties
from modgen_rules.civil_power.judging.shock import lowered, watched
from modgen_rules.civil_power.law import levels
from modgen_rules.civil_power.law.levels import TV_CREW, base, is_sniper, squares
from modgen_rules.civil_power.law.plan import (
    CROWD,
    FLAMES,
    GROUP,
    GUNS,
    INDIVIDUAL,
    MOBS,
    POLICE,
    TANK,
    VEHICLE,
)
from modgen_rules.civil_power.law.sight import View, height
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.riot import Riot

CHART = "05_fire_modifiers"
NONE, WOUND, KILL = "–", "W", "K"
LADDER = (NONE, WOUND, KILL)
"""The results of Fire from the mildest to the worst (8.8)."""
ARROWS = "i-6"
"""The scenario in which the Mob's Snipers do no more than wound."""
EXTENDED = "extended"
DOUBLED = "doubled"
PLAIN_WAYS = ("", "sniper", "ambush", EXTENDED, DOUBLED, "special")


class Fault(NamedTuple):
    """What is wrong with an attack. With a `ruling` it is only suspect."""

    clause: str
    what: str
    ruling: str = ""


class Modifiers(NamedTuple):
    """The modifiers of the die by one reading."""

    height: int = 0
    night: int = 0
    barricade: int = 0
    window: int = 0

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(self)


@dataclass(frozen=True)
class Shot:
    """An attack with firearms or rocks: who fires on whom, and in which way."""

    riot: Riot
    view: View
    shooters: tuple[Unit, ...]
    target: Unit
    way: str = ""

    @property
    def side(self) -> str:
        """The side that fires."""
        return self.shooters[0].side

    @property
    def position(self) -> Position:
        """The table at the moment of the announcement."""
        return self.view.position

    # --- what bars it ----------------------------------------------------------------------------

    def faults(self) -> Iterator[Fault]:
        """Everything that is wrong with the attack."""
        level = self.position.engagement(self.side)
        if base(self.target) == TV_CREW and self.side == POLICE:
            yield Fault("8.8.a", f"the Police fired on a TV Crew in {self.target.cell}")
        for unit in self.shooters:
            yield from self._may_fire(unit)
            clause, why = levels.breach(self.side, level, unit, self.way, self.target)
            if clause:
                yield Fault(clause, f"{self._name(unit)} may not fire at {self.target.cell}: {why}")
            yield from self._sees(unit)
        yield from self._together()
        if self.way == DOUBLED and not any(
            levels.may_double_fire(self.side, level, one) for one in self.shooters
        ):
            clause = levels.clause_of(self.side, levels.DOUBLED_FIRE)
            yield Fault(
                clause, f"fire at {self.target.cell} is doubled at Engagement Level {level}"
            )

    def _name(self, unit: Unit) -> str:
        return f"{self.riot.name(unit.kind)} in {unit.cell}"

    def _fired(self, unit: Unit) -> str:
        """`Line in W-D8 fired at W-D5`."""
        return f"{self._name(unit)} fired at {self.target.cell}"

    def _may_fire(self, unit: Unit) -> Iterator[Fault]:
        if unit.suppressed:
            yield Fault("5.2.b", f"{self._fired(unit)} while suppressed")
        if unit.kind == TANK and self.riot.shots[unit.key] >= self.riot.plan.numbers.tank_weapons:
            shot = self.riot.shots[unit.key] + 1
            most = self.riot.plan.numbers.tank_weapons
            yield Fault("S.II2.q", f"{self._fired(unit)}, shot {shot} of at most {most}")
        elif unit.kind != TANK and unit.key in self.riot.fired:
            yield Fault("5.3.a", f"{self._fired(unit)} after another attack in the same phase")
        if "aboard" in unit.conditions:
            yield Fault("8.12.d", f"{self._fired(unit)} from aboard a Vehicle")
        if not self.riot.plan.fire(unit.kind, unit.face):
            crowd = unit.side in MOBS and unit.size == CROWD
            yield Fault(
                "6.7.M1" if crowd else "5.3.1.a",
                f"{self._fired(unit)} without a Fire strength",
            )
        if self.riot.in_force(f"8.1:{unit.kind}") and unit.face != "mounted":
            yield Fault("8.1.a", f"{self._name(unit)} carries batons, but fired its guns")
        if self.way == EXTENDED and unit.size != GROUP:
            yield Fault("8.13.a", f"{self._fired(unit)} at extended range, but is not a Group")
        if self.way == EXTENDED and self.riot.plays("ii-1"):
            yield Fault("S.II1.b", "fire at extended range is not allowed in II-1")

    def _sees(self, unit: Unit) -> Iterator[Fault]:
        line = self.view.between(unit, self.target)
        most, plan = self._reach(unit), self.riot.plan
        where = f"from {unit.cell} to {self.target.cell}"
        if most is not None and line.range > most:
            what = f"{self._fired(unit)} over {squares(line.range)}, but its range is {most}"
            yield Fault("5.3.2.a", what)
        night_eyes = is_sniper(unit) and unit.side == POLICE
        if self.view.dark(self.target.cell) and line.range > plan.night_range and not night_eyes:
            clause = "6.3.a" if is_sniper(unit) else "5.3.2.f"
            yield Fault(clause, f"{self._fired(unit)} over {line.range} squares by night")
        tank = unit.kind == TANK
        floors = self.riot.scenario.attributes.get("tank_floors", 0) if tank else 0
        if self.target.level and isinstance(floors, int) and line.range < floors:
            yield Fault(
                "S.II2.h", f"{self._name(unit)} fires at an upper floor {line.range} squares away"
            )
        flames = tank and (unit.face, self.way) == (FLAMES, "special")
        most = plan.range_of("Flame-thrower") if flames else line.range
        if line.range > most:
            yield Fault(
                "S.II2.f",
                f"{self._name(unit)} used its flame-thrower over {line.range} squares, "
                f"but it reaches {most}",
            )
        if line.blocked and not flames:
            ruling = "hedges" if line.only_hedge else ""
            clause = "S.II1.a" if self.view.only_graves(unit, self.target) else "5.3.2.d"
            yield Fault(clause, f"the line of sight {where} is blocked", ruling)

    def _reach(self, unit: Unit) -> int | None:
        """5.3.2.a: the range of a unit in squares; None without a limit."""
        if is_sniper(unit) or unit.kind in GUNS:
            return None
        strength = self.riot.plan.fire(unit.kind, unit.face)
        return strength if self.way == EXTENDED else (strength + 1) // 2

    def _together(self) -> Iterator[Fault]:
        """5.3.d, 5.3.e: units fire together that are stacked or adjacent, in one chain."""
        if len(self.shooters) < 2:
            return
        sniper = next((one for one in self.shooters if is_sniper(one)), None)
        if sniper is not None:
            yield Fault("5.3.e", f"{self._fired(sniper)} together with others")
        if not connected(self.position, self.shooters):
            cells = ", ".join(sorted({one.cell for one in self.shooters}))
            told = f"units that are not adjacent fired together from {cells} at {self.target.cell}"
            yield Fault("5.3.d", told)

    # --- what it does ----------------------------------------------------------------------------

    def strengths(self) -> set[int]:
        """The strengths with which the attack may count.

        Doubling by level 5 is free. Where the players announce it, other attacks are not doubled.
        """
        level = self.position.engagement(self.side)
        able = [one for one in self.shooters if levels.may_double_fire(self.side, level, one)]
        if self.way == DOUBLED:
            return {self._total(able or self.shooters)}
        found = {self._total(())}
        if able and not (self.riot.record.doubles and self.riot.record.tidy):
            found.add(self._total(able))
        if any(one.kind == TANK for one in self.shooters) and self.way != "special":
            found.add(self.riot.plan.fire(GUNS[0], ""))  # a Tank's Machine Gun
        return found

    def _total(self, doubled: Collection[Unit], ambush: bool = True) -> int:
        return sum(
            self._strength(unit, ambush) * (2 if unit in doubled else 1) for unit in self.shooters
        )

    def _strength(self, unit: Unit, ambush: bool = True) -> int:
        plan = self.riot.plan
        strength = plan.fire(unit.kind, unit.face)
        away = self.position.field.away(unit.cell, self.target.cell)
        if self.way == EXTENDED and 2 * away > strength + (strength % 2):
            strength = (strength + 1) // 2
        return strength * 2 if ambush and self._in_ambush(unit) else strength

    def _in_ambush(self, unit: Unit) -> bool:
        """8.4.c: whether a unit reveals itself by this attack."""
        return unit.hidden or (self.way == "ambush" and unit.key not in self.riot.exposed)

    @cached_property
    def modifiers(self) -> tuple[Modifiers, ...]:
        """The modifiers of the die by each reading of what the lines cross."""
        plan, target = self.riot.plan, self.target
        above = any(height(one) > height(target) for one in self.shooters)
        # Who fires upwards or on the same floor may still count as behind the strip.
        over_strip = any(height(one) > target.level for one in self.shooters)
        outside = any(self._outside(one) for one in self.shooters)
        crossings = [
            self.view.enters_over(one.cell, target.cell, ("barricade",))
            for one in self.shooters
            if one.cell != target.cell
        ]
        surely = any(sure for sure, _ in crossings) and not over_strip
        maybe = any(may for _, may in crossings) and not over_strip
        if target.level or any(height(one) > 0 for one in self.shooters):
            surely = False
        barricade, night = plan.modifier(CHART, "Barricade"), plan.modifier(CHART, "By night")
        # Ruling night-light: whether light takes the modifier away is soft.
        dark = self.view.dark(target.cell)
        nights = [night] if dark else [0, night] if self.position.night else [0]
        return tuple(
            Modifiers(
                plan.modifier(CHART, "level higher") if above else 0,
                late,
                strip,
                plan.modifier(CHART, "window") if outside else 0,
            )
            for late in nights
            for strip in ({barricade} if surely else {0, barricade} if maybe else {0})
        )

    def _outside(self, unit: Unit) -> bool:
        """Whether a unit fires from outside at a target in a building."""
        building = self.position.field.building(self.target.cell)
        return bool(building) and unit.cell not in building

    def results(self, die: int) -> set[str]:
        """What the attack may do with a die."""
        return {
            seen
            for strength, drm in product(self.strengths(), self.modifiers)
            for seen in self._seen(self.riot.plan.fire_result(strength, die + drm.total))
        }

    def _seen(self, result: str) -> set[str]:
        """A result as rocks, arrows, armour and TV Crews leave it."""
        if self.target.size == VEHICLE:
            rocks = all(base(one) in levels.ROCKS for one in self.shooters)
            result = NONE if rocks or self.armoured or self.target.kind == TANK else result
        result = WOUND if result == KILL and self._arrows else result
        if not watched(self.position, self.target.cell):
            near = any(watched(self.position, one.cell) for one in self.shooters)
            return {result, lowered(result, LADDER)} if near else {result}
        free = self.side in MOBS and self.riot.in_force("8.8.d") is not False
        return {lowered(result, LADDER)} | ({result} if free else set())

    @property
    def _arrows(self) -> bool:
        """S.I6: whether Snipers of the Mob fire arrows, whose K counts as a W."""
        arrows = self.riot.plays(ARROWS) and self.side in MOBS
        return arrows and all(is_sniper(one) for one in self.shooters)

    @property
    def armoured(self) -> bool:
        """8.12.3: whether the target is a Vehicle that the players treat as armoured."""
        return is_armoured(self.riot, self.target)

    def damage(self, result: str) -> Booked:
        """What a result books."""
        if self.target.size == VEHICLE and result != KILL:
            return casualties(NONE, self.target)
        return casualties(result, self.target)

    def kills(self, result: str) -> bool:
        """5.3.1.d, 8.12.1: whether a result takes the unit off."""
        if self.target.size == VEHICLE:
            return result == KILL
        return self.target.size == INDIVIDUAL and result != NONE

    def mistaken(self, die: int) -> Mapping[Booked, str]:
        """Wrong bookings, with the clause of the mistake that each shows."""
        plan, found = self.riot.plan, dict[Booked, str]()
        right = self.modifiers[0]
        base_strength = self._total(())
        night, up = plan.modifier(CHART, "By night"), plan.modifier(CHART, "level higher")
        window, strip = plan.modifier(CHART, "window"), plan.modifier(CHART, "Barricade")
        both = bool(right.window and right.barricade)
        about_strip, hinted = self._about_strip(both), self._hinted()
        about_window = "6.2.c" if both else "5.3.3.f" if self._one_outside() else "5.3.3.b"
        tries: list[tuple[str, int, Modifiers]] = [
            ("5.3.3.d", base_strength, right._replace(night=0 if right.night else night)),
            ("5.3.3.e", base_strength, right._replace(height=0 if right.height else up)),
            (about_strip, base_strength, right._replace(barricade=0 if right.barricade else strip)),
            (about_window, base_strength, right._replace(window=0 if right.window else window)),
            ("8.13", sum(plan.fire(one.kind, one.face) for one in self.shooters), right),
            ("8.4.c", self._total((), ambush=False), right),
            (self._doubling(), self._total(self.shooters), right),
        ]
        legal = {self.damage(one) for one in self.results(die)}
        added: dict[Booked, set[str]] = {}
        for clause, strength, drm in tries:
            for result in self._seen(plan.fire_result(strength, die + drm.total)):
                booked = self.damage(result)
                if sum(map(bool, drm)) < sum(map(bool, right)):
                    found.setdefault(booked, clause)
                    continue
                # A W for a K, or the other way round, is rather booked on the wrong track than
                # due to a modifier that nothing here suggests.
                track = frozenset() not in legal | {booked}
                same = (strength, drm.total) == (base_strength, right.total)
                if same or clause in hinted or not track:
                    added.setdefault(booked, set()).add(clause)
        for booked, clauses in added.items():
            likely = clauses & hinted or clauses & self._perhaps_above() or clauses
            if len(likely) == 1:
                found.setdefault(booked, next(iter(likely)))
        raw = plan.fire_result(base_strength, die + right.total)
        if watched(self.position, self.target.cell):
            found[self.damage(raw)] = "8.8.b"
        if self._arrows and raw == KILL:
            found[casualties(raw, self.target)] = "S.I6"
        if self.target.size == VEHICLE:
            clause = "8.12.3" if self.armoured else "8.12.1.a" if raw == WOUND else "8.12.1"
            found[casualties(raw, self.target)] = clause
        return {booked: clause for booked, clause in found.items() if booked not in legal}

    def _crosses(self, kind: str) -> bool:
        """Whether a line of the attack perhaps crosses a strip of a kind beside the target."""
        cell = self.target.cell
        return any(
            any(self.view.enters_over(one.cell, cell, (kind,)))
            for one in self.shooters
            if one.cell != cell
        )

    def _about_strip(self, both: bool) -> str:
        """The clause of a modifier for a Barricade that is forgotten or wrongly applied."""
        if any(height(one) for one in self.shooters):
            return "5.3.3.c"
        if self._crosses("barrier"):
            return "8.11.c"
        over = {
            any(self.view.enters_over(one.cell, self.target.cell, ("barricade",)))
            for one in self.shooters
            if one.cell != self.target.cell
        }
        return "6.2.c" if both else "5.3.3.f" if len(over) > 1 else "5.3.3.b"

    def _one_outside(self) -> bool:
        """5.3.3.f: whether some of the shooters aim through a window, and others do not."""
        return len({self._outside(one) for one in self.shooters}) > 1

    def _hinted(self) -> frozenset[str]:
        """The clauses of mistakes that the way of the attack or the ground suggests."""
        hints = {"8.4.c": self.way == "ambush", "8.13": self.way == EXTENDED}
        above = any(height(one) for one in self.shooters)
        hints |= {
            "8.11.c": self._crosses("barrier"),
            "5.3.3.c": above and self._crosses("barricade"),
        }
        return frozenset(clause for clause, hinted in hints.items() if hinted)

    def _perhaps_above(self) -> frozenset[str]:
        """5.3.3.e, if some of the shooters are in a building, but none on its second level."""
        indoors = any(self.position.field.is_building(one.cell) for one in self.shooters)
        above = any(height(one) for one in self.shooters)
        return frozenset({"5.3.3.e"} if indoors and not above else ())

    def _doubling(self) -> str:
        """The clause by which this attack is not doubled."""
        if self.way == "ambush":
            return "8.4.c"
        return levels.clause_of(self.side, levels.DOUBLED_FIRE)


def is_armoured(riot: Riot, unit: Unit) -> bool:
    """8.12.3: whether a unit is a Vehicle that neither Fire nor Shock eliminates by an option."""
    vehicle = unit.size == VEHICLE and unit.kind != levels.HELICOPTER
    return vehicle and bool(riot.in_force("8.12.3"))


def connected(position: Position, units: Sequence[Unit]) -> bool:
    """Whether units are in one chain of squares that are the same or adjacent (ruling)."""
    cells = {one.cell for one in units}
    reached, edge = set(), {next(iter(cells))}
    while edge:
        reached |= edge
        edge = {
            one
            for one in cells - reached
            if any(position.field.away(one, known) <= 1 for known in reached)
        }
    return reached == cells
