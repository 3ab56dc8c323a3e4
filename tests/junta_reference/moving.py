"""How random families spend a Movement segment."""

from __future__ import annotations

from collections.abc import Iterable

from tests.junta_reference.city import ADJACENT, CARDS, CENTRES, EMBASSIES, LANDS, UNARMED, distance
from tests.junta_reference.record import Event
from tests.junta_reference.table import Table


class Mover:
    """One Movement segment."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.position = table.position
        self.chance = table.chance
        self.moved: set[str] = set()

    def segment(self) -> None:
        """3.a, 5.a, 5.e: everybody's turn in order, with the Cousin's moves among them."""
        for family in self.position.order():
            if family in self.position.away:
                self._return(family)
            if self.position.present(family):
                self._turn(family)
            self._cousin(family)
            self.table.turn_cards(0.5)

    def _turn(self, family: str) -> None:
        todo = [self._ordinary, self._land, self._bring, self._helicopter, self._transfer]
        self.chance.shuffle(todo)
        for act in todo:
            act(family)
        self._exile(family)

    def _return(self, family: str) -> None:
        """4.b."""
        if family not in self.table.dead and self.table.often(0.15):
            self.table.say(Event("return", family))

    def _exile(self, family: str) -> None:
        """16.c."""
        housed = any(self.position.at(space, family) for space in EMBASSIES)
        left = sum(map(self.position.present, self.position.start.families))
        if housed and left > 3 and self.table.often(0.3):
            self.table.turn_cards()
            self.table.say(Event("exile", family))

    # Moves

    def _free(self, family: str, space: str) -> list[str]:
        """Units in a space that a family may still move in the ordinary way."""
        units, start = self.position.units, self.position.start
        return [
            name
            for name in self.position.at(space, family)
            if name not in self.moved
            and units[name].kind != "helicopter"
            and not (family == start.president and units[name].office in start.cousin)
        ]

    def _ordinary(self, family: str) -> None:
        """5.b-d: units of one space to an adjacent one."""
        if not self.table.may_act(family) or not self.table.often(0.9):
            return
        sources = {space: found for space in ADJACENT if (found := self._free(family, space))}
        if sources:
            source = self._weighted(
                sources, [len(found) / (4 if s in CENTRES else 1) for s, found in sources.items()]
            )
            self._go(family, sources[source], source, "")

    def _cousin(self, family: str) -> None:
        """5.e: El Presidente moves what his Cousin took from this family."""
        start, units = self.position.start, self.position.units
        president = start.president
        for office in sorted(start.cousin):
            if start.offices[office] != family or not self.position.present(president):
                continue
            if self.position.phase == 0 or not self.table.often(0.8):
                continue
            ours = {
                space: found
                for space in ADJACENT
                if (
                    found := [
                        name
                        for name in self.position.at(space, president)
                        if units[name].office == office and name not in self.moved
                    ]
                )
            }
            if ours:
                source = self.chance.choice(sorted(ours))
                self._go(president, ours[source], source, "cousin")

    def _go(self, family: str, names: list[str], source: str, way: str) -> None:
        count = len(names) if self.table.often(0.6) else self.chance.randint(1, len(names))
        group = tuple(self.chance.sample(names, count))
        self._move(family, group, self._towards(family, source), way)

    def _move(self, family: str, group: tuple[str, ...], place: str, way: str) -> None:
        self.table.say(Event("move", family, group, place, way=way))
        self.moved |= set(group)
        if self.position.phase == 0:
            self.table.acts(family)

    def _towards(self, family: str, source: str) -> str:
        """A neighbour, rather one that is nearer to a goal or where others stand."""
        goal = self.chance.choice(self.table.goals)
        places = sorted(ADJACENT[source])
        weights = [
            1.0
            + 6 * (distance(place, goal) < distance(source, goal))
            + 5 * bool(self.position.families_at(place) - {family})
            for place in places
        ]
        return self._weighted(places, weights)

    def _weighted(self, among: Iterable[str], weights: Iterable[float]) -> str:
        return self.chance.choices(list(among), list(weights))[0]

    def _helicopter(self, family: str) -> None:
        """5.f, 5.g: one or two legs, a unit along on one of them."""
        machine = next(
            (n for n, u in self.position.units.items() if u.kind == "helicopter"), "none"
        )
        if machine not in self.position.units or machine in self.moved:
            return
        space = self.position.units[machine].space
        if machine not in self.position.at(space, family) or not self.table.may_act(family):
            return
        ride = self.chance.choice((0, 1, 1, 2))
        for leg in range(1, self.chance.randint(1, 2) + 1):
            riders = self._free(family, space) if leg == ride else []
            group = (machine, *self.chance.sample(riders, min(len(riders), 1)))
            space = self._towards(family, space)
            self._move(family, group, space, "helicopter")

    # Arrivals and transfers

    def _land(self, family: str) -> None:
        """7.a-d."""
        for name, unit in list(self.position.units.items()):
            fresh = unit.kind in LANDS and not unit.space and name not in self._gone()
            if fresh and unit.controller == family and self.table.often(0.3):
                shores = sorted(LANDS[unit.kind])
                busy = [space for space in shores if self.position.families_at(space) - {family}]
                place = self.chance.choice(busy if busy and self.table.often(0.6) else shores)
                self.table.say(Event("land", family, (name,), place))

    def _gone(self) -> set[str]:
        return {name for event in self.table.events if event.what == "loss" for name in event.units}

    def _bring(self, family: str) -> None:
        """8.a: each card was dealt to somebody, and is played once."""
        for card in [one for one, owner in self.table.cards.items() if owner == family]:
            if not self.table.often(0.3):
                continue
            kind, count, place = CARDS[card]
            ours = [space for space in ADJACENT if self.position.at(space, family)]
            place = place or (self.chance.choice(ours) if ours else "")
            if place:
                del self.table.cards[card]
                pool = [n for n, u in self.position.units.items() if u.kind == kind and not u.space]
                group = tuple(name for name in pool if name not in self._gone())[:count]
                self.table.say(Event("bring", family, group, place, way=card))
                self._answer(family, kind, place)

    def _answer(self, family: str, kind: str, place: str) -> None:
        """9.a-d: the Police may come."""
        rebel = family in self.table.rebels or family == self.position.start.leader
        minister = self.position.holder("minister")
        if self.position.phase or not rebel or kind not in UNARMED or not self.table.often(0.8):
            return
        for space in self.chance.sample(sorted(set(ADJACENT) - {place}), len(ADJACENT) - 1):
            here = self.position.at(space, minister) if self.position.present(minister) else []
            police = [name for name in here if self.position.units[name].kind == "police"]
            if police and self.table.often(0.6):
                group = self.chance.sample(police, self.chance.randint(1, len(police)))
                self.table.say(Event("move", minister, tuple(group), place, way="reaction"))

    def _transfer(self, family: str) -> None:
        """6.a: now and then somebody gives units away, in anybody's turn."""
        if not self.table.often(0.15):
            return
        present = [one for one in self.position.start.families if self.position.present(one)]
        giver, taker = self.chance.sample(present, 2)
        spaces = [space for space in ADJACENT if self.position.at(space, giver)]
        if spaces:
            names = self.position.at(self.chance.choice(spaces), giver)
            group = tuple(self.chance.sample(names, self.chance.randint(1, min(3, len(names)))))
            self.table.say(Event("transfer", giver, group, target=taker))
