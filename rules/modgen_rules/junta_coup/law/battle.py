"""Battles: who may declare and bombard (10.0, 11.0, 12.0), who stays, who may go where (15.0)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from modgen_rules.junta_coup.law.city import GUNS
from modgen_rules.junta_coup.law.position import Position


def declaration_fault(position: Position, family: str, space: str, there: Collection[str]) -> str:
    """The clause that forbids a family to declare an attack in a space; empty if none does.

    `there`: the families that have Units in the space.
    """
    commands = {position.holder(office) for _, office in GUNS.values()}
    if space in position.city.embassies:
        return "16.a"
    if family not in position.present():
        return "4.a"
    if family not in there and family not in commands and there:
        return "11.f"
    return "10.a" if len(set(there)) < 2 else ""


def commander_faults(position: Position, gun: str, raids: int) -> set[str]:
    """The clauses that forbid the holder of its Office to fire a bombardment now.

    12.f: the holder is away. 3.c: he has to wait. 12.b: `raids` counts the raids of the coup.
    """
    family = position.holder(GUNS[gun][1])
    faults = {
        "12.f": family not in position.present(),
        "3.c": position.waits(family),
        "12.b": gun == "air_raid" and raids >= position.city.raids,
    }
    return {clause for clause, broken in faults.items() if broken}


def fighters(units: Mapping[str, Sequence[str]], arrived: Collection[str]) -> dict[str, list[str]]:
    """15.g: the Units in a space, by family, without those that came by a retreat in this phase."""
    left = {who: [key for key in keys if key not in arrived] for who, keys in units.items()}
    return {who: keys for who, keys in left.items() if keys}


def stayers(rivals: Collection[str], lost: Mapping[str, int]) -> set[str]:
    """15.a, 15.i: the families in a battle that lost the fewest Units."""
    fewest = min((lost.get(who, 0) for who in rivals), default=0)
    return {who for who in rivals if lost.get(who, 0) == fewest}


def refuges(position: Position, space: str, family: str) -> list[str]:
    """15.d, 15.k: the spaces to which Units of a family may retreat without leave of others."""
    city = position.city
    return [
        near
        for near in sorted(city.near.get(space, ()))
        if near in city.embassies or not set(position.held(near)) - {family}
    ]
