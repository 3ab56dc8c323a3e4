"""Players whose squads board Vehicles and get out of them (8.12)."""

from __future__ import annotations

from modgen_rules.civil_power.judging.compound import SCENARIO as COMPOUND
from modgen_rules.civil_power.law.plan import GROUP, GUNS, POLICE, TRUCK, VEHICLE_BOX
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.play.table import RiotTable

LETTERS = ("a", "b", "c", "d")
"""The faces of Vehicles that carry somebody."""
BOARDS, GETS_OUT = 0.5, 0.4
"""How likely a squad beside a Vehicle boards it, and a passenger gets out."""


def aboard(table: RiotTable, truck: Unit) -> list[str]:
    """The passengers of a Vehicle."""
    if truck.kind != TRUCK:
        return []
    return [
        key
        for key, state in table.writer.states.items()
        if state.place == f"{VEHICLE_BOX}{truck.face}" and state.kind in table.plan.units
    ]


def load(table: RiotTable, side: str) -> None:
    """8.12.c, f, g: before the movement squads board and get out; neither they nor it move."""
    scenario = table.field.scenario
    # In the compound Vehicles never move.
    if side != POLICE or not table.field.known or scenario.id == COMPOUND:
        return
    for truck in [one for one in table.position.of(POLICE) if one.kind == TRUCK]:
        at = table.position
        if truck.face not in LETTERS or at.enemies(truck.cell, POLICE):
            continue
        squads = [one for one in at.at(truck.cell, POLICE) if one.size == GROUP]
        riders = aboard(table, truck)
        if riders and len(squads) < at.plan.most(GROUP) and table.hits(GETS_OUT):
            table.move(riders, truck.cell)
            busy = riders
        else:
            fit = [
                one
                for one in squads
                if not one.suppressed
                and one.kind not in GUNS
                and one.key not in table.fired
                and one.face != "mounted"
            ]
            if riders or not fit or not table.hits(BOARDS):
                continue
            busy = [table.chance.choice(fit).key]
            table.move(busy, f"{VEHICLE_BOX}{truck.face}")
        table.started |= dict.fromkeys((truck.key, *busy), truck.cell)


def jump_off(table: RiotTable, truck: Unit) -> None:
    """8.12.1, 8.12.2.a: the passengers of a Vehicle that is lost get out, suppressed."""
    for key in aboard(table, truck):
        table.move([key], truck.cell)
        table.suppress(key)
