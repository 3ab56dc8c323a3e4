"""S.*: special rules of scenarios in play, and when a game is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from modgen_rules.civil_power.law.course import Course
from modgen_rules.civil_power.law.plan import (
    CROWD,
    FORCE_BOXES,
    LOST_BOXES,
    MOB,
    MOBS,
    PARK,
    POLICE,
    RIVAL,
    SQUAT,
)
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.changes import changes
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import unless

POINTS = "16_victory"
"""The chart of points; its rows are found by their words."""


def judge(phase: Phase, riot: Riot) -> None:
    """What the scenario says of a phase; the course of the game is noted."""
    scenario, course = riot.scenario, riot.course
    if not riot.field.known or phase.id == "setup":
        return
    for side in riot.field.sides:
        now = phase.before.engagement(side)  # the days of I-2 begin at levels of their own
        begun = now if riot.plays("i-2") else scenario.levels.get(f"el_{side}", 0)
        course.begun.setdefault(side, begun)
    _days(phase, riot)
    _after_the_end(phase, riot)
    _engagement(phase, riot)
    _night(phase, riot)
    if riot.plays("i-1"):
        _march(phase, riot)
    if "each_swag" in scenario.attributes and phase.id == "police_recovery":
        _looting(phase, riot)
    _note(phase, riot)
    end = phase.before if clears_up(phase, riot) else phase.after
    course.ended = {side: end.engagement(side) for side in riot.field.sides}


# --- the course of the game ------------------------------------------------------------------


def clears_up(phase: Phase, riot: Riot) -> bool:
    """I-2: whether a phase is the last of a day, after which the boards are cleared."""
    scenario = riot.scenario
    last = riot.plays("i-2") and phase.turn >= (scenario.turns or 1)
    return last and phase.id == f"{riot.field.sides[-1]}_recovery"


def _days(phase: Phase, riot: Riot) -> None:
    """I-2: a new day; Engagement Levels change by one step at most (S.I2.e)."""
    course, day = riot.course, phase.before.level("day", 1)
    if course.evening and phase.side:
        _overnight(phase, riot)
    if not riot.plays("i-2") or day <= course.days:
        return
    most = riot.scenario.attributes.get("days", day)
    if isinstance(most, int) and day > most:
        what = f"day {day} begins, but the game has only {most} days"
        riot.find("S.I2.a", "", what, phase.begin, expected=most, observed=day)
    course.evening = dict(course.ended)
    course.days, course.over, course.told = day, "", False
    if phase.side:
        _overnight(phase, riot)


def _overnight(phase: Phase, riot: Riot) -> None:
    """S.I2.e: the Engagement Levels when the first player-turn of a day begins."""
    course = riot.course
    for side in riot.field.sides:
        now, then = phase.before.engagement(side), course.evening.get(side)
        if then is not None and abs(now - then) > 1:
            what = f"the Engagement Level goes from {then} to {now} between days"
            expected = f"{then}, or one more or less"
            riot.find("S.I2.e", side, what, phase.begin, expected=expected, observed=now)
        course.begun[side] = now
    course.evening.clear()


def _after_the_end(phase: Phase, riot: Riot) -> None:
    """2.3.f, 8.9.d, S.II1.f: nobody plays on when the game is over."""
    scenario, course = riot.scenario, riot.course
    if not course.over and scenario.turns and phase.turn > scenario.turns:
        course.over = "2.3.f"
    if not course.over or course.told:
        return
    played = [
        n
        for n, act in phase.each("move", "roll", "check")
        if act.what != "move" or (act.kind in riot.plan.units and act.at in riot.field)
    ]
    if played:
        course.told = True
        soft = course.over == "8.9.d" and riot.in_force("8.9") is None
        soft |= course.over == "S.II7.g" and not riot.record.tidy
        riot.find(
            course.over,
            phase.side,
            "play goes on after the end of the game",
            played[0],
            played[-1],
            unless(not soft, prices.LATE),
            expected=scenario.turns or "the end",
            observed=phase.turn,
        )


def _note(phase: Phase, riot: Riot) -> None:
    """What counts at the end of the game, as the phase leaves it."""
    after, course = phase.after, riot.course
    for _, act in phase.each("move"):
        if act.kind in riot.plan.units and riot.field.way(act) == "off":
            course.out[act.piece] = act.origin
            home = riot.plan.game.piece_types[act.kind].home
            course.lost_elsewhere |= act.target in ("", "off", home)
        if act.kind in ("tdn", "tdn_2"):
            course.tdn_used = True
    course.tdn_used |= any(act.kind.startswith("tdn") for _, act in phase.each("level"))
    watch(course, after, phase.turn, phase.id)
    if phase.kind == "recovery":
        course.over = course.over or ended(after)
        if phase.side in MOBS and phase.finished:
            disintegrates(phase, riot)


def ended(position: Position) -> str:
    """The clause by which a game is over before its last turn; empty if it is not.

    S.II1.f: no unit of the Mob is left, hidden or in the sewers. S.II7.g: both sides have entered
    and no unit of the Mob is left in the compound.
    """
    plan, scenario = position.plan, position.field.scenario.id
    places = Counter(one.place for one in position.pieces.values() if one.kind in plan.units)
    mobs = [unit.cell for unit in position.units.values() if unit.side in MOBS]
    if scenario == "ii-1":
        return "" if mobs or places["sewers"] or places[FORCE_BOXES[MOB]] else "S.II1.f"
    waits = any(places[box] for box in FORCE_BOXES.values())
    held = waits or not position.field.area(PARK).isdisjoint(mobs)
    return "" if scenario != "ii-7" or held else "S.II7.g"


def falls_apart(position: Position, side: str) -> bool:
    """8.9.d: whether a Mob's number of disintegration is down to the game-turn."""
    marker = "tdn_2" if side == RIVAL and position.field.scenario.id == "i-5" else "tdn"
    return position.turn >= position.level(marker, 99)


