"""Battles in which fire, hits or losses are wrong."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.amigos_insurrectos.law import fire
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, OTHER, SIDES, US
from modgen_rules.amigos_insurrectos.law.fire import Terms, Way
from modgen_rules.amigos_insurrectos.law.force import Force
from tests.amigos_insurrectos.wrong_battles.battle import Wrong

NEARLY = (4, 5)
"""Results that hit only with some advantage."""


class _Number(Wrong):
    role, way, more = "defender", "fire", 1

    def _shoot(self, side: str, way: Way, button: str, number: int) -> None:
        mine = side == getattr(self, self.role) and way == self.way
        if mine and self.plain() and number + self.more > 0 and self.err():
            number += self.more
        super()._shoot(side, way, button, number)


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

    def _shoot(self, side: str, way: Way, button: str, number: int) -> None:
        steps = self.force().steps(side)
        if way == "parting" and steps > number and self.plain() and self.err():
            number = steps
        super()._shoot(side, way, button, number)


class ArtilleryRollsFour(_Number):
    """Four dice for one Artillery unit."""

    clause, way = "1.2.1.g", "artillery"

    def _shoot(self, side: str, way: Way, button: str, number: int) -> None:
        if way == "artillery" and self.plain() and not self._boats() and self.err():
            number += 1
        super()._shoot(side, way, button, number)


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
    """One step too many is removed, and no die is taken for a hit that is nearly one."""

    clause = "10.6.4.a"

    def _lose(self, side: str, steps: int) -> None:
        force = self.force()
        helped = force.fil_artillery or force.fagen or force.trait(self.country, FILIPINO, "f")
        held = force.trait(self.country, side, "h") or self.area in self.country.mountains
        more = steps and force.steps(side) > steps + 1 and not helped and not held
        acts = self.table.paper.record.acts
        volley = next(act for act in reversed(acts) if act.what == "roll")
        if more and self.plain() and not {*NEARLY} & {*volley.dice} and self.err():
            steps += 1
        super()._lose(side, steps)


class GuerrillasFirst(Wrong):
    """A Guerrilla step is lost while Regulars are there."""

    clause = "10.6.4.b"

    def _lose(self, side: str, steps: int) -> None:
        force = self.force()
        if side == FILIPINO and steps == 1 and force.guerrilla and force.regular > 1 and self.err():
            paper = self.table.paper
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
