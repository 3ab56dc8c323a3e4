"""8.4: hidden units: who may hide, what reveals them, and where they then stand."""

from __future__ import annotations

from modgen_rules.civil_power.judging.purchases import PUNKS, SNIPERS
from modgen_rules.civil_power.law.routes import TV
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import windows

ANYBODY = "ii-2"
"""The scenario in which any unit of the Mob may hide."""


def judge(phase: Phase, riot: Riot) -> None:
    """The hidden units of a phase."""
    if phase.id == "setup":
        _who(phase, riot)
        return
    for n, act in phase.each("mask"):
        if act.target == "down" and act.piece in phase.after.hidden:
            what = f"{riot.name(act.kind)} hides in mid-game"
            riot.find("8.4.a", riot.field.side[act.kind], what, n, expected="only in the set-up")
        elif act.target == "up" and act.piece not in phase.after.hidden:
            _appears(phase, n, act.piece, riot)
    for key in sorted(phase.before.hidden & phase.after.hidden):
        _stays_hidden(phase, key, riot)


def _who(phase: Phase, riot: Riot) -> None:
    """8.4.a: Punks and Snipers, in buildings."""
    if not phase.finished:
        return
    for key in sorted(phase.after.hidden):
        unit = phase.after.units.get(key)
        if unit is None:
            continue
        able = riot.plan.base(unit.kind) in (*PUNKS, *SNIPERS) or riot.plays(ANYBODY, "ii-1")
        if not able or not riot.field.is_building(unit.cell):
            what = f"{riot.name(unit.kind)} hides in {unit.cell}"
            expected = "a Punk or Sniper in a building"
            riot.find("8.4.a", unit.side, what, phase.last, expected=expected)


def _appears(phase: Phase, n: int, key: str, riot: Riot) -> None:
    """8.4.d: a unit that is revealed stands in its building, where no enemies are."""
    before, now = phase.before.units.get(key), phase.after.unit(key)
    own = before is not None and phase.kind == "move" and before.side == phase.side
    if before is None or now is None or own:
        return
    house = riot.field.building(before.cell)
    entered = phase.kind == "shock"
    if now.cell not in house and not entered:
        what = f"{riot.name(now.kind)} appears in {now.cell}, outside its building"
        riot.find("8.4.d", now.side, what, n)
    elif phase.table(n + 1).enemies(now.cell, now.side) and not entered:
        riot.find(
            "8.4.d", now.side, f"{riot.name(now.kind)} appears in {now.cell}, where enemies are", n
        )


def _stays_hidden(phase: Phase, key: str, riot: Riot) -> None:
    """8.4.b, 8.4.e: its fire and enemies in the building reveal it; until then it stays there."""
    before, now = phase.before.units.get(key), phase.after.units.get(key)
    if before is None or now is None:
        return
    house, name = riot.field.building(before.cell), riot.name(now.kind)
    if house and now.cell not in house:
        what = f"{name} leaves its building while it is hidden"
        riot.find("8.4.e", now.side, what, phase.drags.get(key, phase.last))
        return
    stays = key in phase.soon(windows.LATER).hidden
    if key in riot.fired and phase.kind == "fire" and phase.finished and stays:
        what = f"{name} stays hidden, though it fired"
        at = riot.fired[key]
        riot.find("8.4.b", now.side, what, at, phase.last, expected="seen", observed="hidden")
        return
    entered = [
        unit
        for cell in house
        for unit in phase.after.enemies(cell, now.side)
        if unit.kind not in TV and unit.kind != "helicopter"
    ]
    if entered and phase.finished and phase.kind == "move":
        what = f"{name} stays hidden, though enemies entered its building"
        riot.find("8.4.b", now.side, what, phase.last, expected="seen", observed="hidden")
