"""5.4.3.f: units that flee into a square without room for them."""

from __future__ import annotations

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.law.plan import SUPPRESSED
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import windows

CLAUSE = "5.4.3.f"


def judge(phase: Phase, riot: Riot) -> None:
    """Whoever fled from Gas or fire into a full square is suppressed with one other of its size.

    Shock retreats are judged with their round.
    """
    if any(one.clause == CLAUSE for one in riot.issues) or not phase.finished:
        return
    for key, n in sorted(phase.drags.items(), key=lambda item: item[1]):
        unit, there = phase.before.units.get(key), phase.after.units.get(key)
        came = phase.table(n + 1).units.get(key)
        if unit is None or there is None or came is None or unit.cell == there.cell:
            continue
        full = (came.cell, came.side, came.size)
        if not all(at.overfull(*full) for at in (phase.table(n + 1), phase.after)):
            continue
        alike = [one for one in phase.after.at(came.cell, came.side) if one.size == came.size]
        fell = [one for one in alike if _fell(phase, one)]
        if there not in fell or len(fell) < 2:
            what = f"two units of {came.cell} are not suppressed although it is overstacked"
            riot.find(CLAUSE, came.side, what, n)
            return


def _fell(phase: Phase, unit: Unit) -> bool:
    """Whether a unit is suppressed at the end of a phase or soon afterwards, or eliminated."""
    return morale.is_lost(phase.soon(windows.SOON), unit.key) or any(
        SUPPRESSED in phase.soon(acts).conditions.get(unit.key, ())
        for acts in range(windows.SOON + 1)
    )
