"""To which phases an act may belong by what it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

from modgen_rules.civil_power.law.plan import (
    CROWD,
    FIRES,
    GUNS,
    LEFT_BOXES,
    MOBS,
    SIDES,
    SUPPRESSED,
    VEHICLE_BOX,
)
from modgen_rules.civil_power.law.state import Position
from modgen_rules.civil_power.reading.phases import CHECKS
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.spoken import weapon_told
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.prices import (
    BREACH,
    PHASE_FAR,
    PHASE_LEFT_OUT,
    PHASE_NEAR,
    PHASE_RARE,
    PHASE_UNUSUAL,
)


def _all(*kinds: str) -> dict[str, float]:
    return {f"{side}_{kind}": 0.0 for side in SIDES for kind in kinds}


FIRE, SHOCK = _all("fire"), _all("shock")
OTHERS = dict.fromkeys(_all("move", "recovery"), PHASE_RARE)
"""Phases in which much is rare, with the price of what is."""
DICE: Mapping[str, Mapping[str, float]] = {
    "fires_out": {"fires": 0.0},
    "fire_check": {**FIRE, "fires": PHASE_RARE},
    "canister": {"police_fire": 0.0},
    "tdn": {**dict.fromkeys(SHOCK, PHASE_RARE), "police_fire": 0.0},
    "build": _all("recovery"),
    "crowds_move": _all("move"),
    "ammunition": {"police_fire": 0.0},
    "ruin": {"police_fire": 0.0},
    "reinforcements": {**_all("fire", "move"), "fires": PHASE_RARE},
    **{die: {**FIRE, **SHOCK, "gas_morale": PHASE_RARE} for die in SIDES},
}
"""The phases in which dice are rolled, each with its price; other dice fit anywhere."""
LEVELS: Mapping[str, Mapping[str, float]] = {
    "grenades": {"police_fire": 0.0},
    "molotovs": {"mob_fire": 0.0},
    "molotovs_2": {"rival_fire": 0.0},
}
"""The phases in which the markers of tracks move; others fit anywhere."""


CASUALTIES = ("wia_", "kia_")
"""How the ids of the markers of casualties begin."""


def _booked(act: Act, record: Record, n: int) -> Mapping[str, float]:
    """A marker of a track; casualties are of an attack since the tracker's last step but one."""
    if not act.kind.startswith(CASUALTIES):
        return LEVELS.get(act.kind, {})
    steps = 0
    for before in reversed(record.acts[:n]):
        steps += before.what == "phase"
        if steps > 1:
            break
        if before.what == "roll" and before.kind in (*SIDES, "canister"):
            return {**FIRE, **SHOCK, **OTHERS}
    return {}


def fitting(act: Act, record: Record, n: int) -> Mapping[str, float]:
    """The phases to which an act may belong by what it is, with prices; empty for any.

    Under "" is the price of all others: a die for one purpose is hardly rolled in them.
    """
    found: Mapping[str, float] = {}
    match act.what:
        case "roll":
            found = _rolled(act, record, n)
        case "said":
            found = _announced(act)
        case "level":
            found = _booked(act, record, n)
        case "condition" if act.kind in record.field.side:
            side = record.field.side[act.kind]
            if act.target == SUPPRESSED and act.source == "off" and not _again(record, n):
                found = {f"{side}_recovery": 0.0}
            elif act.target == FIRES and act.source == "on":
                found = {f"{side}_fire": 0.0}
            elif act.target == SUPPRESSED and act.source == "on":
                found = _after_dice(record.positions[n], PHASE_LEFT_OUT)
        case "face" if act.kind == "gas":
            found = {"gas_fades": 0.0}
        case "face" if act.kind in record.field.side:
            found = {f"{record.field.side[act.kind]}_move": 0.0}  # it dismounts
        case "check":
            found = _checked(act, record.positions[n])
        case "move":
            known = act.kind in record.field.side
            found = (_unit_moved if known else _marker_moved)(act, record, n)
    alone = act.what == "roll" and len(found) == 1
    return {"": BREACH if alone else PHASE_FAR, **found} if found else found


def _rolled(act: Act, record: Record, n: int) -> Mapping[str, float]:
    """A die belongs to what its button is for, and one of a Mob also to a step into Gas."""
    found = DICE.get(act.kind, {})
    if act.target and act.kind in SIDES:
        # The marker of Fire may still lie where it was when Shock begins.
        late = dict.fromkeys(SHOCK, PHASE_NEAR)
        found = SHOCK if act.target.startswith("Round") else {**FIRE, **late}
    if act.kind == "fire_check" and _vehicle_burns(record.positions[n]):
        found = {**found, "fires": 0.0}
    if act.kind in MOBS and (side := _met_gas(record, n)):
        found = {**found, f"{side}_move": 0.0}
    at = record.positions[n]
    if act.kind in SIDES and not act.target and at.fights:
        found = {**found, **dict.fromkeys(FIRE, PHASE_RARE)}  # who moved must fight first
    elif act.kind == record.one_die and weapon_told(record, n):
        found = FIRE
    elif act.kind == record.one_die and (at.fires or at.gas):
        found = {**found, CHECKS[0] if at.gas else "fires": 0.0}
    return found


def _checked(act: Act, at: Position) -> Mapping[str, float]:
    """A check belongs to the attack or fight whose marker lies in its square.

    The marker of a fight may still lie where it was when Fire begins.
    """
    fired = act.source in at.cells_with("fire_attack")
    if at.cells_with("shock_combat"):
        return {**SHOCK, **FIRE} if fired else SHOCK
    if fired:
        return {**FIRE, **dict.fromkeys(SHOCK, PHASE_NEAR), **OTHERS, "gas_morale": 0.0}
    return _after_dice(at, PHASE_RARE)


