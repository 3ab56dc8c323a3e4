"""7.0: the points of both sides and the result, compared with what the players announce.

What the rulebook leaves open is computed in each way; what no way gives is wrong.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from modgen_rules.civil_power import wording
from modgen_rules.civil_power.bookings import full
from modgen_rules.civil_power.levels import AGITATOR, SNIPER
from modgen_rules.civil_power.phases import Phase
from modgen_rules.civil_power.plan import (
    CROWD,
    DAMAGED,
    GROUP,
    GUNS,
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
from modgen_rules.civil_power.riot import Riot
from modgen_rules.civil_power.scenarios import POINTS, disintegrates, is_cleared, is_dispersed
from modgen_rules.civil_power.state import Position

LEVELS = ("marginal", "substantial", "decisive")
NOBODY, DESTROYED = "nobody", "destroyed"
HALF = Fraction(1, 2)
AIMS = {
    "i-1": "S.I1.e", "i-2": "S.I2.b", "i-3": "S.I3", "i-4": "S.I4", "i-5": "S.I5", "i-6": "S.I6",
    "i-7": "S.I7.a", "i-8": "S.I8", "ii-1": "S.II1.e", "ii-2": "S.II2.j", "ii-3": "S.II3",
    "ii-5": "S.II5", "ii-6": "S.II6.a", "ii-7": "S.II7.h",
}  # fmt: skip
"""The clause of a scenario's own points and aims."""
OF_SIDES = {
    ("i-3", POLICE): "S.I3.d", ("i-3", MOB): "S.I3.e", ("i-3", RIVAL): "S.I3.e",
    ("i-4", POLICE): "S.I4.a", ("i-8", POLICE): "S.I8.a", ("ii-1", MOB): "S.II1",
    ("ii-3", POLICE): "S.II3.b", ("ii-5", POLICE): "S.II5.c",
}  # fmt: skip
"""The clause of the points of one side, where it has its own."""
Points = dict[str, Fraction]


class Way(NamedTuple):
    """One reading of the rules: whether casualties count where a scenario does not say so."""

    casualties: bool
    aims: bool = True
    drops: bool = True


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
            self._aims(found)
        return found

    def _value(self, name: str, missing: int = 0) -> int:
        scenario = self.riot.scenario
        value = scenario.attributes.get(name, missing) if scenario else missing
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
            plan.base(state.kind) for key, state in self.position.pieces.items()
            if state.kind in plan.units and field.side[state.kind] == side
            and state.place in LOST_BOXES.values()
            and (self.spent or key not in self.riot.course.spent)
        )  # fmt: skip

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

    def _aims(self, found: Points) -> None:
        scenario, position, field = self.riot.scenario, self.position, self.riot.field
        if scenario is None:
            return
        course = self.riot.course
        if self._value("dispersed") and is_dispersed(position):
            found[POLICE] += self._value("dispersed")
        for name, area in (("plaza", PLAZA), ("park", PARK)):
            if self._value(name) and not is_cleared(position, field.area(area)):
                found[MOB] += self._value(name)
        special = {
            "i-1": self._march, "i-3": self._three_sides, "ii-5": self._three_sides,
            "ii-1": self._commune, "ii-2": self._prices, "ii-3": self._squat, "ii-7": self._motors,
        }.get(scenario.id)  # fmt: skip
        if special:
            special(found)
        if scenario.id == "i-4":
            hotel = field.area(HOTEL)
            near = hotel | {other for cell in hotel for other in field.near[cell]}
            found[MOB] += self._value("near_hotel") * sum(
                unit.cell in near for unit in position.of(MOB))  # fmt: skip
        if scenario.id == "i-5":
            for side, marker in ((MOB, "tdn_2"), (RIVAL, "tdn")):
                if self.turn >= position.level(marker, 99) and course.over == "S.I5.c":
                    found[side] += self._value("disintegrated")
        if scenario.id == "ii-6":
            found[MOB] += course.swag * self._value("each_swag")

    def _march(self, found: Points) -> None:
        found[POLICE] += self._value("mob_unit") * self.lost(MOB).total()
        marching = self.lost(POLICE)
        leader = marching.pop("agitator", 0)
        crowds = marching["untrained_crowd"] + marching["trained_crowd"]
        found[MOB] += self._value("mob_unit") * crowds + self._value("agitator") * leader
        north = [key for key, cell in self.riot.course.out.items()
                 if self.riot.plan.size[self.position.pieces[key].kind] == CROWD
                 and self.riot.field.side[self.position.pieces[key].kind] == POLICE
                 and self.position.place(key).startswith("left_")
                 and "n" in self.riot.field.edges(cell)]  # fmt: skip
        found[POLICE] += self._value("crowd_out") * len(north)

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
        east = [key for key, cell in self.riot.course.out.items()
                if self.riot.field.side[self.position.pieces[key].kind] == MOB
                and self.position.place(key).startswith("left_")
                and "e" in self.riot.field.edges(cell)]  # fmt: skip
        found[MOB] += self._value("out_east") * len(east)
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
        need = self.riot.scenario.attributes.get("police_need") if self.riot.scenario else None
        if need and winner == POLICE and way.aims and not is_dispersed(self.position):
            return {NOBODY, *_any_level(MOB)}
        level = _level(points[winner], points[second])
        if way.drops:
            begun = self.riot.course.begun.get(winner, self.position.engagement(winner))
            level -= max(self.position.engagement(winner) - begun, 0)
        return {NOBODY} if level < 0 else {f"{winner}_{LEVELS[level]}"}


