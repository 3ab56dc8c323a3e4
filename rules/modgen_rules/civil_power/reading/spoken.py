"""Attacks that players announce in chat only: `Trained Crowd D7 stones the Line in E8`."""

from __future__ import annotations

from typing import NamedTuple

from modgen.log.wording import folded, written
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.engine.record.game_steps import by_player
from modgen_rules.engine.record.talk import places_named, says

MOLOTOV = "molotov"
"""The choice of a declaration."""


class Spoken(NamedTuple):
    """Who attacks what, as a line says."""

    unit: str
    """The id of the unit."""
    cell: str
    way: str
    """`molotov`, or empty."""


def spoken(phase: Phase, n: int) -> Spoken | None:
    """The attack that the last line before an act announces: one unit's on one square.

    It counts only if there can be no doubt who is meant.
    """
    lines = [text for m, text in phase.record.lines if m == n and by_player(text)]
    if not lines:
        return None
    line, at = lines[-1], phase.table(n)
    said = folded(written(line))
    named = places_named(line, phase.record.field.ground.names)
    own = [cell for cells in named for cell in cells if at.at(cell, phase.side)]
    aims = [cell for cells in named for cell in cells if at.enemies(cell, phase.side)]
    if len(named) != 2 or len(own) != 1 or len(aims) != 1 or own == aims:
        return None
    way = MOLOTOV if says(phase.record.field.plan.game, line, MOLOTOV) else ""
    units = [one for one in at.at(own[0], phase.side) if not one.hidden]
    able = [one for one in units if way or phase.record.field.plan.fire(one.kind, one.face)]
    named_by = {one.key: _words(one, said, phase) for one in able}
    most = max(named_by.values(), default=0)
    meant = [key for key, words in named_by.items() if words == most]
    return Spoken(meant[0], aims[0], way) if len(meant) == 1 else None


def _words(unit: Unit, said: str, phase: Phase) -> int:
    """How many words of its kind's name a line has."""
    name = folded(phase.record.field.plan.game.piece_types[unit.kind].name)
    return sum(word.removesuffix("s") in said for word in name.split())