def watch(course: Course, position: Position, turn: int, phase: str) -> None:
    """Note what counts at the end, as a position at the end of a phase has it."""
    field = position.field
    scenario = field.scenario
    if scenario.id == "i-3" and len(course.quarters) == len(MOBS):
        for side, other in ((MOB, RIVAL), (RIVAL, MOB)):
            cells = [unit.cell for unit in position.of(other)]
            if not any(field.quarter(cell) == course.quarters[other] for cell in cells):
                course.cleared.add(side)
    before = scenario.attributes.get("squat_before")
    if isinstance(before, int) and turn <= before:
        course.squat |= is_cleared(position, field.area(SQUAT))
    if "each_swag" in scenario.attributes and phase == "police_recovery":
        course.swag += looted(position)


def disintegrates(phase: Phase, riot: Riot) -> None:
    """8.9.d: the number against the game-turn, after the Mob's recovery."""
    used, riots = riot.in_force("8.9"), riot.scenario.id.startswith("i-")
    perhaps = used is None and riots and riot.course.tdn_used
    if (used or perhaps or riot.plays("i-5", "ii-7")) and falls_apart(phase.after, phase.side):
        riot.course.over = "S.I5.c" if riot.plays("i-5") else "8.9.d"


def is_cleared(position: Position, area: frozenset[str]) -> bool:
    """S.0.a: whether no Mob unit is in an area or beside it."""
    near = area | {other for cell in area for other in position.field.near[cell]}
    return not any(unit.side in MOBS for cell in near for unit in position.at(cell))


def looted(position: Position) -> int:
    """S.II6.a: the Swag with a Punk, or with a Crowd in or beside its square."""
    return sum(
        any(unit.size == "group" and unit.side in MOBS for unit in position.at(cell))
        or any(
            unit.size == CROWD
            for near in (cell, *position.field.near[cell])
            for unit in position.at(near)
        )
        for cell, faces in position.cells_with("swag").items()
        for _ in faces
    )


def is_dispersed(position: Position) -> bool:
    """S.0.c: half of all Crowds are eliminated, or no two are adjacent.

    Those that left the map count among all, but are not eliminated.
    """
    plan, field = position.plan, position.field
    crowds: Counter[str] = Counter()
    for state in position.pieces.values():
        if plan.size.get(state.kind) == CROWD and field.side[state.kind] in MOBS:
            home = plan.game.piece_types[state.kind].home
            crowds[
                "lost" if state.place == "lost_mobs" else "home" if state.place == home else "there"
            ] += 1
    standing = [
        unit for unit in position.units.values() if unit.size == CROWD and unit.side in MOBS
    ]
    if crowds["lost"] and crowds["lost"] * 2 >= crowds["lost"] + crowds["there"]:
        return True
    return not any(
        field.away(a.cell, b.cell) <= 1 for n, a in enumerate(standing) for b in standing[:n]
    )


# --- special rules ---------------------------------------------------------------------------


def fixed_level(riot: Riot, side: str) -> str:
    """The clause by which a side keeps its Engagement Level in this scenario; empty if none."""
    fixed = riot.scenario.attributes.get("fixed_level") in ("all", side)
    return riot.clause("level") if fixed else ""


