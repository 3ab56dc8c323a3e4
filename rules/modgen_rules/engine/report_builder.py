"""What an audit writes down while it reads: findings and segments, in a player's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from modgen.model.game import Game
from modgen_rules.engine.clauses import Clause, ClauseTable
from modgen_rules.engine.findings import Finding, Report, Segment, Span, Verdict

TurnVerdict = Literal["ok", "illegal", "suspect", "cannot-tell"]


@dataclass
class ReportBuilder:
    """A report while it is written. `lawful`: assumed facts are law, as on our own module."""

    game: Game
    clauses: ClauseTable
    report: Report
    lawful: bool = True

    def rests_on(self, number: str) -> str:
        """The assumed fact behind a clause, in words; empty when it rests on the rulebook alone."""
        return ""

    def find(
        self, number: str, verdict: Verdict, where: Span, actor: str, title: str, *,
        message: str = "", expected: str = "", observed: str = "", story: str = "",
        others: int = 0, fact: str = "", one_of: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """Note a breach; what rests on an assumed fact is cannot-tell on a foreign module."""
        clause = self.clauses[number]
        assumed = "" if self.lawful else self.rests_on(number)
        if verdict == "illegal" and assumed:
            verdict, fact = "cannot-tell", assumed
        side = self.game.sides[actor].name if actor else ""
        text = sentence(clause, title, message, observed, one_of)
        severity = clause.severity if verdict == "illegal" else "warning"
        self.report.findings.append(
            Finding(
                clause.code, number, verdict, "info" if verdict == "note" else severity, where,
                side, text, expected, observed, story, others, fact,
            ).marked(",".join(self.report.logs))
        )  # fmt: skip

    def segment(
        self, title: str, actor: str, start: int, end: int, story: str, verdict: TurnVerdict
    ) -> None:
        """Note what the steps after `start` to `end` were understood as."""
        side = self.game.sides[actor].name if actor else ""
        where = Span(start + 1, max(end, start + 1))
        self.report.segments.append(Segment(title, where, side, story, verdict, start))


def worst(findings: list[Finding]) -> TurnVerdict:
    """The verdict on a turn with such findings."""
    verdicts: tuple[TurnVerdict, ...] = ("illegal", "suspect", "cannot-tell")
    for verdict in verdicts:
        if any(one.verdict == verdict for one in findings):
            return verdict
    return "ok"


def sentence(
    clause: Clause, title: str, message: str, observed: str, one_of: tuple[str, ...]
) -> str:
    """A finding in a player's words: where, what, which rule."""
    start = f"{title}: " if title else ""
    what = message or observed
    rule = clause.rule.rstrip(".")
    text = (
        f"{start}{what}. {rule} [{clause.number}]." if what else f"{start}{rule} [{clause.number}]."
    )
    text = text[0].upper() + text[1:]
    others = [one for one in dict.fromkeys(one_of) if one != clause.number]
    return f"{text} Or it is {' or '.join(others)}." if others else text
