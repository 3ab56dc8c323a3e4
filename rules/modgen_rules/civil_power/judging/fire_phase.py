"""Reads and judges a Fire Combat phase: who attacks whom with what, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from modgen_rules.civil_power.judging import morale, weapons
from modgen_rules.civil_power.judging.bookings import NOTHING, Booked, Entry, together
from modgen_rules.civil_power.judging.fire import Fault, Shot
from modgen_rules.civil_power.judging.fire_aftermath import Aftermath
from modgen_rules.civil_power.judging.gunnery import Gunnery
from modgen_rules.civil_power.judging.ordeal import Window
from modgen_rules.civil_power.judging.weapon_attacks import orders
from modgen_rules.civil_power.law.levels import GAS, SHOCK_WEAPONS, is_sniper
from modgen_rules.civil_power.law.plan import LOST_BOXES, SIDES
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.reading.attacks import Attack, AttackReader, owner
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reports.sections import Issue

MOST_TOGETHER = 6
"""The number of units that are tried together when an attack was not announced."""


def judge(phase: Phase, riot: Riot) -> str:
    """Judge a Fire Combat phase; notes what is wrong in `riot`. Returns its story."""
    return FirePhase(phase, riot).judge()


@dataclass
class FirePhase(Gunnery, Aftermath):
    """Judges one phase."""

    def judge(self) -> str:
        """All attacks in order, then casualties, and losses without a reason."""
        attacks = AttackReader(self.phase).read()
        if attacks and not self.phase.finished:
            self.riot.under_way = attacks[-1].first
        doubtful: set[int] = set()
        for attack in attacks:
            before, self.unclear = self.unclear, False
            self._attack(attack)
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
        self.riot.issues += self._out_of_ammunition()
        if not self.unclear:
            self.riot.issues += self._unexplained()
        return "; ".join(self.story)

    # --- an attack -------------------------------------------------------------------------------

    def _attack(self, attack: Attack) -> None:
        if not attack.cell:
            self.unclear = True
            self._unchecked(attack)
            return
        window = Window(self.phase, self.riot, attack.first, attack.end, self.told, attack.spare)
        view = View(window.start)
        way = self._way(attack)
        if attack.guessed and self._misses(attack, window, view, way):
            way = ""
        self.story.append(f"{weapons.WEAPONS.get(way, 'fire')} at {attack.cell}")
        if attack.inferred:
            self._inferred(attack, window, view, way)
        elif way in GAS:
            self._gas(attack, window, view, way)
        elif way == "molotov":
            self._molotov(attack, window, view)
        elif way in SHOCK_WEAPONS:
            self._shock_weapon(attack, window, view, way)
        elif self._throws_flames(attack, window, way):
            self._flames(attack, window, view)
        else:
            self._fire(attack, window, view, way)

    def _misses(self, attack: Attack, window: Window, view: View, way: str) -> bool:
        """Whether a weapon that nobody named cannot have been used in this way."""
        target = next(iter(self._targets(attack, window)), None)
        return bool(self._weighed(attack, window, view, way, target)[1])

    def _unchecked(self, attack: Attack) -> None:
        """5.3.1.b: an attack that was not announced wounds somebody, and nobody checks."""
        acts = [self.record.acts[n] for n in self.phase.acts if attack.first <= n < attack.end]
        hurt = {
            act.kind.partition("_")[2]
            for act in acts
            if act.what == "level" and act.kind.startswith(("wia_", "kia_"))
        }
        checked = any(act.what in ("check", "void") for act in acts)
        dice = {side for side, _ in attack.spare} | self._rolls_next(attack)
        lost = any(
            act.what == "move" and act.target in LOST_BOXES.values() for _, act in self.phase.each()
        )
        named = all(self.record.acts[n].side for n, _ in attack.dice)
        if len(hurt) == 1 and not (hurt & {self.side} or checked or hurt & dice or lost) and named:
            window = Window(self.phase, self.riot, attack.first, attack.end)
            what = "an attack caused casualties, but nobody checked morale"
            self.riot.issues.append(window.issue("5.3.1.b", hurt.pop(), what))

    def _rolls_next(self, attack: Attack) -> set[str]:
        """The side that rolls the next die after those of an attack."""
        last = max((n for n, _ in attack.dice), default=attack.first)
        rolls = (act for n, act in self.phase.each("roll") if n > last and act.kind in SIDES)
        return {owner(act) for act in islice(rolls, 1)}

    # --- firearms and rocks ----------------------------------------------------------------------

    def _fire(self, attack: Attack, window: Window, view: View, way: str) -> None:
        targets = self._targets(attack, window)
        groups, known = self._groups(attack, window.start, way)
        if not targets:
            if known:
                what = f"the unit that is attacked is not in {attack.cell}"
                self._report([Fault("5.3.b", what)], window)
            self.unclear = True
            return
        if not groups:
            what = f"no unit can fire on {attack.cell}"
            self._report([Fault("5.3.2.a", what)], window, attack.announced)
            return
        best: tuple[float, Shot, list[Fault]] | None = None
        for target, group in product(targets, groups):
            shot = Shot(self.riot, view, tuple(group), target, way)
            faults = list(shot.faults())
            weight = sum(0.5 if one.ruling else 1 for one in faults)
            if best is None or weight < best[0]:
                best = weight, shot, faults
        assert best is not None
        _, shot, faults = best
        self._report(faults, window, known=known and attack.announced)
        self._note_fired(shot.shooters, known, attack.first)
        self.riot.issues += self._fell(attack, window, shot)
        if known and attack.dice:
            self._result(attack, window, shot, targets)
        else:
            self.unclear = True
            self.told |= {one.key for one in targets}

    def _result(self, attack: Attack, window: Window, shot: Shot, targets: Sequence[Unit]) -> None:
        """5.3.1: what the die did: casualties, removal, and the target's check."""
        options, why = set[Booked](), dict[Booked, str]()
        best: list[Issue] | None = None
        for (_, die), target in product(attack.dice, targets):
            one = Shot(self.riot, shot.view, shot.shooters, target, shot.way)
            results = one.results(die)
            options |= {one.damage(result) for result in results}
            why |= one.mistaken(die)
            window.reset()
            issues = [*self._suffered(window, one, results), *window.settle()]
            if best is None or len(issues) < len(best):
                best = issues
        self.riot.note(*(best or []))
        self.riot.issues += self._only_one(attack, window)
        if len(attack.dice) > 1:
            dice = ", ".join(str(die) for _, die in attack.dice)
            what = f"more than one die was rolled for the attack on {attack.cell}: {dice}"
            issue = window.issue("5.3.1.a", self.side, what, expected="1 die")
            self.riot.issues.append(issue.doubted(prices.IDLE_DICE))
        self.ledger.entries.append(
            Entry(
                frozenset(options), attack.first, attack.end, self.side, "5.3.1.e", why, attack.cell
            )
        )

    def _only_one(self, attack: Attack, window: Window) -> Iterator[Issue]:
        """5.3.1.b: of the enemies in a square one is the target, and only it checks."""
        if not attack.announced or len(attack.dice) != 1 or not self.phase.tidy:
            return
        there = {one.key: one for one in window.start.at(attack.cell) if one.side != self.side}
        checked = {
            act.piece: n
            for n, act in reversed(morale.made(self.riot.record, window.acts))
            if act.piece in there
        }
        for key, n in sorted(checked.items(), key=lambda one: one[1])[1:]:
            what = f"{window.name(there[key])} checked morale after an attack on another unit"
            yield window.issue("5.3.1.b", there[key].side, what, n)

    def _inferred(self, attack: Attack, window: Window, view: View, way: str) -> None:
        """An attack that nobody announced: legal if any units that can make it explain it."""
        there, molotov = window.start.at(attack.cell), way == "molotov"
        targets = there if molotov else self._targets(attack, window)
        able = self._groups(attack, window.start, way)[0]
        hidden = any(one.side == self.side and one.hidden for one in window.start.units.values())
        self.told |= {one.key for one in there}
        if not targets or hidden or len(attack.dice) != (len(there) if molotov else 1):
            self.unclear = True
            return
        options = []
        for group in able:
            if molotov:
                found = list(weapons.faults(self.riot, view, group, attack.cell, way, None))
            else:
                found = min(
                    (list(Shot(self.riot, view, tuple(group), one).faults()) for one in targets),
                    key=len,
                )
            options.append((group, found))
        free = [group[0] for group, found in options if not found]
        if not options or len(free) > MOST_TOGETHER:
            self.unclear = True
            return
        if not free:
            self._report(self._lightest(options)[1], window)
            self.unclear = True
            return
        self._note_fired(free, False, attack.first)
        dice = [die for _, die in attack.dice]
        groups = (
            [(one,) for one in free]
            if molotov
            else [
                group
                for number in range(1, len(free) + 1)
                for group in combinations(free, number)
                if number == 1 or not any(is_sniper(one) for one in group)
            ]
        )
        kind = weapons.Molotov if molotov else Shot
        damages, seen = {NOTHING} - {NOTHING}, dict[str, set[str]]()
        for order in orders(dice):
            each = []
            for target, die in zip(targets if molotov else targets[:1], order, strict=True):
                shots = [kind(self.riot, view, group, target, way) for group in groups]
                results = {result for shot in shots for result in shot.results(die)}
                seen.setdefault(target.key, set()).update(results)
                each.append({shots[0].damage(result) for result in results})
            damages |= {together(parts) for parts in product(*each)}
        for target in targets if molotov else targets[:1]:
            shot = kind(self.riot, view, groups[0], target, way)
            self.riot.issues += self._suffered(window, shot, seen[target.key])
        self.riot.issues += window.settle()
        self.ledger.entries.append(
            Entry(
                frozenset(damages), attack.first, attack.end, self.side, "5.3.1.e", {}, attack.cell
            )
        )
