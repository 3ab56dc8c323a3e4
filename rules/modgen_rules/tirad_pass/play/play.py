"""How an attack is carried out on a table: dice, losses, retreats, advances, the general's fate."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from modgen_rules.tirad_pass.law.combat import Result, attack_result
from modgen_rules.tirad_pass.law.plan import ATTACKS, DIE, GENERAL, LOST, OTHER, PINNED
from modgen_rules.tirad_pass.play.table import Table

Choice = Callable[[str, Sequence[str]], str]
"""Chooses the hex to which a unit retreats."""


def attack(
    table: Table, kind: str, side: str, units: Sequence[str], target: str, choose: Choice
) -> Result:
    """Announce an attack, roll for it and carry out the result."""
    for key in units:
        table.mark(key, ATTACKS)
    table.announce(kind, target)
    (die,) = table.roll(DIE[side])
    result = attack_result(table.position, kind, units, target, die)
    carry_out(table, side, units, target, result, choose)
    return result


def carry_out(
    table: Table, side: str, units: Sequence[str], target: str, result: Result, choose: Choice
) -> None:
    """Losses, retreats and pins of a result, then the fate of the general (9.8)."""
    position = table.position
    defenders = position.at(target, OTHER[side])
    hexes = {position.pieces[key].place for key in units}
    general, place = position.find(GENERAL), position.place_of(GENERAL)
    touched = False
    for keys, steps, retreats, foes in (
        (units, result.attacker_steps, result.attacker_retreats, set[str]()),
        (defenders, result.defender_steps, result.defender_retreats, hexes),
    ):
        if not steps and not retreats:
            continue
        touched = touched or any(position.pieces[key].place == place for key in keys)
        lose_steps(table, keys, steps)
        if retreats:
            retreat(table, [key for key in keys if position.steps(key)], choose, foes)
    if result.defender_pinned:
        for key in defenders:
            if position.steps(key):
                table.mark(key, PINNED)
    for hex_, owner in ((target, OTHER[side]), *((one, side) for one in sorted(hexes))):
        follow(table, hex_, owner)
    if general and touched and place in table.plan.heights:
        _fate(table, general)


def lose_steps(table: Table, keys: Sequence[str], steps: int) -> None:
    """Units lose steps, whole ones before reduced ones."""
    position = table.position
    for _ in range(steps):
        left = [key for key in keys if position.steps(key)]
        if left:
            table.lose(max(left, key=lambda key: (position.steps(key), key)))


def retreat(table: Table, keys: Sequence[str], choose: Choice, foes: Collection[str] = ()) -> None:
    """8.3 to 8.7: units go one hex each, or are lost; leaders go with them."""
    position = table.position
    left = {position.pieces[key].place for key in keys}
    for key in keys:
        ways = position.refuges(key, foes)
        if not ways:
            table.lose_all(key)
            continue
        table.move([key], choose(key, ways))
        table.mark(key, PINNED)
    for place in sorted(left):
        if keys:
            follow(table, place, position.side(keys[0]), keys)


def follow(table: Table, place: str, side: str, keys: Sequence[str] = ()) -> None:
    """8.7: leaders of a hex without units go with them, or to any friendly unit."""
    position = table.position
    leaders = position.leaders(place, side)
    if not leaders or position.at(place, side):
        return
    ends = [position.pieces[key].place for key in keys if position.on_map(key)]
    ends += [position.pieces[key].place for key in position.units(side)]
    for key in leaders:
        table.move([key], ends[0] if ends else LOST[side])


def _fate(table: Table, general: str) -> None:
    (die,) = table.roll("general")
    if die < (table.plan.dice["general"].hits or 0):
        return
    table.lose_all(general)
