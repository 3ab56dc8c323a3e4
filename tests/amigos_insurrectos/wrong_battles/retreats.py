"""Battles with wrong retreats."""

from __future__ import annotations

from collections.abc import Iterable

from modgen_rules.amigos_insurrectos.law import retreats
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, OTHER, US
from tests.amigos_insurrectos.wrong_battles.battle import Wrong


class _Leaves(Wrong):
    """A force that retreats before combat."""

    def _goals(self, side: str) -> Iterable[str]:
        return retreats.refuges(self.table.position, self.area, side, self.force().steps(side))

    def _clear(self) -> bool:
        others = [one for one in self.table.position.everywhere(US) if one != "manila"]
        return len(others) < 3


class RegularsWithoutLeader(_Leaves):
    """Regulars without a Leader retreat before combat."""

    clause = "10.3.1.c"

    def _before(self) -> bool:
        force = self.force()
        alone = force.regular and not force.of(self.country, FILIPINO) and self.attacker == US
        goals = self._goals(FILIPINO)
        night = force.trait(self.country, US, "na")
        if alone and goals and not night and self.err():
            self._leave(FILIPINO, goals)
            return True
        return super()._before()


class FromANightAttack(_Leaves):
    """Filipinos retreat though Lawton's die forbids it."""

    clause = "1.2.2.i"

    def _before(self) -> bool:
        force, goals = self.force(), self._goals(FILIPINO)
        night = self.attacker == US and force.trait(self.country, US, "na")
        if not night or not goals or not force.of(self.country, FILIPINO) or self.made:
            return super()._before()
        if self.table.roll("night_attack")[0] <= self.country.numbers.night_die and self.err():
            self._leave(FILIPINO, goals)
            return True
        return False


class GuerrillasAfterTheSearch(_Leaves):
    """Guerrillas who were found retreat."""

    clause = "10.3.1.b"

    def _before(self) -> bool:
        force, goals = self.force(), self._goals(FILIPINO)
        night = force.trait(self.country, US, "na")
        if self.attacker == US and not force.regular and goals and not night and self.err():
            self._leave(FILIPINO, goals)
            return True
        return super()._before()


class AttackerBeforeCombat(_Leaves):
    """The attacker retreats before combat."""

    clause = "10.3.1.e"

    def _before(self) -> bool:
        goals = self._goals(self.attacker)
        searched = self.attacker == US and not self.force().regular
        star = self.area in self.country.victory
        if goals and not searched and not star and self.err():
            paper = self.table.paper
            paper.say(self.attacker, "retreats_before", self.area)
            self._leave(self.attacker, goals)
            return True
        return super()._before()


class ShotBeforeCombat(_Leaves):
    """A parting shot at a force that retreated before combat."""

    clause = "10.3.1.d"

    def _leave(self, side: str, goals: Iterable[str]) -> None:
        before = not sum(self.lost.values()) and not getattr(self, "fighting", False)
        super()._leave(side, goals)
        if before and self.err():
            steps = (self.force().steps(OTHER[side]) + 1) // 2
            self.table.roll(f"{OTHER[side]}_parting", steps)

    def _lay(self) -> None:
        self.fighting = True
        super()._lay()


class ARearguard(_Leaves):
    """Only a part of the force retreats."""

    clause = "10.3.2.a"

    def _leave(self, side: str, goals: Iterable[str]) -> None:
        units = self.table.position.units(self.area, side)
        steps = [key for key in units if self.table.position.strength(key)]
        if len(steps) > 1 and self.err():
            self.fled = side
            self.table.move(steps[1:], self.chance.choice(sorted(goals)))
            return
        super()._leave(side, goals)


class WrongRefuge(_Leaves):
    """A force retreats to an area that is not the first in order."""

    clause = "10.3.2.b"

    def _leave(self, side: str, goals: Iterable[str]) -> None:
        position = self.table.position
        steps = self.force().steps(side)
        legal = retreats.legal_retreats(position, self.area, side, steps)
        bad = sorted(
            one
            for one in self.country.near[self.area] - legal
            if not position.strong(one, OTHER[side])
        )
        if bad and self.err():
            goals = bad[:1]
        super()._leave(side, goals)


class RetreatsForNothing(_Leaves):
    """The US retreats before combat and does not pay."""

    clause = "10.3.1.a"

    def _before(self) -> bool:
        goals = self._goals(US)
        if self.attacker == FILIPINO and goals and self.table.position.will > -8 and self.err():
            self._leave(US, goals)
            return True
        return super()._before()


class FightsOn(Wrong):
    """Filipinos who must retreat after round 1 stay."""

    clause = "10.6.5.a"

    def _guns(self) -> None:
        """Without Artillery, so that no ruling is needed."""

    def _retreat(self, number: int) -> None:
        force = self.force()
        worse = number == 1 and self.lost[FILIPINO] > self.lost[US] and force.regular
        kept = force.trait(self.country, FILIPINO, "nr") or force.imported_arms
        lenient = force.fil_artillery or force.fagen or force.trait(self.country, FILIPINO, "f")
        sure = force.trait(self.country, US, "h") or force.trait(self.country, FILIPINO, "h")
        if worse and not kept and not lenient and not sure and self.plain() and self.err():
            return
        super()._retreat(number)


class InTheMiddle(_Leaves):
    """A force retreats between the fire of the two sides."""

    clause = "10.6.5.b"

    def _one_round(self, number: int) -> None:
        force, side = self.force(), self.attacker
        leads = force.trait(self.country, FILIPINO, "f2")
        goals = self._goals(side)
        if leads or not goals or not self.plain() or force.steps(side) < 4 or self.made:
            super()._one_round(number)
            return
        self.table.marker(self.area, f"round_{min(number, 5)}")
        self._fire(self.defender)
        if self.force().contested and self.force().steps(side) > 1 and self.err():
            self._leave(side, self._goals(side))
            return
        if self.force().contested:
            self._fire(side)
