"""Parts of a game as a report tells them, with what was wrong in each.

For rulebooks that judge a record of acts phase by phase.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen_rules.engine.reading.act_records import A, step_of
from modgen_rules.engine.reading.verdicts import lapse
from modgen_rules.engine.reading.verdicts import verdict as by_gap
from modgen_rules.engine.reports.findings import Span, Verdict, worst
from modgen_rules.engine.reports.report_builder import ReportBuilder


class Issue(NamedTuple):
    """Something wrong. Acts are counted in the record; `what` is one clause of a sentence."""

    clause: str
    gap: float
    """How much more a legal reading costs (`reading.verdicts`)."""
    actor: str
    """The side that did it; empty when nobody in particular did."""
    what: str
    first: int
    """The numbers of the first and the last act that show it."""
    last: int
    expected: str = ""
    observed: str = ""
    ruling: str = ""
    """A heading of the game's page of rulings on which the finding depends."""
    local: bool = False
    """Whether the acts that show it prove it alone, wherever phases begin."""
    unknown: bool = False
    """Whether it depends on what the log does not show."""
    remark: bool = False
    """Whether it is no breach, but worth a note."""

    @property
    def verdict(self) -> Verdict:
        """The verdict for the gap."""
        return "note" if self.remark else by_gap(self.gap, self.unknown)

    def doubted(self, price: float) -> Issue:
        """The same, if a lapse of the record at this price explains it too."""
        return self._replace(gap=min(self.gap, lapse(price)))


@dataclass
class Section:
    """A part of a game; steps are those of the log."""

    title: str
    actor: str
    first: int
    last: int
    story: str
    issues: list[tuple[Issue, Span]] = field(default_factory=list)


def section(
    title: str,
    actor: str,
    span: tuple[int, int],
    story: str,
    acts: list[A],
    issues: Iterable[Issue],
) -> Section:
    """A part of a game from the first to the last number of its acts."""
    found = []
    for one in issues:
        first = step_of(acts, one.first)
        found.append((one, Span(first, max(first, step_of(acts, one.last)))))
    return Section(title, actor, step_of(acts, span[0]), step_of(acts, span[1]), story, found)


def tell(part: Section, report: ReportBuilder, rulings: str) -> None:
    """Note a part of a game with what was wrong in it; `rulings` is the page of rulings."""
    noted = len(report.report.findings)
    for one, where in part.issues:
        report.find(
            one.clause,
            one.verdict if one.remark or one.unknown else one.gap,
            where,
            one.actor,
            part.title,
            message=one.what,
            expected=one.expected,
            observed=one.observed,
            ruling=f"{rulings}#{one.ruling}" if one.ruling else "",
        )
    found = report.report.findings[noted:]
    verdict = worst(found) if found else "ok"
    report.segment(part.title, part.actor, part.first - 1, part.last, part.story, verdict)
