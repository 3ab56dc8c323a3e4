"""The table at which random families play: the record so far, and who owes a turned card."""

from __future__ import annotations

from random import Random

from tests.junta_reference.city import CENTRES
from tests.junta_reference.position import Position
from tests.junta_reference.record import Event, Start


class Table:
    """A coup being played."""

    def __init__(self, start: Start, chance: Random) -> None:
        self.start = start
        self.chance = chance
        self.position = Position(start)
        self.events: list[Event] = []
        self.rebels: set[str] = set()
        self.owing: list[str] = []
        others = [one for one in start.families if one != start.president]
        self.willing = {one for one in others if chance.random() < 0.45} | {start.leader}
        self.mood = chance.choice((0.1, 0.4, 0.95))
        self.goals = chance.sample(CENTRES, 2)
        self.cards: dict[str, str] = {}
        self.dead = {one for one in sorted(start.away) if chance.random() < 0.5}
        self.raids = 0

    def say(self, event: Event) -> None:
        """Write an event down and do it."""
        self.events.append(event)
        self.position.take(event)

    def often(self, share: float) -> bool:
        """True with this probability."""
        return self.chance.random() < share

    def may_act(self, family: str) -> bool:
        """3.a-d: whether a family may and would move or fire now."""
        return self.position.phase > 0 or family in self.willing

    def acts(self, family: str) -> None:
        """3.b, 3.e: a family has become a Rebel, if it was not."""
        if family != self.start.president and family not in self.rebels:
            self.rebels.add(family)
            self.owing.append(family)

    def turn_cards(self, share: float = 1.0) -> None:
        """3.h: some of those, or all, who owe it turn their cards."""
        for family in list(self.owing):
            if self.often(share):
                self.say(Event("flip", family))
                self.owing.remove(family)
