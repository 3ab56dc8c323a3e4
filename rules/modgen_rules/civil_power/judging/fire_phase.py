"""Reads and judges a Fire Combat phase: its attacks, and what they leave behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.fire_attacks import FireAttacks
from modgen_rules.civil_power.law.levels import GAS, HELICOPTER
from modgen_rules.civil_power.law.plan import MOBS, VEHICLE
from modgen_rules.civil_power.reading.attacks import Attack, AttackReader
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.wording import counted
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reports.sections import Issue

FIRE_CHECK = "fire_check"


def judge(phase: Phase, riot: Riot) -> str:
    """Judge a Fire Combat phase; notes what is wrong in `riot`. Returns its story."""
    return FirePhase(phase, riot).judge()


@dataclass
class FirePhase(FireAttacks):
    """Judges one phase."""

    def judge(self) -> str:
        """All attacks in order, then casualties, and losses without a reason."""
        attacks = AttackReader(self.phase).read()
        if attacks and not self.phase.finished:
            self.riot.under_way = attacks[-1].first
        doubtful: set[int] = set()
        for attack in attacks:
            before, self.unclear = self.unclear, False
            self.attack(attack)
            if self.unclear:
                doubtful.add(attack.first)
            self.unclear |= before
        ledger = self.ledger
        wrong = list(ledger.judge_known(doubtful) if self.unclear else ledger.judge())
        self.riot.issues += wrong
        self.riot.booked_late |= ledger.late
        if attacks:
            self.riot.booked = not (self.unclear or wrong)
        wrong = list(self._supplies(attacks))
        self.riot.issues += wrong
        if attacks:
            late = any(map(self._counted_later, ("grenades", "molotovs", "molotovs_2")))
            self.riot.counted = not (self.unclear or wrong or late)
        self.riot.issues += self._fires(attacks)
        self.riot.issues += self._crashes()
        self.riot.issues += self.out_of_ammunition()
        if not self.unclear:
            self.riot.issues += self.unexplained("an attack")
        return "; ".join(self.story)

    def _counted_later(self, marker: str) -> int:
        """How many are counted off after the phase, in the same game-turn."""
        positions, turn = self.record.positions, self.riot.turn
        end = positions[turn.last + 1] if turn else self.phase.after
        return max(0, self.phase.after.level(marker) - end.level(marker))

    def _supplies(self, attacks: Sequence[Attack]) -> Iterator[Issue]:
        """6.1.f, 6.5.b: each grenade and Molotov is counted off, and there were enough."""
        phase, own = self.phase, "molotovs" if self.side == MOBS[0] else "molotovs_2"
        for marker in ("grenades", "molotovs", "molotovs_2"):
            gas = marker == "grenades"
            used = [
                one
                for one in attacks
                if one.cell
                and (self.way(one) in GAS if gas else marker == own and one.way == "molotov")
            ]
            acts = [n for n, act in phase.each("level") if act.kind == marker]
            moved = [phase.table(n + 1).level(marker) - phase.table(n).level(marker) for n in acts]
            had = phase.before.level(marker) + sum(one for one in moved if one > 0)
            off = self._counted_later(marker) - sum(one for one in moved if one < 0)
            unpaid = [self._use(one) for one in used if not self.counted_off(one, marker)]
            at = [*unpaid, *acts[-1:], phase.begin][0]
            name, number = "Gas Grenade" if gas else "Molotov", len(used)
            spent = f"{counted(number, f'{name} was', f'{name}s were')} used"
            # More than was used is certain where every attack was announced.
            fell = phase.before.level(marker) - max(
                phase.after.level(marker), phase.soon(windows.LATER).level(marker)
            )
            if number > had:
                what = f"{spent}, but {had or 'none'} left"
                yield self.issue("6.1.b" if gas else "6.5.b", self.side, what, at)
            elif not self.unclear and (
                off < number or (number and self.record.tidy and fell > number)
            ):
                what = f"{spent}, but {off or 'none'} counted off"
                yield self.issue("6.1.f" if gas else "6.5.b", self.side, what, at)

    def _use(self, attack: Attack) -> int:
        """The act with which an attack uses what it costs: its Gas is placed, or a die rolled."""
        moves = self.phase.each("move")
        gas = (n for n, act in moves if act.kind == "gas" and attack.first <= n < attack.end)
        return next(gas, attack.dice[0][0] if attack.dice else attack.first)

    def _fires(self, attacks: Sequence[Attack]) -> Iterator[Issue]:
        """6.5.e, 6.5.f: a Fire breaks out on 6, and nobody stays in it."""
        after, before, needed = self.phase.after, self.phase.before, self.plan.hits(FIRE_CHECK)
        checked: dict[str, list[int]] = {}
        for attack in attacks:
            checked.setdefault(attack.cell, []).extend(attack.other.get(FIRE_CHECK, []))
        dice = [die for found in checked.values() for die in found]
        elsewhere = max(checked.pop("", []), default=0)
        for cell in dict.fromkeys([*checked, *after.fires]):
            own, lit, known = checked.get(cell, []), cell in after.fires, cell in before.fires
            easy = bool(before.vehicles(cell)) or before.field.is_building(cell)
            burns = max(own, default=0) + easy >= needed
            here = [one for one in attacks if one.cell == cell]
            if own and not known and burns != lit and (burns or elsewhere + easy < needed):
                seen = "a Fire" if lit else "no Fire"
                what = f"{seen} started in {cell}, where the highest fire check was "
                what += str(max(own) + easy)
                at = here[0].first
                yield self.issue("6.5.e", self.side, what, at, observed=seen)
            elif own and lit and not known and len(here) == 1 and self.phase.finished:
                yield from self._vehicles(cell, here[0])
            elif not own and lit and not known and dice and self.side in MOBS:
                acts = [n for n, act in self.phase.each("move") if act.kind == "fire"]
                if max(dice) + easy < needed and acts:
                    what = f"a Fire breaks out in {cell} and no fire check gives 6"
                    yield self.issue("6.5.e", self.side, what, acts[-1])
        for cell in after.fires if self.phase.finished else ():
            for unit in after.at(cell):
                told = cell in before.fires and unit in before.at(cell)  # when it entered
                if unit.size != VEHICLE and not told:
                    what = f"{self.name(unit)} stays in a Fire"
                    yield self.issue("6.5.f", unit.side, what, self.phase.last)

    def _vehicles(self, cell: str, attack: Attack) -> Iterator[Issue]:
        """6.5.g: in the square of a new Fire a fire check is made for each Vehicle."""
        there = [one for one in self.phase.before.vehicles(cell) if one.kind != HELICOPTER]
        dice = attack.other[FIRE_CHECK][1:]
        if len(dice) < len(there):
            names = ", ".join(map(self.name, there))
            what = f"a Fire starts, and no fire check is made for every Vehicle: {names}"
            checks = f"{len(there)} checks", f"{len(dice)} checks"
            yield self.issue("6.5.g", self.side, what, attack.first, attack.end - 1, *checks)
        elif len(dice) == len(there) == 1:
            (unit,), total = there, dice[0] + 1
            lost = morale.is_lost(self.phase.after, unit.key)
            if (total >= self.plan.hits(FIRE_CHECK)) != lost:
                fate = "is eliminated" if lost else "stays"
                what = f"the fire check of {self.name(unit)} was {total}, and it {fate}"
                yield self.issue("6.5.g", unit.side, what, attack.first)

    def _crashes(self) -> Iterator[Issue]:
        """8.6.c: a Helicopter that is shot down takes all with it, and its square burns."""
        before, after, at = self.phase.before, self.phase.after, self.phase.last
        for unit in before.units.values():
            if unit.kind != HELICOPTER or not morale.is_lost(after, unit.key):
                continue
            below = [one for one in before.at(unit.cell) if one.key != unit.key]
            self.told |= {one.key for one in below}
            for one in below if self.phase.finished else ():
                if not morale.is_lost(after, one.key):
                    what = f"{self.name(one)} survives the crash of the Helicopter"
                    yield self.issue("8.6.c", one.side, what, at)
            if self.phase.finished and unit.cell not in after.fires:
                what = f"no Fire starts where the Helicopter crashed in {unit.cell}"
                yield self.issue("8.6.c", unit.side, what, at)
