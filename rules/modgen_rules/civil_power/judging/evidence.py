"""What a record shows near a change that may be its cause: checks, dice, attacks, other units."""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.civil_power.judging import morale, weapons
from modgen_rules.civil_power.law.levels import AGITATOR, CARRIERS, HELICOPTER, base, is_sniper
from modgen_rules.civil_power.law.plan import (
    GROUP,
    INDIVIDUAL,
    LOST_BOXES,
    MOBS,
    POLICE,
    SIDES,
    VEHICLE,
    Stand,
)
from modgen_rules.civil_power.law.retreats import overstacked
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.attacks import owner
from modgen_rules.civil_power.reading.changes import Change
from modgen_rules.civil_power.reading.phases import Phase, forward
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act

HEAVY = ("tank", "field_gun")
"""II-1, II-2: units whose fire may light a square."""


def nearby(
    riot: Riot, n: int, *what: str, back: int = windows.MUCH_LATER, ahead: int = windows.SOON
) -> Iterator[tuple[int, Act]]:
    """The acts of some sorts around an act."""
    acts = riot.record.acts
    for m in range(max(n - back, 0), min(n + ahead + 1, len(acts))):
        if acts[m].what in what:
            yield m, acts[m]


def checked(change: Change, riot: Riot, lost: bool = False) -> bool:
    """Whether a check near a change failed, or for `lost` eliminated the unit."""
    unit = change.unit
    if unit is None:
        return False
    least = morale.lost_at(riot) if lost else (riot.plan.morale(unit.kind, unit.face) or 0) + 1
    back = windows.AT_THE_END if lost else windows.MUCH_LATER
    return any(
        morale.fits(act, unit) and max(act.dice[:2]) >= least
        for _, act in nearby(riot, change.n, "check", back=back)
    )


def elsewhere(change: Change, riot: Riot) -> bool:
    """Whether the attacks near a change were announced, all on other squares than the unit's."""
    spaces = [act.said.spaces for _, act in nearby(riot, change.n, "said") if act.said]
    cells = {
        cell for one in spaces for name in ("fired_at", "shock_in") for cell in one.get(name, ())
    }
    plain = any(
        act.kind in (*SIDES, "both") and not act.source for _, act in nearby(riot, change.n, "roll")
    )
    drags = riot.record.positions[max(change.n - windows.AT_ONCE, 0) : change.n + 1]
    stood = {one.cell for at in drags if (one := at.units.get(change.key))}
    return bool(cells) and not plain and not cells & {change.cell, *stood}


def diced(change: Change, riot: Riot, back: int = windows.MUCH_LATER) -> bool:
    """Whether the unit's side rolled a die near a change: it may have checked with it."""
    unit = change.unit
    return unit is not None and any(
        act.kind == "both" or (act.kind in SIDES and owner(act) == unit.side)
        for n, act in nearby(riot, change.n, "roll", back=back)
        if not _fires(riot, n, unit.side)
    )


def _fires(riot: Riot, n: int, side: str) -> bool:
    """Whether a die is one with which a side fires: the first after a marker of Fire was laid."""
    phase = riot.turn.phases.get(f"{side}_fire") if riot.turn else None
    if phase is None or n not in phase.acts:
        return False
    acts = riot.record.acts
    for m in range(n - 1, max(n - windows.MUCH_LATER, phase.begin) - 1, -1):
        if acts[m].what == "roll" and acts[m].kind in (*SIDES, "both"):
            return False
        said = acts[m].said
        if said is not None and "fired_at" in said.spaces:
            return True
    return False


def attacked(
    change: Change, riot: Riot, back: int = windows.MUCH_LATER, ahead: int = windows.SOON
) -> bool:
    """Whether dice of an attack or a fight were rolled, or an attack announced, near a change."""
    return any(
        act.what == "said" or act.kind in (*SIDES, "both", "canister")
        for _, act in nearby(riot, change.n, "roll", "said", "void", back=back, ahead=ahead)
        if act.what != "said" or (act.said and act.said.spaces)
    )


