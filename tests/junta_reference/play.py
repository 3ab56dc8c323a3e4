"""Whole legal coups at random, in which units meet."""

from __future__ import annotations

from random import Random

from tests.junta_reference.city import CARDS, CENTRES
from tests.junta_reference.deal import deal
from tests.junta_reference.moving import Mover
from tests.junta_reference.record import Event, Start
from tests.junta_reference.shooting import Shooter
from tests.junta_reference.table import Table


def play(seed: int, players: int = 7, forced: bool | None = None) -> tuple[Start, list[Event]]:
    """A coup for 4 to 7 players; the same seed gives the same one."""
    chance = Random(seed)
    start = deal(chance, players, forced)
    table = Table(start, chance)
    table.cards = {card: chance.choice(start.families) for card in CARDS}
    for number in range(7):
        table.say(Event("phase", number=number))
        table.goals = chance.sample(CENTRES, 2) if chance.random() < 0.3 else table.goals
        Mover(table).segment()
        Shooter(table).segment()
        table.turn_cards()
        if number and table.often(0.02):
            table.say(Event("agree", way=chance.choice(("rebels", "president"))))
            return start, table.events
    _end(table)
    return start, table.events


def _end(table: Table) -> None:
    """17.a-e: all choose sides; three power centres with Rebels alone decide."""
    position = table.position
    first = table.start.leader if position.present(table.start.leader) else table.start.president
    rebels = set()
    for family in position.seats(first):
        if position.present(family):
            rebel = family in table.rebels or family == table.start.leader
            inclined = max(table.mood, 0.85 * rebel)
            joins = family != table.start.president and table.often(inclined)
            table.say(Event("side", family, way="rebels" if joins else "president"))
            rebels |= {family} if joins else set()
    spaces = [position.families_at(space) for space in CENTRES]
    held = sum(bool(here) and here <= rebels for here in spaces)
    table.say(Event("result", way="rebels" if held > 2 else "president"))
