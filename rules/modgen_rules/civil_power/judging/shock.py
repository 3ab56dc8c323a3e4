"""Shock Combat (5.4): totals, results, and what one round asks of each unit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import NamedTuple

from modgen_rules.civil_power.judging.morale import heeds
from modgen_rules.civil_power.law.levels import (
    AGITATOR,
    DOUBLED_SHOCK,
    HELICOPTER,
    TV_CREW,
    base,
    clause_of,
    may_double_shock,
)
from modgen_rules.civil_power.law.plan import CROWD, GROUP, POLICE, VEHICLE, Stand
from modgen_rules.civil_power.law.retreats import Ways
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.riot import Riot

CHART = "07_shock_modifiers"
NONE, CHECK, ONE, TWO, X = "–", "M", "1", "2", "X"
LADDER = (NONE, CHECK, ONE, TWO, X)
"""The results of Shock from the mildest to the worst (8.8)."""
AREAS: Mapping[str, int] = {NONE: 0, CHECK: 0, ONE: 1, TWO: 2, X: 2}
"""The areas that each result drives a unit back."""
MARCH = "i-1"
SLIPS: Mapping[str, str] = {
    "5.2.c": "suppressed units had their Shock strength",
    "8.8.b": "no TV Crew were near",
    "5.4.1.i": "no enemy were suppressed",
    "S.I1.g": "the marching Agitator helped the squads",
    "6.2.b": "other units had come over the Barricade",
    "S.I1.c": "the marching Crowds added their Shock to the attack",
    "6.4.a": "the Agitators there were not counted or counted twice",
}
"""What players forget of a round: its clause, and how the round then looks."""


class Duty(NamedTuple):
    """What a result asks of a unit."""

    areas: int = 0
    """How far it must retreat."""
    checks: bool = False
    extra: int = 0
    """The 1 that X adds to its check."""
    clause: str = "5.4.1.a"
    """The clause that it breaks by not checking."""
    stays: str = "5.4.1.a"
    """The clause that it breaks by leaving when it need not retreat."""
    perhaps: int = 0
    """The 1 of X where it is open whether it counts."""
    further: str = "5.4.3.a"
    """The clause that it breaks by going further than it must."""
    stands: str = "5.4.1.e"
    """The clause that it breaks by not retreating."""
    spared: str = "5.4.1.a"
    """The clause that it breaks by a check that it need not make."""
    totals: str = ""
    """The totals of the sides, in words."""
    open: bool = False
    """Whether the rulebook leaves it open that it checks: it gives way, and no result drives it."""


class Side(NamedTuple):
    """One side of a round: its die and total by one reading."""

    total: int
    result: str
    """What its die does to the other side."""
    breach: str = ""
    """The clause that this reading breaks; empty if none."""


def fighters(position: Position, cell: str, level: int) -> list[Unit]:
    """The units that take part in Shock on one level of a square."""
    return [
        unit for unit in position.at(cell, level=level) if base(unit) not in (TV_CREW, HELICOPTER)
    ]


def shock_of(position: Position, unit: Unit, attacks: bool) -> int:
    """5.4.1: the Shock of a unit: suppressed units, Vehicles and Snipers have none."""
    scenario = position.field.scenario
    marching = scenario.id == MARCH and unit.side == POLICE
    if unit.suppressed or unit.size == VEHICLE or (marching and attacks and unit.size == CROWD):
        return 0
    return position.plan.shock(unit.kind, unit.face)


def totals(
    position: Position, units: Collection[Unit], attacks: bool, doubled: Collection[str] = ()
) -> set[int]:
    """The totals that units of one side may have; `doubled` are the units that double Shock.

    Whether the Agitator's 1 is doubled too is open, so both totals are given.
    """
    each = {unit: shock_of(position, unit, attacks) for unit in units}
    plain = sum(value * (2 if unit.key in doubled else 1) for unit, value in each.items())
    helped = [
        unit
        for unit, value in each.items()
        if unit.size in (GROUP, CROWD) and value and heeds(position, unit)
    ]
    agitators = any(base(unit) == AGITATOR for unit in units)
    if not agitators or not helped:
        return {plain}
    most = 2 if any(unit.key in doubled for unit in helped) else 1
    return {plain + more for more in range(1, most + 1)}


def lowered(result: str, ladder: Sequence[str]) -> str:
    """8.8: a result one step milder."""
    return ladder[max(ladder.index(result) - 1, 0)]


def watched(position: Position, cell: str) -> bool:
    """8.8: whether a TV Crew is in a square or beside it."""
    near = (cell, *position.field.near[cell])
    return any(base(one) == TV_CREW for there in near for one in position.present.get(there, ()))


def onward(position: Position, crowd: Unit) -> list[str]:
    """5.4.2.b: the squares to which a Crowd may move on after a surge, with enemies or not."""
    ways, side = Ways(position, crowd), crowd.side
    return [
        end
        for end in position.field.beside[crowd.cell]
        if ways.barred(Stand(crowd.cell), Stand(end)) in ("", "5.4.3.d")
        and all(one.size != CROWD for one in position.at(end, side))
    ]


@dataclass
class Round:
    """One round of a Shock combat as a log has it."""

    cell: str
    level: int
    attacker: str
    """The side whose Player-turn it is; all others defend."""
    before: Position
    """The table as it begins."""
    dice: dict[bool, int] = field(default_factory=dict)
    """The dice of the attacker (true) and of the defender (false)."""
    deeds: dict[str, set[str]] = field(default_factory=dict)
    """What each side announced: `retreats`, `doubled`, `charges`, `surges`."""
    announced: bool = True
    slips: Mapping[bool, str] = field(default_factory=dict)
    """The clause that the attacker (true) and the defender (false) forget, for a reading that
    shows a mistake: one of `SLIPS`."""
    doubled: frozenset[str] = frozenset()
    """The sides that announced in an earlier round that they double."""

    def units(self, attacks: bool) -> list[Unit]:
        """The units of the attacker, or of his enemies."""
        there = fighters(self.before, self.cell, self.level)
        return [unit for unit in there if (unit.side == self.attacker) == attacks]

    def retreats(self, attacks: bool) -> bool:
        """5.4.1.h: whether a side retreats instead of rolling."""
        return any("retreats" in self.deeds.get(one.side, ()) for one in self.units(attacks))

    def leaves(self, attacks: bool) -> Round:
        """5.4.1.h: the same round if a side retreats instead of rolling, without a word."""
        sides = {one.side for one in self.units(attacks)}
        more = {side: self.deeds.get(side, set()) | {"retreats"} for side in sides}
        return replace(self, deeds={**self.deeds, **more})

    def readings(self, riot: Riot, attacks: bool) -> list[Side]:
        """Every total and result that a side may have."""
        units, enemies = self.units(attacks), self.units(not attacks)
        found: dict[Side, None] = {}
        for doubled, breach in self._doublings(riot, units):
            bare = self.slips.get(attacks) == "5.2.c"
            counted = [one._replace(conditions=frozenset()) for one in units] if bare else units
            for total in totals(self.before, counted, attacks, doubled):
                if self.retreats(attacks) or attacks not in self.dice:
                    found[Side(total, NONE, breach)] = None
                    continue
                total += self._miscounted(riot, units, attacks)  # noqa: PLW2901
                for drm in self._modifiers(riot, units, enemies, attacks):
                    result = riot.plan.shock_result(total, self.dice[attacks] + drm)
                    for seen in self._seen(riot, result, attacks):
                        found[Side(total, seen, breach)] = None
        return list(found)

    def _doublings(self, riot: Riot, units: list[Unit]) -> Iterator[tuple[frozenset[str], str]]:
        """The units that double their Shock, by each reading, with the clause that it breaks."""
        deeds = {deed for one in units for deed in self.deeds.get(one.side, ())}
        side = units[0].side if units else ""
        level = riot.level(side, self.before) if side else 0
        able = frozenset(one.key for one in units if may_double_shock(side, level, one))
        riders = frozenset(one.key for one in units if one.face == "mounted")
        charging = riders if "charges" in deeds else frozenset()
        if "doubled" in deeds:
            of_size = GROUP if side == POLICE else CROWD
            wrong = frozenset(one.key for one in units if one.size == of_size)
            breach = "" if able else clause_of(side, DOUBLED_SHOCK)
            yield (able or wrong) | charging, breach
        else:
            yield charging, ""
            if able and (not self.announced or side in self.doubled):
                yield able | charging, ""

    def _miscounted(self, riot: Riot, units: list[Unit], attacks: bool) -> int:
        """What is wrong in a total by what a side forgets: S.I1.c, S.I1.g, 6.4.a."""
        march = riot.plays(MARCH)
        agitators = sum(base(one) == AGITATOR for one in units)
        able = [one for one in units if one.size in (GROUP, CROWD) and not one.suppressed]
        match self.slips.get(attacks):
            case "S.I1.g" if march:
                return int(agitators > 0)
            case "S.I1.c" if march and attacks and self.attacker == POLICE:
                crowds = [one for one in able if one.size == CROWD]
                return sum(riot.plan.shock(one.kind, one.face) for one in crowds)
            case "6.4.a" if agitators and any(one.side != POLICE for one in able):
                return agitators - 1 or -1
        return 0

    def _modifiers(
        self, riot: Riot, units: list[Unit], enemies: list[Unit], attacks: bool
    ) -> set[int]:
        plan = riot.plan
        drm = 0
        if any(one.suppressed for one in enemies) and self.slips.get(attacks) != "5.4.1.i":
            drm += plan.modifier(CHART, "suppressed")
        if not attacks or not self.before.strips_at(self.cell):
            return {drm}
        # A drag does not always show over which side a unit came: it may have gone round.
        over = {riot.over.get(one.key) for one in units if one.size in (GROUP, CROWD)}
        less = drm + plan.modifier(CHART, "Barricade")
        if len(over) != 1 or None in over:
            return {drm, less}
        return {less if over == {self.slips.get(attacks) != "6.2.b"} else drm}

    def _seen(self, riot: Riot, result: str, attacks: bool) -> set[str]:
        """8.8: a result after TV Crews; the Mob's need not be lowered by an option."""
        if not watched(self.before, self.cell) or self.slips.get(attacks) == "8.8.b":
            return {result}
        police = any(one.side == POLICE for one in self.units(attacks))
        fair = riot.in_force("8.8.d") is False
        return {lowered(result, LADDER)} | ({result} if not police and not fair else set())

    def combinations(self, riot: Riot) -> Iterator[tuple[Side, Side]]:
        """Every pair of readings of the attacker and the defender."""
        return product(self.readings(riot, True), self.readings(riot, False))

    def duties(self, ours: Side, theirs: Side) -> dict[str, Duty]:
        """5.4.1: what a pair of readings asks of each unit that fights."""
        found: dict[str, Duty] = {}
        for attacks, mine, other in ((True, ours, theirs), (False, theirs, ours)):
            result = other.result
            if mine.total == other.total:
                back = not attacks
                clause = "5.4.1.g"
            else:
                back, clause = mine.total < other.total, "5.4.1.f"
            if self.retreats(attacks):
                duty = Duty(1, True, perhaps=int(result == X), clause="5.4.3.b", further="5.4.1.h")
                duty = duty._replace(open=result == NONE)
            elif self.retreats(not attacks) and result == NONE:
                duty = Duty(stays="5.4.1.h")
            elif result == NONE:
                duty = Duty()
            elif AREAS[result] and back:
                stands = clause if mine.total == other.total else "5.4.1.e"
                duty = Duty(AREAS[result], True, int(result == X), "5.4.3.b", stands=stands)
            else:
                late = clause if AREAS[result] else "5.4.1.b"
                duty = Duty(0, True, int(result == X), late, clause if AREAS[result] else "5.4.1.a")
            if not self.retreats(True) and not self.retreats(False):
                duty = duty._replace(totals=f" (total {mine.total} against {other.total})")
            for unit in self.units(attacks):
                found[unit.key] = duty
        return found
