"""Reads and judges a Fire Combat phase: who attacks whom with what, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from modgen_rules.civil_power import morale, weapons
from modgen_rules.civil_power.attacks import Attack, AttackReader
from modgen_rules.civil_power.bookings import NOTHING, Booked, Entry, Ledger, casualties, together
from modgen_rules.civil_power.fire import PLAIN_WAYS, Fault, Shot
from modgen_rules.civil_power.levels import (
    AGITATOR,
    GAS,
    HELICOPTER,
    SHOCK_WEAPONS,
    SNIPER,
    TV_CREW,
    base,
    is_sniper,
)
from modgen_rules.civil_power.morale import Cause, checks_morale
from modgen_rules.civil_power.ordeal import Duty, Need, Window
from modgen_rules.civil_power.phases import Phase
from modgen_rules.civil_power.plan import INDIVIDUAL, LOST_BOXES, MOBS, SUPPRESSED, VEHICLE
from modgen_rules.civil_power.riot import Riot
from modgen_rules.civil_power.shock import AREAS, X
from modgen_rules.civil_power.shock import NONE as NO_SHOCK
from modgen_rules.civil_power.sight import View
from modgen_rules.civil_power.state import Position, Unit
from modgen_rules.engine.sections import Issue

ANYBODY = ("", "everyone", "nobody")
"""Targets of announcements that name no size of unit."""
FIRE_FROM = 6
"""6.5: the modified die from which a Fire breaks out."""
MOST_TOGETHER = 6
"""The number of units that are tried together when an attack was not announced."""
MOST_CHOICES = 12
"""The number of units that are tried as shooters when nothing tells who fired."""


def judge(phase: Phase, riot: Riot) -> str:
    """Judge a Fire Combat phase; notes what is wrong in `riot`. Returns its story."""
    return FirePhase(phase, riot).judge()


@dataclass
class FirePhase:
    """Judges one phase."""

    phase: Phase
    riot: Riot
    told: set[str] = field(default_factory=set)
    """The units whose fate an attack explains."""
    story: list[str] = field(default_factory=list)
    unclear: bool = False
    """Whether some attack is not known well enough to say what it booked."""

    def __post_init__(self) -> None:
        self.record, self.side = self.riot.record, self.phase.side
        self.ledger = Ledger(self.phase)

    def judge(self) -> str:
        """All attacks in order, then casualties, and losses without a reason."""
        attacks = AttackReader(self.phase).read()
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
        if attacks:
            self.riot.booked = not (self.unclear or wrong)
        wrong = list(self._supplies(attacks))
        self.riot.issues += wrong
        if attacks:
            self.riot.counted = not (self.unclear or wrong)
        self.riot.issues += self._fires(attacks)
        self.riot.issues += self._crashes()
        if not self.unclear and all(attack.cell for attack in attacks):
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
        way = self._way(attack, window.start)
        self.story.append(f"{way or 'fire'} at {attack.cell}")
        if attack.inferred:
            self._inferred(attack, window, view, way)
        elif way in GAS:
            self._gas(attack, window, view, way)
        elif way == "molotov":
            self._molotov(attack, window, view)
        elif way in SHOCK_WEAPONS:
            self._shock_weapon(attack, window, view, way)
        else:
            self._fire(attack, window, view, way)

    def _unchecked(self, attack: Attack) -> None:
        """5.3.1.b: an attack that was not announced wounds somebody, and nobody checks."""
        acts = [self.record.acts[n] for n in self.phase.acts if attack.first <= n < attack.end]
        hurt = {act.kind.partition("_")[2] for act in acts
                if act.what == "level" and act.kind.startswith(("wia_", "kia_"))}  # fmt: skip
        checked = any(act.what in ("check", "void") for act in acts)
        dice = {side for side, _ in attack.spare}
        lost = any(act.what == "move" and act.target in LOST_BOXES.values()
                   for _, act in self.phase.each())  # fmt: skip
        named = all(self.record.acts[n].side for n, _ in attack.dice)
        if len(hurt) == 1 and not (hurt & {self.side} or checked or hurt & dice or lost) and named:
            window = Window(self.phase, self.riot, attack.first, attack.end)
            what = "nobody checked morale after an attack that wounded somebody"
            self.riot.issues.append(window.issue("5.3.1.b", hurt.pop(), what))

    def _way(self, attack: Attack, at: Position) -> str:
        """The weapon of an attack: announced, or shown by what was done."""
        if attack.way:
            return attack.way
        units = [at.units[key] for key in attack.shooters if key in at.units]
        if attack.gas:
            near = any(at.field.away(one.cell, attack.cell) == 1 for one in units)
            guns = any(at.marked(one.cell, "gas_gun") for one in units)
            return "hand_gas" if near and not guns else "gas_gun"
        if self.side in MOBS and "fire_check" in attack.other:
            return "molotov"
        for one in units:
            if one.kind in ("water_cannon", "ads"):
                return "water" if one.kind == "water_cannon" else "ads"
        return ""

    def _groups(self, attack: Attack, at: Position, way: str) -> tuple[list[list[Unit]], bool]:
        """The sets of units that may have attacked, and whether they are known."""
        marked = [at.units[key] for key in sorted(attack.shooters) if key in at.units]
        old = [at.units[key] for key in sorted(attack.earlier) if key in at.units]
        marked = [one for one in marked if one.side == self.side]
        if marked:
            return [marked, *([[*marked, *old]] if old else [])], True
        able = [one for one in at.units.values() if one.side == self.side and not one.hidden]
        if way not in PLAIN_WAYS:
            able = weapons.users(able, way)
        else:
            able = [one for one in able if self.riot.plan.fire(one.kind, one.face)]
        able.sort(key=lambda one: (at.field.away(one.cell, attack.cell), one.key))
        groups = [[one] for one in able[:MOST_CHOICES]]
        return ([old] if old else []) + groups, False

    def _targets(self, attack: Attack, window: Window) -> list[Unit]:
        """The enemies that may be the target, those first that checked or changed."""
        there = window.start.at(attack.cell)
        enemies = [one for one in there if one.side != self.side]
        if attack.aim not in ANYBODY:
            # A face that fits nobody there was left from another attack.
            enemies = [one for one in enemies if one.size == attack.aim] or enemies
        touched = {self.record.acts[n].piece for n in window.acts}
        if len(enemies) > 1 and any(one.key in touched for one in enemies):
            enemies = [one for one in enemies if one.key in touched]
        return enemies

    def _note_fired(self, group: Sequence[Unit], known: bool, n: int) -> None:
        """4.0.e, 5.3.a: remembers who attacked."""
        if known:
            for one in group:
                self.riot.fired.setdefault(one.key, n)
        elif len(group) == 1:
            self.riot.may_have_fired.setdefault(group[0].key, n)

    def _report(self, faults: Sequence[Fault], window: Window, known: bool = True) -> None:
        for one in faults:
            issue = window.issue(
                one.clause, self.side, one.what, last=window.first, ruling=one.ruling
            )
            if not known:
                issue = issue._replace(verdict="cannot-tell")
            if issue not in self.riot.issues:
                self.riot.issues.append(issue)

    @staticmethod
    def _lightest(
        options: Sequence[tuple[list[Unit], list[Fault]]],
    ) -> tuple[list[Unit], list[Fault]]:
        """Of choices of units the one with the fewest faults, soft ones counting half."""
        return min(options, key=lambda one: sum(0.5 if fault.ruling else 1 for fault in one[1]))

    # --- firearms and rocks ----------------------------------------------------------------------

    def _fire(self, attack: Attack, window: Window, view: View, way: str) -> None:
        targets = self._targets(attack, window)
        groups, known = self._groups(attack, window.start, way)
        if not targets:
            if known:
                what = f"there is no such enemy in {attack.cell}"
                self._report([Fault("5.3.b", what)], window)
            self.unclear = True
            return
        if not groups:
            what = f"nobody can fire on {attack.cell}"
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
        self.riot.issues += [one for one in best or [] if one not in self.riot.issues]
        self.riot.issues += self._only_one(attack, window)
        self.ledger.entries.append(
            Entry(frozenset(options), attack.first, attack.end, self.side, "5.3.1.e", why)
        )

    def _only_one(self, attack: Attack, window: Window) -> Iterator[Issue]:
        """5.3.1.b: of the enemies in a square one is the target, and only it checks."""
        if not attack.announced or len(attack.dice) != 1 or not self.phase.record.tidy:
            return
        there = {one.key: one for one in window.start.at(attack.cell) if one.side != self.side}
        checked = {
            act.piece: n for n, act in reversed(morale.made(self.riot.record, window.acts))
            if act.piece in there
        }  # fmt: skip
        for key, n in sorted(checked.items(), key=lambda one: one[1])[1:]:
            what = f"{window.name(there[key])} checked morale after an attack on another unit"
            yield window.issue("5.3.1.b", there[key].side, what, n)

    def _suffered(self, window: Window, shot: Shot, results: set[str]) -> Iterator[Issue]:
        """Whether a target was removed or checked as the results ask."""
        target = shot.target
        self.told.add(target.key)
        removes = {shot.kills(result) for result in results}
        # A removal may be seen late; a later attack may be the reason for it.
        seen = window.after if removes == {False} else self.phase.after
        lost = morale.is_lost(seen, target.key)
        name = window.name(target)
        if target.size == VEHICLE or base(target) == AGITATOR:
            if removes == {True} and not lost:
                clause = "5.3.1.d" if target.size == INDIVIDUAL else "8.12.1"
                yield window.issue(clause, target.side, f"{name} is not eliminated")
            elif removes == {False} and lost and not self._orphaned(target):
                clause = "5.3.1.a" if target.size == INDIVIDUAL else "8.12.1.a"
                yield window.issue(clause, target.side, f"{name} was eliminated")
            return
        if removes == {True}:
            if not lost:
                yield window.issue("5.3.1.d", target.side, f"{name} is not eliminated")
            return
        checks = window.checks_of(target)
        if checks:
            yield from window.check(target, Cause("fire"), checks[0])
        elif removes == {False} or not lost:
            window.needs.append(Need(target, Cause("fire"), False, "5.3.1.b"))

    def _orphaned(self, unit: Unit) -> bool:
        """6.3.c, 6.4.c: whether all who were stacked with a unit were eliminated."""
        friends = [one for one in self.phase.before.at(unit.cell, unit.side)
                   if base(one) not in (AGITATOR, TV_CREW) and one.key != unit.key]  # fmt: skip
        return bool(friends) and all(morale.is_lost(self.phase.after, one.key) for one in friends)

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
        groups = [(one,) for one in free] if molotov else [
            group for number in range(1, len(free) + 1) for group in combinations(free, number)
            if number == 1 or not any(is_sniper(one) for one in group)
        ]  # fmt: skip
        kind = weapons.Molotov if molotov else Shot
        damages, seen = {NOTHING} - {NOTHING}, dict[str, set[str]]()
        for order in _orders(dice):
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
            Entry(frozenset(damages), attack.first, attack.end, self.side, "5.3.1.e", {})
        )

    # --- special weapons -------------------------------------------------------------------------

    def _weighed(
        self, attack: Attack, window: Window, view: View, way: str, target: Unit | None = None
    ) -> tuple[list[Unit], list[Fault], bool]:
        """The units that used a weapon, what was wrong with it, and whether they are known."""
        groups, known = self._groups(attack, window.start, way)
        if not groups:
            clause = weapons.RANGE_CLAUSES[way]
            return [], [Fault(clause, f"nobody can use this weapon at {attack.cell}")], False
        options = [
            (one, list(weapons.faults(self.riot, view, one, attack.cell, way, target)))
            for one in groups
        ]  # fmt: skip
        return *self._lightest(options), known

    def _used(
        self, attack: Attack, window: Window, view: View, way: str, target: Unit | None
    ) -> tuple[list[Unit], bool]:
        """The units that used a weapon, after noting what was wrong with it."""
        group, faults, known = self._weighed(attack, window, view, way, target)
        self._report(faults, window, bool(attack.announced or attack.gas))
        self._note_fired(group, known, attack.first)
        return group, known

    def _gas(self, attack: Attack, window: Window, view: View, way: str) -> None:
        """6.1: gas is placed; every Mob unit there checks at once."""
        by_gun = bool(attack.way)
        if self.side in MOBS or not (attack.announced or attack.shooters or self._counted(attack)):
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
        if 6 in canister and there:
            wounded = {frozenset({(f"wia_{one.side}", 1)}) for one in there}
            entry = Entry(frozenset(wounded), attack.first, attack.end, self.side, "6.1.1.d", {})
            self.ledger.entries.append(entry)
        if attack.gas or attack.way in GAS:
            self.riot.issues += gassed(window, [one for one in there if one.side in MOBS])

    def _counted(self, attack: Attack) -> bool:
        """Whether a Gas Grenade was counted off for an attack."""
        return any(act.kind == "grenades" for n, act in self.phase.each("level")
                   if attack.first <= n < attack.end)  # fmt: skip

    def _molotov(self, attack: Attack, window: Window, view: View) -> None:
        """6.5: strength 4 on each unit in the square, then a fire check."""
        group, known = self._used(attack, window, view, "molotov", None)
        there = window.start.at(attack.cell)
        dice = [die for _, die in attack.dice]
        self.told |= {one.key for one in there}
        if not group or not there:
            return
        throws = max(len(attack.other.get("fire_check", [])), 1)
        if known and len(dice) < len(there):
            what = f"{len(dice)} dice were rolled for {len(there)} units in {attack.cell}"
            self._report([Fault("6.5.d", what)], window)
        if not attack.other.get("fire_check"):
            self._report([Fault("6.5.e", f"no fire check was made for {attack.cell}")], window)
        if not known or len(dice) != len(there) or throws > 1:
            self.unclear = True
            return
        shots = [weapons.Molotov(self.riot, view, (group[0],), one, "molotov") for one in there]
        options: set[Booked] = set()
        best: list[Issue] | None = None
        for order in _orders(dice):
            results = [shot.results(die) for shot, die in zip(shots, order, strict=True)]
            for chosen in product(*results):
                pairs = zip(shots, chosen, strict=True)
                options.add(together(shot.damage(result) for shot, result in pairs))
            window.reset()
            issues = [
                issue for shot, seen in zip(shots, results, strict=True)
                for issue in self._suffered(window, shot, seen)
            ]  # fmt: skip
            issues += window.settle()
            if best is None or len(issues) < len(best):
                best = issues
        self.riot.issues += [one for one in best or [] if one not in self.riot.issues]
        entry = Entry(frozenset(options), attack.first, attack.end, self.side, "5.3.1.e", {})
        self.ledger.entries.append(entry)

    def _shock_weapon(self, attack: Attack, window: Window, view: View, way: str) -> None:
        """8.1 to 8.3: a result of the Shock table, without a return roll."""
        targets = self._targets(attack, window)
        if way == "water":
            enemies = [one for one in window.start.at(attack.cell) if one.side != self.side]
            # A TV Crew beside the target is not attacked (8.8).
            targets = [one for one in enemies if base(one) != TV_CREW] or enemies
        group, known = self._used(attack, window, view, way, targets[0] if targets else None)
        burning = attack.cell in window.start.fires and attack.cell in self.phase.after.fires
        if way == "water" and burning:
            self._report([Fault("8.2.d", f"the Fire in {attack.cell} still burns")], window)
        self.told |= {one.key for one in targets}
        if not group or not targets or not attack.dice or not known:
            self.unclear = self.unclear or bool(attack.dice and targets)
            return
        hit = targets if way == "water" else targets[:1]
        options, best = set[Booked](), list[Issue]()
        results = {
            result for _, die in attack.dice for result in
            weapons.shock_results(self.riot, view, group, attack.cell, way, hit[0], die)
        }  # fmt: skip
        for number, result in enumerate(sorted(results)):
            wounds = result == X and way != "ads"
            # Whether a Crowd counts the WIA of X twice is open.
            single = {frozenset({(f"wia_{one.side}", 1)}) for one in hit}
            options |= single | {casualties("W", one) for one in hit} if wounds else {NOTHING}
            issues: list[Issue] = []
            window.reset()
            for unit in hit:
                if base(unit) in (AGITATOR, TV_CREW) or unit.size == VEHICLE:
                    continue
                duty = Duty(
                    AREAS[result], result != NO_SHOCK, int(result == X and way != "ads"),
                    "8.1.h" if way == "batons" else "5.4.3.b",
                )  # fmt: skip
                fellows = frozenset(one.key for one in hit)
                issues += window.judge(unit, fellows, duty, [one.cell for one in group])
            issues += window.settle()
            if number == 0 or len(issues) < len(best):
                best = issues
        self.riot.issues += [one for one in best if one not in self.riot.issues]
        entry = Entry(frozenset(options), attack.first, attack.end, self.side, "5.3.1.e", {})
        self.ledger.entries.append(entry)

    # --- supplies and Fires --------------------------------------------------------------------

    def _supplies(self, attacks: Sequence[Attack]) -> Iterator[Issue]:
        """6.1.f, 6.5.b: each grenade and Molotov is counted off, and there were enough."""
        used = {"grenades": 0, "molotovs": 0, "molotovs_2": 0}
        own = "molotovs" if self.side == MOBS[0] else "molotovs_2"
        first: dict[str, int] = {}
        for attack in attacks:
            way = self._way(attack, self.record.positions[attack.first]) if attack.cell else ""
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
                int(act.target) - int(act.source) for _, act in self.phase.each("level")
                if act.kind == marker and act.source.isdigit() and act.target.isdigit()
            ]  # fmt: skip
            had = self.phase.before.level(marker) + sum(one for one in moved if one > 0)
            counted = -sum(one for one in moved if one < 0)
            gas, name = marker == "grenades", "Gas Grenades" if marker == "grenades" else "Molotovs"
            window = Window(self.phase, self.riot, first.get(marker, 0), self.phase.end)
            if number > had:
                what = f"{number} {name} were used, but {had} were left"
                yield window.issue("6.1.b" if gas else "6.5.b", self.side, what)
            elif (counted < number and not self.unclear) or (
                counted > number and number and not self.unclear and self._all_told(attacks)
            ):
                what = f"{number} {name} were used and {counted} counted off"
                yield window.issue("6.1.f" if gas else "6.5.b", self.side, what)

    @staticmethod
    def _all_told(attacks: Sequence[Attack]) -> bool:
        """Whether every attack was announced, so that none can have been overlooked."""
        return all(attack.announced for attack in attacks)

    def _fires(self, attacks: Sequence[Attack]) -> Iterator[Issue]:
        """6.5.e, 6.5.f: a Fire breaks out on 6, and nobody stays in it."""
        after, before = self.phase.after, self.phase.before
        checked: dict[str, list[int]] = {}
        elsewhere = [die for attack in attacks if not attack.cell
                     for die in attack.other.get("fire_check", [])]  # fmt: skip
        for attack in attacks:
            if attack.cell:
                checked.setdefault(attack.cell, []).extend(attack.other.get("fire_check", []))
        for cell, dice in checked.items():
            easy = bool(before.vehicles(cell)) or before.field.is_building(cell)
            burns = any(die + easy >= FIRE_FROM for die in dice)
            known = burns or FIRE_FROM - easy > max(elsewhere, default=0)
            if known and dice and burns != (cell in after.fires) and cell not in before.fires:
                first = next(one for one in attacks if one.cell == cell)
                window = Window(self.phase, self.riot, first.first, first.end)
                what = f"the highest fire check of {cell} was {max(dice) + easy}"
                seen = "a Fire" if cell in after.fires else "no Fire"
                yield window.issue("6.5.e", self.side, what, observed=seen)
        yield from self._kindled(checked, elsewhere)
        if not self.phase.finished:
            return
        for cell in after.fires:
            for unit in after.at(cell):
                window = Window(self.phase, self.riot, self.phase.last, self.phase.end)
                if unit.size != VEHICLE:
                    what = f"{window.name(unit)} stays in a Fire"
                    yield window.issue("6.5.f", unit.side, what)

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
            if max(dice) + plus < FIRE_FROM:
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

    # --- the end of the phase --------------------------------------------------------------------

    def _unexplained(self) -> Iterator[Issue]:
        """Units that were lost or suppressed without an attack."""
        before, after = self.phase.before, self.phase.after
        window = Window(self.phase, self.riot, self.phase.begin, self.phase.end)
        self.told |= window.crowded
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


def _orders(dice: Sequence[int]) -> Iterator[tuple[int, ...]]:
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
        else:
            window.needs.append(Need(unit, Cause("gas"), False, clause))
    yield from window.settle()
