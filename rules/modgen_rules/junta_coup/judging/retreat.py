"""Retreats (15.0), and Units that move while battles are fought (2.f, 7.d)."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from modgen_rules.engine.record.turn_order import overtaken
from modgen_rules.engine.reports.findings import listed
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.dice_reading import Fought, Reading
from modgen_rules.junta_coup.judging.issues import breach, cost, oddity
from modgen_rules.junta_coup.law.battle import fighters, refuges, stayers
from modgen_rules.junta_coup.law.city import DEAD
from modgen_rules.junta_coup.reading.record import Record
from modgen_rules.junta_coup.wording import Words, verb

IF_SO = "which is allowed only if losses by bombardment do not count"


class Shift(NamedTuple):
    """A Unit that went from one space to another during the Battle segment."""

    key: str
    kind: str
    family: str
    source: str
    target: str
    act: int


@dataclass
class Retreats:
    """Judges what moved from act `dice` to `end`, given the battles of a reading."""

    record: Record
    words: Words
    reading: Reading
    start: int
    dice: int
    end: int
    blind: frozenset[str]
    left_open: str = ""
    """The space of a battle that goes on after the log."""
    completed: frozenset[tuple[str, str, str]] = frozenset()
    """Movements of this phase: family, from, to. A Unit left behind may follow late."""

    def judge(self) -> dict[str, list[Issue]]:
        """What was wrong, by the space of the battle; `` for what belongs to none."""
        found: dict[str, list[Issue]] = defaultdict(list)
        shifts = self._shifts()
        battles = self._battles()
        loose: dict[tuple[str, str, str, str], list[Shift]] = defaultdict(list)
        retreats: dict[str, list[Shift]] = defaultdict(list)
        for shift in shifts:
            if shift.source in battles and shift.act > battles[shift.source].first:
                retreats[shift.source].append(shift)
            elif shift.source not in self.blind:
                loose[shift.family, shift.kind, shift.source, shift.target].append(shift)
            else:
                retreats[shift.source].append(shift)
        for members in loose.values():
            found[""] += self._loose(members)
        for space in dict.fromkeys((*battles, *retreats)):
            battle = battles.get(space)
            again = [one.first for one in self.reading.fought if one.space == space][1:]
            # 10.b: the losses of a second battle count for what follows it only.
            told = [self._battle(space, battle, retreats[space], n) for n in [self.end, *again]]
            found[space] += min(told, key=cost)
        return found

    def _battles(self) -> dict[str, Fought]:
        """The battle in each space; of several (10.b) the longest, from the first act of all."""
        found: dict[str, Fought] = {}
        for one in self.reading.fought:
            same = found.get(one.space, one)
            longest = max(same, one, key=lambda battle: battle.exchanges)
            found[one.space] = longest._replace(first=min(same.first, one.first))
        return found

    def _shifts(self) -> list[Shift]:
        """Where Units went; a drag there and back, or on to another space, is one."""
        near, found = self.record.city.near, dict[str, Shift]()
        done: list[Shift] = []
        battles = {space: one.first for space, one in self._battles().items()}
        for n in range(self.dice, self.end):
            act = self.record.acts[n]
            if act.what != "unit" or act.target not in near:
                if act.piece in found and act.what == "unit":
                    done.append(found.pop(act.piece))
                continue
            if act.source == DEAD:
                continue
            source = act.source if act.source in near else ""
            last = found.get(act.piece)
            again = last and last.target in battles and n > battles[last.target] > last.act
            if last and not again:
                found[act.piece] = last._replace(target=act.target, act=n)
            else:
                if last:
                    done.append(last)
                found[act.piece] = Shift(act.piece, act.kind, act.owner, source, act.target, n)
        both = [*done, *found.values()]
        return sorted((one for one in both if one.source != one.target), key=lambda one: one.act)

    def _loose(self, members: list[Shift]) -> list[Issue]:
        """2.c, 2.f, 7.b, 7.d: like Units move, land or come while battles are fought."""
        _, kind, family, source, target, act = members[0]
        units = self.words.owned(kind, len(members), family)
        step, last = self.record.step(act), self.record.step(members[-1].act)
        if not source:
            clauses = ["7.d" if kind in ("marines", "paratroopers") else "2.c"]
            if kind == "marines" and target not in self.record.city.landings:
                clauses.append("7.b")
            what = f"{units} came to {self.words.place(target)} after dice had been rolled"
            return [breach(clause, family, what, step, last) for clause in clauses]
        way = f"from {self.words.place(source)} to {self.words.place(target)}"
        what = f"{units} moved {way} after dice had been rolled"
        note = oddity if (family, source, target) in self.completed else breach
        return [note("2.f", family, what, step, last)]

    # --- one battle ------------------------------------------------------------------------------

    def _losses(self, space: str, until: int) -> Counter[str]:
        """15.a: Units lost in a battle before an act, those that had nowhere to go not counted.

        A Unit that left the map before any dice, and not for the dead, was taken back.
        """
        lost: Counter[str] = Counter()
        near = self.record.city.near
        for n in range(self.start, until):
            act = self.record.acts[n]
            if act.what == "unit" and act.source == space and act.target not in near:
                lost[act.owner] += n >= self.dice or act.target == DEAD
            elif act.what == "unit" and act.source == DEAD and act.target == space:
                lost[act.owner] -= 1
        for (where, family), number in self.reading.forced.items():
            if where == space:
                lost[family] -= number
        return lost

    def _battle(
        self, space: str, battle: Fought | None, shifts: list[Shift], until: int
    ) -> list[Issue]:
        """15.a-15.g: who lost least before an act stays, all others leave unless they are held."""
        index = min((one.act for one in shifts), default=self.end)
        arrived = self.record.arrived(self.dice, self.end, space)
        rivals = {
            *fighters(self.record.units(index, space), arrived),
            *(one.family for one in shifts),
        }
        rivals |= {who for (where, who), n in self.reading.forced.items() if where == space and n}
        there = fighters(self.record.units(self.end, space), arrived)
        lost = self._losses(space, until)
        first = battle.first if battle else self.dice
        last = max([one.act for one in shifts], default=battle.last if battle else self.dice)
        steps = (self.record.step(first), self.record.step(last))
        left = list(dict.fromkeys(one.family for one in shifts))
        left += [
            who
            for (where, who), n in sorted(self.reading.forced.items())
            if where == space and n and who not in left
        ]
        if battle is None or space in self.blind:
            return self._targets(space, shifts, set(rivals))
        without = Counter(lost)
        without.subtract(battle.shelled)
        stays = [stayers(rivals, lost), stayers(rivals, without)]
        right = self._rightful(space, rivals, lost)
        named, _ = self._entries(first)
        held = {
            (who, other) for who, whom in named for other in ({whom} if whom else rivals) - {who}
        }
        issues: list[Issue] = []
        for who, whom in sorted(held):
            if all(who not in stay or (stay == rivals and whom in rivals) for stay in stays):
                what = (
                    f"{self.words.family(who)} forbade {self.words.family(whom)} to leave "
                    f"{self.words.place(space)}"
                )
                issues.append(
                    breach("15.b", who, what, *steps, expected=self._expected(rivals, lost))
                )
        for who in sorted(rivals, key=lambda one: ([*left, one].index(one), one)):
            if right and (who in left) != (who in right):
                continue
            issues += self._family(space, who, rivals, stays, held, left, there, lost, steps)
        if any(one.clause == "15.a" for one in issues):
            issues = [one for one in issues if one.clause != "15.c"]  # the same mistake
        return issues + self._targets(space, shifts, {one.actor for one in issues})

    def _rightful(self, space: str, rivals: set[str], lost: Counter[str]) -> set[str]:
        """15.a: who stays if losses had followed the dice; empty if they did.

        A Unit that is removed without a hit, or is hit and stays, is a mistake of its own.
        """
        due, others = Counter(lost), set[str]()
        for sign, counts in ((-1, self.reading.unhit), (1, self.reading.spared)):
            for (where, who), number in counts.items():
                if where == space:
                    due[who] += sign * number
                    others.add(who)
        return stayers(rivals | others, due) if others else set()

    def _entries(self, first: int) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
        """15.b, 15.d: who announced that somebody may not leave, or may come in.

        Whom an announcement means is empty if it names nobody.
        """
        later = [one.first for one in self.reading.fought if one.first > first]
        until = min(later, default=self.end) if first >= self.dice else self.end
        said = [act for act in self.record.acts[first:until] if act.what == "say"]
        return (
            {(act.owner, act.target) for act in said if act.kind == "hold"},
            {(act.owner, act.target) for act in said if act.kind == "let_in"},
        )

    def _expected(self, rivals: set[str], lost: Counter[str]) -> str:
        names = [f"{self.words.family(who)} {max(0, lost[who])}" for who in sorted(rivals)]
        return f"losses: {listed(names)}"

    def _family(
        self,
        space: str,
        who: str,
        rivals: set[str],
        stays: list[set[str]],
        held: set[tuple[str, str]],
        left: list[str],
        there: dict[str, list[str]],
        lost: Counter[str],
        steps: tuple[int, int],
    ) -> list[Issue]:
        """15.a, 15.b, 15.c, 15.g: whether one family may leave, may stay, or must leave."""
        name, place = self.words.family(who), self.words.place(space)
        expected = self._expected(rivals, lost)
        kept = [{(one, who) for one in stay} <= held for stay in stays]
        if who in left:
            fits = [who not in stay and not hold for stay, hold in zip(stays, kept, strict=True)]
            if fits[0]:
                if who not in there or space == self.left_open:
                    return []
                what = f"{name} left {place}, but not with all Units"
                return [oddity("15.c", who, what, *steps, expected=expected)]
            if any(fits):
                what = f"{name} left {place}, {IF_SO}"
                return [oddity("15.a", who, what, *steps, expected=expected)]
            stay = stays[0]
            if stay == rivals:
                clause = "15.g" if len(rivals) > 1 else "15.n"
                what = (
                    f"{name} left {place} although no family there had lost more Units than another"
                )
            elif who in stay:
                clause, what = "15.a", f"{name}, who lost the fewest Units, left {place}"
            else:
                clause = "15.b"
                lenient = "the families that lost fewer Units had not allowed it"
                what = f"{name} left {place}, but {lenient}"
            return [breach(clause, who, what, *steps, expected=expected)]
        fits = [who in stay or hold for stay, hold in zip(stays, kept, strict=True)]
        if fits[0] or who not in there or space == self.left_open:
            return []
        what = f"{name}, who did not lose the fewest Units, stayed in {place}"
        if any(fits):
            what = f"{name} stayed in {place}, {IF_SO}"
        return [oddity("15.c", who, what, *steps, expected=expected)]

    def _targets(self, space: str, shifts: list[Shift], told: set[str]) -> list[Issue]:
        """15.d, 15.e, 15.f: to an adjacent free space, or where all agree; in order of turns."""
        city, words, issues = self.record.city, self.words, list[Issue]()
        _, let_in = self._entries(self.start)
        groups: dict[tuple[str, str], list[Shift]] = defaultdict(list)
        for shift in shifts:
            groups[shift.family, shift.target].append(shift)
        gone: list[str] = []
        for (who, target), members in groups.items():
            step, last = self.record.step(members[0].act), self.record.step(members[-1].act)
            units = words.owned(members[0].kind, len(members), who)
            way = f"from {words.place(space)} to {words.place(target)}"
            order = self.record.positions[members[0].act].movers()
            if target not in city.near.get(space, ()):
                what = f"{units} retreated {way}, which is not adjacent"
                issues.append(breach("15.d", who, what, step, last))
            elif target not in city.embassies:
                there = self.record.units(members[0].act, target)
                others = [one for one in there if one != who and (one, who) not in let_in]
                if others and who not in told:
                    have = verb(len(others), "has", "have")
                    what = f"{units} retreated {way}, where {words.families(others)} {have} Units"
                    issues.append(oddity("15.d", who, what, step, last))
            if overtaken(order, who, gone) and who not in gone:
                what = f"{words.family(who)} retreated after {words.families(gone)}"
                issues.append(oddity("15.e", who, what, step, last))
            gone.append(who)
        return issues + self._removed(space, {shift.family for shift in shifts})

    def _removed(self, space: str, fled: set[str]) -> list[Issue]:
        """15.f: Units are removed only if there is nowhere to go, as for those that fled."""
        issues = list[Issue]()
        for (where, who), number in sorted(self.reading.forced.items()):
            if where != space or not number:
                continue
            acts = [
                n
                for n in range(self.dice, self.end)
                if self.record.acts[n].what == "unit"
                and (self.record.acts[n].source, self.record.acts[n].owner) == (space, who)
            ]
            free = refuges(self.record.positions[acts[-1]], space, who)
            if free:
                what = (
                    f"{self.words.family(who)} removed the Units that had to leave "
                    f"{self.words.place(space)}, although {self.words.place(free[0])} was free"
                )
                step = self.record.step(acts[-1])
                issues.append((breach if who in fled else oddity)("15.f", who, what, step))
        return issues
