"""Judges Orders, the end of a turn, and what holds in every phase: sections 9, 10 and 11."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reports.findings import counted, listed
from modgen_rules.tirad_pass.judging.attacks import idle, late_fate
from modgen_rules.tirad_pass.judging.moving import left_for_column, stacking
from modgen_rules.tirad_pass.judging.scoring import turn_over
from modgen_rules.tirad_pass.law.combat import assault_result, guard_column
from modgen_rules.tirad_pass.law.plan import (
    ARRIVES,
    CHITS,
    COLUMN,
    FILIPINO,
    GUARD,
    GUIDE,
    LOSSES,
    PATH,
    SOUGHT,
    US,
)
from modgen_rules.tirad_pass.reading.record import FACE_DOWN, Act, Phase
from modgen_rules.tirad_pass.reading.story import (
    Story,
    chit,
    dice_rolled,
    fallen,
    names,
)

COMBAT = ("fire", "assault")


def orders(phase: Phase, story: Story) -> None:
    """The guide, the departure and the arrival of the flank column."""
    _search(phase, story)
    _departure(phase, story)
    _march(phase, story)
    _chits(phase, story)
    if story.guard_stands:
        _guard_fight(phase, story)
    _arrival(phase, story)
    if story.begun:
        moved(phase, story)
        stacking(phase, story)


def moved(phase: Phase, story: Story) -> None:
    """2.1, 2.2: no unit moves from hex to hex in Orders or Recovery; the tracker may be late."""
    start, end, plan = phase.start, phase.end, story.plan
    for key, before in start.pieces.items():
        after = end.pieces.get(key)
        if after is None or after.place == before.place or not plan.is_unit(before.kind):
            continue
        if {before.place, after.place} <= plan.heights.keys():
            own = start.side(key) == phase.side
            told = f"{names(start, [key])} moves from {before.place} to {after.place}"
            clause = "2.2" if own and phase.kind == "orders" else "2.1"
            gap = lapse(prices.TRACKER_SHIFTED)
            story.find(clause, phase.side, f"{told} in {phase.kind.capitalize()}", gap=gap)


def rolls(phase: Phase, die: str) -> list[Act]:
    """The rolls of a die in a phase."""
    return [act for act in phase.acts if act.what == "roll" and act.name == die]


def _search(phase: Phase, story: Story) -> None:
    """9.2: one die a turn until a guide is found; then he goes to a US unit."""
    hits = story.plan.dice["guide"].hits or 0
    came = phase.start.place_of(GUIDE) == SOUGHT != phase.end.place_of(GUIDE)
    thrown = rolls(phase, "guide")
    for act in thrown:
        if phase.turn < story.plan.number("guide_from_turn"):
            told = f"a die is rolled for a guide in turn {phase.turn}"
            story.find("9.2", US, told, act.step)
        elif story.found or story.searched == phase.turn:
            story.find("9.2", US, _again(story, phase), act.step)
        story.searched = phase.turn
        story.found = story.found or act.dice[0] >= hits
    if came and not story.found:
        seen = ", ".join(str(act.dice[0]) for act in thrown)
        story.find(
            "9.2",
            US,
            f"Galut comes on a roll of {seen}" if seen else "Galut comes without a die roll",
            observed=seen,
            expected=f"{hits} or more",
        )
        story.found = True
    place = phase.end.place_of(GUIDE)
    if came and place in story.plan.heights and not phase.end.at(place, US):
        story.find("9.2", US, f"Galut is put into {place}, where there is no US unit")
    if thrown:
        story.deeds.append("guide found" if story.found else "guide sought")


def _again(story: Story, phase: Phase) -> str:
    """Why another die for a guide is one too many."""
    if story.found and story.searched != phase.turn:
        return "a die is rolled for a guide, but one has been found"
    return "a second die is rolled for a guide in this turn"


def _departure(phase: Phase, story: Story) -> None:
    """9.3: three sections leave with the guide."""
    gone = left_for_column(phase)
    if not gone:
        return
    plan, start = story.plan, phase.start
    told = f"{names(start, gone)} {'leaves' if len(gone) == 1 else 'leave'} as the flank column"
    if phase.turn < plan.number("column_from_turn"):
        story.find("9.3", US, f"{told} in turn {phase.turn}, too early")
    elif not story.found:
        story.find("9.3", US, f"{told} without a guide")
    elif story.departed:
        story.find("9.3", US, f"{told} although a column has left before")
    elif len(gone) != plan.number("column_sections"):
        story.find("9.3", US, told, observed=len(gone), expected=plan.number("column_sections"))
    elif any(plan.sizes[start.pieces[key].kind] != "section" for key in gone):
        other = [key for key in gone if plan.sizes[start.pieces[key].kind] != "section"]
        told += f", and {names(start, other)} {'is' if len(other) == 1 else 'are'} no section"
        story.find("9.3", US, told)
    else:
        _leaving(phase, story, gone)
    if phase.end.place_of(GUIDE) != COLUMN and story.found:
        story.find("9.3", US, "Galut does not go with the flank column")
    story.departed = story.departed or phase.turn
    story.deeds.append("flank column leaves")


def _leaving(phase: Phase, story: Story, gone: Sequence[str]) -> None:
    """The hexes from which the sections leave."""
    plan, start = story.plan, phase.start
    zones = start.zones(FILIPINO)
    most = plan.number("column_below_metres")
    for key in gone:
        place = start.pieces[key].place
        told = f"{names(start, [key])} leaves the map from {place}"
        if plan.heights[place] >= most:
            observed = f"{plan.heights[place]:g} m"
            story.find("9.3", US, told, observed=observed, expected=f"less than {most} m")
        elif place in zones:
            story.find("9.3", US, f"{told}, in an enemy zone of control")


def _march(phase: Phase, story: Story) -> None:
    """9.4: a die says when the column arrives; its marker shows the turn."""
    for act in rolls(phase, "march"):
        span = act.step, phase.last
        if not story.departed or story.marched:
            told = "the die for the march is rolled again"
            if not story.marched:
                told = "a die is rolled for the march, but no column has left"
            story.find("9.4", US, told, *span)
            continue
        story.marched = True
        story.due = story.departed + story.plan.march_turns[act.dice[0]]
        shown = phase.end.place_of(ARRIVES)
        number = shown.partition(":")[2]
        late = story.due > story.plan.last_turn and not number
        if number != str(story.due) and not late:
            what = "the marker of the column is on a wrong turn"
            story.find("9.4", US, what, *span, observed=number or "no turn", expected=story.due)
    if story.departed == phase.turn and not story.marched:
        what = "the column leaves, and no die is rolled for its march"
        story.find("9.4", US, what, phase.first, phase.last)
        story.marched = True


def _chits(phase: Phase, story: Story) -> None:
    """9.1, 11.3: the chits stay as they were before turn 1."""
    if not story.begun:
        return
    for box, before, clause in ((PATH, story.path, "9.1"), (GUARD, story.guard, "11.3")):
        now = chit(phase.end, box)
        if now and before and now != before and now != story.changed.get(box):
            story.changed[box] = now
            told = "the Path chit is changed" if box == PATH else "the Guard chit is changed"
            story.find(clause, phase.side, told)


def _arrival(phase: Phase, story: Story) -> None:
    """9.5, 9.7: sections of the column come onto the exits of their path."""
    came = [
        key
        for key in phase.start.at(COLUMN, US)
        if key in phase.end.pieces and phase.end.on_map(key)
    ]
    thrown = rolls(phase, "alarm")
    if not came:
        for act in thrown:
            what = "dice are rolled for the alarm, but no section arrives"
            story.find("9.7", US, what, act.step)
        met = (GUARD, COLUMN)
        outside = [one for one in phase.acts if not one.before or one.before.place not in met]
        idle(phase, story, outside)
        return
    plan, end = story.plan, phase.end
    path = chit(end, PATH)
    one = len(came) == 1
    told = f"{names(end, came)} {'arrives' if one else 'arrive'}"
    places = [end.pieces[key].place for key in came]
    if story.due and phase.turn < story.due:
        early = (
            f"{told} in turn {phase.turn}; {'it is' if one else 'they are'} due in turn {story.due}"
        )
        story.find("9.5", US, early, expected=f"turn {story.due}")
    elif not path:
        story.find("9.5", US, f"{told}, but no Path chit shows where")
    elif FACE_DOWN in end.pieces[end.find(CHITS[PATH])].conditions:
        story.find("9.5", US, f"{told}, but the Path chit is face down")
    elif story.guard_stands:
        story.find("11.4", US, f"{told} although the guard of the path still stands")
    elif not set(places) <= set(plan.exits(path)) or len(set(places)) < len(places):
        what = f"{told} in {listed(places)}; the exits of the path are {listed(plan.exits(path))}"
        story.find("9.5", US, what, expected=" or ".join(plan.exits(path)))
    elif held := [place for place in places if phase.start.at(place, FILIPINO)]:
        story.find("9.5", US, f"{told} in {listed(held)}, where an enemy unit is")
    story.moved |= set(came)
    story.deeds.append("flank column arrives")
    if path:
        _alarm(phase, story, path, thrown)


def _alarm(phase: Phase, story: Story, path: str, thrown: Sequence[Act]) -> None:
    """9.7: a die for each squad near the first exit."""
    plan, start, end = story.plan, phase.start, phase.end
    first, far = plan.exits(path)[0], plan.number("alarm_hexes")
    near = [
        key for key in start.units(FILIPINO) if plan.distance(start.pieces[key].place, first) <= far
    ]
    if story.alarmed:
        for act in thrown:
            story.find("9.7", US, "dice are rolled for a second alarm", act.step)
        return
    story.alarmed = True
    dice = [die for act in thrown for die in act.dice]
    if len(dice) != len(near):
        what = f"{dice_rolled(dice)} rolled for the alarm instead of {len(near)}"
        story.find("9.7", US, what, observed=len(dice), expected=len(near))
        return
    hits = sum(die >= (plan.dice["alarm"].hits or 0) for die in dice)
    pinned = [
        key
        for key in end.units(FILIPINO)
        if end.pieces[key].pinned and not start.pieces[key].pinned
    ]
    already = sum(start.pieces[key].pinned for key in near)
    if distant := [key for key in pinned if key not in near]:
        told = f"the alarm pinned {names(start, distant)}, more than {far} hexes from {first}"
        story.find("9.7", US, told)
    elif not max(0, hits - already) <= len(pinned) <= hits:
        what = f"the alarm pinned {counted(len(pinned), 'squad')} instead of {hits}"
        story.find("9.7", US, what, observed=len(pinned), expected=hits)


def meet_guard(story: Story, turn: int) -> None:
    """11.4: on the turn of the arrival a guard on the same path bars it."""
    if story.guarded and story.path == story.guard and story.due == turn:
        story.guard_stands = True


def _guard_fight(phase: Phase, story: Story) -> None:
    """11.4: the column assaults the guard of its path."""
    plan, thrown = story.plan, rolls(phase, "guard")
    if len(thrown) > 1:
        story.find("11.4", US, "the column assaults the guard a second time in this turn")
    if not thrown:
        return
    position = thrown[0].table
    guards = position.at(GUARD, FILIPINO)
    marked = [key for key in position.at(COLUMN, US) if position.pieces[key].attacks]
    if not marked or len(marked) > plan.number("guard_sections"):
        story.find(
            "11.4",
            US,
            f"{counted(len(marked), 'section')} assault{'' if len(marked) > 1 else 's'} the guard "
            f"instead of 1 to {plan.number('guard_sections')}",
            observed=len(marked),
            expected=f"1 to {plan.number('guard_sections')}",
        )
        return
    story.attacked |= dict.fromkeys(marked, thrown[0].step)
    result = assault_result(plan, guard_column(position, marked, guards), thrown[0].dice[0])
    end = phase.end
    for keys, due, side in (
        (marked, result.attacker_steps, US),
        (guards, result.defender_steps, FILIPINO),
    ):
        lost = sum(position.steps(key) - end.steps(key) for key in keys)
        least = min(due, sum(position.steps(key) for key in keys))
        if lost != least:
            lose = f"lose{'s' if side == US else ''} {counted(lost, 'step')}"
            who = "the column" if side == US else "the Filipinos"
            told = f"{who} {lose} instead of {least} with the result {result.code or 'none'}"
            story.find("11.4", side, told, observed=lost, expected=least)
    left = sum(end.steps(key) for key in guards)
    if result.defender_retreats or not left:
        story.guard_stands = False
    story.deeds.append("the guard is assaulted")


def end_of_turn(phase: Phase, story: Story) -> None:
    """10.1, 10.4, 10.7: has the pass fallen, who holds the trenches, are losses noted."""
    end, plan = phase.end, story.plan
    for side, marker in LOSSES.items():
        number = end.place_of(marker).partition(":")[2]
        lost = end.lost(side)
        if phase.complete and number.isdecimal() and int(number) != lost:
            changed = any(act.key == end.find(marker) for act in phase.acts)
            story.find(
                "10.7",
                side,
                f"the marker of lost {plan.game.sides[side].adjective} steps shows {number} "
                f"instead of {lost}",
                gap=CERTAIN if changed else lapse(prices.BEHIND),
                observed=number,
                expected=lost,
            )
    turn_over(end, story, phase.turn)


def always(phase: Phase, story: Story) -> None:
    """What is judged in every phase: play after the end, a guard that comes onto the map."""
    acted = [
        act
        for act in phase.acts
        if act.what != "change" or (act.after and story.plan.is_unit(act.after.kind))
    ]
    if story.over and acted:
        span = acted[0].step, acted[-1].step
        told = "the pass has fallen" if story.fell else "the last turn is over"
        story.find("1.3", phase.side, f"play goes on after {told}", *span)
        return
    start, end = phase.start, phase.end
    for key in start.at(GUARD, FILIPINO) if story.begun else ():
        if key in end.pieces and end.on_map(key):
            story.find("11.5", FILIPINO, f"{names(start, [key])} leaves its path")
    late = [act for act in rolls(phase, "general") if story.owed and phase.kind not in COMBAT]
    for act in late:
        late_fate(phase, story, act)
    if fallen(end) and not fallen(start) and phase.kind not in COMBAT and not late:
        told = "del Pilar is killed without an attack"
        story.find("9.8", FILIPINO, told)
    story.dead = story.dead or fallen(end)
