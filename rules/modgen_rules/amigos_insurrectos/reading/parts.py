"""The parts of a turn in the report: each phase with what was wrong in it."""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.amigos_insurrectos.law.country import BATTLE
from modgen_rules.amigos_insurrectos.reading.record import TURN, Record
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.amigos_insurrectos.wording import phase_title
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reports.clauses import ClauseTable
from modgen_rules.engine.reports.log_ends import LogEnds, fight_over
from modgen_rules.engine.reports.sections import Issue, Section, section

Span = tuple[int, int]
"""The numbers of a first and a last act."""


class Parts:
    """Collects what the judges of a turn find; an issue belongs to the phase of its first act."""

    def __init__(self, turn: Turn, war: War, clauses: ClauseTable) -> None:
        self.turn, self.war, self.clauses = turn, war, clauses
        self._phase = {n: one.id for one in turn.phases.values() for n in one.acts}
        self._sides = {one.id: one.side for one in turn.phases.values()}
        self._spans: dict[str, Span] = {}
        self._stories: dict[str, list[str]] = {}
        self._issues: dict[str, list[Issue]] = {}

    def add(self, name: str, span: Span, sure: bool, story: str = "") -> None:
        """What was found in a phase, or (without a name) in the turn, since the last call."""
        if name:
            self._widen(name, span)
            self._stories.setdefault(name, []).append(story)
        record = self.turn.record
        begun = self.turn.phases.get(record.phase)
        phase = begun.acts[-1] + 1 if begun else 0
        for one in settled(self.war, record, self.clauses, sure, phase):
            at = self._at(one.first) or name
            self._widen(at, (one.first, one.last) if at else span)
            self._issues.setdefault(at, []).append(one)

    def _at(self, n: int) -> str:
        """The phase of an act: that of the tracker if it is far from the act's own."""
        own = self._phase.get(n, "")
        if not own or own in self.turn.near(n):
            return own
        return self.turn.tracker.shown(n) or own

    def _widen(self, name: str, span: Span) -> None:
        first, last = self._spans.get(name, span)
        self._spans[name] = min(first, span[0]), max(last, span[1])

    def sections(self) -> Iterator[Section]:
        """The phases in their order, then what belongs to none."""
        game, record = self.war.country.game, self.turn.record
        for name in [one for one in (*game.phases, "") if one in self._spans]:
            title = f"Turn {self.turn.number}"
            title += f", {phase_title(game.phases[name].name)}" if name else ""
            side = self._sides.get(name, "")
            story = "; ".join(one for one in self._stories.get(name, ()) if one)
            issues = sorted(self._issues.get(name, ()), key=lambda one: one.first)
            yield section(title, side, self._spans[name], story, record.acts, issues)


def settled(
    war: War, record: Record, clauses: ClauseTable, sure: bool, phase: int = 0
) -> list[Issue]:
    """What was wrong in a part of a turn, with its verdicts; it is recorded as reported.

    It is in doubt unless it is `sure` which acts belong together, or its acts prove it alone.
    `phase` is the first act after the phase in which the log begins.
    """
    if not war.issues:
        return []
    acts, areas = record.acts, record.country.areas
    steps = (n for n, act in enumerate(acts) if act.what == "phase" or act.kind == TURN)
    ends = LogEnds(
        acts,
        clauses,
        whole=war.whole,
        fight=fight_over(acts, (BATTLE,) if record.start.place(BATTLE) in areas else ()),
        rest=max(len(acts) - windows.ENDING, max(steps, default=-1) + 1),
        diced=record.diced,
        number=record.start.turn,
        phase=phase,
    )
    found = [
        ends.doubted(one if sure or one.local else one.doubted(prices.MIXED)) for one in war.issues
    ]
    war.told += found
    war.issues.clear()
    return found
