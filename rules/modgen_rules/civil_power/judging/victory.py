"""7.0: the result and the points that the players announce, compared with what the table gives.

What the rulebook leaves open is computed in each way; what no way gives is wrong.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from modgen_rules.civil_power import wording
from modgen_rules.civil_power.judging.bookings import full
from modgen_rules.civil_power.law.plan import GUNS, LOST_BOXES, MOBS, POLICE
from modgen_rules.civil_power.law.state import Position
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.scenarios import disintegrates, is_dispersed
from modgen_rules.civil_power.reading.score import (
    DESTROYED,
    HALF,
    LEVELS,
    NOBODY,
    READINGS,
    Points,
    Score,
    Way,
)
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import unless

REMEMBERED = ("i-1", "i-2", "i-3", "ii-2", "ii-3", "ii-6", "ii-7")
"""Scenarios whose points depend on what the table does not show at the end."""


def judge(phase: Phase, riot: Riot) -> str | None:
    """Compare an announced result, and the markers of points, with what the table gives."""
    for n, said in phase.said("result"):
        told = said.choices["result"]
        if told and riot.field.known:
            if phase.kind == "recovery" and phase.side in MOBS:
                disintegrates(phase, riot)
            _announced(phase, n, told, riot)
            return f"the result is announced: {wording.result(riot.plan.game, told)}"
    _too_many(phase, riot)
    return None


def _too_many(phase: Phase, riot: Riot) -> None:
    """7.0, S.I3.e: a side books more points than all that it may have won so far.

    What it loses for casualties may be booked at the end. Swag has a judge of its own.
    """
    later = phase.soon(windows.LATER)
    score = Score(later, riot, phase.turn)
    if not (riot.record.from_start and _certain_points(riot)) or score.value("each_swag"):
        return
    for n, act in phase.each("level"):
        side = act.kind.removeprefix("vp_")
        if not act.kind.startswith("vp_") or not act.rises or side in riot.course.overpaid:
            continue
        at_once = riot.record.positions[n + 1]
        most, shows = score.most(side), min(_shown(at_once, side), _shown(later, side))
        if shows > most:
            riot.course.overpaid.add(side)
            right, booked = _text(most), _text(shows)
            points = f"{booked} {'point' if shows == 1 else 'points'}"
            what = f"{riot.side_name(side)} noted {points} but can have won at most {right}"
            clause = riot.clause("aims", side) or "7.0.b"
            riot.find(clause, side, what, n, expected=right, observed=booked)


def _announced(phase: Phase, n: int, told: str, riot: Riot) -> None:
    score = Score(phase.table(n), riot, phase.turn)
    right = set().union(*map(score.results, score.readings()))
    game = riot.plan.game
    *others, last = sorted(wording.result(game, one) for one in right)
    words = f"{', '.join(others)} or {last}" if others else last
    _markers(score, n, riot)
    if told in right:
        return
    riot.find(
        _clause(score, told, right, riot),
        told.partition("_")[0] if told != NOBODY else "",
        f"the result is announced as {wording.result(game, told)}, but should be {words}",
        n,
        n,
        unless(_certain(phase, riot) or _settled(score, told, riot), prices.PAYS_LATE),
        words,
        wording.result(game, told),
    )


def _certain(phase: Phase, riot: Riot) -> bool:
    """Whether the game was seen from the beginning to its end, and nothing left it unseen."""
    last = riot.scenario.turns
    over = bool(riot.course.over) or (last is not None and phase.turn >= last)
    if riot.plays("ii-7"):
        over = True
    return over and _certain_points(riot)


def _settled(score: Score, told: str, riot: Riot) -> bool:
    """Whether no earlier part of the game could make an announced result right.

    A KIA on the Mob's track decides II-7. Elsewhere the markers of all points have to show what
    the table gives; those of Engagement Levels show how often each was raised.
    """
    winner, _, announced = told.partition("_")
    if riot.plays("ii-7"):
        return winner == POLICE and score.position.level("kia_mob") > 0
    last = riot.scenario.turns
    if last is None or score.turn < last or announced not in LEVELS:
        return False
    if _later_day(riot) or full(score.position):  # days before this one, casualties unseen
        return False
    shown = {side: _shown(score.position, side) for side in riot.field.sides}
    given = [score.points(way) for way in score.readings()]
    return any(shown.values()) and all(
        any(_agrees(number, one[side]) for one in given) for side, number in shown.items()
    )


def _clause(score: Score, told: str, right: set[str], riot: Riot) -> str:
    """The clause that a wrong result breaks: the first one without which it would be right."""
    aims, motors = riot.clause("aims"), riot.plays("ii-7")
    first = score.readings()[0]
    points = score.points(first)
    side = told.partition("_")[0]
    need = "police_need" in riot.scenario.attributes and side == POLICE
    need = need and not is_dispersed(score.position)
    wrong = (
        (told in score.results(first._replace(drops=False)), "7.0.f"),
        (motors and score.position.level("kia_mob") > 0, "S.II7.c"),
        (need or motors, aims),
        (aims and told in score.results(first._replace(aims=False)), aims),
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
        wanted = [score.points(way)[side] for way in score.readings()]
        cells = riot.plan.game.level_ranges[f"vp_{side}"]
        low, high = Fraction(cells.start), Fraction(cells.stop - 1)
        if any(
            _agrees(number, min(max(one, low), high)) or number >= high <= one for one in wanted
        ):
            continue
        half = score.points(Way(True, aims=False))[side]
        usual = number != half and half == wanted[0] and score.standard
        clause = _standard(score, side, number) if usual else riot.clause("aims", side) or "7.0.b"
        clause = _special(score, side, number) or clause
        gap = unless(_certain_points(riot), prices.PAYS_LATE)
        right, shows = _text(wanted[0]), _text(number)
        what = f"the score of {riot.side_name(side)} is {right}, but the marker shows {shows}"
        riot.find(clause, side, what, n, n, gap, right, shows)
        return


def _special(score: Score, side: str, number: Fraction) -> str:
    """S.II2.n, S.II7.k: the clause of a unit that was counted wrongly; empty if none was."""
    wrong = {
        "S.II2.n": [replace(score, spent=True)],
        "S.II7.k": [replace(score, burning=one) for one in (DESTROYED, "")],
    }
    right = score.points(score.readings()[0])[side]
    if side == POLICE and score.undispersed and number - right == score.undispersed:
        return score.riot.clause("aims", side)
    for clause, tries in wrong.items():
        given = {one.points(READINGS[0])[side] for one in tries}
        if number in given - {right}:
            return clause
    aims = "disintegrated", "squat" if side == POLICE else "quarter"
    missed = any(number - right == score.value(name) for name in aims)
    return score.riot.clause("aims") if missed else ""


def _agrees(shown: Fraction, points: Fraction) -> bool:
    """Whether a marker shows some points; it knows halves, but no quarters."""
    return shown == points or (points.denominator > 2 and abs(shown - points) < HALF)


def _standard(score: Score, side: str, number: Fraction) -> str:
    """7.0.a where the casualties are left out or counted otherwise, else 7.0.b."""
    units: Points = {one: Fraction(0) for one in score.riot.field.sides}
    if len(units) > len(MOBS):
        return "7.0.b"
    score.units(units)
    right = score.points(READINGS[0])[side]
    omitted = units[side] == number or (units[side] != right and number > right)
    return "7.0.a" if omitted else "7.0.b"


def _certain_points(riot: Riot) -> bool:
    """Whether the table shows all that counts, or the log began with the game.

    Where units lie in the boxes of losses, the players keep all eliminated units there. In II-2
    only the guns among them may have run out of ammunition before the log (S.II2.n).
    """
    if riot.course.lost_elsewhere or not riot.field.known or riot.course.days > 1:
        return False
    if full(riot.record.end):
        return False
    lost = {
        state.kind
        for state in riot.record.start.pieces.values()
        if state.place in LOST_BOXES.values() and state.kind in riot.plan.units
    }
    no_gun = riot.plays("ii-2") and not any(kind in GUNS for kind in lost)
    known = (
        riot.scenario.id not in REMEMBERED or no_gun or (riot.plays("i-2") and not _later_day(riot))
    )
    return riot.record.from_start or (bool(lost) and known)


def _later_day(riot: Riot) -> bool:
    """I-2: whether the log begins or ends on a day after the first."""
    return riot.plays("i-2") and riot.record.end.level("day", 1) > 1


def _shown(position: Position, side: str) -> Fraction:
    """The points that a side's marker shows, with a half if it has one."""
    key = next((one for one, state in position.pieces.items() if state.kind == f"vp_{side}"), "")
    half = "half" in position.conditions.get(key, ())
    return Fraction(position.level(f"vp_{side}")) + (HALF if half else 0)


def _text(number: Fraction) -> str:
    return f"{float(number):g}"