def crowded(change: Change, phase: Phase, riot: Riot) -> bool:
    """5.4.2.d, 5.4.3.f: whether the unit's square is, or just was, overstacked without enemies.

    In a Movement phase it must have been so before: what units enter then suppresses nobody.
    """
    unit = change.unit
    if unit is None:
        return False
    positions = riot.record.positions
    ahead = phase.begin if phase.kind == "move" else change.n + windows.SOON
    window = range(max(change.n - windows.MUCH_LATER, 0), min(ahead, len(positions) - 1) + 1)
    return any(
        overstacked(positions[m], Stand(now.cell), now.side)
        and not positions[m].enemies(now.cell, now.side)
        for m in window
        if (now := positions[m].units.get(unit.key)) is not None
    )


def met_gas(change: Change, phase: Phase, riot: Riot) -> bool:
    """Whether a Mob unit was in gas, or passed or was near some in the phase."""
    unit = change.unit
    if unit is None or unit.side not in MOBS:
        return False
    gas = {*phase.before.gas, *riot.record.positions[change.n].gas}
    start = phase.before.units.get(unit.key, unit)
    reach = max(riot.plan.allowance(unit.kind, unit.face), 1)
    return any(
        riot.field.away(cell, one) <= reach for cell in gas for one in (start.cell, unit.cell)
    )


def orphaned(change: Change, riot: Riot) -> bool:
    """6.3, 6.4: whether an Individual is alone with enemies, or those stacked with it were lost."""
    unit, positions = change.unit, riot.record.positions
    if unit is None or not (is_sniper(unit) or base(unit) == AGITATOR):
        return False
    at = positions[change.n]
    if at.enemies(unit.cell, unit.side):
        return True
    acts, end = riot.record.acts, change.n
    while end + 1 < len(acts) and acts[end + 1].step == acts[change.n].step:
        end += 1  # a stack is dragged away in one step
    left, began = positions[end + 1], positions[max(change.n - windows.AT_THE_END, 0)]
    if any(
        morale.is_lost(left, one.key)
        for one in began.at(unit.cell, unit.side)
        if one.key != unit.key
    ):
        return True
    return any(  # somebody who had fled to it
        act.origin == unit.cell
        and act.target in LOST_BOXES.values()
        and act.piece != unit.key
        and riot.field.side.get(act.kind) == unit.side
        for _, act in nearby(riot, change.n, "move", back=windows.AT_THE_END, ahead=end - change.n)
    )


def burning(change: Change, riot: Riot) -> bool:
    """6.5.f, 6.5.g: whether a Fire broke out in the unit's square, or was rolled for a Vehicle."""
    positions = riot.record.positions
    window = range(
        max(change.n - windows.AT_THE_END, 0), min(change.n + windows.SOON, len(positions))
    )
    if any(change.cell in positions[n].fires for n in window):
        return True
    rolls = nearby(riot, change.n, "roll", back=windows.AT_THE_END)
    vehicle = change.unit is not None and change.unit.size == VEHICLE
    return vehicle and any(act.kind == "fire_check" for _, act in rolls)


def struck(change: Change, riot: Riot) -> bool:
    """5.3.1.d, 8.12.1: whether an attack may have removed an Individual or a Vehicle."""
    unit = change.unit
    return unit is not None and unit.size in (INDIVIDUAL, VEHICLE) and attacked(change, riot)


def spent(change: Change, riot: Riot) -> bool:
    """S.II2.b: whether a special weapon ran out of ammunition."""
    return any(
        act.kind == "ammunition"
        for _, act in nearby(
            riot, change.n, "roll", back=windows.AT_THE_END, ahead=windows.MUCH_LATER
        )
    )


def exchanged(change: Change, riot: Riot) -> bool:
    """Whether another unit of the kind goes the other way: the wrong one had been taken."""
    on, names = change.what == "on", riot.field.ground.names
    return any(
        act.kind == change.kind
        and act.piece != change.key
        and (act.origin if on else act.at) == change.cell
        and (act.at if on else act.origin) not in names
        for _, act in nearby(riot, change.n, "move", back=2 * windows.SOON, ahead=2 * windows.SOON)
    )


