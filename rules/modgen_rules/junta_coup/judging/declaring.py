"""Declarations and markers (10.0, 11.0): who says that he fights where, and in what order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.record.turn_order import overtaken
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.dice_reading import Reading
from modgen_rules.junta_coup.judging.issues import breach, oddity
from modgen_rules.junta_coup.law.battle import declaration_fault
from modgen_rules.junta_coup.reading.record import Record
from modgen_rules.junta_coup.wording import Words

FAULTS = {
    "10.a": ", where fewer than two families have Units",
    "11.f": " without a Unit there",
}
"""What is wrong with a place in which an attack is declared."""
NO_BATTLE = ("10.a", "16.a")
"""The clauses by which there can be no battle in it."""


@dataclass
class Declarations:
    """Judges the attack markers and the Battle marker of one phase: acts `start` to `end`."""

    record: Record
    words: Words
    reading: Reading
    start: int
    dice: int
    end: int

    def judge(self) -> list[Issue]:
        """What was wrong with the markers."""
        return [*self._attacks(), *self._marker(), *self._undeclared()]

    def _final(self, what: str) -> list[tuple[int, Act]]:
        """Markers that were set and not taken back before anything else happened."""
        found: list[tuple[int, Act]] = []
        for n in range(self.start, self.end):
            act = self.record.acts[n]
            if act.what != what or act.kind == "face":
                continue
            if found and found[-1][1].piece == act.piece and act.source == found[-1][1].target:
                between = self.record.acts[found[-1][0] + 1 : n]
                moved = sum(
                    one.step == act.step and one.what in ("attack", "battle")
                    for one in self.record.acts[self.start : self.end]
                )
                quiet = all(one.what not in ("roll", "unit", "attack") for one in between)
                if quiet and moved == 1 and what == "attack":
                    found.pop()
            if act.target in self.record.city.near:
                found.append((n, act))
        return found

    # --- attack markers --------------------------------------------------------------------------

    def _attacks(self) -> list[Issue]:
        """2.b, 4.a, 10.a, 11.a, 11.f, 16.a: who may declare an attack where, and when."""
        record, issues = self.record, list[Issue]()
        declared: list[str] = []
        battles = {one.space: one.first for one in self.reading.fought}
        over = min((one.last for one in self.reading.fought), default=self.end)
        for n, act in self._final("attack"):
            at = max(n, self.dice if n < self.dice < self.end else n)
            position = record.positions[at]
            who, space = act.owner, act.target
            name, place = self.words.family(who), self.words.place(space)
            there = record.units(at, space) or record.units(n, space)
            there = there if len(there) > 1 else record.units(n, space)
            own = self.record.trusted and act.side == who
            if fault := declaration_fault(position, who, space, there):
                away = ", who is dead or in exile," if fault == "4.a" else ""
                what = f"{name}{away} declared an attack in {place}{FAULTS.get(fault, '')}"
                issue = breach(fault, who, what, act.step)
                issues.append(issue._replace(place=space) if fault in NO_BATTLE else issue)
            elif n > over:
                what = f"{name} declared an attack in {place} after a battle had been fought"
                note = breach if own and battles.get(space, 0) < n else oddity
                issues.append(note("2.b", who, what, act.step))
            elif overtaken(position.order(position.president), who, declared):
                later = [one for one in dict.fromkeys(declared) if one != who]
                what = f"{name} declared its attack after {self.words.families(later)}"
                note = breach if own and position.phase and who not in declared else oddity
                issues.append(note("11.a", who, what, act.step))
            declared.append(who)
        return issues

    # --- the Battle marker -----------------------------------------------------------------------

    def _marker(self) -> list[Issue]:
        """10.b, 16.a: the Battle marker goes to a space once a phase, never to an Embassy."""
        issues, been = list[Issue](), list[str]()
        fought = Counter(one.space for one in self.reading.fought)
        for _, act in self._final("battle"):
            place = self.words.place(act.target)
            if act.target in self.record.city.embassies:
                if act.target not in fought:
                    what = f"the Battle marker was put in {place}"
                    issues.append(oddity("16.a", "", what, act.step))
            elif act.target in been and fought[act.target] < 2:  # else its dice tell of it
                again = f"the Battle marker was moved back to {place}"
                issues.append(oddity("10.b", "", again, act.step))
            been.append(act.target)
        return issues

    def _undeclared(self) -> list[Issue]:
        """11.b: a battle that nobody declared, in a log where attacks are declared by markers."""
        if not self.record.marks:
            return []
        declared = {
            act.target for act in self.record.acts[self.start : self.end] if act.what == "attack"
        }
        declared |= {
            piece.place
            for piece in self.record.positions[self.start].others.values()
            if piece.kind.startswith("attack_")
        }
        marked = {act.target for _, act in self._final("battle")}
        spaces = dict.fromkeys([*marked, *(one.space for one in self.reading.fought)])
        issues = []
        for space in spaces:
            battle = next((one for one in self.reading.fought if one.space == space), None)
            said = battle and self.record.said(self.start, battle.first) == space
            if space in declared or said or space in self.record.city.embassies:
                continue
            steps = [act.step for _, act in self._final("battle") if act.target == space]
            step = steps[0] if steps else self.record.step(battle.first if battle else self.dice)
            what = f"nobody declared an attack in {self.words.place(space)}"
            issues.append(oddity("11.b", "", what, step, price=1.0))
        return issues
