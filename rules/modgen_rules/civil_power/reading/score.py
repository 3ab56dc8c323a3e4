"""7.0: the points of both sides and the results that they give, by each reading of the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
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
    TANK,
    VEHICLE,
)
from modgen_rules.civil_power.law.state import Position
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.scenarios import POINTS, is_cleared, is_dispersed

LEVELS = ("marginal", "substantial", "decisive")
NOBODY, DESTROYED = "nobody", "destroyed"
EXITS = {"i-1": (POLICE, "n", "crowd_out"), "ii-3": (MOB, "e", "out_east")}
"""The scenarios that pay a side for each unit that leaves by an edge: both, and the attribute with
the points."""
HALF = Fraction(1, 2)
Points = dict[str, Fraction]


class Way(NamedTuple):
    """One reading of the rules and of what the log does not show.

    Casualties may count or not where a scenario does not say so.
    """

    casualties: bool
    aims: bool = True
    drops: bool = True
    before: int = 0
    """How many units left the map before the log by the edge that pays."""


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
        found: Points = {side: Fraction(0) for side in self.riot.field.sides}
        if self.standard:
            self.units(found)
        if (self.standard or way.casualties) and not self._value("prices") and not self._three:
            self._casualties(found)
        if way.aims:
            self._aims(found, way.before)
        return found

    def readings(self) -> list[Way]:
        """The readings of the rules; each with no unit that left unseen, or with some of them."""
        unseen = 0
        if self.riot.scenario.id in EXITS and not self.riot.record.from_start:
            unseen = sum(key not in self.riot.course.out for key in self._left())
        return [way._replace(before=n) for way in READINGS for n in range(unseen + 1)]

    def _value(self, name: str, missing: int = 0) -> int:
        scenario = self.riot.scenario
        value = scenario.attributes.get(name, missing)
        return int(value) if isinstance(value, int) else missing

    @property
    def standard(self) -> bool:
        """Whether the scenario gives the standard points."""
        return bool(self._value("standard", 1))

    @property
    def disintegrated(self) -> int:
        """I-5: the points for a Mob if the other falls apart."""
        return self._value("disintegrated")

    def goal(self, side: str) -> int:
        """The points of a side for a place that it cleared: the Squat, or a Mob's quarter."""
        name = "squat" if side == POLICE else "quarter"
        return self._value(name)

    @property
    def undispersed(self) -> int:
        """The points that the Police would get if the riot were dispersed; 0 if it is."""
        return 0 if is_dispersed(self.position) else self._value("dispersed")

    @property
    def _three(self) -> bool:
        return len(self.riot.field.sides) > len(MOBS)

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
        for side in found:
            lost = self.lost(self.enemy(side))
            for kind, number in lost.items():
                found[side] += number * self._worth(kind, self.enemy(side))

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
        for side in found:
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
        scenario, position, field = self.riot.scenario, self.position, self.riot.field
        course = self.riot.course
        if self._value("dispersed") and is_dispersed(position):
            found[POLICE] += self._value("dispersed")
        for name, area in (("plaza", PLAZA), ("park", PARK)):
            if self._value(name) and not is_cleared(position, field.area(area)):
                found[MOB] += self._value(name)
        special = {
            "i-1": self._march,
            "i-3": self._three_sides,
            "ii-5": self._three_sides,
            "ii-1": self._commune,
            "ii-2": self._prices,
            "ii-3": self._squat,
            "ii-7": self._motors,
        }.get(scenario.id)
        if special:
            special(found)
        if scenario.id in EXITS:
            side, edge, paid = EXITS[scenario.id]
            left = [course.out.get(key, "") for key in self._left()]
            seen = sum(bool(cell) and edge in field.edges(cell) for cell in left)
            found[side] += self._value(paid) * (seen + before)
        if scenario.id == "i-4":
            hotel = field.area(HOTEL)
            near = hotel | {other for cell in hotel for other in field.near[cell]}
            found[MOB] += self._value("near_hotel") * sum(
                unit.cell in near for unit in position.of(MOB)
            )
        if scenario.id == "i-5":
            for side, marker in ((MOB, "tdn_2"), (RIVAL, "tdn")):
                if self.turn >= position.level(marker, 99) and course.over == "S.I5.c":
                    found[side] += self._value("disintegrated")
        if scenario.id == "ii-6":
            found[MOB] += course.swag * self._value("each_swag")

    def _left(self) -> list[str]:
        """The units off the map whose edge counts: of I-1 only the Crowds."""
        (side, *_), size = EXITS[self.riot.scenario.id], self.riot.plan.size
        return [
            key
            for key, state in self.position.pieces.items()
            if state.place.startswith("left_")
            and self.riot.field.side.get(state.kind) == side
            and (side == MOB or size[state.kind] == CROWD)
        ]

    def _march(self, found: Points) -> None:
        found[POLICE] += self._value("mob_unit") * self.lost(MOB).total()
        marching = self.lost(POLICE)
        leader = marching.pop("agitator", 0)
        crowds = marching["untrained_crowd"] + marching["trained_crowd"]
        found[MOB] += self._value("mob_unit") * crowds + self._value("agitator") * leader

    def _three_sides(self, found: Points) -> None:
        for side, other in ((MOB, RIVAL), (RIVAL, MOB)):
            for enemy, sign in ((other, 1), (POLICE, -1)):
                found[side] += sign * (self._track("wia", enemy) * HALF + self._track("kia", enemy))
            if self._value("quarter") and side in self.riot.course.cleared:
                found[side] += self._value("quarter")
        lost = self.lost(MOB).total() + self.lost(RIVAL).total()
        found[POLICE] += self._value("mob_unit") * lost
        for side in MOBS:
            found[POLICE] -= self._track("wia", side) * HALF + self._track("kia", side)
        found[POLICE] -= (found[MOB] + found[RIVAL]) / 4

    def _commune(self, found: Points) -> None:
        found[POLICE] += self._value("mob_unit") * self.lost(MOB).total()
        found[MOB] += self._value("police_unit") * self.lost(POLICE).total()
        found[MOB] += self._value("each_turn") * max(self.turn - 1, 0)
        fires = sum(len(faces) for faces in self.position.fires.values())
        found[MOB] += self._value("each_fire") * fires

    def _prices(self, found: Points) -> None:
        types = self.riot.plan.game.piece_types
        for side in found:
            lost = self.lost(self.enemy(side))
            found[side] += sum((types[kind].price() or 0) * n for kind, n in lost.items())

    def _squat(self, found: Points) -> None:
        lost = self.lost(MOB)
        found[POLICE] += self._value("mob_unit") * lost.total()
        if self.riot.course.squat:
            found[POLICE] += self._value("squat")

    def _motors(self, found: Points) -> None:
        for key, state in self.position.pieces.items():
            if self.riot.plan.size.get(state.kind) != VEHICLE:
                continue
            worth = 2 if state.kind == TANK or key == self.riot.course.commander else 1
            burns = self.burning if state.kind == TANK and self._in_fire(key) else ""
            if burns == DESTROYED:
                found[MOB] += self._worth(state.kind, POLICE)
            if state.place in LOST_BOXES.values() or burns == DESTROYED:
                found[MOB] += worth * self._value(DESTROYED)
            elif burns or DAMAGED in self.position.conditions.get(key, ()):
                found[MOB] += worth * self._value(DAMAGED)

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


READINGS = (Way(True), Way(False))
"""The readings of what the rulebook leaves open, the first one preferred."""
