"""Battles with one mistake each: a player who breaks one clause, by the name of the mistake."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from modgen_rules.amigos_insurrectos import battle_play, retreats
from modgen_rules.amigos_insurrectos.country import FILIPINO, OTHER, SIDES, US
from modgen_rules.amigos_insurrectos.fire import Terms, Way
from modgen_rules.amigos_insurrectos.force import Force


class Wrong(battle_play.Battle):
    """A battle whose player makes a mistake at the first chance; `clause` is what it breaks."""

    clause = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.made = False

    def err(self, clause: str = "") -> bool:
        """Whether the mistake is made now; it is made once."""
        if self.made or made_in(self.table):
            return False
        self.made = True
        self.table.war.removed.add(f"mistake {clause or self.clause}")
        return True

    def plain(self) -> bool:
        """Whether no chit makes numbers of dice and hits uncertain."""
        return not self.chits

    @property
    def regulars(self) -> int:
        """The Regular steps in the area."""
        return self.force().regular


def made_in(table: battle_play.Table) -> str:
    """The clause of the mistake that was made on a table; empty when none was."""
    notes = (one for one in table.war.removed if one.startswith("mistake "))
    return next((one.removeprefix("mistake ") for one in notes), "")


# --- dice ---------------------------------------------------------------------------------------


class _Number(Wrong):
    role, way, more = "defender", "fire", 1

    def _number(self, side: str, way: Way, number: int) -> int:
        mine = side == getattr(self, self.role) and way == self.way
        if mine and self.plain() and number + self.more > 0 and self.err():
            return number + self.more
        return number


class DefenderRollsOneMore(_Number):
    """One die too many."""

    clause = "10.6.1"


class DefenderRollsOneLess(_Number):
    """One die too few."""

    clause, more = "10.6.1", -1


class AttackerRollsOneMore(_Number):
    """One die too many."""

    clause, role = "10.6.2", "attacker"


class AttackerRollsTwoLess(_Number):
    """Two dice too few."""

    clause, role, more = "10.6.2", "attacker", -2


class WholePartingShot(Wrong):
    """A parting shot with all steps."""

    clause = "10.6.5.c"

    def _number(self, side: str, way: Way, number: int) -> int:
        steps = self.force().steps(side)
        if way == "parting" and steps > number and self.plain() and self.err():
            return steps
        return number


class ArtilleryRollsFour(_Number):
    """Four dice for one Artillery unit."""

    clause, way = "1.2.1.g", "artillery"

    def _number(self, side: str, way: Way, number: int) -> int:
        if way == "artillery" and self.plain() and not self._boats() and self.err():
            return number + 1
        return number


class ArtilleryInRoundTwo(Wrong):
    """Artillery fires again when a round has been fought."""

    clause = "1.2.1.g"

    def _one_round(self, number: int) -> None:
        force = self.force()
        if number == 2 and force.us_artillery and self.plain() and self.err():
            self._shoot(US, "artillery", "artillery", 3)
        if self.force().contested:
            super()._one_round(number)


class ArtilleryTooLate(Wrong):
    """Artillery fires first after round 1, not before it."""

    clause = "10.5"

    def _guns(self) -> None:
        self.late = bool(self.force().us_artillery) and self.plain()
        if not self.late:
            super()._guns()

    def _one_round(self, number: int) -> None:
        if number == 2 and self.late and self.force().us_artillery and self.err():
            self._shoot(US, "artillery", "artillery", 3)
        if self.force().contested:
            super()._one_round(number)


class GunboatsInTheUsPhase(Wrong):
    """Gunboats join a battle of the US phase."""

    clause = "10.5"

    def _guns(self) -> None:
        position = self.table.position
        boats = position.gunboats(*self.country.coasts[self.area])
        if self.attacker == US and boats and self.err():
            self._shoot(US, "shelling", "shelling", len(boats))
        super()._guns()


class AttackerFiresFirst(Wrong):
    """The attacker fires before the defender."""

    clause = "10.2.b"

    def _one_round(self, number: int) -> None:
        force = self.force()
        leads = force.trait(self.country, FILIPINO, "f2")
        if leads or not self.plain() or min(force.steps(one) for one in SIDES) < 2:
            super()._one_round(number)
            return
        if self.made or not self.err():
            super()._one_round(number)
            return
        self.table.marker(self.area, f"round_{min(number, 5)}")
        for side in (self.attacker, self.defender):
            if self.force().contested:
                self._fire(side)
        if self.force().contested:
            self._retreat(number)


class HitStepsFire(Wrong):
    """The attacker fires with the steps that have just been hit."""

    clause = "10.2.b"

    def _lose(self, side: str, steps: int) -> None:
        one = side == self.attacker and steps and not getattr(self, "parting", False)
        more = self.force().steps(side) > steps and side not in self.held
        more &= not self.force().fil_artillery and not self.force().fagen
        free = not self.force().trait(self.country, side, "h")
        if one and self.plain() and more and free and self.err():
            self.held[side] = steps
            return
        super()._lose(side, steps)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.held: dict[str, int] = {}

    def _fire(self, side: str) -> None:
        super()._fire(side)
        steps = self.held.pop(side, 0)
        if steps:
            super()._lose(side, steps)

    def _guns(self) -> None:
        """Without Artillery, whose hits are no part of it."""

    def _retreat(self, number: int) -> None:
        self.parting = True
        super()._retreat(number)


# --- losses -------------------------------------------------------------------------------------


class KeepsAStep(Wrong):
    """A step that was hit stays."""

    def _lose(self, side: str, steps: int) -> None:
        ignored = self.force().trait(self.country, side, "h")
        clause = ("1.2.2.c" if side == US else "1.2.2.e") if ignored else "10.6.4.a"
        sure = self.plain() and not self.force().fil_artillery and not self._mountain()
        lone = side == US and not self.force().trait(self.country, FILIPINO, "f")
        sure &= bool(steps) and (lone or side == FILIPINO) and not self.force().fagen
        if sure and (ignored or not self.ignored) and self.err(clause):
            steps -= 1
        super()._lose(side, steps)

    def _mountain(self) -> bool:
        return self.area in self.country.mountains


class LosesAStepMore(Wrong):
    """One step too many is removed."""

    clause = "10.6.4.a"

    def _lose(self, side: str, steps: int) -> None:
        force = self.force()
        helped = force.fil_artillery or force.fagen or force.trait(self.country, FILIPINO, "f")
        held = force.trait(self.country, side, "h") or self.area in self.country.mountains
        more = steps and force.steps(side) > steps + 1 and not helped and not held
        if more and self.plain() and self.err():
            steps += 1
        super()._lose(side, steps)


class GuerrillasFirst(Wrong):
    """A Guerrilla step is lost while Regulars are there."""

    clause = "10.6.4.b"

    def _lose(self, side: str, steps: int) -> None:
        force = self.force()
        if side == FILIPINO and steps == 1 and force.guerrilla and force.regular > 1 and self.err():
            paper = self.table.paper  # type: ignore[attr-defined]
            paper.lose(self.area, "guerrilla", 1)
            self.lost[side] += 1
            return
        super()._lose(side, steps)


class _Button(Wrong):
    """Dice that hit too easily, with the button that says so."""

    shooter, button, at, mountain = US, "us_fire", 5, False

    def _shoot(self, side: str, way: Way, button: str, number: int) -> None:
        force = self.force()
        fits = side == self.shooter and way == "fire" and self.plain() and self._fits(force)
        if not fits or force.trait(self.country, OTHER[side], "h") or self.made:
            super()._shoot(side, way, button, number)
            return
        dice = self.table.roll(self.button, number)
        right = self._hits(side, way, dice, force, self.terms())
        wrong = min(sum(die >= self.at for die in dice), force.steps(OTHER[side]))
        if right != min(wrong, right) or wrong <= self._most(side, dice, force):
            self._lose(OTHER[side], min(right, force.steps(OTHER[side])))
            return
        self.err()
        self._lose(OTHER[side], wrong)

    def _most(self, side: str, dice: Sequence[int], force: Force) -> int:
        from modgen_rules.amigos_insurrectos import fire

        made = fire.hits(self.terms(), side, "fire", dice, force)
        return made.steps.most + (made.halves.most + 1) // 2

    def _fits(self, force: Force) -> bool:
        return True


class EasyGuerrillas(_Button):
    """Guerrillas are hit on a 5 in the US phase."""

    clause = "1.2.1.l"

    def _fits(self, force: Force) -> bool:
        mountain = self.area in self.country.mountains
        return self.attacker == US and not self.began.regular and not mountain

    def _lay(self) -> None:
        self.began = self.force()
        super()._lay()


class EasyMountains(_Button):
    """Regulars in mountains are hit on a 5."""

    clause = "10.6.3.d"

    def _fits(self, force: Force) -> bool:
        return self.area in self.country.mountains and force.regular > 4 and not force.hidden


class FilipinosHitOnFive(_Button):
    """Filipinos hit on a 5."""

    clause, shooter, button = "10.6.3.c", FILIPINO, "filipino_fire_5"

    def _fits(self, force: Force) -> bool:
        helped = force.imported_arms or force.fagen or force.trait(self.country, FILIPINO, "f2")
        return not helped and self.area not in self.country.mountains


class FilipinosHitOnFiveInMountains(FilipinosHitOnFive):
    """Filipinos hit on a 5 in mountains."""

    clause = "10.6.3.d"

    def _fits(self, force: Force) -> bool:
        helped = force.imported_arms or force.fagen or force.trait(self.country, FILIPINO, "f2")
        return not helped and self.area in self.country.mountains


class MountainStepsEach(Wrong):
    """A hit costs a Guerrilla step in mountains."""

    clause = "1.2.1.n"

    def _hits(self, side: str, way: Way, dice: Sequence[int], target: Force, terms: Terms) -> int:
        right = super()._hits(side, way, dice, target, terms)
        if side == US and terms.twice and not target.regular and self.plain():
            each = min(sum(die >= terms.guerrilla.most for die in dice), target.hidden)
            free = not target.trait(self.country, FILIPINO, "h")
            if each > right + 1 - self.halves % 2 and free and self.err():
                return each
        return right


# --- retreats -----------------------------------------------------------------------------------


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
        if self.table.roll("night_attack")[0] <= 2 and self.err():
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
            paper = self.table.paper  # type: ignore[attr-defined]
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


# --- after the fight ----------------------------------------------------------------------------


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
        mixed = self.first.us_army or self.first.us_cavalry
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


MISTAKES: dict[str, type[Wrong]] = {
    name: kind
    for name, kind in globals().items()
    if isinstance(kind, type)
    and issubclass(kind, Wrong)
    and kind is not Wrong
    and not name.startswith("_")
}
"""The kinds of mistakes by name."""
