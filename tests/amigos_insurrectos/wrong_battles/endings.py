"""Battles with wrong ends: Leaders, reorganisation, Political Will, chits."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.law import retreats
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, OTHER, SIDES, US
from tests.amigos_insurrectos.wrong_battles.battle import Wrong


class ArtilleryStays(Wrong):
    """Artillery that was left alone stays."""

    clause = "10.6.5.f"

    def _alone(self, side: str) -> None:
        guns = self.table.position.artillery(self.area, side)
        if guns and not self.force().of(self.country, side) and self.err():
            return
        super()._alone(side)


class LeaderLostOnFour(Wrong):
    """A Leader who was left alone is lost with a die of 4 or more."""

    clause = "10.6.5.g"

    def _alone(self, side: str) -> None:
        here = sorted(self.force().of(self.country, side))
        war, guns = self.table.war, self.table.position.artillery(self.area, side)
        if len(here) != 1 or guns or war.leader_lost or self.made:
            super()._alone(side)
            return
        die = self.table.roll("leader_alone")[0]
        key = self.table.position.keys(self.area, here)[0]
        near = retreats.shelters(self.table.position, self.area, side)
        if (die > 3 and self.err()) or die <= 3 or not near:
            self._fall(key, here[0])
        else:
            self.table.move([key], sorted(near)[0])


class LeaderFarAway(Wrong):
    """A Leader who was left alone goes to friends who are not the closest."""

    clause = "10.6.5.g"

    def _alone(self, side: str) -> None:
        position = self.table.position
        here = sorted(self.force().of(self.country, side))
        near = retreats.shelters(position, self.area, side)
        far = sorted(set(position.everywhere(side)) - near - {self.area})
        if len(here) != 1 or not far or position.artillery(self.area, side) or self.made:
            super()._alone(side)
            return
        key = position.keys(self.area, here)[0]
        if self.table.war.leader_lost or self.table.roll("leader_alone")[0] > 3:
            self.err()
            self.table.move([key], far[0])
        else:
            self._fall(key, here[0])


class LostWithoutAOne(Wrong):
    """A Leader is lost though the casualty check shows no 1."""

    clause = "10.7.a"

    def _casualty(self, here: dict[str, frozenset[str]]) -> None:
        die = self.table.roll("casualty")[0]
        found = sorted((self.force().of(self.country, US) | self._retreated(US)) & here[US])
        if die > 1 and found and not here[FILIPINO] and self.err():
            self._lose_one(found)


class NobodyIsLost(Wrong):
    """The casualty check shows a 1 and nobody is lost."""

    clause = "10.7.a"

    def _casualty(self, here: dict[str, frozenset[str]]) -> None:
        if (here[US] or here[FILIPINO]) and self.table.roll("casualty")[0] == 1:
            self.err()


class TheOtherSidesLeader(Wrong):
    """The second die names one side and the other one loses a Leader."""

    clause = "10.7.b"

    def _casualty(self, here: dict[str, frozenset[str]]) -> None:
        both = [
            sorted((self.force().of(self.country, side) | self._retreated(side)) & here[side])
            for side in SIDES
        ]
        if not all(both) or self.scouts or self.made:
            super()._casualty(here)
            return
        if self.table.roll("casualty")[0] == 1:
            die = self.table.roll("whose_leader")[0]
            self.err()
            self._lose_one(both[die % 2 == 0])


class NoCheck(Wrong):
    """No casualty check is made."""

    clause = "10.7.a"

    def _casualty(self, here: dict[str, frozenset[str]]) -> None:
        left = any(self.force().of(self.country, side) for side in SIDES)
        whole = all(self.force().steps(side) or not here[side] for side in SIDES)
        if left and whole and not self.table.war.leader_lost and self.err():
            return
        super()._casualty(here)


class SpreadsAfterARetreat(Wrong):
    """The winner reorganises though the enemy retreated."""

    clause = "10.8.b"

    def _spread(self) -> None:
        position = self.table.position
        winner = next((side for side in SIDES if self.force().steps(side)), "")
        units = [key for key in position.units(self.area, winner) if position.strength(key)]
        free = sorted(
            near
            for near in self.country.near[self.area]
            if not any(position.strong(near, side) for side in SIDES)
        )
        fled = self.fled and not self.force().contested and self.fled != winner
        if fled and winner and len(units) > 1 and free and self.err():
            self.table.move(units[:1], free[0])
            return
        super()._spread()


class SpreadsTooFar(Wrong):
    """Units reorganise to an area that is not adjacent."""

    clause = "10.8.a"

    def _spread(self) -> None:
        position = self.table.position
        winner = next((side for side in SIDES if self.force().steps(side)), "")
        units = [key for key in position.units(self.area, winner) if position.strength(key)]
        won = winner and not self.fled and not self.force().contested
        if won and len(units) > 1 and self.err():
            self.table.move(units[:1], "camarines_sur")
            return
        super()._spread()


class DefenderRecordsFirst(Wrong):
    """The defender's Political Will is recorded before the attacker's."""

    clause = "10.9.b"

    def _after(self) -> None:
        self.attacker, self.defender = self.attacker, self.defender
        super()._after()

    def _spread(self) -> None:
        super()._spread()
        lost = self.lost[US] and self.lost[FILIPINO] and not any(self.will.values())
        free = abs(self.table.position.will) + 2 * sum(self.lost.values()) < 8
        if lost and free and self.err():
            self.attacker, self.defender = self.defender, self.attacker


class AStepUnpaid(Wrong):
    """A step too few is recorded as Political Will."""

    clause = "10.9.a"

    def _spread(self) -> None:
        super()._spread()
        position = self.table.position
        alone = not position.will and all(map(position.supplied, position.everywhere(US)))
        others = [one for one in position.everywhere(US) if position.strong(one, FILIPINO)]
        free = alone and not others and 2 * sum(self.lost.values()) < 6
        if self.lost[US] > 1 and free and not any(self.will.values()) and self.err():
            self.lost[US] -= 1


class PaidLikeAnyLeader(Wrong):
    """The commander in chief pays two points."""

    clause = "1.2.3.a"

    def _fall(self, key: str, kind: str) -> None:
        side = self.country.side[kind]
        before = self.will[OTHER[side]]
        super()._fall(key, kind)
        total = abs(self.table.position.will) + 2 * sum(self.lost.values()) + 5
        if self.will[OTHER[side]] - before == 5 and total < 8 and self.err():
            self.will[OTHER[side]] -= 3


class SmithRollsForNothing(Wrong):
    """Smith's die after few losses."""

    clause = "1.2.2.j"

    def _check(self) -> None:
        super()._check()
        smith = any("k" in self.country.leaders[one] for one in self.there[US])
        if smith and self.lost[US] <= 2 and self.err():
            self.table.roll("kill")


