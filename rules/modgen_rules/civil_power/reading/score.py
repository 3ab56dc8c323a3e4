"""7.0: the points of both sides and the results that they give, by each reading of the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from modgen_rules.civil_power.law.levels import AGITATOR, SNIPER
from modgen_rules.civil_power.law.plan import (
    CROWD,
    DAMAGED,
    GROUP,
    HOTEL,
    LOST_BOXES,
    MOB,
    MOBS,
    PARK,
    PLAZA,
    POLICE,
    RIVAL,
    SIDES,
    TANK,
    VEHICLE,
)
from modgen_rules.civil_power.law.state import Position
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.scenarios import POINTS, is_cleared, is_dispersed

LEVELS = ("marginal", "substantial", "decisive")
NOBODY, DESTROYED = "nobody", "destroyed"
HALF = Fraction(1, 2)
Points = dict[str, Fraction]


class Way(NamedTuple):
    """One reading of the rules and of what the log does not show.

    Casualties may count or not where a scenario does not say so.
    """

    casualties: bool
    aims: bool = True
    drops: bool = True
    losses: bool = True
    """Whether what sides lose for casualties counts; they may book it at the end."""
    before: int = 0
    """How many units left the map before the log by the edge that pays."""


READINGS = (Way(True), Way(False))
"""The readings of what the rulebook leaves open, the first one preferred."""


@dataclass
class Score:
    """The points at a moment of the game."""

    position: Position
    riot: Riot
    turn: int
    spent: bool = False
    """Whether weapons without ammunition count as eliminated, which is wrong (S.II2.n)."""
    burning: str = DAMAGED
    """How a Tank in a Fire counts: `damaged` (S.II7.k), or wrongly `destroyed` or not at all."""

    def points(self, way: Way) -> Points:
        """The points of each side that plays."""
        found = dict.fromkeys(SIDES, Fraction(0))
        if self.standard:
            self.units(found)
        three = len(self.riot.field.sides) > len(MOBS)
        counts = (self.standard or way.casualties) and way.losses
        if counts and not (self.value("prices") or three):
            self._casualties(found)
        if way.aims:
            self._aims(found, way.before)
            if three and not self.standard:
                self._three_sides(found, way.losses)
        return {side: found[side] for side in self.riot.field.sides}

    def most(self, side: str) -> Fraction:
        """The points of a side with those for this turn, without what it loses for casualties."""
        return replace(self, turn=self.turn + 1).points(Way(False, losses=False))[side]

    def readings(self) -> list[Way]:
        """The readings of the rules; each with no unit that left unseen, or with some of them."""
        unseen = 0
        if not self.riot.record.from_start:
            unseen = sum(key not in self.riot.course.out for key in self._left())
        return [way._replace(before=n) for way in READINGS for n in range(unseen + 1)]

    def value(self, name: str) -> int:
        """A number of the scenario, such as the points for an aim; 0 if it has none."""
        value = self.riot.scenario.attributes.get(name, 0)
        return int(value) if isinstance(value, int) else 0

    @property
    def standard(self) -> bool:
        """Whether the scenario gives the standard points."""
        return bool(self.riot.scenario.attributes.get("standard", True))

    @property
    def undispersed(self) -> int:
        """The points that the Police would get if the riot were dispersed; 0 if it is."""
        return 0 if is_dispersed(self.position) else self.value("dispersed")

    def lost(self, side: str) -> Counter[str]:
        """The eliminated units of a side, by kind without the Rival's mark."""
        field, plan = self.riot.field, self.riot.plan
        return Counter(
            plan.base(state.kind)
            for key, state in self.position.pieces.items()
            if state.kind in plan.units
            and field.side[state.kind] == side
            and state.place in LOST_BOXES.values()
            and (self.spent or key not in self.riot.course.spent)
        )

    def enemy(self, side: str) -> str:
        """The other side of a game of two."""
        return next(other for other in self.riot.field.sides if other != side)

    def units(self, found: Points) -> None:
        """7.0.b: add the points for eliminated units."""
        for side in self.riot.field.sides:
            enemy = self.enemy(side)
            for kind, number in self.lost(enemy).items():
                found[side] += number * self._worth(kind, enemy)

    def _worth(self, kind: str, side: str) -> int:
        """7.0.b: the points for an eliminated unit of a side; TV Crews pay nothing."""
        plan = self.riot.plan
        if side == POLICE:
            return plan.modifier(POINTS, "Police unit")
        if plan.size[kind] == CROWD:
            return plan.modifier(POINTS, "Crowd")
        paid = plan.size[kind] == GROUP or kind in (AGITATOR, f"mob_{SNIPER}")
        return plan.modifier(POINTS, "Punk") if paid else 0

    def _casualties(self, found: Points) -> None:
        wia, kia = (self.riot.plan.modifier(POINTS, f"Each {one}") for one in ("WIA", "KIA"))
        for side in self.riot.field.sides:
            enemy = self.enemy(side)
            found[side] += wia * self._track("wia", enemy) + kia * self._track("kia", enemy)

    def _track(self, name: str, side: str) -> int:
        """Casualties of a side; a Rival's marker is another's where no Rival plays."""
        number = self.position.level(f"{name}_{side}")
        if RIVAL not in self.riot.field.sides and side == self.riot.field.side["agitator_2"]:
            number += self.position.level(f"{name}_{RIVAL}")
        return number

    # --- scenarios -----------------------------------------------------------------------------

    def _aims(self, found: Points, before: int) -> None:
        """The scenario's own points, each with a number in its attributes."""
        value, at, field, course = self.value, self.position, self.riot.field, self.riot.course
        lost, attributes = {side: self.lost(side) for side in SIDES}, self.riot.scenario.attributes
        crowds = (n for kind, n in lost[POLICE].items() if self.riot.plan.size[kind] == CROWD)
        edge = str(attributes.get("exit"))
        left = sum(
            edge in field.edges[cell] for key in self._left() if (cell := course.out.get(key))
        )
        hotel = field.area(HOTEL).union(*(field.near[cell] for cell in field.area(HOTEL)))
        parts = (
            (POLICE, "mob_unit", sum(lost[side].total() for side in MOBS)),
            (MOB, "mob_unit", sum(crowds)),
            (MOB, "agitator", lost[POLICE][AGITATOR]),
            (MOB, "police_unit", lost[POLICE].total()),
            (MOB, "each_turn", max(self.turn - 1, 0)),
            (MOB, "each_fire", sum(map(len, at.fires.values()))),
            (MOB, "near_hotel", sum(unit.cell in hotel for unit in at.of(MOB))),
            (MOB, "each_swag", course.swag),
            (POLICE, "squat", course.squat),
            *((side, "quarter", side in course.cleared) for side in MOBS),
            (str(attributes.get("exit_side", MOB)), "exit_points", left + before),
        )
        for side, name, number in parts:
            found[side] += value(name) * number
        found[POLICE] += value("dispersed") - self.undispersed
        for name, area in (("plaza", PLAZA), ("park", PARK)):
            if value(name) and not is_cleared(at, field.area(area)):
                found[MOB] += value(name)
        for side, marker in ((MOB, "tdn_2"), (RIVAL, "tdn")):
            if self.turn >= at.level(marker, 99) and course.over == "S.I5.c":
                found[side] += value("disintegrated")
        if value("prices"):
            types = self.riot.plan.game.piece_types
            for side in field.sides:
                units = lost[self.enemy(side)].items()
                found[side] += sum((types[kind].price() or 0) * n for kind, n in units)
        if value(DESTROYED):
            self._motors(found)

    def _left(self) -> list[str]:
        """The units off the map whose edge counts: of I-1 only the Crowds."""
        side, size = self.riot.scenario.attributes.get("exit_side"), self.riot.plan.size
        return [
            key
            for key, state in self.position.pieces.items()
            if state.place.startswith("left_")
            and self.riot.field.side.get(state.kind) == side
            and (side == MOB or size[state.kind] == CROWD)
        ]

    def _three_sides(self, found: Points, losses: bool) -> None:
        """I-3, II-5: what casualties are worth; the Police lose a quarter of the Mobs' points."""
        hurt = {side: self._hurt(side) for side in SIDES}
        for side, other in ((MOB, RIVAL), (RIVAL, MOB)):
            found[side] += hurt[other]
            if losses:
                found[side] -= hurt[POLICE]
                found[POLICE] -= hurt[side]
        if losses:
            found[POLICE] -= (found[MOB] + found[RIVAL]) / 4

    def _hurt(self, side: str) -> Fraction:
        """I-3, II-5: what the casualties of a side are worth to others."""
        return self._track("wia", side) * HALF + self._track("kia", side)

    def _motors(self, found: Points) -> None:
        """II-7: the points for Vehicles that are damaged or destroyed."""
        for key, state in self.position.pieces.items():
            if self.riot.plan.size.get(state.kind) != VEHICLE:
                continue
            worth = 2 if state.kind == TANK or key == self.riot.course.commander else 1
            burns = self.burning if state.kind == TANK and self._in_fire(key) else ""
            if burns == DESTROYED:
                found[MOB] += self._worth(state.kind, POLICE)
            if state.place in LOST_BOXES.values() or burns == DESTROYED:
                found[MOB] += worth * self.value(DESTROYED)
            elif burns or DAMAGED in self.position.conditions.get(key, ()):
                found[MOB] += worth * self.value(DAMAGED)

    def _in_fire(self, key: str) -> bool:
        return self.position.place(key).partition("@")[0] in self.position.fires

    # --- the result ----------------------------------------------------------------------------

    def results(self, way: Way) -> set[str]:
        """The results that the points give: `mob_marginal`, `nobody`; II-7 has no levels."""
        points = self.points(way)
        if self.riot.plays("ii-7") and self._track("kia", MOB):
            return _any_level(MOB)
        order = sorted(points, key=lambda side: points[side], reverse=True)
        winner, second = order[0], order[1]
        if points[winner] == points[second]:
            return {NOBODY}
        if self.riot.plays("ii-7"):
            return _any_level(winner)
        need = self.riot.scenario.attributes.get("police_need")
        if need and winner == POLICE and way.aims and not is_dispersed(self.position):
            return {NOBODY, *_any_level(MOB)}
        level = _level(points[winner], points[second])
        levels = [level - raised for raised in self._raised(winner)] if way.drops else [level]
        return {NOBODY if one < 0 else f"{winner}_{LEVELS[one]}" for one in levels}

    def _raised(self, side: str) -> range:
        """7.0.f: how often a side may have raised its Engagement Level.

        A day of I-2 begins at a level of its own, which a log from the middle of it does not show.
        """
        now, course = self.position.engagement(side), self.riot.course
        least = max(now - course.begun.get(side, now), 0)
        unseen = self.riot.plays("i-2") and course.days == 1 and not self.riot.record.from_start
        return range(least, (now if unseen else least) + 1)


def _any_level(side: str) -> set[str]:
    return {f"{side}_{level}" for level in (*LEVELS, "wins")}


def _level(first: Fraction, second: Fraction) -> int:
    """7.0.c to 7.0.e: 0 marginal, 1 substantial, 2 decisive."""
    if first < 0 and second < 0:
        return 0
    ratio = max(first, Fraction(1)) / max(second, Fraction(1))
    return 2 if ratio >= 3 else 1 if ratio >= 2 else 0
