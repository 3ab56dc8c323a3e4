"""Every change of the table needs a cause that the rules know in its phase.

`causes.csv` lists for each kind of change its causes, methods of `Trace`: `move:own` counts only in
a Movement phase. Without one `clause` is broken, and `told` says so; `{name}` is the piece and
`{cell}` its square. `judged` are the kinds of phases whose own judges explain the change.
"""

from __future__ import annotations

from modgen_rules.civil_power.judging.causes import Trace
from modgen_rules.civil_power.law.levels import AGITATOR, base, is_sniper
from modgen_rules.civil_power.reading.changes import Change, changes
from modgen_rules.civil_power.reading.phases import CHECKS, SETUP, Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.scenarios import clears_up
from modgen_rules.civil_power.tables import table
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import lapse, unless


def judge(phase: Phase, riot: Riot) -> None:
    """Note the changes of a phase that nothing explains."""
    if phase.kind == SETUP or clears_up(phase, riot):
        return
    laws, kinds = table("causes"), {phase.kind, "checks" if phase.kind in CHECKS else phase.kind}
    over = next((n for n, _ in phase.said("result")), phase.end)
    for change in changes(phase):
        if change.n > over:
            return
        if riot.course.days > 1:
            _next_day(change, riot)
            continue
        law = laws.get(_kind(change))
        if law is None or not kinds.isdisjoint(law["judged"].split()) or _accused(change, riot):
            continue
        trace = Trace(change, phase, riot)
        causes = (one.rpartition(":") for one in law["causes"].split())
        if any(getattr(trace, cause)() for only, _, cause in causes if not only or only in kinds):
            continue
        clause, told = law["clause"], law["told"]
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


def _kind(change: Change) -> str:
    """The kind of a change; `off` and `on` of units are followed by the box.

    A Sniper or an Agitator is lost with those around it (`lone`).
    """
    if change.what in ("up", "down"):
        return f"{change.kind.partition('_')[0]} {change.what}"
    if change.unit is None and change.what != "boxed":
        return f"{change.kind} {change.what}"
    box = {"off": change.target, "on": change.source, "boxed": change.target}.get(change.what, "")
    if (change.what, box) == ("off", "lost") and change.unit:
        box = "lone" if is_sniper(change.unit) or base(change.unit) == AGITATOR else box
    return f"unit {change.what} {box}".strip()


def _accused(change: Change, riot: Riot) -> bool:
    """Whether another judge has said what is wrong with a change."""
    return change.n in riot.turn.stray_acts or any(
        one.first <= change.n <= one.last and one.last - one.first <= 2 for one in riot.issues
    )


def _actor(change: Change, phase: Phase, riot: Riot) -> str:
    if change.unit is not None:
        return change.unit.side
    side = change.kind.rpartition("_")[2]
    return side if side in riot.field.sides else phase.side
