"""Judges attacks with gas (6.1), Molotovs (6.5), batons, water and Active Denial (8.1 to 8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from modgen_rules.civil_power.judging import weapons
from modgen_rules.civil_power.judging.attack_judge import AttackJudge
from modgen_rules.civil_power.judging.bookings import NOTHING, Booked, Entry, casualties, together
from modgen_rules.civil_power.judging.checking import Need
from modgen_rules.civil_power.judging.fire import Fault, Shot
from modgen_rules.civil_power.judging.gas import spared
from modgen_rules.civil_power.judging.morale import Cause, checks_morale, is_lost
from modgen_rules.civil_power.judging.ordeal import Duty, Window
from modgen_rules.civil_power.judging.shock import AREAS, X
from modgen_rules.civil_power.judging.shock import NONE as NO_SHOCK
from modgen_rules.civil_power.law.levels import AGITATOR, GAS, TV_CREW, base
from modgen_rules.civil_power.law.plan import GROUP, MOBS, VEHICLE
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.reading.attacks import Attack
from modgen_rules.civil_power.reading.phases import CHECKS
from modgen_rules.civil_power.wording import counted
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reports.sections import Issue

ONE_TARGET = {"batons": "8.1.e", "ads": "8.3.a"}
"""The clause by which each of these weapons has one target unit."""

ANSWERED = {"batons": "8.1.d", "water": "8.2.c"}
"""The clause by which nobody answers these weapons."""


@dataclass
class WeaponAttacks(AttackJudge):
    """Judges the attacks of special weapons."""

    fallen: set[str] = field(default_factory=set)

    def _gas(self, attack: Attack, window: Window, view: View, way: str) -> None:
        """6.1: gas is placed; every Mob unit there checks at once."""
        by_gun = bool(attack.way)
        used = attack.announced or attack.shooters or self._counted(attack)
        if self.side in MOBS or (self.phase.tidy and not used):
            what = f"Gas is put into {attack.cell}, and no Police unit used it"
            self._report([Fault("6.1.c", what)], window)
            return
        if not attack.way:
            gun, hand = (self._weighed(attack, window, view, one)[1] for one in GAS)
            way = GAS[len(hand) < len(gun)]
            by_gun = bool(hand) and not gun
        self._used(attack, window, view, way, None)
        there = window.start.at(attack.cell)
        canister = attack.other.get("canister", [])
        if way == "gas_gun" and there and not canister and by_gun:
            what = f"no die was rolled for the canister that fell on {attack.cell}"
            self._report([Fault("6.1.1.d", what)], window)
        if there and any(die >= self.riot.plan.hits("canister") for die in canister):
            wounded = {frozenset({(f"wia_{one.side}", 1)}) for one in there}
            entry = Entry(
                frozenset(wounded), attack.first, attack.end, self.side, "6.1.1.d", {}, attack.cell
            )
            self.ledger.entries.append(entry)
        spared(self.phase, self.riot, (attack.cell,), attack.first, attack.end)
        if attack.gas or attack.way in GAS:
            self.riot.issues += gassed(window, [one for one in there if one.side in MOBS])

    def _counted(self, attack: Attack) -> bool:
        """Whether a Gas Grenade was counted off for an attack."""
        return any(
            act.kind == "grenades"
            for n, act in self.phase.each("level")
            if attack.first <= n < attack.end
        )

    def _molotov(self, attack: Attack, window: Window, view: View) -> None:
        """6.5: strength 4 on each unit in the square, then a fire check."""
        group, known = self._used(attack, window, view, "molotov", None)
        there = window.start.at(attack.cell)
        dice = [die for _, die in attack.dice]
        self.told |= {one.key for one in there}
        if not group or not there:
            return
        throws = max(len(attack.other.get("fire_check", [])), 1)
        burnt = [one for one in there if one.size == VEHICLE and self._burnt(one)]
        if burnt:  # the checks after the first one are those of the Vehicles
            throws = min(throws, max(self._thrown(attack), 1))
            self.fallen |= {one.key for one in burnt}
        if known and len(dice) < len(there):
            what = f"{counted(len(there), 'unit is', 'units are')} in {attack.cell}, but "
            what += f"{counted(len(dice), 'die was', 'dice were')} rolled"
            self._report([Fault("6.5.d", what)], window)
        thrown = min(throws, self._thrown(attack)) - attack.waiting
        if known and all(one.size == GROUP for one in group) and thrown > len(group):
            what = (
                f"{thrown} Molotovs are thrown into {attack.cell}, but by only "
                f"{counted(len(group), 'Group')}"
            )
            self._report([Fault("6.5.c", what)], window)
        if not attack.other.get("fire_check"):
            self._report([Fault("6.5.e", f"no fire check was made for {attack.cell}")], window)
        if not known or len(dice) != len(there) or throws > 1:
            self.unclear = True
            return
        shots = [weapons.Molotov(self.riot, view, (group[0],), one, "molotov") for one in there]
        self._on_each(attack, window, shots)
        kia = {frozenset({(f"kia_{one.side}", 1)}): "8.12.1.b" for one in burnt}
        self.ledger.entries[-1] = self.ledger.entries[-1]._replace(why=kia)

    def _burnt(self, unit: Unit) -> bool:
        """Whether a unit is lost in the square of a new Fire."""
        before, after = self.phase.before.fires, self.phase.after.fires
        return (
            unit.cell in after and unit.cell not in before and is_lost(self.phase.after, unit.key)
        )

    def _thrown(self, attack: Attack) -> int:
        """How many Molotovs were counted off for an attack."""
        return sum(
            int(act.source) - int(act.target)
            for n, act in self.phase.each("level")
            if attack.first <= n < attack.end and act.kind.startswith("molotovs")
        )

    def _on_each(self, attack: Attack, window: Window, shots: Sequence[Shot]) -> None:
        """What an attack with a die for each unit of a square does, in any order of the dice."""
        options: set[Booked] = set()
        best: list[Issue] | None = None
        for order in orders([die for _, die in attack.dice]):
            results = [shot.results(die) for shot, die in zip(shots, order, strict=True)]
            for chosen in product(*results):
                pairs = zip(shots, chosen, strict=True)
                options.add(together(shot.damage(result) for shot, result in pairs))
            window.reset()
            issues = [
                issue
                for shot, seen in zip(shots, results, strict=True)
                for issue in self._suffered(window, shot, seen)
            ]
            issues += window.settle()
            if best is None or len(issues) < len(best):
                best = issues
        self.riot.note(*(best or []))
        entry = Entry(
            frozenset(options), attack.first, attack.end, self.side, "5.3.1.e", {}, attack.cell
        )
        self.ledger.entries.append(entry)

    def _shock_weapon(self, attack: Attack, window: Window, view: View, way: str) -> None:
        """8.1 to 8.3: a result of the Shock table, without a return roll."""
        targets = self._targets(attack, window)
        enemies = [one for one in window.start.at(attack.cell) if one.side != self.side]
        # A TV Crew beside the target is not attacked (8.8).
        meant = enemies if way == "water" else targets
        targets = [one for one in meant if base(one) != TV_CREW] or meant
        group, known = self._used(attack, window, view, way, targets[0] if targets else None)
        burning = attack.cell in window.start.fires and attack.cell in self.phase.after.fires
        if way == "water" and burning:
            self._report([Fault("8.2.d", f"the Fire in {attack.cell} still burns")], window)
        self.told |= {one.key for one in targets}
        if not group or not targets or not attack.dice or not known:
            self.unclear = self.unclear or bool(attack.dice and targets)
            return
        if way in ONE_TARGET:
            self._beyond_one(attack, window, enemies, way)
        self._answered(attack, window, group, way)
        options, best, why = set[Booked](), list[Issue](), dict[Booked, str]()
        hits = [targets] if way == "water" else [[one] for one in targets]
        tried = False
        for hit, (_, die) in product(hits, attack.dice):
            facts = (self.riot, view, group, attack.cell, way, hit[0], die)
            for result in weapons.shock_results(*facts):
                options |= _wounds(hit, result, way)
                if way == "ads":
                    why |= dict.fromkeys(_wounds(hit, result, ""), "8.3.c")
                issues = list(self._pushed(window, hit, result, way, group))
                best, tried = issues if not tried or len(issues) < len(best) else best, True
        wrong = best
        for hit, (_, die) in product(hits, attack.dice):
            facts = (self.riot, view, group, attack.cell, way, hit[0], die)
            for clause, result in weapons.forgotten(*facts):
                for wounds in _wounds(hit, result, way) - options:
                    why.setdefault(wounds, clause)
                # Of two results without a retreat one has a check, which is missing or too much.
                still = not any(AREAS[one] for one in (result, *weapons.shock_results(*facts)))
                explains = best and best is wrong and not still
                if explains and not any(self._pushed(window, hit, result, way, group)):
                    right = " or ".join(sorted(weapons.shock_results(*facts)))
                    what = (
                        f"the die of {die} for the attack on {attack.cell} gives result {right}, "
                        f"but {result} was applied"
                    )
                    best = [window.issue(clause, self.side, what, expected=right, observed=result)]
        self.riot.note(*best)
        entry = Entry(
            frozenset(options), attack.first, attack.end, self.side, "5.3.1.e", why, attack.cell
        )
        self.ledger.entries.append(entry)

    def _answered(self, attack: Attack, window: Window, group: Sequence[Unit], way: str) -> None:
        """8.1.d, 8.2.c: the target rolls too, and one of those who shot checks for it."""
        keys = {one.key for one in group}
        checked = next(
            (
                n
                for n in window.acts
                if self.record.acts[n].what == "check" and self.record.acts[n].piece in keys
            ),
            -1,
        )
        if way in ANSWERED and attack.spare and checked >= 0:
            self.told |= keys
            what = (
                f"the target in {attack.cell} rolled too, and a unit that shot at it checked morale"
            )
            self.riot.issues.append(window.issue(ANSWERED[way], self.side, what, checked))

    def _beyond_one(
        self, attack: Attack, window: Window, enemies: Sequence[Unit], way: str
    ) -> None:
        """8.1.e, 8.3.a: more units retreat than were shot at."""
        back = [
            one
            for one in enemies
            if base(one) not in (AGITATOR, TV_CREW) and window.first_move(one) is not None
        ]
        if len(back) > max(len(attack.dice), 1):
            what = f"{len(back)} units retreat from {attack.cell} after an attack on one"
            self._report([Fault(ONE_TARGET[way], what)], window)

    def _pushed(
        self, window: Window, hit: Sequence[Unit], result: str, way: str, group: Sequence[Unit]
    ) -> Iterator[Issue]:
        """What a result of the Shock table asks of the targets, and the record does not show."""
        window.reset()
        fellows = frozenset(one.key for one in hit)
        clause = "5.4.3.b" if AREAS[result] else "5.4.1.b"
        clause = "8.1.h" if way == "batons" else clause
        # Without its WIA, an X of Active Denial may or may not add 1 to the check.
        worse, sure = int(result == X), way != "ads"
        # Water that drives off one unit of a square hits the others too.
        some = way == "water" and any(window.first_move(one) is not None for one in hit)
        duty = Duty(
            AREAS[result],
            result != NO_SHOCK,
            worse * sure,
            clause,
            perhaps=worse * (not sure),
            stands="8.2.c" if some else "8.1.h" if way == "batons" else "5.4.1.e",
            spared="8.1.d" if way == "batons" else "5.4.1.a",
        )
        for unit in hit:
            if base(unit) not in (AGITATOR, TV_CREW) and unit.size != VEHICLE:
                yield from window.judge(unit, fellows, duty, [one.cell for one in group])
        yield from window.settle()


def _wounds(hit: Sequence[Unit], result: str, way: str) -> set[Booked]:
    """What a result costs; whether a Crowd counts the WIA of X twice is open."""
    if result != X or way == "ads":
        return {NOTHING}
    return {frozenset({(f"wia_{one.side}", 1)}) for one in hit} | {
        casualties("W", one) for one in hit
    }


def orders(dice: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The dice in the order of the units, first as they were rolled, then in others."""
    if len(dice) > 4:
        yield tuple(dice)
        return
    seen: set[tuple[int, ...]] = set()
    for order in product(range(len(dice)), repeat=len(dice)):
        found = tuple(dice[n] for n in order)
        if len(set(order)) == len(dice) and found not in seen:
            seen.add(found)
            yield found


