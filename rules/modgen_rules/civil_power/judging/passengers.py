"""8.12, 8.6: passengers of Vehicles, and what a Helicopter carries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from modgen_rules.civil_power import wording
from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.fire import WEAPONS
from modgen_rules.civil_power.law.levels import HELICOPTER
from modgen_rules.civil_power.law.plan import (
    ABOARD,
    GROUP,
    INDIVIDUAL,
    LOST_BOXES,
    POLICE,
    SUPPRESSED,
    TRUCK,
    VEHICLE_BOX,
)
from modgen_rules.civil_power.law.sight import HELICOPTER as ABOVE
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.phases import SETUP, Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading.act_records import Act

HELICOPTER_BOX = "helicopter_load"
SNIPER, SEARCHLIGHT = "police_sniper", "spotlight"
FLIES = ("gas_gun", SNIPER, "ads")
"""8.6.d: what a Helicopter may carry, one of them."""
WRECKED: Mapping[str, str] = {"fire": "8.12.1", "shock": "8.12.2.a"}
"""The clause of the passengers of a Vehicle that is lost, by the kind of phase."""


def judge(phase: Phase, riot: Riot) -> None:
    """Who boards Vehicles, gets out or is left by their loss."""
    if phase.kind == SETUP:
        _loaded(phase, riot)
        return

    for n, act in phase.each("move"):
        ended = phase.after.place(act.piece)
        rests = ended == act.target
        if rests and act.target == HELICOPTER_BOX:
            _flies(phase, n, act, riot)
        elif rests and act.target.startswith(VEHICLE_BOX):
            _boards(phase, n, act, riot)
        elif act.source.startswith(VEHICLE_BOX) and ended in riot.field:
            _gets_out(phase, n, act, riot)

    _wrecks(phase, riot)
    _lights(phase, riot)


def _loaded(phase: Phase, riot: Riot) -> None:
    """8.12.c: what each Vehicle carries when the set-up is over."""
    after = phase.after
    for n, act in phase.each("move"):
        held = [after.pieces[key].kind for key in _aboard(after, act.target)]
        if act.target.startswith(VEHICLE_BOX) and held and not _fits(held, riot):
            what = f"a Vehicle carries {wording.units(riot.plan.game, Counter(held))}"
            riot.find("8.12.c", POLICE, what, n, expected="one Group, or Snipers")
            return


def _fits(kinds: Sequence[str], riot: Riot) -> bool:
    """8.12.c: whether a Truck carries these units: one Group, or any number of Snipers."""
    sizes = [riot.plan.size.get(kind) for kind in kinds]
    return sizes == [GROUP] or all(kind == SNIPER for kind in kinds)


def _lights(phase: Phase, riot: Riot) -> None:
    """8.6.f: the searchlight is a part of the Helicopter."""
    flies = any(
        unit.kind == HELICOPTER for at in (phase.before, phase.after) for unit in at.units.values()
    )
    for n, act in phase.each("move"):
        lit = act.kind == SEARCHLIGHT and act.at in riot.field
        if lit and not flies and phase.after.place(act.piece) == act.target:
            what = f"the searchlight is put on {act.at}, and no Helicopter is on the map"
            riot.find("8.6.f", POLICE, what, n)


def _wrecks(phase: Phase, riot: Riot) -> None:
    """6.5.h, 8.12.1, 8.12.2.a: who was aboard a Vehicle that is lost gets out suppressed."""
    before, after = phase.before, phase.after
    lost = [
        unit
        for key, unit in before.units.items()
        if unit.kind == TRUCK and after.place(key) in LOST_BOXES.values()
    ]
    for truck in lost if phase.finished else ():
        burnt = truck.cell in after.fires and truck.cell not in before.fires
        clause = "6.5.h" if burnt else WRECKED.get(phase.kind, "")
        for key in _aboard(before, f"{VEHICLE_BOX}{truck.face}") if clause else ():
            checked = any(act.piece == key for _, act in phase.each("check"))
            stays = after.place(key) == before.place(key)
            falls = SUPPRESSED in after.conditions.get(key, ())
            fates = (
                (stays, "does not get out"),
                (morale.is_lost(after, key) and not checked, "is eliminated with it"),
                (key in after.units and not falls, "gets out and is not suppressed"),
            )
            at = max((n for n, act in phase.each() if act.piece in (key, truck.key)), default=-1)
            name = riot.name(before.pieces[key].kind)
            for fate in [fate for wrong, fate in fates if wrong][:1]:
                what = f"{name}, aboard the Vehicle that is lost in {truck.cell}, {fate}"
                riot.find(clause, POLICE, what, at if at >= 0 else phase.last)


def _aboard(position: Position, box: str) -> list[str]:
    """The units in a box of passengers."""
    units, pieces = position.plan.units, position.pieces
    return [key for key, one in pieces.items() if one.place == box and one.kind in units]


def _vehicle(position: Position, box: str) -> Unit | None:
    """The Vehicle with the letter of a box, if it is on the boards."""
    letter = box.removeprefix(VEHICLE_BOX)
    return next(
        (unit for unit in position.units.values() if (unit.kind, unit.face) == (TRUCK, letter)),
        None,
    )


def _boards(phase: Phase, n: int, act: Act, riot: Riot) -> None:
    """8.12.c, 8.12.g: one Group or any Snipers, from the Vehicle's own square; nobody moves."""
    unit, truck = phase.before.unit(act.piece), _vehicle(phase.before, act.target)
    entered = unit is None and phase.table(n).unit(act.piece) is not None
    then, name = phase.table(n + 1), riot.name(act.kind)
    held = [then.pieces[key].kind for key in _aboard(then, act.target)]
    now = phase.after.unit(truck.key) if truck else None
    if not _fits(held, riot):
        what = f"{name} in {act.origin} boards a Vehicle that cannot carry it"
        observed = ", ".join(sorted(held))
        riot.find("8.12.c", POLICE, what, n, expected="one Group, or Snipers", observed=observed)
    elif phase.id != "police_move":
        what = f"{name} in {act.origin} boards a Vehicle outside the Police Movement"
        riot.find("8.12.g", POLICE, what, n)
    elif entered:
        riot.find("8.12.g", POLICE, f"{name} boards a Vehicle in the phase in which it enters", n)
    elif unit is not None and (truck is None or truck.cell != unit.cell):
        where = f"in {truck.cell}" if truck else "not on the map"
        what = f"{name}, which began in {unit.cell}, boards a Vehicle that is {where}"
        riot.find("8.12.g", POLICE, what, n)
    elif unit is not None and truck is not None and now is not None and now.cell != truck.cell:
        riot.find("8.12.c", POLICE, f"a Vehicle moves in the phase in which {name} boards it", n)


