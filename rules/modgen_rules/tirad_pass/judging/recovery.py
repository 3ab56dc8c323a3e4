"""Judges Recovery: who recovers when (2.3, 9.10), and squads that waver (9.9)."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.engine.reports.findings import counted, listed
from modgen_rules.tirad_pass.judging.upkeep import moved, rolls
from modgen_rules.tirad_pass.law.plan import FILIPINO, MARCH, STEADY, US
from modgen_rules.tirad_pass.reading.record import Phase
from modgen_rules.tirad_pass.reading.story import Story, dice_rolled, names


def recovery(phase: Phase, story: Story) -> None:
    """2.3: all units recover; 9.9: after del Pilar's death squads may waver."""
    end = phase.end
    if phase.side == FILIPINO:
        _wavering(phase, story)
    else:
        moved(phase, story)
    shaken = _wavered(phase) if phase.side == FILIPINO else []
    left = [key for key in end.units(phase.side) if end.pieces[key].pinned and key not in shaken]
    story.unrecovered = set(left)
    if left and phase.complete:
        stay = "stays" if len(left) == 1 else "stay"
        where = listed(list(dict.fromkeys(end.pieces[key].place for key in left)))
        what = f"{names(end, left)} {stay} pinned in {where}"
        story.find("2.3", phase.side, what)


def early_recovery(phase: Phase, story: Story) -> None:
    """2.3, 9.10: Pinned is taken off in the Recovery phase of its side, or beside March in Orders.

    Who takes it off when the last assault is over gains nothing. Units that recover too late, and
    pinned units that move, are found as such.
    """
    start, end = phase.start, phase.end
    early: dict[str, list[str]] = {}
    for key in start.units():
        before, after = start.pieces[key], end.pieces.get(key)
        if not before.pinned or after is None or after.pinned or after.place != before.place:
            continue
        own = start.side(key) == phase.side
        waits = story.attacked.get(key, 0) < phase.first
        harmless = own and phase.kind == "assault" and waits
        if not ((own and phase.kind == "recovery") or harmless or key in story.unrecovered):
            early.setdefault(start.side(key), []).append(key)
    for side, keys in early.items():
        clause = "2.3"
        if phase.kind == "orders" and side == US:
            rallied = [key for key in keys if start.pieces[key].place == start.place_of(MARCH)]
            if len(keys) == len(rallied) <= story.plan.number("rallied_units"):
                continue
            clause = "9.10" if rallied else clause
        steps = [act.step for act in phase.acts if act.key in keys]
        told = f"Pinned is taken off {names(start, keys)} in the {phase.kind.capitalize()} phase"
        story.find(clause, side, told, steps[0], steps[-1])


def _wavered(phase: Phase) -> list[str]:
    """The squads that left their hexes."""
    start, end = phase.start, phase.end
    return [
        key
        for key in start.units(FILIPINO)
        if key in end.pieces and end.pieces[key].place != start.pieces[key].place
    ]


def _wavering(phase: Phase, story: Story) -> None:
    plan, start = story.plan, phase.start
    thrown = rolls(phase, "wavering")
    steady = {start.place_of(kind) for kind in STEADY}
    squads = [key for key in start.units(FILIPINO) if start.pieces[key].place not in steady]
    dice = [die for act in thrown for die in act.dice]
    fled = _wavered(phase)
    if not story.dead:
        if dice:
            story.find("9.9", FILIPINO, "squads waver while del Pilar lives")
        elif fled:
            story.find("2.1", FILIPINO, f"{names(start, fled)} left the hex in Recovery")
        return
    if len(dice) != len(squads):
        if phase.complete:
            what = f"{dice_rolled(dice)} rolled instead of {len(squads)} for squads that may waver"
            story.find("9.9", FILIPINO, what, observed=len(dice), expected=len(squads))
        return
    hits = sum(die >= (plan.dice["wavering"].hits or 0) for die in dice)
    if len(fled) != hits or not set(fled) <= set(squads):
        what = f"{counted(len(fled), 'squad')} wavered instead of {hits}"
        story.find("9.9", FILIPINO, what, observed=len(fled), expected=hits)
        return
    _flight(phase, story, fled)


def _flight(phase: Phase, story: Story, fled: Sequence[str]) -> None:
    """Where squads that waver go (8.3, 8.4); a piece that is dropped twice goes where it ends."""
    start, end = phase.start, phase.end
    for act in phase.acts:
        key, after = act.key, act.after
        last = key in fled and after is not None and after.place == end.pieces[key].place
        if last and act.table.pieces[key].place != end.pieces[key].place and end.steps(key):
            position = act.table.copy()
            position.pieces[key] = position.pieces[key]._replace(place=start.pieces[key].place)
            allowed = position.refuges(key)
            if end.pieces[key].place not in allowed:
                place = end.pieces[key].place
                clause = "8.4" if place in position.ways_out(key) else "8.3"
                story.find(
                    clause,
                    FILIPINO,
                    f"{names(position, [key])} retreats to {place}"
                    + (f"; it may go to {listed(sorted(allowed), 'or')}" if allowed else ""),
                    expected=" or ".join(sorted(allowed)) or "no hex",
                )