def gassed(window: Window, units: Sequence[Unit]) -> Iterator[Issue]:
    """6.1: Mob units that meet gas check at once, without modifiers."""
    for unit in units:
        if not checks_morale(unit) or base(unit) == TV_CREW:
            continue
        window.told.add(unit.key)
        checks = window.checks_of(unit)
        clause = "3.0.d" if window.phase.kind == "gas_morale" else "6.1.i"
        if checks:
            yield from window.check(unit, Cause("gas"), checks[0])
            yield from _leaves(window, unit, checks[0])
            yield from _flees(window, unit)
            yield from _both(window, unit, checks)
        elif not _checks_late(window, unit):
            window.needs.append(Need(unit, Cause("gas"), False, clause))
    yield from window.settle()


def _checks_late(window: Window, unit: Unit) -> bool:
    """3.0.d: whether a unit checks in the later steps of the Gas and Fire Check."""
    phase = window.phase
    for act in phase.record.acts[phase.end :] if phase.kind == "gas_morale" else ():
        if act.what == "phase" and act.target not in CHECKS:
            return False
        if act.what == "check" and act.piece == unit.key:
            return True
    return False


def _leaves(window: Window, unit: Unit, n: int) -> Iterator[Issue]:
    """6.1.j: a unit that passed its check for gas stays where it is."""
    record, moved = window.riot.record, window.first_move(unit)
    die, _, rating = record.acts[n].dice
    if record.tidy and record.acts[n].piece and die <= rating and moved is not None and moved > n:
        what = f"{window.name(unit)} leaves the Gas although it passed its check"
        yield window.issue("6.1.j", unit.side, what, moved)


