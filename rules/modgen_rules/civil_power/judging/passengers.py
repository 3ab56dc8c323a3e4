"""8.12, 8.6: passengers of Vehicles, and what a Helicopter carries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from modgen_rules.civil_power import wording
from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.fire import PLAIN_WAYS
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

    names = riot.field.ground.names
    for n, act in phase.each("move"):
        ended = phase.after.place(act.piece)
        rests = ended == act.target
        if rests and act.target == HELICOPTER_BOX:
            _flies(phase, n, act, riot)
        elif rests and act.target.startswith(VEHICLE_BOX):
            _boards(phase, n, act, riot)
        elif act.source.startswith(VEHICLE_BOX) and ended.partition("@")[0] in names:
            _gets_out(phase, n, act, riot)

    _wrecks(phase, riot)
    _lights(phase, riot)


def _loaded(phase: Phase, riot: Riot) -> None:
    """8.12.c: what each Vehicle carries when the set-up is over."""
    held: dict[str, list[str]] = defaultdict(list)
    for state in phase.after.pieces.values():
        if state.place.startswith(VEHICLE_BOX) and state.kind in riot.plan.units:
            held[state.place].append(state.kind)
    for n, act in phase.each("move"):
        if act.target in held and not _fits(held[act.target], riot):
            what = f"a Vehicle carries {wording.units(riot.plan.game, Counter(held[act.target]))}"
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
        lit = act.kind == SEARCHLIGHT and act.at in riot.field.ground.names
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
        for key, state in before.pieces.items() if clause else ():
            if state.place != f"{VEHICLE_BOX}{truck.face}" or state.kind not in riot.plan.units:
                continue
            name = f"{riot.name(state.kind)}, aboard the Vehicle that is lost in {truck.cell},"
            acts = [n for n, act in phase.each() if act.piece in (key, truck.key)]
            at = acts[-1] if acts else phase.last
            checked = any(act.piece == key for _, act in phase.each("check"))
            if after.place(key) == state.place:
                riot.find(clause, POLICE, f"{name} does not get out", at)
            elif morale.is_lost(after, key) and not checked:
                riot.find(clause, POLICE, f"{name} is eliminated with it", at)
            elif key in after.units and SUPPRESSED not in after.conditions.get(key, ()):
                riot.find(clause, POLICE, f"{name} gets out and is not suppressed", at)


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
    name, side = riot.name(act.kind), POLICE
    held = [state.kind for state in phase.table(n + 1).pieces.values() if state.place == act.target]
    if not _fits([kind for kind in held if kind in riot.plan.units], riot):
        what = f"{name} in {act.origin} boards a Vehicle that cannot carry it"
        expected = "one Group, or Snipers"
        riot.find("8.12.c", side, what, n, expected=expected, observed=", ".join(sorted(held)))
    elif phase.id != "police_move":
        what = f"{name} in {act.origin} boards a Vehicle outside the Police Movement"
        riot.find("8.12.g", side, what, n)
    elif entered:
        riot.find("8.12.g", side, f"{name} boards a Vehicle in the phase in which it enters", n)
    elif unit is not None and (truck is None or truck.cell != unit.cell):
        riot.find(
            "8.12.g",
            side,
            f"{name}, which began in {unit.cell}, boards a Vehicle that is "
            + (f"in {truck.cell}" if truck else "not on the map"),
            n,
        )
    elif unit is not None and truck is not None:
        now = phase.after.unit(truck.key)
        if now is not None and now.cell != truck.cell:
            riot.find("8.12.c", side, f"a Vehicle moves in the phase in which {name} boards it", n)


def _gets_out(phase: Phase, n: int, act: Act, riot: Riot) -> None:
    """8.12.f, 8.12.c: in the Movement, into the Vehicle's square; nobody moves."""
    truck, name = _vehicle(phase.before, act.source), riot.name(act.kind)
    if truck is None or phase.after.unit(truck.key) is None:
        return  # the Vehicle is lost: 6.5.h, 8.12.1, 8.12.2
    now, ended = phase.after.unit(truck.key), phase.after.place(act.piece).partition("@")[0]
    there = {truck.cell, now.cell if now is not None else truck.cell}
    if phase.id != "police_move":
        riot.find("8.12.f", POLICE, f"{name} gets out outside the Police Movement", n)
    elif not there & {act.at, ended}:
        what = f"{name} gets out into another area than the Vehicle's"
        riot.find("8.12.f", POLICE, what, n, expected=truck.cell, observed=act.at)
    elif there != {ended}:
        riot.find(
            "8.12.c", POLICE, f"a Vehicle or {name} moves in the phase in which it gets out", n
        )


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
    if unit.kind != HELICOPTER or way not in PLAIN_WAYS:
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