def _gets_out(phase: Phase, n: int, act: Act, riot: Riot) -> None:
    """8.12.f, 8.12.c: in the Movement, into the Vehicle's square; nobody moves."""
    truck, name = _vehicle(phase.before, act.source), riot.name(act.kind)
    now = phase.after.unit(truck.key) if truck else None
    if truck is None or now is None:
        return  # the Vehicle is lost: 6.5.h, 8.12.1, 8.12.2
    ended, there = phase.after.place(act.piece).partition("@")[0], {truck.cell, now.cell}
    if phase.id != "police_move":
        riot.find("8.12.f", POLICE, f"{name} gets out outside the Police Movement", n)
    elif not there & {act.at, ended}:
        what = f"{name} gets out into another area than the Vehicle's"
        riot.find("8.12.f", POLICE, what, n, expected=truck.cell, observed=act.at)
    elif there != {ended}:
        what = f"a Vehicle or {name} moves in the phase in which it gets out"
        riot.find("8.12.c", POLICE, what, n)


def marked(position: Position, keys: Iterable[str]) -> Iterator[Unit]:
    """The units of some marks for Fire: on the boards, or aboard a Vehicle and in its square."""
    for key in sorted(keys):
        unit, state = position.units.get(key), position.pieces.get(key)
        if unit is not None:
            yield unit
        elif state is not None and state.place.startswith(VEHICLE_BOX):
            truck = _vehicle(position, state.place)
            if truck is not None:
                rider = position.outside(key)
                yield rider._replace(cell=truck.cell, conditions=rider.conditions | {ABOARD})


def gunner(position: Position, unit: Unit, way: str) -> Unit:
    """8.6.d: who fires when a unit is marked; from a Helicopter the Sniper aboard does."""
    if unit.kind != HELICOPTER or way in WEAPONS:
        return unit
    for key, state in position.pieces.items():
        if (state.kind, state.place) == (SNIPER, HELICOPTER_BOX):
            return unit._replace(
                key=key,
                kind=SNIPER,
                face=state.face,
                size=INDIVIDUAL,
                level=ABOVE,
                conditions=frozenset(),
            )
    return unit


def _flies(phase: Phase, n: int, act: Act, riot: Riot) -> None:
    """8.6.d: one of a Gas Gun, a Sniper, an Active Denial System."""
    held = [
        state.kind for state in phase.table(n + 1).pieces.values() if state.place == HELICOPTER_BOX
    ]
    if len(held) > 1 or act.kind not in FLIES:
        what = f"{riot.name(act.kind)} is put aboard the Helicopter"
        expected = "a Gas Gun, a Sniper or an Active Denial System"
        riot.find("8.6.d", POLICE, what, n, expected=expected, observed=", ".join(sorted(held)))
