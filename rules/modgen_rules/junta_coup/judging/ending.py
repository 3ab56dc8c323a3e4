"""How a coup ends (2.e, 17.0): sides are chosen and power centres counted, or all agree before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reports.findings import plural
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.issues import breach, oddity
from modgen_rules.junta_coup.law.city import OUTCOMES, REBELS
from modgen_rules.junta_coup.law.ending import choices, choosers, rebel_centres, rebels_win
from modgen_rules.junta_coup.law.position import Position
from modgen_rules.junta_coup.wording import Words


@dataclass
class Ending:
    """What players said about the outcome."""

    position: Position
    words: Words
    tell: Callable[[Issue], None] = lambda _: None
    sides: dict[str, str] = field(default_factory=dict)
    """The side that each family has chosen: `rebels` or `president`."""
    agrees: dict[str, str] = field(default_factory=dict)
    result: str = ""
    step: int = 0
    begun: bool = False
    """Whether the log begins at the end of the coup, so that some may have chosen before it."""
    overtaken: dict[str, Issue] = field(default_factory=dict)
    """17.a: what is wrong if a family chooses now, because another one chose before it."""

    @property
    def over(self) -> bool:
        """2.e: whether sides were chosen after the last phase, or all agree on the outcome."""
        return bool(self.sides) or self.agreed

    @property
    def agreed(self) -> bool:
        """2.e: whether all agree on the outcome."""
        outcomes = {self.agrees.get(who, "") for who in self.position.present()}
        return len(outcomes) == 1 and outcomes != {""}

    def said(self, who: str, deed: str) -> None:
        """An announcement: `for_rebels`, `agree_president`, `won_rebels` ..."""
        verb, _, outcome = deed.partition("_")
        if verb == "agree":
            self.agrees[who] = outcome
        elif verb == "for":
            self._choose(who, outcome)
        else:
            self._count(outcome, aloud=not who)

    def _choose(self, who: str, outcome: str) -> None:
        """17.a, 17.b, 17.i: after phase 6, the Rebel Leader first, then clockwise."""
        position, name = self.position, self.words.family(who)
        order = choosers(position)
        expected = next((family for family in order if family not in self.sides), who)
        if who not in order:
            what = f"{name}, who is dead or in exile, chose a side"
            self.tell(breach("4.a", who, what, self.step))
        elif position.phase != position.city.last_phase and not self.sides:
            what = f"{name} chose a side before the end of phase {position.city.last_phase}"
            self.tell(oddity("17.a", who, what, self.step))
        elif who != expected and who not in self.sides:
            what = f"{name} chose a side before {self.words.family(expected)}"
            early = breach("17.a", who, what, self.step, expected=self.words.family(expected))
            if self.begun:
                early = early.doubted(prices.BEGUN)
            self.overtaken.setdefault(expected, early)
        if who in self.overtaken:
            self.tell(self.overtaken.pop(who))
        if outcome not in choices(position, who):
            what = f"{name}, El Presidente, chose the Rebels"
            self.tell(breach("17.b", who, what, self.step))
        self.sides[who] = outcome

    def _count(self, outcome: str, aloud: bool) -> None:
        """17.e, 17.g: the majority of the power centres wins.

        A result that is told `aloud`, in chat, is heard only if all who have a choice made it.
        """
        self.result = outcome
        winner = OUTCOMES.get(outcome, outcome)
        if not self.sides:
            if self.over and outcome not in self.agrees.values():
                what = f"{winner} won although all players had agreed on the opposite"
                self.tell(breach("2.j", "", what, self.step))
            elif not self.over:
                what = f"{winner} won although not all players had agreed on that"
                issue = breach("2.e", "", what, self.step)
                self.tell(issue.doubted(prices.BEGUN) if self.begun else issue)
            return
        position = self.position
        silent = [who for who in position.present() if who not in self.sides]
        if silent and not aloud:
            # Where few families use their pads, the others may have chosen aloud.
            few = self.begun or len(silent) >= len(self.sides)
            what = f"{self.words.families(silent)} had not chosen a side when the coup ended"
            unsaid = breach("17.a", silent[0], what, self.step)
            self.tell(unsaid._replace(unknown=few))
        rebels = {who for who, side in self.sides.items() if side == REBELS}
        free = {who for who in silent if who != position.president}
        # 17.b: El Presidente's own choice may have been counted as it was said, or as it must be.
        possible = {
            rebels_win(position, (rebels | joining) - loyal)
            for joining in (set(), free)
            for loyal in (set(), {position.president})
        }
        if (outcome == REBELS) not in possible:
            most, number = position.city.majority, rebel_centres(position, rebels)
            what = f"{winner} won with {plural(number, 'power centre')} held by the Rebels"
            self.tell(breach("17.e", "", what, self.step, expected=f"{most} to win"))