def _flees(window: Window, unit: Unit) -> Iterator[Issue]:
    """6.1.j: a unit flees one square from Gas, and further only from other Gas."""
    moved = window.first_move(unit)
    came, halted = window.halt(unit, moved) if moved is not None else (None, 0)
    if moved is None or came is None or window.phase.kind not in ("fire", "gas_morale"):
        return
    field, positions = window.start.field, window.riot.record.positions
    ends = {act.at for act in window.riot.record.acts[moved:halted] if act.piece == unit.key}
    away = field.away(unit.cell, came.cell)
    if away > 1 and not any(cell in positions[moved].gas for cell in {*ends, came.cell}):
        what = f"{window.name(unit)} flees {away} squares from the Gas, to {came.cell}"
        yield window.issue("6.1.j", unit.side, what, moved, halted, "1 square", f"{away} squares")


def _both(window: Window, unit: Unit, checks: Sequence[int]) -> Iterator[Issue]:
    """6.1.j: a unit that failed its check for gas retreats or is suppressed, and not both.

    The menu marks it at once, and players may take the mark off a little late.
    """
    phase, moved = window.phase, window.first_move(unit)
    came, _ = window.halt(unit, moved) if moved is not None else (None, 0)
    die, _, rating = window.riot.record.acts[checks[0]].dice
    fled = came is not None and moved is not None and moved > checks[0] and die > rating
    again = window.next_check(unit, checks[0]) < phase.end
    crowded = unit.key in phase.crowded or unit.suppressed or again
    if came is None or not fled or crowded or not phase.finished:
        return
    ends = [at.units.get(unit.key) for at in (phase.after, phase.soon(windows.AT_ONCE))]
    if all(one and one.suppressed and one.cell == came.cell for one in ends):
        what = f"{window.name(unit)} failed its check for Gas and both retreated and was suppressed"
        yield window.issue("6.1.j", unit.side, what, checks[0], moved or 0)
