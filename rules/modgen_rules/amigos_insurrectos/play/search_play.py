"""Plays searches and fights in the Jungle by the functions with which they are judged."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.judging.searches import search_modifier
from modgen_rules.amigos_insurrectos.law import retreats
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, OTHER, SIDES, US
from modgen_rules.amigos_insurrectos.law.force import Force, force_of
from modgen_rules.amigos_insurrectos.play.battle_play import RETREATS_BEFORE
from modgen_rules.amigos_insurrectos.play.table import Table


def search(table: Table, area: str) -> bool:
    """10.1: the US looks for Guerrillas alone in an area; they may retreat first."""
    position = table.position
    country = position.country
    force = force_of(country, (position.pieces[key] for key in position.at[area]))
    table.marker(area, "retreat")
    if table.chance.random() < RETREATS_BEFORE:
        goals = retreats.quiet_refuges(position, area, FILIPINO, force.steps(FILIPINO))
        if goals:
            keys = position.units(area, FILIPINO)
            table.move(keys, table.chance.choice(sorted(goals)))
            if position.keys(area, ("search",)):
                table.move(position.keys(area, ("search",)), "pool_markers")
            table.marker("", "retreat")
            return False
    die = table.roll("us_search")[0]
    found = die + search_modifier(country, force, area) >= country.numbers.search_die
    table.bring("search", area)
    if not found:
        table.marker("", "retreat")
    return found


def jungle(table: Table, box: str) -> None:
    """12.0 B: a fight in a box of the Jungle Warfare display."""

    def force() -> Force:
        position = table.position
        return force_of(
            position.country, (position.pieces[key] for key in position.at.get(box, ()))
        )

    def counted(die: str, number: int = 1) -> int:
        lowest = table.position.country.lowest[die]
        return sum(one >= lowest for one in table.roll(die, number))

    first = force()
    if not first.contested or not counted("jungle_combat"):
        return
    scouts = bool(first.scouts)
    ambushed = counted("jungle_ambush", first.steps(US))
    found = counted("jungle_discovery", first.steps(FILIPINO))
    ambushed, found = max(0, ambushed - scouts), found + scouts
    lost = dict.fromkeys(SIDES, 0)
    for _ in range(table.roll("jungle_rounds")[0]):
        now = force()
        if not now.contested:
            break
        free = max(0, now.steps(US) - ambushed)
        dice = {
            FILIPINO: table.roll("jungle_filipino", now.steps(FILIPINO)),
            US: table.roll("jungle_us", free) if free else (),
        }
        for side in SIDES:
            most = now.steps(side) if side == US else min(found - lost[side], now.steps(side))
            steps = min(most, sum(die >= 6 for die in dice[OTHER[side]]))
            if steps:
                table.lose(box, side, steps)
                lost[side] += steps
    points = table.position.country.numbers.step_points
    table.will(lost[FILIPINO] * points[FILIPINO])
    table.will(-lost[US] * points[US])