def _after_dice(at: Position, others: float) -> Mapping[str, float]:
    """The phases in which units check and fail: also that of moves where there is Gas."""
    moves = _all("move") if at.gas else {}
    return {**dict.fromkeys(OTHERS, others), **FIRE, **SHOCK, **moves, "gas_morale": 0.0}


def _announced(act: Act) -> Mapping[str, float]:
    said = act.said
    if said is None:
        return {}
    if "fired_at" in said.spaces:
        side = said.side or act.side
        return {f"{side}_fire": 0.0} if said.side else FIRE
    return SHOCK if "shock_in" in said.spaces else {}


def _marker_moved(act: Act, record: Record, n: int) -> Mapping[str, float]:
    position = record.positions[n]
    come, gone = act.at in record.field, act.origin in record.field
    found: Mapping[str, float] = {}
    match act.kind:
        case "gas" if come and not gone:
            found = {"police_fire": 0.0}
        case "gas" if not come and "gas_2" in position.marked(act.origin, "gas"):
            found = {"gas_fades": 0.0}
        case "fire":
            found = {**FIRE, **OTHERS, **dict.fromkeys(CHECKS, PHASE_UNUSUAL)}
            if not come:
                found = {**OTHERS, "fires": 0.0, "police_fire": PHASE_UNUSUAL}
        case "barricade" if come:
            found = {**dict.fromkeys((*FIRE, *SHOCK, *OTHERS), PHASE_RARE), **_all("recovery")}
        case "fire_attack":
            firing = {one.side for one in position.units.values() if FIRES in one.conditions}
            found = {f"{side}_fire": 0.0 for side in firing} or FIRE
        case "shock_combat":
            found = SHOCK
    return found


def _unit_moved(act: Act, record: Record, n: int) -> Mapping[str, float]:
    side = record.field.side[act.kind]
    come, gone = act.at in record.field, act.origin in record.field
    at = record.positions[n]
    if gone and at.cells_with("shock_combat"):
        fired = FIRE if act.origin in at.cells_with("fire_attack") else {}
        return {**OTHERS, **SHOCK, **fired, f"{side}_move": PHASE_UNUSUAL}
    if come and gone:
        rare = dict.fromkeys((*FIRE, *SHOCK), PHASE_UNUSUAL)
        first = _first_drag(record, n)
        at, origin = record.positions[first], record.acts[first].origin
        if not at.gas.keys().isdisjoint((origin, *record.field.near.get(origin, ()))):
            rare["gas_morale"] = PHASE_UNUSUAL  # it flees
        moves = 0.0
        if at.contested(origin):
            rare, moves = rare | dict.fromkeys(SHOCK, PHASE_LEFT_OUT), PHASE_UNUSUAL
        elif origin not in at.gas:
            crowds = sum(one.size == CROWD for one in at.at(origin, side))
            surged = crowds > 1 and record.field.plan.size[act.kind] == CROWD
            rare |= dict.fromkeys(SHOCK, PHASE_LEFT_OUT if surged else PHASE_RARE)
        return {**OTHERS, **rare, f"{side}_fire": PHASE_RARE, f"{side}_move": moves}
    if come:
        force = next((one for one in record.field.scenario.forces if one.side == side), None)
        early = force and force.enters and force.enters.area and act.source == force.box
        checks = dict.fromkeys(CHECKS, 0.0) if early else {}
        return {f"{side}_move": 0.0, f"{side}_fire": PHASE_RARE, **checks}
    if act.target.startswith(VEHICLE_BOX):
        return {f"{side}_move": 0.0}
    if gone and act.target in LEFT_BOXES.values() and act.kind not in GUNS:
        retreats = dict.fromkeys((*SHOCK, *FIRE, "gas_morale"), PHASE_UNUSUAL)
        return {**OTHERS, **retreats, f"{side}_fire": PHASE_RARE, f"{side}_move": 0.0}
    return {} if gone else {f"{side}_move": 0.0}


def _just_before(record: Record, n: int) -> Iterator[tuple[int, Act]]:
    """The few acts before one, the last first, back to dice, a check or a step of the tracker."""
    near = record.before(n, windows.SOON)
    return takewhile(lambda one: one[1].what not in ("roll", "check", "phase"), near)


def _first_drag(record: Record, n: int) -> int:
    """The act with which a unit is first dragged that act `n` drags on, without dice between."""
    piece, moved = record.acts[n].piece, n
    for m, one in _just_before(record, n):
        moved = m if (one.what, one.piece) == ("move", piece) else moved
    return moved


def _again(record: Record, n: int) -> bool:
    """Whether a unit was dragged, or marked, a few acts before it is again, without dice since.

    Where others recover between it recovers with them.
    """
    act = record.acts[n]
    for _, one in _just_before(record, n):
        if (one.what, one.piece) == (act.what, act.piece):
            return True
        if (one.what, one.source, one.target) == ("condition", "off", SUPPRESSED):
            return False
    return False


def _met_gas(record: Record, n: int) -> str:
    """6.1.i: the Mob of which a unit went into Gas since the last die or step; empty for none."""
    sides = record.field.side
    met = (
        sides[act.kind]
        for m, act in _just_before(record, n)
        if act.what == "move" and sides.get(act.kind) in MOBS and act.at in record.positions[m].gas
    )
    return next(met, "")


def _vehicle_burns(position: Position) -> bool:
    """S.II7.f: whether a Vehicle stands in a Fire."""
    return any(position.vehicles(cell) for cell in position.fires)
