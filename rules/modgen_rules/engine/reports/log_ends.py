"""What a log does not show that the judgement of some clauses needs (`needs` in `clauses.csv`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act, step_of
from modgen_rules.engine.reading.tracker import Tracker
from modgen_rules.engine.record.told_dice import NUMBER, RESULT
from modgen_rules.engine.reports.clauses import DICE, NEEDS, ClauseTable
from modgen_rules.engine.reports.sections import Issue


def fight_over(acts: Sequence[Act], markers: Collection[str]) -> int:
    """The first act that is certainly no part of a fight that was begun before the log.

    `markers` are the kinds of the markers of fights that lie on the map as the log begins.
    """
    moves = (n + 1 for n, act in enumerate(acts) if act.what == "move" and act.kind in markers)
    return next(moves, len(acts) + 1) if markers else 0


@dataclass(frozen=True)
class LogEnds:
    """Where a log, or a part of it, begins and ends, and what it leaves out."""

    acts: Sequence[Act]
    clauses: ClauseTable
    whole: bool
    """Whether it has the turn, or what else a rulebook judges at once, from its beginning."""
    fight: int
    """The first act that is certainly no part of a fight begun before the log (`fight_over`)."""
    rest: int
    """The first act of what may go on after the log."""
    diced: bool = True
    """Whether it has the dice that were rolled."""
    late: Tracker | None = None
    """The tracker, if its players do not step it in time."""
    number: int = 0
    """The number of the turn in which it begins."""
    phase: int = 0
    """The first act that is certainly no part of the phase in which it begins."""

    def doubted(self, issue: Issue) -> Issue:
        """The same, in doubt if its clause needs what the log does not show."""
        clause = self.clauses.by_number.get(issue.clause)
        if clause is None or not clause.needs:
            return issue
        unseen = {*self._unseen(issue)}
        for need in clause.needs:
            if need in unseen:
                issue = issue.doubted(NEEDS[need.partition(":")[0]])
        return issue

    def _unseen(self, issue: Issue) -> Iterator[str]:
        """The words of `needs` for what is not seen where an issue is."""
        if not self.diced:
            yield from (DICE, NUMBER, RESULT)
        if not self.whole:
            yield "turn"
            yield f"turn:{self.number}"
            stepped = any(act.what == "phase" for act in self.acts[: issue.first])
            if not stepped or issue.first < self.phase:
                yield "phase"
            if not stepped:
                if issue.first < self.fight:
                    yield "fight"
                if step_of(self.acts, issue.first) == step_of(self.acts, 0):
                    yield "before"
        if self.rest <= issue.last:
            yield "rest"
        late = self.late
        if late and late.ends(issue.last, windows.AT_ONCE):
            for phase in late.passed(late.at(issue.last)):
                yield f"tracker:{phase.removeprefix(f'{issue.actor}_')}"
