"""What must hold after all attacks of a Fire Combat phase: supplies, Fires, crashes, losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.attack_judge import AttackJudge
from modgen_rules.civil_power.judging.ordeal import Window
from modgen_rules.civil_power.law.levels import AGITATOR, GAS, HELICOPTER, SNIPER, base
from modgen_rules.civil_power.law.plan import MOBS, SUPPRESSED, VEHICLE
from modgen_rules.civil_power.reading.attacks import Attack
from modgen_rules.civil_power.wording import counted
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reports.sections import Issue

FIRE_CHECK = "fire_check"


@dataclass
class Aftermath(AttackJudge):
    """Judges what the attacks of a phase left behind."""

    def _counted_later(self, marker: str) -> int:
        """How many are counted off after the phase, in the same game-turn."""
        positions, turn = self.riot.record.positions, self.riot.turn
        end = positions[turn.last + 1] if turn else self.phase.after
        return max(0, self.phase.after.level(marker) - end.level(marker))

    def _supplies(self, attacks: Sequence[Attack]) -> Iterator[Issue]:
        """6.1.f, 6.5.b: each grenade and Molotov is counted off, and there were enough."""
        used = {"grenades": 0, "molotovs": 0, "molotovs_2": 0}
        own = "molotovs" if self.side == MOBS[0] else "molotovs_2"
        first: dict[str, int] = {}
        for attack in attacks:
            way = self._way(attack) if attack.cell else ""
            marker = "grenades" if way in GAS else own if way == "molotov" else ""
            if marker:
                used[marker] += 1
                counted_off = any(
                    act.kind == marker and attack.first <= n < attack.end
                    for n, act in self.phase.each("level")
                )
                if not counted_off:
                    first.setdefault(marker, attack.first)
        for marker, number in used.items():
            moved = [
                int(act.target) - int(act.source)
                for _, act in self.phase.each("level")
                if act.kind == marker and act.source.isdigit() and act.target.isdigit()
            ]
            had = self.phase.before.level(marker) + sum(one for one in moved if one > 0)
            off = -sum(one for one in moved if one < 0) + self._counted_later(marker)
            gas, name = marker == "grenades", "Gas Grenade" if marker == "grenades" else "Molotov"
            at = first.get(marker, self._surplus(marker))
            window = Window(self.phase, self.riot, at, self.phase.end)
            spent = f"{counted(number, f'{name} was', f'{name}s were')} used"
            if number > had:
                what = f"{spent}, but {had or 'none'} left"
                yield window.issue("6.1.b" if gas else "6.5.b", self.side, what)
            elif not self.unclear and (off < number or (number and self._too_many(marker, number))):
                what = f"{spent}, but {off or 'none'} counted off"
                yield window.issue("6.1.f" if gas else "6.5.b", self.side, what)

    def _surplus(self, marker: str) -> int:
        """The last act that counts off."""
        acts = [n for n, act in self.phase.each("level") if act.kind == marker]
        return acts[-1] if acts else self.phase.begin

    def _too_many(self, marker: str, number: int) -> bool:
        """Whether more is counted off than the attacks used, and it stays so.

        Only where every attack was announced: none can have been overlooked.
        """
        last = self.phase.soon(windows.LATER).level(marker)
        fell = self.phase.before.level(marker) - max(self.phase.after.level(marker), last)
        return self.record.tidy and fell > number

    def _fires(self, attacks: Sequence[Attack]) -> Iterator[Issue]:
        """6.5.e, 6.5.f: a Fire breaks out on 6, and nobody stays in it."""
        after, before = self.phase.after, self.phase.before
        checked: dict[str, list[int]] = {}
        elsewhere = [
            die for attack in attacks if not attack.cell for die in attack.other.get(FIRE_CHECK, [])
        ]
        for attack in attacks:
            if attack.cell:
                checked.setdefault(attack.cell, []).extend(attack.other.get(FIRE_CHECK, []))
        needed = self.riot.plan.hits(FIRE_CHECK)
        for cell, dice in checked.items():
            easy = bool(before.vehicles(cell)) or before.field.is_building(cell)
            burns = any(die + easy >= needed for die in dice)
            known = burns or needed - easy > max(elsewhere, default=0)
            if known and dice and burns != (cell in after.fires) and cell not in before.fires:
                first = next(one for one in attacks if one.cell == cell)
                window = Window(self.phase, self.riot, first.first, first.end)
                seen = "a Fire" if cell in after.fires else "no Fire"
                what = (
                    f"{seen} started in {cell}, where the highest fire check was {max(dice) + easy}"
                )
                yield window.issue("6.5.e", self.side, what, observed=seen)
                continue
            yield from self._vehicles(cell, [one for one in attacks if one.cell == cell])
        yield from self._kindled(checked, elsewhere)
        if not self.phase.finished:
            return
        for cell in after.fires:
            for unit in after.at(cell):
                window = Window(self.phase, self.riot, self.phase.last, self.phase.end)
                known = cell in before.fires and unit in before.at(cell)  # said when it entered
                if unit.size != VEHICLE and not known:
                    what = f"{window.name(unit)} stays in a Fire"
                    yield window.issue("6.5.f", unit.side, what)

    def _vehicles(self, cell: str, attacks: Sequence[Attack]) -> Iterator[Issue]:
        """6.5.g: in the square of a new Fire a fire check is made for each Vehicle."""
        before, after = self.phase.before, self.phase.after
        there = [one for one in before.vehicles(cell) if one.kind != HELICOPTER]
        new = cell in after.fires and cell not in before.fires
        if not there or not new or len(attacks) != 1 or not self.phase.finished:
            return
        attack, dice = attacks[0], attacks[0].other.get(FIRE_CHECK, [])[1:]
        window = Window(self.phase, self.riot, attack.first, attack.end)
        if len(dice) < len(there):
            names = ", ".join(window.name(one) for one in there)
            what = f"a Fire starts, and no fire check is made for every Vehicle: {names}"
            expected = f"{len(there)} checks"
            observed = f"{len(dice)} checks"
            yield window.issue("6.5.g", self.side, what, expected=expected, observed=observed)
        elif len(dice) == len(there) == 1:
            total, lost = dice[0] + 1, morale.is_lost(after, there[0].key)
            if (total >= self.riot.plan.hits(FIRE_CHECK)) != lost:
                fate = "is eliminated" if lost else "stays"
                what = f"the fire check of {window.name(there[0])} was {total}, and it {fate}"
                yield window.issue("6.5.g", there[0].side, what)

    def _kindled(
        self, checked: Mapping[str, list[int]], elsewhere: Sequence[int]
    ) -> Iterator[Issue]:
        """6.5.e: a Fire breaks out where no fire check of the phase gives 6."""
        after, before = self.phase.after, self.phase.before
        dice = [*elsewhere, *(die for found in checked.values() for die in found)]
        for n, act in self.phase.each("move"):
            easy = act.kind == "fire" and act.at in after.fires and act.at not in before.fires
            if not easy or checked.get(act.at) or not dice or self.side not in MOBS:
                continue
            plus = bool(before.vehicles(act.at)) or before.field.is_building(act.at)
            if max(dice) + plus < self.riot.plan.hits(FIRE_CHECK):
                window = Window(self.phase, self.riot, n, self.phase.end)
                what = f"a Fire breaks out in {act.at} and no fire check gives 6"
                yield window.issue("6.5.e", self.side, what, observed=str(max(dice) + plus))

    def _crashes(self) -> Iterator[Issue]:
        """8.6.c: a Helicopter that is shot down takes all with it, and its square burns."""
        before, after = self.phase.before, self.phase.after
        for key, unit in before.units.items():
            if unit.kind != HELICOPTER or not morale.is_lost(after, key):
                continue
            window = Window(self.phase, self.riot, self.phase.begin, self.phase.end)
            below = [one for one in before.at(unit.cell) if one.key != key]
            self.told |= {one.key for one in below}
            for one in below if self.phase.finished else ():
                if not morale.is_lost(after, one.key):
                    what = f"{window.name(one)} survives the crash of the Helicopter"
                    yield window.issue("8.6.c", one.side, what, self.phase.last)
            if self.phase.finished and unit.cell not in after.fires:
                what = f"no Fire starts where the Helicopter crashed in {unit.cell}"
                yield window.issue("8.6.c", unit.side, what, self.phase.last)

    def _unexplained(self) -> Iterator[Issue]:
        """Units that were lost or suppressed without an attack."""
        before, after = self.phase.before, self.phase.after
        window = Window(self.phase, self.riot, self.phase.begin, self.phase.end)
        self.told |= self.phase.crowded
        for key, unit in before.units.items():
            if key in self.told or not self.phase.acts or base(unit).endswith(SNIPER):
                continue
            burnt = unit.cell in after.fires and unit.cell not in before.fires
            if base(unit) == AGITATOR or burnt:
                continue
            acts = [n for n, act in self.phase.each() if act.piece == key]
            at = acts[-1] if acts else self.phase.last
            if morale.is_lost(after, key):
                what = f"{window.name(unit)} was eliminated without an attack"
                yield window.issue("5.1.d", unit.side, what, at)
            elif SUPPRESSED in after.conditions.get(key, ()) and not unit.suppressed:
                what = f"{window.name(unit)} was suppressed without an attack"
                yield window.issue("5.1.c", unit.side, what, at)
