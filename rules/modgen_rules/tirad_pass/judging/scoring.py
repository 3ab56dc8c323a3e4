"""The score and the winner: section 10 of the rules."""

from __future__ import annotations

from modgen_rules.tirad_pass.law.plan import FILIPINO, US
from modgen_rules.tirad_pass.law.position import Position
from modgen_rules.tirad_pass.reading.story import Story

DRAW = "draw"


def score(position: Position, story: Story) -> int:
    """The score of a game that has ended (10.2 to 10.4)."""
    plan = story.plan
    held = story.over - 1 if story.fell else plan.last_turn
    lost = position.lost(FILIPINO) // plan.number("losses_a_point")
    dead = plan.number("general_points") if story.dead else 0
    return held + position.lost(US) - lost - dead - len(story.trenches)


def winner(position: Position, story: Story) -> str:
    """The side that won by 10.5 or 10.6, or `draw`."""
    name = "guarded" if story.guarded else "historical"
    points = score(position, story)
    if points >= story.plan.number(f"{name}_filipino_win"):
        return FILIPINO
    return US if points <= story.plan.number(f"{name}_us_win") else DRAW
