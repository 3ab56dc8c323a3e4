"""Leaders in and after a battle (1.2.2, 1.2.3, 10.6.5, 10.7), and atrocities (1.2.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from modgen_rules.amigos_insurrectos.judging.battle_end import BattleEnd
from modgen_rules.amigos_insurrectos.law import retreats
from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    OTHER,
    SIDES,
    SIGN,
    US,
)
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.battle_events import Event
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import lapse, unless


def earn_leader(
    war: War, position: Position, leader: str, index: int, where: str, sure: bool = True
) -> None:
    """10.7, 1.2.3.a: the Political Will for a Leader who is lost, and the memory of it."""
    country = war.country
    side = country.side[leader]
    first, known = retreats.commander(position, side, war.gone)
    name = country.game.piece_types[leader].name
    sign = SIGN[OTHER[side]]
    points, most = country.numbers.leader_points, country.numbers.commander_points
    war.earn(index, sign * points, "10.7.b", f"{name}, who was lost {where}", sure=sure)
    if leader == first:
        more, why = sign * (most - points), f"{name}, who was in command"
        war.earn(index, more, "1.2.3.a", why, sure=sure and known)
    war.gone.add(leader)


@dataclass
class Casualties:
    """Judges the Leaders of a battle that was read."""

    end: BattleEnd
    accounted: set[str] = field(default_factory=set)
    """Leaders whose loss a die explains."""
    sheltered: set[str] = field(default_factory=set)
    """10.6.5.g: Leaders who were left alone and got away. They are not checked again."""

    def __post_init__(self) -> None:
        self.battle, self.war, self.country = self.end.battle, self.end.war, self.end.country
        self.numbers = self.country.numbers
        events = [one for one in self.end.events if one.what == "leader"]
        areas = self.country.areas
        self.lost = [one for one in events if one.area in areas and one.target not in areas]
        self.moved = [one for one in events if one.area == self.end.area and one.target in areas]
        shots = self.end.shots()
        self.there = {
            side: shots[0].force.of(self.country, side) if shots else frozenset[str]()
            for side in SIDES
        }
        self.scouts = shots[0].force.scouts if shots else 0

    def judge(self) -> None:
        """Leaders alone, the casualty check, special dice; then what no die explains."""
        before = self.war.leader_lost
        self.alone()
        if self.end.fought():
            self.lawton()
            self.check(before)
            self.kill()
            self.atrocities()
        self.unexplained(before)
        self.succession()

    def _gone(self, one: Event) -> None:
        """A Leader is lost: Political Will and memory; Scouts pay nothing for sure."""
        self.accounted.add(one.kind)
        if one.kind in self.country.leaders:
            position = self.end.record.positions[one.act]
            earn_leader(self.war, position, one.kind, self.end.due_at, f"in {self.end.name}")
        else:
            self.war.scouts_lost = not self.war.leader_lost
            points = self.numbers.leader_points
            self.war.earn(self.end.due_at, -points, "1.2.1.r", "Scouts were lost", sure=False)
        self.war.leader_lost = True

    # --- alone ---------------------------------------------------------------------------------

    def alone(self) -> None:
        """10.6.5.g, 10.6.5.i: Leaders whose force was eliminated, in the area or where it fled."""
        dice = self.end.rolled("leader_alone")
        for side in SIDES:
            fled = {one.target for one in self.end.fight.exits if one.side == side}
            if self.end.cleared(side) and self.end.end.steps(OTHER[side]):
                left = self.there[side] & self.end.end.leaders
                if left and not self.end.open:
                    what = f"{self._names(left)} stayed alone with the enemy"
                    self.end.find("10.6.5.g", side, what, self.end.last - 1)
                fates: dict[str, Event] = {}
                for one in sorted([*self.lost, *self.moved]):
                    if one.target not in fled:  # else he went along with his force
                        fates.setdefault(one.kind, one)
                for kind, one in fates.items():
                    if kind in self.there[side]:
                        self._one_alone(one, side, dice)
            elif self.end.wiped(side):
                ends = [*(one.act for one in dice[1:]), self.end.last]
                for die, end in zip(dice, ends, strict=False):
                    gone = (
                        one
                        for one in self.end.events
                        if one.what == "leader"
                        and one.side == side
                        and die.act < one.act < end
                        and one.area in fled
                    )
                    for one in [*gone][:1]:
                        self._fate(one, side, die)

    def _one_alone(self, one: Event, side: str, dice: list[Event]) -> None:
        lost = one.target not in self.country.areas
        name = self._names([one.kind])
        most, checks = self.numbers.casualty_die, self.end.rolled("casualty")
        if lost and any(die.dice[0] <= most for die in checks):
            return  # the casualty check explains it
        if self.war.leader_lost:
            if lost:
                what = f"{name} was lost although a Leader had already been lost this turn"
                self.end.find("10.6.5.i" if dice else "10.6.5.h", side, what, one.act)
            elif dice:
                what = f"a die was rolled for {name} although another had been lost this turn"
                self.end.find("10.6.5.i", side, what, one.act, remark=True)
        elif not dice:
            what = f"no die was rolled for {name}, who was left alone"
            gap = unless(self._dieless(one, side), prices.NO_DICE)
            self.end.find("10.6.5.g", side, what, one.act, gap=gap)
        else:
            self._fate(one, side, dice.pop(0))
            return
        self._fate(one, side)

    def _fate(self, one: Event, side: str, die: Event | None = None) -> None:
        """10.6.5.g: whether a Leader who was left alone is lost, as his die says if he has one."""
        lost = one.target not in self.country.areas
        if die and (die.dice[0] <= self.numbers.alone_die) != lost:
            fate = "lost" if lost else "moved"
            what = f"{self._names([one.kind])} was {fate} on a roll of {die.dice[0]}"
            self.end.find("10.6.5.g", side, what, one.act, local=die.act + 1 == one.act)
        if lost:
            self._gone(one)
        else:
            self._sheltered(one, side)

    def _dieless(self, one: Event, side: str) -> bool:
        """Whether nobody rolled any die after the last loss of a side and before a Leader left."""
        losses = [other.act for other in self.end.taken(side) if other.act < one.act]
        acts = self.end.record.acts
        quiet = all(act.what != "roll" for act in acts[max(losses, default=0) : one.act])
        return bool(losses) and quiet and self.war.whole

    def _sheltered(self, one: Event, side: str) -> None:
        """10.6.5.g: a Leader who lives goes to the closest friends."""
        self.sheltered.add(one.kind)
        at = self.end.record.positions[one.act]
        near, farther = retreats.strayed([at], one.area, side, one.target)
        if near:
            what = f"{self._names([one.kind])} did not go to the closest friendly units"
            names = ", ".join(sorted(self.country.names[where] for where in near))
            ruling = "" if farther else "closest-friends"
            self.end.find("10.6.5.g", side, what, one.act, expected=names, ruling=ruling)

    # --- the casualty check --------------------------------------------------------------------

    def check(self, before: bool) -> None:
        """10.7: one die, on a 1 a Leader is lost; a second die tells whose."""
        present = {side: bool(self.there[side] or (side == US and self.scouts)) for side in SIDES}
        rolls = self.end.rolled("casualty")
        if self._special() or self.end.open or not any(present.values()):
            return
        if not rolls:
            alone = [
                side
                for side in SIDES
                if present[side] and (self.end.cleared(side) or self.end.wiped(side))
            ]
            left = sum(present.values()) > len(alone)
            if not before and not self.war.leader_lost and left and not self.end.general:
                led = any(self.there.values())
                whom = "Leaders" if led else "Scouts"
                what = f"no casualty check was made for the {whom}"
                fire = (one.act for one in self.end.events if one.what in ("roll", "loss"))
                at = max(fire, default=self.end.last - 1)
                gap = unless(not alone and (self._usual() or self.end.no_die()), prices.NO_DICE)
                self.end.find("10.7.a" if led else "1.2.1.r", "", what, at, gap=gap)
            return
        hit = next((one for one in rolls if one.dice[0] <= self.numbers.casualty_die), None)
        open_ = [one for one in self.lost if one.kind not in self.accounted]
        if hit is None:
            return
        if not open_:
            if not before:
                what = "no Leader was lost although the casualty check showed a 1"
                self.end.find("10.7.a", "", what, hit.act, local=self.end.marked())
            return
        one = open_[0]
        side = self.country.side[one.kind]
        if before and not self.war.scouts_lost:
            what = f"{self._names([one.kind])} was lost as the second Leader of the turn"
            self.end.find("10.6.5.h", side, what, one.act)
        if all(present.values()):
            self._whose(side, one)
        self._gone(one)

    def _whose(self, side: str, one: Event) -> None:
        """10.7.b: an even second die takes a US Leader, an odd one a Filipino."""
        rolls, other = self.end.rolled("whose_leader"), OTHER[side]
        if not rolls:
            if not (self.there[other] - self.sheltered or (other == US and self.scouts)):
                return
            what = "no second die was rolled to tell which side loses a Leader"
            self.end.find("10.7.b", side, what, one.act, gap=unless(self._usual(), prices.NO_DICE))
        elif (rolls[0].dice[0] % 2 == 0) != (side == US):
            what = f"{self._names([one.kind])} was lost on a second roll of {rolls[0].dice[0]}"
            at_once = len(rolls) == 1 and rolls[0].act + 1 == one.act
            self.end.find("10.7.b", side, what, one.act, local=at_once)

    def _special(self) -> bool:
        """1.2.2.h, US.S9: Funston's die, or the chit, instead of the casualty check."""
        funston = any("st" in self.country.leaders[one] for one in self.there[US])
        closing = self.battle.laid("leader_gone")
        dice, checks = self.end.rolled("stratagem"), self.end.rolled("casualty")
        if closing is not None:
            dice = dice or self.end.rolled("us")
        clause, index = closing.clause if closing else "1.2.2.h", self.end.last - 1
        most = closing.number("leader_gone") if closing else self.numbers.stratagem_die
        lost = [
            one
            for one in self.lost
            if self.country.side[one.kind] == FILIPINO and one.kind not in self.accounted
        ]
        if closing is not None and not funston:
            what = f"{closing.title} was played without Funston"
            self.end.find(clause, US, what, dice[0].act if dice else index)
            if not dice or checks:
                return False
        elif not funston or not self.there[FILIPINO]:
            return False
        elif checks:
            what = f"the casualty check was made {'as well as' if dice else 'instead of'} the roll "
            what += "of Funston's die"
            self.end.find("US.S9.a" if closing else clause, US, what, index)
        elif not dice:
            if not self.war.leader_lost and not self.end.cleared(FILIPINO):
                what = "Funston's die was not rolled"
                self.end.find(clause, US, what, index, gap=lapse(prices.NO_DICE))
        elif (dice[0].dice[0] <= most) != bool(lost):
            fate = "was lost" if lost else "was not lost"
            what = f"the Filipino Leader {fate} on a roll of {dice[0].dice[0]}"
            self.end.find(clause, US, what, dice[0].act)
        for one in lost:
            self._gone(one)
        return True

    # --- other dice ----------------------------------------------------------------------------

    def lawton(self) -> None:
        """PH.O8: the die of the Filipino objective."""
        night = {one for one in self.there[US] if "na" in self.country.leaders[one]}
        dice, lowest = self.end.rolled("lawton_lost"), self.country.lowest["lawton_lost"]
        if dice and not night:
            what = "a die was rolled for Lawton, who was not in the battle"
            self.end.find("PH.O8", FILIPINO, what, dice[0].act)
        for one in [one for one in self.lost if one.kind in night] if dice else ():
            if dice[0].dice[0] < lowest:
                what = f"Lawton was lost on a roll of {dice[0].dice[0]}"
                self.end.find("PH.O8", FILIPINO, what, one.act)
            self.accounted.add(one.kind)
            self.war.gone.add(one.kind)
        if dice and dice[0].dice[0] >= lowest and night and night <= self.end.end.leaders:
            what = f"Lawton stayed on a roll of {dice[0].dice[0]}"
            self.end.find("PH.O8", US, what, dice[0].act)

    def kill(self) -> None:
        """1.2.2.j: Smith after more than two US losses."""
        smith = any("k" in self.country.leaders[one] for one in self.there[US])
        dice = self.end.rolled("kill")
        much = self.end.fight.lost[US] > self.numbers.smith_losses
        if dice and not (smith and much):
            self.end.find(
                "1.2.2.j", US, "Smith's die was rolled although it was not due", dice[0].act
            )
        elif smith and much and not dice and not self.end.open:
            gap = unless(self.end.no_die("casualty"), prices.NO_DICE)
            self.end.find("1.2.2.j", US, "Smith's die was not rolled", self.end.last - 1, gap=gap)
        elif dice and dice[0].dice[0] <= self.numbers.smith_die:
            self.war.earn(self.end.due_at, -2, "1.2.2.j", f"Smith's die in {self.end.name}")

    def atrocities(self) -> None:
        """1.2.1.d: a force of Volunteers alone that clears an area."""
        force = self.end.end
        alone = force.us_volunteers and not (force.us_army or force.us_cavalry)
        cleared = self.end.cleared(FILIPINO) and self.end.fight.lost[FILIPINO]
        first = self.end.fight.volleys[0].force
        mixed = first.us_army or first.us_cavalry or first.us_artillery or first.scouts
        dice = self.end.rolled("atrocity")
        if dice and not (alone and cleared):
            what = "the die for atrocities was rolled for no visible reason"
            self.end.find("1.2.1.d", US, what, dice[0].act, remark=True)
            what = f"atrocities in {self.end.name}, which Volunteers alone did not clear"
            self.war.deny(dice[0].act, -1, "1.2.1.d", what)
        if not (alone and cleared) or self.end.open:
            return
        if not dice:
            if not mixed:
                acts = self.end.record.acts
                later = acts[self.battle.first : self.end.last + windows.MUCH_LATER]
                found = any(act.kind == "atrocity" for act in later)
                shot = min(self.end.last - 1, self.end.fight.volleys[-1].last)
                led = force.of(self.country, US) | first.of(self.country, US)
                what = "no die for atrocities was rolled"
                gap = unless(not found, prices.NO_DICE)
                ruling = "leader-is-no-unit" if led else ""
                self.end.find("1.2.1.d", US, what, shot, gap=gap, ruling=ruling)
        elif dice[0].dice[0] > self.numbers.atrocity_die:
            what = f"atrocities in {self.end.name}, although the die shows {dice[0].dice[0]}"
            self.war.deny(dice[0].act, 0, "1.2.1.d", what)
        else:
            what = f"the atrocities of the Volunteers in {self.end.name}"
            self.war.earn(self.end.due_at, -1, "1.2.1.d", what, sure=not mixed)
            position = self.end.record.positions[self.end.last]
            if not position.has(self.end.area, "us_massacre"):
                what = "no US Massacre marker was placed after atrocities"
                self.end.find("1.2.1.d", US, what, dice[0].act, gap=lapse(prices.BEHIND))

    def _usual(self) -> bool:
        """Whether the marker shows this battle, and other battles of the record have a check."""
        checks = [act for act in self.end.record.acts if act.kind == "casualty"]
        return self.end.sure and self.end.marked() and bool(checks)

    # --- the rest ------------------------------------------------------------------------------

    def unexplained(self, before: bool) -> None:
        """10.7.a, 10.6.5.h: Leaders who were lost though no die says so."""
        for one in self.lost:
            if one.kind in self.accounted | self.war.gone:
                continue
            side = self.country.side[one.kind]
            clause, why = "10.7.a", "although no die roll called for it"
            if one.kind == "scouts" and self.end.fight.due[US].most > 0:
                clause, why = "10.6.4.c", "as if it had been hit"
            if (before or self.war.leader_lost) and not self.war.scouts_lost:
                clause, why = "10.6.5.h", "as the second Leader of the turn"
            self.end.find(clause, side, f"{self._names([one.kind])} was lost {why}", one.act)
            self._gone(one)

    def succession(self) -> None:
        """1.2.1.k: Scouts who are lost wait for the next turn."""
        for one in self.lost:
            if one.kind == "scouts" and one.target not in ("lost_us", "trans_ocean", "pool_us"):
                what = "Scouts who were lost were not put aside for the next turn"
                self.end.find("1.2.1.k", US, what, one.act, gap=lapse(prices.PUT_ASIDE))

    def _names(self, kinds: Iterable[str]) -> str:
        types = self.country.game.piece_types
        return " and ".join(sorted(types[one].name for one in kinds))
