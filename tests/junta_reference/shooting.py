"""How random families spend a Battle segment."""

from __future__ import annotations

from collections import Counter

from tests.junta_reference.city import ADJACENT, EMBASSIES, GUNS, strength
from tests.junta_reference.record import Event
from tests.junta_reference.table import Table

MARKERS = 4  # of each family, to declare with


class Shooter:
    """One Battle segment."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.position = table.position
        self.chance = table.chance
        self.declared: dict[str, set[str]] = {}
        self.aims: dict[str, str] = {}
        self.retired: set[str] = set()
        self.lost: Counter[str] = Counter()

    def segment(self) -> None:
        """10.a-c, 11.a: all declare, then the battles in any order."""
        self.table.say(Event("battle_step"))
        for family in self.position.seats(self.position.start.president):
            if self.position.present(family):
                self._declare(family)
        places = sorted(self.declared)
        for place in self.chance.sample(places, len(places)):
            if self._possible(place) and self.table.often(0.95):
                self._battle(place)
                self.table.turn_cards(0.5)

    def _declare(self, family: str) -> None:
        for gun, (office, _) in GUNS.items():
            spent = gun == "air_raid" and self.table.raids >= 3
            ready = self.position.holder(office) == family and self.table.may_act(family)
            if ready and not spent and self.table.often(0.5):
                self._aim(gun, family)
        eager = 0.65 if self.table.may_act(family) else 0.05
        own = [gun for gun in self.aims if self.position.holder(GUNS[gun][0]) == family]
        wanted = {self.aims[gun] for gun in own}
        for space in self.chance.sample(sorted(ADJACENT), len(ADJACENT)):
            here = self.position.at(space, family) and self._foes(space, family)
            if here and len(wanted) < MARKERS and self.table.often(eager):
                wanted.add(space)
        for space in self.chance.sample(sorted(wanted), len(wanted)):
            self.declared.setdefault(space, set()).add(family)
            self.table.say(Event("declare", family, place=space))

    def _aim(self, gun: str, family: str) -> None:
        spaces = [
            space
            for space in ADJACENT
            if self._foes(space, family) and len(self.position.families_at(space)) > 1
        ]
        if spaces:
            self.aims[gun] = self.chance.choice(spaces)

    def _foes(self, space: str, family: str) -> set[str]:
        """Whose units could be shot at; 16.a: nobody's in an Embassy."""
        return set() if space in EMBASSIES else self.position.families_at(space) - {family}

    def _here(self, place: str, family: str) -> list[str]:
        return [name for name in self.position.at(place, family) if name not in self.retired]

    def _families(self, place: str) -> list[str]:
        return [one for one in self.position.start.families if self._here(place, one)]

    def _possible(self, place: str) -> bool:
        """10.a, 10.d: Units of two families."""
        return len(self._families(place)) > 1

    def _battle(self, place: str) -> None:
        """12 to 15."""
        start = self.position.start
        leads = start.leader if self.position.present(start.leader) else start.president
        self.table.say(Event("battle", leads, place=place))
        self.lost.clear()
        fired = self._bombard(place)
        for number in (1, 2, 3):
            if len(self._families(place)) < 2 or not self._exchange(place, number):
                break
            fired = True
        if fired:
            self._retreats(place)
        self.table.say(Event("battle_end", place=place))

    # Fire

    def _bombard(self, place: str) -> bool:
        """12.a-e."""
        fired = False
        for gun in self.chance.sample(sorted(self.aims), len(self.aims)):
            office, dice = GUNS[gun]
            family = self.position.holder(office)
            targets = [one for one in self._families(place) if one != family]
            if self.aims[gun] != place or not targets:
                continue
            sixes: Counter[str] = Counter()
            self._fire(family, place, self.chance.choice(targets), gun, 0, dice, sixes)
            self.table.raids += gun == "air_raid"
            self._losses(place, 0, sixes)
            fired = True
        return fired

    def _exchange(self, place: str, number: int) -> bool:
        """13.a-e: everybody fires, or not; then the losses."""
        sixes: Counter[str] = Counter()
        fired = False
        families = self._families(place)
        for family in self.chance.sample(families, len(families)):
            dice = strength(self.position.kinds(self._here(place, family)), place)
            targets = [one for one in families if one != family and self._would(family, place, one)]
            if not dice or not self.table.may_act(family) or not self.table.often(0.85):
                continue
            if self.table.often(0.15):
                dice = self.chance.randint(1, dice)
            for target, share in self._split(targets, dice):
                self._fire(family, place, target, "exchange", number, share, sixes)
                fired = True
        self._losses(place, number, sixes)
        return fired

    def _would(self, family: str, place: str, target: str) -> bool:
        """3.e: some shun the Palace Guard, so as not to become Rebels."""
        guarded = "palace_guard" in self.position.kinds(self._here(place, target))
        return not guarded or family in self.table.willing or family in self.table.rebels

    def _split(self, targets: list[str], dice: int) -> list[tuple[str, int]]:
        if not targets:
            return []
        first, *others = self.chance.sample(targets, len(targets))
        if others and dice > 1 and self.table.often(0.4):
            part = self.chance.randint(1, dice - 1)
            return [(first, part), (others[0], dice - part)]
        return [(first, dice)]

    def _fire(
        self,
        family: str,
        place: str,
        target: str,
        way: str,
        number: int,
        dice: int,
        sixes: Counter[str],
    ) -> None:
        """Throw dice, a little luckier than true ones."""
        guarded = "palace_guard" in self.position.kinds(self._here(place, target))
        thrown = tuple(self.chance.choices(range(1, 7), (1, 1, 1, 1, 1, 1.5), k=dice))
        self.table.say(Event("fire", family, (), place, target, way, thrown, number))
        sixes[target] += thrown.count(6)
        if self.position.phase == 0 or guarded:
            self.table.acts(family)

    def _losses(self, place: str, number: int, sixes: Counter[str]) -> None:
        """14.d-f."""
        for family, hits in sixes.items():
            here = self._here(place, family)
            dead = tuple(self.chance.sample(here, min(hits, len(here))))
            self.lost[family] += len(dead)
            for group in (dead,) if self.table.often(0.7) else [(one,) for one in dead]:
                if group:
                    self.table.say(Event("loss", family, group, place, number=number))

    # Retreats

    def _retreats(self, place: str) -> None:
        """15.a-g: those with the fewest losses stay, unless all lost alike."""
        left = self._families(place)
        fewest = min((self.lost[one] for one in left), default=0)
        stay = [one for one in left if self.lost[one] == fewest]
        leave = [one for one in self.position.order() if one in left and one not in stay]
        for family in leave:
            agreed = self.table.often(0.2)
            for one in stay if agreed else stay[: self.chance.choice((0, 0, 0, len(stay) - 1))]:
                self.table.say(Event("hold", one, place=place, target=family))
            if not agreed:
                self._leave(family, place)

    def _leave(self, family: str, place: str) -> None:
        """15.d, 15.f: into free spaces, or where one is let in; else off the map."""
        group = self._here(place, family)
        self.chance.shuffle(group)
        free = []
        for space in sorted(ADJACENT[place]):
            others = self.position.families_at(space) - {family}
            if space in EMBASSIES or not others:
                free.append(space)
            elif self.table.often(0.5 if space in self.declared else 0.2):
                for one in sorted(others):
                    self.table.say(Event("let_in", one, place=space, target=family))
                free.append(space)
        if not free:
            last = next(event for event in reversed(self.table.events) if event.what == "fire")
            gone = Event("loss", family, tuple(group), place, way="no_room", number=last.number)
            self.table.say(gone)
            return
        cut = self.chance.randint(1, len(group)) if self.table.often(0.3) else len(group)
        for part in (group[:cut], group[cut:]):
            if part:
                self.table.say(Event("retreat", family, tuple(part), self.chance.choice(free)))
        self.retired |= set(group)
