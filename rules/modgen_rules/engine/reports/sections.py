"""Parts of a game as a report tells them, with what was wrong in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.act_records import A, step_of
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reading.verdicts import verdict as by_gap
from modgen_rules.engine.reports.findings import Span, TurnVerdict, Verdict, worst
from modgen_rules.engine.reports.report_builder import ReportBuilder


class Issue(NamedTuple):
    """Something wrong; `what` is one clause of a sentence."""

    clause: str
    gap: float
    """How much more a legal reading costs (`reading.verdicts`)."""
    actor: str
    """The side that did it; empty when nobody in particular did."""
    what: str
    first: int
    """The first and the last act of the record, or step of the log, that show it."""
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
    price: float = prices.BREACH
    """What it costs to believe in it, where readings are compared by their issues."""
    place: str = ""
    """The place of the battle that it belongs to; empty if it is not known or not needed."""
    makes_good: bool = False
    """Whether it carries out what was forgotten in the phase before."""
    one_of: tuple[str, ...] = ()
    """The clauses that readings as cheap as its own break in its place."""

    @property
    def verdict(self) -> Verdict:
        """The verdict for the gap."""
        return "note" if self.remark else by_gap(self.gap, self.unknown)

    @property
    def illegal(self) -> bool:
        """Whether it is certainly a breach."""
        return self.verdict == "illegal"

    def doubted(self, price: float) -> Issue:
        """The same, if a lapse of the record at this price explains it too."""
        return self.within(lapse(price))

    def within(self, gap: float) -> Issue:
        """The same, if there is a legal reading that costs this much more."""
        return self._replace(gap=min(self.gap, gap))


def with_others(best: Sequence[Issue], others: Iterable[Iterable[Issue]]) -> list[Issue]:
    """The issues of the best reading, of which one names what readings as cheap break instead.

    Only where each reading breaks one clause that the other keeps is it clear which is which.
    """
    mine = {one.clause for one in best if one.illegal}
    instead: dict[str, list[str]] = {}
    for issues in others:
        theirs = {one.clause for one in issues if one.illegal}
        if len(mine - theirs) == len(theirs - mine) == 1:
            (own,) = mine - theirs
            instead.setdefault(own, []).extend(theirs - mine)
    return [
        one._replace(one_of=tuple(dict.fromkeys(instead[one.clause])))
        if one.clause in instead and one.illegal
        else one
        for one in best
    ]


@dataclass
class Noted:
    """What is wrong in the part of a game that is being judged."""

    issues: list[Issue] = field(default_factory=list, kw_only=True)
    span: tuple[int, int] = field(default=(0, 0), kw_only=True)
    """The first and the last act, or step, of a finding for which none is named."""

    def find(
        self,
        clause: str,
        actor: str,
        what: str,
        first: int | None = None,
        last: int = -1,
        gap: float = CERTAIN,
        expected: object = "",
        observed: object = "",
        ruling: str = "",
        local: bool = False,
        unknown: bool = False,
        remark: bool = False,
    ) -> None:
        """Note something wrong, with its gap. A soft `ruling` makes it suspect."""
        if first is None:
            first, last = self.span
        end = last if last >= 0 else first
        told = str(expected), str(observed)
        issue = Issue(clause, gap, actor, what, first, end, *told, ruling, local, unknown, remark)
        self.note(issue.doubted(prices.DOUBT) if ruling else issue)

    def note(self, *issues: Issue) -> None:
        """Add issues, each once."""
        self.issues += [one for one in dict.fromkeys(issues) if one not in self.issues]


@dataclass
class Section:
    """A part of a game; steps are those of the log, also in its issues."""

    title: str
    actor: str
    first: int
    last: int
    story: str
    issues: list[Issue] = field(default_factory=list)
    verdict: TurnVerdict = "ok"
    """The verdict when nothing is wrong."""


def alone(title: str, issue: Issue) -> Section:
    """A part of a game of which only what is wrong is told."""
    return Section(title, issue.actor, issue.first, issue.last, "", [issue])


def section(
    title: str,
    actor: str,
    span: tuple[int, int],
    story: str,
    acts: list[A],
    issues: Iterable[Issue],
) -> Section:
    """A part of a game from the first to the last number of its acts."""
    found = [
        one._replace(first=step_of(acts, one.first), last=step_of(acts, one.last)) for one in issues
    ]
    return Section(title, actor, step_of(acts, span[0]), step_of(acts, span[1]), story, found)


def tell(part: Section, report: ReportBuilder, rulings: str) -> None:
    """Note a part of a game with what was wrong in it; `rulings` is the page of rulings."""
    noted = len(report.report.findings)
    for one in part.issues:
        first = max(1, one.first)
        report.find(
            one.clause,
            one.verdict if one.remark or one.unknown else one.gap,
            Span(first, max(first, one.last)),
            one.actor,
            part.title,
            message=one.what,
            expected=one.expected,
            observed=one.observed,
            one_of=one.one_of,
            ruling=f"{rulings}#{one.ruling}" if one.ruling else "",
        )
    found = report.report.findings[noted:]
    verdict = worst(found) if found else part.verdict
    first = max(1, part.first)
    report.segment(part.title, part.actor, first - 1, part.last, part.story, verdict)