def _any_level(side: str) -> set[str]:
    return {f"{side}_{level}" for level in (*LEVELS, "wins")}


def _level(first: Fraction, second: Fraction) -> int:
    """7.0.c to 7.0.e: 0 marginal, 1 substantial, 2 decisive."""
    if first < 0 and second < 0:
        return 0
    ratio = max(first, Fraction(1)) / max(second, Fraction(1))
    return 2 if ratio >= 3 else 1 if ratio >= 2 else 0


REMEMBERED = ("i-1", "i-2", "i-3", "ii-2", "ii-3", "ii-6", "ii-7")
"""Scenarios whose points depend on what the table does not show at the end."""
READINGS = (Way(True), Way(False))


def judge(phase: Phase, riot: Riot) -> str:
    """Compare an announced result, and the markers of points, with what the table gives."""
    for n, act in phase.each("said"):
        told = act.said.choices.get("result") if act.said else None
        if told and riot.scenario is not None:
            if phase.kind == "recovery" and phase.side in MOBS:
                disintegrates(phase, riot)
            _announced(phase, n, told, riot)
            return f"the result is announced: {wording.result(riot.plan.game, told)}"
    return ""


def _announced(phase: Phase, n: int, told: str, riot: Riot) -> None:
    score = Score(phase.table(n), riot, phase.turn)
    right = set().union(*(score.results(way) for way in READINGS))
    game = riot.plan.game
    words = " or ".join(sorted(wording.result(game, one) for one in right))
    _markers(score, n, riot)
    if told in right:
        return
    riot.find(
        _clause(score, told, right, riot), told.partition("_")[0] if told != NOBODY else "",
        f"the result is announced as {wording.result(game, told)}, but it is {words}", n, n,
        "illegal" if _certain(phase, riot) or _settled(score, told, riot) else "suspect",
        words, wording.result(game, told),
    )  # fmt: skip


def _certain(phase: Phase, riot: Riot) -> bool:
    """Whether the game was seen from the beginning to its end, and nothing left it unseen."""
    last = riot.scenario.turns if riot.scenario else None
    over = bool(riot.course.over) or (last is not None and phase.turn >= last)
    if riot.plays("ii-7"):
        over = True
    return over and _certain_points(riot)


def _settled(score: Score, told: str, riot: Riot) -> bool:
    """Whether no earlier part of the game could make an announced result right.

    A KIA on the Mob's track decides II-7. Elsewhere the markers of all points have to show what
    the table gives; an earlier rise of an Engagement Level could only lower the winner's level.
    """
    winner, _, announced = told.partition("_")
    if riot.plays("ii-7"):
        return winner == POLICE and score.position.level("kia_mob") > 0
    last = riot.scenario.turns if riot.scenario else None
    if last is None or score.turn < last or announced not in LEVELS:
        return False
    if riot.plays("i-2") or full(score.position):  # days before this one, casualties unseen
        return False
    shown = {side: _shown(score.position, side) for side in riot.field.sides}
    given = [score.points(way) for way in READINGS]
    if not any(shown.values()) or not all(
        any(_agrees(number, one[side]) for one in given) for side, number in shown.items()
    ):
        return False
    higher = {f"{winner}_{level}" for level in LEVELS[LEVELS.index(announced) :]}
    return not any(higher & score.results(way._replace(drops=False)) for way in READINGS)


