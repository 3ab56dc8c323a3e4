"""Searches for Guerrillas who are alone in an area (10.1.c to 10.1.f)."""

from __future__ import annotations

from dataclasses import dataclass

from modgen_rules.amigos_insurrectos.judging.battle_end import BattleEnd
from modgen_rules.amigos_insurrectos.judging.battle_parts import Part, PhaseBattles
from modgen_rules.amigos_insurrectos.judging.operations import DECLARED
from modgen_rules.amigos_insurrectos.law.country import US, Country
from modgen_rules.amigos_insurrectos.law.force import Force
from modgen_rules.amigos_insurrectos.reading.battle_events import Event
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import lapse, unless


@dataclass
class Searches(PhaseBattles):
    """Judges the searches before the battles of a phase."""

    def search(self, part: Part, end: BattleEnd) -> bool:
        """10.1.c to 10.1.e: Guerrillas alone must be found first. Returns whether they were."""
        first = part.events[0].act
        force = self.source.force(first, part.area)
        rolls = end.rolled("us_search")
        alone = bool(force.hidden) and not force.regular
        fires, name = [one for one in end.shots() if one.way != "parting"], end.name
        fought = bool(fires)
        if not alone:
            return True
        if fought and not any(one.act < fires[0].first for one in rolls):
            what = f"Guerrillas alone in {name} were attacked without a search"
            dice = (one for one in self.events if one.what == "roll")
            told = all(self._told(one) for one in dice if one.kind == "us_search")
            gap = unless(told, prices.DICE_OTHER_TARGET)
            self.war.find("10.1.c", US, what, first, part.events[-1].act, gap=gap)
        if not rolls:
            return fought
        if self.phase.turn == self.war.country.numbers.no_us_turn:
            what = f"{name} was searched on turn {self.phase.turn}"
            self.war.find("13.0.c", US, what, rolls[0].act)
        found, needed = False, self.country.numbers.search_die
        for roll in rolls:
            now = self.source.force(roll.act, part.area)
            modifier = search_modifier(self.country, now, part.area)
            found = roll.dice[0] + modifier >= needed
            fire = [one for one in part.events if one.what == "roll" and one.act > roll.act]
            if found or not fought or roll is not rolls[-1] or not fire:
                continue
            plain = modifier == 0 and part.area not in self.country.mountains
            wrong = roll.dice[0] + modifier + 1 >= needed or roll.dice[0] >= needed
            self.war.find(
                "10.1.d" if wrong and not plain else "10.1.c",
                US,
                f"the search in {name} was treated as a success on a roll of {roll.dice[0]}",
                roll.act,
                fire[0].act,
                gap=self._certain(roll, part),
                expected=f"{needed} or more with {modifier:+d}",
                observed=str(roll.dice[0] + modifier),
            )
        self._searched_again(part.area, rolls)
        if all(self._told(one) == part.area for one in rolls):
            self.war.searches.add(part.area)
        after = self.source.force(self.phase.acts[-1] + 1, part.area)
        before = self.source.force(rolls[0].act, part.area)
        spare = self.record.positions[rolls[0].act].keys("pool_markers", ("search",))
        last = max(self.phase.acts[-1] + 1, rolls[-1].act + windows.SOON)  # in any phase
        moments = (self.source.force(n, part.area) for n in range(rolls[-1].act, last + 1))
        marked = any(then.search > before.search for then in moments) or before.search > 1
        if after.hidden and not end.open and not marked and (spare or before.search):
            what = f"no Search marker was placed in {name} after a search, or it was not turned"
            self.war.find("10.1.e", US, what, rolls[0].act, end.last - 1, gap=lapse(prices.BEHIND))
        soon = self.record.positions[end.last :][: windows.MUCH_LATER][-1]
        if after.search and not after.hidden and soon.has(part.area, "search"):
            what = f"the Search marker stayed in {name}, where no Guerrillas are left"
            self.war.find("10.1.e", US, what, rolls[0].act, end.last - 1, gap=lapse(prices.BEHIND))
        return found

    def _certain(self, die: Event, part: Part) -> float:
        """Whether the record tells that a search was one of a battle's area."""
        return unless(self._told(die) == part.area, prices.DICE_OTHER_TARGET)

    def _told(self, die: Event) -> str:
        """The area of a die, as the Battle marker shows it, or the Search marker after it."""
        return self.searched(die.act) if die.kind == "us_search" else self._shown[die.act][0]

    def _searched_again(self, area: str, rolls: list[Event]) -> None:
        """3.2.d: each search of an area takes an operation, if the turn has any left."""
        if not self.phase.sure or any(self._told(one) != area for one in rolls):
            return
        here = area not in self.war.entered | self.war.operations  # else they marched there
        used = len(self.war.operations) + here + len(rolls) - 1
        if len(rolls) > 1:
            most = self.country.operations(self.phase.turn)
            used = max(used, self._declared(rolls[0].act) + len(rolls) - 1 - here)
            used += (most + 1) * (len(rolls) > self._idle(area) + (not here))
            what = f"{self.country.names[area]} was searched {len(rolls)} times"
            self.war.find(
                "3.2.d", US, what, rolls[1].act, gap=unless(used > most, prices.DICE_OTHER_TARGET)
            )

    def _declared(self, n: int) -> int:
        """3.2: the Ground Operations that markers declare before an act."""
        at, areas = self.record.positions[n], self.country.areas
        return sum(one.kind in DECLARED and one.place in areas for one in at.pieces.values())

    def _idle(self, area: str) -> int:
        """The US units of an area that were there as the turn began: others are activated."""
        begun, war = self.war.begun, self.war
        keys = begun.units(area, US) if begun else []
        return sum(
            begun is not None and begun.strength(key) > 0 and war.ends(key) != "" for key in keys
        )


def search_modifier(country: Country, force: Force, area: str) -> int:
    """10.1.d: +1 for each Guerrilla step above three, for Scouts, a POA site; the marker; -1."""
    mountain = area in country.mountains
    found = max(0, force.hidden - country.numbers.search_steps) + force.search - mountain
    return int(found + bool(force.scouts) + bool(force.poa))
