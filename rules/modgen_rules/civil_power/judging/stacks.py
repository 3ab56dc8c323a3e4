"""6.1.1.b, 6.3.c, 6.4: Gas Guns, Snipers and Agitators, who depend on those stacked with them."""

from __future__ import annotations

from modgen_rules.civil_power.law.levels import AGITATOR, CARRIERS, base, is_sniper
from modgen_rules.civil_power.law.plan import CROWD, GROUP, LOST_BOXES, POLICE, SUPPRESSED
from modgen_rules.civil_power.law.state import GAS_GUN, Position, Unit
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import windows


def judge(phase: Phase, riot: Riot) -> None:
    """What must go when the last unit of a stack is lost, and checks that nobody makes."""
    for n, act in phase.each("check"):
        if riot.plan.base(act.kind) == AGITATOR:
            side = riot.field.side[act.kind]
            riot.find("6.4.b", side, f"{riot.name(act.kind)} checks morale", n)
    for n, act in phase.each("condition"):
        unit = phase.after.units.get(act.piece)
        falls = (act.target, act.source) == (SUPPRESSED, "on")
        if falls and unit is not None and base(unit) == AGITATOR and unit.suppressed:
            riot.find("6.4.b", unit.side, f"{riot.name(unit.kind)} is suppressed", n)
    if phase.id == "police_move" and phase.finished:
        _too_many_guns(phase, riot)
    lost = set(LOST_BOXES.values())
    for n, act in phase.each("move"):
        unit = phase.table(n).unit(act.piece)
        if unit is None or act.target not in lost or phase.after.place(act.piece) not in lost:
            continue
        end, last = n + windows.LATER, len(riot.record.acts)
        if end > last and not phase.finished:
            continue
        later = riot.record.positions[min(end, last)]
        if unit.side == POLICE:
            _gun(phase, n, unit, later, riot)
        for one in _left(phase, n, unit):
            now, there = later.units.get(one.key), later.at(one.cell, one.side)
            stays = now is not None and now.cell == one.cell
            if stays and not any(other.size in (GROUP, CROWD) for other in there):
                clause = "6.3.c" if is_sniper(one) else "6.4.c"
                what = f"{riot.name(one.kind)} of {one.cell} is not eliminated with its stack"
                riot.find(clause, one.side, what, n)


def _too_many_guns(phase: Phase, riot: Riot) -> None:
    """6.1.1.a: each squad, Water Cannon or Helicopter carries one Gas Gun at most."""
    came = {
        act.at: n
        for n, act in phase.each("move")
        if act.kind == GAS_GUN and phase.after.place(act.piece) == act.target
    }
    for cell, n in came.items():
        guns = len(phase.after.marked(cell, GAS_GUN))
        carriers = sum(_carries(one) for one in phase.after.at(cell, POLICE))
        if guns > carriers > 0:
            what = f"{guns} Gas Guns are brought to {cell}, where the units can carry {carriers}"
            riot.find("6.1.1.a", POLICE, what, n, expected=carriers, observed=guns)


def _gun(phase: Phase, n: int, unit: Unit, later: Position, riot: Riot) -> None:
    """6.1.1.b: a Gas Gun goes with the last Police Group of its area, or with its Vehicle."""
    cell = unit.cell
    there = phase.table(n + 1)
    if any(_carries(one) for one in there.at(cell, POLICE)) or not _carries(unit):
        return
    guns = {key for key, state in there.markers.get(cell, ()) if state.kind == GAS_GUN}
    kept = {key for key, state in later.markers.get(cell, ()) if state.kind == GAS_GUN}
    if guns & kept and not any(_carries(one) for one in later.at(cell, POLICE)):
        riot.find("6.1.1.b", POLICE, f"a Gas Gun stays in {cell} without a Police Group", n)


def _carries(unit: Unit) -> bool:
    return unit.size == GROUP or unit.kind in CARRIERS


def _left(phase: Phase, n: int, unit: Unit) -> list[Unit]:
    """The Sniper or Agitator whom the loss of a unit leaves alone in its area."""
    left = phase.table(n + 1).at(unit.cell, unit.side) if unit.size in (GROUP, CROWD) else []
    lone = len(left) == 1 and (is_sniper(left[0]) or base(left[0]) == AGITATOR)
    return left if lone else []
