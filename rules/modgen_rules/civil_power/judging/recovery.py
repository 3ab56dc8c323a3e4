"""Checks for gas in the Gas and Fire Check (3.0.d), and recovery from suppression (5.2, 5.5)."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.gas import gassed
from modgen_rules.civil_power.judging.ordeal import Window
from modgen_rules.civil_power.judging.shock_phase import unfought
from modgen_rules.civil_power.law.levels import AGITATOR, base
from modgen_rules.civil_power.law.plan import MOBS, POLICE, SUPPRESSED
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.reading.attacks import owner
from modgen_rules.civil_power.reading.phases import CHECKS, Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reports.findings import plural

RULING = "recovery"
MISSING = "3.0.d"
"""The clause of checks for gas that were not made."""


def gas_checks(phase: Phase, riot: Riot) -> str:
    """Judge the checks of Mob units in gas; returns the story."""
    spare = [(owner(act), die) for _, act in phase.each("roll") for die in act.dice]
    window = Window(phase, riot, phase.begin, phase.end, spare=spare)
    units = [
        unit for cell in window.start.gas for unit in window.start.at(cell) if unit.side in MOBS
    ]
    for n, act in phase.each("check"):
        unit = phase.table(n).units.get(act.piece)
        kind = unit.kind if unit else act.kind
        if riot.field.side.get(kind) == POLICE:
            riot.find("6.1.g", POLICE, f"{riot.name(kind)} checked morale for gas", n)
    if phase.finished or any(phase.each("check", "roll")):
        # In an untidy record checks beside the phase may be those that it lacks. A log may begin
        # when units have checked, and end before all have.
        doubt = _checks_beside(phase, units)
        for one in gassed(window, units):
            if phase.finished or one.clause != MISSING:
                begun = phase.cut_off and one.clause == MISSING
                price = prices.MOVED if doubt else prices.BEGUN
                riot.issues.append(one.doubted(price) if doubt or begun else one)
    return f"{plural(len(units), 'unit')} in gas" if units else ""


def _checks_beside(phase: Phase, units: Sequence[Unit]) -> bool:
    """Whether units in gas were checked, or dice rolled, one step of the tracker too soon or late.

    In the phase before, the Recovery, and in the other checks after it, nobody checks morale.
    """
    acts, end = phase.record.acts, phase.end + windows.MUCH_LATER
    first = max(phase.begin - windows.MUCH_LATER, 0)
    steps = [n for n, act in enumerate(acts[first:end], first) if act.what == "phase"]
    before = max((n for n in steps if n < phase.begin - 1), default=first)
    after = [n for n in steps if n >= phase.end]
    onward = bool(after) and acts[after[0]].target in CHECKS
    last = [*after[1:], end][0] if onward else phase.end
    beside = [*acts[before : phase.begin], *acts[phase.end : last]]
    return any(
        (act.what == "check" and any(morale.fits(act, unit) for unit in units))
        or (act.what == "roll" and act.kind in {unit.side for unit in units})
        for act in beside
    )


def judge(phase: Phase, riot: Riot) -> str:
    """Judge a Suppression Recovery phase; returns the story."""
    recovered = 0
    for n, act in phase.each("condition"):
        if act.target != SUPPRESSED or act.source != "off":
            continue
        unit = phase.table(n).units.get(act.piece)
        if unit is None:
            continue
        recovered += 1
        since = riot.suppressed_in.get(act.piece)
        name = f"{riot.name(unit.kind)} in {unit.cell}"
        if unit.side != phase.side:
            riot.find("3.0.i", unit.side, f"{name} recovered in another side's phase", n)
        elif since is not None and since.shares_turn(phase):
            what = (
                f"{name} recovered in the player-turn in which it was suppressed; "
                f"it may recover in turn {phase.turn + 1}"
            )
            riot.find("3.0.i", unit.side, what, n)
        elif since is not None and since.turn == phase.turn:
            what = f"{name} was suppressed in this game-turn and recovered"
            riot.find("5.2.e", unit.side, what, n, remark=True)
    if phase.finished and (phase.certain or phase.acts):
        _missed(phase, riot)
        _unfought(phase, riot)
    return f"{recovered} recovered" if recovered else ""


def _unfought(phase: Phase, riot: Riot) -> None:
    """3.0.h: a side goes on to its Recovery and has fought nothing that it had to."""
    if f"{phase.side}_shock" in riot.turn.phases or not phase.certain:
        return
    for cell in phase.after.present:
        found = unfought(riot, phase.after, cell, phase.side)
        if phase.before.contested(cell) and phase.after.at(cell, phase.side) and found:
            riot.find(*found, phase.begin)


def _missed(phase: Phase, riot: Riot) -> None:
    """5.2.e: units that had to recover and did not; told where the last unit recovered."""
    last = max((n for n, _ in phase.each("condition")), default=phase.begin)
    for key, unit in phase.after.units.items():
        if unit.side != phase.side or not unit.suppressed or base(unit) == AGITATOR:
            continue
        since = riot.suppressed_in.get(key)
        if since is None or since.shares_turn(phase):
            continue
        what = f"{riot.name(unit.kind)} in {unit.cell} did not recover"
        ruling = RULING if since.turn == phase.turn else ""
        riot.find("5.2.e", unit.side, what, last, ruling=ruling)