def _engagement(phase: Phase, riot: Riot) -> None:
    """6.7.b: a level never falls in a game; some scenarios keep it."""
    if clears_up(phase, riot) or (riot.course.evening and not phase.side):
        return  # between two days of I-2
    for change in changes(phase):
        side, (was, now) = change.kind.removeprefix("el_"), (change.source, change.target)
        if side == change.kind or side not in riot.field.sides:
            continue
        clause = fixed_level(riot, side)
        if clause:
            what = f"the Engagement Level goes from {was} to {now}, but the scenario fixes it"
            riot.find(clause, side, what, change.n, expected=was, observed=now)
        elif change.what == "down":
            gap = unless(not (riot.plays("i-2") and phase.turn <= 1), prices.MOVED)
            what = f"the Engagement Level goes down from {was} to {now}"
            riot.find("6.7.b", side, what, change.n, change.n, gap, was, now)


def _night(phase: Phase, riot: Riot) -> None:
    """The time of day that a scenario fixes, looked at when the first side begins to fire."""
    scenario, course = riot.scenario, riot.course
    if course.dark or phase.kind != "fire" or not phase.acts:
        return
    begins = scenario.attributes.get("night_from")
    clause = riot.clause("night")
    if not clause:
        return
    wanted = phase.turn >= begins if isinstance(begins, int) else True
    if phase.before.night != wanted:
        course.dark = True
        what = f"the time of day should be {'night' if wanted else 'day'}"
        expected = "night" if wanted else "day"
        observed = "night" if phase.before.night else "day"
        riot.find(clause, "", what, phase.acts[0], expected=expected, observed=observed)


def _looting(phase: Phase, riot: Riot) -> None:
    """S.II6.a: the points that the Mob books for Swag in a Recovery.

    Where the result is announced, the marker is judged with it.
    """
    if any(phase.said("result")):
        return
    booking = [
        (n, int(act.target) - int(act.source))
        for n, act in phase.each("level")
        if act.kind == f"vp_{MOB}" and (act.source + act.target).isdigit()
    ]
    scored = sum(points for _, points in booking)
    each = riot.scenario.attributes["each_swag"]
    booked = phase.before.level(f"vp_{MOB}")
    now = looted(phase.after)  # what was not booked in earlier turns may be booked now
    right = max(now, riot.course.swag + now - booked // max(int(each), 1)) * int(each)
    if scored > right:
        sure = phase.tidy and scored - right not in _extras(phase.after, riot)
        riot.find(
            "S.II6.a",
            MOB,
            f"the Mob books {scored} points for looted Swag, but may book at most {right}",
            booking[0][0],
            booking[-1][0],
            unless(sure, prices.BEHIND),
            right,
            scored,
        )


def _extras(position: Position, riot: Riot) -> set[int]:
    """7.0.a, 7.0.b: what the losses of the Police may add to the Mob's points if booked late."""
    unit, wia, kia = (
        riot.plan.modifier(POINTS, row) for row in ("Police unit", "Each WIA", "Each KIA")
    )
    lost = sum(
        state.place == LOST_BOXES[POLICE] and state.kind in riot.plan.units
        for state in position.pieces.values()
    )
    return {
        unit * units + wia * wounds + kia * deaths
        for units in range(lost + 1)
        for wounds in range(position.level(f"wia_{POLICE}") + 1)
        for deaths in range(position.level(f"kia_{POLICE}") + 1)
    }


def _march(phase: Phase, riot: Riot) -> None:
    """I-1: the Police stay with the marching Crowds, which enter fights only with them."""
    if phase.id != "police_move" or not phase.finished:
        return
    for clause, unit in out_of_step(phase.after):
        at = phase.drags.get(unit.key, -1)
        if clause == "S.I1.b":
            what = f"{riot.name(unit.kind)} in {unit.cell} has no friendly Crowd in its square or "
            what += "next to it"
            gap = unless(at >= 0, prices.BEGUN)
            riot.find(clause, POLICE, what, at if at >= 0 else phase.last, gap=gap)
        elif at >= 0:
            what = f"a marching Crowd enters {unit.cell}, where a Mob Crowd is, without a Police "
            riot.find(clause, POLICE, f"{what}unit", at, gap=unless(phase.tidy, prices.MOVED))


def out_of_step(position: Position) -> Iterator[tuple[str, Unit]]:
    """S.I1.b, S.I1.c: blue units far from marching Crowds, and such Crowds that fight alone."""
    plan, field = position.plan, position.field
    march = list(position.of(POLICE))
    crowds = [unit for unit in march if unit.size == CROWD]
    blue = [unit for unit in march if unit.size != CROWD and plan.side[unit.kind] == POLICE]
    for unit in blue if crowds else ():
        if not any(field.away(unit.cell, one.cell) <= 1 for one in crowds):
            yield "S.I1.b", unit
    for unit in crowds:
        enemy = any(one.size == CROWD for one in position.enemies(unit.cell, POLICE))
        if enemy and not any(one.cell == unit.cell for one in blue):
            yield "S.I1.c", unit
