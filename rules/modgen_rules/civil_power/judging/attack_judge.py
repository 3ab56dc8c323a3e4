"""Who attacks whom in a Fire Combat phase, and what a target must suffer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modgen_rules.civil_power.judging import morale, passengers, weapons
from modgen_rules.civil_power.judging.checking import Need
from modgen_rules.civil_power.judging.combat_phase import CombatPhase
from modgen_rules.civil_power.judging.fire import PLAIN_WAYS, Fault, Shot
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.judging.ordeal import Window
from modgen_rules.civil_power.law.levels import AGITATOR, HELICOPTER, ROCKS, TV_CREW, base
from modgen_rules.civil_power.law.plan import INDIVIDUAL, TANK, VEHICLE
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.attacks import Attack
from modgen_rules.engine.reports.sections import Issue

ANYBODY = ("", "everyone", "nobody")
"""Targets of announcements that name no size of unit."""
MOST_CHOICES = 12
"""The number of units that are tried as shooters when nothing tells who fired."""


class AttackJudge(CombatPhase):
    """What judges of attacks by fire share: who may have attacked whom."""

    WRONG = "5.3.1.a"
    fallen: set[str]
    """S.II2.c: the units on which a house fell."""

    def _way(self, attack: Attack) -> str:
        """The weapon of an attack: announced, or shown by its gas."""
        return attack.way or ("gas_gun" if attack.gas else "")

    def _groups(self, attack: Attack, at: Position, way: str) -> tuple[list[list[Unit]], bool]:
        """The sets of units that may have attacked, and whether they are known."""
        marked = list(passengers.marked(at, attack.shooters))
        marked = [passengers.gunner(at, one, way) for one in marked if one.side == self.side]
        if marked:
            return [marked], True
        able = [one for one in at.units.values() if one.side == self.side and not one.hidden]
        if way not in PLAIN_WAYS:
            able = weapons.users(able, way)
        else:
            able = [one for one in able if self.riot.plan.fire(one.kind, one.face)]
        able.sort(key=lambda one: (at.field.away(one.cell, attack.cell), one.key))
        return [[one] for one in able[:MOST_CHOICES]], False

    def _targets(self, attack: Attack, window: Window) -> list[Unit]:
        """The enemies that may be the target, those first that checked or changed."""
        there = window.start.at(attack.cell)
        enemies = [one for one in there if one.side != self.side]
        touched = {self.record.acts[n].piece for n in window.acts}
        if attack.aim not in ANYBODY:
            # A face that fits nobody there was left from another attack.
            enemies = [one for one in enemies if one.size == attack.aim] or enemies
        if len(enemies) > 1 and any(one.key in touched for one in enemies):
            enemies = [one for one in enemies if one.key in touched]
        return enemies

    def _note_fired(self, group: Sequence[Unit], known: bool, n: int) -> None:
        """4.0.e, 5.3.a: remembers who attacked."""
        if known:
            for one in group:
                self.riot.fired.setdefault(one.key, n)
                self.riot.shots[one.key] += 1
        elif len(group) == 1:
            self.riot.may_have_fired.setdefault(group[0].key, n)

    def _report(self, faults: Sequence[Fault], window: Window, known: bool = True) -> None:
        for one in faults:
            issue = window.issue(
                one.clause, self.side, one.what, last=window.first, ruling=one.ruling
            )
            if not known:
                issue = issue._replace(unknown=True)
            self.riot.note(issue)

    @staticmethod
    def _lightest(
        options: Sequence[tuple[list[Unit], list[Fault]]],
    ) -> tuple[list[Unit], list[Fault]]:
        """Of choices of units the one with the fewest faults."""
        return min(options, key=lambda one: len(one[1]))

    def _suffered(self, window: Window, shot: Shot, results: set[str]) -> Iterator[Issue]:
        """Whether a target was removed or checked as the results ask."""
        target = shot.target
        self.told.add(target.key)
        if target.key in self.fallen:
            return
        removes = {shot.kills(result) for result in results}
        # A removal may be seen late; a later attack may be the reason for it.
        seen = window.after if removes == {False} else self.phase.after
        lost = morale.is_lost(seen, target.key)
        name = window.name(target)
        if target.size == VEHICLE or base(target) == AGITATOR:
            if removes == {True} and not lost:
                flies = "8.6.c" if target.kind == HELICOPTER else "8.12.1"
                clause = "5.3.1.d" if target.size == INDIVIDUAL else flies
                yield window.issue(clause, target.side, f"{name} is not eliminated")
            elif removes == {False} and lost and not self._orphaned(target):
                rocks = all(base(one) in ROCKS for one in shot.shooters)
                clause = "5.3.1.a" if target.size == INDIVIDUAL else "8.12.1.a"
                clause = "8.12.1" if target.size == VEHICLE and rocks else clause
                clause = "8.12.3" if shot.armoured else clause
                clause = "S.II2.g" if target.kind == TANK else clause
                yield window.issue(clause, target.side, f"{name} was eliminated")
            return
        if removes == {True}:
            if not lost:
                yield window.issue("5.3.1.d", target.side, f"{name} is not eliminated")
            return
        checks = window.checks_of(target)
        if checks:
            yield from window.check(target, Cause("fire"), checks[0])
        elif removes == {False} or not lost:
            window.needs.append(Need(target, Cause("fire"), False, "5.3.1.b"))

    def _orphaned(self, unit: Unit) -> bool:
        """6.3.c, 6.4.c: whether all who were stacked with a unit were eliminated."""
        friends = [
            one
            for one in self.phase.before.at(unit.cell, unit.side)
            if base(one) not in (AGITATOR, TV_CREW) and one.key != unit.key
        ]
        return bool(friends) and all(morale.is_lost(self.phase.after, one.key) for one in friends)

    def _weighed(
        self, attack: Attack, window: Window, view: View, way: str, target: Unit | None = None
    ) -> tuple[list[Unit], list[Fault], bool]:
        """The units that used a weapon, what was wrong with it, and whether they are known."""
        groups, known = self._groups(attack, window.start, way)
        if not groups:
            clause = weapons.RANGE_CLAUSES[way]
            return [], [Fault(clause, f"nobody can use this weapon at {attack.cell}")], False
        options = [
            (one, list(weapons.faults(self.riot, view, one, attack.cell, way, target)))
            for one in groups
        ]
        return *self._lightest(options), known

    def _used(
        self, attack: Attack, window: Window, view: View, way: str, target: Unit | None
    ) -> tuple[list[Unit], bool]:
        """The units that used a weapon, after noting what was wrong with it."""
        group, faults, known = self._weighed(attack, window, view, way, target)
        self._report(faults, window, bool(attack.announced or attack.gas))
        self._note_fired(group, known, attack.first)
        if known:
            self.riot.used |= {(one.key, way) for one in group}
        return group, known
