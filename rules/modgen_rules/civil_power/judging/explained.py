"""Every change of the table needs a cause that the rules know in its phase.

The judges of phases say more about what they know; here is what they leave over: changes that
nothing explains.
"""

from __future__ import annotations

from modgen_rules.civil_power.judging.causes import PIECES, TRACKS, UNITS, Law
from modgen_rules.civil_power.judging.evidence import Trace
from modgen_rules.civil_power.law.levels import AGITATOR, base, is_sniper
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.reading.changes import Change, changes
from modgen_rules.civil_power.reading.phases import SETUP, Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.scenarios import clears_up
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import lapse, unless


def judge(phase: Phase, riot: Riot) -> None:
    """Note the changes of a phase that nothing explains."""
    if phase.kind == SETUP or clears_up(phase, riot):
        return
    over = next((n for n, _ in phase.said("result")), phase.end)
    for change in changes(phase):
        if change.n > over:
            return
        if riot.course.days > 1:
            _next_day(change, riot)
            continue
        law = _law(change)
        if law is None or phase.kind in law.judged or _accused(change, riot):
            continue
        trace = Trace(change, phase, riot)
        if any(cause(trace) for cause in (*law.causes, *law.phases.get(phase.kind, ()))):
            continue
        clause, told = law.clause, law.told
        if change.what == "off" and change.unit and trace.replaced():
            clause, told = "2.3.e", "{name} of {cell} is exchanged for a unit that nobody bought"
        what = told.format(name=riot.name(change.kind), cell=change.cell)
        gap = unless(phase.certain or phase.tidy, prices.MOVED)
        riot.find(clause, _actor(change, phase, riot), what, change.n, gap=gap)


def _next_day(change: Change, riot: Riot) -> None:
    """S.I2.g: on a new day units and supplies are new, but the eliminated stay away."""
    if change.source == "lost" and change.what in ("on", "boxed") and change.target != "supply":
        what = f"{riot.name(change.kind)}, eliminated on an earlier day, comes back"
        side = change.unit.side if change.unit else ""
        riot.find("S.I2.g", side, what, change.n, gap=lapse(prices.OTHER_PLAYER))


def _law(change: Change) -> Law | None:
    """The law for a kind of change; None where players are free."""
    if change.what in ("up", "down"):
        return TRACKS.get(f"{change.kind.partition('_')[0]} {change.what}")
    if change.unit is None and change.what != "boxed":
        return PIECES.get(f"{change.kind} {change.what}")
    if (change.what, change.target) == ("off", "lost") and _lone(change.unit):
        return UNITS["off lone"]
    box = {"off": change.target, "on": change.source, "boxed": change.target}.get(change.what, "")
    return UNITS.get(f"{change.what} {box}".strip())


def _lone(unit: Unit | None) -> bool:
    """Whether a unit is lost with those around it: a Sniper or an Agitator."""
    return unit is not None and (is_sniper(unit) or base(unit) == AGITATOR)


def _accused(change: Change, riot: Riot) -> bool:
    """Whether another judge has said what is wrong with a change."""
    strays = riot.turn.strays if riot.turn else []
    if any(one.first <= change.n < one.end for one in strays):
        return True
    return any(
        one.first <= change.n <= one.last and one.last - one.first <= 2 for one in riot.issues
    )


def _actor(change: Change, phase: Phase, riot: Riot) -> str:
    if change.unit is not None:
        return change.unit.side
    side = change.kind.rpartition("_")[2]
    return side if side in riot.field.sides else phase.side
