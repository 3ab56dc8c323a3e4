"""How random players move: operations of the US, moves of the Filipinos, battles, sites."""

from __future__ import annotations

from dataclasses import dataclass, field

from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    MANILA,
    STEPS,
    US,
    Country,
)
from modgen_rules.amigos_insurrectos.law.movement_law import (
    Move,
    emptied,
    fresh,
    gunboat,
    landings,
    needed_gunboats,
    offers,
    room,
    sea_shut,
)
from modgen_rules.amigos_insurrectos.law.site_law import destroyers, new_site
from modgen_rules.amigos_insurrectos.play import battle_play, chit_play, search_play
from modgen_rules.amigos_insurrectos.play.table import WarTable


@dataclass
class Players:
    """The moves of both sides in a war that is being played."""

    country: Country
    carriers: set[str] = field(default_factory=set)
    """8.2.3.h: the Gunboats that carried troops in this turn."""
    fought: set[str] = field(default_factory=set)
    """The areas with combat in this turn."""
    arrived: set[str] = field(default_factory=set)
    """The areas to which US units went in this turn."""
    marched: set[str] = field(default_factory=set)
    """The US units that went by land in this turn."""

    def __post_init__(self) -> None:
        self.table: WarTable

    def _us(self) -> None:
        """3.2: Ground Operations from some areas, and perhaps a landing."""
        table, war = self.table, self.table.war
        if war.turn == self.country.numbers.no_us_turn:
            return
        before = table.position
        chit_play.us_phase(table)
        now, self.marched = table.position, set()
        self.arrived = {
            one
            for one in now.everywhere(US)
            if set(now.units(one, US)) - set(before.units(one, US))
        }
        for _ in range(self.country.operations(war.turn) - len(war.operations)):
            options = [
                one
                for one in offers(table.position, US, by_sea=False)
                if one.source not in war.operations | self.arrived
            ]
            if not options or not table.hits(0.8):
                break
            at = table.position
            fights = [one for one in options if at.steps(one.target, ("regular",))]
            move = table.chance.choice(fights or options)
            if not self._only_leaders(move.target, FILIPINO):
                self._advance(move)
        if table.hits(0.4) and not self.country.monsoon(war.turn):
            self._land()
        table.phase("us_gunboats", US)
        self._gunboats()

    def _advance(self, move: Move) -> None:
        """Some units of an area go to another; a victory area is not left empty."""
        table, war = self.table, self.table.war
        war.operations.add(move.source)
        at = table.position
        new = sum(map(at.strength, fresh(at, move.source, war.landed)))
        spare = at.strong(move.source, US) - new - any(emptied(at, move.source))
        steps = min(spare, room(at, move.kind, move.target))
        kinds = STEPS[US] if move.kind != "us_cavalry" else ("us_cavalry",)
        keys = [
            key
            for key in table.pick(move.source, kinds, max(0, table.chance.randint(1, 10)))
            if key not in war.landed
        ]
        while sum(map(table.position.strength, keys)) > steps:
            keys.pop()
        if not keys:
            return
        if table.hits(0.4):
            names = [one for one in self._free_leaders(move.source) if one not in keys]
            keys += names[:1]
        guns = [one for one in table.position.artillery(move.source, US) if one not in war.landed]
        if guns and not table.position.artillery(move.target, US) and self._near(move):
            keys += guns[:1]
        enemies = table.position.units(move.target, FILIPINO)
        table.move(keys, move.target)
        self.marched |= {*keys}
        self.arrived.add(move.target)
        if enemies:
            war.entered.add(move.target)

    def _only_leaders(self, area: str, side: str) -> bool:
        """1.2.2.b: whether Leaders of a side are alone in an area; nobody goes there."""
        at = self.table.position
        return bool(at.leaders(area, side)) and not at.strong(area, side)

    def _near(self, move: Move) -> bool:
        return move.target in self.country.near[move.source]

    def _free_leaders(self, area: str) -> list[str]:
        """The US Leaders of an area who did not land this turn, in any order."""
        at = self.table.position
        found = [
            key
            for key in at.at.get(area, ())
            if at.pieces[key].kind in at.leaders(area, US) and key not in self.table.war.landed
        ]
        self.table.chance.shuffle(found)
        return found

    def _land(self) -> None:
        """8.2.3: an Amphibious Operation from Manila."""
        table, war, at = self.table, self.table.war, self.table.position
        coasts = self.country.coasts
        boats = at.gunboats(*coasts[MANILA])
        targets = [
            one
            for one in sorted(landings(at, US, MANILA))
            if one not in self.country.near[MANILA] | self.arrived
            and room(at, "us_army", one) >= self.country.numbers.us_sea_steps
        ]
        if not boats or not targets or at.controller(MANILA) != US:
            return
        target = table.chance.choice(targets)
        if self._only_leaders(target, FILIPINO):
            return
        numbers = self.country.numbers
        carried = min(numbers.gunboat_steps * len(boats), numbers.us_sea_steps)
        most = min(carried, at.strong(MANILA, US) - 12)
        infantry = ("us_army", "us_volunteers")
        tired = war.landed | self.marched
        keys = [key for key in table.pick(MANILA, infantry, most) if key not in tired]
        if most < 2 or not keys:
            return
        table.phase("us_amphibious", US)
        steps = sum(map(table.position.strength, keys))
        enemies = table.position.units(target, FILIPINO)
        table.move(keys, target)
        carriers = boats[: needed_gunboats(self.country, steps)]
        table.move(carriers, sorted(coasts[target])[0])
        war.amphibious.add(target)
        self.carriers = set(carriers)
        if enemies:
            war.entered.add(target)

    def _gunboats(self) -> None:
        """9.0: other Gunboats move, now and then home to Manila."""
        table, at = self.table, self.table.position
        home = sorted(self.country.coasts[MANILA])[0]
        seas = [one for one in sorted(self.country.seas) if not gunboat((at,), one)[0]]
        for key, state in table.writer.where("gunboat"):
            carries = key in self.carriers
            if carries or state.place in self.country.secures or not table.hits(0.3):
                continue
            goal = table.chance.choice([home, table.chance.choice(seas)])
            if goal != state.place:
                table.move([key], goal)
        self.carriers = set()

    def _battles(self, side: str) -> None:
        """10.0: every battle that must be fought, and some searches."""
        table, war = self.table, self.table.war
        table.turn(side)
        for area in list(table.position.everywhere(side)):
            at = table.position
            both = at.strong(area, US) and at.strong(area, FILIPINO)
            if not both or war.battles.get(area) == side:
                continue
            fights = bool(at.steps(area, ("regular",)))
            if not fights and side == FILIPINO:
                fights = table.hits(0.3)
            elif not fights:
                fights = self._may_search(area) and search_play.search(table, area)
            if fights:
                battle_play.Battle(table, area, side).play()
                self.fought.add(area)
            now = table.position
            for one in sorted(self.country.near[area]):
                if now.strong(one, FILIPINO) > at.strong(one, FILIPINO):
                    self._taken(one)  # by a retreat
            if fights and destroyers(now, area, entered=False):
                self._destroy(area)

    def _may_search(self, area: str) -> bool:
        """3.2.d: a search where no units came to is an operation of its own."""
        war = self.table.war
        if war.turn == self.country.numbers.no_us_turn or not self.table.hits(0.5):
            return False
        if area not in war.entered | war.amphibious | war.operations:
            if len(war.operations) >= self.country.operations(war.turn):
                return False
            war.operations.add(area)
        return True

    def _sites(self) -> None:
        """11.0: POA sites where there was no combat."""
        table, war = self.table, self.table.war
        at = table.position
        fought = self.fought | war.battles.keys()
        options = [
            area
            for area in at.everywhere(US)
            if not new_site(at, area, war.turn, 0, area in fought, at.will)
        ]
        spare = [key for key, one in table.writer.where("poa") if one.place == "pool_markers"]
        if options and spare and table.hits(0.5):
            table.move(spare[:1], table.chance.choice(options))
            table.will(1)

    def _filipinos(self) -> None:
        """8.1, 8.2.2: some moves by land, two steps by sea."""
        table, war = self.table, self.table.war
        chit_play.filipino_phase(table)
        moved: set[str] = set()
        by_sea = 0
        for _ in range(table.chance.randint(0, 6)):
            at = table.position
            options = [
                one
                for one in offers(at, FILIPINO, by_sea=table.hits(0.3))
                if one.kind != "fagen" and one.source not in moved and self._wise(one)
            ]
            if not options:
                break
            move = table.chance.choice(options)
            if self._only_leaders(move.target, US):
                continue
            most = move.most
            if move.way == "sea":
                most = min(most, self.country.numbers.filipino_sea_steps - by_sea)
            if move.way == "sea" and (most <= 0 or sea_shut(self.country, war.turn, war.played)):
                continue
            keys = table.pick(move.source, (move.kind,), table.chance.randint(1, max(1, most)))
            if move.way == "sea":
                by_sea += sum(map(table.position.strength, keys))
            moved |= {move.source, move.target}
            table.move(keys, move.target)
            self._taken(move.target)
        war.entered.clear()

    def _wise(self, move: Move) -> bool:
        """Whether Filipinos would go there: not beside many enemies, and not from Leaders."""
        at = self.table.position
        alone = at.steps(move.source, (move.kind,)) == move.most and at.leaders(
            move.source, FILIPINO
        )
        return (
            at.strong(move.target, US) <= 3
            and not alone
            and not at.artillery(move.source, FILIPINO)
        )

    def _taken(self, area: str) -> None:
        """1.2.1.i, 11.0.f: Artillery alone and POA sites fall to steps that enter."""
        table, at = self.table, self.table.position
        if not destroyers(at, area, entered=True):
            return
        for key in at.artillery(area, US):
            table.remove(key)
            table.will(-2)
            table.war.killed["us_artillery"] += 1
        self._destroy(area)

    def _destroy(self, area: str) -> None:
        """11.0.f: a POA site is destroyed."""
        table = self.table
        if area in table.position.sites:
            table.move(table.position.keys(area, ("poa",)), "pool_markers")
            table.will(-1)
            table.war.killed["poa"] += 1