def _clause(score: Score, told: str, right: set[str], riot: Riot) -> str:
    """The clause that a wrong result breaks: the first one without which it would be right."""
    scenario = riot.scenario.id if riot.scenario else ""
    points = score.points(READINGS[0])
    side = told.partition("_")[0]
    need = scenario in ("i-6", "i-7") and side == POLICE and not is_dispersed(score.position)
    wrong = (
        (told in score.results(Way(True, drops=False)), "7.0.f"),
        (scenario == "ii-7" and score.position.level("kia_mob") > 0, "S.II7.c"),
        (need or scenario == "ii-7", AIMS.get(scenario, "")),
        (told in score.results(Way(True, aims=False)) and scenario in AIMS, AIMS.get(scenario, "")),
        (side not in {one.partition("_")[0] for one in right}, "7.0.c"),
        (max(points.values()) < 0, "7.0.d"),
    )
    return next((clause for holds, clause in wrong if holds), "7.0.e")


def _markers(score: Score, n: int, riot: Riot) -> None:
    """7.0.a, 7.0.b: the markers of points, where they are used."""
    position = score.position
    shown = {side: _shown(position, side) for side in riot.field.sides}
    if not any(shown.values()):
        return
    for side, number in shown.items():
        wanted = [score.points(way)[side] for way in READINGS]
        cells = riot.plan.game.level_ranges[f"vp_{side}"]
        low, high = Fraction(cells.start), Fraction(cells.stop - 1)
        if any(
            _agrees(number, min(max(one, low), high)) or number >= high <= one for one in wanted
        ):
            continue
        played = riot.scenario.id if riot.scenario else ""
        clause = OF_SIDES.get((played, side), AIMS.get(played, "7.0.b"))
        half = score.points(Way(True, aims=False))[side]
        if number == half or half == wanted[0]:
            clause = clause if number == half else _standard(score, side, number)
        if played and not score.standard:
            clause = OF_SIDES.get((played, side), AIMS.get(played, clause))
        clause = _special(score, side, number) or clause
        certain = _certain_points(riot)
        name = riot.plan.game.sides[side].name
        what = f"the points of the {name} are {_text(wanted[0])}, and its marker shows "
        riot.find(clause, side, what + _text(number), n, n, "illegal" if certain else "suspect",
                  _text(wanted[0]), _text(number))  # fmt: skip
        return


def _special(score: Score, side: str, number: Fraction) -> str:
    """S.II2.n, S.II7.k: the clause of a unit that was counted wrongly; empty if none was."""
    wrong = {"S.II2.n": [replace(score, spent=True)],
             "S.II7.k": [replace(score, burning=one) for one in (DESTROYED, "")]}  # fmt: skip
    right = score.points(READINGS[0])[side]
    if side == POLICE and score.undispersed and number - right == score.undispersed:
        played = score.riot.scenario.id if score.riot.scenario else ""
        return OF_SIDES.get((played, side), AIMS.get(played, ""))
    for clause, tries in wrong.items():
        given = {one.points(READINGS[0])[side] for one in tries}
        if number in given - {right}:
            return clause
    if score.riot.plays("i-5") and number - right == score.disintegrated:
        return "S.I5"
    if score.riot.scenario and number - right == score.goal(side):
        return AIMS.get(score.riot.scenario.id, "")
    return ""


def _agrees(shown: Fraction, points: Fraction) -> bool:
    """Whether a marker shows some points; it knows halves, but no quarters."""
    return shown == points or (points.denominator > 2 and abs(shown - points) < HALF)


def _standard(score: Score, side: str, number: Fraction) -> str:
    """7.0.a where the casualties are left out or counted otherwise, else 7.0.b."""
    units: Points = {one: Fraction(0) for one in score.riot.field.sides}
    if len(units) > len(MOBS):
        return "7.0.b"
    score.units(units)
    return "7.0.a" if units[side] == number or number > score.points(READINGS[0])[side] else "7.0.b"


def _certain_points(riot: Riot) -> bool:
    """Whether the table shows all that counts, or the log began with the game.

    Where units lie in the boxes of losses, the players keep all eliminated units there. In II-2
    only the guns among them may have run out of ammunition before the log (S.II2.n).
    """
    if riot.course.lost_elsewhere or riot.scenario is None or riot.course.days > 1:
        return False
    if full(riot.record.end):
        return False
    lost = {state.kind for state in riot.record.start.pieces.values()
            if state.place in LOST_BOXES.values() and state.kind in riot.plan.units}  # fmt: skip
    no_gun = riot.plays("ii-2") and not any(kind in GUNS for kind in lost)
    known = riot.scenario.id not in REMEMBERED or no_gun
    return riot.record.from_start or (bool(lost) and known)


def _shown(position: Position, side: str) -> Fraction:
    """The points that a side's marker shows, with a half if it has one."""
    key = next((one for one, state in position.pieces.items() if state.kind == f"vp_{side}"), "")
    half = "half" in position.conditions.get(key, ())
    return Fraction(position.level(f"vp_{side}")) + (HALF if half else 0)


def _text(number: Fraction) -> str:
    return f"{float(number):g}"