class NoAtrocities(Wrong):
    """Volunteers alone clear an area and do not roll."""

    clause = "1.2.1.d"

    def _volunteers(self) -> None:
        force = self.force()
        alone = force.us_volunteers and not (force.us_army or force.us_cavalry)
        first = self.first
        mixed = first.us_army or first.us_cavalry or first.us_artillery or first.scouts
        cleared = not force.steps(FILIPINO) and not self.fled and self.lost[FILIPINO]
        if not (alone and cleared and not mixed and self.err()):
            super()._volunteers()

    def _lay(self) -> None:
        self.first = self.force()
        super()._lay()


class ChitAfterDice(Wrong):
    """A chit is laid when dice have fallen."""

    clause = "10.4"

    def _lay(self) -> None:
        self.table.marker(self.area, "chits")
        self.silenced = 0

    def _one_round(self, number: int) -> None:
        hand = [
            one
            for one, place in self.table.position.cards.items()
            if place.startswith("hand:") and one.startswith(("us_s3", "us_s4", "us_s6"))
        ]
        if number == 2 and hand and self.err():
            self.table.play(hand[0])
        super()._one_round(number)


class TooManyForTheChit(Wrong):
    """A marksmanship chit with more than five US steps."""

    def _lay(self) -> None:
        self.table.marker(self.area, "chits")
        self.silenced = 0
        for chit, clause in (("us_s2", "US.S2"), ("us_g4", "US.G4")):
            held = self.table.position.cards.get(chit) == "hand:us"
            if held and self.force().steps(US) > 7 and self.err(clause):
                self.table.play(chit)
