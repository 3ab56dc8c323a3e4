"""The score and the winner: section 10 of the rules."""

from __future__ import annotations

from modgen_rules.tirad_pass.law.plan import FILIPINO, US
from modgen_rules.tirad_pass.law.position import Position
from modgen_rules.tirad_pass.reading.story import Story, fallen

DRAW = "draw"
TRENCHES = ("first_trench_turns", "second_trench_turns")
"""The numbers of the turns in which the lowest breastworks should not be lost (10.4)."""


def turn_over(position: Position, story: Story, turn: int) -> None:
    """10.1, 10.4: who holds the trenches when a turn ends, and whether the game ends with it."""
    plan = story.plan
    story.dead = story.dead or fallen(position)
    for hex_, name in zip(plan.breastworks, TRENCHES, strict=False):
        if turn <= plan.number(name) and position.at(hex_, US):
            story.trenches.add(hex_)
    if not story.over:
        story.fell = bool(position.at(plan.goal, US)) or not list(position.units(FILIPINO))
        if story.fell or turn == plan.last_turn:
            story.over = turn


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
