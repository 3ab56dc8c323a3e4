"""Judges a Fire Combat phase: who attacks whom with what, what comes of it, and what is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, permutations, product

from modgen_rules.civil_power.judging import morale, passengers
from modgen_rules.civil_power.judging.bookings import Booked, Entry, together
from modgen_rules.civil_power.judging.fire import WEAPONS, Fault, Shot, square, users
from modgen_rules.civil_power.judging.gas import gassed, spared
from modgen_rules.civil_power.judging.gunnery import Gunnery
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.judging.ordeal import Need, Window
from modgen_rules.civil_power.judging.shock import AREAS, watched
from modgen_rules.civil_power.law.levels import (
    AGITATOR,
    GAS,
    HELICOPTER,
    ROCKS,
    SHOCK_WEAPONS,
    TV_CREW,
    base,
    is_sniper,
)
from modgen_rules.civil_power.law.plan import (
    GROUP,
    INDIVIDUAL,
    LOST_BOXES,
    MOBS,
    MOLOTOVS,
    SIDES,
    TANK,
    VEHICLE,
)
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.attacks import Attack, owner
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import effort, prices, windows
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reports.findings import counted
from modgen_rules.engine.reports.sections import Issue

FIRE_CHECK = "fire_check"
SUPPLIES = ("grenades", *MOLOTOVS.values())
"""The markers of what attacks use up."""
ANYBODY = ("", "everyone", "nobody")
"""Targets of announcements that name no size of unit."""
ONE_TARGET = {"batons": "8.1.e", "ads": "8.3.a"}
"""The clause by which each of these weapons has one target unit."""
ANSWERED = {"batons": "8.1.d", "water": "8.2.c"}
"""The clause by which nobody answers these weapons."""
Try = Sequence[tuple[Shot, int]]
"""Shots of one attack, each with its die."""


def judge(phase: Phase, riot: Riot) -> str:
    """Judge a Fire Combat phase; notes what is wrong in `riot`. Returns its story."""
    return FirePhase(phase, riot).judge()


@dataclass
class FirePhase(Gunnery):
    """Judges one phase."""

    WRONG = "5.3.1.a"
    callers: set[str] = field(default_factory=set)
    """What the units are called that attacked, where players say so."""

    def judge(self) -> str:
        """All attacks in order, then casualties, and losses without a reason."""
        attacks = self.riot.attacks
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
        counted = [self._counted_off(marker, attacks) for marker in SUPPLIES]
        if attacks:
            self.riot.counted = all(counted) and not self.unclear
        self._fires(attacks)
        self._crashes()
        self.out_of_ammunition()
        if not self.unclear:
            self.unexplained("an attack")
        return "; ".join(self.story)

    def attack(self, attack: Attack) -> None:
        """Judge an attack."""
        if not attack.cell:
            self.unclear = True
            self._unchecked(attack)
            return
        window = Window(self.phase, self.riot, attack.first, attack.end, self.told, attack.spare)
        way = self.way(attack)
        if attack.guessed and self._chosen(attack, window, way)[1]:
            way = ""  # the weapon that nobody named cannot have been used so
        name = WEAPONS[way].name if way in WEAPONS else "fire"
        self.story.append(f"{name} at {attack.cell}")
        if attack.inferred:
            self._inferred(attack, window, way)
        elif way in GAS:
            self._gas(attack, window, way)
        else:
            self._strikes(attack, window, way)

    def way(self, attack: Attack) -> str:
        """The weapon of an attack: announced, or shown by its gas."""
        return attack.way or ("gas_gun" if attack.gas else "")

    # --- who attacks whom ------------------------------------------------------------------------

    def _groups(self, attack: Attack, at: Position, way: str) -> tuple[list[list[Unit]], bool]:
        """The sets of units that may have attacked, and whether they are known."""
        marked = list(passengers.marked(at, attack.shooters))
        marked = [passengers.gunner(at, one, way) for one in marked if one.side == self.side]
        if marked:
            return [marked], True
        if attack.choices:
            named = self.record.nicknames.get((self.side, attack.called), frozenset())
            choices = [one for one in attack.choices if one <= named] or attack.choices
            if way in GAS:  # of a stack that is named, one unit uses it
                choices = [frozenset({key}) for key in sorted(frozenset().union(*choices))]
            return [[at.units[key] for key in sorted(one)] for one in choices], True
        able = [one for one in at.units.values() if one.side == self.side and not one.hidden]
        if way in WEAPONS:
            able = users(able, way)
        else:
            able = [one for one in able if self.riot.plan.fire(one.kind, one.face)]
        able.sort(key=lambda one: (at.field.away(one.cell, attack.cell), one.key))
        return [[one] for one in able[: effort.SHOOTERS]], False

    def _targets(self, attack: Attack, window: Window, way: str) -> list[Unit]:
        """The units that may be the target, those first that checked or changed.

        Gas and Molotovs have a square as their target.
        """
        if way == "molotov" or way in GAS:
            return [square(attack.cell)]
        enemies = window.start.enemies(attack.cell, self.side)
        enemies = [one for one in enemies if one.key in attack.targets] or enemies
        touched = {self.record.acts[n].piece for n in window.acts}
        if way != "water" and attack.aim not in ANYBODY:
            # A face that fits nobody there was left from another attack.
            enemies = [one for one in enemies if one.size == attack.aim] or enemies
        if way != "water" and any(one.key in touched for one in enemies):
            enemies = [one for one in enemies if one.key in touched]
        if way in SHOCK_WEAPONS:  # a TV Crew beside the target is not attacked (8.8)
            enemies = [one for one in enemies if base(one) != TV_CREW] or enemies
        return enemies

    def _chosen(
        self, attack: Attack, window: Window, way: str
    ) -> tuple[list[Shot], list[Fault], bool]:
        """The attacks with the fewest faults, those of the first, and whether it is known who may
        have made it."""
        groups, known = self._groups(attack, window.start, way)
        targets, view = self._targets(attack, window, way), View(window.start)
        if not targets and way in WEAPONS:
            targets = [square(attack.cell)]
        shots = [
            Shot(self.riot, view, tuple(group), target, way)
            for target, group in product(targets, groups)
        ]
        tried = [(shot, [*shot.faults()]) for shot in shots]
        weights = [sum(0.5 if one.ruling else 1 for one in faults) for _, faults in tried]
        if tried:
            least = min(weights)
            best = [one for one, weight in zip(tried, weights, strict=True) if weight == least]
            return [shot for shot, _ in best], best[0][1], known
        if groups and known:
            what = f"the unit that is attacked is not in {attack.cell}"
            return [], [Fault("5.3.b", what)], known
        clause = WEAPONS[way].aims if way in WEAPONS else "5.3.2.a"
        nobody = [] if groups else [Fault(clause, f"no unit can attack {attack.cell} in this way")]
        return [], nobody, False

    def _once_more(self, attack: Attack, shots: Sequence[Shot], way: str) -> Iterator[Fault]:
        """5.3.a: a unit that players call by the same name as one that has attacked."""
        units = [one for shot in shots for one in shot.shooters]
        if attack.called in self.callers and all(one.size == GROUP for one in units):
            what = f"{attack.called.upper()} attacks {attack.cell} after another attack in the same"
            yield Fault("6.5.c" if way == "molotov" else "5.3.a", f"{what} phase")

    def _note_fired(self, attack: Attack, shots: Sequence[Shot], known: bool, way: str) -> None:
        """4.0.e, 5.3.a: remembers who attacked."""
        groups = [{one.key for one in shot.shooters} for shot in shots]
        if not groups:
            return
        sure = set.intersection(*groups) if known else set[str]()
        if known and not sure:
            self.riot.one_fired.append(frozenset().union(*groups))
        for key in sure:
            self.riot.fired.setdefault(key, attack.first)
            self.riot.shots[key] += 1
            self.riot.used.add((key, way))
        if attack.called:
            self.callers.add(attack.called)
            self.record.nicknames[self.side, attack.called] = frozenset().union(*groups)

    def _report(self, faults: Iterable[Fault], window: Window, known: bool = True) -> None:
        for one in faults:
            issue = window.issue(
                one.clause, self.side, one.what, last=window.first, ruling=one.ruling
            )
            self.riot.note(issue if known else issue._replace(unknown=True))

    # --- firearms, rocks and weapons -------------------------------------------------------------

    def _strikes(self, attack: Attack, window: Window, way: str) -> None:
        """5.3, 6.5, 8.1 to 8.3: an attack with dice."""
        best, faults, known = self._chosen(attack, window, way)
        sure = attack.announced and (known or way in WEAPONS)
        self._report(faults or self._once_more(attack, best, way), window, sure)
        targets, there = self._targets(attack, window, way), window.start.at(attack.cell)
        if not best:
            self.unclear |= bool(attack.dice)
            return
        shot = best[0]
        self._note_fired(attack, best, known, way)
        each = way == "molotov" or shot.flames
        if each:
            targets = there
        self.told |= {one.key for one in targets}
        self._report(self._besides(attack, window, shot, known), window)
        if not targets:
            self.unclear |= bool(attack.dice) and not each
            return
        self.house(attack, window, shot)
        throws = self._throws(attack, there) if way == "molotov" else 1
        whole = len(attack.dice) == len(there) if each else bool(attack.dice)
        if not known or not whole or throws > 1:
            self.unclear = True
            return
        dice = [die for _, die in attack.dice]
        tries: list[Try] = []
        for one in {each.shooters: each for each in best}.values():
            shots = [replace(one, target=target) for target in targets]
            if each:
                tries += [list(zip(shots, order, strict=True)) for order in orders(dice)]
            elif way == "water":
                tries += [[(one, die) for one in shots] for die in dice]
            else:
                tries += [[(one, die)] for die, one in product(dice, shots)]
        self._outcome(attack, window, tries)
        if way in ANSWERED:
            self._answered(attack, window, shot.shooters, way)
        elif way not in WEAPONS and not each:
            self._only_one(attack, window)
            if len(dice) > 1:
                rolled = ", ".join(map(str, dice))
                what = f"more than one die was rolled for the attack on {attack.cell}: {rolled}"
                gap = lapse(prices.IDLE_DICE)
                self.riot.find("5.3.1.a", self.side, what, attack.first, -1, gap, "1 die")

    def _besides(self, attack: Attack, window: Window, shot: Shot, known: bool) -> Iterator[Fault]:
        """What else an attack with a weapon needs: dice, fire checks, a Fire, one target."""
        cell, dice, after = attack.cell, len(attack.dice), self.phase.after
        there = window.start.at(cell)
        fewer = f"{counted(len(there), 'unit is', 'units are')} in {cell}, but "
        fewer += f"{counted(dice, 'die was', 'dice were')} rolled"
        if shot.way == "molotov" and there:
            if known and dice < len(there):
                yield Fault("6.5.d", fewer)
            thrown = min(self._throws(attack, there), self.counted_off(attack, "molotovs"))
            thrown -= attack.waiting
            groups = len(shot.shooters)
            if known and all(one.size == GROUP for one in shot.shooters) and thrown > groups:
                by = f"by only {counted(groups, 'Group')}"
                yield Fault("6.5.c", f"{thrown} Molotovs are thrown into {cell}, but {by}")
            if not attack.other.get("fire_check"):
                yield Fault("6.5.e", f"no fire check was made for {cell}")
        elif shot.flames:
            if dice < len(there):
                yield Fault("S.II2.f", fewer)
            if self.phase.finished and cell not in after.fires:
                yield Fault("S.II2.f", f"the flame-thrower starts no Fire in {cell}")
        elif shot.way == "water" and cell in window.start.fires and cell in after.fires:
            yield Fault("8.2.d", f"the Fire in {cell} still burns")
        elif shot.way in ONE_TARGET and known and dice:
            back = [
                one
                for one in window.start.enemies(cell, self.side)
                if base(one) not in (AGITATOR, TV_CREW) and window.first_move(one) is not None
            ]
            if len(back) > dice:
                what = f"{len(back)} units retreat from {cell} after an attack on one"
                yield Fault(ONE_TARGET[shot.way], what)

    def _throws(self, attack: Attack, there: Sequence[Unit]) -> int:
        """How many Molotovs an attack has; the checks after the first may be those of Vehicles."""
        throws = max(len(attack.other.get("fire_check", [])), 1)
        if burnt := self._burnt(there):
            self.fallen |= {one.key for one in burnt}
            return min(throws, max(self.counted_off(attack, "molotovs"), 1))
        return throws

    def _burnt(self, there: Sequence[Unit]) -> list[Unit]:
        """The Vehicles of some units that are lost in the square of a new Fire."""
        before, after = self.phase.before.fires, self.phase.after
        return [
            one
            for one in there
            if one.size == VEHICLE
            and one.cell in after.fires
            and one.cell not in before
            and morale.is_lost(after, one.key)
        ]

    def counted_off(self, attack: Attack, marker: str) -> int:
        """How many grenades or Molotovs were counted off for an attack."""
        return sum(
            int(act.source) - int(act.target)
            for n, act in self.phase.each("level")
            if attack.first <= n < attack.end and act.kind.startswith(marker)
        )

    def _only_one(self, attack: Attack, window: Window) -> None:
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
            self.riot.find("5.3.1.b", there[key].side, what, n)

    # --- what comes of it ------------------------------------------------------------------------

    def _outcome(self, attack: Attack, window: Window, tries: Sequence[Try]) -> None:
        """5.3.1: casualties, removals, checks and retreats, by the dice that explain them best."""
        options, why = set[Booked](), dict[Booked, str]()
        best: list[Issue] | None = None
        shock = tries[0][0][0].way in SHOCK_WEAPONS
        for pairs in tries:
            for chosen in product(*(shot.results(die) for shot, die in pairs)):
                booked = [
                    shot.damages(result) for (shot, _), result in zip(pairs, chosen, strict=True)
                ]
                options |= (
                    {one for each in booked for one in each}
                    if shock
                    else {together(each) for each in product(*booked)}
                )
            why |= pairs[0][0].mistaken(pairs[0][1])
            window.reset()
            issues = [*self._asked(window, pairs), *window.settle()]
            if best is None or len(issues) < len(best):
                best = issues
        if best and shock:
            best = list(self._forgotten(attack, window, tries)) or best
        if tries[0][0][0].way == "molotov":
            burnt = self._burnt(window.start.at(attack.cell))
            why = {frozenset({(f"kia_{one.side}", 1)}): "8.12.1.b" for one in burnt}
            if watched(self.phase.before, attack.cell):
                each = ((shot.unlowered(die) for shot, die in pairs) for pairs in tries)
                why |= {together(one): "8.8.b" for found in each for one in product(*found)}
        self.riot.note(*(best or []))
        self._book(attack, options, why=why)

    def _book(
        self,
        attack: Attack,
        options: Iterable[Booked],
        clause: str = "5.3.1.e",
        why: Mapping[Booked, str] | None = None,
    ) -> None:
        """Note what an attack must book."""
        span = attack.first, attack.end
        entry = Entry(frozenset(options), *span, self.side, clause, dict(why or {}), attack.cell)
        self.ledger.entries.append(entry)

    def _asked(self, window: Window, pairs: Try) -> Iterator[Issue]:
        """What is wrong if an attack was made with these dice."""
        shots = [shot for shot, _ in pairs]
        for shot, die in pairs:
            if shot.way not in SHOCK_WEAPONS:
                yield from self._suffered(window, shot, shot.results(die))
        if shots[0].way in SHOCK_WEAPONS:
            for result in shots[0].results(pairs[0][1]):
                yield from self._pushed(window, shots, result)

    def _pushed(self, window: Window, shots: Sequence[Shot], result: str) -> Iterator[Issue]:
        """What a result of the Shock table asks of the targets, and the record does not show."""
        fellows = frozenset(one.target.key for one in shots)
        beside = shots[0].way == "water" and any(
            window.first_move(one.target) is not None for one in shots
        )
        for shot in shots:
            unit, sources = shot.target, [one.cell for one in shot.shooters]
            if base(unit) not in (AGITATOR, TV_CREW) and unit.size != VEHICLE:
                yield from window.judge(unit, fellows, shot.duty(result, beside), sources)

    def _forgotten(self, attack: Attack, window: Window, tries: Sequence[Try]) -> Iterator[Issue]:
        """8.1 to 8.3: an attack that only something forgotten explains."""
        for pairs in tries:
            shot, die = pairs[0]
            (right,) = shot.results(die)
            for clause, result in shot.forgotten(die):
                # Of two results without a retreat one has a check, which is missing or too much.
                if not (AREAS[result] or AREAS[right]):
                    continue
                window.reset()
                if any(
                    [*self._pushed(window, [one for one, _ in pairs], result), *window.settle()]
                ):
                    continue
                what = f"the die of {die} for the attack on {attack.cell} gives result {right}, "
                what += f"but {result} was applied"
                yield window.issue(clause, self.side, what, expected=right, observed=result)
                return

    def _suffered(self, window: Window, shot: Shot, results: set[str]) -> Iterator[Issue]:
        """Whether a target was removed or checked as the results ask."""
        target = shot.target
        self.told.add(target.key)
        if target.key in self.fallen:
            return
        removes = {shot.kills(result) for result in results}
        # A removal may be seen late; a later attack may be the reason for it.
        seen = window.after if removes == {False} else self.phase.after
        lost = morale.is_lost(seen, target.key)
        name = window.name(target)
        if target.size == VEHICLE or base(target) == AGITATOR:
            if removes == {True} and not lost:
                flies = "8.6.c" if target.kind == HELICOPTER else "8.12.1"
                clause = "5.3.1.d" if target.size == INDIVIDUAL else flies
                yield window.issue(clause, target.side, f"{name} is not eliminated")
            elif removes == {False} and lost:
                rocks = all(base(one) in ROCKS for one in shot.shooters)
                clause = "5.3.1.a" if target.size == INDIVIDUAL else "8.12.1.a"
                clause = "8.12.1" if target.size == VEHICLE and rocks else clause
                clause = "8.12.3" if shot.armoured else clause
                clause = "S.II2.g" if target.kind == TANK else clause
                yield window.issue(clause, target.side, f"{name} was eliminated")
            return
        if removes == {True}:
            if not lost:
                yield window.issue("5.3.1.d", target.side, f"{name} is not eliminated")
            return
        checks = window.checks_of(target)
        if checks:
            yield from window.check(target, Cause("fire"), checks[0])
        else:
            window.needs.append(Need(target, Cause("fire"), False, "5.3.1.b"))

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
            self.riot.find(ANSWERED[way], self.side, what, checked)

    # --- gas, and attacks that nobody announced --------------------------------------------------

    def _gas(self, attack: Attack, window: Window, way: str) -> None:
        """6.1: gas is placed; every Mob unit there checks at once."""
        by_gun = bool(attack.way)
        fewer = self.riot.turn.after.level("grenades") < self.phase.before.level("grenades")
        used = attack.announced or attack.shooters or attack.other.get("canister") or fewer
        if self.side in MOBS or (self.phase.tidy and not used):
            what = f"Gas is put into {attack.cell}, and no Police unit used it"
            self._report([Fault("6.1.c", what)], window)
            return
        if not attack.way:
            gun, hand = (self._chosen(attack, window, one)[1] for one in GAS)
            way = GAS[len(hand) < len(gun)]
            by_gun = bool(hand) and not gun
        best, faults, known = self._chosen(attack, window, way)
        self._report(faults, window)
        self._note_fired(attack, best, known, way)
        there, canister = window.start.at(attack.cell), attack.other.get("canister", [])
        if way == "gas_gun" and there and not canister and by_gun:
            what = f"no die was rolled for the canister that fell on {attack.cell}"
            self._report([Fault("6.1.1.d", what)], window)
        if there and any(die >= self.riot.plan.hits("canister") for die in canister):
            wounded = {frozenset({(f"wia_{one.side}", 1)}) for one in there}
            self._book(attack, wounded, "6.1.1.d")
        spared(self.phase, self.riot, (attack.cell,), attack.first, attack.end)
        if attack.gas or attack.way in GAS:
            self.riot.issues += gassed(window, [one for one in there if one.side in MOBS])

    def _inferred(self, attack: Attack, window: Window, way: str) -> None:
        """An attack that nobody announced: legal if any units that can make it explain it."""
        there, view, molotov = window.start.at(attack.cell), View(window.start), way == "molotov"
        self.told |= {one.key for one in there}
        targets = there if molotov else self._targets(attack, window, way)[:1]
        hidden = any(one.side == self.side and one.hidden for one in window.start.units.values())
        if not targets or hidden or len(attack.dice) != len(targets):
            self.unclear = True
            return
        shots = [
            Shot(self.riot, view, tuple(group), targets[0], way)
            for group in self._groups(attack, window.start, way)[0]
        ]
        free = [shot.shooters[0] for shot in shots if not any(shot.faults())]
        if not free or len(free) > effort.TOGETHER:
            if shots and not free:
                self._report(self._chosen(attack, window, way)[1], window)
            self.unclear = True
            return
        groups = [
            group
            for number in range(1, 2 if molotov else len(free) + 1)
            for group in combinations(free, number)
            if number == 1 or not any(map(is_sniper, group))
        ]
        tries = [
            [
                (Shot(self.riot, view, group, one, way), die)
                for one, die in zip(targets, order, strict=True)
            ]
            for group in groups
            for order in orders([die for _, die in attack.dice])
        ]
        self._outcome(attack, window, tries)

    def _unchecked(self, attack: Attack) -> None:
        """5.3.1.b: an attack that was not announced wounds somebody, and nobody checks."""
        acts = [self.record.acts[n] for n in self.phase.acts if attack.first <= n < attack.end]
        hurt = {
            act.kind.partition("_")[2]
            for act in acts
            if act.what == "level" and act.kind.startswith(("wia_", "kia_"))
        }
        checked = {act.piece for act in acts if act.what in ("check", "void")}
        dice = {side for side, _ in attack.spare} | self._rolls_next(attack)
        lost = any(
            act.what == "move" and act.target in LOST_BOXES.values() for _, act in self.phase.each()
        )
        if len(hurt) != 1 or lost or self.side in hurt:
            return
        at, who = self.record.positions[attack.first], hurt.pop()
        window = Window(self.phase, self.riot, attack.first, attack.end)
        hit = at.units.get(next(iter(checked))) if len(checked) == 1 else None
        if hit and hit.size == INDIVIDUAL and hit.side == who:
            what = f"{window.name(hit)} is not eliminated"
            self.riot.find("5.3.1.d", who, what, attack.first)
        elif not checked and who not in dice:
            what = "an attack caused casualties, but nobody checked morale"
            self.riot.find("5.3.1.b", who, what, attack.first)

    def _rolls_next(self, attack: Attack) -> set[str]:
        """The side that rolls the next die after those of an attack."""
        last = max((n for n, _ in attack.dice), default=attack.first)
        rolls = (act for n, act in self.phase.each("roll") if n > last and act.kind in SIDES)
        return {owner(act) for act in islice(rolls, 1)}

    # --- what the attacks leave behind ----------------------------------------------------------

    def _counted_off(self, marker: str, attacks: Sequence[Attack]) -> bool:
        """6.1.f, 6.5.b: whether each grenade or Molotov is counted off; and there were enough."""
        phase, gas, turn = self.phase, marker == "grenades", self.riot.turn
        own = MOLOTOVS.get(self.side) == marker
        ways = GAS if gas else ("molotov",) if own else ()
        used = [one for one in attacks if one.cell and self.way(one) in ways]
        acts = [n for n, act in phase.each("level") if act.kind == marker]
        moved = [phase.table(n + 1).level(marker) - phase.table(n).level(marker) for n in acts]
        left = phase.after.level(marker)
        later = max(0, left - turn.after.level(marker))
        had = phase.before.level(marker) + sum(one for one in moved if one > 0)
        off = later - sum(one for one in moved if one < 0)
        unpaid = [self._use(one) for one in used if not self.counted_off(one, marker)]
        at = [*unpaid, *acts[-1:], phase.begin][0]
        name, number = "Gas Grenade" if gas else "Molotov", len(used)
        spent = f"{counted(number, f'{name} was', f'{name}s were')} used"
        # More than was used is certain where every attack was announced.
        fell = phase.before.level(marker) - max(left, phase.soon(windows.LATER).level(marker))
        more = number and self.record.tidy and fell > number
        if number > had:
            what = f"{spent}, but {had or 'none'} left"
            self.riot.find("6.1.b" if gas else "6.5.b", self.side, what, at)
        elif not self.unclear and (off < number or more):
            what = f"{spent}, but {off or 'none'} counted off"
            self.riot.find("6.1.f" if gas else "6.5.b", self.side, what, at)
        else:
            return not later
        return False

    def _use(self, attack: Attack) -> int:
        """The act with which an attack uses what it costs: its Gas is placed, or a die rolled."""
        moves = self.phase.each("move")
        gas = (n for n, act in moves if act.kind == "gas" and attack.first <= n < attack.end)
        return next(gas, attack.dice[0][0] if attack.dice else attack.first)

    def _fires(self, attacks: Sequence[Attack]) -> None:
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
                self.riot.find("6.5.e", self.side, what, here[0].first, observed=seen)
            elif own and lit and not known and len(here) == 1 and self.phase.finished:
                self._vehicles(cell, here[0])
            elif not own and lit and not known and dice and self.side in MOBS:
                acts = [n for n, act in self.phase.each("move") if act.kind == "fire"]
                if max(dice) + easy < needed and acts:
                    what = f"a Fire breaks out in {cell} and no fire check gives 6"
                    self.riot.find("6.5.e", self.side, what, acts[-1])
        for cell in after.fires if self.phase.finished else ():
            for unit in after.at(cell):
                told = cell in before.fires and unit in before.at(cell)  # when it entered
                if unit.size != VEHICLE and not told:
                    what = f"{self.name(unit)} stays in a Fire"
                    self.riot.find("6.5.f", unit.side, what, self.phase.last)

    def _vehicles(self, cell: str, attack: Attack) -> None:
        """6.5.g: in the square of a new Fire a fire check is made for each Vehicle."""
        there = [one for one in self.phase.before.vehicles(cell) if one.kind != HELICOPTER]
        dice = attack.other[FIRE_CHECK][1:]
        if len(dice) < len(there):
            names = ", ".join(map(self.name, there))
            what = f"a Fire starts, and no fire check is made for every Vehicle: {names}"
            checks = f"{len(there)} checks", f"{len(dice)} checks"
            last = attack.end - 1
            self.riot.find("6.5.g", self.side, what, attack.first, last, CERTAIN, *checks)
        elif len(dice) == len(there) == 1:
            (unit,), total = there, dice[0] + 1
            lost = morale.is_lost(self.phase.after, unit.key)
            if (total >= self.plan.hits(FIRE_CHECK)) != lost:
                fate = "is eliminated" if lost else "stays"
                what = f"the fire check of {self.name(unit)} was {total}, and it {fate}"
                self.riot.find("6.5.g", unit.side, what, attack.first)

    def _crashes(self) -> None:
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
                    self.riot.find("8.6.c", one.side, what, at)
            if self.phase.finished and unit.cell not in after.fires:
                what = f"no Fire starts where the Helicopter crashed in {unit.cell}"
                self.riot.find("8.6.c", unit.side, what, at)


def orders(dice: Sequence[int]) -> list[tuple[int, ...]]:
    """The dice in the order of the units, first as they were rolled, then in others."""
    return (
        [tuple(dice)]
        if len(dice) > effort.SWAPPED_DICE
        else list(dict.fromkeys(permutations(dice)))
    )
