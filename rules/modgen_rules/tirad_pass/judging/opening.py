"""Judges how the game begins: section 11 of the rules, and the Path chit (9.1)."""

from __future__ import annotations

from modgen_rules.tirad_pass.law.plan import CHITS, FILIPINO, GUARD, PATH, US
from modgen_rules.tirad_pass.law.position import Position
from modgen_rules.tirad_pass.reading.record import FACE_DOWN, Phase
from modgen_rules.tirad_pass.reading.story import Story, chit, names

NO_GUARD = "none"
"""The face of the Guard chit that sends no guard."""


def setup(phase: Phase, story: Story, first: Position) -> None:
    """11.1 to 11.3, 9.1: what the position is when turn 1 begins to be played."""
    position, plan = phase.start, story.plan
    story.span = 1, max(1, phase.first)
    for key in position.units(US):
        place = position.pieces[key].place
        if place not in plan.us_start:
            what = f"{names(position, [key])} begins in {place}, outside the US start"
            story.find("11.1", US, what)
    foot = position.at(plan.trail_foot, US)
    if len(foot) > (most := int(plan.game.info.stacking[0].most)):
        what = f"{len(foot)} units begin in {plan.trail_foot} instead of at most {most}"
        story.find("11.1", US, what, observed=len(foot), expected=f"at most {most}")
    story.path, story.guard = chit(position, PATH), chit(position, GUARD)
    if not story.path:
        story.find("9.1", US, "there is no chit in the box of the path")
    elif FACE_DOWN not in position.pieces[position.find(CHITS[PATH])].conditions:
        story.find("9.1", US, "the Path chit is face up")
    _filipino_setup(position, story, first)
    story.begun, story.span = True, (phase.first, phase.last)


def _filipino_setup(position: Position, story: Story, first: Position) -> None:
    plan = story.plan
    freed = set()
    if story.guarded:
        if not story.guard:
            story.find("11.3", FILIPINO, "there is no chit in the box of the guard")
        elif FACE_DOWN not in position.pieces[position.find(CHITS[GUARD])].conditions:
            story.find("11.3", FILIPINO, "the Guard chit is face up")
        elif story.guard == NO_GUARD:
            freed = set(first.at(GUARD, FILIPINO))
            free = {plan.breastworks[-1], plan.goal}
            if any(position.pieces[key].place not in free for key in freed):
                told = "with No guard, both squads begin in the third breastwork or the pass"
                story.find("11.3", FILIPINO, told)
    for key in first.units(FILIPINO, on_map=False):
        if key in freed or key not in position.pieces:
            continue
        if position.pieces[key].place != first.pieces[key].place:
            told = (
                f"{names(position, [key])} begins in {position.pieces[key].place} instead of "
                f"{first.pieces[key].place}"
            )
            story.find("11.2", FILIPINO, told)