def replaced(change: Change, riot: Riot) -> bool:
    """Whether a unit of another kind comes to the square of one taken off."""
    return any(
        act.at == change.cell and act.kind != change.kind
        for _, act in nearby(riot, change.n, "move", back=2 * windows.SOON, ahead=2 * windows.SOON)
    )


def kindled(change: Change, phase: Phase, riot: Riot) -> bool:
    """6.5.e, 8.6.c, S.II2: whether something may have lit a Fire near a change."""
    rolled = any(
        act.kind in ("fire_check", "ammunition")
        for _, act in nearby(
            riot, change.n, "roll", back=windows.AT_THE_END, ahead=windows.MUCH_LATER
        )
    )
    heavy = any(one.kind in HEAVY for one in phase.before.units.values())
    fell = any(
        act.kind == HELICOPTER for _, act in nearby(riot, change.n, "move", back=windows.AT_THE_END)
    )
    return rolled or (heavy and _shelled(change, riot)) or fell


def _shelled(change: Change, riot: Riot) -> bool:
    """Whether an attack on the square of a change was announced."""
    return any(
        act.said and change.cell in act.said.spaces.get("fired_at", ())
        for _, act in nearby(
            riot, change.n, "said", back=windows.AT_THE_END, ahead=windows.MUCH_LATER
        )
    )


def doused(change: Change, phase: Phase, riot: Riot) -> bool:
    """8.2.d: whether a Water Cannon may have put out a Fire."""
    if phase.side != POLICE:
        return False
    cannon = [
        one for one in riot.record.positions[change.n].of(POLICE) if one.kind == "water_cannon"
    ]
    most = weapons.reach(riot.plan, "water") or 0
    near = any(riot.field.away(one.cell, change.cell) <= most for one in cannon)
    return near and attacked(change, riot)


def carried(change: Change, riot: Riot) -> bool:
    """6.1.1.e: whether a squad or Vehicle went with a Gas Gun, in one step or several."""
    source, target = (place.partition("@")[0] for place in (change.source, change.target))
    left: set[str] = set()
    came: set[str] = set()
    for _, act in nearby(riot, change.n, "move", back=windows.AT_THE_END, ahead=windows.AT_THE_END):
        if riot.plan.size.get(act.kind) == GROUP or act.kind in CARRIERS:
            left |= {act.piece} if act.origin == source else set()
            came |= {act.piece} if act.at == target else set()
    return bool(left & came)


def deserted(change: Change, riot: Riot) -> bool:
    """6.1.1.b: whether nobody is left in the square who can carry a Gas Gun."""
    positions = riot.record.positions
    cell = change.source.partition("@")[0]
    window = (change.n, min(change.n + windows.MUCH_LATER, len(positions) - 1))
    if any(not _carriers(positions[n], cell) for n in window):
        return True
    # The carrier may have come to the square and been lost there since.
    return any(
        act.origin == cell
        and act.target == LOST_BOXES[POLICE]
        and (riot.plan.size[act.kind] == GROUP or act.kind in CARRIERS)
        for _, act in nearby(
            riot, change.n, "move", back=windows.AT_THE_END, ahead=windows.MUCH_LATER
        )
        if act.kind in riot.plan.size
    )


def _carriers(position: Position, cell: str) -> list[Unit]:
    return [one for one in position.at(cell, POLICE) if one.size == GROUP or one.kind in CARRIERS]


def gassed(change: Change, riot: Riot) -> bool:
    """Whether a Gas Grenade was counted off, or a gas attack announced, near a change."""
    cell = change.target.partition("@")[0]
    return any(
        (act.kind == "grenades" and not forward(act))
        or (act.said is not None and cell in act.said.spaces.get("fired_at", ()))
        for _, act in nearby(riot, change.n, "level", "said", ahead=windows.MUCH_LATER)
    )


def thrown(change: Change, riot: Riot) -> bool:
    """Whether gas or a Molotov was used near a change of the supplies."""
    kind = "gas" if change.kind == "grenades" else "fire_check"
    return any(
        act.kind == kind
        for _, act in nearby(riot, change.n, "move", "roll", ahead=windows.MUCH_LATER)
    )
