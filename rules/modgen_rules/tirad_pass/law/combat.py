"""The column of an attack and its result: sections 6, 7 and 8 of the rules."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from modgen_rules.tirad_pass.law.plan import FILIPINO, GENERAL, Plan
from modgen_rules.tirad_pass.law.position import Position

NO_EFFECT = -1
"""The column of fire at odds for which the table has none (6.9)."""


class Result(NamedTuple):
    """What an attack does: steps lost on both sides, who retreats, who is pinned."""

    code: str = ""
    attacker_steps: int = 0
    attacker_retreats: bool = False
    defender_steps: int = 0
    defender_retreats: bool = False
    defender_pinned: bool = False


def column(plan: Plan, attack: int, defence: int) -> int:
    """The column of odds before shifts, from 0; -1 below the first (1.6)."""
    found = -1
    for number, (one, other) in enumerate(plan.columns):
        if attack * other >= defence * one:
            found = number
    return found


def fire_column(position: Position, firers: Collection[str], target: str) -> int:
    """The column of fire with its shifts (6.4 to 6.9), NO_EFFECT below the first."""
    plan = position.plan
    defenders = position.at(target)
    sides = {position.side(key) for key in defenders}
    at = column(plan, position.factor(firers), position.factor(defenders))
    places = {position.pieces[key].place for key in firers}
    left = 0
    if _covered(position, places, target, sides):
        left += plan.number("cover_shift")
    if plan.terrain(target) == "cogon":
        left += plan.number("cogon_shift")
    if any(position.pieces[key].pinned for key in firers):
        left += plan.number("pinned_shift")
    if any(plan.sizes[position.pieces[key].kind] == "marksmen" for key in firers):
        left = max(0, left - plan.number("marksmen_shift"))
    high = plan.number("high_ground_metres")
    right = plan.number("high_ground_shift") * all(
        plan.heights[place] >= plan.heights[target] + high for place in places
    )
    at = at - left + right
    return max(NO_EFFECT, min(at, len(plan.columns) - 1))


def assault_column(position: Position, attackers: Collection[str], target: str) -> int:
    """The column of an assault with its shifts (7.2 to 7.5)."""
    plan = position.plan
    defenders = position.at(target)
    sides = {position.side(key) for key in defenders}
    at = column(plan, position.factor(attackers), position.factor(defenders))
    places = {position.pieces[key].place for key in attackers}
    if _covered(position, places, target, sides):
        at -= plan.number("cover_shift")
    elif all(plan.heights[place] < plan.heights[target] for place in places):
        at -= plan.number("uphill_shift")
    at -= _inspired(position, target)
    if all(position.pieces[key].pinned for key in defenders):
        at += plan.number("shaken_shift")
    if all(plan.heights[place] > plan.heights[target] for place in places):
        at += plan.number("high_ground_shift")
    return min(max(at, 0), len(plan.columns) - 1)


def attack_result(
    position: Position, kind: str, units: Collection[str], target: str, die: int
) -> Result:
    """The result of fire or of an assault of units on a hex."""
    if kind == "fire":
        return fire_result(position.plan, fire_column(position, units, target), die)
    return assault_result(position.plan, assault_column(position, units, target), die)


def guard_column(position: Position, sections: Collection[str], guards: Collection[str]) -> int:
    """The column of an assault of the flank column on the guard of its path (11.4)."""
    plan = position.plan
    at = column(plan, position.factor(sections), position.factor(guards))
    return max(at - plan.number("guard_shift"), 0)


def _covered(position: Position, places: Collection[str], target: str, sides: set[str]) -> bool:
    """Whether Filipinos in a breastwork have cover from lower attackers (6.5, 7.3)."""
    plan = position.plan
    lower = all(plan.heights[place] < plan.heights[target] for place in places)
    return sides == {FILIPINO} and plan.terrain(target) == "breastwork" and lower


def _inspired(position: Position, target: str) -> int:
    """How many columns to the left del Pilar's presence with the defenders is worth (7.3)."""
    here = any(position.pieces[key].kind == GENERAL for key in position.leaders(target))
    return position.plan.number("general_shift") if here else 0


def _code(plan: Plan, at: int, die: int) -> str:
    """The code in a column and row; empty for no effect, and for a die that has no such side."""
    return plan.table[die][at] if at != NO_EFFECT and die in plan.table else ""


def fire_result(plan: Plan, at: int, die: int) -> Result:
    """The result of fire in a column (6.10)."""
    code = _code(plan, at, die)
    if code in ("P", "DR"):
        return Result("P", defender_pinned=True)
    if code.startswith("D"):
        return Result("D1", defender_steps=1, defender_pinned=True)
    return Result()


def assault_result(plan: Plan, at: int, die: int) -> Result:
    """The result of an assault in a column (8.1)."""
    code = _code(plan, at, die)
    if code == "A1":
        return Result(code, attacker_steps=1)
    if code == "AR":
        return Result(code, attacker_retreats=True)
    if code == "P":
        return Result(code, defender_pinned=True)
    if code.startswith("D"):
        steps = int(code[1]) if code[1:2].isdecimal() else 0
        return Result(code, defender_steps=steps, defender_retreats="R" in code)
    return Result()
