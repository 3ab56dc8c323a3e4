"""Political Will where the record does not tell in which battle a step was lost (10.9.a)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from modgen_rules.amigos_insurrectos.law.country import FILIPINO, SIDES, US
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.reading.flows import spot
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import WillEntry

LOSSES, SUPPLY = "10.9.a", "15."
"""How the clauses of points begin that are given for steps."""


def may_be(turn: Turn, entries: Sequence[WillEntry], finals: Collection[int], ends: range) -> bool:
    """Whether other losses than those that were read explain where the marker stands.

    Steps that were taken to be lost in battles may have gone for other reasons, unless their dice
    tell it, and all others that went may have been lost in battles. At an end of its track the
    marker tells nothing.
    """
    gone = {side: _steps_gone(turn, side) for side in SIDES}
    known = {side: _steps(turn, entries, side, LOSSES) for side in SIDES}
    firm = [one for one in entries if one.firm]
    least = {side: _steps(turn, firm, side, LOSSES) for side in SIDES}
    supply = {side: _steps(turn, entries, side, SUPPLY) for side in SIDES}
    most = {side: max(known[side], gone[side] - supply[side]) for side in SIDES}
    fixed = turn.before.will + sum(one.points for one in entries if one.clause != LOSSES)
    doubts = [one.points for one in entries if one.clause != LOSSES and not one.sure]
    worth = turn.record.country.numbers.step_points
    high = fixed + most[FILIPINO] * worth[FILIPINO]
    low = fixed - most[US] * worth[US]
    if doubts or high >= ends[-1] or low <= ends[0]:
        return True
    totals = {
        fixed + filipino * worth[FILIPINO] - us * worth[US]
        for filipino in range(least[FILIPINO], most[FILIPINO] + 1)
        for us in range(least[US], most[US] + 1)
    }
    return not totals.isdisjoint(finals)


def _steps(turn: Turn, entries: Sequence[WillEntry], side: str, clauses: str) -> int:
    """The steps of a side for which entries of some clauses give points."""
    sign = -1 if side == US else 1
    points = (sign * one.points for one in entries if one.clause.startswith(clauses))
    return sum(one for one in points if one > 0) // turn.record.country.numbers.step_points[side]


def _steps_gone(turn: Turn, side: str) -> int:
    """The most steps of a side that went from the map since the first die of a battle.

    Every flip and removal counts.
    """
    acts, positions, country = turn.record.acts, turn.record.positions, turn.record.country
    every = range(turn.first, turn.last + 1)
    first = next((n for n in every if acts[n].kind in DICE_OF_BATTLE), turn.first)
    found = 0
    for n in range(first, turn.last + 1):
        act = acts[n]
        if act.what in ("move", "face") and country.side.get(act.kind) == side:
            before, after = (_strength(at, act.piece) for at in positions[n : n + 2])
            found += max(0, before - after)
    return found


def _strength(at: Position, key: str) -> int:
    """The steps of a piece that is in play."""
    state = at.pieces.get(key)
    return at.strength(key) if state and spot(at.country, state.place) else 0
